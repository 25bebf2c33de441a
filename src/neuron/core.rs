//! Physical cores of a profile.

use crate::trace::{ProcessId, StringId};

/// A physical core within the logical one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Core {
    /// 0 or 1; what rows call `core`.
    pub index: u8,
    /// Subgraph that ran on it, such as `sg00`; [`StringId::NONE`] when rows
    /// do not say.
    pub subgraph: StringId,
    /// Number of the NeuronCore on its machine.
    pub nc: Option<i64>,
    /// Its tracks.
    pub process: ProcessId,
}

/// Counts of one subgraph (`model_info`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelInfo {
    pub subgraph: StringId,
    pub nc: Option<i64>,
    pub device: Option<i64>,
    /// Every other field that is a whole number, in file order.
    pub counts: Vec<(StringId, i64)>,
}
