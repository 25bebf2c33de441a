//! Reports for other programs: one JSON object a line.

use super::reading::Found;
use lowerscope::analysis::complete::complete_events;
use lowerscope::engine::protocol::LoadFailure;
use lowerscope::text::Texts;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A trace as one line of JSON. Times are as in the file, in ns; keys that
/// begin with `x_` are about complete events (phase X).
pub fn report(texts: &Texts, found: &Found<'_>) -> String {
    let trace = found.trace;
    let complete = complete_events(trace);
    let health: Vec<Value> = trace
        .health
        .findings()
        .map(|finding| {
            let key = finding.rule.key();
            json!({
                "rule": key,
                "count": finding.count,
                "first_offset": finding.first.first().map(|place| place.byte),
                "message": texts.get(&format!("health-{key}")),
            })
        })
        .collect();
    json!({
        "file": found.file,
        "format": found.info.format,
        "text_bytes": trace.text_bytes,
        "events": trace.event_count(),
        "ph": trace.phases,
        "x_tracks": complete.tracks,
        "x_names": complete.names,
        "x_min_ns": complete.min_ns,
        "x_max_end_ns": complete.max_end_ns,
        "x_dur_ns_by_cat": by_category(complete.dur_ns_by_cat),
        "x_count_by_cat": by_category(complete.count_by_cat),
        "x_partial_overlaps": complete.partial_overlaps,
        "health": health,
    })
    .to_string()
}

/// A file that gave no trace, as one line of JSON.
pub fn failure(file: &str, failure: &LoadFailure, text: &str) -> String {
    json!({ "file": file, "error": { "kind": failure.message, "message": text } }).to_string()
}

fn by_category<T: Into<Value>>(sums: BTreeMap<Option<String>, T>) -> Map<String, Value> {
    sums.into_iter().map(|(cat, sum)| (cat.unwrap_or_else(|| "None".to_owned()), sum.into())).collect()
}
