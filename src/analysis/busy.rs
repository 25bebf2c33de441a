//! Time that is covered by any slice; waits (see [`SliceFlags::WAIT`]) cover
//! none.

use super::area;
use crate::trace::{Interval, Row, SliceFlags, SliceId, Trace, TrackId, TrackKind};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Ticks of `span` during which any slice of the tracks runs; time that
/// several of them cover counts once.
pub fn busy_ticks(trace: &Trace, tracks: &[TrackId], span: Interval) -> i64 {
    let mut total = 0i64;
    for_each_busy(trace, tracks, span, |interval| total = total.saturating_add(interval.len()));
    total
}

/// Visits the parts of `span` that are covered, in order, none touching the
/// next.
pub fn for_each_busy(trace: &Trace, tracks: &[TrackId], span: Interval, mut visit: impl FnMut(Interval)) {
    // Rows are sorted by time, so the earliest start is at the head of one.
    let mut heads: BinaryHeap<Reverse<(i64, u32, u32)>> = BinaryHeap::new();
    for track in tracks {
        for row in outer_rows(trace, *track) {
            let run = area::slices_in_row(trace, row, span.start, span.end);
            if !run.is_empty() {
                heads.push(Reverse((trace.slices.start[run.start as usize], run.start, run.end)));
            }
        }
    }
    let mut open: Option<Interval> = None;
    while let Some(mut head) = heads.peek_mut() {
        let Reverse((start, slice, end)) = *head;
        if slice + 1 < end {
            *head = Reverse((trace.slices.start[slice as usize + 1], slice + 1, end));
            drop(head);
        } else {
            PeekMut::pop(head);
        }
        let next = Interval::new(start.max(span.start), trace.slices.end(SliceId(slice)).min(span.end));
        if next.is_empty() || trace.slices.flags[slice as usize].has(SliceFlags::WAIT) {
            continue;
        }
        match &mut open {
            Some(open) if next.start <= open.end => open.end = open.end.max(next.end),
            _ => {
                if let Some(done) = open.replace(next) {
                    visit(done);
                }
            }
        }
    }
    if let Some(done) = open {
        visit(done);
    }
}

/// Rows that together cover all that a track covers.
fn outer_rows(trace: &Trace, track: TrackId) -> impl Iterator<Item = &Row> {
    let track = &trace.tracks[track.index()];
    let all = track.kind != TrackKind::Thread;
    let rows = &trace.rows[track.rows.start as usize..track.rows.end as usize];
    // A thread's deeper slices lie within those above them.
    rows.iter().filter(move |row| all || row.depth == 0)
}

#[cfg(test)]
mod tests {
    use super::super::sample::trace;
    use super::*;

    #[test]
    fn time_under_several_slices_counts_once() {
        let trace = trace(&["t a 0 10", "t b 2 3", "u c 5 10", "u d 20 5", "u e 25 5", "u f 40 0"]);
        let both = [TrackId(0), TrackId(1)];
        assert_eq!(busy_ticks(&trace, &both, Interval::new(0, 100)), 25);
        assert_eq!(busy_ticks(&trace, &both, Interval::new(8, 22)), 9);
        assert_eq!(busy_ticks(&trace, &both[..1], Interval::new(0, 100)), 10);
        assert_eq!(busy_ticks(&trace, &[], Interval::new(0, 100)), 0);
        let mut parts = Vec::new();
        for_each_busy(&trace, &both, Interval::new(0, 100), |part| parts.push((part.start, part.end)));
        assert_eq!(parts, [(0, 15), (20, 30)]);
    }

    #[test]
    fn the_ends_of_time_do_not_overflow() {
        let trace = trace(&["t a -9000000000000000000 9000000000000000000", "u b 0 9223372036854775807"]);
        let busy = busy_ticks(&trace, &[TrackId(0), TrackId(1)], Interval::new(i64::MIN, i64::MAX));
        assert_eq!(busy, i64::MAX);
    }
}
