//! From a slice to a comparison, and from a comparison back to slices.

use super::model::{MOST_PATHS, OpenPaths, open, path_of};
use crate::app::state::{AppState, DrawerTab, OpenTrace, Tab};
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, Details, Item, TraceId};
use crate::lowering::comparison::{RegionChoice, RegionRow};
use crate::timeline::action::Action;
use crate::trace::SliceId;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Compares a slice, and all that are like it, with the same region of the
/// other open traces that have it.
pub fn compare_slice(state: AppState, trace: TraceId, slice: SliceId, name: String) {
    spawn_local(async move {
        let mut traces = vec![trace];
        state.traces.with_untracked(|open| {
            traces.extend(open.iter().map(OpenTrace::id).filter(|other| *other != trace));
        });
        let rows = match state.client.ask(Ask::Regions { traces: traces.clone() }).await {
            Some(Answer::Regions(rows)) => rows,
            _ => Vec::new(),
        };
        let mut paths = vec![path_of(trace, RegionChoice::Like(slice))];
        if let Some(row) = rows.iter().find(|row| names(row, &name)) {
            let others = traces.iter().zip(&row.count).skip(1).filter(|(_, count)| **count > 0);
            paths.extend(others.map(|(trace, _)| path_of(*trace, RegionChoice::Key(row.key.clone()))));
        }
        paths.truncate(MOST_PATHS);
        open(state, paths);
    });
}

/// Whether a slice of this name is one of the region: names of regions have no
/// running numbers and no `nn.Module: ` before them.
fn names(row: &RegionRow, name: &str) -> bool {
    let bare = name.strip_prefix("nn.Module: ").unwrap_or(name);
    let trimmed = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    let trimmed = trimmed.strip_suffix('_').unwrap_or(bare);
    [name, bare, trimmed].contains(&row.key.name.as_str())
}

/// The button in the details of a slice.
pub fn compare_button(state: AppState, details: &Details, trace: TraceId) -> Option<AnyView> {
    let Item::Slice(slice) = details.at.item else { return None };
    let name = details.at.name.clone();
    let label = tv("paths-compare-of", &[("name", (&name).into())]);
    Some(
        view! {
            <button
                class="btn small compare-of"
                title=label
                on:click=move |_| compare_slice(state, trace, slice, name.clone())
            >
                {crate::app::icon::icon("paths")}
                <span class="clip">{label.clone()}</span>
            </button>
        }
        .into_any(),
    )
}

/// Brings a slice to the front, selected in its timeline.
pub fn show(state: AppState, trace: TraceId, slice: SliceId) {
    spawn_local(async move {
        match state.client.ask(Ask::Details { trace, item: Item::Slice(slice) }).await {
            Some(Answer::Details(details)) => {
                state.active.set(Some(Tab::Trace(trace)));
                state.apply(trace, Action::GoTo(details.at));
                state.show_drawer(DrawerTab::Details);
            }
            _ => state.problem(t("paths-slice-gone")),
        }
    });
}

/// A link to a slice.
pub fn show_link(state: AppState, at: (TraceId, SliceId), text: String, what: &str) -> AnyView {
    let label = tv("paths-show-of", &[("what", what.into())]);
    view! {
        <button class="link" aria-label=label.clone() title=label on:click=move |_| show(state, at.0, at.1)>
            {text}
        </button>
    }
    .into_any()
}

/// The slice that is selected in a trace, if it is one.
pub fn selected_slice(state: AppState, trace: TraceId) -> Option<SliceId> {
    let open = state.trace(trace)?;
    match open.state.view.with_untracked(|view| view.selection)? {
        Item::Slice(slice) => Some(slice),
        _ => None,
    }
}

/// Lights an op, or none, unless one is pinned.
pub fn light(open: OpenPaths, op: Option<u32>) {
    if open.hot.get_untracked() != op {
        open.hot.set(op);
    }
}
