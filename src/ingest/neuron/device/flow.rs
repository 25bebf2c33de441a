//! Rows of `Flow`: what depends on what, apart from the rows themselves.

use super::Collected;
use crate::ingest::json::scan::{self, Notes, Scan, Value};
use crate::ingest::neuron::field;
use crate::trace::StringId;

/// A dependence between two rows, by their ids.
#[derive(Debug, Clone, Copy)]
pub struct Flow {
    pub from: u64,
    pub to: u64,
    pub kind: StringId,
}

impl Collected {
    pub(super) fn flow(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let [mut from, mut to, mut from_table, mut to_table, mut kind] = [Value::default(); 5];
        let next = scan::members(window, at, &mut Notes::default(), |key, value, _| match key.of(window) {
            b"in_id" => from = value,
            b"out_id" => to = value,
            b"in_table" => from_table = value,
            b"out_table" => to_table = value,
            b"dependency_type" => kind = value,
            _ => {}
        })?;
        let is_of_instructions = |table: Value| {
            let name = field::text(table, window);
            name.is_empty() || name.eq_ignore_ascii_case(b"instruction")
        };
        match (field::id(from, window), field::id(to, window)) {
            (Some(from), Some(to)) if is_of_instructions(from_table) && is_of_instructions(to_table) => {
                let kind =
                    self.pool.text_like(&mut self.trace.strings, kind, window, &mut self.last.dependence);
                self.flows.push(Flow { from, to, kind });
            }
            // Between rows of which one is no instruction: there to be read.
            _ => self.keep_in_table(&window[at..next]),
        }
        Ok(next)
    }
}
