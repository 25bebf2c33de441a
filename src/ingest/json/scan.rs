//! Finds where JSON values end, without decoding them.
//!
//! Works on a window of the text that may end anywhere: [`Stop::More`] means
//! that the value goes on behind it. Lenient where writers are (any number of
//! commas, raw control characters, odd numbers, `NaN` and its kin) and strict
//! where leniency would swallow a neighbour (a word or a stray quote where a
//! delimiter must be).

use super::text::{self, Repairs};
use wide::u8x16;

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

/// Bytes of the byte order mark that a text begins with, 0 without one; `None`
/// where more of the text has to come first. `last`: no more does.
pub fn mark_len(begin: &[u8], last: bool) -> Option<usize> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    if begin.starts_with(MARK) {
        return Some(MARK.len());
    }
    (last || begin.len() >= MARK.len() || !MARK.starts_with(begin)).then_some(0)
}

/// First position at or after `at` that is no white space. Indented files are
/// full of it, so sixteen bytes at a time once there is any.
#[inline]
pub fn skip_ws(window: &[u8], mut at: usize) -> usize {
    match window.get(at) {
        Some(&byte) if byte <= b' ' => at += 1,
        _ => return at,
    }
    while let Some(chunk) = chunk_at(window, at) {
        let found = chunk.simd_gt(u8x16::splat(b' ')).to_bitmask();
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += CHUNK;
    }
    while window.get(at).is_some_and(|&byte| byte <= b' ') {
        at += 1;
    }
    at
}

/// Bytes that are looked at together.
const CHUNK: usize = 16;

#[inline]
fn chunk_at(window: &[u8], at: usize) -> Option<u8x16> {
    window.get(at..)?.first_chunk::<CHUNK>().map(|chunk| u8x16::new(*chunk))
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

/// Short strings are the rule, so two chunks by hand first; long kernel names
/// go to the vector search.
#[inline]
fn quote_or_backslash(window: &[u8], mut at: usize) -> Option<usize> {
    for _ in 0..2 {
        let Some(chunk) = chunk_at(window, at) else { break };
        let found = chunk.simd_eq(u8x16::splat(b'"')) | chunk.simd_eq(u8x16::splat(b'\\'));
        let found = found.to_bitmask();
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize);
        }
        at += CHUNK;
    }
    memchr::memchr2(b'"', b'\\', window.get(at..)?).map(|found| at + found)
}

/// Scans the value at `at` (no white space before it). Returns it and the
/// position behind it.
#[inline]
pub fn value(window: &[u8], at: usize, notes: &mut Notes) -> Scan<(Value, usize)> {
    let &first = window.get(at).ok_or(Stop::More)?;
    match first {
        b'"' => {
            let (end, escaped) = string_end(window, at + 1)?;
            let kind = if escaped { Kind::EscapedText } else { Kind::Text };
            Ok((Value { start: at + 1, end, kind }, end + 1))
        }
        b'0'..=b'9' | b'-' | b'+' | b'.' => number(window, at, notes),
        b'{' | b'[' => {
            let end = skip_nested(window, at, notes)?;
            let kind = if first == b'{' { Kind::Object } else { Kind::Array };
            Ok((Value { start: at, end, kind }, end))
        }
        b'a'..=b'z' | b'A'..=b'Z' => {
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
            if byte.is_ascii_alphabetic() && end == at + 1 && matches!(window[at], b'-' | b'+') {
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
    skip_nested_seeing(window, at, notes, |_, _| {})
}

/// The same; `see` gets every string of the outermost level, keys and values
/// alike, as the places of its inside.
#[inline]
pub fn skip_nested_seeing(
    window: &[u8],
    at: usize,
    notes: &mut Notes,
    mut see: impl FnMut(usize, usize),
) -> Scan<usize> {
    let mut brackets = Brackets::default();
    let mut at = at;
    'reload: loop {
        // What is below ';' and no quote is a digit, white space or punctuation
        // and needs no look.
        let mut marks = match chunk_at(window, at) {
            Some(chunk) => {
                (chunk.simd_ge(u8x16::splat(b';')) | chunk.simd_eq(u8x16::splat(b'"'))).to_bitmask()
            }
            // The end of the window, byte by byte.
            None => match window.get(at) {
                None => return Err(Stop::More),
                Some(&byte) => u32::from(byte >= b';' || byte == b'"'),
            },
        };
        let looked_at = if window.len() - at < CHUNK { 1 } else { CHUNK };
        while marks != 0 {
            let here = at + marks.trailing_zeros() as usize;
            let outermost = brackets.depth == 1;
            match special(window, here, &mut brackets, notes)? {
                Next::Closed => return Ok(here + 1),
                Next::Bracket => marks &= marks - 1,
                Next::To(end) => {
                    if outermost && window[here] == b'"' {
                        see(here + 1, end - 1);
                    }
                    at = end;
                    continue 'reload;
                }
            }
        }
        at += looked_at;
    }
}

enum Next {
    /// The outermost bracket closed here.
    Closed,
    Bracket,
    /// A string or word ended here.
    To(usize),
}

/// Brackets that are open. One bit each (1 = object), the innermost lowest;
/// more than 64 below the deepest, kinds are forgotten, and only counted.
#[derive(Default)]
struct Brackets {
    kinds: u64,
    depth: usize,
    deepest: usize,
}

#[inline]
fn special(window: &[u8], at: usize, brackets: &mut Brackets, notes: &mut Notes) -> Scan<Next> {
    match window[at] {
        b'"' => {
            let (end, escaped) = string_end(window, at + 1)?;
            if escaped {
                text::check(&window[at + 1..end], &mut notes.repairs);
            }
            Ok(Next::To(end + 1))
        }
        open @ (b'{' | b'[') => {
            brackets.kinds = brackets.kinds << 1 | u64::from(open == b'{');
            brackets.depth += 1;
            brackets.deepest = brackets.deepest.max(brackets.depth);
            Ok(Next::Bracket)
        }
        close @ (b'}' | b']') => {
            let known = brackets.deepest - brackets.depth < 64;
            if brackets.depth == 0 || known && (brackets.kinds & 1 == 1) != (close == b'}') {
                return Err(Stop::Broken(at));
            }
            brackets.kinds >>= 1;
            brackets.depth -= 1;
            Ok(if brackets.depth == 0 { Next::Closed } else { Next::Bracket })
        }
        // The exponent of a number; its digits are skipped like any others.
        b'e' | b'E' if at > 0 && window[at - 1].is_ascii_digit() => Ok(Next::To(at + 1)),
        byte if byte.is_ascii_alphabetic() => Ok(Next::To(word(window, at, notes)?.1)),
        _ => Err(Stop::Broken(at)),
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
        let deep = r#"{"a":"#.repeat(1000) + "1" + &"}".repeat(1000);
        assert_eq!(nested(&deep), Ok(6001));
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
