//! A comparison as JSON for other programs, and as Markdown for a pull request.
//!
//! The keys of the JSON are a promise, documented in `docs/compare.md`: keys
//! may be added, none changes its meaning. What is not known is null, and
//! `unknown` says why.

use crate::analysis::secret::masked;
use crate::lowering::comparison::{
    Bound, Certainty, Comparison, Fate, Measure, Metric, OpFate, PathView, Spread, Term,
};
use crate::lowering::metrics::metric as figure_of;
use crate::lowering::neuron::NeuronPart;
use crate::lowering::profile::{Figure, Reason, Tensor};
use crate::text::comparison as words;
use crate::text::neuron_paths::opcode_rows;
use crate::text::{Texts, metric};
use serde_json::{Map, Value, json};

/// The whole comparison as one object.
pub fn json(texts: &Texts, comparison: &Comparison) -> Value {
    let object = json!({
        "region": comparison.region,
        "baseline": name(comparison, comparison.baseline),
        "judged_by": measure(comparison.judged_by),
        "paths": comparison.paths.iter().map(|path| path_object(texts, path)).collect::<Vec<_>>(),
        "fusion": fusion(comparison),
        "explanation": explanations(comparison),
        "verdict": verdict(texts, comparison),
    });
    without_secrets(object)
}

/// JSON with what looks like a secret masked: names are anybody's text.
pub fn without_secrets(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(masked(&text).into_owned()),
        Value::Array(all) => all.into_iter().map(without_secrets).collect(),
        Value::Object(all) => all
            .into_iter()
            .map(|(key, value)| (masked(&key).into_owned(), without_secrets(value)))
            .collect::<Map<_, _>>()
            .into(),
        plain => plain,
    }
}

fn name(comparison: &Comparison, path: u32) -> &str {
    comparison.paths.get(path as usize).map_or("", |path| path.name.as_str())
}

fn names(comparison: &Comparison) -> Vec<String> {
    comparison.paths.iter().map(|path| path.name.clone()).collect()
}

fn spread(spread: Spread) -> Value {
    let ns = |value: f64| value.round() as i64;
    json!({ "median": ns(spread.median), "p10": ns(spread.p10), "p90": ns(spread.p90) })
}

fn path_object(texts: &Texts, path: &PathView) -> Value {
    let mut unknown = Map::new();
    let mut figure = |key: &str, figure: Figure| match figure {
        Figure::Known(value) if value.fract() == 0.0 && value.abs() < 9e15 => json!(value as i64),
        Figure::Known(value) => json!(value),
        Figure::Unknown(why) => {
            unknown.insert(key.to_owned(), json!(reason(texts, why)));
            Value::Null
        }
    };
    // A device profile has no host, so it has neither launches nor ops.
    let of = |wanted| match (&path.neuron, wanted) {
        (Some(_), Metric::Launches | Metric::Ops) => Figure::Unknown(Reason::NoHost),
        _ => figure_of(&path.metrics, wanted),
    };
    let launches = figure("launches", of(Metric::Launches));
    let ops = figure("ops", of(Metric::Ops));
    let moved = figure("bytes_moved", of(Metric::BytesMoved));
    let least = figure("bytes_min", of(Metric::BytesMin));
    let mut metrics = Map::new();
    for (metric, value) in &path.metrics {
        let key = metric_key(*metric);
        let value = figure(&key, *value);
        metrics.insert(key, value);
    }
    let whole = |value: f64| value.round() as i64;
    json!({
        "name": path.name,
        "files": path.files,
        "region": path.region.name,
        "recordings": path.traces.len(),
        "instances": path.instance_count,
        "left_out": path.left_out.len(),
        "total_ns": spread(path.total),
        "host_span_ns": if path.neuron.is_some() { Value::Null } else { spread(path.host) },
        "launches": launches,
        "ops": ops,
        "device_busy_ns": whole(path.busy.median),
        "device_span_ns": whole(path.span.median),
        "bytes_moved": moved,
        "bytes_min": least,
        "bytes_evidence": path.bytes_evidence.map(|evidence| key_of(&evidence)),
        "inputs": path.inputs.as_deref().map(tensors),
        "outputs": path.outputs.as_deref().map(tensors),
        "device": path.recording.device,
        "items": path.items.iter().map(|item| json!({
            "name": &*item.name,
            "op": path.nodes.get(item.node as usize).map(|node| &*node.name),
            "median_ns": item.median_ns,
        })).collect::<Vec<_>>(),
        "metrics": metrics,
        "synthetic": path.recording.synthetic,
        "neuron": path.neuron.as_deref().map(neuron),
        "neffs": path.neffs.as_deref().map(|part| super::neffs::neffs(part, |value| key_of(&value))),
        "unattributed": {
            "count": path.orphans.count,
            "total_ns": path.orphans.total_ns,
            "launch_not_recorded": path.orphans.launch_not_recorded,
        },
        "unknown": unknown,
    })
}

/// What only a Neuron device profile knows.
fn neuron(part: &NeuronPart) -> Value {
    let tells_both = part.tells_instructions && part.tells_dma;
    let opcodes: Map<String, Value> =
        part.opcodes.iter().map(|opcode| (opcode.name.clone(), json!(opcode.count))).collect();
    let workers = part.workers.iter().map(|worker| {
        json!({
            "name": worker.worker.name(),
            "active_ns": worker.active_ns,
            "waiting_ns": worker.waiting_ns,
            "count": worker.count,
            "longest_pause_ns": worker.pause.map(|(ns, _)| ns),
        })
    });
    json!({
        "subgraph": part.subgraph,
        "instructions": part.instructions,
        "opcodes": opcodes,
        "engines": workers.collect::<Vec<_>>(),
        "engines_busy_ns": part.tells_instructions.then_some(part.engines_ns),
        "dma_active_ns": part.tells_dma.then_some(part.dma_ns),
        "dma_exposed_ns": tells_both.then_some(part.dma_alone_ns),
        "waiting_ns": tells_both.then_some(part.total_ns - part.engines_ns - part.dma_alone_ns),
        "core": part.setting.core,
        "physical_cores": part.setting.cores,
        "data_version": part.setting.data_version,
    })
}

fn tensors(tensors: &[Tensor]) -> Vec<Value> {
    tensors.iter().map(|tensor| json!({ "dtype": tensor.dtype, "dims": tensor.dims })).collect()
}

fn reason(texts: &Texts, why: Reason) -> String {
    texts.get(words::reason_id(why))
}

fn metric_key(metric: Metric) -> String {
    match metric {
        Metric::EngineActiveNs(engine) => format!("engine_active_ns_{}", engine.metric_stem()),
        Metric::EngineWaitNs(engine) => format!("engine_wait_ns_{}", engine.metric_stem()),
        metric => key_of(&metric),
    }
}

/// The variant's name in snake case.
fn key_of(value: &impl std::fmt::Debug) -> String {
    let mut key = String::new();
    let name = format!("{value:?}");
    for (i, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && i > 0 {
            key.push('_');
        }
        key.extend(letter.to_lowercase());
    }
    key
}

fn measure(measure: Measure) -> String {
    key_of(&measure)
}

/// Ops of the baseline by what they became, equal ones counted together.
fn fusion(comparison: &Comparison) -> Vec<Value> {
    let Some(base) = comparison.paths.get(comparison.baseline as usize) else { return Vec::new() };
    let mut found = Vec::new();
    for alignment in &comparison.alignments {
        let Some(path) = comparison.paths.get(alignment.path as usize) else { continue };
        let mut rows: Vec<(&str, Fate, Vec<&str>, u32)> = Vec::new();
        for fate in &alignment.fates {
            let op = op_name(base, fate);
            let into: Vec<&str> = fate
                .into
                .iter()
                .filter_map(|item| path.items.get(*item as usize))
                .map(|i| &*i.name)
                .collect();
            match rows.iter_mut().find(|row| (row.0, row.1, &row.2) == (op, fate.fate, &into)) {
                Some(row) => row.3 += 1,
                None => rows.push((op, fate.fate, into, 1)),
            }
        }
        found.extend(rows.into_iter().map(|(op, fate, into, count)| {
            json!({ "path": path.name, "op": op, "count": count, "fate": key_of(&fate), "into": into })
        }));
    }
    found
}

fn op_name<'a>(base: &'a PathView, fate: &OpFate) -> &'a str {
    let node = base.ops.get(fate.op as usize).and_then(|node| base.nodes.get(*node as usize));
    node.map_or("", |node| &*node.name)
}

fn explanations(comparison: &Comparison) -> Vec<Value> {
    let term = |(term, ns): &(Term, i64)| json!({ "term": key_of(term), "ns": ns });
    comparison
        .explanations
        .iter()
        .map(|explanation| {
            json!({
                "path": name(comparison, explanation.path),
                "baseline_ns": explanation.baseline_ns,
                "delta_ns": explanation.delta_ns,
                "terms": explanation.terms.iter().map(term).collect::<Vec<_>>(),
                "traffic_alone_ns": explanation.traffic_ns,
            })
        })
        .collect()
}

fn certainty(certainty: Certainty) -> String {
    key_of(&certainty)
}

fn bound(bound: Bound) -> Value {
    match bound {
        Bound::Unknown(_) => Value::Null,
        known => json!(key_of(&known)),
    }
}

fn verdict(texts: &Texts, comparison: &Comparison) -> Value {
    let verdict = &comparison.verdict;
    let names = names(comparison);
    let bottleneck: Map<String, Value> =
        comparison.paths.iter().map(|path| (path.name.clone(), bound(path.bound))).collect();
    json!({
        "winner": verdict.winner.map(|winner| name(comparison, winner)),
        "against": name(comparison, verdict.against),
        "ratio": verdict.ratio,
        "ratio_low": verdict.ratio_low,
        "ratio_high": verdict.ratio_high,
        "certainty": certainty(verdict.certainty),
        "bottleneck": bottleneck,
        "evidence": verdict.proofs.iter().map(|proof| json!({
            "text": words::claim(texts, &proof.claim),
            "kind": if proof.claim.is_structure() { "structure" } else { "timing" },
            "rests_on": proof.evidence.iter().map(key_of).collect::<Vec<_>>(),
            "slices": proof.at.iter().map(|(trace, slice)| json!([trace.0, slice.0])).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "caveats": verdict.caveats.iter().map(|caveat| words::caveat(texts, caveat, &names)).collect::<Vec<_>>(),
        "text": words::plain_sentence(texts, comparison),
    })
}

/// A summary to paste: verdict, a table of the paths, terms, caveats.
pub fn markdown(texts: &Texts, comparison: &Comparison) -> String {
    let mut out = format!("**{}**\n\n", escaped(&words::plain_sentence(texts, comparison)));
    let head = ["name", "time", "range", "ratio", "launches", "ops", "bytes"];
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out += &row(head.iter().map(|id| texts.get(&format!("compare-{id}"))).collect());
    out += "|---|--:|--:|--:|--:|--:|--:|\n";
    let base = comparison.paths.get(comparison.baseline as usize).map_or(0.0, |path| path.total.median);
    for path in &comparison.paths {
        let count = |wanted| match figure_of(&path.metrics, wanted) {
            Figure::Known(value) => crate::text::format::number(value),
            Figure::Unknown(_) => "–".to_owned(),
        };
        let moved = match figure_of(&path.metrics, Metric::BytesMoved) {
            Figure::Known(value) => crate::text::format::bytes(value.max(0.0) as u64),
            Figure::Unknown(_) => "–".to_owned(),
        };
        out += &row(vec![
            escaped(&path.name),
            words::time(path.total.median),
            format!("{} – {}", words::time(path.total.p10), words::time(path.total.p90)),
            if base > 0.0 && !comparison.is_refused() {
                format!("{}×", words::ratio(path.total.median / base))
            } else {
                "–".to_owned()
            },
            count(Metric::Launches),
            count(Metric::Ops),
            moved,
        ]);
    }
    for explanation in &comparison.explanations {
        let terms: Vec<String> = explanation
            .terms
            .iter()
            .map(|(term, ns)| format!("{} {}", texts.get(words::term_id(*term)), signed(*ns)))
            .collect();
        out += &format!(
            "\n{}: {} = {}\n",
            escaped(name(comparison, explanation.path)),
            signed(explanation.delta_ns),
            terms.join(", ")
        );
    }
    out += &metrics_table(texts, comparison);
    let names = names(comparison);
    if !comparison.verdict.caveats.is_empty() {
        out += "\n";
    }
    for caveat in &comparison.verdict.caveats {
        out += &format!("* {}\n", escaped(&words::caveat(texts, caveat, &names)));
    }
    masked(&out).into_owned()
}

/// All metrics, folded away, and why some are not known.
fn metrics_table(texts: &Texts, comparison: &Comparison) -> String {
    let shown = metric::shown(&comparison.paths);
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut out = format!("\n<details><summary>{}</summary>\n\n", texts.get("metrics-title"));
    let names = names(comparison).iter().map(|name| escaped(name)).collect::<Vec<_>>();
    out += &row(&[vec![String::new(), texts.get("metrics-title")], names].concat());
    out += &format!("|---|---|{}\n", "--:|".repeat(comparison.paths.len()));
    for (group, metrics) in metric::GROUPS {
        for wanted in metrics.iter().filter(|wanted| shown.contains(wanted)) {
            let mut cells = vec![texts.get(group), texts.get(metric::id(*wanted))];
            cells.extend(comparison.paths.iter().map(|path| metric::cell(texts, path, *wanted)));
            out += &row(&cells);
        }
        let opcodes = if group == metric::INSTRUCTIONS { opcode_rows(&comparison.paths) } else { Vec::new() };
        for opcode in opcodes {
            let mut cells = vec![texts.get(group), escaped(&opcode.name)];
            cells.extend((0..comparison.paths.len()).map(|path| opcode.cell(path)));
            out += &row(&cells);
        }
    }
    out += "\n";
    for sentence in metric::unknown(texts, &comparison.paths) {
        out += &format!("* {}\n", escaped(&sentence));
    }
    out + "\n</details>\n"
}

fn signed(ns: i64) -> String {
    let sign = if ns > 0 { "+" } else { "" };
    format!("{sign}{}", words::time(ns as f64))
}

/// Names of ops and kernels are full of characters that Markdown reads.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if matches!(letter, '|' | '*' | '_' | '<' | '`' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(if letter == '\n' { ' ' } else { letter });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neuron::Engine;

    #[test]
    fn keys_of_engines_are_those_of_the_files() {
        assert_eq!(metric_key(Metric::EngineActiveNs(Engine::GpSimd)), "engine_active_ns_gpsimd");
        assert_eq!(metric_key(Metric::EngineWaitNs(Engine::Tensor)), "engine_wait_ns_tensor");
        assert_eq!(metric_key(Metric::DeviceBusyNs), "device_busy_ns");
    }
}
