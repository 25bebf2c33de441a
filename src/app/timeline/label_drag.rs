//! Dragging names: to another place, or their lower edge to another height.

use super::pointer::capture;
use super::scene::Scene;
use crate::engine::protocol::TrackShape;
use crate::timeline::action::Action;
use crate::timeline::drop::{Before, drop_at};
use crate::timeline::layout::{PAD_PX, ROW_PITCH_PX, StripKey};
use crate::trace::TrackId;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

/// Pixels before a press becomes a drag.
const DRAG_PX: f64 = 5.0;

/// The name that is dragged.
#[derive(Clone, PartialEq)]
pub struct Dragged {
    pub key: StripKey,
    pub moving: bool,
    resizes: bool,
    from_y: f64,
}

pub type LabelDrag = RwSignal<Option<Dragged>>;

pub fn new() -> LabelDrag {
    RwSignal::new(None)
}

pub fn down(drag: LabelDrag, key: StripKey, event: &PointerEvent) {
    // A finger on a name is about to scroll.
    if event.button() != 0
        || event.pointer_type() == "touch"
        || drag.with_untracked(|drag| drag.as_ref().is_some_and(|d| d.resizes))
    {
        return;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let on_control =
        target.is_some_and(|target| target.closest("button, [role=menu]").ok().flatten().is_some());
    if !on_control {
        let from_y = f64::from(event.client_y());
        drag.set(Some(Dragged { key, moving: false, resizes: false, from_y }));
    }
}

pub fn resize_down(drag: LabelDrag, key: StripKey, event: &PointerEvent) {
    if event.button() == 0 {
        event.prevent_default();
        let from_y = f64::from(event.client_y());
        drag.set(Some(Dragged { key, moving: false, resizes: true, from_y }));
    }
}

pub fn moved(scene: Scene, drag: LabelDrag, event: &PointerEvent) {
    let Some(dragged) = drag.get_untracked() else { return };
    let y = f64::from(event.client_y());
    if !dragged.moving {
        if (y - dragged.from_y).abs() < DRAG_PX {
            return;
        }
        // From now on, events come here wherever the pointer is.
        capture(event);
        drag.set(Some(Dragged { moving: true, ..dragged }));
    }
    if dragged.resizes {
        resize(scene, dragged.key, event);
    } else {
        scene.drop_y.set(landing(scene, dragged.key, event).map(|(_, y)| y));
    }
}

pub fn up(scene: Scene, drag: LabelDrag, event: &PointerEvent) {
    let Some(dragged) = drag.get_untracked() else { return };
    if dragged.moving && !dragged.resizes {
        match (dragged.key, landing(scene, dragged.key, event)) {
            (StripKey::Track { track, .. }, Some((Before::Track(before), _))) => {
                scene.apply(Action::MoveTrack { track, before });
            }
            (StripKey::Process(process), Some((Before::Process(before), _))) => {
                scene.apply(Action::MoveProcess { process, before });
            }
            _ => {}
        }
    }
    cancel(scene, drag);
}

pub fn cancel(scene: Scene, drag: LabelDrag) {
    if drag.with_untracked(Option::is_some) {
        drag.set(None);
        scene.drop_y.set(None);
    }
}

/// All rows, and the usual height of a counter.
pub fn full_height(scene: Scene, track: TrackId) {
    scene.apply(Action::LimitRows { track, rows: None });
    scene.apply(Action::CounterHeight { track, px: None });
}

fn landing(scene: Scene, key: StripKey, event: &PointerEvent) -> Option<(Before, f64)> {
    let y = height_in_column(event)?;
    let info = scene.info();
    scene.view.with_untracked(|view| drop_at(view, &info, key, y)).map(|drop| (drop.before, drop.y))
}

/// Pixels from the top of the column of names, which is that of the stage.
fn height_in_column(event: &PointerEvent) -> Option<f64> {
    let element = event.current_target()?.dyn_into::<Element>().ok()?;
    let column = element.closest(".labels").ok().flatten()?;
    Some(f64::from(event.client_y()) - column.get_bounding_client_rect().top())
}

fn resize(scene: Scene, key: StripKey, event: &PointerEvent) {
    let (StripKey::Track { track, .. }, Some(y)) = (key, height_in_column(event)) else { return };
    let info = scene.info();
    let Some(shown) = info.tracks.get(track.index()) else { return };
    let top = scene.view.with_untracked(|view| view.layout().y_of(key, view.scroll, view.height_px));
    let Some(top) = top else { return };
    let height = (y - top).max(0.0);
    if shown.kind == TrackShape::Counter {
        scene.apply(Action::CounterHeight { track, px: Some(height.round() as u32) });
    } else {
        let rows = ((height - 2.0 * PAD_PX) / ROW_PITCH_PX).round().max(1.0) as u32;
        scene.apply(Action::LimitRows { track, rows: (rows < shown.rows).then_some(rows) });
    }
}
