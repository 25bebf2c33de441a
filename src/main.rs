//! The page's entry point. Runs only as WebAssembly.

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(page::App);
}

#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::print_stderr, reason = "the hint is for a person at a terminal")]
fn main() {
    eprintln!("The page runs in a browser: start it with `cargo xtask serve`.");
}

#[cfg(target_arch = "wasm32")]
mod page {
    use leptos::prelude::*;
    use wasm_bindgen::prelude::*;
    use wasm_bindgen_futures::JsFuture;
    use web_sys::{MessageEvent, Worker};

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = lowerscope, js_name = startEngineWorker, catch)]
        fn start_engine_worker() -> Result<js_sys::Promise, JsValue>;
    }

    /// Asks the worker for an answer and shows it.
    #[component]
    pub fn App() -> impl IntoView {
        let answer = RwSignal::new(String::new());
        wasm_bindgen_futures::spawn_local(async move {
            if let Err(error) = ping(answer).await {
                answer.set(format!("{error:?}"));
            }
        });
        view! {
            <h1>"Lowerscope"</h1>
            <p id="engine">{answer}</p>
        }
    }

    async fn ping(answer: RwSignal<String>) -> Result<(), JsValue> {
        let worker: Worker = JsFuture::from(start_engine_worker()?).await?.dyn_into()?;
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            answer.set(event.data().as_string().unwrap_or_default());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.post_message(&JsValue::from_str("ping"))?;
        on_message.into_js_value();
        Ok(())
    }
}
