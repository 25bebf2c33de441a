//! The table of contents of a zip, read from the end of the file alone.

use crate::ingest::container::{ZipListing, ZipListingError};
use std::cell::Cell;
use std::io::{Error, Read, Result, Seek, SeekFrom};
use std::ops::Range;
use std::rc::Rc;

/// How much of the end is asked for first.
const FIRST_BYTES: u64 = 256 * 1024;
/// A table larger than this is not read; the zip is then gone through from
/// front to back.
const MOST_BYTES: u64 = 64 << 20;

/// The end of a zip, as far as it is there.
#[derive(Debug)]
pub struct ZipTail {
    len: u64,
    /// Bytes from `start` to the end of the file.
    bytes: Vec<u8>,
    start: u64,
    /// What comes next, in front of `bytes`.
    wanted: Range<u64>,
    part: Vec<u8>,
}

/// What the end of the zip gave.
pub enum Listed {
    /// Needs the bytes of [`ZipTail::wanted`].
    More,
    Listing(ZipListing),
    /// There is no sound table.
    Broken,
}

impl ZipTail {
    /// For a file of so many bytes.
    pub fn new(len: u64) -> Self {
        let start = len.saturating_sub(FIRST_BYTES);
        Self { len, bytes: Vec::new(), start: len, wanted: start..len, part: Vec::new() }
    }

    /// The bytes of the file that are needed next.
    pub fn wanted(&self) -> Range<u64> {
        self.wanted.start + self.part.len() as u64..self.wanted.end
    }

    /// Takes bytes from the start of [`ZipTail::wanted`].
    pub fn push(&mut self, bytes: &[u8]) -> Listed {
        let missing = self.wanted().end.saturating_sub(self.wanted().start) as usize;
        self.part.extend_from_slice(&bytes[..bytes.len().min(missing)]);
        if !self.wanted().is_empty() {
            return Listed::More;
        }
        let mut whole = std::mem::take(&mut self.part);
        whole.extend_from_slice(&self.bytes);
        self.bytes = whole;
        self.start = self.wanted.start;
        self.list()
    }

    fn list(&mut self) -> Listed {
        let missed = Rc::new(Cell::new(None));
        let source = Source { tail: self, at: 0, missed: missed.clone() };
        match ZipListing::read(source) {
            Ok(listing) => Listed::Listing(listing),
            Err(ZipListingError::Io(_) | ZipListingError::Table(_)) if missed.get().is_some() => {
                // At least twice as much as before, so that few rounds are needed.
                let twice = self.start.saturating_sub(self.len - self.start);
                let from = missed.get().unwrap_or(0).min(twice);
                if self.start == 0 || self.len - from > MOST_BYTES {
                    return Listed::Broken;
                }
                self.wanted = from..self.start;
                Listed::More
            }
            Err(_) => Listed::Broken,
        }
    }
}

/// The whole file, of which only the end can be read.
struct Source<'a> {
    tail: &'a ZipTail,
    at: u64,
    /// First byte that was asked for and is not there.
    missed: Rc<Cell<Option<u64>>>,
}

impl Read for Source<'_> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        if self.at >= self.tail.len || out.is_empty() {
            return Ok(0);
        }
        let Some(skip) = self.at.checked_sub(self.tail.start) else {
            self.missed.set(Some(self.missed.get().map_or(self.at, |missed| missed.min(self.at))));
            return Err(Error::other("that part of the file is not there yet"));
        };
        let rest = self.tail.bytes.get(skip as usize..).unwrap_or_default();
        let len = rest.len().min(out.len());
        out[..len].copy_from_slice(&rest[..len]);
        self.at += len as u64;
        Ok(len)
    }
}

impl Seek for Source<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.tail.len.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| Error::other("a place before the file"))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;

    fn zip(files: usize, size: usize) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        for i in 0..files {
            writer.start_file(format!("folder/with/a/long/name/rank_{i}.json"), options).unwrap();
            writer.write_all(&vec![b'x'; size]).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn list(bytes: &[u8], chunk: usize) -> (Option<ZipListing>, u64) {
        let mut tail = ZipTail::new(bytes.len() as u64);
        let mut read = 0;
        for _ in 0..10_000 {
            let wanted = tail.wanted();
            let (start, end) =
                (wanted.start as usize, (wanted.end as usize).min(wanted.start as usize + chunk));
            read += (end - start) as u64;
            match tail.push(&bytes[start..end]) {
                Listed::More => {}
                Listed::Listing(listing) => return (Some(listing), read),
                Listed::Broken => return (None, read),
            }
        }
        panic!("never done");
    }

    #[test]
    fn only_the_end_of_a_large_zip_is_read() {
        let bytes = zip(3, 1 << 20);
        let (listing, read) = list(&bytes, 10_000);
        assert_eq!(listing.unwrap().entries.len(), 3);
        assert!(read <= FIRST_BYTES, "{read}");
    }

    #[test]
    fn a_table_longer_than_the_first_part_is_fetched() {
        let bytes = zip(5000, 1);
        let (listing, _) = list(&bytes, 1 << 20);
        assert_eq!(listing.unwrap().entries.len(), 5000);
    }

    #[test]
    fn what_is_no_zip_is_broken() {
        assert!(list(&[7; 1000], 64).0.is_none());
        assert!(list(&vec![7; 1 << 20], 1 << 20).0.is_none());
        let whole = zip(2, 100);
        assert!(list(&whole[..whole.len() - 10], 1 << 20).0.is_none());
    }
}
