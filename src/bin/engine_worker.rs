//! The Web Worker that holds the traces. Runs only as WebAssembly.

#![warn(clippy::expect_used, clippy::unwrap_used)]

#[cfg(target_arch = "wasm32")]
fn main() {
    use wasm_bindgen::prelude::*;
    use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let replier = scope.clone();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if event.data() == "ping" {
            // Fails only for values that cannot be cloned; a string can.
            let _ = replier.post_message(&JsValue::from_str("pong"));
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.into_js_value();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
