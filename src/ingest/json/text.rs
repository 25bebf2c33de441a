//! JSON strings as people read them: escapes decoded, bad bytes replaced.

use std::borrow::Cow;

/// Repairs made while decoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Repairs {
    pub lone_surrogates: u32,
    pub unknown_escapes: u32,
    pub invalid_utf8: bool,
}

impl Repairs {
    pub fn any(self) -> bool {
        self != Repairs::default()
    }
}

/// Decodes the inside of a JSON string. Surrogate pairs become one character,
/// lone halves and bad UTF-8 become U+FFFD, unknown escapes stay as they are.
pub fn decode<'a>(raw: &'a [u8], repairs: &mut Repairs) -> Cow<'a, str> {
    if !raw.contains(&b'\\') {
        let text = String::from_utf8_lossy(raw);
        repairs.invalid_utf8 |= matches!(text, Cow::Owned(_));
        return text;
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        push_lossy(&mut out, &rest[..at], repairs);
        rest = push_escape(&mut out, &rest[at + 1..], repairs);
    }
    push_lossy(&mut out, rest, repairs);
    Cow::Owned(out)
}

/// Counts the repairs that [`decode`] would make, without the text.
pub fn check(raw: &[u8], repairs: &mut Repairs) {
    decode(raw, repairs);
}

fn push_lossy(out: &mut String, raw: &[u8], repairs: &mut Repairs) {
    let text = String::from_utf8_lossy(raw);
    repairs.invalid_utf8 |= matches!(text, Cow::Owned(_));
    out.push_str(&text);
}

/// Decodes what follows a backslash; returns what comes after it.
fn push_escape<'a>(out: &mut String, rest: &'a [u8], repairs: &mut Repairs) -> &'a [u8] {
    let Some((&kind, after)) = rest.split_first() else {
        out.push('\\');
        return rest;
    };
    let plain = match kind {
        b'"' | b'\\' | b'/' => char::from(kind),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => match unicode(after) {
            Some((unit, tail)) => return push_unit(out, unit, tail, repairs),
            None => {
                repairs.unknown_escapes += 1;
                out.push('\\');
                return rest;
            }
        },
        _ => {
            repairs.unknown_escapes += 1;
            out.push('\\');
            return rest;
        }
    };
    out.push(plain);
    after
}

fn push_unit<'a>(out: &mut String, unit: u16, tail: &'a [u8], repairs: &mut Repairs) -> &'a [u8] {
    if (0xD800..0xDC00).contains(&unit)
        && let Some((low, after)) = tail.strip_prefix(b"\\u").and_then(unicode)
        && let Some(Ok(pair)) = char::decode_utf16([unit, low]).next()
    {
        out.push(pair);
        return after;
    }
    match char::from_u32(u32::from(unit)) {
        Some(character) => out.push(character),
        None => {
            repairs.lone_surrogates += 1;
            out.push(char::REPLACEMENT_CHARACTER);
        }
    }
    tail
}

fn unicode(rest: &[u8]) -> Option<(u16, &[u8])> {
    let (digits, tail) = rest.split_at_checked(4)?;
    let mut unit = 0u16;
    for &digit in digits {
        unit = unit << 4 | char::from(digit).to_digit(16)? as u16;
    }
    Some((unit, tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> (String, Repairs) {
        let mut repairs = Repairs::default();
        (decode(raw.as_bytes(), &mut repairs).into_owned(), repairs)
    }

    #[test]
    fn a_surrogate_pair_is_one_character_and_a_lone_half_is_replaced() {
        assert_eq!(read(r"hm \ud83e\udd14").0, "hm 🤔");
        let (text, repairs) = read(r"\ud83e!");
        assert_eq!((text.as_str(), repairs.lone_surrogates), ("\u{FFFD}!", 1));
        assert_eq!(read(r"\udd14\ud83e").1.lone_surrogates, 2);
        assert_eq!(read(r"\ud83e\u0041").0, "\u{FFFD}A");
    }

    #[test]
    fn unknown_escapes_stay_as_written() {
        let (text, repairs) = read(r"C:\xdir\python\n");
        assert_eq!((text.as_str(), repairs.unknown_escapes), ("C:\\xdir\\python\n", 2));
        assert_eq!(read(r"\u12").0, r"\u12");
        assert_eq!(read(r#"\"\\\/"#).0, r#""\/"#);
    }

    #[test]
    fn bad_bytes_are_replaced_and_noted() {
        let mut repairs = Repairs::default();
        assert_eq!(decode(b"a\xff\xfez", &mut repairs), "a\u{FFFD}\u{FFFD}z");
        assert!(repairs.invalid_utf8);
    }
}
