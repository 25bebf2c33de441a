//! Values of fields as Neuron's tools write them: numbers as numbers or as
//! text, truth as a word, `NaN` for what is not known.

use crate::ingest::json::number::{exact_u64, lenient_f64, lenient_i64};
use crate::ingest::json::scan::{self, Kind, Notes, Value};

/// A whole number, also one written as text; `None` for anything else.
pub fn int(value: Value, window: &[u8]) -> Option<i64> {
    let raw = number_text(value, window)?;
    fast_int(raw).or_else(|| lenient_i64(raw))
}

/// A count; negative ones are none.
pub fn count(value: Value, window: &[u8]) -> Option<u64> {
    let raw = number_text(value, window)?;
    exact_u64(raw).or_else(|| u64::try_from(lenient_i64(raw)?).ok())
}

/// A 64-bit id by its bits: some tools print the same id with a sign.
pub fn id(value: Value, window: &[u8]) -> Option<u64> {
    let raw = number_text(value, window)?;
    exact_u64(raw).or_else(|| lenient_i64(raw).map(i64::cast_unsigned))
}

/// Any number; `None` for NaN and infinities as well.
pub fn float(value: Value, window: &[u8]) -> Option<f64> {
    lenient_f64(number_text(value, window)?).filter(|value| value.is_finite())
}

/// `yes`, `true`, 1; anything else is no.
pub fn truth(value: Value, window: &[u8]) -> bool {
    matches!(value.of(window), b"yes" | b"true" | b"True" | b"1")
}

/// The inside of a text; empty for anything else.
pub fn text(value: Value, window: &[u8]) -> &[u8] {
    if value.is_text() { value.of(window) } else { &[] }
}

fn number_text(value: Value, window: &[u8]) -> Option<&[u8]> {
    match value.kind {
        Kind::Number => Some(value.of(window)),
        Kind::Text => Some(value.of(window).trim_ascii()).filter(|raw| !raw.is_empty()),
        _ => None,
    }
}

/// Digits alone, few enough not to overflow.
fn fast_int(raw: &[u8]) -> Option<i64> {
    if raw.is_empty() || raw.len() > 18 {
        return None;
    }
    let mut value = 0i64;
    for &byte in raw {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(value)
}

/// Visits the objects of a list, each as its JSON text. Stops where the list
/// is broken.
pub fn objects<'a>(list: &'a [u8], mut visit: impl FnMut(&'a [u8])) {
    let mut at = 1;
    while let Some(open) = memchr::memchr(b'{', list.get(at..).unwrap_or_default()) {
        let open = at + open;
        match scan::skip_nested(list, open, &mut Notes::default()) {
            Ok(end) => {
                visit(&list[open..end]);
                at = end;
            }
            Err(_) => return,
        }
    }
}

/// Visits the whole numbers directly in a list.
pub fn ids(list: &[u8], mut visit: impl FnMut(u64)) {
    let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
    for part in list.split(|byte| !is_part(byte)).filter(|part| !part.is_empty()) {
        if let Some(id) = exact_u64(part).or_else(|| lenient_i64(part).map(i64::cast_unsigned)) {
            visit(id);
        }
    }
}

/// The distinct texts in a list of any depth, as written, in order.
pub fn texts(list: &[u8]) -> Vec<&[u8]> {
    let mut found: Vec<&[u8]> = Vec::new();
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'"', list.get(at..).unwrap_or_default()) {
        let start = at + open + 1;
        let Ok((end, _)) = scan::string_end(list, start) else { break };
        let text = &list[start..end];
        if !found.contains(&text) && found.len() < MOST_TEXTS {
            found.push(text);
        }
        at = end + 1;
    }
    found
}

/// Places that one transfer names at most.
const MOST_TEXTS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> (Value, &[u8]) {
        let (value, _) = scan::value(text.as_bytes(), 0, &mut Notes::default()).unwrap();
        (value, text.as_bytes())
    }

    fn of<T>(read: impl Fn(Value, &[u8]) -> T, text: &str) -> T {
        // A number ends only at what follows it.
        let padded = format!("{text} ");
        let (value, window) = value(&padded);
        read(value, window)
    }

    #[test]
    fn numbers_may_be_text() {
        assert_eq!(
            [of(int, "12"), of(int, "\"15\""), of(int, "-3"), of(int, "2.0")],
            [12, 15, -3, 2].map(Some)
        );
        assert_eq!([of(int, "\"\""), of(int, "NaN"), of(int, "\"x\""), of(int, "[1]")], [None; 4]);
        assert_eq!((of(count, "7"), of(count, "-7")), (Some(7), None));
        assert_eq!(
            (of(float, "0.25"), of(float, "\"1e3\""), of(float, "NaN")),
            (Some(0.25), Some(1000.0), None)
        );
    }

    #[test]
    fn ids_beyond_2_to_the_53_are_exact_and_signs_are_bits() {
        assert_eq!(of(id, "8158926430342629659"), Some(8_158_926_430_342_629_659));
        assert_eq!(of(id, "18446744073709551615"), of(id, "-1"));
        assert_eq!(of(id, "\"9007199254740993\""), Some(9_007_199_254_740_993));
    }

    #[test]
    fn truth_is_a_word() {
        assert!(of(truth, "\"yes\"") && of(truth, "\"true\"") && of(truth, "true"));
        assert!(!of(truth, "\"no\"") && !of(truth, "false") && !of(truth, "null"));
    }

    #[test]
    fn lists_give_their_parts() {
        let mut seen = Vec::new();
        objects(br#"[{"id":1}, 3, {"a":[{}]}]"#, |json| seen.push(json));
        assert_eq!(seen, [&br#"{"id":1}"#[..], br#"{"a":[{}]}"#]);
        let mut numbers = Vec::new();
        ids(b"[4, 8158926430342629659, -1]", |id| numbers.push(id));
        assert_eq!(numbers, [4, 8_158_926_430_342_629_659, u64::MAX]);
        assert_eq!(texts(br#"[["WEIGHT","x"],["WEIGHT"]]"#), [&b"WEIGHT"[..], b"x"]);
        assert!(texts(b"[[").is_empty());
    }
}
