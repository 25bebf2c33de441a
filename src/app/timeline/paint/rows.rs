//! Slices of a track.

use super::Picture;
use super::batch::{Batch, BoxAt, NARROW_PX};
use super::colours::with_alpha;
use super::surface::Surface;
use crate::app::timeline::held::RowsIn;
use crate::text::format;
use crate::timeline::frame::box_flag;
use crate::timeline::layout::{Placed, SLICE_PX, StripBody};
use crate::trace::TrackId;

/// How far beyond the edges of the canvas boxes reach: their start edges and
/// outlines must not show.
const BEYOND_PX: f64 = 8.0;
/// Longest fade of an open end.
const FADE_PX: f64 = 48.0;

/// Flags whose boxes are not plain rectangles.
const SPECIAL: u8 =
    box_flag::UNFINISHED | box_flag::CLIPPED | box_flag::REPAIRED | box_flag::INSTANT | box_flag::NO_BEGIN;

/// A box that wants more than a rectangle.
#[derive(Clone, Copy)]
pub struct Special {
    flags: u8,
    look: usize,
    left: f64,
    right: f64,
    top: f64,
}

/// Collects the boxes of a strip that are in view.
pub fn collect(
    picture: Picture<'_>,
    surface: &Surface,
    placed: Placed<'_>,
    track: TrackId,
    batch: &mut Batch,
    special: &mut Vec<Special>,
) {
    let (Some(held), StripBody::Rows { rows, .. }) = (picture.held, placed.strip.body) else { return };
    // A track that is also pinned may have two bands with the same rows.
    let mut drawn = Vec::new();
    for part in held.rows_of(track) {
        for row in part.rows().filter(|&row| row < rows) {
            let top = placed.y + placed.strip.row_y(row);
            if top + SLICE_PX < 0.0
                || top > surface.height
                || drawn.iter().any(|d: &std::ops::Range<u32>| d.contains(&row))
            {
                continue;
            }
            collect_row(picture, surface, &part, row, surface.snap(top), batch, special);
        }
        drawn.push(part.rows());
    }
}

fn collect_row(
    picture: Picture<'_>,
    surface: &Surface,
    part: &RowsIn<'_>,
    row: u32,
    top: f64,
    batch: &mut Batch,
    special: &mut Vec<Special>,
) {
    let (viewport, boxes) = (&picture.view.viewport, part.boxes);
    let range = part.row(row);
    let visible = viewport.interval();
    let starts = &boxes.start[range.clone()];
    // Boxes of a row follow each other; the one before may reach in.
    let first = range.start + starts.partition_point(|&start| start < visible.start).saturating_sub(1);
    let (least, most) = (-BEYOND_PX, surface.width + BEYOND_PX);
    for at in first..range.end {
        if boxes.start[at] > visible.end {
            break;
        }
        let left = surface.snap(viewport.x_from_time(boxes.start[at]).max(least));
        let right = surface.snap(viewport.x_from_time(boxes.end[at]).min(most)).max(left + 1.0);
        if right < 0.0 || left > surface.width {
            continue;
        }
        let (flags, count) = (boxes.flags[at], boxes.count[at]);
        let look = picture.colours.look(boxes.colour[at], flags);
        let hit = flags & box_flag::HIT != 0;
        let dim = picture.searching && !hit;
        if flags & SPECIAL != 0 && count == 1 {
            special.push(Special { flags, look, left, right, top });
            if flags & box_flag::INSTANT != 0 {
                continue;
            }
        }
        if flags & box_flag::WAIT != 0 && right - left >= NARROW_PX {
            batch.push_wait(BoxAt { look, hit, dim, left, right, top }, surface.pixel());
            continue;
        }
        let open = flags & (box_flag::UNFINISHED | box_flag::NO_BEGIN) != 0 && right - left >= NARROW_PX;
        if !open {
            batch.push(BoxAt { look, hit, dim, left, right, top }, surface.pixel());
        }
        if count > 1 || right - left < NARROW_PX {
            continue;
        }
        if let Some(name) = picture.held.and_then(|held| held.name(boxes.name[at])) {
            let second = || format::ticks(boxes.end[at].saturating_sub(boxes.start[at]), picture.info.unit);
            let in_view = (left.max(0.0), right.min(surface.width));
            let ink = picture.colours.of(look).ink;
            batch.label(name, second, in_view, top + SLICE_PX / 2.0 + 0.5, ink, dim, picture.widths);
        }
    }
    batch.end_run();
}

/// Fills of boxes with an open end: below the labels.
pub fn draw_open(picture: Picture<'_>, surface: &Surface, special: &[Special]) {
    for at in special.iter().filter(|at| at.right - at.left >= NARROW_PX) {
        let (open_end, open_begin) =
            (at.flags & box_flag::UNFINISHED != 0, at.flags & box_flag::NO_BEGIN != 0);
        if !open_end && !open_begin {
            continue;
        }
        let colour = picture.colours.of(at.look);
        let width = at.right - at.left;
        let gradient = surface.g.create_linear_gradient(at.left, 0.0, at.right, 0.0);
        let (full, none) = (colour.fill.as_str(), with_alpha(&colour.fill, 0.0));
        let part = (FADE_PX / width).min(0.5) as f32;
        let mut stops = Vec::new();
        stops.push((0.0, if open_begin { none.as_str() } else { full }));
        if open_begin {
            stops.push((part, full));
        }
        if open_end {
            stops.push((1.0 - part, full));
        }
        stops.push((1.0, if open_end { none.as_str() } else { full }));
        for (offset, colour) in stops {
            // Fails only for colours that the style sheet does not hold.
            let _ = gradient.add_color_stop(offset, colour);
        }
        surface.g.set_fill_style_canvas_gradient(&gradient);
        surface.g.fill_rect(at.left, at.top, width, SLICE_PX);
        if !open_begin {
            surface.fill(&colour.edge, at.left, at.top, 1.0, SLICE_PX);
        }
    }
}

/// What stands out above plain boxes: hatches, dashed edges, points.
pub fn draw_special(picture: Picture<'_>, surface: &Surface, special: &[Special]) {
    let g = &surface.g;
    for at in special {
        let colour = picture.colours.of(at.look);
        if at.flags & box_flag::INSTANT != 0 {
            let (x, y) = (at.left, at.top + SLICE_PX / 2.0);
            g.set_fill_style_str(&colour.edge);
            g.begin_path();
            g.move_to(x, y - 6.0);
            g.line_to(x + 5.0, y);
            g.line_to(x, y + 6.0);
            g.line_to(x - 5.0, y);
            g.fill();
            continue;
        }
        let width = at.right - at.left;
        if width < NARROW_PX {
            continue;
        }
        if at.flags & box_flag::REPAIRED != 0 {
            g.set_global_alpha(0.55);
            surface.hatch(&colour.edge, 5.0, at.left, at.top, width, SLICE_PX);
            g.set_global_alpha(1.0);
        }
        if at.flags & box_flag::CLIPPED != 0 {
            let x = surface.snap_line(at.right - 1.0);
            g.set_stroke_style_str(&colour.edge);
            g.set_line_width(1.0);
            surface.dash(&[2.0, 2.0]);
            surface.line(x, at.top, x, at.top + SLICE_PX);
            surface.dash(&[]);
        }
    }
}
