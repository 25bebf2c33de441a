//! A comparison in words: the verdict's sentence, what speaks for it, what to
//! read with care. The page and the command line say the same.

use super::{Texts, Value, format, neuron_paths, numerals};
use crate::lowering::comparison::{Bound, Caveat, Certainty, Claim, Comparison, Fate, Measure, Term};
use crate::lowering::profile::{Level, Reason};
use crate::trace::TimeUnit;

/// A duration in nanoseconds: `150.5 µs`.
pub fn time(ns: f64) -> String {
    if ns == 0.0 {
        return format::ticks(0, TimeUnit::Nanos);
    }
    format::ticks_mean(ns, TimeUnit::Nanos)
}

/// How many times: `10.3`, `1.04`.
pub fn ratio(value: f64) -> String {
    numerals::write(&match value {
        v if !v.is_finite() => "–".to_owned(),
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 2.0 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    })
}

/// A name in a list of paths: `A, B and C`.
pub fn listed(texts: &Texts, paths: &[u32], names: &[String]) -> String {
    let named: Vec<&str> =
        paths.iter().filter_map(|path| names.get(*path as usize)).map(String::as_str).collect();
    match named.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            texts.with("paths-list-and", &[("first", rest.join(", ").into()), ("last", (*last).into())])
        }
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}

/// `host` or `device`, for messages that choose by it. Without a device all
/// work is the host's.
pub fn side(comparison: &Comparison) -> &'static str {
    let on_device = comparison.paths.iter().all(|path| path.recording.has_device);
    if comparison.judged_by != Measure::HostSpan && on_device { "device" } else { "host" }
}

/// Message that says why a figure is not known, and how to record it.
pub fn reason_id(reason: Reason) -> &'static str {
    match reason {
        Reason::NoShapes => "reason-no-shapes",
        Reason::NoDevice => "reason-no-device",
        Reason::NoLaunches => "reason-no-launches",
        Reason::SomeWithoutShapes => "reason-some-without-shapes",
        Reason::NoPeak => "reason-no-peak",
        Reason::NoStacks => "reason-no-stacks",
        Reason::NoFlopRule => "reason-no-flop-rule",
        Reason::NotWritten => "reason-not-written",
        Reason::NoKernels => "reason-no-kernels",
        Reason::XlaShapes => "reason-xla-shapes",
        of_neuron => neuron_paths::reason_id(of_neuron).unwrap_or("reason-not-in-file"),
    }
}

/// Message that names what a path waits for; `ID-text` says why. `None` where
/// it is not known.
pub fn bound_id(bound: Bound) -> Option<&'static str> {
    Some(match bound {
        Bound::Host => "bound-host",
        Bound::Traffic => "bound-traffic",
        Bound::Latency => "bound-latency",
        Bound::Sync => "bound-sync",
        Bound::Compute => "bound-compute",
        Bound::Work => "bound-work",
        Bound::Dispatch => "bound-dispatch",
        Bound::Unknown(_) => return None,
    })
}

/// The verdict's sentence, with `<em>` around what decides.
pub fn sentence(texts: &Texts, comparison: &Comparison) -> String {
    let verdict = &comparison.verdict;
    let side = side(comparison);
    let name = |path: u32| comparison.paths.get(path as usize).map(|p| p.name.clone()).unwrap_or_default();
    if comparison.paths.len() < 2 {
        let only = comparison.paths.first().map_or(0.0, |path| path.total.median);
        let values = [("name", name(0).into()), ("time", time(only).into()), ("side", side.into())];
        return texts.with("verdict-alone", &values);
    }
    let is_single = |caveat: &Caveat| matches!(caveat, Caveat::OneInstance { .. } | Caveat::OneRun { .. });
    let one_instance = verdict.caveats.iter().any(is_single);
    let id = match (verdict.certainty, verdict.winner) {
        (Certainty::Refused, _) if verdict.caveats.iter().any(Caveat::is_incomplete) => "verdict-refused-cut",
        (Certainty::Refused, _) => "verdict-refused",
        (_, None) | (Certainty::None, _) => "verdict-none",
        (Certainty::Clear, _) => "verdict-clear",
        (Certainty::Hint, _) if one_instance => "verdict-hint-one",
        (Certainty::Hint, _) => "verdict-hint",
    };
    let names: Vec<&str> = comparison.paths.iter().map(|path| path.name.as_str()).collect();
    texts.with(
        id,
        &[
            ("winner", verdict.winner.map(name).unwrap_or_default().into()),
            ("against", name(verdict.against).into()),
            ("ratio", ratio(verdict.ratio).into()),
            ("side", side.into()),
            ("count", comparison.paths.len().into()),
            ("names", names.join(", ").into()),
        ],
    )
}

/// The sentence without marks.
pub fn plain_sentence(texts: &Texts, comparison: &Comparison) -> String {
    sentence(texts, comparison).replace("<em>", "").replace("</em>", "")
}

/// What a piece of evidence claims.
pub fn claim(texts: &Texts, claim: &Claim) -> String {
    let bytes = |value: f64| format::bytes(value.max(0.0) as u64);
    let ns = |value: i64| time(value.unsigned_abs() as f64);
    let from_to =
        |id: &str, from: Value<'static>, to: Value<'static>| texts.with(id, &[("from", from), ("to", to)]);
    match claim {
        Claim::Launches { from, to } => from_to("claim-launches", (*from).into(), (*to).into()),
        Claim::OpsCount { from, to } => from_to("claim-ops", (*from).into(), (*to).into()),
        Claim::Busy { from_ns, to_ns } => from_to("claim-busy", ns(*from_ns).into(), ns(*to_ns).into()),
        Claim::Idle { from_ns, to_ns } => from_to("claim-idle", ns(*from_ns).into(), ns(*to_ns).into()),
        Claim::Host { from_ns, to_ns } => from_to("claim-host", ns(*from_ns).into(), ns(*to_ns).into()),
        Claim::HbmTraffic { .. } | Claim::OpcodesGone { .. } | Claim::Pause { .. } | Claim::Part { .. } => {
            neuron_paths::claim(texts, claim).unwrap_or_default()
        }
        Claim::OpsFused { ops, items } => {
            texts.with("claim-fused", &[("ops", (*ops).into()), ("items", (*items).into())])
        }
        Claim::SameOpsOneLevelDown { name } => texts.with("claim-same-ops", &[("name", name.into())]),
        Claim::Efficiency { from_bytes_per_s, to_bytes_per_s, .. } => from_to(
            "claim-efficiency",
            format::bytes_per_second(*from_bytes_per_s).into(),
            format::bytes_per_second(*to_bytes_per_s).into(),
        ),
        Claim::Traffic { from_bytes, to_bytes, from_ratio, to_ratio, saved_ns } => {
            // What is not known has no ratio.
            let known = from_ratio.is_finite() && *from_ratio > 0.0;
            texts.with(
                "claim-traffic",
                &[
                    ("from", bytes(*from_bytes).into()),
                    ("to", bytes(*to_bytes).into()),
                    ("fromratio", ratio(*from_ratio).into()),
                    ("toratio", ratio(*to_ratio).into()),
                    ("time", ns(*saved_ns).into()),
                    ("ratios", if known { "known" } else { "unknown" }.into()),
                ],
            )
        }
    }
}

/// What to read with care. `names` stand for the paths: letters or names.
pub fn caveat(texts: &Texts, caveat: &Caveat, names: &[String]) -> String {
    let many = |id: &str, paths: &[u32]| {
        texts.with(id, &[("paths", listed(texts, paths, names).into()), ("count", paths.len().into())])
    };
    let one = |id: &str, path: u32, more: &[(&str, Value<'_>)]| {
        let mut values = vec![("path", names.get(path as usize).cloned().unwrap_or_default().into())];
        values.extend_from_slice(more);
        texts.with(id, &values)
    };
    let ns = |value: i64| Value::from(time(value as f64));
    match caveat {
        Caveat::StacksOn { paths } => many("caveat-stacks", paths),
        Caveat::MemoryOn { paths } => many("caveat-memory", paths),
        Caveat::ShapesDiffer { path } => many("caveat-shapes-differ", &[*path]),
        Caveat::ShapesUnknown { paths } => many("caveat-shapes-unknown", paths),
        Caveat::OneInstance { paths } => many("caveat-one-instance", paths),
        Caveat::FewInstances { paths } => many("caveat-few-instances", paths),
        Caveat::OneRecording => texts.get("caveat-one-recording"),
        Caveat::Sample { path, instances, of } => {
            one("caveat-sample", *path, &[("count", (*instances).into()), ("of", (*of).into())])
        }
        Caveat::HostTimes => texts.get("caveat-host-times"),
        Caveat::SmallRatio => texts.get("caveat-small-ratio"),
        Caveat::OtherDevice { paths } => many("caveat-other-device", paths),
        Caveat::DeviceUnknown => texts.get("caveat-device-unknown"),
        Caveat::Synthetic { paths } => many("caveat-synthetic", paths),
        Caveat::GraphReplay { paths } => many("caveat-graph-replay", paths),
        Caveat::WarmUpLeftOut { path, count, longest_ns } => {
            one("caveat-warm-up", *path, &[("count", (*count).into()), ("time", ns(*longest_ns))])
        }
        Caveat::OtherGroupsLeftOut { path, count } => {
            one("caveat-other-groups", *path, &[("count", (*count).into())])
        }
        Caveat::RowsDiffer { path, count } => one("caveat-rows-differ", *path, &[("count", (*count).into())]),
        Caveat::EntryDiffers { path } => many("caveat-entry-differs", &[*path]),
        Caveat::Tied { paths } => many("caveat-tied", paths),
        Caveat::CutLeftOut { path, count } => one("caveat-cut", *path, &[("count", (*count).into())]),
        Caveat::Orphans { path, count, total_ns, launch_not_recorded } => one(
            "caveat-orphans",
            *path,
            &[
                ("count", (*count).into()),
                ("time", ns(*total_ns)),
                ("before", (*launch_not_recorded).into()),
                ("without", count.saturating_sub(*launch_not_recorded).into()),
            ],
        ),
        Caveat::HostBoundAlone { path, host_ns, device_ns } => {
            one("caveat-host-bound", *path, &[("host", ns(*host_ns)), ("device", ns(*device_ns))])
        }
        Caveat::BytesInferred { paths } => many("caveat-bytes-inferred", paths),
        Caveat::FasterWithMoreKernels { path } => many("caveat-more-kernels", &[*path]),
        Caveat::DeviceAndNoDevice => texts.get("caveat-device-and-none"),
        Caveat::Throttled { .. }
        | Caveat::DmaNotes { .. }
        | Caveat::NoNames { .. }
        | Caveat::OneRun { .. }
        | Caveat::NeuronFactDiffers { .. }
        | Caveat::NeffAndTrace
        | Caveat::NeffsUnjoined { .. }
        | Caveat::ProfiledRunDiffers { .. }
        | Caveat::CutOff { .. }
        | Caveat::TimesDisagree { .. }
        | Caveat::SectionsMissing { .. }
        | Caveat::TensorsUnknown { .. }
        | Caveat::ChipUnknown { .. } => neuron_paths::caveat(texts, caveat, names).unwrap_or_default(),
    }
}

/// Message that names a term of the explanation.
pub fn term_id(term: Term) -> &'static str {
    match term {
        Term::Traffic => "term-traffic",
        Term::Efficiency => "term-efficiency",
        Term::Busy => "term-busy",
        Term::Idle => "term-idle",
        Term::Host => "term-host",
        Term::Engines => "term-engines",
        Term::DmaAlone => "term-dma-alone",
        Term::Waiting => "term-waiting",
        Term::NoEngine => "term-no-engine",
        Term::Untold => "term-untold",
    }
}

/// Message id of what became of an op.
pub fn fate_id(fate: Fate) -> &'static str {
    match fate {
        Fate::Kept => "fate-kept",
        Fate::Fused => "fate-fused",
        Fate::Replaced => "fate-replaced",
        Fate::Eliminated => "fate-eliminated",
        Fate::HostOnly => "fate-host-only",
        Fate::Unknown => "fate-unknown",
    }
}

/// Message id of a level of the lowering.
pub fn level_id(level: Level) -> &'static str {
    match level {
        Level::Step => "paths-level-step",
        Level::Annotation => "paths-level-annotation",
        Level::Module => "paths-level-module",
        Level::Compiled => "paths-level-compiled",
        Level::Op => "paths-level-op",
        Level::Launch => "paths-level-launch",
        Level::Runtime => "paths-level-runtime",
        Level::Device => "paths-level-device",
        Level::Neff => "paths-level-neff",
        Level::Instruction => "paths-level-instruction",
        Level::Frame => "paths-level-frame",
    }
}

/// Message id of what a path is judged by: device profiles have no host, and
/// words of their own.
pub fn measure_id(is_neuron: bool, measure: Measure) -> &'static str {
    match (is_neuron, measure) {
        (true, Measure::HostSpan | Measure::DeviceSpan) => "measure-total-time",
        (true, Measure::DeviceBusy) => "measure-active-time",
        (false, Measure::HostSpan) => "measure-host-span",
        (false, Measure::DeviceSpan) => "measure-device-span",
        (false, Measure::DeviceBusy) => "measure-device-busy",
    }
}
