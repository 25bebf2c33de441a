//! Operators, instructions, DMA and tensors as tables.

use super::sections::sections;
use super::{asked, bar, file_stem};
use crate::app::csv::csv_tools;
use crate::app::drawer::table::{Column, Kind, Rows, Sort, Table, table};
use crate::app::icon::small_icon;
use crate::app::search::search_for;
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, texts, tv};
use crate::engine::protocol::{NeuronAnswer, NeuronAsk};
use crate::export::neuron::csv;
use crate::neuron::analysis::table::{CellRow, CellTable, TableKind, columns, is_text, sort_column};
use crate::text::neuron as words;
use crate::timeline::action::Action;
use leptos::prelude::*;
use std::sync::{Arc, LazyLock};

const KINDS: [(TableKind, &str); 7] = [
    (TableKind::Operators, "neuron-table-operators"),
    (TableKind::Instructions, "neuron-table-instructions"),
    (TableKind::DmaQueues, "neuron-table-dma-queues"),
    (TableKind::DmaVariables, "neuron-table-dma-variables"),
    (TableKind::Tensors, "neuron-table-tensors"),
    (TableKind::Layers, "neuron-table-layers"),
    (TableKind::Memory, "neuron-table-memory"),
];

/// Columns in the order of [`KINDS`].
static COLUMNS: LazyLock<[Vec<Column>; 7]> = LazyLock::new(|| {
    KINDS.map(|(kind, _)| {
        let column = |(at, head): (usize, &&'static str)| {
            let kind = match (at, is_text(head)) {
                (0, _) => Kind::Name,
                (_, true) => Kind::Text,
                (_, false) => Kind::Number,
            };
            Column { head, kind, sorts: true }
        };
        columns(kind).iter().enumerate().map(column).collect()
    })
});

fn columns_of(kind: TableKind) -> &'static [Column] {
    let at = KINDS.iter().position(|(known, _)| *known == kind).unwrap_or(0);
    &COLUMNS[at]
}

pub fn tables(state: AppState, open: OpenTrace) -> AnyView {
    let (kind, section) = (open.state.neuron.table, open.state.neuron.section);
    let in_sections = Memo::new(move |_| section.with(Option::is_some));
    // Each kind has columns of its own.
    let body = move || match in_sections.get() {
        true => sections(state, &open, choice(kind, section)),
        false => of_kind(state, &open, kind.get()),
    };
    body.into_any()
}

fn choice(kind: RwSignal<TableKind>, section: RwSignal<Option<String>>) -> AnyView {
    let buttons = KINDS.map(|(this, label)| {
        view! {
            <button
                class="btn small"
                aria-pressed=move || (kind.get() == this && section.with(Option::is_none)).to_string()
                on:click=move |_| {
                    section.set(None);
                    kind.set(this);
                }
            >
                {t(label)}
            </button>
        }
    });
    view! {
        <div class="choice" role="group" aria-label=t("neuron-tables-which")>
            {buttons.collect_view()}
            <button
                class="btn small"
                aria-pressed=move || section.with(Option::is_some).to_string()
                on:click=move |_| section.set(Some(String::new()))
            >
                {t("neuron-table-sections")}
            </button>
        </div>
    }
    .into_any()
}

fn of_kind(state: AppState, open: &OpenTrace, kind: TableKind) -> AnyView {
    let (trace, unit) = (open.id(), open.info.unit);
    let found = asked(
        state,
        open,
        move |area| NeuronAsk::Table(area, kind),
        |answer| match answer {
            NeuronAnswer::Table(table) => Some(table),
            _ => None,
        },
    );
    let sort = RwSignal::new(Sort { column: sort_column(kind), falling: true });
    // The rows in the order shown, as indices.
    let sorted = Memo::new(move |_| {
        found.with(|found| found.as_ref().map(|table| order(&table.rows, sort.get()))).unwrap_or_default()
    });
    let rows = Signal::derive(move || {
        let (table, sorted) = (found.get(), sorted.get());
        let cells = move |i: usize| {
            let row = table.as_ref().and_then(|table| table.rows.get(*sorted.get(i)?));
            let cells = row.map(|row| row.cells.as_slice()).unwrap_or_default();
            texts(|texts| cells.iter().map(|cell| words::cell(texts, cell, unit)).collect())
        };
        Rows {
            len: found.with(|found| found.as_ref().map_or(0, |table| table.rows.len())),
            cells: Arc::new(cells),
        }
    });
    let row_at = move |i: usize| -> Option<CellRow> {
        let at = sorted.with_untracked(|sorted| sorted.get(i).copied())?;
        found.with_untracked(|found| found.as_ref()?.rows.get(at).cloned())
    };
    // The row that was followed last.
    let chosen = RwSignal::new(None::<CellRow>);
    let on_row = move |i: usize| {
        let row = row_at(i);
        if let Some(at) = row.as_ref().and_then(|row| row.longest.clone()) {
            state.apply(trace, Action::GoTo(at));
        }
        chosen.set(row);
    };
    let as_csv = move || {
        found.with_untracked(|found| {
            let table: &CellTable = found.as_ref()?;
            Some(texts(|texts| csv(texts, table, &sorted.get_untracked(), unit)))
        })
    };
    let label = KINDS.iter().find(|(known, _)| *known == kind).map_or("", |(_, label)| label);
    let file = format!("{}-{}", file_stem(open), label.trim_start_matches("neuron-table-"));
    let count = move || {
        let shown = found.get()?;
        let mut text = tv("neuron-table-rows", &[("n", shown.rows.len().into())]);
        if shown.left_out > 0 {
            text.push_str(" · ");
            text.push_str(&tv("area-left-out", &[("n", shown.left_out.into())]));
        }
        Some(text)
    };
    let find = {
        let open = open.clone();
        move || {
            let query = chosen.with(|row| row.as_ref().map(|row| row.query.clone()))?;
            let open = open.clone();
            (!query.is_empty()).then(|| {
                view! {
                    <button
                        class="btn bare small"
                        title=t("neuron-hierarchy-find-help")
                        on:click=move |_| search_for(state, &open, &query)
                    >
                        {small_icon("search")}
                        {t("neuron-hierarchy-find")}
                    </button>
                }
            })
        }
    };
    let tools = view! {
        {choice(open.state.neuron.table, open.state.neuron.section)}
        <span class="clip dim" role="status" title=t("neuron-table-help")>{count}</span>
        <span class="grow"></span>
        {find}
        {csv_tools(state, file, as_csv)}
    };
    view! {
        <div class="table-panel">
            {bar(open, tools)}
            {table(Table {
                label: t(label),
                columns: columns_of(kind),
                rows,
                sort: sort.into(),
                on_sort: Arc::new(move |to| sort.set(to)),
                on_row: Arc::new(on_row),
            })}
        </div>
    }
    .into_any()
}

fn order(rows: &[CellRow], sort: Sort) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let key = |at: usize| rows[at].cells.get(sort.column).map(|cell| cell.order()).unwrap_or_default();
    order.sort_by(|&a, &b| {
        let (a, b) = (key(a), key(b));
        let by = a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1));
        if sort.falling { by.reverse() } else { by }
    });
    order
}
