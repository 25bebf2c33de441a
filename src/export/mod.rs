//! Tables as files for other programs.

pub mod chrome;
pub mod comparison;
pub mod csv;
mod neffs;
pub mod neuron;
pub mod pack;
