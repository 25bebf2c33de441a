//! Facts on a recording that decide what may be compared.

use super::attribution::Attribution;
use super::part::PartOf;
use super::profile::{Level, Recording};
use super::shapes::Fields;
use crate::analysis::json_text::{elements, members, readable};
use crate::trace::{SliceId, Trace};

/// Ops whose args are looked at to see whether shapes were recorded.
const SHAPE_SAMPLES: usize = 200;

/// Bytes per second that a device's memory can move at most, by what its name
/// holds; the first that fits counts. Vendors' figures.
const PEAKS: &[(&[&str], f64)] = &[
    (&["h100", "pcie"], 2.0e12),
    (&["h100", "nvl"], 3.9e12),
    (&["h100"], 3.35e12),
    (&["h200"], 4.8e12),
    (&["h20"], 4.0e12),
    (&["gh200", "480gb"], 4.0e12),
    (&["b200"], 8.0e12),
    (&["b300"], 8.0e12),
    (&["a100", "80gb", "pcie"], 1.935e12),
    (&["a100", "80gb"], 2.039e12),
    (&["a100"], 1.555e12),
    (&["a10g"], 0.6e12),
    (&["v100"], 0.9e12),
    (&["l40s"], 0.864e12),
    (&["nvidia l4"], 0.3e12),
    (&["tesla t4"], 0.32e12),
    (&["rtx 4090"], 1.008e12),
    (&["rtx 5090"], 1.792e12),
    (&["mi355"], 8.0e12),
    (&["mi325"], 6.0e12),
    (&["mi300a"], 5.3e12),
    (&["mi300"], 5.3e12),
    // Two dies in one package, seen as two devices: figures are for one.
    (&["mi250"], 1.6e12),
    (&["mi210"], 1.6e12),
];

pub fn recording(trace: &Trace, attribution: &Attribution) -> Recording {
    let device = device_name(trace);
    let part = PartOf::read(trace);
    let whole = part.clone().unwrap_or_default();
    Recording {
        with_stack: attribution.levels.with_frames,
        with_memory: whole.memory || is_set(trace, "profile_memory") || has_memory_marks(trace),
        with_shapes: whole.shapes || is_set(trace, "record_shapes") || has_shapes(trace, attribution),
        has_device: attribution.has_device,
        is_xla: attribution.is_xla,
        graph_replay: attribution.graph_replay,
        synthetic: false,
        sample: part.and_then(|part| part.sample()),
        peak_bytes_per_s: peak_bytes_per_s(&device),
        device,
    }
}

/// Peak rate of a device's memory by the device's name.
pub fn peak_bytes_per_s(device: &str) -> Option<f64> {
    let lower = device.to_ascii_lowercase();
    PEAKS.iter().find(|(words, _)| words.iter().all(|word| lower.contains(word))).map(|entry| entry.1)
}

fn metadata<'a>(trace: &'a Trace, key: &str) -> Option<&'a str> {
    trace.metadata.iter().find(|entry| entry.0 == key).map(|entry| entry.1.as_str())
}

fn is_set(trace: &Trace, key: &str) -> bool {
    metadata(trace, key).is_some_and(|value| ["1", "true"].contains(&value.trim()))
}

fn has_memory_marks(trace: &Trace) -> bool {
    trace.strings.find("[memory]").is_some_and(|name| trace.instants.name.contains(&name))
}

fn has_shapes(trace: &Trace, attribution: &Attribution) -> bool {
    let slices = (0..trace.slices.len() as u32).map(SliceId);
    slices
        .filter(|slice| attribution.levels.of(*slice) == Level::Op)
        .take(SHAPE_SAMPLES)
        .any(|slice| Fields::find(&trace.args.get(trace.slices.args[slice.index()]).args).is_some())
}

/// Name of the first device that the file describes.
fn device_name(trace: &Trace) -> String {
    let Some(all) = metadata(trace, "deviceProperties") else { return String::new() };
    let Some(first) = elements(all.as_bytes()).into_iter().next() else { return String::new() };
    members(first)
        .into_iter()
        .find(|(key, _)| *key == b"\"name\"")
        .map(|(_, value)| readable(value).into_owned())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Recording {
        let mut reader = crate::ingest::json::Reader::new("sample.json");
        reader.push(text.as_bytes());
        let trace = reader.finish();
        recording(&trace, &Attribution::new(&trace))
    }

    #[test]
    fn facts_come_from_the_header_or_from_the_rows() {
        let by_header = read(
            r#"{"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3"}],"record_shapes":1,"profile_memory":1,
               "traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":1,"name":"k","cat":"kernel"}]}"#,
        );
        assert!(by_header.with_shapes && by_header.with_memory && by_header.has_device);
        assert!(!by_header.with_stack);
        assert_eq!(
            (by_header.device.as_str(), by_header.peak_bytes_per_s),
            ("NVIDIA H100 80GB HBM3", Some(3.35e12))
        );
        let by_rows = read(
            r#"{"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":9,"name":"f","cat":"python_function"},
               {"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"aten::mul","cat":"cpu_op","args":{"Input Dims":[[2]]}},
               {"ph":"i","pid":1,"tid":1,"ts":1,"s":"t","name":"[memory]","cat":"cpu_instant_event"}]}"#,
        );
        assert!(by_rows.with_shapes && by_rows.with_memory && by_rows.with_stack && !by_rows.has_device);
        assert_eq!(by_rows.peak_bytes_per_s, None);
    }

    #[test]
    fn variants_of_a_device_have_their_own_peak() {
        assert_eq!(peak_bytes_per_s("NVIDIA H100 PCIe"), Some(2.0e12));
        assert_eq!(peak_bytes_per_s("NVIDIA A100-SXM4-40GB"), Some(1.555e12));
        assert_eq!(peak_bytes_per_s("NVIDIA A100-SXM4-80GB"), Some(2.039e12));
        assert_eq!(peak_bytes_per_s("AMD Instinct MI300X"), Some(5.3e12));
        assert_eq!(peak_bytes_per_s("NVIDIA L4"), Some(0.3e12));
        assert_eq!(peak_bytes_per_s("Some GPU"), None);
    }
}
