//! What a comparison of Neuron device profiles shows in place of the host's
//! parts: active time by engine, opcodes that lead to engine time, lanes of
//! engines and queues, counts by opcode.

pub mod dumbbells;
pub mod heads;
pub mod lanes;
mod lanes_paint;
pub mod levels;
pub mod metrics;
