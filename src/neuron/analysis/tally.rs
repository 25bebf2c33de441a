//! One pass over the rows of a scope: counts, sums and covered time, from
//! which summary and advice are drawn.

use super::scope::Scope;
use super::spans::Spans;
use crate::neuron::{DmaQueueKind, Engine, Instruction, InstructionBytes, Lane, NeuronProfile, TensorKind};
use crate::trace::{Interval, SliceId};

/// Instructions that one engine of one core ran.
#[derive(Debug, Clone, Default)]
pub struct EngineTally {
    pub engine: Engine,
    /// Index of the physical core.
    pub core: u8,
    pub instructions: u64,
    /// Ticks of all durations but waits; overlaps count more than once.
    pub sum: i64,
    /// When it worked.
    pub active: Spans,
    /// When an `EVENT_SEMAPHORE` ran: its duration is waiting.
    pub semaphore: Spans,
    /// When an instruction waited before its start.
    pub before: Spans,
    /// The longest piece of work.
    pub longest: Option<SliceId>,
}

/// Packets, or transfers, of one kind.
#[derive(Debug, Clone, Default)]
pub struct DmaTally {
    pub count: u64,
    /// Ticks of all durations; overlaps count more than once.
    pub sum: i64,
    pub bytes: u64,
    pub active: Spans,
}

/// What was counted.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// By engine in Neuron's order, then core. Engines without instructions
    /// are left out.
    pub engines: Vec<EngineTally>,
    /// Bytes that instructions moved, as far as the file counts them.
    pub bytes: InstructionBytes,
    /// The file counts bytes for some instruction at all.
    pub has_bytes: bool,
    pub psum_to_sbuf: u64,
    /// Of matrix multiplications; the part that only transposes.
    pub elements: u64,
    pub transpose_elements: u64,
    pub matmuls: u64,
    /// ACTIVATE and its kin: count, and ticks.
    pub activates: u64,
    pub activate_sum: i64,
    /// Packets by [`DmaQueueKind::ALL`], and transfers.
    pub packets: [DmaTally; 7],
    pub transfers: DmaTally,
    /// When instructions of any engine worked.
    pub compute: Spans,
    /// When any packet, or else any transfer, was in flight.
    pub dma: Spans,
    /// When any core was limited to less than everything.
    pub throttled: Spans,
    pub instructions: u64,
    /// Of them, those that say where they come from, and those with a line of
    /// NKI; with the ticks of their durations.
    pub nki: (u64, i64),
    pub without_source: (u64, i64),
}

/// Lists that become [`Spans`].
#[derive(Default)]
struct Lists {
    active: Vec<Interval>,
    semaphore: Vec<Interval>,
    before: Vec<Interval>,
    longest: i64,
}

impl Tally {
    pub fn new(scope: &Scope<'_>) -> Self {
        let mut tally = Tally::default();
        tally.add_instructions(scope);
        tally.add_dma(scope);
        // Cores are limited at the same time.
        let limits = scope.profile.throttles.iter().filter(|throttle| throttle.k < throttle.n);
        let limits = limits.map(|limit| scope.clip(Interval::new(limit.start, limit.end)));
        tally.throttled = Spans::new(limits.collect());
        tally
    }

    fn add_instructions(&mut self, scope: &Scope<'_>) {
        let mut engines: Vec<(EngineTally, Lists)> = Vec::new();
        let place = |engines: &mut Vec<(EngineTally, Lists)>, row: &Instruction| {
            let (engine, core) = (row.lane.engine(), row.core);
            let at = engines.iter().position(|(known, _)| (known.engine, known.core) == (engine, core));
            at.unwrap_or_else(|| {
                engines.push((EngineTally { engine, core, ..EngineTally::default() }, Lists::default()));
                engines.len() - 1
            })
        };
        for (row, wait) in scope.waits() {
            let at = place(&mut engines, row);
            engines[at].1.before.push(wait);
        }
        for (row, part) in scope.instructions() {
            let at = place(&mut engines, row);
            let (tally, lists) = &mut engines[at];
            self.instructions += 1;
            tally.instructions += 1;
            self.count_kinds(scope, row);
            let Some(part) = part else { continue };
            let ticks = part.inside.len();
            self.add_moved(scope.profile, row, |value| part.of(value));
            if row.is_wait() {
                lists.semaphore.push(part.inside);
                continue;
            }
            tally.sum = tally.sum.saturating_add(ticks);
            lists.active.push(part.inside);
            if tally.longest.is_none() || ticks > lists.longest {
                (tally.longest, lists.longest) = (Some(row.slice), ticks);
            }
            if is_activate(scope, row) {
                self.activate_sum = self.activate_sum.saturating_add(ticks);
            }
            if row.nki_source != crate::trace::StringId::NONE {
                self.nki.1 = self.nki.1.saturating_add(ticks);
            }
            if !row.has_source() {
                self.without_source.1 = self.without_source.1.saturating_add(ticks);
            }
        }
        self.engines = engines
            .into_iter()
            .map(|(mut tally, lists)| {
                tally.active = Spans::new(lists.active);
                tally.semaphore = Spans::new(lists.semaphore).without(&tally.active);
                let busy = tally.active.or(&tally.semaphore);
                tally.before = Spans::new(lists.before).without(&busy);
                tally
            })
            .collect();
        let place = |engine: Engine| Engine::ALL.iter().position(|known| *known == engine);
        self.engines.sort_by_key(|tally| (place(tally.engine).unwrap_or(usize::MAX), tally.core));
        let all = self.engines.iter().flat_map(|tally| tally.active.all());
        self.compute = Spans::new(all.copied().collect());
    }

    fn count_kinds(&mut self, scope: &Scope<'_>, row: &Instruction) {
        self.matmuls += u64::from(scope.trace.name(row.opcode) == "MATMUL");
        self.activates += u64::from(is_activate(scope, row));
        self.nki.0 += u64::from(row.nki_source != crate::trace::StringId::NONE);
        self.without_source.0 += u64::from(!row.has_source());
        self.psum_to_sbuf += u64::from(row.flags.has(crate::neuron::InstructionFlags::PSUM_TO_SBUF));
    }

    fn add_moved(&mut self, profile: &NeuronProfile, row: &Instruction, part: impl Fn(u64) -> u64) {
        self.elements = self.elements.saturating_add(part(row.elements));
        if row.tensor == TensorKind::Transpose {
            self.transpose_elements = self.transpose_elements.saturating_add(part(row.elements));
        }
        let Some(moved) = profile.bytes_of(row) else { return };
        self.has_bytes = true;
        let sum = &mut self.bytes;
        for (sum, value) in [
            (&mut sum.sbuf_read, moved.sbuf_read),
            (&mut sum.sbuf_write, moved.sbuf_write),
            (&mut sum.psum_read, moved.psum_read),
            (&mut sum.psum_write, moved.psum_write),
            (&mut sum.psum_read_sbuf_write, moved.psum_read_sbuf_write),
            (&mut sum.hbm_read, moved.hbm_read),
            (&mut sum.hbm_write, moved.hbm_write),
            (&mut sum.spill_save, moved.spill_save),
            (&mut sum.spill_reload, moved.spill_reload),
            (&mut sum.input_queue, moved.input_queue),
            (&mut sum.output_queue, moved.output_queue),
            (&mut sum.weight_queue, moved.weight_queue),
        ] {
            *sum = sum.saturating_add(part(value));
        }
    }

    fn add_dma(&mut self, scope: &Scope<'_>) {
        let mut packets: [Vec<Interval>; 7] = Default::default();
        let mut transfers = Vec::new();
        for (row, part) in scope.dma() {
            let kind = place_of(scope.profile.route_of(row).kind);
            let (tally, list) = if row.is_transfer() {
                (&mut self.transfers, &mut transfers)
            } else {
                (&mut self.packets[kind], &mut packets[kind])
            };
            tally.count += 1;
            let bytes = part.map_or(row.moved, |part| part.of(row.moved));
            tally.bytes = tally.bytes.saturating_add(bytes);
            if let Some(part) = part {
                tally.sum = tally.sum.saturating_add(part.inside.len());
                list.push(part.inside);
            }
        }
        self.transfers.active = Spans::new(transfers);
        for (tally, list) in self.packets.iter_mut().zip(packets) {
            tally.active = Spans::new(list);
        }
        let all = self.packets.iter().flat_map(|tally| tally.active.all());
        self.dma = Spans::new(all.copied().collect());
        if self.packets.iter().all(|tally| tally.count == 0) {
            self.dma = self.transfers.active.clone();
        }
    }

    /// All packets of some kinds, together.
    pub fn packets_of(&self, is: impl Fn(DmaQueueKind) -> bool) -> DmaTally {
        let mut all = DmaTally::default();
        let mut intervals = Vec::new();
        let chosen = DmaQueueKind::ALL.iter().zip(&self.packets).filter(|(kind, _)| is(**kind));
        for (_, tally) in chosen {
            all.count += tally.count;
            all.sum = all.sum.saturating_add(tally.sum);
            all.bytes = all.bytes.saturating_add(tally.bytes);
            intervals.extend_from_slice(tally.active.all());
        }
        all.active = Spans::new(intervals);
        all
    }

    /// An engine on all its cores together; `None` when it ran nothing.
    pub fn engine(&self, engine: Engine) -> Option<EngineTally> {
        let mut own = self.engines.iter().filter(|tally| tally.engine == engine);
        let mut all = own.next()?.clone();
        for next in own {
            all.instructions += next.instructions;
            all.sum = all.sum.saturating_add(next.sum);
            all.active = all.active.or(&next.active);
            all.semaphore = all.semaphore.or(&next.semaphore);
            all.before = all.before.or(&next.before);
        }
        all.semaphore = all.semaphore.without(&all.active);
        all.before = all.before.without(&all.active.or(&all.semaphore));
        Some(all)
    }

    /// FLOPs of all matrix multiplications, and of those that only transpose.
    pub fn flops(&self) -> (f64, f64) {
        // A multiplication and an addition each.
        (2.0 * self.elements as f64, 2.0 * self.transpose_elements as f64)
    }
}

fn place_of(kind: DmaQueueKind) -> usize {
    DmaQueueKind::ALL.iter().position(|known| *known == kind).unwrap_or(DmaQueueKind::ALL.len() - 1)
}

fn is_activate(scope: &Scope<'_>, row: &Instruction) -> bool {
    row.lane == Lane::Scalar && matches!(scope.trace.name(row.opcode), "ACTIVATE" | "ACTIVATE_QUANTIZE")
}

#[cfg(test)]
mod tests {
    use super::super::made_up::profile;
    use super::*;
    use crate::neuron::{DmaFlags, Throttle};

    #[test]
    fn work_semaphores_and_waits_are_told_apart() {
        let (trace, profile) = profile(|made| {
            made.instruction("Vector", "COPY", 10, 10, |row| row.wait = 15);
            made.instruction("Vector", "COPY", 15, 10, |_| {});
            made.instruction("Vector", "EVENT_SEMAPHORE", 20, 20, |_| {});
            made.instruction("Vector", "COPY", 60, 10, |row| row.wait = 30);
            made.instruction("Vector", "COPY", 60, 5, |row| row.core = 1);
        });
        let tally = Tally::new(&Scope::whole(&trace, &profile));
        let (one, other) = (&tally.engines[0], &tally.engines[1]);
        assert_eq!((one.instructions, one.sum, one.active.ticks()), (4, 30, 25));
        // 20..25 is work at the same time; the first wait began before the span.
        assert_eq!((one.semaphore.ticks(), one.before.ticks()), (15, 20));
        assert_eq!((other.core, other.sum), (1, 5));
        let all = tally.engine(Engine::Vector).unwrap();
        assert_eq!((all.instructions, all.sum, all.active.ticks()), (5, 35, 25));
        assert!(tally.engine(Engine::Tensor).is_none());
    }

    #[test]
    fn flops_and_bytes_count_with_the_part_inside() {
        let (trace, profile) = profile(|made| {
            made.instruction("TensorMatrix", "MATMUL", 0, 100, |row| row.elements = 1000);
            made.instruction("TensorMatrix", "MATMUL", 100, 100, |row| {
                row.elements = 500;
                row.tensor = TensorKind::Transpose;
            });
            made.bytes(InstructionBytes { hbm_read: 64, psum_write: 10, ..InstructionBytes::default() });
        });
        let whole = Tally::new(&Scope::whole(&trace, &profile));
        assert_eq!((whole.flops(), whole.matmuls), ((3000.0, 1000.0), 2));
        assert_eq!((whole.bytes.hbm_read, whole.has_bytes), (64, true));
        let area = crate::engine::protocol::Area { start: 50, end: 125, tracks: Vec::new() };
        let part = Tally::new(&Scope::new(&trace, &profile, &area));
        assert_eq!((part.flops(), part.bytes.hbm_read), ((1250.0, 250.0), 16));
    }

    #[test]
    fn packets_are_counted_by_kind_and_transfers_apart() {
        let (trace, mut profile) = profile(|made| {
            made.packet("q", 0, 10, 100).packet("q", 5, 10, 100);
            made.dma("q2", DmaQueueKind::Instruction, "", (50, 5), 8, 0);
            made.dma("q", DmaQueueKind::HardwareDynamic, "w", (0, 30), 200, DmaFlags::TRANSFER);
        });
        let throttle = |start, end, k| Throttle { start, end, k, n: 8, kind: 1, core: 0 };
        profile.throttles = vec![throttle(0, 10, 4), throttle(10, 20, 8), throttle(50, 99, 4)];
        // Of another core, at the same time.
        profile.throttles.push(Throttle { core: 1, ..throttle(0, 10, 2) });
        let tally = Tally::new(&Scope::whole(&trace, &profile));
        assert_eq!((tally.transfers.count, tally.transfers.bytes, tally.transfers.sum), (1, 200, 30));
        let dynamic = tally.packets_of(DmaQueueKind::is_dynamic);
        assert_eq!((dynamic.count, dynamic.bytes, dynamic.sum, dynamic.active.ticks()), (2, 200, 20, 15));
        assert_eq!((tally.dma.ticks(), tally.throttled.ticks()), (20, 15));
    }
}
