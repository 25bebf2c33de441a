//! The reader of a file's format, whichever that is.

use super::neuron::TableForm;
use super::{json, neuron};
use crate::trace::Trace;

/// Reads one trace from its bytes, pushed in chunks of any size.
#[derive(Debug)]
pub enum Reader {
    Events(Box<json::Reader>),
    Neuron(Box<neuron::Reader>),
}

/// Builds a trace step by step once its bytes have come.
#[derive(Debug)]
pub enum Finisher {
    Events(Box<json::Finisher>),
    Neuron(Box<neuron::Finisher>),
}

macro_rules! each {
    ($what:expr, $inner:ident => $does:expr) => {
        match $what {
            Self::Events($inner) => $does,
            Self::Neuron($inner) => $does,
        }
    };
}

impl Reader {
    /// Takes the next bytes.
    pub fn push(&mut self, chunk: &[u8]) {
        each!(self, reader => reader.push(chunk));
    }

    /// Events, or rows, so far.
    pub fn events(&self) -> u64 {
        each!(self, reader => reader.events())
    }

    /// Tracks so far, about.
    pub fn tracks(&self) -> usize {
        each!(self, reader => reader.tracks())
    }

    /// Events by time so far, coarsely: at most 64 values, the greatest 255.
    pub fn density(&self) -> Vec<u8> {
        each!(self, reader => reader.density())
    }

    /// Bytes so far.
    pub fn text_bytes(&self) -> u64 {
        each!(self, reader => reader.text_bytes())
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        each!(self, reader => reader.memory_bytes())
    }

    /// Reads tables, of which further ones may follow: see
    /// [`Reader::begin_table`].
    pub fn takes_tables(&self) -> bool {
        matches!(self, Self::Neuron(reader) if reader.takes_tables())
    }

    /// The next bytes are those of another table of the same profile.
    pub fn begin_table(&mut self, file: &str, form: TableForm) {
        if let Self::Neuron(reader) = self {
            reader.begin_table(file, form);
        }
    }

    /// Ends the bytes; the trace is then built step by step.
    pub fn into_finisher(self) -> Finisher {
        match self {
            Self::Events(reader) => Finisher::Events(Box::new(reader.into_finisher())),
            Self::Neuron(reader) => Finisher::Neuron(Box::new(reader.into_finisher())),
        }
    }

    /// Ends the bytes and builds the trace in one go.
    pub fn finish(self) -> Trace {
        let mut finisher = self.into_finisher();
        while finisher.step() {}
        finisher.into_trace()
    }
}

impl Finisher {
    /// Does one step; false when all is done.
    pub fn step(&mut self) -> bool {
        each!(self, finisher => finisher.step())
    }

    /// Share of the work that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        each!(self, finisher => finisher.progress())
    }

    /// The trace; complete only once [`Finisher::step`] has said false.
    pub fn into_trace(self) -> Trace {
        each!(self, finisher => finisher.into_trace())
    }
}
