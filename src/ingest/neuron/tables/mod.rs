//! Tables of Neuron Explorer: CSV, or rows as `ingest::parquet` writes them.
//!
//! A row becomes a JSON object with the columns' names as keys, and goes on
//! like a row of a device or system profile: same fields, other spelling.
//! Several tables of one profile are read one after the other into one trace;
//! a large one may be split over several files.

mod csv;
mod lines;
mod names;

pub use names::is_of_system;

use super::sections::{Place, Sink};
use crate::ingest::json::snippet;
use crate::trace::{Cut, Rule};

/// A row longer than this is treated as broken.
const LONGEST_ROW: usize = 16 << 20;

/// Push reader of tables.
#[derive(Debug, Default)]
pub struct Tables {
    /// Name of the file, which may name the table.
    file: String,
    form: Form,
    /// Bytes of the row that has not ended.
    pending: Vec<u8>,
    /// Their end is inside quotes.
    quoted: bool,
    header: Option<Header>,
    base: u64,
    rows: u32,
    row: Vec<u8>,
}

/// How the text of a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    #[default]
    Csv,
    /// A list of names, then an object a line.
    Lines,
}

#[derive(Debug, Default)]
struct Header {
    /// Names of the columns, as the inside of JSON strings. Of CSV alone.
    names: Vec<Vec<u8>>,
    /// Rows are transfers: the table is the one of aggregated packets.
    is_transfers: bool,
    separator: u8,
}

impl Tables {
    /// Ends the table before, if there is one; the next bytes begin a new one.
    pub fn begin(&mut self, file: &str, form: Form, sink: &mut impl Sink) {
        self.end_table(sink);
        file.clone_into(&mut self.file);
        self.form = form;
    }

    /// Takes the next bytes of the table.
    pub fn push(&mut self, chunk: &[u8], sink: &mut impl Sink) {
        let mut rest = chunk;
        while !rest.is_empty() {
            let end = self.line_end(rest);
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            self.pending.extend_from_slice(line);
            rest = after;
            if end.is_some() {
                self.end_row(sink);
            } else if self.pending.len() > LONGEST_ROW {
                sink.trace().health.add(Rule::GaveUp, self.base, None, || snippet(&self.pending));
                self.base += self.pending.len() as u64;
                self.pending.clear();
                self.quoted = false;
            }
        }
    }

    /// Ends the last table; gives the length of all in bytes.
    pub fn finish(&mut self, sink: &mut impl Sink) -> u64 {
        self.end_table(sink);
        if self.rows == 0 {
            sink.trace().health.count(Rule::NoEvents, 1);
        }
        self.base
    }

    pub fn rows(&self) -> u64 {
        u64::from(self.rows)
    }

    pub fn text_bytes(&self) -> u64 {
        self.base + self.pending.len() as u64
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.pending.capacity() + self.row.capacity()
    }

    /// Position behind the line break that ends the row, if it is in `text`.
    fn line_end(&mut self, text: &[u8]) -> Option<usize> {
        match self.form {
            Form::Lines => memchr::memchr(b'\n', text).map(|at| at + 1),
            Form::Csv => csv::line_end(text, &mut self.quoted),
        }
    }

    fn end_table(&mut self, sink: &mut impl Sink) {
        if self.quoted {
            let cut = Cut { byte: self.text_bytes(), event: Some(self.rows() + 1) };
            sink.trace().health.cut = Some(cut);
            sink.trace().health.add(Rule::Truncated, cut.byte, cut.event, || snippet(&self.pending));
            self.base += self.pending.len() as u64;
            self.pending.clear();
            self.quoted = false;
        } else if !self.pending.is_empty() {
            self.end_row(sink);
        }
        self.header = None;
    }

    fn end_row(&mut self, sink: &mut impl Sink) {
        let line = std::mem::take(&mut self.pending);
        let mut text = line.as_slice();
        if self.header.is_none() {
            text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        }
        let text = text.trim_ascii_end();
        if !text.is_empty() {
            match (self.header.take(), self.form) {
                (None, Form::Csv) => self.begin_table(csv::header(text), sink),
                (None, Form::Lines) => self.begin_table(lines::header(text), sink),
                (Some(header), form) => {
                    self.row.clear();
                    match form {
                        Form::Csv => csv::write_row(text, &header, &mut self.row),
                        Form::Lines => lines::write_row(text, &header, &mut self.row),
                    }
                    self.header = Some(header);
                    self.take_row(text, sink);
                }
            }
        }
        self.base += line.len() as u64;
        self.pending = line;
        self.pending.clear();
    }

    fn begin_table(&mut self, mut header: Header, sink: &mut impl Sink) {
        let has = |name: &str| header.names.iter().any(|known| known == name.as_bytes());
        let section = names::section(&self.file, has);
        header.is_transfers = section.is_transfers;
        sink.section(&section.name);
        self.header = Some(header);
    }

    fn take_row(&mut self, line: &[u8], sink: &mut impl Sink) {
        let place = Place { byte: self.base, number: self.rows };
        if self.rows == u32::MAX - 1 {
            sink.trace().health.count(Rule::TooManyEvents, 1);
        } else if sink.row(&self.row, 0, place).is_ok() {
            self.rows += 1;
            sink.trace().offsets.push(self.base);
        } else {
            // A row that was just written is sound; only its nesting, in a
            // cell that is taken as it stands, may not be.
            sink.trace().health.add(Rule::Resync, self.base, None, || snippet(line));
        }
    }
}

/// Adds to a row that is still open what tells transfers from packets.
fn mark_as_transfer(row: &mut Vec<u8>) {
    if row.len() > 1 {
        row.push(b',');
    }
    row.extend_from_slice(b"\"aggregated\":\"yes\"");
}
