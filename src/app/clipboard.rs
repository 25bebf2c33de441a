//! Copying text and saving files.

use super::client::describe;
use super::state::AppState;
use super::words::{t, tv};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Copies a text and says so.
pub fn copy(state: AppState, text: String) {
    spawn_local(async move {
        // Absent where the page is not served over https or from this machine.
        let clipboard = window().navigator().clipboard();
        let done = if clipboard.is_undefined() {
            Err(JsValue::from_str("https"))
        } else {
            JsFuture::from(clipboard.write_text(&text)).await
        };
        match done {
            Ok(_) => state.done(t("copied")),
            Err(error) => state.problem(tv("copy-failed", &[("reason", describe(&error).into())])),
        }
    });
}

/// Hands a text to the browser as a download.
pub fn save(state: AppState, name: &str, kind: &str, text: &str) {
    if let Err(error) = try_save(name, kind, text) {
        state.problem(tv("save-failed", &[("reason", describe(&error).into())]));
    }
}

/// Hands a file to the browser as a download.
pub fn save_blob(state: AppState, name: &str, blob: &Blob) {
    if let Err(error) = try_save_blob(name, blob) {
        state.problem(tv("save-failed", &[("reason", describe(&error).into())]));
    }
}

fn try_save(name: &str, kind: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()), &options)?;
    try_save_blob(name, &blob)
}

fn try_save_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.dyn_into()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser has taken the blob by the time that a minute has passed.
    gloo::timers::callback::Timeout::new(60_000, move || drop(Url::revoke_object_url(&url))).forget();
    Ok(())
}
