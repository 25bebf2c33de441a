//! Which tracks there are, in Neuron's order: errors, DMA queues, engines,
//! collectives, memory, limits, semaphores, throughput; the second core above
//! the first.

use super::counters::Counters;
use super::{Finisher, or_empty};
use crate::ingest::json::natural;
use crate::ingest::neuron::series::Shown;
use crate::neuron::{DmaQueueKind, Lane};
use crate::trace::{Counter, CounterId, Process, ProcessId, Series, StringId, Track, TrackId, TrackKind};
use std::collections::BTreeMap;

/// Tracks of slices with the rows that fill them.
#[derive(Debug, Default)]
pub struct Plan {
    pub slices: Vec<(TrackId, Filling)>,
}

/// Rows of one track: indices into the instructions, DMA rows or others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filling {
    Instructions(Vec<u32>),
    Dma(Vec<u32>),
    Others(Vec<u32>),
}

/// What tracks of one core are sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    Errors(StringId),
    Queue(StringId),
    Lane(Lane, StringId),
    Other(StringId, StringId),
    Counter(Shown, usize),
}

impl Finisher {
    /// Lays out processes and tracks, with empty rows.
    pub(super) fn plan(&mut self, counters: Counters) {
        let mut entries: BTreeMap<u8, Vec<(Key, Option<Filling>)>> = BTreeMap::new();
        for core in &self.profile.cores {
            entries.insert(core.index, Vec::new());
        }
        self.plan_rows(&mut entries);
        let several = entries.len() > 1;
        let mut device = Vec::new();
        for (at, counter) in counters.all.iter().enumerate() {
            let key = Key::Counter(counter.shown, at);
            let only = entries.keys().next().copied().filter(|_| !several);
            match counter.core.or(only).and_then(|core| entries.get_mut(&core)) {
                Some(own) => own.push((key, None)),
                None => device.push((key, None)),
            }
        }
        let mut counters: Vec<Option<_>> = counters.all.into_iter().map(Some).collect();
        for (core, own) in entries.into_iter().rev() {
            if !own.is_empty() {
                let name = format!("NeuronCore nc{core}");
                let process = self.process(&name, &format!("nc{core}"), own, &mut counters);
                self.label(core, process);
            }
        }
        if !device.is_empty() {
            self.process("Device", "device", device, &mut counters);
        }
        self.fold_idle_cores();
    }

    /// A logical core may leave one of its physical cores with nothing but
    /// set-up and fetches of instructions: it stands above the other one and
    /// would hide it.
    fn fold_idle_cores(&mut self) {
        let profile = &self.profile;
        let works = |core: u8| {
            let fetches = |kind| kind == DmaQueueKind::Instruction;
            profile.instructions.iter().any(|row| row.core == core && !row.is_setup())
                || profile.routes.iter().any(|route| route.core == core && !fetches(route.kind))
        };
        let (busy, idle): (Vec<_>, Vec<_>) = profile.cores.iter().partition(|core| works(core.index));
        if !busy.is_empty() {
            let idle = idle.into_iter().map(|core| core.process);
            self.trace.folded_processes = idle.filter(|process| *process != ProcessId::NONE).collect();
        }
    }

    fn plan_rows(&mut self, entries: &mut BTreeMap<u8, Vec<(Key, Option<Filling>)>>) {
        let core_of = |place: u8| self.resolved.get(usize::from(place)).map_or(0, |at| at.core);
        let mut lanes: BTreeMap<(u8, Lane, StringId), Vec<u32>> = BTreeMap::new();
        for (row, (raw, instruction)) in
            (0u32..).zip(self.instructions.iter().zip(&mut self.profile.instructions))
        {
            instruction.core = core_of(raw.place);
            if raw.is_timed {
                lanes.entry((instruction.core, instruction.lane, raw.label)).or_default().push(row);
            }
        }
        for ((core, lane, label), rows) in lanes {
            let key = (Key::Lane(lane, label), Some(Filling::Instructions(rows)));
            entries.entry(core).or_default().push(key);
        }
        let mut queues: BTreeMap<(u8, StringId), Vec<u32>> = BTreeMap::new();
        for (row, (raw, dma)) in (0u32..).zip(self.dma.iter().zip(&self.profile.dma)) {
            if raw.is_timed {
                let route = self.profile.route_of(dma);
                queues.entry((route.core, route.queue)).or_default().push(row);
            }
        }
        for ((core, queue), rows) in queues {
            entries.entry(core).or_default().push((Key::Queue(queue), Some(Filling::Dma(rows))));
        }
        let mut others: BTreeMap<(u8, StringId, StringId), Vec<u32>> = BTreeMap::new();
        for (row, other) in (0u32..).zip(&self.others) {
            if other.raw.is_timed {
                let key = (core_of(other.raw.place), other.section, other.raw.label);
                others.entry(key).or_default().push(row);
            }
        }
        for ((core, section, label), rows) in others {
            let is_error = self.trace.strings.get(section).starts_with("error");
            let key = if is_error { Key::Errors(section) } else { Key::Other(section, label) };
            entries.entry(core).or_default().push((key, Some(Filling::Others(rows))));
        }
    }

    fn process(
        &mut self,
        name: &str,
        pid: &str,
        mut entries: Vec<(Key, Option<Filling>)>,
        counters: &mut [Option<super::counters::Found>],
    ) -> ProcessId {
        let id = ProcessId(self.trace.processes.len() as u32);
        self.sort(&mut entries, counters);
        let first_track = self.trace.tracks.len() as u32;
        for (key, filling) in entries {
            let track = TrackId(self.trace.tracks.len() as u32);
            let (name, kind) = match &key {
                Key::Counter(_, at) => match counters.get_mut(*at).and_then(Option::take) {
                    Some(found) => (found.name, self.counter(track, found.name, found.series)),
                    None => continue,
                },
                key => (self.name_of(key), TrackKind::Thread),
            };
            self.trace.tracks.push(Track {
                process: id,
                kind,
                name,
                named: true,
                tid: StringId::NONE,
                sort_index: 0,
                rows: 0..0,
                slices: 0..0,
                instants: 0..0,
            });
            if matches!(key, Key::Queue(_)) {
                self.trace.folded.push(track);
            }
            if let Some(filling) = filling {
                self.plan.slices.push((track, filling));
            }
        }
        let strings = &mut self.trace.strings;
        let (name, pid) = (strings.intern(name), strings.intern(pid));
        let end_track = self.trace.tracks.len() as u32;
        let labels = Vec::new();
        self.trace.processes.push(Process {
            pid,
            name,
            named: true,
            labels,
            sort_index: 0,
            first_track,
            end_track,
        });
        id
    }

    fn counter(&mut self, track: TrackId, name: StringId, series: Vec<Series>) -> TrackKind {
        let id = CounterId(self.trace.counters.len() as u32);
        self.trace.counters.push(Counter { name, track, series });
        TrackKind::Counter(id)
    }

    fn name_of(&mut self, key: &Key) -> StringId {
        match *key {
            Key::Errors(_) => self.trace.strings.intern("Errors"),
            Key::Queue(queue) if queue == StringId::NONE => self.trace.strings.intern("DMA"),
            Key::Queue(queue) => queue,
            Key::Lane(Lane::Other, label) => or_empty(label, &mut self.trace),
            Key::Lane(lane, _) => self.trace.strings.intern(lane.name()),
            Key::Other(section, label) if label == StringId::NONE => section,
            Key::Other(section, label) => {
                let name = format!("{} {}", self.trace.strings.get(section), self.trace.strings.get(label));
                self.trace.strings.intern(&name)
            }
            Key::Counter(..) => StringId::NONE,
        }
    }

    fn sort(&self, entries: &mut [(Key, Option<Filling>)], counters: &[Option<super::counters::Found>]) {
        let text = |id: StringId| self.trace.strings.get(id);
        let place = |key: &Key| match *key {
            Key::Errors(section) => (0, 0, text(section), ""),
            Key::Queue(queue) => (1, 0, text(queue), ""),
            Key::Lane(lane, label) => (2, lane as usize, text(label), ""),
            Key::Other(section, label) => (3, 0, text(section), text(label)),
            Key::Counter(shown, at) => {
                let name = counters.get(at).and_then(Option::as_ref).map_or("", |found| text(found.name));
                (4, shown as usize, name, "")
            }
        };
        entries.sort_by(|(a, _), (b, _)| {
            let (a, b) = (place(a), place(b));
            (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| natural(a.2, b.2)).then_with(|| natural(a.3, b.3))
        });
    }

    /// Says on the process what ran there.
    fn label(&mut self, index: u8, process: ProcessId) {
        let Some(core) = self.profile.cores.iter_mut().find(|core| core.index == index) else { return };
        core.process = process;
        let mut labels = Vec::new();
        if core.subgraph != StringId::NONE {
            labels.push(core.subgraph);
        }
        if let Some(nc) = core.nc {
            labels.push(self.trace.strings.intern(&format!("nc_idx {nc}")));
        }
        self.trace.processes[process.index()].labels = labels;
    }
}
