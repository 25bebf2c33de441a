//! The metrics: in which group, in which unit, and which way is better.

use super::comparison::{listed, ratio, reason_id, time};
use super::{Texts, format, neuron_paths};
use crate::lowering::comparison::{Metric, PathView};
use crate::lowering::profile::{Evidence, Figure, Reason};
use crate::neuron::Engine;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Ns,
    Count,
    Bytes,
    /// Written in full.
    WholeBytes,
    BytesPerS,
    Times,
    Share,
    Flop,
    FlopPerS,
    FlopPerByte,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    Less,
    More,
    Neither,
}

/// The group that counts by opcode follow.
pub const INSTRUCTIONS: &str = "metrics-instructions";

/// Groups in their order: message id, and what is in them.
pub const GROUPS: [(&str, &[Metric]); 10] = [
    (
        "metrics-device",
        &[
            Metric::TotalTimeNs,
            Metric::ActiveTimeNs,
            Metric::IdleTimeNs,
            Metric::ThrottledNs,
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
            Metric::HbmReadBytes,
            Metric::HbmWrittenBytes,
            Metric::BytesMoved,
            Metric::BytesMin,
            Metric::Amplification,
            Metric::TemporaryBytes,
            Metric::AchievedBytesPerS,
            Metric::UsefulBytesPerS,
            Metric::PeakShare,
            Metric::SpilledBytes,
            Metric::DmaActiveNs,
            Metric::DmaShare,
            Metric::DmaAloneNs,
            Metric::DmaPackets,
            Metric::DmaRate,
        ],
    ),
    (
        "metrics-engines",
        &[
            Metric::EngineActiveNs(Engine::Tensor),
            Metric::EngineActiveNs(Engine::Vector),
            Metric::EngineActiveNs(Engine::Scalar),
            Metric::EngineActiveNs(Engine::GpSimd),
            Metric::EngineActiveNs(Engine::Sync),
        ],
    ),
    (
        "metrics-waits",
        &[
            Metric::EngineWaitNs(Engine::Tensor),
            Metric::EngineWaitNs(Engine::Vector),
            Metric::EngineWaitNs(Engine::Scalar),
            Metric::EngineWaitNs(Engine::GpSimd),
            Metric::EngineWaitNs(Engine::Sync),
        ],
    ),
    (INSTRUCTIONS, &[Metric::Instructions]),
    (
        "metrics-utilisation",
        &[
            Metric::ModelFlops,
            Metric::UsefulFlops,
            Metric::TransposeFlops,
            Metric::HardwareFlops,
            Metric::Mfu,
            Metric::Hfu,
            Metric::Mbu,
        ],
    ),
    ("metrics-arithmetic", &[Metric::Flops, Metric::FlopsPerS, Metric::ArithmeticIntensity]),
    ("metrics-kernels", &[Metric::Occupancy, Metric::WarpsPerSm, Metric::Blocks, Metric::ThreadsPerBlock]),
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
        Metric::TemporaryBytes => "metric-temporaries",
        Metric::Flops => "metric-flops",
        Metric::FlopsPerS => "metric-flops-per-s",
        Metric::ArithmeticIntensity => "metric-intensity",
        Metric::Occupancy => "metric-occupancy",
        Metric::WarpsPerSm => "metric-warps",
        Metric::Blocks => "metric-blocks",
        Metric::ThreadsPerBlock => "metric-threads",
        of_neuron => neuron_paths::metric_id(of_neuron).unwrap_or("metrics-title"),
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
        | Metric::GuardNs
        | Metric::TotalTimeNs
        | Metric::ActiveTimeNs
        | Metric::IdleTimeNs
        | Metric::ThrottledNs
        | Metric::DmaActiveNs
        | Metric::DmaAloneNs
        | Metric::EngineActiveNs(_)
        | Metric::EngineWaitNs(_) => Unit::Ns,
        Metric::HbmReadBytes | Metric::HbmWrittenBytes | Metric::SpilledBytes => Unit::WholeBytes,
        Metric::DmaRate => Unit::BytesPerS,
        Metric::DmaShare | Metric::Mfu | Metric::Hfu | Metric::Mbu => Unit::Share,
        Metric::ModelFlops | Metric::UsefulFlops | Metric::TransposeFlops | Metric::HardwareFlops => {
            Unit::Flop
        }
        Metric::BytesMoved | Metric::BytesMin | Metric::TemporaryBytes => Unit::Bytes,
        Metric::AchievedBytesPerS | Metric::UsefulBytesPerS => Unit::BytesPerS,
        Metric::Amplification => Unit::Times,
        Metric::PeakShare | Metric::Occupancy => Unit::Share,
        Metric::Flops => Unit::Flop,
        Metric::FlopsPerS => Unit::FlopPerS,
        Metric::ArithmeticIntensity => Unit::FlopPerByte,
        Metric::Launches
        | Metric::DistinctKernels
        | Metric::Gaps
        | Metric::Syncs
        | Metric::CpuFallbacks
        | Metric::Ops
        | Metric::LeafOps
        | Metric::Depth
        | Metric::FusionRatio
        | Metric::WarpsPerSm
        | Metric::Blocks
        | Metric::ThreadsPerBlock
        | Metric::DmaPackets
        | Metric::Instructions => Unit::Count,
    }
}

pub fn better(metric: Metric) -> Better {
    match metric {
        Metric::FusionRatio
        | Metric::AchievedBytesPerS
        | Metric::UsefulBytesPerS
        | Metric::PeakShare
        | Metric::FlopsPerS
        | Metric::ArithmeticIntensity
        | Metric::Mfu
        | Metric::Hfu => Better::More,
        // How deep it nests, or how many kinds of kernels it has, is no merit;
        // nor is a full device that is slower.
        Metric::Depth
        | Metric::DistinctKernels
        | Metric::BytesMin
        | Metric::QueueNs
        | Metric::Occupancy
        | Metric::WarpsPerSm
        | Metric::Blocks
        | Metric::ThreadsPerBlock
        // On Neuron what is fast need not be busy.
        | Metric::DmaRate
        | Metric::DmaShare
        | Metric::Mbu
        | Metric::ModelFlops
        | Metric::UsefulFlops => Better::Neither,
        _ => Better::Less,
    }
}

/// A value with its unit.
pub fn text(metric: Metric, value: f64) -> String {
    match unit(metric) {
        Unit::Ns => time(value),
        Unit::Count => format::number(value),
        Unit::Bytes => format::quantity(value, "B"),
        Unit::WholeBytes => format!("{} B", format::number_full(value)),
        Unit::BytesPerS => format::bytes_per_second(value),
        Unit::Times => format!("{}×", ratio(value)),
        Unit::Share => format::percent(value * 100.0),
        Unit::Flop => format::flops(value),
        Unit::FlopPerS => format::flops_per_second(value),
        Unit::FlopPerByte => format::quantity(value, "FLOP/B"),
    }
}

/// The unit of a value in full, for other programs; empty for pure numbers.
pub fn unit_text(metric: Metric) -> &'static str {
    match unit(metric) {
        Unit::Ns => "ns",
        Unit::Count | Unit::Times | Unit::Share => "",
        Unit::Bytes | Unit::WholeBytes => "B",
        Unit::BytesPerS => "B/s",
        Unit::Flop => "FLOP",
        Unit::FlopPerS => "FLOP/s",
        Unit::FlopPerByte => "FLOP/B",
    }
}

/// Message id of the group that a metric stands in.
pub fn group(metric: Metric) -> &'static str {
    GROUPS.iter().find(|(_, metrics)| metrics.contains(&metric)).map_or("", |(group, _)| group)
}

/// Metrics that at least one of the paths has, in the order in which they are
/// shown.
pub fn shown(paths: &[PathView]) -> Vec<Metric> {
    let has = |metric: &Metric| paths.iter().any(|path| path.metrics.iter().any(|(own, _)| own == metric));
    GROUPS.iter().flat_map(|(_, metrics)| metrics.iter().copied()).filter(has).collect()
}

/// The value of a metric of a path with its unit, and whether it is inferred; a
/// dash where it is not known.
pub fn cell(texts: &Texts, path: &PathView, metric: Metric) -> String {
    match path.metrics.iter().find(|(own, _)| *own == metric) {
        Some((_, Figure::Known(value))) => {
            let value = text(metric, *value);
            match is_inferred(path, metric) {
                true => texts.with("metric-inferred", &[("value", value.into())]),
                false => value,
            }
        }
        _ => "–".to_owned(),
    }
}

/// Whether a metric rests on bytes that the path's own trace does not say.
pub fn is_inferred(path: &PathView, metric: Metric) -> bool {
    path.bytes_evidence == Some(Evidence::Interface)
        && matches!(
            metric,
            Metric::BytesMoved
                | Metric::BytesMin
                | Metric::Amplification
                | Metric::AchievedBytesPerS
                | Metric::UsefulBytesPerS
                | Metric::PeakShare
                | Metric::ArithmeticIntensity
        )
}

/// What is not known, with the paths that it is not known of, a sentence each:
/// `naive and fused: In Python. Python rows are missing: …`.
pub fn unknown(texts: &Texts, paths: &[PathView]) -> Vec<String> {
    let mut found: Vec<(Vec<u32>, Reason, Vec<Metric>)> = Vec::new();
    for (path, at) in paths.iter().zip(0..) {
        let mut own: Vec<(Reason, Vec<Metric>)> = Vec::new();
        for metric in shown(paths) {
            let figure = path.metrics.iter().find(|(known, _)| *known == metric);
            let Some((_, Figure::Unknown(why))) = figure else { continue };
            match own.iter_mut().find(|(known, _)| known == why) {
                Some((_, metrics)) => metrics.push(metric),
                None => own.push((*why, vec![metric])),
            }
        }
        for (why, metrics) in own {
            match found.iter_mut().find(|entry| (entry.1, &entry.2) == (why, &metrics)) {
                Some(entry) => entry.0.push(at),
                None => found.push((vec![at], why, metrics)),
            }
        }
    }
    let names: Vec<String> = paths.iter().map(|path| path.name.clone()).collect();
    found
        .into_iter()
        .map(|(of, why, metrics)| {
            let metrics: Vec<String> = metrics.iter().map(|metric| texts.get(id(*metric))).collect();
            let values = [
                ("paths", listed(texts, &of, &names).into()),
                ("metrics", metrics.join(", ").into()),
                ("why", texts.get(reason_id(why)).into()),
            ];
            texts.with("metrics-unknown", &values)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_a_name_a_definition_and_a_value_with_its_unit() {
        let texts = Texts::new("en");
        let mut all: Vec<Metric> = GROUPS.iter().flat_map(|(_, metrics)| metrics.iter().copied()).collect();
        for metric in &all {
            for id in [id(*metric).to_owned(), format!("{}-text", id(*metric))] {
                assert_ne!(texts.get(&id), id);
            }
            assert!(text(*metric, 1.0).ends_with(unit_text(*metric)) || unit(*metric) == Unit::Ns);
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn operations_are_scaled() {
        assert_eq!(text(Metric::Flops, 36_652_512.0), "36.7 MFLOP");
        assert_eq!(text(Metric::FlopsPerS, 243.5e9), "244 GFLOP/s");
        assert_eq!(text(Metric::ArithmeticIntensity, 0.1111), "0.1111 FLOP/B");
        assert_eq!(text(Metric::Occupancy, 0.5), "50 %");
    }
}
