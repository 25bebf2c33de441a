//! Keeps the details of what is selected in step with the selection.

use super::drawer::which::Which;
use super::state::{AppState, DrawerTab};
use crate::engine::protocol::{Answer, Area, Ask, Item, TraceId};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// What is selected in the trace in front.
#[derive(Debug, Clone, PartialEq, Default)]
struct Chosen {
    trace: Option<TraceId>,
    item: Option<Item>,
    area: Option<Area>,
}

/// Asks for details whenever something else is selected, and turns the drawer
/// to what was selected last, unless it shows something that stands apart.
pub fn follow_selection(state: AppState) {
    let chosen = Memo::new(move |_| match state.active_trace() {
        Some(open) => open.state.view.with(|view| Chosen {
            trace: Some(open.id()),
            item: view.selection,
            area: view.area.clone(),
        }),
        None => Chosen::default(),
    });
    Effect::new(move |before: Option<Chosen>| {
        let now = chosen.get();
        if let (Some(trace), item) = (now.trace, now.item) {
            fetch_details(state, trace, item);
        }
        let before = before.filter(|before| before.trace == now.trace);
        let tab = state.drawer.tab.get_untracked();
        if let Some(before) = before {
            // An area of a Neuron profile is summed up instead.
            let neuron = state.front().filter(|open| DrawerTab::NeuronSummary.is_for(&open.info));
            let of_area = if neuron.is_some() { DrawerTab::NeuronSummary } else { DrawerTab::Selection };
            let is_new_area = before.area != now.area;
            // Places that advice leads to must not change what it is about.
            let turns =
                is_new_area && before.area.is_some() != now.area.is_some() && tab != DrawerTab::NeuronAdvice;
            if let (Some(open), true) = (neuron, turns) {
                open.state.neuron.which.set(if now.area.is_some() { Which::Area } else { Which::All });
            }
            if is_new_area && now.area.is_some() && tab == DrawerTab::Details {
                state.drawer.tab.set(of_area);
            } else if before.item != now.item
                && now.item.is_some()
                && matches!(tab, DrawerTab::Selection | DrawerTab::NeuronSummary)
            {
                state.drawer.tab.set(DrawerTab::Details);
            }
        }
        now
    });
}

fn fetch_details(state: AppState, trace: TraceId, item: Option<Item>) {
    let Some(open) = state.trace(trace) else { return };
    let (view, details) = (open.state.view, open.state.details);
    let Some(item) = item else {
        if details.with_untracked(Option::is_some) {
            details.set(None);
        }
        return;
    };
    if details.with_untracked(|details| details.as_ref().is_some_and(|d| d.at.item == item)) {
        return;
    }
    spawn_local(async move {
        let answer = state.client.ask(Ask::Details { trace, item }).await;
        // Meanwhile something else may have been selected.
        if view.with_untracked(|view| view.selection) == Some(item) {
            details.set(match answer {
                Some(Answer::Details(details)) => Some(Arc::from(details)),
                _ => None,
            });
        }
    });
}
