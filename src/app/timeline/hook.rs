//! What tests and benchmarks see of the timeline: `window.__lowerscope`, and
//! performance marks. The page itself reads none of it.

use super::paint::overlay::rect_of;
use super::painter::Layer;
use super::scene::Scene;
use crate::engine::protocol::TraceId;
use crate::timeline::frame::Band;
use leptos::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use wasm_bindgen::prelude::*;

/// Set when a trace is first drawn as it is.
pub const FIRST_FRAME: &str = "lowerscope:first-frame";
/// Set when a comparison is drawn.
pub const PATHS_DRAWN: &str = "lowerscope:paths-drawn";
/// Of the hook, on the window.
const NAME: &str = "__lowerscope";
/// Draws that are remembered.
const MOST_DRAWS: usize = 2048;

thread_local! {
    /// Begin and length of the last draws, in ms.
    static DRAWS: RefCell<Vec<(f64, f64)>> = const { RefCell::new(Vec::new()) };
    /// Traces that were on screen.
    static SEEN: RefCell<BTreeSet<TraceId>> = const { RefCell::new(BTreeSet::new()) };
}

/// Milliseconds since the page began.
pub fn now_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// The stage was drawn.
pub fn drew(begin_ms: f64, took_ms: f64) {
    DRAWS.with_borrow_mut(|draws| {
        if draws.len() >= MOST_DRAWS {
            draws.drain(..MOST_DRAWS / 2);
        }
        draws.push((begin_ms, took_ms));
    });
}

/// A trace is on screen; the first time counts.
pub fn first_frame(trace: TraceId) {
    if !SEEN.with_borrow_mut(|seen| seen.insert(trace)) {
        return;
    }
    if let Some(performance) = window().performance() {
        // Fails only for names that the browser keeps for itself.
        let _ = performance.mark(FIRST_FRAME);
        let _ = performance.mark(&format!("{FIRST_FRAME}:{}", trace.0));
    }
}

/// A comparison is on screen. The first thing that a page draws may be one.
pub fn first_comparison() {
    if let Some(performance) = window().performance() {
        let _ = performance.mark(PATHS_DRAWN);
        if SEEN.with_borrow(BTreeSet::is_empty) {
            let _ = performance.mark(FIRST_FRAME);
        }
    }
}

/// Puts the hook of a timeline in place; the timeline in front has it.
pub fn install(scene: Scene) {
    let object = js_sys::Object::new();
    let set = |name: &str, value: JsValue| {
        // Cannot fail on a plain object.
        let _ = js_sys::Reflect::set(&object, &name.into(), &value);
    };
    let state = Closure::<dyn Fn() -> String>::new(move || state(scene).to_string());
    let draws = Closure::<dyn Fn() -> String>::new(|| DRAWS.with_borrow(|draws| json!(draws).to_string()));
    let clear = Closure::<dyn Fn()>::new(|| DRAWS.with_borrow_mut(Vec::clear));
    let find = Closure::<dyn Fn(String) -> String>::new(move |name: String| find(scene, &name).to_string());
    set("state", state.into_js_value());
    set("draws", draws.into_js_value());
    set("clearDraws", clear.into_js_value());
    set("find", find.into_js_value());
    let _ = js_sys::Reflect::set(&window(), &NAME.into(), &object);
    // What it tells of goes with the timeline. The next one may be there first.
    let mine = StoredValue::new_local(object);
    on_cleanup(move || {
        let now = js_sys::Reflect::get(&window(), &NAME.into()).unwrap_or(JsValue::UNDEFINED);
        if mine.try_get_value().is_some_and(|mine| js_sys::Object::is(&now, &mine)) {
            let _ = js_sys::Reflect::delete_property(&window(), &NAME.into());
        }
    });
}

/// The view, and what is drawn of it.
fn state(scene: Scene) -> Value {
    let exact = scene.is_exact();
    let selected = scene.selected();
    let pointed = scene.pointed.with_untracked(|pointed| pointed.as_ref().map(|p| p.name.clone()));
    let frame = scene
        .with(|painter| {
            let held = painter.held.as_ref()?;
            let boxes = held.frame.bands.iter().map(|band| match band {
                Band::Rows(rows) => rows.len(),
                _ => 0,
            });
            Some(json!({
                "number": held.number,
                "bands": held.frame.bands.len(),
                "boxes": boxes.sum::<usize>(),
                "columns": held.frame.columns,
                "arrows": held.frame.arrows.len(),
                "arrowsLeftOut": held.frame.arrows_left_out,
                "globals": held.frame.globals.len(),
                "overviewHits": painter.overview.as_ref().map(|overview| overview.hits.len()),
            }))
        })
        .flatten();
    scene.view.with_untracked(|view| {
        let visible = view.viewport.interval();
        json!({
            "trace": scene.trace.0,
            // As text: a number of JavaScript does not hold all of them.
            "start": visible.start.to_string(),
            "end": visible.end.to_string(),
            "spanTicks": view.viewport.span_ticks(),
            "scroll": view.scroll,
            "maxScroll": view.layout().max_scroll(view.height_px),
            "width": view.viewport.width_px(),
            "height": view.height_px,
            "exact": exact,
            "frame": frame,
            "selected": selected.as_ref().map(|at| json!({
                "name": at.name,
                "track": at.track.0,
                "row": at.row,
                "start": at.start.to_string(),
                "dur": at.dur.to_string(),
            })),
            "pointed": pointed,
            "area": view.area.as_ref().map(|area| json!({
                "start": area.start.to_string(),
                "end": area.end.to_string(),
                "tracks": area.tracks.iter().map(|track| track.0).collect::<Vec<_>>(),
            })),
            "marks": view.marks.iter().map(|mark| json!({
                "number": mark.number,
                "time": mark.time.to_string(),
                "note": mark.note,
            })).collect::<Vec<_>>(),
            "pinned": view.tracks.pinned.iter().map(|track| track.0).collect::<Vec<_>>(),
            "hidden": view.tracks.hidden_count(),
            "filter": view.tracks.filter,
            "strips": view.layout().pinned().len() + view.layout().scrolling().len(),
        })
    })
}

/// Boxes with a name that are on screen: pixels from the top left of the stage.
fn find(scene: Scene, name: &str) -> Value {
    let found = scene.view.with_untracked(|view| {
        scene.with(|painter| {
            let (Some(held), Some(surface)) = (painter.held.as_ref(), painter.surface(Layer::Stage)) else {
                return Vec::new();
            };
            let mut found = Vec::new();
            for placed in view.layout().in_view(view.scroll, view.height_px, 0.0) {
                let Some(track) = placed.strip.track() else { continue };
                for part in held.rows_of(track) {
                    let boxes = part.boxes;
                    for at in 0..boxes.len() {
                        if held.name(boxes.name[at]).is_none_or(|n| **n != *name) {
                            continue;
                        }
                        let span = crate::trace::Interval::new(boxes.start[at], boxes.end[at]);
                        let Some([x, y, w, h]) = rect_of(view, track, boxes.row[at], span) else { continue };
                        if x + w > 0.0 && x < surface.width && y > 0.0 && y + h < surface.height {
                            found.push(json!({ "x": x, "y": y, "width": w, "height": h, "slice": boxes.slice[at].0 }));
                        }
                    }
                }
            }
            found
        })
    });
    Value::Array(found.unwrap_or_default())
}
