//! The one pair of enums between the page and the engine, and the plain data
//! in them. Encoded with postcard; see [`encode`] and [`decode`].
//!
//! Files do not travel in these messages: the worker hands their bytes to the
//! engine as they come (`Engine::begin`, `push`, `finish`), and the page hears
//! of it through [`Event`]s.

mod details;
mod info;
mod load;
mod neff;
mod search;
mod table;

pub use details::{ArgRow, Details, Item, LinkRow, Located, SameName, Step};
pub use info::{NeuronInfo, Overview, OverviewStrip, ProcessInfo, RowName, TraceInfo, TrackInfo, TrackShape};
pub use load::{ArchiveEntry, LoadFailure, Progress, Stage};
pub use neff::{NeffUse, NeffUses, RanBy, Runner};
pub use search::{Hit, HitAt, SearchSummary};
pub use table::{Area, NameRow, NameTable, SliceRow, SliceSort, SliceTable};

use crate::analysis::colour::{ColourBy, LegendRow};
use crate::export::pack::{PackProblem, PackedTrace};
use crate::lowering::by_name::{Over, PathNames};
use crate::lowering::comparison::{self, Comparison, Problem, RegionChoice, RegionRow};
use crate::lowering::profile::InstanceRows;
use crate::neuron::analysis::advice::Advice;
use crate::neuron::analysis::hierarchy::Hierarchy;
use crate::neuron::analysis::section_table::{SectionRow, SectionTable};
use crate::neuron::analysis::summary::ProfileSummary;
use crate::neuron::analysis::table::{CellTable, TableKind};
use crate::timeline::frame::{Frame, FrameRequest};
use crate::trace::{Health, SliceId};
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
    /// What lies in an area, as Chrome JSON for other viewers.
    ChromeJson {
        trace: TraceId,
        area: Area,
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
    /// NEFFs that a slice ran, or all of the trace, with their device profiles.
    Neffs {
        trace: TraceId,
        slice: Option<SliceId>,
    },
    /// Ops that ran the NEFF of a device profile.
    RanBy {
        trace: TraceId,
    },
    Close {
        trace: TraceId,
    },
    /// Regions that these traces have, those that all have first, then by time.
    Regions {
        traces: Vec<TraceId>,
    },
    /// Finds the regions of a trace, and measures the one that a comparison
    /// with others would begin with. The answer is its regions.
    Prepare {
        trace: TraceId,
    },
    /// Paths of a region, side by side.
    Compare {
        request: comparison::Request,
    },
    /// The parts of the traces that a comparison rests on, together of so many
    /// bytes at most.
    Pack {
        request: comparison::Request,
        most_bytes: u64,
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
    /// Which sections the file has.
    Sections,
    /// The rows of one, as they are written.
    Section(String),
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
    /// `None`: it would be longer than [`MOST_EXPORTED_BYTES`].
    ChromeJson(Option<String>),
    Same(SameName),
    Health(Health),
    Metadata {
        shown: Vec<(String, String)>,
        hidden: u32,
    },
    Closed,
    Legend(Vec<LegendRow>),
    Neuron(NeuronAnswer),
    Neffs(NeffUses),
    RanBy(RanBy),
    Regions(Vec<RegionRow>),
    Compared(Result<Box<Comparison>, Problem>),
    /// One for each trace, in order of first mention.
    Packed(Result<Vec<PackedTrace>, PackProblem>),
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
    Sections(Vec<SectionRow>),
    Section(SectionTable),
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

/// Longest Chrome JSON of a part of a trace.
pub const MOST_EXPORTED_BYTES: usize = 256 << 20;

/// Bytes of a message.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // Writing to a growing buffer fails for no value of these types.
    postcard::to_stdvec(message).unwrap_or_default()
}

/// A message from bytes; `None` when the other side is of another version.
pub fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
