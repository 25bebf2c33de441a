//! What the rows of a device profile add up to: summary, advice, hierarchy,
//! tables, of the whole profile or of a part of it by the same code.
//!
//! Rows that reach over an edge of the part count with what is inside: times,
//! and bytes and FLOPs in proportion. Counts are of all rows that touch it.
//!
//! What the file does not tell is a reason ([`figure::Why`]), never zero.
//! Where rows and the file's own summary tell the same figure, both are given.
//!
//! Absent on purpose: words (they are in `text`), comparison of
//! profiles (see [`crate::lowering`]).

pub mod advice;
mod collectives;
pub mod device;
mod dma_table;
pub mod engine_row;
pub mod figure;
pub mod file_warning;
pub mod hierarchy;
pub mod hierarchy_table;
mod instruction_table;
pub mod key_figures;
mod layer_table;
pub mod levels;
pub mod measures;
mod memory_table;
pub mod metric_groups;
pub mod op_row;
mod operator_table;
mod rules;
mod sample_table;
pub mod scope;
pub mod section_table;
pub mod spans;
pub mod start;
pub mod summary;
pub mod table;
pub mod tally;
mod tensor_table;
pub mod work;

#[cfg(test)]
pub mod made_up;
