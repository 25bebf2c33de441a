//! Sections that are not known here: rows with a time are drawn, the others
//! are kept as tables.

use super::Collected;
use crate::ingest::json::scan::{self, Notes, Scan, Value};
use crate::ingest::neuron::field;
use crate::ingest::neuron::raw::RawRow;
use crate::ingest::neuron::sections::Place;
use crate::neuron::Table;
use crate::trace::{Rule, StringId};

/// A row of such a section that is drawn. Without a duration it is a point.
#[derive(Debug, Clone, Copy)]
pub struct OtherRow {
    pub section: StringId,
    pub name: StringId,
    pub raw: RawRow,
    pub is_point: bool,
}

/// Fields that may name a row, and those that may name its lane, best first.
const NAMES: [&[u8]; 13] = [
    b"name",
    b"opcode",
    b"op",
    b"operation",
    b"description",
    b"node_name",
    b"framework_name",
    b"hlo_name",
    b"penguin_name",
    b"bir_name",
    b"compiler_opcode",
    b"type",
    b"message",
];
const LANES: [&[u8]; 6] = [b"timeline_track", b"label", b"subgroup", b"engine", b"engine_name", b"stream"];

impl Collected {
    pub(super) fn other(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let [mut start, mut end, mut dur, mut subgraph, mut path, mut core] = [Value::default(); 6];
        let (mut name, mut lane) = (Best::default(), Best::default());
        let mut notes = Notes::default();
        let next = scan::members(window, at, &mut notes, |key, value, _| {
            let key = key.of(window);
            match key {
                b"timestamp" | b"start_ts" | b"start" => start = value,
                b"end_ts" | b"end" => end = value,
                b"duration" | b"duration_ns" => dur = value,
                b"subgraph" => subgraph = value,
                b"fully_qualified_subgraph" => path = value,
                b"pcore_idx" => core = value,
                _ => {}
            }
            name.offer(&NAMES, key, value);
            lane.offer(&LANES, key, value);
        })?;
        self.pool.literals += u64::from(notes.literals);
        self.name(window, at);
        let Some(time) = field::int(start, window) else {
            self.keep_in_table(&window[at..next]);
            return Ok(next);
        };
        let end = field::int(end, window).map(|end| end.saturating_sub(time));
        let length = field::int(dur, window).or(end);
        let strings = &mut self.trace.strings;
        let (subgraph, path) = (field::text(subgraph, window), field::text(path, window));
        let on = self.places.of_row(strings, subgraph, path, field::int(core, window));
        let label = self.pool.text(strings, lane.value, window);
        let name = self.pool.text(strings, name.value, window);
        let section = strings.intern(&self.section_name);
        let args = self.args.push(&window[at..next], &[]);
        let raw = self.raw_times(Some(time), length.or(Some(0)), place, args, on);
        let raw = RawRow { label, ..raw };
        let name = if name == StringId::NONE { section } else { name };
        self.others.push(OtherRow { section, name, raw, is_point: length.is_none() });
        Ok(next)
    }

    /// A row that is kept whether it has a time or not.
    pub(super) fn kept(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let next = scan::members(window, at, &mut Notes::default(), |_, _, _| {})?;
        self.keep_in_table(&window[at..next]);
        Ok(next)
    }

    pub(super) fn keep_in_table(&mut self, row: &[u8]) {
        let tables = &mut self.profile.tables;
        let at = tables.iter().rposition(|table| table.name == self.section_name);
        let at = match at {
            Some(at) => at,
            None if tables.len() < MOST_TABLES => {
                tables.push(Table::new(&self.section_name));
                tables.len() - 1
            }
            None => {
                self.trace.health.count(Rule::RowsLeftOut, 1);
                return;
            }
        };
        let before = tables[at].left_out;
        tables[at].push(row);
        self.trace.health.count(Rule::RowsLeftOut, tables[at].left_out - before);
    }
}

/// Sections that are kept as tables.
const MOST_TABLES: usize = 100;

/// The best of several fields that may stand for one thing.
#[derive(Default)]
struct Best {
    value: Value,
    rank: Option<usize>,
}

impl Best {
    fn offer(&mut self, ranked: &[&[u8]], key: &[u8], value: Value) {
        let rank = ranked.iter().position(|name| *name == key);
        if let Some(rank) = rank
            && value.is_text()
            && value.start < value.end
            && self.rank.is_none_or(|best| rank <= best)
        {
            (self.value, self.rank) = (value, Some(rank));
        }
    }
}
