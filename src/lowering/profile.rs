//! What was measured of one path: the profile of a region in one trace.

use super::neff::NeffPart;
use super::neuron::NeuronPart;
use super::packed;
use crate::trace::SliceId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A figure, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Figure {
    Known(f64),
    Unknown(Reason),
}

/// Why a figure is not known. The page has a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// Ops were recorded without `Input Dims`: record with `record_shapes=True`.
    NoShapes,
    /// The trace has no device rows.
    NoDevice,
    /// The trace has no rows of launches.
    NoLaunches,
    /// Some ops of the path have no shapes, such as those inside a fused
    /// kernel; then what it reads and writes is not in the trace.
    SomeWithoutShapes,
    /// Peak rates of the device are not known.
    NoPeak,
    /// Python rows are missing: record with `with_stack=True`.
    NoStacks,
    /// For some op nobody can say from its shapes how many operations it takes.
    NoFlopRule,
    /// The profiler did not write it beside every kernel: those of some devices
    /// never do, and a replayed graph's kernels have less than others.
    NotWritten,
    /// The region has no kernels.
    NoKernels,
    /// Traces of XLA have no shapes; its text dumps have.
    XlaShapes,
    // Of Neuron's device profiles.
    /// It has no host: system profiles and traces of the framework do.
    NoHost,
    NoInstructions,
    NoDma,
    /// The file does not count the elements of matrix multiplications.
    NoElements,
    /// Engines work on chip: HBM bytes are those of DMA.
    OnChip,
    /// The file counts no bytes for instructions, nor in its summary.
    NoByteCounts,
    /// The NEFF has no HLO statistics, as with NKI kernels.
    NoHloStats,
    NotInFile,
    /// The tool that wrote the file wrote NaN or null.
    ToolCouldNotTell,
    /// Told of the whole profile only.
    WholeOnly,
    /// There is nothing to take a share of.
    NothingThere,
    /// Some NEFF of the path has no device profile that is open.
    NoProfile,
}

/// How a person names a region. The same key in another trace means the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RegionKey {
    pub kind: RegionKind,
    /// Without running numbers: `rmsnorm`, `Qwen2RMSNorm`, `aten::rms_norm`.
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RegionKind {
    /// `record_function` and the like.
    Annotation,
    /// `nn.Module: Class_0`, every instance of the class.
    Module,
    /// `Torch-Compiled Region: 0/0`.
    Compiled,
    Op,
    /// A Python function, or any other slice.
    Frame,
    /// A whole Neuron device profile, which is one run of one NEFF.
    Neff,
    /// What instructions of a device profile name as their layer.
    Layer,
}

/// What lies where in the lowering, from the source to the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// A step of the profiler, an iteration.
    Step,
    Annotation,
    Module,
    /// Python function.
    Frame,
    /// Compiled region, guards and prologue included.
    Compiled,
    Op,
    /// A call that launches device work.
    Launch,
    /// Other calls of the runtime, synchronisation included.
    Runtime,
    /// Kernel, copy, NEFF.
    Device,
    /// The NEFF of a device profile.
    Neff,
    /// Instruction of a device program.
    Instruction,
}

/// What an edge of the lowering rests on, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Evidence {
    /// Equal correlation ids, or a flow of the profiler between the two.
    Correlation,
    ExternalId,
    /// A NEFF's cache key, or the hash in it, in both files.
    CacheKey,
    /// A flow that the program wrote.
    Flow,
    Containment,
    /// Ops are read from a kernel's name.
    Name,
    SideFile,
    /// Of figures: shapes of the inputs.
    InputDims,
    /// Of figures: times as recorded.
    Timestamps,
    /// Of figures: what goes into the region and comes out, on another path.
    Interface,
    /// Instructions have the same opcode.
    Opcode,
    /// Of figures: counted by the hardware, as the file's summary says.
    Counter,
}

impl Evidence {
    /// 5 = as good as certain, 1 = weak.
    pub fn strength(self) -> u8 {
        match self {
            Evidence::Correlation | Evidence::Timestamps | Evidence::Counter => 5,
            Evidence::ExternalId | Evidence::CacheKey | Evidence::Flow | Evidence::InputDims => 4,
            Evidence::Containment | Evidence::Opcode => 3,
            Evidence::Name | Evidence::Interface => 2,
            Evidence::SideFile => 1,
        }
    }
}

/// A tensor, as the profiler writes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tensor {
    pub dims: Vec<u64>,
    /// `bf16`, `f32`, `i64` …; as written where not known.
    pub dtype: String,
    /// `None` where the dtype is not known.
    pub bytes: Option<u64>,
}

/// A row of host work in the tree that all instances of a group share.
/// Travels by [`packed::nodes`].
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub level: Level,
    pub name: Arc<str>,
    /// Index of the node around it; `None` for the root, which is node 0.
    pub parent: Option<u32>,
    /// 0 = the root.
    pub depth: u32,
    pub inputs: Arc<[Tensor]>,
    /// Median over the instances.
    pub median_ns: i64,
    /// Median of its time without its children.
    pub self_ns: i64,
    /// Start since the root's start, median.
    pub start_ns: i64,
    /// In the median instance.
    pub slice: SliceId,
}

/// Device work of one instance; on a trace without a device the op that does
/// the work itself.
/// Travels by [`packed::items`].
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub kind: ItemKind,
    pub name: Arc<str>,
    /// The innermost op that it belongs to; the root where none is known.
    pub node: u32,
    /// The launch, where there is one.
    pub launch: Option<u32>,
    pub evidence: Evidence,
    /// Median over the instances.
    pub median_ns: i64,
    /// Start since the first item's start, median.
    pub start_ns: i64,
    /// What it reads and writes at least, from the shapes of its op.
    pub bytes: Figure,
    /// In the median instance.
    pub slice: SliceId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ItemKind {
    Kernel,
    Copy,
    Fill,
    /// An op on the CPU.
    Op,
    /// A Neuron executable.
    Neff,
    /// What one engine did for one opcode, all of it.
    Instructions,
    /// What one DMA queue moved, all of it.
    Queue,
}

/// One run of the region. Times that do not exist are `None`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Instance {
    pub root: SliceId,
    /// Ticks of the trace.
    pub start: i64,
    /// Duration of the root.
    pub host_ns: i64,
    /// Union of the items' times.
    pub busy_ns: i64,
    /// From the first item's start to the last one's end.
    pub span_ns: i64,
    /// Of the idle time within the span, what a late launch caused: the device
    /// waited for the host. Always 0 on a trace without a device.
    pub starved_ns: i64,
    /// In calls that launch.
    pub launch_ns: i64,
    /// In guards and prologues of compiled code.
    pub guard_ns: i64,
    /// In Python rows, without what they call.
    pub python_ns: Option<i64>,
    /// Median of the time from the end of a launch call to the start of its work.
    pub queue_ns: Option<i64>,
    /// Of a Neuron device profile: union of the engines' work, without DMA.
    pub engines_ns: Option<i64>,
}

/// What one instance did, row by row. Times are those of the instance itself,
/// where those of a [`PathProfile`] are medians.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct InstanceRows {
    /// Preorder; node 0 is the root.
    #[serde(with = "packed::nodes")]
    pub nodes: Vec<Node>,
    /// In order of start.
    #[serde(with = "packed::items")]
    pub items: Vec<Item>,
}

/// How kernels fill the device: means over the kernels of an instance, weighted
/// by their time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct KernelShape {
    /// Share of the warps that fit which run at once, as the profiler estimates
    /// it: 0 to 1.
    pub occupancy: Figure,
    /// Warps of the whole grid by multiprocessor.
    pub warps_per_sm: Figure,
    pub blocks: Figure,
    pub threads_per_block: Figure,
}

/// Instances that were not counted, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeftOut {
    pub root: SliceId,
    /// What it is judged by took so long.
    pub took_ns: i64,
    pub why: LeftOutReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeftOutReason {
    /// The first one took more than three times the median.
    WarmUp,
    /// It ran other ops, or other shapes, than most.
    OtherGroup,
    /// The recording begins or ends within it, or its device work is missing.
    Cut,
}

/// Device work of the whole trace that no launch in it leads to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Orphans {
    pub count: u64,
    pub total_ns: i64,
    /// Of them, rows that carry a correlation id: their launch was before the
    /// recording began. The others carry none.
    pub launch_not_recorded: u64,
    /// The longest ones.
    pub examples: Vec<SliceId>,
}

/// Facts on the recording that decide what may be compared.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Has Python rows: host times are inflated.
    pub with_stack: bool,
    pub with_memory: bool,
    pub with_shapes: bool,
    pub has_device: bool,
    /// Written by XLA: shapes are never in the trace.
    pub is_xla: bool,
    /// Launches replay a graph.
    pub graph_replay: bool,
    /// Made up by a script, as it says itself.
    pub synthetic: bool,
    /// Of a part of another trace whose figures are not those of the whole:
    /// instances in it, and in the whole.
    pub sample: Option<(u32, u32)>,
    /// `NVIDIA H100 80GB HBM3`; empty where the trace does not say.
    pub device: String,
    /// Bytes per second that the device's memory can move at most, where known.
    pub peak_bytes_per_s: Option<f64>,
}

impl Recording {
    /// Why the shapes of some op are not known.
    pub fn why_no_shapes(&self) -> Reason {
        match (self.is_xla, self.with_shapes) {
            (true, _) => Reason::XlaShapes,
            (false, true) => Reason::SomeWithoutShapes,
            (false, false) => Reason::NoShapes,
        }
    }
}

/// All of one path in one trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathProfile {
    pub region: RegionKey,
    /// Those that count, in time order; never empty.
    pub instances: Vec<Instance>,
    pub left_out: Vec<LeftOut>,
    /// Of the instances those that did not run the rows of the median one: they
    /// count for times alone.
    pub unlike: u32,
    /// Index into `instances` of the one whose time is the median.
    pub median_instance: u32,
    /// Preorder; node 0 is the root.
    #[serde(with = "packed::nodes")]
    pub nodes: Vec<Node>,
    /// In order of start; those of a Neuron device profile by what does them.
    #[serde(with = "packed::items")]
    pub items: Vec<Item>,
    /// Tensors that go in and come out, each once; `None` when not known.
    pub inputs: Option<Vec<Tensor>>,
    pub outputs: Option<Vec<Tensor>>,
    /// Sum over the items.
    pub bytes_moved: Figure,
    /// Inputs and outputs of the region, each once.
    pub bytes_min: Figure,
    /// Bytes of what one item writes and another reads, at least.
    pub temporaries: Figure,
    /// Floating-point operations, from the shapes of the ops.
    pub flops: Figure,
    pub kernel_shape: KernelShape,
    pub orphans: Orphans,
    pub recording: Recording,
    /// Of a Neuron device profile.
    pub neuron: Option<Box<NeuronPart>>,
    /// Of a path that runs NEFFs: these, with their device profiles.
    pub neffs: Option<Box<NeffPart>>,
}
