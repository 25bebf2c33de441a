//! Sections without a type of their own, as rows of text.

/// A section of the file, kept as written.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Name of the section.
    pub name: String,
    /// JSON objects, one after the other.
    text: Vec<u8>,
    /// End of each row in `text`.
    ends: Vec<u32>,
    /// Rows that were not kept; they are in the health as well.
    pub left_out: u64,
}

impl Table {
    /// Rows and bytes kept of one section.
    pub const MOST_ROWS: usize = 10_000;
    pub const MOST_BYTES: usize = 4 << 20;

    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds the JSON text of a row; what is beyond the bounds is counted.
    pub fn push(&mut self, row: &[u8]) {
        let end = self.text.len() + row.len();
        if self.left_out > 0 || self.ends.len() >= Self::MOST_ROWS || end > Self::MOST_BYTES {
            self.left_out += 1;
            return;
        }
        self.text.extend_from_slice(row);
        self.ends.push(end as u32);
    }

    /// Rows that are kept.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// JSON text of a row; empty for one that is not kept.
    pub fn json(&self, row: usize) -> &[u8] {
        let Some(&end) = self.ends.get(row) else { return &[] };
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.text[start as usize..end as usize]
    }

    /// Fields of a row: key, and value as text (a string without its quotes).
    pub fn fields(&self, row: usize) -> Vec<(String, String)> {
        let members = crate::ingest::json::members(self.json(row));
        members.into_iter().map(|(key, value)| (key, readable(value))).collect()
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * 4
    }
}

fn readable(json: &[u8]) -> String {
    match json.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")) {
        Some(inside) => crate::ingest::json::decode(inside).into_owned(),
        None => String::from_utf8_lossy(json).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_fields_and_the_rest_is_counted() {
        let mut table = Table::new("cc_stream");
        table.push(br#"{"a":"x\"y","b":[1, 2],"c":NaN}"#);
        table.push(b"{}");
        let field = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(table.fields(0), [field("a", "x\"y"), field("b", "[1, 2]"), field("c", "NaN")]);
        assert_eq!((table.fields(1).len(), table.fields(2).len()), (0, 0));
        table.push(&vec![b' '; Table::MOST_BYTES]);
        table.push(b"{}");
        assert_eq!((table.len(), table.left_out), (2, 2));
    }
}
