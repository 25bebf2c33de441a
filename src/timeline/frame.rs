//! The draw list of a timeline: what to paint for a span of time, at a
//! resolution, for the tracks in view.
//!
//! A frame holds at most a few boxes per pixel column and row, however many
//! slices lie there: slices shorter than a column are merged into one box that
//! keeps their count and the longest of them. The page asks for a span wider
//! than the screen, so that it can pan while the next frame is on its way.
//!
//! Times are ticks of the trace; positions on screen are the page's business
//! (`x_from_time`).

use crate::trace::{InstantId, InstantKind, LinkKind, ProcessId, Scope, SliceId, StringId, TrackId};
use serde::{Deserialize, Serialize};

/// Asks for a frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrameRequest {
    /// Span in ticks, already widened by the page.
    pub start: i64,
    pub end: i64,
    /// Device pixel columns in `start..end`. More than 32,768 are taken as that;
    /// [`Frame::columns`] says how many there are.
    pub columns: u32,
    /// Strips in view, top to bottom.
    pub bands: Vec<BandKey>,
    /// Links to draw as arrows.
    pub arrows: Arrows,
}

/// A strip of the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BandKey {
    /// Rows `first_row..first_row + rows` of a track (rows counted within the
    /// track), with the track's instants.
    Rows { track: TrackId, first_row: u32, rows: u32 },
    /// A track flattened to one row: share of time covered by any slice.
    Busy { track: TrackId },
    /// A process flattened to one row: share of time covered by any slice of
    /// its threads.
    ProcessBusy { process: ProcessId },
    /// A counter track.
    Counter { track: TrackId },
}

/// Which links to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrows {
    None,
    /// Links of one slice.
    Of(SliceId),
    /// All links with an end in view, up to a bound; the rest is counted.
    All,
}

/// What to paint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    pub start: i64,
    pub end: i64,
    pub columns: u32,
    /// One for each band asked for, in the same order.
    pub bands: Vec<Band>,
    /// Names of boxes that are wide enough for a label, each once.
    pub names: Vec<(StringId, String)>,
    /// Instants of the whole trace (global scope) in the span.
    pub globals: Vec<MarkBox>,
    pub arrows: Vec<Arrow>,
    /// Links that were left out of `arrows` because there are too many. Exact
    /// while at most 100,000 ends are in view, within a few percent beyond.
    pub arrows_left_out: u64,
}

/// One strip's content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Band {
    Rows(RowsBand),
    Busy(BusyBand),
    Counter(CounterBand),
}

/// Boxes of a track's rows, as columns of equal length, by row and start.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RowsBand {
    /// Row within the track.
    pub row: Vec<u32>,
    /// Ticks. As drawn: a clipped slice ends where its parent or follower says.
    pub start: Vec<i64>,
    pub end: Vec<i64>,
    /// The slice, or the longest of the merged ones.
    pub slice: Vec<SliceId>,
    pub name: Vec<StringId>,
    /// Slices in the box: 1, or more where they are merged.
    pub count: Vec<u32>,
    /// See [`crate::timeline::frame::colour`].
    pub colour: Vec<u8>,
    /// See [`box_flag`].
    pub flags: Vec<u8>,
    /// Instants of the track (thread and process scope).
    pub marks: Vec<MarkBox>,
}

impl RowsBand {
    pub fn len(&self) -> usize {
        self.row.len()
    }

    pub fn is_empty(&self) -> bool {
        self.row.is_empty()
    }

    /// Makes room for further boxes.
    pub fn reserve(&mut self, boxes: usize) {
        self.row.reserve(boxes);
        self.start.reserve(boxes);
        self.end.reserve(boxes);
        self.slice.reserve(boxes);
        self.name.reserve(boxes);
        self.count.reserve(boxes);
        self.colour.reserve(boxes);
        self.flags.reserve(boxes);
    }
}

/// Values of [`RowsBand::colour`].
pub mod colour {
    /// 0..=11: the twelve colours of ops, in order of total time.
    pub const OPS: u8 = 12;
    /// Structure above the ops; deeper frames are lighter.
    pub const FRAME_1: u8 = 12;
    pub const FRAME_2: u8 = 13;
    pub const FRAME_3: u8 = 14;
}

/// Bits of [`RowsBand::flags`].
pub mod box_flag {
    /// No end known: the trailing edge fades.
    pub const UNFINISHED: u8 = 1;
    /// Drawn shorter than recorded.
    pub const CLIPPED: u8 = 2;
    /// Duration was negative or unusable.
    pub const REPAIRED: u8 = 4;
    /// Matches the search (for merged boxes: at least one does).
    pub const HIT: u8 = 8;
    /// A point in time on an asynchronous track.
    pub const INSTANT: u8 = 16;
    /// No begin known: the leading edge fades.
    pub const NO_BEGIN: u8 = 32;
    /// A name given by the writer (`cname`) decides the colour: the colour
    /// column then holds an index into [`super::CNAMES`].
    pub const CNAME: u8 = 64;
    /// Waiting, not work.
    pub const WAIT: u8 = 128;
}

/// An instant, or several in one column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarkBox {
    pub time: i64,
    /// The first of them.
    pub instant: InstantId,
    pub track: TrackId,
    pub name: String,
    pub count: u32,
    pub scope: Scope,
    pub kind: InstantKind,
    pub hit: bool,
}

/// Share of each column that is covered, in 255ths; at least 1 where there is
/// anything at all.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BusyBand {
    /// The colour of all its slices, where they have one; see [`colour`].
    pub colour: Option<u8>,
    /// One value for each of the frame's columns.
    pub share: Vec<u8>,
}

/// A counter in view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CounterBand {
    /// Least and greatest value over the whole trace, for the axis; the axis
    /// includes 0 unless all values are farther from it than ten times their
    /// spread. Never equal for a counter.
    pub min: f64,
    pub max: f64,
    pub series: Vec<CounterLine>,
}

/// Steps of one series: from `time[i]` on, `last[i]` holds; where several
/// points fall into one column, `low` and `high` span them. NaN = gap. The first
/// step may lie before the span: its value holds when the span begins.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CounterLine {
    pub name: String,
    pub time: Vec<i64>,
    pub low: Vec<f64>,
    pub high: Vec<f64>,
    pub last: Vec<f64>,
}

/// A link to draw.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Arrow {
    pub kind: LinkKind,
    pub from: ArrowEnd,
    pub to: ArrowEnd,
}

/// One end of an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ArrowEnd {
    /// [`TrackId::NONE`] when the partner is missing: a stub with a hollow end.
    pub track: TrackId,
    /// Row within the track; meaningless without a slice.
    pub row: u32,
    /// Where the arrow touches, in ticks: end of the producer, start of the
    /// consumer (the event's own time when it has no slice).
    pub time: i64,
    /// [`SliceId::NONE`]: hollow marker.
    pub slice: SliceId,
}

/// Reserved colour names of the trace-event format (`cname`), which viewers
/// honour; the painter maps each to a token of its own.
pub const CNAMES: &[&str] = &[
    "thread_state_uninterruptible",
    "thread_state_iowait",
    "thread_state_running",
    "thread_state_runnable",
    "thread_state_sleeping",
    "thread_state_unknown",
    "background_memory_dump",
    "light_memory_dump",
    "detailed_memory_dump",
    "vsync_highlight_color",
    "generic_work",
    "good",
    "bad",
    "terrible",
    "black",
    "grey",
    "white",
    "yellow",
    "olive",
    "rail_response",
    "rail_animation",
    "rail_idle",
    "rail_load",
    "startup",
    "heap_dump_stack_frame",
    "heap_dump_object_type",
    "heap_dump_child_node_arrow",
    "cq_build_running",
    "cq_build_passed",
    "cq_build_failed",
    "cq_build_abandoned",
    "cq_build_attempt_runnig",
    "cq_build_attempt_passed",
    "cq_build_attempt_failed",
];
