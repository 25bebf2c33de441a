//! What lies under the slices: surfaces, grid, lines, the end of the file.

use super::Picture;
use super::surface::Surface;
use crate::app::words::tv;
use crate::timeline::layout::{DEEPER_PX, PAD_PX, Placed, StripBody};

/// The ground of a section of strips.
pub fn draw(picture: Picture<'_>, surface: &Surface, strips: &[Placed<'_>], grid: &[f64]) {
    let colours = picture.colours;
    for placed in strips {
        if let StripBody::Process { .. } = placed.strip.body {
            surface.fill(&colours.sunken, 0.0, placed.y, surface.width, placed.strip.height);
        }
    }
    surface.g.set_fill_style_str(&colours.grid);
    for x in grid {
        surface.g.fill_rect(surface.snap(*x), 0.0, 1.0, surface.height);
    }
    for placed in strips {
        let bottom = surface.snap(placed.y + placed.strip.height) - 1.0;
        surface.fill(&colours.line, 0.0, bottom, surface.width, 1.0);
        lanes(picture, surface, *placed);
        if let StripBody::Rows { deeper, .. } = placed.strip.body
            && deeper > 0
        {
            let y = placed.y + placed.strip.height - PAD_PX - DEEPER_PX;
            surface.hatch(&colours.grid, 5.0, 0.0, y, surface.width, DEEPER_PX);
            surface.g.set_fill_style_str(&colours.fg_2);
            let text = tv("timeline-deeper", &[("n", deeper.into())]);
            surface.text(&text, 5.0, y + DEEPER_PX / 2.0 + 0.5);
        }
    }
}

/// Lines between lanes of overlapping slices.
fn lanes(picture: Picture<'_>, surface: &Surface, placed: Placed<'_>) {
    let g = &surface.g;
    let mut any = false;
    for y in placed.strip.lane_lines() {
        if !any {
            g.set_stroke_style_str(&picture.colours.line_2);
            g.set_line_width(1.0);
            surface.dash(&[2.0, 3.0]);
            any = true;
        }
        let y = surface.snap_line(placed.y + y);
        surface.line(0.0, y, surface.width, y);
    }
    if any {
        surface.dash(&[]);
    }
}

/// Hatch after the last event of a file that was cut off.
pub fn draw_file_end(picture: Picture<'_>, surface: &Surface, label: &str) {
    if picture.info.cut.is_none() {
        return;
    }
    let x = picture.view.viewport.x_from_time(picture.info.bounds.end).max(0.0);
    if x >= surface.width {
        return;
    }
    let (g, colours) = (&surface.g, picture.colours);
    g.set_global_alpha(0.6);
    surface.hatch(&colours.wait, 7.0, x, 0.0, surface.width - x, surface.height);
    g.set_global_alpha(1.0);
    surface.fill(&colours.edge, surface.snap(x), 0.0, 1.0, surface.height);
    use crate::timeline::label::CharWidths;
    let width = picture.widths.text_width(label);
    if width + 20.0 < surface.width - x {
        surface.fill(&colours.surface, x + 8.0, 8.0, width + 10.0, 18.0);
        g.set_fill_style_str(&colours.fg_2);
        surface.text(label, x + 13.0, 17.0);
    }
}
