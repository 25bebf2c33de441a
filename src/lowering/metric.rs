//! The metrics of a path.

use crate::neuron::Engine;
use serde::{Deserialize, Serialize};

/// A metric of [`super::comparison::PathView::metrics`]; the page has name, unit and definition
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
