//! Small packed files made on the spot, and the whole output of an unpacker.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use zip::write::SimpleFileOptions;

use super::{ContainerNote, NoteKind, Unpacked, Unpacker};

pub(super) const JSON: &[u8] = br#"[{"ph":"X","name":"rmsnorm","ts":1,"dur":2,"pid":1,"tid":1}]"#;

/// Text that does not pack to nothing, so that cuts fall in the middle of it.
pub(super) fn long_json(bytes: usize) -> Vec<u8> {
    let mut text = b"[".to_vec();
    let mut state = 12345u64;
    while text.len() < bytes {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
        let line = format!("{{\"ph\":\"X\",\"ts\":{},\"dur\":{}}},\n", state >> 20, state % 97);
        text.extend_from_slice(line.as_bytes());
    }
    text.extend_from_slice(b"{}]");
    text
}

pub(super) fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn zstd(plain: &[u8]) -> Vec<u8> {
    compress_to_vec(plain, CompressionLevel::Fastest)
}

/// A tar header with its checksum.
pub(super) fn tar_header(name: &str, size: u64, kind: u8) -> [u8; 512] {
    let mut block = [0; 512];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[124..136].copy_from_slice(format!("{size:011o}\0").as_bytes());
    block[156] = kind;
    block[257..265].copy_from_slice(b"ustar\x0000");
    block[148..156].fill(b' ');
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

pub(super) fn tar_entry(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = tar_header(name, content.len() as u64, kind).to_vec();
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

pub(super) fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes: Vec<u8> = files
        .iter()
        .flat_map(|(name, content)| {
            let kind = if name.ends_with('/') { b'5' } else { b'0' };
            tar_entry(name, kind, content)
        })
        .collect();
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

pub(super) fn zip_with(files: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        if name.ends_with('/') {
            writer.add_directory(*name, options).unwrap();
        } else {
            writer.start_file(*name, options).unwrap();
            writer.write_all(content).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

pub(super) fn deflated() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated)
}

pub(super) fn stored() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored)
}

/// A zip written to a pipe: sizes stand after the data.
pub(super) fn zip_streamed(files: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = zip::ZipWriter::new_stream(&mut bytes);
    for (name, content) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

/// All that comes out of an unpacker.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Output {
    pub(super) entries: Vec<(String, Vec<u8>)>,
    pub(super) sizes: Vec<Option<u64>>,
    pub(super) notes: Vec<ContainerNote>,
}

impl Output {
    pub(super) fn kinds(&self) -> Vec<NoteKind> {
        self.notes.iter().map(|note| note.kind).collect()
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.entries.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The bytes of the only entry.
    pub(super) fn only(&self) -> &[u8] {
        assert_eq!(self.entries.len(), 1, "{:?}", self.notes);
        &self.entries[0].1
    }
}

/// Pushes `bytes` in the given pieces and collects what comes out.
pub(super) fn drive<'a>(mut unpacker: Unpacker, pieces: impl IntoIterator<Item = &'a [u8]>) -> Output {
    let mut output = Output::default();
    let mut is_open = false;
    let mut plain = 0;
    let Output { entries, sizes, .. } = &mut output;
    let mut sink = |unpacked: Unpacked<'_>| match unpacked {
        Unpacked::EntryStart { name, size } => {
            assert!(!is_open, "entries interleave");
            is_open = true;
            entries.push((name.to_owned(), Vec::new()));
            sizes.push(size);
        }
        Unpacked::Bytes(bytes) => {
            assert!(is_open && !bytes.is_empty());
            plain += bytes.len() as u64;
            entries.last_mut().unwrap().1.extend_from_slice(bytes);
        }
        Unpacked::EntryEnd => {
            assert!(is_open);
            is_open = false;
        }
    };
    for piece in pieces {
        unpacker.push(piece, &mut sink);
    }
    let progress = unpacker.progress();
    let notes = unpacker.finish(&mut sink);
    assert!(!is_open, "an entry was never ended");
    assert!(progress.plain_out <= plain);
    output.notes = notes;
    output
}

/// Unpacks in one piece.
pub(super) fn unpack(name: &str, bytes: &[u8]) -> Output {
    drive(Unpacker::new(name, Some(bytes.len() as u64)), [bytes])
}

/// Unpacks byte by byte, and checks that this changes nothing.
pub(super) fn unpack_both_ways(name: &str, bytes: &[u8]) -> Output {
    let whole = unpack(name, bytes);
    let by_byte = drive(Unpacker::new(name, Some(bytes.len() as u64)), bytes.chunks(1));
    assert_eq!(whole, by_byte);
    whole
}
