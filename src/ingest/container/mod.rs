//! Takes the packing off a file: gzip, zstd, tar, zip, a saved report, and one level of these
//! inside each other.
//!
//! [`Unpacker`] is a push decoder. It takes the file in whatever chunks come
//! and hands out *entries*: a name and a stream of plain bytes. A plain file
//! is one entry, passed through without a copy. What a file is packed with is
//! decided by its first bytes, never by its name.
//!
//! A zip keeps its table of contents at its end. Where the caller can seek,
//! [`ZipListing`] reads that table, so that a person can choose; the bytes of
//! a chosen entry then go through [`Unpacker::zip_entry`]. Where the caller
//! cannot seek, or the table is broken, a plain [`Unpacker`] goes through the
//! zip from front to back.
//!
//! # Design constraints
//!
//! * Nothing fails as a whole. What came out stays; what was lost is a
//!   [`ContainerNote`].
//! * Memory is bounded: output is handed on as it is made, in pieces of at
//!   most [`PIECE_BYTES`]. A zstd window is limited to [`ZSTD_WINDOW_LIMIT`].
//!   One `push` may still yield a thousand times its bytes, so a caller that
//!   wants to stay responsive pushes chunks of 64 to 256 KiB and looks at
//!   [`Unpacker::progress`] between them.
//! * The same bytes give the same entries, bytes and notes however they are
//!   cut into chunks.
//!
//! What is absent: lz4, bzip2, xz, 7z and rar (the [sniffer](super::sniff)
//! names them and the command that unpacks them), decryption, zip parts
//! spread over several files.

pub mod bundle;
mod entry_name;
mod gzip;
mod inflate;
mod node;
mod note;
mod saved_report;
mod tar;
mod unpacker;
mod zip_listing;
mod zip_local;
mod zip_stream;
mod zstd;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod properties;

pub use entry_name::Guess;
pub(in crate::ingest) use node::packing_of;
pub use note::{ContainerNote, NoteKind, Severity};
pub use unpacker::{Packing, Progress, Unpacked, Unpacker};
pub use zip_listing::{ZipEntry, ZipListing, ZipListingError};

/// Largest piece of plain bytes handed out at once when something was
/// unpacked, in bytes.
pub const PIECE_BYTES: usize = 128 * 1024;

/// Largest zstd window that is accepted, in bytes. The window is memory that
/// the decoder must hold; this is also the limit of the `zstd` tool itself.
pub const ZSTD_WINDOW_LIMIT: u64 = 128 * 1024 * 1024;

/// How many packings may be around the plain bytes. A tar directly inside
/// gzip or zstd counts as one.
const MAX_LEVELS: u8 = 2;
