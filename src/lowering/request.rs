//! What to compare: paths, each a region in one or several traces.

use super::comparison::Measure;
use super::profile::RegionKey;
use crate::engine::protocol::TraceId;
use crate::trace::SliceId;
use serde::{Deserialize, Serialize};

/// What to compare.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Two to four; one is drawn alone.
    pub paths: Vec<PathRequest>,
    /// Index into `paths`.
    pub baseline: u32,
    /// `None` leaves the choice to the engine.
    pub judge_by: Option<Measure>,
}

impl Request {
    /// All traces that it is about, in order.
    pub fn traces(&self) -> Vec<TraceId> {
        self.paths.iter().flat_map(|path| &path.recordings).map(|recording| recording.trace).collect()
    }

    /// The same, each once, in order of first mention.
    pub fn distinct_traces(&self) -> Vec<TraceId> {
        let mut found = Vec::new();
        for trace in self.traces() {
            if !found.contains(&trace) {
                found.push(trace);
            }
        }
        found
    }
}

/// One path: a region in one trace, or in several recordings of the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathRequest {
    /// Empty: the name is made from the file and what is in it.
    pub name: String,
    pub recordings: Vec<RegionIn>,
}

/// A region of a trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegionIn {
    pub trace: TraceId,
    pub region: RegionChoice,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum RegionChoice {
    Key(RegionKey),
    /// This slice and all that are like it.
    Like(SliceId),
}
