//! One run of a region, before it is known which runs are alike: its host
//! tree and its device work.

use super::attribution::Attribution;
use super::level::canonical_name;
use super::op_name::never_computes;
use super::profile::{Evidence, Level};
use super::shapes::{ArgsReader, Fields};
use super::tree::HostTree;
use crate::trace::{SliceId, Trace};
use rustc_hash::FxHasher;
use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

/// Device work of a run, or on a trace without a device an op that does the
/// work itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunItem {
    pub slice: SliceId,
    /// The node that launched it, or the op itself.
    pub host: u32,
    /// The innermost op that it belongs to, or what is nearest to one.
    pub node: u32,
    pub launch: Option<u32>,
    pub evidence: Evidence,
    /// Ticks.
    pub start: i64,
    pub end: i64,
}

#[derive(Debug)]
pub struct Run {
    pub root: SliceId,
    pub tree: HostTree,
    /// By host node, name and start: the same order in all runs that are alike.
    pub items: Vec<RunItem>,
    /// Of what the host did: levels, names, nesting.
    pub host_signature: u64,
    /// Shapes and types of each op's inputs, as a hash; in node order.
    pub shapes: Vec<u64>,
    /// Of the items: names and where they come from.
    pub item_signature: u64,
    /// Found when first asked for.
    loose_signature: OnceCell<u64>,
}

impl Run {
    pub fn new(
        trace: &Trace,
        attribution: &Attribution,
        args: &mut ArgsReader,
        root: SliceId,
        depth_limit: u32,
    ) -> Self {
        let tree = HostTree::new(trace, attribution, root, depth_limit);
        let items = device_items(trace, attribution, &tree);
        let host_signature = host_signature(trace, &tree);
        let shapes = shapes(args, &tree);
        let mut hasher = FxHasher::default();
        for item in &items {
            (item.host, trace.slices.name[item.slice.index()].0).hash(&mut hasher);
        }
        let item_signature = hasher.finish();
        Self { root, tree, items, host_signature, shapes, item_signature, loose_signature: OnceCell::new() }
    }

    /// Of the names of ops that compute, launches and items, in any order and
    /// nesting. Where times are coarse, calls of no length swap places.
    pub fn loose_signature(&self, trace: &Trace) -> u64 {
        *self.loose_signature.get_or_init(|| loose_signature(trace, &self.tree, &self.items))
    }

    /// Whether two runs are the same node by node and item by item.
    pub fn is_like(&self, other: &Run) -> bool {
        self.host_signature == other.host_signature && self.item_signature == other.item_signature
    }

    pub fn host_ticks(&self) -> i64 {
        self.tree.nodes[0].dur
    }

    /// Ticks from the first item's start to the last one's end.
    pub fn span_ticks(&self) -> i64 {
        let start = self.items.iter().map(|item| item.start).min();
        let end = self.items.iter().map(|item| item.end).max();
        end.zip(start).map_or(0, |(end, start)| end.saturating_sub(start))
    }

    /// What a run is judged by while runs are sorted.
    pub fn judged_ticks(&self, has_device: bool) -> i64 {
        if has_device && !self.items.is_empty() { self.span_ticks() } else { self.host_ticks() }
    }
}

fn device_items(trace: &Trace, attribution: &Attribution, tree: &HostTree) -> Vec<RunItem> {
    let mut items = Vec::new();
    for work in attribution.under(trace, tree.nodes[0].slice).flatten() {
        let host = tree.node_around(trace, work.host);
        let launch = Some(host).filter(|host| tree.nodes[*host as usize].level == Level::Launch);
        let node = tree.nearest(host, Level::Op).unwrap_or_else(|| {
            match launch {
                // No op: what is around the launch.
                Some(launch) => {
                    Some(tree.nodes[launch as usize].parent).filter(|at| *at != super::tree::NONE)
                }
                None => Some(host),
            }
            .unwrap_or(0)
        });
        let start = trace.slices.start[work.device.index()];
        let end = trace.slices.end(work.device);
        let (slice, evidence) = (work.device, work.evidence);
        items.push(RunItem { slice, host, node, launch, evidence, start, end });
    }
    // Kernels of one replayed graph may start in any order.
    let name = |item: &RunItem| trace.slices.name[item.slice.index()].0;
    items.sort_unstable_by_key(|item| (item.host, name(item), item.start, item.slice));
    items
}

fn host_signature(trace: &Trace, tree: &HostTree) -> u64 {
    let mut hasher = FxHasher::default();
    for node in &tree.nodes {
        (node.level, node.parent).hash(&mut hasher);
        match node.level {
            // These carry running numbers; the root is what was asked for.
            Level::Module | Level::Step | Level::Annotation | Level::Compiled | Level::Frame => {
                canonical_name(node.level, trace.slice_name(node.slice)).hash(&mut hasher);
            }
            _ => trace.slices.name[node.slice.index()].0.hash(&mut hasher),
        }
    }
    hasher.finish()
}

fn shapes(args: &mut ArgsReader, tree: &HostTree) -> Vec<u64> {
    tree.nodes
        .iter()
        .enumerate()
        .filter(|(i, node)| node.level == Level::Op || *i == 0)
        .map(|(_, node)| {
            let mut hasher = FxHasher::default();
            if let Some(fields) = Fields::find(args.args(node.slice)) {
                (fields.dims, fields.types).hash(&mut hasher);
            }
            hasher.finish()
        })
        .collect()
}

fn loose_signature(trace: &Trace, tree: &HostTree, items: &[RunItem]) -> u64 {
    let computes = |slice: SliceId| !never_computes(trace.slice_name(slice));
    let mut names: Vec<u32> = tree
        .nodes
        .iter()
        .filter(|node| node.level == Level::Launch || node.level == Level::Op && computes(node.slice))
        .map(|node| node.slice)
        .chain(items.iter().map(|item| item.slice))
        .map(|slice| trace.slices.name[slice.index()].0)
        .collect();
    names.sort_unstable();
    let mut hasher = FxHasher::default();
    names.hash(&mut hasher);
    hasher.finish()
}
