//! The lowering inside the NEFF: an icicle or a table, linked both ways to the
//! timeline.

use super::icicle::icicle;
use super::{NeuronState, asked, bar, file_stem};
use crate::app::clipboard::{copy, save};
use crate::app::drawer::table::{Column, Kind, Rows, Sort, Table, table};
use crate::app::icon::small_icon;
use crate::app::neffs::ran_by_line;
use crate::app::search::search_for;
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, texts, tv};
use crate::engine::protocol::{Answer, Ask, Item, NeuronAnswer, NeuronAsk};
use crate::export::neuron::hierarchy_csv;
use crate::neuron::analysis::hierarchy::{Hierarchy, Node};
use crate::neuron::analysis::hierarchy_table;
use crate::neuron::analysis::levels::Level;
use crate::neuron::analysis::table::is_text;
use crate::text::{format, neuron as words};
use crate::trace::TimeUnit;
use leptos::prelude::*;
use std::sync::{Arc, LazyLock};
use wasm_bindgen_futures::spawn_local;

static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let column = |(at, head): (usize, &&'static str)| {
        let kind = match (at, is_text(head)) {
            (0, _) => Kind::Name,
            (_, true) => Kind::Text,
            (_, false) => Kind::Number,
        };
        Column { head, kind, sorts: false }
    };
    hierarchy_table::COLUMNS.iter().enumerate().map(column).collect()
});

pub fn hierarchy(state: AppState, open: OpenTrace) -> AnyView {
    let own = open.state.neuron;
    let found = asked(state, &open, NeuronAsk::Hierarchy, |answer| match answer {
        NeuronAnswer::Hierarchy(tree) => Some(tree),
        _ => None,
    });
    follow_selection(state, &open);
    let view_button = |as_table: bool, label: &'static str| {
        view! {
            <button
                class="btn small"
                aria-pressed=move || (own.as_table.get() == as_table).to_string()
                on:click=move |_| own.as_table.set(as_table)
            >
                {t(label)}
            </button>
        }
    };
    let chosen = {
        let open = open.clone();
        move || {
            let tree = found.get()?;
            let node = tree.nodes.iter().find(|node| Some(node.key) == own.node.get())?;
            Some(chosen_bar(state, &open, &tree, node))
        }
    };
    let all = move || {
        own.root.get().map(|_| {
            view! {
                <button class="btn bare small" on:click=move |_| own.root.set(None)>
                    {small_icon("fit")}
                    {t("neuron-hierarchy-all")}
                </button>
            }
        })
    };
    let unit = open.info.unit;
    let as_csv = move || {
        found.with_untracked(|tree| tree.as_ref().map(|tree| texts(|texts| hierarchy_csv(texts, tree, unit))))
    };
    let copy_csv = move |_| {
        if let Some(text) = as_csv() {
            copy(state, text);
        }
    };
    let file = format!("{}-hierarchy.csv", file_stem(&open));
    let save_csv = move |_| {
        if let Some(text) = as_csv() {
            save(state, &file, "text/csv", &text);
        }
    };
    let tools = view! {
        <div class="choice" role="group" aria-label=t("neuron-hierarchy-label")>
            {view_button(false, "neuron-hierarchy-icicle")}
            {view_button(true, "neuron-hierarchy-table")}
        </div>
        {all}
        {ran_by_line(state, &open)}
        <span class="grow"></span>
        {chosen}
        <button class="btn bare small" on:click=copy_csv>
            {small_icon("copy")}
            {t("table-copy")}
        </button>
        <button class="btn bare small" on:click=save_csv>
            {small_icon("download")}
            {t("table-save")}
        </button>
    };
    let notes = move || found.get().map(|tree| notes(&tree));
    let top = bar(&open, tools);
    let body = move || {
        if own.as_table.get() { tree_table(state, &open, found) } else { icicle(state, &open, found) }
    };
    view! {
        <div class="table-panel notes">
            {top}
            {body}
            <div class="nnotes dim">{notes}</div>
        </div>
    }
    .into_any()
}

/// The nodes of what is selected on the timeline are chosen here.
fn follow_selection(state: AppState, open: &OpenTrace) {
    let (trace, view) = (open.id(), open.state.view);
    let NeuronState { node, led_to, .. } = open.state.neuron;
    let selected = Memo::new(move |_| view.with(|view| view.selection));
    Effect::new(move |_| {
        let now = selected.get();
        if now.is_some() && led_to.get_untracked() == now {
            return;
        }
        // What a node led to is left: it may be selected for itself later.
        led_to.set(None);
        let Some(Item::Slice(slice)) = now else { return };
        let before = node.get_untracked();
        spawn_local(async move {
            let ask = Ask::Neuron { trace, ask: NeuronAsk::NodesOf(slice) };
            let answer = state.client.ask(ask).await;
            // Meanwhile another slice or node may have been chosen.
            let is_asked =
                selected.try_get_untracked() == Some(now) && node.try_get_untracked() == Some(before);
            if is_asked
                && let Some(Answer::Neuron(NeuronAnswer::NodesOf(keys))) = answer
                && let Some(key) = keys.last()
            {
                let _ = node.try_set(Some(*key));
            }
        });
    });
}

/// What is chosen, and what can be done with it.
fn chosen_bar(state: AppState, open: &OpenTrace, tree: &Hierarchy, node: &Node) -> AnyView {
    let (trace, own) = (open.id(), open.state.neuron);
    let text = node_text(tree, node, open.info.unit);
    let key = node.key;
    let longest = node.longest.clone().map(|at| {
        view! {
            <button class="btn bare small" on:click=move |_| own.choose(state, trace, key, Some(at.clone()))>
                {small_icon("goto")}
                {t("neuron-hierarchy-longest")}
            </button>
        }
    });
    let (query, searched) = (node.query.clone(), open.clone());
    let find = (!query.is_empty()).then(|| {
        view! {
            <button
                class="btn bare small"
                title=t("neuron-hierarchy-find-help")
                on:click=move |_| search_for(state, &searched, &query)
            >
                {small_icon("search")}
                {t("neuron-hierarchy-find")}
            </button>
        }
    });
    let only = (node.below > 0).then(|| {
        view! {
            <button class="btn bare small" on:click=move |_| own.root.set(Some(key))>
                {small_icon("filter")}
                {t("neuron-hierarchy-zoom")}
            </button>
        }
    });
    let title = text.clone();
    view! {
        <span class="clip" role="status" title=title>{text}</span>
        {longest}
        {find}
        {only}
    }
    .into_any()
}

pub fn node_name(node: &Node) -> String {
    texts(|texts| words::node_name(texts, node))
}

pub fn node_text(tree: &Hierarchy, node: &Node, unit: TimeUnit) -> String {
    tv(
        "neuron-hierarchy-node",
        &[
            ("level", t(node.level.id()).into()),
            ("name", node_name(node).into()),
            ("time", format::ticks(node.ticks, unit).into()),
            ("share", format::percent(tree.share(node.ticks) * 100.0).into()),
            ("sum", format::ticks(node.sum, unit).into()),
            ("n", node.instructions.into()),
        ],
    )
}

/// Which levels the file tells, and what it does not.
fn notes(tree: &Hierarchy) -> AnyView {
    let share = |part: u64, all: u64| format::percent(part as f64 / all.max(1) as f64 * 100.0);
    let levels: Vec<String> = tree
        .levels
        .iter()
        .map(|(level, count)| {
            let name = t(level.id());
            if *count == 0 {
                return tv("neuron-hierarchy-level-missing", &[("level", name.into())]);
            }
            let share = share(*count, tree.all_instructions);
            tv("neuron-hierarchy-level-share", &[("level", name.into()), ("share", share.into())])
        })
        .collect();
    let mut texts = vec![tv("neuron-hierarchy-levels", &[("levels", levels.join(", ").into())])];
    if tree.without_ids > 0 {
        let share = tree.share(tree.without_ids_active) * 100.0;
        texts.push(tv(
            "neuron-hierarchy-without",
            &[
                ("n", tree.without_ids.into()),
                ("all", format::count(tree.instructions).into()),
                ("share", format::percent(share).into()),
            ],
        ));
    }
    if tree.left_out > 0 {
        texts.push(tv("neuron-hierarchy-left-out", &[("n", tree.left_out.into())]));
    }
    let is_missing = |wanted: Level| tree.levels.iter().any(|(level, count)| *level == wanted && *count == 0);
    if is_missing(Level::Framework) || is_missing(Level::Hlo) {
        texts.push(t("neuron-hierarchy-record"));
    }
    texts.into_iter().map(|text| view! { <p>{text}</p> }).collect_view().into_any()
}

fn tree_table(state: AppState, open: &OpenTrace, found: RwSignal<Option<Arc<Hierarchy>>>) -> AnyView {
    let (trace, unit, own) = (open.id(), open.info.unit, open.state.neuron);
    let rows = Signal::derive(move || {
        let tree = found.get().unwrap_or_default();
        Rows { len: tree.nodes.len(), cells: Arc::new(move |i| cells(&tree, &tree.nodes[i], unit)) }
    });
    let on_row = move |i: usize| {
        let node = found.with_untracked(|tree| tree.as_ref().and_then(|tree| tree.nodes.get(i).cloned()));
        if let Some(node) = node {
            own.choose(state, trace, node.key, node.longest);
        }
    };
    table(Table {
        label: t("neuron-hierarchy-label"),
        columns: &COLUMNS,
        rows,
        sort: Signal::derive(|| Sort { column: usize::MAX, falling: false }),
        on_sort: Arc::new(|_| {}),
        on_row: Arc::new(on_row),
    })
}

fn cells(tree: &Hierarchy, node: &Node, unit: TimeUnit) -> Vec<String> {
    let cells = hierarchy_table::cells(tree, node);
    let mut shown: Vec<String> =
        texts(|texts| cells.iter().map(|cell| words::cell(texts, cell, unit)).collect());
    shown[0] = format!("{}{}", "\u{2003}".repeat(node.depth.into()), node_name(node));
    shown
}
