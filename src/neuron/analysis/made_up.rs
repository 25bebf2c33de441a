//! Small profiles for tests, built without a reader.

use crate::neuron::{
    Dma, DmaFlags, DmaQueueKind, DmaRoute, Instruction, InstructionBytes, InstructionFlags, Lane,
    NeuronProfile,
};
use crate::trace::{
    ArgsRef, Interval, Process, ProcessId, Row, SliceFlags, SliceId, StringId, Trace, Track, TrackId,
    TrackKind,
};

/// A profile being made. Each lane and queue is a track, in order of coming;
/// every slice has a row of its own.
#[derive(Default)]
pub struct MadeUp {
    pub trace: Trace,
    pub profile: NeuronProfile,
    tracks: Vec<(String, Vec<MadeSlice>)>,
}

/// Start, duration, name, and the row that it stands for.
type MadeSlice = (i64, i64, StringId, Made);

#[derive(Clone, Copy)]
enum Made {
    Instruction(usize),
    Dma(usize),
}

/// Makes a profile and its trace.
pub fn profile(make: impl FnOnce(&mut MadeUp)) -> (Trace, NeuronProfile) {
    let mut made = MadeUp::default();
    make(&mut made);
    made.finish()
}

impl MadeUp {
    pub fn text(&mut self, text: &str) -> StringId {
        self.trace.strings.intern(text)
    }

    /// An executed instruction; `change` sets what else is told of it.
    pub fn instruction(
        &mut self,
        lane: &str,
        opcode: &str,
        start: i64,
        dur: i64,
        change: impl FnOnce(&mut Instruction),
    ) -> &mut Self {
        let opcode_id = self.text(opcode);
        let mut row = Instruction {
            lane: Lane::from_name(lane.as_bytes()),
            opcode: opcode_id,
            id: self.profile.instructions.len() as u64 + 1,
            ..Instruction::default()
        };
        if opcode == "EVENT_SEMAPHORE" {
            row.flags.set(InstructionFlags::WAIT | InstructionFlags::SETUP);
        }
        change(&mut row);
        let made = Made::Instruction(self.profile.instructions.len());
        self.profile.instructions.push(row);
        self.put(lane, (start, dur, opcode_id, made));
        self
    }

    /// What the last instruction moved.
    pub fn bytes(&mut self, bytes: InstructionBytes) -> &mut Self {
        let at = self.profile.instruction_bytes.len() as u32;
        self.profile.instruction_bytes.push(bytes);
        if let Some(last) = self.profile.instructions.last_mut() {
            last.bytes = at;
        }
        self
    }

    /// A packet of a queue made by hardware at run time.
    pub fn packet(&mut self, queue: &str, start: i64, dur: i64, bytes: u64) -> &mut Self {
        self.dma(queue, DmaQueueKind::HardwareDynamic, "", (start, dur), bytes, 0)
    }

    /// A DMA row.
    pub fn dma(
        &mut self,
        queue: &str,
        kind: DmaQueueKind,
        variable: &str,
        (start, dur): (i64, i64),
        bytes: u64,
        flags: u8,
    ) -> &mut Self {
        let name = self.text(queue);
        let variable = if variable.is_empty() { StringId::NONE } else { self.text(variable) };
        let route = DmaRoute { queue: name, kind, variable, ..DmaRoute::default() };
        let at = self.profile.routes.iter().position(|known| *known == route).unwrap_or_else(|| {
            self.profile.routes.push(route);
            self.profile.routes.len() - 1
        });
        let made = Made::Dma(self.profile.dma.len());
        self.profile.dma.push(Dma {
            slice: SliceId::NONE,
            id: 1000 + self.profile.dma.len() as u64,
            transfer: None,
            route: at as u32,
            flags: DmaFlags(flags),
            read: bytes,
            written: bytes,
            moved: bytes,
            rate: 0,
        });
        self.put(queue, (start, dur, name, made));
        self
    }

    fn put(&mut self, track: &str, slice: MadeSlice) {
        match self.tracks.iter_mut().find(|known| known.0 == track) {
            Some(known) => known.1.push(slice),
            None => self.tracks.push((track.to_owned(), vec![slice])),
        }
    }

    fn finish(self) -> (Trace, NeuronProfile) {
        let Self { mut trace, mut profile, tracks } = self;
        let none = ArgsRef::NONE;
        let count = tracks.len() as u32;
        for (at, (name, slices)) in (0u32..).zip(tracks) {
            let (first_slice, first_row) = (trace.slices.len() as u32, trace.rows.len() as u32);
            for (lane, (start, dur, name, made)) in (0u32..).zip(slices) {
                let slice = trace.slices.len() as u32;
                let mut flags = SliceFlags::default();
                match made {
                    Made::Instruction(row) => {
                        let row = &mut profile.instructions[row];
                        row.slice = SliceId(slice);
                        if row.is_wait() {
                            flags.set(SliceFlags::WAIT);
                        }
                    }
                    Made::Dma(row) => profile.dma[row].slice = SliceId(slice),
                }
                trace.rows.push(Row { track: TrackId(at), depth: 0, lane, first: slice, end: slice + 1 });
                trace.slices.start.push(start);
                trace.slices.dur.push(dur);
                trace.slices.name.push(name);
                trace.slices.cat.push(StringId::NONE);
                trace.slices.parent.push(SliceId::NONE);
                trace.slices.args.push(none);
                trace.slices.flags.push(flags);
                trace.slices.event.push(slice);
                let span = Interval::new(start, start + dur);
                trace.bounds = Some(trace.bounds.map_or(span, |bounds| bounds.union(span)));
            }
            trace.tracks.push(Track {
                process: ProcessId(0),
                kind: TrackKind::Thread,
                name: trace.strings.intern(&name),
                named: true,
                tid: StringId::NONE,
                sort_index: 0,
                rows: first_row..trace.rows.len() as u32,
                slices: first_slice..trace.slices.len() as u32,
                instants: 0..0,
            });
        }
        let name = trace.strings.intern("nc0");
        trace.processes.push(Process {
            pid: name,
            name,
            named: true,
            labels: Vec::new(),
            sort_index: 0,
            first_track: 0,
            end_track: count,
        });
        trace.slices.first_async = trace.slices.len() as u32;
        profile.index_slices(trace.slices.len());
        (trace, profile)
    }
}
