//! One table at a time: its bytes come, then its rows are asked for piece by
//! piece.

use js_sys::{Array, ArrayBuffer, Object, Reflect, Uint8Array};
use lowerscope::engine::wire::{DETAIL, END, FAILED, NEXT, ROWS, TABLE};
use lowerscope::ingest::parquet::{Problem, Rows};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Starts to listen.
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let own = scope.clone();
    std::panic::set_hook(Box::new(move |info| {
        // If even this cannot be posted, the error that follows is heard.
        let _ = own.post_message(&object(&[(FAILED, info.to_string().into())]));
    }));
    let table = RefCell::new(None);
    let own = scope.clone();
    let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let data = event.data();
        let get = |key: &str| Reflect::get(&data, &key.into()).unwrap_or(JsValue::UNDEFINED);
        if let Ok(buffer) = get(TABLE).dyn_into::<ArrayBuffer>() {
            // The one before makes room first.
            table.replace(None);
            table.replace(Some(Rows::open(Uint8Array::new(&buffer).to_vec())));
        } else if get(NEXT).is_truthy() {
            answer(&own, &mut table.borrow_mut());
        }
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // Lives as long as the worker.
    hear.into_js_value();
}

/// Posts the next rows, or why there are none.
fn answer(scope: &DedicatedWorkerGlobalScope, table: &mut Option<Result<Rows, Problem>>) {
    let mut text = Vec::new();
    let ended = match table.take() {
        None => Some(None),
        Some(Err(problem)) => Some(Some(problem)),
        Some(Ok(mut rows)) => match rows.next(&mut text) {
            Ok(true) => {
                *table = Some(Ok(rows));
                None
            }
            Ok(false) => Some(None),
            Err(problem) => Some(Some(problem)),
        },
    };
    let buffer = Uint8Array::from(text.as_slice()).buffer();
    let mut members: Vec<(&str, JsValue)> = vec![(ROWS, buffer.clone().into())];
    if let Some(problem) = ended {
        members.push((END, problem.as_ref().map_or("", Problem::message_id).into()));
        members.push((DETAIL, problem.map(|problem| problem.detail()).unwrap_or_default().into()));
    }
    if let Err(error) = scope.post_message_with_transfer(&object(&members), &Array::of1(&buffer)) {
        web_sys::console::error_1(&error);
    }
}

fn object(members: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in members {
        // Cannot fail on a plain object.
        let _ = Reflect::set(&object, &(*key).into(), value);
    }
    object.into()
}
