//! Runs of NEFFs in a framework's trace, and the ops that they are of.

use super::system_runs;
use crate::analysis::json_text::{members, readable};
use crate::lowering::attribution::{Attribution, slices_under};
use crate::lowering::profile::{Evidence, Level};
use crate::lowering::shapes::ArgsReader;
use crate::trace::{SliceId, StringId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

const DRIVER: &str = "privateuse1_driver";
const RUNTIME: &str = "privateuse1_runtime";
const KEY: &[u8] = b"\"neff_cache_key\"";

/// One run of a NEFF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// On the device; where the trace has only dispatches, the dispatch.
    pub slice: SliceId,
    /// The op that it is of, and what tells so.
    pub op: Option<(SliceId, Evidence)>,
    /// Index into [`Runs::programs`].
    pub program: u32,
}

/// A NEFF as the trace names it: runs of one program have one name and key.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Program {
    /// Name of the run, such as `aten::mul` or `model_default_0`.
    pub name: String,
    /// `neff_cache_key`: op, shapes and types of its inputs, a hash. Empty
    /// where the trace does not say.
    pub key: String,
}

impl Program {
    /// The hash that ends a cache key.
    pub fn hash(&self) -> Option<String> {
        let hash = self.key.rsplit(':').next()?.trim();
        let is_hash = hash.len() >= Self::LEAST_HASH && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash.then(|| hash.to_ascii_lowercase())
    }

    /// Digits that a hash has at least.
    pub const LEAST_HASH: usize = 8;

    /// The op's name as NEFFs are named: without namespace, in lower case.
    pub fn op_name(&self) -> String {
        let own = self.key.split_once("--").map(|(op, _)| op).filter(|op| !op.is_empty());
        let name = own.unwrap_or(&self.name);
        name.rsplit("::").next().unwrap_or(name).trim().to_ascii_lowercase()
    }
}

/// All runs of a trace.
#[derive(Debug, Default)]
pub struct Runs {
    /// By slice.
    pub runs: Vec<Run>,
    /// In order of the first run.
    pub programs: Vec<Program>,
    /// Ops and dispatches with their runs, by slice.
    by_host: Vec<(SliceId, u32)>,
}

/// Whether a trace is one that runs NEFFs; quick.
pub fn has_runs(trace: &Trace) -> bool {
    trace.neuron.is_none() && categories(trace).is_some() || system_runs::tells_neffs(trace)
}

fn categories(trace: &Trace) -> Option<(StringId, StringId)> {
    let find = |name| trace.strings.find(name).unwrap_or(StringId::NONE);
    let found = (find(DRIVER), find(RUNTIME));
    (found != (StringId::NONE, StringId::NONE)).then_some(found)
}

impl Runs {
    /// Finds the runs; none in traces of other kinds.
    pub fn new(trace: &Trace, attribution: &Attribution) -> Self {
        if system_runs::tells_neffs(trace) {
            return system_runs::runs(trace);
        }
        let Some((driver, runtime)) = categories(trace).filter(|_| trace.neuron.is_none()) else {
            return Self::default();
        };
        let hosts: FxHashMap<SliceId, (SliceId, Evidence)> =
            attribution.works().iter().map(|work| (work.device, (work.host, work.evidence))).collect();
        let leads: FxHashSet<SliceId> = hosts.values().map(|(host, _)| *host).collect();
        let ops = Ops::new(trace, attribution);
        let mut args = ArgsReader::new(trace);
        let mut programs: FxHashMap<(StringId, String), u32> = FxHashMap::default();
        let mut found = Self::default();
        for slice in (0..trace.slices.len() as u32).map(SliceId) {
            let cat = trace.slices.cat[slice.index()];
            if cat == StringId::NONE || cat != driver && cat != runtime {
                continue;
            }
            let mut key = key_of(args.args(slice));
            // A dispatch is a run only where nothing shows what it led to.
            if cat == runtime && (leads.contains(&slice) || key.is_empty()) {
                continue;
            }
            let host = hosts.get(&slice).copied();
            if let Some((host, _)) = host.filter(|_| key.is_empty()) {
                key = key_of(args.args(host));
            }
            let name = trace.slices.name[slice.index()];
            let program = *programs.entry((name, key)).or_insert_with_key(|(_, key)| {
                found.programs.push(Program { name: trace.slice_name(slice).to_owned(), key: key.clone() });
                found.programs.len() as u32 - 1
            });
            let at = found.runs.len() as u32;
            let host = if cat == runtime { Some(slice) } else { host.map(|(host, _)| host) };
            let op = ops.of(trace, attribution, slice, host);
            let both = [host, op.map(|(op, _)| op)];
            found.add_hosts(both.into_iter().flatten(), at);
            found.runs.push(Run { slice, op, program });
        }
        found.sort_hosts();
        found
    }

    /// Notes ops and dispatches of a run.
    pub(super) fn add_hosts(&mut self, hosts: impl Iterator<Item = SliceId>, run: u32) {
        self.by_host.extend(hosts.map(|host| (host, run)));
    }

    /// To be called when all are noted.
    pub(super) fn sort_hosts(&mut self) {
        self.by_host.sort_unstable();
        self.by_host.dedup();
    }

    /// The run that a slice is.
    pub fn of_slice(&self, slice: SliceId) -> Option<&Run> {
        self.runs.binary_search_by_key(&slice, |run| run.slice).ok().map(|at| &self.runs[at])
    }

    /// Runs that a slice is, or that were started under it, in order.
    pub fn under(&self, trace: &Trace, attribution: &Attribution, slice: SliceId) -> Vec<&Run> {
        if let Some(run) = self.of_slice(slice) {
            return vec![run];
        }
        let mut found: Vec<u32> = Vec::new();
        for row in attribution.rows_under(trace, slice) {
            let range = slices_under(trace, slice, &trace.rows[row]);
            let first = self.by_host.partition_point(|(host, _)| host.0 < range.start);
            let inside = self.by_host[first..].iter().take_while(|(host, _)| host.0 < range.end);
            found.extend(inside.map(|(_, run)| *run));
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|at| self.runs.get(at as usize)).collect()
    }
}

/// The cache key in raw args; empty where they have none.
fn key_of(args: &[u8]) -> String {
    if memchr::memmem::find(args, KEY).is_none() {
        return String::new();
    }
    let found = members(args).into_iter().find(|(key, _)| *key == KEY);
    found.map(|(_, value)| readable(value).into_owned()).unwrap_or_default()
}

/// Ops by their external id.
struct Ops {
    by_id: FxHashMap<u64, SliceId>,
}

impl Ops {
    fn new(trace: &Trace, attribution: &Attribution) -> Self {
        let column = &trace.slices.external_id.0;
        let of_op = |(slice, id): &&(SliceId, u64)| *id != 0 && is_op(attribution, *slice);
        // Of several with one id the one that began last: ids are counted anew.
        let mut ops: Vec<(i64, SliceId, u64)> =
            column.iter().filter(of_op).map(|&(op, id)| (trace.slices.start[op.index()], op, id)).collect();
        ops.sort_unstable();
        Self { by_id: ops.into_iter().map(|(_, op, id)| (id, op)).collect() }
    }

    /// The op of a run: the one with its id, else the one around its dispatch.
    fn of(
        &self,
        trace: &Trace,
        attribution: &Attribution,
        run: SliceId,
        host: Option<SliceId>,
    ) -> Option<(SliceId, Evidence)> {
        let id = |slice: SliceId| trace.slices.external_id.get(slice).filter(|id| *id != 0);
        let id = id(run).or_else(|| host.and_then(id));
        if let Some(op) = id.and_then(|id| self.by_id.get(&id)) {
            return Some((*op, Evidence::ExternalId));
        }
        let mut at = host?;
        while at != SliceId::NONE {
            if is_op(attribution, at) {
                return Some((at, Evidence::Containment));
            }
            at = trace.slices.parent[at.index()];
        }
        None
    }
}

fn is_op(attribution: &Attribution, slice: SliceId) -> bool {
    matches!(attribution.levels.of(slice), Level::Op | Level::Compiled)
}
