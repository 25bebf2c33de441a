//! The picture of the stacked timelines.

use super::say::time;
use super::shown::Shown;
use super::stack::One;
use super::stack_axis::axis;
use crate::app::timeline::paint::colours::{Colours, Ink};
use crate::app::timeline::paint::surface::Surface;
use crate::app::timeline::paint::widths::Widths;
use crate::app::words::t;
use crate::timeline::frame::colour;
use crate::timeline::label::{CharWidths, fit};
use crate::timeline::paths::lanes::Piece;
use crate::timeline::paths::stack::{AXIS, LANE, MARGIN, Scale};

/// Label insets, and the narrowest box with one.
const INSET: f64 = 5.0;
const LABELLED: f64 = 22.0;
/// Boxes that are drawn at most in one lane.
const MOST: usize = 4000;

pub struct Picture<'a> {
    pub shown: &'a Shown,
    pub all: &'a [One],
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
    let scale = picture.all.first().map(|one| one.scale);
    axis(surface, (picture.colours, picture.widths), scale, picture.own_scale, foot);
    for (path, one) in picture.all.iter().enumerate() {
        lanes(surface, picture, path, one);
        if path + 1 < picture.all.len() {
            surface.fill(&picture.colours.line, 0.0, one.places.end.round(), surface.width, 1.0);
        }
    }
}

fn lanes(surface: &Surface, picture: &Picture<'_>, path: usize, one: &One) {
    let colours = picture.colours;
    let view = &picture.shown.all.paths[path];
    let x = |ns: i64| one.scale.x_from_time(ns as f64);
    // The whole call; what shows is its own time.
    if let (Some(top), Some(bottom)) = (one.places.host.first(), one.places.host.last()) {
        let left = x(0).max(0.0);
        let right = x(one.lanes.host_ns).min(surface.width);
        surface.fill(&colours.sunken, left, *top, (right - left).max(0.0), bottom + LANE - top);
        let ink = if one.rows.is_some() { &colours.fg_2 } else { &colours.fg };
        behind(surface, picture, x(one.lanes.host_ns), *top, &time(one.lanes.host_ns as f64), ink);
    }
    for (pieces, top) in one.lanes.host.iter().zip(&one.places.host) {
        for piece in in_view(pieces, one.scale, surface.width) {
            let Some(rows) = &one.rows else {
                let look = usize::from(colour::FRAME_1);
                paint(surface, picture, one, piece, *top, look, &[], &view.region.name);
                continue;
            };
            let Some(node) = rows.nodes.get(piece.of as usize) else { continue };
            let op = one.op_of_node.get(piece.of as usize).copied().flatten();
            let look = op.map_or(frame_look(node.depth), |op| hue_look(picture.shown, op));
            paint(surface, picture, one, piece, *top, look, op.as_slice(), &node.name);
        }
    }
    if let Some(top) = one.places.device.first() {
        for (from, to) in &one.lanes.idle {
            let (left, right) = (x(*from).max(0.0), x(*to).min(surface.width));
            if right > left {
                surface.hatch(&colours.wait, 4.0, left, *top, right - left, LANE);
            }
        }
        if one.lanes.device.is_empty() {
            surface.g.set_fill_style_str(&colours.fg_3);
            surface.text(&t("paths-stack-no-device"), 6.0, top + LANE / 2.0 + 1.0);
        } else {
            let end = x(one.lanes.device_ns);
            behind(surface, picture, end, *top, &time(one.lanes.device_ns as f64), &colours.fg);
        }
    }
    for (pieces, top) in one.lanes.device.iter().zip(&one.places.device) {
        for piece in in_view(pieces, one.scale, surface.width) {
            let Some(rows) = &one.rows else {
                let look = usize::from(colour::FRAME_1);
                paint(surface, picture, one, piece, *top, look, &[], &t("paths-stack-busy"));
                continue;
            };
            let Some(item) = rows.items.get(piece.of as usize) else { continue };
            let ops = one.ops_of_item.get(piece.of as usize).map_or(&[][..], Vec::as_slice);
            match ops {
                [] => {
                    let look = usize::from(colour::FRAME_2);
                    paint(surface, picture, one, piece, *top, look, &[], &item.name);
                }
                [op] => {
                    let look = hue_look(picture.shown, *op);
                    paint(surface, picture, one, piece, *top, look, &[*op], &item.name);
                }
                several => stripes(surface, picture, one, piece, *top, several),
            }
        }
    }
}

fn in_view(pieces: &[Piece], scale: Scale, width: f64) -> impl Iterator<Item = &Piece> {
    let (from, to) = (scale.time_from_x(0.0), scale.time_from_x(width));
    pieces
        .iter()
        .filter(move |piece| (piece.start_ns + piece.dur_ns) as f64 >= from && piece.start_ns as f64 <= to)
        .take(MOST)
}

fn frame_look(depth: u32) -> usize {
    usize::from(if depth <= 1 { colour::FRAME_1 } else { colour::FRAME_2 })
}

fn hue_look(shown: &Shown, op: u32) -> usize {
    match shown.hues.get(op as usize).copied().unwrap_or(0) {
        0 => usize::from(colour::FRAME_1),
        hue => usize::from(hue) - 1,
    }
}

#[expect(clippy::too_many_arguments, reason = "one box, drawn from all that it is made of")]
fn paint(
    surface: &Surface,
    picture: &Picture<'_>,
    one: &One,
    piece: &Piece,
    top: f64,
    look: usize,
    ops: &[u32],
    label: &str,
) {
    let (left, width) = extent(one, piece, surface.width);
    let looks = picture.colours.of(look);
    dim(surface, picture, ops);
    if width < 3.0 {
        surface.fill(&looks.edge, left, top, width.max(1.0), LANE);
    } else {
        surface.fill(&looks.fill, left, top, width - 0.5, LANE);
        surface.fill(&looks.edge, left, top, 1.0, LANE);
        if width >= LABELLED {
            text_in(surface, picture, left, width, top, label, piece, looks.ink);
        }
    }
    surface.g.set_global_alpha(1.0);
}

#[expect(clippy::too_many_arguments, reason = "one label, with its place")]
fn text_in(
    surface: &Surface,
    picture: &Picture<'_>,
    left: f64,
    width: f64,
    top: f64,
    label: &str,
    piece: &Piece,
    ink: Ink,
) {
    let room = width - 2.0 * INSET;
    let middle = top + LANE / 2.0 + 1.0;
    surface.g.set_fill_style_str(picture.colours.ink(ink));
    let Some((text, used)) = fit(label, room, picture.widths) else { return };
    surface.text(&text, left + INSET, middle);
    let took = time(piece.dur_ns as f64);
    let wide = picture.widths.text_width(&took);
    if !text.ends_with('…') && used + wide + 12.0 < room {
        surface.text(&took, left + width - INSET - wide, middle);
    }
}

/// Stripes name the ops of a fused item; their widths say nothing.
fn stripes(surface: &Surface, picture: &Picture<'_>, one: &One, piece: &Piece, top: f64, ops: &[u32]) {
    let (left, width) = extent(one, piece, surface.width);
    let wide = width.max(2.0) / ops.len() as f64;
    for (i, op) in ops.iter().enumerate() {
        dim(surface, picture, &[*op]);
        let fill = &picture.colours.of(hue_look(picture.shown, *op)).fill;
        surface.fill(fill, left + i as f64 * wide, top, wide + 0.3, LANE);
    }
    surface.g.set_global_alpha(1.0);
    surface.g.set_stroke_style_str(&picture.colours.fg);
    surface.g.set_line_width(1.5);
    surface.g.stroke_rect(left + 0.75, top + 0.75, (width - 1.5).max(1.0), LANE - 1.5);
    surface.g.set_line_width(1.0);
}

fn extent(one: &One, piece: &Piece, width: f64) -> (f64, f64) {
    let left = one.scale.x_from_time(piece.start_ns as f64);
    let right = one.scale.x_from_time((piece.start_ns + piece.dur_ns) as f64);
    // The label sticks to the part in view.
    let shown = left.max(-1.0);
    (shown, (right.min(width + 1.0) - shown).max(1.0))
}

fn dim(surface: &Surface, picture: &Picture<'_>, ops: &[u32]) {
    let lit = picture.lit.is_none_or(|lit| ops.contains(&lit));
    surface.g.set_global_alpha(if lit { 1.0 } else { 0.28 });
}

/// What stands behind the end of a lane.
fn behind(surface: &Surface, picture: &Picture<'_>, x: f64, top: f64, text: &str, ink: &str) {
    if x + picture.widths.text_width(text) < surface.width + MARGIN && x > -MARGIN {
        surface.g.set_fill_style_str(ink);
        surface.text(text, x.max(0.0) + 7.0, top + LANE / 2.0 + 1.0);
    }
}
