//! From an op of a framework's trace to the NEFF that it ran, and on to the
//! device profile that shows the NEFF's instructions.
//!
//! PyTorch's Neuron backend writes a trace of ops, of dispatches
//! (`privateuse1_runtime`) and of runs on the device (`privateuse1_driver`).
//! What happens within a run is in another file, a device profile of that NEFF.
//! A system profile has all three as events of one file, tied by flows.
//! [`Runs`] finds the runs and whose they are, [`Identity`] says what a profile
//! tells of its NEFF, [`join`] lays both together, and [`NeffPart`] is what a
//! path's NEFFs add up to.
//!
//! # Design constraints
//!
//! * Every edge has its evidence. What is not joined has a reason.
//! * A profile is of one run; all runs of its NEFF are taken for equal to it.
//!   Both durations are told, so that a difference shows.
//! * A cache key decides. Names alone join only where nothing else could be
//!   meant.
//!
//! Absent on purpose: clocks. A device profile counts from its own start, and
//! nothing says which of many runs was profiled.

mod attach;
mod explain;
mod identity;
mod join;
mod metrics;
mod part;
mod proofs;
mod runs;
mod system_runs;
#[cfg(test)]
mod system_tests;
#[cfg(test)]
mod tests;
mod uses;

pub use attach::{Shown, attach};
pub use explain::explain;
pub use identity::Identity;
pub use join::{Match, Unjoined, join};
pub use metrics::{bound, metrics};
pub use part::{NeffPart, NeffShare, NeffTotals, ProfileRef};
pub use proofs::{care, claim, traffic};
pub use runs::{Program, Run, Runs, has_runs};
pub use uses::{Use, uses};
