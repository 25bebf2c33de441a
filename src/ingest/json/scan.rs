//! Finds where JSON values end, without decoding them.
//!
//! Works on a window of the text that may end anywhere: [`Stop::More`] means
//! that the value goes on behind it. Lenient where writers are (any number of
//! commas, raw control characters, odd numbers, `NaN` and its kin) and strict
//! where leniency would swallow a neighbour (a word or a stray quote where a
//! delimiter must be).

use super::text::{self, Repairs};

/// Why a scan did not reach its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The window ends inside the value.
    More,
    /// Not JSON, even leniently, at this position of the window.
    Broken(usize),
}

pub type Scan<T> = Result<T, Stop>;

/// Kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    #[default]
    Absent,
    /// Without its quotes, free of escapes.
    Text,
    /// Without its quotes, with escapes.
    EscapedText,
    Number,
    Object,
    Array,
    /// `true` or `false`.
    Bool,
    Null,
    /// A word that stands for no value: `NaN`, `Infinity`, `None` …
    Missing,
}

/// A value's place in the window.
#[derive(Debug, Clone, Copy, Default)]
pub struct Value {
    pub start: usize,
    pub end: usize,
    pub kind: Kind,
}

impl Value {
    pub fn of(self, window: &[u8]) -> &[u8] {
        &window[self.start..self.end]
    }

    pub fn is_text(self) -> bool {
        matches!(self.kind, Kind::Text | Kind::EscapedText)
    }

    /// Neither absent nor standing for no value.
    pub fn is_some(self) -> bool {
        !matches!(self.kind, Kind::Absent | Kind::Null | Kind::Missing)
    }

    /// The value as JSON text, with the quotes of a text.
    pub fn json(self, window: &[u8]) -> &[u8] {
        if self.is_text() { &window[self.start - 1..self.end + 1] } else { self.of(window) }
    }
}

/// What a scan noticed on its way.
#[derive(Debug, Clone, Copy, Default)]
pub struct Notes {
    /// Words such as `NaN` in place of a value.
    pub literals: u32,
    /// In args, whose text is not decoded here.
    pub repairs: Repairs,
}

const WS: u8 = 0;
const PUNCT: u8 = 1;
const NUMBER: u8 = 2;
const QUOTE: u8 = 3;
const OPEN: u8 = 4;
const CLOSE: u8 = 5;
const WORD: u8 = 6;
const BAD: u8 = 7;

const CLASS: [u8; 256] = {
    let mut table = [BAD; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = match i as u8 {
            b' ' | b'\n' | b'\r' | b'\t' => WS,
            b',' | b':' => PUNCT,
            b'0'..=b'9' | b'+' | b'-' | b'.' => NUMBER,
            b'"' => QUOTE,
            b'{' | b'[' => OPEN,
            b'}' | b']' => CLOSE,
            b'a'..=b'z' | b'A'..=b'Z' => WORD,
            _ => BAD,
        };
        i += 1;
    }
    table
};

/// First position at or after `at` that is no white space.
#[inline]
pub fn skip_ws(window: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = window.get(at)
        && CLASS[byte as usize] == WS
    {
        at += 1;
    }
    at
}

/// Position of the closing quote for a string whose inside begins at `at`, and
/// whether it holds a backslash.
#[inline]
pub fn string_end(window: &[u8], mut at: usize) -> Scan<(usize, bool)> {
    let mut escaped = false;
    loop {
        at = quote_or_backslash(window, at).ok_or(Stop::More)?;
        if window[at] == b'"' {
            return Ok((at, escaped));
        }
        escaped = true;
        at += 2;
    }
}

/// Short strings are the rule, so eight bytes at a time by hand first; long
/// kernel names go to the vector search.
#[inline]
fn quote_or_backslash(window: &[u8], mut at: usize) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let zero_bytes = |word: u64| word.wrapping_sub(ONES) & !word & HIGHS;
    for _ in 0..4 {
        let Some(chunk) = window.get(at..).and_then(|rest| rest.first_chunk::<8>()) else { break };
        let word = u64::from_le_bytes(*chunk);
        let found = zero_bytes(word ^ (ONES * b'"' as u64)) | zero_bytes(word ^ (ONES * b'\\' as u64));
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    memchr::memchr2(b'"', b'\\', window.get(at..)?).map(|found| at + found)
}

/// Scans the value at `at` (no white space before it). Returns it and the
/// position behind it.
#[inline]
pub fn value(window: &[u8], at: usize, notes: &mut Notes) -> Scan<(Value, usize)> {
    let &first = window.get(at).ok_or(Stop::More)?;
    match CLASS[first as usize] {
        QUOTE => {
            let (end, escaped) = string_end(window, at + 1)?;
            let kind = if escaped { Kind::EscapedText } else { Kind::Text };
            Ok((Value { start: at + 1, end, kind }, end + 1))
        }
        NUMBER => number(window, at, notes),
        OPEN => {
            let end = skip_nested(window, at, notes)?;
            let kind = if first == b'{' { Kind::Object } else { Kind::Array };
            Ok((Value { start: at, end, kind }, end))
        }
        WORD => {
            let (kind, end) = word(window, at, notes)?;
            Ok((Value { start: at, end, kind }, end))
        }
        _ => Err(Stop::Broken(at)),
    }
}

/// Scans a number, or a signed word such as `-Infinity`.
#[inline]
pub fn number(window: &[u8], at: usize, notes: &mut Notes) -> Scan<(Value, usize)> {
    let mut end = at + 1;
    while let Some(&byte) = window.get(end) {
        if !matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E') {
            if CLASS[byte as usize] == WORD && end == at + 1 && matches!(window[at], b'-' | b'+') {
                let (_, end) = word(window, end, notes)?;
                return Ok((Value { start: at, end, kind: Kind::Missing }, end));
            }
            return Ok((Value { start: at, end, kind: Kind::Number }, end));
        }
        end += 1;
    }
    Err(Stop::More)
}

/// Words that writers use for "no value".
const MISSING: &[&[u8]] = &[
    b"NaN",
    b"nan",
    b"NAN",
    b"Infinity",
    b"inf",
    b"Inf",
    b"INF",
    b"infinity",
    b"None",
    b"undefined",
    b"N/A",
    b"NULL",
];

fn word(window: &[u8], at: usize, notes: &mut Notes) -> Scan<(Kind, usize)> {
    let mut end = at;
    loop {
        match window.get(end) {
            None => return Err(Stop::More),
            Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'/' => end += 1,
            Some(_) => break,
        }
    }
    match &window[at..end] {
        b"true" | b"false" => Ok((Kind::Bool, end)),
        b"null" => Ok((Kind::Null, end)),
        found if MISSING.contains(&found) => {
            notes.literals += 1;
            Ok((Kind::Missing, end))
        }
        _ => Err(Stop::Broken(at)),
    }
}

/// Position behind the object or array that opens at `at`. Brackets must
/// match; strings and words are checked, the order of commas is not.
pub fn skip_nested(window: &[u8], at: usize, notes: &mut Notes) -> Scan<usize> {
    // One bit per open bracket (1 = object), the innermost lowest. Deeper than
    // 64 the kinds of the outer ones are forgotten, and only counted.
    let mut kinds: u64 = 0;
    let mut depth: usize = 0;
    let mut at = at;
    loop {
        let &byte = window.get(at).ok_or(Stop::More)?;
        match CLASS[byte as usize] {
            WS | PUNCT => at += 1,
            NUMBER => {
                at += 1;
                while let Some(byte) = window.get(at)
                    && matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E')
                {
                    at += 1;
                }
            }
            QUOTE => {
                let (end, escaped) = string_end(window, at + 1)?;
                if escaped {
                    text::check(&window[at + 1..end], &mut notes.repairs);
                }
                at = end + 1;
            }
            OPEN => {
                kinds = kinds << 1 | u64::from(byte == b'{');
                depth += 1;
                at += 1;
            }
            CLOSE => {
                if depth <= 64 && (kinds & 1 == 1) != (byte == b'}') {
                    return Err(Stop::Broken(at));
                }
                kinds >>= 1;
                depth -= 1;
                at += 1;
                if depth == 0 {
                    return Ok(at);
                }
            }
            WORD => at = word(window, at, notes)?.1,
            _ => return Err(Stop::Broken(at)),
        }
    }
}

/// Walks the members of the object that opens at `at`: calls `visit` with key
/// and value, and returns the position behind the closing brace. Any number of
/// commas may stand between members.
#[inline]
pub fn members(
    window: &[u8],
    at: usize,
    notes: &mut Notes,
    mut visit: impl FnMut(Value, Value, &mut Notes),
) -> Scan<usize> {
    let mut at = at + 1;
    loop {
        at = skip_ws(window, at);
        match window.get(at) {
            None => return Err(Stop::More),
            Some(b',') => at += 1,
            Some(b'}') => return Ok(at + 1),
            Some(b'"') => {
                let (end, escaped) = string_end(window, at + 1)?;
                let kind = if escaped { Kind::EscapedText } else { Kind::Text };
                let key = Value { start: at + 1, end, kind };
                at = skip_ws(window, end + 1);
                match window.get(at) {
                    None => return Err(Stop::More),
                    Some(b':') => at = skip_ws(window, at + 1),
                    Some(_) => return Err(Stop::Broken(at)),
                }
                let (found, next) = value(window, at, notes)?;
                visit(key, found, notes);
                at = skip_ws(window, next);
                match window.get(at) {
                    None => return Err(Stop::More),
                    Some(b',' | b'}') => {}
                    Some(_) => return Err(Stop::Broken(at)),
                }
            }
            Some(_) => return Err(Stop::Broken(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(text: &str) -> Scan<usize> {
        skip_nested(text.as_bytes(), 0, &mut Notes::default())
    }

    #[test]
    fn nested_values_end_where_their_brackets_match() {
        assert_eq!(nested(r#"{"a":[1,{"b":"}\""}], "c": -1.5e-3} tail"#), Ok(35));
        assert_eq!(nested("[[8, 128, 1024], [], []],"), Ok(24));
        assert_eq!(nested(r#"{"a":[1}"#), Err(Stop::Broken(7)));
        assert_eq!(nested(r#"{"a":"say "hi" now"}"#), Err(Stop::Broken(11)));
        assert_eq!(nested(r#"{"a":["#), Err(Stop::More));
        let deep = "[".repeat(1000) + &"]".repeat(1000);
        assert_eq!(nested(&deep), Ok(2000));
    }

    #[test]
    fn words_for_no_value_are_counted() {
        let mut notes = Notes::default();
        let text =
            br#"{"p":NaN,"q":-Infinity,"r":[nan, N/A],"s":None,"t":undefined,"u":inf,"v":null,"w":true}"#;
        assert_eq!(skip_nested(text, 0, &mut notes), Ok(text.len()));
        assert_eq!(notes.literals, 7);
    }

    #[test]
    fn strings_of_any_length_end_at_their_quote() {
        for len in 0..80 {
            let text = format!("{}\",rest", "x".repeat(len));
            assert_eq!(string_end(text.as_bytes(), 0), Ok((len, false)));
            let text = format!("{}\\\"\",rest", "x".repeat(len));
            assert_eq!(string_end(text.as_bytes(), 0), Ok((len + 2, true)));
            assert_eq!(string_end("x".repeat(len).as_bytes(), 0), Err(Stop::More));
        }
    }
}
