//! What can happen to a view. Whoever wants to change one, by key, pointer,
//! menu or link, says so in these words.

use super::view::ArrowMode;
use crate::engine::protocol::{Area, Item, Located};
use crate::trace::{Interval, ProcessId, TrackId};

/// A change of a [`super::view::View`].
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// The canvas has another size in CSS pixels.
    Resize {
        width_px: f64,
        height_px: f64,
    },
    /// Later times by some pixels.
    PanPx(f64),
    /// Span times `factor` (below 1: closer) about a pixel.
    ZoomAbout {
        x: f64,
        factor: f64,
    },
    /// An interval with a small margin; can be undone with [`Action::Back`].
    Show(Interval),
    /// Exactly this interval, as when the minimap's window is dragged.
    ShowExactly(Interval),
    /// Centred on a time, same span.
    Centre(i64),
    /// The begin of the trace without outliers, same span; its very first time
    /// when that is in place already.
    ToStart,
    /// The same with its end.
    ToEnd,
    /// The whole trace without outliers; everything when that is shown already.
    Fit,
    /// The view before the last jump.
    Back,
    ScrollTo(f64),
    ScrollBy(f64),

    Select(Option<Item>),
    /// Selects what is seen already: nothing moves.
    SelectAt(Located),
    /// Selects, makes its track visible, and moves time as little as possible.
    GoTo(Located),
    /// Selects and shows it over most of the width.
    ZoomTo(Located),

    SetArea(Option<Area>),

    AddMark {
        time: i64,
    },
    SetNote {
        number: u32,
        note: String,
    },
    MoveMark {
        number: u32,
        time: i64,
    },
    RemoveMark {
        number: u32,
    },

    ToggleProcess(ProcessId),
    ToggleTrack(TrackId),
    CollapseAll(bool),
    TogglePin(TrackId),
    HideTrack(TrackId),
    HideProcess(ProcessId),
    ShowHidden,
    Filter(String),
    MoveTrack {
        track: TrackId,
        before: Option<TrackId>,
    },
    MoveProcess {
        process: ProcessId,
        before: Option<ProcessId>,
    },
    /// Rows to show at most; `None` for all.
    LimitRows {
        track: TrackId,
        rows: Option<u32>,
    },
    CounterHeight {
        track: TrackId,
        px: Option<u32>,
    },

    SetArrows(ArrowMode),
}
