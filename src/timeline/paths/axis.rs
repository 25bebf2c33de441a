//! Time axes that begin at zero, and units that a whole axis shares.

use crate::text::numerals::write;

/// Units with their nanoseconds, greatest first.
const UNITS: [(i64, &str); 4] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1000, "µs"), (1, "ns")];

/// A round step of 1, 2 or 5 times a power of ten, of which at most `most` fit.
pub fn round_step(span: f64, most: usize) -> f64 {
    let least = span / most.max(1) as f64;
    if !(least.is_finite() && least > 0.0) {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    // A hair of room for what logarithms lose.
    [1.0, 2.0, 5.0, 10.0]
        .map(|m| m * power)
        .into_iter()
        .find(|s| *s >= least * 0.999_999)
        .unwrap_or(power * 10.0)
}

/// A tick: where, in ns, and what it says. The first one says the unit too.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    pub at_ns: f64,
    pub label: String,
}

/// Ticks of `from..=to` nanoseconds, at most `most` or one more.
pub fn ticks(from_ns: f64, to_ns: f64, most: usize) -> Vec<Tick> {
    let span = to_ns - from_ns;
    if !(span.is_finite() && span > 0.0) {
        return vec![Tick { at_ns: from_ns, label: write("0 ns") }];
    }
    let step = round_step(span, most);
    let (scale, unit) = unit_of(from_ns.abs().max(to_ns.abs()));
    let places = decimals(step / scale as f64);
    let first = (from_ns / step).ceil() as i64;
    let last = (to_ns / step).floor() as i64;
    (first..=last.min(first.saturating_add(200)))
        .map(|at| {
            let at_ns = at as f64 * step;
            let number = format!("{:.*}", if at == 0 { 0 } else { places }, at_ns / scale as f64);
            let label = write(&if at == first { format!("{number} {unit}") } else { number });
            Tick { at_ns, label }
        })
        .collect()
}

/// Nanoseconds of the unit that a value is best read in, and its name.
pub fn unit_of(ns: f64) -> (i64, &'static str) {
    UNITS.into_iter().find(|(scale, _)| ns >= *scale as f64).unwrap_or((1, "ns"))
}

/// Digits after the point that tell multiples of a step apart.
fn decimals(step: f64) -> usize {
    (0..12)
        .find(|places| {
            let scaled = step * 10f64.powi(*places);
            (scaled - scaled.round()).abs() < 1e-6 * scaled.max(1.0)
        })
        .unwrap_or(0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few_enough() {
        assert_eq!([round_step(160.5, 4), round_step(1.0, 10), round_step(99.0, 5)], [50.0, 0.1, 20.0]);
        assert_eq!([round_step(0.0, 4), round_step(f64::NAN, 4)], [1.0, 1.0]);
    }

    #[test]
    fn the_first_tick_says_the_unit() {
        let labels: Vec<String> = ticks(0.0, 160_500.0, 4).into_iter().map(|t| t.label).collect();
        assert_eq!(labels, ["0 µs", "50", "100", "150"]);
        let labels: Vec<String> = ticks(1_100.0, 1_300.0, 4).into_iter().map(|t| t.label).collect();
        assert_eq!(labels, ["1.10 µs", "1.15", "1.20", "1.25", "1.30"].map(str::to_owned));
    }

    #[test]
    fn an_axis_without_length_has_one_tick() {
        assert_eq!(ticks(0.0, 0.0, 4).len(), 1);
        assert_eq!(ticks(0.0, f64::INFINITY, 4).len(), 1);
    }
}
