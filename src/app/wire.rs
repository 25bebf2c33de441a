//! JavaScript messages to and from the worker: what cannot be bytes alone,
//! because files and buffers are handed over and not copied.

use super::client::Source;
use crate::engine::protocol::LoadId;
use js_sys::{Array, ArrayBuffer, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

/// A message to the worker, with the buffers that go over to it.
pub struct Message {
    body: JsValue,
    transfer: Array,
}

impl Message {
    pub fn post(&self, worker: &Worker) {
        // Everything in a message can be cloned or transferred.
        if let Err(error) = worker.post_message_with_transfer(&self.body, &self.transfer) {
            web_sys::console::error_1(&error);
        }
    }
}

/// A message from the worker.
pub enum Incoming {
    Reply(Vec<u8>),
    Event(Vec<u8>),
    /// The worker could not go on.
    Failed(String),
}

pub fn request(bytes: &[u8]) -> Message {
    let buffer = Uint8Array::from(bytes).buffer();
    let transfer = Array::of1(&buffer);
    Message { body: object(&[("request", &buffer)]), transfer }
}

pub fn open(load: LoadId, name: &str, source: &Source) -> Message {
    let (key, value) = match source {
        Source::File(file) => ("file", file.into()),
        Source::Url(url) => ("url", JsValue::from_str(url)),
    };
    let body = object(&[("open", &load.0.into()), ("name", &name.into()), (key, &value)]);
    Message { body, transfer: Array::new() }
}

pub fn cancel(load: LoadId) -> Message {
    Message { body: object(&[("cancel", &load.0.into())]), transfer: Array::new() }
}

pub fn choose(load: LoadId, entries: &[u32]) -> Message {
    let list: Array = entries.iter().map(|entry| JsValue::from(*entry)).collect();
    Message { body: object(&[("choose", &load.0.into()), ("entries", &list)]), transfer: Array::new() }
}

pub fn incoming(data: &JsValue) -> Option<Incoming> {
    let bytes = |key: &str| {
        let buffer: ArrayBuffer = Reflect::get(data, &key.into()).ok()?.dyn_into().ok()?;
        Some(Uint8Array::new(&buffer).to_vec())
    };
    if let Some(bytes) = bytes("reply") {
        return Some(Incoming::Reply(bytes));
    }
    if let Some(bytes) = bytes("event") {
        return Some(Incoming::Event(bytes));
    }
    let failed = Reflect::get(data, &"failed".into()).ok()?.as_string()?;
    Some(Incoming::Failed(failed))
}

fn object(entries: &[(&str, &JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in entries {
        // Cannot fail on a plain object.
        let _ = Reflect::set(&object, &(*key).into(), value);
    }
    object.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

    wasm_bindgen_test_configure!(run_in_browser);

    #[wasm_bindgen_test]
    fn buffers_and_failures_of_the_worker_are_told_apart() {
        let buffer = Uint8Array::from([1, 2, 3].as_slice()).buffer();
        let reply = incoming(&object(&[("reply", &buffer)]));
        assert!(matches!(reply, Some(Incoming::Reply(bytes)) if bytes == [1, 2, 3]));
        let failed = incoming(&object(&[("failed", &"out of memory".into())]));
        assert!(matches!(failed, Some(Incoming::Failed(reason)) if reason == "out of memory"));
        assert!(incoming(&JsValue::from_str("ready")).is_none());
    }
}
