//! Opening, closing and naming of tabs: what happens to the state, without a
//! word about how it looks.

use super::paths::model::{OpenPaths, profiles_changed};
use super::state::{AppState, Tab};
use crate::engine::protocol::{Ask, LoadId, TraceId};
use leptos::prelude::*;

/// Letters of traces in a row.
pub struct Letters(Vec<String>);

impl Letters {
    pub fn first(&self) -> &str {
        self.0.first().map_or("A", String::as_str)
    }

    pub fn last(&self) -> &str {
        self.0.last().map_or("A", String::as_str)
    }
}

impl AppState {
    /// All tabs, in order: traces, then loads, then comparisons.
    pub fn tabs(self) -> Vec<Tab> {
        let mut tabs: Vec<Tab> = self.traces.with(|open| open.iter().map(|t| Tab::Trace(t.id())).collect());
        self.loads.with(|loads| tabs.extend(loads.iter().map(|load| Tab::Load(load.load))));
        self.paths.with(|paths| tabs.extend(paths.iter().map(|paths| Tab::Paths(paths.id))));
        tabs
    }

    /// Letters that the next traces get. `alone`: as if none were open.
    pub fn next_letters(self, count: usize, alone: bool) -> Letters {
        let taken =
            |letter: &str| !alone && self.traces.with_untracked(|o| o.iter().any(|t| t.letter == letter));
        Letters((0u32..).map(letter).filter(|letter| !taken(letter)).take(count).collect())
    }

    /// Closes a tab: cancels a load, lets go of a trace or a comparison.
    pub fn close(self, tab: Tab) {
        let before = untrack(|| self.tabs());
        match tab {
            Tab::Load(load) => {
                self.client.cancel(load);
                self.loads.update(|loads| loads.retain(|l| l.load != load));
            }
            Tab::Paths(id) => self.paths.update(|paths| paths.retain(|p| p.id != id)),
            Tab::Trace(trace) => {
                // Nothing to wait for: the engine lets go when it gets there.
                drop(self.client.ask(Ask::Close { trace }));
                let was_profile = self.trace(trace).is_some_and(|open| open.info.neuron.is_some());
                self.traces.update(|open| open.retain(|t| t.id() != trace));
                // Dropped outside of the store, which it may reach itself.
                let search = self.searches.try_update_value(|searches| searches.remove(&trace));
                drop(search);
                self.close_paths_without_traces();
                if was_profile {
                    profiles_changed(self);
                }
            }
        }
        if self.active.get_untracked() == Some(tab) {
            self.active.set(neighbour(&before, tab));
        }
        self.forget_sources();
    }

    /// A comparison whose traces are all closed has nothing to lead to.
    fn close_paths_without_traces(self) {
        let open: Vec<TraceId> = self.traces.with_untracked(|open| open.iter().map(|t| t.id()).collect());
        let is_empty = |paths: &OpenPaths| {
            paths.request.with_untracked(|request| {
                !request.paths.iter().flat_map(|path| &path.recordings).any(|r| open.contains(&r.trace))
            })
        };
        let empty: Vec<_> =
            self.paths.with_untracked(|all| all.iter().filter(|p| is_empty(p)).map(|p| p.id).collect());
        for id in empty {
            self.close(Tab::Paths(id));
        }
    }

    /// Takes a load off the list, when the engine is done with it.
    pub fn forget_load(self, load: LoadId) {
        let before = untrack(|| self.tabs());
        self.loads.update(|loads| loads.retain(|l| l.load != load));
        if self.active.get_untracked() == Some(Tab::Load(load)) {
            self.active.set(neighbour(&before, Tab::Load(load)));
        }
        self.forget_sources();
    }

    /// After the worker died: nothing is open any more.
    pub fn forget_everything(self) {
        self.crash.set(None);
        self.active.set(None);
        self.loads.set(Vec::new());
        self.traces.set(Vec::new());
        self.paths.set(Vec::new());
        self.forget_sources();
    }

    /// Lets go of file handles that no tab needs.
    fn forget_sources(self) {
        let traces = self.traces.with_untracked(|open| open.iter().map(|t| t.load).collect::<Vec<_>>());
        let loads = self.loads.with_untracked(|loads| loads.iter().map(|l| l.load).collect::<Vec<_>>());
        self.folders.update_value(|folders| folders.retain(|id, _| loads.contains(id)));
        self.sources
            .update_value(|sources| sources.retain(|id, _| traces.contains(id) || loads.contains(id)));
    }
}

/// The tab that comes to the front when one goes: the one after it, or before.
fn neighbour(tabs: &[Tab], gone: Tab) -> Option<Tab> {
    let at = tabs.iter().position(|tab| *tab == gone)?;
    tabs.get(at + 1).or_else(|| tabs.get(at.checked_sub(1)?)).copied()
}

/// A … Z, AA, AB …
fn letter(number: u32) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letter(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn letters_go_on_after_z() {
        assert_eq!(
            [letter(0), letter(25), letter(26), letter(701), letter(702)],
            ["A", "Z", "AA", "ZZ", "AAA"]
        );
    }

    #[wasm_bindgen_test]
    fn the_next_tab_comes_to_the_front_or_the_one_before() {
        let tabs = [0, 1, 2].map(|id| Tab::Trace(TraceId(id)));
        assert_eq!(neighbour(&tabs, tabs[1]), Some(tabs[2]));
        assert_eq!(neighbour(&tabs, tabs[2]), Some(tabs[1]));
        assert_eq!(neighbour(&tabs[..1], tabs[0]), None);
    }
}
