//! A row about an op, whether it stands among others or within them.

use super::figure::Why;
use super::table::{Cell, Word};

/// Columns of every table of ops.
pub const COLUMNS: [&str; 10] = [
    "neuron-col-name",
    "neuron-col-opcodes",
    "neuron-col-level",
    "neuron-col-lanes",
    "neuron-col-instructions",
    "neuron-col-active",
    "neuron-col-sum",
    "neuron-col-share",
    "neuron-col-hbm-read",
    "neuron-col-hbm-write",
];

/// Opcodes of what only waits, and lanes of what has none.
pub fn or_nothing(text: String) -> Cell {
    if text.is_empty() { Cell::Nothing } else { Cell::Text(text) }
}

/// What is told of an op.
pub struct OpRow {
    /// Empty where the file names none.
    pub name: String,
    /// Those that took most of its time.
    pub opcodes: Cell,
    pub level: Word,
    pub lanes: Cell,
    pub instructions: u64,
    /// Ticks in which any of it worked, and of all of it added up.
    pub ticks: i64,
    pub sum: i64,
    /// Of the time in which anything worked, 0 to 1.
    pub share: f64,
    /// Bytes read and written; `None` in a cut.
    pub hbm: Option<(u64, u64)>,
}

impl OpRow {
    /// One cell for each of [`COLUMNS`].
    pub fn cells(self) -> Vec<Cell> {
        vec![
            Cell::Text(self.name),
            self.opcodes,
            Cell::Word(self.level),
            self.lanes,
            Cell::Count(self.instructions),
            Cell::Ticks(self.ticks),
            Cell::Ticks(self.sum),
            Cell::Share(self.share),
            Cell::or(self.hbm.map(|(read, _)| read), Cell::Bytes, Why::WholeOnly),
            Cell::or(self.hbm.map(|(_, written)| written), Cell::Bytes, Why::WholeOnly),
        ]
    }
}
