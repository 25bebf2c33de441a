//! How one piece of a model was lowered, on several paths, and which is
//! faster.
//!
//! A *path* is one way of writing a *region* (an annotation, a module, an op).
//! [`profile`] measures one path: it finds the region's instances in a trace,
//! groups those that did the same, and gives the medians with the tree of ops
//! and device work of one instance. [`compare`] lays up to four profiles beside
//! a baseline: what each op became, where the difference in time comes from,
//! and a verdict that says how sure it is.
//!
//! # Design constraints
//!
//! * Pure functions of traces. Times are nanoseconds (`_ns`), bytes are bytes.
//! * What is not known is [`Figure::Unknown`] with its reason, never zero.
//! * Every figure leads back to slices.
//! * Provenance is many to many: a device item stands for a set of ops, an op
//!   may have become several items.
//! * Nothing without a source disappears: device work that no op launched is
//!   counted as [`Orphans`] with the reason.
//!
//! Absent on purpose: words for people (`locales/`; here are ids only),
//! drawing, and any knowledge of files.

pub mod align;
pub mod attribution;
pub mod by_name;
mod bytes;
mod care;
mod caveat;
mod claim;
pub mod compare;
pub mod comparison;
mod dtype;
#[cfg(test)]
mod eager_neff_tests;
pub mod explain;
pub mod fates;
mod flop_rules;
mod flops;
mod flow;
mod group;
mod hlo;
mod inferred;
mod instance;
mod interface;
pub mod level;
mod measure;
#[cfg(test)]
mod measure_tests;
mod metric;
pub mod metrics;
pub mod names;
pub mod neff;
pub mod neuron;
mod occupancy;
pub mod one;
mod op_name;
pub mod ops;
mod packed;
pub mod part;
pub mod profile;
#[cfg(test)]
pub(crate) mod profile_sample;
mod proof;
pub mod recording;
pub mod region;
mod request;
mod run;
#[cfg(test)]
mod sample;
pub mod shapes;
pub mod spread;
pub mod stats;
mod temporaries;
mod tree;
pub mod verdict;
#[cfg(test)]
mod verdict_tests;
mod work;
mod xla;

pub use attribution::Attribution;
pub use comparison::Comparison;
pub use measure::profile;
pub use profile::{Figure, Orphans, PathProfile};
pub use xla::CALL as XLA_CALL;
