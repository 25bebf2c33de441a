//! Tables of Neuron profiles as CSV: plain numbers, with the unit in the head.

use super::csv::push_row;
use crate::neuron::analysis::hierarchy::{Hierarchy, Node};
use crate::neuron::analysis::hierarchy_table;
use crate::neuron::analysis::section_table::SectionTable;
use crate::neuron::analysis::table::{Cell, CellTable, columns};
use crate::text::Texts;
use crate::trace::TimeUnit;

/// The rows of a table in an order.
pub fn csv(texts: &Texts, table: &CellTable, order: &[usize], unit: TimeUnit) -> String {
    let rows: Vec<&[Cell]> =
        order.iter().filter_map(|&at| table.rows.get(at)).map(|row| row.cells.as_slice()).collect();
    cells_csv(texts, columns(table.kind), &rows, unit)
}

/// The hierarchy, each op with the ops that it is in before it.
pub fn hierarchy_csv(texts: &Texts, tree: &Hierarchy, unit: TimeUnit) -> String {
    let mut above: Vec<&str> = Vec::new();
    let row = |node: &'_ Node, above: &[&str]| {
        let mut cells = hierarchy_table::cells(tree, node);
        cells.insert(0, Cell::Text(above.join(" › ")));
        cells
    };
    let mut rows: Vec<Vec<Cell>> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        above.truncate(node.depth.into());
        rows.push(row(node, &above));
        above.push(&node.name);
    }
    let heads: Vec<&str> = ["neuron-col-within"].iter().chain(hierarchy_table::COLUMNS).copied().collect();
    let rows: Vec<&[Cell]> = rows.iter().map(Vec::as_slice).collect();
    cells_csv(texts, &heads, &rows, unit)
}

fn cells_csv(texts: &Texts, columns: &[&str], rows: &[&[Cell]], unit: TimeUnit) -> String {
    let ticks = match unit {
        TimeUnit::Nanos => "ns",
        TimeUnit::Picos => "ps",
    };
    let head = |(at, column): (usize, &&str)| {
        let known = rows.iter().filter_map(|row| row.get(at));
        let unit = known.map(|cell| unit_of(cell, ticks)).find(|unit| !unit.is_empty()).unwrap_or_default();
        let head = texts.get(column);
        if unit.is_empty() { head } else { format!("{head} ({unit})") }
    };
    let heads: Vec<String> = columns.iter().enumerate().map(head).collect();
    let mut out = String::new();
    push_row(&mut out, heads.iter().map(String::as_str));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| plain(texts, cell)).collect();
        push_row(&mut out, cells.iter().map(String::as_str));
    }
    out
}

/// The rows of a section, as in the file.
pub fn section_csv(table: &SectionTable) -> String {
    let mut out = String::new();
    push_row(&mut out, table.columns.iter().map(String::as_str));
    for row in &table.rows {
        push_row(&mut out, row.iter().map(String::as_str));
    }
    out
}

fn unit_of(cell: &Cell, ticks: &'static str) -> &'static str {
    match cell {
        Cell::Ticks(_) => ticks,
        Cell::Bytes(_) => "B",
        Cell::Share(_) => "%",
        Cell::Rate(_) => "B/s",
        Cell::Flops(_) | Cell::Text(_) | Cell::Word(_) | Cell::Count(_) | Cell::Unknown(_) => "",
    }
}

fn plain(texts: &Texts, cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Word(word) => texts.get(word.id()),
        Cell::Ticks(ticks) => ticks.to_string(),
        Cell::Count(value) | Cell::Bytes(value) => value.to_string(),
        Cell::Share(share) => (share * 100.0).to_string(),
        Cell::Rate(value) | Cell::Flops(value) => value.to_string(),
        Cell::Unknown(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neuron::analysis::figure::Why;
    use crate::neuron::analysis::hierarchy::hierarchy;
    use crate::neuron::analysis::made_up::profile;
    use crate::neuron::analysis::scope::Scope;
    use crate::neuron::analysis::table::{CellRow, TableKind};

    #[test]
    fn ops_of_the_hierarchy_stand_behind_those_that_they_are_in() {
        let (trace, profile) = profile(|made| {
            let dot = made.text("_dot.3");
            made.instruction("TensorMatrix", "MATMUL", 0, 30, |row| row.layer = dot);
            made.instruction("Vector", "COPY", 30, 10, |_| {});
        });
        let tree = hierarchy(&Scope::whole(&trace, &profile));
        let text = hierarchy_csv(&Texts::new("en"), &tree, TimeUnit::Nanos);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "Within,Name,Mostly,Level,Lane,Instructions,Active (ns),Sum (ns),Share (%),HBM read (B),HBM written (B)"
        );
        assert_eq!(lines[1], ",_dot.3,MATMUL,Framework,TensorMatrix,1,30,30,75,0,0");
        assert_eq!(lines[2], "_dot.3,MATMUL,,Instruction,TensorMatrix,1,30,30,75,0,0");
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn numbers_are_plain_and_unknown_cells_empty() {
        let row = |name: &str, size: Cell| CellRow {
            cells: vec![
                Cell::Text(name.to_owned()),
                Cell::Text("IN".to_owned()),
                Cell::Text("[1, 2]".to_owned()),
                Cell::Text(String::new()),
                size,
                Cell::Unknown(Why::NoVariable),
            ],
            ..CellRow::default()
        };
        let rows = vec![row("a", Cell::Bytes(262_144)), row("b", Cell::Unknown(Why::NotInFile))];
        let table = CellTable { kind: TableKind::Tensors, rows, left_out: 0 };
        let text = csv(&Texts::new("en"), &table, &[1, 0], TimeUnit::Nanos);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("Name,Role,Shape,Layout,Size (B),Bytes moved,"), "{}", lines[0]);
        assert_eq!(lines[1..], ["b,IN,\"[1, 2]\",,,", "a,IN,\"[1, 2]\",,262144,"]);
    }
}
