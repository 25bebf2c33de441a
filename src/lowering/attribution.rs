//! Who launched which device work, or work of XLA's threads: built once for a trace, asked for many
//! slices.
//!
//! Work is kept by the host slice that launched it. Slice ids are in drawing
//! order, so all work under a slice is one run of that list for each deeper
//! row of its track: a few binary searches, whatever the size of the trace.

use super::level::{self, Levels};
use super::part::PartOf;
use super::profile::{Evidence, Level, Orphans};
use super::{hlo, xla};
use crate::trace::{
    Link, LinkIdent, LinkKind, Row, SliceFlags, SliceId, StringId, Trace, Track, TrackId, TrackKind,
};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Longest orphans that are named.
const ORPHAN_EXAMPLES: usize = 10;

/// How rows of the backward pass begin.
const NODE: &str = "autograd::engine::evaluate_function";

/// Ticks by which rounding lets a slice stick out of the one around it, at
/// most.
const MAX_ROUNDING: i64 = 1000;

/// A piece of device work and what launched it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// The launch, or the op where only that is known.
    pub host: SliceId,
    pub device: SliceId,
    pub evidence: Evidence,
}

/// Device work of a trace by its host owner.
#[derive(Debug)]
pub struct Attribution {
    pub levels: Levels,
    /// By host slice, then start.
    works: Vec<Work>,
    /// By row of the trace: its share of `works`.
    of_row: Vec<Range<u32>>,
    pub orphans: Orphans,
    pub has_device: bool,
    /// Launches replay a graph.
    pub graph_replay: bool,
    /// Written by XLA.
    pub is_xla: bool,
    /// Threads that run the backward pass for the one that called it.
    backward: Vec<TrackId>,
}

impl Attribution {
    pub fn new(trace: &Trace) -> Self {
        let mut levels = Levels::new(trace);
        let calls = Calls::new(trace, &levels);
        let of_xla = xla::device_work(trace, &levels);
        let mut works = Vec::new();
        let mut orphans: Vec<(i64, SliceId)> = Vec::new();
        let mut has_device = false;
        for device in (0..trace.slices.len() as u32).map(SliceId) {
            if levels.of(device) != Level::Device {
                continue;
            }
            has_device = true;
            match of_xla.owners.get(&device).copied().or_else(|| owner(trace, &levels, &calls, device)) {
                Some((host, evidence)) => works.push(Work { host, device, evidence }),
                None => orphans.push((trace.slices.dur[device.index()], device)),
            }
        }
        let on_threads = hlo::works(trace, &levels);
        let is_xla = !of_xla.owners.is_empty() || !of_xla.in_lines.is_empty() || !on_threads.is_empty();
        works.extend(on_threads);
        works.extend(of_xla.in_lines);
        works.sort_unstable_by_key(|work| (work.host, trace.slices.start[work.device.index()], work.device));
        let mut graph_replay = false;
        for work in &works {
            levels.set_launch(work.host);
            graph_replay |= level::is_graph_launch(trace.slice_name(work.host));
        }
        let of_row = trace.rows.iter().map(|row| run(&works, row.first, row.end)).collect();
        let (orphans, graph_replay, has_device, is_xla) = match PartOf::read(trace) {
            Some(of) => {
                let (graphs, device, xla) = (of.graphs, of.device, of.xla);
                (of.orphans(), graph_replay || graphs, has_device || device, is_xla || xla)
            }
            None => (summed(trace, orphans), graph_replay, has_device, is_xla),
        };
        let backward = backward_threads(trace, &levels);
        Self { levels, works, of_row, orphans, has_device, graph_replay, is_xla, backward }
    }

    /// All work, by host slice, then start.
    pub fn works(&self) -> &[Work] {
        &self.works
    }

    /// Work that a slice itself launched, by start.
    pub fn launched_by(&self, host: SliceId) -> &[Work] {
        let run = run(&self.works, host.0, host.0.saturating_add(1));
        &self.works[run.start as usize..run.end as usize]
    }

    /// Runs of work launched by a slice and by all under it.
    pub fn under<'a>(&'a self, trace: &'a Trace, root: SliceId) -> impl Iterator<Item = &'a [Work]> + 'a {
        self.rows_under(trace, root).filter_map(move |at| {
            let of_row = self.of_row[at].clone();
            if of_row.is_empty() {
                return None;
            }
            let hosts = slices_under(trace, root, &trace.rows[at]);
            let works = &self.works[of_row.start as usize..of_row.end as usize];
            let run = run(works, hosts.start, hosts.end);
            (!run.is_empty()).then(|| &works[run.start as usize..run.end as usize])
        })
    }

    /// Rows that can hold slices under one, its own among them: those below it
    /// in its lane, and the other lanes, where slices stand that cross others.
    /// A call that is no op waits for the backward pass that it starts, which
    /// another thread may run: what that does meanwhile is under it too.
    pub fn rows_under<'a>(&'a self, trace: &'a Trace, root: SliceId) -> impl Iterator<Item = usize> + 'a {
        let own = trace.rows[trace.row_index_of(root)];
        let track = &trace.tracks[own.track.index()];
        let rows = if track.kind == TrackKind::Thread { track.rows.clone() } else { 0..0 };
        let waits = !matches!(
            self.levels.of(root),
            Level::Op | Level::Launch | Level::Runtime | Level::Device | Level::Instruction
        );
        let waits = waits && !rows.is_empty() && !self.backward.contains(&own.track);
        let others = self
            .backward
            .iter()
            .map(|id| &trace.tracks[id.index()])
            .filter(move |other| waits && other.process == track.process)
            .flat_map(|other| other.rows.clone());
        rows.map(|at| at as usize)
            .filter(move |&at| {
                let row = &trace.rows[at];
                row.lane != own.lane || row.depth >= own.depth
            })
            .chain(others.map(|at| at as usize))
    }
}

/// Threads most of whose outermost ops are nodes of the backward pass.
fn backward_threads(trace: &Trace, levels: &Levels) -> Vec<TrackId> {
    let is_node: Vec<bool> =
        (0..trace.strings.len() as u32).map(|id| trace.strings.get(StringId(id)).starts_with(NODE)).collect();
    if !is_node.contains(&true) {
        return Vec::new();
    }
    let is_node = |slice: SliceId| is_node.get(trace.slices.name[slice.index()].index()) == Some(&true);
    let is_outermost = |slice: SliceId| {
        let mut at = trace.slices.parent[slice.index()];
        while at != SliceId::NONE && levels.of(at) != Level::Op {
            at = trace.slices.parent[at.index()];
        }
        at == SliceId::NONE
    };
    let is_backward = |track: &Track| {
        let slices = || track.slices.clone().map(SliceId);
        if track.kind != TrackKind::Thread || !slices().any(is_node) {
            return false;
        }
        let outermost = slices().filter(|slice| levels.of(*slice) == Level::Op && is_outermost(*slice));
        let (nodes, others): (Vec<SliceId>, Vec<SliceId>) = outermost.partition(|slice| is_node(*slice));
        nodes.len() > others.len()
    };
    let ids = (0..trace.tracks.len() as u32).map(TrackId);
    ids.filter(|id| is_backward(&trace.tracks[id.index()])).collect()
}

/// The part of `works` whose hosts are in a range of ids.
fn run(works: &[Work], first: u32, end: u32) -> Range<u32> {
    let start = works.partition_point(|work| work.host.0 < first);
    let len = works[start..].partition_point(|work| work.host.0 < end);
    start as u32..(start + len) as u32
}

/// The slices of a row that lie within a slice, as a range of ids.
pub fn slices_under(trace: &Trace, root: SliceId, row: &Row) -> Range<u32> {
    if (row.first..row.end).contains(&root.0) {
        return root.0..root.0 + 1;
    }
    let (start, end) = (trace.slices.start[root.index()], trace.slices.end(root));
    let starts = &trace.slices.start[row.first as usize..row.end as usize];
    let first = row.first + starts.partition_point(|&at| at < start) as u32;
    let mut last = row.first + starts.partition_point(|&at| at < end) as u32;
    // Only the last one can reach beyond. By rounding alone it still belongs.
    if last > first {
        let slice = SliceId(last - 1);
        let over = trace.slices.end(slice).saturating_sub(end);
        let rounded = over <= MAX_ROUNDING && trace.slices.flags[slice.index()].has(SliceFlags::CLIPPED);
        if over > 0 && !rounded {
            last -= 1;
        }
    }
    first..last.max(first)
}

/// What launched a piece of device work, by the strongest evidence there is.
fn owner(trace: &Trace, levels: &Levels, calls: &Calls, device: SliceId) -> Option<(SliceId, Evidence)> {
    let id = trace.slices.correlation.get(device).filter(|id| *id != 0);
    let linked = trace
        .links
        .to(device)
        .iter()
        .map(|id| trace.links.get(*id))
        .filter(|link| link.from.slice != SliceId::NONE && levels.of(link.from.slice) != Level::Device)
        .map(|link| (link.from.slice, evidence(trace, link)))
        .min_by_key(|(host, evidence)| (*evidence, *host));
    match (linked, id) {
        (Some((host, Evidence::Correlation)), Some(id)) if trace.slices.correlation.get(host) == Some(id) => {
            linked
        }
        // Where times are coarse a flow can start at the call beside its own,
        // or beside all calls.
        (_, Some(id)) => {
            let own = calls.by_id.get(&id).map(|host| (*host, Evidence::Correlation));
            own.or(linked)
        }
        (_, None) => linked,
    }
}

/// Calls of the runtime by correlation id.
struct Calls {
    by_id: FxHashMap<u64, SliceId>,
}

impl Calls {
    fn new(trace: &Trace, levels: &Levels) -> Self {
        let is_call = |slice: SliceId| matches!(levels.of(slice), Level::Launch | Level::Runtime);
        let column = &trace.slices.correlation.0;
        Self {
            by_id: column.iter().filter(|entry| is_call(entry.0)).map(|&(slice, id)| (id, slice)).collect(),
        }
    }
}

fn evidence(trace: &Trace, link: &Link) -> Evidence {
    match link.kind {
        LinkKind::Correlation => Evidence::Correlation,
        LinkKind::ExternalId => Evidence::ExternalId,
        LinkKind::Flow if is_of_profiler(trace, link) => Evidence::Correlation,
        LinkKind::Flow | LinkKind::Dependence(_) | LinkKind::DmaTrigger => Evidence::Flow,
    }
}

/// Flows that the profiler draws from launches, by their names over the years
/// or by their id.
fn is_of_profiler(trace: &Trace, link: &Link) -> bool {
    let id = trace.slices.correlation.get(link.to.slice).filter(|id| *id != 0);
    ["ac2g", "async_cpu_to_gpu", "async_gpu"].contains(&trace.name(link.name))
        || id.is_some_and(|id| link.id == LinkIdent::Number(id))
}

fn summed(trace: &Trace, mut found: Vec<(i64, SliceId)>) -> Orphans {
    found.sort_unstable_by_key(|(dur, slice)| (std::cmp::Reverse(*dur), *slice));
    let ticks = found.iter().fold(0i64, |sum, (dur, _)| sum.saturating_add(*dur));
    let with_id = |slice: SliceId| trace.slices.correlation.get(slice).is_some_and(|id| id != 0);
    Orphans {
        count: found.len() as u64,
        total_ns: trace.unit.ns_from_ticks(ticks),
        launch_not_recorded: found.iter().filter(|(_, slice)| with_id(*slice)).count() as u64,
        examples: found.iter().take(ORPHAN_EXAMPLES).map(|(_, slice)| *slice).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{slice, trace};
    use super::*;

    #[test]
    fn work_is_found_under_every_slice_around_its_launch() {
        let trace = trace(&[
            "cpu annotation 0 1000 user_annotation",
            "cpu aten::mul 100 200 cpu_op",
            "cpu cudaLaunchKernel 150 50 cuda_runtime 7",
            "cpu aten::add 400 100 cpu_op",
            "cpu cudaLaunchKernel 420 50 cuda_runtime 8",
            "cpu aten::sub 2000 100 cpu_op",
            "cpu cudaLaunchKernel 2020 50 cuda_runtime 9",
            "gpu k1 500 100 kernel 7",
            "gpu k2 700 100 kernel 8",
            "gpu k3 2500 100 kernel 9",
        ]);
        let found = Attribution::new(&trace);
        let under = |name| {
            let works = found.under(&trace, slice(&trace, name)).flatten();
            works.map(|work| trace.slice_name(work.device).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(under("annotation"), ["k1", "k2"]);
        assert_eq!(under("aten::mul"), ["k1"]);
        assert_eq!(under("aten::sub"), ["k3"]);
        assert!(found.works().iter().all(|work| work.evidence == Evidence::Correlation));
        assert!(found.has_device && !found.graph_replay && found.orphans.count == 0);
    }

    #[test]
    fn work_without_a_launch_is_an_orphan_with_its_reason() {
        let trace = trace(&[
            "cpu aten::mul 100 200 cpu_op",
            "gpu lost 500 100 kernel 7",
            "gpu nameless 700 30 gpu_memset",
        ]);
        let orphans = Attribution::new(&trace).orphans;
        assert_eq!((orphans.count, orphans.total_ns, orphans.launch_not_recorded), (2, 130, 1));
        assert_eq!(orphans.examples[0], slice(&trace, "lost"));
    }

    #[test]
    fn one_graph_launch_owns_many_kernels() {
        let trace = trace(&[
            "cpu replay 0 300 user_annotation",
            "cpu cudaGraphLaunch 100 100 cuda_runtime 7",
            "gpu k1 500 100 kernel 7",
            "gpu k2 600 100 kernel 7",
        ]);
        let found = Attribution::new(&trace);
        assert!(found.graph_replay);
        assert_eq!(found.launched_by(slice(&trace, "cudaGraphLaunch")).len(), 2);
        assert_eq!(found.under(&trace, slice(&trace, "replay")).flatten().count(), 2);
    }

    #[test]
    fn a_flow_that_starts_at_the_call_beside_its_own_is_put_right() {
        let mut reader = crate::ingest::json::Reader::new("sample.json");
        reader.push(
            br#"[{"ph":"X","cat":"Runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":0,"args":{"correlation":7}},
            {"ph":"X","cat":"Runtime","name":"cudaEventQuery","pid":1,"tid":1,"ts":5,"dur":0,"args":{"correlation":8}},
            {"ph":"s","cat":"async","name":"async_cpu_to_gpu","id":7,"pid":1,"tid":1,"ts":5},
            {"ph":"f","cat":"async","name":"async_cpu_to_gpu","id":7,"pid":0,"tid":2,"ts":9,"bp":"e"},
            {"ph":"X","cat":"Kernel","name":"k","pid":0,"tid":2,"ts":9,"dur":3,"args":{"correlation":7}}]"#,
        );
        let trace = reader.finish();
        let works = Attribution::new(&trace).works().to_vec();
        assert_eq!(works.len(), 1);
        assert_eq!(trace.slice_name(works[0].host), "cudaLaunchKernel");
    }

    #[test]
    fn what_the_backward_thread_does_is_under_the_call_that_waits_for_it() {
        let trace = trace(&[
            "cpu backward 0 1000 user_annotation",
            "cpu aten::ones_like 10 20 cpu_op",
            "cpu later 2000 500 user_annotation",
            "cpu aten::mul 2100 300 cpu_op",
            "engine autograd::engine::evaluate_function:_MmBackward0 100 300 cpu_op",
            "engine aten::mm 120 200 cpu_op",
            "engine cudaLaunchKernel 150 50 cuda_runtime 7",
            "engine autograd::engine::evaluate_function:_AddBackward0 1200 300 cpu_op",
            "engine cudaLaunchKernel 1250 50 cuda_runtime 8",
            "gpu k1 500 100 kernel 7",
            "gpu k2 1700 100 kernel 8",
        ]);
        let found = Attribution::new(&trace);
        let under = |name| found.under(&trace, slice(&trace, name)).flatten().count();
        assert_eq!((under("backward"), under("later"), under("aten::ones_like")), (1, 0, 0));
        let tree = super::super::tree::HostTree::new(&trace, &found, slice(&trace, "backward"), 99);
        let names: Vec<&str> = tree.nodes.iter().map(|node| trace.slice_name(node.slice)).collect();
        let node = "autograd::engine::evaluate_function:_MmBackward0";
        assert_eq!(names, ["backward", "aten::ones_like", node, "aten::mm", "cudaLaunchKernel"]);
        assert_eq!(tree.nodes.iter().map(|node| node.parent as i32).collect::<Vec<_>>(), [-1, 0, 0, 2, 3]);
    }

    #[test]
    fn annotations_mirrored_on_the_device_are_no_work() {
        let trace = trace(&[
            "cpu aten::mul 100 200 cpu_op",
            "cpu cudaLaunchKernel 150 50 cuda_runtime 7",
            "gpu mirror 400 400 gpu_user_annotation",
            "gpu k1 500 100 kernel 7",
        ]);
        let found = Attribution::new(&trace);
        assert_eq!((found.works().len(), found.orphans.count), (1, 0));
        assert!(found.levels.is_mirror(&trace, slice(&trace, "mirror")));
    }
}
