//! Strips that say how much of the time is covered.

use super::Picture;
use super::surface::Surface;
use crate::timeline::frame::BusyBand;
use crate::timeline::layout::Placed;

const ALPHA: f64 = 0.38;

/// Bars from the bottom of a strip, one for each column.
pub fn draw(picture: Picture<'_>, surface: &Surface, placed: Placed<'_>, busy: &BusyBand) {
    let Some(held) = picture.held else { return };
    let frame = &held.frame;
    let columns = busy.share.len();
    let ticks = frame.end.saturating_sub(frame.start) as f64;
    if columns == 0 || ticks <= 0.0 {
        return;
    }
    let viewport = &picture.view.viewport;
    // Columns that are in view, and their width on screen.
    let left = viewport.x_from_time(frame.start);
    let column_px = ticks / columns as f64 / viewport.ticks_per_px();
    let first = (-left / column_px).floor().max(0.0) as usize;
    let end = ((surface.width - left) / column_px).ceil().clamp(0.0, columns as f64) as usize;
    let bottom = placed.y + placed.strip.height - 4.0;
    let height = placed.strip.height - 10.0;
    let g = &surface.g;
    match busy.colour {
        // As the legend has it.
        Some(colour) => g.set_fill_style_str(&picture.colours.of(picture.colours.look(colour, 0)).fill),
        None => {
            g.set_fill_style_str(&picture.colours.fg_3);
            g.set_global_alpha(ALPHA);
        }
    }
    let mut at = first;
    while at < end {
        let share = busy.share[at];
        let run = at;
        while at < end && busy.share[at] == share {
            at += 1;
        }
        if share > 0 {
            let x = surface.snap(left + run as f64 * column_px);
            let to = surface.snap(left + at as f64 * column_px).max(x + surface.pixel());
            // A trace of time is still a pixel high.
            let bar = (f64::from(share) / 255.0 * height).max(1.0);
            g.fill_rect(x, surface.snap(bottom - bar), to - x, bar);
        }
    }
    g.set_global_alpha(1.0);
}
