//! Putting what came as the link has it.

use super::plan::Plan;
use super::{compare, keep, now, wanted};
use crate::app::open::Named;
use crate::app::paths::model::Wish;
use crate::app::search::search_for;
use crate::app::state::{AppState, DrawerTab, OpenTrace, Tab};
use crate::engine::protocol::{Answer, ArchiveEntry, Ask, Item, LoadId, TraceId};
use crate::link::{Front, TraceLink};
use crate::timeline::action::Action;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// A load began. A file that the link wants is taken for it.
pub fn started(state: AppState, load: LoadId, named: &Named) {
    wanted::take(state, load, named);
}

/// An archive asks which files to open: the link knows.
pub fn choose(state: AppState, load: LoadId, entries: &[ArchiveEntry]) -> bool {
    let wanted = state.link.plan.with_value(|plan| plan.as_ref().map(|plan| entries_of(plan, load)));
    let wanted = wanted.unwrap_or_default();
    let is_wanted = |entry: &&ArchiveEntry| wanted.contains(&entry.name);
    let picked: Vec<u32> = entries.iter().filter(is_wanted).map(|entry| entry.index).collect();
    if picked.is_empty() {
        return false;
    }
    state.client.choose(load, &picked);
    true
}

fn entries_of(plan: &Plan, load: LoadId) -> Vec<String> {
    let mine = plan.link.traces.iter().zip(&plan.loads).filter(|(_, own)| **own == Some(load));
    mine.filter_map(|((source, _), _)| source.entry().map(str::to_owned)).collect()
}

/// A trace came: it is put as the link has it. Returns whether the link has it.
pub fn opened(state: AppState, load: LoadId, open: &OpenTrace) -> bool {
    let name = state.sources.with_value(|sources| sources.get(&load).map(|named| named.name.clone()));
    let entry = name.and_then(|name| now::entry_in(&open.info.file, &name));
    let view = state.link.plan.try_update_value(|plan| {
        let plan = plan.as_mut()?;
        let at = plan.place_of(load, entry.as_deref())?;
        plan.traces[at] = Some(open.id());
        Some(plan.link.traces[at].1.clone())
    });
    let Some(view) = view.flatten() else { return false };
    apply(state, open, &view);
    true
}

/// A load is done, whatever came of it.
pub fn load_done(state: AppState, load: LoadId) {
    state.link.plan.update_value(|plan| {
        if let Some(plan) = plan {
            plan.waiting.retain(|other| *other != load);
        }
    });
    settle(state);
}

/// Opens comparisons whose traces are all there; when nothing is on its way,
/// puts in front what the link has in front.
pub(super) fn settle(state: AppState) {
    let ready = state.link.plan.try_update_value(|plan| {
        let plan = plan.as_mut()?;
        if plan.is_held {
            return None;
        }
        let traces = plan.traces.clone();
        let wish = match plan.link.front {
            Some(Front::Trace(_)) => Wish::Behind,
            Some(Front::Comparison(_)) | None => Wish::OfAPerson,
        };
        let mut ready = Vec::new();
        for (at, link) in plan.link.comparisons.iter().enumerate() {
            let has_all = link
                .paths
                .iter()
                .flat_map(|path| &path.traces)
                .all(|at| traces.get(*at).copied().flatten().is_some());
            if has_all && !plan.compared[at] {
                plan.compared[at] = true;
                ready.push((at, link.clone()));
            }
        }
        Some((ready, traces, wish))
    });
    let Some((ready, traces, wish)) = ready.flatten() else { return };
    let tabs: Vec<(usize, Option<Tab>)> =
        ready.iter().map(|(at, link)| (*at, compare::open(state, link, &traces, wish))).collect();
    let front = state.link.plan.try_update_value(|plan| {
        let plan = plan.as_mut()?;
        for (at, tab) in tabs {
            plan.tabs[at] = tab;
        }
        if !plan.waiting.is_empty() || plan.is_front_set {
            return None;
        }
        let tab = match plan.link.front {
            Some(Front::Trace(at)) => plan.traces[at].map(Tab::Trace),
            Some(Front::Comparison(at)) => plan.tabs[at],
            None => None,
        };
        let waits_for_files = !plan.wanted().is_empty() && tab.is_none();
        plan.is_front_set = !waits_for_files || plan.link.front.is_none();
        Some((tab, plan.link.pane.clone()))
    });
    let Some((tab, pane)) = front.flatten() else { return };
    if let Some(tab) = tab {
        state.active.set(Some(tab));
    }
    if let Some(pane) = pane.as_deref().and_then(DrawerTab::of_key) {
        state.show_drawer(pane);
    }
    keep::arrived(state);
    wanted::show(state);
}

/// Puts an open trace as a link has it.
pub(super) fn apply(state: AppState, open: &OpenTrace, link: &TraceLink) {
    let wanted = open.state.view.try_update(|view| link.apply(view, &open.info)).flatten();
    search_for(state, open, &link.search);
    match wanted {
        Some((item, start)) => select(state, open.id(), item, start),
        None => state.apply(open.id(), Action::Select(None)),
    }
}

/// Selects an item if it is what the link was made of: another version may
/// count the same file in another order.
fn select(state: AppState, trace: TraceId, item: Item, start: i64) {
    spawn_local(async move {
        let answer = state.client.ask(Ask::Details { trace, item }).await;
        match answer {
            Some(Answer::Details(details)) if details.at.start == start => {
                state.apply(trace, Action::SelectAt(details.at.clone()));
            }
            _ => state.problem(crate::app::words::t("link-selection-gone")),
        }
    });
}
