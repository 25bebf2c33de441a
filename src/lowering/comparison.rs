//! The answer: paths side by side, as plain data.

use super::neff::NeffPart;
use super::neuron::NeuronPart;
use super::packed;
use super::profile::{
    Evidence, Figure, Instance, Item, LeftOut, Node, Orphans, Reason, Recording, RegionKey, Tensor,
};
use crate::engine::protocol::TraceId;
use serde::{Deserialize, Serialize};

pub use super::caveat::{Caveat, NeuronFact};
pub use super::claim::{Claim, Proof};
pub use super::metric::Metric;
pub use super::request::{PathRequest, RegionChoice, RegionIn, Request};

/// What paths are judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Measure {
    /// Duration of the region on the host.
    HostSpan,
    /// From the first device start to the last device end.
    DeviceSpan,
    /// Union of the device work.
    DeviceBusy,
}

/// Median with its spread, nanoseconds. The percentiles are those of
/// an instance, the nearest by rank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub median: f64,
    pub p10: f64,
    pub p90: f64,
}

/// What a path waits for most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// The device waits for launches.
    Host,
    /// Memory traffic: much is moved, or near the peak rate.
    Traffic,
    /// Many tiny pieces of device work.
    Latency,
    /// Waits for a synchronisation.
    Sync,
    /// On Neuron: an engine works most of the time.
    Compute,
    /// On the CPU: the work of the ops themselves.
    Work,
    /// On the CPU: what is around the ops.
    Dispatch,
    Unknown(Reason),
}

/// One path, as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathView {
    pub name: String,
    /// One for each recording.
    pub traces: Vec<TraceId>,
    pub files: Vec<String>,
    pub region: RegionKey,
    /// The judged time over all instances of all recordings.
    pub total: Spread,
    pub host: Spread,
    pub busy: Spread,
    pub span: Spread,
    /// Medians of the judged time by recording.
    pub recording_medians: Vec<f64>,
    /// Judged time of each instance, in time order.
    pub durations_ns: Vec<i64>,
    /// Of the first recording.
    pub instances: Vec<Instance>,
    /// Index into `instances`.
    pub median_instance: u32,
    pub instance_count: u32,
    pub left_out: Vec<LeftOut>,
    /// Of all recordings: instances that count for times alone, since they did
    /// not run the rows that are shown.
    pub unlike: u32,
    /// Of the warm-up instances that were left out, the longest one's time.
    pub warm_up_ns: i64,
    pub inputs: Option<Vec<Tensor>>,
    pub outputs: Option<Vec<Tensor>>,
    #[serde(with = "packed::nodes")]
    pub nodes: Vec<Node>,
    #[serde(with = "packed::items")]
    pub items: Vec<Item>,
    /// Indices into `nodes` of the ops that the alignment is about: those that
    /// a person wrote, composites opened.
    pub ops: Vec<u32>,
    pub metrics: Vec<(Metric, Figure)>,
    /// What the bytes rest on; `None` where they are not known.
    pub bytes_evidence: Option<Evidence>,
    pub bound: Bound,
    pub orphans: Orphans,
    pub recording: Recording,
    /// Of a Neuron device profile, the first recording's.
    pub neuron: Option<Box<NeuronPart>>,
    /// Of a path that runs NEFFs, the first recording's.
    pub neffs: Option<Box<NeffPart>>,
}

/// What became of an op of the baseline on another path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// It runs on its own there too.
    Kept,
    /// It is part of a device item with others.
    Fused,
    /// Something else does its work.
    Replaced,
    /// Nothing does it: it was not needed.
    Eliminated,
    /// It never had device work.
    HostOnly,
    /// The names do not tell.
    Unknown,
}

/// One op of the baseline and what it became on one other path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpFate {
    /// Index into the baseline's `ops`.
    pub op: u32,
    pub fate: Fate,
    /// Indices into the other path's `items`.
    pub into: Vec<u32>,
    /// Index into the other path's `ops`, where one matches.
    pub matched: Option<u32>,
    pub evidence: Evidence,
}

/// One path beside the baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alignment {
    /// Index of the path.
    pub path: u32,
    /// One for each op of the baseline, in order.
    pub fates: Vec<OpFate>,
    /// For each item of the path: indices into the baseline's `ops` that it
    /// stands for; empty when it is new.
    pub stands_for: Vec<Vec<u32>>,
}

/// A part of the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Term {
    /// Bytes saved, at the rate that the baseline reaches.
    Traffic,
    /// What else changed in the busy time.
    Efficiency,
    /// All of the change in busy time, where bytes are not known.
    Busy,
    /// Idle time between pieces of device work.
    Idle,
    /// Idle time because the host came late; on a CPU what is around the ops.
    Host,
    /// On Neuron: some engine works.
    Engines,
    /// On Neuron: DMA is in flight and no engine works.
    DmaAlone,
    /// On Neuron: neither.
    Waiting,
    /// On Neuron: the last two together, where a file has no rows of DMA.
    NoEngine,
    /// On Neuron: all of it, where a file has no instructions.
    Untold,
}

/// Why a path's time differs from the baseline's. The terms add up to
/// `delta_ns` exactly.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// Index of the path.
    pub path: u32,
    pub baseline_ns: i64,
    /// Other minus baseline: negative is faster.
    pub delta_ns: i64,
    pub terms: Vec<(Term, i64)>,
    /// Bytes per second that the baseline reaches; the rate of `Traffic`.
    pub reference_bytes_per_s: Figure,
    /// What the bytes alone would explain at that rate, where they are no term
    /// of their own: DMA and engines work at the same time.
    pub traffic_ns: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Certainty {
    Clear,
    Hint,
    /// Not distinguishable.
    None,
    /// Must not be compared.
    Refused,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The fastest path by median; `None` when it is not distinguishable from
    /// the one it is compared with, or refused.
    pub winner: Option<u32>,
    /// The path that the ratio is taken to: the baseline, or the best other
    /// path where the baseline itself wins.
    pub against: u32,
    /// Time of `against` over time of the fastest: at least 1.
    pub ratio: f64,
    /// p10 of one over p90 of the other, and the reverse. The interval is that
    /// to `against`; a path that is as fast as the winner is a caveat.
    pub ratio_low: f64,
    pub ratio_high: f64,
    pub certainty: Certainty,
    pub proofs: Vec<Proof>,
    pub caveats: Vec<Caveat>,
}

/// Paths beside a baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    pub region: String,
    pub baseline: u32,
    pub judged_by: Measure,
    pub paths: Vec<PathView>,
    /// One for each path but the baseline.
    pub alignments: Vec<Alignment>,
    pub explanations: Vec<Explanation>,
    pub verdict: Verdict,
}

impl Comparison {
    /// Whether all paths are Neuron device profiles.
    pub fn is_neuron(&self) -> bool {
        !self.paths.is_empty() && self.paths.iter().all(|path| path.neuron.is_some())
    }

    /// The paths do not do the same work: no difference is for better or worse.
    pub fn is_refused(&self) -> bool {
        self.verdict.certainty == Certainty::Refused
    }
}

/// Why there is no comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Problem {
    /// The region is not in this trace; the nearest names that are.
    NoRegion {
        path: u32,
        near: Vec<RegionKey>,
    },
    /// The trace is not open any more.
    Gone {
        path: u32,
    },
    NoPaths,
    TooManyPaths,
}

/// A region that the open traces have, for choosing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegionRow {
    pub key: RegionKey,
    /// Instances and their total time by trace, in the order asked; 0 where
    /// the trace has none.
    pub count: Vec<u64>,
    pub total_ns: Vec<i64>,
}
