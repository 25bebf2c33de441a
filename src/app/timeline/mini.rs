//! The whole trace above the tracks: its length, zoom buttons, the minimap.

use super::keyboard::time_of;
use super::paint::minimap;
use super::painter::Layer;
use super::pointer::{Over, capture, listen_to_wheel, place};
use super::scene::Scene;
use crate::app::icon::small_icon;
use crate::app::words::{t, tv};
use crate::text::format;
use crate::timeline::action::Action;
use crate::timeline::viewport::Viewport;
use crate::trace::Interval;
use leptos::html;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

/// An edge of the window can be caught from this far.
const EDGE_PX: f64 = 5.0;
/// What the zoom buttons do.
const ZOOM_STEP: f64 = 1.8;

/// A drag on the minimap.
#[derive(Clone, Copy, PartialEq)]
enum Drag {
    /// The window, held this far from its left edge.
    Window { offset: f64 },
    /// An edge; the other one stays at a time.
    Edge { other: i64 },
}

#[component]
pub fn Mini(scene: Scene, canvas: NodeRef<html::Canvas>) -> impl IntoView {
    let drag = StoredValue::new(None::<Drag>);
    Effect::new(move |_| {
        if let Some(canvas) = canvas.get() {
            listen_to_wheel(scene, &canvas, Over::Minimap);
        }
    });
    let info = scene.info();
    let length = format::ticks(info.length(), info.unit);
    let events = tv("timeline-events", &[("n", info.events.into())]);
    let total = length.clone();
    let text = move || {
        let visible = scene.view.with(|view| view.viewport.interval());
        tv(
            "timeline-mini-value",
            &[
                ("start", time_of(scene, visible.start).into()),
                ("end", time_of(scene, visible.end).into()),
                ("length", (&total).into()),
            ],
        )
    };
    let percent = move || {
        let span = scene.overview_span();
        let visible = scene.view.with(|view| view.viewport.interval());
        let middle = (visible.start as f64 + visible.end as f64) / 2.0;
        ((middle - span.start as f64) / span.len().max(1) as f64 * 100.0)
            .clamp(0.0, 100.0)
            .round()
            .to_string()
    };
    let zoom = move |factor: f64| {
        let x = scene.view.with_untracked(|view| view.viewport.width_px()) / 2.0;
        scene.apply(Action::ZoomAbout { x, factor });
    };
    view! {
        <section class="mini">
            <div class="corner">
                <span class="clip"><b>{length}</b> <span class="dimmer">" · " {events}</span></span>
                <span class="zoom">
                    <button
                        class="btn bare small icon"
                        aria-label=t("timeline-zoom-out")
                        title=t("timeline-zoom-out")
                        on:click=move |_| zoom(ZOOM_STEP)
                    >
                        {small_icon("minus")}
                    </button>
                    <button
                        class="btn bare small icon"
                        aria-label=t("timeline-zoom-in")
                        title=t("timeline-zoom-in")
                        on:click=move |_| zoom(1.0 / ZOOM_STEP)
                    >
                        {small_icon("plus")}
                    </button>
                    <button
                        class="btn bare small icon"
                        aria-label=t("timeline-fit")
                        title=t("timeline-fit")
                        on:click=move |_| scene.apply(Action::Fit)
                    >
                        {small_icon("fit")}
                    </button>
                </span>
            </div>
            <canvas
                node_ref=canvas
                tabindex="0"
                role="slider"
                aria-label=t("timeline-mini-name")
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=percent
                aria-valuetext=text
                on:pointerdown=move |event| down(scene, drag, &event)
                on:pointermove=move |event| moved(scene, drag, &event)
                on:pointerup=move |_| drag.set_value(None)
                on:pointercancel=move |_| drag.set_value(None)
                on:keydown=move |event| key(scene, &event)
            ></canvas>
        </section>
    }
}

/// The whole over the minimap, and the visible part on it.
fn windows(scene: Scene) -> Option<(Viewport, f64, f64)> {
    let width =
        scene.with(|painter| painter.surface(Layer::Minimap).map(|surface| surface.width)).flatten()?;
    let whole = minimap::viewport(scene.overview_span(), width);
    let visible = scene.view.with_untracked(|view| view.viewport.interval());
    let (left, right) = minimap::window(&whole, visible);
    Some((whole, left, right))
}

fn down(scene: Scene, drag: StoredValue<Option<Drag>>, event: &PointerEvent) {
    if event.button() != 0 {
        return;
    }
    let (x, _) = place(event);
    let Some((whole, left, right)) = windows(scene) else { return };
    capture(event);
    let visible = scene.view.with_untracked(|view| view.viewport.interval());
    // A narrow window has no edges to catch from inside.
    let reach = EDGE_PX.min((right - left) / 4.0).max(2.0);
    let begun = if (x - left).abs() <= reach {
        Drag::Edge { other: visible.end }
    } else if (x - right).abs() <= reach {
        Drag::Edge { other: visible.start }
    } else {
        if x < left || x > right {
            scene.apply(Action::Centre(whole.time_from_x(x)));
        }
        let left = windows(scene).map_or(left, |(_, left, _)| left);
        Drag::Window { offset: x - left }
    };
    drag.set_value(Some(begun));
}

fn moved(scene: Scene, drag: StoredValue<Option<Drag>>, event: &PointerEvent) {
    let (x, _) = place(event);
    let Some((whole, left, right)) = windows(scene) else { return };
    match drag.get_value() {
        Some(Drag::Window { offset }) => {
            let ticks = (x - offset - left) * whole.ticks_per_px();
            let per_px = scene.view.with_untracked(|view| view.viewport.ticks_per_px());
            scene.apply(Action::PanPx(ticks / per_px));
        }
        Some(Drag::Edge { other }) => {
            let time = whole.nearest_time_from_x(x);
            scene.apply(Action::ShowExactly(Interval::new(time.min(other), time.max(other))));
        }
        None => {
            // Says by the pointer's shape what a press would do.
            let near = (x - left).abs() <= EDGE_PX || (x - right).abs() <= EDGE_PX;
            let shape = match near {
                true => "ew-resize",
                false if x > left && x < right => "grab",
                false => "pointer",
            };
            super::set_cursor(event, shape);
        }
    }
}

/// Arrows move the window, Page keys by its width, Home and End to the ends.
fn key(scene: Scene, event: &KeyboardEvent) {
    let width = scene.view.with_untracked(|view| view.viewport.width_px());
    let action = match event.key().as_str() {
        "ArrowLeft" => Action::PanPx(-width * 0.1),
        "ArrowRight" => Action::PanPx(width * 0.1),
        "PageUp" => Action::PanPx(-width * 0.9),
        "PageDown" => Action::PanPx(width * 0.9),
        "ArrowUp" => Action::ZoomAbout { x: width / 2.0, factor: 1.0 / ZOOM_STEP },
        "ArrowDown" => Action::ZoomAbout { x: width / 2.0, factor: ZOOM_STEP },
        "Home" => Action::ToStart,
        "End" => Action::ToEnd,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    scene.apply(action);
}
