//! The metrics: in which group, in which unit, and which way is better.

use crate::lowering::comparison::Metric;
use crate::text::format;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Ns,
    Count,
    Bytes,
    BytesPerS,
    Times,
    Share,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    Less,
    More,
    Neither,
}

/// Groups in their order: message id, and what is in them.
pub const GROUPS: [(&str, &[Metric]); 4] = [
    (
        "metrics-device",
        &[
            Metric::DeviceBusyNs,
            Metric::DeviceSpanNs,
            Metric::DeviceIdleNs,
            Metric::StarvedNs,
            Metric::Gaps,
            Metric::Launches,
            Metric::DistinctKernels,
        ],
    ),
    (
        "metrics-host",
        &[
            Metric::HostSpanNs,
            Metric::PythonNs,
            Metric::DispatchNs,
            Metric::LaunchCallsNs,
            Metric::QueueNs,
            Metric::GuardNs,
            Metric::Syncs,
            Metric::CpuFallbacks,
        ],
    ),
    ("metrics-structure", &[Metric::Ops, Metric::LeafOps, Metric::Depth, Metric::FusionRatio]),
    (
        "metrics-memory",
        &[
            Metric::BytesMoved,
            Metric::BytesMin,
            Metric::Amplification,
            Metric::AchievedBytesPerS,
            Metric::UsefulBytesPerS,
            Metric::PeakShare,
        ],
    ),
];

/// Message id of the name; with `-text` that of the definition.
pub fn id(metric: Metric) -> &'static str {
    match metric {
        Metric::Launches => "metric-launches",
        Metric::DistinctKernels => "metric-distinct-kernels",
        Metric::DeviceBusyNs => "metric-device-busy",
        Metric::DeviceSpanNs => "metric-device-span",
        Metric::DeviceIdleNs => "metric-device-idle",
        Metric::StarvedNs => "metric-starved",
        Metric::Gaps => "metric-gaps",
        Metric::HostSpanNs => "metric-host-span",
        Metric::PythonNs => "metric-python",
        Metric::DispatchNs => "metric-dispatch",
        Metric::LaunchCallsNs => "metric-launch-calls",
        Metric::QueueNs => "metric-queue",
        Metric::GuardNs => "metric-guard",
        Metric::Syncs => "metric-syncs",
        Metric::CpuFallbacks => "metric-cpu-fallbacks",
        Metric::Ops => "metric-ops",
        Metric::LeafOps => "metric-leaf-ops",
        Metric::Depth => "metric-depth",
        Metric::FusionRatio => "metric-fusion-ratio",
        Metric::BytesMoved => "metric-bytes-moved",
        Metric::BytesMin => "metric-bytes-min",
        Metric::Amplification => "metric-amplification",
        Metric::AchievedBytesPerS => "metric-achieved",
        Metric::UsefulBytesPerS => "metric-useful",
        Metric::PeakShare => "metric-peak-share",
    }
}

pub fn unit(metric: Metric) -> Unit {
    match metric {
        Metric::DeviceBusyNs
        | Metric::DeviceSpanNs
        | Metric::DeviceIdleNs
        | Metric::StarvedNs
        | Metric::HostSpanNs
        | Metric::PythonNs
        | Metric::DispatchNs
        | Metric::LaunchCallsNs
        | Metric::QueueNs
        | Metric::GuardNs => Unit::Ns,
        Metric::BytesMoved | Metric::BytesMin => Unit::Bytes,
        Metric::AchievedBytesPerS | Metric::UsefulBytesPerS => Unit::BytesPerS,
        Metric::Amplification => Unit::Times,
        Metric::PeakShare => Unit::Share,
        Metric::Launches
        | Metric::DistinctKernels
        | Metric::Gaps
        | Metric::Syncs
        | Metric::CpuFallbacks
        | Metric::Ops
        | Metric::LeafOps
        | Metric::Depth
        | Metric::FusionRatio => Unit::Count,
    }
}

pub fn better(metric: Metric) -> Better {
    match metric {
        Metric::FusionRatio | Metric::AchievedBytesPerS | Metric::UsefulBytesPerS | Metric::PeakShare => {
            Better::More
        }
        // How deep it nests, or how many kinds of kernels it has, is no merit.
        Metric::Depth | Metric::DistinctKernels | Metric::BytesMin | Metric::QueueNs => Better::Neither,
        _ => Better::Less,
    }
}

/// A value with its unit.
pub fn text(metric: Metric, value: f64) -> String {
    match unit(metric) {
        Unit::Ns => super::say::time(value),
        Unit::Count => format::number(value),
        Unit::Bytes => format::quantity(value, "B"),
        Unit::BytesPerS => format::bytes_per_second(value),
        Unit::Times => format!("{}×", super::say::ratio(value)),
        Unit::Share => format::percent(value * 100.0),
    }
}
