//! A table of many rows: only those in view are in the page. One tab stop;
//! arrows move a row cursor, Enter follows it.

use crate::app::icon::{measure, small_icon};
use crate::app::words::{has, t};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Height of a row in CSS pixels, as `--h-row`.
const ROW: f64 = 26.0;
/// Rows kept ready above and below the view.
const SPARE: usize = 6;

/// Tables so far: rows of several in the page need ids of their own.
static TABLES: AtomicU32 = AtomicU32::new(0);

/// A column.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Message id of its head.
    pub head: &'static str,
    pub kind: Kind,
    /// Whether a click on the head sorts by it.
    pub sorts: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The column that takes the room that is left.
    Name,
    Text,
    Number,
}

/// Which column the rows are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub column: usize,
    pub falling: bool,
}

/// Rows ready to be shown: texts of one row in the order of the columns.
#[derive(Clone)]
pub struct Rows {
    pub len: usize,
    pub cells: Arc<dyn Fn(usize) -> Vec<String> + Send + Sync>,
}

/// What is to be shown and done.
pub struct Table {
    pub label: String,
    pub columns: &'static [Column],
    pub rows: Signal<Rows>,
    pub sort: Signal<Sort>,
    pub on_sort: Arc<dyn Fn(Sort) + Send + Sync>,
    /// A row was followed, by click or Enter.
    pub on_row: Arc<dyn Fn(usize) + Send + Sync>,
}

pub fn table(table: Table) -> AnyView {
    let Table { label, columns, rows, sort, on_sort, on_row } = table;
    let number = TABLES.fetch_add(1, Ordering::Relaxed);
    let caption = label.clone();
    let scroller = NodeRef::<html::Div>::new();
    let top = RwSignal::new(0usize);
    let cursor = RwSignal::new(None::<usize>);
    let visible = RwSignal::new(24usize);
    let measure = move || {
        // The table may be gone by the time of the next frame.
        if let Some(Some(scroller)) = scroller.try_get_untracked() {
            let first = (f64::from(scroller.scroll_top()) / ROW).floor() as usize;
            let count = (f64::from(scroller.client_height()) / ROW).ceil() as usize + 1;
            if top.get_untracked() != first {
                top.set(first);
            }
            if visible.get_untracked() < count {
                visible.set(count);
            }
        }
    };
    // Other rows: back to the top. A table that has just been put in place is
    // there, and is measured when the page is laid out anyway.
    Effect::new(move |was_there: Option<bool>| {
        rows.track();
        let scroller = scroller.get();
        match &scroller {
            Some(scroller) if was_there == Some(true) => {
                scroller.set_scroll_top(0);
                cursor.set(None);
                measure();
            }
            _ => request_animation_frame(measure),
        }
        scroller.is_some()
    });
    let show_row = move |row: usize| {
        let Some(scroller) = scroller.get_untracked() else { return };
        let (from, to) = (row as f64 * ROW, (row + 1) as f64 * ROW);
        let (now, high) = (f64::from(scroller.scroll_top()), f64::from(scroller.client_height()) - ROW);
        if from < now {
            scroller.set_scroll_top(from as i32);
        } else if to > now + high {
            scroller.set_scroll_top((to - high).ceil() as i32);
        }
    };
    let follow = on_row.clone();
    let on_key = move |event: KeyboardEvent| {
        let len = rows.with_untracked(|rows| rows.len);
        let Some(last) = len.checked_sub(1) else { return };
        let now = cursor.get_untracked();
        let page = visible.get_untracked().saturating_sub(3).max(1);
        let next = match event.key().as_str() {
            "ArrowDown" => now.map_or(0, |now| (now + 1).min(last)),
            "ArrowUp" => now.map_or(0, |now| now.saturating_sub(1)),
            "PageDown" => (now.unwrap_or(0) + page).min(last),
            "PageUp" => now.unwrap_or(0).saturating_sub(page),
            "Home" => 0,
            "End" => last,
            "Enter" | " " => {
                event.prevent_default();
                event.stop_propagation();
                if let Some(now) = now {
                    follow(now);
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        cursor.set(Some(next));
        show_row(next);
    };
    let body = move || {
        let rows = rows.get();
        let from = top.get().saturating_sub(SPARE).min(rows.len);
        let to = (top.get() + visible.get() + SPARE).min(rows.len);
        let shown = (from..to).map(|i| one_row(columns, &rows, (number, i), cursor, &on_row)).collect_view();
        view! {
            {gap(from)}
            {shown}
            {gap(rows.len - to)}
        }
    };
    view! {
        <div
            class="tbl-scroll"
            role="group"
            tabindex="0"
            aria-label=label
            aria-activedescendant=move || cursor.get().map(|row| row_id(number, row))
            node_ref=scroller
            on:scroll=move |_| measure()
            on:keydown=on_key
        >
            <table class="tbl" role="grid" aria-label=caption aria-rowcount=move || (rows.with(|rows| rows.len) + 1).to_string()>
                <thead>
                    <tr aria-rowindex="1">{heads(columns, sort, &on_sort)}</tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn heads(
    columns: &'static [Column],
    sort: Signal<Sort>,
    on_sort: &Arc<dyn Fn(Sort) + Send + Sync>,
) -> AnyView {
    columns
        .iter()
        .enumerate()
        .map(|(i, column)| {
            let on_sort = on_sort.clone();
            let here = move || sort.get().column == i;
            let order = move || match sort.get() {
                Sort { column, .. } if column != i => "none",
                Sort { falling: true, .. } => "descending",
                Sort { falling: false, .. } => "ascending",
            };
            // Numbers are wanted from the greatest on, names from the first.
            let press = move |_| {
                let now = sort.get_untracked();
                let falling = if now.column == i { !now.falling } else { column.kind == Kind::Number };
                on_sort(Sort { column: i, falling });
            };
            let arrow = move || {
                (column.sorts && here()).then(|| small_icon(if sort.get().falling { "down" } else { "up" }))
            };
            let head = if column.sorts {
                view! { <button on:click=press>{t(column.head)} {arrow}</button> }.into_any()
            } else {
                view! { {t(column.head)} }.into_any()
            };
            let help = format!("{}-help", column.head);
            let help = has(&help).then(|| t(&help));
            view! {
                <th scope="col" title=help class:end=column.kind == Kind::Number class:name=column.kind == Kind::Name aria-sort=move || column.sorts.then(order)>
                    {head}
                </th>
            }
        })
        .collect_view()
        .into_any()
}

fn one_row(
    columns: &'static [Column],
    rows: &Rows,
    (number, i): (u32, usize),
    cursor: RwSignal<Option<usize>>,
    on_row: &Arc<dyn Fn(usize) + Send + Sync>,
) -> AnyView {
    let cells = (rows.cells)(i);
    let on_row = on_row.clone();
    let cells = columns
        .iter()
        .zip(cells)
        .map(|(column, text)| match column.kind {
            Kind::Name => {
                view! { <td class="name clip ltr" title=text><bdi>{text.clone()}</bdi></td> }.into_any()
            }
            Kind::Text => view! { <td class="clip" title=text><bdi>{text.clone()}</bdi></td> }.into_any(),
            Kind::Number => view! { <td class="end num">{measure(text)}</td> }.into_any(),
        })
        .collect_view();
    view! {
        <tr
            id=row_id(number, i)
            aria-rowindex=(i + 2).to_string()
            class:cursor=move || cursor.get() == Some(i)
            on:click=move |_| {
                cursor.set(Some(i));
                on_row(i);
            }
        >
            {cells}
        </tr>
    }
    .into_any()
}

fn row_id(table: u32, i: usize) -> String {
    format!("row-{table}-{i}")
}

/// Room of the rows that are not in the page.
fn gap(rows: usize) -> Option<AnyView> {
    (rows > 0).then(|| {
        let height = format!("{}px", rows as f64 * ROW);
        view! { <tr class="gap" aria-hidden="true"><td style:block-size=height></td></tr> }.into_any()
    })
}
