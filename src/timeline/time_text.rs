//! Times and durations as a person reads them: a number of three or four
//! significant digits with its SI unit, or a place in time as precise as the
//! zoom makes it.
//!
//! Unit symbols are SI and the same in every language; everything else that a
//! person reads comes from the page's texts.

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

/// A duration in ticks: `27.2 µs`, `1.284 ms`, `0 ns`, `2 min 5.0 s`.
pub fn duration_text(ticks: i64, unit: TimeUnit) -> String {
    let ps = picos(ticks, unit);
    let (sign, size) = (if ps < 0 { "−" } else { "" }, ps.unsigned_abs() as i128);
    if size == 0 {
        return "0 ns".to_owned();
    }
    if size >= MINUTE {
        return format!("{sign}{}", long_text(size));
    }
    let mut scale = (0..=SECOND).rev().find(|&i| size >= SCALES[i].1).unwrap_or(0);
    let mut text = significant(size as f64 / SCALES[scale].1 as f64);
    // 999.96 µs rounds to 1000 µs, which is a millisecond.
    if text == "1000" && scale < SECOND {
        scale += 1;
        text = "1.000".to_owned();
    }
    // Nothing is finer than a tick.
    if SCALES[scale].1 == picos(1, unit) {
        text = (size / SCALES[scale].1).to_string();
    }
    format!("{sign}{text}\u{a0}{}", SCALES[scale].0)
}

/// As [`duration_text`] for a mean or another number between ticks.
pub fn duration_text_f64(ticks: f64, unit: TimeUnit) -> String {
    match unit {
        // A thousandth of a nanosecond is shown where it matters.
        TimeUnit::Nanos if ticks.abs() < 1e6 => {
            let text = duration_text((ticks * 1000.0).round() as i64, TimeUnit::Picos);
            if text == "0 ns" || !text.ends_with("ps") { text } else { format!("{ticks:.3}\u{a0}ns") }
        }
        _ => duration_text(ticks.round() as i64, unit),
    }
}

/// Four significant digits above 1.0 of a scale, three above 10 …: one decimal
/// for hundreds, and none that say nothing.
fn significant(value: f64) -> String {
    if value >= 999.95 {
        "1000".to_owned()
    } else if value >= 99.995 {
        format!("{value:.1}")
    } else if value >= 9.9995 {
        format!("{value:.2}")
    } else {
        format!("{value:.3}")
    }
}

fn long_text(ps: i128) -> String {
    let (hours, minutes) = (ps / HOUR, ps % HOUR / MINUTE);
    let seconds = (ps % MINUTE) as f64 / SCALES[SECOND].1 as f64;
    if hours >= 48 {
        format!("{}\u{a0}d {}\u{a0}h", hours / 24, hours % 24)
    } else if hours > 0 {
        format!("{hours}\u{a0}h {minutes}\u{a0}min")
    } else {
        // Cut, so that 59.97 s never reads 60.0 s.
        format!("{minutes}\u{a0}min {:.1}\u{a0}s", (seconds * 10.0).floor() / 10.0)
    }
}

/// A place in time, in ticks since the origin, as precise as `step` ticks:
/// `5.7339 ms`, `−12 ns`, `1 h 02 min 03.5 s`.
pub fn time_text(ticks: i64, step: i64, unit: TimeUnit) -> String {
    let ps = picos(ticks, unit);
    let step_ps = picos(step.max(1), unit);
    let sign = if ps < 0 { "−" } else { "" };
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
    let scale = if size == 0 { scale_of(step_ps) } else { scale_of(size.max(step_ps)) };
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
    fn durations_have_three_or_four_digits_and_a_unit() {
        let cases: [(i64, &str); 14] = [
            (0, "0 ns"),
            (1, "1 ns"),
            (999, "999 ns"),
            (1_284, "1.284 µs"),
            (27_200, "27.20 µs"),
            (999_960, "1.000 ms"),
            (340_710, "340.7 µs"),
            (1_284_000, "1.284 ms"),
            (36_600_000, "36.60 ms"),
            (999_999_999, "1.000 s"),
            (59_990_000_000, "59.99 s"),
            (125_000_000_000, "2 min 5.0 s"),
            (7_500_000_000_000, "2 h 5 min"),
            (-1_500, "−1.500 µs"),
        ];
        for (ns, text) in cases {
            assert_eq!(plain(duration_text(ns, Nanos)), text);
        }
        assert_eq!(plain(duration_text(312, Picos)), "312 ps");
        assert_eq!(plain(duration_text(1_312, Picos)), "1.312 ns");
        assert_eq!(plain(duration_text(i64::MIN, Nanos)), "−106751 d 23 h");
    }

    #[test]
    fn means_may_lie_between_ticks() {
        assert_eq!(plain(duration_text_f64(1.5, Nanos)), "1.500 ns");
        assert_eq!(plain(duration_text_f64(0.25, Nanos)), "0.250 ns");
        assert_eq!(plain(duration_text_f64(1e9, Nanos)), "1.000 s");
        assert_eq!(plain(duration_text_f64(f64::NAN, Nanos)), "0 ns");
    }

    #[test]
    fn places_are_as_precise_as_the_step() {
        let cases: [(i64, i64, &str); 10] = [
            (5_733_912, 100, "5.7339 ms"),
            (5_400_000, 50_000, "5.40 ms"),
            (0, 50_000, "0 µs"),
            (-12, 1, "−12 ns"),
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
