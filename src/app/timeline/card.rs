//! The card beside the pointer. It waits a little, then follows at once; it
//! never covers what it is about.

use super::keyboard::time_of;
use super::paint::overlay::rect_of;
use super::pointed::{Pointed, What};
use super::scene::Scene;
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, Details, Item};
use crate::text::format;
use crate::timeline::frame::box_flag;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Rest of the pointer before the first card, in ms.
const WAIT_MS: u32 = 80;
/// Rest before the engine is asked for more about it.
const ASK_MS: u32 = 60;
/// For so long after a card the next one comes at once.
const WARM_MS: u32 = 300;
/// Width of the card and its distances, in CSS pixels.
const WIDTH: f64 = 344.0;
const BESIDE: f64 = 14.0;
const ABOVE: f64 = 10.0;
/// A card has about this height.
const HEIGHT: f64 = 150.0;
/// Values of a counter that a card holds.
const MOST_VALUES: usize = 4;

#[component]
pub fn HoverCard(scene: Scene) -> impl IntoView {
    let shown = RwSignal::new(None::<Pointed>);
    let facts = RwSignal::new(None::<(Item, Arc<Details>)>);
    let wait = StoredValue::new_local(None::<Timeout>);
    let ask = StoredValue::new_local(None::<Timeout>);
    let warm = StoredValue::new_local(false);
    let cooling = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |_| {
        let pointed = scene.pointed.get().filter(Pointed::has_card);
        match pointed {
            Some(pointed) => {
                cooling.set_value(None);
                ask.set_value(Some(Timeout::new(ASK_MS, move || fetch(scene, shown, facts))));
                if warm.get_value() {
                    shown.set(Some(pointed));
                } else {
                    wait.set_value(Some(Timeout::new(WAIT_MS, move || {
                        warm.set_value(true);
                        shown.set(scene.pointed.get_untracked().filter(Pointed::has_card));
                    })));
                }
            }
            None => {
                wait.set_value(None);
                ask.set_value(None);
                shown.set(None);
                cooling.set_value(Some(Timeout::new(WARM_MS, move || warm.set_value(false))));
            }
        }
    });
    let place = Memo::new(move |_| {
        shown.track();
        scene.view.track();
        shown.with(|shown| shown.as_ref().map(|pointed| place_of(scene, pointed)))
    });
    let content = Memo::new(move |_| {
        let pointed = shown.get()?;
        let details = facts.with(|facts| {
            facts
                .as_ref()
                .filter(|(item, _)| Some(*item) == pointed.item())
                .map(|(_, details)| details.clone())
        });
        Some(Content { pointed, details })
    });
    view! {
        <Show when=move || content.with(Option::is_some)>
            <div class="pop hover-card" aria-hidden="true" style=move || place.get().unwrap_or_default()>
                {move || content.get().map(|content| card(scene, &content))}
            </div>
        </Show>
    }
}

#[derive(Clone, PartialEq)]
struct Content {
    pointed: Pointed,
    details: Option<Arc<Details>>,
}

fn fetch(scene: Scene, shown: RwSignal<Option<Pointed>>, facts: RwSignal<Option<(Item, Arc<Details>)>>) {
    let Some(item) = scene.pointed.with_untracked(|p| p.as_ref().and_then(Pointed::item)) else { return };
    // A counter's values are in the frame.
    if matches!(item, Item::Counter { .. }) {
        return;
    }
    let trace = scene.trace;
    spawn_local(async move {
        if let Some(Answer::Details(details)) = scene.state.client.ask(Ask::Details { trace, item }).await {
            let still =
                shown.try_with_untracked(|shown| shown.as_ref().and_then(Pointed::item) == Some(item));
            if still == Some(true) || still == Some(false) && scene.pointed.with_untracked(Option::is_some) {
                facts.set(Some((item, Arc::from(details))));
            }
        }
    });
}

/// Beside the pointer and above the lane, or below it at the top.
fn place_of(scene: Scene, pointed: &Pointed) -> String {
    let pointer = scene.with(|painter| painter.pointer).flatten().unwrap_or_default();
    scene.view.with_untracked(|view| {
        let (width, height) = (view.viewport.width_px(), view.height_px);
        let rect = rect_of(view, pointed.track, pointed.row, pointed.span);
        let (top, bottom) = match (rect, pointed.is_point()) {
            (Some([_, y, _, h]), false) => (y, y + h),
            _ => (pointer.1 - 8.0, pointer.1 + 12.0),
        };
        let left = if pointer.0 + BESIDE + WIDTH <= width {
            pointer.0 + BESIDE
        } else {
            (pointer.0 - BESIDE - WIDTH).max(4.0)
        };
        if top >= HEIGHT + ABOVE || top > height - bottom {
            format!("left:{left}px;bottom:{}px", height - top + ABOVE)
        } else {
            format!("left:{left}px;top:{}px", bottom + ABOVE)
        }
    })
}

fn card(scene: Scene, content: &Content) -> AnyView {
    let Content { pointed, details } = content;
    let unit = scene.info().unit;
    let name = match details {
        Some(details) => details.at.name.clone(),
        None => pointed.name.clone(),
    };
    let (start, dur) = match details {
        Some(details) => (details.at.start, details.at.dur),
        None => (pointed.span.start, pointed.span.len()),
    };
    let head = view! { <div class="name mono ltr">{name}</div> };
    let body = match &pointed.what {
        What::Slice(_) => {
            let starts = tv("timeline-card-starts", &[("time", time_of(scene, start).into())]);
            let merged = (pointed.count > 1).then(|| {
                let text = tv("timeline-card-merged", &[("n", pointed.count.into())]);
                view! { <div class="row dim">{text}</div> }
            });
            let notes =
                notes(pointed.flags).into_iter().map(|note| view! { <div class="row note">{t(note)}</div> });
            view! {
                <div class="facts"><b>{format::ticks(dur, unit)}</b><span class="dim">{starts}</span></div>
                {merged}
                {details.as_ref().and_then(|details| parents(details))}
                {details.as_ref().and_then(|details| row_of(details))}
                {notes.collect_view()}
                <div class="keys dimmer">
                    <kbd>"Enter"</kbd> {t("timeline-card-details")} <kbd>"F"</kbd> {t("timeline-card-zoom")} <kbd>"M"</kbd>
                    {t("timeline-card-mark")}
                </div>
            }
            .into_any()
        }
        What::Instant(_) => {
            let at = tv("timeline-card-at", &[("time", time_of(scene, start).into())]);
            let merged = (pointed.count > 1).then(|| {
                let text = tv("timeline-card-merged-instants", &[("n", pointed.count.into())]);
                view! { <div class="row dim">{text}</div> }
            });
            view! { <div class="facts"><span class="dim">{at}</span></div> {merged} }.into_any()
        }
        What::Counter { values, .. } => {
            let at = tv("timeline-card-at", &[("time", time_of(scene, pointed.span.start).into())]);
            let rows = values.iter().take(MOST_VALUES).map(|(series, value)| {
                view! { <div class="row"><span class="dim clip">{series.clone()}</span><b class="end grow">{value.clone()}</b></div> }
            });
            view! { {rows.collect_view()} <div class="facts"><span class="dim">{at}</span></div> }.into_any()
        }
        What::Process(_) | What::Deeper | What::Track => ().into_any(),
    };
    view! { {head} {body} }.into_any()
}

/// The row that it is in, where its track names them.
fn row_of(details: &Details) -> Option<AnyView> {
    let row = details.row_name.clone()?;
    let track = details.track_name.clone();
    Some(
        view! {
            <div class="row">
                <span class="dimmer">{t("timeline-card-in")}</span>
                <span class="clip ltr">{track}</span>
                <span class="dimmer">"›"</span>
                <span class="clip ltr">{row}</span>
            </div>
        }
        .into_any(),
    )
}

/// What encloses it, innermost first.
fn parents(details: &Details) -> Option<AnyView> {
    let mut around = details.parents.iter().rev().filter(|parent| parent.item != details.at.item);
    let first = around.next()?.name.clone();
    let second = around.next().map(|parent| parent.name.clone());
    Some(
        view! {
            <div class="row">
                <span class="dimmer">{t("timeline-card-in")}</span>
                <span class="clip ltr">{first}</span>
                {second.map(|name| view! { <span class="dimmer">"›"</span><span class="clip ltr">{name}</span> })}
                {details.category.clone().map(|category| view! { <span class="chip card-cat">{category}</span> })}
            </div>
        }
        .into_any(),
    )
}

/// Why it looks different.
fn notes(flags: u8) -> Vec<&'static str> {
    [
        (box_flag::UNFINISHED, "timeline-card-unfinished"),
        (box_flag::NO_BEGIN, "timeline-card-no-begin"),
        (box_flag::REPAIRED, "timeline-card-repaired"),
        (box_flag::CLIPPED, "timeline-card-clipped"),
    ]
    .into_iter()
    .filter(|(flag, _)| flags & flag != 0)
    .map(|(_, message)| message)
    .collect()
}
