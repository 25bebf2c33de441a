//! What is kept of a row that takes time until the trace is built.

use super::place::PlaceId;
use crate::trace::{ArgsRef, SliceFlags, StringId};

/// A row with a place in time.
#[derive(Debug, Clone, Copy)]
pub struct RawRow {
    /// Ticks.
    pub start: i64,
    /// Ticks, never negative.
    pub dur: i64,
    pub args: ArgsRef,
    pub event: u32,
    /// Name of the lane, where it is none of the known ones.
    pub label: StringId,
    pub flags: SliceFlags,
    pub place: PlaceId,
    /// Both times are there; otherwise the row is not drawn.
    pub is_timed: bool,
}

impl RawRow {
    /// End in ticks; saturates.
    pub fn end(&self) -> i64 {
        self.start.saturating_add(self.dur)
    }
}
