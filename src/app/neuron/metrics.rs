//! All metrics of the file, with ours beside them.

use super::fact;
use crate::app::csv::csv_button;
use crate::app::icon::{measure, small_icon};
use crate::app::state::AppState;
use crate::app::words::{t, texts, tv};
use crate::export::neuron::metrics_csv;
use crate::neuron::analysis::figure::Figure;
use crate::neuron::analysis::metric_groups::{FileValue, Group, MetricRow};
use crate::neuron::analysis::summary::ProfileSummary;
use crate::text::{format, neuron as words};
use leptos::prelude::*;

pub fn metrics(state: AppState, file: &str, summary: &ProfileSummary) -> AnyView {
    let as_csv = texts(|texts| metrics_csv(texts, summary));
    let save = csv_button(state, format!("{file}-metrics"), move || Some(as_csv.clone()));
    let all = || summary.groups.iter().flat_map(|group| &group.metrics);
    let is_compared = |row: &&MetricRow| {
        matches!(row.file, FileValue::Number(_)) && matches!(row.own, Some(Figure::Known(_)))
    };
    let compared = all().filter(is_compared).count();
    let differ = all().filter(|row| row.differs).count();
    let count = (summary.is_all() && compared > 0)
        .then(|| tv("neuron-metrics-count", &[("compared", compared.into()), ("differ", differ.into())]));
    let own_head = match (summary.is_cut_off, summary.is_whole) {
        (_, false) => "neuron-ours-area",
        (true, true) => "neuron-ours-came",
        (false, true) => "neuron-ours",
    };
    let groups: Vec<AnyView> = summary.groups.iter().map(group).collect();
    view! {
        <section class="nmetrics">
            <h3>{t("neuron-metrics")} <span class="hint">{count.unwrap_or_else(|| t("neuron-metrics-hint"))}</span> {save}</h3>
            <table class="tbl">
                <thead>
                    <tr>
                        <th scope="col">{t("neuron-metric")}</th>
                        <th scope="col" class="end">{t("neuron-in-file")}</th>
                        <th scope="col" class="end">{t(own_head)}</th>
                        <th scope="col" class="meaning">{t("neuron-meaning")}</th>
                    </tr>
                </thead>
                {groups}
            </table>
        </section>
    }
    .into_any()
}

fn group(group: &Group) -> AnyView {
    let title = texts(|texts| words::group(texts, &group.key));
    let rows = group.metrics.iter().map(row).collect_view();
    view! {
        <tbody>
            <tr class="group"><th scope="rowgroup" colspan="4">{title}</th></tr>
            {rows}
        </tbody>
    }
    .into_any()
}

fn row(row: &MetricRow) -> AnyView {
    let file = texts(|texts| words::file_value(texts, &row.file, row.unit));
    let known = matches!(row.file, FileValue::Number(_) | FileValue::Text(_));
    let own = row.own.map(|own| match own {
        Figure::Known(value) => measure(words::number_exact(value, row.unit)),
        unknown @ Figure::Unknown(_) => fact::value(unknown, row.unit),
    });
    let differs = match (&row.file, row.own) {
        (FileValue::Number(file), Some(Figure::Known(own))) if row.differs => {
            let off = (own - file) / file.abs().max(f64::MIN_POSITIVE) * 100.0;
            let text = tv("neuron-differs", &[("percent", format::percent(off).into())]);
            Some(view! { <span class="chip warn">{small_icon("warn")} {text}</span> })
        }
        _ => None,
    };
    let caveat = row.caveat.map(|why| {
        let text = t(words::why_id(why));
        view! { <span class="dimmer">{text}" "</span> }
    });
    let meaning = row.definition.clone();
    let full = meaning.clone();
    view! {
        <tr>
            <th scope="row" class="mono" title=full.clone()>{row.key.clone()}</th>
            <td class="end num" class:dimmer=!known>{measure(file)}</td>
            <td class="end num">{own} {differs}</td>
            <td class="meaning clip" title=full>{caveat} <span class="dim">{meaning}</span></td>
        </tr>
    }
    .into_any()
}
