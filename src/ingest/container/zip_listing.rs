//! The table of contents of a zip, for a person to choose from.

use std::io::{Read, Seek};
use std::ops::Range;

use zip::ZipArchive;
use zip::result::ZipError;

use super::entry_name::{Guess, guess, is_clutter, is_folder};
use super::zip_local::{LocalHeader, Sizes};

/// Why the table of a zip could not be read. The entries may still come out
/// of an [`Unpacker`](super::Unpacker) that goes from front to back.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ZipListingError {
    #[error("the zip could not be read: {0}")]
    Io(#[source] std::io::Error),
    #[error("the table of contents of the zip is missing or damaged: {0}")]
    Table(String),
}

/// One file of a zip, as its table tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZipEntry {
    /// Path in the archive.
    pub name: String,
    /// Bytes in the file.
    pub packed_size: u64,
    /// Bytes when unpacked.
    pub plain_size: u64,
    /// A guess by the name.
    pub guess: Guess,
    /// Encrypted entries cannot be read.
    pub is_encrypted: bool,
    /// The bytes of the zip file to push into
    /// [`Unpacker::zip_entry`](super::Unpacker::zip_entry).
    pub byte_range: Range<u64>,
    pub(super) header: LocalHeader,
}

/// The files of a zip, in the order of its table. Folders and what macOS adds
/// are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZipListing {
    pub entries: Vec<ZipEntry>,
}

impl ZipListing {
    /// Reads the table at the end of the zip.
    ///
    /// # Errors
    /// When the source cannot be read, or has no sound table.
    pub fn read<R: Read + Seek>(source: R) -> Result<Self, ZipListingError> {
        let archive = ZipArchive::new(source).map_err(|error| match error {
            ZipError::Io(error) => ZipListingError::Io(error),
            error => ZipListingError::Table(error.to_string()),
        })?;
        let mut starts = Vec::with_capacity(archive.len() + 1);
        let mut entries = Vec::new();
        for index in 0..archive.len() {
            let Ok(entry) = archive.by_index_data(index) else {
                continue;
            };
            let start = entry.header_start();
            starts.push(start);
            let name = match entry.name() {
                Ok(name) => name.into_owned(),
                Err(_) => String::from_utf8_lossy(entry.name_raw()).into_owned(),
            };
            if is_folder(&name) || is_clutter(&name) {
                continue;
            }
            let sizes = Sizes { crc32: entry.crc32(), packed: entry.compressed_size(), plain: entry.size() };
            entries.push(ZipEntry {
                guess: guess(&name),
                packed_size: sizes.packed,
                plain_size: sizes.plain,
                is_encrypted: entry.encrypted(),
                byte_range: start..start,
                header: LocalHeader {
                    name: name.clone(),
                    method: method_number(entry.compression()),
                    is_encrypted: entry.encrypted(),
                    sizes: Some(sizes),
                },
                name,
            });
        }
        // An entry reaches at most to the next one, or to the table.
        starts.push(archive.central_directory_start());
        starts.sort_unstable();
        for entry in &mut entries {
            let start = entry.byte_range.start;
            let next = starts.partition_point(|&other| other <= start);
            entry.byte_range.end = starts.get(next).copied().unwrap_or(start);
        }
        Ok(Self { entries })
    }
}

/// The number of a method in the zip format.
#[expect(deprecated, reason = "the crate has no other way to name the number")]
fn method_number(method: zip::CompressionMethod) -> u16 {
    method.to_u16()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::fixtures::*;
    use super::super::{NoteKind, Unpacker};
    use super::*;

    /// Lists `bytes` and unpacks every entry by itself.
    fn list_and_unpack(bytes: &[u8]) -> Vec<Output> {
        let listing = ZipListing::read(Cursor::new(bytes)).unwrap();
        let unpack = |entry: &ZipEntry| {
            let range = entry.byte_range.start as usize..entry.byte_range.end as usize;
            let whole = drive(Unpacker::zip_entry(entry), [&bytes[range.clone()]]);
            let by_byte = drive(Unpacker::zip_entry(entry), bytes[range].chunks(1));
            assert_eq!(whole, by_byte);
            whole
        };
        listing.entries.iter().map(unpack).collect()
    }

    #[test]
    fn files_are_listed_with_sizes_and_a_guess() {
        let gz = gzip(JSON);
        let files: &[(&str, &[u8])] = &[
            ("run/", b""),
            ("run/rank0.json.gz", &gz),
            ("__MACOSX/run/._rank0.json.gz", b"x"),
            ("run/readme.txt", b"hello"),
        ];
        let listing = ZipListing::read(Cursor::new(zip_with(files, stored()))).unwrap();
        let seen: Vec<_> = listing
            .entries
            .iter()
            .map(|entry| (entry.name.as_str(), entry.plain_size, entry.guess == Guess::Likely))
            .collect();
        assert_eq!(seen, [("run/rank0.json.gz", gz.len() as u64, true), ("run/readme.txt", 5, false)]);
    }

    #[test]
    fn every_entry_can_be_unpacked_by_itself() {
        let gz = gzip(JSON);
        let files: &[(&str, &[u8])] = &[("a.json.gz", &gz), ("b.json", JSON), ("c.json", b"")];
        for bytes in [
            zip_with(files, stored()),
            zip_with(files, deflated()),
            zip_with(files, deflated().large_file(true)),
            zip_streamed(files, stored()),
            zip_streamed(files, deflated()),
            [b"#!/bin/sh\n".to_vec(), zip_with(files, deflated())].concat(),
        ] {
            let outputs = list_and_unpack(&bytes);
            let names: Vec<_> = outputs.iter().flat_map(Output::names).collect();
            assert_eq!(names, ["a.json", "b.json", "c.json"]);
            assert_eq!(outputs[0].only(), JSON);
            assert_eq!(outputs[1].only(), JSON);
            assert!(outputs.iter().all(|output| output.notes.is_empty()), "{outputs:?}");
        }
    }

    #[test]
    fn an_encrypted_entry_is_listed_as_such_and_refused() {
        let mut bytes = zip_with(&[("a.json", JSON)], deflated());
        let table = memchr::memmem::find(&bytes, b"PK\x01\x02").unwrap();
        bytes[6] |= 1;
        bytes[table + 8] |= 1;
        let listing = ZipListing::read(Cursor::new(&bytes)).unwrap();
        assert!(listing.entries[0].is_encrypted);
        let outputs = list_and_unpack(&bytes);
        assert_eq!(outputs[0].kinds(), [NoteKind::ZipEncrypted]);
    }

    #[test]
    fn a_broken_table_is_an_error_and_the_front_still_reads() {
        let bytes = zip_with(&[("a.json", JSON)], deflated());
        let cut = &bytes[..bytes.len() - 30];
        assert!(matches!(ZipListing::read(Cursor::new(cut)), Err(ZipListingError::Table(_))));
        assert_eq!(unpack("t.zip", cut).only(), JSON);
    }

    #[test]
    fn a_source_that_fails_is_told_apart() {
        struct Broken;
        impl std::io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("the disk is gone"))
            }
        }
        impl Seek for Broken {
            fn seek(&mut self, _: std::io::SeekFrom) -> std::io::Result<u64> {
                Ok(1000)
            }
        }
        assert!(matches!(ZipListing::read(Broken), Err(ZipListingError::Io(_))));
    }
}
