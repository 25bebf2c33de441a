//! Grows a Neuron device profile to any size: its rows follow each other in
//! time, every copy with ids of its own, so that dependences stay inside a
//! copy. The same input gives the same bytes.

use anyhow::{Context, Result};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Sections whose rows are repeated.
const REPEATED: [&str; 8] = [
    "instruction",
    "dma",
    "semaphore_update",
    "dma_throughput",
    "instruction_usage",
    "pending_dma",
    "active_time",
    "ham",
];
const TIMES: [&str; 4] = ["timestamp", "start_ts", "end_ts", "trigger"];

/// Writes copies of the profile's rows until there are about `bytes` of text.
pub fn write(path: &Path, text: &str, bytes: u64) -> Result<()> {
    let profile: Map<String, Value> = serde_json::from_str(text).context("no device profile")?;
    let period = last_time(&profile).context("a profile without times")? + 10;
    let copies = (bytes / text.len() as u64).max(1);
    let mut out = BufWriter::new(File::create(path)?);
    out.write_all(b"{")?;
    for (at, (name, rows)) in profile.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        write!(out, "{comma}{}:[", Value::from(name.as_str()))?;
        let copies = if REPEATED.contains(&name.as_str()) { copies } else { 1 };
        let rows = rows.as_array().context("a section that is no list")?;
        for copy in 0..copies {
            for (at, row) in rows.iter().enumerate() {
                let comma = if copy > 0 || at > 0 { "," } else { "" };
                let mut row = row.clone();
                shift(&mut row, copy, period);
                scale(name, &mut row, bytes / text.len() as u64);
                write!(out, "{comma}{row}")?;
            }
        }
        out.write_all(b"]")?;
    }
    out.write_all(b"}")?;
    out.flush()?;
    Ok(())
}

fn last_time(profile: &Map<String, Value>) -> Option<u64> {
    let end = |row: &Value| Some(row.get("timestamp")?.as_u64()? + row.get("duration")?.as_u64()?);
    profile.get("instruction")?.as_array()?.iter().filter_map(end).max()
}

/// Moves a row to its copy.
fn shift(row: &mut Value, copy: u64, period: u64) {
    // Spreads the ids of copies over 63 bits, as real ones are.
    let offset = copy.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1;
    let moved = |id: u64| id.wrapping_add(offset) >> 1;
    let Some(row) = row.as_object_mut() else { return };
    for (key, value) in row.iter_mut() {
        let number = value.as_u64();
        match (key.as_str(), number) {
            (key, Some(time)) if TIMES.contains(&key) => *value = (time + copy * period).into(),
            ("id" | "packet_aggregation_id", Some(id)) if copy > 0 => *value = moved(id).into(),
            ("predecessors", None) if copy > 0 => {
                for one in value.as_array_mut().into_iter().flatten() {
                    if let Some(id) = one.get("id").and_then(Value::as_u64) {
                        one["id"] = moved(id).into();
                    }
                }
            }
            _ => {}
        }
    }
}

/// Totals fit the copies, so that the unit of times is still found.
fn scale(section: &str, row: &mut Value, copies: u64) {
    let key = match section {
        "summary" => "total_time",
        "metadata" => "last_hw_timestamp",
        _ => return,
    };
    if let Some(total) = row.get(key).and_then(Value::as_f64) {
        row[key] = (total * copies.max(1) as f64).into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_follow_each_other_with_ids_of_their_own() {
        let row = |id: u64, time: u64| format!(r#"{{"timestamp": {time}, "duration": 5, "id": {id}}}"#);
        let text = format!(
            r#"{{"instruction": [{}, {}], "summary": [{{"total_time": 0.5}}]}}"#,
            row(8_158_926_430_342_629_659, 0),
            row(7, 10)
        );
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("grown.json");
        write(&path, &text, 3 * text.len() as u64).unwrap();
        let grown: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let rows = grown["instruction"].as_array().unwrap();
        let times: Vec<_> = rows.iter().map(|row| row["timestamp"].as_u64().unwrap()).collect();
        assert_eq!(times, [0, 10, 25, 35, 50, 60]);
        let mut ids: Vec<_> = rows.iter().map(|row| row["id"].as_u64().unwrap()).collect();
        assert_eq!(ids[0], 8_158_926_430_342_629_659);
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 6);
        assert_eq!(grown["summary"][0]["total_time"], 1.5);
    }
}
