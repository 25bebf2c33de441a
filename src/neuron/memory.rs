//! Device memory in use.

use crate::trace::StringId;

/// HBM bytes of one category on one core (`nc_mem_usage`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryUse {
    pub device: i64,
    /// Number of the NeuronCore on its machine.
    pub nc: i64,
    /// Category as Neuron writes it. `Total` is the sum of the others.
    pub category: StringId,
    pub bytes: u64,
}
