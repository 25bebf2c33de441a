//! What is in front as a file: a picture of the timeline or of the comparison,
//! a report, a part of the trace for other programs.

use super::clipboard::save;
use super::icon::small_icon;
use super::paths::export;
use super::paths::model::OpenPaths;
use super::paths::save_report::save_report;
use super::picture::{Format, save_picture};
use super::state::{AppState, OpenTrace, Tab, app_state};
use super::tabs::short_name;
use super::words::{t, texts};
use crate::engine::protocol::{Answer, Area, Ask};
use crate::picture::Theme;
use crate::picture::legend::ColourLegend;
use crate::picture::track_view::{TrackView, request, track_svg};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn ShareFiles() -> impl IntoView {
    let state = app_state();
    let buttons = match state.active.get_untracked() {
        Some(Tab::Paths(id)) => {
            let open = state.paths.with_untracked(|all| all.iter().find(|open| open.id == id).copied());
            open.filter(|open| open.answer.with_untracked(Option::is_some)).map(|open| of_paths(state, open))
        }
        Some(Tab::Trace(trace)) => state.trace(trace).map(|open| of_trace(state, &open)),
        _ => None,
    };
    buttons.map(|buttons| {
        view! {
            <div class="share share-files">
                <h2>{t("share-files")}</h2>
                <div class="acts">{buttons}</div>
            </div>
        }
    })
}

fn button(id: &'static str, act: impl Fn() + 'static) -> AnyView {
    view! { <button class="btn small" on:click=move |_| act()>{small_icon("download")}{t(id)}</button> }
        .into_any()
}

fn of_paths(state: AppState, open: OpenPaths) -> AnyView {
    view! {
        {button("report-save", move || save_report(state, open))}
        {button("picture-svg", move || export::save_svg(state, open, Format::Svg))}
        {button("picture-png", move || export::save_svg(state, open, Format::Png))}
    }
    .into_any()
}

fn of_trace(state: AppState, open: &OpenTrace) -> AnyView {
    let (svg, png, part) = (open.clone(), open.clone(), open.clone());
    view! {
        {button("picture-svg", move || picture(state, &svg, Format::Svg))}
        {button("picture-png", move || picture(state, &png, Format::Png))}
        {button("share-part", move || save_part(state, &part))}
    }
    .into_any()
}

/// The timeline as it is looked at.
fn picture(state: AppState, open: &OpenTrace, format: Format) {
    let view = open.state.view.get_untracked();
    let searching = open.state.search.with_untracked(|search| !search.query.is_empty());
    let theme = if state.dark.get_untracked() { Theme::Dark } else { Theme::Light };
    let (info, wanted) = (open.info.clone(), request(&view));
    // As it is shown above the lanes.
    let explains = info.neuron.as_ref().is_some_and(|neuron| !neuron.colours.is_empty());
    let (by, rows) = (open.state.neuron.colour_by.get_untracked(), open.state.neuron.legend.get_untracked());
    spawn_local(async move {
        let ask = Ask::Frame { trace: info.trace, frame: wanted.clone() };
        let Some(Answer::Frame { frame, .. }) = state.client.ask(ask).await else {
            return state.problem(t("picture-no-frame"));
        };
        let svg = texts(|texts| {
            let (info, view, request, frame) = (&*info, &view, &wanted, &frame);
            let legend = explains.then(|| ColourLegend { by, rows: &rows });
            track_svg(&TrackView { texts, info, view, request, frame, theme, searching, legend })
        });
        save_picture(state, &format!("{}-timeline", short_name(&info.file)), svg, format);
    });
}

/// What is in view, for other viewers.
fn save_part(state: AppState, open: &OpenTrace) {
    let shown = open.state.view.with_untracked(|view| view.viewport.interval());
    let area = Area { start: shown.start, end: shown.end, tracks: Vec::new() };
    let (trace, file) = (open.id(), format!("{}-part.json", short_name(&open.info.file)));
    spawn_local(async move {
        match state.client.ask(Ask::ChromeJson { trace, area }).await {
            Some(Answer::ChromeJson(Some(text))) => save(state, &file, "application/json", &text),
            _ => state.problem(t("area-json-large")),
        }
    });
}
