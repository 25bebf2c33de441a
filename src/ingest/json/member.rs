//! What comes next in an object whose members are read one by one while the
//! text is still coming.

use super::scan;
use super::text::{Repairs, decode};
use std::borrow::Cow;

/// What comes next, with positions in the window.
#[derive(Debug)]
pub enum Member<'a> {
    /// Needs more text; everything before this position is done with.
    Wait(usize),
    /// A comma, which ends here.
    Comma(usize),
    /// The object ends here.
    End(usize),
    /// A key with its value, which begins at `at` with the byte `first`.
    Value { key: Cow<'a, str>, at: usize, first: u8 },
    /// No JSON from here on.
    Broken(usize),
}

/// Looks at an object from a position at which a member, a comma or its end
/// may stand.
pub fn member(window: &[u8], at: usize) -> Member<'_> {
    let at = scan::skip_ws(window, at);
    match window.get(at) {
        None => Member::Wait(at),
        Some(b',') => Member::Comma(at + 1),
        Some(b'}') => Member::End(at + 1),
        Some(b'"') => {
            let Ok((end, _)) = scan::string_end(window, at + 1) else { return Member::Wait(at) };
            let colon = scan::skip_ws(window, end + 1);
            match window.get(colon) {
                None => return Member::Wait(at),
                Some(b':') => {}
                Some(_) => return Member::Broken(at),
            }
            let value = scan::skip_ws(window, colon + 1);
            match window.get(value) {
                None => Member::Wait(at),
                Some(b',' | b'}' | b']' | b':') => Member::Broken(at),
                Some(&first) => {
                    let key = decode(&window[at + 1..end], &mut Repairs::default());
                    Member::Value { key, at: value, first }
                }
            }
        }
        Some(_) => Member::Broken(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        match member(text.as_bytes(), 0) {
            Member::Value { key, at, first } => format!("{key} {at} {}", first as char),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_member_is_its_key_and_where_its_value_begins() {
        assert_eq!(told(r#"  "a" : [1]"#), "a 8 [");
        assert_eq!((told(" , "), told("} ")), ("Comma(2)".to_owned(), "End(1)".to_owned()));
    }

    #[test]
    fn what_has_not_come_is_waited_for_from_where_the_member_begins() {
        for text in [r#" "a"#, r#" "a""#, r#" "a" :"#] {
            assert_eq!(told(text), "Wait(1)", "{text}");
        }
        for text in [r#" "a" 1"#, r#" "a": ,"#, " 7"] {
            assert_eq!(told(text), "Broken(1)", "{text}");
        }
    }
}
