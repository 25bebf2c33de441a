//! Rows of the instances that the timelines show. With the comparison came the
//! medians over all instances, which stand in for the median one until its own
//! rows have come: medians of starts and durations may overlap, and no instance
//! ever did that.

use super::shown::Shown;
use crate::engine::protocol::{Answer, Ask};
use crate::lowering::comparison::RegionChoice;
use crate::lowering::profile::InstanceRows;
use leptos::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Instances whose rows are kept; whoever steps back soon needs no answer.
const MOST_KEPT: usize = 64;

/// Path and instance.
type Key = (usize, usize);

#[derive(Clone, Copy)]
pub struct Instances {
    /// By path: its median instance, with medians over all.
    medians: StoredValue<Vec<(usize, Arc<InstanceRows>)>>,
    /// `None` while the answer is on its way, and where there is none.
    others: RwSignal<BTreeMap<Key, Option<Arc<InstanceRows>>>>,
}

impl Instances {
    /// Rows of what is stepped to, as long as the component lives.
    pub fn new(shown: &Shown) -> Self {
        let medians = shown.all.paths.iter().map(|path| {
            let rows = InstanceRows { nodes: path.nodes.clone(), items: path.items.clone() };
            (path.median_instance as usize, Arc::new(rows))
        });
        let all = Self { medians: StoredValue::new(medians.collect()), others: RwSignal::default() };
        let shown = shown.clone();
        Effect::new(move |_| {
            for key in shown.open.instances.get().into_iter().enumerate() {
                all.want(&shown, key);
            }
        });
        all
    }

    /// Rows of an instance, once they are known (tracked).
    pub fn rows(self, path: usize, step: usize) -> Option<Arc<InstanceRows>> {
        let own = self.others.with(|others| others.get(&(path, step)).cloned().flatten());
        own.or_else(|| self.median(path).filter(|(median, _)| *median == step).map(|(_, rows)| rows))
    }

    /// The median instance of a path, and its rows.
    pub fn median(self, path: usize) -> Option<(usize, Arc<InstanceRows>)> {
        self.medians.with_value(|medians| medians.get(path).cloned())
    }

    fn want(self, shown: &Shown, key: Key) {
        if self.others.with_untracked(|others| others.contains_key(&key)) {
            return;
        }
        let Some(ask) = ask_for(shown, key) else { return };
        let now = shown.open.instances.get_untracked();
        self.others.update(|others| {
            if others.len() >= MOST_KEPT {
                others.retain(|(path, step), _| now.get(*path) == Some(step));
            }
            others.insert(key, None);
        });
        let client = shown.state.client;
        spawn_local(async move {
            if let Some(Answer::Instance(Some(rows))) = client.ask(ask).await {
                // The comparison may be another one by then, and this signal gone.
                let _ = self.others.try_update(|others| others.insert(key, Some(Arc::from(rows))));
            }
        });
    }
}

fn ask_for(shown: &Shown, (path, step): Key) -> Option<Ask> {
    let view = shown.all.paths.get(path)?;
    let (trace, root) = (*view.traces.first()?, view.instances.get(step)?.root);
    Some(Ask::Instance { trace, region: RegionChoice::Key(view.region.clone()), root })
}
