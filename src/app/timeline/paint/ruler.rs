//! The time axis: marks, the pointer's time and the span own their places;
//! the labels of the ticks give way.

use super::Picture;
use super::surface::Surface;
use crate::app::words::tv;
use crate::text::format;
use crate::timeline::label::{CharWidths, fit};
use crate::timeline::ruler::{Ruler, labels_that_fit};
use crate::timeline::time_text::time_text_beside;
use crate::timeline::view::origin;

/// Least distance of two labels, in CSS pixels.
pub const LABEL_GAP_PX: f64 = 84.0;
/// A canvas narrower than this does not say how much is in view.
const SPAN_FROM_PX: f64 = 560.0;
/// A note on a mark takes at most this.
const NOTE_PX: f64 = 220.0;
const INSET: f64 = 4.0;

/// A mark's flag on the ruler: its number and the pixels it takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flag {
    pub number: u32,
    pub left: f64,
    pub right: f64,
}

/// Draws the axis and tells where the flags are.
pub fn draw(picture: Picture<'_>, surface: &Surface, ruler: &Ruler, cursor_x: Option<f64>) -> Vec<Flag> {
    let (colours, widths, unit) = (picture.colours, picture.widths, picture.info.unit);
    let (g, width, height) = (&surface.g, surface.width, surface.height);
    let viewport = &picture.view.viewport;
    let text_y = height - 11.0;
    surface.fill(&colours.surface_2, 0.0, 0.0, width, height);
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let free = |taken: &[(f64, f64)], from: f64, to: f64| taken.iter().all(|&(a, b)| to < a || from > b);

    let mut span_text = String::new();
    if width > SPAN_FROM_PX {
        let ticks = viewport.span_ticks().min(i64::MAX as f64) as i64;
        span_text = tv("timeline-in-view", &[("span", format::ticks(ticks, unit).into())]);
        taken.push((width - widths.text_width(&span_text) - 18.0, width));
    }
    if let Some(base) = &ruler.base {
        taken.push((0.0, widths.text_width(base) + 12.0));
    }
    let mut flags = Vec::new();
    let mut drawn = Vec::new();
    for mark in &picture.view.marks {
        let x = viewport.x_from_time(mark.time);
        if !(-1.0..width).contains(&x) {
            continue;
        }
        let number = mark.number.to_string();
        let mut text = number.clone();
        if !mark.note.is_empty()
            && let Some((note, _)) = fit(&mark.note, NOTE_PX, widths)
        {
            let long = format!("{number}  {note}");
            let end = x + widths.text_width(&long) + 14.0;
            if end < width && free(&taken, x, end + 6.0) {
                text = long;
            }
        }
        let flag = widths.text_width(&text) + 14.0;
        taken.push((x, x + flag));
        flags.push(Flag { number: mark.number, left: x - 2.0, right: x + flag });
        drawn.push((x, flag, text));
    }

    let cursor = cursor_x.map(|x| {
        let text = cursor_text(picture, x);
        let text_width = widths.text_width(&text) + 12.0;
        // Right of the line, else left of it; marks keep their places.
        let place = [x, x - text_width]
            .into_iter()
            .find(|&left| left >= 0.0 && left + text_width < width && free(&taken, left, left + text_width));
        taken.extend(place.map(|left| (left, left + text_width)));
        (x, place.map(|left| (left + 6.0, text)))
    });

    g.set_fill_style_str(&colours.line_2);
    for x in &ruler.minors {
        g.fill_rect(surface.snap(*x), height - 4.0, 1.0, 4.0);
    }
    for tick in &ruler.majors {
        g.fill_rect(surface.snap(tick.x), height - 9.0, 1.0, 9.0);
    }
    let fits = labels_that_fit(ruler, width, &taken, INSET, |text| widths.text_width(text));
    g.set_fill_style_str(&colours.fg_2);
    for (tick, _) in ruler.majors.iter().zip(fits).filter(|(_, fits)| *fits) {
        surface.text(&tick.label, tick.x + INSET, text_y);
    }
    if let Some(base) = &ruler.base {
        surface.fill(&colours.surface_2, 0.0, 2.0, widths.text_width(base) + 10.0, height - 12.0);
        g.set_fill_style_str(&colours.fg);
        surface.text(base, 5.0, text_y);
    }
    if !span_text.is_empty() {
        g.set_fill_style_str(&colours.fg_3);
        surface.text(&span_text, width - widths.text_width(&span_text) - 8.0, text_y);
    }
    area(picture, surface);
    if let Some((x, text)) = cursor {
        g.set_global_alpha(0.35);
        surface.fill(&colours.fg, surface.snap(x), 0.0, 1.0, height);
        g.set_global_alpha(1.0);
        if let Some((text_x, text)) = text {
            g.set_fill_style_str(&colours.fg);
            surface.text(&text, text_x, text_y);
        }
    }
    for (x, flag, text) in drawn {
        let x = surface.snap(x);
        g.set_fill_style_str(&colours.fg);
        g.begin_path();
        let _ = g.round_rect_with_f64(x, 3.0, flag, 17.0, 4.0);
        g.fill();
        g.fill_rect(x, 3.0, 1.5, height);
        g.set_fill_style_str(&colours.bg);
        surface.text(&text, x + 7.0, 12.0);
    }
    flags
}

/// The time at a pixel, in the unit of the axis.
fn cursor_text(picture: Picture<'_>, x: f64) -> String {
    let (viewport, unit) = (&picture.view.viewport, picture.info.unit);
    let relative = |time: i64| time.saturating_sub(origin(picture.info));
    let visible = viewport.interval();
    let greatest = relative(visible.start).saturating_abs().max(relative(visible.end).saturating_abs());
    let step = Ruler::cursor_step(viewport, unit);
    time_text_beside(relative(viewport.nearest_time_from_x(x)), greatest, step, unit)
}

fn area(picture: Picture<'_>, surface: &Surface) {
    let Some(area) = &picture.view.area else { return };
    let viewport = &picture.view.viewport;
    let left = viewport.x_from_time(area.start).max(-4.0);
    let right = viewport.x_from_time(area.end).min(surface.width + 4.0);
    if right < 0.0 || left > surface.width {
        return;
    }
    surface.g.set_global_alpha(0.16);
    surface.fill(&picture.colours.accent, left, 0.0, right - left, surface.height);
    surface.g.set_global_alpha(1.0);
    for x in [left, right] {
        surface.fill(&picture.colours.accent, surface.snap(x) - 1.0, surface.height - 12.0, 3.0, 12.0);
    }
}
