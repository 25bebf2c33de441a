//! JSON: trace events or one of the many other things that are JSON too.

use memchr::memmem;

use super::json_outline::{Key, Kind, Outline, keys_of, outline};
use super::{Foreign, Looks};
use crate::neuron::ProfileKind;

/// Sections of a Neuron device profile whose names nothing else uses.
const NEURON_SECTIONS: &[&str] = &[
    "semaphore_update",
    "neff_node",
    "neff_header",
    "profile_info",
    "instruction_usage",
    "layer_summary",
    "active_time",
    "dma_queues_info",
    "dma_throughput",
    "pending_dma",
    "nc_mem_usage",
    "summary_group_order",
    "summary_groups",
    "terminology",
    "model_info",
];

/// `text` is the head without its byte order mark.
pub(super) fn looks(text: &[u8], is_whole: bool) -> Option<Looks> {
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace())?;
    if !matches!(first, b'{' | b'[') {
        return None;
    }
    let found = match outline(text) {
        Outline::Object { keys, is_closed } => object(text, &keys, is_closed, is_whole),
        Outline::Array { elements, is_closed } => array(&elements, is_closed),
        Outline::Other => {
            // Python's way of printing, a stray byte: the reader may resync.
            return has_event_signs(text).then_some(Looks::MaybeTraceEvents);
        }
    };
    Some(match found {
        Looks::Foreign(recognised) if recognised.what == Foreign::OtherJson && has_event_signs(text) => {
            Looks::MaybeTraceEvents
        }
        found => found,
    })
}

/// The head mentions what only traces mention.
fn has_event_signs(text: &[u8]) -> bool {
    memmem::find(text, b"\"traceEvents\"").is_some()
        || memmem::find_iter(text, b"\"ph\"")
            .any(|at| text[at + 4..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':'))
}

fn object(text: &[u8], keys: &[Key<'_>], is_closed: bool, is_whole: bool) -> Looks {
    let key = |name: &str| keys.iter().find(|key| key.name == name.as_bytes());
    let kind = |name: &str| key(name).and_then(|key| key.kind);
    let text_of = |name: &str| key(name).map(|key| key.value).unwrap_or_default();
    let mentions = |word: &[u8]| memmem::find(text, word).is_some();

    // Objects one after the other, each an event.
    if key("traceEvents").is_some() || (key("ph").is_some() && (key("ts").is_some() || key("name").is_some()))
    {
        return Looks::TraceEvents;
    }
    let is_system = ["trace_events", "trace_event", "device_mem_usage", "mem_usage", "cpu_util"]
        .iter()
        .any(|section| kind(section) == Some(Kind::Array));
    // What the runtime itself hands out.
    let is_runtime =
        kind("events") == Some(Kind::Array) && mentions(b"\"event_type\"") && mentions(b"\"tracking_id\"");
    if is_system || is_runtime {
        return Looks::Neuron(ProfileKind::System);
    }
    // An older or newer profile may have other sections, but all are lists.
    let is_lists = keys.iter().all(|key| key.kind == Some(Kind::Array));
    // These may fill the whole head; their names alone say too little.
    let has_rows =
        is_lists && (key("instruction").is_some() || key("dma").is_some() && mentions(b"\"dma_engine\""));
    if has_rows || NEURON_SECTIONS.iter().any(|section| kind(section) == Some(Kind::Array)) {
        return Looks::Neuron(ProfileKind::Device);
    }
    let is_summary = |key: &Key<'_>| is_summary_key(key.name) && key.kind == Some(Kind::Object);
    if !keys.is_empty() && keys.iter().all(is_summary) {
        return Looks::Neuron(ProfileKind::Summary);
    }
    if kind("event_type") == Some(Kind::Text) && (key("payload").is_some() || key("stack").is_some()) {
        return Looks::foreign(Foreign::TritonParse);
    }
    if memmem::find(text_of("$schema"), b"speedscope").is_some()
        || (kind("shared") == Some(Kind::Object) && kind("profiles") == Some(Kind::Array))
    {
        return Looks::foreign(Foreign::Speedscope);
    }
    if kind("meta") == Some(Kind::Object)
        && (kind("libs") == Some(Kind::Array) || kind("threads") == Some(Kind::Array))
    {
        return Looks::foreign(Foreign::FirefoxProfile);
    }
    if kind("nodes") == Some(Kind::Array) && mentions(b"\"callFrame\"") {
        return Looks::foreign(Foreign::CpuProfile);
    }
    if kind("snapshot") == Some(Kind::Object) && mentions(b"\"node_fields\"") {
        return Looks::foreign(Foreign::HeapSnapshot);
    }
    if kind("schema") == Some(Kind::Text)
        && (memmem::find(text_of("schema"), b"chakra").is_some()
            || (kind("nodes") == Some(Kind::Array) && key("pid").is_some()))
    {
        return Looks::foreign(Foreign::TorchExecutionTrace);
    }
    // V8 samples beside events, and nothing else that is read without them.
    if keys.is_empty() && !is_closed || kind("samples") == Some(Kind::Array) {
        return Looks::MaybeTraceEvents;
    }
    if is_closed || is_whole {
        let names: Vec<_> = keys
            .iter()
            .take(5)
            .map(|key| String::from_utf8_lossy(&key.name[..key.name.len().min(40)]))
            .collect();
        return Looks::detailed(Foreign::OtherJson, names.join(", "));
    }
    Looks::MaybeTraceEvents
}

/// `n_` and a number in hexadecimal, as in the summaries of Neuron's tools.
fn is_summary_key(name: &[u8]) -> bool {
    name.strip_prefix(b"n_").is_some_and(|hash| hash.len() >= 8 && hash.iter().all(u8::is_ascii_hexdigit))
}

fn array(elements: &[(Kind, &[u8])], is_closed: bool) -> Looks {
    let is_event = |(kind, value): &(Kind, &[u8])| {
        *kind == Kind::Object && keys_of(value).iter().any(|key| key.name == b"ph")
    };
    if elements.is_empty() && is_closed || elements.iter().any(is_event) {
        return Looks::TraceEvents;
    }
    if let Some((Kind::Array, first)) = elements.first()
        && elements.iter().all(|(kind, _)| *kind == Kind::Array)
        && begins_with_number(first)
    {
        return Looks::foreign(Foreign::TorchMemoryTimeline);
    }
    // An empty object may stand where an event was left out.
    let is_other = |(kind, value): &(Kind, &[u8])| *kind != Kind::Object || !keys_of(value).is_empty();
    if is_closed && elements.iter().any(is_other) {
        let keys = elements
            .iter()
            .find(|(kind, _)| *kind == Kind::Object)
            .map(|(_, value)| keys_of(value))
            .unwrap_or_default();
        let names: Vec<_> = keys
            .iter()
            .take(5)
            .map(|key| String::from_utf8_lossy(&key.name[..key.name.len().min(40)]))
            .collect();
        return Looks::detailed(Foreign::OtherJson, names.join(", "));
    }
    if is_closed { Looks::TraceEvents } else { Looks::MaybeTraceEvents }
}

fn begins_with_number(array: &[u8]) -> bool {
    let inside = array.strip_prefix(b"[").unwrap_or(array).trim_ascii_start();
    matches!(inside.first(), Some(b'0'..=b'9' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::super::sniff;
    use super::*;

    fn look(text: &str) -> Looks {
        sniff(text.as_bytes(), true, "file.json")
    }

    fn start(text: &str) -> Looks {
        sniff(text.as_bytes(), false, "file.json")
    }

    fn foreign(looks: Looks) -> Foreign {
        match looks {
            Looks::Foreign(recognised) => recognised.what,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn both_forms_of_trace_events_are_recognised() {
        for text in [
            r#"{"traceEvents": []}"#,
            r#"{"schemaVersion": 1, "deviceProperties": [{"id": 0}], "traceEvents": [ "#,
            r#"[{"ph": "X", "ts": 1}]"#,
            r#"[ {}, {"name": "a", "ph" : "B"} "#,
            r#"{"ph":"X","ts":1,"dur":2}"#,
            "[]",
            "[{}]",
        ] {
            assert_eq!(look(text), Looks::TraceEvents, "{text}");
        }
    }

    #[test]
    fn what_may_still_come_is_left_to_the_reader() {
        for text in [
            "[",
            "{",
            r#"{"stackFrames": {"1": {"name": "a"#,
            r#"{"metadata": {"a": 1}, "displayTimeUnit": "ms", "#,
            r#"[{"name": "a"}, {"name": "#,
            r#"{"samples": [], "stackFrames": {}}"#,
        ] {
            assert_eq!(start(text), Looks::MaybeTraceEvents, "{text}");
        }
    }

    #[test]
    fn broken_json_that_mentions_events_is_left_to_the_reader() {
        for text in
            [r#"{'a': 1} [{"ph": "X"}]"#, r#"{"data": {"traceEvents": []}}"#, r#"[1, 2, [{"ph" : "X"}]]"#]
        {
            assert_eq!(look(text), Looks::MaybeTraceEvents, "{text}");
        }
    }

    #[test]
    fn profiles_of_other_tools_are_recognised() {
        let cases = [
            (
                r#"{"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":["#,
                Foreign::Speedscope,
            ),
            (r#"{"meta":{"interval":1,"version":27},"libs":[{"arch":"#, Foreign::FirefoxProfile),
            (r#"{"nodes":[{"id":1,"callFrame":{"functionName":"(root)""#, Foreign::CpuProfile),
            (r#"{"snapshot":{"meta":{"node_fields":["type","name"]"#, Foreign::HeapSnapshot),
            (r#"{"schema": "1.1.1-chakra.0.0.4", "pid": 1, "nodes": [ "#, Foreign::TorchExecutionTrace),
            (r#"{"event_type":"compilation","pid":1,"stack":[{"line":69"#, Foreign::TritonParse),
            ("[[1700000000, 1700000001], [[0, 1]]]", Foreign::TorchMemoryTimeline),
        ];
        for (text, what) in cases {
            assert_eq!(foreign(start(text)), what, "{text}");
        }
    }

    #[test]
    fn neuron_profiles_are_recognised_whatever_section_comes_first() {
        for text in [
            r#"{"semaphore_update":[{"timestamp":3030"#,
            r#"{"warnings":[{"message":"a"}],"instruction":[{"opcode":"WRITE""#,
            r#"{"ham":[{"k":8,"n":8}],"metadata":[{"data_version":8}],"pending_dma":[]"#,
            r#"{"dma":[{"timestamp":1,"dma_engine":"64","subgroup":"Q0-E64"},{"#,
            r#"{"terminology":[{"total_time":"text"}],"#,
        ] {
            assert_eq!(start(text), Looks::Neuron(ProfileKind::Device), "{text}");
        }
        for text in [
            r#"{"trace_event": [{"a":1}], "mem_usage": ["#,
            r#"{"mem_usage": [{"used_bytes":1}"#,
            r#"{"events":[{"event_type":"nc_exec_running","phase":"start","tracking_id":1"#,
        ] {
            assert_eq!(start(text), Looks::Neuron(ProfileKind::System), "{text}");
        }
        let summary = r#"{"n_0123456789abcdef": {"total_time": 0.1}}"#;
        assert_eq!(start(summary), Looks::Neuron(ProfileKind::Summary));
        for text in [r#"{"dma":[{"a":1}], "#, r#"{"summary":{"instruction":[]}, "#] {
            assert_eq!(start(text), Looks::MaybeTraceEvents, "{text}");
        }
    }

    #[test]
    fn other_json_is_told_with_its_keys() {
        let text = r#"{"name": "app", "version": "1", "scripts": {}}"#;
        assert_eq!(look(text), Looks::detailed(Foreign::OtherJson, "name, version, scripts".to_owned()));
        assert_eq!(foreign(look(r#"[{"id": 1}, {"id": 2}]"#)), Foreign::OtherJson);
        assert_eq!(foreign(look("[1, 2, 3]")), Foreign::OtherJson);
        assert_eq!(foreign(look("{}")), Foreign::OtherJson);
    }
}
