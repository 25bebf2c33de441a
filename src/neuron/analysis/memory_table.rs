//! HBM in use by category, as the file says it (`nc_mem_usage`).

use super::scope::Scope;
use super::table::{Cell, CellRow};
use crate::neuron::MemoryUse;
use rustc_hash::FxHashMap;

pub const COLUMNS: &[&str] = &[
    "neuron-col-category",
    "neuron-col-nc",
    "neuron-col-device",
    "neuron-col-hbm",
    "neuron-col-share-bytes",
];

/// The category that is the sum of the others.
const TOTAL: &str = "Total";

/// The share is of the core's total.
pub fn rows(scope: &Scope<'_>) -> Vec<CellRow> {
    let all = &scope.profile.memory;
    // As told, and as added up, for each core.
    let mut totals: FxHashMap<(i64, i64), (Option<u64>, u64)> = FxHashMap::default();
    for row in all {
        let (told, sum) = totals.entry((row.device, row.nc)).or_default();
        if scope.trace.name(row.category) == TOTAL {
            *told = Some(row.bytes);
        } else {
            *sum = sum.saturating_add(row.bytes);
        }
    }
    let total = |row: &MemoryUse| match totals.get(&(row.device, row.nc)) {
        Some((told, sum)) => told.unwrap_or(*sum),
        None => 0,
    };
    let row = |row: &MemoryUse| CellRow {
        cells: vec![
            Cell::Text(scope.trace.name(row.category).to_owned()),
            Cell::Text(row.nc.to_string()),
            Cell::Text(row.device.to_string()),
            Cell::Bytes(row.bytes),
            Cell::Share(row.bytes as f64 / total(row).max(1) as f64),
        ],
        ..CellRow::default()
    };
    all.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::super::made_up::profile;
    use super::*;

    #[test]
    fn shares_are_of_the_total_of_the_core() {
        let (mut trace, mut profile) = profile(|_| {});
        for (nc, category, bytes) in [(4, "Weights", 25), (4, "Total", 100), (5, "Tensors", 30)] {
            let category = trace.strings.intern(category);
            profile.memory.push(MemoryUse { device: 0, nc, category, bytes });
        }
        let shares: Vec<Cell> =
            rows(&Scope::whole(&trace, &profile)).into_iter().map(|row| row.cells[4].clone()).collect();
        assert_eq!(shares, [Cell::Share(0.25), Cell::Share(1.0), Cell::Share(1.0)]);
    }
}
