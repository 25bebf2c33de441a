//! Sentences of the verdict on device profiles.

use crate::app::paths::say::{self, time};
use crate::app::words::{t, tv};
use crate::lowering::comparison::{Claim, Comparison, Explanation, Term};
use crate::lowering::profile::Figure;
use crate::text::comparison::term_id;
use crate::text::{format, numerals};

/// The opcode whose count says whether the matrix work is the same.
const MATRIX: &str = "MATMUL";

/// From one time to the other: `58.71 µs → 38.09 µs, 35 % less`.
pub fn range(comparison: &Comparison) -> Option<String> {
    let verdict = &comparison.verdict;
    let time_of = |path: u32| comparison.paths.get(path as usize).map(|path| path.total.median);
    let (from, to) = (time_of(verdict.against)?, time_of(verdict.winner?)?);
    let percent = numerals::write(&format!("{:.0} %", (1.0 - to / from.max(1.0)).abs() * 100.0));
    Some(tv(
        "neuron-paths-range",
        &[
            ("from", time(from).into()),
            ("to", time(to).into()),
            ("percent", percent.into()),
            ("way", if to <= from { "less" } else { "more" }.into()),
        ],
    ))
}

/// What explains most of the difference: the bytes where they were saved, else
/// the largest term.
pub fn lead(comparison: &Comparison, explanation: &Explanation) -> String {
    let mut sentences = vec![traffic(comparison, explanation).unwrap_or_else(|| largest(explanation))];
    sentences.extend(matrix(comparison));
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

fn traffic(comparison: &Comparison, explanation: &Explanation) -> Option<String> {
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
        ("base", say::path_name(comparison, comparison.verdict.against).into()),
        ("part", time(saved_ns as f64).into()),
        ("delta", time(delta as f64).into()),
    ];
    Some(tv(id, &values))
}

fn largest(explanation: &Explanation) -> String {
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
        ("term", t(term_id(*term)).into()),
    ];
    tv("neuron-paths-lead-term", &values)
}

fn matrix(comparison: &Comparison) -> Option<String> {
    let parts = || comparison.paths.iter().filter_map(|path| path.neuron.as_deref());
    if parts().any(|part| !part.tells_instructions) {
        return None;
    }
    let mut counts = parts().map(|part| part.count(MATRIX));
    let first = counts.next().filter(|count| *count > 0)?;
    let is_same = counts.all(|count| count == first);
    is_same.then(|| tv("neuron-paths-lead-matrix", &[("count", format::count(first).into())]))
}
