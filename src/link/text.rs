//! Texts in a fragment: percent-encoded where a character has a meaning there,
//! would be changed on its way, or cannot be seen.

use super::LONGEST_TEXT;

/// Beside letters and digits, what stands as it is: allowed in a fragment, and
/// without a meaning in one of ours.
const PLAIN: &[u8] = b"-_./:@!$*()";

/// A text as it is written.
pub(super) fn encode(text: &str) -> String {
    encode_but(text, PLAIN)
}

/// A key of a bucket as the path of an address.
pub(super) fn encode_path(text: &str) -> String {
    encode_but(text, b"-_.~/")
}

/// A name as one part of a path.
pub(super) fn encode_segment(text: &str) -> String {
    encode_but(text, b"-_.~")
}

fn encode_but(text: &str, plain: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for &byte in text.as_bytes() {
        if byte.is_ascii_alphanumeric() || plain.contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
            }
        }
    }
    out
}

/// A written text; what is no encoding stands as it is. Too long ones are cut.
pub(super) fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len().min(LONGEST_TEXT));
    let mut at = 0;
    while at < bytes.len() && out.len() < LONGEST_TEXT {
        let pair = bytes.get(at + 1..at + 3).and_then(|pair| Some((hex(pair[0])?, hex(pair[1])?)));
        match (bytes[at], pair) {
            (b'%', Some((high, low))) => {
                out.push(high << 4 | low);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    let mut text = String::from_utf8_lossy(&out).into_owned();
    if at < bytes.len() {
        // A character that was cut in two.
        text.truncate(text.trim_end_matches('\u{FFFD}').len());
    }
    text
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn addresses_stay_readable() {
        assert_eq!(encode("https://a.b/c d.json.gz?x=1&y#z"), "https://a.b/c%20d.json.gz%3Fx%3D1%26y%23z");
        assert_eq!(encode("100%~,+"), "100%25%7E%2C%2B");
        assert_eq!(decode("%d9%84ayer%20%"), "لayer %");
    }

    #[test]
    fn a_text_that_is_too_long_is_cut_between_characters() {
        let long = "é".repeat(LONGEST_TEXT);
        let found = decode(&long);
        assert!(found.len() <= LONGEST_TEXT && found.chars().all(|c| c == 'é'), "{}", found.len());
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(text in any::<String>()) {
            prop_assert_eq!(decode(&encode(&text)), text);
        }

        #[test]
        fn any_text_can_be_read(text in any::<String>()) {
            let _ = decode(&text);
        }
    }
}
