//! Where unpacked bytes go: to the entry that they are of, and what comes of it
//! to the tables or to a list.

use crate::engine::entry::{Ended, Entry};
use crate::engine::tables::TableSets;
use crate::ingest::container::Unpacked;

/// Where unpacked bytes go.
pub(super) struct Sink<'a> {
    pub(super) entry: &'a mut Option<Entry>,
    pub(super) tables: &'a mut TableSets,
    pub(super) ended: Vec<Ended>,
}

impl Sink<'_> {
    pub(super) fn take(&mut self, part: Unpacked<'_>) {
        match part {
            Unpacked::EntryStart { name, .. } => *self.entry = Some(Entry::new(name)),
            Unpacked::Bytes(bytes) => {
                if let Some(entry) = self.entry {
                    entry.push(bytes, self.tables);
                }
            }
            Unpacked::EntryEnd => self.end_entry(),
        }
    }

    pub(super) fn end_entry(&mut self) {
        let Some(entry) = self.entry.take() else { return };
        match entry.end(self.tables) {
            Ended::Table(set) => self.tables.put(*set),
            Ended::Packed(table) => self.tables.add_packed(table),
            other => self.ended.push(other),
        }
    }
}
