//! Grows a Kineto capture to any size.
//!
//! The rows of the capture form one tile. Tiles are laid side by side in time
//! and over groups of threads, with their text as it was but for the numbers
//! that must differ: every copy gets times and ids of its own, so that links
//! stay inside a copy. The same input gives the same bytes.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::Path;

/// Groups of threads that the copies are spread over.
const GROUPS: i64 = 4;
/// Between two copies on a thread, in ns.
const GAP_NS: i64 = 50_000;
/// Args that number things across a trace.
const NUMBERED: [&str; 7] = [
    "External id",
    "Ev Idx",
    "Sequence number",
    "Python id",
    "Python parent id",
    "Record function id",
    "correlation",
];
const STEP: &str = "\"ProfilerStep#";

type Fields<'a> = BTreeMap<&'a str, &'a RawValue>;

#[derive(Deserialize)]
struct Capture<'a> {
    #[serde(borrow, rename = "traceEvents")]
    events: Vec<&'a RawValue>,
}

/// A number in the text that changes from copy to copy.
#[derive(Clone, Copy)]
struct Number {
    base: i64,
    /// Added for every copy.
    per_copy: i64,
    /// Added for every group of threads.
    per_group: i64,
    /// A time in ns, written as µs with three decimals.
    is_time: bool,
}

/// The rows of one copy: text, each followed by a number.
struct Tile {
    pieces: Vec<(String, Number)>,
    tail: String,
    period_ns: i64,
}

/// Writes copies of `capture` until there are `bytes` of text.
///
/// # Errors
///
/// When the capture is not as Kineto writes them, or the file cannot be written.
pub fn write(path: &Path, capture: &str, bytes: u64) -> Result<()> {
    let parsed: Capture = serde_json::from_str(capture).context("the capture is no trace")?;
    let first = parsed.events.first().context("the capture is empty")?;
    let head = &capture[..offset(capture, first.get())];
    let file = File::create(path).with_context(|| format!("could not write {}", path.display()))?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    out.write_all(head.as_bytes())?;
    let mut written = head.len() as u64;
    let rows = parsed.events.iter().map(|event| Row::of(event.get())).collect::<Result<Vec<_>>>()?;
    let width = lane_width(&rows)?;
    for group in 0..GROUPS {
        written += write_metadata(&mut out, &rows, group * width)?;
    }
    let tile = Tile::of(rows, width)?;
    let (mut text, mut copy) = (Vec::new(), 0);
    while written < bytes {
        text.clear();
        tile.write(&mut text, copy)?;
        // The last piece must not end in a comma.
        let is_last = written + text.len() as u64 >= bytes;
        text.extend_from_slice(if is_last { b"\n" } else { b",\n" });
        out.write_all(&text)?;
        written += text.len() as u64;
        copy += 1;
    }
    out.write_all(b"  ], \"traceName\": \"grown.json\"}\n")?;
    out.flush()?;
    Ok(())
}

/// One event of the capture.
struct Row<'a> {
    text: &'a str,
    fields: Fields<'a>,
    phase: &'a str,
    tid: Option<i64>,
}

impl<'a> Row<'a> {
    fn of(text: &'a str) -> Result<Row<'a>> {
        let fields: Fields = serde_json::from_str(text).context("an event is no object")?;
        let phase = fields.get("ph").map_or("", |raw| raw.get().trim_matches('"'));
        let tid = integer(&fields, "pid").and(integer(&fields, "tid"));
        Ok(Row { text, fields, phase, tid })
    }

    /// Rows about the recording itself have words for process and thread.
    fn is_copied(&self) -> bool {
        self.tid.is_some() && matches!(self.phase, "X" | "s" | "f" | "t" | "i" | "C")
    }

    fn time(&self, name: &str) -> Option<i64> {
        nanoseconds(self.fields.get(name)?.get())
    }
}

impl Tile {
    fn of(rows: Vec<Row>, width: i64) -> Result<Tile> {
        let rows: Vec<Row> = rows.into_iter().filter(Row::is_copied).collect();
        let start = rows.iter().filter_map(|row| row.time("ts")).min().context("no times")?;
        let ends = rows.iter().filter_map(|row| Some(row.time("ts")? + row.time("dur").unwrap_or(0)));
        let period_ns = ends.max().unwrap_or(start) - start + GAP_NS;
        let spans = Spans::of(&rows);
        let (mut pieces, mut text) = (Vec::new(), String::new());
        for (at, row) in rows.iter().enumerate() {
            if at > 0 {
                text.push_str(",\n  ");
            }
            let mut done = 0;
            for (place, number) in spans.numbers_in(row, width) {
                text.push_str(&row.text[done..place.start]);
                pieces.push((std::mem::take(&mut text), number));
                done = place.end;
            }
            text.push_str(&row.text[done..]);
        }
        Ok(Tile { pieces, tail: text, period_ns })
    }

    fn write(&self, out: &mut Vec<u8>, copy: i64) -> Result<()> {
        let (group, turn) = (copy % GROUPS, copy / GROUPS);
        for (text, number) in &self.pieces {
            out.extend_from_slice(text.as_bytes());
            let value = number.base + number.per_copy * copy + number.per_group * group;
            if number.is_time {
                let ns = value + self.period_ns * turn;
                write!(out, "{}.{:03}", ns / 1000, ns % 1000)?;
            } else {
                write!(out, "{value}")?;
            }
        }
        out.extend_from_slice(self.tail.as_bytes());
        Ok(())
    }
}

/// How many numbers of each kind a copy uses up.
struct Spans {
    args: BTreeMap<&'static str, i64>,
    flow: i64,
    steps: i64,
}

impl Spans {
    fn of(rows: &[Row]) -> Spans {
        let greatest = |values: &mut dyn Iterator<Item = i64>| values.max().unwrap_or(0) + 1;
        let args = NUMBERED.iter().map(|&name| {
            let mut values = rows.iter().filter_map(|row| integer(&args_of(row), name));
            (name, greatest(&mut values))
        });
        Spans {
            args: args.collect(),
            flow: greatest(&mut rows.iter().filter_map(|row| integer(&row.fields, "id"))),
            steps: rows.iter().filter(|row| step_of(row).is_some()).count().max(1) as i64,
        }
    }

    /// What changes in a row, in order of the text.
    fn numbers_in(&self, row: &Row, width: i64) -> Vec<(Range<usize>, Number)> {
        let plain = |base, per_copy, per_group| Number { base, per_copy, per_group, is_time: false };
        let mut found = Vec::new();
        if let Some(time) = row.time("ts") {
            let number = Number { base: time, per_copy: 0, per_group: 0, is_time: true };
            found.push((place(row, row.fields["ts"]), number));
        }
        if let Some(tid) = row.tid {
            found.push((place(row, row.fields["tid"]), plain(tid, 0, width)));
        }
        if let Some(id) = integer(&row.fields, "id") {
            found.push((place(row, row.fields["id"]), plain(id, self.flow, 0)));
        }
        if let Some(step) = step_of(row) {
            let name = place(row, row.fields["name"]);
            found.push((name.start + STEP.len()..name.end - 1, plain(step, self.steps, 0)));
        }
        let args = args_of(row);
        for (&name, &span) in &self.args {
            // 0 stands for none.
            if let Some(value) = integer(&args, name).filter(|&value| value > 0) {
                found.push((place(row, args[name]), plain(value, span, 0)));
            }
        }
        found.sort_by_key(|(place, _)| place.start);
        found
    }
}

/// Metadata rows with threads of another group; gives the bytes written.
fn write_metadata(out: &mut impl Write, rows: &[Row], shift: i64) -> Result<u64> {
    let mut written = 0;
    for row in rows.iter().filter(|row| row.phase == "M" && (shift == 0 || row.tid.is_some())) {
        let shifted = match row.tid.filter(|&tid| tid != 0) {
            Some(tid) => {
                let place = place(row, row.fields["tid"]);
                format!("{}{}{},\n  ", &row.text[..place.start], tid + shift, &row.text[place.end..])
            }
            None => format!("{},\n  ", row.text),
        };
        out.write_all(shifted.as_bytes())?;
        written += shifted.len() as u64;
    }
    Ok(written)
}

fn lane_width(rows: &[Row]) -> Result<i64> {
    let tids = || rows.iter().filter(|row| row.is_copied()).filter_map(|row| row.tid);
    match (tids().min(), tids().max()) {
        (Some(least), Some(greatest)) => Ok(greatest - least + 1),
        _ => bail!("the capture has no threads"),
    }
}

fn args_of<'a>(row: &Row<'a>) -> Fields<'a> {
    row.fields.get("args").and_then(|args| serde_json::from_str(args.get()).ok()).unwrap_or_default()
}

fn step_of(row: &Row) -> Option<i64> {
    row.fields.get("name")?.get().strip_prefix(STEP)?.trim_end_matches('"').parse().ok()
}

fn integer(fields: &Fields, name: &str) -> Option<i64> {
    fields.get(name)?.get().parse().ok()
}

/// Microseconds in decimal to whole nanoseconds, without binary rounding.
fn nanoseconds(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = format!("{part:0<3}");
    Some(whole.parse::<i64>().ok()? * 1000 + part.get(..3)?.parse::<i64>().ok()?)
}

fn place(row: &Row, value: &RawValue) -> Range<usize> {
    let start = offset(row.text, value.get());
    start..start + value.get().len()
}

/// Where a part lies in the text that it was borrowed from.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPTURE: &str = r#"{"schemaVersion": 1, "traceEvents": [
  {"ph": "M", "name": "thread_name", "pid": 7, "tid": 7, "ts": 10.001, "args": {"name": "main"}},
  {"ph": "X", "name": "ProfilerStep#3", "pid": 7, "tid": 7, "ts": 10.001, "dur": 5.5, "args": {"External id": 1, "Ev Idx": 0}},
  {"ph": "s", "id": 4, "name": "fwdbwd", "pid": 7, "tid": 8, "ts": 11},
  {"ph": "i", "name": "Record Window End", "pid": "", "tid": "", "ts": 20.0}
]}"#;

    #[test]
    fn copies_get_times_threads_and_ids_of_their_own() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("grown.json");
        write(&path, CAPTURE, 2_000).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.len() >= 2_000 && text.len() < 2_500, "{}", text.len());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let events = value["traceEvents"].as_array().unwrap();
        let names = events.iter().filter(|event| event["ph"] == "M");
        assert_eq!(names.map(|event| event["tid"].as_i64().unwrap()).collect::<Vec<_>>(), [7, 9, 11, 13]);
        let steps: Vec<_> = events.iter().filter(|event| event["ph"] == "X").collect();
        assert_eq!(steps[0]["name"], "ProfilerStep#3");
        assert_eq!(steps[4]["name"], "ProfilerStep#7");
        assert_eq!((&steps[4]["tid"], &steps[1]["tid"]), (&7.into(), &9.into()));
        assert_eq!(steps[4]["args"]["External id"], 9);
        assert_eq!(steps[4]["args"]["Ev Idx"], 0);
        // 5.5 µs of rows and the gap.
        assert_eq!(steps[4]["ts"], 65.501);
        let flows: Vec<_> = events.iter().filter(|event| event["ph"] == "s").collect();
        assert_eq!((&flows[1]["id"], &flows[1]["tid"]), (&9.into(), &10.into()));
    }
}
