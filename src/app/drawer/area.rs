//! Statistics by name over the selected area.

use super::table::{Column, Kind, Rows, Sort, Table, table};
use crate::app::clipboard::save;
use crate::app::csv::{csv_tools, ticks};
use crate::app::icon::small_icon;
use crate::app::state::{AppState, OpenTrace};
use crate::app::tabs::short_name;
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Area, Ask, NameRow, NameTable};
use crate::export::csv;
use crate::text::format;
use crate::timeline::action::Action;
use crate::trace::TimeUnit;
use leptos::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

const COLUMNS: &[Column] = &[
    Column { head: "column-name", kind: Kind::Name, sorts: true },
    Column { head: "column-category", kind: Kind::Text, sorts: true },
    Column { head: "column-count", kind: Kind::Number, sorts: true },
    Column { head: "column-total", kind: Kind::Number, sorts: true },
    Column { head: "column-self", kind: Kind::Number, sorts: true },
    Column { head: "column-average", kind: Kind::Number, sorts: true },
    Column { head: "column-min", kind: Kind::Number, sorts: true },
    Column { head: "column-p50", kind: Kind::Number, sorts: true },
    Column { head: "column-p90", kind: Kind::Number, sorts: true },
    Column { head: "column-max", kind: Kind::Number, sorts: true },
    Column { head: "column-share", kind: Kind::Number, sorts: true },
];
const TOTAL: usize = 3;

pub fn area(state: AppState, open: OpenTrace) -> AnyView {
    let view = open.state.view;
    let chosen = Memo::new(move |_| view.with(|view| view.area.clone()));
    let body = move || match chosen.get() {
        Some(area) => statistics(state, &open, area),
        None => nothing(state, &open),
    };
    body.into_any()
}

fn nothing(state: AppState, open: &OpenTrace) -> AnyView {
    let (trace, bounds) = (open.id(), open.info.bounds);
    let everything = move |_| {
        let area = Area { start: bounds.start, end: bounds.end, tracks: Vec::new() };
        state.apply(trace, Action::SetArea(Some(area)));
    };
    view! {
        <div class="drawer-empty">
            <p>{t("area-nothing")}</p>
            <p class="dim">{t("area-nothing-hint")}</p>
            <button class="btn small" on:click=everything>{t("area-everything")}</button>
        </div>
    }
    .into_any()
}

fn statistics(state: AppState, open: &OpenTrace, area: Area) -> AnyView {
    let (trace, unit) = (open.id(), open.info.unit);
    let found = RwSignal::new(None::<Arc<NameTable>>);
    spawn_local(async move {
        if let Some(Answer::NameTable(names)) = state.client.ask(Ask::NameTable { trace, area }).await {
            // Another area may be shown by then, and this signal gone.
            let _ = found.try_set(Some(Arc::new(names)));
        }
    });
    let sort = RwSignal::new(Sort { column: TOTAL, falling: true });
    // The rows in the order shown, as indices.
    let sorted =
        Memo::new(move |_| found.get().map(|names| order(&names.rows, sort.get())).unwrap_or_default());
    let rows = Signal::derive(move || {
        let (names, sorted) = (found.get().unwrap_or_default(), sorted.get());
        let len = sorted.len();
        Rows { len, cells: Arc::new(move |i| cells(&names.rows[sorted[i]], unit)) }
    });
    let on_row = move |i: usize| {
        let at = found.with_untracked(|names| {
            let row = names.as_ref()?.rows.get(*sorted.get_untracked().get(i)?)?;
            Some(row.longest.clone())
        });
        if let Some(at) = at {
            state.apply(trace, Action::GoTo(at));
        }
    };
    let as_csv = move || {
        found.with_untracked(|names| {
            let names = names.as_ref()?;
            Some(csv_of(&names.rows, &sorted.get_untracked(), unit))
        })
    };
    let file = format!("{}-statistics", short_name(&open.info.file));
    let json_file = format!("{}-part.json", short_name(&open.info.file));
    let view = open.state.view;
    let as_json = move |_| {
        let Some(area) = view.with_untracked(|view| view.area.clone()) else { return };
        let file = json_file.clone();
        spawn_local(async move {
            match state.client.ask(Ask::ChromeJson { trace, area }).await {
                Some(Answer::ChromeJson(Some(text))) => save(state, &file, "application/json", &text),
                _ => state.problem(t("area-json-large")),
            }
        });
    };
    let summary = move || found.get().map(|names| summary(&names, unit));
    let clear = move |_| state.apply(trace, Action::SetArea(None));
    view! {
        <div class="table-panel">
            <div class="table-bar">
                <span class="clip" role="status">{summary}</span>
                <span class="grow"></span>
                {csv_tools(state, file, as_csv)}
                <button class="btn bare small" title=t("area-json-text") on:click=as_json>
                    {small_icon("download")}
                    {t("area-json")}
                </button>
                <button class="btn bare small" on:click=clear>
                    {small_icon("close")}
                    {t("area-clear")}
                </button>
            </div>
            {table(Table {
                label: t("area-label"),
                columns: COLUMNS,
                rows,
                sort: sort.into(),
                on_sort: Arc::new(move |to| sort.set(to)),
                on_row: Arc::new(on_row),
            })}
        </div>
    }
    .into_any()
}

fn summary(names: &NameTable, unit: TimeUnit) -> String {
    let busy = names.busy as f64 / names.span.max(1) as f64 * 100.0;
    let mut text = tv(
        "area-summary",
        &[
            ("span", format::ticks(names.span, unit).into()),
            ("slices", names.slices.into()),
            ("names", names.rows.len().into()),
            ("busy", format::ticks(names.busy, unit).into()),
            ("share", format::percent(busy).into()),
        ],
    );
    if names.cut > 0 {
        text.push_str(" · ");
        text.push_str(&tv("area-cut", &[("count", names.cut.into())]));
    }
    if names.unfinished > 0 {
        text.push_str(" · ");
        text.push_str(&tv("area-unfinished", &[("count", names.unfinished.into())]));
    }
    if names.left_out > 0 {
        text.push_str(" · ");
        text.push_str(&tv("area-left-out", &[("n", names.left_out.into())]));
    }
    text
}

fn cells(row: &NameRow, unit: TimeUnit) -> Vec<String> {
    let ticks = |value| format::ticks(value, unit);
    vec![
        row.name.clone(),
        row.category.clone(),
        format::count(row.count),
        ticks(row.total),
        ticks(row.self_total),
        format::ticks_mean(row.average, unit),
        ticks(row.min),
        ticks(row.p50),
        ticks(row.p90),
        ticks(row.max),
        format::percent(row.share),
    ]
}

fn order(rows: &[NameRow], sort: Sort) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&rows[a], &rows[b]);
        let by = compare(a, b, sort.column);
        let by = if sort.falling { by.reverse() } else { by };
        by.then_with(|| a.name.cmp(&b.name))
    });
    order
}

fn compare(a: &NameRow, b: &NameRow, column: usize) -> Ordering {
    match column {
        0 => a.name.cmp(&b.name),
        1 => a.category.cmp(&b.category),
        2 => a.count.cmp(&b.count),
        4 => a.self_total.cmp(&b.self_total),
        5 => a.average.total_cmp(&b.average),
        6 => a.min.cmp(&b.min),
        7 => a.p50.cmp(&b.p50),
        8 => a.p90.cmp(&b.p90),
        9 => a.max.cmp(&b.max),
        10 => a.share.total_cmp(&b.share),
        _ => a.total.cmp(&b.total),
    }
}

/// The table for other programs: plain numbers, with the unit in the head.
fn csv_of(rows: &[NameRow], sorted: &[usize], unit: TimeUnit) -> String {
    let unit = ticks(unit);
    let with_unit = |head: &str| format!("{head} in the area ({unit})");
    let mut out = String::new();
    let times = ["total", "self", "average", "min", "p50", "p90", "max"].map(with_unit);
    let mut heads = vec!["name", "category", "count", "of them cut by the area", "of them unfinished"];
    heads.extend(times.iter().map(String::as_str));
    heads.push("share (%)");
    csv::push_row(&mut out, heads);
    for row in sorted.iter().map(|&i| &rows[i]) {
        let numbers = [
            row.count.to_string(),
            row.cut.to_string(),
            row.unfinished.to_string(),
            row.total.to_string(),
            row.self_total.to_string(),
            row.average.to_string(),
            row.min.to_string(),
            row.p50.to_string(),
            row.p90.to_string(),
            row.max.to_string(),
            row.share.to_string(),
        ];
        let texts = [row.name.as_str(), row.category.as_str()].into_iter();
        csv::push_row(&mut out, texts.chain(numbers.iter().map(String::as_str)));
    }
    out
}
