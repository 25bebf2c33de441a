//! Paste: files, or addresses, anywhere but in a text field.

use super::{Beside, Named, address, open_all};
use crate::app::state::AppState;
use gloo::events::EventListener;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Element};

/// Opens what is pasted, as long as the page lives.
pub fn open_pasted(state: AppState) {
    EventListener::new(&window(), "paste", move |event| {
        let Some(event) = event.dyn_ref::<ClipboardEvent>() else { return };
        let in_a_field =
            event.target().and_then(|target| target.dyn_into::<Element>().ok()).is_some_and(|element| {
                element.closest("input, textarea, [contenteditable]").ok().flatten().is_some()
            });
        let Some(data) = event.clipboard_data() else { return };
        if in_a_field {
            return;
        }
        let files = super::picker::files_of(data.files());
        if !files.is_empty() {
            event.prevent_default();
            open_all(state, files.into_iter().map(Named::file).collect(), Beside::Keep);
            return;
        }
        let text = data.get_data("text").unwrap_or_default();
        let lines: Vec<String> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        if !lines.is_empty() && lines.iter().all(|line| address::looks_like_address(line)) {
            event.prevent_default();
            address::open_addresses(state, &lines);
        }
    })
    .forget();
}
