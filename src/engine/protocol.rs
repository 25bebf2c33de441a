//! The one pair of enums between the page and the engine, and the plain data
//! in them. Encoded with postcard; see [`encode`] and [`decode`].
//!
//! Files do not travel in these messages: the worker hands their bytes to the
//! engine as they come (`Engine::begin`, `push`, `finish`), and the page hears
//! of it through [`Event`]s.

use crate::analysis::colour::{ColourBy, LegendRow};
use crate::lowering::by_name::{Over, PathNames};
use crate::lowering::comparison::{self, Comparison, Problem, RegionChoice, RegionRow};
use crate::lowering::profile::InstanceRows;
use crate::neuron::ProfileKind;
use crate::neuron::analysis::advice::Advice;
use crate::neuron::analysis::hierarchy::Hierarchy;
use crate::neuron::analysis::summary::ProfileSummary;
use crate::neuron::analysis::table::{CellTable, TableKind};
use crate::timeline::frame::{Frame, FrameRequest};
use crate::trace::{
    Health, InstantId, Interval, LinkKind, ProcessId, Rank, Scope, SliceId, TimeUnit, TrackId,
};
use serde::{Deserialize, Serialize};

/// An open trace, in order of opening; never used again after closing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TraceId(pub u32);

/// A file being read. One load may open several traces (an archive).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LoadId(pub u32);

/// A question with its number. Answers carry the number; a newer frame
/// request for the same trace supersedes older ones that wait.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    pub id: u32,
    pub body: Ask,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    Frame {
        trace: TraceId,
        frame: FrameRequest,
    },
    /// The whole trace at a glance, for the minimap.
    Overview {
        trace: TraceId,
        columns: u32,
    },
    Details {
        trace: TraceId,
        item: Item,
    },
    /// Starts a search or replaces the one that runs; hits are then flagged in
    /// frames. An empty query ends it.
    Search {
        trace: TraceId,
        query: String,
    },
    /// A hit by its position in time order, or the first at or after a time.
    SearchHit {
        trace: TraceId,
        at: HitAt,
    },
    /// Next or previous thing from an item.
    Step {
        trace: TraceId,
        item: Item,
        step: Step,
    },
    /// Statistics by name over an area.
    NameTable {
        trace: TraceId,
        area: Area,
    },
    /// Slices in an area as rows, for the table twin.
    SliceTable {
        trace: TraceId,
        area: Area,
        sort: SliceSort,
        falling: bool,
        offset: u64,
        limit: u32,
    },
    /// Durations of all slices with this slice's name, for a histogram.
    Same {
        trace: TraceId,
        slice: SliceId,
    },
    Health {
        trace: TraceId,
    },
    /// Metadata keys that are safe to show, and how many are hidden.
    Metadata {
        trace: TraceId,
        show_hidden: bool,
    },
    /// What colours are to stand for from now on; the answer is what has which.
    ColourBy {
        trace: TraceId,
        by: ColourBy,
    },
    /// About a trace with a Neuron profile.
    Neuron {
        trace: TraceId,
        ask: NeuronAsk,
    },
    Close {
        trace: TraceId,
    },
    /// Regions that these traces have, those that all have first, then by time.
    Regions {
        traces: Vec<TraceId>,
    },
    /// Paths of a region, side by side.
    Compare {
        request: comparison::Request,
    },
    /// Ops and device work by name, on the baseline and on one other path.
    PathNames {
        request: comparison::Request,
        /// Index into the paths of the request.
        other: u32,
        over: Over,
    },
    /// One instance of a region, row by row.
    Instance {
        trace: TraceId,
        region: RegionChoice,
        root: SliceId,
    },
}

/// Questions about a Neuron profile, of an area or of the whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum NeuronAsk {
    Summary(Area),
    Advice(Area),
    Hierarchy(Area),
    Table(Area, TableKind),
    /// Which nodes of the hierarchy a slice belongs to.
    NodesOf(SliceId),
}

/// An answer to a [`Request`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub id: u32,
    pub body: Answer,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    Frame {
        trace: TraceId,
        frame: Frame,
    },
    Overview {
        trace: TraceId,
        overview: Overview,
    },
    Details(Box<Details>),
    Search(SearchSummary),
    SearchHit(Option<Hit>),
    Step(Option<Located>),
    NameTable(NameTable),
    SliceTable(SliceTable),
    Same(SameName),
    Health(Health),
    Metadata {
        shown: Vec<(String, String)>,
        hidden: u32,
    },
    Closed,
    Legend(Vec<LegendRow>),
    Neuron(NeuronAnswer),
    Regions(Vec<RegionRow>),
    Compared(Result<Box<Comparison>, Problem>),
    PathNames(Result<Box<PathNames>, Problem>),
    /// `None` when the slice begins no instance of the region.
    Instance(Option<Box<InstanceRows>>),
    /// The trace is not open (any more), or the item is none of its.
    Gone,
}

/// Answers to [`NeuronAsk`], in the same order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum NeuronAnswer {
    Summary(Box<ProfileSummary>),
    Advice(Vec<Advice>),
    Hierarchy(Hierarchy),
    Table(CellTable),
    /// Keys of the nodes, outermost first.
    NodesOf(Vec<u64>),
}

/// What the engine says unasked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    Progress {
        load: LoadId,
        progress: Progress,
    },
    Opened {
        load: LoadId,
        info: Box<TraceInfo>,
    },
    /// An archive with several traces: the page lets the person choose.
    Choose {
        load: LoadId,
        entries: Vec<ArchiveEntry>,
    },
    /// The file gave no trace.
    Failed {
        load: LoadId,
        failure: LoadFailure,
    },
    /// Files of an archive that are no trace, beside others that are.
    Skipped {
        load: LoadId,
        file: String,
        entries: Vec<LoadFailure>,
    },
    /// All of a load is done or cancelled.
    Done {
        load: LoadId,
        cancelled: bool,
    },
}

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
}

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
    /// Greatest end of any slice or instant, for the "file ends here" line.
    pub read_ms: f64,
    /// Worker memory held for this trace, about.
    pub memory_bytes: u64,
    /// Set when it comes from one of Neuron's tools.
    pub neuron: Option<NeuronInfo>,
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
    /// The long nothing that it begins with.
    pub empty_start: Option<Interval>,
    /// What colours can stand for.
    pub colours: Vec<ColourBy>,
}

impl TraceInfo {
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

/// How a search stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchSummary {
    pub query: String,
    pub hits: u64,
    /// How many by where they matched.
    pub by_name: u64,
    pub by_category: u64,
    pub by_args: u64,
    /// False while args are still searched; the engine then goes on and says
    /// so with further answers under the same number.
    pub complete: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HitAt {
    /// 0-based, in time order.
    Index(u64),
    /// First hit that starts at or after (or last one before) a time.
    After(i64),
    Before(i64),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// 0-based, in time order.
    pub index: u64,
    pub at: Located,
}

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

/// Bytes of a message.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // Writing to a growing buffer fails for no value of these types.
    postcard::to_stdvec(message).unwrap_or_default()
}

/// A message from bytes; `None` when the other side is of another version.
pub fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
