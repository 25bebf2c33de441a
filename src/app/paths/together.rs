//! Files that came in one drop, or in one archive: when all have been read and
//! share a region, they are compared without being asked.

use super::model::{Wish, compare_traces, without_profiles};
use crate::app::state::{AppState, OpenTrace};
use crate::engine::protocol::{LoadId, TraceId};
use leptos::prelude::*;

/// Loads that began together, with those that are not done yet.
pub type Together = StoredValue<Vec<Group>, LocalStorage>;

pub struct Group {
    loads: Vec<LoadId>,
    waiting: Vec<LoadId>,
}

/// Remembers loads that began together; one alone may be an archive.
pub fn remember(state: AppState, loads: &[LoadId]) {
    if !loads.is_empty() {
        let group = Group { loads: loads.to_vec(), waiting: loads.to_vec() };
        state.together.update_value(|groups| groups.push(group));
    }
}

/// A load is done, whatever came of it.
pub fn load_done(state: AppState, load: LoadId) {
    let complete = state.together.try_update_value(|groups| {
        let at = groups.iter().position(|group| group.waiting.contains(&load))?;
        groups[at].waiting.retain(|other| *other != load);
        groups[at].waiting.is_empty().then(|| groups.swap_remove(at))
    });
    let Some(group) = complete.flatten() else { return };
    // The link knows better what is compared with what.
    if state.link.will_compare() {
        return;
    }
    let traces: Vec<TraceId> = state.traces.with_untracked(|open| {
        open.iter().filter(|trace| group.loads.contains(&trace.load)).map(OpenTrace::id).collect()
    });
    let traces = without_profiles(state, traces, None);
    if traces.len() >= 2 {
        compare_traces(state, traces, Wish::OfTheFiles);
    }
}
