//! Drawing on canvases, one kind of thing per file. Painters read the view and
//! the last frame and change nothing.

pub mod arrows;
pub mod backdrop;
pub mod batch;
pub mod busy;
pub mod colours;
pub mod counter;
pub mod instants;
pub mod minimap;
pub mod overlay;
pub mod rows;
pub mod ruler;
pub mod surface;
pub mod widths;

use super::held::Held;
use crate::engine::protocol::TraceInfo;
use crate::timeline::view::View;
use colours::Colours;
use widths::Widths;

/// What a picture is of, and how it looks.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    pub view: &'a View,
    pub info: &'a TraceInfo,
    pub held: Option<&'a Held>,
    pub colours: &'a Colours,
    pub widths: &'a Widths,
    /// A search runs: what does not match steps back.
    pub searching: bool,
}
