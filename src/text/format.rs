//! Numbers for people: durations, bytes, rates, counts.
//!
//! Figures have at most four significant digits, without trailing zeros, and
//! the unit after a space (`1.284 ms`). Whole numbers keep all their digits,
//! in groups of three (`12,080`). Durations stay integers until they are text,
//! so that nothing is lost between `i64` ticks and the page. Digits are those
//! of the language in use, see [`super::numerals`].

use super::numerals::write;
use crate::trace::TimeUnit;

const DURATION_DIGITS: u32 = 4;
const SIZE_DIGITS: u32 = 3;

/// Picoseconds in each unit, greatest first.
const DURATION_UNITS: [(u128, &str); 5] =
    [(1_000_000_000_000, "s"), (1_000_000_000, "ms"), (1_000_000, "µs"), (1000, "ns"), (1, "ps")];

/// Of units that are scaled, by thousands.
const PREFIXES: [&str; 7] = ["", "k", "M", "G", "T", "P", "E"];

/// A duration in ticks: `0 ns`, `418 ns`, `1.284 ms`, `-27.2 µs`. Seconds are
/// the greatest unit.
pub fn ticks(ticks: i64, unit: TimeUnit) -> String {
    duration(ticks, unit, Some(DURATION_DIGITS))
}

/// A duration with every digit that the ticks hold: `1.284321 ms`.
pub fn ticks_exact(ticks: i64, unit: TimeUnit) -> String {
    duration(ticks, unit, None)
}

/// An average of durations, in ticks.
pub fn ticks_mean(ticks: f64, unit: TimeUnit) -> String {
    // Thousandths of a tick are far below what a mean can tell; going through
    // the finer unit keeps a mean of 1.5 ns from reading 2 ns.
    match unit {
        _ if !ticks.is_finite() => missing(),
        _ if ticks == 0.0 => duration(0, unit, None),
        TimeUnit::Nanos if ticks.abs() < 1e6 => {
            duration((ticks * 1000.0).round() as i64, TimeUnit::Picos, Some(DURATION_DIGITS))
        }
        _ => duration(ticks.round() as i64, unit, Some(DURATION_DIGITS)),
    }
}

fn duration(ticks: i64, unit: TimeUnit, digits: Option<u32>) -> String {
    if ticks == 0 {
        return match unit {
            TimeUnit::Nanos => write("0 ns"),
            TimeUnit::Picos => write("0 ps"),
        };
    }
    let picos = u128::from(ticks.unsigned_abs()) * if unit == TimeUnit::Nanos { 1000 } else { 1 };
    let mut at = DURATION_UNITS.iter().position(|(scale, _)| picos >= *scale).unwrap_or(4);
    let mut number = scaled(picos, DURATION_UNITS[at].0, digits);
    // Rounding may reach the next unit: 999.96 µs is 1 ms, not 1,000 µs.
    if at > 0 && number == "1,000" {
        at -= 1;
        number = "1".to_owned();
    }
    write(&format!("{}{number} {}", sign(ticks < 0), DURATION_UNITS[at].1))
}

/// `value / scale` in decimal, rounded half up to `digits` significant digits
/// (whole digits are never rounded away), or in full.
fn scaled(value: u128, scale: u128, digits: Option<u32>) -> String {
    let mut whole = value / scale;
    let mut rest = value % scale;
    let mut places = scale.ilog10();
    if let Some(digits) = digits {
        let whole_digits = if whole == 0 { 0 } else { whole.ilog10() + 1 };
        let keep = digits.saturating_sub(whole_digits).min(places);
        let cut = 10u128.pow(places - keep);
        rest = (rest + cut / 2) / cut;
        places = keep;
        if rest >= 10u128.pow(places) {
            rest = 0;
            whole += 1;
        }
    }
    let mut text = grouped(&whole.to_string());
    if rest > 0 {
        let fraction = format!("{rest:0width$}", width = places as usize);
        text.push('.');
        text.push_str(fraction.trim_end_matches('0'));
    }
    text
}

/// A count: `12,080`.
pub fn count(value: u64) -> String {
    write(&grouped(&value.to_string()))
}

/// A whole number: `-12,080`.
pub fn integer(value: i64) -> String {
    write(&format!("{}{}", sign(value < 0), grouped(&value.unsigned_abs().to_string())))
}

/// Any number, four significant digits: `0.003421`, `12,080`, `9.22e18`.
pub fn number(value: f64) -> String {
    write(&significant(value, DURATION_DIGITS))
}

/// Any number with all its digits: `12,080`, `0.25`.
pub fn number_full(value: f64) -> String {
    if !value.is_finite() || value.abs() >= 1e15 {
        return number(value);
    }
    write(&format!("{}{}", sign(value < 0.0), grouped_decimal(&value.abs().to_string())))
}

/// A size in bytes, decimal units: `512 B`, `36.6 MB`.
pub fn bytes(value: u64) -> String {
    quantity(value as f64, "B")
}

/// Bytes in a second: `2.19 TB/s`.
pub fn bytes_per_second(value: f64) -> String {
    if value.is_finite() { format!("{}/s", quantity(value, "B")) } else { missing() }
}

/// Floating-point operations: `36.7 MFLOP`.
pub fn flops(value: f64) -> String {
    by_thousands(value, "FLOP")
}

/// Floating-point operations in a second: `244 GFLOP/s`.
pub fn flops_per_second(value: f64) -> String {
    by_thousands(value, "FLOP/s")
}

/// A share in percent, one digit after the point: `38.2 %`.
pub fn percent(value: f64) -> String {
    if !value.is_finite() {
        return missing();
    }
    let text = format!("{:.1}", value.abs());
    let text = text.strip_suffix(".0").unwrap_or(&text);
    write(&format!("{}{} %", sign(value < 0.0 && text != "0"), grouped_decimal(text)))
}

/// A value with its unit; `B` and `B/s` are scaled (`1.5 GB`), an empty unit is left out.
pub fn quantity(value: f64, unit: &str) -> String {
    if !value.is_finite() {
        return missing();
    }
    match unit {
        "B" | "B/s" => by_thousands(value, unit),
        "" => number(value),
        _ => write(&format!("{} {unit}", significant(value, DURATION_DIGITS))),
    }
}

/// A value by thousands, with the prefix before its unit.
fn by_thousands(value: f64, unit: &str) -> String {
    if !value.is_finite() {
        return missing();
    }
    let mut scaled = value.abs();
    let mut at = 0;
    // 999.5 would read 1,000 with three digits.
    while scaled >= 999.5 && at + 1 < PREFIXES.len() {
        scaled /= 1000.0;
        at += 1;
    }
    write(&format!("{}{} {}{unit}", sign(value < 0.0), significant(scaled, SIZE_DIGITS), PREFIXES[at]))
}

fn significant(value: f64, digits: u32) -> String {
    if !value.is_finite() {
        return missing();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = value.abs().log10().floor() as i32;
    if !(-5..15).contains(&magnitude) {
        let text = format!("{:.*e}", digits as usize - 1, value.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mantissa = if mantissa.contains('.') {
            mantissa.trim_end_matches('0').trim_end_matches('.')
        } else {
            mantissa
        };
        return format!("{}{mantissa}e{exponent}", sign(value < 0.0));
    }
    let places = (digits as i32 - 1 - magnitude).max(0) as usize;
    let text = format!("{:.*}", places, value.abs());
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{}{}", sign(value < 0.0), grouped_decimal(text))
}

fn missing() -> String {
    "–".to_owned()
}

fn sign(negative: bool) -> &'static str {
    if negative { "-" } else { "" }
}

fn grouped_decimal(text: &str) -> String {
    match text.split_once('.') {
        Some((whole, fraction)) => format!("{}.{fraction}", grouped(whole)),
        None => grouped(text),
    }
}

fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_four_digits_and_a_fitting_unit() {
        let ns = |t| ticks(t, TimeUnit::Nanos);
        assert_eq!(
            [ns(0), ns(1), ns(418), ns(27_200), ns(1_284_321), ns(160_512), ns(31_402_118_000)],
            ["0 ns", "1 ns", "418 ns", "27.2 µs", "1.284 ms", "160.5 µs", "31.4 s"]
        );
        assert_eq!([ns(-27_200), ns(-1)], ["-27.2 µs", "-1 ns"]);
    }

    #[test]
    fn picoseconds_are_shown_below_the_nanosecond_and_as_its_fractions() {
        let ps = |t| ticks(t, TimeUnit::Picos);
        assert_eq!([ps(0), ps(7), ps(1284), ps(1_284_321)], ["0 ps", "7 ps", "1.284 ns", "1.284 µs"]);
    }

    #[test]
    fn rounding_up_moves_to_the_next_unit() {
        assert_eq!(ticks(999_960, TimeUnit::Nanos), "1 ms");
        assert_eq!(ticks(999_940, TimeUnit::Nanos), "999.9 µs");
        assert_eq!(ticks(9_999_600_000, TimeUnit::Nanos), "10 s");
    }

    #[test]
    fn extremes_neither_overflow_nor_lose_whole_digits() {
        assert_eq!(ticks(i64::MAX, TimeUnit::Nanos), "9,223,372,037 s");
        assert_eq!(ticks(i64::MIN, TimeUnit::Nanos), "-9,223,372,037 s");
        assert_eq!(ticks_exact(i64::MIN, TimeUnit::Picos), "-9,223,372.036854775808 s");
        assert_eq!(integer(i64::MIN), "-9,223,372,036,854,775,808");
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn exact_durations_keep_every_digit() {
        assert_eq!(ticks_exact(1_284_321, TimeUnit::Nanos), "1.284321 ms");
        assert_eq!(ticks_exact(1_000_000, TimeUnit::Nanos), "1 ms");
    }

    #[test]
    fn means_keep_parts_of_a_tick() {
        assert_eq!(ticks_mean(1.5, TimeUnit::Nanos), "1.5 ns");
        assert_eq!(ticks_mean(27_166.6, TimeUnit::Nanos), "27.17 µs");
        assert_eq!(ticks_mean(0.0, TimeUnit::Nanos), "0 ns");
        assert_eq!(ticks_mean(f64::NAN, TimeUnit::Nanos), "–");
    }

    #[test]
    fn sizes_and_rates_use_decimal_units() {
        assert_eq!([bytes(0), bytes(512), bytes(999), bytes(1000)], ["0 B", "512 B", "999 B", "1 kB"]);
        assert_eq!([bytes(36_604_123), bytes(999_600), bytes(u64::MAX)], ["36.6 MB", "1 MB", "18.4 EB"]);
        assert_eq!(bytes_per_second(2.19e12), "2.19 TB/s");
        assert_eq!(bytes_per_second(f64::INFINITY), "–");
    }

    #[test]
    fn numbers_are_grouped_and_rounded() {
        assert_eq!(
            [count(0), count(999), count(12_080), count(1_000_000)],
            ["0", "999", "12,080", "1,000,000"]
        );
        assert_eq!([number(0.003_421_4), number(12_080.4), number(-1.5)], ["0.003421", "12,080", "-1.5"]);
        assert_eq!([number(9.223e18), number(1e-9), number(f64::NAN)], ["9.223e18", "1e-9", "–"]);
        assert_eq!([percent(38.24), percent(100.0), percent(-0.01)], ["38.2 %", "100 %", "0 %"]);
        assert_eq!([quantity(1.5e9, "B"), quantity(3.0, "W"), quantity(3.0, "")], ["1.5 GB", "3 W", "3"]);
    }
}
