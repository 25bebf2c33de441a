//! The view as it is now, as a link.

use crate::app::client::Source as From;
use crate::app::language;
use crate::app::state::{AppState, OpenTrace, Tab};
use crate::app::theme::Theme;
use crate::engine::protocol::TraceId;
use crate::link::{Front, Link, MOST_SOURCES, PathLink, PathsLink, Source, TraceLink};
use leptos::prelude::*;

/// What a link of the view holds. Nothing is tracked.
pub fn link_now(state: AppState) -> Link {
    let open: Vec<(OpenTrace, Source)> = state.traces.with_untracked(|open| {
        let with_source = |trace: &OpenTrace| Some((trace.clone(), source_of(state, trace)?));
        open.iter().filter_map(with_source).take(MOST_SOURCES).collect()
    });
    let place = |trace: TraceId| open.iter().position(|(own, _)| own.id() == trace);
    let mut comparisons = Vec::new();
    let mut front = match state.active.get_untracked() {
        Some(Tab::Trace(trace)) => place(trace).map(Front::Trace),
        _ => None,
    };
    for paths in state.paths.get_untracked() {
        let Some(link) = paths_link(paths, &place) else { continue };
        if state.active.get_untracked() == Some(Tab::Paths(paths.id)) {
            front = Some(Front::Comparison(comparisons.len()));
        }
        comparisons.push(link);
    }
    let of_trace = matches!(front, Some(Front::Trace(_)));
    let shows_pane = of_trace && state.drawer.open.get_untracked();
    let theme = match state.theme.get_untracked() {
        Theme::System => None,
        Theme::Light => Some("light".to_owned()),
        Theme::Dark => Some("dark".to_owned()),
    };
    Link {
        traces: open.iter().map(|(trace, source)| (source.clone(), view_of(trace))).collect(),
        comparisons,
        front,
        pane: shows_pane.then(|| state.drawer.tab.get_untracked().key().to_owned()),
        theme,
        language: language::of_view().map(str::to_owned),
        ..Link::default()
    }
}

fn view_of(open: &OpenTrace) -> TraceLink {
    let exact =
        open.state.details.with_untracked(|details| details.as_ref().map(|details| details.at.clone()));
    let search = open.state.search.with_untracked(|search| search.query.clone());
    open.state.view.with_untracked(|view| {
        let selected = exact.filter(|at| Some(at.item) == view.selection).or_else(|| view.selected.clone());
        TraceLink::of(view, &open.info, &search, selected.map(|at| at.start))
    })
}

/// Where an open trace comes from, as links write it.
pub fn source_of(state: AppState, open: &OpenTrace) -> Option<Source> {
    let named = state.sources.with_value(|sources| sources.get(&open.load).cloned())?;
    let entry = entry_in(&open.info.file, &named.name);
    if let Some(url) = state.link.addresses.with_value(|addresses| addresses.get(&open.load).cloned()) {
        return Some(Source::Url { url, entry });
    }
    Some(match &named.source {
        From::Url(url) => Source::Url { url: relative(url), entry },
        From::Packed(_, packed) => Source::Packed(packed.as_ref().clone()),
        local => Source::File {
            name: named.name.clone(),
            bytes: bytes_of(local).unwrap_or_default(),
            hash: state.link.hashes.with_value(|hashes| hashes.get(&open.load).copied()),
            entry,
        },
    })
}

/// Bytes of local files; `None` for what a link can bring itself.
pub fn bytes_of(source: &From) -> Option<u64> {
    match source {
        From::File(file) => Some(file.size() as u64),
        From::Url(_) | From::Packed(..) => None,
        From::Set(all) => all.iter().map(|(_, source)| bytes_of(source)).sum(),
    }
}

/// The file of an archive that a trace is, if it is one. A file that is only
/// packed has the same name, without an ending.
pub fn entry_in(file: &str, archive: &str) -> Option<String> {
    (!file.is_empty() && !archive.starts_with(file)).then(|| file.to_owned())
}

/// An address below the page's own, relative to it: such a link goes with the
/// page when that moves.
fn relative(url: &str) -> String {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    let base = base.split(['?', '#']).next().unwrap_or_default();
    let folder = &base[..base.rfind('/').map_or(0, |at| at + 1)];
    let below = url.strip_prefix(folder).filter(|rest| !folder.is_empty() && !rest.is_empty());
    below.unwrap_or(url).to_owned()
}

fn paths_link(
    paths: crate::app::paths::model::OpenPaths,
    place: &impl Fn(TraceId) -> Option<usize>,
) -> Option<PathsLink> {
    paths.request.with_untracked(|request| {
        let path = |path: &crate::lowering::comparison::PathRequest| {
            let traces: Option<Vec<usize>> = path.recordings.iter().map(|at| place(at.trace)).collect();
            Some(PathLink { traces: traces?, name: path.name.clone() })
        };
        let regions = request.paths.iter().flat_map(|path| &path.recordings).map(|at| at.region.clone());
        Some(PathsLink {
            paths: request.paths.iter().map(path).collect::<Option<_>>()?,
            baseline: request.baseline as usize,
            judge_by: request.judge_by,
            op: paths.pinned.get_untracked(),
            regions: regions.collect(),
        })
    })
}
