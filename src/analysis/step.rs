//! From one thing to the next: along rows, trees and links.

use super::children::children_of;
use super::locate::{locate_instant, locate_slice};
use crate::engine::protocol::{Item, Located, Step};
use crate::trace::{InstantId, LinkId, Row, SliceId, Trace, TrackId, TrackKind};

/// The thing one step away from `item`; `None` where the way ends.
pub fn step_from(trace: &Trace, item: Item, step: Step) -> Option<Located> {
    match item {
        Item::Slice(slice) if slice.index() < trace.slices.len() => step_from_slice(trace, slice, step),
        Item::Instant(instant) if instant.index() < trace.instants.len() => {
            step_from_instant(trace, instant, step)
        }
        Item::Counter { track, time } => step_from_counter(trace, track, time, step),
        _ => None,
    }
}

fn step_from_slice(trace: &Trace, slice: SliceId, step: Step) -> Option<Located> {
    let at_row = trace.row_index_of(slice);
    let row = &trace.rows[at_row];
    let found = match step {
        Step::Previous => (slice.0 > row.first).then(|| SliceId(slice.0 - 1)),
        Step::Next => (slice.0 + 1 < row.end).then(|| SliceId(slice.0 + 1)),
        Step::Parent => trace.slices.parent[slice.index()].some(),
        Step::FirstChild => children_of(trace, slice).first().copied(),
        Step::FlowBack { nth } => {
            linked(trace, trace.links.to(slice), nth, |trace, id| trace.links.get(id).from.slice)
        }
        Step::FlowOn { nth } => {
            linked(trace, trace.links.from(slice), nth, |trace, id| trace.links.get(id).to.slice)
        }
        Step::Up | Step::Down => {
            let span = (trace.slices.start[slice.index()], trace.slices.end(slice));
            let within = at_row as u32 - trace.tracks[row.track.index()].rows.start;
            beside(trace, row.track, Some(within), step, span)
        }
    };
    found.map(|slice| locate_slice(trace, slice))
}

/// The `nth` slice at the other end of links, in time order; behind the last
/// comes the first again.
fn linked(trace: &Trace, ids: &[LinkId], nth: u32, end: fn(&Trace, LinkId) -> SliceId) -> Option<SliceId> {
    let mut ends: Vec<SliceId> = ids.iter().filter_map(|id| end(trace, *id).some()).collect();
    ends.sort_by_key(|slice| (trace.slices.start[slice.index()], *slice));
    ends.dedup();
    ends.get((nth as usize).checked_rem(ends.len())?).copied()
}

fn step_from_instant(trace: &Trace, instant: InstantId, step: Step) -> Option<Located> {
    let track_id = trace.instants.track[instant.index()];
    let own = trace.tracks.get(track_id.index())?.instants.clone();
    let time = trace.instants.time[instant.index()];
    match step {
        Step::Previous => (instant.0 > own.start).then(|| locate_instant(trace, InstantId(instant.0 - 1))),
        Step::Next => (instant.0 + 1 < own.end).then(|| locate_instant(trace, InstantId(instant.0 + 1))),
        Step::Up | Step::Down => {
            beside(trace, track_id, None, step, (time, time)).map(|slice| locate_slice(trace, slice))
        }
        _ => None,
    }
}

fn step_from_counter(trace: &Trace, track: TrackId, time: i64, step: Step) -> Option<Located> {
    let TrackKind::Counter(counter) = trace.tracks.get(track.index())?.kind else { return None };
    let times = trace.counters.get(counter.index())?.series.iter().map(|series| &series.time);
    let to = match step {
        Step::Previous => {
            times.filter_map(|times| times[..times.partition_point(|at| *at < time)].last().copied()).max()
        }
        Step::Next => {
            times.filter_map(|times| times.get(times.partition_point(|at| *at <= time)).copied()).min()
        }
        Step::Up | Step::Down => {
            return beside(trace, track, None, step, (time, time)).map(|slice| locate_slice(trace, slice));
        }
        _ => None,
    };
    super::locate::locate(trace, Item::Counter { track, time: to? })
}

/// The slice nearest to a span on the next row with slices above or below.
/// `row` counts within the track; `None` stands above the track's rows.
fn beside(trace: &Trace, track: TrackId, row: Option<u32>, step: Step, span: (i64, i64)) -> Option<SliceId> {
    let own = trace.tracks.get(track.index())?.rows.clone();
    let others = |range: std::ops::Range<usize>| range.flat_map(|track| trace.tracks[track].rows.clone());
    let nearest = |row: u32| nearest_in_row(trace, &trace.rows[row as usize], span);
    if step == Step::Up {
        let above = own.start..own.start + row.unwrap_or(0);
        above.rev().chain(others(0..track.index()).rev()).find_map(nearest)
    } else {
        let below = own.start + row.map_or(0, |row| row + 1)..own.end;
        below.chain(others(track.index() + 1..trace.tracks.len())).find_map(nearest)
    }
}

/// The slice of a row that runs at the start of a span, else the one with the
/// smallest gap to it.
fn nearest_in_row(trace: &Trace, row: &Row, (start, end): (i64, i64)) -> Option<SliceId> {
    let starts = &trace.slices.start[row.first as usize..row.end as usize];
    let after = row.first + starts.partition_point(|at| *at <= start) as u32;
    let before = (after > row.first).then(|| SliceId(after - 1));
    let next = (after < row.end).then_some(SliceId(after));
    let gap_before = before.map(|slice| start.saturating_sub(trace.slices.end(slice)));
    let gap_after = next.map(|slice| trace.slices.start[slice.index()].saturating_sub(end));
    match (gap_before, gap_after) {
        (Some(gap), _) if gap < 0 => before,
        (Some(gap_before), Some(gap_after)) if gap_after < gap_before => next,
        (None, _) => next,
        _ => before,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{slice, trace};
    use super::*;
    use crate::trace::{Link, LinkEnd, LinkIdent, LinkKind, Links};

    fn to(trace: &Trace, from: &str, step: Step) -> Option<String> {
        step_from(trace, Item::Slice(slice(trace, from)), step).map(|at| at.name)
    }

    #[test]
    fn steps_follow_rows_trees_and_tracks() {
        let trace = trace(&["t a 0 10", "t b 1 2", "t c 5 2", "t d 20 5", "u e 6 1", "u f 30 1"]);
        let to = |from, step| to(&trace, from, step).unwrap_or_default();
        assert_eq!([to("a", Step::Next), to("d", Step::Previous), to("d", Step::Next)], ["d", "a", ""]);
        assert_eq!([to("c", Step::Parent), to("a", Step::Parent), to("a", Step::FirstChild)], ["a", "", "b"]);
        assert_eq!([to("a", Step::Down), to("d", Step::Down), to("c", Step::Down)], ["b", "c", "e"]);
        assert_eq!([to("e", Step::Up), to("c", Step::Up), to("a", Step::Up)], ["c", "a", ""]);
        assert_eq!([to("e", Step::Down), to("f", Step::Up)], ["", "c"]);
    }

    #[test]
    fn links_are_followed_in_time_order() {
        let mut trace = trace(&["t a 0 1", "u late 9 1", "u soon 2 1"]);
        let link = |name: &str| Link {
            from: LinkEnd { slice: slice(&trace, "a"), track: TrackId(0), time: 0 },
            to: LinkEnd { slice: slice(&trace, name), track: TrackId(1), time: 0 },
            kind: LinkKind::Flow,
            name: Default::default(),
            id: LinkIdent::Number(1),
        };
        let links = vec![link("late"), link("soon"), Link { to: LinkEnd::MISSING, ..link("soon") }];
        trace.links = Links::new(links);
        assert_eq!(to(&trace, "a", Step::FlowOn { nth: 0 }).as_deref(), Some("soon"));
        assert_eq!(to(&trace, "a", Step::FlowOn { nth: 1 }).as_deref(), Some("late"));
        assert_eq!(to(&trace, "a", Step::FlowOn { nth: 2 }).as_deref(), Some("soon"), "round");
        assert_eq!(to(&trace, "late", Step::FlowOn { nth: 0 }), None);
        assert_eq!(to(&trace, "late", Step::FlowBack { nth: 0 }).as_deref(), Some("a"));
    }

    #[test]
    fn things_that_do_not_exist_lead_nowhere() {
        let trace = trace(&["t a 0 10"]);
        for item in [
            Item::Slice(SliceId(7)),
            Item::Instant(InstantId(0)),
            Item::Counter { track: TrackId(0), time: 0 },
            Item::Counter { track: TrackId(8), time: 0 },
        ] {
            assert_eq!(step_from(&trace, item, Step::Next), None);
        }
    }
}
