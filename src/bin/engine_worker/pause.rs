//! Giving the browser a turn.
//!
//! A timer would wait at least four milliseconds; a message to oneself comes
//! right after the messages that wait already.

use std::cell::RefCell;
use std::collections::VecDeque;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageChannel, MessageEvent, MessagePort};

thread_local! {
    static CHANNEL: Option<MessagePort> = channel();
    static WAITING: RefCell<VecDeque<js_sys::Function>> = const { RefCell::new(VecDeque::new()) };
}

/// Ends after the messages that wait now have been heard.
pub async fn pause() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let posted =
            CHANNEL.with(|port| port.as_ref().is_some_and(|port| port.post_message(&JsValue::NULL).is_ok()));
        if posted {
            WAITING.with_borrow_mut(|waiting| waiting.push_back(resolve));
        } else {
            // Without a channel there is no turn to give.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    // The promise is never rejected.
    let _ = JsFuture::from(promise).await;
}

/// Ends after so many milliseconds.
pub async fn wait(ms: i32) {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let scope = super::post::scope();
        if scope.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ms).is_err() {
            // Without a clock nothing is waited for.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    // The promise is never rejected.
    let _ = JsFuture::from(promise).await;
}

fn channel() -> Option<MessagePort> {
    let channel = MessageChannel::new().ok()?;
    let hear = Closure::<dyn Fn(MessageEvent)>::new(|_| {
        let next = WAITING.with_borrow_mut(VecDeque::pop_front);
        if let Some(resolve) = next {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    channel.port2().set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // Lives as long as the worker.
    hear.into_js_value();
    Some(channel.port1())
}
