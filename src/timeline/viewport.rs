//! The visible span of time, and the way between times and pixels.
//!
//! Times are `i64` ticks, often around 1.7e18, where an `f64` is hundreds of
//! ticks wide. The left edge is therefore a whole tick plus a fraction of one,
//! and only differences from it become floats: two times a tick apart stay
//! apart at any zoom.

use crate::trace::Interval;
use serde::{Deserialize, Serialize};

/// Fewest ticks over the whole width.
pub const MIN_SPAN_TICKS: f64 = 4.0;

/// How far past the bounds a view may go, as a share of its own span.
const SLACK: f64 = 0.5;

/// Widest span, in lengths of the bounds.
const MAX_SPAN: f64 = 2.0;

/// A span of time over a width in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    /// Left edge: the whole ticks.
    start: i64,
    /// Left edge: the part below a tick, `0.0..1.0`.
    start_fraction: f64,
    ticks_per_px: f64,
    width_px: f64,
}

impl Viewport {
    /// Shows an interval over a width in CSS pixels; an empty one is shown as
    /// the shortest span around its start.
    pub fn new(interval: Interval, width_px: f64) -> Self {
        let width_px = sane_width(width_px);
        let mut viewport = Self {
            start: interval.start,
            start_fraction: 0.0,
            ticks_per_px: difference(interval.end, interval.start).max(1.0) / width_px,
            width_px,
        };
        if viewport.span_ticks() < MIN_SPAN_TICKS {
            viewport.zoom_about(width_px / 2.0, MIN_SPAN_TICKS / viewport.span_ticks());
        }
        viewport
    }

    /// An interval with a margin on both sides, as a share of the width.
    pub fn around(interval: Interval, margin: f64, width_px: f64) -> Self {
        let mut viewport = Self::new(interval, width_px);
        let margin = margin.clamp(0.0, 0.45);
        viewport.zoom_about(viewport.width_px / 2.0, 1.0 / (1.0 - 2.0 * margin));
        viewport
    }

    pub fn ticks_per_px(&self) -> f64 {
        self.ticks_per_px
    }

    pub fn width_px(&self) -> f64 {
        self.width_px
    }

    /// Ticks over the whole width.
    pub fn span_ticks(&self) -> f64 {
        self.ticks_per_px * self.width_px
    }

    /// The tick at or before the left edge.
    pub fn start(&self) -> i64 {
        self.start
    }

    /// The visible span in whole ticks, rounded outwards.
    pub fn interval(&self) -> Interval {
        Interval::new(self.start, later(self.start, (self.start_fraction + self.span_ticks()).ceil()))
    }

    /// Pixels from the left edge; exact to a part of a pixel for every time
    /// that is near the view.
    pub fn x_from_time(&self, time: i64) -> f64 {
        (difference(time, self.start) - self.start_fraction) / self.ticks_per_px
    }

    /// Width of a duration in CSS pixels.
    pub fn px_from_ticks(&self, ticks: i64) -> f64 {
        ticks as f64 / self.ticks_per_px
    }

    /// The tick at or before a pixel; saturates.
    pub fn time_from_x(&self, x: f64) -> i64 {
        later(self.start, (self.start_fraction + x * self.ticks_per_px).floor())
    }

    /// The tick nearest to a pixel; saturates.
    pub fn nearest_time_from_x(&self, x: f64) -> i64 {
        later(self.start, (self.start_fraction + x * self.ticks_per_px + 0.5).floor())
    }

    /// Moves the view so that a time is at a pixel.
    pub fn bring(&mut self, time: i64, x: f64) {
        if x.is_finite() {
            (self.start, self.start_fraction) = (time, 0.0);
            self.move_ticks(-x * self.ticks_per_px);
        }
    }

    /// Moves the view to later times by some pixels.
    pub fn pan_px(&mut self, dx: f64) {
        if dx.is_finite() {
            self.move_ticks(dx * self.ticks_per_px);
        }
    }

    /// Multiplies the span by `factor` (below 1: closer) and keeps the time
    /// under pixel `x` where it is.
    pub fn zoom_about(&mut self, x: f64, factor: f64) {
        if !(factor.is_finite() && factor > 0.0 && x.is_finite()) {
            return;
        }
        let least = MIN_SPAN_TICKS / self.width_px;
        let scaled = (self.ticks_per_px * factor).clamp(least, 1e18);
        let shift = x * (self.ticks_per_px - scaled);
        self.ticks_per_px = scaled;
        self.move_ticks(shift);
    }

    /// Another width over the same span.
    pub fn resize(&mut self, width_px: f64) {
        let span = self.span_ticks();
        self.width_px = sane_width(width_px);
        self.ticks_per_px = span / self.width_px;
    }

    /// Keeps the view near the bounds of the trace and its span in range.
    pub fn clamp_to(&mut self, bounds: Interval) {
        let whole = difference(bounds.end, bounds.start).max(MIN_SPAN_TICKS);
        let greatest = whole * MAX_SPAN;
        let span = self.span_ticks();
        let wanted = span.clamp(MIN_SPAN_TICKS.min(greatest), greatest);
        if wanted != span {
            self.zoom_about(self.width_px / 2.0, wanted / span);
        }
        let slack = (self.span_ticks() * SLACK).max(self.span_ticks() - whole);
        let before = difference(bounds.start, self.start) - self.start_fraction;
        if before > slack {
            self.move_ticks(before - slack);
        }
        let after = difference(self.start, bounds.end) + self.start_fraction + self.span_ticks();
        if after > slack {
            self.move_ticks(slack - after);
        }
    }

    /// Whether the two show the same to within a tenth of a pixel.
    pub fn is_close_to(&self, other: &Viewport) -> bool {
        let x = other.x_from_time(self.start) + self.start_fraction / other.ticks_per_px;
        let scale = self.ticks_per_px / other.ticks_per_px;
        x.abs() < 0.1 && (scale - 1.0).abs() * self.width_px < 0.1
    }

    fn move_ticks(&mut self, by: f64) {
        // Farther than any two times are apart.
        let at = self.start_fraction + by.clamp(-2e19, 2e19);
        let whole = at.floor();
        let moved = later(self.start, whole);
        // At the ends of time the fraction has nothing to add.
        self.start_fraction = (at - whole).clamp(0.0, 1.0 - f64::EPSILON);
        self.start = moved;
    }
}

fn sane_width(px: f64) -> f64 {
    if px.is_finite() { px.clamp(1.0, 1e5) } else { 1.0 }
}

/// `a - b` as a float without overflow; exact below 2^53.
fn difference(a: i64, b: i64) -> f64 {
    match a.checked_sub(b) {
        Some(ticks) => ticks as f64,
        None => a as f64 - b as f64,
    }
}

/// A time some whole ticks later; saturates. The way from one end of time to
/// the other is longer than an `i64` holds.
fn later(time: i64, ticks: f64) -> i64 {
    // Casts from f64 saturate, and give 0 for NaN.
    let at = i128::from(time).saturating_add(ticks as i128);
    at.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FAR: i64 = 1_700_000_000_000_000_000;

    fn view(start: i64, end: i64, width: f64) -> Viewport {
        Viewport::new(Interval::new(start, end), width)
    }

    #[test]
    fn neighbouring_ticks_stay_apart_at_far_times() {
        let v = view(FAR, FAR + 100, 1000.0);
        assert_eq!(v.x_from_time(FAR + 1), 10.0);
        assert_eq!(v.x_from_time(FAR + 99), 990.0);
        assert_eq!((v.time_from_x(10.0), v.time_from_x(19.9)), (FAR + 1, FAR + 1));
        assert_eq!(v.nearest_time_from_x(16.0), FAR + 2);
    }

    #[test]
    fn zoom_keeps_the_time_under_the_pointer() {
        let mut v = view(FAR, FAR + 1_000_000, 1000.0);
        let time = v.time_from_x(300.0);
        for _ in 0..40 {
            v.zoom_about(300.0, 0.8);
        }
        assert!((v.x_from_time(time) - 300.0).abs() < 0.01, "{}", v.x_from_time(time));
        for _ in 0..40 {
            v.zoom_about(300.0, 1.25);
        }
        assert!((v.x_from_time(time) - 300.0).abs() < 0.01);
        assert!((v.span_ticks() - 1e6).abs() < 1.0);
    }

    #[test]
    fn panning_by_parts_of_a_tick_adds_up() {
        let mut v = view(FAR, FAR + 10, 1000.0);
        for _ in 0..1000 {
            v.pan_px(1.0);
        }
        assert_eq!(v.nearest_time_from_x(0.0), FAR + 10);
    }

    #[test]
    fn the_span_never_falls_below_a_few_ticks() {
        let mut v = view(0, 1000, 800.0);
        v.zoom_about(400.0, 1e-12);
        assert!((v.span_ticks() - MIN_SPAN_TICKS).abs() < 1e-9);
        assert_eq!(view(7, 7, 100.0).span_ticks(), MIN_SPAN_TICKS);
    }

    #[test]
    fn a_view_stays_near_the_bounds() {
        let bounds = Interval::new(1000, 2000);
        let mut v = view(1000, 1100, 100.0);
        v.pan_px(-1e9);
        v.clamp_to(bounds);
        assert_eq!(v.interval(), Interval::new(950, 1050));
        v.pan_px(1e9);
        v.clamp_to(bounds);
        assert_eq!(v.interval(), Interval::new(1950, 2050));
        v.zoom_about(50.0, 1e9);
        v.clamp_to(bounds);
        assert!((v.span_ticks() - 2000.0).abs() < 1e-6);
    }

    #[test]
    fn a_margin_leaves_room_on_both_sides() {
        let v = Viewport::around(Interval::new(100, 200), 0.1, 1000.0);
        assert!((v.x_from_time(100) - 100.0).abs() < 1e-6);
        assert!((v.x_from_time(200) - 900.0).abs() < 1e-6);
    }

    #[test]
    fn a_resize_keeps_the_span() {
        let mut v = view(0, 1000, 500.0);
        v.resize(250.0);
        assert_eq!((v.interval(), v.ticks_per_px()), (Interval::new(0, 1000), 4.0));
    }

    #[test]
    fn all_of_time_fits_into_a_view() {
        let bounds = Interval::new(i64::MIN + 5, i64::MAX - 5);
        let mut v = Viewport::around(bounds, 0.02, 1000.0);
        v.clamp_to(bounds);
        assert_eq!(v.interval(), Interval::new(i64::MIN, i64::MAX));
        assert!(v.x_from_time(bounds.end) < 1000.0 && v.x_from_time(0) > 400.0);
        assert!(v.time_from_x(900.0) > i64::MAX / 2);
    }

    #[test]
    fn a_time_is_brought_to_a_pixel() {
        let mut v = view(0, 1000, 500.0);
        v.bring(i64::MAX - 100, 490.0);
        assert_eq!((v.nearest_time_from_x(490.0), v.start()), (i64::MAX - 100, i64::MAX - 1080));
    }

    proptest! {
        #[test]
        fn no_input_breaks_a_viewport(
            start in any::<i64>(), end in any::<i64>(), width in any::<f64>(),
            x in any::<f64>(), factor in any::<f64>(), time in any::<i64>(),
        ) {
            let mut v = view(start, end, width);
            v.zoom_about(x, factor);
            v.pan_px(x);
            v.clamp_to(Interval::new(start, end));
            prop_assert!(v.x_from_time(time).is_finite());
            prop_assert!(v.span_ticks() > 0.0);
            prop_assert!((0.0..1.0).contains(&v.start_fraction));
            let _ = v.time_from_x(x);
            prop_assert!(!v.interval().is_empty() || v.start == i64::MAX);
        }

        #[test]
        fn pixels_and_times_agree(start in -FAR..FAR, span in 1_000i64..1_000_000_000_000, x in 0.0f64..2000.0) {
            let v = view(start, start + span, 2000.0);
            let time = v.nearest_time_from_x(x);
            prop_assert!((v.x_from_time(time) - x).abs() <= 0.5 / v.ticks_per_px() + 1e-6);
        }
    }
}
