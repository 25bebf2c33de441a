//! Tables of Neuron profiles as CSV: plain numbers, with the unit in the head.
//! What is not known is said in words, as everywhere: an empty cell would be
//! read as nothing or as 0.

use super::csv::{push_row, table};
use crate::neuron::analysis::figure::{Figure, Unit, Why};
use crate::neuron::analysis::hierarchy::{Hierarchy, Node};
use crate::neuron::analysis::hierarchy_table;
use crate::neuron::analysis::metric_groups::FileValue;
use crate::neuron::analysis::section_table::SectionTable;
use crate::neuron::analysis::summary::ProfileSummary;
use crate::neuron::analysis::table::{Cell, CellTable, columns};
use crate::text::Texts;
use crate::text::neuron::{node_name, plain_cell, why_id};
use crate::trace::TimeUnit;

/// The rows of a table in an order.
pub fn csv(texts: &Texts, of: &CellTable, order: &[usize], unit: TimeUnit) -> String {
    let rows: Vec<&[Cell]> =
        order.iter().filter_map(|&at| of.rows.get(at)).map(|row| row.cells.as_slice()).collect();
    cells_csv(texts, columns(of.kind), &rows, unit)
}

/// The hierarchy, each op with the ops that it is in before it.
pub fn hierarchy_csv(texts: &Texts, tree: &Hierarchy, unit: TimeUnit) -> String {
    let mut above: Vec<String> = Vec::new();
    let row = |node: &Node, name: &str, above: &[String]| {
        let mut cells = hierarchy_table::cells(tree, node);
        cells[0] = Cell::Text(name.to_owned());
        cells.insert(0, if above.is_empty() { Cell::Nothing } else { Cell::Text(above.join(" › ")) });
        cells
    };
    let mut rows: Vec<Vec<Cell>> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        above.truncate(node.depth.into());
        let name = node_name(texts, node);
        rows.push(row(node, &name, &above));
        above.push(name);
    }
    let heads: Vec<&str> = ["neuron-col-within"].into_iter().chain(hierarchy_table::COLUMNS).collect();
    let rows: Vec<&[Cell]> = rows.iter().map(Vec::as_slice).collect();
    cells_csv(texts, &heads, &rows, unit)
}

/// The file's metrics with ours beside them. Values in full; shares are parts
/// of 1.
pub fn metrics_csv(texts: &Texts, summary: &ProfileSummary) -> String {
    let rows = summary.groups.iter().flat_map(|group| group.metrics.iter().map(move |row| (group, row)));
    let rows = rows.map(|(group, row)| {
        let file = match &row.file {
            FileValue::Number(value) => value.to_string(),
            FileValue::Text(text) => text.clone(),
            FileValue::Missing => texts.get(why_id(Why::Missing)),
            FileValue::Absent => texts.get(why_id(Why::NotInFile)),
        };
        let own = match row.own {
            Some(Figure::Known(value)) => value.to_string(),
            Some(Figure::Unknown(why)) => texts.get(why_id(why)),
            // Nothing that rows can tell.
            None => String::new(),
        };
        vec![
            group.key.clone(),
            row.key.clone(),
            symbol(row.unit).to_owned(),
            file,
            own,
            row.definition.clone(),
        ]
    });
    let own = match (summary.is_cut_off, summary.is_whole) {
        (_, false) => "from the rows of this part",
        (true, true) => "from the rows that came",
        (false, true) => "from its rows",
    };
    table(["group", "metric", "unit", "in the file", own, "meaning"], rows)
}

fn symbol(unit: Unit) -> &'static str {
    match unit {
        Unit::Seconds => "s",
        Unit::Nanos => "ns",
        Unit::Bytes => "B",
        Unit::Flops => "FLOP",
        Unit::FlopsPerByte => "FLOP/B",
        Unit::Cycles => "cycles",
        Unit::Share | Unit::Count | Unit::Plain => "",
    }
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
        let cells: Vec<String> = row.iter().map(|cell| plain_cell(texts, cell)).collect();
        push_row(&mut out, cells.iter().map(String::as_str));
    }
    out
}

/// The rows of a section, as in the file.
pub fn section_csv(of: &SectionTable) -> String {
    let mut out = String::new();
    push_row(&mut out, of.columns.iter().map(String::as_str));
    for row in &of.rows {
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
        Cell::Flops(_) | Cell::Text(_) | Cell::Word(_) | Cell::Count(_) => "",
        Cell::Unknown(_) | Cell::Nothing => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neuron::MetricValue;
    use crate::neuron::analysis::hierarchy::hierarchy;
    use crate::neuron::analysis::made_up::profile;
    use crate::neuron::analysis::scope::Scope;
    use crate::neuron::analysis::summary::summary;
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
        // What has no name is called as in the picture.
        assert_eq!(lines[3], ",no Framework id,COPY,Framework,Vector,1,10,10,25,0,0");
        assert_eq!(lines[4], "no Framework id,COPY,,Instruction,Vector,1,10,10,25,0,0");
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn numbers_are_plain_and_what_is_unknown_is_said_in_words() {
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
        assert_eq!(
            lines[1..],
            [
                "b,IN,\"[1, 2]\",not named in the file,not in this file,DMA rows do not name it",
                "a,IN,\"[1, 2]\",not named in the file,262144,DMA rows do not name it",
            ]
        );
    }

    #[test]
    fn metrics_say_what_is_missing_and_of_which_rows_ours_are() {
        let (mut trace, mut profile) = profile(|made| {
            made.instruction("Vector", "COPY", 0, 5, |_| {});
        });
        profile.summary.push("mfu_estimated_percent", MetricValue::Missing);
        let made = |trace: &crate::trace::Trace| {
            metrics_csv(&Texts::new("en"), &summary(&Scope::whole(trace, &profile)))
        };
        let text = made(&trace);
        let line = |start: &str| text.lines().find(|line| line.contains(start)).unwrap();
        assert_eq!(line("group"), "group,metric,unit,in the file,from its rows,meaning");
        assert_eq!(line("mfu_estimated"), "tensor_engine,mfu_estimated_percent,,the tool could not tell,,");
        assert_eq!(line("total_time"), "overall_stats,total_time,s,not in this file,0.000000005,");
        trace.health.cut = Some(crate::trace::Cut { byte: 1, event: None });
        assert!(made(&trace).starts_with("group,metric,unit,in the file,from the rows that came,meaning"));
    }
}
