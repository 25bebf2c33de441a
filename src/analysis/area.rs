//! Which slices lie in a span of time.

use crate::engine::protocol::Area;
use crate::trace::{Row, SliceFlags, SliceId, Trace, TrackId};
use std::ops::Range;

/// Slices of a row that overlap `start..end` (ticks), as a range of ids. A
/// slice without length counts where it stands.
pub fn slices_in_row(trace: &Trace, row: &Row, start: i64, end: i64) -> Range<u32> {
    if end <= start {
        return row.first..row.first;
    }
    let starts = &trace.slices.start[row.first as usize..row.end as usize];
    let mut first = row.first + starts.partition_point(|&at| at < start) as u32;
    // Slices of a row follow each other, so few can reach over `start`.
    while first > row.first && trace.slices.end(SliceId(first - 1)) > start {
        first -= 1;
    }
    let last = row.first + starts.partition_point(|&at| at < end) as u32;
    first..last.max(first)
}

/// Tracks of an area in display order, each once; unknown ones left out.
pub fn tracks_of(trace: &Trace, area: &Area) -> Vec<TrackId> {
    let count = trace.tracks.len() as u32;
    if area.tracks.is_empty() {
        return (0..count).map(TrackId).collect();
    }
    let mut tracks: Vec<TrackId> = area.tracks.iter().copied().filter(|track| track.0 < count).collect();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}

/// Runs of slices in an area, row by row.
pub fn runs_of<'a>(trace: &'a Trace, area: &'a Area) -> impl Iterator<Item = Range<u32>> + 'a {
    tracks_of(trace, area).into_iter().flat_map(move |track| {
        let rows = trace.tracks[track.index()].rows.clone();
        rows.map(move |row| slices_in_row(trace, &trace.rows[row as usize], area.start, area.end))
    })
}

/// Ticks of a slice that lie in `start..end`.
pub fn ticks_inside(trace: &Trace, slice: SliceId, start: i64, end: i64) -> i64 {
    let from = trace.slices.start[slice.index()].max(start);
    trace.slices.end(slice).min(end).saturating_sub(from).max(0)
}

/// Whether begin and end of a slice are known, so that its duration means
/// something.
pub fn is_finished(flags: SliceFlags) -> bool {
    !flags.has(SliceFlags::UNCLOSED | SliceFlags::DUR_INVALID | SliceFlags::NO_BEGIN)
}

#[cfg(test)]
mod tests {
    use super::super::sample::trace;
    use super::*;

    #[test]
    fn slices_that_reach_into_a_span_are_found_and_those_that_touch_it_are_not() {
        let trace = trace(&["t a 0 10", "t b 10 10", "t c 20 0", "t d 30 10"]);
        let row = trace.rows[0];
        let names = |start, end| -> String {
            slices_in_row(&trace, &row, start, end)
                .map(|id| trace.slice_name(SliceId(id)).to_owned())
                .collect()
        };
        assert_eq!(names(5, 20), "ab");
        assert_eq!(names(10, 21), "bc");
        assert_eq!(names(20, 30), "c");
        assert_eq!(names(21, 30), "");
        assert_eq!(names(i64::MIN, i64::MAX), "abcd");
        assert_eq!(names(15, 5), "");
    }

    #[test]
    fn unknown_tracks_are_left_out() {
        let trace = trace(&["t a 0 10", "u b 10 10"]);
        let area = Area { start: 0, end: 9, tracks: vec![TrackId(7), TrackId(1), TrackId(1)] };
        assert_eq!(tracks_of(&trace, &area), [TrackId(1)]);
    }
}
