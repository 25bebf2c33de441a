//! The figures of one run.

use super::level::is_guard;
use super::profile::{Instance, Level};
use super::run::{Run, RunItem};
use super::stats::median;
use super::tree::{HostNode, HostTree, NONE};
use crate::trace::{TimeUnit, Trace};

/// A launch that ended less than this before its work began came late, even if
/// it began while the device was busy. About what a launch takes to reach a
/// device.
const LATE_NS: i64 = 5_000;

/// Measures a run. `on_device` is false where the items are ops of the host.
pub fn measure(trace: &Trace, run: &Run, on_device: bool, with_frames: bool) -> Instance {
    let unit = trace.unit;
    let ns = |ticks: i64| unit.ns_from_ticks(ticks);
    let (busy, starved) = busy_and_starved(run, unit, on_device);
    Instance {
        root: run.root,
        start: run.tree.nodes[0].start,
        host_ns: ns(run.host_ticks()),
        busy_ns: ns(busy),
        span_ns: ns(run.span_ticks()),
        starved_ns: ns(starved),
        launch_ns: ns(outermost(&run.tree, |_, level| level == Level::Launch)),
        guard_ns: ns(outermost(&run.tree, |node, level| {
            level == Level::Compiled && is_guard(trace.slice_name(run.tree.nodes[node].slice))
        })),
        python_ns: with_frames.then(|| ns(run.tree.python_ticks)),
        queue_ns: queue(run).map(ns),
        engines_ns: None,
    }
}

/// Ticks that the items cover, and those between them in which the device
/// waited for a launch: it began when the device had nothing to do any more,
/// or ended just before its work did begin.
fn busy_and_starved(run: &Run, unit: TimeUnit, on_device: bool) -> (i64, i64) {
    let mut items: Vec<&RunItem> = run.items.iter().collect();
    items.sort_unstable_by_key(|item| (item.start, item.end));
    let late = LATE_NS.saturating_mul(unit.ticks_per_ns());
    let (mut busy, mut starved) = (0i64, 0i64);
    let mut covered: Option<i64> = None;
    for item in items {
        let from = covered.map_or(item.start, |end| end.max(item.start));
        busy = busy.saturating_add(item.end.saturating_sub(from).max(0));
        if let Some(end) = covered.filter(|end| on_device && *end < item.start)
            && let Some(launch) = launch_of(run, item)
            && (launch.start >= end || item.start.saturating_sub(end_of(launch)) < late)
        {
            starved = starved.saturating_add(item.start.saturating_sub(end));
        }
        covered = Some(covered.map_or(item.end, |end| end.max(item.end)));
    }
    (busy, starved)
}

fn launch_of<'a>(run: &'a Run, item: &RunItem) -> Option<&'a HostNode> {
    run.tree.nodes.get(item.launch? as usize)
}

fn end_of(launch: &HostNode) -> i64 {
    launch.start.saturating_add(launch.dur)
}

/// Ticks of the nodes that are wanted and not within another such.
fn outermost(tree: &HostTree, wanted: impl Fn(usize, Level) -> bool) -> i64 {
    let mut inside = vec![false; tree.nodes.len()];
    let mut sum = 0i64;
    for (i, node) in tree.nodes.iter().enumerate() {
        let above = node.parent != NONE && inside[node.parent as usize];
        inside[i] = above || wanted(i, node.level);
        if inside[i] && !above {
            sum = sum.saturating_add(node.dur);
        }
    }
    sum
}

/// Median of the ticks from the end of a launch to the start of its work.
/// Work may start before the call returns: that is no waiting.
fn queue(run: &Run) -> Option<i64> {
    let mut waits: Vec<i64> = run
        .items
        .iter()
        .filter_map(|item| Some(item.start.saturating_sub(end_of(launch_of(run, item)?)).max(0)))
        .collect();
    (!waits.is_empty()).then(|| median(&mut waits))
}
