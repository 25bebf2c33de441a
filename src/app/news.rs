//! What the worker tells, turned into state.

use super::client::News;
use super::examples::select_something;
use super::failure::reason;
use super::link;
use super::open::keep_failure;
use super::paths::model::profiles_changed;
use super::paths::together::load_done;
use super::state::{AppState, DrawerTab, LoadStatus, OpenTrace, Tab, TraceState};
use super::words::tv;
use crate::engine::protocol::{Ask, Event, LoadFailure, LoadId, TraceInfo};
use crate::text::format;
use leptos::prelude::*;
use std::sync::Arc;

/// Takes in one piece of news.
pub fn hear(state: AppState, news: News) {
    match news {
        News::Event(Event::Progress { load, progress }) => {
            set_status(state, load, LoadStatus::Reading(progress));
        }
        News::Event(Event::Opened { load, info }) => opened(state, load, *info),
        News::Event(Event::Choose { load, entries }) => {
            if link::choose(state, load, &entries) {
                return;
            }
            let file = file_of(state, load);
            set_status(state, load, LoadStatus::Choosing { file, entries });
        }
        News::Event(Event::Failed { load, failure }) => {
            failed(state, load, failure);
        }
        News::Event(Event::Skipped { file, entries, .. }) => {
            state.problem(tv(
                "archive-skipped",
                &[("file", file.into()), ("entries", reasons(&entries).into())],
            ));
        }
        News::Event(Event::Done { load, .. }) => {
            let failed = status_of(state, load)
                .is_some_and(|status| status.with_untracked(|s| matches!(s, LoadStatus::Failed(_))));
            if !failed {
                state.forget_load(load);
            }
            load_done(state, load);
            link::load_done(state, load);
        }
        News::Crashed(what) => state.crash.set(Some(what)),
    }
}

/// Why each of some files was not opened, in a few words.
fn reasons(entries: &[LoadFailure]) -> String {
    const NAMED: usize = 4;
    let mut reasons: Vec<String> = entries.iter().take(NAMED).map(reason).collect();
    if entries.len() > NAMED {
        reasons.push(tv("archive-skipped-more", &[("count", (entries.len() - NAMED).into())]));
    }
    reasons.join("; ")
}

fn opened(state: AppState, load: LoadId, info: TraceInfo) {
    // A load that was closed meanwhile may still have sent this.
    let Some(by_itself) =
        state.loads.with_untracked(|loads| loads.iter().find(|l| l.load == load).map(|l| l.by_itself))
    else {
        drop(state.client.ask(Ask::Close { trace: info.trace }));
        return;
    };
    let trace = info.trace;
    state.announce(tv(
        "opened-announce",
        &[
            ("file", (&info.file).into()),
            ("events", info.events.into()),
            ("length", format::ticks(info.length(), info.unit).into()),
            ("warnings", info.warnings.into()),
        ],
    ));
    let letter = state.next_letters(1, false).first().to_owned();
    let view_state = state.lasting(|| TraceState::new(&info));
    let open = OpenTrace { info: Arc::new(info), letter, load, by_itself, state: view_state };
    state.traces.update(|traces| traces.push(open.clone()));
    if state.loads.with_untracked(|loads| loads.len() > 1) {
        // While the others are read, for the comparison that may follow.
        drop(state.client.ask(Ask::Prepare { trace }));
    }
    if !link::opened(state, load, &open) && by_itself {
        select_something(state, &open);
    }
    // Nothing is selected yet, so that there are no details to show.
    if DrawerTab::NeuronSummary.is_for(&open.info) && state.drawer.tab.get_untracked() == DrawerTab::Details {
        state.drawer.tab.set(DrawerTab::NeuronSummary);
    }
    if open.info.neuron.is_some() {
        profiles_changed(state);
    }
    let active = state.active.get_untracked();
    if active.is_none() || active == Some(Tab::Load(load)) {
        state.active.set(Some(Tab::Trace(trace)));
    }
}

fn failed(state: AppState, id: LoadId, failure: LoadFailure) {
    let Some(load) = state.loads.with_untracked(|loads| loads.iter().find(|l| l.load == id).copied()) else {
        return;
    };
    let said = tv("failed-announce", &[("file", (&failure.file).into())]);
    if load.by_itself {
        // Nobody asked for it: the empty page is the better answer.
        state.problem(said);
    } else {
        state.announce(said);
        if load.of_choice.get_untracked() {
            keep_failure(state, failure);
        } else {
            load.status.set(LoadStatus::Failed(failure));
        }
    }
}

fn set_status(state: AppState, load: LoadId, status: LoadStatus) {
    if let Some(signal) = status_of(state, load) {
        signal.set(status);
    }
}

fn status_of(state: AppState, load: LoadId) -> Option<RwSignal<LoadStatus>> {
    state.loads.with_untracked(|loads| loads.iter().find(|l| l.load == load).map(|l| l.status))
}

fn file_of(state: AppState, load: LoadId) -> String {
    status_of(state, load).map(|s| s.with_untracked(|s| s.file().to_owned())).unwrap_or_default()
}
