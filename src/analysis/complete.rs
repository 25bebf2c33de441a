//! Figures about complete events (phase X), which other readers can check:
//! times as in the file, in nanoseconds, before anything is drawn.

use crate::trace::{SliceFlags, SliceId, StringId, Trace, TrackId, TrackKind};
use std::collections::{BTreeMap, BTreeSet};

/// Sums over all complete events with a usable time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompleteEvents {
    /// Threads that have any.
    pub tracks: u64,
    /// Different names; a missing name is one of them.
    pub names: u64,
    /// Least start and greatest end; `None` when there are none.
    pub min_ns: Option<i64>,
    pub max_end_ns: Option<i64>,
    /// By category; events without one under `None`.
    pub dur_ns_by_cat: BTreeMap<Option<String>, i64>,
    pub count_by_cat: BTreeMap<Option<String>, u64>,
    /// Slices that start inside another of their thread and end after it.
    pub partial_overlaps: u64,
}

/// Adds up the complete events of a trace.
pub fn complete_events(trace: &Trace) -> CompleteEvents {
    let mut sums = CompleteEvents::default();
    let mut names = BTreeSet::new();
    let mut by_cat: BTreeMap<StringId, (i64, u64)> = BTreeMap::new();
    for track in (0..trace.tracks.len() as u32).map(TrackId) {
        let mut spans = complete_spans(trace, track);
        sums.tracks += u64::from(!spans.is_empty());
        for &(start, length, _, slice) in &spans {
            let end = start.saturating_add(length);
            sums.min_ns = Some(sums.min_ns.map_or(start, |min| min.min(start)));
            sums.max_end_ns = Some(sums.max_end_ns.map_or(end, |max| max.max(end)));
            names.insert(trace.slices.name[slice.index()]);
            let sum = by_cat.entry(trace.slices.cat[slice.index()]).or_default();
            sum.0 = sum.0.saturating_add(length);
            sum.1 += 1;
        }
        spans.sort_unstable_by_key(|&(start, length, event, _)| (start, std::cmp::Reverse(length), event));
        sums.partial_overlaps += partial_overlaps(&spans);
    }
    sums.names = names.len() as u64;
    for (cat, (ns, count)) in by_cat {
        let key = cat.some().map(|cat| trace.strings.get(cat).to_owned());
        sums.dur_ns_by_cat.insert(key.clone(), ns);
        sums.count_by_cat.insert(key, count);
    }
    sums
}

/// Start and length in ns, event number and id.
type Span = (i64, i64, u32, SliceId);

fn complete_spans(trace: &Trace, track: TrackId) -> Vec<Span> {
    let track = &trace.tracks[track.index()];
    if track.kind != TrackKind::Thread {
        return Vec::new();
    }
    let no_length = SliceFlags::UNCLOSED | SliceFlags::DUR_INVALID;
    track
        .slices
        .clone()
        .map(SliceId)
        .filter(|slice| !trace.slices.flags[slice.index()].has(SliceFlags::FROM_PAIR))
        .map(|slice| {
            let i = slice.index();
            let start = trace.unit.ns_from_ticks(trace.slices.start[i]);
            let has_length = !trace.slices.flags[i].has(no_length);
            let length = if has_length { trace.unit.ns_from_ticks(trace.slices.dur[i]) } else { 0 };
            (start, length, trace.slices.event[i], slice)
        })
        .collect()
}

/// How many of the sorted spans start inside an open one and end after it.
fn partial_overlaps(spans: &[Span]) -> u64 {
    let mut count = 0;
    let mut open: Vec<i64> = Vec::new();
    for &(start, length, ..) in spans {
        let end = start.saturating_add(length);
        while open.last().is_some_and(|&top| top <= start) {
            open.pop();
        }
        count += u64::from(open.last().is_some_and(|&top| end > top));
        open.push(end);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::sample::trace;
    use super::*;

    #[test]
    fn sums_are_by_category_and_pairs_stay_out() {
        let mut trace = trace(&["t a 0 10 op", "t b 2 3 op", "t pair 20 5", "u c 5 1", "u d 8 90"]);
        let pair = super::super::sample::slice(&trace, "pair");
        trace.slices.flags[pair.index()].set(SliceFlags::FROM_PAIR);
        let d = super::super::sample::slice(&trace, "d");
        trace.slices.flags[d.index()].set(SliceFlags::UNCLOSED);
        let sums = complete_events(&trace);
        assert_eq!((sums.tracks, sums.names, sums.min_ns, sums.max_end_ns), (2, 4, Some(0), Some(10)));
        assert_eq!(sums.dur_ns_by_cat, [(Some("op".to_owned()), 13), (None, 1)].into());
        assert_eq!(sums.count_by_cat, [(Some("op".to_owned()), 2), (None, 2)].into());
    }

    #[test]
    fn crossing_ends_count_once_for_each_slice_that_crosses() {
        let spans = |list: &[(i64, i64)]| -> Vec<Span> {
            list.iter().map(|&(start, length)| (start, length, 0, SliceId(0))).collect()
        };
        assert_eq!(partial_overlaps(&spans(&[(0, 10), (2, 3), (10, 5)])), 0);
        assert_eq!(partial_overlaps(&spans(&[(0, 10), (5, 10), (12, 10)])), 2);
    }
}
