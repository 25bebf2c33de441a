//! Geometry of the timeline: pure, in ticks and CSS pixels, without a canvas.

pub mod action;
pub mod frame;
pub mod layout;
pub mod ruler;
#[cfg(test)]
mod sample;
pub mod time_text;
pub mod tracks;
pub mod view;
pub mod viewport;
