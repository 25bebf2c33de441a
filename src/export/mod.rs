//! Tables as files for other programs.

pub mod comparison;
pub mod csv;
mod neffs;
pub mod neuron;
