//! Keeps the page's address as the view is. Small changes replace the entry
//! of the history; going to another tab or region adds one, so that *Back*
//! leads to what was looked at before.

use super::now::link_now;
use super::open::fragment;
use crate::app::state::AppState;
use crate::link::{Front, Link, Packed, PathsLink, Source, write};
use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// A pause in changes after which the address is written, in ms. Browsers
/// allow some hundred entries in half a minute.
const PAUSE_MS: u32 = 400;
/// Longer addresses are not put into the bar: some browsers cut them. Traces
/// that came with the address do not count: it had them before.
const LONGEST: usize = 64_000;

/// What a step in the history leads to.
#[derive(Clone, PartialEq)]
pub struct Place {
    front: Option<Front>,
    sources: usize,
    comparison: Option<PathsLink>,
}

/// Writes the address whenever the view has changed.
pub fn keep(state: AppState) {
    let touched = StoredValue::new(false);
    for kind in ["pointerdown", "keydown", "wheel"] {
        let options =
            EventListenerOptions { phase: gloo::events::EventListenerPhase::Capture, passive: true };
        EventListener::new_with_options(&window(), kind, options, move |_| touched.set_value(true)).forget();
    }
    let place = state.link.place;
    let pause = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |earlier: Option<()>| {
        track(state);
        // Where one is when all is in place, so that a step from there is one.
        if place.with_value(Option::is_none)
            && !state.link.is_restoring()
            && state.traces.with_untracked(|open| !open.is_empty())
        {
            place.set_value(Some(place_of(&link_now(state))));
        }
        if earlier.is_some() {
            let later = Timeout::new(PAUSE_MS, move || {
                let is_shown_by_itself = !touched.get_value() && opened_by_itself(state);
                if !is_shown_by_itself && !state.link.is_restoring() {
                    put(state, place);
                }
            });
            // The one before is dropped outside of the store.
            drop(pause.try_update_value(|pause| pause.replace(later)));
        }
    });
}

/// A link is in place: the history has an entry for it already.
pub(super) fn arrived(state: AppState) {
    state.link.place.set_value(Some(place_of(&link_now(state))));
}

/// Everything that a link holds.
fn track(state: AppState) {
    state.traces.with(|open| {
        for trace in open {
            trace.state.view.track();
            trace.state.search.track();
            trace.state.details.track();
        }
    });
    state.paths.with(|open| {
        for paths in open {
            paths.request.track();
            paths.pinned.track();
        }
    });
    state.active.track();
    state.drawer.tab.track();
    state.drawer.open.track();
    state.theme.track();
    state.language.track();
    state.link.wanted.track();
    // Loads on their way are part of what the plan waits for.
    state.loads.with(|_| ());
}

fn opened_by_itself(state: AppState) -> bool {
    state.traces.with_untracked(|open| open.iter().all(|trace| trace.by_itself))
}

fn put(state: AppState, place: StoredValue<Option<Place>>) {
    let link = link_now(state);
    let text = write(&link);
    let now = place_of(&link);
    let is_elsewhere = place.with_value(|before| before.as_ref().is_some_and(|before| *before != now));
    place.set_value(Some(now));
    if text == fragment()
        || text.len().saturating_sub(packed(&link)) > LONGEST
        || (text.is_empty() && state.crash.with_untracked(Option::is_some))
    {
        return;
    }
    let location = window().location();
    let page = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    let address = if text.is_empty() { page } else { format!("{page}#{text}") };
    let Ok(history) = window().history() else { return };
    // Fails when there were too many in a short time; the next change tries again.
    let _ = if is_elsewhere {
        history.push_state_with_url(&JsValue::NULL, "", Some(&address))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&address))
    };
}

/// Characters of the traces that a link holds.
fn packed(link: &Link) -> usize {
    let of = |source: &Source| match source {
        Source::Packed(packed) => Packed::characters(packed.gzip.len()),
        Source::Url { .. } | Source::File { .. } => 0,
    };
    link.traces.iter().map(|(source, _)| of(source)).sum()
}

fn place_of(link: &Link) -> Place {
    Place { front: link.front, sources: link.traces.len(), comparison: front_comparison(link) }
}

fn front_comparison(link: &Link) -> Option<PathsLink> {
    let Some(Front::Comparison(at)) = link.front else { return None };
    // A lit op is a small change.
    link.comparisons.get(at).map(|paths| PathsLink { op: None, ..paths.clone() })
}
