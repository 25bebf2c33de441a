//! The picture of engines and queues.

use super::lanes::{opcode_of, part_of};
use crate::app::paths::say::time;
use crate::app::paths::shown::Shown;
use crate::app::paths::stack_axis::axis;
use crate::app::timeline::paint::colours::Colours;
use crate::app::timeline::paint::surface::Surface;
use crate::app::timeline::paint::widths::Widths;
use crate::app::words::tv;
use crate::lowering::comparison::PathView;
use crate::lowering::neuron::{LanePart, LanePiece, NeuronPart};
use crate::picture::look_of_hue;
use crate::text::format;
use crate::timeline::label::{CharWidths, fit};
use crate::timeline::paths::engine_lanes::{AXIS, LANE, LanePlaces};
use crate::timeline::paths::hues::hue_of_piece;
use crate::timeline::paths::stack::Scale;

/// Label insets, and the narrowest box with one.
const INSET: f64 = 4.0;
const LABELLED: f64 = 26.0;
/// Hatching of waits: lower than work, so that the two differ in shape too.
const WAIT_INSET: f64 = 3.0;
const HATCH: f64 = 5.0;

pub struct Picture<'a> {
    pub shown: &'a Shown,
    pub places: &'a [LanePlaces],
    pub scales: &'a [Scale],
    pub colours: &'a Colours,
    pub widths: &'a Widths,
    /// Each path has a scale of its own: then the axis is in shares.
    pub own_scale: bool,
    /// Op that is lit.
    pub lit: Option<u32>,
}

pub fn draw(surface: &Surface, picture: &Picture<'_>) {
    surface.begin(picture.widths);
    surface.fill(&picture.colours.surface, 0.0, 0.0, surface.width, surface.height);
    let foot = surface.height - AXIS;
    let scale = picture.scales.first().copied();
    axis(surface, (picture.colours, picture.widths), scale, picture.own_scale, foot);
    let paths = &picture.shown.all.paths;
    for (path, view) in paths.iter().enumerate() {
        let (Some(places), Some(scale)) = (picture.places.get(path), picture.scales.get(path)) else {
            continue;
        };
        lanes(surface, picture, path, view, places, *scale);
        end(surface, picture, path, view, places, *scale);
        if path + 1 < paths.len() {
            surface.fill(&picture.colours.line, 0.0, (places.end + 5.0).round(), surface.width, 1.0);
        }
    }
}

fn lanes(
    surface: &Surface,
    picture: &Picture<'_>,
    path: usize,
    view: &PathView,
    places: &LanePlaces,
    scale: Scale,
) {
    let Some(part) = part_of(view) else { return };
    for (lane, top) in part.lanes.iter().zip(&places.tops) {
        for (start, dur) in &lane.waits {
            let left = scale.x_from_time(*start as f64).max(0.0);
            let right = scale.x_from_time((start + dur) as f64).min(surface.width);
            if right - left > 0.5 {
                let (y, height) = (top + WAIT_INSET, LANE - 2.0 * WAIT_INSET);
                surface.hatch(&picture.colours.wait, HATCH, left, y, right - left, height);
            }
        }
        for piece in &lane.pieces {
            piece_box(surface, picture, (path, view, part), lane, piece, *top, scale);
        }
    }
    surface.g.set_global_alpha(1.0);
}

fn piece_box(
    surface: &Surface,
    picture: &Picture<'_>,
    (path, view, part): (usize, &PathView, &NeuronPart),
    lane: &LanePart,
    piece: &LanePiece,
    top: f64,
    scale: Scale,
) {
    let left = scale.x_from_time(piece.start_ns as f64);
    let right = scale.x_from_time((piece.start_ns + piece.dur_ns) as f64);
    if right < 0.0 || left > surface.width {
        return;
    }
    // The label sticks to the part in view.
    let from = left.max(-1.0);
    let width = (right.min(surface.width + 1.0) - from).max(1.0);
    let ops = picture.shown.flows.get(path).and_then(|flow| flow.ops_of.get(piece.item as usize));
    let op = ops.and_then(|ops| ops.first().copied());
    let hue = hue_of_piece(part, lane.is_queue, &picture.shown.hues, op);
    let looks = picture.colours.of(look_of_hue(hue));
    let lit = picture.lit.is_none_or(|lit| op == Some(lit));
    surface.g.set_global_alpha(if lit { 1.0 } else { 0.28 });
    if width < 3.0 {
        surface.fill(&looks.edge, from, top, width, LANE);
        return;
    }
    surface.fill(&looks.fill, from, top, width - 0.5, LANE);
    surface.fill(&looks.edge, from, top, 1.0, LANE);
    if width < LABELLED {
        return;
    }
    let label = if lane.is_queue { format::bytes(piece.bytes) } else { opcode_of(view, piece).to_owned() };
    if let Some((text, _)) = fit(&label, width - 2.0 * INSET, picture.widths) {
        surface.g.set_fill_style_str(picture.colours.ink(looks.ink));
        surface.text(&text, from + INSET, top + LANE / 2.0 + 1.0);
    }
}

/// The end of the run, and what lies between it and the baseline's.
fn end(
    surface: &Surface,
    picture: &Picture<'_>,
    path: usize,
    view: &PathView,
    places: &LanePlaces,
    scale: Scale,
) {
    let (Some(part), Some(top)) = (part_of(view), places.tops.first()) else { return };
    let colours = picture.colours;
    let x = surface.snap_line(scale.x_from_time(part.total_ns as f64));
    if x < -1.0 || x > surface.width {
        return;
    }
    surface.g.set_stroke_style_str(&colours.fg);
    surface.g.set_line_width(1.25);
    surface.dash(&[4.0, 3.0]);
    surface.line(x, top - 3.0, x, places.end);
    surface.dash(&[]);
    surface.g.set_line_width(1.0);
    let label = time(part.total_ns as f64);
    let wide = picture.widths.text_width(&label);
    let at = if x + wide + 12.0 < surface.width { x + 6.0 } else { x - wide - 8.0 };
    surface.fill(&colours.surface, at - 3.0, top - 3.0, wide + 6.0, 16.0);
    surface.g.set_fill_style_str(&colours.fg);
    surface.text(&label, at, top + 6.0);
    let base = picture.shown.base_path().and_then(part_of);
    let Some(base) =
        base.filter(|_| path != picture.shown.base() && !picture.own_scale && !picture.shown.is_refused())
    else {
        return;
    };
    let saved = base.total_ns - part.total_ns;
    let base_x = scale.x_from_time(base.total_ns as f64).min(surface.width);
    let (from, to) = (x.min(base_x), x.max(base_x));
    let id = if saved > 0 { "neuron-paths-lanes-less" } else { "neuron-paths-lanes-more" };
    let text = tv(id, &[("time", time(saved.unsigned_abs() as f64).into())]);
    let wide = picture.widths.text_width(&text);
    if saved > 0 && to - from > 4.0 {
        let (y, height) = (top + 18.0, (places.end - top - 22.0).max(1.0));
        surface.g.set_stroke_style_str(&colours.edge);
        surface.dash(&[4.0, 3.0]);
        surface.g.stroke_rect(from + 1.5, y + 0.5, to - from - 2.0, height);
        surface.dash(&[]);
        if wide + 8.0 < to - from {
            surface.g.set_fill_style_str(&colours.fg_2);
            surface.text(&text, (from + to - wide) / 2.0, y + height / 2.0);
        }
    }
}
