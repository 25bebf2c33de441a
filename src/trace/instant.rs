//! Points in time, as columns.

use super::{ArgsRef, StringId, TrackId};

/// How far an instant reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum Scope {
    #[default]
    Thread,
    Process,
    Global,
}

/// What an instant stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum InstantKind {
    /// Phases i, I, R and phases that are not known (see `phase`).
    #[default]
    Mark,
    /// An end for which no begin was found.
    EndWithoutBegin,
    /// A profiler's sample; args hold weight and cpu.
    Sample,
    /// A memory dump (v, V).
    MemoryDump,
    /// A snapshot of an object (O).
    Snapshot,
    /// Clock synchronisation (c).
    ClockSync,
}

/// All instants of a trace, by track and time. Columns of equal length.
#[derive(Debug, Default)]
pub struct Instants {
    /// Ticks.
    pub time: Vec<i64>,
    pub track: Vec<TrackId>,
    pub name: Vec<StringId>,
    pub cat: Vec<StringId>,
    pub scope: Vec<Scope>,
    pub kind: Vec<InstantKind>,
    /// Phase character as in the file.
    pub phase: Vec<u8>,
    pub args: Vec<ArgsRef>,
    /// 0-based number of the event in the file.
    pub event: Vec<u32>,
}

impl Instants {
    pub fn len(&self) -> usize {
        self.time.len()
    }

    pub fn is_empty(&self) -> bool {
        self.time.is_empty()
    }
}
