//! The row of open traces.

use super::icon::{icon, small_icon};
use super::link::part_chip;
use super::neffs::synthetic_chip;
use super::open::picker::{Pick, pick};
use super::state::{AppState, DrawerTab, LoadStatus, Tab, app_state};
use super::words::{direction, t, tv};
use crate::engine::protocol::{LoadId, TraceId};
use crate::text::{file_name, format};
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

#[component]
pub fn Tabs() -> impl IntoView {
    let state = app_state();
    let tabs = Memo::new(move |_| state.tabs());
    let list = NodeRef::<leptos::html::Div>::new();
    // Keeps the front tab in view, and the focus on it while it moves there.
    Effect::new(move |_| {
        let front = state.active.get();
        let Some(list) = list.get() else { return };
        if front.is_some() {
            // By then the tabs know which of them is in front.
            request_animation_frame(move || show_front(&list));
        }
    });
    let on_key = move |event: KeyboardEvent| {
        let all = tabs.get_untracked();
        let Some(now) = state.active.get_untracked().and_then(|tab| all.iter().position(|t| *t == tab))
        else {
            return;
        };
        let is_rtl = direction() == "rtl";
        let forward = if is_rtl { "ArrowLeft" } else { "ArrowRight" };
        let back = if is_rtl { "ArrowRight" } else { "ArrowLeft" };
        let key = event.key();
        let next = match key.as_str() {
            _ if key == forward => (now + 1) % all.len(),
            _ if key == back => (now + all.len() - 1) % all.len(),
            "Home" => 0,
            "End" => all.len() - 1,
            "Delete" => {
                event.prevent_default();
                state.close(all[now]);
                // The tab that had the focus is gone; the one in its place takes it.
                request_animation_frame(move || focus_front(list));
                return;
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        state.active.set(Some(all[next]));
    };
    view! {
        <nav class="tabs" class:none=move || tabs.with(Vec::is_empty)>
            <div class="tab-list" role="tablist" aria-label=t("tabs-label") node_ref=list on:keydown=on_key>
                <For each=move || tabs.get() key=|tab| *tab let:tab>
                    {one(state, tab)}
                </For>
            </div>
            <button
                class="tab add"
                aria-label=t("tabs-open")
                title=t("tabs-open")
                on:click=move |_| pick(state, Pick::Files)
            >
                {icon("plus")}
            </button>
        </nav>
    }
}

/// A tab with its close button. The button is for the pointer; the keyboard
/// has Delete, so that the arrows go from tab to tab.
fn one(state: AppState, tab: Tab) -> AnyView {
    let selected = move || state.active.get() == Some(tab);
    let close = move |event: MouseEvent| {
        event.stop_propagation();
        state.close(tab);
    };
    let (label, body) = match tab {
        Tab::Trace(trace) => trace_tab(state, trace),
        Tab::Load(load) => load_tab(state, load),
        Tab::Paths(id) => super::paths::tab(state, id),
    };
    view! {
        <div
            class="tab"
            role="tab"
            id=tab_id(tab)
            aria-selected=move || selected().to_string()
            aria-controls="main"
            tabindex=move || if selected() { "0" } else { "-1" }
            title=move || label.get()
            on:click=move |_| state.active.set(Some(tab))
            on:auxclick=move |event: MouseEvent| {
                if event.button() == 1 {
                    close(event);
                }
            }
            on:keydown=move |event: KeyboardEvent| {
                if matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    state.active.set(Some(tab));
                }
            }
        >
            {body}
            <span class="tab-close" aria-hidden="true" title=t("tabs-close") on:click=close>
                {icon("close")}
            </span>
        </div>
    }
    .into_any()
}

fn trace_tab(state: AppState, trace: TraceId) -> (Signal<String>, AnyView) {
    let Some(open) = state.trace(trace) else { return (String::new().into(), ().into_any()) };
    let info = open.info;
    let notes = (info.warnings > 0).then(|| {
        let title = tv("tabs-warnings", &[("count", info.warnings.into())]);
        let spoken = title.clone();
        let show = move |event: MouseEvent| {
            event.stop_propagation();
            state.active.set(Some(Tab::Trace(trace)));
            state.show_drawer(DrawerTab::Health);
        };
        view! {
            <span class="dot-warn" title=title on:click=show>
                {small_icon("warn")}
                <span aria-hidden="true">{format::count(info.warnings.into())}</span>
                <span class="sr">{spoken}</span>
            </span>
        }
    });
    let length = format::ticks(info.length(), info.unit);
    let body = view! {
        <span class="badge">{open.letter}</span>
        {name_of(state, short_name(&info.file))}
        {info.synthetic.then(synthetic_chip)}
        {info.part.as_ref().map(part_chip)}
        <span class="sub"><span>{length}</span></span>
        {notes}
    };
    (info.file.clone().into(), body.into_any())
}

fn load_tab(state: AppState, load: LoadId) -> (Signal<String>, AnyView) {
    let Some(status) =
        state.loads.with_untracked(|loads| loads.iter().find(|l| l.load == load).map(|l| l.status))
    else {
        return (String::new().into(), ().into_any());
    };
    let name = status.with_untracked(|status| status.file().to_owned());
    let mark = move || {
        status.with(|status| match status {
            LoadStatus::Failed(_) => view! { <span class="bad">{icon("bad")}</span> }.into_any(),
            LoadStatus::Choosing { .. } => icon("file"),
            LoadStatus::Waiting { .. } => icon("clock"),
            LoadStatus::Reading(_) => view! { <span class="spinner" aria-hidden="true"></span> }.into_any(),
        })
    };
    let sub = move || {
        status.with(|status| match status {
            LoadStatus::Reading(progress) => {
                super::loading::percent_done(progress).map(|p| format::percent(p.floor()))
            }
            _ => None,
        })
    };
    let body = view! {
        {mark}
        {name_of(state, short_name(&name))}
        <span class="sub"><span>{sub}</span></span>
    };
    (name.into(), body.into_any())
}

/// A name that gives up first what it shares with its neighbours.
fn name_of(state: AppState, name: String) -> AnyView {
    let parts = Memo::new(move |_| {
        let traces =
            state.traces.with(|open| open.iter().map(|t| short_name(&t.info.file)).collect::<Vec<_>>());
        file_name::parts(&name, &traces).map(str::to_owned)
    });
    let part = move |at: usize| move || parts.with(|parts| parts[at].clone());
    view! {
        <span class="name">
            <span class="clip ltr common">{part(0)}</span>
            <span class="clip ltr">{part(1)}</span>
            <span class="clip ltr tail">{part(2)}</span>
        </span>
    }
    .into_any()
}

/// Scrolls to the front tab; the focus follows where some tab has it.
fn show_front(list: &HtmlElement) {
    let Ok(Some(tab)) = list.query_selector("[aria-selected=true]") else { return };
    let focus_here = document().active_element().is_some_and(|focused| list.contains(Some(&focused)));
    tab.scroll_into_view_with_bool(false);
    if focus_here && let Some(tab) = tab.dyn_ref::<HtmlElement>() {
        let _ = tab.focus();
    }
}

fn focus_front(list: NodeRef<leptos::html::Div>) {
    let front =
        list.get_untracked().and_then(|list| list.query_selector("[aria-selected=true]").ok().flatten());
    if let Some(tab) = front.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) {
        let _ = tab.focus();
    }
}

fn tab_id(tab: Tab) -> String {
    match tab {
        Tab::Trace(trace) => format!("tab-trace-{}", trace.0),
        Tab::Load(load) => format!("tab-load-{}", load.0),
        Tab::Paths(id) => format!("tab-paths-{}", id.0),
    }
}

/// A file's name without its folders.
pub fn short_name(file: &str) -> String {
    file.rsplit('/').next().unwrap_or(file).to_owned()
}
