//! Metrics of a path, and what it waits for most.

use super::comparison::{Bound, Metric};
use super::profile::{Figure, Instance, Level, Node, PathProfile, Reason};
use super::spread::{median, spread};
use rustc_hash::FxHashSet;

/// Device work shorter than this is mostly the cost of starting it.
const TINY_NS: i64 = 5_000;
/// Share of the device's span that it waits for the host.
const STARVED_SHARE: f64 = 0.3;
/// Bytes moved to bytes needed, from which on traffic is the story.
const WASTEFUL: f64 = 2.0;
/// Share of the peak rate that only traffic reaches.
const NEAR_PEAK: f64 = 0.4;
/// Share of the host's time that is work of the ops themselves.
const WORKING_SHARE: f64 = 0.6;

/// Ops of the profile, wrappers of compiled code included.
pub fn op_rows(profile: &PathProfile) -> usize {
    profile.nodes.iter().filter(|node| is_op_row(node)).count()
}

fn is_op_row(node: &Node) -> bool {
    match node.level {
        Level::Op => true,
        // An annotation that the compiled code writes around itself.
        Level::Compiled => !node.name.starts_with("## "),
        _ => false,
    }
}

/// Launches of the typical instance.
pub fn launches(profile: &PathProfile) -> Figure {
    if !profile.recording.has_device {
        return Figure::Unknown(Reason::NoDevice);
    }
    let of_items: FxHashSet<u32> = profile.items.iter().filter_map(|item| item.launch).collect();
    if of_items.is_empty() {
        Figure::Unknown(Reason::NoLaunches)
    } else {
        Figure::Known(of_items.len() as f64)
    }
}

/// All metrics, in the order in which they are shown.
pub fn metrics(
    profile: &PathProfile,
    instances: &[&Instance],
    base_working_ops: usize,
) -> Vec<(Metric, Figure)> {
    let middle = |of: fn(&Instance) -> i64| spread(instances.iter().map(|instance| of(instance))).median;
    let middle_of = |of: fn(&Instance) -> Option<i64>, why: Reason| {
        let mut known: Vec<f64> = instances.iter().filter_map(|i| of(i)).map(|ns| ns as f64).collect();
        median(&mut known).map_or(Figure::Unknown(why), Figure::Known)
    };
    let (host, busy, span) = (middle(|i| i.host_ns), middle(|i| i.busy_ns), middle(|i| i.span_ns));
    let device = profile.recording.has_device;
    let of_launches = |figure: f64| match launches(profile) {
        Figure::Known(_) => Figure::Known(figure),
        unknown => unknown,
    };
    let of_kernels = |figure: Figure| if device { figure } else { Figure::Unknown(Reason::NoDevice) };
    let count = |wanted: &dyn Fn(&Node) -> bool| {
        Figure::Known(profile.nodes.iter().filter(|node| wanted(node)).count() as f64)
    };
    let kernels: FxHashSet<&str> = profile.items.iter().map(|item| &*item.name).collect();
    let moved = profile.bytes_moved;
    let least = profile.bytes_min;
    let achieved = over(moved, Figure::Known(busy * 1e-9));
    let peak = profile.recording.peak_bytes_per_s.map_or(Figure::Unknown(Reason::NoPeak), Figure::Known);
    let dispatch = if device { host - middle(|i| i.launch_ns) } else { host - busy };
    let mut found = vec![
        (Metric::Launches, launches(profile)),
        (Metric::DistinctKernels, Figure::Known(kernels.len() as f64)),
        (Metric::DeviceBusyNs, Figure::Known(busy)),
        (Metric::DeviceSpanNs, Figure::Known(span)),
        (Metric::DeviceIdleNs, Figure::Known(middle(|i| i.span_ns.saturating_sub(i.busy_ns)))),
        (Metric::StarvedNs, of_launches(middle(|i| i.starved_ns))),
        (Metric::Gaps, Figure::Known(gaps(profile) as f64)),
        (Metric::HostSpanNs, Figure::Known(host)),
        (Metric::PythonNs, middle_of(|i| i.python_ns, Reason::NoStacks)),
        (Metric::DispatchNs, Figure::Known(dispatch.max(0.0))),
        (Metric::LaunchCallsNs, of_launches(middle(|i| i.launch_ns))),
        (Metric::QueueNs, middle_of(|i| i.queue_ns, Reason::NoLaunches)),
        (Metric::GuardNs, Figure::Known(middle(|i| i.guard_ns))),
        (Metric::Syncs, count(&|node| node.level == Level::Runtime && node.name.contains("Synchronize"))),
        (Metric::CpuFallbacks, count(&|node| node.name.contains("fallback"))),
        (Metric::Ops, Figure::Known(op_rows(profile) as f64)),
        (Metric::LeafOps, Figure::Known(leaf_ops(profile) as f64)),
        (Metric::Depth, Figure::Known(profile.nodes.iter().map(|node| node.depth).max().unwrap_or(0).into())),
    ];
    if !profile.items.is_empty() && base_working_ops > 0 {
        let ratio = base_working_ops as f64 / profile.items.len() as f64;
        found.push((Metric::FusionRatio, Figure::Known(ratio)));
    }
    found.extend([
        (Metric::BytesMoved, moved),
        (Metric::BytesMin, least),
        (Metric::Amplification, over(moved, least)),
        (Metric::AchievedBytesPerS, achieved),
        (Metric::UsefulBytesPerS, over(least, Figure::Known(busy * 1e-9))),
        (Metric::PeakShare, over(achieved, peak)),
        (Metric::TemporaryBytes, profile.temporaries),
        (Metric::Flops, profile.flops),
        (Metric::FlopsPerS, over(profile.flops, Figure::Known(busy * 1e-9))),
        (Metric::ArithmeticIntensity, over(profile.flops, moved)),
        (Metric::Occupancy, of_kernels(profile.kernel_shape.occupancy)),
        (Metric::WarpsPerSm, of_kernels(profile.kernel_shape.warps_per_sm)),
        (Metric::Blocks, of_kernels(profile.kernel_shape.blocks)),
        (Metric::ThreadsPerBlock, of_kernels(profile.kernel_shape.threads_per_block)),
    ]);
    found
}

fn leaf_ops(profile: &PathProfile) -> usize {
    let parents: FxHashSet<u32> =
        profile.nodes.iter().filter(|node| is_op_row(node)).filter_map(|node| node.parent).collect();
    let is_leaf = |(i, node): &(usize, &Node)| is_op_row(node) && !parents.contains(&(*i as u32));
    profile.nodes.iter().enumerate().filter(is_leaf).count()
}

/// Times that nothing ran between two items of the typical instance.
fn gaps(profile: &PathProfile) -> usize {
    let mut end = i64::MIN;
    let mut found = 0;
    for item in &profile.items {
        found += usize::from(end != i64::MIN && item.start_ns > end);
        end = end.max(item.start_ns.saturating_add(item.median_ns));
    }
    found
}

/// The quotient, or the first reason why there is none.
fn over(a: Figure, b: Figure) -> Figure {
    match (a, b) {
        (Figure::Known(a), Figure::Known(b)) if b > 0.0 => Figure::Known(a / b),
        (Figure::Known(_), Figure::Known(_)) => Figure::Unknown(Reason::NoDevice),
        (Figure::Unknown(why), _) | (_, Figure::Unknown(why)) => Figure::Unknown(why),
    }
}

/// A metric by name.
pub fn metric(metrics: &[(Metric, Figure)], wanted: Metric) -> Figure {
    let found = metrics.iter().find(|(metric, _)| *metric == wanted);
    found.map_or(Figure::Unknown(Reason::NoDevice), |(_, figure)| *figure)
}

/// What a path waits for most.
pub fn bound(profile: &PathProfile, metrics: &[(Metric, Figure)]) -> Bound {
    let known = |wanted| match metric(metrics, wanted) {
        Figure::Known(figure) => Some(figure),
        Figure::Unknown(_) => None,
    };
    let amplification = known(Metric::Amplification);
    if !profile.recording.has_device {
        let (host, busy) = (known(Metric::HostSpanNs), known(Metric::DeviceBusyNs));
        return match (host, busy) {
            (Some(host), Some(busy)) if host > 0.0 && busy / host < WORKING_SHARE => Bound::Dispatch,
            (Some(_), Some(_)) if amplification.is_some_and(|ratio| ratio >= WASTEFUL) => Bound::Traffic,
            _ => Bound::Work,
        };
    }
    let (span, starved) = (known(Metric::DeviceSpanNs), known(Metric::StarvedNs));
    if let (Some(span), Some(starved)) = (span, starved)
        && span > 0.0
        && starved / span >= STARVED_SHARE
    {
        let synced = known(Metric::Syncs).is_some_and(|syncs| syncs > 0.0);
        return if synced { Bound::Sync } else { Bound::Host };
    }
    if amplification.is_some_and(|ratio| ratio >= WASTEFUL)
        || known(Metric::PeakShare).is_some_and(|share| share >= NEAR_PEAK)
    {
        return Bound::Traffic;
    }
    let work: i64 = profile.items.iter().map(|item| item.median_ns).sum();
    if !profile.items.is_empty() && work / (profile.items.len() as i64) < TINY_NS {
        return Bound::Latency;
    }
    match profile.bytes_moved {
        Figure::Unknown(why) => Bound::Unknown(why),
        Figure::Known(_) => Bound::Unknown(Reason::NoPeak),
    }
}
