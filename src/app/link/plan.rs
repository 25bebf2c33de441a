//! What a link asked for, while it comes: which load and which trace stand for
//! each of its sources.

use crate::app::state::Tab;
use crate::engine::protocol::{LoadId, TraceId};
use crate::link::{Link, Source};

/// A link on its way to being in place.
pub struct Plan {
    pub link: Link,
    /// By source of the link.
    pub loads: Vec<Option<LoadId>>,
    pub traces: Vec<Option<TraceId>>,
    /// Loads that are not done.
    pub waiting: Vec<LoadId>,
    /// Sources that the reader does not want to add.
    pub given_up: Vec<bool>,
    /// Comparisons that have been opened, and their tabs where known.
    pub compared: Vec<bool>,
    pub tabs: Vec<Option<Tab>>,
    /// What is in front has been put there.
    pub is_front_set: bool,
    /// Nothing is fetched before the reader has seen the hosts.
    pub is_held: bool,
}

/// A local file that a link is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedFile {
    /// Place in the link.
    pub at: usize,
    pub name: String,
    /// 0: not known.
    pub bytes: u64,
    pub hash: Option<u32>,
}

impl Plan {
    pub fn new(link: Link) -> Self {
        let (sources, comparisons) = (link.traces.len(), link.comparisons.len());
        Self {
            link,
            loads: vec![None; sources],
            traces: vec![None; sources],
            waiting: Vec::new(),
            given_up: vec![false; sources],
            compared: vec![false; comparisons],
            tabs: vec![None; comparisons],
            is_front_set: false,
            is_held: false,
        }
    }

    /// Nothing is on its way; local files may still be wanted.
    pub fn is_settled(&self) -> bool {
        self.waiting.is_empty() && !self.is_held && self.is_front_set
    }

    /// Local files that have not been added.
    pub fn wanted(&self) -> Vec<WantedFile> {
        let wanted = |at: usize| match &self.link.traces[at].0 {
            Source::File { name, bytes, hash, .. } => {
                Some(WantedFile { at, name: name.clone(), bytes: *bytes, hash: *hash })
            }
            Source::Url { .. } | Source::Packed(_) => None,
        };
        let is_missing =
            |at: &usize| self.loads[*at].is_none() && self.traces[*at].is_none() && !self.given_up[*at];
        (0..self.loads.len()).filter(is_missing).filter_map(wanted).collect()
    }

    /// The place in the link of a trace that a load brought: `entry` is its
    /// file in an archive.
    pub fn place_of(&self, load: LoadId, entry: Option<&str>) -> Option<usize> {
        let mine = |at: &usize| self.loads[*at] == Some(load) && self.traces[*at].is_none();
        let wanted = |at: usize| self.link.traces[at].0.entry();
        let places: Vec<usize> = (0..self.loads.len()).filter(mine).collect();
        let exact = places.iter().find(|at| wanted(**at) == entry);
        exact.or_else(|| places.iter().find(|at| wanted(**at).is_none())).copied()
    }
}
