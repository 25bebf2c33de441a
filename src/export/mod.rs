//! Tables as files for other programs.

pub mod comparison;
pub mod csv;
pub mod neuron;
