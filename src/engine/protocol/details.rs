//! One event: where it is, what it says, and the steps from one to another.

use crate::trace::{InstantId, LinkKind, Scope, SliceId, TrackId};
use serde::{Deserialize, Serialize};

/// A thing that can be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Item {
    Slice(SliceId),
    Instant(InstantId),
    /// A counter track at a time (ticks).
    Counter {
        track: TrackId,
        time: i64,
    },
}

/// An item with its place, enough to scroll and zoom to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Located {
    pub item: Item,
    pub name: String,
    pub track: TrackId,
    /// Row within the track.
    pub row: u32,
    /// Ticks.
    pub start: i64,
    pub dur: i64,
}

/// Where to step from an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Neighbours on the same row.
    Previous,
    Next,
    /// Along links; `nth` counts from 0 when there are several, and goes round
    /// behind the last.
    FlowBack {
        nth: u32,
    },
    FlowOn {
        nth: u32,
    },
    Parent,
    FirstChild,
    /// The slice nearest in time on the row above or below, across lanes and
    /// tracks.
    Up,
    Down,
}

/// Everything about one item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Details {
    pub at: Located,
    pub category: Option<String>,
    pub process: String,
    pub track_name: String,
    /// Where the track names its rows: that of the slice.
    pub row_name: Option<String>,
    /// 1-based number of the event in the file.
    pub event: Option<u64>,
    pub phase: String,
    /// Flags in words: Fluent ids such as `flag-unclosed`.
    pub flags: Vec<String>,
    /// Instants only.
    pub scope: Option<Scope>,
    /// Absolute start in ns since the epoch, where the file says.
    pub absolute_ns: Option<i64>,
    /// Self time in ticks: duration without children.
    pub self_time: Option<i64>,
    /// Thread clock (`tdur`) in ns.
    pub thread_dur_ns: Option<i64>,
    pub depth: u32,
    pub lane: u32,
    pub children: u64,
    /// Args and further keys, in file order, decoded for reading.
    pub args: Vec<ArgRow>,
    /// Args that are not in `args` because there are too many.
    pub args_left_out: u64,
    /// The event as JSON text, raw values as in the file.
    pub raw: String,
    /// Outermost first, ending with the item itself.
    pub parents: Vec<Located>,
    /// The first children in time order, at most 50.
    pub first_children: Vec<Located>,
    /// Links, at most 200 each way, with the totals.
    pub links_in: Vec<LinkRow>,
    pub links_out: Vec<LinkRow>,
    pub links_in_total: u64,
    pub links_out_total: u64,
    /// Call stack, leaf first.
    pub stack: Vec<String>,
    pub stack_cut: bool,
    /// Counters: series and value at the time.
    pub values: Vec<(String, Option<f64>)>,
}

/// One arg.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArgRow {
    /// Path such as `Input Dims` or `a.b[0]`.
    pub key: String,
    /// JSON text as in the file.
    pub raw: String,
    /// The same for reading: strings without quotes, escapes decoded.
    pub readable: String,
}

/// One link of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkRow {
    pub kind: LinkKind,
    pub name: String,
    pub id: String,
    /// The slice at the other end; `None` when the link leads nowhere.
    pub other: Option<Located>,
    /// From the end of the producer to the start of the consumer, in ticks.
    pub delay: Option<i64>,
}

/// Slices of one name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SameName {
    pub count: u64,
    /// Ticks; unfinished ones left out.
    pub min: i64,
    pub p10: i64,
    pub p50: i64,
    pub p90: i64,
    pub max: i64,
    pub total: i64,
    /// Counts of equal bins from `min` to `max`.
    pub bins: Vec<u32>,
}
