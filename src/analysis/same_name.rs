//! How long slices of one name take.

use super::area::is_finished;
use crate::engine::protocol::SameName;
use crate::trace::{SliceId, Trace};

/// Bars of the histogram.
const BINS: usize = 48;

/// Durations of all slices with the name and category of `slice`.
pub fn same_name(trace: &Trace, slice: SliceId) -> SameName {
    let slices = &trace.slices;
    let (name, cat) = (slices.name[slice.index()], slices.cat[slice.index()]);
    let mut count = 0;
    let mut durations = Vec::new();
    for (i, _) in slices.name.iter().enumerate().filter(|(i, at)| **at == name && slices.cat[*i] == cat) {
        count += 1;
        if is_finished(slices.flags[i]) {
            durations.push(slices.dur[i]);
        }
    }
    durations.sort_unstable();
    let (Some(&min), Some(&max)) = (durations.first(), durations.last()) else {
        return SameName { count, ..SameName::default() };
    };
    SameName {
        count,
        min,
        p10: at_percent(&durations, 10),
        p50: at_percent(&durations, 50),
        p90: at_percent(&durations, 90),
        max,
        total: durations.iter().fold(0i64, |sum, dur| sum.saturating_add(*dur)),
        bins: bins(&durations, min, max),
    }
}

/// The value below or at which a share of a sorted list lies (nearest rank).
pub fn at_percent(sorted: &[i64], percent: usize) -> i64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

/// Equal bins from `min` to `max`; a single one when all are equal.
fn bins(sorted: &[i64], min: i64, max: i64) -> Vec<u32> {
    if min == max {
        return vec![sorted.len() as u32];
    }
    let mut bins = vec![0u32; BINS];
    let span = i128::from(max) - i128::from(min);
    for &dur in sorted {
        let at = (i128::from(dur) - i128::from(min)) * BINS as i128 / span;
        bins[(at as usize).min(BINS - 1)] += 1;
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::super::sample::{slice, trace};
    use super::*;

    #[test]
    fn percentiles_are_values_that_occur() {
        let sorted: Vec<i64> = (1..=10).collect();
        assert_eq!([10, 50, 90, 100].map(|p| at_percent(&sorted, p)), [1, 5, 9, 10]);
        assert_eq!(at_percent(&[7], 10), 7);
        assert_eq!(at_percent(&[], 50), 0);
    }

    #[test]
    fn unfinished_slices_count_but_have_no_duration() {
        let mut trace = trace(&["t a 0 4", "t a 10 8", "t a 20 6", "t b 40 1"]);
        trace.slices.flags[1].set(crate::trace::SliceFlags::UNCLOSED);
        let same = same_name(&trace, slice(&trace, "a"));
        assert_eq!((same.count, same.min, same.max, same.total), (3, 4, 6, 10));
        assert_eq!(same.bins.iter().sum::<u32>(), 2);
        assert_eq!(same_name(&trace, slice(&trace, "b")).bins, [1]);
    }

    #[test]
    fn extreme_durations_fall_into_the_last_bin() {
        assert_eq!(*bins(&[0, i64::MAX], 0, i64::MAX).last().unwrap(), 1);
    }
}
