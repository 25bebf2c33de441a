//! Runs that did the same: those with the most time count, the others are
//! left out with a reason.

use super::level::is_whole;
use super::profile::{LeftOut, LeftOutReason};
use super::run::Run;
use super::stats::median;
use crate::trace::{SliceId, TimeUnit, Trace};
use rustc_hash::FxHashMap;

/// The first run is a warm-up when it took more than so many medians.
const WARM_UP: i64 = 3;

/// Runs alike, that are enough to speak of a median.
const ENOUGH: usize = 3;
/// Share of the ops whose shapes may differ where there are not enough runs
/// with the same: sizes that hang on the data, such as those of ragged inputs.
const DATA_DEPENDENT: f64 = 0.05;

/// What was chosen of all runs.
#[derive(Debug)]
pub struct Chosen {
    /// In time order; never empty.
    pub runs: Vec<Run>,
    /// By run: it is like the others of the group node by node, so that their
    /// medians can be taken.
    pub in_step: Vec<bool>,
    pub left_out: Vec<LeftOut>,
}

/// Runs with the same calls, shapes and device work.
#[derive(Debug, Default)]
struct Group {
    ticks: i64,
    members: Vec<usize>,
}

/// Chooses the runs that count; `None` where there is none. `runs` are in
/// time order.
pub fn choose(trace: &Trace, runs: Vec<Run>, has_device: bool) -> Option<Chosen> {
    // Runs that the recording cut say nothing, unless there is no other.
    let whole: Vec<bool> = runs.iter().map(|run| is_whole(trace, run.root)).collect();
    let any_whole = whole.contains(&true);
    // Of runs of the same calls those with less device work miss some of it.
    let mut most_items: FxHashMap<(u64, &[u64]), usize> = FxHashMap::default();
    for run in &runs {
        let most = most_items.entry((run.host_signature, &run.shapes)).or_default();
        *most = run.items.len().max(*most);
    }
    let is_cut: Vec<bool> = runs
        .iter()
        .zip(&whole)
        .map(|(run, whole)| {
            let most = most_items.get(&(run.host_signature, run.shapes.as_slice()));
            any_whole && !whole || most.is_some_and(|most| run.items.len() < *most)
        })
        .collect();
    drop(most_items);

    let mut groups: FxHashMap<(u64, &[u64], u64), Group> = FxHashMap::default();
    for (i, run) in runs.iter().enumerate().filter(|(i, _)| !is_cut[*i]) {
        let group = groups.entry((run.host_signature, &run.shapes, run.item_signature)).or_default();
        group.ticks = group.ticks.saturating_add(run.judged_ticks(has_device));
        group.members.push(i);
    }
    let chosen =
        groups.into_values().max_by_key(|group| (group.ticks, std::cmp::Reverse(group.members[0])))?;
    let mut counts = vec![false; runs.len()];
    for member in &chosen.members {
        counts[*member] = true;
    }
    let mut model = chosen.members[0];
    if chosen.members.len() < ENOUGH {
        for (i, run) in runs.iter().enumerate() {
            counts[i] |= !is_cut[i] && nearly_alike(trace, &runs[model], run, has_device);
        }
        // Where no two runs are alike the longest one says least of all.
        let alike = counts.iter().filter(|counts| **counts).count();
        let same_region: Vec<usize> = (0..runs.len())
            .filter(|i| !is_cut[*i] && runs[*i].shapes.first() == runs[model].shapes.first())
            .collect();
        if alike < ENOUGH && same_region.len() >= ENOUGH && alike * 2 < same_region.len() {
            let mut by_time = same_region.clone();
            by_time.sort_by_key(|i| runs[*i].judged_ticks(has_device));
            model = by_time[(by_time.len() - 1) / 2];
            for i in same_region {
                counts[i] = true;
            }
        }
    }
    let model = runs[model].root;

    let first = runs.first().map(|run| run.root);
    let (mut kept, mut left_out) = (Vec::new(), Vec::new());
    let mut first_other: Option<(SliceId, i64)> = None;
    for (i, run) in runs.into_iter().enumerate() {
        if counts[i] {
            kept.push(run);
            continue;
        }
        let why = if is_cut[i] { LeftOutReason::Cut } else { LeftOutReason::OtherGroup };
        if !is_cut[i] && i == 0 {
            first_other = Some((run.root, run.host_ticks()));
        }
        let took_ns = trace.unit.ns_from_ticks(run.judged_ticks(has_device));
        left_out.push(LeftOut { root: run.root, took_ns, why });
    }
    set_warm_up_apart(trace.unit, &mut kept, &mut left_out, first, first_other, has_device);
    let model = kept.iter().find(|run| run.root == model).or(kept.first())?;
    let in_step = kept.iter().map(|run| run.is_like(model)).collect();
    Some(Chosen { runs: kept, in_step, left_out })
}

/// Whether two runs differ in the shapes of a few ops only. Without a device
/// they must also nest alike: their ops are the items.
fn nearly_alike(trace: &Trace, a: &Run, b: &Run, has_device: bool) -> bool {
    let same_calls = a.is_like(b) || has_device && a.loose_signature(trace) == b.loose_signature(trace);
    // The root's own shapes are those of the region.
    if !same_calls || a.shapes.first() != b.shapes.first() || a.shapes.len() != b.shapes.len() {
        return false;
    }
    let mut shapes: FxHashMap<u64, i64> = FxHashMap::default();
    for (a, b) in a.shapes.iter().zip(&b.shapes) {
        *shapes.entry(*a).or_default() += 1;
        *shapes.entry(*b).or_default() -= 1;
    }
    let other: i64 = shapes.values().filter(|count| **count > 0).sum();
    other as f64 <= a.shapes.len() as f64 * DATA_DEPENDENT
}

/// The very first run of all often compiles, allocates and fills caches.
fn set_warm_up_apart(
    unit: TimeUnit,
    kept: &mut Vec<Run>,
    left_out: &mut Vec<LeftOut>,
    first: Option<SliceId>,
    first_other: Option<(SliceId, i64)>,
    has_device: bool,
) {
    let typical = |ticks: fn(&Run, bool) -> i64| {
        median(&mut kept.iter().map(|run| ticks(run, has_device)).collect::<Vec<_>>())
    };
    let typical_host = typical(|run, _| run.host_ticks());
    let is_long = |ticks: i64, typical: i64| ticks > typical.saturating_mul(WARM_UP);
    if let Some((root, ticks)) = first_other {
        if is_long(ticks, typical_host)
            && let Some(entry) = left_out.iter_mut().find(|entry| entry.root == root)
        {
            entry.why = LeftOutReason::WarmUp;
        }
        return;
    }
    // With two runs the median is between them: neither is typical.
    let Some(run) = kept.first().filter(|run| kept.len() > 2 && Some(run.root) == first) else { return };
    let judged = run.judged_ticks(has_device);
    if is_long(judged, typical(Run::judged_ticks)) || is_long(run.host_ticks(), typical_host) {
        let took_ns = unit.ns_from_ticks(judged);
        left_out.insert(0, LeftOut { root: run.root, took_ns, why: LeftOutReason::WarmUp });
        kept.remove(0);
    }
}
