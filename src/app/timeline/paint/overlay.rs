//! What moves above the slices: pointer, hover, selection, arrows, area, marks.

use super::surface::Surface;
use super::{Picture, arrows};
use crate::app::timeline::pointed::Pointed;
use crate::engine::protocol::{Item, Located};
use crate::text::format;
use crate::timeline::label::CharWidths;
use crate::timeline::layout::{PAD_PX, SLICE_PX, StripBody, StripKey};
use crate::timeline::view::View;
use crate::trace::{Interval, TrackId};

/// Everything above the slices.
pub struct Above<'a> {
    pub pointed: Option<&'a Pointed>,
    /// Pixel of the pointer's time, while it is over the timeline.
    pub cursor_x: Option<f64>,
    /// The selection's place.
    pub selected: Option<&'a Located>,
    /// A track or process that is being dragged goes here.
    pub drop_y: Option<f64>,
}

/// Draws it on a canvas of its own, so that moving the pointer redraws no
/// slices.
pub fn draw(picture: Picture<'_>, surface: &Surface, above: &Above<'_>) {
    surface.clear();
    area(picture, surface);
    marks(picture, surface);
    if let Some(pointed) = above.pointed {
        hover(picture, surface, pointed);
    }
    arrows::draw(picture, surface);
    if let Some(selected) = above.selected {
        selection(picture, surface, selected);
    }
    arrows::draw_left_out(picture, surface);
    if let Some(x) = above.cursor_x {
        surface.g.set_global_alpha(0.35);
        surface.fill(&picture.colours.fg, surface.snap(x), 0.0, 1.0, surface.height);
        surface.g.set_global_alpha(1.0);
    }
    if let Some(y) = above.drop_y {
        surface.fill(&picture.colours.accent, 0.0, y - 1.0, surface.width, 2.0);
    }
}

fn area(picture: Picture<'_>, surface: &Surface) {
    let Some(area) = &picture.view.area else { return };
    let viewport = &picture.view.viewport;
    let (left, right) = (viewport.x_from_time(area.start), viewport.x_from_time(area.end));
    let (from, to) = (left.max(-2.0), right.min(surface.width + 2.0));
    if to < 0.0 || from > surface.width {
        return;
    }
    let (g, colours) = (&surface.g, picture.colours);
    let spans = if area.tracks.is_empty() {
        vec![(0.0, surface.height)]
    } else {
        tracks_spans(picture.view, &area.tracks)
    };
    for (top, bottom) in spans {
        g.set_global_alpha(0.12);
        surface.fill(&colours.accent, from, top, to - from, bottom - top);
        g.set_global_alpha(1.0);
        for x in [left, right] {
            surface.fill(&colours.accent, surface.snap(x), top, 1.0, bottom - top);
        }
    }
    let text = format::ticks(area.end.saturating_sub(area.start), picture.info.unit);
    let width = picture.widths.text_width(&text);
    if to - from > width + 24.0 {
        let middle = (from.max(0.0) + to.min(surface.width)) / 2.0;
        g.begin_path();
        let _ = g.round_rect_with_f64(middle - width / 2.0 - 7.0, 4.0, width + 14.0, 18.0, 4.0);
        g.set_fill_style_str(&colours.surface);
        g.fill();
        g.set_stroke_style_str(&colours.accent);
        g.set_line_width(1.0);
        g.stroke();
        g.set_fill_style_str(&colours.fg);
        surface.text(&text, middle - width / 2.0, 13.5);
    }
}

/// Where tracks are on screen, joined where they touch.
fn tracks_spans(view: &View, tracks: &[TrackId]) -> Vec<(f64, f64)> {
    let mut spans: Vec<(f64, f64)> = Vec::new();
    for placed in view.layout().in_view(view.scroll, view.height_px, 0.0) {
        if !placed.strip.track().is_some_and(|track| tracks.contains(&track)) {
            continue;
        }
        let (top, bottom) = (placed.y, placed.y + placed.strip.height);
        match spans.last_mut() {
            Some(last) if (last.1 - top).abs() < 0.5 => last.1 = bottom,
            _ => spans.push((top, bottom)),
        }
    }
    spans
}

fn marks(picture: Picture<'_>, surface: &Surface) {
    if picture.view.marks.is_empty() {
        return;
    }
    surface.g.set_stroke_style_str(&picture.colours.fg_2);
    surface.g.set_line_width(1.0);
    surface.dash(&[3.0, 3.0]);
    for mark in &picture.view.marks {
        let x = picture.view.viewport.x_from_time(mark.time);
        if (-1.0..=surface.width + 1.0).contains(&x) {
            let x = surface.snap_line(x);
            surface.line(x, 0.0, x, surface.height);
        }
    }
    surface.dash(&[]);
}

/// A thing's rectangle on screen: left, top, width, height. `None` while its
/// track is not shown.
pub fn rect_of(view: &View, track: TrackId, row: u32, span: Interval) -> Option<[f64; 4]> {
    let layout = view.layout();
    let held = layout.held_height(view.height_px);
    // The pinned one where there are two: it is always in view.
    let keys = [StripKey::Track { track, pinned: true }, StripKey::Track { track, pinned: false }];
    let (strip, y, pinned) = keys.into_iter().enumerate().find_map(|(at, key)| {
        Some((layout.strip(key)?, layout.y_of(key, view.scroll, view.height_px)?, at == 0))
    })?;
    let (top, height) = match strip.body {
        StripBody::Rows { rows, .. } if row < rows => (strip.row_y(row), SLICE_PX),
        StripBody::Rows { .. } => return None,
        _ => (PAD_PX, strip.height - 2.0 * PAD_PX),
    };
    let top = y + top;
    if !pinned && top + height <= held {
        return None;
    }
    let left = view.viewport.x_from_time(span.start).max(-20.0);
    let right = view.viewport.x_from_time(span.end).min(view.viewport.width_px() + 20.0);
    Some([left, top, (right - left).max(1.0), height])
}

fn hover(picture: Picture<'_>, surface: &Surface, pointed: &Pointed) {
    if pointed.is_point() {
        return;
    }
    let Some([x, y, width, height]) = rect_of(picture.view, pointed.track, pointed.row, pointed.span) else {
        return;
    };
    let (x, y) = (surface.snap(x), surface.snap(y));
    surface.g.set_stroke_style_str(&picture.colours.fg);
    surface.g.set_line_width(1.5);
    surface.g.stroke_rect(x + 0.25, y + 0.25, (width - 1.0).max(1.5), height - 0.5);
}

fn selection(picture: Picture<'_>, surface: &Surface, at: &Located) {
    let selected = match at.item {
        Item::Slice(slice) => Some(slice),
        Item::Instant(_) | Item::Counter { .. } => None,
    };
    if let Some(slice) = selected {
        for end in arrows::partners(picture, slice) {
            if let Some(span) = span_of_box(picture, end.track, end.row, end.slice) {
                outline(picture, surface, end.track, end.row, span, 1.25);
            }
        }
        let span = crate::timeline::view::span_of(at);
        outline(picture, surface, at.track, at.row, span, 2.0);
    } else {
        point(picture, surface, at);
    }
}

/// The span of a slice as the frame has it.
fn span_of_box(
    picture: Picture<'_>,
    track: TrackId,
    row: u32,
    slice: crate::trace::SliceId,
) -> Option<Interval> {
    picture.held?.rows_of(track).find_map(|part| {
        if !part.rows().contains(&row) {
            return None;
        }
        let at = part.row(row).find(|&at| part.boxes.slice[at] == slice)?;
        Some(Interval::new(part.boxes.start[at], part.boxes.end[at]))
    })
}

fn outline(picture: Picture<'_>, surface: &Surface, track: TrackId, row: u32, span: Interval, line: f64) {
    let Some([x, y, width, height]) = rect_of(picture.view, track, row, span) else { return };
    let right = surface.snap(x + width);
    let (x, y) = (surface.snap(x), surface.snap(y));
    let width = (right - x).max(4.0);
    let held = picture.view.layout().held_height(picture.view.height_px);
    let g = &surface.g;
    let pinned = picture.view.tracks.is_pinned(track);
    let top = if pinned { 0.0 } else { held };
    surface.clipped(0.0, top, surface.width, (surface.height - top).max(0.0), || {
        for (colour, line) in [(&picture.colours.surface, line + 2.0), (&picture.colours.accent, line)] {
            g.set_stroke_style_str(colour);
            g.set_line_width(line);
            g.stroke_rect(x - 0.5, y - 0.5, width + 1.0, height + 1.0);
        }
    });
}

/// An instant, or a counter's value at a time.
fn point(picture: Picture<'_>, surface: &Surface, at: &Located) {
    let layout = picture.view.layout();
    let keys = [true, false].map(|pinned| StripKey::Track { track: at.track, pinned });
    let found = keys.into_iter().find_map(|key| {
        Some((layout.strip(key)?, layout.y_of(key, picture.view.scroll, picture.view.height_px)?))
    });
    let Some((strip, y)) = found else { return };
    let x = surface.snap_line(picture.view.viewport.x_from_time(at.start));
    let g = &surface.g;
    g.set_stroke_style_str(&picture.colours.accent);
    g.set_line_width(1.5);
    surface.line(x, y, x, y + strip.height);
    if let StripBody::Rows { marks: true, .. } = strip.body {
        g.stroke_rect(x - 7.0, y + 1.5, 14.0, 13.0);
    }
}
