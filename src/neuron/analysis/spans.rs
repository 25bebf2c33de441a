//! Sets of time: what is covered, by whatever covers it.

use crate::trace::Interval;

/// Intervals in order, none touching the next, none empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spans(Vec<Interval>);

impl Spans {
    /// From intervals in any order; empty ones cover nothing.
    pub fn new(mut all: Vec<Interval>) -> Self {
        all.retain(|interval| !interval.is_empty());
        all.sort_unstable_by_key(|interval| interval.start);
        let mut merged: Vec<Interval> = Vec::new();
        for next in all {
            match merged.last_mut() {
                Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
                _ => merged.push(next),
            }
        }
        merged.shrink_to_fit();
        Self(merged)
    }

    pub fn all(&self) -> &[Interval] {
        &self.0
    }

    /// Ticks covered.
    pub fn ticks(&self) -> i64 {
        self.0.iter().fold(0, |sum: i64, interval| sum.saturating_add(interval.len()))
    }

    /// What either covers.
    pub fn or(&self, other: &Self) -> Self {
        Self::new(self.0.iter().chain(&other.0).copied().collect())
    }

    /// What both cover.
    pub fn and(&self, other: &Self) -> Self {
        let mut both = Vec::new();
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            let common = Interval::new(x.start.max(y.start), x.end.min(y.end));
            if !common.is_empty() {
                both.push(common);
            }
            if x.end <= y.end {
                a.next();
            } else {
                b.next();
            }
        }
        Self(both)
    }

    /// What this covers and the other does not.
    pub fn without(&self, other: &Self) -> Self {
        let mut rest = Vec::new();
        let mut holes = other.0.as_slice();
        for interval in &self.0 {
            let mut from = interval.start;
            while let Some(hole) = holes.first() {
                if hole.start >= interval.end {
                    break;
                }
                if hole.start > from {
                    rest.push(Interval::new(from, hole.start));
                }
                from = from.max(hole.end);
                if hole.end > interval.end {
                    break;
                }
                holes = &holes[1..];
            }
            if from < interval.end {
                rest.push(Interval::new(from, interval.end));
            }
        }
        Self(rest)
    }

    /// The longest intervals, greatest first.
    pub fn longest(&self, most: usize) -> Vec<Interval> {
        let mut all = self.0.clone();
        all.sort_by_key(|interval| (std::cmp::Reverse(interval.len()), interval.start));
        all.truncate(most);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(all: &[(i64, i64)]) -> Spans {
        Spans::new(all.iter().map(|&(start, end)| Interval::new(start, end)).collect())
    }

    #[test]
    fn overlaps_merge_and_empty_ones_vanish() {
        let merged = spans(&[(5, 9), (0, 2), (2, 3), (7, 12), (20, 20)]);
        assert_eq!(merged, spans(&[(0, 3), (5, 12)]));
        assert_eq!((merged.ticks(), merged.all().len()), (10, 2));
        assert_eq!(merged.longest(1), [Interval::new(5, 12)]);
    }

    #[test]
    fn sets_of_time_combine() {
        let (a, b) = (spans(&[(0, 10), (20, 30), (40, 50)]), spans(&[(5, 22), (25, 26), (29, 45), (50, 60)]));
        assert_eq!(a.and(&b), spans(&[(5, 10), (20, 22), (25, 26), (29, 30), (40, 45)]));
        assert_eq!(a.without(&b), spans(&[(0, 5), (22, 25), (26, 29), (45, 50)]));
        assert_eq!(b.without(&a), spans(&[(10, 20), (30, 40), (50, 60)]));
        assert_eq!(a.or(&b), spans(&[(0, 60)]));
        assert_eq!(a.without(&Spans::default()), a);
        assert_eq!(spans(&[(0, 10), (12, 14)]).without(&spans(&[(-5, 20)])), Spans::default());
    }

    #[test]
    fn the_parts_add_up() {
        let (a, b) = (spans(&[(0, 7), (9, 30)]), spans(&[(3, 10), (12, 13), (28, 40)]));
        assert_eq!(a.and(&b).ticks() + a.without(&b).ticks(), a.ticks());
        assert_eq!(a.without(&b).ticks() + b.ticks(), a.or(&b).ticks());
    }
}
