//! The formats that are known and not read.

macro_rules! foreign {
    ($($(#[$doc:meta])* $variant:ident = $id:literal;)*) => {
        /// A format that is recognised and not read.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Foreign { $($(#[$doc])* $variant,)* }

        impl Foreign {
            /// All of them, in no meaningful order.
            pub const ALL: &[Foreign] = &[$(Foreign::$variant,)*];

            /// Stem of the Fluent messages in `sniff.ftl`: the page shows
            /// `ID-title` and `ID-text`.
            pub fn message_id(self) -> &'static str {
                match self { $(Foreign::$variant => $id,)* }
            }
        }
    };
}

foreign! {
    Empty = "sniff-empty";
    /// Only zero bytes: a download or copy that never got its content.
    Zeros = "sniff-zeros";
    Utf16 = "sniff-utf16";

    /// Raw Neuron device profile.
    NeuronNtff = "sniff-ntff";
    /// Part of a Neuron system profile (`ntrace.pb` and others).
    NeuronSystemPart = "sniff-neuron-system-part";

    /// TensorBoard and XProf profile (`.xplane.pb`).
    XPlane = "sniff-xplane";
    /// Perfetto trace in protobuf.
    PerfettoProto = "sniff-perfetto";
    HloProto = "sniff-hlo-proto";
    Pprof = "sniff-pprof";
    Onnx = "sniff-onnx";
    /// TensorBoard event log.
    TensorBoardEvents = "sniff-tfevents";

    Arrow = "sniff-arrow";
    NsysReport = "sniff-nsys-report";
    NsysSqlite = "sniff-nsys-sqlite";
    NcuReport = "sniff-ncu-report";
    /// Database of `rocprofv3`.
    RocpdSqlite = "sniff-rocpd";
    Sqlite = "sniff-sqlite";

    TorchMemorySnapshot = "sniff-torch-memory-snapshot";
    TorchMemoryTimeline = "sniff-torch-memory-timeline";
    TorchCheckpoint = "sniff-torch-checkpoint";
    Pickle = "sniff-pickle";
    /// Structured log that `TORCH_TRACE` writes and `tlparse` reads.
    TorchTraceLog = "sniff-torch-trace-log";
    /// Log that `TORCH_LOGS` writes.
    TorchLog = "sniff-torch-log";
    /// PyTorch execution trace (Chakra).
    TorchExecutionTrace = "sniff-torch-execution-trace";
    TritonParse = "sniff-tritonparse";
    HloText = "sniff-hlo-text";
    Mlir = "sniff-mlir";

    FirefoxProfile = "sniff-firefox";
    Speedscope = "sniff-speedscope";
    CpuProfile = "sniff-cpuprofile";
    HeapSnapshot = "sniff-heapsnapshot";
    PerfData = "sniff-perf-data";
    /// cProfile's marshalled statistics.
    PythonProfile = "sniff-python-profile";
    JavaRecording = "sniff-jfr";
    GoTrace = "sniff-go-trace";
    Ftrace = "sniff-ftrace";

    /// Compressed with something that is not read; the detail is its name.
    OtherPacking = "sniff-other-packing";
    Executable = "sniff-executable";
    /// The detail is the kind.
    Image = "sniff-image";
    Pdf = "sniff-pdf";
    Numpy = "sniff-numpy";
    Hdf5 = "sniff-hdf5";
    /// Weights of a model; the detail is the format.
    ModelWeights = "sniff-weights";
    OfficeDocument = "sniff-office";

    /// The detail is the title of the page.
    HtmlPage = "sniff-html";
    /// A server's answer instead of the file; the detail is what it says.
    ServerError = "sniff-server-error";
    /// The detail is the size of the real file in bytes, where told.
    GitLfsPointer = "sniff-git-lfs";
    Xml = "sniff-xml";
    /// The detail is the first columns.
    Csv = "sniff-csv";
    /// The detail is the first keys.
    OtherJson = "sniff-other-json";
    /// The detail is the start of the first line.
    PlainText = "sniff-text";
}

#[cfg(test)]
mod tests {
    use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};

    use super::*;

    #[test]
    fn every_format_has_a_title_and_a_text() {
        let source = include_str!("../../../locales/en/sniff.ftl").to_owned();
        let mut bundle = FluentBundle::new(vec!["en".parse().unwrap()]);
        bundle.add_resource(FluentResource::try_new(source).unwrap()).unwrap();
        bundle.set_use_isolating(false);
        let mut arguments = FluentArgs::new();
        arguments.set("file", "profile.bin");
        for foreign in Foreign::ALL {
            for (part, detail) in [("title", "none"), ("text", "none"), ("text", "some detail")] {
                arguments.set("detail", detail);
                let id = format!("{}-{part}", foreign.message_id());
                let message = bundle.get_message(&id);
                let pattern = message.and_then(|message| message.value());
                let pattern = pattern.unwrap_or_else(|| panic!("{id} is missing"));
                let mut errors = Vec::new();
                let text = bundle.format_pattern(pattern, Some(&arguments), &mut errors);
                assert!(errors.is_empty(), "{id}: {errors:?}");
                assert!(part != "title" || text.contains("profile.bin"), "{text}");
                assert!(!text.contains("  ") && text.trim() == text, "{text:?}");
                assert!(part != "text" || text.ends_with(['.', ':']), "{text}");
            }
        }
    }
}
