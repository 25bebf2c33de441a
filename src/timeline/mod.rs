//! Geometry of the timeline: pure, in ticks and CSS pixels, without a canvas.

pub mod frame;
