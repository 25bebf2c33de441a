//! Tracks and their rows.

use super::{CounterId, ProcessId, SliceId, StringId};
use std::ops::Range;

/// What a track shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackKind {
    /// Slices and instants of one thread (or device stream).
    Thread,
    /// Asynchronous slices of one group (category and root name).
    Async,
    /// One counter with its series.
    Counter(CounterId),
    /// Thread states (phase T with a duration).
    States,
    /// Lives of objects.
    Objects,
}

/// One horizontal strip of the timeline.
#[derive(Debug, Clone)]
pub struct Track {
    pub process: ProcessId,
    pub kind: TrackKind,
    /// The thread's, counter's or group's name.
    pub name: StringId,
    /// Whether `name` came from metadata.
    pub named: bool,
    /// Thread tracks and states: the token's text, [`StringId::NONE`] when the
    /// events had none ("process events").
    pub tid: StringId,
    pub sort_index: i64,
    /// Rows, as a range of [`super::Trace::rows`].
    pub rows: Range<u32>,
    /// Slices, as a range of [`SliceId`]s.
    pub slices: Range<u32>,
    /// Instants, as a range of [`super::InstantId`]s.
    pub instants: Range<u32>,
}

/// One row of a track: slices that follow each other and do not overlap, by
/// start time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    pub track: super::TrackId,
    /// Depth within the lane, 0 = outermost.
    pub depth: u32,
    /// 0 = main lane, 1 and up = lanes of slices that overlap. Always 0 on
    /// asynchronous tracks, where trees share rows; see [`super::AsyncInfo`].
    pub lane: u32,
    /// Slices, as a range of [`SliceId`]s.
    pub first: u32,
    pub end: u32,
}

/// Rows of a track that have a name of their own, such as those of one engine
/// among the engines that share a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowName {
    /// The first such row, as an index into [`super::Trace::rows`]. The name
    /// holds until the next one of the same track.
    pub row: u32,
    pub name: StringId,
}

impl Row {
    pub fn slices(&self) -> impl DoubleEndedIterator<Item = SliceId> + use<> {
        (self.first..self.end).map(SliceId)
    }
}
