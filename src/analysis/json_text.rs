//! Walks JSON text as writers really write it, without making values: members,
//! elements, and where each begins and ends.
//!
//! Every byte belongs to some member, however odd the text is: a value ends at
//! the next comma or bracket of its own level. `NaN`, `None` and the like are
//! values like any other.

use crate::ingest::json::decode;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Up to so many, comparing all keys is quicker than a table of them.
const FEW_MEMBERS: usize = 24;

/// Members of an object (with or without its braces), as raw key and raw
/// value, in order. A key written twice comes once, with its last value.
pub fn members(text: &[u8]) -> Vec<(&[u8], &[u8])> {
    last_of_each(each_member(text).collect())
}

/// As [`members`], one by one; a key written twice comes twice.
pub fn each_member(text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let inside = inside(text, b'{', b'}');
    let mut at = skip_space(inside, 0);
    std::iter::from_fn(move || {
        while at < inside.len() {
            let key_end = value_end(inside, at, b':');
            let value_start = skip_space(inside, (key_end + 1).min(inside.len()));
            let end = value_end(inside, value_start, b',');
            let key = trimmed(&inside[at..key_end]);
            let value = trimmed(&inside[value_start..end]);
            at = skip_space(inside, (end + 1).max(at + 1));
            if !key.is_empty() {
                return Some((key, value));
            }
        }
        None
    })
}

/// Elements of an array, raw, in order.
pub fn elements(text: &[u8]) -> Vec<&[u8]> {
    let inside = inside(text, b'[', b']');
    let mut found = Vec::new();
    let mut at = skip_space(inside, 0);
    while at < inside.len() {
        let end = value_end(inside, at, b',');
        let value = trimmed(&inside[at..end]);
        if !value.is_empty() {
            found.push(value);
        }
        at = skip_space(inside, (end + 1).max(at + 1));
    }
    found
}

/// A raw value as people read it: strings without quotes and with their
/// escapes decoded, all else as it is.
pub fn readable(raw: &[u8]) -> Cow<'_, str> {
    match raw {
        [b'"', inside @ .., b'"'] => decode(inside),
        _ => String::from_utf8_lossy(raw),
    }
}

fn last_of_each<'a>(found: Vec<(&'a [u8], &'a [u8])>) -> Vec<(&'a [u8], &'a [u8])> {
    let is_twice = |i: usize, seen: &mut FxHashSet<&'a [u8]>| match found.len() {
        ..=FEW_MEMBERS => found[..i].iter().any(|(key, _)| *key == found[i].0),
        _ => !seen.insert(found[i].0),
    };
    let mut seen = FxHashSet::default();
    if !(0..found.len()).any(|i| is_twice(i, &mut seen)) {
        return found;
    }
    seen.clear();
    let mut kept: Vec<_> = found.into_iter().rev().filter(|(key, _)| seen.insert(*key)).collect();
    kept.reverse();
    kept
}

fn inside(text: &[u8], open: u8, close: u8) -> &[u8] {
    let text = trimmed(text);
    let text = text.strip_prefix(&[open]).unwrap_or(text);
    text.strip_suffix(&[close]).unwrap_or(text)
}

/// Where the value that starts at `at` ends: at `stop` or a closing bracket on
/// its own level, or at the end.
fn value_end(text: &[u8], at: usize, stop: u8) -> usize {
    let mut depth = 0usize;
    let mut i = at;
    while let Some(&byte) = text.get(i) {
        match byte {
            b'"' => i = string_end(text, i + 1),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ if byte == stop && depth == 0 => return i,
            _ => {}
        }
        i += 1;
    }
    text.len()
}

/// Position of the quote that ends the string whose inside starts at `at`.
fn string_end(text: &[u8], mut at: usize) -> usize {
    while let Some(found) = text.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += found;
        if text[at] == b'"' {
            return at;
        }
        at += 2;
    }
    text.len()
}

fn skip_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count()
}

fn trimmed(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(list: &[(&[u8], &[u8])]) -> Vec<String> {
        let text = |raw: &[u8]| String::from_utf8_lossy(raw).into_owned();
        list.iter().map(|(key, value)| format!("{}={}", text(key), text(value))).collect()
    }

    #[test]
    fn members_and_elements_keep_their_text() {
        let found = members(br#"{"a": [1, {"b": 2}], "c":"x,}\"", "d": NaN, "e" : None}"#);
        assert_eq!(texts(&found), [r#""a"=[1, {"b": 2}]"#, r#""c"="x,}\"""#, "\"d\"=NaN", "\"e\"=None"]);
        assert_eq!(elements(b"[[8, 128], [], \"x\", -0x1]"), [&b"[8, 128]"[..], b"[]", b"\"x\"", b"-0x1"]);
        assert!(members(b"{}").is_empty() && elements(b"[ ]").is_empty() && members(b"").is_empty());
        assert_eq!(texts(&members(br#""tts":5,"cname":"good""#)), ["\"tts\"=5", "\"cname\"=\"good\""]);
    }

    #[test]
    fn the_last_of_two_equal_keys_counts() {
        assert_eq!(texts(&members(br#"{"a":1,"b":2,"a":3,}"#)), ["\"b\"=2", "\"a\"=3"]);
    }

    #[test]
    fn strings_are_decoded_leniently() {
        assert_eq!(readable(br#""a\n\"b\"""#), "a\n\"b\"");
        assert_eq!(readable(br#""C:\xyz\""#), "C:\\xyz\\");
        assert_eq!(readable(br#""\ud83e\udd14 \ud83e \u00e9""#), "🤔 \u{FFFD} é");
        assert_eq!(readable(b"12345678901234567890"), "12345678901234567890");
        assert_eq!(readable(b"\"\xff\""), "\u{FFFD}");
    }

    proptest! {
        #[test]
        fn any_bytes_are_walked_without_a_panic(text in prop::collection::vec(
            prop::sample::select(b"{}[]\",:\\u0d8 ax".to_vec()), 0..60,
        )) {
            for (key, value) in members(&text) {
                readable(key);
                elements(value);
            }
            for value in elements(&text) {
                readable(value);
                members(value);
            }
        }
    }
}
