//! Opening what an address asks for, at the start and whenever it changes.

use super::plan::Plan;
use super::restore::{self, settle};
use super::{hosts, now, wanted};
use crate::app::client;
use crate::app::language;
use crate::app::open::address::{absolute, not_an_address};
use crate::app::open::{Beside, Named, keep_failure, open_together, room_for_others};
use crate::app::state::{AppState, Dialog, OpenTrace};
use crate::app::theme::Theme;
use crate::app::words::{t, tv};
use crate::engine::protocol::LoadFailure;
use crate::link::{Lack, Link, MOST_PACKED, MOST_SOURCES, Packed, Source, read};
use crate::text::{Texts, format};
use gloo::events::EventListener;
use leptos::prelude::*;

/// Opens what the page's address names, now and whenever it changes. Returns
/// whether there was anything.
pub fn open_from_address(state: AppState) -> bool {
    EventListener::new(&window(), "hashchange", move |_| {
        // What the page itself writes into its address does not come here.
        begin(state, read(&fragment()));
    })
    .forget();
    let link = read(&fragment());
    let is_something = !link.is_empty();
    if let Some(theme) = &link.theme {
        // For this visit: not what the reader has chosen for all.
        state.theme.set(if theme == "dark" { Theme::Dark } else { Theme::Light });
    }
    let known = link.language.as_deref().and_then(|tag| Texts::locales().find(|known| *known == tag));
    if let Some(tag) = known {
        language::show(state, tag);
    }
    begin(state, link);
    is_something
}

/// The address's fragment, without its `#`.
pub(super) fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// Takes in a link: what is open already is put as the link has it, the rest
/// is opened.
fn begin(state: AppState, link: Link) {
    // It would give the link of what was there before.
    if state.dialog.get_untracked() == Some(Dialog::Share) {
        state.dialog.set(None);
    }
    if link.is_newer {
        state.problem(t("link-newer"));
    } else if link.left_out > 0 {
        state.problem(t("link-left-out"));
    }
    if link.is_empty() {
        return;
    }
    let mut plan = Plan::new(link);
    let open = state.traces.get_untracked();
    // Who types an address wants it alone, not what the page opened by itself,
    // even where that happens to be among it.
    let by_hand = plan.link.comparisons.is_empty() && plan.link.front.is_none();
    let mut in_place = Vec::new();
    for at in 0..plan.loads.len() {
        let source = &plan.link.traces[at].0;
        let same = |trace: &&OpenTrace| {
            let is_taken = plan.traces.contains(&Some(trace.id())) || by_hand && trace.by_itself;
            !is_taken && now::source_of(state, trace).is_some_and(|own| is_same(&own, source))
        };
        if let Some(trace) = open.iter().find(same) {
            plan.traces[at] = Some(trace.id());
            in_place.push((trace.clone(), at));
        }
    }
    let foreign = hosts::foreign(state, &missing(&plan));
    plan.is_held = !foreign.is_empty();
    let views: Vec<_> =
        in_place.iter().map(|(trace, at)| (trace.clone(), plan.link.traces[*at].1.clone())).collect();
    state.link.plan.set_value(Some(plan));
    for (trace, view) in views {
        restore::apply(state, &trace, &view);
    }
    if foreign.is_empty() {
        if let Some(text) = too_many(state) {
            state.problem(text);
        }
        fetch(state);
    } else {
        hosts::ask(state, foreign);
    }
    wanted::show(state);
}

/// A word on the traces that the link names beyond the most.
pub(super) fn too_many(state: AppState) -> Option<String> {
    let surplus = state.link.plan.with_value(|plan| plan.as_ref().map_or(0, |plan| plan.link.surplus));
    let count = MOST_SOURCES + surplus as usize;
    (surplus > 0).then(|| tv("link-too-many", &[("count", count.into()), ("most", MOST_SOURCES.into())]))
}

/// Addresses that are not open yet.
fn missing(plan: &Plan) -> Vec<String> {
    let sources = plan.link.traces.iter().zip(&plan.traces);
    let urls = sources.filter(|(_, trace)| trace.is_none()).filter_map(|((source, _), _)| match source {
        Source::Url { url, .. } => Some(url.clone()),
        Source::File { .. } | Source::Packed(_) => None,
    });
    urls.collect()
}

/// Opens the addresses of the plan, each once, and the traces that it holds.
pub(super) fn fetch(state: AppState) {
    let mut wanted: Vec<(Named, Vec<usize>)> = Vec::new();
    let mut bad = Vec::new();
    let mut by_hand = false;
    state.link.plan.update_value(|plan| {
        let Some(plan) = plan else { return };
        plan.is_held = false;
        by_hand = plan.link.comparisons.is_empty() && plan.link.front.is_none();
        for at in 0..plan.loads.len() {
            if plan.traces[at].is_some() {
                continue;
            }
            match &plan.link.traces[at].0 {
                Source::File { .. } => {}
                Source::Packed(packed) => match Named::packed(packed) {
                    Some(named) => wanted.push((named, vec![at])),
                    None => bad.push(without_trace(packed)),
                },
                Source::Url { url, .. } => match absolute(url) {
                    None => bad.push(not_an_address(url)),
                    Some(url) => match wanted.iter_mut().find(|(known, _)| is_at(known, &url)) {
                        Some((_, places)) => places.push(at),
                        None => wanted.push((Named::url(url), vec![at])),
                    },
                },
            }
        }
    });
    let room = room_for_others(state, wanted.len() + bad.len());
    wanted.truncate(room);
    bad.truncate(room - wanted.len());
    let named = wanted.iter().map(|(named, _)| named.clone()).collect();
    let loads = open_together(state, named, Beside::Keep, by_hand);
    state.link.plan.update_value(|plan| {
        let Some(plan) = plan else { return };
        for ((_, places), load) in wanted.iter().zip(&loads) {
            for at in places {
                plan.loads[*at] = Some(*load);
            }
            plan.waiting.push(*load);
        }
    });
    for failure in bad {
        let tab = keep_failure(state, failure);
        state.active.set(Some(tab));
    }
    settle(state);
}

fn is_at(named: &Named, url: &str) -> bool {
    matches!(&named.source, client::Source::Url(own) if own == url)
}

/// A trace that the link should have, and why it has none.
fn without_trace(packed: &Packed) -> LoadFailure {
    let (message, count) = match packed.lack {
        Some(Lack::Cut) => ("pack-cut", window().location().href().unwrap_or_default().len()),
        Some(Lack::TooLong) => ("pack-too-long", MOST_PACKED),
        Some(Lack::Damaged) | None => ("pack-damaged", 0),
    };
    LoadFailure {
        file: packed.file_name(),
        message: message.to_owned(),
        args: vec![
            ("file".to_owned(), packed.name.clone()),
            ("count".to_owned(), format::count(count as u64)),
        ],
        ..LoadFailure::default()
    }
}

/// The reader does not want what other hosts have.
pub(super) fn give_up(state: AppState) {
    state.link.plan.set_value(None);
    wanted::show(state);
}

/// Whether two sources are the same place.
fn is_same(own: &Source, other: &Source) -> bool {
    match (own, other) {
        (Source::Url { url: a, entry: e }, Source::Url { url: b, entry: f }) => {
            absolute(a) == absolute(b) && (e == f || f.is_none())
        }
        (
            Source::File { name: a, bytes: m, entry: e, .. },
            Source::File { name: b, bytes: n, entry: f, .. },
        ) => a == b && (*n == 0 || m == n) && (e == f || f.is_none()),
        (Source::Packed(a), Source::Packed(b)) => a == b,
        _ => false,
    }
}
