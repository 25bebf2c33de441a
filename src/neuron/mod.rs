//! What a Neuron profile knows beyond slices: instructions, DMA, metrics.
//!
//! AWS Neuron's tools say of every instruction which engine ran it, what it
//! waited for, what it moved, and from which line of which level of the
//! compiler it came. A [`Trace`](crate::trace::Trace) of such a profile carries
//! a [`NeuronProfile`] beside its slices; analysis reads that instead of
//! decoding args. Rows lie in the order of the file.
//!
//! Terms are Neuron's own: an *engine* executes, a *lane* is what the timeline
//! shows of it (Tensor has two), a *queue* holds DMA work, a *transfer* is a
//! set of *packets*, a *core* is a physical NeuronCore within a logical one.
//!
//! Ids are 64 bits wide, most of them beyond 2^53: they are `u64` everywhere
//! and never pass through a float. Times are ticks of the trace.
//!
//! Absent on purpose: reading (see `ingest::neuron`), figures drawn from the
//! rows, words for people.

mod active;
pub mod analysis;
mod core;
mod dma;
mod engine;
mod instruction;
mod kind;
mod layer;
mod memory;
mod neff_file;
mod node;
mod profile;
mod summary;
mod table;
mod throttle;
mod time_check;

#[cfg(test)]
pub mod sample;

pub use active::ActiveTime;
pub use core::{Core, ModelInfo};
pub use dma::{Dma, DmaFlags, DmaQueue, DmaQueueKind, DmaRoute};
pub use engine::{Engine, Lane};
pub use instruction::{Id, Instruction, InstructionBytes, InstructionFlags, Source, TensorKind};
pub use kind::ProfileKind;
pub use layer::{EngineUse, Layer};
pub use memory::MemoryUse;
pub use neff_file::NeffFile;
pub use node::NeffNode;
pub use profile::NeuronProfile;
pub use summary::{Metric, MetricValue, Summary};
pub use table::Table;
pub use throttle::Throttle;
pub use time_check::{Evidence, TimeCheck};
