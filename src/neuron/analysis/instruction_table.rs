//! Instructions by opcode and lane. Opcodes that wait have rows as well, with
//! the time that they waited.

use super::figure::Why;
use super::scope::Scope;
use super::table::{Cell, CellRow, Word};
use super::work::Work;
use crate::analysis::json_text::{members, readable};
use crate::neuron::Lane;
use crate::trace::{SliceId, StringId};
use rustc_hash::FxHashMap;

pub const COLUMNS: &[&str] = &[
    "neuron-col-opcode",
    "neuron-col-lanes",
    "neuron-col-core",
    "neuron-col-kind",
    "neuron-col-instructions",
    "neuron-col-active",
    "neuron-col-waited",
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
                if wait { Cell::Nothing } else { Cell::Ticks(ticks) },
                if wait { Cell::Ticks(ticks) } else { Cell::Nothing },
                Cell::Ticks(work.sum),
                Cell::Ticks(work.sum / i64::try_from(work.count.max(1)).unwrap_or(i64::MAX)),
                Cell::Ticks(work.longest_ticks()),
                Cell::or(work.hbm(scope).map(|(read, _)| read), Cell::Bytes, Why::WholeOnly),
                Cell::or(work.hbm(scope).map(|(_, written)| written), Cell::Bytes, Why::WholeOnly),
                Cell::Flops(work.flops()),
            ],
            longest: work.longest(scope),
            query: format!(
                "name:=\"{opcode}\" arg:label=={}{}",
                lane.name(),
                core_term(scope, work.longest_slice(), core)
            ),
        }
    };
    kinds.into_iter().map(row).collect()
}

/// What a search must ask for beside, so that it finds a slice and others of
/// its core only; empty where there is but one core.
pub fn core_term(scope: &Scope<'_>, slice: Option<SliceId>, core: u8) -> String {
    if scope.profile.cores.len() < 2 || scope.profile.cores.iter().all(|known| known.index != core) {
        return String::new();
    }
    let trace = scope.trace;
    let args = slice.and_then(|slice| trace.slices.args.get(slice.index()));
    let args = args.map(|args| trace.args.get(*args).args).unwrap_or_default();
    let all = members(&args);
    let named =
        |wanted: &str| all.iter().find(|(key, _)| readable(key) == wanted).map(|(_, value)| readable(value));
    // As the row itself tells its core.
    for key in ["pcore_idx", "subgraph", "fully_qualified_subgraph"] {
        let value = named(key).map(|value| value.replace('"', "")).filter(|value| !value.is_empty());
        if let Some(value) = value {
            return format!(" arg:{key}==\"{value}\"");
        }
    }
    String::new()
}

/// A physical core as lanes call it.
pub fn core_name(core: u8) -> String {
    format!("nc{core}")
}
