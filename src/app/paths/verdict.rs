//! The verdict: a sentence that changes with how sure it is, what it rests on,
//! and what to read with care.

use super::caveats;
use super::intervals;
use super::neuron;
use super::say;
use super::shown::Shown;
use super::slice::show_link;
use crate::app::icon::{measure, small_icon};
use crate::app::words::{t, texts};
use crate::lowering::comparison::{Certainty, Claim, Comparison, Verdict};
use crate::text::lead::{self, certainty_id, interval};
use crate::text::{comparison as words, format};
use leptos::prelude::*;

/// Proofs that are shown.
const MOST_PROOFS: usize = 3;

pub fn verdict(shown: &Shown) -> AnyView {
    let comparison = &shown.all;
    let verdict = &comparison.verdict;
    let leading = texts(|texts| lead::lead(texts, comparison));
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
                {(!leading.is_empty()).then(|| view! { <p class="lead">{leading}</p> })}
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
    let interval = texts(|texts| interval(texts, comparison)).map(measure);
    let id = certainty_id(verdict);
    let icon = match verdict.certainty {
        Certainty::Clear => "check",
        Certainty::Refused => "warn",
        Certainty::Hint | Certainty::None => "info",
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

fn said(claim: &Claim) -> String {
    texts(|texts| words::claim(texts, claim))
}
