//! Medians and percentiles. A median lies between the two in the middle; p10 and
//! p90 are those of an instance that one can look at, the nearest by rank.

use super::comparison::Spread;

/// The value whose rank is nearest to a share (0 to 1) of sorted values; 0 for
/// none.
fn percentile(sorted: &[i64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    sorted[(share * last as f64).round() as usize] as f64
}

/// Median of sorted values; 0 for none.
pub fn middle(sorted: &[i64]) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    (sorted[last / 2] as f64 + sorted[sorted.len() / 2] as f64) / 2.0
}

/// Median, p10 and p90.
pub fn spread(values: impl IntoIterator<Item = i64>) -> Spread {
    let mut sorted: Vec<i64> = values.into_iter().collect();
    sorted.sort_unstable();
    Spread { median: middle(&sorted), p10: percentile(&sorted, 0.1), p90: percentile(&sorted, 0.9) }
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
    fn percentiles_are_those_of_an_instance_and_medians_between_two() {
        let found = spread([40, 10, 20, 30]);
        assert_eq!((found.median, found.p10, found.p90), (25.0, 10.0, 40.0));
        let found = spread(0..20);
        assert_eq!((found.median, found.p10, found.p90), (9.5, 2.0, 17.0));
        assert_eq!(spread([]), Spread::default());
        assert_eq!(spread([7]), Spread { median: 7.0, p10: 7.0, p90: 7.0 });
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!((median(&mut [4.0, 1.0]), median(&mut [])), (Some(2.5), None));
    }
}
