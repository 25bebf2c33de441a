//! Time and bytes by operator: of each instruction, the op of the highest
//! level of the compiler that the file names.

use super::levels::{Level, OpKey, name_of, op_of, query_of};
use super::op_row::{self, OpRow, or_nothing};
use super::scope::Scope;
use super::spans::Spans;
use super::table::{Cell, CellRow, Word};
use super::work::{Opcodes, Work, lane_names};
use crate::neuron::Instruction;
use rustc_hash::FxHashMap;

/// Those of every table of ops, and the last one.
pub const COLUMNS: &[&str] = &{
    let mut all = ["neuron-col-flops"; op_row::COLUMNS.len() + 1];
    let mut at = 0;
    while at < op_row::COLUMNS.len() {
        all[at] = op_row::COLUMNS[at];
        at += 1;
    }
    all
};

struct Op<'a> {
    key: (Level, OpKey),
    first: &'a Instruction,
    work: Work,
    opcodes: Opcodes,
}

pub fn rows(scope: &Scope<'_>) -> Vec<CellRow> {
    let profile = scope.profile;
    // In order of coming, each with the instruction that tells its name.
    let mut places: FxHashMap<(Level, OpKey), usize> = FxHashMap::default();
    let mut ops: Vec<Op<'_>> = Vec::new();
    for (row, part) in scope.instructions() {
        let mut found = Level::ABOVE.iter().map(|level| (*level, op_of(profile, row, *level)));
        let key = found.find(|(_, op)| *op != OpKey::Missing);
        let key = key.unwrap_or((Level::Instruction, OpKey::Missing));
        let place = *places.entry(key).or_insert_with(|| {
            ops.push(Op { key, first: row, work: Work::default(), opcodes: Opcodes::default() });
            ops.len() - 1
        });
        ops[place].work.add(scope, row, part);
        ops[place].opcodes.add(row, part);
    }
    let spans: Vec<Spans> = ops.iter_mut().map(|op| op.work.take_spans()).collect();
    let all = Spans::new(spans.iter().flat_map(Spans::all).copied().collect()).ticks();
    let row = |(op, spans): (&Op<'_>, &Spans)| {
        let (Op { key: (level, op), first, work, opcodes }, ticks) = (op, spans.ticks());
        let row = OpRow {
            name: name_of(scope.trace, first, *level, *op),
            opcodes: or_nothing(opcodes.names(scope.trace)),
            level: if *op == OpKey::Missing { Word::NoLevel } else { Word::Level(*level) },
            lanes: or_nothing(lane_names(work.lanes)),
            instructions: work.count,
            ticks,
            sum: work.sum,
            share: ticks as f64 / all.max(1) as f64,
            hbm: work.hbm(scope),
        };
        let mut cells = row.cells();
        cells.push(Cell::Flops(work.flops()));
        CellRow {
            cells,
            longest: work.longest(scope),
            query: query_of(scope.trace, first, *level, *op).unwrap_or_default(),
        }
    };
    ops.iter().zip(&spans).map(row).collect()
}
