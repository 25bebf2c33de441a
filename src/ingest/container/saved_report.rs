//! A saved report (`crate::report`): a page of HTML that holds the traces it is
//! about, as links that save them. Opened, it is an archive of these.
//!
//! Only what our own reports look like is read; whatever else stands in the
//! page is passed over, and a damaged link ends its trace where it is damaged.

use super::entry_name::is_folder;
use super::node::{Context, Node};
use super::note::NoteKind;
use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;

/// What every report begins with.
pub const BEGIN: &[u8] = b"<!doctype html><html data-lowerscope-report=\"";
/// Before the name of a trace, and between name and data.
const BEFORE_NAME: &[u8] = b"<a class=\"trace\" download=\"";
const BEFORE_DATA: &[u8] = b"\" href=\"data:application/gzip;base64,";
/// Longest name that is taken, in bytes.
const LONGEST_NAME: usize = 4096;
/// Letters that are decoded at once; a multiple of four.
const GROUP: usize = 4096;

pub(super) struct SavedReport {
    path: String,
    level: u8,
    section: Section,
    /// Bytes that may begin what is looked for, or a group of letters.
    held: Vec<u8>,
    child: Option<Node>,
    seen_entry: bool,
    offset: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Page,
    Name,
    Data,
}

impl SavedReport {
    /// `path` is put before names; entries are at `level`.
    pub(super) fn new(path: String, level: u8) -> Self {
        Self {
            path,
            level,
            section: Section::Page,
            held: Vec::new(),
            child: None,
            seen_entry: false,
            offset: 0,
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8], name: &str, context: &mut Context<'_>) {
        for &byte in bytes {
            self.offset += 1;
            match self.section {
                Section::Page => self.in_page(byte),
                Section::Name => self.in_name(byte),
                Section::Data => self.in_data(byte, name, context),
            }
        }
    }

    pub(super) fn finish(&mut self, name: &str, context: &mut Context<'_>) {
        if self.section != Section::Page {
            context.note(NoteKind::ReportTruncated, name, self.offset);
        }
        self.end_entry(name, context);
        if !self.seen_entry {
            context.note(NoteKind::ArchiveEmpty, name, 0);
        }
    }

    fn in_page(&mut self, byte: u8) {
        self.held.push(byte);
        // The only place where what is looked for can begin again is its first
        // letter, which it has once.
        if !BEFORE_NAME.starts_with(&self.held) {
            self.held.clear();
            if byte == BEFORE_NAME[0] {
                self.held.push(byte);
            }
        } else if self.held.len() == BEFORE_NAME.len() {
            self.held.clear();
            self.section = Section::Name;
        }
    }

    fn in_name(&mut self, byte: u8) {
        self.held.push(byte);
        if let Some(name) = self.held.strip_suffix(BEFORE_DATA) {
            let name = unescaped(&String::from_utf8_lossy(name));
            self.held.clear();
            self.section = Section::Data;
            let name = if name.is_empty() || is_folder(&name) { "trace".to_owned() } else { name };
            self.child = Some(Node::unknown(format!("{}{name}", self.path), None, self.level));
            self.seen_entry = true;
        } else if self.held.len() > LONGEST_NAME + BEFORE_DATA.len() {
            self.held.clear();
            self.section = Section::Page;
        }
    }

    fn in_data(&mut self, byte: u8, name: &str, context: &mut Context<'_>) {
        if byte == b'"' {
            self.end_entry(name, context);
            self.section = Section::Page;
            return;
        }
        if byte != b'=' && !byte.is_ascii_whitespace() {
            self.held.push(byte);
            if self.held.len() == GROUP {
                self.decode(name, context);
            }
        }
    }

    /// Hands on the letters that are held; after damage nothing more comes out.
    fn decode(&mut self, name: &str, context: &mut Context<'_>) {
        let decoded = BASE64_STANDARD_NO_PAD.decode(&self.held);
        self.held.clear();
        match (decoded, &mut self.child) {
            (Ok(bytes), Some(child)) => child.push(&bytes, context),
            (Err(_), Some(child)) => {
                child.finish(context);
                self.child = None;
                context.note(NoteKind::ReportDamaged, name, self.offset);
            }
            (_, None) => {}
        }
    }

    fn end_entry(&mut self, name: &str, context: &mut Context<'_>) {
        if self.section == Section::Data && !self.held.is_empty() {
            self.decode(name, context);
        }
        self.held.clear();
        if let Some(mut child) = self.child.take() {
            child.finish(context);
        }
    }
}

/// Text of an attribute.
fn unescaped(text: &str) -> String {
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::super::{NoteKind, Packing, Unpacked, Unpacker};
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use proptest::prelude::*;
    use std::io::Write;

    fn gzip(text: &str) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        out.write_all(text.as_bytes()).unwrap();
        out.finish().unwrap()
    }

    fn report(traces: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let mut out = String::from(crate::report::BEGIN);
        out.push_str(" lang=\"en\">\n<body><h1>a < b <a class=\"trac</h1>");
        out.push_str(&"filling ".repeat(100));
        for (name, bytes) in traces {
            let name = crate::picture::svg::escaped(name);
            let data = BASE64_STANDARD.encode(bytes);
            out.push_str(&format!(
                "<li><a class=\"trace\" download=\"{name}\" href=\"data:application/gzip;base64,{data}\">{name}</a></li>"
            ));
        }
        out.into_bytes()
    }

    type Entry = (String, Vec<u8>);

    fn unpacked(bytes: &[u8], chunk: usize) -> (Vec<Entry>, Vec<NoteKind>, Option<Packing>) {
        let mut entries: Vec<Entry> = Vec::new();
        let mut sink = |out: Unpacked<'_>| match out {
            Unpacked::EntryStart { name, .. } => entries.push((name.to_owned(), Vec::new())),
            Unpacked::Bytes(bytes) => entries.last_mut().unwrap().1.extend_from_slice(bytes),
            Unpacked::EntryEnd => {}
        };
        let mut unpacker = Unpacker::new("r.html", None);
        for piece in bytes.chunks(chunk) {
            unpacker.push(piece, &mut sink);
        }
        let packing = unpacker.packing();
        let notes = unpacker.finish(&mut sink);
        (entries, notes.into_iter().map(|note| note.kind).collect(), packing)
    }

    #[test]
    fn a_report_opens_as_an_archive_of_its_traces() {
        let long = "x".repeat(300_000);
        let bytes = report(&[("a \"b\" & c.json.gz", gzip("{}")), ("b.json.gz", gzip(&long))]);
        for chunk in [1, 7, 4096, bytes.len()] {
            let (entries, notes, packing) = unpacked(&bytes, chunk);
            assert_eq!(packing, Some(Packing::Report));
            assert_eq!(entries[0], ("a \"b\" & c.json".to_owned(), b"{}".to_vec()));
            assert_eq!((entries[1].0.as_str(), entries[1].1.len()), ("b.json", 300_000));
            assert_eq!(notes, []);
        }
    }

    #[test]
    fn damage_ends_one_trace_and_is_told() {
        let mut bytes = report(&[("a.json.gz", gzip("{}")), ("b.json.gz", gzip("[]"))]);
        let at = bytes.windows(7).position(|part| part == b"base64,").unwrap() + 9;
        bytes[at] = b'!';
        let (entries, notes, _) = unpacked(&bytes, 64);
        assert_eq!(entries.last().unwrap(), &("b.json".to_owned(), b"[]".to_vec()));
        assert!(notes.contains(&NoteKind::ReportDamaged));
        bytes.truncate(bytes.len() - 40);
        assert!(unpacked(&bytes, 64).1.contains(&NoteKind::ReportTruncated));
    }

    #[test]
    fn a_report_without_traces_says_so() {
        assert_eq!(unpacked(&report(&[]), 100).1, [NoteKind::ArchiveEmpty]);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_stop(tail in prop::collection::vec(any::<u8>(), 0..400), cut in 1usize..50) {
            let mut bytes = report(&[("a.json.gz", gzip("{}"))]);
            let at = bytes.len() - 60.min(tail.len());
            bytes.splice(at.., tail);
            prop_assert_eq!(unpacked(&bytes, cut), unpacked(&bytes, 1000));
        }
    }
}
