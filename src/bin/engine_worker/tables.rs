//! The worker that reads Parquet tables, and what it says.
//!
//! It is started with the first table of a load and ended with the load, so
//! that its memory, which never shrinks, is given back.

use super::post;
use js_sys::{Array, ArrayBuffer, Function, Object, Promise, Reflect, Uint8Array};
use lowerscope::engine::PackedTable;
use lowerscope::engine::protocol::LoadFailure;
use lowerscope::engine::wire::{DETAIL, END, FAILED, NEXT, READY, ROWS, TABLE};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ErrorEvent, MessageEvent, Url, Worker, WorkerOptions, WorkerType};

/// Beside the script of this worker.
const SCRIPT: &str = "parquet.js";

/// The other worker, which is waited for.
pub struct TableReader {
    worker: Worker,
    inbox: Inbox,
    _hear: [Closure<dyn Fn(JsValue)>; 2],
}

/// What was said, or who waits for it. Never both.
type Inbox = Rc<RefCell<Waiting>>;

#[derive(Default)]
struct Waiting {
    said: Vec<JsValue>,
    resolve: Option<Function>,
}

/// The next rows of a table.
pub struct Piece {
    pub text: Uint8Array,
    /// It was the last, and what is wrong with the rest.
    pub end: Option<Option<LoadFailure>>,
}

impl TableReader {
    /// Starts it and waits until it listens.
    ///
    /// # Errors
    /// When its script does not come.
    pub async fn start() -> Result<Self, LoadFailure> {
        let reader = Self::new().map_err(|_| missing())?;
        match reader.hear().await {
            said if said.as_string().as_deref() == Some(READY) => Ok(reader),
            _ => Err(missing()),
        }
    }

    fn new() -> Result<Self, JsValue> {
        let own = post::scope().location();
        // With the version of this build, as this worker's own address has it.
        let url = Url::new_with_base(&format!("{SCRIPT}{}", own.search()), &own.href())?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name("parquet");
        let worker = Worker::new_with_options(&url.href(), &options)?;
        let inbox = Inbox::default();
        let (messages, errors) = (inbox.clone(), inbox.clone());
        let on_message = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
            deliver(&messages, event.unchecked_into::<MessageEvent>().data());
        });
        let on_error = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
            let event: ErrorEvent = event.unchecked_into();
            event.prevent_default();
            deliver(&errors, object(FAILED, &event.message().into()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, inbox, _hear: [on_message, on_error] })
    }

    /// Hands over a table.
    pub fn open(&self, table: &PackedTable) {
        let buffer = Uint8Array::from(table.bytes.as_slice()).buffer();
        let sent = self.worker.post_message_with_transfer(&object(TABLE, &buffer), &Array::of1(&buffer));
        if let Err(error) = sent {
            deliver(&self.inbox, object(FAILED, &error));
        }
    }

    /// Waits for the next rows of it.
    ///
    /// # Errors
    /// When the worker died: this is then of no use any more.
    pub async fn next(&self, name: &str) -> Result<Piece, LoadFailure> {
        if let Err(error) = self.worker.post_message(&object(NEXT, &JsValue::TRUE)) {
            deliver(&self.inbox, object(FAILED, &error));
        }
        let said = self.hear().await;
        let get = |key: &str| Reflect::get(&said, &key.into()).unwrap_or(JsValue::UNDEFINED);
        let Ok(buffer) = get(ROWS).dyn_into::<ArrayBuffer>() else {
            let what = get(FAILED).as_string().unwrap_or_default();
            return Err(LoadFailure::of_table(name, "parquet-stopped", &what));
        };
        let end = get(END).as_string().map(|message| {
            let detail = get(DETAIL).as_string().unwrap_or_default();
            (!message.is_empty()).then(|| LoadFailure::of_table(name, &message, &detail))
        });
        Ok(Piece { text: Uint8Array::new(&buffer), end })
    }

    async fn hear(&self) -> JsValue {
        let inbox = self.inbox.clone();
        let promise = Promise::new(&mut |resolve, _| {
            let mut inbox = inbox.borrow_mut();
            if inbox.said.is_empty() {
                inbox.resolve = Some(resolve);
            } else {
                let said = inbox.said.remove(0);
                drop(inbox);
                // A promise's own function does not fail.
                let _ = resolve.call1(&JsValue::UNDEFINED, &said);
            }
        });
        // Never rejected.
        JsFuture::from(promise).await.unwrap_or(JsValue::UNDEFINED)
    }
}

impl Drop for TableReader {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

fn deliver(inbox: &Inbox, said: JsValue) {
    let resolve = inbox.borrow_mut().resolve.take();
    match resolve {
        Some(resolve) => _ = resolve.call1(&JsValue::UNDEFINED, &said),
        None => inbox.borrow_mut().said.push(said),
    }
}

fn missing() -> LoadFailure {
    LoadFailure::of_table("", "parquet-reader-missing", "")
}

fn object(key: &str, value: &JsValue) -> JsValue {
    let object = Object::new();
    // Cannot fail on a plain object.
    let _ = Reflect::set(&object, &key.into(), value);
    object.into()
}
