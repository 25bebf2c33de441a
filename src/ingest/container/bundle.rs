//! Several files as one: the blocks between them that make a tar of them.
//!
//! Tables that are opened together are one trace, as those of an archive are.
//! So they are read as an archive: whoever holds the files puts [`head`] in
//! front of each and [`filling`] behind it, and nothing has to be copied.

use super::tar::BLOCK;

/// Name that the header itself has room for.
const NAME_BYTES: usize = 100;
const LONG_NAME: u8 = b'L';
const FILE: u8 = b'0';

/// What comes before a file of so many bytes.
pub fn head(name: &str, size: u64) -> Vec<u8> {
    let mut out = Vec::new();
    if name.len() > NAME_BYTES {
        out.extend(header(b"././@LongLink", name.len() as u64, LONG_NAME));
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(filling(name.len() as u64));
    }
    out.extend(header(&name.as_bytes()[..name.len().min(NAME_BYTES)], size, FILE));
    out
}

/// What comes after it.
pub fn filling(size: u64) -> &'static [u8] {
    const ZEROS: [u8; BLOCK] = [0; BLOCK];
    let over = (size % BLOCK as u64) as usize;
    if over == 0 { &[] } else { &ZEROS[over..] }
}

/// What comes after the last.
pub fn end() -> &'static [u8] {
    &[0; 2 * BLOCK]
}

fn header(name: &[u8], size: u64, kind: u8) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block[..name.len()].copy_from_slice(name);
    // A number in binary; octal digits end at 8 GB.
    block[124] = 0x80;
    block[128..136].copy_from_slice(&size.to_be_bytes());
    block[156] = kind;
    block[257..265].copy_from_slice(b"ustar\x0000");
    block[148..156].fill(b' ');
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

#[cfg(test)]
mod tests {
    use super::super::{Unpacked, Unpacker};
    use super::*;

    #[test]
    fn a_bundle_is_an_archive_of_its_files() {
        let long = format!("{}/é.parquet", "folder".repeat(30));
        let files = [("a.csv", vec![1; 3]), (long.as_str(), vec![2; 512]), ("empty", vec![])];
        let mut bytes = Vec::new();
        for (name, content) in &files {
            let size = content.len() as u64;
            bytes.extend(head(name, size));
            bytes.extend(content);
            bytes.extend(filling(size));
        }
        bytes.extend(end());
        let mut found: Vec<(String, Vec<u8>)> = Vec::new();
        let mut sink = |part: Unpacked<'_>| match part {
            Unpacked::EntryStart { name, .. } => found.push((name.to_owned(), Vec::new())),
            Unpacked::Bytes(bytes) => found.last_mut().unwrap().1.extend_from_slice(bytes),
            Unpacked::EntryEnd => {}
        };
        let mut unpacker = Unpacker::new("bundle", None);
        unpacker.push(&bytes, &mut sink);
        assert!(unpacker.finish(&mut sink).is_empty());
        let expected = files.map(|(name, content)| (name.to_owned(), content));
        assert_eq!(found, expected);
    }
}
