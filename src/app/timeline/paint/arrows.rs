//! Flow arrows, with the delay of those that touch the selection.

use super::Picture;
use super::surface::Surface;
use crate::app::words::{t, tv};
use crate::engine::protocol::TraceInfo;
use crate::text::format;
use crate::timeline::frame::{Arrow, ArrowEnd};
use crate::timeline::label::CharWidths;
use crate::timeline::layout::{SLICE_PX, StripBody, StripKey};
use crate::timeline::view::{ArrowMode, View};
use crate::trace::{DependenceKind, LinkKind, SliceId, TrackId};

/// Arrows of the selection that are labelled, at most.
const MOST_LABELS: usize = 4;
/// How far outside of the canvas ends are drawn at most.
const FAR_PX: f64 = 4000.0;
/// Length of an arrow without partner.
const STUB_PX: f64 = 22.0;

/// Draws the frame's arrows: those of the selection over the others.
pub fn draw(picture: Picture<'_>, surface: &Surface) {
    let Some(held) = picture.held else { return };
    let selected = picture.view.selected_slice();
    let touches =
        |arrow: &Arrow| selected.is_some_and(|slice| arrow.from.slice == slice || arrow.to.slice == slice);
    let (mine, others): (Vec<&Arrow>, Vec<&Arrow>) =
        held.frame.arrows.iter().partition(|arrow| touches(arrow));
    surface.g.set_global_alpha(0.55);
    for arrow in others {
        // Stubs of a crowd say nothing but that there are many.
        let curve = Curve::of(arrow, picture.view, picture.info).filter(|curve| !curve.stub);
        if let Some(curve) = curve {
            curve.draw(surface, &picture.colours.fg_3, 1.0, None);
        }
    }
    surface.g.set_global_alpha(1.0);
    let halo = Some(picture.colours.surface.as_str());
    let curves: Vec<(Curve, i64, LinkKind)> = mine
        .iter()
        .filter_map(|arrow| {
            let delay = arrow.to.time.saturating_sub(arrow.from.time);
            Some((Curve::of(arrow, picture.view, picture.info)?, delay, arrow.kind))
        })
        .collect();
    for (curve, ..) in &curves {
        curve.draw(surface, &picture.colours.accent, 1.75, halo);
    }
    if curves.len() <= MOST_LABELS {
        for (curve, delay, kind) in curves.iter().filter(|(curve, ..)| !curve.stub) {
            let message = if *delay < 0 { "timeline-arrow-early" } else { "timeline-arrow-after" };
            let delay = format::ticks(delay.saturating_abs(), picture.info.unit);
            let mut text = tv(message, &[("delay", delay.into())]);
            if let LinkKind::Dependence(kind) = kind {
                let values = [("kind", t(kind.id()).into()), ("delay", text.into())];
                text = tv("timeline-arrow-kind", &values);
            }
            label(picture, surface, curve, &text);
        }
    }
}

/// Says how many arrows of a crowd are not there.
pub fn draw_left_out(picture: Picture<'_>, surface: &Surface) {
    let left_out = picture.held.map_or(0, |held| held.frame.arrows_left_out);
    if left_out == 0 || picture.view.arrows != ArrowMode::All {
        return;
    }
    let text = tv("timeline-arrows-left-out", &[("n", left_out.into())]);
    let width = picture.widths.text_width(&text);
    let (x, y) = (surface.width - width - 24.0, surface.height - 24.0);
    surface.fill(&picture.colours.surface, x - 6.0, y, width + 12.0, 18.0);
    surface.g.set_fill_style_str(&picture.colours.fg_2);
    surface.text(&text, x, y + 9.5);
}

/// Slices at the far ends of the selection's arrows, to outline: track, row,
/// time of the end that touches.
pub fn partners(picture: Picture<'_>, selected: SliceId) -> Vec<ArrowEnd> {
    let arrows = picture.held.map(|held| held.frame.arrows.as_slice()).unwrap_or_default();
    arrows
        .iter()
        .filter_map(|arrow| match (arrow.from.slice == selected, arrow.to.slice == selected) {
            (true, false) => Some(arrow.to),
            (false, true) => Some(arrow.from),
            _ => None,
        })
        .filter(|end| end.slice != SliceId::NONE)
        .collect()
}

fn label(picture: Picture<'_>, surface: &Surface, curve: &Curve, text: &str) {
    let width = picture.widths.text_width(text);
    let (x, y) = curve.at(0.42);
    let half = width / 2.0 + 7.0;
    // Never cut by an edge while its curve is in view.
    let (least, most) = (half + 2.0, surface.width - half - 2.0);
    if x < -half || x > surface.width + half || y < 0.0 || y > surface.height || least > most {
        return;
    }
    let (x, y) = (x.clamp(least, most), y.clamp(11.0, (surface.height - 11.0).max(11.0)));
    let g = &surface.g;
    g.begin_path();
    // Fails only for negative radii.
    let _ = g.round_rect_with_f64(x - half, y - 9.0, half * 2.0, 18.0, 4.0);
    g.set_fill_style_str(&picture.colours.surface);
    g.fill();
    g.set_stroke_style_str(&picture.colours.accent);
    g.set_line_width(1.0);
    g.stroke();
    g.set_fill_style_str(&picture.colours.fg);
    surface.text(text, x - width / 2.0, y + 0.5);
}

/// Lengths of dashes and gaps by which kinds of dependences are told apart
/// without colour. What flows is a whole line.
fn dashes(kind: LinkKind) -> &'static [f64] {
    match kind {
        LinkKind::Dependence(DependenceKind::Ordered) => &[7.0, 4.0],
        LinkKind::Dependence(DependenceKind::Output) => &[1.0, 4.0],
        LinkKind::Dependence(DependenceKind::Anti) => &[8.0, 3.0, 1.0, 3.0],
        LinkKind::Dependence(DependenceKind::Other) => &[4.0, 4.0],
        _ => &[],
    }
}

/// A way from one end to the other.
struct Curve {
    dashes: &'static [f64],
    points: [(f64, f64); 4],
    /// The head points down, at the top of its slice.
    down: bool,
    stub: bool,
    hollow_from: bool,
    hollow_to: bool,
}

impl Curve {
    fn of(arrow: &Arrow, view: &View, info: &TraceInfo) -> Option<Curve> {
        let from = place(arrow.from, view, info);
        let to = place(arrow.to, view, info);
        let (missing_from, missing_to) = (arrow.from.track == TrackId::NONE, arrow.to.track == TrackId::NONE);
        let ((x1, y1), (x2, y2)) = match (from, to) {
            (Some(from), Some(to)) => (from, to),
            (Some((x, y)), None) if missing_to => ((x, y), (x + STUB_PX, y)),
            (None, Some((x, y))) if missing_from => ((x - STUB_PX, y), (x, y)),
            _ => return None,
        };
        let stub = missing_from || missing_to;
        if stub || (y1 - y2).abs() < 1.0 && x2 > x1 {
            let points = [(x1, y1), (x1 + (x2 - x1) / 3.0, y1), (x2 - (x2 - x1) / 3.0, y2), (x2, y2)];
            return Some(Curve {
                dashes: dashes(arrow.kind),
                points,
                down: false,
                stub,
                hollow_from: missing_from,
                hollow_to: missing_to,
            });
        }
        // Arrives from above or below, so that it does not cross a neighbour.
        let down = y2 >= y1;
        let edge = if down { y2 - SLICE_PX / 2.0 - 3.0 } else { y2 + SLICE_PX / 2.0 + 3.0 };
        let end = if down { edge - 6.0 } else { edge + 6.0 };
        let x_end = x2 + 4.0;
        let bend = ((x_end - x1) * 0.5).abs().max(24.0);
        let rise = (end - y1).abs().clamp(12.0, 40.0);
        let points = [
            (x1, y1),
            (x1 + bend, y1 + if down { 6.0 } else { -6.0 }),
            (x_end - 6.0, end - if down { rise } else { -rise }),
            (x_end, end),
        ];
        Some(Curve {
            dashes: dashes(arrow.kind),
            points,
            down,
            stub: false,
            hollow_from: arrow.from.slice == SliceId::NONE,
            hollow_to: arrow.to.slice == SliceId::NONE,
        })
    }

    fn is_flat(&self) -> bool {
        self.stub || (self.points[0].1 - self.points[3].1).abs() < 1.0
    }

    /// A point of the curve, 0 at its start and 1 at its end.
    fn at(&self, t: f64) -> (f64, f64) {
        let s = 1.0 - t;
        let mix = |i: fn(&(f64, f64)) -> f64| {
            let [a, b, c, d] = &self.points;
            s * s * s * i(a) + 3.0 * s * s * t * i(b) + 3.0 * s * t * t * i(c) + t * t * t * i(d)
        };
        (mix(|p| p.0), mix(|p| p.1))
    }

    fn is_in_view(&self, surface: &Surface) -> bool {
        let within = |values: [f64; 4], most: f64| {
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            greatest >= -10.0 && least <= most + 10.0
        };
        within(self.points.map(|p| p.0), surface.width) && within(self.points.map(|p| p.1), surface.height)
    }

    fn draw(&self, surface: &Surface, colour: &str, width: f64, halo: Option<&str>) {
        if !self.is_in_view(surface) {
            return;
        }
        let g = &surface.g;
        let [(x1, y1), (bx, by), (cx, cy), (x2, y2)] = self.points;
        g.set_line_cap("round");
        let strokes = halo.map(|halo| (halo, width + 3.25)).into_iter().chain([(colour, width)]);
        let dashes: js_sys::Array =
            self.dashes.iter().copied().map(wasm_bindgen::JsValue::from_f64).collect();
        let whole = js_sys::Array::new();
        for (colour, width) in strokes {
            // Fails only for what is no array; the halo is whole.
            let is_halo = Some(colour) == halo;
            let _ = g.set_line_dash(if is_halo { &whole } else { &dashes });
            g.set_stroke_style_str(colour);
            g.set_line_width(width);
            g.begin_path();
            g.move_to(x1, y1);
            g.bezier_curve_to(bx, by, cx, cy, x2, y2);
            g.stroke();
        }
        let _ = g.set_line_dash(&whole);
        g.set_line_cap("butt");
        g.set_fill_style_str(colour);
        if self.hollow_from {
            ring(surface, x1, y1, halo);
        }
        if self.hollow_to {
            ring(surface, x2, y2, halo);
            return;
        }
        g.begin_path();
        if self.is_flat() {
            g.move_to(x2, y2);
            g.line_to(x2 - 8.0, y2 - 4.5);
            g.line_to(x2 - 8.0, y2 + 4.5);
        } else {
            let tip = if self.down { 8.0 } else { -8.0 };
            g.move_to(x2, y2 + tip);
            g.line_to(x2 - 4.5, y2 - tip * 0.125);
            g.line_to(x2 + 4.5, y2 - tip * 0.125);
        }
        g.fill();
    }
}

/// A hollow end: nothing was found there.
fn ring(surface: &Surface, x: f64, y: f64, ground: Option<&str>) {
    let g = &surface.g;
    g.begin_path();
    let _ = g.arc(x, y, 3.5, 0.0, std::f64::consts::TAU);
    if let Some(ground) = ground {
        g.set_fill_style_str(ground);
        g.fill();
    }
    g.set_line_width(1.5);
    g.stroke();
}

/// Where an end is on screen: the middle of its slice's height, or of the
/// strip that stands for it while it is folded.
fn place(end: ArrowEnd, view: &View, info: &TraceInfo) -> Option<(f64, f64)> {
    let track = end.track.some()?;
    let layout = view.layout();
    let process = info.tracks.get(track.index())?.process;
    let keys = [
        StripKey::Track { track, pinned: false },
        StripKey::Track { track, pinned: true },
        StripKey::Process(process),
    ];
    let (strip, y) = keys
        .into_iter()
        .find_map(|key| Some((layout.strip(key)?, layout.y_of(key, view.scroll, view.height_px)?)))?;
    let middle = match strip.body {
        StripBody::Rows { rows, .. } if end.row < rows => strip.row_y(end.row) + SLICE_PX / 2.0,
        _ => strip.height / 2.0,
    };
    Some((view.viewport.x_from_time(end.time).clamp(-FAR_PX, FAR_PX + view.viewport.width_px()), y + middle))
}
