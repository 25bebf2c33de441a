//! Comma-separated values as in RFC 4180: what spreadsheets and data frames read.

use crate::analysis::secret::{masked, masked_row};
use std::borrow::Cow;

/// A table with its head. Every table that is shown has such a form.
pub fn table<'a>(
    head: impl IntoIterator<Item = &'a str>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let mut out = String::new();
    push_row(&mut out, head);
    for row in rows {
        push_row(&mut out, row.iter().map(String::as_str));
    }
    out
}

/// Keys and values, such as args: a key can say that its value is a secret.
pub fn key_values(rows: impl IntoIterator<Item = (String, String)>) -> String {
    let rows = rows.into_iter().map(|(key, value)| {
        let value = masked_row(&key, &value).into_owned();
        vec![key, value]
    });
    table(["key", "value"], rows)
}

/// Adds a row and its line end. Cells are quoted only where they must be, those
/// that a spreadsheet would run as a formula begin with an apostrophe, and what
/// looks like a secret is masked.
pub fn push_row<'a>(out: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        let cell = masked(cell);
        let cell = if is_formula(&cell) { Cow::Owned(format!("'{cell}")) } else { cell };
        if cell.contains([',', '"', '\n', '\r']) || cell.starts_with(' ') || cell.ends_with(' ') {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&cell);
        }
    }
    out.push_str("\r\n");
}

/// Names in a trace are anybody's text. A number with its sign is no formula.
fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_would_run_is_text() {
        let mut out = String::new();
        push_row(&mut out, ["=HYPERLINK(\"x\")", "+1+1", "-2+3", "@SUM(A1)", "-2.5", "+1e9", "-", "a=b"]);
        assert_eq!(out, "\"'=HYPERLINK(\"\"x\"\")\",'+1+1,'-2+3,'@SUM(A1),-2.5,+1e9,'-,a=b\r\n");
    }

    #[test]
    fn a_table_is_its_head_and_its_rows() {
        let rows =
            [["aten::mm", "12"], ["HF_TOKEN=abcdefgh", "=1"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            table(["name", "time (ns)"], rows),
            "name,time (ns)\r\naten::mm,12\r\nHF_TOKEN=[hidden],'=1\r\n"
        );
    }

    #[test]
    fn keys_say_which_values_are_secret() {
        let rows = [("env.HOME", "/home/me"), ("api_key", "abcdefgh"), ("Input Dims", "[[1]]")];
        let text = key_values(rows.map(|(key, value)| (key.to_owned(), value.to_owned())));
        assert_eq!(text, "key,value\r\nenv.HOME,[hidden]\r\napi_key,[hidden]\r\nInput Dims,[[1]]\r\n");
    }

    #[test]
    fn cells_are_quoted_only_where_they_must_be() {
        let mut out = String::new();
        push_row(&mut out, ["name", "void f<4, float>()", "say \"hi\"", "", "a\nb", " x"]);
        assert_eq!(out, "name,\"void f<4, float>()\",\"say \"\"hi\"\"\",,\"a\nb\",\" x\"\r\n");
    }
}
