//! What is told while something is read.

use serde::{Deserialize, Serialize};

/// How far a load is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub file: String,
    /// Bytes of the file so far, and in all where known.
    pub packed_bytes: u64,
    pub packed_total: Option<u64>,
    /// Plain bytes so far.
    pub text_bytes: u64,
    pub events: u64,
    pub tracks: u32,
    /// Memory of the worker in bytes, where known.
    pub memory_bytes: Option<u64>,
    pub stage: Stage,
    /// Of building, what is done: 0 to 1.
    pub built: f64,
    /// Milliseconds since the load began.
    pub elapsed_ms: f64,
    /// Events by time so far, coarse, for the picture of what is there (at
    /// most 64 values, scaled to the greatest).
    pub density: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Stage {
    #[default]
    Reading,
    /// Sorting, nesting, linking.
    Building,
}

/// A file inside an archive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArchiveEntry {
    pub index: u32,
    pub name: String,
    pub packed_bytes: u64,
    pub text_bytes: Option<u64>,
    pub likely_trace: bool,
}

/// Why a file gave no trace.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LoadFailure {
    pub file: String,
    /// Fluent message id of the kind, such as `sniff-ntff`; the page has
    /// `ID-title`, `ID-text` and, where `command` is set, shows a command.
    pub message: String,
    /// Arguments of the message.
    pub args: Vec<(String, String)>,
    /// A command line that makes a file which we read.
    pub command: Option<String>,
    /// The first bytes of the content, at most 16.
    pub first_bytes: Vec<u8>,
}

impl LoadFailure {
    /// Message of entries of an archive that were not looked at, which is no
    /// failure in itself.
    pub const LEFT_OUT: &'static str = "archive-left-out";

    /// A packed table, or its rest, that gave no rows.
    pub fn of_table(name: &str, message: &str, detail: &str) -> Self {
        let detail = if detail.is_empty() { "none" } else { detail };
        Self {
            file: name.to_owned(),
            message: message.to_owned(),
            args: vec![("file".to_owned(), name.to_owned()), ("detail".to_owned(), detail.to_owned())],
            ..Self::default()
        }
    }
}
