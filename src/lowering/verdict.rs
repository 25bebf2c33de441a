//! Which path is fastest, how sure that is, and what speaks for it.
//!
//! How sure: recordings of one path differ more than instances of one
//! recording do (on a CPU by up to twice, between processes), so instances of
//! one recording a path prove little of host times. Device times hardly vary
//! from process to process.

use super::comparison::{
    Alignment, Caveat, Certainty, Claim, Explanation, Fate, Measure, Metric, PathView, Proof, Term, Verdict,
};
use super::metrics::metric;
use super::profile::{Evidence, Figure, LeftOutReason, Orphans, Tensor};
use crate::engine::protocol::TraceId;
use crate::trace::SliceId;

/// Host times of single recordings must differ by this much, from the slower
/// path's p10 to the faster one's p90, to be more than a hint.
const HOST_FACTOR: f64 = 2.0;
/// Smaller ratios are a hint at most.
const SMALL_RATIO: f64 = 1.05;
/// Smaller ones are none: they would read 1.00.
const NO_RATIO: f64 = 1.005;
/// A term is evidence if it makes up at least one in so many of the difference.
const WORTH_SAYING: i64 = 20;
/// Fewer instances are a hint at most.
const FEW_INSTANCES: u32 = 5;
/// From so many recordings of each path on, their spread decides.
const ENOUGH_RECORDINGS: usize = 3;
/// Host time over device time from which a path alone would wait for the host.
const HOST_BOUND: f64 = 1.5;

/// All that the verdict rests on.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub paths: &'a [PathView],
    pub baseline: usize,
    pub measure: Measure,
    pub alignments: &'a [Alignment],
    pub explanations: &'a [Explanation],
}

pub fn verdict(case: Case<'_>) -> Verdict {
    let mut caveats = Vec::new();
    let refused = refusals(case, &mut caveats);
    let order = |path: &usize| case.paths[*path].total.median;
    let fastest = (0..case.paths.len()).min_by(|a, b| order(a).total_cmp(&order(b))).unwrap_or_default();
    let next = (0..case.paths.len()).filter(|path| *path != fastest);
    let next = next.min_by(|a, b| order(a).total_cmp(&order(b)));
    let against = if fastest == case.baseline { next.unwrap_or(fastest) } else { case.baseline };
    let (fast, slow) = (&case.paths[fastest], &case.paths[against]);
    let (ratio_low, ratio_high) =
        (ratio(slow.total.p10, fast.total.p90), ratio(slow.total.p90, fast.total.p10));
    let found = ratio(slow.total.median, fast.total.median);
    let mut certainty = match () {
        () if refused => Certainty::Refused,
        () if case.paths.len() < 2 => Certainty::None,
        () => certainty(case, fast, slow, found, ratio_low, &mut caveats),
    };
    let tied = tied(case, fastest, against);
    if !tied.is_empty() && matches!(certainty, Certainty::Clear | Certainty::Hint) {
        caveats.push(Caveat::Tied { paths: tied });
        certainty = Certainty::Hint;
    }
    care(case, fastest, against, &mut caveats);
    let proofs = if case.paths.len() < 2 || refused { Vec::new() } else { proofs(case, fastest, against) };
    let winner = matches!(certainty, Certainty::Clear | Certainty::Hint).then_some(fastest as u32);
    Verdict {
        winner,
        against: against as u32,
        ratio: found,
        ratio_low,
        ratio_high,
        certainty,
        proofs,
        caveats,
    }
}

/// Other paths that cannot be told from the fastest. Of the one that it is
/// compared with the certainty itself says so.
fn tied(case: Case<'_>, fastest: usize, against: usize) -> Vec<u32> {
    let fast = &case.paths[fastest];
    (0..case.paths.len())
        .filter(|path| *path != fastest && *path != against)
        .filter(|path| is_tied(fast, &case.paths[*path]))
        .map(|path| path as u32)
        .collect()
}

fn is_tied(fast: &PathView, slow: &PathView) -> bool {
    let recordings = fast.recording_medians.len().min(slow.recording_medians.len());
    let overlap = if recordings >= ENOUGH_RECORDINGS {
        let (low, high) = recording_edges(fast, slow);
        high >= low
    } else {
        ratio(slow.total.p10, fast.total.p90) <= 1.0
    };
    overlap || ratio(slow.total.median, fast.total.median) < NO_RATIO
}

/// The lowest median of the slower path's recordings, and the highest of the
/// faster one's.
fn recording_edges(fast: &PathView, slow: &PathView) -> (f64, f64) {
    let low = slow.recording_medians.iter().copied().fold(f64::INFINITY, f64::min);
    let high = fast.recording_medians.iter().copied().fold(0.0, f64::max);
    (low, high)
}

fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 1.0 }
}

/// What must not be compared.
fn refusals(case: Case<'_>, caveats: &mut Vec<Caveat>) -> bool {
    let base = &case.paths[case.baseline];
    let mut refused = false;
    let mut unknown = Vec::new();
    for (i, path) in case.paths.iter().enumerate() {
        match (&base.inputs, &path.inputs) {
            (Some(own), Some(theirs)) => {
                if i != case.baseline && !same_work(own, theirs) {
                    caveats.push(Caveat::ShapesDiffer { path: i as u32 });
                    refused = true;
                }
            }
            (_, None) => unknown.push(i as u32),
            (None, Some(_)) => {}
        }
    }
    if case.paths.iter().any(|path| path.recording.has_device != base.recording.has_device) {
        caveats.push(Caveat::DeviceAndNoDevice);
        refused = true;
    }
    if !unknown.is_empty() {
        caveats.push(Caveat::ShapesUnknown { paths: unknown });
    }
    refused
}

/// Whether the largest tensor is the same in size, type and last dimension. The
/// small ones are found or not found by how the ops are written, and how
/// leading dimensions are folded does not matter.
fn same_work(a: &[Tensor], b: &[Tensor]) -> bool {
    let largest = |tensors: &[Tensor]| {
        let size = |tensor: &Tensor| tensor.dims.iter().fold(1u64, |all, dim| all.saturating_mul(*dim));
        let largest = tensors.iter().max_by_key(|tensor| size(tensor))?;
        Some((size(largest), largest.dims.last().copied(), largest.dtype.clone()))
    };
    largest(a) == largest(b)
}

fn certainty(
    case: Case<'_>,
    fast: &PathView,
    slow: &PathView,
    found: f64,
    ratio_low: f64,
    caveats: &mut Vec<Caveat>,
) -> Certainty {
    let few: Vec<u32> = case
        .paths
        .iter()
        .zip(0..)
        .filter(|(path, _)| path.instance_count > 1 && path.instance_count < FEW_INSTANCES)
        .map(|(_, i)| i)
        .collect();
    let single: Vec<u32> =
        case.paths.iter().zip(0..).filter(|(path, _)| path.instance_count < 2).map(|(_, i)| i).collect();
    let too_few = !few.is_empty() || !single.is_empty();
    if !few.is_empty() {
        caveats.push(Caveat::FewInstances { paths: few });
    }
    if !single.is_empty() {
        caveats.push(Caveat::OneInstance { paths: single });
    }
    let recordings = fast.recording_medians.len().min(slow.recording_medians.len());
    if recordings >= ENOUGH_RECORDINGS {
        let (low, high) = recording_edges(fast, slow);
        return match () {
            () if high >= low || found < NO_RATIO => Certainty::None,
            () if found < SMALL_RATIO => {
                caveats.push(Caveat::SmallRatio);
                Certainty::Hint
            }
            () => Certainty::Clear,
        };
    }
    if found < NO_RATIO || ratio_low <= 1.0 {
        return Certainty::None;
    }
    caveats.push(Caveat::OneRecording);
    let host_times = is_host_time(case.measure, fast, slow);
    if host_times {
        caveats.push(Caveat::HostTimes);
    }
    let small = found < SMALL_RATIO;
    if small {
        caveats.push(Caveat::SmallRatio);
    }
    let unsure = too_few || small || is_hint(case.measure, fast, slow) || host_times && stacks_differ(case);
    if unsure { Certainty::Hint } else { Certainty::Clear }
}

/// Whether the difference between two paths is a hint at most, since host times
/// of single processes differ by as much.
pub fn is_hint(measure: Measure, a: &PathView, b: &PathView) -> bool {
    let (fast, slow) = if a.total.median <= b.total.median { (a, b) } else { (b, a) };
    let recordings = fast.recording_medians.len().min(slow.recording_medians.len());
    is_host_time(measure, fast, slow)
        && recordings < ENOUGH_RECORDINGS
        && ratio(slow.total.p10, fast.total.p90) < HOST_FACTOR
}

/// Without a device the work itself runs on the host.
fn is_host_time(measure: Measure, a: &PathView, b: &PathView) -> bool {
    measure == Measure::HostSpan || !a.recording.has_device || !b.recording.has_device
}

fn stacks_differ(case: Case<'_>) -> bool {
    let first = &case.paths[0].recording;
    case.paths.iter().any(|path| {
        path.recording.with_stack != first.with_stack || path.recording.with_memory != first.with_memory
    })
}

/// What to read with care, beyond how sure it is.
fn care(case: Case<'_>, fastest: usize, against: usize, caveats: &mut Vec<Caveat>) {
    let those = |wanted: &dyn Fn(&PathView) -> bool| -> Vec<u32> {
        case.paths.iter().zip(0..).filter(|(path, _)| wanted(path)).map(|(_, i)| i).collect()
    };
    let add = |caveats: &mut Vec<Caveat>, paths: Vec<u32>, make: fn(Vec<u32>) -> Caveat| {
        if !paths.is_empty() {
            caveats.push(make(paths));
        }
    };
    add(caveats, those(&|path| path.recording.with_stack), |paths| Caveat::StacksOn { paths });
    add(caveats, those(&|path| path.recording.with_memory), |paths| Caveat::MemoryOn { paths });
    add(caveats, those(&|path| path.recording.graph_replay), |paths| Caveat::GraphReplay { paths });
    add(caveats, those(&is_inferred), |paths| Caveat::BytesInferred { paths });
    let base = &case.paths[case.baseline].recording;
    let known = |path: &PathView| path.recording.has_device && !path.recording.device.is_empty();
    add(
        caveats,
        those(&|path| known(path) && !base.device.is_empty() && path.recording.device != base.device),
        |paths| Caveat::OtherDevice { paths },
    );
    if case.paths.len() > 1
        && case.paths.iter().any(|path| path.recording.has_device && path.recording.device.is_empty())
    {
        caveats.push(Caveat::DeviceUnknown);
    }
    for (path, i) in case.paths.iter().zip(0..) {
        let left = |why| path.left_out.iter().filter(move |left| left.why == why).count() as u32;
        if left(LeftOutReason::WarmUp) > 0 {
            let longest_ns = path.warm_up_ns;
            caveats.push(Caveat::WarmUpLeftOut { path: i, count: left(LeftOutReason::WarmUp), longest_ns });
        }
        if left(LeftOutReason::OtherGroup) > 0 {
            caveats.push(Caveat::OtherGroupsLeftOut { path: i, count: left(LeftOutReason::OtherGroup) });
        }
        if left(LeftOutReason::Cut) > 0 {
            caveats.push(Caveat::CutLeftOut { path: i, count: left(LeftOutReason::Cut) });
        }
        if path.unlike * 2 > path.instance_count {
            caveats.push(Caveat::RowsDiffer { path: i, count: path.unlike });
        }
        if path.orphans.count > 0 {
            let Orphans { count, total_ns, launch_not_recorded, .. } = path.orphans;
            caveats.push(Caveat::Orphans { path: i, count, total_ns, launch_not_recorded });
        }
        if path.recording.has_device
            && case.measure != Measure::HostSpan
            && path.host.median > path.span.median * HOST_BOUND
        {
            let (host_ns, device_ns) = (path.host.median as i64, path.span.median as i64);
            caveats.push(Caveat::HostBoundAlone { path: i, host_ns, device_ns });
        }
    }
    let (fast, slow) = (&case.paths[fastest], &case.paths[against]);
    if fast.total.median < slow.total.median
        && fast.items.len() > slow.items.len()
        && fast.recording.has_device
    {
        caveats.push(Caveat::FasterWithMoreKernels { path: fastest as u32 });
    }
}

/// The three best pieces of evidence for what makes `fastest` faster than
/// `against`. Where the baseline is the fastest, the terms are turned around.
fn proofs(case: Case<'_>, fastest: usize, against: usize) -> Vec<Proof> {
    let (fast, slow) = (&case.paths[fastest], &case.paths[against]);
    // Alignment and terms exist for paths beside the baseline.
    let beside = if fastest == case.baseline { against } else { fastest } as u32;
    let turned = fastest == case.baseline;
    let alignment = case.alignments.iter().find(|alignment| alignment.path == beside);
    let explanation = case.explanations.iter().find(|explanation| explanation.path == beside);
    let mut found: Vec<(i64, Proof)> = Vec::new();
    let delta = explanation.map_or(0, |explanation| explanation.delta_ns.abs()).max(1);
    let mut push = |weight: i64, claim: Claim, evidence: Vec<Evidence>, at: Vec<(TraceId, SliceId)>| {
        found.push((weight, Proof { claim, evidence, at }));
    };
    if let Some(alignment) = alignment.filter(|_| !turned) {
        let fused: Vec<_> = alignment.fates.iter().filter(|fate| fate.fate == Fate::Fused).collect();
        let mut items: Vec<u32> = fused.iter().flat_map(|fate| fate.into.iter().copied()).collect();
        items.sort_unstable();
        items.dedup();
        if fused.len() > items.len() {
            let at = items.iter().filter_map(|item| place_of_item(fast, *item)).collect();
            let claim = Claim::OpsFused { ops: fused.len() as u32, items: items.len() as u32 };
            push(delta + 2, claim, vec![Evidence::Name, Evidence::Containment], at);
        }
    }
    if let Some(name) = opened_composite(fast).or_else(|| opened_composite(slow))
        && alignment.is_some_and(all_kept)
    {
        let at = composite_place(fast).or_else(|| composite_place(slow)).into_iter().collect();
        push(delta + 3, Claim::SameOpsOneLevelDown { name }, vec![Evidence::Containment], at);
    }
    let launches = |path: &PathView| match metric(&path.metrics, Metric::Launches) {
        Figure::Known(count) => Some(count as u32),
        Figure::Unknown(_) => None,
    };
    if let (Some(from), Some(to)) = (launches(slow), launches(fast))
        && from > to
    {
        let at = (0..fast.items.len() as u32).filter_map(|item| place_of_item(fast, item)).take(3).collect();
        push(delta + 1, Claim::Launches { from, to }, vec![Evidence::Correlation], at);
    }
    for (term, ns) in explanation.map(|explanation| &explanation.terms[..]).unwrap_or_default() {
        let saved = if turned { *ns } else { -*ns };
        let at: Vec<_> = [place_of_median(slow), place_of_median(fast)].into_iter().flatten().collect();
        let times = |of: fn(&PathView) -> f64| (of(slow) as i64, of(fast) as i64);
        let known = |path: &PathView, wanted| match metric(&path.metrics, wanted) {
            Figure::Known(figure) => figure,
            Figure::Unknown(_) => 0.0,
        };
        let claim = match term {
            Term::Traffic => Claim::Traffic {
                from_bytes: known(slow, Metric::BytesMoved),
                to_bytes: known(fast, Metric::BytesMoved),
                from_ratio: known(slow, Metric::Amplification),
                to_ratio: known(fast, Metric::Amplification),
                saved_ns: saved,
            },
            Term::Efficiency => Claim::Efficiency {
                from_bytes_per_s: known(slow, Metric::AchievedBytesPerS),
                to_bytes_per_s: known(fast, Metric::AchievedBytesPerS),
                ns: saved,
            },
            Term::Busy => {
                let (from_ns, to_ns) = times(|path| path.busy.median);
                Claim::Busy { from_ns, to_ns }
            }
            // As the terms are made: what the parts before leave.
            Term::Idle if case.measure == Measure::DeviceSpan => {
                let (from_ns, to_ns) = times(|path| path.span.median - path.busy.median - starved(path));
                Claim::Idle { from_ns, to_ns }
            }
            Term::Idle => {
                let (from_ns, to_ns) = times(idle);
                Claim::Idle { from_ns, to_ns }
            }
            Term::Host if case.measure == Measure::HostSpan && !slow.recording.has_device => {
                let (from_ns, to_ns) = times(|path| path.host.median - path.busy.median - idle(path));
                Claim::Host { from_ns, to_ns }
            }
            Term::Host if case.measure == Measure::HostSpan => {
                let (from_ns, to_ns) = times(|path| path.host.median);
                Claim::Host { from_ns, to_ns }
            }
            Term::Host => {
                let (from_ns, to_ns) = times(starved);
                Claim::Host { from_ns, to_ns }
            }
        };
        let evidence = match term {
            Term::Traffic | Term::Efficiency => {
                let mut rests_on = vec![Evidence::InputDims];
                rests_on.extend(
                    [slow, fast].iter().find_map(|path| is_inferred(path).then_some(Evidence::Interface)),
                );
                rests_on
            }
            _ => vec![Evidence::Timestamps],
        };
        if saved > 0 && saved.saturating_mul(WORTH_SAYING) >= delta {
            push(saved, claim, evidence, at);
        }
    }
    let (from, to) = (op_count(slow), op_count(fast));
    if from > to {
        let at = [place_of_median(slow), place_of_median(fast)].into_iter().flatten().collect();
        push(0, Claim::OpsCount { from, to }, vec![Evidence::Containment], at);
    }
    found.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    found.into_iter().map(|(_, proof)| proof).take(3).collect()
}

fn is_inferred(path: &PathView) -> bool {
    path.bytes_evidence == Some(Evidence::Interface)
}

fn starved(path: &PathView) -> f64 {
    known_or_zero(path, Metric::StarvedNs)
}

fn idle(path: &PathView) -> f64 {
    known_or_zero(path, Metric::DeviceIdleNs)
}

fn known_or_zero(path: &PathView, wanted: Metric) -> f64 {
    match metric(&path.metrics, wanted) {
        Figure::Known(ns) => ns,
        Figure::Unknown(_) => 0.0,
    }
}

fn op_count(path: &PathView) -> u32 {
    match metric(&path.metrics, Metric::Ops) {
        Figure::Known(count) => count as u32,
        Figure::Unknown(_) => 0,
    }
}

fn all_kept(alignment: &Alignment) -> bool {
    let works = |fate: &Fate| *fate != Fate::HostOnly;
    let mut fates = alignment.fates.iter().map(|fate| fate.fate).filter(works).peekable();
    fates.peek().is_some() && fates.all(|fate| fate == Fate::Kept)
}

/// The op around a path's ops that stands for all of them.
fn composite_node(path: &PathView) -> Option<usize> {
    let first = *path.ops.first()? as usize;
    let mut at = path.nodes.get(first)?.parent;
    let mut found = None;
    while let Some(node) = at {
        let around = path.nodes.get(node as usize)?;
        if super::names::is_composite(&around.name) {
            found = Some(node as usize);
            break;
        }
        at = around.parent.filter(|parent| *parent < node);
    }
    found
}

fn opened_composite(path: &PathView) -> Option<String> {
    Some(path.nodes[composite_node(path)?].name.clone())
}

fn composite_place(path: &PathView) -> Option<(TraceId, SliceId)> {
    Some((*path.traces.first()?, path.nodes[composite_node(path)?].slice))
}

fn place_of_item(path: &PathView, item: u32) -> Option<(TraceId, SliceId)> {
    Some((*path.traces.first()?, path.items.get(item as usize)?.slice))
}

fn place_of_median(path: &PathView) -> Option<(TraceId, SliceId)> {
    Some((*path.traces.first()?, path.instances.get(path.median_instance as usize)?.root))
}
