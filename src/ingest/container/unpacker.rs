//! The push decoder that callers see.

use super::node::{Context, Node};
use super::note::{ContainerNote, Notes};
use super::zip_listing::ZipEntry;
use super::zip_stream::ZipStream;

/// What a file is packed with, by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    Gzip,
    Zstd,
    Tar,
    Zip,
    /// A saved report, with the traces that it is about.
    Report,
}

/// What comes out of an [`Unpacker`]. Entries never interleave: every start
/// has its end before the next start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unpacked<'a> {
    EntryStart {
        /// Path in the archive; for a single file, its name without the
        /// ending that tells the packing.
        name: &'a str,
        /// Plain size in bytes where the container says so. Not to be relied
        /// on: the container may be wrong.
        size: Option<u64>,
    },
    Bytes(&'a [u8]),
    EntryEnd,
}

/// Counters of an [`Unpacker`], for progress and time left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Packed bytes taken in so far.
    pub packed_in: u64,
    /// Plain bytes handed out so far, over all entries.
    pub plain_out: u64,
    /// Entries begun so far.
    pub entries: u64,
}

/// Push decoder: file bytes in, entries of plain bytes out. See the
/// [module](super) for what it reads and its bounds.
pub struct Unpacker {
    name: String,
    root: Node,
    notes: Notes,
    progress: Progress,
}

impl Unpacker {
    /// `name` is the name of the file and serves for wording alone.
    /// `size` is the size of the file in bytes, where known: it becomes the
    /// size of the entry when the file turns out to be plain.
    pub fn new(name: &str, size: Option<u64>) -> Self {
        Self {
            name: name.to_owned(),
            root: Node::unknown(name.to_owned(), size, 0),
            notes: Notes::default(),
            progress: Progress::default(),
        }
    }

    /// An unpacker for one entry of a zip. Push the bytes of
    /// [`ZipEntry::byte_range`] of the zip file, nothing before or after.
    pub fn zip_entry(entry: &ZipEntry) -> Self {
        Self {
            name: entry.name.clone(),
            root: Node::zip(entry.name.clone(), ZipStream::for_entry(entry)),
            notes: Notes::default(),
            progress: Progress::default(),
        }
    }

    /// Takes the next bytes of the file and hands what they yield to `sink`.
    pub fn push(&mut self, chunk: &[u8], sink: &mut dyn FnMut(Unpacked<'_>)) {
        self.progress.packed_in += chunk.len() as u64;
        let mut context = Context { sink, notes: &mut self.notes, progress: &mut self.progress };
        self.root.push(chunk, &mut context);
    }

    /// Ends the file: closes an open entry and says what was strange.
    pub fn finish(mut self, sink: &mut dyn FnMut(Unpacked<'_>)) -> Vec<ContainerNote> {
        let mut context = Context { sink, notes: &mut self.notes, progress: &mut self.progress };
        self.root.finish(&mut context);
        self.notes.into_vec(&self.name)
    }

    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// What the file is packed with; `None` while unknown or when plain.
    pub fn packing(&self) -> Option<Packing> {
        self.root.packing()
    }

    /// Notes so far, in the order in which they arose.
    pub fn notes(&self) -> &[ContainerNote] {
        self.notes.kept()
    }
}
