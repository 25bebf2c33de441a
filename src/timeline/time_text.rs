//! Places in time as a person reads them: since the origin of the trace, and
//! as precise as the zoom makes them. (Durations are [`crate::text::format`]'s.)

use crate::text::numerals;
use crate::trace::TimeUnit;

/// Scales from the finest on: symbol, and picoseconds in one.
const SCALES: [(&str, i128); 7] = [
    ("ps", 1),
    ("ns", 1_000),
    ("µs", 1_000_000),
    ("ms", 1_000_000_000),
    ("s", 1_000_000_000_000),
    ("min", 60_000_000_000_000),
    ("h", 3_600_000_000_000_000),
];

const SECOND: usize = 4;
const MINUTE: i128 = SCALES[5].1;
const HOUR: i128 = SCALES[6].1;

/// Picoseconds of some ticks.
fn picos(ticks: i64, unit: TimeUnit) -> i128 {
    let per_tick = match unit {
        TimeUnit::Nanos => 1_000,
        TimeUnit::Picos => 1,
    };
    i128::from(ticks) * per_tick
}

/// A place in time, in ticks since the origin, as precise as `step` ticks:
/// `5.7339 ms`, `-12 ns`, `1 h 02 min 03.5 s`.
pub fn time_text(ticks: i64, step: i64, unit: TimeUnit) -> String {
    time_text_beside(ticks, ticks, step, unit)
}

/// The same in the unit that suits `greatest`, so that the labels of an axis
/// agree.
pub fn time_text_beside(ticks: i64, greatest: i64, step: i64, unit: TimeUnit) -> String {
    numerals::write(&latin(ticks, greatest, step, unit))
}

fn latin(ticks: i64, greatest: i64, step: i64, unit: TimeUnit) -> String {
    let ps = picos(ticks, unit);
    let step_ps = picos(step.max(1), unit);
    let sign = if ps < 0 { "-" } else { "" };
    let size = ps.unsigned_abs() as i128;
    if size >= MINUTE {
        let seconds = fixed(size % MINUTE, SECOND, step_ps);
        let padded =
            if seconds.find('.').unwrap_or(seconds.len()) < 2 { format!("0{seconds}") } else { seconds };
        let (hours, minutes) = (size / HOUR, size % HOUR / MINUTE);
        return match (hours, step_ps >= HOUR, step_ps >= MINUTE) {
            (0, _, true) => format!("{sign}{minutes}\u{a0}min"),
            (0, _, false) => format!("{sign}{minutes}\u{a0}min {padded}\u{a0}s"),
            (_, true, _) => format!("{sign}{hours}\u{a0}h"),
            (_, _, true) => format!("{sign}{hours}\u{a0}h {minutes:02}\u{a0}min"),
            _ => format!("{sign}{hours}\u{a0}h {minutes:02}\u{a0}min {padded}\u{a0}s"),
        };
    }
    let scale = scale_of(size.max(step_ps).max(picos(greatest, unit).abs()));
    format!("{sign}{}\u{a0}{}", fixed(size, scale, step_ps), SCALES[scale].0)
}

/// The scale in which a size reads as 1 to 999, at most seconds.
fn scale_of(ps: i128) -> usize {
    (0..=SECOND).rev().find(|&i| ps >= SCALES[i].1).unwrap_or(0)
}

/// Decimals that a step needs in a scale.
pub(super) fn decimals(step_ps: i128, scale: usize) -> usize {
    let mut one = SCALES[scale].1;
    let mut digits = 0;
    while one > 1 && step_ps % one != 0 {
        one /= 10;
        digits += 1;
    }
    digits
}

/// Exact decimal text, cut to the decimals that the step needs.
fn fixed(ps: i128, scale: usize, step_ps: i128) -> String {
    let one = SCALES[scale].1;
    let digits = decimals(step_ps, scale);
    let whole = ps / one;
    if digits == 0 {
        return whole.to_string();
    }
    let part = ps % one * 10i128.pow(digits as u32) / one;
    format!("{whole}.{part:0digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use TimeUnit::{Nanos, Picos};

    fn plain(text: String) -> String {
        text.replace('\u{a0}', " ")
    }

    #[test]
    fn places_are_as_precise_as_the_step() {
        let cases: [(i64, i64, &str); 10] = [
            (5_733_912, 100, "5.7339 ms"),
            (5_400_000, 50_000, "5.40 ms"),
            (0, 50_000, "0 µs"),
            (-12, 1, "-12 ns"),
            (27_000_000_001, 1, "27.000000001 s"),
            (2_000_000_000, 1_000_000_000, "2 s"),
            (123_000_000_000, 500_000_000, "2 min 03.0 s"),
            (3_723_500_000_000, 100_000_000, "1 h 02 min 03.5 s"),
            (7_200_000_000_000, 3_600_000_000_000, "2 h"),
            (180_000_000_000, 60_000_000_000, "3 min"),
        ];
        for (ticks, step, text) in cases {
            assert_eq!(plain(time_text(ticks, step, Nanos)), text);
        }
        assert_eq!(plain(time_text(1_500, 500, Picos)), "1.5 ns");
    }
}
