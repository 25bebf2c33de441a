//! Ways in: files, folders, addresses, examples. All end in [`open_all`].

pub mod address;
pub mod drop;
mod folder;
pub mod paste;
pub mod picker;
mod sets;

use super::client::Source;
use super::link;
use super::paths::together;
use super::state::{AppState, Load, LoadStatus, Tab};
use super::words::{t, tv};
use crate::engine::protocol::{ArchiveEntry, LoadFailure, LoadId, Progress};
use crate::link::Packed;
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use web_sys::File;

/// Where loads came from: to try again, or to read again after a crash. The
/// browser keeps the files; this holds handles.
pub type Sources = StoredValue<FxHashMap<LoadId, Named>, LocalStorage>;

/// Files of folders by the load that asks which of them to open.
pub type Folders = StoredValue<FxHashMap<LoadId, Vec<Named>>, LocalStorage>;

/// Files of a folder that are opened without asking: each is a trace to hold.
const MOST_UNASKED: usize = 8;
/// Tabs of traces up to which links and other pages may open more: those that a
/// person opens are not counted against anything.
const MOST_FOR_OTHERS: usize = 64;

/// Something to open.
#[derive(Clone)]
pub struct Named {
    /// File name, with its folders where they are known.
    pub name: String,
    pub source: Source,
}

impl Named {
    pub fn file(file: File) -> Self {
        Self { name: file.name(), source: Source::File(file) }
    }

    /// A trace that a link holds; `None` where it holds none of its bytes.
    pub fn packed(packed: &Packed) -> Option<Self> {
        let parts = Array::of1(&Uint8Array::from(packed.gzip.as_slice()));
        let name = packed.file_name();
        let file = File::new_with_u8_array_sequence(&parts, &name).ok();
        let file = file.filter(|_| !packed.gzip.is_empty())?;
        Some(Self { name, source: Source::Packed(file, Rc::new(packed.clone())) })
    }

    pub fn url(url: String) -> Self {
        Self { name: address::file_name(&url), source: Source::Url(url) }
    }
}

/// Whether what is open stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    Keep,
    Replace,
}

/// Opens everything, each as a trace of its own but for tables that belong
/// together, and shows the first.
pub fn open_all(state: AppState, all: Vec<Named>, beside: Beside) {
    open_together(state, all, beside, true);
}

/// As [`open_all`]; `compares`: when all have come, they are compared if they
/// share a region. Gives a load for each.
pub fn open_together(state: AppState, all: Vec<Named>, beside: Beside, compares: bool) -> Vec<LoadId> {
    if all.is_empty() {
        return Vec::new();
    }
    let all = sets::joined(all);
    match beside {
        Beside::Replace => close_all(state),
        Beside::Keep => {
            close_what_opened_by_itself(state);
            close_failure_in_front(state);
        }
    }
    let loads: Vec<LoadId> = all.into_iter().map(|named| start(state, named, false)).collect();
    if compares {
        together::remember(state, &loads);
    }
    state.active.set(loads.first().copied().map(Tab::Load));
    loads
}

/// How many of some traces a link or another page may open. Says so where that
/// is not all.
pub fn room_for_others(state: AppState, wanted: usize) -> usize {
    let open = state.traces.with_untracked(Vec::len) + state.loads.with_untracked(Vec::len);
    let room = MOST_FOR_OTHERS.saturating_sub(open).min(wanted);
    if room < wanted {
        state.problem(tv("open-full", &[("count", open.into()), ("most", MOST_FOR_OTHERS.into())]));
    }
    room
}

/// Opens the files of folders; where there are many, asks which.
pub fn open_folder(state: AppState, all: Vec<Named>, beside: Beside) {
    if all.is_empty() {
        state.problem(t("folder-without-traces"));
    }
    let all = sets::joined(all);
    if all.len() <= MOST_UNASKED {
        return open_all(state, all, beside);
    }
    if beside == Beside::Replace {
        close_all(state);
    }
    let file = all[0].name.split_once('/').map_or_else(|| t("folder"), |(folder, _)| folder.to_owned());
    let entries = (0..).zip(&all).map(|(index, named)| entry(index, named)).collect();
    let load = state.client.number_load();
    state.folders.update_value(|folders| drop(folders.insert(load, all)));
    list(state, load, LoadStatus::Choosing { file, entries }, false);
    state.active.set(Some(Tab::Load(load)));
}

fn entry(index: u32, named: &Named) -> ArchiveEntry {
    let packed_bytes = named.source.size();
    let name = named.name.to_ascii_lowercase();
    let likely_trace = matches!(named.source, Source::Set(_))
        || [".json", ".json.gz", ".gz", ".zst", ".zip", ".parquet"]
            .iter()
            .any(|ending| name.ends_with(ending));
    ArchiveEntry { index, name: named.name.clone(), packed_bytes, text_bytes: None, likely_trace }
}

/// Opens what was chosen of an archive or a folder.
pub fn open_chosen(state: AppState, load: Load, picked: &[u32]) {
    let folder = state.folders.try_update_value(|folders| folders.remove(&load.load)).flatten();
    match folder {
        Some(all) => {
            state.forget_load(load.load);
            let chosen = picked.iter().filter_map(|&index| all.get(index as usize).cloned()).collect();
            open_all(state, chosen, Beside::Keep);
        }
        None => {
            let file = load.status.with_untracked(|status| status.file().to_owned());
            load.status.set(LoadStatus::Reading(Progress { file, ..Progress::default() }));
            load.of_choice.set(true);
            state.client.choose(load.load, picked);
        }
    }
}

/// Opens some of the page's own traces without being asked.
pub fn open_by_itself(state: AppState, all: Vec<Named>) {
    let loads: Vec<LoadId> = all.into_iter().map(|named| start(state, named, true)).collect();
    together::remember(state, &loads);
    state.active.set(loads.first().copied().map(Tab::Load));
}

fn start(state: AppState, named: Named, by_itself: bool) -> LoadId {
    let load = state.client.open(&named.name, &named.source);
    let status = LoadStatus::Waiting { file: named.name.clone() };
    link::started(state, load, &named);
    state.sources.update_value(|sources| drop(sources.insert(load, named)));
    list(state, load, status, by_itself);
    load
}

/// Puts a load on the list that the tabs show.
fn list(state: AppState, load: LoadId, status: LoadStatus, by_itself: bool) {
    let (status, of_choice) = state.lasting(|| (RwSignal::new(status), RwSignal::new(false)));
    state.loads.update(|loads| loads.push(Load { load, status, by_itself, of_choice }));
}

/// Keeps a failure as a tab of its own. Returns the tab.
pub fn keep_failure(state: AppState, failure: LoadFailure) -> Tab {
    let load = state.client.number_load();
    list(state, load, LoadStatus::Failed(failure), false);
    Tab::Load(load)
}

/// Reads something again that failed.
pub fn retry(state: AppState, load: LoadId) {
    let named = state.sources.with_value(|sources| sources.get(&load).cloned());
    state.forget_load(load);
    if let Some(named) = named {
        let load = start(state, named, false);
        state.active.set(Some(Tab::Load(load)));
    }
}

/// Opens everything anew that was open when the worker died.
pub fn reopen_all(state: AppState) {
    let mut ids: Vec<LoadId> = state.traces.with_untracked(|open| open.iter().map(|t| t.load).collect());
    state.loads.with_untracked(|loads| ids.extend(loads.iter().map(|load| load.load)));
    ids.sort_unstable();
    ids.dedup();
    let again = state
        .sources
        .with_value(|sources| ids.iter().filter_map(|id| sources.get(id).cloned()).collect::<Vec<_>>());
    state.forget_everything();
    state.client.restart();
    open_all(state, again, Beside::Replace);
}

fn close_all(state: AppState) {
    let open = state.traces.with_untracked(|open| open.iter().map(|t| t.id()).collect::<Vec<_>>());
    let loads = state.loads.with_untracked(|loads| loads.iter().map(|l| l.load).collect::<Vec<_>>());
    for load in loads {
        state.close(Tab::Load(load));
    }
    for trace in open {
        state.close(Tab::Trace(trace));
    }
}

/// A failure that a person answers by opening something else has been read.
fn close_failure_in_front(state: AppState) {
    let Some(Tab::Load(id)) = state.active.get_untracked() else { return };
    let failed = state.loads.with_untracked(|loads| {
        loads.iter().any(|l| l.load == id && l.status.with_untracked(|s| matches!(s, LoadStatus::Failed(_))))
    });
    if failed {
        state.forget_load(id);
    }
}

/// The example that the page shows at first makes room for a person's own files.
fn close_what_opened_by_itself(state: AppState) {
    let loads = state.loads.with_untracked(|loads| {
        loads.iter().filter(|l| l.by_itself).map(|l| Tab::Load(l.load)).collect::<Vec<_>>()
    });
    let open = state.traces.with_untracked(|open| {
        open.iter().filter(|t| t.by_itself).map(|t| Tab::Trace(t.id())).collect::<Vec<_>>()
    });
    for tab in loads.into_iter().chain(open) {
        state.close(tab);
    }
}
