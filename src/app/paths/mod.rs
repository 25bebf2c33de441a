//! The paths view: how a region was lowered, side by side, and what is faster.
//!
//! [`model`] holds what was asked and what came back; the sections draw the
//! answer. Geometry is in [`crate::timeline::paths`], where it is tested.
//! What is absent: any computing of figures, which is the engine's.

mod board;
mod caveats;
pub mod export;
mod fall;
mod heads;
mod instances;
mod intervals;
mod level_column;
mod level_table;
mod levels;
mod metrics;
pub mod model;
mod name_figure;
mod name_table;
mod names;
mod neffs;
mod neuron;
mod path_menu;
mod picker;
mod problem;
mod region_bar;
mod report_traces;
pub mod save_report;
mod say;
mod section;
mod shown;
pub mod slice;
mod spark;
mod stack;
mod stack_axis;
mod stack_input;
mod stack_paint;
mod stack_table;
pub mod together;
mod verdict;

use crate::app::icon::icon;
use crate::app::neffs::synthetic_chip;
use crate::app::state::{AppState, OpenTrace, app_state};
use crate::app::words::{t, tv};
use crate::engine::protocol::TraceId;
use crate::lowering::comparison::Request;
use leptos::prelude::*;
use model::{MOST_PATHS, OpenPaths, PathsId, Status, Wish, compare_traces, without_profiles};
use shown::Shown;
use std::time::Duration;

/// A comparison, whole.
#[component]
pub fn PathsView(open: OpenPaths) -> impl IntoView {
    let state = app_state();
    let whole = RwSignal::new(false);
    let body = move || {
        open.answer.get().map(|all| {
            let shown = Shown::new(state, open, all);
            let alone = shown.all.paths.len() < 2;
            let below = shown.clone();
            if !whole.get_untracked() {
                // What is above the fold is painted first; a timer's turn comes after that.
                request_animation_frame(move || {
                    let rest = move || {
                        // The tab may have been closed.
                        let _ = whole.try_set(true);
                    };
                    set_timeout(rest, Duration::ZERO);
                });
            }
            view! {
                {verdict::verdict(&shown)}
                {alone.then(|| problem::alone(state))}
                <div class="card body">
                    {heads::heads(&shown)}
                    {if shown.all.is_neuron() { neuron::levels::levels(&shown) } else { levels::levels(&shown) }}
                    {move || whole.get().then(|| below_the_fold(&below))}
                </div>
            }
        })
    };
    let columns = move || open.answer.with(|all| all.as_ref().map_or(1, |all| all.paths.len().max(1)));
    let first = move || {
        (open.answer.with(Option::is_none) && open.status.get() == Status::Waiting)
            .then(|| view! { <p class="dim waiting" role="status">{t("paths-waiting")}</p> })
    };
    view! {
        <div class="paths" style=move || format!("--cols:{}", columns()) aria-busy=move || (open.status.get() == Status::Waiting).to_string()>
            {move || seen(state, open)}
            {region_bar::region_bar(state, open)}
            {move || problem::problem(state, open)}
            {first}
            {body}
        </div>
    }
}

fn below_the_fold(shown: &Shown) -> AnyView {
    if shown.all.is_neuron() {
        return view! {
            {fall::fall(shown)}
            {neuron::lanes::lanes(shown)}
            {metrics::metrics(shown)}
        }
        .into_any();
    }
    view! {
        {fall::fall(shown)}
        {stack::stack(shown)}
        {neffs::neffs(shown)}
        {metrics::metrics(shown)}
        {names::names(shown)}
    }
    .into_any()
}

/// What the page's own example shows, in one line.
fn seen(state: AppState, open: OpenPaths) -> Option<AnyView> {
    let own = open.request.with(|request| {
        state.traces.with(|traces| {
            request
                .paths
                .iter()
                .flat_map(|path| &path.recordings)
                .all(|recording| traces.iter().any(|t| t.by_itself && t.id() == recording.trace))
        })
    });
    own.then(|| view! { <p class="seen">{icon("info")}<span>{t("paths-example-seen")}</span></p> }.into_any())
}

/// What its tab says: the full name, and the tab's content.
pub fn tab(state: AppState, id: PathsId) -> (Signal<String>, AnyView) {
    let Some(open) = state.paths.with_untracked(|all| all.iter().find(|p| p.id == id).copied()) else {
        return (String::new().into(), ().into_any());
    };
    let count =
        move || tv("paths-count", &[("count", open.request.with(|request| request.paths.len()).into())]);
    let synthetic = move || {
        let traces = open.request.with(Request::traces);
        traces
            .into_iter()
            .any(|trace| state.trace(trace).is_some_and(|t| t.info.synthetic))
            .then(synthetic_chip)
    };
    let body = view! {
        {icon("paths")}
        <span class="clip ltr">{move || open.region_name()}</span>
        {synthetic}
        <span class="sub">{count}</span>
    };
    (Signal::derive(move || format!("{} · {}", open.region_name(), count())), body.into_any())
}

/// Compares all open traces.
#[component]
pub fn CompareButton() -> impl IntoView {
    let state = app_state();
    let none = move || state.traces.with(Vec::is_empty);
    let compare = move |_| {
        let all: Vec<TraceId> = state.traces.with_untracked(|open| open.iter().map(OpenTrace::id).collect());
        let front = state.front().map(|front| front.id());
        let all = without_profiles(state, all, front);
        compare_traces(state, chosen(all, front), Wish::OfAPerson);
    };
    view! {
        <button class="btn bare compare" disabled=none title=t("paths-compare-text") on:click=compare>
            {icon("columns")}
            <span class="word">{t("paths-compare")}</span>
        </button>
    }
}

/// As many as can stand side by side, that in front among them.
fn chosen(all: Vec<TraceId>, front: Option<TraceId>) -> Vec<TraceId> {
    let mut chosen: Vec<TraceId> = all.iter().copied().take(MOST_PATHS).collect();
    if let (Some(front), Some(last)) = (front, chosen.last_mut())
        && all.len() > MOST_PATHS
        && !all[..MOST_PATHS].contains(&front)
    {
        *last = front;
    }
    chosen
}
