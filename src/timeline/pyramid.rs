//! Coarse copies of a column of numbers, for the greatest of a run without a
//! look at each: every level keeps one value for sixteen of the level below.

use std::ops::Range;

const FAN_BITS: u32 = 4;
/// Values that one of the next level stands for.
pub const FAN: usize = 1 << FAN_BITS;

/// Greatest values of a column that lives elsewhere; every query takes that
/// column again. Holds a fourteenth of its size.
///
/// Runs that begin and end at multiples of [`FAN`] are answered without a look
/// at the column itself, which is too large for any cache.
#[derive(Debug, Default)]
pub struct MaxPyramid {
    levels: Vec<Vec<i64>>,
    /// Where in its block the first greatest value of the column stands.
    which: Vec<u8>,
}

impl MaxPyramid {
    pub fn new(values: &[i64]) -> Self {
        let mut out = Self::default();
        if values.len() > FAN {
            let blocks = values.chunks(FAN).map(|block| {
                let greatest = block.iter().copied().fold(i64::MIN, i64::max);
                let at = block.iter().position(|&value| value == greatest).unwrap_or(0);
                (greatest, at as u8)
            });
            let (level, which) = blocks.unzip();
            (out.levels, out.which) = (vec![level], which);
        }
        while let Some(below) = out.levels.last().filter(|below| below.len() > FAN) {
            let level = below.chunks(FAN).map(|run| run.iter().copied().fold(i64::MIN, i64::max)).collect();
            out.levels.push(level);
        }
        out
    }

    fn level<'a>(&'a self, values: &'a [i64], level: usize) -> &'a [i64] {
        if level == 0 { values } else { &self.levels[level - 1] }
    }

    /// A greatest value in `range` and its position; `None` when it is empty.
    pub fn greatest(&self, values: &[i64], range: Range<usize>) -> Option<(usize, i64)> {
        if range.is_empty() {
            return None;
        }
        let (mut from, mut to, mut level) = (range.start, range.end, 0);
        let mut best = (i64::MIN, range, 0);
        let mut scan = |level: usize, run: Range<usize>| {
            let greatest = self.level(values, level)[run.clone()].iter().copied().fold(i64::MIN, i64::max);
            if greatest > best.0 {
                best = (greatest, run, level);
            }
        };
        while level < self.levels.len() {
            let (head, tail) = (from.next_multiple_of(FAN), to / FAN * FAN);
            if head >= tail {
                break;
            }
            scan(level, from..head);
            scan(level, tail..to);
            (from, to, level) = (head / FAN, tail / FAN, level + 1);
        }
        scan(level, from..to);
        let (value, run, mut level) = best;
        let position = |level: usize, run: Range<usize>| {
            let found = self.level(values, level)[run.clone()].iter().position(|&v| v == value);
            run.start + found.unwrap_or(0)
        };
        let mut at = position(level, run);
        while level > 1 {
            level -= 1;
            let first = at * FAN;
            at = position(level, first..(first + FAN).min(self.level(values, level).len()));
        }
        if level > 0 {
            at = at * FAN + usize::from(self.which[at]);
        }
        Some((at, value))
    }

    /// Whether a value is below a bound, where possible without a look at it.
    pub fn is_below(&self, values: &[i64], at: usize, bound: i64) -> bool {
        let block = self.levels.first().filter(|_| at.is_multiple_of(FAN)).map(|level| level[at / FAN]);
        block.is_some_and(|greatest| greatest < bound) || values[at] < bound
    }

    /// First position in `range` with at least `least`.
    pub fn first_at_least(&self, values: &[i64], range: Range<usize>, least: i64) -> Option<usize> {
        let (mut at, mut level) = (range.start, 0);
        while at.is_multiple_of(FAN) && level < self.levels.len() {
            (at, level) = (at >> FAN_BITS, level + 1);
        }
        while (at << (FAN_BITS * level as u32)) < range.end {
            if self.level(values, level)[at] >= least {
                if level == 0 {
                    return Some(at);
                }
                (at, level) = (at << FAN_BITS, level - 1);
                continue;
            }
            at += 1;
            while at.is_multiple_of(FAN) && level < self.levels.len() {
                (at, level) = (at >> FAN_BITS, level + 1);
            }
        }
        None
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        let levels = self.levels.iter().map(|level| level.capacity() * size_of::<i64>());
        levels.sum::<usize>() + self.which.capacity()
    }
}

/// Least and greatest of a run of numbers; NaNs do not count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    pub low: f64,
    pub high: f64,
}

impl Span {
    /// Of no number: `low > high`.
    pub const EMPTY: Span = Span { low: f64::INFINITY, high: f64::NEG_INFINITY };

    pub fn of(value: f64) -> Self {
        // `min` and `max` pass over a NaN when the other side is a number.
        Self { low: value.min(f64::INFINITY), high: value.max(f64::NEG_INFINITY) }
    }

    pub fn join(self, other: Span) -> Span {
        Span { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn is_empty(self) -> bool {
        self.low > self.high
    }
}

/// Least and greatest values of a column that lives elsewhere.
#[derive(Debug, Default)]
pub struct SpanPyramid {
    levels: Vec<Vec<Span>>,
}

impl SpanPyramid {
    pub fn new(values: &[f64]) -> Self {
        let mut levels: Vec<Vec<Span>> = Vec::new();
        if values.len() > FAN {
            levels.push(values.chunks(FAN).map(|run| fold(run.iter().map(|&v| Span::of(v)))).collect());
        }
        while let Some(below) = levels.last().filter(|below| below.len() > FAN) {
            let level = below.chunks(FAN).map(|run| fold(run.iter().copied())).collect();
            levels.push(level);
        }
        Self { levels }
    }

    /// Least and greatest in `range`.
    pub fn span(&self, values: &[f64], range: Range<usize>) -> Span {
        let (mut from, mut to) = (range.start, range.end);
        if self.levels.is_empty() || to.saturating_sub(from) <= 2 * FAN {
            return fold(values[range].iter().map(|&v| Span::of(v)));
        }
        let (head, tail) = (from.next_multiple_of(FAN), to / FAN * FAN);
        let ends = values[from..head].iter().chain(&values[tail..to]);
        let mut span = fold(ends.map(|&v| Span::of(v)));
        (from, to) = (head / FAN, tail / FAN);
        let mut level = 0;
        while to - from > 2 * FAN && level + 1 < self.levels.len() {
            let (head, tail) = (from.next_multiple_of(FAN), to / FAN * FAN);
            let ends = self.levels[level][from..head].iter().chain(&self.levels[level][tail..to]);
            span = span.join(fold(ends.copied()));
            (from, to, level) = (head / FAN, tail / FAN, level + 1);
        }
        span.join(fold(self.levels[level][from..to].iter().copied()))
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        self.levels.iter().map(|level| level.capacity() * size_of::<Span>()).sum()
    }
}

fn fold(spans: impl Iterator<Item = Span>) -> Span {
    spans.fold(Span::EMPTY, Span::join)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn column_and_range() -> impl Strategy<Value = (Vec<i64>, usize, usize)> {
        (
            prop::collection::vec(-5i64..300, 1..2000),
            any::<prop::sample::Index>(),
            any::<prop::sample::Index>(),
        )
            .prop_map(|(values, a, b)| {
                let (a, b) = (a.index(values.len() + 1), b.index(values.len() + 1));
                (values, a.min(b), a.max(b))
            })
    }

    proptest! {
        #[test]
        fn the_greatest_of_a_run_is_that_of_a_scan((values, from, to) in column_and_range()) {
            let pyramid = MaxPyramid::new(&values);
            let found = pyramid.greatest(&values, from..to);
            prop_assert_eq!(found.map(|(_, value)| value), values[from..to].iter().copied().max());
            prop_assert!(found.is_none_or(|(at, value)| (from..to).contains(&at) && values[at] == value));
        }

        #[test]
        fn the_first_that_is_large_enough_is_that_of_a_scan(
            (values, from, to) in column_and_range(), least in 0i64..310,
        ) {
            let naive = (from..to).find(|&i| values[i] >= least);
            prop_assert_eq!(MaxPyramid::new(&values).first_at_least(&values, from..to, least), naive);
        }

        #[test]
        fn least_and_greatest_pass_over_gaps((values, from, to) in column_and_range()) {
            let values: Vec<f64> =
                values.iter().map(|&v| if v % 3 == 0 { f64::NAN } else { v as f64 }).collect();
            let span = SpanPyramid::new(&values).span(&values, from..to);
            let numbers = || values[from..to].iter().copied().filter(|v| !v.is_nan());
            prop_assert_eq!(span.low, numbers().fold(f64::INFINITY, f64::min));
            prop_assert_eq!(span.high, numbers().fold(f64::NEG_INFINITY, f64::max));
        }
    }
}
