//! The verdict: a sentence that changes with how sure it is, what it rests on,
//! and what to read with care.

use super::caveats;
use super::intervals;
use super::neuron;
use super::say::{self, ratio, time};
use super::shown::Shown;
use super::slice::show_link;
use crate::app::icon::{measure, small_icon};
use crate::app::words::{t, texts, tv};
use crate::lowering::comparison::{Caveat, Certainty, Claim, Comparison, Explanation, Term, Verdict};
use crate::text::{comparison as words, format};
use leptos::prelude::*;

/// Proofs that are shown.
const MOST_PROOFS: usize = 3;

pub fn verdict(shown: &Shown) -> AnyView {
    let comparison = &shown.all;
    let verdict = &comparison.verdict;
    let lead = lead(comparison);
    let proofs: Vec<AnyView> = verdict
        .proofs
        .iter()
        .take(MOST_PROOFS)
        .enumerate()
        .map(|(i, proof)| {
            let claim = said(&proof.claim);
            let kind = if proof.claim.is_structure() { "claim-structure" } else { "claim-timing" };
            let evidence = proof.evidence.iter().map(|kind| say::evidence_chip(*kind)).collect_view();
            let link = match proof.at.first() {
                Some(at) => show_link(shown.state, *at, t("paths-show"), &claim),
                None => {
                    view! { <a href="#levels" on:click=scroll_to_levels>{t("paths-show")}</a> }.into_any()
                }
            };
            view! {
                <li>
                    <span class="n">{format::count(i as u64 + 1)}</span>
                    <span title=t(kind)>{claim}</span>
                    <span class="evs">{evidence}</span>
                    {link}
                </li>
            }
            .into_any()
        })
        .collect();
    view! {
        <section class="card verdict" aria-label=t("verdict-label")>
            <div>
                <h1>{emphasised(&texts(|texts| words::sentence(texts, comparison)), verdict)}</h1>
                {range(comparison)}
                {(!lead.is_empty()).then(|| view! { <p class="lead">{lead}</p> })}
                {(!proofs.is_empty()).then(|| view! { <ol class="why" aria-label=t("verdict-proofs")>{proofs}</ol> })}
            </div>
            {if comparison.is_neuron() { neuron::dumbbells::dumbbells(shown) } else { intervals::intervals(shown) }}
            {caveats::caveats(shown)}
        </section>
    }
    .into_any()
}

fn scroll_to_levels(event: leptos::ev::MouseEvent) {
    // The address belongs to what is open.
    event.prevent_default();
    if let Some(levels) = document().get_element_by_id("levels") {
        levels.scroll_into_view();
    }
}

/// The sentence as it is read out.
pub fn spoken(comparison: &Comparison) -> String {
    texts(|texts| words::plain_sentence(texts, comparison))
}

/// Text with its `<em>` part set apart; a hint is set apart less.
fn emphasised(text: &str, verdict: &Verdict) -> AnyView {
    let parts = text.split_once("<em>").and_then(|(before, rest)| {
        let (inside, after) = rest.split_once("</em>")?;
        Some((before.to_owned(), inside.to_owned(), after.to_owned()))
    });
    let weak = verdict.certainty != Certainty::Clear;
    match parts {
        Some((before, inside, after)) => {
            view! { {before} <em class:weak=weak><bdi>{inside}</bdi></em> {after} }.into_any()
        }
        None => text.to_owned().into_any(),
    }
}

/// The interval of the ratio, and how sure that is.
fn range(comparison: &Comparison) -> Option<AnyView> {
    let verdict = &comparison.verdict;
    if comparison.paths.len() < 2 {
        return None;
    }
    // One run has no interval.
    let single = comparison.is_neuron() && comparison.paths.iter().any(|path| path.instance_count < 2);
    let count = |path: u32| comparison.paths.get(path as usize).map_or(0, |path| path.instance_count);
    let interval = verdict.winner.filter(|_| verdict.certainty != Certainty::Refused).map(|winner| {
        if single {
            return measure(neuron::words::range(comparison).unwrap_or_default());
        }
        let text = tv(
            "verdict-range",
            &[
                ("low", ratio(verdict.ratio_low).into()),
                ("high", ratio(verdict.ratio_high).into()),
                ("mine", count(winner).into()),
                ("theirs", count(verdict.against).into()),
            ],
        );
        measure(text)
    });
    let (icon, id) = match verdict.certainty {
        Certainty::Clear => ("check", "certainty-clear"),
        Certainty::Hint => ("info", hint_reason(&verdict.caveats)),
        Certainty::None => ("info", "certainty-none"),
        Certainty::Refused => ("warn", "certainty-refused"),
    };
    let class = if verdict.certainty == Certainty::Clear { "chip solid" } else { "chip dashed" };
    Some(
        view! {
            <p class="range">
                {interval}
                <span class=class title=t(&format!("{id}-text"))>{small_icon(icon)}{t(id)}</span>
            </p>
        }
        .into_any(),
    )
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

/// What explains most of the difference.
fn lead(comparison: &Comparison) -> String {
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
        return structure_differs(verdict);
    }
    if comparison.is_neuron() {
        return neuron::words::lead(comparison, explanation);
    }
    let Some((term, ns)) = largest(explanation) else { return String::new() };
    let traffic = verdict.proofs.iter().find_map(|proof| match proof.claim {
        Claim::Traffic { from_bytes, to_bytes, .. } => Some((from_bytes, to_bytes)),
        _ => None,
    });
    let mut values = vec![
        ("name", say::path_name(comparison, subject).into()),
        ("part", time(ns.unsigned_abs() as f64).into()),
        ("delta", time(explanation.delta_ns.unsigned_abs() as f64).into()),
        ("direction", if explanation.delta_ns < 0 { "saved" } else { "lost" }.into()),
        ("term", t(words::term_id(term)).into()),
    ];
    match (term, traffic) {
        (Term::Traffic, Some((from, to))) => {
            values.push(("from", format::bytes(from.max(0.0) as u64).into()));
            values.push(("to", format::bytes(to.max(0.0) as u64).into()));
            let is_all = ns.unsigned_abs() > explanation.delta_ns.unsigned_abs();
            tv(if is_all { "verdict-lead-traffic-all" } else { "verdict-lead-traffic" }, &values)
        }
        _ if ns.unsigned_abs() > explanation.delta_ns.unsigned_abs() => {
            let back = ns.unsigned_abs() - explanation.delta_ns.unsigned_abs();
            values.push(("back", time(back as f64).into()));
            tv("verdict-lead-more", &values)
        }
        _ => tv("verdict-lead-term", &values),
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
fn structure_differs(verdict: &Verdict) -> String {
    match verdict.proofs.iter().find(|proof| proof.claim.is_structure()) {
        Some(proof) => tv("verdict-lead-structure", &[("claim", said(&proof.claim).into())]),
        None => String::new(),
    }
}

fn said(claim: &Claim) -> String {
    texts(|texts| words::claim(texts, claim))
}
