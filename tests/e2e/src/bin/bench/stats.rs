//! Medians and percentiles of a few numbers.

/// The middle value; NaN of nothing.
pub fn median(values: &[f64]) -> f64 {
    percentile(values, 0.5)
}

/// The value below which a share of all lies, between neighbours in proportion.
pub fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let place = share * (sorted.len() as f64 - 1.0);
    match (sorted.get(place.floor() as usize), sorted.get(place.ceil() as usize)) {
        (Some(low), Some(high)) if place >= 0.0 => low + (high - low) * place.fract(),
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_lie_between_neighbours() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0]), 2.5);
        assert_eq!(percentile(&[0.0, 10.0, 20.0, 30.0, 40.0], 0.95), 38.0);
        assert!(median(&[]).is_nan());
    }
}
