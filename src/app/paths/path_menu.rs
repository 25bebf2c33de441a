//! What can be done with one path: another region by hand, more recordings,
//! baseline, remove.

use super::model::OpenPaths;
use super::picker::{Choice, picker};
use super::region_bar::{default_region, regions_in, traces_of};
use super::say;
use super::shown::Shown;
use super::slice::{selected_slice, show};
use crate::app::icon::icon;
use crate::app::state::AppState;
use crate::app::tabs::short_name;
use crate::app::words::{t, tv};
use crate::lowering::comparison::{RegionChoice, RegionIn};
use crate::text::format;
use crate::trace::TimeUnit;
use leptos::prelude::*;

pub fn path_menu(shown: &Shown, path: usize) -> AnyView {
    let (state, open, letter) = (shown.state, shown.open, shown.letter(path));
    let median = shown.all.paths.get(path).and_then(|view| {
        let instance = view.instances.get(view.median_instance as usize)?;
        Some((*view.traces.first()?, instance.root))
    });
    let label = tv("path-menu", &[("path", (&letter).into())]);
    picker(label, "bare icon path-menu", icon("more"), move || choices(state, open, path, &letter, median))
}

type MedianInstance = Option<(crate::engine::protocol::TraceId, crate::trace::SliceId)>;

fn choices(
    state: AppState,
    open: OpenPaths,
    path: usize,
    letter: &str,
    median: MedianInstance,
) -> Vec<Choice> {
    let request = open.request.get_untracked();
    let Some(asked) = request.paths.get(path) else { return Vec::new() };
    let mut all = Vec::new();
    if let Some((trace, root)) = median {
        all.push(Choice::new(t("path-show-median"), move || show(state, trace, root)));
    }
    if request.baseline as usize != path {
        let make = move || open.change(state, |request| request.baseline = path as u32);
        all.push(Choice::new(t("path-make-baseline"), make));
    }
    if request.paths.len() > 1 {
        all.push(Choice::new(t("path-remove"), move || remove(state, open, path)));
    }
    if asked.recordings.len() > 1 {
        let last = move || {
            open.change(state, |request| {
                if let Some(asked) = request.paths.get_mut(path) {
                    asked.recordings.pop();
                }
            });
        };
        all.push(Choice::new(t("path-fewer-recordings"), last));
    }
    let used = traces_of(&request);
    let region =
        asked.recordings.first().map(|r| r.region.clone()).filter(|r| matches!(r, RegionChoice::Key(_)));
    if let Some(region) = region.or_else(|| default_region(open)) {
        let others = state.traces.get_untracked().into_iter().filter(|trace| !used.contains(&trace.id()));
        for (i, trace) in others.enumerate() {
            let (id, region) = (trace.id(), region.clone());
            let label = format!("{}  {}", trace.letter, short_name(&trace.info.file));
            let choice = Choice::new(label, move || {
                open.change(state, |request| {
                    if let Some(asked) = request.paths.get_mut(path) {
                        asked.recordings.push(RegionIn { trace: id, region: region.clone() });
                    }
                });
            });
            let head = || tv("path-more-recordings", &[("path", letter.into())]);
            all.push(if i == 0 { choice.head(head()) } else { choice });
        }
    }
    let Some(trace) = asked.recordings.first().map(|recording| recording.trace) else { return all };
    let by_hand = |region: RegionChoice| {
        move || {
            open.change(state, |request| {
                if let Some(first) =
                    request.paths.get_mut(path).and_then(|asked| asked.recordings.first_mut())
                {
                    first.region = region.clone();
                }
            });
        }
    };
    let mut head = Some(t("path-other-region"));
    let mut with_head = |choice: Choice| match head.take() {
        Some(head) => choice.head(head),
        None => choice,
    };
    if let Some(slice) = selected_slice(state, trace) {
        all.push(with_head(Choice::new(t("path-use-selected"), by_hand(RegionChoice::Like(slice)))));
    }
    for (key, count, total) in regions_in(open, trace) {
        let hint = tv(
            "region-row",
            &[
                ("kind", say::region_kind(key.kind).into()),
                ("count", count.into()),
                ("total", format::ticks(total, TimeUnit::Nanos).into()),
            ],
        );
        let chosen = asked.recordings.first().is_some_and(|r| r.region == RegionChoice::Key(key.clone()));
        let choice = Choice::new(key.name.clone(), by_hand(RegionChoice::Key(key))).hint(hint).chosen(chosen);
        all.push(with_head(choice));
    }
    all
}

fn remove(state: AppState, open: OpenPaths, path: usize) {
    open.change(state, |request| {
        if path < request.paths.len() {
            request.paths.remove(path);
        }
        let baseline = request.baseline as usize;
        request.baseline = match baseline.cmp(&path) {
            std::cmp::Ordering::Greater => request.baseline - 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => request.baseline,
        };
    });
}
