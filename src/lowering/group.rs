//! Runs that did the same: those with the most time count, the others are
//! left out with a reason.

use super::level::is_whole;
use super::profile::{LeftOut, LeftOutReason};
use super::run::Run;
use super::stats::median;
use crate::trace::{SliceId, Trace};
use rustc_hash::FxHashMap;

/// The first run is a warm-up when it took more than so many medians.
const WARM_UP: i64 = 3;

/// What was chosen of all runs.
#[derive(Debug)]
pub struct Chosen {
    /// In time order; never empty.
    pub runs: Vec<Run>,
    pub left_out: Vec<LeftOut>,
}

#[derive(Debug, Default)]
struct Group {
    ticks: i64,
    items: usize,
    first: usize,
    host: u64,
}

/// Chooses the runs that count; `None` where there is none. `runs` are in
/// time order.
pub fn choose(trace: &Trace, runs: Vec<Run>, has_device: bool) -> Option<Chosen> {
    // Runs that the recording cut say nothing, unless there is no other.
    let whole = |run: &Run| is_whole(trace, run.root);
    let any_whole = runs.iter().any(whole);
    let counts = |run: &Run| !any_whole || whole(run);

    let mut groups: FxHashMap<(u64, u64), Group> = FxHashMap::default();
    for (i, run) in runs.iter().enumerate().filter(|(_, run)| counts(run)) {
        let group = groups.entry((run.host_signature, run.item_signature)).or_insert_with(|| Group {
            first: i,
            host: run.host_signature,
            ..Group::default()
        });
        group.ticks = group.ticks.saturating_add(run.judged_ticks(has_device));
        group.items = run.items.len();
    }
    // Of runs of the same calls those with less device work miss some of it.
    let mut most_items: FxHashMap<u64, usize> = FxHashMap::default();
    for group in groups.values() {
        let most = most_items.entry(group.host).or_default();
        *most = group.items.max(*most);
    }
    let is_cut = |host: u64, items: usize| most_items.get(&host).is_some_and(|most| items < *most);
    let (chosen, _) = groups
        .iter()
        .filter(|(_, group)| !is_cut(group.host, group.items))
        .max_by_key(|(_, group)| (group.ticks, std::cmp::Reverse(group.first)))?;
    let chosen = *chosen;

    let (mut kept, mut left_out) = (Vec::new(), Vec::new());
    let first = runs.first().map(|run| run.root);
    let mut first_other: Option<(SliceId, i64)> = None;
    for run in runs {
        if counts(&run) && (run.host_signature, run.item_signature) == chosen {
            kept.push(run);
            continue;
        }
        let cut = !counts(&run) || is_cut(run.host_signature, run.items.len());
        let why = if cut { LeftOutReason::Cut } else { LeftOutReason::OtherGroup };
        if !cut && Some(run.root) == first {
            first_other = Some((run.root, run.host_ticks()));
        }
        left_out.push(LeftOut { root: run.root, why });
    }
    set_warm_up_apart(&mut kept, &mut left_out, first, first_other, has_device);
    Some(Chosen { runs: kept, left_out })
}

/// The very first run of all often compiles, allocates and fills caches.
fn set_warm_up_apart(
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
        left_out.insert(0, LeftOut { root: run.root, why: LeftOutReason::WarmUp });
        kept.remove(0);
    }
}
