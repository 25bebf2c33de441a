//! Whole files, sound and otherwise. They are made up: see
//! `tests/neuron/make_parquet.py`.

use super::{Problem, Rows, guarded};
use std::path::{Path, PathBuf};

fn set(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/neuron/parquet").join(name)
}

/// All text, and how it ended.
fn read(bytes: Vec<u8>) -> (String, Result<(), Problem>) {
    let mut out = Vec::new();
    let end = guarded(|| {
        let mut rows = Rows::open(bytes)?;
        while rows.next(&mut out)? {}
        Ok(())
    });
    (String::from_utf8(out).unwrap(), end)
}

fn file(name: &str) -> (String, Result<(), Problem>) {
    read(std::fs::read(set(name)).unwrap())
}

fn rows(name: &str) -> Vec<serde_json::Value> {
    let (text, end) = file(name);
    assert_eq!(end, Ok(()), "{name}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn rows_are_objects_of_what_is_not_null() {
    let rows = rows("v7/Instruction_0.parquet");
    assert_eq!(rows.len(), 1 + 7);
    let names: Vec<&str> = rows[0].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(names.contains(&"start_ts") && names.contains(&"performance_mode"));
    assert_eq!(rows[1]["id"], 5_100_000_000_000_000_002_u64);
    assert_eq!((&rows[1]["engine"], &rows[1]["duration_ns"]), (&"sync".into(), &90.into()));
    assert!(rows[1].get("hlo_name").is_none() && rows[1].get("performance_mode").is_none());
}

#[test]
fn types_of_every_kind_are_numbers_texts_and_lists() {
    let rows = rows("v12/Instruction.parquet");
    assert_eq!(rows.len(), 1 + 13);
    let names = rows[0].to_string();
    for name in ["\"tags.key\"", "\"tags.values\"", "\"notes.key\"", "\"notes.value\""] {
        assert!(names.contains(name), "{names}");
    }
    let text = file("v12/Instruction.parquet").0;
    let line = text.lines().nth(2).unwrap();
    for part in [
        "\"id\":5100000000000000003,",
        "\"start_ts\":0,",
        "\"evt_wait_time_ns\":0.00",
        "\"pc\":\"1\"",
        "\"tags.key\":[\"n\"]",
        "\"tags.values\":[[0]]",
        "\"notes.key\":[\"a\",\"b\"]",
        "\"notes.value\":[1,null]",
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
    assert_eq!(rows[1]["notes.key"], serde_json::json!([]));
    assert!(rows[1].get("tags.key").is_none());
}

#[test]
fn every_codec_page_version_and_encoding_gives_the_same_rows() {
    for table in [
        "DmaPacket",
        "ActiveTime",
        "PendingDma",
        "OpcodeSummary",
        "HloInstruction",
        "SchemaFields",
        "Warning",
    ] {
        let parts = ["", "_0", "_1", "_2"].map(|part| format!("v7/{table}{part}.parquet"));
        let parts = parts.iter().filter(|part| set(part).exists());
        let old: Vec<_> = parts.flat_map(|part| rows(part).into_iter().skip(1)).collect();
        let new: Vec<_> = rows(&format!("v12/{table}.parquet")).into_iter().skip(1).collect();
        assert_eq!(old.len(), new.len(), "{table}");
        let number = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.parse::<f64>().map_err(|_| text.clone()),
            value => value.as_f64().ok_or_else(|| value.to_string()),
        };
        for (old, new) in old.iter().zip(&new) {
            for (name, value) in old.as_object().unwrap() {
                let (a, b) = (number(value), number(&new[name]));
                let same = match (&a, &b) {
                    (Ok(a), Ok(b)) => (a - b).abs() <= a.abs() * 1e-6,
                    _ => a == b,
                };
                assert!(same, "{table}.{name}: {value} and {}", new[name]);
            }
        }
    }
}

#[test]
fn what_is_not_read_has_a_reason() {
    assert_eq!(file("odd/brotli.parquet").1, Err(Problem::Codec("brotli".to_owned())));
    assert_eq!(file("odd/cut.parquet").1, Err(Problem::Cut));
    assert_eq!(file("odd/encrypted.parquet").1, Err(Problem::Encrypted));
    assert!(matches!(file("odd/damaged.parquet").1, Err(Problem::Damaged(_))));
    assert_eq!(read(b"PAR1".to_vec()).1, Err(Problem::Cut));
    assert_eq!(read(b"PAR1\xff\xff\xff\xffPAR1".to_vec()).1, Err(Problem::Cut));
    let (text, end) = file("odd/many_rows.parquet");
    assert_eq!(end, Err(Problem::TooLarge("text")));
    // With the line of names in front.
    assert!(text.len() as u64 <= super::ALWAYS_TEXT_BYTES + 20 && text.ends_with("}\n"));
}

/// Numbers that are the same at every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

#[test]
fn damage_of_any_kind_ends_in_whole_rows_and_a_problem_at_most() {
    let mut dice = Dice(1);
    let mut ends = [0; 2];
    for name in ["v7/Instruction_0", "v12/DmaPacket", "v12/Instruction", "v12/Summary", "v12/HloInstruction"]
    {
        let whole = std::fs::read(set(&format!("{name}.parquet"))).unwrap();
        for round in 0..400 {
            let mut bytes = whole.clone();
            // Mostly where a single byte matters most.
            let tail = bytes.len().min(2500);
            for _ in 0..1 + dice.below(4) {
                let at =
                    if round % 2 == 0 { dice.below(bytes.len()) } else { bytes.len() - 1 - dice.below(tail) };
                bytes[at] = match round % 3 {
                    0 => dice.below(256) as u8,
                    1 => bytes[at] ^ 1 << dice.below(8),
                    _ => [0, 0x7f, 0x80, 0xff][dice.below(4)],
                };
            }
            let (text, end) = read(bytes);
            assert!(text.is_empty() || text.ends_with('\n'));
            assert!(text.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
            ends[usize::from(end.is_err())] += 1;
        }
        for len in (0..whole.len()).step_by(97) {
            assert_eq!(read(whole[..len].to_vec()).1, Err(Problem::Cut));
        }
    }
    assert!(ends[0] > 100 && ends[1] > 100, "{ends:?}");
}
