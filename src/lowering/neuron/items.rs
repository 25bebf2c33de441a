//! Device work of a profile: what each engine did for each opcode, and what
//! each DMA queue moved.

use super::opcodes::{Opcodes, starts_dma, works};
use super::part::{EnginePart, Worker};
use crate::lowering::profile::{Evidence, Figure, Item, ItemKind, Reason};
use crate::neuron::analysis::scope::Scope;
use crate::neuron::analysis::spans::Spans;
use crate::neuron::analysis::tally::Tally;
use crate::neuron::{DmaQueueKind, Engine};
use crate::trace::{Interval, SliceId, StringId};
use rustc_hash::FxHashMap;

/// Most queues that are told apart; a profile has some dozens.
const MOST_QUEUES: usize = 64;

/// Work of one engine for one opcode, or of one queue.
#[derive(Default)]
struct Work {
    intervals: Vec<Interval>,
    longest: Option<(i64, SliceId)>,
    bytes: u64,
    is_fetch: bool,
}

impl Work {
    fn add(&mut self, interval: Interval, slice: SliceId) {
        if self.longest.is_none_or(|(longest, _)| interval.len() > longest) {
            self.longest = Some((interval.len(), slice));
        }
        self.intervals.push(interval);
    }
}

/// Items with the workers that they belong to.
pub struct Items {
    pub items: Vec<Item>,
    pub workers: Vec<EnginePart>,
    /// Item of each engine and opcode, and of each queue.
    pub of_opcode: FxHashMap<(Engine, StringId), u32>,
    pub of_queue: FxHashMap<StringId, u32>,
}

/// Collects the items of a scope. `origin` is the tick at which the run starts.
/// The node of an opcode that does work is its position and one; set-up and
/// fetches of instructions belong to the root.
pub fn collect(scope: &Scope<'_>, tally: &Tally, opcodes: &Opcodes, origin: i64) -> Items {
    let (trace, unit) = (scope.trace, scope.trace.unit);
    let mut by_opcode: FxHashMap<(Engine, StringId), (u32, Work)> = FxHashMap::default();
    let mut pauses: FxHashMap<Engine, Vec<(Interval, SliceId)>> = FxHashMap::default();
    let mut starters: FxHashMap<u32, u64> = FxHashMap::default();
    for (row, part) in scope.instructions() {
        let (Some(part), Some(place)) = (part, opcodes.place(row)) else { continue };
        if row.is_wait() {
            continue;
        }
        let node = if works(row) { place + 1 } else { 0 };
        let engine = row.lane.engine();
        by_opcode
            .entry((engine, row.opcode))
            .or_insert_with(|| (node, Work::default()))
            .1
            .add(part.inside, row.slice);
        if works(row) {
            pauses.entry(engine).or_default().push((part.inside, row.slice));
        }
        if starts_dma(row, trace.name(row.opcode)) {
            *starters.entry(node).or_default() += 1;
        }
    }
    // Which instruction started which transfer is often not told: then it is
    // the opcode that starts most of them.
    let starter = starters.into_iter().max_by_key(|(node, count)| (*count, std::cmp::Reverse(*node)));
    let starter = starter.map_or(0, |(node, _)| node);
    let item = |name: String, kind: ItemKind, node: u32, spans: &Spans, work: &Work, bytes: Figure| Item {
        kind,
        name: name.into(),
        node,
        launch: None,
        evidence: if node == 0 { Evidence::Containment } else { Evidence::Opcode },
        median_ns: unit.ns_from_ticks(spans.ticks()),
        start_ns: unit.ns_from_ticks(spans.all().first().map_or(0, |first| first.start - origin)),
        bytes,
        slice: work.longest.map_or(SliceId::NONE, |(_, slice)| slice),
    };
    let mut found = Items {
        items: Vec::new(),
        workers: Vec::new(),
        of_opcode: FxHashMap::default(),
        of_queue: FxHashMap::default(),
    };
    for engine in Engine::ALL.into_iter().chain([Engine::Other]) {
        let Some(own) = tally.engine(engine) else { continue };
        let mut works: Vec<(StringId, u32, Work)> = by_opcode
            .extract_if(|(of, _), _| *of == engine)
            .map(|((_, opcode), (node, work))| (opcode, node, work))
            .collect();
        // Set-up last.
        works.sort_by_key(|(opcode, node, _)| (*node == 0, *node, trace.name(*opcode)));
        let first = found.items.len() as u32;
        for (opcode, node, mut work) in works {
            let spans = Spans::new(std::mem::take(&mut work.intervals));
            found.of_opcode.insert((engine, opcode), found.items.len() as u32);
            let name = format!("{}: {}", engine.name(), trace.name(opcode));
            let none = Figure::Unknown(Reason::OnChip);
            found.items.push(item(name, ItemKind::Instructions, node, &spans, &work, none));
        }
        let pause = pauses.get_mut(&engine).and_then(|pieces| longest_pause(pieces));
        found.workers.push(EnginePart {
            worker: Worker::Engine(engine),
            active_ns: unit.ns_from_ticks(own.active.ticks()),
            waiting_ns: unit.ns_from_ticks(own.semaphore.ticks().saturating_add(own.before.ticks())),
            count: own.instructions,
            pause: pause.map(|(ticks, slice)| (unit.ns_from_ticks(ticks), slice)),
            items: (first, found.items.len() as u32),
        });
    }
    let queues = queues(scope, tally);
    if !queues.is_empty() {
        let first = found.items.len() as u32;
        for (queue, mut work) in queues {
            let spans = Spans::new(std::mem::take(&mut work.intervals));
            found.of_queue.insert(queue, found.items.len() as u32);
            let name = format!("{}: {}", Worker::Dma.name(), trace.name(queue));
            let node = if work.is_fetch { 0 } else { starter };
            let bytes = Figure::Known(work.bytes as f64);
            found.items.push(item(name, ItemKind::Queue, node, &spans, &work, bytes));
        }
        let packets = tally.packets_of(|_| true).count;
        found.workers.push(EnginePart {
            worker: Worker::Dma,
            active_ns: unit.ns_from_ticks(tally.dma.ticks()),
            waiting_ns: 0,
            count: if packets > 0 { packets } else { tally.transfers.count },
            pause: None,
            items: (first, found.items.len() as u32),
        });
    }
    found
}

/// Rows of DMA that tell when it was active: packets, or transfers where there
/// are none.
pub fn counts_transfers(tally: &Tally) -> bool {
    tally.packets.iter().all(|kind| kind.count == 0)
}

/// Queues by name, those that fetch instructions last.
fn queues(scope: &Scope<'_>, tally: &Tally) -> Vec<(StringId, Work)> {
    let mut queues: FxHashMap<StringId, Work> = FxHashMap::default();
    let transfers = counts_transfers(tally);
    for (row, part) in scope.dma() {
        let Some(part) = part.filter(|_| row.is_transfer() == transfers) else { continue };
        let route = scope.profile.route_of(row);
        if queues.len() >= MOST_QUEUES && !queues.contains_key(&route.queue) {
            continue;
        }
        let work = queues.entry(route.queue).or_default();
        work.add(part.inside, row.slice);
        work.bytes = work.bytes.saturating_add(part.of(row.moved));
        work.is_fetch |= route.kind == DmaQueueKind::Instruction;
    }
    let mut queues: Vec<_> = queues.into_iter().collect();
    queues.sort_by_key(|(name, work)| (work.is_fetch, scope.trace.name(*name)));
    queues
}

/// The longest time between pieces of work, with what came after it; sorts.
fn longest_pause(pieces: &mut [(Interval, SliceId)]) -> Option<(i64, SliceId)> {
    pieces.sort_unstable_by_key(|(interval, slice)| (interval.start, *slice));
    let mut end = pieces.first()?.0.end;
    let mut longest = None;
    for (interval, slice) in pieces.iter() {
        let pause = interval.start.saturating_sub(end);
        if pause > 0 && longest.is_none_or(|(known, _)| pause > known) {
            longest = Some((pause, *slice));
        }
        end = end.max(interval.end);
    }
    longest
}
