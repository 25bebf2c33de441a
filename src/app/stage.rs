//! What fills the window between tabs and drawer: a timeline, or the state of
//! a load, or the invitation to open something.

use super::choose::Chooser;
use super::empty::Empty;
use super::failure::Failure;
use super::icon::icon;
use super::link::wanted_files;
use super::loading::Loading;
use super::open::picker::{Pick, pick};
use super::paths::PathsView;
use super::paths::model::OpenPaths;
use super::state::{AppState, DrawerTab, Load, LoadStatus, OpenTrace, Tab, app_state};
use super::timeline::Timeline;
use super::truncated::Truncated;
use super::words::{t, tv};
use crate::engine::protocol::LoadId;
use leptos::prelude::*;

/// What is shown, as far as the parts do not follow changes by themselves.
#[derive(Clone, PartialEq)]
enum Shown {
    Nothing,
    /// Files that a link is about, to be added.
    Wanted,
    Trace(OpenTrace),
    /// A trace in which nothing has a time.
    Bare(OpenTrace),
    Load(Kind, LoadId),
    Paths(OpenPaths),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Reading,
    Choosing,
    Failed,
}

#[component]
pub fn Stage() -> impl IntoView {
    let state = app_state();
    let load_of = move |id| state.loads.with(|loads| loads.iter().find(|l| l.load == id).copied());
    let shown = Memo::new(move |_| match state.active.get() {
        Some(Tab::Trace(_)) => match state.active_trace() {
            Some(open) if open.info.is_bare() => Shown::Bare(open),
            Some(open) => Shown::Trace(open),
            None => Shown::Nothing,
        },
        Some(Tab::Load(id)) => match load_of(id) {
            Some(load) => Shown::Load(kind(load), id),
            None => Shown::Nothing,
        },
        Some(Tab::Paths(id)) => state
            .paths
            .with(|paths| paths.iter().find(|p| p.id == id).copied())
            .map_or(Shown::Nothing, Shown::Paths),
        None if state.link.wanted.with(|wanted| !wanted.is_empty()) => Shown::Wanted,
        None => Shown::Nothing,
    });
    view! {
        <main class="stage-area" id="main">
            {move || match shown.get() {
                Shown::Wanted => wanted_files(state).into_any(),
                Shown::Nothing => view! { <Empty/> }.into_any(),
                Shown::Bare(open) => bare(state, &open),
                Shown::Trace(open) => {
                    view! {
                        <Truncated open=open.clone()/>
                        <Timeline open/>
                    }
                        .into_any()
                }
                Shown::Paths(open) => view! { <PathsView open/> }.into_any(),
                Shown::Load(kind, id) => match untrack(|| load_of(id)) {
                    Some(load) => match kind {
                        Kind::Reading => view! { <Loading load/> }.into_any(),
                        Kind::Choosing => view! { <Chooser load/> }.into_any(),
                        Kind::Failed => view! { <Failure load/> }.into_any(),
                    },
                    None => view! { <Empty/> }.into_any(),
                },
            }}
        </main>
    }
}

fn bare(state: AppState, open: &OpenTrace) -> AnyView {
    let (title, text) = match open.info.events {
        0 if open.info.cut.is_some() => ("bare-title", "bare-cut-text"),
        0 => ("bare-title", "bare-text"),
        _ if DrawerTab::NeuronSummary.is_for(&open.info) => ("bare-neuron-title", "bare-neuron-text"),
        _ => ("bare-metadata-title", "bare-metadata-text"),
    };
    let values = [("file", (&open.info.file).into()), ("events", open.info.events.into())];
    let tab = Tab::Trace(open.id());
    view! {
        <div class="panel center">
            <div class="box fail" role="status">
                <h1>{icon("warn")}<span>{tv(title, &values)}</span></h1>
                <p>{tv(text, &values)}</p>
                <div class="acts">
                    <button class="btn main" on:click=move |_| pick(state, Pick::Files)>{t("failed-another")}</button>
                    <button class="btn bare" on:click=move |_| state.close(tab)>{t("failed-close")}</button>
                </div>
            </div>
        </div>
    }
    .into_any()
}

fn kind(load: Load) -> Kind {
    load.status.with(|status| match status {
        LoadStatus::Waiting { .. } | LoadStatus::Reading(_) => Kind::Reading,
        LoadStatus::Choosing { .. } => Kind::Choosing,
        LoadStatus::Failed(_) => Kind::Failed,
    })
}
