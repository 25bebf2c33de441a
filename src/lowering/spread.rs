//! Percentiles, interpolated between neighbours.

use super::comparison::Spread;

/// The value at a share (0 to 1) of sorted values; 0 for none.
pub fn percentile(sorted: &[i64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = share.clamp(0.0, 1.0) * last as f64;
    let (low, high) = (sorted[at.floor() as usize] as f64, sorted[at.ceil() as usize] as f64);
    low + (high - low) * at.fract()
}

/// Median, p10 and p90.
pub fn spread(values: impl IntoIterator<Item = i64>) -> Spread {
    let mut sorted: Vec<i64> = values.into_iter().collect();
    sorted.sort_unstable();
    Spread { median: percentile(&sorted, 0.5), p10: percentile(&sorted, 0.1), p90: percentile(&sorted, 0.9) }
}

/// Median of figures; `None` for none.
pub fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        len if len % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_lie_between_neighbours() {
        let spread = spread([40, 10, 20, 30]);
        assert_eq!((spread.median, spread.p10, spread.p90), (25.0, 13.0, 37.0));
        assert_eq!(percentile(&[], 0.5), 0.0);
        assert_eq!(percentile(&[7], 0.9), 7.0);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!((median(&mut [4.0, 1.0]), median(&mut [])), (Some(2.5), None));
    }
}
