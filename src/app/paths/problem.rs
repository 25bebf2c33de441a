//! What is shown where there is nothing to compare (yet).

use super::model::{OpenPaths, Status};
use super::region_bar::path_title;
use crate::app::icon::icon;
use crate::app::open::picker::{Pick, pick};
use crate::app::state::AppState;
use crate::app::words::{t, tv};
use crate::engine::protocol::TraceId;
use crate::lowering::comparison::{Problem, RegionChoice};
use crate::lowering::profile::RegionKey;
use leptos::prelude::*;

pub fn problem(state: AppState, open: OpenPaths) -> Option<AnyView> {
    let (text, near) = match open.status.get() {
        Status::Waiting | Status::Ready => (closed(state, open)?, None),
        Status::Gone => (t("problem-gone"), None),
        Status::Failed(Problem::Gone { path }) => {
            (tv("problem-path-gone", &[("path", name(state, open, path).into())]), None)
        }
        Status::Failed(Problem::NoPaths) => (t("problem-no-paths"), None),
        Status::Failed(Problem::TooManyPaths) => (t("problem-too-many"), None),
        Status::Failed(Problem::NoRegion { path, near }) => {
            let text = tv(
                "problem-no-region",
                &[("path", name(state, open, path).into()), ("region", open.region_name().into())],
            );
            (text, Some((path, near)))
        }
    };
    let choices =
        near.filter(|(_, near)| !near.is_empty()).map(|(path, near)| near_names(state, open, path, &near));
    Some(
        view! {
            <section class="card problem" role="alert">
                <p class="banner-line">{icon("warn")}<span>{text}</span></p>
                {choices}
            </section>
        }
        .into_any(),
    )
}

/// Which of the paths that are shown have lost their trace; `None` for none.
fn closed(state: AppState, open: OpenPaths) -> Option<String> {
    let lost: Vec<String> = open.answer.with(|all| {
        let paths = all.iter().flat_map(|all| &all.paths);
        state.traces.with(|traces| {
            let is_open = |id: &TraceId| traces.iter().any(|open| open.id() == *id);
            paths.filter(|path| !path.traces.iter().all(is_open)).map(|path| path.name.clone()).collect()
        })
    });
    let values = [("count", lost.len().into()), ("paths", lost.join(", ").into())];
    (!lost.is_empty()).then(|| tv("problem-closed", &values))
}

fn name(state: AppState, open: OpenPaths, path: u32) -> String {
    let letter = open.letters(state).get(path as usize).cloned().unwrap_or_default();
    format!("{letter} ({})", path_title(state, open, path as usize))
}

fn near_names(state: AppState, open: OpenPaths, path: u32, near: &[RegionKey]) -> AnyView {
    let buttons = near
        .iter()
        .map(|key| {
            let key = key.clone();
            let label = key.name.clone();
            let choose = move |_| {
                let key = key.clone();
                open.change(state, |request| {
                    for recording in
                        request.paths.iter_mut().skip(path as usize).take(1).flat_map(|p| &mut p.recordings)
                    {
                        recording.region = RegionChoice::Key(key.clone());
                    }
                });
            };
            view! { <button class="btn small mono ltr" on:click=choose>{label}</button> }
        })
        .collect_view();
    let remove = move |_| {
        open.change(state, |request| {
            if (path as usize) < request.paths.len() && request.paths.len() > 1 {
                request.paths.remove(path as usize);
                request.baseline = 0;
            }
        });
    };
    let alone = move || open.request.with(|request| request.paths.len() < 2);
    view! {
        <p class="dim">{t("problem-near")}</p>
        <div class="acts">
            {buttons}
            <button class="btn bare small" disabled=alone on:click=remove>{t("path-remove")}</button>
        </div>
    }
    .into_any()
}

/// One path is drawn alone: what is missing, and how to record it.
pub fn alone(state: AppState) -> AnyView {
    view! {
        <section class="card alone" aria-label=t("alone-title")>
            <h2>{t("alone-title")}</h2>
            <p>{t("alone-text")}</p>
            <pre class="mono ltr" tabindex="0">{t("alone-code")}</pre>
            <div class="acts">
                <button class="btn main" on:click=move |_| pick(state, Pick::Files)>{icon("open")}{t("tabs-open")}</button>
            </div>
        </section>
    }
    .into_any()
}
