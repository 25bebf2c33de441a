//! The profile, or a part of it, at a glance.

use super::engines::{engines, parts};
use super::fact::fact;
use super::metrics::metrics;
use super::roofline::{roofline, utilisation};
use super::{asked, bar, file_stem, nothing, span_text};
use crate::app::icon::small_icon;
use crate::app::neffs::ran_by_card;
use crate::app::state::{AppState, DrawerTab, OpenTrace};
use crate::app::words::{t, texts, tv};
use crate::engine::protocol::{NeuronAnswer, NeuronAsk};
use crate::neuron::analysis::figure::Unit;
use crate::neuron::analysis::key_figures::Figures;
use crate::neuron::analysis::summary::ProfileSummary;
use crate::neuron::analysis::table::TableKind;
use crate::text::comparison::ratio;
use crate::text::neuron as words;
use leptos::prelude::*;

pub fn summary(state: AppState, open: OpenTrace) -> AnyView {
    let found = asked(state, &open, NeuronAsk::Summary, |answer| match answer {
        NeuronAnswer::Summary(summary) => Some(*summary),
        _ => None,
    });
    let place = {
        let open = open.clone();
        move || found.get().map(|summary| span_text(&open, &summary))
    };
    let top = bar(&open, view! { <span class="clip dim" role="status">{place}</span> });
    let body = move || found.get().map(|summary| cards(state, &open, &summary));
    view! {
        <div class="table-panel">
            {top}
            <div class="nbody">{body}</div>
        </div>
    }
    .into_any()
}

fn cards(state: AppState, open: &OpenTrace, summary: &ProfileSummary) -> AnyView {
    let has_rows = !summary.engines.is_empty() || summary.dma.packets + summary.dma.transfers > 0;
    if !has_rows && summary.groups.is_empty() && summary.warnings.is_empty() {
        return nothing("neuron-no-summary");
    }
    let (table, section) = (open.state.neuron.table, open.state.neuron.section);
    let show = move |kind: TableKind| {
        move || {
            section.set(None);
            table.set(kind);
            state.show_drawer(DrawerTab::NeuronTables);
        }
    };
    let figures = &summary.figures;
    view! {
        <div class="ncards">
            {has_rows.then(|| engines(state, open, summary))}
            {time(figures)}
            {memory(figures, summary.is_all())}
            {flops(figures)}
            {roofline(state, figures)}
            {parts(state, open, "neuron-queues", &summary.queues, show(TableKind::DmaQueues))}
            {parts(state, open, "neuron-variables", &summary.variables, show(TableKind::DmaVariables))}
            {ran_by_card(state, open)}
            {warnings(summary)}
        </div>
        {metrics(state, &file_stem(open), summary)}
    }
    .into_any()
}

fn time(figures: &Figures) -> AnyView {
    view! {
        <section class="ncard">
            <h3>{t("neuron-time")}</h3>
            <dl class="nfacts">
                {fact("neuron-time", "", figures.total_s, Unit::Seconds)}
                {fact("neuron-active", "neuron-active-text", figures.active_share, Unit::Share)}
                {fact("neuron-dma-active", "", figures.dma_share, Unit::Share)}
                {fact("neuron-throttled", "", figures.throttled_share, Unit::Share)}
                {utilisation(figures)}
            </dl>
        </section>
    }
    .into_any()
}

/// A part of the profile need not read all inputs.
fn memory(figures: &Figures, is_all: bool) -> AnyView {
    let traffic = match (figures.hbm_read.known(), figures.hbm_written.known()) {
        (Some(read), Some(written)) => Some(read + written),
        _ => None,
    };
    let times = match (traffic, figures.least_traffic.known()) {
        (Some(traffic), Some(least)) if least > 0.0 && is_all => Some(ratio(traffic / least)),
        _ => None,
    };
    let times = times.map(|times| {
        view! { <p class="dim">{tv("neuron-traffic-times", &[("times", times.into())])}</p> }
    });
    view! {
        <section class="ncard">
            <h3>{t("neuron-memory")}</h3>
            <dl class="nfacts">
                {fact("neuron-hbm-read", "", figures.hbm_read, Unit::Bytes)}
                {fact("neuron-hbm-written", "", figures.hbm_written, Unit::Bytes)}
                {fact("neuron-spill-saved", "", figures.spill_saved, Unit::Bytes)}
                {fact("neuron-spill-reloaded", "", figures.spill_reloaded, Unit::Bytes)}
                {is_all.then(|| fact("neuron-least-traffic", "", figures.least_traffic, Unit::Bytes))}
            </dl>
            {times}
        </section>
    }
    .into_any()
}

fn flops(figures: &Figures) -> AnyView {
    view! {
        <section class="ncard">
            <h3>{t("neuron-flops")}</h3>
            <dl class="nfacts">
                {fact("neuron-model-flops", "neuron-model-flops-text", figures.model_flops, Unit::Flops)}
                {fact("neuron-useful-flops", "neuron-useful-flops-text", figures.useful_flops, Unit::Flops)}
                {fact("neuron-transpose-flops", "neuron-transpose-flops-text", figures.transpose_flops, Unit::Flops)}
                {fact("neuron-hardware-flops", "neuron-hardware-flops-text", figures.hardware_flops, Unit::Flops)}
            </dl>
        </section>
    }
    .into_any()
}

fn warnings(summary: &ProfileSummary) -> Option<AnyView> {
    let rows: Vec<AnyView> = summary
        .warnings
        .iter()
        .map(|warning| {
            let text = texts(|texts| words::warning(texts, warning));
            let original = format!("{}: {}", warning.category, warning.message);
            view! { <li title=original>{small_icon("warn")} <span>{text}</span></li> }.into_any()
        })
        .collect();
    (!rows.is_empty()).then(|| {
        view! {
            <section class="ncard all">
                <h3>{t("neuron-warnings")}</h3>
                <ul class="nwarnings">{rows}</ul>
            </section>
        }
        .into_any()
    })
}
