//! The ruler with the filter beside it: dragging on it selects an area over
//! all tracks, dragging a flag moves its mark, a click on one opens its note.

use super::keyboard::{add_mark_at, time_of};
use super::pointer::{Over, capture, edge_under, listen_to_wheel, place, set_area, time_at};
use super::scene::Scene;
use crate::app::icon::small_icon;
use crate::app::words::{t, tv};
use crate::timeline::action::Action;
use leptos::html;
use leptos::prelude::*;
use web_sys::PointerEvent;

/// Pixels before a press becomes a drag.
const DRAG_PX: f64 = 4.0;

#[derive(Clone, Copy, PartialEq)]
enum Drag {
    Area { time: i64, x: f64, moved: bool },
    Edge { other: i64 },
    Flag { number: u32, x: f64, moved: bool },
}

#[component]
pub fn Axis(scene: Scene, canvas: NodeRef<html::Canvas>) -> impl IntoView {
    let drag = StoredValue::new(None::<Drag>);
    Effect::new(move |_| {
        if let Some(canvas) = canvas.get() {
            listen_to_wheel(scene, &canvas, Over::Ruler);
        }
    });
    let name = move || {
        scene.view.with(|view| {
            let visible = view.viewport.interval();
            tv(
                "timeline-ruler-name",
                &[
                    ("start", time_of(scene, visible.start).into()),
                    ("end", time_of(scene, visible.end).into()),
                    ("marks", view.marks.len().into()),
                ],
            )
        })
    };
    view! {
        <section class="ruler">
            <div class="corner"><Filter scene/></div>
            <canvas
                node_ref=canvas
                role="img"
                aria-label=name
                on:pointerdown=move |event| down(scene, drag, &event)
                on:pointermove=move |event| moved(scene, drag, &event)
                on:pointerup=move |_| up(scene, drag)
                on:pointercancel=move |_| drag.set_value(None)
                on:pointerleave=move |_| super::pointer::leave(scene)
                on:dblclick=move |event| {
                    let (x, _) = place(&event);
                    if flag_at(scene, x).is_none() {
                        add_mark_at(scene, time_at(scene, x));
                    }
                }
            ></canvas>
        </section>
    }
}

#[component]
fn Filter(scene: Scene) -> impl IntoView {
    let filter = Memo::new(move |_| scene.view.with(|view| view.tracks.filter.clone()));
    let hidden = Memo::new(move |_| scene.view.with(|view| view.tracks.hidden_count()));
    view! {
        <label class="field track-filter">
            {small_icon("filter")}
            <input
                placeholder=t("timeline-filter")
                aria-label=t("timeline-filter")
                spellcheck="false"
                autocomplete="off"
                prop:value=move || filter.get()
                on:input=move |event| scene.apply(Action::Filter(event_target_value(&event)))
                on:keydown=move |event| {
                    if event.key() == "Escape" {
                        event.stop_propagation();
                        scene.apply(Action::Filter(String::new()));
                        super::focus_stage();
                    }
                }
            />
        </label>
        {move || {
            (hidden.get() > 0)
                .then(|| {
                    view! {
                        <button
                            class="btn bare small"
                            title=tv("timeline-menu-show-hidden", &[("n", hidden.get().into())])
                            on:click=move |_| scene.apply(Action::ShowHidden)
                        >
                            {tv("timeline-hidden-count", &[("n", hidden.get().into())])}
                        </button>
                    }
                })
        }}
    }
}

fn flag_at(scene: Scene, x: f64) -> Option<u32> {
    scene
        .with(|painter| {
            let flags = painter.flags.iter().rev();
            flags.clone().find(|flag| (flag.left..=flag.right).contains(&x)).map(|flag| flag.number)
        })
        .flatten()
}

fn down(scene: Scene, drag: StoredValue<Option<Drag>>, event: &PointerEvent) {
    if event.button() != 0 {
        return;
    }
    let (x, _) = place(event);
    capture(event);
    let begun = match (flag_at(scene, x), edge_under(scene, x)) {
        (Some(number), _) => Drag::Flag { number, x, moved: false },
        (None, Some(other)) => Drag::Edge { other },
        (None, None) => Drag::Area { time: time_at(scene, x), x, moved: false },
    };
    drag.set_value(Some(begun));
}

fn moved(scene: Scene, drag: StoredValue<Option<Drag>>, event: &PointerEvent) {
    let (x, _) = place(event);
    match drag.get_value() {
        Some(Drag::Area { time, x: from, moved }) if moved || (x - from).abs() >= DRAG_PX => {
            drag.set_value(Some(Drag::Area { time, x: from, moved: true }));
            // A new area: over all tracks, not over those of the last one.
            if !moved {
                scene.apply(Action::SetArea(None));
            }
            set_area(scene, time, x, None);
        }
        Some(Drag::Edge { other }) => set_area(scene, other, x, None),
        Some(Drag::Flag { number, x: from, moved }) if moved || (x - from).abs() >= DRAG_PX => {
            drag.set_value(Some(Drag::Flag { number, x: from, moved: true }));
            scene.apply(Action::MoveMark { number, time: time_at(scene, x) });
        }
        Some(_) => {}
        None => {
            let shape = match (flag_at(scene, x), edge_under(scene, x)) {
                (Some(_), _) => "pointer",
                (None, Some(_)) => "ew-resize",
                (None, None) => "crosshair",
            };
            super::set_cursor(event, shape);
        }
    }
    // Above the stage: a time, but nothing below the pointer.
    scene.with(|painter| painter.pointer = Some((x, -1.0)));
    scene.redraw();
}

fn up(scene: Scene, drag: StoredValue<Option<Drag>>) {
    match drag.get_value() {
        Some(Drag::Flag { number, moved: false, .. }) => scene.marks_open.set(Some(number)),
        Some(Drag::Area { moved: false, .. }) => scene.apply(Action::SetArea(None)),
        _ => {}
    }
    drag.set_value(None);
}
