//! An open trace with all that is kept to answer questions about it.

use super::info;
use super::protocol::{TraceId, TraceInfo};
use super::search::Search;
use crate::analysis::colour::TraceColours;
use crate::timeline::{FrameStyle, TraceIndex};
use crate::trace::Trace;

pub struct OpenTrace {
    pub trace: Trace,
    pub index: TraceIndex,
    pub colours: TraceColours,
    /// The running or last search, until it is ended.
    pub search: Option<Search>,
}

/// What the trace itself does not know of its file.
pub struct FileFacts {
    pub file: String,
    pub packed_bytes: u64,
    pub read_ms: f64,
}

impl OpenTrace {
    pub fn new(trace: Trace, index: TraceIndex) -> Self {
        let colours = TraceColours::new(&trace);
        Self { trace, index, colours, search: None }
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
