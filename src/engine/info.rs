//! A trace as the page knows it.

use super::open_trace::FileFacts;
use super::origin;
use super::protocol::{ProcessInfo, RowName, TraceId, TraceInfo, TrackInfo, TrackShape};
use crate::analysis::busy::busy_ticks;
use crate::lowering::neff::has_runs;
use crate::lowering::part::PartOf;
use crate::trace::{Counter, Interval, Level, Process, ProcessId, Rule, Trace, TrackId, TrackKind};

/// Sums up a trace. `memory_bytes` is what is held for it.
pub fn trace_info(trace: &Trace, id: TraceId, facts: FileFacts, memory_bytes: u64) -> TraceInfo {
    let bounds = trace.bounds.unwrap_or(Interval::new(0, 0));
    let processes = (0..trace.processes.len() as u32).map(ProcessId);
    let tracks = (0..trace.tracks.len() as u32).map(TrackId);
    TraceInfo {
        trace: id,
        format: origin::format_name(trace).to_owned(),
        file: facts.file,
        packed_bytes: facts.packed_bytes,
        text_bytes: trace.text_bytes,
        unit: trace.unit,
        base_time_ns: trace.base_time_ns,
        rank: trace.rank,
        events: trace.event_count(),
        slices: trace.slices.len() as u64,
        instants: trace.instants.len() as u64,
        links: trace.links.all().len() as u64,
        bounds,
        fit: trace.fit.unwrap_or(bounds),
        processes: processes.map(|process| process_info(trace, process)).collect(),
        tracks: tracks.map(|track| track_info(trace, track)).collect(),
        warnings: trace.health.rules_at_least(Level::Warn) as u32,
        cut: trace.health.cut,
        is_interrupted: trace.health.get(Rule::DownloadInterrupted).is_some(),
        read_ms: facts.read_ms,
        memory_bytes,
        neuron: super::neuron::info(trace),
        runs_neffs: has_runs(trace),
        synthetic: origin::is_synthetic(trace),
        part: PartOf::read(trace),
    }
}

fn process_info(trace: &Trace, process: ProcessId) -> ProcessInfo {
    let Process { pid, name, labels, first_track, end_track, .. } = &trace.processes[process.index()];
    ProcessInfo {
        process,
        name: trace.strings.get(*name).to_owned(),
        pid: trace.strings.get(*pid).to_owned(),
        labels: labels.iter().map(|label| trace.strings.get(*label).to_owned()).collect(),
        first_track: *first_track,
        end_track: *end_track,
        folded: trace.folded_processes.contains(&process),
    }
}

fn track_info(trace: &Trace, id: TrackId) -> TrackInfo {
    let track = &trace.tracks[id.index()];
    let rows = &trace.rows[track.rows.start as usize..track.rows.end as usize];
    let (kind, counter) = match track.kind {
        TrackKind::Thread => (TrackShape::Thread, None),
        TrackKind::Async => (TrackShape::Async, None),
        TrackKind::Counter(counter) => (TrackShape::Counter, trace.counters.get(counter.index())),
        TrackKind::States => (TrackShape::States, None),
        TrackKind::Objects => (TrackShape::Objects, None),
    };
    let starts_lane = |at: &usize| *at > 0 && rows[at - 1].lane != rows[*at].lane;
    TrackInfo {
        track: id,
        process: track.process,
        kind,
        name: trace.strings.get(track.name).to_owned(),
        tid: trace.strings.get(track.tid).to_owned(),
        rows: rows.len() as u32,
        lane_rows: rows.iter().filter(|row| row.lane > 0).count() as u32,
        lane_starts: (0..rows.len()).filter(starts_lane).map(|at| at as u32).collect(),
        row_names: row_names(trace, track.rows.clone()),
        slices: track.slices.len() as u64,
        instants: track.instants.len() as u64,
        busy: busy_ticks(trace, &[id], Interval::new(i64::MIN, i64::MAX)),
        unit: counter.map(|counter| unit_guess(trace, counter).to_owned()).unwrap_or_default(),
        last_value: counter.and_then(last_value),
        folded: trace.folded.binary_search(&id).is_ok(),
    }
}

fn row_names(trace: &Trace, rows: std::ops::Range<u32>) -> Vec<RowName> {
    let first = trace.row_names.partition_point(|named| named.row < rows.start);
    let named = trace.row_names[first..].iter().take_while(|named| named.row < rows.end);
    let name = |name| trace.strings.get(name).to_owned();
    named.map(|named| RowName { row: named.row - rows.start, name: name(named.name) }).collect()
}

/// The unit that the names of a counter suggest; empty when they say nothing.
fn unit_guess(trace: &Trace, counter: &Counter) -> &'static str {
    let names = std::iter::once(counter.name).chain(counter.series.iter().map(|series| series.name));
    let names: Vec<String> = names.map(|name| trace.strings.get(name).to_ascii_lowercase()).collect();
    let any = |words: &[&str]| names.iter().any(|name| words.iter().any(|word| name.contains(word)));
    if any(&["percent", "utilization", "utilisation", "(%)"]) {
        "%"
    } else if any(&["bytes/s", "b/s"]) {
        "B/s"
    } else if any(&["byte", "allocated", "reserved", "heap", "memory"]) {
        "B"
    } else if any(&["watt", "power"]) {
        "W"
    } else {
        ""
    }
}

fn last_value(counter: &Counter) -> Option<f64> {
    counter.series.first()?.value.iter().rev().find(|value| !value.is_nan()).copied()
}

/// Bytes held by the columns of a trace, about.
pub fn memory_bytes(trace: &Trace) -> usize {
    let slices = &trace.slices;
    let columns = slices.start.capacity() * 8
        + slices.dur.capacity() * 8
        + (slices.name.capacity() + slices.cat.capacity() + slices.parent.capacity()) * 4
        + slices.args.capacity() * 8
        + slices.flags.capacity() * 2
        + slices.event.capacity() * 4
        + (slices.correlation.0.capacity() + slices.external_id.0.capacity()) * 16
        + slices.end_args.0.capacity() * 16
        + slices.asyncs.capacity() * size_of::<crate::trace::AsyncInfo>();
    let series = trace.counters.iter().flat_map(|counter| &counter.series);
    columns
        + trace.instants.len() * 44
        + series.map(|series| series.time.capacity() * 16).sum::<usize>()
        + std::mem::size_of_val(trace.links.all())
        + trace.links.all().len() * 8
        + trace.strings.memory_bytes()
        + trace.args.memory_bytes()
        + trace.offsets.memory_bytes()
        + trace.metadata.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>()
        + trace.neuron.as_ref().map_or(0, |neuron| neuron.memory_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::Reader;

    fn info(text: &str) -> TraceInfo {
        let mut reader = Reader::new("a.json");
        reader.push(text.as_bytes());
        let facts = FileFacts { file: "a.json".to_owned(), packed_bytes: 1, read_ms: 0.0 };
        trace_info(&reader.finish(), TraceId(0), facts, 0)
    }

    #[test]
    fn tracks_tell_rows_lanes_and_busy_time() {
        let info = info(
            r#"[{"ph":"X","pid":1,"tid":1,"name":"a","ts":0,"dur":10},
                {"ph":"X","pid":1,"tid":1,"name":"b","ts":2,"dur":3},
                {"ph":"X","pid":1,"tid":1,"name":"c","ts":8,"dur":10},
                {"ph":"C","pid":1,"name":"GPU memory","ts":1,"args":{"used":1024}}]"#,
        );
        let thread = info.tracks.iter().find(|track| track.kind == TrackShape::Thread).unwrap();
        assert_eq!((thread.rows, thread.lane_rows, &thread.lane_starts[..]), (3, 1, &[2][..]));
        assert_eq!((thread.busy, thread.slices), (18_000, 3));
        let counter = info.tracks.iter().find(|track| track.kind == TrackShape::Counter).unwrap();
        assert_eq!((counter.unit.as_str(), counter.last_value, counter.rows), ("B", Some(1024.0), 0));
        assert_eq!((info.events, info.slices, info.warnings), (4, 3, 1));
    }

    #[test]
    fn an_empty_trace_has_an_empty_span() {
        let info = info(r#"{"traceEvents":[]}"#);
        assert!(info.is_bare());
        assert_eq!((info.bounds, info.fit, info.tracks.len()), (Interval::new(0, 0), Interval::new(0, 0), 0));
    }
}
