//! Tensors of the NEFF, with how often they were loaded.

use super::dma_table::groups;
use super::figure::Why;
use super::scope::Scope;
use super::table::{Cell, CellRow};
use crate::analysis::locate::locate_slice;
use crate::trace::StringId;
use rustc_hash::FxHashMap;

pub const COLUMNS: &[&str] = &[
    "neuron-col-name",
    "neuron-col-role",
    "neuron-col-shape",
    "neuron-col-format",
    "neuron-col-size",
    "neuron-col-bytes",
    "neuron-col-loaded",
    "neuron-col-loads",
    "neuron-col-repeat",
];

pub fn rows(scope: &Scope<'_>) -> Vec<CellRow> {
    let (trace, profile) = (scope.trace, scope.profile);
    let moved: FxHashMap<StringId, u64> = groups(scope, |route| route.variable)
        .iter()
        .map(|(variable, moved)| (*variable, moved.bytes()))
        .collect();
    let mut first: FxHashMap<StringId, crate::trace::SliceId> = FxHashMap::default();
    for (row, _) in scope.dma().filter(|(row, _)| row.slice.some().is_some()) {
        first.entry(profile.route_of(row).variable).or_insert(row.slice);
    }
    let text =
        |id: StringId| Cell::Text(id.some().map(|id| trace.strings.get(id).to_owned()).unwrap_or_default());
    // Nodes of the graph have no name.
    let is_tensor = |node: &&crate::neuron::NeffNode| {
        node.name.some().is_some_and(|name| !trace.strings.get(name).is_empty())
    };
    let row = |node: &crate::neuron::NeffNode| CellRow {
        cells: vec![
            text(node.name),
            text(node.role),
            text(node.shape),
            text(node.format),
            Cell::or(node.bytes, Cell::Bytes, Why::NotInFile),
            Cell::or(moved.get(&node.name).copied(), Cell::Bytes, Why::NoVariable),
            Cell::or(node.loaded_bytes, Cell::Bytes, Why::NotInFile),
            Cell::or(node.load_dmas, Cell::Count, Why::NotInFile),
            Cell::or(node.load_repeat, Cell::Count, Why::NotInFile),
        ],
        longest: first.get(&node.name).map(|slice| locate_slice(trace, *slice)),
        query: format!("arg:variable==\"{}\"", trace.name(node.name).replace('"', "")),
    };
    profile.nodes.iter().filter(is_tensor).map(row).collect()
}
