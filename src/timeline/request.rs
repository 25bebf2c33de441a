//! What to ask the engine for, and when: a frame wider and higher than the
//! screen, and a new one before the old one runs out.

use super::frame::{Arrows, BandKey, FrameRequest};
use super::view::{ArrowMode, View};

/// Screens of margin on each side.
const MARGIN: f64 = 1.0;
/// Screens of margin that are left when the next frame is asked for.
const LOW_MARGIN: f64 = 0.4;
/// The same for the height.
const MARGIN_Y: f64 = 0.5;
const LOW_MARGIN_Y: f64 = 0.2;
/// Part by which columns and pixels may differ before a frame counts as
/// drawn for another zoom.
const SAME_ZOOM: f64 = 0.01;
/// Most columns in a request: three screens of 8K.
const MOST_COLUMNS: f64 = 24_576.0;

/// The request for a view on a screen with `ratio` device pixels in one CSS
/// pixel.
pub fn request(view: &View, ratio: f64) -> FrameRequest {
    let viewport = &view.viewport;
    let width = viewport.width_px();
    let (start, end) = (viewport.time_from_x(-width * MARGIN), viewport.time_from_x(width * (1.0 + MARGIN)));
    let columns = (width * (1.0 + 2.0 * MARGIN) * columns_per_px(view, ratio)).round().max(1.0);
    let bands = view.layout().bands_in_view(view.scroll, view.height_px, view.height_px * MARGIN_Y);
    FrameRequest {
        start,
        end: end.max(start.saturating_add(1)),
        columns: columns as u32,
        bands,
        arrows: arrows(view),
    }
}

/// Columns in a CSS pixel: one for each device pixel, as long as those are not
/// too many.
fn columns_per_px(view: &View, ratio: f64) -> f64 {
    ratio.min(MOST_COLUMNS / (view.viewport.width_px() * (1.0 + 2.0 * MARGIN)))
}

/// How well a frame serves a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    /// Drawn for this zoom, with margin to spare.
    Full,
    /// Exact for what is in view; the margin runs low.
    Low,
    /// Something in view is missing, or drawn for another zoom.
    Short,
}

/// How a frame that answers `held` serves a view now.
pub fn cover(held: &FrameRequest, view: &View, ratio: f64) -> Cover {
    let viewport = &view.viewport;
    let have = f64::from(held.columns) * viewport.ticks_per_px()
        / (held.end.saturating_sub(held.start)).max(1) as f64;
    // Closer than a tick to a pixel nothing is merged, and any zoom is exact.
    let same_zoom = (have / columns_per_px(view, ratio) - 1.0).abs() < SAME_ZOOM || fine(held, view);
    let reaches = |margin: f64| {
        let by = viewport.width_px() * margin;
        viewport.x_from_time(held.start) <= -by && viewport.x_from_time(held.end) >= viewport.width_px() + by
    };
    if !same_zoom || held.arrows != arrows(view) || !reaches(0.0) || !holds(held, view, 0.0) {
        Cover::Short
    } else if reaches(LOW_MARGIN) && holds(held, view, LOW_MARGIN_Y * view.height_px) {
        Cover::Full
    } else {
        Cover::Low
    }
}

fn fine(held: &FrameRequest, view: &View) -> bool {
    let ticks_per_column = held.end.saturating_sub(held.start) as f64 / f64::from(held.columns.max(1));
    ticks_per_column < 0.1 && view.viewport.ticks_per_px() < 0.1
}

fn holds(held: &FrameRequest, view: &View, extra: f64) -> bool {
    let wanted = view.layout().bands_in_view(view.scroll, view.height_px, extra);
    wanted.iter().all(|wanted| held.bands.iter().any(|have| contains(have, wanted)))
}

fn contains(have: &BandKey, wanted: &BandKey) -> bool {
    match (have, wanted) {
        (
            BandKey::Rows { track, first_row, rows },
            BandKey::Rows { track: wanted_track, first_row: first, rows: count },
        ) => track == wanted_track && first_row <= first && first + count <= first_row + rows,
        _ => have == wanted,
    }
}

/// The arrows that a view shows.
pub fn arrows(view: &View) -> Arrows {
    match (view.arrows, view.selected_slice()) {
        (ArrowMode::All, _) => Arrows::All,
        (ArrowMode::Selection, Some(slice)) => Arrows::Of(slice),
        _ => Arrows::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::action::Action;
    use crate::timeline::sample::{info, thread};
    use crate::trace::{Interval, SliceId, TrackId};

    #[test]
    fn a_request_is_three_screens_wide_in_device_pixels() {
        let info = info(&[("python", vec![thread("main", 3)])]);
        let mut view = View::new(&info);
        view.apply(Action::Resize { width_px: 1000.0, height_px: 300.0 }, &info);
        view.apply(Action::ShowExactly(Interval::new(400_000, 500_000)), &info);
        let request = request(&view, 2.0);
        assert_eq!((request.start, request.end, request.columns), (300_000, 600_000, 6000));
        assert_eq!(request.bands.len(), 2);
        assert_eq!(cover(&request, &view, 2.0), Cover::Full);
        assert_eq!(cover(&request, &view, 1.0), Cover::Short, "another pixel ratio");
    }

    #[test]
    fn the_next_frame_is_asked_for_before_the_margin_is_gone() {
        let info = info(&[("python", vec![thread("main", 3)])]);
        let mut view = View::new(&info);
        view.apply(Action::ShowExactly(Interval::new(400_000, 500_000)), &info);
        let held = request(&view, 1.0);
        view.apply(Action::PanPx(500.0), &info);
        assert_eq!(cover(&held, &view, 1.0), Cover::Full);
        view.apply(Action::PanPx(200.0), &info);
        assert_eq!(cover(&held, &view, 1.0), Cover::Low);
        view.apply(Action::PanPx(400.0), &info);
        assert_eq!(cover(&held, &view, 1.0), Cover::Short);
        view.apply(Action::PanPx(-1100.0), &info);
        view.apply(Action::ZoomAbout { x: 500.0, factor: 0.9 }, &info);
        assert_eq!(cover(&held, &view, 1.0), Cover::Short);
    }

    #[test]
    fn scrolling_within_the_margin_needs_no_frame() {
        let info = info(&[("python", vec![thread("deep", 500)])]);
        let mut view = View::new(&info);
        view.apply(Action::ScrollTo(2000.0), &info);
        let held = request(&view, 1.0);
        view.apply(Action::ScrollBy(100.0), &info);
        assert_eq!(cover(&held, &view, 1.0), Cover::Full);
        view.apply(Action::ScrollBy(190.0), &info);
        assert_eq!(cover(&held, &view, 1.0), Cover::Low);
        view.apply(Action::ScrollBy(400.0), &info);
        assert_eq!(cover(&held, &view, 1.0), Cover::Short);
    }

    #[test]
    fn a_wall_of_pixels_gets_fewer_columns_and_is_content_with_them() {
        let info = info(&[("python", vec![thread("main", 3)])]);
        let mut view = View::new(&info);
        view.apply(Action::Resize { width_px: 9000.0, height_px: 300.0 }, &info);
        let held = request(&view, 2.0);
        assert!(f64::from(held.columns) <= MOST_COLUMNS);
        assert_eq!(cover(&held, &view, 2.0), Cover::Full);
    }

    #[test]
    fn arrows_follow_the_selection() {
        let info = info(&[("python", vec![thread("main", 3)])]);
        let mut view = View::new(&info);
        let held = request(&view, 1.0);
        view.apply(Action::Select(Some(crate::engine::protocol::Item::Slice(SliceId(4)))), &info);
        assert_eq!(request(&view, 1.0).arrows, Arrows::Of(SliceId(4)));
        assert_eq!(cover(&held, &view, 1.0), Cover::Short);
        view.apply(Action::SetArrows(ArrowMode::All), &info);
        view.apply(Action::HideTrack(TrackId(0)), &info);
        assert_eq!(request(&view, 1.0).arrows, Arrows::All);
    }

    #[test]
    fn at_the_closest_zoom_the_frame_holds() {
        let info = info(&[("python", vec![thread("main", 3)])]);
        let mut view = View::new(&info);
        view.apply(Action::ShowExactly(Interval::new(500, 504)), &info);
        let held = request(&view, 1.0);
        assert_eq!(cover(&held, &view, 1.0), Cover::Full);
        view.apply(Action::PanPx(100.0), &info);
        assert_eq!(cover(&held, &view, 1.0), Cover::Full);
    }
}
