//! Leaping through sorted times.

/// Position of the first element at or after `from` that is not `ahead`.
/// Costs the logarithm of the distance; elements that are `ahead` stand first.
pub fn gallop(sorted: &[i64], from: usize, ahead: impl Fn(i64) -> bool) -> usize {
    let (mut low, mut step) = (from, 1);
    while low + step <= sorted.len() && ahead(sorted[low + step - 1]) {
        low += step;
        step *= 2;
    }
    let high = (low + step).min(sorted.len());
    low + sorted[low..high].partition_point(|&value| ahead(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn galloping_finds_what_a_scan_finds() {
        let times: Vec<i64> = (0..100).map(|i| i / 3).collect();
        for from in 0..=times.len() {
            for last in -1..40 {
                let scan = (from..times.len()).find(|&i| times[i] > last).unwrap_or(times.len());
                assert_eq!(gallop(&times, from, |time| time <= last), scan);
            }
        }
    }
}
