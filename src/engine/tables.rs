//! Tables of one load: which of them are one trace together, and those that
//! have to be turned into rows first.
//!
//! Tables in one folder are one profile. A packed one (Parquet) waits until
//! somebody has made rows of it: a native program does that here, step by
//! step; in the page a worker of its own does, and its rows come back through
//! [`TableSets::push_rows`].

use super::entry::{Ended, Entry};
use crate::ingest::neuron::is_of_system;
use crate::ingest::reader::Reader;
use std::collections::VecDeque;

/// A table whose rows somebody else has to find.
#[derive(Debug)]
pub struct PackedTable {
    /// Path in the archive, or name of the file.
    pub name: String,
    /// All of the file.
    pub bytes: Vec<u8>,
}

/// Sets that are kept apart; further tables go to the last.
const MOST_SETS: usize = 64;

/// The tables of a load.
#[derive(Default)]
pub struct TableSets {
    /// Each with its first table's name.
    sets: Vec<Entry>,
    waiting: VecDeque<PackedTable>,
    /// The set to which the rows of a packed table are coming.
    filling: Option<Entry>,
}

impl TableSets {
    /// Takes out the set that a table of this name belongs to.
    pub fn take(&mut self, name: &str) -> Option<Entry> {
        let fits =
            |set: &Entry| (folder(&set.name), is_of_system(&set.name)) == (folder(name), is_of_system(name));
        let of_kind = |set: &Entry| is_of_system(&set.name) == is_of_system(name);
        let at = self.sets.iter().position(fits).or_else(|| {
            let is_full = self.sets.len() >= MOST_SETS;
            is_full.then(|| self.sets.iter().rposition(of_kind)).flatten()
        })?;
        Some(self.sets.remove(at))
    }

    /// Puts it back, or a new one.
    pub fn put(&mut self, set: Entry) {
        self.sets.push(set);
    }

    pub fn add_packed(&mut self, table: PackedTable) {
        self.waiting.push_back(table);
    }

    /// There is a packed table, or one is being turned into rows.
    pub fn waits(&self) -> bool {
        self.filling.is_some() || !self.waiting.is_empty()
    }

    /// Some table was read.
    pub fn has_rows(&self) -> bool {
        !self.sets.is_empty() || self.filling.is_some()
    }

    /// Nothing was read as tables.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty() && !self.waits()
    }

    /// Hands out the next packed table; its rows are expected then.
    pub fn begin_packed(&mut self) -> Option<PackedTable> {
        let table = self.waiting.pop_front()?;
        self.filling = Some(match self.take(&table.name) {
            Some(mut set) => {
                set.begin_rows(&table.name);
                set
            }
            None => Entry::of_rows(&table.name),
        });
        Some(table)
    }

    pub fn push_rows(&mut self, text: &[u8]) {
        if let Some(set) = &mut self.filling {
            set.push_rows(text);
        }
    }

    /// No more rows come, all having come or not. A table that gave none, and
    /// should have, leaves no set behind.
    pub fn end_packed(&mut self, is_whole: bool) {
        if let Some(set) = self.filling.take()
            && (is_whole || set.is_joined || set.reader().is_some_and(|reader| reader.events() > 0))
        {
            self.put(set);
        }
    }

    /// The reader that takes rows now.
    pub fn reader(&self) -> Option<&Reader> {
        self.filling.as_ref().and_then(|set| set.reader())
    }

    /// No further table comes: builds all sets. `file` is the name of the load.
    pub fn build(&mut self, file: &str) -> Vec<Ended> {
        let sets = std::mem::take(&mut self.sets);
        let is_only = sets.len() == 1;
        let build = |mut set: Entry| {
            if set.is_joined {
                let folder = folder(&set.name);
                set.name = if is_only || folder.is_empty() { file } else { folder }.to_owned();
            }
            set.build()
        };
        sets.into_iter().map(build).collect()
    }
}

/// Whether a name is one of a table that has to be turned into rows.
pub fn is_packed_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("parquet"))
}

/// Path without the last part.
pub fn folder(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |at| &path[..at])
}

#[cfg(not(target_arch = "wasm32"))]
pub use native::Converter;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::{PackedTable, TableSets};
    use crate::engine::protocol::LoadFailure;
    use crate::ingest::parquet::{Problem, Rows, guarded};

    /// A packed table on its way to rows, in this process.
    pub struct Converter {
        name: String,
        rows: Option<Rows>,
        text: Vec<u8>,
    }

    impl Converter {
        /// Opens the table.
        ///
        /// # Errors
        /// Why it has no rows.
        pub fn new(table: PackedTable) -> Result<Self, LoadFailure> {
            let PackedTable { name, bytes } = table;
            match guarded(|| Rows::open(bytes)) {
                Ok(rows) => Ok(Self { name, rows: Some(rows), text: Vec::new() }),
                Err(problem) => Err(failure(&name, &problem)),
            }
        }

        /// Hands on the next rows; false when there are no more.
        ///
        /// # Errors
        /// Why the rest cannot be read.
        pub fn step(&mut self, tables: &mut TableSets) -> Result<bool, LoadFailure> {
            self.text.clear();
            // Not used again after a panic.
            let Some(mut rows) = self.rows.take() else { return Ok(false) };
            let text = &mut self.text;
            let more = guarded(|| rows.next(text).map(|more| more.then_some(rows)));
            tables.push_rows(&self.text);
            self.rows = more.map_err(|problem| failure(&self.name, &problem))?;
            Ok(self.rows.is_some())
        }
    }

    fn failure(name: &str, problem: &Problem) -> LoadFailure {
        LoadFailure::of_table(name, problem.message_id(), &problem.detail())
    }
}
