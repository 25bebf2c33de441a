//! The histogram of a path's instances.

use super::say::time;
use super::shown::Shown;
use crate::app::paint::{Surface, colour, surface};
use crate::app::words::tv;
use crate::lowering::comparison::Spread;
use leptos::html;
use leptos::prelude::*;

const BINS: usize = 30;

pub fn spark(shown: &Shown, path: usize) -> AnyView {
    let view = &shown.all.paths[path];
    let canvas = NodeRef::<html::Canvas>::new();
    let (state, durations, total) = (shown.state, view.durations_ns.clone(), view.total);
    Effect::new(move |_| {
        state.dark.track();
        if let Some(canvas) = canvas.get() {
            // Once the grid has given it its width.
            let (durations, total) = (durations.clone(), total);
            request_animation_frame(move || {
                if let Some(surface) = surface(&canvas) {
                    draw(&surface, &durations, total);
                }
            });
        }
    });
    let label = tv(
        "spark-label",
        &[
            ("count", view.instance_count.into()),
            ("low", time(total.p10).into()),
            ("high", time(total.p90).into()),
        ],
    );
    view! { <canvas class="spark" role="img" aria-label=label.clone() title=label node_ref=canvas></canvas> }
        .into_any()
}

fn draw(surface: &Surface, durations: &[i64], total: Spread) {
    let (g, width, height) = (&surface.context, surface.width, surface.height);
    // A few outliers must not squeeze the rest into one bar.
    let room = (total.p90 - total.p10).max(total.median * 0.01).max(1.0);
    let (low, high) = (total.p10 - room * 0.6, total.p90 + room * 0.8);
    let x = |ns: f64| ((ns - low) / (high - low)).clamp(0.0, 1.0) * width;
    let mut bins = [0u32; BINS];
    for ns in durations {
        let at = (x(*ns as f64) / width * BINS as f64) as usize;
        bins[at.min(BINS - 1)] += 1;
    }
    let most = bins.iter().copied().max().unwrap_or(0).max(1);
    let base = height - 2.0;
    g.set_fill_style_str(&colour("--accent-soft"));
    g.fill_rect(x(total.p10), 0.0, (x(total.p90) - x(total.p10)).max(1.0), base);
    g.set_fill_style_str(&colour("--frame-k"));
    let bin = width / BINS as f64;
    for (at, count) in bins.iter().enumerate().filter(|(_, count)| **count > 0) {
        let tall = (f64::from(*count) / f64::from(most) * (base - 3.0)).max(2.0);
        g.fill_rect(at as f64 * bin + 0.5, base - tall, (bin - 1.5).max(1.0), tall);
    }
    g.set_fill_style_str(&colour("--line-2"));
    g.fill_rect(0.0, base, width, 1.0);
    g.set_fill_style_str(&colour("--fg"));
    g.fill_rect(x(total.median) - 1.0, 0.0, 2.0, base);
}
