//! The canvas with the slices, its card and its scroll bar.

use super::card::HoverCard;
use super::keyboard::say;
use super::pointed::{Pointed, What};
use super::pointer::{self, Over, capture};
use super::scene::Scene;
use super::{STAGE_ID, set_cursor};
use crate::app::words::tv;
use crate::timeline::action::Action;
use leptos::html;
use leptos::prelude::*;
use web_sys::PointerEvent;

/// Least height of the scroll bar's thumb, in CSS pixels.
const THUMB_PX: f64 = 28.0;

#[component]
pub fn Stage(scene: Scene, canvas: NodeRef<html::Canvas>, overlay: NodeRef<html::Canvas>) -> impl IntoView {
    let gestures = pointer::gestures();
    let stage = NodeRef::<html::Div>::new();
    let info = scene.info();
    let name = tv("timeline-name", &[("file", (&info.file).into()), ("tracks", info.tracks.len().into())]);
    Effect::new(move |_| {
        if let Some(stage) = stage.get() {
            pointer::listen_to_wheel(scene, &stage, Over::Stage);
        }
    });
    // What a screen reader finds on the canvas.
    let selected = Memo::new(move |_| {
        scene.view.with(|view| view.selection);
        scene.selected().map(|at| say(scene, &at)).unwrap_or_default()
    });
    view! {
        <div
            class="stage"
            node_ref=stage
            on:pointerdown=move |event| pointer::down(scene, gestures, &event)
            on:pointermove=move |event| {
                pointer::moved(scene, gestures, &event);
                shape(scene, &event);
            }
            on:pointerup=move |event| pointer::up(scene, gestures, &event)
            on:pointercancel=move |event| pointer::cancel(scene, gestures, &event)
            on:pointerleave=move |_| pointer::leave(scene)
            on:dblclick=move |_| pointer::double_click(scene)
        >
            <canvas
                id=STAGE_ID
                node_ref=canvas
                tabindex="0"
                role="application"
                aria-label=name
                aria-describedby="timeline-selected"
            ></canvas>
            <canvas class="overlay" node_ref=overlay aria-hidden="true"></canvas>
            <span id="timeline-selected" class="sr">{move || selected.get()}</span>
            <HoverCard scene/>
            <ScrollBar scene/>
        </div>
    }
}

/// Says by the pointer's shape what a click would do.
fn shape(scene: Scene, event: &PointerEvent) {
    let (x, _) = pointer::place(event);
    let clickable = scene.pointed.with_untracked(|pointed| match pointed {
        Some(Pointed { what: What::Process(_) | What::Deeper, .. }) => true,
        Some(pointed) => pointed.item().is_some(),
        None => false,
    });
    let shape = match (event.buttons() & 1 != 0, pointer::edge_under(scene, x).is_some()) {
        (_, true) => "ew-resize",
        (true, false) if event.shift_key() => "crosshair",
        (true, false) => "grabbing",
        (false, false) if event.shift_key() => "crosshair",
        (false, false) if clickable => "pointer",
        (false, false) => "default",
    };
    set_cursor(event, shape);
}

#[component]
fn ScrollBar(scene: Scene) -> impl IntoView {
    let bar = Memo::new(move |_| {
        scene.view.with(|view| {
            let (height, total) = (view.height_px, view.layout().total_height());
            if total <= height + 0.5 {
                return None;
            }
            let thumb = (height * height / total).max(THUMB_PX);
            let most = view.layout().max_scroll(height);
            Some((view.scroll / most * (height - thumb), thumb, most / (height - thumb).max(1.0)))
        })
    });
    let from = StoredValue::new(None::<(f64, f64)>);
    view! {
        <Show when=move || bar.with(Option::is_some)>
            <div
                class="scroll-thumb"
                aria-hidden="true"
                style=move || {
                    let (top, height, _) = bar.get().unwrap_or_default();
                    format!("top:{top}px;height:{height}px")
                }
                on:pointerdown=move |event| {
                    event.stop_propagation();
                    capture(&event);
                    let scroll = scene.view.with_untracked(|view| view.scroll);
                    from.set_value(Some((f64::from(event.client_y()), scroll)));
                }
                on:pointermove=move |event| {
                    event.stop_propagation();
                    if let (Some((y, scroll)), Some((_, _, ratio))) = (from.get_value(), bar.get_untracked()) {
                        scene.apply(Action::ScrollTo(scroll + (f64::from(event.client_y()) - y) * ratio));
                    }
                }
                on:pointerup=move |event| {
                    event.stop_propagation();
                    from.set_value(None);
                }
                on:dblclick=move |event| event.stop_propagation()
            ></div>
        </Show>
    }
}
