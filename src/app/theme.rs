//! Light and dark: the system's wish, or the person's own.

use super::state::AppState;
use gloo::storage::{LocalStorage, Storage};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// Key in the browser's storage.
const STORED: &str = "lowerscope.theme";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    /// The choice of an earlier visit.
    pub fn stored() -> Theme {
        match LocalStorage::get::<String>(STORED).as_deref() {
            Ok("light") => Theme::Light,
            Ok("dark") => Theme::Dark,
            _ => Theme::System,
        }
    }

    fn attribute(self) -> Option<&'static str> {
        match self {
            Theme::System => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        }
    }

    /// The one that the switch goes to next.
    pub fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        }
    }
}

/// Keeps `<html data-theme>`, the stored choice and [`AppState::dark`] in step.
pub fn keep_theme(state: AppState) {
    let system = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
    let system_dark = RwSignal::new(system.as_ref().is_some_and(web_sys::MediaQueryList::matches));
    if let Some(query) = system {
        let changed = Closure::<dyn Fn(web_sys::MediaQueryListEvent)>::new(
            move |event: web_sys::MediaQueryListEvent| system_dark.set(event.matches()),
        );
        // The page listens as long as it lives.
        let _ = query.add_event_listener_with_callback("change", changed.as_ref().unchecked_ref());
        changed.into_js_value();
    }
    Effect::new(move |earlier: Option<Theme>| {
        let theme = state.theme.get();
        if let Some(root) = document().document_element() {
            // Fails only for malformed names.
            let _ = match theme.attribute() {
                Some(name) => root.set_attribute("data-theme", name),
                None => root.remove_attribute("data-theme"),
            };
        }
        if earlier.is_some_and(|earlier| earlier != theme) {
            match theme.attribute() {
                // Storage may be forbidden; the choice then lasts for this visit.
                Some(name) => drop(LocalStorage::set(STORED, name)),
                None => LocalStorage::delete(STORED),
            }
        }
        let dark = match theme {
            Theme::System => system_dark.get(),
            Theme::Light => false,
            Theme::Dark => true,
        };
        if state.dark.get_untracked() != dark {
            state.dark.set(dark);
        }
        theme
    });
}
