//! Tables of a profile as cells, so that page, command line and CSV show all
//! of them with one piece of code.

use super::figure::Why;
use super::levels::Level;
use super::scope::Scope;
use super::{dma_table, instruction_table, layer_table, memory_table, operator_table, tensor_table};
use crate::engine::protocol::Located;
use serde::{Deserialize, Serialize};

/// Rows of a table at most; the rest is counted.
pub const MOST_ROWS: usize = 10_000;

/// Which table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TableKind {
    /// By op of the framework, or the next level that the file has.
    Operators,
    /// By opcode and lane.
    Instructions,
    DmaQueues,
    DmaVariables,
    Tensors,
    /// As the file sums them up.
    Layers,
    Memory,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// Empty where the file does not say.
    Text(String),
    Word(Word),
    Ticks(i64),
    Count(u64),
    Bytes(u64),
    /// 0 to 1.
    Share(f64),
    /// Bytes a second.
    Rate(f64),
    Flops(f64),
    Unknown(Why),
    /// There is nothing to say here, in this row.
    Nothing,
}

impl Cell {
    /// Known, where there is a value.
    pub fn or(value: Option<u64>, make: fn(u64) -> Cell, why: Why) -> Cell {
        value.map_or(Cell::Unknown(why), make)
    }

    /// What it sorts by.
    pub fn order(&self) -> (f64, &str) {
        match self {
            Cell::Text(text) => (0.0, text),
            Cell::Word(word) => (0.0, word.id()),
            Cell::Ticks(ticks) => (*ticks as f64, ""),
            Cell::Count(count) | Cell::Bytes(count) => (*count as f64, ""),
            Cell::Share(value) | Cell::Rate(value) | Cell::Flops(value) => (*value, ""),
            Cell::Unknown(_) | Cell::Nothing => (f64::NEG_INFINITY, ""),
        }
    }
}

/// A word of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Word {
    /// The level of an op.
    Level(Level),
    /// No level of an op is told.
    NoLevel,
    Work,
    Wait,
}

impl Word {
    /// Its message.
    pub fn id(self) -> &'static str {
        match self {
            Word::Level(level) => level.id(),
            Word::NoLevel => "neuron-level-none",
            Word::Work => "neuron-kind-work",
            Word::Wait => "neuron-kind-wait",
        }
    }
}

/// A row.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CellRow {
    pub cells: Vec<Cell>,
    /// The longest slice of it, to go to.
    pub longest: Option<Located>,
    /// A search that finds all of it; empty where none does.
    pub query: String,
}

/// A table; its columns are [`columns`] of its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CellTable {
    pub kind: TableKind,
    pub rows: Vec<CellRow>,
    /// Rows that are not in `rows` because there are too many.
    pub left_out: u64,
}

/// Message ids of the heads of a table's columns. The first is what a row is
/// of; [`sort_column`] what it is sorted by at first.
pub fn columns(kind: TableKind) -> &'static [&'static str] {
    match kind {
        TableKind::Operators => operator_table::COLUMNS,
        TableKind::Instructions => instruction_table::COLUMNS,
        TableKind::DmaQueues => dma_table::QUEUE_COLUMNS,
        TableKind::DmaVariables => dma_table::VARIABLE_COLUMNS,
        TableKind::Tensors => tensor_table::COLUMNS,
        TableKind::Layers => layer_table::COLUMNS,
        TableKind::Memory => memory_table::COLUMNS,
    }
}

/// The column that a table is sorted by, greatest first.
pub fn sort_column(kind: TableKind) -> usize {
    let wanted = match kind {
        TableKind::Tensors => "neuron-col-size",
        TableKind::Layers => "neuron-col-duration",
        TableKind::Memory => "neuron-col-hbm",
        TableKind::DmaQueues | TableKind::DmaVariables => "neuron-col-bytes",
        _ => "neuron-col-active",
    };
    columns(kind).iter().position(|column| *column == wanted).unwrap_or(0)
}

/// Whether a column holds words, not numbers.
pub fn is_text(column: &str) -> bool {
    matches!(
        column,
        "neuron-col-name"
            | "neuron-col-opcodes"
            | "neuron-col-level"
            | "neuron-col-lanes"
            | "neuron-col-opcode"
            | "neuron-col-kind"
            | "neuron-col-queue"
            | "neuron-col-core"
            | "neuron-col-variable"
            | "neuron-col-route"
            | "neuron-col-role"
            | "neuron-col-shape"
            | "neuron-col-format"
            | "neuron-col-layer"
            | "neuron-col-category"
            | "neuron-col-nc"
            | "neuron-col-device"
    )
}

/// A table of a scope, sorted.
pub fn table(scope: &Scope<'_>, kind: TableKind) -> CellTable {
    let mut rows = match kind {
        TableKind::Operators => operator_table::rows(scope),
        TableKind::Instructions => instruction_table::rows(scope),
        TableKind::DmaQueues => dma_table::queues(scope),
        TableKind::DmaVariables => dma_table::variables(scope),
        TableKind::Tensors => tensor_table::rows(scope),
        TableKind::Layers => layer_table::rows(scope),
        TableKind::Memory => memory_table::rows(scope),
    };
    let column = sort_column(kind);
    let order = |row: &CellRow| row.cells.get(column).map_or(f64::NEG_INFINITY, |cell| cell.order().0);
    rows.sort_by(|a, b| order(b).total_cmp(&order(a)));
    let left_out = rows.len().saturating_sub(MOST_ROWS) as u64;
    rows.truncate(MOST_ROWS);
    CellTable { kind, rows, left_out }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::profile;
    use super::*;
    use crate::neuron::{DmaQueueKind, Id, InstructionBytes, NeffNode};

    const KINDS: [TableKind; 5] = [
        TableKind::Operators,
        TableKind::Instructions,
        TableKind::DmaQueues,
        TableKind::DmaVariables,
        TableKind::Tensors,
    ];

    #[test]
    fn every_row_has_a_cell_of_the_right_kind_for_each_column() {
        let (trace, mut profile) = profile(|made| {
            made.instruction("Vector", "COPY", 0, 5, |_| {});
            made.instruction("Vector", "EVENT_SEMAPHORE", 5, 5, |_| {});
            made.packet("q", 0, 5, 64);
            made.dma("q2", DmaQueueKind::Input, "w", (5, 5), 64, 0);
        });
        profile.nodes.push(NeffNode { name: trace.strings.find("w").unwrap(), ..NeffNode::default() });
        for kind in KINDS {
            let table = table(&Scope::whole(&trace, &profile), kind);
            assert!(!table.rows.is_empty(), "{kind:?}");
            for row in &table.rows {
                assert_eq!(row.cells.len(), columns(kind).len(), "{kind:?}");
                for (cell, column) in row.cells.iter().zip(columns(kind)) {
                    let text = matches!(cell, Cell::Text(_) | Cell::Word(_));
                    let is_none = matches!(cell, Cell::Unknown(_) | Cell::Nothing);
                    assert!(text == is_text(column) || is_none, "{kind:?} {column}");
                }
            }
        }
    }

    #[test]
    fn operators_are_those_of_the_highest_level_that_an_instruction_has() {
        let (trace, profile) = profile(|made| {
            let layer = made.text("_dot.3");
            made.instruction("Tensor", "LDWEIGHTS", 0, 10, |row| row.layer = layer);
            made.instruction("TensorMatrix", "MATMUL", 5, 20, |row| {
                row.layer = layer;
                row.elements = 100;
            });
            made.bytes(InstructionBytes { hbm_read: 64, ..InstructionBytes::default() });
            made.instruction("Vector", "COPY", 30, 5, |row| row.penguin_id = Id::new(4));
            made.instruction("Vector", "DRAIN", 40, 1, |_| {});
        });
        let table = table(&Scope::whole(&trace, &profile), TableKind::Operators);
        let texts: Vec<_> =
            table.rows.iter().map(|row| (row.cells[0].clone(), row.cells[2].clone())).collect();
        let text = |text: &str| Cell::Text(text.to_owned());
        assert_eq!(
            texts,
            [
                (text("_dot.3"), Cell::Word(Word::Level(Level::Framework))),
                (text("#4"), Cell::Word(Word::Level(Level::Penguin))),
                (text(""), Cell::Word(Word::NoLevel)),
            ]
        );
        let dot = &table.rows[0].cells;
        assert_eq!(dot[1], text("MATMUL, LDWEIGHTS"));
        assert_eq!(
            dot[3..7],
            [text("Tensor, TensorMatrix"), Cell::Count(2), Cell::Ticks(25), Cell::Ticks(30)]
        );
        assert_eq!(dot[7], Cell::Share(25.0 / 31.0));
        assert_eq!(dot[8..], [Cell::Bytes(64), Cell::Bytes(0), Cell::Flops(200.0)]);
        assert_eq!(table.rows[1].query, "arg:raw_penguin_id==4");
    }

    #[test]
    fn waits_have_rows_of_their_own_among_the_instructions() {
        let (trace, profile) = profile(|made| {
            made.instruction("Vector", "COPY", 0, 5, |_| {});
            made.instruction("Vector", "COPY", 2, 5, |_| {});
            made.instruction("Scalar", "COPY", 9, 2, |_| {});
            made.instruction("Vector", "EVENT_SEMAPHORE", 10, 90, |_| {});
        });
        let table = table(&Scope::whole(&trace, &profile), TableKind::Instructions);
        let rows: Vec<_> = table
            .rows
            .iter()
            .map(|row| match &row.cells[..] {
                [
                    Cell::Text(opcode),
                    Cell::Text(lane),
                    _,
                    Cell::Word(kind),
                    Cell::Count(n),
                    active,
                    waited,
                    Cell::Ticks(sum),
                    ..,
                ] => {
                    let ticks = |cell: &Cell| match cell {
                        Cell::Ticks(ticks) => ticks.to_string(),
                        other => format!("{other:?}"),
                    };
                    let (active, waited) = (ticks(active), ticks(waited));
                    format!("{opcode} {lane} {kind:?} {n} {active}, {waited}/{sum}")
                }
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(
            rows,
            [
                "COPY Vector Work 2 7, Nothing/10",
                "COPY Scalar Work 1 2, Nothing/2",
                "EVENT_SEMAPHORE Vector Wait 1 Nothing, 90/90"
            ]
        );
    }

    #[test]
    fn dma_is_summed_by_queue_and_by_tensor() {
        let (trace, mut profile) = profile(|made| {
            made.dma("qIn", DmaQueueKind::Input, "w", (0, 10), 100, 0);
            made.dma("qIn", DmaQueueKind::Input, "w", (5, 10), 100, 0);
            made.dma("qIn", DmaQueueKind::Input, "", (50, 5), 10, 0);
            made.packet("qHW", 0, 1, 4);
        });
        let name = trace.strings.find("w").unwrap();
        profile.nodes.push(NeffNode { name, bytes: Some(50), load_repeat: Some(4), ..NeffNode::default() });
        let scope = Scope::whole(&trace, &profile);
        let queues = table(&scope, TableKind::DmaQueues);
        let text = |text: &str| Cell::Text(text.to_owned());
        assert_eq!(
            queues.rows[0].cells,
            [
                text("qIn"),
                text("input"),
                text("nc0"),
                Cell::Count(3),
                Cell::Count(0),
                Cell::Bytes(210),
                Cell::Bytes(70),
                Cell::Ticks(20),
                Cell::Ticks(25),
                Cell::Rate(210.0 / 20e-9),
                Cell::Share(1.0),
            ]
        );
        let variables = table(&scope, TableKind::DmaVariables);
        assert_eq!(variables.rows[0].cells[0], text("w"));
        assert_eq!(variables.rows[1].cells[0], text(""));
        assert_eq!(variables.rows[0].query, "arg:variable==\"w\"");
        let tensors = table(&scope, TableKind::Tensors);
        let cells = &tensors.rows[0].cells;
        assert_eq!(cells[4..6], [Cell::Bytes(50), Cell::Bytes(200)]);
        assert_eq!(cells[8], Cell::Count(4));
    }
}
