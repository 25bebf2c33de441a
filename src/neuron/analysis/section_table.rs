//! Every section of the file as it is written: which there are, and their rows
//! as a table of text. Nothing that a file says is without a place to see it.

use super::sample_table::{has_samples, samples};
use crate::analysis::json_text::{members, readable};
use crate::neuron::NeuronProfile;
use crate::trace::{ArgsRef, Trace};
use serde::{Deserialize, Serialize};

/// Rows, columns and letters of a cell that are sent at most.
const MOST_ROWS: usize = 2000;
const MOST_COLUMNS: usize = 80;
const MOST_LETTERS: usize = 400;

/// One section of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionRow {
    pub name: String,
    /// Rows in the file.
    pub rows: u64,
    /// Its rows can be shown; those of counters as values over time.
    pub has_rows: bool,
}

/// Rows of one section. A field that a row lacks is an empty text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionTable {
    pub name: String,
    /// Names of the fields, in order of coming.
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// Rows that are not here, and fields that are not.
    pub left_out: u64,
    pub fields_left_out: u64,
}

/// All sections, by name.
pub fn sections(trace: &Trace, profile: &NeuronProfile) -> Vec<SectionRow> {
    let row = |(name, rows): (&String, &u64)| SectionRow {
        name: name.clone(),
        rows: *rows,
        has_rows: has_samples(trace, name) || !texts(trace, profile, name, 1).is_empty(),
    };
    trace.phases.iter().map(row).collect()
}

/// The rows of a section.
pub fn section(trace: &Trace, profile: &NeuronProfile, name: &str) -> SectionTable {
    if has_samples(trace, name) {
        return samples(trace, name);
    }
    let texts = texts(trace, profile, name, MOST_ROWS);
    let all = trace.phases.get(name).copied().unwrap_or(texts.len() as u64);
    let left_out = all.saturating_sub(texts.len() as u64);
    let mut table = SectionTable { name: name.to_owned(), left_out, ..SectionTable::default() };
    for text in &texts {
        let mut row = Vec::new();
        for (key, value) in members(text) {
            let key = readable(key);
            let at = table.columns.iter().position(|known| *known == key).or_else(|| {
                let is_room = table.columns.len() < MOST_COLUMNS;
                is_room.then(|| {
                    table.columns.push(key.into_owned());
                    table.columns.len() - 1
                })
            });
            let Some(at) = at else {
                table.fields_left_out += 1;
                continue;
            };
            if row.len() <= at {
                row.resize(at + 1, String::new());
            }
            row[at] = cut(&readable(value));
        }
        table.rows.push(row);
    }
    let wide = table.columns.len();
    table.rows.iter_mut().for_each(|row| row.resize(wide, String::new()));
    table
}

/// Indices of the rows, sorted by a column, falling or not; numbers by value,
/// and before texts. As in the file where no column is chosen.
pub fn order(table: &SectionTable, by: Option<(usize, bool)>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..table.rows.len()).collect();
    let Some((column, falling)) = by else { return order };
    let cell = |at: usize| table.rows[at].get(column).map_or("", String::as_str);
    // Ids are too large for floats.
    let whole = |text: &str| text.parse::<i128>().ok();
    let number = |text: &str| text.parse::<f64>().ok();
    order.sort_by(|&a, &b| {
        let (a, b) = (cell(a), cell(b));
        let by = match ((whole(a), whole(b)), (number(a), number(b))) {
            ((Some(a), Some(b)), _) => a.cmp(&b),
            (_, (Some(a), Some(b))) => a.total_cmp(&b),
            (_, (a_is, b_is)) => a_is.is_none().cmp(&b_is.is_none()).then_with(|| a.cmp(b)),
        };
        if falling { by.reverse() } else { by }
    });
    order
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// JSON objects of a section's first rows, from wherever they are kept.
fn texts(trace: &Trace, profile: &NeuronProfile, name: &str, most: usize) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    for table in profile.tables.iter().filter(|table| table.name == name) {
        found.extend((0..table.len().min(most)).map(|row| table.json(row).to_vec()));
    }
    let kept = trace.metadata.iter().filter(|(key, text)| key == name && text.starts_with('{'));
    found.extend(kept.take(most).map(|(_, text)| text.as_bytes().to_vec()));
    if found.is_empty() {
        let args = |at: ArgsRef| Some(trace.args.get(at).args.to_vec()).filter(|text| !text.is_empty());
        let of = |slice: crate::trace::SliceId| trace.slices.args.get(slice.index()).copied();
        match name {
            "instruction" => {
                let rows = profile.instructions.iter().filter_map(|row| args(of(row.slice)?));
                found.extend(rows.take(most));
            }
            "dma" => found.extend(profile.dma.iter().filter_map(|row| args(of(row.slice)?)).take(most)),
            _ => {
                let Some(section) = trace.strings.find(name) else { return found };
                let slices = trace.slices.cat.iter().zip(&trace.slices.args);
                let instants = trace.instants.cat.iter().zip(&trace.instants.args);
                let own = slices.chain(instants).filter(|(cat, _)| **cat == section);
                found.extend(own.filter_map(|(_, at)| args(*at)).take(most));
            }
        }
    }
    found.truncate(most);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neuron::Table;

    fn sample() -> (Trace, NeuronProfile) {
        let (mut trace, mut profile) = (Trace::default(), NeuronProfile::default());
        let mut table = Table::new("cc_stream");
        table.push(br#"{"a":"x","b":[1, 2]}"#);
        table.push(br#"{"c":true,"a":9223372036854775809}"#);
        profile.tables.push(table);
        trace.metadata.push(("warnings".to_owned(), r#"{"message":"m"}"#.to_owned()));
        trace.metadata.push(("warnings".to_owned(), "12".to_owned()));
        for (name, rows) in [("cc_stream", 3), ("warnings", 1), ("pending_dma", 7)] {
            trace.phases.insert(name.to_owned(), rows);
        }
        (trace, profile)
    }

    #[test]
    fn every_section_is_listed_and_those_with_rows_show_them() {
        let (trace, profile) = sample();
        let mut all: Vec<_> = sections(&trace, &profile)
            .into_iter()
            .map(|section| (section.name, section.rows, section.has_rows))
            .collect();
        all.sort();
        let row = |name: &str, rows, has_rows| (name.to_owned(), rows, has_rows);
        assert_eq!(all, [row("cc_stream", 3, true), row("pending_dma", 7, false), row("warnings", 1, true)]);
        let table = section(&trace, &profile, "cc_stream");
        assert_eq!(table.columns, ["a", "b", "c"]);
        // Ids keep all their digits.
        assert_eq!(table.rows, [["x", "[1, 2]", ""], ["9223372036854775809", "", "true"]]);
        assert_eq!((table.left_out, section(&trace, &profile, "warnings").rows.len()), (1, 1));
        assert_eq!(
            section(&trace, &profile, "nothing"),
            SectionTable { name: "nothing".to_owned(), ..SectionTable::default() }
        );
    }

    #[test]
    fn rows_sort_by_value_and_ids_by_all_their_digits() {
        let column = ["9007199254740993", "9007199254740992", "x", "2.5"];
        let rows = column.iter().map(|cell| vec![(*cell).to_owned()]).collect();
        let table = SectionTable { rows, ..SectionTable::default() };
        assert_eq!(order(&table, None), [0, 1, 2, 3]);
        assert_eq!(order(&table, Some((0, false))), [3, 1, 0, 2]);
        assert_eq!(order(&table, Some((0, true))), [2, 0, 1, 3]);
    }

    #[test]
    fn what_is_too_much_is_cut_and_counted() {
        let (mut trace, mut profile) = sample();
        let mut table = Table::new("wide");
        let fields: Vec<String> = (0..100).map(|at| format!("\"f{at}\":\"{}\"", "é".repeat(500))).collect();
        table.push(format!("{{{}}}", fields.join(",")).as_bytes());
        profile.tables.push(table);
        trace.phases.insert("wide".to_owned(), 1);
        let table = section(&trace, &profile, "wide");
        assert_eq!((table.columns.len(), table.fields_left_out), (MOST_COLUMNS, 20));
        assert_eq!(table.rows[0][0].chars().count(), MOST_LETTERS + 1);
    }
}
