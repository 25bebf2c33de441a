//! A comparison in words, for a terminal.

use lowerscope::lowering::Comparison;
use lowerscope::lowering::comparison::{Alignment, Fate, Metric, PathView};
use lowerscope::lowering::metrics::metric as figure_of;
use lowerscope::lowering::profile::Figure;
use lowerscope::text::comparison as words;
use lowerscope::text::neuron_paths::opcode_rows;
use lowerscope::text::{Texts, format, metric};

/// Longest name that is written out, in characters.
const NAME_CHARACTERS: usize = 60;
/// Widths of the table of metrics.
const METRIC_CHARACTERS: usize = 28;
const VALUE_CHARACTERS: usize = 15;

/// Different names that are listed of one piece.
const MOST_NAMES: usize = 8;

/// Verdict, paths, what became of the ops, where the time went, caveats.
pub fn comparison(texts: &Texts, comparison: &Comparison) -> String {
    let mut out = format!("{}\n", words::plain_sentence(texts, comparison));
    for proof in &comparison.verdict.proofs {
        out += &format!("  · {}\n", words::claim(texts, &proof.claim));
    }
    out += &format!("\n{}\n", texts.with("cli-compare-heading", &[("region", (&comparison.region).into())]));
    let base = comparison.paths.get(comparison.baseline as usize);
    for path in &comparison.paths {
        // No ratio of paths that do not do the same work.
        let judged = base.filter(|_| !comparison.is_refused());
        out += &path_line(texts, path, judged.map_or(0.0, |base| base.total.median));
    }
    for alignment in &comparison.alignments {
        if let (Some(base), Some(path)) = (base, comparison.paths.get(alignment.path as usize)) {
            out += &format!("\n{}\n", texts.with("cli-compare-became", &[("path", (&path.name).into())]));
            out += &fates(texts, base, path, alignment);
        }
    }
    for explanation in &comparison.explanations {
        let name = comparison.paths.get(explanation.path as usize).map_or("", |path| path.name.as_str());
        let values = [("path", name.into()), ("delta", signed(explanation.delta_ns).into())];
        out += &format!("\n{}\n", texts.with("cli-compare-difference", &values));
        for (term, ns) in &explanation.terms {
            out += &format!("  {:>12}  {}\n", signed(*ns), texts.get(words::term_id(*term)));
        }
    }
    out += &metrics(texts, comparison);
    let names: Vec<String> = comparison.paths.iter().map(|path| path.name.clone()).collect();
    if !comparison.verdict.caveats.is_empty() {
        out += &format!("\n{}\n", texts.get("caveats-title"));
    }
    for caveat in &comparison.verdict.caveats {
        out += &format!("  · {}\n", words::caveat(texts, caveat, &names));
    }
    out
}

fn path_line(texts: &Texts, path: &PathView, base: f64) -> String {
    let ratio = if base > 0.0 { words::ratio(path.total.median / base) } else { "–".to_owned() };
    let figure = |wanted, show: &dyn Fn(f64) -> String| match figure_of(&path.metrics, wanted) {
        Figure::Known(value) => show(value),
        Figure::Unknown(_) => "–".to_owned(),
    };
    let bound = words::bound_id(path.bound).map(|id| texts.get(id)).unwrap_or_default();
    let values = [
        ("count", path.instance_count.into()),
        ("low", words::time(path.total.p10).into()),
        ("high", words::time(path.total.p90).into()),
        ("ops", figure(Metric::Ops, &format::number).into()),
        ("launches", figure(Metric::Launches, &format::number).into()),
        ("bytes", figure(Metric::BytesMoved, &|value| format::bytes(value.max(0.0) as u64)).into()),
        ("bound", bound.into()),
    ];
    let facts = texts.with("cli-compare-path", &values);
    format!("  {:<24} {:>10}  {ratio:>5}×  {facts}\n", path.name, words::time(path.total.median))
}

/// All metrics by group, a column for each path, and why some are not known.
fn metrics(texts: &Texts, comparison: &Comparison) -> String {
    let shown = metric::shown(&comparison.paths);
    let columns = |cells: &mut dyn Iterator<Item = String>| {
        cells
            .map(|cell| format!("  {:>VALUE_CHARACTERS$}", clipped(&cell, VALUE_CHARACTERS)))
            .collect::<String>()
    };
    let mut heads = comparison.paths.iter().map(|path| path.name.clone());
    let title = texts.get("metrics-title");
    let mut out = format!("\n{title:<METRIC_CHARACTERS$}{}\n", columns(&mut heads));
    for (group, metrics) in metric::GROUPS {
        let mut rows = metrics.iter().filter(|wanted| shown.contains(wanted)).peekable();
        if rows.peek().is_some() {
            out += &format!("  {}\n", texts.get(group));
        }
        for wanted in rows {
            let name = format!("    {}", texts.get(metric::id(*wanted)));
            let mut cells = comparison.paths.iter().map(|path| metric::cell(texts, path, *wanted));
            out += &format!("{name:<METRIC_CHARACTERS$}{}\n", columns(&mut cells));
        }
        let opcodes = if group == metric::INSTRUCTIONS { opcode_rows(&comparison.paths) } else { Vec::new() };
        for opcode in opcodes {
            let name = format!("    {}", clipped(&opcode.name, METRIC_CHARACTERS - 5));
            let mut cells = (0..comparison.paths.len()).map(|path| opcode.cell(path));
            out += &format!("{name:<METRIC_CHARACTERS$}{}\n", columns(&mut cells));
        }
    }
    for sentence in metric::unknown(texts, &comparison.paths) {
        out += &format!("  · {sentence}\n");
    }
    out
}

/// Ops in order; neighbours with the same fate on one line.
fn fates(texts: &Texts, base: &PathView, path: &PathView, alignment: &Alignment) -> String {
    let mut out = String::new();
    let same = |a: &lowerscope::lowering::comparison::OpFate,
                b: &lowerscope::lowering::comparison::OpFate| {
        a.fate == b.fate && (a.into == b.into && a.fate != Fate::Kept)
    };
    for group in alignment.fates.chunk_by(|a, b| same(a, b)) {
        let ops: Vec<&str> = group
            .iter()
            .filter_map(|fate| base.ops.get(fate.op as usize))
            .filter_map(|node| base.nodes.get(*node as usize))
            .map(|node| &*node.name)
            .collect();
        let into = group.first().map(|fate| &fate.into[..]).unwrap_or_default();
        let into = into.iter().filter_map(|item| path.items.get(*item as usize));
        let into = counted(texts, into.map(|item| &*item.name));
        let fate = group.first().map(|fate| texts.get(words::fate_id(fate.fate))).unwrap_or_default();
        out += &format!("  {:<12} {}", fate, counted(texts, ops.into_iter()));
        if !into.is_empty() {
            out += &format!(" → {into}");
        }
        out += "\n";
    }
    out
}

/// Names in order, each once with how often it is there; a few at most.
fn counted<'a>(texts: &Texts, names: impl Iterator<Item = &'a str>) -> String {
    let mut found: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => found.push((name, 1)),
        }
    }
    let mut listed: Vec<String> = found
        .iter()
        .take(MOST_NAMES)
        .map(|(name, count)| match count {
            1 => shortened(name),
            count => format!("{} ×{count}", shortened(name)),
        })
        .collect();
    if found.len() > MOST_NAMES {
        listed.push(texts.with("cli-compare-more", &[("count", (found.len() - MOST_NAMES).into())]));
    }
    listed.join(", ")
}

fn shortened(name: &str) -> String {
    clipped(name, NAME_CHARACTERS + 1)
}

/// A text of so many characters at most.
fn clipped(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

fn signed(ns: i64) -> String {
    let sign = if ns > 0 { "+" } else { "" };
    format!("{sign}{}", words::time(ns as f64))
}
