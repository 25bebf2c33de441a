//! The whole trace in a strip, with the visible window on it.

use super::Picture;
use super::surface::Surface;
use crate::engine::protocol::Overview;
use crate::timeline::label::fit;
use crate::timeline::viewport::Viewport;
use crate::trace::Interval;

/// Where strips begin; hits stand above.
const TOP: f64 = 7.0;
const GAP: f64 = 4.0;
/// A narrower window is drawn this wide.
pub const WINDOW_PX: f64 = 8.0;

/// The whole trace over the minimap's width.
pub fn viewport(span: Interval, width: f64) -> Viewport {
    Viewport::new(span, width)
}

/// The window's edges on the minimap, at least [`WINDOW_PX`] apart.
pub fn window(whole: &Viewport, visible: Interval) -> (f64, f64) {
    let (left, right) = (whole.x_from_time(visible.start), whole.x_from_time(visible.end));
    let middle = (left + right) / 2.0;
    let half = ((right - left) / 2.0).max(WINDOW_PX / 2.0);
    let width = whole.width_px();
    let (left, right) = (middle - half, middle + half);
    (left.clamp(0.0, width - WINDOW_PX), right.clamp(WINDOW_PX, width))
}

pub fn draw(picture: Picture<'_>, surface: &Surface, overview: Option<&Overview>) {
    let (g, colours) = (&surface.g, picture.colours);
    let (width, height) = (surface.width, surface.height);
    surface.fill(&colours.surface, 0.0, 0.0, width, height);
    let Some(overview) = overview else { return };
    let strips = &overview.strips;
    let each = ((height - TOP - 2.0) / strips.len().max(1) as f64).min(22.0);
    let top = TOP + (height - TOP - 2.0 - each * strips.len() as f64) / 2.0;
    for (at, strip) in strips.iter().enumerate() {
        let bar = (each - GAP.min(each * 0.25)).max(2.0);
        let bottom = top + each * at as f64 + bar;
        g.set_fill_style_str(&colours.fg_3);
        g.set_global_alpha(0.65);
        let column = width / strip.share.len().max(1) as f64;
        let mut at = 0;
        while at < strip.share.len() {
            let (run, share) = (at, strip.share[at]);
            while at < strip.share.len() && strip.share[at] == share {
                at += 1;
            }
            if share > 0 {
                let part = (f64::from(share) / 255.0 * bar).max(1.0);
                let x = surface.snap(run as f64 * column);
                g.fill_rect(x, bottom - part, surface.snap(at as f64 * column) - x, part);
            }
        }
        g.set_global_alpha(1.0);
    }
    g.set_fill_style_str(&colours.hit);
    let columns = strips.first().map_or(0, |strip| strip.share.len()).max(1);
    for hit in &overview.hits {
        g.fill_rect(surface.snap(f64::from(*hit) * width / columns as f64), 0.0, 1.5, 5.0);
    }
    let Some(span) = overview.span else { return };
    let whole = viewport(span, width);
    marks(picture, surface, &whole);
    let (left, right) = window(&whole, picture.view.viewport.interval());
    g.set_global_alpha(0.62);
    surface.fill(&colours.bg, 0.0, TOP, left, height - TOP);
    surface.fill(&colours.bg, right, TOP, width - right, height - TOP);
    g.set_global_alpha(1.0);
    for (at, strip) in strips.iter().enumerate().filter(|_| each >= 12.0) {
        let middle = top + each * at as f64 + (each - GAP) / 2.0 + 1.0;
        if let Some((name, name_width)) = fit(&strip.name, 120.0, picture.widths) {
            // Readable over a busy strip.
            g.set_global_alpha(0.7);
            surface.fill(&colours.surface, 3.0, middle - 6.5, name_width + 6.0, 13.0);
            g.set_global_alpha(1.0);
            g.set_fill_style_str(&colours.fg_2);
            surface.text(&name, 6.0, middle);
        }
    }
    g.set_stroke_style_str(&colours.accent);
    g.set_line_width(1.5);
    g.stroke_rect(left + 0.75, TOP - 0.25, right - left - 1.5, height - TOP - 1.0);
    let grip = ((height - TOP) / 2.0 - 7.0).max(0.0) + TOP;
    surface.fill(&colours.accent, left - 1.5, grip, 4.0, 14.0);
    surface.fill(&colours.accent, right - 2.5, grip, 4.0, 14.0);
}

fn marks(picture: Picture<'_>, surface: &Surface, whole: &Viewport) {
    for mark in &picture.view.marks {
        let x = surface.snap(whole.x_from_time(mark.time));
        surface.fill(&picture.colours.fg, x, 0.0, 1.0, surface.height);
    }
}
