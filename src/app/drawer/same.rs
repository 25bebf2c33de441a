//! How the selected slice compares to the others of its name.

use crate::app::csv::{csv_button, ticks};
use crate::app::paint::{colour, surface};
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::tv;
use crate::engine::protocol::{Answer, Ask, Details, Item, SameName};
use crate::export::csv::table;
use crate::text::format;
use crate::trace::TimeUnit;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

pub fn same(state: AppState, open: &OpenTrace, details: &Details) -> Option<AnyView> {
    let Item::Slice(slice) = details.at.item else { return None };
    let (trace, unit, dur) = (open.id(), open.info.unit, details.at.dur);
    let found = RwSignal::new(None::<SameName>);
    spawn_local(async move {
        if let Some(Answer::Same(same)) = state.client.ask(Ask::Same { trace, slice }).await {
            // Another slice may be shown by then, and this signal gone.
            let _ = found.try_set(Some(same));
        }
    });
    let canvas = NodeRef::<html::Canvas>::new();
    Effect::new(move |_| {
        state.dark.track();
        if let (Some(same), Some(canvas)) = (found.get(), canvas.get())
            && let Some(surface) = surface(&canvas)
        {
            draw(&surface, &same, dur);
        }
    });
    let file = format!("{}-durations", details.at.name);
    let figure = move || {
        found.get().filter(|same| same.count > 1).map(|same| {
            let ticks = |value| format::ticks(value, unit);
            let count = tv("same-count", &[("count", same.count.into())]);
            let spread =
                tv("same-spread", &[("low", ticks(same.p10).into()), ("high", ticks(same.p90).into())]);
            let label = tv(
                "same-label",
                &[
                    ("count", same.count.into()),
                    ("min", ticks(same.min).into()),
                    ("max", ticks(same.max).into()),
                ],
            );
            let total =
                tv("same-total", &[("total", ticks(same.total).into()), ("median", ticks(same.p50).into())]);
            let saved = same.clone();
            view! {
                <figure class="same">
                    <figcaption>
                        <span>{count}</span>
                        <span class="dim">{spread}</span>
                        {csv_button(state, file.clone(), move || Some(csv_of(&saved, unit)))}
                    </figcaption>
                    <canvas role="img" aria-label=label node_ref=canvas></canvas>
                    <div class="same-axis">
                        <span>{ticks(same.min)}</span>
                        <span class="dim">{total}</span>
                        <span>{ticks(same.max)}</span>
                    </div>
                </figure>
            }
        })
    };
    Some(figure.into_any())
}

/// The bins of the histogram.
fn csv_of(same: &SameName, unit: TimeUnit) -> String {
    let (count, span) = (same.bins.len().max(1) as i128, i128::from(same.max) - i128::from(same.min));
    let edge = |at: usize| i128::from(same.min) + span * at as i128 / count;
    let rows = same.bins.iter().enumerate();
    let rows = rows.map(|(at, bin)| vec![edge(at).to_string(), edge(at + 1).to_string(), bin.to_string()]);
    let [from, to] = ["from", "to"].map(|head| format!("{head} ({})", ticks(unit)));
    table([from.as_str(), &to, "slices"], rows)
}

fn draw(surface: &crate::app::paint::Surface, same: &SameName, dur: i64) {
    let (g, width, height) = (&surface.context, surface.width, surface.height);
    let most = same.bins.iter().copied().max().unwrap_or(0).max(1);
    let bin = width / same.bins.len().max(1) as f64;
    g.set_fill_style_str(&colour("--frame-1"));
    for (i, count) in same.bins.iter().enumerate().filter(|(_, count)| **count > 0) {
        // A bin with one slice among thousands is still seen.
        let tall = (f64::from(*count) / f64::from(most) * (height - 1.0)).max(1.5);
        g.fill_rect(i as f64 * bin + 0.5, height - 1.0 - tall, (bin - 1.0).max(1.0), tall);
    }
    g.set_fill_style_str(&colour("--line-2"));
    g.fill_rect(0.0, height - 1.0, width, 1.0);
    let span = (same.max as f64 - same.min as f64).max(1.0);
    let x = ((dur as f64 - same.min as f64) / span).clamp(0.0, 1.0) * (width - 2.0);
    g.set_fill_style_str(&colour("--accent"));
    g.fill_rect(x, 0.0, 2.0, height - 1.0);
}
