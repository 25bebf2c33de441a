//! Addresses that are typed or pasted.

use super::{Beside, Named, keep_failure, open_all};
use crate::app::state::AppState;
use crate::app::words::t;
use crate::engine::protocol::LoadFailure;
use crate::link::host;
use leptos::prelude::*;
use web_sys::Url;

/// Opens addresses; those that are none become failures that say so.
pub fn open_addresses(state: AppState, addresses: &[String]) {
    let (good, bad): (Vec<_>, Vec<_>) =
        addresses.iter().map(|text| absolute(text).ok_or(text)).partition(Result::is_ok);
    open_all(state, good.into_iter().flatten().map(Named::url).collect(), Beside::Keep);
    for text in bad.into_iter().filter_map(Result::err) {
        let tab = keep_failure(state, not_an_address(text));
        state.active.set(Some(tab));
    }
}

/// Where an address leads: its absolute form, relative ones from the page's,
/// and that of the file where it is the address of a page about one.
pub fn absolute(text: &str) -> Option<String> {
    let base = document().base_uri().ok().flatten()?;
    let url = Url::new_with_base(&host::raw_address(text), &base).ok()?;
    matches!(url.protocol().as_str(), "http:" | "https:").then(|| url.href())
}

/// What a reader should see of an address before it is fetched: where it leads
/// if that is elsewhere, and what is known to stand in the way.
pub fn notes_on(text: &str) -> Vec<AnyView> {
    let mut notes = Vec::new();
    let typed = Url::new(text.trim()).map(|url| url.href()).unwrap_or_else(|_| text.trim().to_owned());
    if let Some(url) = absolute(text).filter(|url| text.contains("://") && *url != typed) {
        notes.push(view! { {t("host-fetched")}" "<span class="ltr address">{url}</span> }.into_any());
    }
    if let Some(advice) = host::advice(text) {
        notes.push(view! { {t(advice.message_id())} }.into_any());
    }
    notes
}

/// Whether a text, such as one from the clipboard, is meant as an address.
pub fn looks_like_address(text: &str) -> bool {
    let text = text.trim();
    ["https://", "http://", "s3://", "gs://", "hf://"].iter().any(|scheme| text.starts_with(scheme))
        && !text.contains(char::is_whitespace)
        && absolute(text).is_some()
}

/// Last part of an address's path, or its host.
pub fn file_name(url: &str) -> String {
    let Ok(parsed) = Url::new(url) else { return url.to_owned() };
    let path = parsed.pathname();
    let last = path.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    let decoded = js_sys::decode_uri_component(last).ok().and_then(|text| text.as_string());
    match decoded {
        Some(name) if !name.is_empty() => name,
        _ => parsed.host(),
    }
}

pub fn not_an_address(text: &str) -> LoadFailure {
    LoadFailure {
        file: text.to_owned(),
        message: "fetch-address".to_owned(),
        args: vec![("url".to_owned(), text.to_owned())],
        command: None,
        first_bytes: Vec::new(),
    }
}
