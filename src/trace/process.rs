//! A process row: what groups tracks.

use super::StringId;

/// A process, keyed by the text of its `pid` in the file.
#[derive(Debug, Clone)]
pub struct Process {
    /// The token's text without quotes; [`StringId::NONE`] when events had none.
    pub pid: StringId,
    /// From metadata, else the pid's text.
    pub name: StringId,
    /// Whether `name` came from metadata.
    pub named: bool,
    pub labels: Vec<StringId>,
    pub sort_index: i64,
    /// Range of [`super::TrackId`]s: first and one past the last.
    pub first_track: u32,
    pub end_track: u32,
}
