//! Keys that work everywhere on the page. The timeline has its own.

use super::header::SEARCH_FIELD;
use super::open::picker::{Pick, pick};
use super::state::{AppState, Dialog};
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, KeyboardEvent};

/// Listens as long as the page lives.
pub fn listen(state: AppState) {
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&window(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        if event.default_prevented() || state.dialog.get_untracked().is_some() {
            return;
        }
        let with_command = event.ctrl_key() || event.meta_key();
        let key = event.key();
        let done = match key.as_str() {
            "o" | "O" if with_command && !event.shift_key() && !event.alt_key() => {
                pick(state, Pick::Files);
                true
            }
            _ if with_command || event.alt_key() || typing(event) => false,
            "/" => focus_search(),
            "?" => {
                state.dialog.set(Some(Dialog::Help));
                true
            }
            // By its place: where other layouts have Q, the timeline has A.
            _ if event.code() == "KeyQ" => {
                state.drawer.open.update(|open| *open = !*open);
                true
            }
            _ => false,
        };
        if done {
            event.prevent_default();
        }
    })
    .forget();
}

/// Whether a key goes into a text field.
pub fn typing(event: &KeyboardEvent) -> bool {
    event.target().and_then(|target| target.dyn_into::<Element>().ok()).is_some_and(|element| {
        element
            .closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")
            .ok()
            .flatten()
            .is_some()
    })
}

fn focus_search() -> bool {
    let Some(field) = document().get_element_by_id(SEARCH_FIELD) else { return false };
    let Ok(field) = field.dyn_into::<HtmlInputElement>() else { return false };
    if field.disabled() {
        return false;
    }
    let _ = field.focus();
    field.select();
    true
}
