//! Dependences of instructions and triggers of DMA, as links between slices.

use crate::ingest::neuron::device::{Flow, Predecessor};
use crate::ingest::neuron::raw::RawRow;
use crate::neuron::NeuronProfile;
use crate::trace::{
    DependenceKind, Link, LinkEnd, LinkIdent, LinkKind, Links, Rule, SliceId, StringId, Trace,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Dependences that stand apart, as the later row would name them. One between
/// rows that are both missing tells nothing.
pub fn of_flows(profile: &NeuronProfile, flows: Vec<Flow>, predecessors: &mut Vec<Predecessor>) {
    if flows.is_empty() {
        return;
    }
    let by_id: FxHashMap<u64, u32> = (0..).zip(&profile.instructions).map(|(row, at)| (at.id, row)).collect();
    let named: FxHashSet<(u32, u64)> = predecessors.iter().map(|known| (known.row, known.id)).collect();
    for Flow { from, to, kind } in flows {
        if let Some(&row) = by_id.get(&to)
            && !named.contains(&(row, from))
        {
            predecessors.push(Predecessor { row, id: from, kind });
        }
    }
}

/// Joins what names each other.
pub fn finish(
    trace: &mut Trace,
    profile: &NeuronProfile,
    predecessors: &[Predecessor],
    instructions: &[RawRow],
    dma: &[RawRow],
) {
    let mut links = Vec::with_capacity(predecessors.len());
    dependences(trace, profile, predecessors, &mut links);
    triggers(trace, profile, instructions, dma, &mut links);
    trace.links = Links::new(links);
}

fn dependences(
    trace: &mut Trace,
    profile: &NeuronProfile,
    predecessors: &[Predecessor],
    links: &mut Vec<Link>,
) {
    if predecessors.is_empty() {
        return;
    }
    let by_id: FxHashMap<u64, SliceId> = profile.instructions.iter().map(|row| (row.id, row.slice)).collect();
    let mut kinds: FxHashMap<StringId, DependenceKind> = FxHashMap::default();
    for predecessor in predecessors {
        let to = profile.instructions[predecessor.row as usize].slice;
        let from = by_id.get(&predecessor.id).copied();
        let kind = *kinds
            .entry(predecessor.kind)
            .or_insert_with(|| dependence_kind(trace.strings.get(predecessor.kind)));
        if from.is_none() {
            let event = to.some().map(|to| trace.slices.event[to.index()]);
            let byte = event.and_then(|event| trace.offsets.byte_of(event)).unwrap_or_default();
            let number = event.map(|event| u64::from(event) + 1);
            trace.health.add(Rule::PredecessorMissing, byte, number, || predecessor.id.to_string());
        }
        links.push(Link {
            from: from.map_or(LinkEnd::MISSING, |from| end_of(trace, from)),
            to: start_of(trace, to),
            kind: LinkKind::Dependence(kind),
            name: predecessor.kind,
            id: LinkIdent::Number(predecessor.id),
        });
    }
}

fn dependence_kind(text: &str) -> DependenceKind {
    let text = text.to_ascii_uppercase();
    if text.contains("FLOW") {
        DependenceKind::Flow
    } else if text.contains("ANTI") {
        DependenceKind::Anti
    } else if text.contains("OUTPUT") {
        DependenceKind::Output
    } else if text.contains("ORDER") {
        DependenceKind::Ordered
    } else {
        DependenceKind::Other
    }
}

/// A DMA row names the time of the instruction that triggered it, and an
/// instruction the time of the DMA. Where several rows have that time, the one
/// that names back is meant; without one nothing is guessed.
fn triggers(
    trace: &mut Trace,
    profile: &NeuronProfile,
    instructions: &[RawRow],
    dma: &[RawRow],
    links: &mut Vec<Link>,
) {
    let triggering = || (0u32..).zip(&profile.instructions).filter_map(|(row, at)| Some((row, at.trigger?)));
    if profile.dma_triggers.is_empty() && triggering().next().is_none() {
        return;
    }
    let (by_start, dma_by_start) = (ByStart::new(instructions), ByStart::new(dma));
    let named_by: FxHashMap<u32, i64> = profile.dma_triggers.iter().copied().collect();
    let mut pairs: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut unresolved = 0;
    for &(row, time) in &profile.dma_triggers {
        let start = dma[row as usize].start;
        let names_back = |at: u32| profile.instructions[at as usize].trigger == Some(start);
        match by_start.pick(time, names_back) {
            Some(instruction) => _ = pairs.insert((instruction, row)),
            None => unresolved += 1,
        }
    }
    for (row, time) in triggering() {
        let start = instructions[row as usize].start;
        let names_back = |at: u32| named_by.get(&at) == Some(&start);
        match dma_by_start.pick(time, names_back) {
            Some(dma) => _ = pairs.insert((row, dma)),
            None => unresolved += 1,
        }
    }
    trace.health.count(Rule::TriggerUnresolved, unresolved);
    let mut pairs: Vec<_> = pairs.into_iter().collect();
    pairs.sort_unstable();
    let name = trace.strings.intern("DMA trigger");
    for (instruction, row) in pairs {
        let dma = &profile.dma[row as usize];
        // The instruction need not end before the DMA begins: it triggers from
        // within.
        links.push(Link {
            from: start_of(trace, profile.instructions[instruction as usize].slice),
            to: start_of(trace, dma.slice),
            kind: LinkKind::DmaTrigger,
            name,
            id: LinkIdent::Number(dma.id),
        });
    }
}

/// Rows by start.
struct ByStart(Vec<(i64, u32)>);

impl ByStart {
    fn new(rows: &[RawRow]) -> Self {
        let timed = (0u32..).zip(rows).filter(|(_, raw)| raw.is_timed);
        let mut all: Vec<_> = timed.map(|(row, raw)| (raw.start, row)).collect();
        all.sort_unstable();
        Self(all)
    }

    /// The row at a time that is meant: the first that names back, or the only
    /// one there.
    fn pick(&self, time: i64, names_back: impl Fn(u32) -> bool) -> Option<u32> {
        let from = self.0.partition_point(|entry| entry.0 < time);
        let at_time = self.0[from..].iter().take_while(|entry| entry.0 == time).take(MOST_AT_ONE_TIME);
        let mut rows = at_time.map(|entry| entry.1);
        let first = rows.next()?;
        if names_back(first) {
            return Some(first);
        }
        match rows.next() {
            None => Some(first),
            Some(second) => std::iter::once(second).chain(rows).find(|row| names_back(*row)),
        }
    }
}

/// Rows at one time that are looked at.
const MOST_AT_ONE_TIME: usize = 64;

fn start_of(trace: &Trace, slice: SliceId) -> LinkEnd {
    end(trace, slice, |trace, slice| trace.slices.start[slice.index()])
}

fn end_of(trace: &Trace, slice: SliceId) -> LinkEnd {
    end(trace, slice, |trace, slice| trace.slices.end(slice))
}

fn end(trace: &Trace, slice: SliceId, time: impl Fn(&Trace, SliceId) -> i64) -> LinkEnd {
    match slice.some() {
        Some(slice) => LinkEnd { slice, track: trace.track_of(slice), time: time(trace, slice) },
        None => LinkEnd::MISSING,
    }
}
