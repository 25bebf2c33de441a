//! The table twin of the timeline: the slices that are in view, in the
//! selected area, or all, a page at a time.

use super::table::{Column, Kind, Rows, Sort, Table, table};
use super::which::{Which, area_of, choice, still};
use crate::app::clipboard::save;
use crate::app::csv;
use crate::app::icon::small_icon;
use crate::app::state::{AppState, OpenTrace};
use crate::app::tabs::short_name;
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Area, Ask, SliceRow, SliceSort, SliceTable, TraceId};
use crate::export;
use crate::text::format;
use crate::timeline::action::Action;
use crate::timeline::view::origin;
use crate::trace::TimeUnit;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Rows of a page.
const PAGE: u32 = 500;
/// Rows that are saved at most, and asked for at once meanwhile.
const MOST_SAVED: u64 = 100_000;
const SAVED_AT_ONCE: u32 = 1000;

const COLUMNS: &[Column] = &[
    Column { head: "column-name", kind: Kind::Name, sorts: true },
    Column { head: "column-category", kind: Kind::Text, sorts: true },
    Column { head: "column-track", kind: Kind::Text, sorts: true },
    Column { head: "column-depth", kind: Kind::Number, sorts: true },
    Column { head: "column-start", kind: Kind::Number, sorts: true },
    Column { head: "column-duration", kind: Kind::Number, sorts: true },
];
const START: usize = 4;

pub fn slices(state: AppState, open: OpenTrace) -> AnyView {
    let (trace, info, view) = (open.id(), open.info.clone(), open.state.view);
    let which = RwSignal::new(Which::Visible);
    let sort = RwSignal::new(Sort { column: START, falling: false });
    let offset = RwSignal::new(0u64);
    let found = RwSignal::new(Arc::new(SliceTable::default()));
    let wanted = still(Memo::new({
        let bounds = info.bounds;
        move |_| view.with(|view| area_of(view, which.get(), bounds))
    }));
    // Another area or order begins at the first page.
    Effect::new(move |before: Option<(Option<Area>, Sort)>| {
        let now = (wanted.get(), sort.get());
        if before.is_some_and(|before| before != now) && offset.get_untracked() != 0 {
            offset.set(0);
        }
        now
    });
    Effect::new(move |_| {
        let Some(area) = wanted.get() else { return };
        let Sort { column, falling } = sort.get();
        let (sort, offset) = (sort_of(column), offset.get());
        let ask = Ask::SliceTable { trace, area, sort, falling, offset, limit: PAGE };
        spawn_local(async move {
            if let Some(Answer::SliceTable(rows)) = state.client.ask(ask).await {
                // The drawer may show something else by then.
                let _ = found.try_set(Arc::new(rows));
            }
        });
    });
    let (unit, from) = (info.unit, origin(&info));
    let rows = Signal::derive(move || {
        let found = found.get();
        Rows { len: found.rows.len(), cells: Arc::new(move |i| cells(&found.rows[i], unit, from)) }
    });
    let on_row = move |i: usize| {
        if let Some(at) = found.with_untracked(|found| found.rows.get(i).map(|row| row.at.clone())) {
            state.apply(trace, Action::GoTo(at));
        }
    };
    let file = format!("{}-slices", short_name(&info.file));
    let save = csv::button(move || {
        if let Some(area) = wanted.get_untracked() {
            save_all(state, trace, area, sort.get_untracked(), (unit, from), file.clone());
        }
    });
    view! {
        <div class="table-panel">
            <div class="table-bar">
                {choice(which, view, "slices-which")}
                <span class="grow"></span>
                {pager(found, offset)}
                {save}
            </div>
            {table(Table {
                label: t("slices-label"),
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

/// Saves all pages.
fn save_all(
    state: AppState,
    trace: TraceId,
    area: Area,
    Sort { column, falling }: Sort,
    (unit, from): (TimeUnit, i64),
    file: String,
) {
    spawn_local(async move {
        let mut rows: Vec<SliceRow> = Vec::new();
        let mut total = u64::MAX;
        while (rows.len() as u64) < total.min(MOST_SAVED) {
            let (area, offset) = (area.clone(), rows.len() as u64);
            let ask =
                Ask::SliceTable { trace, area, sort: sort_of(column), falling, offset, limit: SAVED_AT_ONCE };
            let Some(Answer::SliceTable(page)) = state.client.ask(ask).await else { return };
            total = page.total;
            if page.rows.is_empty() {
                break;
            }
            rows.extend(page.rows);
        }
        let left_out = total.saturating_sub(rows.len() as u64);
        if left_out > 0 {
            state
                .problem(tv("slices-saved-part", &[("count", rows.len().into()), ("left", left_out.into())]));
        }
        let times = ["start", "duration"].map(|head| format!("{head} ({})", csv::ticks(unit)));
        let head = ["name", "category", "track", "depth", &times[0], &times[1]];
        let cells = rows.into_iter().map(|row| {
            let start = row.at.start.saturating_sub(from).to_string();
            vec![
                row.at.name,
                row.category,
                row.track_name,
                row.depth.to_string(),
                start,
                row.at.dur.to_string(),
            ]
        });
        save(state, &csv::file_name(&file), "text/csv", &export::csv::table(head, cells));
    });
}

fn pager(found: RwSignal<Arc<SliceTable>>, offset: RwSignal<u64>) -> AnyView {
    let page = u64::from(PAGE);
    let total = move || found.with(|found| found.total);
    let text = move || {
        let (first, rows, total) = (offset.get(), found.with(|found| found.rows.len() as u64), total());
        if total == 0 {
            return t("slices-none");
        }
        tv(
            "slices-range",
            &[
                ("first", format::count(first + 1).into()),
                ("last", format::count(first + rows).into()),
                ("total", format::count(total).into()),
            ],
        )
    };
    let is_last = move || offset.get() + page >= total();
    view! {
        <span class="dim" role="status">{text}</span>
        <button
            class="btn bare small icon"
            aria-label=t("slices-previous")
            title=t("slices-previous")
            disabled=move || offset.get() == 0
            on:click=move |_| offset.update(|offset| *offset = offset.saturating_sub(page))
        >
            <span class="turn">{small_icon("right")}</span>
        </button>
        <button
            class="btn bare small icon"
            aria-label=t("slices-next")
            title=t("slices-next")
            disabled=is_last
            on:click=move |_| offset.update(|offset| *offset += page)
        >
            {small_icon("right")}
        </button>
    }
    .into_any()
}

fn sort_of(column: usize) -> SliceSort {
    match column {
        0 => SliceSort::Name,
        1 => SliceSort::Category,
        2 => SliceSort::Track,
        3 => SliceSort::Depth,
        5 => SliceSort::Duration,
        _ => SliceSort::Start,
    }
}

fn cells(row: &SliceRow, unit: TimeUnit, from: i64) -> Vec<String> {
    vec![
        row.at.name.clone(),
        row.category.clone(),
        row.track_name.clone(),
        format::count(row.depth.into()),
        format::ticks_exact(row.at.start.saturating_sub(from), unit),
        format::ticks(row.at.dur, unit),
    ]
}
