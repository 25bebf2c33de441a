//! Keys, wheel and pointer over the stacked timelines.

use super::say::time;
use super::shown::Shown;
use super::slice::{light, show};
use crate::timeline::paths::zoom::Zoom;
use crate::trace::SliceId;
use leptos::ev::{KeyboardEvent, PointerEvent, WheelEvent};
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Span of one step with a key, and of one notch of the wheel.
const KEY_ZOOM: f64 = 0.7;
const WHEEL_ZOOM: f64 = 0.0015;
const KEY_PAN: f64 = 0.15;
/// A drag that is shorter than this was a click, in CSS pixels.
const STILL: f64 = 3.0;

/// Steps round at both ends.
pub fn wrapped(now: usize, by: isize, count: usize) -> usize {
    (now as isize + by).rem_euclid(count.max(1) as isize) as usize
}

pub fn key(zoom: RwSignal<Zoom>, instances: RwSignal<Vec<usize>>, counts: &[usize], event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let step = |by: isize| {
        instances.update(|steps| {
            for (step, count) in steps.iter_mut().zip(counts) {
                *step = wrapped(*step, by, *count);
            }
        });
    };
    match (event.code().as_str(), event.key().as_str()) {
        ("KeyW", _) => zoom.update(|zoom| *zoom = zoom.about(0.5, KEY_ZOOM)),
        ("KeyS", _) => zoom.update(|zoom| *zoom = zoom.about(0.5, 1.0 / KEY_ZOOM)),
        ("KeyA", _) => zoom.update(|zoom| *zoom = zoom.moved(-KEY_PAN)),
        ("KeyD", _) => zoom.update(|zoom| *zoom = zoom.moved(KEY_PAN)),
        ("KeyF", _) => zoom.set(Zoom::ALL),
        (_, "ArrowRight") => step(1),
        (_, "ArrowLeft") => step(-1),
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}

/// The wheel scrolls the page; with Ctrl it zooms, sideways it moves.
pub fn wheel(zoom: RwSignal<Zoom>, width: RwSignal<f64>, event: &WheelEvent) {
    let wide = width.get_untracked().max(1.0);
    if event.ctrl_key() || event.meta_key() {
        let place = f64::from(event.offset_x()) / wide;
        zoom.update(|zoom| *zoom = zoom.about(place, (event.delta_y() * WHEEL_ZOOM * 2.0).exp()));
    } else {
        let sideways = if event.shift_key() { event.delta_y() + event.delta_x() } else { event.delta_x() };
        if sideways.abs() < 0.5 || sideways.abs() < event.delta_y().abs() && !event.shift_key() {
            return;
        }
        zoom.update(|zoom| *zoom = zoom.moved(sideways / wide));
    }
    event.prevent_default();
}

/// A row of host or device at a point.
pub struct Hit {
    pub path: usize,
    pub name: String,
    pub ns: i64,
    pub slice: SliceId,
    /// Op of the baseline that it belongs to.
    pub op: Option<u32>,
}

pub type Find = Rc<dyn Fn(f64, f64) -> Option<Hit>>;

/// Dragging, pointing, following.
#[derive(Clone)]
pub struct Pointer {
    shown: Shown,
    found: Find,
    /// Where a press began, and how far it went.
    drag: StoredValue<Option<(i32, f64)>>,
    width: RwSignal<f64>,
}

impl Pointer {
    pub fn new(shown: Shown, found: Find, width: RwSignal<f64>) -> Self {
        Self { shown, found, drag: StoredValue::new(None), width }
    }

    pub fn down(&self, event: &PointerEvent) {
        if event.button() == 0 {
            self.drag.set_value(Some((event.client_x(), 0.0)));
            if let Some(canvas) = canvas_of(event) {
                // The pointer may be gone by then.
                let _ = canvas.set_pointer_capture(event.pointer_id());
            }
        }
    }

    pub fn moved(&self, event: &PointerEvent) {
        let open = self.shown.open;
        if let Some((x, far)) = self.drag.get_value() {
            let by = f64::from(x - event.client_x());
            self.drag.set_value(Some((event.client_x(), far + by.abs())));
            open.zoom.update(|zoom| *zoom = zoom.moved(by / self.width.get_untracked().max(1.0)));
            return;
        }
        let found = (self.found)(f64::from(event.offset_x()), f64::from(event.offset_y()));
        let Some(canvas) = canvas_of(event) else { return };
        let title =
            found.as_ref().map(|hit| format!("{}\n{}", hit.name, time(hit.ns as f64))).unwrap_or_default();
        if canvas.title() != title {
            canvas.set_title(&title);
        }
        light(open, found.and_then(|hit| hit.op));
    }

    pub fn up(&self, event: &PointerEvent) {
        let far = self.drag.get_value().map_or(f64::INFINITY, |(_, far)| far);
        self.drag.set_value(None);
        if far > STILL {
            return;
        }
        let found = (self.found)(f64::from(event.offset_x()), f64::from(event.offset_y()));
        let Some(hit) = found else { return };
        if let Some(trace) = self.shown.all.paths[hit.path].traces.first() {
            show(self.shown.state, *trace, hit.slice);
        }
    }
}

fn canvas_of(event: &PointerEvent) -> Option<HtmlElement> {
    event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok())
}
