//! How long one name takes on both paths: two histograms, one over the other.

use super::say::time;
use super::shown::Shown;
use crate::app::paint::{Surface, colour, surface};
use crate::app::words::{t, tv};
use crate::lowering::by_name::{NameRow, NameStats};
use leptos::html;
use leptos::prelude::*;

/// Between two lines of the hatch, CSS pixels.
const HATCH: f64 = 5.0;

pub fn name_figure(shown: &Shown, row: Memo<Option<NameRow>>, other: RwSignal<usize>) -> AnyView {
    let canvas = NodeRef::<html::Canvas>::new();
    let dark = shown.state.dark;
    Effect::new(move |_| {
        dark.track();
        if let (Some(row), Some(canvas)) = (row.get(), canvas.get())
            && let Some(surface) = surface(&canvas)
        {
            draw(&surface, &row);
        }
    });
    let (base_letter, of) = (shown.letter(shown.base()), shown.clone());
    let figure = move || {
        row.get().map(|row| {
            let other_letter = of.letter(other.get());
            let label = tv(
                "names-figure-label",
                &[
                    ("name", (&row.name).into()),
                    ("base", side(&base_letter, &row.base).into()),
                    ("other", side(&other_letter, &row.other).into()),
                ],
            );
            let scale = t(if row.bins.is_log { "names-figure-log" } else { "names-figure-linear" });
            view! {
                <figure class="both">
                    <figcaption class="mono ltr" title=row.name.clone()>{row.name.clone()}</figcaption>
                    <div class="legend">
                        <span><i class="sw kept"></i>{side(&base_letter, &row.base)}</span>
                        <span><i class="sw dashes"></i>{side(&other_letter, &row.other)}</span>
                    </div>
                    <canvas role="img" aria-label=label node_ref=canvas></canvas>
                    <div class="same-axis">
                        <span>{time(row.bins.low_ns as f64)}</span>
                        <span class="dim">{scale}</span>
                        <span>{time(row.bins.high_ns as f64)}</span>
                    </div>
                </figure>
            }
        })
    };
    figure.into_any()
}

/// One path's part in words.
fn side(letter: &str, stats: &NameStats) -> String {
    if stats.count == 0 {
        return tv("names-figure-none", &[("path", letter.into())]);
    }
    tv(
        "names-figure-side",
        &[
            ("path", letter.into()),
            ("count", stats.count.into()),
            ("median", time(stats.p50_ns as f64).into()),
        ],
    )
}

/// The baseline filled, the other path hatched within a dashed outline. Heights
/// are shares of each path's own count: one may have run more often.
fn draw(surface: &Surface, row: &NameRow) {
    let (g, width, height) = (&surface.context, surface.width, surface.height);
    let share = |bins: &[u32]| -> Vec<f64> {
        let all = bins.iter().map(|count| f64::from(*count)).sum::<f64>().max(1.0);
        bins.iter().map(|count| f64::from(*count) / all).collect()
    };
    let (base, other) = (share(&row.bins.base), share(&row.bins.other));
    let most = base.iter().chain(&other).copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let foot = height - 1.0;
    let outline = |shares: &[f64]| {
        let bin = width / shares.len().max(1) as f64;
        g.begin_path();
        g.move_to(0.0, foot);
        for (i, share) in shares.iter().enumerate() {
            // A bin with one among thousands is still seen.
            let tall = if *share > 0.0 { (share / most * (foot - 3.0)).max(2.0) } else { 0.0 };
            g.line_to(i as f64 * bin, foot - tall);
            g.line_to((i + 1) as f64 * bin, foot - tall);
        }
        g.line_to(width, foot);
    };
    if row.base.count > 0 {
        outline(&base);
        g.set_fill_style_str(&colour("--frame-1"));
        g.fill();
        g.set_stroke_style_str(&colour("--edge"));
        g.set_line_width(1.0);
        g.stroke();
    }
    if row.other.count > 0 {
        g.save();
        outline(&other);
        g.set_line_width(1.0);
        g.set_stroke_style_str(&colour("--accent"));
        g.clip();
        g.set_global_alpha(0.6);
        g.begin_path();
        let mut x = -height;
        while x < width {
            g.move_to(x, height);
            g.line_to(x + height, 0.0);
            x += HATCH;
        }
        g.stroke();
        g.restore();
        outline(&other);
        g.set_stroke_style_str(&colour("--accent"));
        g.set_line_width(1.5);
        let dashes = js_sys::Array::of2(&4.0.into(), &3.0.into());
        // Fails only where a length is no number.
        let _ = g.set_line_dash(&dashes);
        g.stroke();
    }
    g.set_fill_style_str(&colour("--line-2"));
    g.fill_rect(0.0, foot, width, 1.0);
}
