//! Every section of the file, and the rows of one as they are written.

use super::{bar_of, file_stem};
use crate::app::csv::csv_tools;
use crate::app::icon::{measure, small_icon};
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, NeuronAnswer, NeuronAsk};
use crate::export::neuron::section_csv;
use crate::neuron::analysis::section_table::{SectionRow, SectionTable, order};
use crate::text::format;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Rows that are put into the page at a time.
const STEP: usize = 200;

/// The list, or the rows of the chosen section. `choice` stands before it.
pub fn sections(state: AppState, open: &OpenTrace, choice: AnyView) -> AnyView {
    let (trace, chosen) = (open.id(), open.state.neuron.section);
    let list = RwSignal::new(None::<Arc<Vec<SectionRow>>>);
    let found = RwSignal::new(None::<Arc<SectionTable>>);
    spawn_local(async move {
        let answer = state.client.ask(Ask::Neuron { trace, ask: NeuronAsk::Sections }).await;
        if let Some(Answer::Neuron(NeuronAnswer::Sections(rows))) = answer {
            let _ = list.try_set(Some(Arc::new(rows)));
        }
    });
    Effect::new(move |_| {
        found.set(None);
        let Some(name) = chosen.get().filter(|name| !name.is_empty()) else { return };
        spawn_local(async move {
            let ask = NeuronAsk::Section(name.clone());
            let answer = state.client.ask(Ask::Neuron { trace, ask }).await;
            // Another one may be wanted by then.
            if let Some(Answer::Neuron(NeuronAnswer::Section(table))) = answer
                && chosen.try_get_untracked() == Some(Some(name))
            {
                let _ = found.try_set(Some(Arc::new(table)));
            }
        });
    });
    let file = file_stem(open);
    let tools = move || found.get().map(|table| tools(state, &file, table));
    let body = move || match (chosen.get().filter(|name| !name.is_empty()), found.get()) {
        (Some(_), Some(table)) => rows(&table),
        (Some(_), None) => ().into_any(),
        (None, _) => list.get().map(|all| listed(&all, chosen)).into_any(),
    };
    let back = move || {
        chosen.get().filter(|name| !name.is_empty()).map(|name| {
            view! {
                <button class="btn small" on:click=move |_| chosen.set(Some(String::new()))>
                    {t("neuron-sections-all")}
                </button>
                <b class="clip mono"><bdi>{name}</bdi></b>
            }
        })
    };
    let top = bar_of(
        open,
        view! {
            {choice}
            {back}
            {tools}
        },
    );
    view! {
        <div class="table-panel">
            {top}
            <div class="tbl-scroll" tabindex="0" role="group" aria-label=t("neuron-table-sections")>{body}</div>
        </div>
    }
    .into_any()
}

fn listed(all: &[SectionRow], chosen: RwSignal<Option<String>>) -> AnyView {
    let row = |section: &SectionRow| {
        let (name, to) = (section.name.clone(), section.name.clone());
        let name = match section.has_rows {
            true => view! {
                <button class="link ltr" on:click=move |_| chosen.set(Some(to.clone()))><bdi>{name}</bdi></button>
            }
            .into_any(),
            false => view! { <span class="ltr"><bdi>{name}</bdi></span> }.into_any(),
        };
        let note = (!section.has_rows).then(|| t("neuron-section-drawn"));
        view! {
            <tr>
                <td class="name">{name}</td>
                <td class="end num">{measure(format::count(section.rows))}</td>
                <td class="dim">{note}</td>
            </tr>
        }
    };
    view! {
        <table class="tbl nsections">
            <thead>
                <tr>
                    <th scope="col" class="name">{t("neuron-col-section")}</th>
                    <th scope="col" class="end">{t("neuron-col-rows")}</th>
                    <th scope="col"></th>
                </tr>
            </thead>
            <tbody>{all.iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn tools(state: AppState, file: &str, table: Arc<SectionTable>) -> AnyView {
    let mut text = tv("neuron-table-rows", &[("n", table.rows.len().into())]);
    for (id, count) in
        [("area-left-out", table.left_out), ("neuron-section-fields-left-out", table.fields_left_out)]
    {
        if count > 0 {
            text.push_str(" · ");
            text.push_str(&tv(id, &[("n", count.into())]));
        }
    }
    let name = format!("{file}-{}", table.name);
    view! {
        <span class="clip dim" role="status">{text}</span>
        <span class="grow"></span>
        {csv_tools(state, name, move || Some(section_csv(&table)))}
    }
    .into_any()
}

fn rows(table: &Arc<SectionTable>) -> AnyView {
    // Column, and whether it falls; as in the file before the first click.
    let sort = RwSignal::new(None::<(usize, bool)>);
    let most = RwSignal::new(STEP);
    let head = |(at, name): (usize, &String)| {
        let press = move |_| {
            sort.update(|now| {
                *now = Some((at, now.is_some_and(|(column, falling)| column == at && !falling)));
            });
        };
        let arrow = move || {
            let (_, falling) = sort.get().filter(|(column, _)| *column == at)?;
            Some(small_icon(if falling { "down" } else { "up" }))
        };
        let order = move || match sort.get() {
            Some((column, falling)) if column == at => {
                if falling {
                    "descending"
                } else {
                    "ascending"
                }
            }
            _ => "none",
        };
        view! {
            <th scope="col" aria-sort=order>
                <button class="ltr" on:click=press><bdi>{name.clone()}</bdi> {arrow}</button>
            </th>
        }
    };
    let heads = table.columns.iter().enumerate().map(head).collect_view();
    let shown = table.clone();
    let body = move || {
        let order = order(&shown, sort.get());
        let row = |at: &usize| {
            let cells = shown.rows.get(*at).into_iter().flatten();
            let cells = cells.map(|cell| {
                view! { <td class="clip cell" title=cell.clone()><bdi>{cell.clone()}</bdi></td> }
            });
            view! { <tr>{cells.collect_view()}</tr> }
        };
        order.iter().take(most.get()).map(row).collect_view()
    };
    let count = table.rows.len();
    let more = move || {
        let left = count.saturating_sub(most.get());
        (left > 0).then(|| {
            view! {
                <button class="btn small" on:click=move |_| most.update(|most| *most += STEP)>
                    {tv("links-more", &[("count", left.into())])}
                </button>
            }
        })
    };
    view! {
        <table class="tbl nsection">
            <thead><tr>{heads}</tr></thead>
            <tbody>{body}</tbody>
        </table>
        {more}
    }
    .into_any()
}
