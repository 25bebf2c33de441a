//! Which program wrote a trace, by the signs that it leaves.

use crate::neuron::ProfileKind;
use crate::trace::Trace;

/// Human name of the writer's format.
pub fn format_name(trace: &Trace) -> &'static str {
    if let Some(profile) = &trace.neuron {
        return match profile.kind {
            ProfileKind::Device => "AWS Neuron device profile",
            ProfileKind::System => "AWS Neuron system profile",
            ProfileKind::Summary => "AWS Neuron summary",
            ProfileKind::Tables => "Neuron Explorer tables",
            ProfileKind::Neff => "AWS Neuron NEFF",
        };
    }
    let has_key = |key: &str| trace.metadata.iter().any(|(name, _)| name == key);
    let mentions = |text: &str| trace.metadata.iter().any(|(_, value)| value.contains(text));
    let has_text = |text: &str| trace.strings.find(text).is_some();
    if has_key("schemaVersion") && (has_key("deviceProperties") || has_key("traceName")) {
        "PyTorch Profiler (Kineto)"
    } else if has_text("cpu_op") || has_text("cuda_runtime") && has_text("kernel") {
        "PyTorch Profiler"
    } else if has_key("viztracer_metadata") {
        "VizTracer"
    } else if mentions("bazel_version") || has_text("action processing") {
        "Bazel profile"
    } else if has_key("beginningOfTime") && has_text("ExecuteCompiler") {
        "Clang -ftime-trace"
    } else if has_text("/host:CPU") || has_text("XLA Ops") {
        "XProf (JAX, TensorFlow)"
    } else if has_text("model_loading_uri") || has_text("session_initialization") {
        "ONNX Runtime"
    } else if has_key("metadata") && mentions("product-version") {
        "Chrome trace"
    } else {
        "Trace events (JSON)"
    }
}

/// Whether a trace says of itself that it was made up, not recorded:
/// `"synthetic": true` at its top, or in the metadata of a Neuron profile.
pub fn is_synthetic(trace: &Trace) -> bool {
    let own = trace.metadata.iter();
    let of_profile = trace.neuron.iter().flat_map(|profile| &profile.metadata);
    own.chain(of_profile).any(|(key, value)| key == "synthetic" && value.trim() == "true")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::Reader;

    fn name(text: &str) -> &'static str {
        let mut reader = Reader::new("a.json");
        reader.push(text.as_bytes());
        format_name(&reader.finish())
    }

    #[test]
    fn made_up_traces_say_so() {
        let is_synthetic = |text: &str| {
            let mut reader = Reader::new("a.json");
            reader.push(text.as_bytes());
            super::is_synthetic(&reader.finish())
        };
        assert!(is_synthetic(r#"{"synthetic": true, "traceEvents":[]}"#));
        assert!(!is_synthetic(r#"{"synthetic": false, "traceEvents":[]}"#) && !is_synthetic("[]"));
    }

    #[test]
    fn writers_are_told_by_their_keys() {
        assert_eq!(
            name(r#"{"schemaVersion":1,"deviceProperties":[],"traceEvents":[]}"#),
            "PyTorch Profiler (Kineto)"
        );
        assert_eq!(
            name(r#"[{"ph":"X","name":"aten::mul","cat":"cpu_op","ts":1,"dur":1,"pid":1,"tid":1}]"#),
            "PyTorch Profiler"
        );
        assert_eq!(name(r#"{"otherData":{"bazel_version":"7"},"traceEvents":[]}"#), "Bazel profile");
        assert_eq!(name("[]"), "Trace events (JSON)");
    }
}
