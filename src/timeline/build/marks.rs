//! Instants, merged by column: the first of a column stands for the others.

use super::names::shortened;
use crate::timeline::frame::MarkBox;
use crate::timeline::gallop::gallop;
use crate::timeline::grid::Grid;
use crate::timeline::hits::Hits;
use crate::timeline::index::TraceIndex;
use crate::trace::{InstantId, Trace, TrackId};
use std::ops::Range;

/// Upper bound of the marks that [`track_marks`] makes of a track.
pub fn most_marks(trace: &Trace, track: TrackId, grid: &Grid) -> u64 {
    let instants = instants_in_view(trace, track, grid).len() as u64;
    instants.min(u64::from(grid.columns()))
}

/// Marks of a track: its instants of thread and process scope. A merged mark
/// counts as a hit when any instant of its column does.
pub fn track_marks(
    trace: &Trace,
    index: &TraceIndex,
    hits: Option<&Hits>,
    grid: &Grid,
    track: TrackId,
) -> Vec<MarkBox> {
    let view = instants_in_view(trace, track, grid);
    let times = &trace.instants.time[..view.end];
    let mut marks = Vec::new();
    let mut at = view.start;
    while at < view.end {
        at = index.skip_globals(at as u32) as usize;
        if at >= view.end {
            break;
        }
        let last = grid.last_tick(grid.column_from_time(times[at]));
        let next = gallop(times, at + 1, |time| time <= last);
        let ids = at as u32..next as u32;
        let count = ids.len() as u32 - index.globals_in(ids.clone());
        let hit = hits.is_some_and(|hits| hits.instants.count(ids) > 0);
        marks.push(mark(trace, InstantId(at as u32), count, hit));
        at = next;
    }
    marks
}

/// Marks of the whole trace: instants of global scope.
pub fn global_marks(trace: &Trace, index: &TraceIndex, hits: Option<&Hits>, grid: &Grid) -> Vec<MarkBox> {
    let time = |id: &InstantId| trace.instants.time[id.index()];
    let from = index.globals.partition_point(|id| time(id) < grid.start());
    let to = index.globals.partition_point(|id| time(id) <= grid.end());
    let mut marks = Vec::new();
    let mut rest = &index.globals[from..to.max(from)];
    while let Some(first) = rest.first() {
        let last = grid.last_tick(grid.column_from_time(time(first)));
        let (run, later) = rest.split_at(rest.partition_point(|id| time(id) <= last));
        let hit = hits.is_some_and(|hits| run.iter().any(|id| hits.instants.contains(id.0)));
        marks.push(mark(trace, *first, run.len() as u32, hit));
        rest = later;
    }
    marks
}

fn instants_in_view(trace: &Trace, track: TrackId, grid: &Grid) -> Range<usize> {
    let Some(track) = trace.tracks.get(track.index()) else { return 0..0 };
    let (first, end) = (track.instants.start as usize, track.instants.end as usize);
    let times = &trace.instants.time[first..end];
    let from = times.partition_point(|&time| time < grid.start());
    let to = times.partition_point(|&time| time <= grid.end());
    first + from..first + to
}

fn mark(trace: &Trace, instant: InstantId, count: u32, hit: bool) -> MarkBox {
    let (instants, i) = (&trace.instants, instant.index());
    MarkBox {
        time: instants.time[i],
        instant,
        track: instants.track[i],
        name: shortened(trace.name(instants.name[i])),
        count,
        scope: instants.scope[i],
        kind: instants.kind[i],
        hit,
    }
}
