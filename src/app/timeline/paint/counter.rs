//! Counters as step lines.

use super::Picture;
use super::surface::Surface;
use crate::text::format;
use crate::timeline::frame::{CounterBand, CounterLine};
use crate::timeline::layout::Placed;
use crate::trace::TrackId;

const FILL_ALPHA: f64 = 0.2;
const LINE_PX: f64 = 1.25;

/// Where values stand within a strip.
pub struct Axis {
    min: f64,
    range: f64,
    top: f64,
    height: f64,
}

impl Axis {
    pub fn new(band: &CounterBand, placed: Placed<'_>) -> Self {
        let range = band.max - band.min;
        let range = if range.is_finite() && range > 0.0 { range } else { 1.0 };
        let min = if band.min.is_finite() { band.min } else { 0.0 };
        Self { min, range, top: placed.y + 7.0, height: (placed.strip.height - 12.0).max(4.0) }
    }

    pub fn y(&self, value: f64) -> f64 {
        self.top + self.height * (1.0 - ((value - self.min) / self.range).clamp(0.0, 1.0))
    }
}

/// All series of a counter, and the greatest value.
pub fn draw(picture: Picture<'_>, surface: &Surface, placed: Placed<'_>, track: TrackId, band: &CounterBand) {
    let axis = Axis::new(band, placed);
    let g = &surface.g;
    let filled = band.series.len() == 1;
    for (at, series) in band.series.iter().enumerate() {
        let colour = colour_of(picture, track, at, filled);
        let first = first_in_view(picture, series);
        g.set_stroke_style_str(colour);
        g.set_fill_style_str(colour);
        g.set_line_width(LINE_PX);
        if filled {
            g.set_global_alpha(FILL_ALPHA);
            trace_steps(picture, surface, series, &axis, first, true);
            g.set_global_alpha(1.0);
        }
        trace_steps(picture, surface, series, &axis, first, false);
    }
    if band.max.is_finite() {
        let unit = picture.info.tracks.get(track.index()).map_or("", |track| track.unit.as_str());
        g.set_fill_style_str(&picture.colours.fg_3);
        surface.text(&format::quantity(band.max, unit), 5.0, placed.y + 10.0);
    }
}

/// Colour of a series: by its place, and for a lone one by its track, so that
/// counters under each other differ.
pub fn colour_of<'a>(picture: Picture<'a>, track: TrackId, series: usize, lone: bool) -> &'a str {
    let colours = &picture.colours.counters;
    let at = if lone { track.index() } else { series };
    colours.get(at % colours.len().max(1)).map_or("", String::as_str)
}

fn first_in_view(picture: Picture<'_>, series: &CounterLine) -> usize {
    let start = picture.view.viewport.interval().start;
    series.time.partition_point(|&time| time < start).saturating_sub(1)
}

/// One run of steps after the other; a gap ends a run.
fn trace_steps(
    picture: Picture<'_>,
    surface: &Surface,
    series: &CounterLine,
    axis: &Axis,
    first: usize,
    fill: bool,
) {
    let (g, viewport) = (&surface.g, &picture.view.viewport);
    let right = surface.width.min(viewport.x_from_time(picture.info.bounds.end)) + 1.0;
    let floor = axis.y(0.0f64.max(axis.min));
    let mut pen: Option<(f64, f64)> = None;
    let close = |from: f64, to: f64| {
        if fill {
            g.line_to(to, floor);
            g.line_to(from, floor);
            g.close_path();
        }
    };
    g.begin_path();
    for at in first..series.time.len() {
        let x = surface.snap(viewport.x_from_time(series.time[at]).max(-4.0));
        if x > surface.width + 4.0 {
            break;
        }
        if let Some((from, y)) = pen {
            g.line_to(x, y);
            if series.low[at].is_nan() || series.last[at].is_nan() {
                close(from, x);
            }
        }
        let (low, last) = (series.low[at], series.last[at]);
        if low.is_finite() {
            let (bottom, top) = (axis.y(low), axis.y(series.high[at]));
            let from = match pen {
                Some((from, _)) => from,
                None => {
                    g.move_to(x, if fill { floor } else { axis.y(low) });
                    x
                }
            };
            // Several points in a column: the line covers what they span.
            if bottom - top > 0.5 {
                g.line_to(x, bottom);
                g.line_to(x, top);
            }
            pen = last.is_finite().then(|| {
                g.line_to(x, axis.y(last));
                (from, axis.y(last))
            });
        } else {
            pen = None;
        }
    }
    if let Some((from, y)) = pen {
        g.line_to(right, y);
        close(from, right);
    }
    if fill { g.fill() } else { g.stroke() }
}

/// What a series holds at a time; `None` in a gap and before the first point.
pub fn value_at(series: &CounterLine, time: i64) -> Option<f64> {
    let at = series.time.partition_point(|&t| t <= time).checked_sub(1)?;
    series.last.get(at).copied().filter(|value| value.is_finite())
}
