//! Runs of NEFFs in a system profile: framework, runtime and hardware events
//! that flows tie together.
//!
//! A framework event may tell the cache key of the NEFF that it ran, and any
//! event the name of its model. A run is what the hardware did; where no such
//! event is tied to a key or a name, it is the event that tells it.

use super::runs::{Program, Run, Runs};
use crate::analysis::json_text::{members, readable};
use crate::lowering::profile::Evidence;
use crate::lowering::shapes::ArgsReader;
use crate::neuron::ProfileKind;
use crate::trace::{LinkIdent, LinkKind, SliceId, StringId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls of the runtime that run a model; others load it or wait for it.
const EXECUTES: &[&str] = &["nrt_execute", "nrt_model_submit", "nrta_execute_schedule"];

/// Attributes for which a table has no column are JSON within its text.
const EXTRA: &[u8] = b"\"extra_attributes_json\"";

/// Whether a trace is a system profile that tells which NEFFs ran.
pub fn tells_neffs(trace: &Trace) -> bool {
    trace.neuron.as_ref().is_some_and(|profile| profile.kind == ProfileKind::System && profile.tells_neffs)
}

/// What an event tells of its NEFF. Empty texts where it says nothing.
#[derive(Debug, Clone, Default)]
struct Told {
    key: String,
    model: String,
    execution: String,
}

impl Told {
    fn of(args: &[u8]) -> Option<Self> {
        let has = |word: &[u8]| memchr::memmem::find(args, word).is_some();
        if !has(b"neff_cache_key") && !has(b"model_name") {
            return None;
        }
        let mut told = Self::default();
        for (key, value) in members(args) {
            match key {
                EXTRA => told.read(readable(value).as_bytes()),
                _ => told.set(key, value),
            }
        }
        (!told.key.is_empty() || !told.model.is_empty()).then_some(told)
    }

    fn read(&mut self, object: &[u8]) {
        members(object).into_iter().for_each(|(key, value)| self.set(key, value));
    }

    fn set(&mut self, key: &[u8], value: &[u8]) {
        let slot = match key {
            b"\"neff_cache_key\"" => &mut self.key,
            b"\"model_name\"" => &mut self.model,
            b"\"exec_id\"" => &mut self.execution,
            _ => return,
        };
        if slot.is_empty() && value != b"null" {
            *slot = readable(value).trim().to_owned();
        }
    }
}

/// Which part of the system an event is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Framework,
    Runtime,
    Hardware,
    Other,
}

/// Events by what ties them.
struct Events<'a> {
    trace: &'a Trace,
    told: FxHashMap<SliceId, Told>,
    /// Events of each flow, by start.
    flows: FxHashMap<LinkIdent, Vec<SliceId>>,
    sources: [StringId; 3],
}

impl<'a> Events<'a> {
    fn new(trace: &'a Trace) -> Self {
        let mut args = ArgsReader::new(trace);
        let all = (0..trace.slices.len() as u32).map(SliceId);
        let told = all.filter_map(|slice| Some((slice, Told::of(args.args(slice))?))).collect();
        let mut flows: FxHashMap<LinkIdent, Vec<SliceId>> = FxHashMap::default();
        for link in trace.links.all().iter().filter(|link| link.kind == LinkKind::Flow) {
            let ends = [link.from.slice, link.to.slice];
            flows.entry(link.id).or_default().extend(ends.into_iter().filter(|end| *end != SliceId::NONE));
        }
        for events in flows.values_mut() {
            events.sort_unstable_by_key(|slice| (trace.slices.start[slice.index()], *slice));
            events.dedup();
        }
        let find = |name| trace.strings.find(name).unwrap_or(StringId::NONE);
        let sources = [find("framework"), find("neuron_rt"), find("neuron_hw")];
        Self { trace, told, flows, sources }
    }

    fn source(&self, slice: SliceId) -> Source {
        let cat = self.trace.slices.cat[slice.index()];
        match self.sources.iter().position(|own| cat != StringId::NONE && *own == cat) {
            Some(0) => Source::Framework,
            Some(1) => Source::Runtime,
            Some(2) => Source::Hardware,
            _ => Source::Other,
        }
    }

    /// Other events of the flows that an event takes part in, by start.
    fn mates(&self, slice: SliceId) -> Vec<SliceId> {
        let links = &self.trace.links;
        let own = links.from(slice).iter().chain(links.to(slice)).map(|id| links.get(*id));
        let ids: FxHashSet<LinkIdent> =
            own.filter(|link| link.kind == LinkKind::Flow).map(|link| link.id).collect();
        let mut found: Vec<SliceId> =
            ids.iter().filter_map(|id| self.flows.get(id)).flatten().copied().collect();
        found.retain(|mate| *mate != slice);
        found.sort_unstable_by_key(|mate| (self.trace.slices.start[mate.index()], *mate));
        found.dedup();
        found
    }

    /// What an event or its mates tell: its own word first.
    fn told_by_all(&self, slice: SliceId, mates: &[SliceId]) -> Told {
        let mut told = self.told.get(&slice).cloned().unwrap_or_default();
        for mate in mates.iter().filter_map(|mate| self.told.get(mate)) {
            if told.key.is_empty() {
                told.key.clone_from(&mate.key);
            }
            if told.model.is_empty() {
                told.model.clone_from(&mate.model);
            }
        }
        told
    }

    /// Whether an event around it tells of a NEFF as well.
    fn is_within_told(&self, slice: SliceId) -> bool {
        let parents = &self.trace.slices.parent;
        let mut at = parents[slice.index()];
        while at != SliceId::NONE {
            if self.told.contains_key(&at) {
                return true;
            }
            at = parents[at.index()];
        }
        false
    }

    /// The event of the framework that a run is of: the first of its flow, or
    /// the one around it.
    fn op(&self, slice: SliceId, mates: &[SliceId]) -> Option<(SliceId, Evidence)> {
        let is_framework = |slice: &SliceId| self.source(*slice) == Source::Framework;
        if let Some(op) = mates.iter().copied().find(is_framework) {
            let before = |op: SliceId| self.trace.slices.start[op.index()];
            if !is_framework(&slice) || before(op) < before(slice) {
                return Some((op, Evidence::Flow));
            }
        }
        let around = self.trace.slices.parent[slice.index()];
        (around != SliceId::NONE && is_framework(&around)).then_some((around, Evidence::Containment))
    }

    /// How a program is called: by its event of the framework, else its model.
    fn name(&self, slice: SliceId, op: Option<SliceId>, told: &Told) -> String {
        let model = stem(&told.model);
        let of_framework = || {
            let own = (self.source(slice) == Source::Framework).then_some(slice);
            let name = self.trace.slice_name(own.or(op)?);
            Some(without_file(name).to_owned())
        };
        match (told.key.is_empty(), model.is_empty()) {
            (true, false) => model.to_owned(),
            (_, no_model) => of_framework().unwrap_or_else(|| match no_model {
                true => self.trace.slice_name(slice).to_owned(),
                false => model.to_owned(),
            }),
        }
    }

    /// Events that are runs, with what is tied to them.
    fn runs(&self) -> Vec<(SliceId, Vec<SliceId>)> {
        let mut found: Vec<(SliceId, Vec<SliceId>)> = Vec::new();
        let mut shown: FxHashSet<SliceId> = FxHashSet::default();
        let mut on_device = false;
        for slice in (0..self.trace.slices.len() as u32).map(SliceId) {
            if self.source(slice) != Source::Hardware || self.is_within_told(slice) {
                continue;
            }
            let mates = self.mates(slice);
            let told = self.told_by_all(slice, &mates);
            let is_run = self.trace.slice_name(slice) == "nc_exec_running" || self.told.contains_key(&slice);
            if is_run && (!told.key.is_empty() || !told.model.is_empty()) {
                on_device = true;
                let is_call = |mate: &SliceId| self.source(*mate) != Source::Hardware;
                let calls: Vec<SliceId> = mates
                    .iter()
                    .copied()
                    .filter(is_call)
                    .filter(|mate| self.told.contains_key(mate))
                    .collect();
                // Each physical core of a logical one runs its part of a call.
                let is_part = !calls.is_empty() && calls.iter().all(|call| shown.contains(call));
                shown.extend(calls);
                if !is_part {
                    found.push((slice, mates));
                }
            }
        }
        for &slice in self.told.keys() {
            let is_run = match self.source(slice) {
                Source::Framework => !shown.contains(&slice),
                Source::Runtime => {
                    !on_device
                        && EXECUTES.contains(&self.trace.slice_name(slice))
                        && !self.is_within_told(slice)
                        && !self
                            .mates(slice)
                            .iter()
                            .any(|mate| self.told.get(mate).is_some_and(|told| !told.key.is_empty()))
                }
                Source::Hardware | Source::Other => false,
            };
            if is_run {
                found.push((slice, self.mates(slice)));
            }
        }
        found.sort_unstable_by_key(|(slice, _)| *slice);
        found
    }
}

/// All runs of a system profile.
pub fn runs(trace: &Trace) -> Runs {
    let events = Events::new(trace);
    let mut programs: FxHashMap<Program, u32> = FxHashMap::default();
    let mut executions: FxHashMap<(u32, String), i64> = FxHashMap::default();
    let mut found = Runs::default();
    for (slice, mates) in events.runs() {
        let told = events.told_by_all(slice, &mates);
        let op = events.op(slice, &mates);
        let own = Program { name: events.name(slice, op.map(|(op, _)| op), &told), key: told.key };
        let program = *programs.entry(own).or_insert_with_key(|own| {
            found.programs.push(own.clone());
            found.programs.len() as u32 - 1
        });
        // Without flows, parts of one execution share its id and overlap.
        if !told.execution.is_empty() {
            let end = executions.entry((program, told.execution)).or_insert(i64::MIN);
            let is_part = trace.slices.start[slice.index()] < *end;
            *end = trace.slices.end(slice).max(*end);
            if is_part {
                continue;
            }
        }
        let at = found.runs.len() as u32;
        let hosts = mates.iter().copied().filter(|mate| events.source(*mate) != Source::Hardware);
        found.add_hosts(hosts.chain(op.map(|(op, _)| op)), at);
        found.runs.push(Run { slice, op, program });
    }
    found.sort_hosts();
    found
}

/// A file's name without folders and endings, as profiles name their NEFF.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

/// Neuron puts the file that an event is from behind its name.
fn without_file(name: &str) -> &str {
    name.strip_suffix(']').and_then(|open| open.rsplit_once(" [")).map_or(name, |(name, _)| name)
}
