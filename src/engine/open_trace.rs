//! An open trace with all that is kept to answer questions about it.

use super::info;
use super::protocol::{TraceId, TraceInfo};
use super::search::Search;
use crate::analysis::colour::TraceColours;
use crate::lowering::attribution::Attribution;
use crate::lowering::neuron;
use crate::lowering::region::{Region, regions};
use crate::timeline::{FrameStyle, TraceIndex};
use crate::trace::Trace;
use std::cell::OnceCell;

pub struct OpenTrace {
    /// Name of its file.
    pub file: String,
    pub trace: Trace,
    pub index: TraceIndex,
    pub colours: TraceColours,
    /// The running or last search, until it is ended.
    pub search: Option<Search>,
    /// Made when paths are compared for the first time.
    attribution: OnceCell<Attribution>,
    regions: OnceCell<Vec<Region>>,
}

/// What the trace itself does not know of its file.
pub struct FileFacts {
    pub file: String,
    pub packed_bytes: u64,
    pub read_ms: f64,
}

impl OpenTrace {
    pub fn new(file: String, trace: Trace, index: TraceIndex) -> Self {
        let colours = TraceColours::new(&trace);
        let (attribution, regions) = (OnceCell::new(), OnceCell::new());
        Self { file, trace, index, colours, search: None, attribution, regions }
    }

    /// Which device work which launch led to.
    pub fn attribution(&self) -> &Attribution {
        self.attribution.get_or_init(|| Attribution::new(&self.trace))
    }

    /// The regions that the trace has.
    pub fn regions(&self) -> &[Region] {
        self.regions.get_or_init(|| {
            neuron::regions(&self.trace).unwrap_or_else(|| regions(&self.trace, self.attribution()))
        })
    }

    pub fn info(&self, id: TraceId, facts: FileFacts) -> TraceInfo {
        let memory =
            info::memory_bytes(&self.trace) + self.index.memory_bytes() + self.colours.memory_bytes();
        info::trace_info(&self.trace, id, facts, memory as u64)
    }

    pub fn style(&self) -> FrameStyle<'_> {
        FrameStyle { colours: &self.colours, hits: self.search.as_ref().map(Search::hits) }
    }
}
