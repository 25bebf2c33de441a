//! Comma-separated values as in RFC 4180: what spreadsheets and data frames read.

/// Adds a row and its line end. Cells are quoted only where they must be.
pub fn push_row<'a>(out: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_only_where_they_must_be() {
        let mut out = String::new();
        push_row(&mut out, ["name", "void f<4, float>()", "say \"hi\"", "", "a\nb", " x"]);
        assert_eq!(out, "name,\"void f<4, float>()\",\"say \"\"hi\"\"\",,\"a\nb\",\" x\"\r\n");
    }
}
