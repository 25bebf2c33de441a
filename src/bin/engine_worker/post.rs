//! Messages to the page, and what the browser knows of this worker.

use js_sys::{Array, Object, Reflect, Uint8Array};
use lowerscope::engine::protocol::{Event, Reply, encode};
use lowerscope::engine::{Host, wire};
use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

thread_local! {
    static SCOPE: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
}

/// This worker's global object.
pub fn scope() -> DedicatedWorkerGlobalScope {
    SCOPE.with(Clone::clone)
}

/// Clock and memory of the worker.
pub fn host() -> Host {
    Host { now_ms, memory_bytes: || Some(memory_bytes()) }
}

/// Memory that the worker has taken so far.
pub fn memory_bytes() -> u64 {
    core::arch::wasm32::memory_size::<0>() as u64 * 65_536
}

/// Milliseconds since the worker started.
pub fn now_ms() -> f64 {
    SCOPE.with(|scope| scope.performance().map_or(0.0, |performance| performance.now()))
}

pub fn events(events: &mut Vec<Event>) {
    for event in events.drain(..) {
        bytes(wire::EVENT, &encode(&event));
    }
}

pub fn replies(replies: &mut Vec<Reply>) {
    for reply in replies.drain(..) {
        bytes(wire::REPLY, &encode(&reply));
    }
}

/// Says that the worker cannot go on.
pub fn failed(what: &str) {
    let message = object(wire::FAILED, &JsValue::from_str(what));
    // Nobody is left to tell if even this fails.
    let _ = scope().post_message(&message);
}

fn bytes(key: &str, bytes: &[u8]) {
    let buffer = Uint8Array::from(bytes).buffer();
    let message = object(key, &buffer);
    if let Err(error) = scope().post_message_with_transfer(&message, &Array::of1(&buffer)) {
        web_sys::console::error_1(&error);
    }
}

fn object(key: &str, value: &JsValue) -> JsValue {
    let object = Object::new();
    // Cannot fail on a plain object.
    let _ = Reflect::set(&object, &key.into(), value);
    object.into()
}
