//! Traces of any number of slices: eight busy threads, three rows each.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

const THREADS: u64 = 8;
/// A step, three layers in it, two ops in each.
const SLICES_A_STEP: u64 = 10;
/// From one step to the next on a thread, in ns.
const PERIOD: u64 = 60_000;

/// Writes about `slices` slices. The same number gives the same bytes.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write(path: &Path, slices: u64) -> Result<()> {
    let file = File::create(path).with_context(|| format!("could not write {}", path.display()))?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    writeln!(out, "{{\"traceEvents\":[")?;
    for thread in 1..=THREADS {
        let name = r#"{"ph":"M","name":"thread_name","pid":1"#;
        writeln!(out, r#"{name},"tid":{thread},"args":{{"name":"thread {thread}"}}}},"#)?;
    }
    let steps = (slices / SLICES_A_STEP / THREADS).max(1);
    let mut random = Random(1);
    for step in 0..steps {
        for thread in 1..=THREADS {
            write_step(&mut out, &mut random, step, thread, step + 1 == steps && thread == THREADS)?;
        }
    }
    writeln!(out, "]}}")?;
    out.flush()?;
    Ok(())
}

fn write_step(
    out: &mut impl Write,
    random: &mut Random,
    step: u64,
    thread: u64,
    is_last: bool,
) -> Result<()> {
    let begin = step * PERIOD + thread * 1_000 + random.below(500);
    slice(out, "step", 0, thread, begin, PERIOD - 3_000 - random.below(4_000))?;
    for layer in 0..3 {
        let layer_begin = begin + 400 + layer * 17_000 + random.below(600);
        writeln!(out, ",")?;
        slice(out, "layer_", (step + layer) % 12, thread, layer_begin, 15_000 + random.below(900))?;
        for op in 0..2 {
            let op_begin = layer_begin + 200 + op * 7_000 + random.below(300);
            writeln!(out, ",")?;
            slice(out, "op_", random.below(48), thread, op_begin, 500 + random.below(6_000))?;
        }
    }
    writeln!(out, "{}", if is_last { "" } else { "," })?;
    Ok(())
}

fn slice(out: &mut impl Write, name: &str, number: u64, thread: u64, start: u64, dur: u64) -> Result<()> {
    let (ts, ts_ns) = (start / 1000, start % 1000);
    let (us, ns) = (dur / 1000, dur % 1000);
    write!(
        out,
        r#"{{"ph":"X","cat":"cpu_op","name":"{name}{number}","pid":1,"tid":{thread},"ts":{ts}.{ts_ns:03},"dur":{us}.{ns:03}}}"#
    )?;
    Ok(())
}

/// Numbers that look random and are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slice_is_nested_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("flat.json");
        write(&path, 8_000).unwrap();
        let text = std::fs::read(&path).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(value["traceEvents"].as_array().unwrap().len(), 8_000 + 8);
        let mut reader = lowerscope::ingest::json::Reader::new("flat.json");
        reader.push(&text);
        let trace = reader.finish();
        assert_eq!(trace.slices.len(), 8_000);
        assert!(trace.health.is_empty(), "{:?}", trace.health);
    }
}
