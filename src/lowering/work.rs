//! On a trace without a device: which ops do the work themselves.
//!
//! Decided for all runs of a group together, so that it does not hang on the
//! noise of one: an op is an item when what it calls takes less than half of
//! its time; else its callees are looked at. Wrappers of compiled code and ops
//! that only say where data is are never items, but what they call may be. One
//! exception: compiled code whose kernels have no rows is one item as a whole.

use super::level::is_graph_call;
use super::op_name::{is_conversion, never_computes};
use super::profile::{Evidence, Level};
use super::run::{Run, RunItem};
use super::shapes::ArgsReader;
use super::tree::NONE;
use crate::trace::{SliceId, Trace};

/// Sets the items of runs that are alike. `with_op_categories` is false where
/// nothing tells ops from other slices: then the leaves are the items.
pub fn set_items(trace: &Trace, args: &mut ArgsReader, runs: &mut [&mut Run], with_op_categories: bool) {
    let Some(first) = runs.first() else { return };
    let nodes = &first.tree.nodes;
    let mut total = vec![0i64; nodes.len()];
    for run in runs.iter() {
        for (total, node) in total.iter_mut().zip(&run.tree.nodes) {
            *total = total.saturating_add(node.dur);
        }
    }
    // From the leaves up: the time of the ops that are outermost under a node.
    let mut below = vec![0i64; nodes.len()];
    let mut has_children = vec![false; nodes.len()];
    let mut passes_on = vec![false; nodes.len()];
    for i in (0..nodes.len()).rev() {
        let node = &nodes[i];
        let name = trace.slice_name(node.slice);
        passes_on[i] = node.level != Level::Op || never_computes(name);
        let covered = match passes_on[i] {
            true => below[i],
            false if is_conversion(name) && is_of_scalars(args, node.slice) => 0,
            false => total[i],
        };
        if node.parent != NONE {
            let parent = node.parent as usize;
            below[parent] = below[parent].saturating_add(covered);
            has_children[parent] = true;
        }
    }
    let mut open = vec![false; nodes.len()];
    let mut chosen = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        if node.parent != NONE && !open[node.parent as usize] {
            continue;
        }
        let is_item = if with_op_categories {
            let is_opaque = node.level == Level::Compiled && is_graph_call(trace.slice_name(node.slice));
            match passes_on[i] {
                false => below[i].saturating_mul(2) < total[i].max(1),
                true => is_opaque && below[i] == 0,
            }
        } else {
            node.level == Level::Op && !has_children[i]
        };
        if is_item {
            chosen.push(i as u32);
        }
        open[i] = !is_item;
    }
    for run in runs {
        let item = |at: &u32| {
            let node = &run.tree.nodes[*at as usize];
            RunItem {
                slice: node.slice,
                host: *at,
                node: *at,
                launch: None,
                evidence: Evidence::Containment,
                start: node.start,
                end: node.start.saturating_add(node.dur),
            }
        };
        run.items = chosen.iter().map(item).collect();
    }
}

/// Whether an op was called with tensors, but none with a dimension.
fn is_of_scalars(args: &mut ArgsReader, slice: SliceId) -> bool {
    args.call(slice).is_some_and(|call| call.tensors().next().is_none())
}
