//! Zip from front to back, by the header in front of each entry.
//!
//! This is how a zip is read that cannot be sought in or whose table is
//! broken, and how a single entry is read that was chosen from the table. The
//! table knows better (entries may have been deleted, stored entries may not
//! say their size), so [`ZipListing`](super::ZipListing) comes first where it
//! can be used.

use flate2::Crc;

use super::entry_name::{is_clutter, is_folder};
use super::inflate::{Inflate, Inflated};
use super::node::{Context, Node};
use super::note::NoteKind;
use super::zip_listing::ZipEntry;
use super::zip_local::{self, LocalHeader, Sizes};

const SIGNATURE: usize = 4;
/// Longest record that may stand between data and the next header: the
/// signature, CRC-32 and two zip64 sizes that follow the data.
const DESCRIPTOR: u64 = 24;

pub(super) struct ZipStream {
    path: String,
    level: u8,
    section: Section,
    /// The part of a header, or of a possible signature, that has come.
    held: Vec<u8>,
    inflate: Option<Inflate>,
    child: Option<Node>,
    /// What the table says of the one entry that is to be read.
    known: Option<LocalHeader>,
    gap: Gap,
    offset: u64,
    seen_entry: bool,
}

enum Section {
    /// Looking for the next signature.
    Gap,
    Header,
    Data(Data),
    Ended,
}

struct Data {
    name: String,
    start: u64,
    how: How,
    /// Packed bytes left, where known.
    left: Option<u64>,
    sizes: Option<Sizes>,
    crc: Crc,
    plain: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Skip,
    /// Handed on as it is: stored, or zstd, which the child unpacks.
    Copy {
        is_checked: bool,
    },
    Inflate,
}

/// Bytes between the end of one entry and the next header.
#[derive(Default)]
struct Gap {
    start: u64,
    len: u64,
    /// The first bytes of the gap: maybe CRC-32 and sizes of the entry.
    head: Vec<u8>,
    /// Name and CRC-32 of the entry whose checksum should stand here.
    expects: Option<(String, u32)>,
    /// The gap is data that could not be read, not damage.
    is_data: bool,
}

impl ZipStream {
    /// `path` is put before names; entries are at `level`.
    pub(super) fn new(path: String, level: u8) -> Self {
        Self {
            path,
            level,
            section: Section::Gap,
            held: Vec::new(),
            inflate: None,
            child: None,
            known: None,
            gap: Gap::default(),
            offset: 0,
            seen_entry: false,
        }
    }

    pub(super) fn for_entry(entry: &ZipEntry) -> Self {
        Self { known: Some(entry.header.clone()), ..Self::new(String::new(), 1) }
    }

    pub(super) fn push(&mut self, mut bytes: &[u8], name: &str, context: &mut Context<'_>) {
        while !bytes.is_empty() {
            let used = match &mut self.section {
                Section::Ended => bytes.len(),
                Section::Gap => self.search(bytes, name, context),
                Section::Header => self.header(bytes, context),
                Section::Data(_) => self.data(bytes, context),
            };
            self.offset += used as u64;
            bytes = &bytes[used..];
            self.end_complete_data(context);
        }
    }

    pub(super) fn finish(&mut self, name: &str, context: &mut Context<'_>) {
        match std::mem::replace(&mut self.section, Section::Ended) {
            Section::Header => context.note(NoteKind::ZipTruncated, name, self.offset),
            Section::Data(data) => {
                if data.how != How::Skip {
                    context.note(NoteKind::ZipTruncated, &data.name, self.offset);
                }
            }
            Section::Gap => {
                let held = std::mem::take(&mut self.held);
                self.gap.add(&held);
                self.end_gap(name, context);
                // A whole zip ends with its table.
                if self.known.is_none() {
                    context.note(NoteKind::ZipTruncated, name, self.offset);
                }
            }
            Section::Ended => {}
        }
        if let Some(mut child) = self.child.take() {
            child.finish(context);
        }
        if !self.seen_entry {
            context.note(NoteKind::ArchiveEmpty, name, 0);
        }
    }

    /// Looks for the next signature; bytes before it go to the gap.
    fn search(&mut self, bytes: &[u8], name: &str, context: &mut Context<'_>) -> usize {
        if self.held.is_empty() {
            let skipped = memchr::memchr(b'P', bytes).unwrap_or(bytes.len());
            if skipped > 0 {
                self.gap.add(&bytes[..skipped]);
                return skipped;
            }
        }
        self.held.push(bytes[0]);
        let ends_archive = match self.held[..] {
            [b'P'] | [b'P', b'K'] | [b'P', b'K', 1 | 3 | 5 | 6] => return 1,
            [b'P', b'K', 3, 4] => false,
            // Table entry, end record, its zip64 twin.
            [b'P', b'K', 1, 2] | [b'P', b'K', 5, 6] | [b'P', b'K', 6, 6] => true,
            _ => {
                // The byte that did not fit may itself begin a signature.
                let last = self.held.pop();
                let held = std::mem::take(&mut self.held);
                self.gap.add(&held);
                if last == Some(b'P') {
                    self.held.push(b'P');
                } else {
                    self.gap.add(&bytes[..1]);
                }
                return 1;
            }
        };
        self.end_gap(name, context);
        self.section = if ends_archive {
            self.held.clear();
            Section::Ended
        } else {
            Section::Header
        };
        1
    }

    fn end_gap(&mut self, name: &str, context: &mut Context<'_>) {
        let gap = std::mem::take(&mut self.gap);
        let mut is_descriptor = gap.len == 0;
        if let Some((entry, crc32)) = gap.expects {
            let crc32 = crc32.to_le_bytes();
            let without_signature = gap.head.starts_with(&crc32);
            let with_signature =
                gap.head.starts_with(b"PK\x07\x08") && gap.head[SIGNATURE..].starts_with(&crc32);
            is_descriptor = gap.len <= DESCRIPTOR;
            if !without_signature && !with_signature {
                context.note(NoteKind::ZipChecksum, &entry, gap.start);
            }
        }
        // What stands before the very first header is a spanning marker or
        // a program that unpacks itself.
        if !is_descriptor && !gap.is_data && self.seen_entry {
            context.note(NoteKind::ZipGap(gap.len), name, gap.start);
        }
    }

    fn header(&mut self, bytes: &[u8], context: &mut Context<'_>) -> usize {
        let wanted = if self.held.len() < zip_local::FIXED {
            zip_local::FIXED
        } else {
            zip_local::header_bytes(&self.held)
        };
        let used = (wanted - self.held.len()).min(bytes.len());
        self.held.extend_from_slice(&bytes[..used]);
        if self.held.len() >= zip_local::FIXED && self.held.len() == zip_local::header_bytes(&self.held) {
            let held = std::mem::take(&mut self.held);
            let start = self.offset + used as u64;
            let header = match self.known.clone() {
                Some(header) => header,
                None => LocalHeader::read(&held),
            };
            let data = self.begin_entry(header, start, context);
            self.section = match data {
                Some(data) => Section::Data(data),
                None => Section::Gap,
            };
        }
        used
    }

    /// Decides what to do with an entry; `None` when its end is unknown and
    /// it cannot be read.
    fn begin_entry(&mut self, header: LocalHeader, start: u64, context: &mut Context<'_>) -> Option<Data> {
        let name = format!("{}{}", self.path, header.name);
        let mut how = match header.method {
            _ if header.is_encrypted => {
                context.note(NoteKind::ZipEncrypted, &name, start);
                How::Skip
            }
            zip_local::STORED => How::Copy { is_checked: true },
            zip_local::ZSTD => How::Copy { is_checked: false },
            zip_local::DEFLATED => How::Inflate,
            method => {
                context.note(NoteKind::ZipMethod(method), &name, start);
                How::Skip
            }
        };
        let is_hidden = is_folder(&header.name) || is_clutter(&header.name);
        self.seen_entry |= !is_hidden;
        if header.sizes.is_none() && matches!(how, How::Copy { .. }) && !is_hidden {
            context.note(NoteKind::ZipNeedsTable, &name, start);
            how = How::Skip;
        }
        // A hidden entry whose end only deflate shows is inflated all the same.
        if is_hidden && (how != How::Inflate || header.sizes.is_some()) {
            how = How::Skip;
        }
        let left = header.sizes.map(|sizes| sizes.packed);
        if how == How::Skip && left.is_none() {
            self.gap = Gap { start, is_data: true, ..Gap::default() };
            return None;
        }
        if how == How::Inflate {
            self.inflate.get_or_insert_default().restart();
        }
        if how != How::Skip && !is_hidden {
            let size = match how {
                How::Copy { is_checked: false } => None,
                _ => header.sizes.map(|sizes| sizes.plain),
            };
            self.child = Some(Node::unknown(name.clone(), size, self.level));
        }
        Some(Data { name, start, how, left, sizes: header.sizes, crc: Crc::new(), plain: 0 })
    }

    fn data(&mut self, bytes: &[u8], context: &mut Context<'_>) -> usize {
        let Section::Data(data) = &mut self.section else {
            return bytes.len();
        };
        let available = match data.left {
            Some(left) => &bytes[..left.min(bytes.len() as u64) as usize],
            None => bytes,
        };
        let mut used = available.len();
        match data.how {
            How::Skip => {}
            How::Copy { .. } => {
                data.crc.update(available);
                data.plain += available.len() as u64;
                if let Some(child) = &mut self.child {
                    child.push(available, context);
                }
            }
            How::Inflate => {
                let child = &mut self.child;
                let inflated = self.inflate.get_or_insert_default().push(available, &mut |piece| {
                    if let Some(child) = child {
                        child.push(piece, context);
                    }
                });
                match inflated {
                    Inflated::NeedsMore => {}
                    Inflated::Ended(at) => {
                        used = at;
                        self.end_inflate(at, context);
                        return used;
                    }
                    Inflated::Corrupt(at) => {
                        let offset = self.offset + at as u64;
                        context.note(NoteKind::ZipCorrupt, &data.name, offset);
                        self.end_child(context);
                        let Section::Data(data) = &mut self.section else {
                            return used;
                        };
                        data.how = How::Skip;
                        if data.left.is_none() {
                            self.gap = Gap { start: offset, is_data: true, ..Gap::default() };
                            self.section = Section::Gap;
                            return at;
                        }
                    }
                }
            }
        }
        if let Section::Data(Data { left: Some(left), .. }) = &mut self.section {
            *left -= used as u64;
        }
        used
    }

    /// The deflate stream ended after `used` bytes of the current input.
    fn end_inflate(&mut self, used: usize, context: &mut Context<'_>) {
        self.end_child(context);
        let Section::Data(data) = &mut self.section else {
            return;
        };
        let (crc32, plain) = match &self.inflate {
            Some(inflate) => (inflate.crc32(), inflate.plain_bytes()),
            None => (0, 0),
        };
        match (&mut data.left, data.sizes) {
            (Some(left), Some(sizes)) => {
                *left -= used as u64;
                if sizes.crc32 != crc32 || sizes.plain != plain || *left > 0 {
                    context.note(NoteKind::ZipChecksum, &data.name, data.start);
                }
                data.how = How::Skip;
                // Nothing is left to compare at the end of the data.
                data.sizes = None;
            }
            _ => {
                let name = std::mem::take(&mut data.name);
                self.section = Section::Gap;
                self.gap =
                    Gap { start: self.offset + used as u64, expects: Some((name, crc32)), ..Gap::default() };
            }
        }
    }

    fn end_child(&mut self, context: &mut Context<'_>) {
        if let Some(mut child) = self.child.take() {
            child.finish(context);
        }
    }

    /// Leaves an entry of known size once all of its bytes have come.
    fn end_complete_data(&mut self, context: &mut Context<'_>) {
        let Section::Data(data) = &self.section else {
            return;
        };
        if data.left != Some(0) {
            return;
        }
        match (data.how, data.sizes) {
            (How::Copy { is_checked: true }, Some(sizes))
                if sizes.crc32 != data.crc.sum() || sizes.plain != data.plain =>
            {
                context.note(NoteKind::ZipChecksum, &data.name, data.start);
            }
            (How::Inflate, _) => context.note(NoteKind::ZipCorrupt, &data.name, self.offset),
            _ => {}
        }
        self.end_child(context);
        self.gap = Gap { start: self.offset, ..Gap::default() };
        self.section = if self.known.is_some() { Section::Ended } else { Section::Gap };
    }
}

impl Gap {
    fn add(&mut self, bytes: &[u8]) {
        let kept = (DESCRIPTOR as usize - self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..kept]);
        self.len += bytes.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::super::NoteKind;
    use super::super::fixtures::*;

    #[test]
    fn entries_come_out_front_to_back() {
        let files: &[(&str, &[u8])] =
            &[("run/", b""), ("__MACOSX/._a.json", b"x"), ("run/a.json", JSON), ("run/b.json", b"")];
        for options in [stored(), deflated(), deflated().large_file(true)] {
            let output = unpack_both_ways("t.zip", &zip_with(files, options));
            assert_eq!(output.names(), ["run/a.json", "run/b.json"]);
            assert_eq!(output.entries[0].1, JSON);
            assert_eq!(output.notes, []);
        }
    }

    #[test]
    fn sizes_after_the_data_are_checked() {
        let files: &[(&str, &[u8])] = &[("a.json", JSON), ("b.json", b"[]")];
        let bytes = zip_streamed(files, deflated());
        let output = unpack_both_ways("t.zip", &bytes);
        assert_eq!(output.names(), ["a.json", "b.json"]);
        assert_eq!(output.notes, []);
        let mut damaged = bytes;
        let at = memchr::memmem::find(&damaged, b"PK\x07\x08").unwrap();
        damaged[at + 4] ^= 1;
        let output = unpack_both_ways("t.zip", &damaged);
        assert_eq!(output.entries[0].1, JSON);
        assert_eq!(output.kinds(), [NoteKind::ZipChecksum]);
        assert_eq!(output.notes[0].name, "a.json");
    }

    #[test]
    fn stored_data_of_unknown_size_needs_the_table() {
        let files: &[(&str, &[u8])] = &[("a.json", JSON), ("b.json", b"[]")];
        let output = unpack_both_ways("t.zip", &zip_streamed(files, stored()));
        assert_eq!(output.entries, []);
        assert_eq!(output.kinds(), [NoteKind::ZipNeedsTable; 2]);
    }

    #[test]
    fn packed_entries_are_unpacked_and_deeper_ones_refused() {
        let gz = gzip(JSON);
        let gz_gz = gzip(&gz);
        let bytes = zip_with(&[("a.json.gz", &gz), ("b.json.gz.gz", &gz_gz)], stored());
        let output = unpack_both_ways("t.zip", &bytes);
        assert_eq!(output.names(), ["a.json"]);
        assert_eq!(output.only(), JSON);
        assert_eq!(output.kinds(), [NoteKind::TooDeep]);
    }

    #[test]
    fn an_encrypted_entry_is_named_and_the_rest_is_read() {
        let mut bytes = zip_with(&[("secret.json", JSON), ("b.json", b"[]")], deflated());
        bytes[6] |= 1;
        let output = unpack_both_ways("t.zip", &bytes);
        assert_eq!(output.names(), ["b.json"]);
        assert_eq!(output.kinds(), [NoteKind::ZipEncrypted]);
        assert_eq!(output.notes[0].name, "secret.json");
    }

    #[test]
    fn an_unknown_method_is_named_by_its_number() {
        let mut bytes = zip_with(&[("a.json", JSON), ("b.json", b"[]")], deflated());
        bytes[8] = 14;
        let output = unpack_both_ways("t.zip", &bytes);
        assert_eq!(output.names(), ["b.json"]);
        assert_eq!(output.kinds(), [NoteKind::ZipMethod(14)]);
    }

    #[test]
    fn a_wrong_checksum_keeps_the_bytes() {
        for options in [stored(), deflated()] {
            let mut bytes = zip_with(&[("a.json", JSON)], options);
            bytes[14] ^= 1;
            let output = unpack_both_ways("t.zip", &bytes);
            assert_eq!(output.only(), JSON);
            assert_eq!(output.kinds(), [NoteKind::ZipChecksum]);
        }
    }

    #[test]
    fn damage_in_one_entry_leaves_the_next_alone() {
        let plain = long_json(50_000);
        let mut bytes = zip_with(&[("a.json", &plain), ("b.json", JSON)], deflated());
        bytes[3000..3100].fill(0xff);
        let output = unpack_both_ways("t.zip", &bytes);
        assert_eq!(output.names(), ["a.json", "b.json"]);
        assert_eq!(output.entries[1].1, JSON);
        assert_eq!(output.notes.len(), 1, "{:?}", output.notes);
    }

    #[test]
    fn a_truncated_zip_keeps_what_came_out() {
        let plain = long_json(50_000);
        let bytes = zip_with(&[("a.json", &plain), ("b.json", JSON)], deflated());
        let output = unpack_both_ways("t.zip", &bytes[..5000]);
        assert!(plain.starts_with(output.only()) && output.only().len() > 5000);
        assert_eq!(output.kinds(), [NoteKind::ZipTruncated]);
        assert_eq!(output.notes[0].name, "a.json");
    }

    #[test]
    fn a_zip_without_its_table_is_read_and_told() {
        let bytes = zip_with(&[("a.json", JSON)], deflated());
        let table = memchr::memmem::find(&bytes, b"PK\x01\x02").unwrap();
        let output = unpack_both_ways("t.zip", &bytes[..table]);
        assert_eq!(output.only(), JSON);
        assert_eq!(output.kinds(), [NoteKind::ZipTruncated]);
    }

    #[test]
    fn bytes_between_entries_are_told() {
        let bytes = zip_with(&[("a.json", JSON), ("b.json", b"[]")], stored());
        let second = memchr::memmem::rfind(&bytes, b"PK\x03\x04").unwrap();
        let bytes = [&bytes[..second], b"PPK\x03junk", &bytes[second..]].concat();
        let output = unpack_both_ways("t.zip", &bytes);
        assert_eq!(output.names(), ["a.json", "b.json"]);
        assert_eq!(output.kinds(), [NoteKind::ZipGap(8)]);
        assert_eq!(output.notes[0].offset, second as u64);
    }

    #[test]
    fn an_empty_zip_is_told() {
        let output = unpack_both_ways("t.zip", &zip_with(&[], stored()));
        assert_eq!(output.kinds(), [NoteKind::ArchiveEmpty]);
    }
}
