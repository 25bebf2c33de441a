//! The whole trace at a glance: a busy strip for each of the busiest
//! processes, and where the hits of a search lie.

use super::build::shares;
use super::gallop::gallop;
use super::grid::Grid;
use super::hits::Hits;
use super::index::TraceIndex;
use crate::engine::protocol::{Overview, OverviewStrip};
use crate::trace::{Interval, ProcessId, Trace, TrackKind};

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
    Overview { span: Some(span), strips: strips.collect(), hits: hit_columns(trace, hits, &grid) }
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
