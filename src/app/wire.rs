//! JavaScript messages to and from the worker, as [`crate::engine::wire`] has
//! them: files and buffers are handed over, not copied.

use super::client::Source;
use crate::engine::protocol::LoadId;
use crate::engine::wire::{
    CANCEL, CHOOSE, ENTRIES, EVENT, FAILED, FILE, NAME, OPEN, PARTS, REPLY, REQUEST, URL,
};
use js_sys::{Array, ArrayBuffer, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::Worker;

/// A message to the worker, with the buffers that go over to it.
pub struct Message {
    body: Object,
    transfer: Array,
}

impl Message {
    fn new(key: &str, value: &JsValue) -> Self {
        Self::empty().with(key, value)
    }

    fn empty() -> Self {
        Self { body: Object::new(), transfer: Array::new() }
    }

    fn with(self, key: &str, value: &JsValue) -> Self {
        // Cannot fail on a plain object.
        let _ = Reflect::set(&self.body, &key.into(), value);
        self
    }

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
    /// The worker cannot go on.
    Failed(String),
}

pub fn request(bytes: &[u8]) -> Message {
    let buffer = Uint8Array::from(bytes).buffer();
    let message = Message::new(REQUEST, &buffer);
    message.transfer.push(&buffer);
    message
}

pub fn open(load: LoadId, name: &str, source: &Source) -> Message {
    from_source(Message::new(OPEN, &load.0.into()), name, source)
}

fn from_source(message: Message, name: &str, source: &Source) -> Message {
    let message = message.with(NAME, &name.into());
    match source {
        Source::File(file) | Source::Packed(file, _) => message.with(FILE, file),
        Source::Url(url) => message.with(URL, &url.into()),
        Source::Set(parts) => {
            let parts = parts.iter().map(|(name, source)| from_source(Message::empty(), name, source).body);
            message.with(PARTS, &parts.collect::<Array>())
        }
    }
}

pub fn cancel(load: LoadId) -> Message {
    Message::new(CANCEL, &load.0.into())
}

pub fn choose(load: LoadId, entries: &[u32]) -> Message {
    let list: Array = entries.iter().map(|entry| JsValue::from(*entry)).collect();
    Message::new(CHOOSE, &load.0.into()).with(ENTRIES, &list)
}

pub fn incoming(data: &JsValue) -> Option<Incoming> {
    // Strings such as a loader's "ready" have no keys.
    if !data.is_object() {
        return None;
    }
    let get = |name: &str| Reflect::get(data, &name.into()).ok();
    let bytes = |name: &str| {
        let buffer: ArrayBuffer = get(name)?.dyn_into().ok()?;
        Some(Uint8Array::new(&buffer).to_vec())
    };
    if let Some(bytes) = bytes(REPLY) {
        return Some(Incoming::Reply(bytes));
    }
    if let Some(bytes) = bytes(EVENT) {
        return Some(Incoming::Event(bytes));
    }
    get(FAILED)?.as_string().map(Incoming::Failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn buffers_and_failures_of_the_worker_are_told_apart() {
        let buffer = Uint8Array::from([1, 2, 3].as_slice()).buffer();
        let reply = incoming(&Message::new(REPLY, &buffer).body);
        assert!(matches!(reply, Some(Incoming::Reply(bytes)) if bytes == [1, 2, 3]));
        let failed = incoming(&Message::new(FAILED, &"out of memory".into()).body);
        assert!(matches!(failed, Some(Incoming::Failed(reason)) if reason == "out of memory"));
        assert!(incoming(&JsValue::from_str("ready")).is_none());
    }
}
