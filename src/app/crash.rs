//! When something breaks that should not: the page says so, offers a report
//! to copy, and a way on. It never goes blank.

use super::clipboard::copy;
use super::icon::icon;
use super::open::reopen_all;
use super::report::crash_report;
use super::state::app_state;
use super::words::t;
use leptos::prelude::*;
use std::cell::Cell;
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// Shown over everything when the worker died.
#[component]
pub fn WorkerCrash() -> impl IntoView {
    let state = app_state();
    move || {
        state.crash.get().map(|what| {
            let report = crash_report(&what);
            view! {
                <div class="crash" role="alertdialog" aria-labelledby="crash-title">
                    <div class="box fail card">
                        <h1 id="crash-title">{icon("bad")}<span>{t("crash-title")}</span></h1>
                        <p>{t("crash-text")}</p>
                        <pre class="hex ltr">{what}</pre>
                        <div class="acts">
                            <button class="btn main" on:click=move |_| reopen_all(state)>{t("crash-again")}</button>
                            <button class="btn" on:click=move |_| copy(state, report.clone())>
                                {t("copy-report")}
                            </button>
                        </div>
                    </div>
                </div>
            }
        })
    }
}

/// A panic of the page itself: its components can no longer be trusted, so
/// the panel is made by hand. The program goes on where it can.
pub fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        thread_local! {
            static SHOWN: Cell<bool> = const { Cell::new(false) };
        }
        if !SHOWN.replace(true) {
            // A panel that cannot be shown leaves the console's message.
            let _ = show_panic(&info.to_string());
        }
    }));
}

fn show_panic(what: &str) -> Result<(), JsValue> {
    let document = document();
    let make = |name: &str, class: &str, text: &str| -> Result<Element, JsValue> {
        let element = document.create_element(name)?;
        element.set_class_name(class);
        element.set_text_content(Some(text));
        Ok(element)
    };
    let outer = make("div", "crash", "")?;
    outer.set_attribute("role", "alertdialog")?;
    let inner = make("div", "box fail card", "")?;
    let report = crash_report(what);
    let head = make("h1", "", "")?;
    head.append_child(&*make("i", "i i-bad", "")?)?;
    head.append_child(&*make("span", "", &t("panic-title"))?)?;
    inner.append_child(&head)?;
    inner.append_child(&*make("p", "", &t("panic-text"))?)?;
    inner.append_child(&*make("pre", "hex ltr", &report)?)?;
    let acts = make("div", "acts", "")?;
    let reload = make("button", "btn main", &t("panic-reload"))?;
    let on_reload = Closure::once_into_js(|| drop(window().location().reload()));
    reload.add_event_listener_with_callback("click", on_reload.unchecked_ref())?;
    let copied = make("button", "btn", &t("copy-report"))?;
    let on_copy = Closure::<dyn Fn()>::new(move || {
        let clipboard = window().navigator().clipboard();
        if !clipboard.is_undefined() {
            let _ = clipboard.write_text(&report);
        }
    })
    .into_js_value();
    copied.add_event_listener_with_callback("click", on_copy.unchecked_ref())?;
    acts.append_child(&reload)?;
    acts.append_child(&copied)?;
    inner.append_child(&acts)?;
    outer.append_child(&inner)?;
    if let Some(body) = document.body() {
        body.append_child(&outer)?;
    }
    Ok(())
}
