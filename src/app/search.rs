//! Search in the trace in front: asking, and stepping through the hits.

use super::client::Listening;
use super::state::{AppState, OpenTrace, SearchState};
use super::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, HitAt, TraceId};
use crate::timeline::action::Action;
use leptos::prelude::*;
use rustc_hash::FxHashMap;
use wasm_bindgen_futures::spawn_local;

/// Searches that run, by trace: dropping one stops hearing of it.
pub type Searches = StoredValue<FxHashMap<TraceId, Listening>, LocalStorage>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Next,
    Previous,
}

/// Searches for something else; an empty query ends the search.
pub fn search_for(state: AppState, open: &OpenTrace, query: &str) {
    let (trace, search) = (open.id(), open.state.search);
    if search.with_untracked(|s| s.query == query) {
        return;
    }
    search.set(SearchState { query: query.to_owned(), ..SearchState::default() });
    let wanted = query.to_owned();
    let listening = state.client.listen(Ask::Search { trace, query: query.to_owned() }, move |answer| {
        let Answer::Search(summary) = answer else { return };
        let mut wish = None;
        search.update(|s| {
            if s.query == wanted && !wanted.is_empty() {
                if summary.hits > 0 || summary.complete {
                    wish = s.wish.take();
                }
                s.summary = Some(summary);
            }
        });
        if let Some(way) = wish {
            step(state, way);
        }
    });
    // The listener of the search before is dropped outside of the store.
    let before = state.searches.try_update_value(|searches| searches.insert(trace, listening));
    drop(before);
}

/// Goes to the next or previous hit, around the ends.
pub fn step(state: AppState, way: Way) {
    let Some(open) = state.front() else { return };
    let (trace, search) = (open.id(), open.state.search);
    let known = search.with_untracked(|s| {
        let hits = s.summary.as_ref()?.hits;
        Some((hits, s.at.as_ref().map(|hit| hit.index)))
    });
    let Some((hits, at)) = known else {
        search.update(|s| s.wish = (!s.query.is_empty()).then_some(way));
        return;
    };
    if hits == 0 {
        state.announce(t("search-none"));
        return;
    }
    let view = open.state.view.with_untracked(|view| view.viewport.interval());
    let at = match (at, way) {
        (Some(index), Way::Next) => HitAt::Index((index + 1) % hits),
        (Some(index), Way::Previous) => HitAt::Index((index + hits - 1) % hits),
        (None, Way::Next) => HitAt::After(view.start),
        (None, Way::Previous) => HitAt::Before(view.end),
    };
    spawn_local(async move {
        let Some(Answer::SearchHit(Some(hit))) = state.client.ask(Ask::SearchHit { trace, at }).await else {
            return;
        };
        state.announce(tv(
            "search-at",
            &[("index", (hit.index + 1).into()), ("hits", hits.into()), ("name", (&hit.at.name).into())],
        ));
        let to = hit.at.clone();
        search.update(|s| s.at = Some(hit));
        state.apply(trace, Action::GoTo(to));
    });
}
