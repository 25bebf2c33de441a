//! Geometry of the paths view: what stands where, natively testable.
//!
//! Lengths across are in thousandths of a column's width ([`WIDE`]), so that a
//! resize needs no new layout; heights are CSS pixels ([`rows`]). Absent: words
//! and colours, which are the page's.

pub mod axis;
pub mod column;
pub mod counterpart;
pub mod engine_lanes;
pub mod engines;
pub mod fall;
pub mod flow;
pub mod hues;
pub mod intervals;
pub mod lanes;
#[cfg(test)]
pub mod neuron_sample;
pub mod ribbon;
pub mod rows;
#[cfg(test)]
pub mod sample;
pub mod size;
pub mod stack;
pub mod zoom;

/// Width of a column in its own units.
pub const WIDE: f64 = 1000.0;
