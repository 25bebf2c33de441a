//! The answer: paths side by side, as plain data.

use super::neff::NeffPart;
use super::neuron::NeuronPart;
use super::packed;
use super::profile::{
    Evidence, Figure, Instance, Item, LeftOut, Node, Orphans, Reason, Recording, RegionKey, Tensor,
};
use crate::engine::protocol::TraceId;
use crate::neuron::Engine;
use crate::trace::SliceId;
use serde::{Deserialize, Serialize};

/// What to compare.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Two to four; one is drawn alone.
    pub paths: Vec<PathRequest>,
    /// Index into `paths`.
    pub baseline: u32,
    /// `None` leaves the choice to the engine.
    pub judge_by: Option<Measure>,
}

impl Request {
    /// All traces that it is about, in order.
    pub fn traces(&self) -> Vec<TraceId> {
        self.paths.iter().flat_map(|path| &path.recordings).map(|recording| recording.trace).collect()
    }

    /// The same, each once, in order of first mention.
    pub fn distinct_traces(&self) -> Vec<TraceId> {
        let mut found = Vec::new();
        for trace in self.traces() {
            if !found.contains(&trace) {
                found.push(trace);
            }
        }
        found
    }
}

/// One path: a region in one trace, or in several recordings of the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathRequest {
    /// Empty: the name is made from the file and what is in it.
    pub name: String,
    pub recordings: Vec<RegionIn>,
}

/// A region of a trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegionIn {
    pub trace: TraceId,
    pub region: RegionChoice,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum RegionChoice {
    Key(RegionKey),
    /// This slice and all that are like it.
    Like(SliceId),
}

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

/// A metric of [`PathView::metrics`]; the page has name, unit and definition
/// for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Metric {
    // Device.
    Launches,
    DistinctKernels,
    DeviceBusyNs,
    DeviceSpanNs,
    DeviceIdleNs,
    StarvedNs,
    Gaps,
    // Host.
    HostSpanNs,
    PythonNs,
    DispatchNs,
    LaunchCallsNs,
    QueueNs,
    GuardNs,
    Syncs,
    CpuFallbacks,
    // Structure.
    Ops,
    LeafOps,
    Depth,
    FusionRatio,
    // Memory.
    BytesMoved,
    BytesMin,
    Amplification,
    AchievedBytesPerS,
    UsefulBytesPerS,
    PeakShare,
    TemporaryBytes,
    // Arithmetic.
    Flops,
    FlopsPerS,
    ArithmeticIntensity,
    // Kernels.
    Occupancy,
    WarpsPerSm,
    Blocks,
    ThreadsPerBlock,
    // Of Neuron's device profiles.
    TotalTimeNs,
    ActiveTimeNs,
    IdleTimeNs,
    ThrottledNs,
    HbmReadBytes,
    HbmWrittenBytes,
    SpilledBytes,
    DmaActiveNs,
    DmaAloneNs,
    DmaShare,
    DmaPackets,
    DmaRate,
    EngineActiveNs(Engine),
    EngineWaitNs(Engine),
    Instructions,
    ModelFlops,
    UsefulFlops,
    TransposeFlops,
    HardwareFlops,
    Mfu,
    Hfu,
    Mbu,
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

/// Why a verdict is not clearer, or what to read with care.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Caveat {
    StacksOn {
        paths: Vec<u32>,
    },
    MemoryOn {
        paths: Vec<u32>,
    },
    ShapesDiffer {
        path: u32,
    },
    ShapesUnknown {
        paths: Vec<u32>,
    },
    OneInstance {
        paths: Vec<u32>,
    },
    FewInstances {
        paths: Vec<u32>,
    },
    OneRecording,
    /// The trace is a part of another, with fewer instances.
    Sample {
        path: u32,
        instances: u32,
        of: u32,
    },
    HostTimes,
    SmallRatio,
    OtherDevice {
        paths: Vec<u32>,
    },
    DeviceUnknown,
    GraphReplay {
        paths: Vec<u32>,
    },
    WarmUpLeftOut {
        path: u32,
        count: u32,
        longest_ns: i64,
    },
    OtherGroupsLeftOut {
        path: u32,
        count: u32,
    },
    CutLeftOut {
        path: u32,
        count: u32,
    },
    /// Many instances count for times though they did not run the rows shown.
    RowsDiffer {
        path: u32,
        count: u32,
    },
    /// Inputs are not known, but the first op works on more or less data.
    EntryDiffers {
        path: u32,
    },
    /// These are as good as the fastest: their intervals overlap its own.
    Tied {
        paths: Vec<u32>,
    },
    Orphans {
        path: u32,
        count: u64,
        total_ns: i64,
        /// Of them, work whose launch was before the recording began.
        launch_not_recorded: u64,
    },
    /// Run alone it would wait for the host.
    HostBoundAlone {
        path: u32,
        host_ns: i64,
        device_ns: i64,
    },
    FasterWithMoreKernels {
        path: u32,
    },
    /// The trace does not say the bytes: one piece of work does all of the
    /// region, so they are taken for the region's inputs and outputs.
    BytesInferred {
        paths: Vec<u32>,
    },
    DeviceAndNoDevice,
    /// The hardware limited itself: paths with the time.
    Throttled {
        times: Vec<(u32, i64)>,
    },
    /// DMA was not recorded in full, or does not say what it moves.
    DmaNotes {
        paths: Vec<u32>,
    },
    /// Of device profiles: one run says nothing of how the next would differ.
    OneRun {
        paths: Vec<u32>,
    },
    /// No instruction names the op that it comes from.
    NoNames {
        paths: Vec<u32>,
    },
    /// Something that must be the same for times to mean the same is not.
    NeuronFactDiffers {
        path: u32,
        fact: NeuronFact,
    },
    /// Device profiles of single NEFFs beside other traces.
    NeffAndTrace,
    /// They were made up, not recorded.
    Synthetic {
        paths: Vec<u32>,
    },
    /// Not all NEFFs of a path have a device profile that is open.
    NeffsUnjoined {
        path: u32,
        joined: u32,
        all: u32,
    },
    /// The profiled runs took another time than those of the trace.
    ProfiledRunDiffers {
        path: u32,
        ran_ns: i64,
        profiled_ns: i64,
    },
    /// The file ends in the middle.
    CutOff {
        paths: Vec<u32>,
    },
    /// Rows last much longer or shorter than the file says that the run did.
    TimesDisagree {
        path: u32,
        rows_ns: i64,
        told_ns: i64,
    },
    /// The file has no instructions, or no DMA.
    SectionsMissing {
        path: u32,
        instructions: bool,
        dma: bool,
    },
    /// A device profile does not name the tensors of its NEFF with their shapes.
    TensorsUnknown {
        paths: Vec<u32>,
    },
    /// A device profile does not say which chip it is of.
    ChipUnknown {
        paths: Vec<u32>,
    },
}

impl Caveat {
    /// A file does not hold all of the run, so that its times mean nothing.
    pub fn is_incomplete(&self) -> bool {
        matches!(self, Self::CutOff { .. } | Self::TimesDisagree { .. })
    }
}

/// Of a Neuron device profile: what times depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NeuronFact {
    /// Physical cores within a logical one.
    Cores,
    Clock,
    /// Another NeuronCore of the machine.
    Core,
    DataVersion,
}

/// A piece of evidence for the verdict, strongest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    pub claim: Claim,
    pub evidence: Vec<Evidence>,
    /// Where to look.
    pub at: Vec<(TraceId, SliceId)>,
}

/// Structure (ops, launches, bytes, fusion) or timing; numbers are medians of
/// baseline and winner, or of the two that are compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Claim {
    /// On Neuron, as the file's summary counts it.
    HbmTraffic {
        from_read: f64,
        to_read: f64,
        from_written: f64,
        to_written: f64,
        saved_ns: i64,
    },
    /// Opcodes with how often they are executed, and how many of these are gone.
    OpcodesGone {
        opcodes: Vec<(String, u64, u64)>,
    },
    /// The longest time between two pieces of an engine's work.
    Pause {
        engine: Engine,
        from_ns: i64,
        to_ns: i64,
    },
    /// A term of a Neuron explanation.
    Part {
        term: Term,
        from_ns: i64,
        to_ns: i64,
    },
    Launches {
        from: u32,
        to: u32,
    },
    OpsFused {
        ops: u32,
        items: u32,
    },
    SameOpsOneLevelDown {
        name: String,
    },
    Traffic {
        from_bytes: f64,
        to_bytes: f64,
        from_ratio: f64,
        to_ratio: f64,
        saved_ns: i64,
    },
    Efficiency {
        from_bytes_per_s: f64,
        to_bytes_per_s: f64,
        ns: i64,
    },
    Busy {
        from_ns: i64,
        to_ns: i64,
    },
    Idle {
        from_ns: i64,
        to_ns: i64,
    },
    Host {
        from_ns: i64,
        to_ns: i64,
    },
    OpsCount {
        from: u32,
        to: u32,
    },
}

impl Claim {
    /// Structure does not vary between recordings; times do.
    pub fn is_structure(&self) -> bool {
        !matches!(
            self,
            Claim::Busy { .. }
                | Claim::Idle { .. }
                | Claim::Host { .. }
                | Claim::Pause { .. }
                | Claim::Part { .. }
        )
    }
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
