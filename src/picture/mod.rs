//! Pictures as SVG, for reports, documents and slides: what the page draws on
//! its canvases and lays out with style sheets, in one file that any program
//! shows.
//!
//! Geometry is that of [`crate::timeline`]; here are only shapes, colours and
//! words. [`paths`] is a comparison whole, of which [`levels`], [`stack`] and
//! the like are parts, [`track_view`] a timeline with its [`legend`]. Absent: PNG, which a browser
//! makes of the same pictures, and everything that moves.

pub mod engine_lanes;
pub mod engine_levels;
pub mod fall;
pub mod legend;
pub mod letters;
pub mod levels;
pub mod palette;
pub mod paths;
pub mod stack;
pub mod subject;
pub mod svg;
mod track_marks;
pub mod track_view;

use crate::timeline::frame::colour;
use palette::Palette;

pub use palette::Theme;
pub use subject::Subject;

/// Tokens that pictures draw with, beside those of ops.
#[cfg(test)]
const USED_TOKENS: &[&str] = &[
    "surface",
    "surface-2",
    "sunken",
    "grid",
    "line",
    "line-2",
    "edge",
    "fg",
    "fg-2",
    "fg-3",
    "wait",
    "faster",
    "faster-fill",
    "slower",
    "slower-fill",
    "frame-1",
    "frame-2",
    "frame-3",
    "frame-k",
    "frame-i",
    "accent",
    "hit",
    "warn",
    "accent-soft",
];

/// Fill, start edge and ink of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub fill: String,
    pub edge: String,
    pub ink: String,
}

/// Looks of all boxes in one theme, by [`colour`].
pub struct Looks(Vec<Look>);

impl Looks {
    pub fn new(palette: &Palette) -> Self {
        let hue = |at: u8| Look {
            fill: palette.hex(&format!("c{at}")),
            edge: palette.hex(&format!("c{at}-k")),
            ink: palette.hex(&format!("c{at}-i")),
        };
        let frame = |fill: &str| Look {
            fill: palette.hex(fill),
            edge: palette.hex("frame-k"),
            ink: palette.hex("frame-i"),
        };
        let hues = (1..=colour::OPS).map(hue);
        Self(hues.chain(["frame-1", "frame-2", "frame-3"].map(frame)).collect())
    }

    /// A look by its number; one that does not exist is that of a frame.
    pub fn of(&self, look: usize) -> &Look {
        &self.0[look.min(self.0.len() - 1)]
    }

    /// Of an op's hue: 1 to 12, or 0.
    pub fn of_hue(&self, hue: u8) -> &Look {
        self.of(look_of_hue(hue))
    }
}

/// The number of the look of a hue.
pub fn look_of_hue(hue: u8) -> usize {
    if hue == 0 { usize::from(colour::FRAME_1) } else { usize::from(hue) - 1 }
}
