//! Rows of the drawer’s tables.

use super::details::Located;
use crate::trace::TrackId;
use serde::{Deserialize, Serialize};

/// An area of the timeline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub start: i64,
    pub end: i64,
    /// Tracks; empty means all.
    pub tracks: Vec<TrackId>,
}

/// Statistics by name over an area. Slices count when they overlap it; all
/// times count with the part inside.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NameTable {
    pub rows: Vec<NameRow>,
    pub slices: u64,
    /// Ticks of the area, and of it covered by any slice on its tracks (union).
    pub span: i64,
    pub busy: i64,
    /// Unfinished slices, left out of average, min and max.
    pub unfinished: u64,
    /// Slices that reach over an edge of the area.
    pub cut: u64,
    /// Names that are not in `rows` because there are too many.
    pub left_out: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NameRow {
    pub name: String,
    pub category: String,
    pub count: u64,
    /// Of `count`, those left out of average, min, max and percentiles.
    pub unfinished: u64,
    /// Of `count`, those that reach over an edge of the area.
    pub cut: u64,
    /// Ticks inside the area, as all that follow.
    pub total: i64,
    pub self_total: i64,
    pub average: f64,
    pub min: i64,
    pub max: i64,
    pub p50: i64,
    pub p90: i64,
    /// Of the area's busy time, in percent. Nested names add up to more.
    pub share: f64,
    /// The longest one, to go to.
    pub longest: Located,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SliceSort {
    Start,
    Duration,
    Name,
    Category,
    /// The order of the tracks on the timeline.
    Track,
    Depth,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SliceTable {
    pub total: u64,
    pub rows: Vec<SliceRow>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SliceRow {
    pub at: Located,
    pub category: String,
    pub track_name: String,
    pub depth: u32,
}
