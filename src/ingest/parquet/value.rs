//! Values as JSON text.

use parquet::basic::{ConvertedType, LogicalType, TimeUnit};
use parquet::data_type::{ByteArray, FixedLenByteArray, Int96};
use parquet::schema::types::ColumnDescriptor;
use std::io::Write;

/// What a column's values stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// What they are.
    Plain,
    Unsigned,
    /// Whole numbers with so many digits behind the point.
    Decimal(u32),
    /// Times, as nanoseconds when multiplied by this.
    Time(i64),
    Float16,
}

impl Form {
    pub fn of(column: &ColumnDescriptor) -> Self {
        let factor = |unit: &TimeUnit| match unit {
            TimeUnit::MILLIS => 1_000_000,
            TimeUnit::MICROS => 1_000,
            TimeUnit::NANOS => 1,
        };
        match column.logical_type_ref() {
            Some(LogicalType::Decimal(decimal)) => Self::decimal(decimal.scale),
            Some(LogicalType::Timestamp(time) | LogicalType::Time(time)) => Self::Time(factor(&time.unit)),
            Some(LogicalType::Integer(int)) if !int.is_signed => Self::Unsigned,
            Some(LogicalType::Float16) => Self::Float16,
            Some(_) => Self::Plain,
            None => match column.converted_type() {
                ConvertedType::DECIMAL => Self::decimal(column.type_scale()),
                ConvertedType::TIMESTAMP_MILLIS | ConvertedType::TIME_MILLIS => Self::Time(1_000_000),
                ConvertedType::TIMESTAMP_MICROS | ConvertedType::TIME_MICROS => Self::Time(1_000),
                ConvertedType::UINT_8
                | ConvertedType::UINT_16
                | ConvertedType::UINT_32
                | ConvertedType::UINT_64 => Self::Unsigned,
                _ => Self::Plain,
            },
        }
    }

    fn decimal(scale: i32) -> Self {
        /// Digits of the longest number that is read as one.
        const MOST_DIGITS: u32 = 38;
        u32::try_from(scale).map_or(Self::Plain, |scale| Self::Decimal(scale.min(MOST_DIGITS)))
    }
}

/// Something that has a JSON form.
pub trait Value {
    /// False, and nothing written, for what is no value: NaN and infinities.
    fn write(&self, form: Form, out: &mut Vec<u8>) -> bool;
}

impl Value for bool {
    fn write(&self, _: Form, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(if *self { b"true" } else { b"false" });
        true
    }
}

impl Value for i32 {
    fn write(&self, form: Form, out: &mut Vec<u8>) -> bool {
        match form {
            Form::Unsigned => number(out, self.cast_unsigned()),
            form => i64::from(*self).write(form, out),
        }
    }
}

impl Value for i64 {
    fn write(&self, form: Form, out: &mut Vec<u8>) -> bool {
        match form {
            Form::Unsigned => number(out, self.cast_unsigned()),
            Form::Decimal(scale) => decimal(out, i128::from(*self), scale),
            Form::Time(factor) => number(out, i128::from(*self) * i128::from(factor)),
            Form::Plain | Form::Float16 => number(out, self),
        }
    }
}

impl Value for Int96 {
    /// A time of old writers.
    fn write(&self, _: Form, out: &mut Vec<u8>) -> bool {
        const DAY_OF_EPOCH: i128 = 2_440_588;
        const NANOS_OF_DAY: i128 = 86_400_000_000_000;
        let [low, high, day] = [0, 1, 2].map(|at| self.data().get(at).copied().unwrap_or_default());
        let nanos = i128::from(u64::from(high) << 32 | u64::from(low));
        number(out, (i128::from(day) - DAY_OF_EPOCH) * NANOS_OF_DAY + nanos)
    }
}

impl Value for f32 {
    fn write(&self, _: Form, out: &mut Vec<u8>) -> bool {
        self.is_finite() && number(out, self)
    }
}

impl Value for f64 {
    fn write(&self, _: Form, out: &mut Vec<u8>) -> bool {
        self.is_finite() && number(out, self)
    }
}

impl Value for ByteArray {
    fn write(&self, form: Form, out: &mut Vec<u8>) -> bool {
        match (form, big_endian(self.data())) {
            (Form::Decimal(scale), Some(value)) => decimal(out, value, scale),
            _ => text(out, self.data()),
        }
    }
}

impl Value for FixedLenByteArray {
    fn write(&self, form: Form, out: &mut Vec<u8>) -> bool {
        match (form, self.data()) {
            (Form::Decimal(scale), bytes) if let Some(value) = big_endian(bytes) => {
                decimal(out, value, scale)
            }
            (Form::Float16, &[low, high]) => float16(u16::from_le_bytes([low, high])).write(form, out),
            (_, bytes) => {
                out.push(b'"');
                for byte in bytes {
                    number_hex(out, *byte);
                }
                out.push(b'"');
                true
            }
        }
    }
}

// Writing to memory cannot fail.
fn number(out: &mut Vec<u8>, value: impl std::fmt::Display) -> bool {
    write!(out, "{value}").is_ok()
}

fn number_hex(out: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}

fn text(out: &mut Vec<u8>, bytes: &[u8]) -> bool {
    serde_json::to_writer(out, &*String::from_utf8_lossy(bytes)).is_ok()
}

fn decimal(out: &mut Vec<u8>, value: i128, scale: u32) -> bool {
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    let unit = 10u128.pow(scale);
    match scale {
        0 => number(out, value),
        _ => write!(out, "{sign}{}.{:0width$}", size / unit, size % unit, width = scale as usize).is_ok(),
    }
}

/// A whole number of up to 16 bytes, the highest first.
fn big_endian(bytes: &[u8]) -> Option<i128> {
    let is_negative = *bytes.first()? & 0x80 != 0;
    let mut wide = if is_negative { [0xff; 16] } else { [0; 16] };
    let room = wide.get_mut(16usize.checked_sub(bytes.len())?..)?;
    room.copy_from_slice(bytes);
    Some(i128::from_be_bytes(wide))
}

fn float16(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 0x3ff));
    match exponent {
        0 => sign * fraction * 2f32.powi(-24),
        31 => f32::NAN,
        _ => sign * (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(value: impl Value, form: Form) -> String {
        let mut out = Vec::new();
        let is_value = value.write(form, &mut out);
        assert_eq!(is_value, !out.is_empty());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_keep_every_digit() {
        assert_eq!(text_of(8_158_926_430_342_629_659i64, Form::Plain), "8158926430342629659");
        assert_eq!(text_of(-1i64, Form::Unsigned), "18446744073709551615");
        assert_eq!(text_of(-1i32, Form::Unsigned), "4294967295");
        assert_eq!(text_of(i64::MIN, Form::Time(1_000_000)), "-9223372036854775808000000");
        assert_eq!(text_of(-1_205i64, Form::Decimal(3)), "-1.205");
        assert_eq!(text_of(7i32, Form::Decimal(0)), "7");
        assert_eq!(text_of(0.1f32, Form::Plain), "0.1");
        assert_eq!([text_of(f64::NAN, Form::Plain), text_of(f32::INFINITY, Form::Plain)], ["", ""]);
    }

    #[test]
    fn bytes_are_numbers_or_text_by_their_type() {
        let fixed = |bytes: &[u8]| FixedLenByteArray::from(bytes.to_vec());
        assert_eq!(text_of(fixed(&[0xff, 0x38]), Form::Decimal(1)), "-20.0");
        assert_eq!(text_of(fixed(&[0, 0x3c]), Form::Float16), "1");
        assert_eq!(text_of(fixed(&[0xab, 1]), Form::Plain), "\"ab01\"");
        assert_eq!(text_of(ByteArray::from("a\"\n"), Form::Plain), "\"a\\\"\\n\"");
        assert_eq!(text_of(ByteArray::from(vec![b'a', 0xff]), Form::Plain), "\"a\u{fffd}\"");
        assert_eq!(text_of(ByteArray::from(vec![1, 0]), Form::Decimal(2)), "2.56");
    }

    #[test]
    fn old_times_are_nanoseconds_since_1970() {
        let mut time = Int96::new();
        time.set_data(5, 0, 2_440_589);
        assert_eq!(text_of(time, Form::Plain), "86400000000005");
    }
}
