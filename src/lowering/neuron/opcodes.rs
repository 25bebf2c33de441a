//! Which opcodes a profile executed, and which of them do work.

use super::part::Opcode;
use crate::neuron::Instruction;
use crate::neuron::analysis::scope::{Part, Scope};
use crate::trace::StringId;
use rustc_hash::FxHashMap;

/// Opcodes in order, with the place of each.
#[derive(Debug, Default)]
pub struct Opcodes {
    /// Work first, in order of the first start; then set-up by name.
    pub all: Vec<Opcode>,
    place: FxHashMap<StringId, u32>,
}

#[derive(Clone, Copy)]
struct Seen {
    count: u64,
    first: i64,
    works: bool,
}

/// Whether an instruction does work: set-up, tear-down and waiting do not.
pub fn works(row: &Instruction) -> bool {
    !row.is_setup() && !row.is_wait()
}

/// Whether it starts DMA.
pub fn starts_dma(row: &Instruction, name: &str) -> bool {
    works(row) && (row.trigger.is_some() || name.starts_with("DMA"))
}

impl Opcodes {
    pub fn new<'a>(scope: &Scope<'_>, rows: impl Iterator<Item = (&'a Instruction, Option<Part>)>) -> Self {
        let mut seen: FxHashMap<StringId, Seen> = FxHashMap::default();
        for (row, part) in rows {
            let start = part.map_or(i64::MAX, |part| part.inside.start);
            let own = seen.entry(row.opcode).or_insert(Seen { count: 0, first: i64::MAX, works: false });
            own.count += 1;
            own.works |= works(row);
            own.first = own.first.min(start);
        }
        let mut order: Vec<(StringId, Seen)> = seen.into_iter().collect();
        order.sort_by_key(|(name, seen)| {
            (!seen.works, if seen.works { seen.first } else { 0 }, scope.trace.name(*name))
        });
        let place = order.iter().zip(0..).map(|((name, _), at)| (*name, at)).collect();
        let opcode = |(name, seen): &(StringId, Seen)| Opcode {
            name: scope.trace.name(*name).to_owned(),
            count: seen.count,
            is_setup: !seen.works,
            hue: 0,
        };
        Self { all: order.iter().map(opcode).collect(), place }
    }

    /// Position of an opcode.
    pub fn place(&self, row: &Instruction) -> Option<u32> {
        self.place.get(&row.opcode).copied()
    }

    /// How many do work.
    pub fn working(&self) -> usize {
        self.all.iter().filter(|opcode| !opcode.is_setup).count()
    }
}
