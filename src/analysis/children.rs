//! Slices directly under a slice, and what they leave of its time.

use super::area;
use crate::trace::{SliceId, Trace, TrackKind};

/// Slices whose parent is `slice`, in time order.
pub fn children_of(trace: &Trace, slice: SliceId) -> Vec<SliceId> {
    let mut found = Vec::new();
    for_each_child(trace, slice, |child| found.push(child));
    found.sort_by_key(|child| (trace.slices.start[child.index()], *child));
    found
}

/// Duration of a slice in ticks without what its children cover.
pub fn self_ticks(trace: &Trace, slice: SliceId) -> i64 {
    let (start, end) = (trace.slices.start[slice.index()], trace.slices.end(slice));
    let mut left = trace.slices.dur[slice.index()];
    // Children of one slice follow each other, so their times add up.
    for_each_child(trace, slice, |child| {
        left = left.saturating_sub(area::ticks_inside(trace, child, start, end));
    });
    left.max(0)
}

fn for_each_child(trace: &Trace, slice: SliceId, mut visit: impl FnMut(SliceId)) {
    let own = &trace.rows[trace.row_index_of(slice)];
    let track = &trace.tracks[own.track.index()];
    let start = trace.slices.start[slice.index()];
    let end = trace.slices.end(slice).max(start.saturating_add(1));
    for row in &trace.rows[track.rows.start as usize..track.rows.end as usize] {
        // A thread's children stand one row deeper in the same lane; trees of
        // asynchronous slices share rows in any way.
        if track.kind == TrackKind::Thread && (row.lane != own.lane || row.depth != own.depth + 1) {
            continue;
        }
        for id in area::slices_in_row(trace, row, start, end) {
            if trace.slices.parent[id as usize] == slice {
                visit(SliceId(id));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{slice, trace};
    use super::*;

    #[test]
    fn self_time_is_what_direct_children_leave() {
        let trace = trace(&["t a 0 10", "t b 1 4", "t c 2 2", "t d 6 3", "u other 0 10"]);
        let a = slice(&trace, "a");
        assert_eq!(children_of(&trace, a), [slice(&trace, "b"), slice(&trace, "d")]);
        assert_eq!(self_ticks(&trace, a), 3);
        assert_eq!(self_ticks(&trace, slice(&trace, "c")), 2);
    }
}
