//! Tar: ustar, pax and GNU long names, front to back.
//!
//! The `tar` crate wants to read from a source; here bytes are pushed, and
//! the format is small, so it is read here.

use super::entry_name::{is_clutter, is_folder};
use super::node::{Context, Node};
use super::note::NoteKind;

/// Everything in a tar is a multiple of this, in bytes.
pub(super) const BLOCK: usize = 512;

/// Longest name or pax header that is kept, in bytes.
const MAX_META_BYTES: usize = 1024 * 1024;

pub(super) struct Tar {
    /// Put before the names of entries.
    path: String,
    level: u8,
    header: [u8; BLOCK],
    header_len: usize,
    section: Section,
    child: Option<Node>,
    /// Name and size for the next entry, from a pax or GNU header.
    next: Extended,
    offset: u64,
    zero_blocks: u8,
    seen_entry: bool,
    in_damage: bool,
}

enum Section {
    Header,
    /// Content of an entry, then filling up to a whole block.
    Data {
        left: u64,
        filling: u64,
        use_: Use,
    },
    /// Blocks that list the holes of a sparse file, before its content.
    SparseMap {
        size: u64,
    },
    Ended,
}

/// What the content of an entry is for.
enum Use {
    Entry,
    Skip,
    Pax(Vec<u8>),
    LongName(Vec<u8>),
}

#[derive(Default)]
struct Extended {
    name: Option<String>,
    size: Option<u64>,
    is_sparse: bool,
}

impl Tar {
    /// `path` is put before names; entries are at `level`.
    pub(super) fn new(path: String, level: u8) -> Self {
        Self {
            path,
            level,
            header: [0; BLOCK],
            header_len: 0,
            section: Section::Header,
            child: None,
            next: Extended::default(),
            offset: 0,
            zero_blocks: 0,
            seen_entry: false,
            in_damage: false,
        }
    }

    pub(super) fn push(&mut self, mut bytes: &[u8], name: &str, context: &mut Context<'_>) {
        while !bytes.is_empty() {
            let used = match &mut self.section {
                Section::Ended => bytes.len(),
                Section::Header | Section::SparseMap { .. } => {
                    let used = bytes.len().min(BLOCK - self.header_len);
                    self.header[self.header_len..self.header_len + used].copy_from_slice(&bytes[..used]);
                    self.header_len += used;
                    used
                }
                Section::Data { left, filling, use_ } => {
                    if *left > 0 {
                        let used = (*left).min(bytes.len() as u64) as usize;
                        let piece = &bytes[..used];
                        match use_ {
                            Use::Entry => {
                                if let Some(child) = &mut self.child {
                                    child.push(piece, context);
                                }
                            }
                            Use::Skip => {}
                            Use::Pax(held) | Use::LongName(held) => held.extend_from_slice(piece),
                        }
                        *left -= used as u64;
                        used
                    } else {
                        let used = (*filling).min(bytes.len() as u64) as usize;
                        *filling -= used as u64;
                        used
                    }
                }
            };
            self.offset += used as u64;
            bytes = &bytes[used..];
            self.advance(name, context);
        }
    }

    pub(super) fn finish(&mut self, name: &str, context: &mut Context<'_>) {
        let in_header = self.header_len > 0;
        let in_data = matches!(self.section, Section::Data { left: 1.., .. });
        let in_map = matches!(self.section, Section::SparseMap { .. });
        if in_header || in_data || in_map {
            context.note(NoteKind::TarTruncated, name, self.offset);
        }
        if let Some(mut child) = self.child.take() {
            child.finish(context);
        }
        if !self.seen_entry {
            context.note(NoteKind::ArchiveEmpty, name, 0);
        }
    }

    /// Does what follows from a section that is now complete.
    fn advance(&mut self, name: &str, context: &mut Context<'_>) {
        match &mut self.section {
            Section::Header if self.header_len == BLOCK => {
                self.header_len = 0;
                self.section = self.after_header(name, context);
            }
            Section::SparseMap { size } if self.header_len == BLOCK => {
                self.header_len = 0;
                // The last byte of use says whether one more block follows.
                if self.header[504] == 0 {
                    self.section = Section::data(*size, Use::Skip);
                }
            }
            Section::Data { left: 0, .. } => {}
            _ => return,
        }
        if let Section::Data { left: 0, filling, use_ } = &mut self.section {
            match std::mem::replace(use_, Use::Skip) {
                Use::Entry => {
                    if let Some(mut child) = self.child.take() {
                        child.finish(context);
                    }
                }
                Use::Skip => {}
                Use::Pax(held) => self.next.read_pax(&held),
                Use::LongName(held) => self.next.name = Some(text_up_to_zero(&held)),
            }
            if *filling == 0 {
                self.section = Section::Header;
            }
        }
    }

    fn after_header(&mut self, name: &str, context: &mut Context<'_>) -> Section {
        let start = self.offset - BLOCK as u64;
        if self.header.iter().all(|&byte| byte == 0) {
            self.zero_blocks += 1;
            return if self.zero_blocks == 2 { Section::Ended } else { Section::Header };
        }
        self.zero_blocks = 0;
        if !is_header(&self.header) {
            // Go on block by block: the next good header is taken again.
            if !self.in_damage {
                context.note(NoteKind::TarCorrupt, name, start);
            }
            self.in_damage = true;
            return Section::Header;
        }
        self.in_damage = false;
        let size = number(&self.header[124..136]).unwrap_or(0);
        let meta = || Vec::with_capacity(size.min(4096) as usize);
        let fits = size <= MAX_META_BYTES as u64;
        match self.header[156] {
            b'x' if fits => return Section::data(size, Use::Pax(meta())),
            b'L' if fits => return Section::data(size, Use::LongName(meta())),
            b'x' | b'X' | b'g' | b'L' | b'K' => return Section::data(size, Use::Skip),
            _ => {}
        }
        let next = std::mem::take(&mut self.next);
        let size = next.size.unwrap_or(size);
        let entry_name = next.name.unwrap_or_else(|| self.header_name());
        let is_sparse = next.is_sparse || self.header[156] == b'S';
        // File, old file, contiguous file, sparse file. Links, folders and
        // devices have nothing to read.
        if !matches!(self.header[156], b'0' | 0 | b'7' | b'S')
            || is_folder(&entry_name)
            || is_clutter(&entry_name)
        {
            return Section::data(size, Use::Skip);
        }
        self.seen_entry = true;
        let full_name = format!("{}{entry_name}", self.path);
        if is_sparse {
            context.note(NoteKind::TarSparse, &full_name, start);
            if self.header[156] == b'S' && self.header[482] != 0 {
                return Section::SparseMap { size };
            }
            return Section::data(size, Use::Skip);
        }
        self.child = Some(Node::unknown(full_name, Some(size), self.level));
        Section::data(size, Use::Entry)
    }

    fn header_name(&self) -> String {
        let name = text_up_to_zero(&self.header[..100]);
        // GNU tar keeps times where ustar keeps the start of a long path.
        if &self.header[257..263] == b"ustar\0" && self.header[345] != 0 {
            let prefix = text_up_to_zero(&self.header[345..500]);
            return format!("{prefix}/{name}");
        }
        name
    }
}

impl Section {
    fn data(size: u64, use_: Use) -> Self {
        Section::Data { left: size, filling: size.wrapping_neg() % BLOCK as u64, use_ }
    }
}

impl Extended {
    /// Reads the records `LENGTH KEY=VALUE\n` of a pax header.
    fn read_pax(&mut self, mut records: &[u8]) {
        while let Some(space) = memchr::memchr(b' ', records) {
            let length =
                std::str::from_utf8(&records[..space]).ok().and_then(|digits| digits.parse::<usize>().ok());
            let Some(record) = length.and_then(|length| records.get(space + 1..length)) else {
                return;
            };
            records = &records[space + 1 + record.len()..];
            let record = record.strip_suffix(b"\n").unwrap_or(record);
            let Some(equals) = memchr::memchr(b'=', record) else {
                continue;
            };
            let value = String::from_utf8_lossy(&record[equals + 1..]);
            match &record[..equals] {
                b"path" => self.name = Some(value.into_owned()),
                b"size" => self.size = value.parse().ok(),
                key if key.starts_with(b"GNU.sparse.") => self.is_sparse = true,
                _ => {}
            }
        }
    }
}

/// Whether a block is a tar header: its checksum fits. Files from before
/// ustar have no other sign.
pub(super) fn is_header(block: &[u8]) -> bool {
    let Some(block) = block.get(..BLOCK) else {
        return false;
    };
    if block[0] == 0 {
        return false;
    }
    let sum: u64 = block
        .iter()
        .enumerate()
        .map(|(at, &byte)| u64::from(if (148..156).contains(&at) { b' ' } else { byte }))
        .sum();
    number(&block[148..156]) == Some(sum)
}

/// A number field: octal text, or big-endian binary when the top bit is set.
fn number(field: &[u8]) -> Option<u64> {
    if let [first @ 0x80..=0xff, rest @ ..] = field {
        return rest.iter().try_fold(u64::from(first & 0x7f), |value, &byte| {
            Some(value.checked_mul(256)? | u64::from(byte))
        });
    }
    let text = field.trim_ascii_start();
    let end = text.iter().position(|byte| !matches!(byte, b'0'..=b'7')).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() || !rest.iter().all(|byte| matches!(byte, 0 | b' ')) {
        return None;
    }
    digits.iter().try_fold(0u64, |value, &digit| Some(value.checked_mul(8)? + u64::from(digit - b'0')))
}

fn text_up_to_zero(bytes: &[u8]) -> String {
    let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::NoteKind;
    use super::super::fixtures::*;

    #[test]
    fn files_come_out_and_folders_and_clutter_do_not() {
        let bytes = tar(&[
            ("run/", b""),
            ("run/._rank0.json", b"x"),
            ("run/.DS_Store", b"x"),
            ("run/rank0.json", JSON),
            ("run/empty", b""),
            ("run/rank1.json", b"[]"),
        ]);
        let output = unpack_both_ways("run.tar", &bytes);
        assert_eq!(output.names(), ["run/rank0.json", "run/empty", "run/rank1.json"]);
        assert_eq!(output.entries[0].1, JSON);
        assert_eq!(output.entries[2].1, b"[]");
        assert_eq!(output.sizes, [Some(JSON.len() as u64), Some(0), Some(2)]);
        assert_eq!(output.notes, []);
    }

    #[test]
    fn long_names_of_gnu_and_pax_are_used() {
        let long = "d/".repeat(90) + "trace.json";
        let record = format!("path={long}\n");
        let pax = format!("{} {record}", record.len() + 4);
        assert_eq!(pax.len(), record.len() + 4);
        let bytes = [
            tar_entry("././@LongLink", b'L', (long.clone() + "\0").as_bytes()),
            tar_entry("short", b'0', b"one"),
            tar_entry("PaxHeaders/x", b'x', pax.as_bytes()),
            tar_entry("short", b'0', b"two"),
            tar_entry("plain", b'0', b"three"),
        ]
        .concat();
        let output = unpack_both_ways("t.tar", &bytes);
        assert_eq!(output.names(), [&long, &long, "plain"]);
        assert_eq!(output.entries[1].1, b"two");
    }

    #[test]
    fn a_pax_size_overrules_the_header() {
        let mut header = tar_header("big.json", 0, b'0').to_vec();
        header.extend_from_slice(b"[]");
        header.resize(1024, 0);
        let bytes = [tar_entry("p", b'x', b"10 size=2\n"), header].concat();
        assert_eq!(unpack_both_ways("t.tar", &bytes).only(), b"[]");
    }

    #[test]
    fn a_binary_size_is_read() {
        let mut header = tar_header("big.json", 0, b'0');
        header[124..136].copy_from_slice(&[0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let mut bytes = header.to_vec();
        bytes.extend_from_slice(b"[]");
        bytes.resize(1024, 0);
        assert_eq!(unpack_both_ways("t.tar", &bytes).only(), b"[]");
    }

    #[test]
    fn a_tar_inside_gzip_or_zstd_counts_as_one_packing() {
        let packed_inside = gzip(JSON);
        let bytes = tar(&[("a.json.gz", &packed_inside), ("b.json", b"[]")]);
        for (name, packed) in [("t.tgz", gzip(&bytes)), ("t.tar.zst", zstd(&bytes))] {
            let output = unpack_both_ways(name, &packed);
            assert_eq!(output.names(), ["a.json", "b.json"]);
            assert_eq!(output.entries[0].1, JSON);
            assert_eq!(output.notes, []);
        }
    }

    #[test]
    fn a_tar_in_a_tar_is_told_by_its_path_and_a_third_is_refused() {
        let one = tar(&[("a.json", JSON)]);
        let two = tar(&[("run.tar", &one)]);
        assert_eq!(unpack_both_ways("t.tar", &two).names(), ["run.tar/a.json"]);
        let three = tar(&[("outer.tar", &two), ("b.json", JSON)]);
        let output = unpack_both_ways("t.tar", &three);
        assert_eq!(output.names(), ["b.json"]);
        assert_eq!(output.kinds(), [NoteKind::TooDeep]);
        assert_eq!(output.notes[0].name, "outer.tar/run.tar");
    }

    #[test]
    fn a_damaged_header_loses_one_entry() {
        let mut bytes = tar(&[("a.json", b"[1]"), ("b.json", b"[2]"), ("c.json", b"[3]")]);
        bytes[1024] ^= 0x40;
        let output = unpack_both_ways("t.tar", &bytes);
        assert_eq!(output.names(), ["a.json", "c.json"]);
        assert_eq!(output.kinds(), [NoteKind::TarCorrupt]);
        assert_eq!(output.notes[0].offset, 1024);
    }

    #[test]
    fn a_truncated_tar_keeps_the_start_of_the_entry() {
        let plain = long_json(5000);
        let bytes = tar(&[("a.json", &plain)]);
        let output = unpack_both_ways("t.tar", &bytes[..3000]);
        assert_eq!(output.only(), &plain[..3000 - 512]);
        assert_eq!(output.kinds(), [NoteKind::TarTruncated]);
    }

    #[test]
    fn a_sparse_file_is_refused_and_the_rest_is_read() {
        let bytes = [tar_entry("holes.json", b'S', b"packed"), tar_entry("a.json", b'0', JSON)].concat();
        let output = unpack_both_ways("t.tar", &bytes);
        assert_eq!(output.names(), ["a.json"]);
        assert_eq!(output.kinds(), [NoteKind::TarSparse]);
    }

    #[test]
    fn a_tar_of_folders_is_empty() {
        let output = unpack_both_ways("t.tar", &tar(&[("run/", b"")]));
        assert_eq!(output.kinds(), [NoteKind::ArchiveEmpty]);
    }
}
