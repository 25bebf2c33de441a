//! The drawer under the timeline: details, statistics, tables, health,
//! metadata. Its height can be changed and is remembered.

mod area;
mod args;
pub mod chain;
pub mod details;
mod health;
mod links;
mod metadata;
mod same;
mod slices;
pub mod table;
pub mod which;

use crate::app::icon::{icon, small_icon};
use crate::app::neuron;
use crate::app::state::{AppState, DrawerState, DrawerTab, OpenTrace, app_state};
use crate::app::words::{t, tv};
use crate::text::format;
use gloo::storage::{LocalStorage, Storage};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

const STORED_HEIGHT: &str = "lowerscope.drawer";
const HEIGHT: f64 = 292.0;
const LEAST: f64 = 120.0;
/// What stays for the rest of the page at least, CSS pixels.
const REST: f64 = 260.0;
/// Pixels for a press of an arrow key.
const KEY_STEP: f64 = 24.0;

/// As it was left at an earlier visit.
pub fn stored_state() -> DrawerState {
    let height = LocalStorage::get::<f64>(STORED_HEIGHT).ok().filter(|height| height.is_finite());
    DrawerState {
        tab: RwSignal::new(DrawerTab::Details),
        open: RwSignal::new(true),
        height: RwSignal::new(height.unwrap_or(HEIGHT).max(LEAST)),
    }
}

#[component]
pub fn Drawer() -> impl IntoView {
    let state = app_state();
    let front = Memo::new(move |_| state.active_trace());
    move || front.get().map(|open| drawer(state, open))
}

fn drawer(state: AppState, open: OpenTrace) -> AnyView {
    let (is_open, tab) = (state.drawer.open, state.drawer.tab);
    let shown = open.clone();
    let content = move || {
        let open = shown.clone();
        is_open.get().then(|| {
            let tab = tab.get().fitting(&open.info);
            let body = match tab {
                DrawerTab::Details => details::details(state, open),
                DrawerTab::NeuronSummary => neuron::summary::summary(state, open),
                DrawerTab::NeuronAdvice => neuron::advice::advice(state, open),
                DrawerTab::NeuronHierarchy => neuron::hierarchy::hierarchy(state, open),
                DrawerTab::NeuronTables => neuron::tables::tables(state, open),
                DrawerTab::Selection => area::area(state, open),
                DrawerTab::Tables => slices::slices(state, open),
                DrawerTab::Health => health::health(state, open),
                DrawerTab::Metadata => metadata::metadata(state, open),
            };
            view! {
                <div
                    class="drawer-body"
                    role="tabpanel"
                    id="drawer-panel"
                    aria-labelledby=tab_id(tab)
                    tabindex="-1"
                >
                    {body}
                </div>
            }
        })
    };
    let height =
        move || if is_open.get() { format!("{}px", state.drawer.height.get()) } else { "auto".to_owned() };
    view! {
        <section class="drawer" class:closed=move || !is_open.get() aria-label=t("drawer-label") style:block-size=height>
            <Grab/>
            {drawer_tabs(state, &open)}
            {content}
        </section>
    }
    .into_any()
}

/// The edge that changes the height.
#[component]
fn Grab() -> impl IntoView {
    let state = app_state();
    let height = state.drawer.height;
    let set = move |wanted: f64| {
        let window_height = window().inner_height().ok().and_then(|h| h.as_f64()).unwrap_or(900.0);
        height.set(wanted.clamp(LEAST, (window_height - REST).max(LEAST)).round());
    };
    let store = move || {
        // Storage may be forbidden; the height then lasts for this visit.
        let _ = LocalStorage::set(STORED_HEIGHT, height.get_untracked());
    };
    // Height and pointer position at the start of a drag.
    let drag = StoredValue::new(None::<(f64, i32)>);
    let on_down = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        event.prevent_default();
        if let Some(edge) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            let _ = edge.set_pointer_capture(event.pointer_id());
        }
        drag.set_value(Some((height.get_untracked(), event.client_y())));
    };
    let on_move = move |event: PointerEvent| {
        if let Some((from, y)) = drag.get_value() {
            set(from + f64::from(y - event.client_y()));
        }
    };
    let on_up = move |_: PointerEvent| {
        if drag.get_value().is_some() {
            drag.set_value(None);
            store();
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let now = height.get_untracked();
        match event.key().as_str() {
            "ArrowUp" => set(now + KEY_STEP),
            "ArrowDown" => set(now - KEY_STEP),
            "Home" => set(f64::MAX),
            "End" => set(LEAST),
            "Enter" => return state.drawer.open.set(false),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
        store();
    };
    view! {
        <Show when=move || state.drawer.open.get()>
            <div
                class="grab"
                role="separator"
                aria-orientation="horizontal"
                aria-label=t("drawer-height")
                aria-valuenow=move || height.get().to_string()
                aria-valuemin=LEAST.to_string()
                tabindex="0"
                on:pointerdown=on_down
                on:pointermove=on_move
                on:pointerup=on_up
                on:pointercancel=on_up
                on:dblclick=move |_| {
                    set(HEIGHT);
                    store();
                }
                on:keydown=on_key
            ></div>
        </Show>
    }
}

fn drawer_tabs(state: AppState, open: &OpenTrace) -> AnyView {
    let list = NodeRef::<html::Div>::new();
    let info = open.info.clone();
    let tab = Memo::new(move |_| state.drawer.tab.get().fitting(&info));
    let all = StoredValue::new(DrawerTab::of(&open.info));
    let on_key = move |event: KeyboardEvent| {
        let all = all.get_value();
        let now = all.iter().position(|t| *t == tab.get_untracked()).unwrap_or(0);
        let next = match event.key().as_str() {
            "ArrowRight" => (now + 1) % all.len(),
            "ArrowLeft" => (now + all.len() - 1) % all.len(),
            "Home" => 0,
            "End" => all.len() - 1,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        state.show_drawer(all[next]);
        if let Some(list) = list.get_untracked()
            && let Ok(Some(button)) = list.query_selector(&format!("#{}", tab_id(all[next])))
            && let Some(button) = button.dyn_ref::<HtmlElement>()
        {
            let _ = button.focus();
        }
    };
    let tabs = all.get_value().into_iter().map(|this| {
        let selected = move || tab.get() == this;
        let press = move |_| {
            // The tab in front folds the drawer away and brings it back.
            if tab.get_untracked() == this && state.drawer.open.get_untracked() {
                state.drawer.open.set(false);
            } else {
                state.show_drawer(this);
            }
        };
        view! {
            <button
                role="tab"
                id=tab_id(this)
                aria-selected=move || selected().to_string()
                aria-controls="drawer-panel"
                tabindex=move || if selected() { "0" } else { "-1" }
                on:click=press
            >
                {t(tab_label(this))}
                {(this == DrawerTab::Health).then_some(move || warnings(state))}
            </button>
        }
    });
    let toggle = move |_| state.drawer.open.update(|open| *open = !*open);
    let toggle_label = move || t(if state.drawer.open.get() { "drawer-close" } else { "drawer-open" });
    view! {
        <div class="dtabs">
            <div class="dtab-list" role="tablist" aria-label=t("drawer-label") node_ref=list on:keydown=on_key>
                {tabs.collect_view()}
            </div>
            <span class="grow"></span>
            <button
                class="btn bare small icon"
                aria-label=toggle_label
                title=toggle_label
                aria-expanded=move || state.drawer.open.get().to_string()
                on:click=toggle
            >
                {move || icon(if state.drawer.open.get() { "down" } else { "up" })}
            </button>
        </div>
    }
    .into_any()
}

fn warnings(state: AppState) -> Option<AnyView> {
    let count = state.active_trace()?.info.warnings;
    let title = tv("tabs-warnings", &[("count", count.into())]);
    let spoken = title.clone();
    (count > 0).then(|| {
        view! {
            <span class="dot-warn" title=title>
                {small_icon("warn")}
                <span aria-hidden="true">{format::count(count.into())}</span>
                <span class="sr">{spoken}</span>
            </span>
        }
        .into_any()
    })
}

fn tab_label(tab: DrawerTab) -> &'static str {
    match tab {
        DrawerTab::Details => "drawer-details",
        DrawerTab::NeuronSummary => "drawer-neuron-summary",
        DrawerTab::NeuronAdvice => "drawer-neuron-advice",
        DrawerTab::NeuronHierarchy => "drawer-neuron-hierarchy",
        DrawerTab::NeuronTables => "drawer-neuron-tables",
        DrawerTab::Selection => "drawer-selection",
        DrawerTab::Tables => "drawer-tables",
        DrawerTab::Health => "drawer-health",
        DrawerTab::Metadata => "drawer-metadata",
    }
}

fn tab_id(tab: DrawerTab) -> String {
    tab_label(tab).to_owned()
}
