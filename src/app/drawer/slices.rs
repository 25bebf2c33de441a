//! The table twin of the timeline: the slices that are in view, in the
//! selected area, or all, a page at a time.

use super::table::{Column, Kind, Rows, Sort, Table, table};
use super::which::{Which, area_of, choice, still};
use crate::app::icon::small_icon;
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Area, Ask, SliceRow, SliceSort, SliceTable};
use crate::text::format;
use crate::timeline::action::Action;
use crate::timeline::view::origin;
use crate::trace::TimeUnit;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Rows of a page.
const PAGE: u32 = 500;

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
    view! {
        <div class="table-panel">
            <div class="table-bar">
                {choice(which, view, "slices-which")}
                <span class="grow"></span>
                {pager(found, offset)}
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
