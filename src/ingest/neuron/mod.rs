//! Reads what AWS Neuron's tools export: device profiles as JSON.
//!
//! A push parser in two halves, like that of trace events. While bytes come,
//! `sections` splits the text into rows, in whatever order the sections stand,
//! and `device` files each row by its section: times, ids and texts become
//! typed rows, and the row as written stays as args. When the text has ended,
//! `build` finds the unit of times, puts rows on cores and lanes, and joins
//! what depends on each other.
//!
//! Nothing is lost: every row is drawn, kept as text, or counted in the
//! trace's health.
//!
//! Absent on purpose: figures drawn from the rows (see `analysis`).

mod build;
mod device;
mod field;
mod place;
mod pool;
mod raw;
mod sections;
mod series;

pub use build::Finisher;

use crate::neuron::ProfileKind;
use crate::trace::Trace;
use device::Collected;
use sections::Sections;

/// Reads one device profile from its JSON text, pushed in chunks of any size.
#[derive(Debug, Default)]
pub struct Reader {
    sections: Sections,
    collected: Collected,
}

impl Reader {
    /// A reader for this kind of file.
    pub fn new(_kind: ProfileKind, _name: &str) -> Self {
        Self::default()
    }

    /// Takes the next bytes of the text.
    pub fn push(&mut self, chunk: &[u8]) {
        self.sections.push(chunk, &mut self.collected);
    }

    /// Rows so far.
    pub fn events(&self) -> u64 {
        self.sections.rows()
    }

    /// Lanes so far, about.
    pub fn tracks(&self) -> usize {
        self.collected.tracks()
    }

    /// Rows by time so far, coarsely: at most 64 values, the greatest 255.
    pub fn density(&self) -> Vec<u8> {
        self.collected.density.scaled()
    }

    /// Bytes of text so far.
    pub fn text_bytes(&self) -> u64 {
        self.sections.text_bytes()
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.sections.memory_bytes() + self.collected.memory_bytes()
    }

    /// Ends the text; the trace is then built step by step.
    pub fn into_finisher(mut self) -> Finisher {
        let total = self.sections.finish(&mut self.collected);
        Finisher::new(self.collected, total)
    }

    /// Ends the text and builds the trace in one go.
    pub fn finish(self) -> Trace {
        let mut finisher = self.into_finisher();
        while finisher.step() {}
        finisher.into_trace()
    }
}
