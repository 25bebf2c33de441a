//! Data types as profilers write them: names, sizes, and which one an op on
//! two of them gives.

/// Short name, bytes, numbers of the framework's enumeration, other names.
const TYPES: &[(&str, u64, &[u32], &[&str])] = &[
    ("f64", 8, &[7], &["double", "float64"]),
    ("f32", 4, &[6], &["float", "float32"]),
    ("bf16", 2, &[15], &["c10::bfloat16", "bfloat16"]),
    ("f16", 2, &[5], &["c10::half", "half", "float16"]),
    ("f8e5m2", 1, &[23], &["c10::float8_e5m2", "float8_e5m2"]),
    ("f8e4m3fn", 1, &[24], &["c10::float8_e4m3fn", "float8_e4m3fn"]),
    ("f8e5m2fnuz", 1, &[25], &["c10::float8_e5m2fnuz", "float8_e5m2fnuz"]),
    ("f8e4m3fnuz", 1, &[26], &["c10::float8_e4m3fnuz", "float8_e4m3fnuz"]),
    ("c64", 8, &[9], &["c10::complex<float>", "complex64"]),
    ("c128", 16, &[10], &["c10::complex<double>", "complex128"]),
    ("i64", 8, &[4], &["long int", "long", "long long", "int64", "int64_t"]),
    ("i32", 4, &[3], &["int", "int32", "int32_t"]),
    ("i16", 2, &[2], &["short int", "short", "int16"]),
    ("i8", 1, &[1], &["signed char", "int8"]),
    ("u8", 1, &[0], &["unsigned char", "uint8"]),
    ("u16", 2, &[27], &["unsigned short", "uint16"]),
    ("u32", 4, &[28], &["unsigned int", "uint32"]),
    ("u64", 8, &[29], &["unsigned long", "uint64"]),
    ("bool", 1, &[11], &[]),
];

/// The short name of a type, if it is known.
pub fn short_name(written: &str) -> Option<&'static str> {
    let lower = written.to_ascii_lowercase();
    TYPES
        .iter()
        .find(|(short, _, _, names)| *short == lower || names.contains(&lower.as_str()))
        .map(|(short, ..)| *short)
}

/// Bytes of one element of a short name.
pub fn size(short: &str) -> Option<u64> {
    TYPES.iter().find(|entry| entry.0 == short).map(|entry| entry.1)
}

/// The type that a number stands for in the arguments of an op.
pub fn from_number(number: &str) -> Option<&'static str> {
    let number: u32 = number.trim().parse().ok()?;
    TYPES.iter().find(|entry| entry.2.contains(&number)).map(|entry| entry.0)
}

/// The type of an op's result from two inputs.
pub fn promoted<'a>(a: &'a str, b: &'a str) -> &'a str {
    if ["bf16", "f16"].contains(&a) && ["bf16", "f16"].contains(&b) && a != b {
        return "f32";
    }
    if rank(a) >= rank(b) { a } else { b }
}

fn rank(short: &str) -> u32 {
    const RISING: &[&str] = &[
        "bool",
        "u8",
        "i8",
        "u16",
        "i16",
        "u32",
        "i32",
        "u64",
        "i64",
        "f8e5m2",
        "f8e4m3fn",
        "f8e5m2fnuz",
        "f8e4m3fnuz",
        "f16",
        "bf16",
        "f32",
        "f64",
        "c64",
        "c128",
    ];
    RISING.iter().position(|known| *known == short).map_or(0, |at| at as u32 + 1)
}

/// Whether a type counts whole things.
pub fn is_integer(short: &str) -> bool {
    short == "bool" || short.starts_with(['i', 'u'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_writers_are_one_type() {
        for written in ["c10::BFloat16", "bfloat16", "bf16"] {
            assert_eq!(short_name(written), Some("bf16"));
        }
        assert_eq!(short_name("long int").and_then(size), Some(8));
        assert_eq!(short_name("TensorList"), None);
        assert_eq!(
            (from_number("6"), from_number("15"), from_number("99")),
            (Some("f32"), Some("bf16"), None)
        );
    }

    #[test]
    fn the_wider_type_wins() {
        assert_eq!(promoted("bf16", "f32"), "f32");
        assert_eq!(promoted("bf16", "f16"), "f32");
        assert_eq!(promoted("i64", "f16"), "f16");
    }
}
