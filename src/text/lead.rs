//! What a verdict rests on, in a sentence or two: the term or the bytes that
//! explain most of the difference, and how sure it all is.

use super::comparison::{claim, ratio, term_id, time};
use super::{Texts, format, numerals};
use crate::lowering::comparison::{Caveat, Certainty, Claim, Comparison, Explanation, Term, Verdict};
use crate::lowering::profile::Figure;

/// Message id of how sure a verdict is; `ID-text` says why.
pub fn certainty_id(verdict: &Verdict) -> &'static str {
    match verdict.certainty {
        Certainty::Clear => "certainty-clear",
        Certainty::Hint => hint_reason(&verdict.caveats),
        Certainty::None => "certainty-none",
        Certainty::Refused => "certainty-refused",
    }
}

/// The interval of the ratio, or of single runs both times; `None` where there
/// is no winner.
pub fn interval(texts: &Texts, comparison: &Comparison) -> Option<String> {
    let verdict = &comparison.verdict;
    let winner = verdict.winner.filter(|_| verdict.certainty != Certainty::Refused)?;
    if comparison.is_neuron() && comparison.paths.iter().any(|path| path.instance_count < 2) {
        return range(texts, comparison);
    }
    let count = |path: u32| comparison.paths.get(path as usize).map_or(0, |path| path.instance_count);
    let values = [
        ("low", ratio(verdict.ratio_low).into()),
        ("high", ratio(verdict.ratio_high).into()),
        ("mine", count(winner).into()),
        ("theirs", count(verdict.against).into()),
    ];
    Some(texts.with("verdict-range", &values))
}

fn path_name(comparison: &Comparison, path: u32) -> String {
    comparison.paths.get(path as usize).map(|path| path.name.clone()).unwrap_or_default()
}

/// Why it is but a hint, the weightiest reason first.
fn hint_reason(caveats: &[Caveat]) -> &'static str {
    let has = |is: fn(&Caveat) -> bool| caveats.iter().any(is);
    if has(|c| matches!(c, Caveat::OneRun { .. })) {
        "certainty-hint-neff"
    } else if has(|c| matches!(c, Caveat::OneInstance { .. })) {
        "certainty-hint-one"
    } else if has(|c| matches!(c, Caveat::Tied { .. })) {
        "certainty-hint-tied"
    } else if has(|c| matches!(c, Caveat::OneRecording)) {
        "certainty-hint-recording"
    } else if has(|c| matches!(c, Caveat::HostTimes)) {
        "certainty-hint-host"
    } else if has(|c| matches!(c, Caveat::SmallRatio)) {
        "certainty-hint-small"
    } else {
        "certainty-hint"
    }
}

/// What explains most of the difference; empty where nothing does.
pub fn lead(texts: &Texts, comparison: &Comparison) -> String {
    let verdict = &comparison.verdict;
    if matches!(verdict.certainty, Certainty::Refused) || comparison.paths.len() < 2 {
        return String::new();
    }
    // The winner's explanation, or where the baseline wins that of the other.
    let base = comparison.baseline;
    let subject = match verdict.winner {
        Some(winner) if winner != base => winner,
        _ => verdict.against,
    };
    let Some(explanation) = comparison.explanations.iter().find(|e| e.path == subject) else {
        return String::new();
    };
    if verdict.winner.is_none() || verdict.certainty == Certainty::None {
        return structure_differs(texts, verdict);
    }
    if comparison.is_neuron() {
        return neuron_lead(texts, comparison, explanation);
    }
    let Some((term, ns)) = largest(explanation) else { return String::new() };
    let traffic = verdict.proofs.iter().find_map(|proof| match proof.claim {
        Claim::Traffic { from_bytes, to_bytes, .. } => Some((from_bytes, to_bytes)),
        _ => None,
    });
    let mut values = vec![
        ("name", path_name(comparison, subject).into()),
        ("part", time(ns.unsigned_abs() as f64).into()),
        ("delta", time(explanation.delta_ns.unsigned_abs() as f64).into()),
        ("direction", if explanation.delta_ns < 0 { "saved" } else { "lost" }.into()),
        ("term", texts.get(term_id(term)).into()),
    ];
    match (term, traffic) {
        (Term::Traffic, Some((from, to))) => {
            values.push(("from", format::bytes(from.max(0.0) as u64).into()));
            values.push(("to", format::bytes(to.max(0.0) as u64).into()));
            let is_all = ns.unsigned_abs() > explanation.delta_ns.unsigned_abs();
            texts.with(if is_all { "verdict-lead-traffic-all" } else { "verdict-lead-traffic" }, &values)
        }
        _ if ns.unsigned_abs() > explanation.delta_ns.unsigned_abs() => {
            let back = ns.unsigned_abs() - explanation.delta_ns.unsigned_abs();
            values.push(("back", time(back as f64).into()));
            texts.with("verdict-lead-more", &values)
        }
        _ => texts.with("verdict-lead-term", &values),
    }
}

/// The term that goes the way of the difference furthest.
fn largest(explanation: &Explanation) -> Option<(Term, i64)> {
    let sign = explanation.delta_ns.signum();
    explanation
        .terms
        .iter()
        .copied()
        .filter(|(_, ns)| ns.signum() == sign)
        .max_by_key(|(_, ns)| ns.unsigned_abs())
}

/// Times do not tell; the structure may.
fn structure_differs(texts: &Texts, verdict: &Verdict) -> String {
    match verdict.proofs.iter().find(|proof| proof.claim.is_structure()) {
        Some(proof) => texts.with("verdict-lead-structure", &[("claim", claim(texts, &proof.claim).into())]),
        None => String::new(),
    }
}

/// The opcode whose count says whether the matrix work is the same.
const MATRIX: &str = "MATMUL";

/// From one time to the other: `58.71 µs → 38.09 µs, 35 % less`.
fn range(texts: &Texts, comparison: &Comparison) -> Option<String> {
    let verdict = &comparison.verdict;
    let time_of = |path: u32| comparison.paths.get(path as usize).map(|path| path.total.median);
    let (from, to) = (time_of(verdict.against)?, time_of(verdict.winner?)?);
    let percent = numerals::write(&format!("{:.0} %", (1.0 - to / from.max(1.0)).abs() * 100.0));
    Some(texts.with(
        "neuron-paths-range",
        &[
            ("from", time(from).into()),
            ("to", time(to).into()),
            ("percent", percent.into()),
            ("way", if to <= from { "less" } else { "more" }.into()),
        ],
    ))
}

/// The bytes where they were saved, else the largest term.
fn neuron_lead(texts: &Texts, comparison: &Comparison, explanation: &Explanation) -> String {
    let mut sentences = vec![
        neuron_traffic(texts, comparison, explanation).unwrap_or_else(|| neuron_largest(texts, explanation)),
    ];
    sentences.extend(matrix(texts, comparison));
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

fn neuron_traffic(texts: &Texts, comparison: &Comparison, explanation: &Explanation) -> Option<String> {
    let first = comparison.verdict.proofs.first()?;
    let Claim::HbmTraffic { from_read, to_read, from_written, to_written, saved_ns } = first.claim else {
        return None;
    };
    let (from, to) = (from_read + from_written, to_read + to_written);
    let against = comparison.paths.get(comparison.verdict.against as usize)?;
    let rate = match against.neuron.as_ref()?.dma_rate(Figure::Known(from)) {
        Figure::Known(rate) => format::bytes_per_second(rate),
        Figure::Unknown(_) => return None,
    };
    let delta = explanation.delta_ns.unsigned_abs();
    let id = if saved_ns.unsigned_abs() > delta {
        "neuron-paths-lead-traffic-all"
    } else {
        "neuron-paths-lead-traffic"
    };
    let whole = |bytes: f64| format!("{} B", format::count(bytes.max(0.0) as u64));
    let values = [
        ("saved", whole(from - to).into()),
        ("from", format::bytes(from.max(0.0) as u64).into()),
        ("to", format::bytes(to.max(0.0) as u64).into()),
        ("rate", rate.into()),
        ("base", path_name(comparison, comparison.verdict.against).into()),
        ("part", time(saved_ns as f64).into()),
        ("delta", time(delta as f64).into()),
    ];
    Some(texts.with(id, &values))
}

fn neuron_largest(texts: &Texts, explanation: &Explanation) -> String {
    let sign = explanation.delta_ns.signum();
    let is_told = |term: Term| term != Term::Untold;
    let same_way =
        explanation.terms.iter().filter(|(term, ns)| ns.signum() == sign && sign != 0 && is_told(*term));
    let Some((term, ns)): Option<&(Term, i64)> = same_way.max_by_key(|(_, ns)| ns.unsigned_abs()) else {
        return String::new();
    };
    let values = [
        ("delta", time(explanation.delta_ns.unsigned_abs() as f64).into()),
        ("part", time(ns.unsigned_abs() as f64).into()),
        ("term", texts.get(term_id(*term)).into()),
    ];
    texts.with("neuron-paths-lead-term", &values)
}

fn matrix(texts: &Texts, comparison: &Comparison) -> Option<String> {
    let parts = || comparison.paths.iter().filter_map(|path| path.neuron.as_deref());
    if parts().any(|part| !part.tells_instructions) {
        return None;
    }
    let mut counts = parts().map(|part| part.count(MATRIX));
    let first = counts.next().filter(|count| *count > 0)?;
    let is_same = counts.all(|count| count == first);
    is_same.then(|| texts.with("neuron-paths-lead-matrix", &[("count", format::count(first).into())]))
}
