//! The scale of the interval plot: linear, or logarithmic where the paths lie
//! far apart.

use super::axis::round_step;

/// From this ratio of greatest to least on, the scale is logarithmic.
const FAR_APART: f64 = 4.0;

#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    pub logarithmic: bool,
    /// Round values, the least and the greatest at the ends.
    pub ticks: Vec<f64>,
}

impl Scale {
    /// Holds all values, which are durations in ns; others are passed over.
    pub fn around(values: impl IntoIterator<Item = f64>) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, 0f64);
        for value in values.into_iter().filter(|value| value.is_finite() && *value >= 0.0) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high || high <= 0.0 {
            return Scale { low: 0.0, high: 1.0, logarithmic: false, ticks: vec![0.0, 1.0] };
        }
        if low > 0.0 && high / low > FAR_APART {
            Scale::logarithmic(low, high)
        } else {
            Scale::linear(low, high)
        }
    }

    fn linear(low: f64, high: f64) -> Scale {
        // Twice the spread, so that a small one does not look like a gulf.
        let spread = (high - low).max(high * 0.02);
        let step = round_step(spread * 2.0, 4);
        let first = ((low - spread * 0.5) / step).floor().max(0.0);
        let last = ((high + spread * 0.5) / step).ceil();
        let ticks: Vec<f64> = (first as i64..=last as i64).map(|at| at as f64 * step).collect();
        Scale { low: first * step, high: last * step, logarithmic: false, ticks }
    }

    fn logarithmic(low: f64, high: f64) -> Scale {
        let mut power = 10f64.powf(low.log10().floor());
        let mut ticks = Vec::new();
        while power <= high * 10.0 && ticks.len() < 60 {
            ticks.extend([1.0, 2.0, 5.0].map(|m| m * power));
            power *= 10.0;
        }
        let first = ticks.iter().rposition(|tick| *tick <= low).unwrap_or(0);
        let last = ticks.iter().position(|tick| *tick >= high).unwrap_or(ticks.len() - 1);
        let mut ticks = ticks[first..=last.max(first + 1).min(ticks.len() - 1)].to_vec();
        let (low, high) = (ticks[0], ticks[ticks.len() - 1]);
        // Over many decades the powers of ten are enough.
        if ticks.len() > 7 {
            ticks.retain(|tick| {
                *tick == low || *tick == high || (tick.log10() - tick.log10().round()).abs() < 1e-9
            });
        }
        Scale { low, high, logarithmic: true, ticks }
    }

    /// Where a value lies, in percent.
    pub fn percent(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        if share.is_finite() { (share * 100.0).clamp(0.0, 100.0) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_values_get_a_logarithmic_scale_with_round_ends() {
        let scale = Scale::around([149.1, 152.3, 14.1, 15.4]);
        assert!(scale.logarithmic);
        assert_eq!(scale.ticks, [10.0, 20.0, 50.0, 100.0, 200.0]);
        assert!((scale.percent(10.0), scale.percent(200.0)) == (0.0, 100.0));
        assert!((scale.percent(44.72) - 50.0).abs() < 0.1);
    }

    #[test]
    fn near_values_get_a_linear_one_that_holds_them() {
        let scale = Scale::around([1_153.0, 1_627.0, 1_006.0, 1_540.0]);
        assert!(!scale.logarithmic);
        assert!(scale.ticks[0] <= 1_006.0 && *scale.ticks.last().unwrap() >= 1_627.0, "{scale:?}");
        assert!(scale.percent(1_006.0) < scale.percent(1_627.0));
    }

    #[test]
    fn no_values_and_equal_values_have_a_scale() {
        assert_eq!(Scale::around([]).percent(0.5), 50.0);
        assert!(Scale::around([7.0, 7.0]).percent(7.0) > 0.0);
        assert!(Scale::around([0.0, f64::NAN]).percent(0.0) == 0.0);
        assert!(Scale::around([1.0, 1e15]).ticks.len() < 20);
    }
}
