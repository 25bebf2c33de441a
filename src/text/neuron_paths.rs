//! A comparison of Neuron device profiles in words, and its counts by opcode.

use super::comparison::{listed, term_id, time};
use super::{Texts, format};
use crate::lowering::comparison::{Caveat, Claim, Metric, NeuronFact, PathView};
use crate::lowering::profile::Reason;
use crate::neuron::Engine;

/// Message that says why a figure of a device profile is not known; `None` for
/// reasons of other traces.
pub fn reason_id(reason: Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::NoHost => "reason-no-host",
        Reason::NoInstructions => "reason-no-instructions",
        Reason::NoDma => "reason-no-dma",
        Reason::NoElements => "reason-no-elements",
        Reason::OnChip => "reason-on-chip",
        Reason::NoByteCounts => "reason-no-byte-counts",
        Reason::NoHloStats => "reason-no-hlo-stats",
        Reason::NotInFile => "reason-not-in-file",
        Reason::ToolCouldNotTell => "reason-tool-could-not-tell",
        Reason::WholeOnly => "reason-whole-only",
        Reason::NothingThere => "reason-nothing-there",
        Reason::NoProfile => "reason-no-profile",
        _ => return None,
    })
}

/// Message id of a metric's name; `None` for metrics of other traces.
pub fn metric_id(metric: Metric) -> Option<&'static str> {
    Some(match metric {
        Metric::TotalTimeNs => "metric-total-time",
        Metric::ActiveTimeNs => "metric-active-time",
        Metric::IdleTimeNs => "metric-idle-time",
        Metric::ThrottledNs => "metric-throttled",
        Metric::HbmReadBytes => "metric-hbm-read",
        Metric::HbmWrittenBytes => "metric-hbm-written",
        Metric::SpilledBytes => "metric-spilled",
        Metric::DmaActiveNs => "metric-dma-active",
        Metric::DmaAloneNs => "metric-dma-alone",
        Metric::DmaShare => "metric-dma-share",
        Metric::DmaPackets => "metric-dma-packets",
        Metric::DmaRate => "metric-dma-rate",
        Metric::Instructions => "metric-instructions",
        Metric::ModelFlops => "metric-model-flops",
        Metric::UsefulFlops => "metric-useful-flops",
        Metric::TransposeFlops => "metric-transpose-flops",
        Metric::HardwareFlops => "metric-hardware-flops",
        Metric::Mfu => "metric-mfu",
        Metric::Hfu => "metric-hfu",
        Metric::Mbu => "metric-mbu",
        Metric::EngineActiveNs(engine) => match engine {
            Engine::Tensor => "metric-engine-active-tensor",
            Engine::Vector => "metric-engine-active-vector",
            Engine::Scalar => "metric-engine-active-scalar",
            Engine::GpSimd => "metric-engine-active-gpsimd",
            Engine::Sync => "metric-engine-active-sync",
            Engine::Other => "metric-engine-active-other",
        },
        Metric::EngineWaitNs(engine) => match engine {
            Engine::Tensor => "metric-engine-wait-tensor",
            Engine::Vector => "metric-engine-wait-vector",
            Engine::Scalar => "metric-engine-wait-scalar",
            Engine::GpSimd => "metric-engine-wait-gpsimd",
            Engine::Sync => "metric-engine-wait-sync",
            Engine::Other => "metric-engine-wait-other",
        },
        _ => return None,
    })
}

/// What a piece of evidence claims; `None` for claims of other traces.
pub fn claim(texts: &Texts, claim: &Claim) -> Option<String> {
    let exact = |value: f64| format!("{} B", format::count(value.max(0.0) as u64));
    Some(match claim {
        Claim::HbmTraffic { from_read, to_read, from_written, to_written, saved_ns } => {
            let took = if *saved_ns > 0 { time(*saved_ns as f64) } else { "none".to_owned() };
            let values = [
                ("fromread", format::count(from_read.max(0.0) as u64).into()),
                ("toread", exact(*to_read).into()),
                ("fromwritten", format::count(from_written.max(0.0) as u64).into()),
                ("towritten", exact(*to_written).into()),
                ("time", took.into()),
            ];
            texts.with("claim-hbm-traffic", &values)
        }
        Claim::OpcodesGone { opcodes } => {
            let each: Vec<String> = opcodes
                .iter()
                .map(|(name, count, gone)| {
                    let values = [
                        ("name", name.into()),
                        ("count", format::count(*count).into()),
                        ("gone", format::count(*gone).into()),
                    ];
                    texts.with("claim-opcode-gone", &values)
                })
                .collect();
            let gone: u64 = opcodes.iter().map(|(.., gone)| *gone).sum();
            let all: Vec<u32> = (0..each.len() as u32).collect();
            let values = [("opcodes", listed(texts, &all, &each).into()), ("count", gone.into())];
            texts.with("claim-opcodes-gone", &values)
        }
        Claim::Pause { engine, from_ns, to_ns } => texts.with(
            "claim-pause",
            &[
                ("engine", engine.name().into()),
                ("from", time(*from_ns as f64).into()),
                ("to", time(*to_ns as f64).into()),
            ],
        ),
        Claim::Part { term, from_ns, to_ns } => texts.with(
            "claim-part",
            &[
                ("term", texts.get(term_id(*term)).into()),
                ("from", time(*from_ns as f64).into()),
                ("to", time(*to_ns as f64).into()),
            ],
        ),
        _ => return None,
    })
}

/// What to read with care; `None` for what other traces have.
pub fn caveat(texts: &Texts, caveat: &Caveat, names: &[String]) -> Option<String> {
    let many = |id: &str, paths: &[u32]| {
        texts.with(id, &[("paths", listed(texts, paths, names).into()), ("count", paths.len().into())])
    };
    Some(match caveat {
        Caveat::Throttled { times } => {
            let each: Vec<String> = times
                .iter()
                .map(|(path, ns)| {
                    let name = names.get(*path as usize).cloned().unwrap_or_default();
                    let values = [("path", name.into()), ("time", time(*ns as f64).into())];
                    texts.with("caveat-throttled-of", &values)
                })
                .collect();
            let all: Vec<u32> = (0..each.len() as u32).collect();
            texts.with("caveat-throttled", &[("times", listed(texts, &all, &each).into())])
        }
        Caveat::DmaNotes { paths } => many("caveat-dma-notes", paths),
        Caveat::OneRun { paths } => many("caveat-one-run", paths),
        Caveat::NoNames { paths } => many("caveat-no-names", paths),
        Caveat::NeuronFactDiffers { path, fact } => {
            let id = match fact {
                NeuronFact::Cores => "caveat-neuron-cores",
                NeuronFact::Clock => "caveat-neuron-clock",
                NeuronFact::Core => "caveat-neuron-core",
                NeuronFact::DataVersion => "caveat-neuron-data-version",
            };
            let name = names.get(*path as usize).cloned().unwrap_or_default();
            texts.with(id, &[("path", name.into())])
        }
        Caveat::NeffAndTrace => texts.get("caveat-neff-and-trace"),
        Caveat::NeffsUnjoined { path, joined, all } => {
            let name = names.get(*path as usize).cloned().unwrap_or_default();
            let values = [("path", name.into()), ("joined", (*joined).into()), ("all", (*all).into())];
            texts.with("caveat-neffs-unjoined", &values)
        }
        Caveat::ProfiledRunDiffers { path, ran_ns, profiled_ns } => {
            let name = names.get(*path as usize).cloned().unwrap_or_default();
            let ns = |value: i64| time(value as f64).into();
            let values = [("path", name.into()), ("ran", ns(*ran_ns)), ("profiled", ns(*profiled_ns))];
            texts.with("caveat-profiled-run", &values)
        }
        Caveat::CutOff { paths } => many("caveat-cut-off", paths),
        Caveat::TensorsUnknown { paths } => many("caveat-tensors-unknown", paths),
        Caveat::ChipUnknown { paths } => many("caveat-chip-unknown", paths),
        Caveat::TimesDisagree { path, rows_ns, told_ns } => texts.with(
            "caveat-times-disagree",
            &[
                ("path", names.get(*path as usize).cloned().unwrap_or_default().into()),
                ("rows", time(*rows_ns as f64).into()),
                ("told", time(*told_ns as f64).into()),
            ],
        ),
        Caveat::SectionsMissing { path, instructions, dma } => {
            let id = match (instructions, dma) {
                (true, true) => "caveat-no-rows",
                (true, false) => "caveat-no-instructions",
                (false, _) => "caveat-no-dma",
            };
            texts.with(id, &[("path", names.get(*path as usize).cloned().unwrap_or_default().into())])
        }
        _ => return None,
    })
}

/// Counts of one opcode, by path; `None` where a path is no device profile, or
/// one without instructions.
#[derive(Debug, Clone, PartialEq)]
pub struct OpcodeRow {
    pub name: String,
    pub counts: Vec<Option<u64>>,
}

impl OpcodeRow {
    /// The count of a path; a dash where there is none.
    pub fn cell(&self, path: usize) -> String {
        let count = self.counts.get(path).copied().flatten();
        count.map_or_else(|| "–".to_owned(), format::count)
    }
}

/// Executed instructions by opcode, those that do work first, in the order in
/// which the first path that has them does.
pub fn opcode_rows(paths: &[PathView]) -> Vec<OpcodeRow> {
    let mut names: Vec<(bool, &str)> = Vec::new();
    for opcode in paths.iter().filter_map(|path| path.neuron.as_ref()).flat_map(|part| &part.opcodes) {
        if !names.iter().any(|(_, known)| *known == opcode.name) {
            names.push((opcode.is_setup, &opcode.name));
        }
    }
    names.sort_by_key(|(is_setup, _)| *is_setup);
    names
        .into_iter()
        .map(|(_, name)| OpcodeRow {
            name: name.to_owned(),
            counts: paths
                .iter()
                .map(|path| {
                    let part = path.neuron.as_ref().filter(|part| part.tells_instructions)?;
                    Some(part.count(name))
                })
                .collect(),
        })
        .collect()
}
