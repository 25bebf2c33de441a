//! What a link holds: which traces, and how they are looked at, as the
//! fragment of the page's address.
//!
//! A fragment is never sent to a server. It reads from left to right: what
//! follows a `url=`, `file=` or `pack=` is about that trace, what follows a `compare=`
//! about that comparison.
//!
//! ```text
//! #v=1&url=traces/a.json.gz&range=0..58710&sel=s12@400&mark=400~here&url=traces/b.json.gz
//!     &compare=0,1&region=annotation:rmsnorm&front=c0&theme=dark
//! ```
//!
//! # Design constraints
//!
//! * Nothing here is trusted: numbers may be any, lists are bounded
//!   ([`MOST_SOURCES`], [`MOST_IDS`], [`MOST_MARKS`], [`MOST_PACKED`]), texts are
//!   texts. What is not understood is left out and counted ([`Link::left_out`]).
//! * Times count from the trace's own origin, in its ticks.
//! * A link without `v=` is one that a person wrote: it means the same, and an
//!   address in it may stand as it is.
//! * Links of older versions are read for ever; what is new in a newer version
//!   is left out, and [`Link::is_newer`] says so.
//!
//! Absent on purpose: opening, fetching, and the page's address bar.

mod fragment;
pub mod host;
mod ids;
pub mod pace;
mod packed;
mod paths_link;
mod text;
mod trace_link;

pub use fragment::{read, write};
pub use packed::{Lack, MOST_PACKED, Packed};
pub use paths_link::{PathLink, PathsLink};
pub use trace_link::{MarkLink, TraceLink};

/// The version that [`write`] writes.
pub const VERSION: u32 = 1;
/// Traces that one link may name.
pub const MOST_SOURCES: usize = 16;
/// Tracks, processes or marks in one list.
pub const MOST_IDS: usize = 10_000;
/// Marks of one trace.
pub const MOST_MARKS: usize = 500;
/// Longest text of a name, note or search, in bytes.
pub const LONGEST_TEXT: usize = 4096;

/// Of a file that the reader must have, the bytes that its hash is of: enough
/// to tell files apart, and read at once however large the file is.
pub const HASHED_BYTES: u64 = 1 << 20;

/// A view, as a link holds it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Link {
    pub traces: Vec<(Source, TraceLink)>,
    pub comparisons: Vec<PathsLink>,
    /// What is in front.
    pub front: Option<Front>,
    /// The drawer's tab, by its name in the page.
    pub pane: Option<String>,
    /// `light` or `dark`; none: as the reader has it.
    pub theme: Option<String>,
    /// Tag of a language.
    pub language: Option<String>,
    /// A newer version wrote it.
    pub is_newer: bool,
    /// Parts that were not understood.
    pub left_out: u32,
    /// Traces that it names beyond [`MOST_SOURCES`]: these are left out with
    /// all that is about them.
    pub surplus: u32,
}

/// Where a trace comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// As written: absolute, or relative to the page.
    Url {
        url: String,
        /// Of an archive, the file in it.
        entry: Option<String>,
    },
    /// A file that the reader must have: a link cannot hold it.
    File {
        name: String,
        /// As it lies on disk, packed or not.
        bytes: u64,
        /// The first 32 bits of the SHA-256 of its first [`HASHED_BYTES`], where
        /// known.
        hash: Option<u32>,
        entry: Option<String>,
    },
    /// A small trace that the link itself holds.
    Packed(Packed),
}

impl Source {
    /// Of an archive, the file in it.
    pub fn entry(&self) -> Option<&str> {
        match self {
            Self::Url { entry, .. } | Self::File { entry, .. } => entry.as_deref(),
            Self::Packed(_) => None,
        }
    }
}

/// What is in front: a trace or a comparison, by its place in the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Front {
    Trace(usize),
    Comparison(usize),
}

impl Link {
    /// Whether there is nothing in it to open.
    pub fn is_empty(&self) -> bool {
        self.traces.is_empty()
    }

    /// Files that the reader must add, in order.
    pub fn files(&self) -> impl Iterator<Item = &Source> {
        self.traces.iter().map(|(source, _)| source).filter(|source| matches!(source, Source::File { .. }))
    }
}
