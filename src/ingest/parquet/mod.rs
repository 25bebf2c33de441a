//! Reads a Parquet file as rows of JSON text, one a line.
//!
//! Neuron Explorer keeps its profiles as folders of Parquet tables. Their rows
//! go the way of all rows of Neuron profiles (see `ingest::neuron`): as JSON
//! objects with the columns as keys. So [`Rows`] only turns columns into rows,
//! a piece of text at a time. The first line is a list with the names of all
//! columns; then each row is an object, without the columns that are null.
//!
//! The `parquet` crate reads the footer and decodes values. Pages are found
//! and unpacked here, because the crate's zstd is C, and because a page must
//! be judged before room is made for it.
//!
//! # Design constraints
//!
//! * Nothing outside a native program and the page's `parquet_worker` may
//!   name this module's [`Rows`]: what the engine's worker does not call is
//!   not in it.
//! * The crate is not made for hostile files. What it would take too much
//!   memory or an endless stack for is refused before it is called; it may
//!   still panic, which callers must survive: see [`guarded`].
//! * Memory is bounded: one page of each column is unpacked at a time, at
//!   most [`MOST_OPEN_BYTES`] together, and text is at most
//!   [`MOST_GROWTH`] times the file.
//!
//! What is absent: encrypted files, columns in other files, brotli and LZO,
//! statistics and indices (every row is read).

mod codec;
mod column;
mod delta;
mod footer;
#[cfg(not(target_arch = "wasm32"))]
mod guard;
mod levels;
mod page_header;
mod pages;
mod problem;
mod rows;
mod thrift;
mod value;

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;

#[cfg(not(target_arch = "wasm32"))]
pub use guard::guarded;
pub use problem::Problem;
pub use rows::Rows;

/// First and last bytes of a file.
pub const MAGIC: &[u8; 4] = b"PAR1";
/// The same where the footer is encrypted.
pub const ENCRYPTED_MAGIC: &[u8; 4] = b"PARE";

/// Largest file that is read, in bytes. All of it is held, because its table
/// of contents is at its end.
pub const MOST_FILE_BYTES: u64 = 512 << 20;

/// Largest page, unpacked, in bytes.
const MOST_PAGE_BYTES: usize = 128 << 20;

/// Bytes of unpacked pages that may be open at once, over all columns.
const MOST_OPEN_BYTES: usize = 512 << 20;

/// Text may be so many times as long as the file, and at least
/// [`ALWAYS_TEXT_BYTES`].
const MOST_GROWTH: u64 = 1000;
const ALWAYS_TEXT_BYTES: u64 = 64 << 20;

/// Values that one record may have in one column, and one page in all.
const MOST_VALUES: u64 = 16 << 20;

/// Columns that are read.
const MOST_COLUMNS: usize = 4096;
