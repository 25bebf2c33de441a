//! Comma-separated values as in RFC 4180: what spreadsheets and data frames read.

/// Adds a row and its line end. Cells are quoted only where they must be, and
/// those that a spreadsheet would run as a formula begin with an apostrophe.
pub fn push_row<'a>(out: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        let harmless = if is_formula(cell) { format!("'{cell}") } else { String::new() };
        let cell = if harmless.is_empty() { cell } else { &harmless };
        if cell.contains([',', '"', '\n', '\r']) || cell.starts_with(' ') || cell.ends_with(' ') {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
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
    fn cells_are_quoted_only_where_they_must_be() {
        let mut out = String::new();
        push_row(&mut out, ["name", "void f<4, float>()", "say \"hi\"", "", "a\nb", " x"]);
        assert_eq!(out, "name,\"void f<4, float>()\",\"say \"\"hi\"\"\",,\"a\nb\",\" x\"\r\n");
    }
}
