//! Tells a scene the sizes of its canvases, in device pixels where the browser
//! says them: a canvas is sharp only if it has exactly as many.

use super::paint::surface::window_ratio;
use super::painter::Layer;
use super::scene::Scene;
use gloo::events::EventListener;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{
    HtmlCanvasElement, ResizeObserver, ResizeObserverBoxOptions, ResizeObserverEntry, ResizeObserverOptions,
    ResizeObserverSize,
};

type Canvases = Rc<Vec<(Layer, HtmlCanvasElement)>>;

/// Watches canvases until the component is gone.
pub fn watch(scene: Scene, canvases: Vec<(Layer, HtmlCanvasElement)>) {
    let watched = canvases.clone();
    let resized = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
        for entry in entries.iter() {
            let entry: ResizeObserverEntry = entry.unchecked_into();
            let target = entry.target();
            if let Some((layer, _)) = watched.iter().find(|(_, canvas)| canvas.is_same_node(Some(&target))) {
                let (size, device) = sizes_of(&entry);
                scene.resized(*layer, size, device);
            }
        }
    });
    let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) else { return };
    let options = ResizeObserverOptions::new();
    options.set_box(ResizeObserverBoxOptions::DevicePixelContentBox);
    for (layer, canvas) in &canvases {
        scene.attach(*layer, canvas.clone());
        observe(&observer, canvas, &options);
    }
    let ratio = StoredValue::new_local(None);
    watch_ratio(scene, Rc::new(canvases), ratio);
    let held = StoredValue::new_local(Some((observer, resized)));
    on_cleanup(move || {
        if let Some((observer, _closure)) = held.try_update_value(Option::take).flatten() {
            observer.disconnect();
        }
    });
}

/// Another ratio with the same size: the window went to another screen. A
/// query tells that it no longer holds; then the next one is watched.
fn watch_ratio(scene: Scene, canvases: Canvases, held: StoredValue<Option<EventListener>, LocalStorage>) {
    let query = format!("(resolution: {}dppx)", window_ratio());
    let Some(query) = window().match_media(&query).ok().flatten() else { return };
    let changed = EventListener::once(&query, "change", move |_| {
        if !scene.is_alive() {
            return;
        }
        let ratio = window_ratio();
        for (layer, canvas) in canvases.iter() {
            let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
            scene.resized(*layer, size, (size.0 * ratio, size.1 * ratio));
        }
        watch_ratio(scene, canvases, held);
    });
    held.try_set_value(Some(changed));
}

fn observe(observer: &ResizeObserver, canvas: &HtmlCanvasElement, options: &ResizeObserverOptions) {
    // Browsers without device pixel boxes throw; they get the plain box.
    let call = js_sys::Reflect::get(observer, &"observe".into())
        .ok()
        .and_then(|observe| observe.dyn_into::<js_sys::Function>().ok());
    let done = call.is_some_and(|call| call.call2(observer, canvas, options).is_ok());
    if !done {
        observer.observe(canvas);
    }
}

/// CSS pixels and device pixels.
fn sizes_of(entry: &ResizeObserverEntry) -> ((f64, f64), (f64, f64)) {
    let rect = entry.content_rect();
    let size = (rect.width(), rect.height());
    let device = js_sys::Reflect::get(entry, &"devicePixelContentBoxSize".into())
        .ok()
        .and_then(|boxes| boxes.dyn_into::<js_sys::Array>().ok())
        .map(|boxes| boxes.get(0))
        .filter(|first| !first.is_undefined())
        .map(|first| first.unchecked_into::<ResizeObserverSize>());
    let ratio = window_ratio();
    let computed = (size.0 * ratio, size.1 * ratio);
    // The exact size differs by parts of a pixel. Where it differs by more (a
    // ratio that is emulated), the ratio is what will be seen.
    let exact = device
        .map(|device| (device.inline_size(), device.block_size()))
        .filter(|exact| (exact.0 - computed.0).abs() < 1.5 && (exact.1 - computed.1).abs() < 1.5);
    (size, exact.unwrap_or(computed))
}
