//! Medians and percentiles.

/// The value below which a share of `sorted` lies, interpolated linearly
/// between neighbours; 0 where there is none.
pub fn percentile(sorted: &[i64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = share.clamp(0.0, 1.0) * last as f64;
    let low = at.floor() as usize;
    let (a, b) = (sorted[low] as f64, sorted[(low + 1).min(last)] as f64);
    a + (b - a) * (at - low as f64)
}

/// Median, rounded; sorts `values`. 0 where there is none.
pub fn median(values: &mut [i64]) -> i64 {
    values.sort_unstable();
    percentile(values, 0.5).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_interpolated() {
        assert_eq!(percentile(&[1, 2, 3, 4], 0.5), 2.5);
        assert_eq!(percentile(&[10, 20, 30], 0.1), 12.0);
        assert_eq!(percentile(&[10, 20, 30], 1.0), 30.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
        assert_eq!(median(&mut [5, 1, 3]), 3);
    }
}
