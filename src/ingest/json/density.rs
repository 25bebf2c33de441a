//! Where in time events lie, coarsely, while the file is still being read: a
//! picture of what is there and not a measure of it.

/// Number of bins.
const BINS: usize = 64;
/// Of so many events, one is looked at.
const EVERY: u64 = 16;

/// Counts by time in bins whose width doubles as the range grows.
#[derive(Debug, Default)]
pub struct Density {
    counts: Vec<u64>,
    /// Time at the start of the first bin, in ns.
    first: i64,
    /// Width of a bin, as a power of two of ns.
    shift: u32,
}

impl Density {
    /// Whether the event of this number is one to look at.
    #[inline]
    pub fn wants(number: u64) -> bool {
        number.is_multiple_of(EVERY)
    }

    pub fn add(&mut self, ns: i64) {
        if self.counts.is_empty() {
            self.counts = vec![0; BINS];
            self.first = ns;
        }
        let offset = |first: i64| i128::from(ns) - i128::from(first);
        while offset(self.first) < 0 || (offset(self.first) >> self.shift) >= BINS as i128 {
            self.widen(offset(self.first) < 0);
        }
        self.counts[(offset(self.first) >> self.shift) as usize] += 1;
    }

    /// Doubles the range, towards the past or the future.
    fn widen(&mut self, to_past: bool) {
        let width = 1i128 << self.shift;
        let half: Vec<u64> = self.counts.chunks(2).map(|pair| pair.iter().sum()).collect();
        self.counts.fill(0);
        let at = if to_past { BINS / 2 } else { 0 };
        self.counts[at..at + BINS / 2].copy_from_slice(&half);
        if to_past {
            self.first = (i128::from(self.first) - width * BINS as i128).max(i64::MIN.into()) as i64;
        }
        self.shift += 1;
    }

    /// Bins from the first to the last that holds anything, scaled so that the
    /// greatest is 255; no event at all gives none.
    pub fn scaled(&self) -> Vec<u8> {
        let greatest = self.counts.iter().max().copied().unwrap_or(0).max(1);
        let used = |count: &u64| *count > 0;
        let Some(first) = self.counts.iter().position(used) else { return Vec::new() };
        let last = self.counts.iter().rposition(used).unwrap_or(first);
        // What is rare must not look like nothing.
        self.counts[first..=last].iter().map(|count| (count * 255).div_ceil(greatest) as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(times: impl IntoIterator<Item = i64>) -> Vec<u8> {
        let mut density = Density::default();
        times.into_iter().for_each(|time| density.add(time));
        density.scaled()
    }

    #[test]
    fn events_are_counted_by_time_whatever_their_order() {
        assert!(scaled([]).is_empty());
        assert_eq!(scaled([7]), [255]);
        let up: Vec<i64> = (0..6400).map(|i| i * 1000).collect();
        let bins = scaled(up.iter().copied());
        assert!(bins.len() > 32 && bins[..bins.len() - 1].iter().all(|bin| *bin > 200), "{bins:?}");
        let down = scaled(up.iter().rev().copied());
        assert!(down.len() > 32 && down.len() <= BINS, "{down:?}");
    }

    #[test]
    fn the_ends_of_time_fit() {
        for times in [[i64::MIN, i64::MAX], [i64::MAX, i64::MIN], [0, i64::MIN]] {
            let bins = scaled(times);
            assert!(bins.len() <= BINS && bins.iter().filter(|bin| **bin == 255).count() == 2, "{bins:?}");
        }
    }
}
