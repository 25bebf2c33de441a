//! The host side of one instance as a tree: what ran under its root, by time.
//!
//! The timeline puts slices that cross others on lanes of their own, and a
//! recording with Python frames crosses all its annotations. So the tree is
//! nested anew from all lanes of the thread: a slice belongs to the innermost
//! one that holds it whole.
//!
//! Python frames take part in that, for the time that Python itself takes,
//! but are no nodes: two runs of the same ops differ in them.

use super::attribution::{Attribution, slices_under};
use super::level::is_sync;
use super::profile::Level;
use crate::trace::{SliceId, Trace};

/// No node.
pub const NONE: u32 = u32::MAX;

/// Slices that all trees of a region may hold together. Beyond, the deepest
/// rows stay out, the same in every tree.
const MAX_SLICES: usize = 2_000_000;

#[derive(Debug, Clone, Copy)]
pub struct HostNode {
    pub slice: SliceId,
    pub level: Level,
    /// [`NONE`] for the root.
    pub parent: u32,
    /// Ticks.
    pub start: i64,
    pub dur: i64,
    /// Ticks without the nodes below.
    pub self_ticks: i64,
}

/// Nodes in preorder; the first is the root.
#[derive(Debug)]
pub struct HostTree {
    pub nodes: Vec<HostNode>,
    /// Ticks in Python rows without what they call.
    pub python_ticks: i64,
    /// Nodes by slice.
    by_slice: Vec<(SliceId, u32)>,
}

impl HostTree {
    /// The tree under a slice, down to `depth_limit` rows below it.
    pub fn new(trace: &Trace, attribution: &Attribution, root: SliceId, depth_limit: u32) -> Self {
        let levels = &attribution.levels;
        let mut slices = Vec::new();
        for (depth, ids) in runs_under(trace, attribution, root) {
            if depth <= depth_limit {
                slices.extend(ids.map(SliceId).filter(|slice| {
                    *slice != root && levels.of(*slice) != Level::Device && !levels.is_mirror(trace, *slice)
                }));
            }
        }
        let order = |slice: &SliceId| {
            let start = trace.slices.start[slice.index()];
            (start, std::cmp::Reverse(trace.slices.end(*slice)), *slice)
        };
        slices.sort_unstable_by_key(order);
        let mut nest = Nest { trace, nodes: Vec::new(), open: Vec::new(), python_ticks: 0 };
        for slice in std::iter::once(root).chain(slices) {
            let level = levels.of(slice);
            let is_node = slice == root
                || match level {
                    Level::Frame | Level::Device | Level::Instruction => false,
                    Level::Runtime => is_sync(trace.slice_name(slice)),
                    _ => true,
                };
            nest.add(slice, level, is_node);
        }
        nest.finish()
    }

    /// The node that a slice is, or that is around it.
    pub fn node_around(&self, trace: &Trace, slice: SliceId) -> u32 {
        let mut at = slice;
        while at != SliceId::NONE {
            if let Ok(found) = self.by_slice.binary_search_by_key(&at, |entry| entry.0) {
                return self.by_slice[found].1;
            }
            at = trace.slices.parent[at.index()];
        }
        0
    }

    /// The nearest node of a level at or above a node.
    pub fn nearest(&self, node: u32, level: Level) -> Option<u32> {
        let mut at = node;
        while let Some(found) = self.nodes.get(at as usize) {
            if found.level == level {
                return Some(at);
            }
            at = found.parent;
        }
        None
    }
}

/// How many rows below their roots trees may reach.
pub fn depth_limit(trace: &Trace, attribution: &Attribution, roots: &[SliceId]) -> u32 {
    let mut counts: Vec<usize> = Vec::new();
    for root in roots {
        for (depth, ids) in runs_under(trace, attribution, *root) {
            let depth = depth as usize;
            if counts.len() <= depth {
                counts.resize(depth + 1, 0);
            }
            counts[depth] += ids.len();
        }
    }
    let mut sum = 0;
    let within = counts.iter().take_while(|count| {
        sum += **count;
        sum <= MAX_SLICES
    });
    (within.count() as u32).saturating_sub(1)
}

/// Slices under a root, as ranges of ids with their depth below it.
fn runs_under<'a>(
    trace: &'a Trace,
    attribution: &'a Attribution,
    root: SliceId,
) -> impl Iterator<Item = (u32, std::ops::Range<u32>)> + 'a {
    let own = trace.rows[trace.row_index_of(root)];
    attribution.rows_under(trace, root).filter_map(move |at| {
        let row = &trace.rows[at];
        let depth = if row.track == own.track && row.lane == own.lane {
            row.depth - own.depth
        } else {
            row.depth + 1
        };
        let ids = slices_under(trace, root, row);
        (!ids.is_empty()).then_some((depth, ids))
    })
}

/// A slice that may still hold others.
struct Open {
    end: i64,
    /// The node that it is or lies in.
    node: u32,
    is_python: bool,
    /// Ticks not yet given to a child; counted when it is Python.
    left: i64,
}

struct Nest<'a> {
    trace: &'a Trace,
    nodes: Vec<HostNode>,
    open: Vec<Open>,
    python_ticks: i64,
}

impl Nest<'_> {
    fn add(&mut self, slice: SliceId, level: Level, is_node: bool) {
        let (start, end) = (self.trace.slices.start[slice.index()], self.trace.slices.end(slice));
        let mut i = self.open.len();
        while i > 1 {
            i -= 1;
            // Crossing slices end in any order.
            if self.open[i].end <= start {
                let done = self.open.remove(i);
                self.python_ticks += if done.is_python { done.left.max(0) } else { 0 };
            }
        }
        let holds = |open: &Open| open.end >= end;
        let around = self.open.iter().rposition(holds).or((!self.open.is_empty()).then_some(0));
        let parent = around.map_or(NONE, |at| self.open[at].node);
        let dur = self.trace.slices.dur[slice.index()];
        if let Some(at) = around {
            let inside = end.min(self.open[at].end).saturating_sub(start);
            self.open[at].left = self.open[at].left.saturating_sub(inside);
        }
        let node = if is_node {
            if let Some(above) = self.nodes.get_mut(parent as usize) {
                let above_end = above.start.saturating_add(above.dur);
                above.self_ticks = above.self_ticks.saturating_sub(end.min(above_end).saturating_sub(start));
            }
            self.nodes.push(HostNode { slice, level, parent, start, dur, self_ticks: dur });
            self.nodes.len() as u32 - 1
        } else {
            parent
        };
        let is_python = matches!(level, Level::Frame | Level::Module);
        self.open.push(Open { end, node, is_python, left: dur });
    }

    fn finish(mut self) -> HostTree {
        for open in &self.open {
            self.python_ticks += if open.is_python { open.left.max(0) } else { 0 };
        }
        for node in &mut self.nodes {
            node.self_ticks = node.self_ticks.max(0);
        }
        let nodes = self.nodes;
        let mut by_slice: Vec<(SliceId, u32)> = nodes.iter().map(|node| node.slice).zip(0u32..).collect();
        by_slice.sort_unstable();
        HostTree { nodes, python_ticks: self.python_ticks, by_slice }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{slice, trace};
    use super::*;

    #[test]
    fn frames_that_cross_the_root_do_not_hide_its_ops() {
        let trace = trace(&[
            "cpu outer 0 500 python_function",
            "cpu region 400 600 user_annotation",
            "cpu inner 510 400 python_function",
            "cpu aten::mul 520 100 cpu_op",
            "cpu cudaLaunchKernel 540 20 cuda_runtime",
            "cpu aten::add 700 100 cpu_op",
        ]);
        let attribution = Attribution::new(&trace);
        let tree = HostTree::new(&trace, &attribution, slice(&trace, "region"), 99);
        let names: Vec<&str> = tree.nodes.iter().map(|node| trace.slice_name(node.slice)).collect();
        assert_eq!(names, ["region", "aten::mul", "cudaLaunchKernel", "aten::add"]);
        assert_eq!(tree.nodes.iter().map(|node| node.parent).collect::<Vec<_>>(), [NONE, 0, 1, 0]);
        assert_eq!(tree.nodes[0].self_ticks, 400);
        // `inner` without its two ops.
        assert_eq!(tree.python_ticks, 200);
    }

    #[test]
    fn a_slice_of_no_length_and_a_root_of_no_length_are_trees_too() {
        let trace = trace(&["cpu aten::a 10 0 cpu_op", "cpu aten::b 20 5 cpu_op", "cpu aten::c 22 0 cpu_op"]);
        let attribution = Attribution::new(&trace);
        let nodes = |name| HostTree::new(&trace, &attribution, slice(&trace, name), 99).nodes.len();
        assert_eq!((nodes("aten::a"), nodes("aten::b")), (1, 2));
        assert_eq!(depth_limit(&trace, &attribution, &[slice(&trace, "aten::b")]), 1);
    }
}
