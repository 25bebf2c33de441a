//! The outline of the start of some JSON: keys of the outermost objects and
//! what their values begin with.
//!
//! No parser: strings and brackets are followed, nothing else is checked,
//! because broken traces must get through to the reader.

/// Keys or elements looked at.
const MAX_KEYS: usize = 200;

/// What a value begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    Text,
    /// Number, `true`, `null` and anything else.
    Scalar,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key<'a> {
    /// As in the file, escapes and all.
    pub(super) name: &'a [u8],
    /// `None` when the head ends before the value.
    pub(super) kind: Option<Kind>,
    /// The value as far as it is in the head.
    pub(super) value: &'a [u8],
}

/// What stands at the outermost level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outline<'a> {
    Object {
        keys: Vec<Key<'a>>,
        /// The closing brace is in the head.
        is_closed: bool,
    },
    Array {
        /// The elements as far as they are in the head.
        elements: Vec<(Kind, &'a [u8])>,
        is_closed: bool,
    },
    /// Begins with a bracket and does not go on like JSON.
    Other,
}

/// `text` begins with `{` or `[` after white space.
pub(super) fn outline(text: &[u8]) -> Outline<'_> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_space();
    match cursor.next() {
        Some(b'{') => object(&mut cursor),
        Some(b'[') => array(&mut cursor),
        _ => Outline::Other,
    }
}

/// Keys of the object that `value` begins with.
pub(super) fn keys_of(value: &[u8]) -> Vec<Key<'_>> {
    match outline(value) {
        Outline::Object { keys, .. } => keys,
        _ => Vec::new(),
    }
}

fn object<'a>(cursor: &mut Cursor<'a>) -> Outline<'a> {
    let mut keys = Vec::new();
    loop {
        cursor.skip_space_and_commas();
        match cursor.peek() {
            Some(b'"') if keys.len() < MAX_KEYS => {}
            Some(b'}') => {
                return Outline::Object { keys, is_closed: true };
            }
            // Not even one key, and something that can be none.
            Some(_) if keys.is_empty() => return Outline::Other,
            _ => break,
        }
        let Some(name) = cursor.string() else {
            break;
        };
        cursor.skip_space();
        if cursor.peek() != Some(b':') {
            if keys.is_empty() && cursor.peek().is_some() {
                return Outline::Other;
            }
            break;
        }
        cursor.at += 1;
        cursor.skip_space();
        let start = cursor.at;
        let kind = cursor.value();
        keys.push(Key { name, kind, value: &cursor.text[start..cursor.at] });
    }
    Outline::Object { keys, is_closed: false }
}

fn array<'a>(cursor: &mut Cursor<'a>) -> Outline<'a> {
    let mut elements = Vec::new();
    let mut is_closed = false;
    while elements.len() < MAX_KEYS {
        cursor.skip_space_and_commas();
        match cursor.peek() {
            None => break,
            Some(b']') => {
                is_closed = true;
                break;
            }
            Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'N') => {}
            Some(_) if elements.is_empty() => return Outline::Other,
            Some(_) => {
                cursor.at += 1;
                continue;
            }
        }
        let start = cursor.at;
        let Some(kind) = cursor.value() else {
            break;
        };
        let value = &cursor.text[start..cursor.at];
        // `[12:30:01] started`, `[note] ...`: a line of a log.
        if elements.is_empty() && kind == Kind::Scalar && !is_scalar(value, cursor.peek()) {
            return Outline::Other;
        }
        elements.push((kind, value));
    }
    Outline::Array { elements, is_closed }
}

/// A number or literal, of which `next` ends the last one whole.
fn is_scalar(value: &[u8], next: Option<u8>) -> bool {
    let literals = [&b"true"[..], b"false", b"null", b"NaN", b"None", b"N/A"];
    let is_number = std::str::from_utf8(value).is_ok_and(|text| {
        text.starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
            && text.parse::<f64>().is_ok()
    });
    let is_cut = next.is_none();
    let is_literal =
        literals.iter().any(|literal| *literal == value || (is_cut && literal.starts_with(value)));
    (is_number || is_literal || (is_cut && value == b"-")) && next != Some(b':')
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn skip_space_and_commas(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == b',') {
            self.at += 1;
        }
    }

    /// The inside of the string that begins here; `None` when it is cut.
    fn string(&mut self) -> Option<&'a [u8]> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            at += memchr::memchr2(b'"', b'\\', self.text.get(at..)?)?;
            if self.text[at] == b'"' {
                self.at = at + 1;
                return Some(&self.text[start..at]);
            }
            at += 2;
        }
    }

    /// Goes over the value that begins here, to its end or that of the head.
    fn value(&mut self) -> Option<Kind> {
        match self.peek()? {
            b'"' => {
                if self.string().is_none() {
                    self.at = self.text.len();
                }
                Some(Kind::Text)
            }
            open @ (b'{' | b'[') => {
                self.nested();
                Some(if open == b'{' { Kind::Object } else { Kind::Array })
            }
            _ => {
                while let Some(byte) = self.peek()
                    && !byte.is_ascii_whitespace()
                    && !matches!(byte, b',' | b']' | b'}' | b':')
                {
                    self.at += 1;
                }
                Some(Kind::Scalar)
            }
        }
    }

    fn nested(&mut self) {
        let mut depth = 0u32;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    if self.string().is_none() {
                        self.at = self.text.len();
                    }
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        keys_of(text.as_bytes()).iter().map(|key| String::from_utf8_lossy(key.name).into_owned()).collect()
    }

    #[test]
    fn keys_and_kinds_of_the_outermost_object_are_seen() {
        let text = br#" {"a\"b": [1, {"x": "}"}], "c": {"d": 1}, "e": -1.5, "f": "g", "h": tru"#;
        let Outline::Object { keys, is_closed } = outline(text) else {
            panic!();
        };
        let seen: Vec<_> =
            keys.iter().map(|key| (String::from_utf8_lossy(key.name).into_owned(), key.kind)).collect();
        assert_eq!(
            seen,
            [
                ("a\\\"b".to_owned(), Some(Kind::Array)),
                ("c".to_owned(), Some(Kind::Object)),
                ("e".to_owned(), Some(Kind::Scalar)),
                ("f".to_owned(), Some(Kind::Text)),
                ("h".to_owned(), Some(Kind::Scalar)),
            ]
        );
        assert!(!is_closed);
    }

    #[test]
    fn missing_commas_do_not_hide_keys() {
        assert_eq!(names(r#"{"a": 1 "b": {} "c": []}"#), ["a", "b", "c"]);
    }

    #[test]
    fn a_cut_anywhere_gives_the_keys_before_it() {
        let text = r#"{"first": {"x": "a\\"}, "second": [1, 2]}"#;
        for end in 0..text.len() {
            let seen = names(&text[..end]);
            assert!(
                ["first", "second"].starts_with(&seen.iter().map(String::as_str).collect::<Vec<_>>()[..])
            );
        }
    }

    #[test]
    fn what_is_no_json_is_other() {
        for text in [
            "{ int x; }",
            "[INFO] started",
            "[12:30:01] started",
            "[2024-01-01 12:00] x",
            "{'ph': 'X'}",
            "[note] hi",
        ] {
            assert_eq!(outline(text.as_bytes()), Outline::Other, "{text}");
        }
    }

    #[test]
    fn elements_of_an_array_are_seen() {
        let Outline::Array { elements, is_closed } = outline(b"[{\"a\": 1},, 2 \"x\" [3]]") else {
            panic!();
        };
        let kinds: Vec<_> = elements.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, [Kind::Object, Kind::Scalar, Kind::Text, Kind::Array]);
        assert!(is_closed);
    }
}
