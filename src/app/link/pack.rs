//! A link that holds what a comparison rests on: whoever opens it needs no
//! file.

use super::now::link_now;
use crate::app::paths::model::OpenPaths;
use crate::app::state::{AppState, Tab};
use crate::app::words::{t, texts, tv};
use crate::engine::protocol::{Answer, Ask, TraceId};
use crate::export::pack::PackedTrace;
use crate::link::{Front, Link, Packed, PathLink, PathsLink, Source, TraceLink, write};
use crate::lowering::comparison::{Comparison, RegionChoice, Request};
use crate::lowering::part::PartOf;
use crate::text::{format, pack as words};
use leptos::prelude::*;

/// Longest link, in characters: browsers and most programs that pass links on
/// take as much.
const LONGEST: usize = 64_000;

/// A link with what it holds, a line each, and what to know of it.
#[derive(Clone, PartialEq)]
pub struct PackedLink {
    pub link: Link,
    pub holds: Vec<String>,
    pub notes: Vec<String>,
}

/// The comparison in front.
pub fn in_front(state: AppState) -> Option<OpenPaths> {
    let Some(Tab::Paths(id)) = state.active.get_untracked() else { return None };
    state.paths.with_untracked(|open| open.iter().find(|paths| paths.id == id).copied())
}

/// Traces of a comparison as links name them, each once.
pub fn sources(state: AppState, paths: OpenPaths) -> Vec<Source> {
    let traces = paths.request.get_untracked().distinct_traces();
    let open = traces.iter().filter_map(|trace| state.trace(*trace));
    open.filter_map(|open| super::now::source_of(state, &open)).collect()
}

/// Packs a comparison into a link.
///
/// # Errors
/// Why it cannot be, and what to do.
pub async fn pack(state: AppState, paths: OpenPaths) -> Result<PackedLink, String> {
    let request = paths.request.get_untracked();
    let measured = paths.answer.get_untracked();
    let empty = link_of(state, &request, measured.as_deref(), names(state, &request));
    let room = Packed::bytes(LONGEST.saturating_sub(write(&empty).len()));
    // Each trace ends with less than a whole group of letters.
    let most_bytes = room.saturating_sub(3 * empty.traces.len()) as u64;
    let asked = Ask::Pack { request: request.clone(), most_bytes };
    match state.client.ask(asked).await {
        Some(Answer::Packed(Ok(parts))) => Ok(made(state, &request, measured.as_deref(), parts)),
        Some(Answer::Packed(Err(problem))) => Err(texts(|texts| words::problem(texts, &problem))),
        _ => Err(t("pack-nothing")),
    }
}

fn made(
    state: AppState,
    request: &Request,
    measured: Option<&Comparison>,
    parts: Vec<PackedTrace>,
) -> PackedLink {
    let mut holds = vec![t("share-pack-comparison")];
    holds.extend(parts.iter().map(|part| {
        let values = [
            ("file", (&part.file).into()),
            ("count", part.instances.into()),
            ("of", part.of.into()),
            ("size", format::bytes(part.gzip.len() as u64).into()),
        ];
        tv("share-pack-holds", &values)
    }));
    let mut notes = Vec::new();
    if parts.iter().any(|part| part.instances < part.of) {
        notes.push(t("share-pack-some"));
    }
    let differs = parts.iter().filter(|part| !part.same && part.instances == part.of);
    notes.extend(differs.map(|part| tv("share-pack-differs", &[("file", (&part.file).into())])));
    if parts.iter().any(|part| part.lacks_profiles) {
        notes.push(t("share-pack-profiles"));
    }
    let packed = parts.into_iter().map(|part| Packed::new(&part.file, part.gzip)).collect();
    PackedLink { link: link_of(state, request, measured, packed), holds, notes }
}

/// The traces of a comparison as they would be called, without their bytes.
fn names(state: AppState, request: &Request) -> Vec<Packed> {
    let name = |trace: TraceId| {
        let file = state.trace(trace).map(|open| open.info.file.clone()).unwrap_or_default();
        Packed::new(file.rsplit(['/', '\\']).next().unwrap_or_default(), Vec::new())
    };
    request.distinct_traces().into_iter().map(name).collect()
}

/// A link of one comparison and these traces.
fn link_of(state: AppState, request: &Request, measured: Option<&Comparison>, packed: Vec<Packed>) -> Link {
    let known = request.distinct_traces();
    let place = |trace: &TraceId| known.iter().position(|own| own == trace).unwrap_or_default();
    let now = link_now(state);
    let op = match now.front {
        Some(Front::Comparison(at)) => now.comparisons.get(at).and_then(|paths| paths.op),
        _ => None,
    };
    let mut regions = Vec::new();
    for (at, path) in request.paths.iter().enumerate() {
        // Slices have other numbers in a part.
        let key =
            measured.and_then(|all| all.paths.get(at)).map(|path| RegionChoice::Key(path.region.clone()));
        regions.extend(path.recordings.iter().map(|own| match (&own.region, &key) {
            (RegionChoice::Like(_), Some(key)) => key.clone(),
            (region, _) => region.clone(),
        }));
    }
    let path = |path: &crate::lowering::comparison::PathRequest| PathLink {
        traces: path.recordings.iter().map(|own| place(&own.trace)).collect(),
        name: path.name.clone(),
    };
    Link {
        traces: packed.into_iter().map(|one| (Source::Packed(one), TraceLink::default())).collect(),
        comparisons: vec![PathsLink {
            paths: request.paths.iter().map(path).collect(),
            baseline: request.baseline as usize,
            judge_by: request.judge_by,
            op,
            regions,
        }],
        front: Some(Front::Comparison(0)),
        theme: now.theme,
        language: now.language,
        ..Link::default()
    }
}

/// The mark of a trace that is a part of another.
pub fn part_chip(part: &PartOf) -> AnyView {
    let values = [("file", (&part.part_of).into()), ("count", part.instances.into()), ("of", part.of.into())];
    view! { <span class="chip part" title=tv("part-text", &values)>{t("part")}</span> }.into_any()
}
