//! Points in time: on their track, and lines for those of the whole trace.

use super::Picture;
use super::surface::Surface;
use crate::timeline::frame::MarkBox;
use crate::timeline::label::fit;
use crate::timeline::layout::{MARKS_PX, PAD_PX, Placed};
use crate::trace::{InstantKind, Scope, TrackId};

/// Half the size of a mark, in CSS pixels.
const HALF: f64 = 4.0;

/// The marks of a track, above its rows.
pub fn draw(picture: Picture<'_>, surface: &Surface, placed: Placed<'_>, track: TrackId) {
    let Some(held) = picture.held else { return };
    // Each band of a track has all of the track's marks, but for those of the
    // whole trace.
    let Some(part) = held.rows_of(track).next() else { return };
    let globals: Vec<MarkBox> =
        held.frame.globals.iter().filter(|mark| mark.track == track).cloned().collect();
    for marks in [part.boxes.marks.as_slice(), globals.as_slice()] {
        draw_marks(picture, surface, placed, marks);
    }
}

fn draw_marks(picture: Picture<'_>, surface: &Surface, placed: Placed<'_>, marks: &[MarkBox]) {
    let viewport = &picture.view.viewport;
    let y = placed.y + PAD_PX / 2.0 + MARKS_PX / 2.0;
    let visible = viewport.interval();
    let first = marks.partition_point(|mark| mark.time < visible.start).saturating_sub(1);
    let mut last_x = f64::NEG_INFINITY;
    for (at, mark) in marks.iter().enumerate().skip(first) {
        if mark.time > visible.end {
            break;
        }
        let x = viewport.x_from_time(mark.time);
        if x < -HALF || x - last_x < surface.pixel() {
            continue;
        }
        last_x = x;
        let dim = picture.searching && !mark.hit;
        surface.g.set_global_alpha(if dim { 0.3 } else { 1.0 });
        surface.g.set_fill_style_str(if mark.hit { &picture.colours.hit } else { &picture.colours.fg_2 });
        surface.g.set_stroke_style_str(if mark.hit { &picture.colours.hit } else { &picture.colours.fg_2 });
        if mark.scope == Scope::Process {
            surface.g.set_line_width(1.0);
            let line = surface.snap_line(x);
            surface.dash(&[1.0, 2.0]);
            surface.line(line, y, line, placed.y + placed.strip.height);
            surface.dash(&[]);
        }
        shape(surface, mark.kind, x, y);
        let next = marks.get(at + 1).map_or(surface.width, |next| viewport.x_from_time(next.time));
        let room = next.min(surface.width) - x - HALF * 2.0 - 8.0;
        if mark.count == 1
            && room > 24.0
            && let Some((text, _)) = fit(&mark.name, room, picture.widths)
        {
            surface.g.set_fill_style_str(&picture.colours.fg_2);
            surface.text(&text, x + HALF + 4.0, y + 0.5);
        }
    }
    surface.g.set_global_alpha(1.0);
}

fn shape(surface: &Surface, kind: InstantKind, x: f64, y: f64) {
    let g = &surface.g;
    g.begin_path();
    match kind {
        InstantKind::Mark | InstantKind::ClockSync => {
            g.move_to(x, y - HALF - 0.5);
            g.line_to(x + HALF, y);
            g.line_to(x, y + HALF + 0.5);
            g.line_to(x - HALF, y);
            g.fill();
        }
        InstantKind::Sample => {
            let _ = g.arc(x, y, 2.0, 0.0, std::f64::consts::TAU);
            g.fill();
        }
        InstantKind::MemoryDump => {
            g.fill_rect(x - HALF + 1.0, y - HALF + 1.0, HALF * 2.0 - 2.0, HALF * 2.0 - 2.0);
        }
        InstantKind::Snapshot => {
            let _ = g.arc(x, y, HALF - 1.0, 0.0, std::f64::consts::TAU);
            g.set_line_width(1.5);
            g.stroke();
        }
        InstantKind::EndWithoutBegin => {
            g.set_line_width(1.5);
            g.move_to(x - HALF, y);
            g.line_to(x, y);
            g.move_to(x, y - HALF);
            g.line_to(x, y + HALF);
            g.stroke();
        }
    }
}

/// Lines of the whole trace's instants.
pub fn draw_globals(picture: Picture<'_>, surface: &Surface, marks: &[MarkBox]) {
    let g = &surface.g;
    g.set_line_width(1.0);
    surface.dash(&[4.0, 3.0]);
    for mark in marks {
        let x = picture.view.viewport.x_from_time(mark.time);
        if !(-1.0..=surface.width + 1.0).contains(&x) {
            continue;
        }
        let colour = if mark.hit { &picture.colours.hit } else { &picture.colours.edge };
        g.set_stroke_style_str(colour);
        let line = surface.snap_line(x);
        surface.line(line, 0.0, line, surface.height);
    }
    surface.dash(&[]);
}
