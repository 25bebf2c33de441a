//! The axis under timelines that lie over each other.

use crate::app::timeline::paint::colours::Colours;
use crate::app::timeline::paint::surface::Surface;
use crate::app::timeline::paint::widths::Widths;
use crate::app::words::t;
use crate::timeline::label::CharWidths;
use crate::timeline::paths::axis::ticks;
use crate::timeline::paths::stack::Scale;

/// Draws it from `foot` down, with its lines above. Where each path has a scale
/// of its own there are no times to write.
pub fn axis(
    surface: &Surface,
    (colours, widths): (&Colours, &Widths),
    scale: Option<Scale>,
    own_scale: bool,
    foot: f64,
) {
    surface.fill(&colours.line_2, 0.0, foot, surface.width, 1.0);
    let Some(scale) = scale else { return };
    let middle = f64::midpoint(foot, surface.height) + 1.0;
    if own_scale {
        surface.g.set_fill_style_str(&colours.fg_3);
        surface.text(&t("paths-stack-own-axis"), 4.0, middle);
        return;
    }
    let (from, to) = (scale.time_from_x(0.0), scale.time_from_x(surface.width));
    for tick in ticks(from, to, (surface.width / 110.0).clamp(2.0, 24.0) as usize) {
        let x = surface.snap(scale.x_from_time(tick.at_ns));
        surface.fill(&colours.grid, x, 0.0, 1.0, foot);
        surface.fill(&colours.edge, x, foot, 1.0, 5.0);
        surface.g.set_fill_style_str(&colours.fg_3);
        if x + 6.0 + widths.text_width(&tick.label) < surface.width {
            surface.text(&tick.label, x + 4.0, middle);
        }
    }
}
