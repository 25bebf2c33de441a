//! What the rules say, each with its figure and the places to look at.

use super::{asked, bar, nothing};
use crate::app::icon::small_icon;
use crate::app::state::{AppState, DrawerTab, OpenTrace};
use crate::app::words::{t, texts, tv};
use crate::engine::protocol::{Area, NeuronAnswer, NeuronAsk};
use crate::neuron::analysis::advice::{Advice, Evidence};
use crate::text::{format, neuron as words};
use crate::timeline::action::Action;
use crate::timeline::view::origin;
use leptos::prelude::*;

pub fn advice(state: AppState, open: OpenTrace) -> AnyView {
    let found = asked(state, &open, NeuronAsk::Advice, |answer| match answer {
        NeuronAnswer::Advice(advice) => Some(advice),
        _ => None,
    });
    let top = bar(&open, view! { <span class="clip dim">{t("neuron-advice-none-hint")}</span> });
    let body = move || {
        found.get().map(|found| match found.is_empty() {
            true => nothing("neuron-advice-none"),
            false => {
                let rows: Vec<AnyView> = found.iter().map(|one| row(state, &open, one)).collect();
                view! { <ol class="nadvice">{rows}</ol> }.into_any()
            }
        })
    };
    view! {
        <div class="table-panel">
            {top}
            <div class="nbody">{body}</div>
        </div>
    }
    .into_any()
}

fn row(state: AppState, open: &OpenTrace, advice: &Advice) -> AnyView {
    let unit = open.info.unit;
    let said = texts(|texts| words::advice(texts, advice, unit));
    let source = t(if advice.rule.is_aws() { "neuron-advice-aws" } else { "neuron-advice-ours" });
    let at_most = advice.ticks.map(|ticks| {
        let text = tv("neuron-advice-at-most", &[("time", format::ticks(ticks, unit).into())]);
        view! { <span class="chip solid" title=t("neuron-advice-at-most-help")>{text}</span> }
    });
    let evidence: Vec<AnyView> = advice.evidence.iter().map(|one| place(state, open, one)).collect();
    let table = advice.table.map(|kind| {
        let (chosen, section) = (open.state.neuron.table, open.state.neuron.section);
        view! {
            <button
                class="btn small"
                on:click=move |_| {
                    section.set(None);
                    chosen.set(kind);
                    state.show_drawer(DrawerTab::NeuronTables);
                }
            >
                {small_icon("table")}
                {t("neuron-evidence-table")}
            </button>
        }
    });
    view! {
        <li>
            <h3>{said.title} <span class="grow"></span> {at_most} <span class="chip">{source}</span></h3>
            <p>{said.text} " " <span class="dimmer">{said.figure}</span></p>
            <p class="try"><b>{t("neuron-advice-try")}</b> " " {said.hint}</p>
            <div class="acts">{evidence} {table}</div>
        </li>
    }
    .into_any()
}

/// A slice is selected, a time becomes the selected area; both are zoomed to.
fn place(state: AppState, open: &OpenTrace, evidence: &Evidence) -> AnyView {
    let (trace, unit, from) = (open.id(), open.info.unit, origin(&open.info));
    let length = format::ticks(evidence.span.len(), unit);
    let start = format::ticks(evidence.span.start.saturating_sub(from), unit);
    let text = match &evidence.at {
        Some(at) => tv(
            "neuron-evidence-slice",
            &[("name", (&at.name).into()), ("length", length.into()), ("start", start.into())],
        ),
        None => tv("neuron-evidence-time", &[("length", length.into()), ("start", start.into())]),
    };
    let evidence = evidence.clone();
    let show = move |_| match &evidence.at {
        Some(at) => state.apply(trace, Action::ZoomTo(at.clone())),
        None => {
            let span = evidence.span;
            let area = Area { start: span.start, end: span.end, tracks: Vec::new() };
            state.apply(trace, Action::SetArea(Some(area)));
            // With what is around it.
            let around = span.len() / 2;
            let shown = crate::trace::Interval::new(
                span.start.saturating_sub(around),
                span.end.saturating_add(around),
            );
            state.apply(trace, Action::Show(shown));
        }
    };
    view! {
        <button class="btn small" title=t("neuron-evidence-show") on:click=show>
            {small_icon("goto")}
            {text}
        </button>
    }
    .into_any()
}
