//! Numbers as text: times without floats, and lenient decimals.

/// A time or duration of the file, which writes microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileTime {
    /// Rounded half up on the magnitude, by the first digit below 1 ns.
    pub ns: i64,
    /// Truncated to picoseconds; `None` when that overflows.
    pub ps: Option<i64>,
    /// There is something below the nanosecond.
    pub sub_ns: bool,
}

/// Reads a decimal number of microseconds, in any decimal form, exactly.
/// `None` when the text is no number or the time overflows 64 bits.
pub fn file_time(raw: &[u8]) -> Option<FileTime> {
    fast_time(raw).or_else(|| slow_time(raw))
}

/// The common shape: at most 15 digits, a point, at most 3 digits.
fn fast_time(raw: &[u8]) -> Option<FileTime> {
    let (negative, digits) = match raw.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, raw),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value: i64 = 0;
    let mut fraction = None;
    for (i, &byte) in digits.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            value = value * 10 + i64::from(digit);
        } else if byte == b'.' && fraction.is_none() && i > 0 {
            fraction = Some(digits.len() - i - 1);
        } else {
            return None;
        }
    }
    let places = fraction.unwrap_or(0);
    if places > 3 || digits.len() - places > 15 {
        return None;
    }
    let ns = value * [1000, 100, 10, 1][places];
    let ns = if negative { -ns } else { ns };
    Some(FileTime { ns, ps: ns.checked_mul(1000), sub_ns: false })
}

fn slow_time(raw: &[u8]) -> Option<FileTime> {
    let decimal = Decimal::parse(raw)?;
    let whole = decimal.scaled(3)?;
    let up = decimal.digit(3) >= 5;
    let ns = i64::try_from(if up { whole.checked_add(1)? } else { whole }).ok()?;
    let ps = decimal.scaled(6).and_then(|ps| i64::try_from(ps).ok());
    let sign = if decimal.negative { -1 } else { 1 };
    Some(FileTime { ns: sign * ns, ps: ps.map(|ps| sign * ps), sub_ns: decimal.has_digits_below(3) })
}

/// Digits of a decimal number with the place of its point.
struct Decimal<'a> {
    negative: bool,
    before: &'a [u8],
    after: &'a [u8],
    /// Digits before the point once the exponent is applied.
    point: i64,
}

impl<'a> Decimal<'a> {
    fn parse(raw: &'a [u8]) -> Option<Self> {
        let (negative, rest) = match raw.split_first()? {
            (b'-', rest) => (true, rest),
            (b'+', rest) => (false, rest),
            _ => (false, raw),
        };
        let (mantissa, exponent) = match rest.iter().position(|b| matches!(b, b'e' | b'E')) {
            Some(at) => (&rest[..at], parse_exponent(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (before, after) = match mantissa.iter().position(|&b| b == b'.') {
            Some(at) => (&mantissa[..at], &mantissa[at + 1..]),
            None => (mantissa, &[][..]),
        };
        let digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
        if (before.is_empty() && after.is_empty()) || !digits(before) || !digits(after) {
            return None;
        }
        let point = (before.len() as i64).saturating_add(exponent);
        Some(Self { negative, before, after, point })
    }

    fn at(&self, index: i64) -> u8 {
        let Ok(index) = usize::try_from(index) else { return 0 };
        let digit = self.before.get(index).or_else(|| self.after.get(index.wrapping_sub(self.before.len())));
        digit.map_or(0, |d| d - b'0')
    }

    fn len(&self) -> i64 {
        (self.before.len() + self.after.len()) as i64
    }

    /// Integer part of the magnitude times ten to the `places`.
    fn scaled(&self, places: i64) -> Option<u64> {
        let end = self.point.saturating_add(places);
        let mut value: u64 = 0;
        for i in 0..end.min(self.len()) {
            value = value.checked_mul(10)?.checked_add(u64::from(self.at(i)))?;
        }
        if value == 0 {
            return Some(0);
        }
        let zeros = u32::try_from(end.saturating_sub(self.len()).max(0)).ok()?;
        value.checked_mul(10u64.checked_pow(zeros)?)
    }

    /// Digit at a decimal place after the point (3 = first below 1/1000).
    fn digit(&self, places: i64) -> u8 {
        self.at(self.point.saturating_add(places))
    }

    fn has_digits_below(&self, places: i64) -> bool {
        let from = self.point.saturating_add(places).max(0);
        (from..self.len()).any(|i| self.at(i) != 0)
    }
}

/// Exponent digits; capped, since the value is 0 or overflows long before.
fn parse_exponent(raw: &[u8]) -> Option<i64> {
    let (negative, digits) = match raw.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, raw),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0i64, |v, d| (v * 10 + i64::from(d - b'0')).min(1_000_000));
    Some(if negative { -value } else { value })
}

/// A decimal number in any form that writers use (`.75`, `246.`, `+10.5`,
/// `01.23`), correctly rounded. Words such as `inf` are none.
pub fn lenient_f64(raw: &[u8]) -> Option<f64> {
    Decimal::parse(raw)?;
    std::str::from_utf8(raw).ok()?.parse().ok()
}

/// An unsigned integer; `None` for anything else.
pub fn exact_u64(raw: &[u8]) -> Option<u64> {
    if raw.is_empty() || raw.len() > 20 {
        return None;
    }
    let mut value: u64 = 0;
    for &byte in raw {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(u64::from(digit))?;
    }
    Some(value)
}

/// An integer that may be written as `2.0`.
pub fn lenient_i64(raw: &[u8]) -> Option<i64> {
    let decimal = Decimal::parse(raw)?;
    let magnitude = i64::try_from(decimal.scaled(0)?).ok()?;
    Some(if decimal.negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ns(text: &str) -> Option<i64> {
        file_time(text.as_bytes()).map(|t| t.ns)
    }

    #[test]
    fn microseconds_become_nanoseconds_without_a_float() {
        assert_eq!(ns("1720000000123456.789"), Some(1_720_000_000_123_456_789));
        assert_eq!(ns("1720000000123456.790"), Some(1_720_000_000_123_456_790));
        assert_eq!(ns("5146136041014.313"), Some(5_146_136_041_014_313));
        assert_eq!(ns("0"), Some(0));
        assert_eq!(ns("-50"), Some(-50_000));
        assert_eq!(ns("9223372036854775.807"), Some(i64::MAX));
        assert_eq!(ns("9223372036854775.808"), None);
        assert_eq!(ns("1e300"), None);
    }

    #[test]
    fn rounding_is_half_up_by_the_fourth_digit_on_the_magnitude() {
        assert_eq!(ns("100.0004"), Some(100_000));
        assert_eq!(ns("200.0005"), Some(200_001));
        assert_eq!(ns("300.9999"), Some(301_000));
        assert_eq!(ns("400.00049999"), Some(400_000));
        assert_eq!(ns("-100.0005"), Some(-100_001));
    }

    #[test]
    fn every_decimal_form_is_a_time() {
        assert_eq!(ns("5e2"), Some(500_000));
        assert_eq!(ns("1.7E+15"), Some(1_700_000_000_000_000_000));
        assert_eq!(ns("6123456e-4"), Some(612_346));
        assert_eq!(ns(".5"), Some(500));
        assert_eq!(ns("5."), Some(5_000));
        assert_eq!(ns("+1"), Some(1_000));
        assert_eq!(ns("007"), Some(7_000));
        assert_eq!(ns("0e999999999999"), Some(0));
        assert_eq!(ns("1e-999999999999"), Some(0));
        for bad in ["", "-", "+", ".", "1.5e", "2e+", "1.2.3", "12a", "1-2", " 1"] {
            assert_eq!(ns(bad), None, "{bad}");
        }
    }

    #[test]
    fn picoseconds_are_kept_beside() {
        let time = file_time(b"0.0025").unwrap();
        assert_eq!((time.ns, time.ps, time.sub_ns), (3, Some(2500), true));
        let time = file_time(b"1.5").unwrap();
        assert_eq!((time.ns, time.ps, time.sub_ns), (1500, Some(1_500_000), false));
        assert_eq!(file_time(b"1720000000123456.7895").unwrap().ps, None);
    }

    #[test]
    fn lenient_numbers_follow_what_writers_emit() {
        assert_eq!(lenient_f64(b".75"), Some(0.75));
        assert_eq!(lenient_f64(b"246."), Some(246.0));
        assert_eq!(lenient_f64(b"01.23"), Some(1.23));
        assert_eq!(lenient_f64(b"+10.5"), Some(10.5));
        assert_eq!(lenient_f64(b"18446744073709551617"), Some(18446744073709552000.0));
        for bad in [&b"1.5e"[..], b"2e+", b".", b"+", b"-", b"inf", b"nan", b""] {
            assert_eq!(lenient_f64(bad), None);
        }
        assert_eq!(lenient_i64(b"2.0"), Some(2));
        assert_eq!(lenient_i64(b"-5"), Some(-5));
        assert_eq!(exact_u64(b"10159970886766084423"), Some(10159970886766084423));
        assert_eq!(exact_u64(b"99999999999999999999"), None);
    }
}
