//! Instructions by opcode and lane. Opcodes that wait have rows as well, with
//! the time that they waited.

use super::scope::Scope;
use super::table::{Cell, CellRow, Word};
use super::work::Work;
use crate::neuron::Lane;
use crate::trace::StringId;
use rustc_hash::FxHashMap;

pub const COLUMNS: &[&str] = &[
    "neuron-col-opcode",
    "neuron-col-lanes",
    "neuron-col-core",
    "neuron-col-kind",
    "neuron-col-instructions",
    "neuron-col-active",
    "neuron-col-sum",
    "neuron-col-mean",
    "neuron-col-longest",
    "neuron-col-hbm-read",
    "neuron-col-hbm-write",
    "neuron-col-flops",
];

pub fn rows(scope: &Scope<'_>) -> Vec<CellRow> {
    let mut places: FxHashMap<(StringId, Lane, u8), usize> = FxHashMap::default();
    let mut kinds: Vec<((StringId, Lane, u8), Work)> = Vec::new();
    for (row, part) in scope.instructions() {
        let key = (row.opcode, row.lane, row.core);
        let place = *places.entry(key).or_insert_with(|| {
            kinds.push((key, Work::default()));
            kinds.len() - 1
        });
        let work = &mut kinds[place].1;
        work.add(scope, row, part);
        if let (true, Some(part)) = (row.is_wait(), part) {
            work.add_time(row.slice, part.inside);
        }
    }
    let row = |((opcode, lane, core), mut work): ((StringId, Lane, u8), Work)| {
        let ticks = work.take_spans().ticks();
        let opcode = scope.trace.name(opcode);
        let wait = work.waits == work.count;
        CellRow {
            cells: vec![
                Cell::Text(opcode.to_owned()),
                Cell::Text(lane.name().to_owned()),
                Cell::Text(core_name(core)),
                Cell::Word(if wait { Word::Wait } else { Word::Work }),
                Cell::Count(work.count),
                Cell::Ticks(ticks),
                Cell::Ticks(work.sum),
                Cell::Ticks(work.sum / i64::try_from(work.count.max(1)).unwrap_or(i64::MAX)),
                Cell::Ticks(work.longest_ticks()),
                Cell::Bytes(work.hbm_read),
                Cell::Bytes(work.hbm_write),
                Cell::Flops(work.flops()),
            ],
            longest: work.longest(scope),
            query: format!("name:=\"{opcode}\" arg:label=={}", lane.name()),
        }
    };
    kinds.into_iter().map(row).collect()
}

/// A physical core as lanes call it.
pub fn core_name(core: u8) -> String {
    format!("nc{core}")
}
