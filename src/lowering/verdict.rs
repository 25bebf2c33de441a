//! Which path is fastest, how sure that is, and what speaks for it.
//!
//! How sure: recordings of one path differ more than instances of one
//! recording do (on a CPU by up to twice, between processes), so instances of
//! one recording a path prove little of host times. Device times hardly vary
//! from process to process.

use super::care::care;
use super::comparison::{Alignment, Caveat, Certainty, Explanation, Measure, PathView, Verdict};
use super::profile::{Level, Tensor};
use super::proof::proofs;

/// Host times of single recordings must differ by this much, from the slower
/// path's p10 to the faster one's p90, to be more than a hint.
const HOST_FACTOR: f64 = 2.0;
/// Smaller ratios are a hint at most.
const SMALL_RATIO: f64 = 1.05;
/// Smaller ones are none: they would read 1.00.
const NO_RATIO: f64 = 1.005;
/// Fewer instances are a hint at most.
const FEW_INSTANCES: u32 = 5;
/// From so many recordings of each path on, their spread decides.
const ENOUGH_RECORDINGS: usize = 3;

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
    let others = entries_that_differ(case);
    if !others.is_empty() && certainty == Certainty::Clear {
        certainty = Certainty::Hint;
    }
    caveats.extend(others.into_iter().map(|path| Caveat::EntryDiffers { path }));
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
    refused |= super::neuron::refusals(case, caveats);
    let (neuron, unknown): (Vec<u32>, Vec<u32>) =
        unknown.into_iter().partition(|path| case.paths[*path as usize].neuron.is_some());
    if !neuron.is_empty() {
        caveats.push(Caveat::TensorsUnknown { paths: neuron });
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

/// Paths whose inputs cannot be compared with the baseline's, but whose first
/// op works on another amount of data than its first op.
fn entries_that_differ(case: Case<'_>) -> Vec<u32> {
    let size = |tensor: &Tensor| tensor.dims.iter().fold(1u64, |all, dim| all.saturating_mul(*dim));
    let entry = |path: &PathView| {
        let mut ops = path.nodes.iter().filter(|node| node.level == Level::Op);
        ops.find_map(|node| node.inputs.iter().map(size).max())
    };
    let base = &case.paths[case.baseline];
    let differs = |path: &PathView| {
        let unknown = base.inputs.is_none() || path.inputs.is_none();
        unknown && entry(base).zip(entry(path)).is_some_and(|(own, theirs)| own != theirs)
    };
    (0u32..).zip(case.paths).filter(|(_, path)| differs(path)).map(|(i, _)| i).collect()
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
        caveats.push(match fast.neuron {
            Some(_) => Caveat::OneRun { paths: single },
            None => Caveat::OneInstance { paths: single },
        });
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
    // One run each says that already.
    if fast.neuron.is_none() || !too_few {
        caveats.push(Caveat::OneRecording);
    }
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
