//! Which of Neuron's files a profile comes from.

use serde::{Deserialize, Serialize};

/// Kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ProfileKind {
    /// Device profile: instructions and DMA of one NEFF.
    #[default]
    Device,
    /// System profile: framework, runtime and hardware events.
    System,
    /// Totals only.
    Summary,
    /// Tables of Neuron Explorer.
    Tables,
    /// A compiled program, without times.
    Neff,
}
