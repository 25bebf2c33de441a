//! Pointer, wheel and touch on the stage.
//!
//! Drag pans, with Shift it selects an area; the wheel scrolls tracks, with
//! Ctrl or ⌘ (which is also what a pinch on a touchpad sends) it zooms, with
//! Shift or sideways it pans. Two fingers pinch.

use super::pointed::What;
use super::scene::Scene;
use crate::engine::protocol::Area;
use crate::timeline::action::Action;
use crate::timeline::drop::tracks_between;
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent, PointerEvent, WheelEvent};

/// Pixels before a press becomes a drag.
const DRAG_PX: f64 = 4.0;
/// Pixels up or down before panning scrolls tracks as well: hands do not move
/// straight.
const SCROLL_PX: f64 = 14.0;
/// An area's edge can be caught from this far.
const EDGE_PX: f64 = 4.0;
/// Pixels in a wheel's line.
const LINE_PX: f64 = 18.0;
/// Powers of e for a pixel of the wheel.
const WHEEL_ZOOM: f64 = 0.0032;
/// Greatest zoom of one wheel event.
const MOST_WHEEL: f64 = 1.2;

/// What the pointers on the stage are doing.
#[derive(Default)]
pub struct Gesture {
    /// Pointer id and place.
    pointers: Vec<(i32, f64, f64)>,
    drag: Drag,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Drag {
    #[default]
    None,
    /// Pressed, not moved yet.
    Press { x: f64, y: f64 },
    /// Tracks scroll along once the pointer is far from the height it began at.
    Pan { y: f64, scrolls: bool },
    /// An area from a time and a height.
    Area { time: i64, y: f64 },
    /// An edge of the area; the other one stays.
    Edge { other: i64 },
    /// Two fingers; ended by the last one.
    Pinch,
}

/// The gesture of a stage, kept between events.
pub type Gestures = StoredValue<Gesture, LocalStorage>;

pub fn gestures() -> Gestures {
    StoredValue::new_local(Gesture::default())
}

/// A place within the element that listens, in CSS pixels.
pub fn place(event: &MouseEvent) -> (f64, f64) {
    let element = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    let (left, top) = element.map_or((0.0, 0.0), |element| {
        let rect = element.get_bounding_client_rect();
        (rect.left(), rect.top())
    });
    (f64::from(event.client_x()) - left, f64::from(event.client_y()) - top)
}

pub fn down(scene: Scene, gestures: Gestures, event: &PointerEvent) {
    if event.button() > 1 {
        return;
    }
    let (x, y) = place(event);
    capture(event);
    gestures.update_value(|gesture| {
        gesture.pointers.retain(|(id, ..)| *id != event.pointer_id());
        gesture.pointers.push((event.pointer_id(), x, y));
        gesture.drag = if gesture.pointers.len() >= 2 {
            Drag::Pinch
        } else if let Some(other) = edge_under(scene, x) {
            Drag::Edge { other }
        } else if event.shift_key() {
            Drag::Area { time: time_at(scene, x), y }
        } else {
            Drag::Press { x, y }
        };
    });
}

pub fn moved(scene: Scene, gestures: Gestures, event: &PointerEvent) {
    let (x, y) = place(event);
    let mut action = None;
    let mut dragging = false;
    gestures.update_value(|gesture| {
        let at = gesture.pointers.iter().position(|(id, ..)| *id == event.pointer_id());
        let Some(at) = at else { return };
        let (_, x0, y0) = gesture.pointers[at];
        if let Drag::Press { x: from_x, y: from_y } = gesture.drag
            && (x - from_x).hypot(y - from_y) >= DRAG_PX
        {
            gesture.drag = Drag::Pan { y: from_y, scrolls: (y - from_y).abs() > (x - from_x).abs() };
        }
        if let Drag::Pan { y: from_y, scrolls } = &mut gesture.drag {
            *scrolls |= (y - *from_y).abs() > SCROLL_PX;
        }
        dragging = !matches!(gesture.drag, Drag::None | Drag::Press { .. });
        action = match gesture.drag {
            Drag::None | Drag::Press { .. } => return,
            Drag::Pan { scrolls, .. } => Some(Step::Move(x0 - x, if scrolls { y0 - y } else { 0.0 })),
            Drag::Area { time, y: from } => Some(Step::Area(time, Some(from))),
            Drag::Edge { other } => Some(Step::Area(other, None)),
            Drag::Pinch => pinch(&gesture.pointers, at, (x, y)),
        };
        gesture.pointers[at] = (event.pointer_id(), x, y);
    });
    match action {
        Some(Step::Move(dx, dy)) => {
            scene.apply(Action::PanPx(dx));
            scene.apply(Action::ScrollBy(dy));
        }
        Some(Step::Pinch { x, factor, dx, dy }) => {
            scene.apply(Action::ZoomAbout { x, factor });
            scene.apply(Action::PanPx(dx));
            scene.apply(Action::ScrollBy(dy));
        }
        Some(Step::Area(other, from)) => set_area(scene, other, x, from.map(|from| (from, y))),
        None => {}
    }
    let hovers = event.pointer_type() != "touch";
    scene.with(|painter| {
        painter.pointer = hovers.then_some((x, y));
        painter.dragging = dragging;
    });
    scene.redraw();
}

pub fn up(scene: Scene, gestures: Gestures, event: &PointerEvent) {
    let mut click = false;
    gestures.update_value(|gesture| {
        click = matches!(gesture.drag, Drag::Press { .. });
        gesture.pointers.retain(|(id, ..)| *id != event.pointer_id());
        if gesture.pointers.is_empty() {
            gesture.drag = Drag::None;
        }
    });
    let at = place(event);
    scene.with(|painter| {
        painter.dragging = false;
        if click {
            painter.pointer = Some(at);
        }
    });
    if click {
        scene.point();
        self::click(scene);
        if event.pointer_type() == "touch" {
            leave(scene);
        }
    }
}

pub fn cancel(scene: Scene, gestures: Gestures, event: &PointerEvent) {
    scene.with(|painter| painter.dragging = false);
    gestures.update_value(|gesture| {
        gesture.pointers.retain(|(id, ..)| *id != event.pointer_id());
        gesture.drag = Drag::None;
    });
}

pub fn leave(scene: Scene) {
    scene.with(|painter| painter.pointer = None);
    scene.redraw();
}

/// A press that did not move.
fn click(scene: Scene) {
    let Some(pointed) = scene.pointed.get_untracked() else {
        scene.apply(Action::Select(None));
        return;
    };
    match (&pointed.what, pointed.item(), pointed.located()) {
        (What::Process(process), ..) => scene.apply(Action::ToggleProcess(*process)),
        (What::Deeper, ..) => scene.apply(Action::LimitRows { track: pointed.track, rows: None }),
        (_, _, Some(at)) => scene.apply(Action::SelectAt(at)),
        // Several in one place: the longest, whose place the engine tells.
        (_, Some(item), None) => scene.apply(Action::Select(Some(item))),
        (_, None, None) => {
            scene.apply(Action::Select(None));
            scene.apply(Action::SetArea(None));
        }
    }
}

pub fn double_click(scene: Scene) {
    let Some(pointed) = scene.pointed.get_untracked() else { return };
    match (&pointed.what, pointed.located()) {
        (What::Slice(_), Some(at)) => scene.apply(Action::ZoomTo(at)),
        (What::Slice(_), None) => scene.apply(Action::Show(pointed.span)),
        (What::Track | What::Counter { .. } | What::Instant(_), _) => {
            let x = scene.with(|painter| painter.pointer.map(|(x, _)| x)).flatten();
            if let Some(x) = x {
                scene.apply(Action::ZoomAbout { x, factor: 0.4 });
            }
        }
        (What::Process(_) | What::Deeper, _) => {}
    }
}

/// Where a wheel turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    Stage,
    /// Nothing to scroll: it zooms.
    Ruler,
    /// The same, about the middle of the view.
    Minimap,
    /// No time to zoom.
    Names,
}

/// Listens to the wheel over an element until the component is gone. Not
/// passive: the page must not zoom or scroll instead.
pub fn listen_to_wheel(scene: Scene, element: &web_sys::EventTarget, over: Over) {
    let options = EventListenerOptions::enable_prevent_default();
    let listener = EventListener::new_with_options(element, "wheel", options, move |event| {
        if let Some(event) = event.dyn_ref::<WheelEvent>() {
            wheel(scene, event, over);
        }
    });
    let held = StoredValue::new_local(Some(listener));
    on_cleanup(move || drop(held.try_update_value(Option::take)));
}

fn wheel(scene: Scene, event: &WheelEvent, over: Over) {
    event.prevent_default();
    let unit = match event.delta_mode() {
        WheelEvent::DOM_DELTA_LINE => LINE_PX,
        WheelEvent::DOM_DELTA_PAGE => scene.view.with_untracked(|view| view.height_px),
        _ => 1.0,
    };
    let (mut dx, mut dy) = (event.delta_x() * unit, event.delta_y() * unit);
    let zooms = match over {
        Over::Stage => event.ctrl_key() || event.meta_key(),
        Over::Ruler | Over::Minimap => dy.abs() > dx.abs() && !event.shift_key(),
        Over::Names => false,
    };
    if zooms {
        // A touchpad's pinch comes in small steps.
        let scale = if event.ctrl_key() && dy.abs() < 30.0 { WHEEL_ZOOM * 3.0 } else { WHEEL_ZOOM };
        let factor = (dy * scale).clamp(-MOST_WHEEL, MOST_WHEEL).exp();
        let x = match over {
            Over::Minimap => scene.view.with_untracked(|view| view.viewport.width_px() / 2.0),
            _ => place(event).0,
        };
        scene.apply(Action::ZoomAbout { x, factor });
        return;
    }
    if event.shift_key() && dx == 0.0 {
        (dx, dy) = (dy, 0.0);
    }
    if dx != 0.0 {
        scene.apply(Action::PanPx(dx));
    }
    if dy != 0.0 {
        scene.apply(Action::ScrollBy(dy));
    }
}

/// Sets the area between a time and a pixel; over tracks between two heights,
/// or over those it has.
pub fn set_area(scene: Scene, other: i64, x: f64, heights: Option<(f64, f64)>) {
    let info = scene.info();
    let area = scene.view.with_untracked(|view| {
        let time = view.viewport.nearest_time_from_x(x.clamp(0.0, view.viewport.width_px()));
        let tracks = match heights {
            Some((from, to)) => tracks_between(view, &info, from, to),
            None => view.area.as_ref().map(|area| area.tracks.clone()).unwrap_or_default(),
        };
        Area { start: time.min(other), end: time.max(other), tracks }
    });
    scene.apply(Action::SetArea((area.start < area.end).then_some(area)));
}

/// The other edge, when a pixel is on an edge of the area.
pub fn edge_under(scene: Scene, x: f64) -> Option<i64> {
    scene.view.with_untracked(|view| {
        let area = view.area.as_ref()?;
        let near = |time| (view.viewport.x_from_time(time) - x).abs() <= EDGE_PX;
        if near(area.end) { Some(area.start) } else { near(area.start).then_some(area.end) }
    })
}

pub fn time_at(scene: Scene, x: f64) -> i64 {
    scene.view.with_untracked(|view| view.viewport.nearest_time_from_x(x))
}

/// Events go on to the element although the pointer leaves it.
pub fn capture(event: &PointerEvent) {
    if let Some(element) = event.current_target().and_then(|target| target.dyn_into::<Element>().ok()) {
        // Fails only for pointers that are gone already.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

enum Step {
    Move(f64, f64),
    /// To an area's other edge; from a height when it is a new one.
    Area(i64, Option<f64>),
    Pinch {
        x: f64,
        factor: f64,
        dx: f64,
        dy: f64,
    },
}

/// One of two fingers moved.
fn pinch(pointers: &[(i32, f64, f64)], at: usize, to: (f64, f64)) -> Option<Step> {
    let (_, x0, y0) = pointers[at];
    let (_, other_x, other_y) = *pointers.iter().enumerate().find(|(i, _)| *i != at)?.1;
    let before = (x0 - other_x).hypot(y0 - other_y).max(20.0);
    let after = (to.0 - other_x).hypot(to.1 - other_y).max(20.0);
    Some(Step::Pinch {
        x: (x0 + other_x) / 2.0,
        factor: before / after,
        dx: (x0 - to.0) / 2.0,
        dy: (y0 - to.1) / 2.0,
    })
}
