//! Neuron device profiles as lowering paths.
//!
//! A device profile is one execution of one NEFF. Its path has no host: the
//! region is the whole profile, or a layer where instructions name theirs; ops
//! are opcodes; device work is what each engine did for each opcode, and what
//! each DMA queue moved. The same view, verdict and export serve it, with the
//! part that only Neuron knows in [`NeuronPart`].
//!
//! Absent on purpose: launches and host times, which are in system profiles
//! and in traces of the framework.

mod align;
mod explain;
mod items;
mod lanes;
mod measure;
mod metrics;
mod opcodes;
mod part;
mod region;
#[cfg(test)]
mod tests;
mod verdict;

pub use align::lay_beside;
pub use explain::explain;
pub use measure::profile;
pub use metrics::{bound, metrics};
pub use part::{EnginePart, LanePart, LanePiece, NeuronPart, Opcode, Setting, Worker};
pub use region::regions;
pub use verdict::{care, proofs, refusals};

use crate::neuron::{NeuronProfile, ProfileKind};
use crate::trace::Trace;

/// The device profile that a trace holds; `None` for all other traces, and for
/// a profile without rows to compare.
pub fn device_profile(trace: &Trace) -> Option<&NeuronProfile> {
    let profile = trace.neuron.as_deref()?;
    let has_rows = !profile.instructions.is_empty() || !profile.dma.is_empty();
    (matches!(profile.kind, ProfileKind::Device | ProfileKind::Tables) && has_rows).then_some(profile)
}
