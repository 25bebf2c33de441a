//! The page's address: what it asks for is opened and put as it was, and it is
//! kept as the view is now, so that it can be sent at any time.
//!
//! [`crate::link`] says what a link holds and how it is written; here is what
//! needs the browser. What a link cannot bring (a local file) is asked for,
//! and hosts that are not the page's own are asked about before anything is
//! fetched from them.

mod compare;
mod hosts;
mod keep;
mod now;
mod open;
mod pack;
mod plan;
mod restore;
mod share;
mod wanted;

pub use hosts::HostsForm;
pub use keep::keep;
pub use open::open_from_address;
pub use pack::part_chip;
pub use plan::{Plan, WantedFile};
pub use restore::{choose, load_done, opened, started};
pub use share::ShareForm;
pub use wanted::{wanted_banner, wanted_files};

use crate::engine::protocol::LoadId;
use leptos::prelude::*;
use rustc_hash::FxHashMap;

/// What the page knows of links.
#[derive(Clone, Copy)]
pub struct LinkState {
    /// What a link asked for and is not in place yet.
    plan: StoredValue<Option<Plan>, LocalStorage>,
    /// Files that the reader must add, as they are shown.
    pub wanted: RwSignal<Vec<WantedFile>>,
    /// Addresses on other hosts that wait for the reader's word.
    pub asking: RwSignal<Vec<String>>,
    /// Where the history's entry in use leads to; `None` before anything opened.
    place: StoredValue<Option<keep::Place>>,
    /// First bits of the hashes of local files, by load.
    hashes: StoredValue<FxHashMap<LoadId, u32>>,
    /// Addresses of traces that other pages handed over, by load.
    addresses: StoredValue<FxHashMap<LoadId, String>>,
}

impl LinkState {
    pub fn new() -> Self {
        Self {
            plan: StoredValue::new_local(None),
            wanted: RwSignal::new(Vec::new()),
            asking: RwSignal::new(Vec::new()),
            place: StoredValue::new(None),
            hashes: StoredValue::new(FxHashMap::default()),
            addresses: StoredValue::new(FxHashMap::default()),
        }
    }

    /// A load's bytes were handed over; links name where they can be fetched.
    pub fn came_from(self, load: LoadId, url: String) {
        let _ = self.addresses.try_update_value(|addresses| addresses.insert(load, url));
    }

    /// Whether a link is going to compare what comes.
    pub fn will_compare(self) -> bool {
        self.plan.with_value(|plan| plan.as_ref().is_some_and(|plan| plan.compared.contains(&false)))
    }

    /// Whether something that a link asked for is still on its way.
    pub fn is_restoring(self) -> bool {
        self.plan.with_value(|plan| plan.as_ref().is_some_and(|plan| !plan.is_settled()))
    }
}

impl Default for LinkState {
    fn default() -> Self {
        Self::new()
    }
}
