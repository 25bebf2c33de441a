//! The whole trace at a glance: a busy strip for each of the busiest
//! processes, and where the hits of a search lie. A trace of nothing but
//! counters has these as its strips.

use super::build::{counter_band, shares};
use super::frame::CounterLine;
use super::gallop::gallop;
use super::grid::Grid;
use super::hits::Hits;
use super::index::TraceIndex;
use crate::engine::protocol::{Overview, OverviewStrip};
use crate::trace::{Interval, ProcessId, Trace, Track, TrackId, TrackKind};

/// Most strips; more would be thinner than they can be read.
const MAX_STRIPS: usize = 6;
/// How many times longer than the first view the whole may be.
const FAR_OUTLIERS: i64 = 16;

/// The minimap's content at a number of columns.
pub fn overview(trace: &Trace, index: &TraceIndex, columns: u32, hits: Option<&Hits>) -> Overview {
    let Some(span) = span(trace) else { return Overview::default() };
    let grid = Grid::new(span.start, span.end, columns);
    let mut busiest: Vec<(ProcessId, i64)> =
        processes(trace).into_iter().map(|process| (process, index.process_busy(trace, process))).collect();
    busiest.sort_by_key(|&(process, busy)| (std::cmp::Reverse(busy), process));
    busiest.truncate(MAX_STRIPS);
    busiest.sort_by_key(|&(process, _)| process);
    let strips = busiest.into_iter().map(|(process, _)| OverviewStrip {
        process,
        name: strip_name(trace, process).to_owned(),
        share: shares(index.process_spans(trace, process), &grid),
    });
    let mut strips: Vec<OverviewStrip> = strips.collect();
    if strips.is_empty() {
        strips = counter_strips(trace, index, &grid);
    }
    Overview { span: Some(span), strips, hits: hit_columns(trace, hits, &grid) }
}

/// The first counters; their greatest series counts.
fn counter_strips(trace: &Trace, index: &TraceIndex, grid: &Grid) -> Vec<OverviewStrip> {
    let tracks = (0..).map(TrackId).zip(&trace.tracks);
    let counters = tracks.filter(|(_, track)| matches!(track.kind, TrackKind::Counter(_)));
    let strip = |(id, track): (TrackId, &Track)| {
        let band = counter_band(trace, index, grid, id);
        let mut share = vec![0; grid.columns() as usize];
        for line in &band.series {
            fill(&mut share, line, grid, (band.min, band.max));
        }
        OverviewStrip { process: track.process, name: trace.track_label(id).to_owned(), share }
    };
    counters.take(MAX_STRIPS).map(strip).collect()
}

/// Raises columns to the height of a line, in 255ths of the axis. What is
/// there at all is seen.
fn fill(share: &mut [u8], line: &CounterLine, grid: &Grid, (min, max): (f64, f64)) {
    if share.is_empty() {
        return;
    }
    let height = |value: f64| match value.is_nan() {
        true => 0,
        // The cast saturates.
        false => (((value - min) / (max - min)) * 255.0).round().max(1.0) as u8,
    };
    let columns: Vec<usize> = line.time.iter().map(|time| grid.column_from_time(*time) as usize).collect();
    for (at, &column) in columns.iter().enumerate() {
        share[column] = share[column].max(height(line.high[at]));
        let next = columns.get(at + 1).copied().unwrap_or(share.len());
        // A value holds until the next point.
        for held in share.iter_mut().take(next).skip(column + 1) {
            *held = (*held).max(height(line.last[at]));
        }
    }
}

/// The process's name; its label where others have the same name, as the
/// PyTorch profiler names every device after the program.
fn strip_name(trace: &Trace, process: ProcessId) -> &str {
    let this = &trace.processes[process.index()];
    let namesakes = trace.processes.iter().filter(|other| other.name == this.name).count();
    match this.labels.first() {
        Some(label) if namesakes > 1 => trace.strings.get(*label),
        _ => trace.name(this.name),
    }
}

/// All of the trace, unless outliers would squeeze the rest into a corner.
fn span(trace: &Trace) -> Option<Interval> {
    let bounds = trace.bounds?;
    match trace.fit {
        Some(fit) if !fit.is_empty() && bounds.len() / FAR_OUTLIERS > fit.len() => Some(fit),
        _ => Some(bounds),
    }
}

/// Processes with slices on threads; with any slices where there are none.
fn processes(trace: &Trace) -> Vec<ProcessId> {
    let with = |threads_only: bool| -> Vec<ProcessId> {
        let mut found: Vec<ProcessId> = trace
            .tracks
            .iter()
            .filter(|track| !track.slices.is_empty() && (!threads_only || track.kind == TrackKind::Thread))
            .map(|track| track.process)
            .filter(|process| process.index() < trace.processes.len())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let threads = with(true);
    if threads.is_empty() { with(false) } else { threads }
}

/// Columns in which a hit starts, ascending.
fn hit_columns(trace: &Trace, hits: Option<&Hits>, grid: &Grid) -> Vec<u32> {
    let Some(hits) = hits.filter(|_| grid.columns() > 0) else { return Vec::new() };
    let mut hit = vec![false; grid.columns() as usize];
    let runs = trace.rows.iter().map(|row| (row.first..row.end, &hits.slices, &trace.slices.start[..]));
    let marks =
        trace.tracks.iter().map(|track| (track.instants.clone(), &hits.instants, &trace.instants.time[..]));
    for (ids, set, times) in runs.chain(marks) {
        let count = set.count(ids.clone());
        if count <= 4 * grid.columns() {
            for id in set.members(ids) {
                hit[grid.column_from_time(times[id as usize]) as usize] = true;
            }
            continue;
        }
        let times = &times[..ids.end as usize];
        let mut at = ids.start as usize;
        while at < times.len() {
            let column = grid.column_from_time(times[at]);
            let last = if column + 1 == grid.columns() { i64::MAX } else { grid.last_tick(column) };
            let next = gallop(times, at + 1, |time| time <= last);
            hit[column as usize] |= set.count(at as u32..next as u32) > 0;
            at = next;
        }
    }
    (0..grid.columns()).filter(|&column| hit[column as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::Reader;

    #[test]
    fn a_trace_of_counters_shows_their_heights() {
        let mut reader = Reader::new("a.json");
        reader.push(
            br#"[{"ph":"C","pid":1,"name":"memory","ts":0,"args":{"bytes":4}},
                {"ph":"C","pid":1,"name":"memory","ts":5,"args":{"bytes":8}},
                {"ph":"C","pid":1,"name":"memory","ts":10,"args":{"bytes":0}}]"#,
        );
        let trace = reader.finish();
        let seen = overview(&trace, &TraceIndex::new(&trace), 10, None);
        assert_eq!(seen.strips.len(), 1);
        assert_eq!(seen.strips[0].name, "memory");
        let share = &seen.strips[0].share;
        assert!(share[0] == share[4] && share[0] > 50 && share[0] < 200, "{share:?}");
        assert!(share[5] > share[4] && share[8] == share[5], "{share:?}");
    }
}
