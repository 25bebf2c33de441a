//! The language of the page: the browser's, or the person's own choice.

use super::icon::icon;
use super::state::{AppState, app_state};
use super::words;
use crate::text::Texts;
use gloo::storage::{LocalStorage, Storage};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Key in the browser's storage.
const STORED: &str = "lowerscope.language";

/// Id of the switch, which takes the focus again when the page was made anew.
const SWITCH: &str = "language-switch";

/// The language that the page begins with: the choice of an earlier visit, or
/// what the browser is set to.
pub fn at_first() -> String {
    match LocalStorage::get::<String>(STORED) {
        Ok(tag) if Texts::locales().any(|known| known == tag) => tag,
        _ => window().navigator().language().unwrap_or_default(),
    }
}

/// The language that the person chose, if any.
pub fn chosen() -> Option<&'static str> {
    let stored = LocalStorage::get::<String>(STORED).ok()?;
    Texts::locales().find(|known| *known == stored)
}

/// The language that a link of the view names: the one that the person chose,
/// or the one of this visit where that is another than the page begins with.
pub fn of_view() -> Option<&'static str> {
    let now = words::language();
    if Texts::new(&at_first()).locale() == now { chosen() } else { Some(now) }
}

/// Shows the page in another language, from here on and on later visits.
pub fn switch(state: AppState, tag: &'static str) {
    // Storage may be forbidden; the choice then lasts for this visit.
    let _ = LocalStorage::set(STORED, tag);
    show(state, tag);
}

/// Shows the page in another language for this visit. Traces, views and
/// selections stay; words and what is made of them are made anew.
pub fn show(state: AppState, tag: &'static str) {
    words::speak(tag);
    mark_document();
    state.language.set(tag);
}

/// Keeps `<html lang dir>` in step with the words.
pub fn mark_document() {
    if let Some(root) = document().document_element() {
        // Attribute names are well formed.
        let _ = root.set_attribute("lang", words::language());
        let _ = root.set_attribute("dir", words::direction());
    }
}

/// The language after the one in use.
fn next() -> &'static str {
    let now = words::language();
    let all: Vec<&'static str> = Texts::locales().collect();
    let at = all.iter().position(|tag| *tag == now).unwrap_or_default();
    all.get((at + 1) % all.len().max(1)).copied().unwrap_or(now)
}

/// Says what is in use, and in the other language's own words what it does:
/// who cannot read this page must find the way out.
#[component]
pub fn LanguageSwitch() -> impl IntoView {
    let state = app_state();
    let next = next();
    let offer = Texts::new(next).get("language-switch");
    view! {
        <button
            class="btn bare language"
            id=SWITCH
            lang=next
            aria-label=offer.clone()
            title=offer
            on:click=move |_| {
                switch(state, next);
                request_animation_frame(focus_switch);
            }
        >
            {icon("globe")}
            <span class="word" lang=words::language()>{words::t("language-short")}</span>
        </button>
    }
}

fn focus_switch() {
    let button = document().get_element_by_id(SWITCH).and_then(|found| found.dyn_into::<HtmlElement>().ok());
    if let Some(button) = button {
        let _ = button.focus();
    }
}
