//! The profile of one path: what all of its runs have in common, in medians.

use super::attribution::Attribution;
use super::bytes::moved;
use super::comparison::RegionChoice;
use super::flops::flops_of_run;
use super::group::{self, Chosen};
use super::instance;
use super::interface::interface;
use super::occupancy::kernel_shape;
use super::profile::{
    Figure, Instance, InstanceRows, Item, ItemKind, Level, Node, PathProfile, Reason, RegionKey, Tensor,
};
use super::recording::recording;
use super::region::{key_of, roots};
use super::run::{Run, RunItem};
use super::shapes::{ArgsReader, Call};
use super::stats::median;
use super::temporaries::temporaries;
use super::tree::{HostNode, NONE, depth_limit};
use super::work;
use crate::analysis::json_text::{members, readable};
use crate::trace::{SliceId, StringId, Trace};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Measures a region of a trace; `None` where the trace does not have it.
pub fn profile(trace: &Trace, attribution: &Attribution, choice: &RegionChoice) -> Option<PathProfile> {
    let mut args = ArgsReader::new(trace);
    let (region, Chosen { runs, in_step, left_out }) = chosen_runs(trace, attribution, &mut args, choice)?;
    let on_device = attribution.has_device;
    let with_frames = attribution.levels.with_frames;
    let instances: Vec<Instance> =
        runs.iter().map(|run| instance::measure(trace, run, on_device, with_frames)).collect();
    let median_instance = middle(&instances, &in_step, on_device);
    let recording = recording(trace, attribution);
    let middle = &runs[median_instance];
    let alike = runs.iter().zip(&in_step).filter(|(_, in_step)| **in_step).map(|(run, _)| run).collect();
    let (calls, rows) = rows(trace, &mut args, alike, middle, on_device, recording.why_no_shapes());
    let InstanceRows { nodes, items } = rows;
    let interface = interface(trace, middle, &calls);
    let temporaries = temporaries(trace, middle, &calls);
    let flops = flops_of_run(trace, &mut args, middle, &calls, recording.why_no_shapes());
    let kernel_shape = kernel_shape(&mut args, &items);
    let why_unknown = recording.why_no_shapes();
    let (inputs, outputs) = interface.map(|found| (found.inputs, found.outputs)).unzip();
    Some(PathProfile {
        region,
        left_out,
        unlike: in_step.iter().filter(|in_step| !**in_step).count() as u32,
        median_instance: median_instance as u32,
        bytes_moved: sum(items.iter().map(|item| item.bytes), why_unknown),
        bytes_min: bytes_of(inputs.as_deref(), outputs.as_deref(), why_unknown),
        temporaries: temporaries.map_or(Figure::Unknown(why_unknown), |bytes| Figure::Known(bytes as f64)),
        flops,
        kernel_shape,
        inputs,
        outputs,
        nodes,
        items,
        instances,
        orphans: attribution.orphans.clone(),
        recording,
        neuron: None,
        neffs: None,
    })
}

/// Runs of a region that count, with their items, and the region's name;
/// `None` where the trace does not have it.
pub(super) fn chosen_runs(
    trace: &Trace,
    attribution: &Attribution,
    args: &mut ArgsReader,
    choice: &RegionChoice,
) -> Option<(RegionKey, Chosen)> {
    let region = key_of(trace, attribution, choice)?;
    let runs = all_runs(trace, attribution, args, &region);
    let mut chosen = group::choose(trace, runs, attribution.has_device)?;
    // XLA says itself which rows are work.
    if !attribution.has_device && chosen.runs.iter().all(|run| run.items.is_empty()) {
        let with_op_categories = attribution.levels.with_op_categories;
        let by_likeness = chosen.runs.iter_mut().zip(&chosen.in_step).partition(|(_, in_step)| **in_step);
        let (alike, others): (Vec<_>, Vec<_>) = by_likeness;
        let mut alike: Vec<&mut Run> = alike.into_iter().map(|(run, _)| run).collect();
        work::set_items(trace, args, &mut alike, with_op_categories);
        for (run, _) in others {
            work::set_items(trace, args, &mut [run], with_op_categories);
        }
    }
    Some((region, chosen))
}

/// Runs of all instances of a region; of those without a device items are not
/// set yet.
pub(super) fn all_runs(
    trace: &Trace,
    attribution: &Attribution,
    args: &mut ArgsReader,
    region: &RegionKey,
) -> Vec<Run> {
    let roots = roots(trace, attribution, region);
    let limit = depth_limit(trace, attribution, &roots);
    roots.iter().map(|root| Run::new(trace, attribution, args, *root, limit)).collect()
}

/// Nodes and items of `middle`, with the medians over runs that are alike, and
/// what its ops were called with.
pub(super) fn rows(
    trace: &Trace,
    args: &mut ArgsReader,
    alike: Vec<&Run>,
    middle: &Run,
    on_device: bool,
    why_no_shapes: Reason,
) -> (Vec<Option<Call>>, InstanceRows) {
    let calls = calls(args, middle);
    let template = Template { trace, runs: alike, middle };
    let mut names = Names { trace, shared: FxHashMap::default() };
    let nodes = template.nodes(&calls, &mut names);
    let bytes = item_bytes(trace, args, middle, &calls, on_device, why_no_shapes);
    let items = template.items(bytes, on_device, &mut names);
    (calls, InstanceRows { nodes, items })
}

/// The instance whose time is nearest to the median, of those that are alike
/// node by node; of two that are equally near the shorter.
fn middle(instances: &[Instance], in_step: &[bool], on_device: bool) -> usize {
    let judged = |instance: &Instance| {
        if on_device && instance.span_ns > 0 { instance.span_ns } else { instance.host_ns }
    };
    let typical = median(&mut instances.iter().map(judged).collect::<Vec<_>>());
    (0..instances.len())
        .filter(|at| in_step[*at])
        .min_by_key(|at| {
            let ns = judged(&instances[*at]);
            (ns.abs_diff(typical), ns, *at)
        })
        .unwrap_or(0)
}

/// What the ops of a run were called with, by node.
fn calls(args: &mut ArgsReader, run: &Run) -> Vec<Option<Call>> {
    let mut call = |node: &HostNode| {
        matches!(node.level, Level::Op | Level::Compiled).then(|| args.call(node.slice)).flatten()
    };
    run.tree.nodes.iter().map(&mut call).collect()
}

fn sum(figures: impl ExactSizeIterator<Item = Figure>, why_unknown: Reason) -> Figure {
    if figures.len() == 0 {
        return Figure::Unknown(why_unknown);
    }
    let mut total = 0.0;
    for figure in figures {
        match figure {
            Figure::Known(bytes) => total += bytes,
            Figure::Unknown(reason) => return Figure::Unknown(reason),
        }
    }
    Figure::Known(total)
}

fn bytes_of(inputs: Option<&[Tensor]>, outputs: Option<&[Tensor]>, why_unknown: Reason) -> Figure {
    let (Some(inputs), Some(outputs)) = (inputs, outputs) else { return Figure::Unknown(why_unknown) };
    let mut total = 0.0;
    for tensor in inputs.iter().chain(outputs) {
        let Some(bytes) = tensor.bytes else { return Figure::Unknown(why_unknown) };
        total += bytes as f64;
    }
    Figure::Known(total)
}

/// Names of slices, shared by the rows that have the same.
struct Names<'a> {
    trace: &'a Trace,
    shared: FxHashMap<StringId, Arc<str>>,
}

impl Names<'_> {
    fn of(&mut self, slice: SliceId) -> Arc<str> {
        let name = self.trace.slices.name[slice.index()];
        Arc::clone(self.shared.entry(name).or_insert_with(|| Arc::from(self.trace.slice_name(slice))))
    }
}

/// Runs that are alike, and the one that stands for them.
struct Template<'a> {
    trace: &'a Trace,
    runs: Vec<&'a Run>,
    middle: &'a Run,
}

impl Template<'_> {
    /// Median over the runs, in nanoseconds.
    fn median_ns(&self, ticks: impl Fn(&Run) -> Option<i64>) -> i64 {
        let mut all: Vec<i64> = self.runs.iter().filter_map(|run| ticks(run)).collect();
        self.trace.unit.ns_from_ticks(median(&mut all))
    }

    fn nodes(&self, calls: &[Option<Call>], names: &mut Names) -> Vec<Node> {
        let tree = &self.middle.tree;
        let without: Arc<[Tensor]> = Arc::from([]);
        let mut nodes: Vec<Node> = Vec::with_capacity(tree.nodes.len());
        for (i, node) in tree.nodes.iter().enumerate() {
            let parent = (node.parent != NONE).then_some(node.parent);
            let inputs = calls[i].as_ref().map(|call| call.all_tensors().cloned().collect());
            let inputs = inputs.unwrap_or_else(|| Arc::clone(&without));
            let start =
                |run: &Run| Some(run.tree.nodes.get(i)?.start.saturating_sub(run.tree.nodes[0].start));
            nodes.push(Node {
                level: node.level,
                name: names.of(node.slice),
                depth: parent.map_or(0, |parent| nodes[parent as usize].depth + 1),
                parent,
                inputs,
                median_ns: self.median_ns(|run| Some(run.tree.nodes.get(i)?.dur)),
                self_ns: self.median_ns(|run| Some(run.tree.nodes.get(i)?.self_ticks)),
                start_ns: self.median_ns(start),
                slice: node.slice,
            });
        }
        nodes
    }

    fn items(&self, bytes: Vec<Figure>, on_device: bool, names: &mut Names) -> Vec<Item> {
        let run = self.middle;
        let mut items: Vec<Item> = Vec::with_capacity(run.items.len());
        for (i, (item, bytes)) in run.items.iter().zip(bytes).enumerate() {
            let start = |run: &Run| {
                let first = run.items.iter().map(|item| item.start).min()?;
                Some(run.items.get(i)?.start.saturating_sub(first))
            };
            let dur = |run: &Run| run.items.get(i).map(|item| item.end.saturating_sub(item.start));
            items.push(Item {
                kind: if on_device { self.kind(run, item) } else { ItemKind::Op },
                name: names.of(item.slice),
                node: item.node,
                launch: item.launch,
                evidence: item.evidence,
                median_ns: self.median_ns(dur),
                start_ns: self.median_ns(start),
                bytes,
                slice: item.slice,
            });
        }
        items.sort_by_key(|item| (item.start_ns, item.launch, item.slice));
        items
    }

    fn kind(&self, run: &Run, item: &RunItem) -> ItemKind {
        if let Some(kind) = moves(self.trace, item.slice) {
            return kind;
        }
        let category = self.trace.strings.get(self.trace.slices.cat[item.slice.index()]).to_ascii_lowercase();
        let launch = item.launch.map(|launch| self.trace.slice_name(run.tree.nodes[launch as usize].slice));
        if category.contains("privateuse1") || launch.is_some_and(|name| name.starts_with("nrt_")) {
            ItemKind::Neff
        } else {
            ItemKind::Kernel
        }
    }
}

/// Whether device work is a copy or a fill, which calculate nothing.
pub(super) fn moves(trace: &Trace, slice: SliceId) -> Option<ItemKind> {
    let category = trace.strings.get(trace.slices.cat[slice.index()]).to_ascii_lowercase();
    // XLA writes no categories.
    let name = if category.is_empty() { trace.slice_name(slice) } else { "" };
    match () {
        () if category.contains("memcpy") || name.starts_with("Memcpy") => Some(ItemKind::Copy),
        () if category.contains("memset") || name.starts_with("Memset") => Some(ItemKind::Fill),
        () => None,
    }
}

/// Bytes of each item of a run. Several kernels of one op share its bytes by
/// their time; copies and fills know their own.
fn item_bytes(
    trace: &Trace,
    args: &mut ArgsReader,
    run: &Run,
    calls: &[Option<Call>],
    on_device: bool,
    why_no_shapes: Reason,
) -> Vec<Figure> {
    let unknown = Figure::Unknown(why_no_shapes);
    let own: Vec<Option<f64>> = run
        .items
        .iter()
        .map(|item| if on_device { written_bytes(trace, args, item.slice) } else { None })
        .collect();
    let ticks = |item: &RunItem| item.end.saturating_sub(item.start).max(1) as f64;
    let mut by_node: FxHashMap<u32, (f64, Option<f64>)> = FxHashMap::default();
    for (item, own) in run.items.iter().zip(&own) {
        if own.is_none() {
            let of_op = || {
                let (at, call) = (item.node as usize, calls.get(item.node as usize)?.as_ref()?);
                Some(moved(trace.slice_name(run.tree.nodes[at].slice), call)? as f64)
            };
            by_node.entry(item.node).or_insert_with(|| (0.0, of_op())).0 += ticks(item);
        }
    }
    run.items
        .iter()
        .zip(own)
        .map(|(item, own)| match (own, by_node.get(&item.node)) {
            (Some(bytes), _) => Figure::Known(bytes),
            (None, Some((sum, Some(bytes)))) => Figure::Known(bytes * ticks(item) / sum),
            _ => unknown,
        })
        .collect()
}

/// Bytes that a copy or fill says it moved, or that XLA counted for a piece of
/// work. What a copy within one memory moves is read and written.
fn written_bytes(trace: &Trace, args: &mut ArgsReader, slice: SliceId) -> Option<f64> {
    let args = args.args(slice);
    memchr::memmem::find(args, b"\"bytes")?;
    let members = members(args);
    let number = |wanted: &[u8]| {
        let (_, value) = members.iter().find(|(key, _)| *key == wanted)?;
        readable(value).parse().ok().filter(|bytes: &f64| bytes.is_finite() && *bytes >= 0.0)
    };
    if let Some(bytes) = number(b"\"bytes\"") {
        return Some(if trace.slice_name(slice).contains("DtoD") { bytes * 2.0 } else { bytes });
    }
    number(b"\"bytes_accessed\"")
}
