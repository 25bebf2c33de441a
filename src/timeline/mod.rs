//! Geometry of the timeline: pure, in ticks and CSS pixels, without a canvas.

pub mod action;
pub mod build;
pub mod coverage;
pub mod drop;
pub mod frame;
mod gallop;
mod grid;
pub mod hits;
pub mod index;
pub mod keys;
pub mod label;
pub mod layout;
pub mod overview;
pub mod paths;
mod pyramid;
pub mod request;
pub mod ruler;
#[cfg(test)]
pub(crate) mod sample;
pub mod target;
pub mod time_text;
pub mod tracks;
pub mod view;
pub mod viewport;

pub use build::{FrameStyle, SliceColour, SliceColours, build_frame};
pub use hits::{HitSet, Hits};
pub use index::TraceIndex;
pub use overview::overview;
