//! Args as rows: one for each value, with a path such as `a.b[0]`.

use super::json_text::{elements, members, readable};
use crate::engine::protocol::ArgRow;

/// Most rows for one event.
const MAX_ROWS: usize = 400;
/// Longest text of one value, in characters. The whole is in the raw event.
const MAX_TEXT: usize = 4000;
const MAX_DEPTH: usize = 32;

/// Rows of raw args, and how many further rows there would be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ArgRows {
    pub rows: Vec<ArgRow>,
    pub more: u64,
}

impl ArgRows {
    /// Adds the members of an object; a value that is none becomes one row
    /// with the key `whole`.
    pub fn push_object(&mut self, whole: &str, raw: &[u8]) {
        let raw = raw.trim_ascii();
        if raw.first() == Some(&b'{') {
            for (key, value) in members(raw) {
                self.push(&readable(key), value, 1);
            }
        } else if !raw.is_empty() {
            self.push(whole, raw, 1);
        }
    }

    /// Adds members that stand without braces.
    pub fn push_members(&mut self, raw: &[u8]) {
        for (key, value) in members(raw) {
            self.push(&readable(key), value, 1);
        }
    }

    /// Adds one value under a key.
    pub fn push(&mut self, key: &str, raw: &[u8], depth: usize) {
        let nested = depth < MAX_DEPTH && self.rows.len() < MAX_ROWS;
        match raw.first() {
            Some(b'{') if nested => {
                let members = members(raw);
                if members.is_empty() {
                    self.push_row(key, raw, "{}".to_owned());
                }
                for (name, value) in members {
                    self.push(&format!("{key}.{}", readable(name)), value, depth + 1);
                }
            }
            Some(b'[') if nested && !is_compact(raw) => {
                for (i, value) in elements(raw).into_iter().enumerate() {
                    self.push(&format!("{key}[{i}]"), value, depth + 1);
                }
            }
            Some(b'[') => {
                let text = if raw.len() <= 4 * MAX_TEXT { spaced(raw) } else { readable(raw).into_owned() };
                self.push_row(key, raw, text);
            }
            _ => self.push_row(key, raw, readable(raw).into_owned()),
        }
    }

    fn push_row(&mut self, key: &str, raw: &[u8], readable: String) {
        if self.rows.len() >= MAX_ROWS {
            self.more += 1;
            return;
        }
        let raw = shortened(String::from_utf8_lossy(raw).into_owned());
        self.rows.push(ArgRow { key: key.to_owned(), raw, readable: shortened(readable) });
    }
}

/// Arrays of plain values, or of arrays of them, read best as they are:
/// `[[8, 128, 1024], []]`.
fn is_compact(raw: &[u8]) -> bool {
    !raw.contains(&b'{')
}

/// An array with one space after each comma and none elsewhere.
fn spaced(raw: &[u8]) -> String {
    let mut out = String::with_capacity(raw.len() + raw.len() / 4);
    out.push('[');
    for (i, element) in elements(raw).into_iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        match element.first() {
            Some(b'[') => out.push_str(&spaced_inner(element)),
            _ => out.push_str(&String::from_utf8_lossy(element)),
        }
    }
    out.push(']');
    out
}

/// One level further; below that, text stays as it was written.
fn spaced_inner(raw: &[u8]) -> String {
    let texts: Vec<_> = elements(raw).into_iter().map(String::from_utf8_lossy).collect();
    format!("[{}]", texts.join(", "))
}

fn shortened(mut text: String) -> String {
    if text.len() > MAX_TEXT
        && let Some((end, _)) = text.char_indices().nth(MAX_TEXT)
    {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(raw: &str) -> Vec<(String, String)> {
        let mut rows = ArgRows::default();
        rows.push_object("args", raw.as_bytes());
        rows.rows.into_iter().map(|row| (row.key, row.readable)).collect()
    }

    fn row(key: &str, text: &str) -> (String, String) {
        (key.to_owned(), text.to_owned())
    }

    #[test]
    fn objects_become_paths_and_arrays_of_numbers_stay_whole() {
        assert_eq!(
            rows(
                r#"{"Input Dims": [[8,128,  1024],[]], "a": {"b": [{"c":1},{"c":"x"}], "e": {}}, "n": NaN}"#
            ),
            [
                row("Input Dims", "[[8, 128, 1024], []]"),
                row("a.b[0].c", "1"),
                row("a.b[1].c", "x"),
                row("a.e", "{}"),
                row("n", "NaN"),
            ]
        );
    }

    #[test]
    fn args_that_are_no_object_are_one_value() {
        assert_eq!(rows("\"__stripped__\""), [row("args", "__stripped__")]);
        assert_eq!(rows("[1,2]"), [row("args", "[1, 2]")]);
        assert!(rows("").is_empty());
    }

    #[test]
    fn the_raw_text_is_kept_beside() {
        let mut rows = ArgRows::default();
        rows.push_object("args", br#"{"name":"a\nb","id":10159970886766084423}"#);
        assert_eq!((rows.rows[0].raw.as_str(), rows.rows[0].readable.as_str()), (r#""a\nb""#, "a\nb"));
        assert_eq!(rows.rows[1].readable, "10159970886766084423");
    }

    #[test]
    fn rows_and_texts_are_bounded_and_the_rest_is_counted() {
        let many: Vec<String> = (0..1000).map(|i| format!("\"k{i}\":{i}")).collect();
        let mut rows = ArgRows::default();
        rows.push_object("args", format!("{{{}}}", many.join(",")).as_bytes());
        assert_eq!((rows.rows.len(), rows.more), (MAX_ROWS, 600));
        let mut rows = ArgRows::default();
        rows.push_object("args", format!("{{\"long\":\"{}\"}}", "é".repeat(9000)).as_bytes());
        assert_eq!(rows.rows[0].readable.chars().count(), MAX_TEXT + 1);
        let mut rows = ArgRows::default();
        rows.push_object("args", format!("{{\"deep\":{}1}}", "{\"a\":".repeat(50_000)).as_bytes());
        assert_eq!(rows.rows.len(), 1);
    }
}
