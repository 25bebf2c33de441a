//! What the page knows of an open trace: its tracks, and the strips over them.

use super::TraceId;
use crate::analysis::colour::ColourBy;
use crate::lowering::part::PartOf;
use crate::neuron::ProfileKind;
use crate::trace::{Interval, ProcessId, Rank, TimeUnit, TrackId};
use serde::{Deserialize, Serialize};

/// A trace as the page knows it. Sent once when the trace opens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraceInfo {
    pub trace: TraceId,
    /// File name, with the path inside its archive.
    pub file: String,
    /// Human name of the format, such as "PyTorch Profiler (Kineto)".
    pub format: String,
    pub packed_bytes: u64,
    pub text_bytes: u64,
    pub unit: TimeUnit,
    pub base_time_ns: Option<i64>,
    pub rank: Option<Rank>,
    pub events: u64,
    pub slices: u64,
    pub instants: u64,
    pub links: u64,
    /// All drawn things, and the first view.
    pub bounds: Interval,
    pub fit: Interval,
    pub processes: Vec<ProcessInfo>,
    pub tracks: Vec<TrackInfo>,
    /// Rules at level warn or above.
    pub warnings: u32,
    /// Set when the file ends before its end.
    pub cut: Option<crate::trace::Cut>,
    /// The file is cut because its download broke off.
    pub is_interrupted: bool,
    /// Greatest end of any slice or instant, for the "file ends here" line.
    pub read_ms: f64,
    /// Worker memory held for this trace, about.
    pub memory_bytes: u64,
    /// Set when it comes from one of Neuron's tools.
    pub neuron: Option<NeuronInfo>,
    /// It runs NEFFs, which device profiles may show.
    pub runs_neffs: bool,
    /// It says that it was made up, not recorded.
    pub synthetic: bool,
    /// It is a part of another trace, made for a comparison.
    pub part: Option<PartOf>,
}

/// What a Neuron profile has to show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NeuronInfo {
    pub kind: ProfileKind,
    /// It has instructions, DMA rows, tensors, metrics.
    pub instructions: bool,
    pub dma: bool,
    pub tensors: bool,
    pub metrics: bool,
    /// Ticks that the run took as the file says, of which shares are taken;
    /// rows may begin later.
    pub total: Option<i64>,
    /// The long nothing that it begins with.
    pub empty_start: Option<Interval>,
    /// What colours can stand for.
    pub colours: Vec<ColourBy>,
}

impl TraceInfo {
    /// Ticks that it lasts: a run as its file says, else what is drawn.
    pub fn length(&self) -> i64 {
        self.neuron.as_ref().and_then(|neuron| neuron.total).unwrap_or(self.fit.len())
    }

    /// Whether nothing of it has a place on the timeline.
    pub fn is_bare(&self) -> bool {
        self.slices == 0
            && self.instants == 0
            && self.tracks.iter().all(|track| track.kind != TrackShape::Counter)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProcessInfo {
    pub process: ProcessId,
    pub name: String,
    pub pid: String,
    pub labels: Vec<String>,
    /// Range of tracks.
    pub first_track: u32,
    pub end_track: u32,
    /// Folded until a person opens it.
    pub folded: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrackInfo {
    pub track: TrackId,
    pub process: ProcessId,
    pub kind: TrackShape,
    pub name: String,
    pub tid: String,
    /// Rows of slices; 0 for counters.
    pub rows: u32,
    /// Rows that belong to extra lanes of overlapping slices.
    pub lane_rows: u32,
    /// Rows (within the track) where another lane begins, from the top; the
    /// main lane need not be the first.
    pub lane_starts: Vec<u32>,
    /// Names of rows within the track, from the top; one holds until the next.
    pub row_names: Vec<RowName>,
    pub slices: u64,
    pub instants: u64,
    /// Ticks covered by any slice.
    pub busy: i64,
    /// Counters: unit guess for the values, such as "B" or "".
    pub unit: String,
    /// Counters: last value.
    pub last_value: Option<f64>,
    /// Folded until a person opens it.
    pub folded: bool,
}

/// What the rows of a track from one on are called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowName {
    /// Row within the track.
    pub row: u32,
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TrackShape {
    Thread,
    Async,
    Counter,
    States,
    Objects,
}

/// The whole trace at a glance: one strip for each process with slices.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// What the columns show: the trace's bounds, or the first view where far
    /// outliers would squeeze all else into a corner.
    pub span: Option<Interval>,
    pub strips: Vec<OverviewStrip>,
    /// Columns that hold search hits.
    pub hits: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OverviewStrip {
    pub process: ProcessId,
    pub name: String,
    /// Share of each column covered by slices, in 255ths.
    pub share: Vec<u8>,
}
