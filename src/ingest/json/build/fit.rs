//! What the first view shows: everything, unless a few events lie so far away
//! that all others would shrink to a line.

use crate::trace::{Interval, Trace};
use std::collections::BinaryHeap;

/// At most one event in so many may be left out of the first view.
const ONE_IN: usize = 1000;
/// Events that may be left out of small traces.
const AT_LEAST: usize = 3;
/// A gap is an outlier's when it is so many times longer than all the rest.
const TIMES: i128 = 20;
/// Most outliers looked for, whatever the size of the trace.
const AT_MOST: usize = 4096;

/// Sets the bounds and the first view.
pub fn finish(trace: &mut Trace) {
    let slices = &trace.slices;
    let ends = slices.start.iter().zip(&slices.dur).map(|(start, dur)| start.saturating_add(*dur));
    let counter_times = || trace.counters.iter().flat_map(|c| &c.series).flat_map(|s| s.time.iter().copied());
    let points = || trace.instants.time.iter().copied().chain(counter_times());
    let count = slices.len() + points().count();
    if count == 0 {
        return;
    }
    let room = (count / ONE_IN).clamp(AT_LEAST, AT_MOST).min(count);
    let low = least(slices.start.iter().copied().chain(points()), room);
    let high: Vec<i64> = least(ends.chain(points()).map(|t| !t), room).into_iter().map(|t| !t).collect();
    let (first, last) = (low[0], high[0]);
    let inner_end = high[high.len() - 1];
    let start = low[cut(&low, |edge, next| gap_dwarfs(edge, next, inner_end))];
    let end = high[cut(&high, |edge, next| gap_dwarfs(edge, next, start))];
    trace.bounds = Some(Interval::new(first, last));
    trace.fit = Some(if start <= end { Interval::new(start, end) } else { Interval::new(first, last) });
}

/// Index of the first value that belongs to the rest.
fn cut(edge: &[i64], dwarfs: impl Fn(i64, i64) -> bool) -> usize {
    (0..edge.len().saturating_sub(1)).rev().find(|&i| dwarfs(edge[i], edge[i + 1])).map_or(0, |i| i + 1)
}

/// Whether the gap between two neighbours is far longer than from the inner one
/// to the far side.
fn gap_dwarfs(outer: i64, inner: i64, far_side: i64) -> bool {
    let gap = (i128::from(inner) - i128::from(outer)).abs();
    let rest = (i128::from(far_side) - i128::from(inner)) * (i128::from(inner) - i128::from(outer)).signum();
    rest > 0 && gap > TIMES * rest
}

/// The least values, ascending.
fn least(values: impl Iterator<Item = i64>, room: usize) -> Vec<i64> {
    let mut heap = BinaryHeap::with_capacity(room + 1);
    for value in values {
        if heap.len() < room {
            heap.push(value);
        } else if heap.peek().is_some_and(|top| value < *top) {
            heap.pop();
            heap.push(value);
        }
    }
    heap.into_sorted_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit_of(times: &[i64]) -> (Interval, Interval) {
        let mut trace = Trace::default();
        trace.instants.time = times.to_vec();
        finish(&mut trace);
        (trace.bounds.unwrap(), trace.fit.unwrap())
    }

    #[test]
    fn an_event_at_zero_does_not_decide_the_view_of_the_others() {
        let mut times: Vec<i64> = (0..12).map(|i| 1_700_000_000_000_000_000 + i * 10_000).collect();
        times.insert(0, 0);
        let (bounds, fit) = fit_of(&times);
        assert_eq!(bounds.start, 0);
        assert_eq!(fit, Interval::new(1_700_000_000_000_000_000, 1_700_000_000_000_110_000));
        times.push(i64::MAX);
        assert_eq!(fit_of(&times).1.end, 1_700_000_000_000_110_000);
    }

    #[test]
    fn evenly_spread_events_are_all_shown() {
        let times: Vec<i64> = (0..5000).map(|i| i * i).collect();
        let (bounds, fit) = fit_of(&times);
        assert_eq!(bounds, fit);
        assert_eq!(fit_of(&[5]).1, Interval::new(5, 5));
        assert_eq!(fit_of(&[0, 1_700_000_000]).1, Interval::new(0, 1_700_000_000));
    }
}
