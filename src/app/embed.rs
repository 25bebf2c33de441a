//! Traces that other pages hand over, by the messages that Perfetto's viewer
//! understands: a page opens this one in a window or a frame, sends `PING`
//! until it hears `PONG`, and then `{perfetto: {buffer, title, fileName, url}}`.
//! A button that opens Perfetto works here once it names this page.
//!
//! A page of another origin is asked about the first time: what it sends takes
//! the place of nothing, but nobody should wonder where a trace came from.
//!
//! `?mode=embed` leaves out the bar on top and what leads away from the trace.

use super::client::Source;
use super::open::{Beside, Named, open_together};
use super::remembered::SENDERS;
use super::state::{AppState, Dialog, app_state};
use super::words::{t, tv};
use gloo::events::EventListener;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{File, FilePropertyBag, MessageEvent, UrlSearchParams, Window};

/// What browsers call the origin of files on disk, and of other pages that
/// have none: it says nothing about who sends, so it is asked about each time.
const NO_ORIGIN: &str = "null";
/// Traces that wait for an answer.
const MOST_WAITING: usize = 64;

/// A trace from another page.
#[derive(Clone)]
pub struct Sent {
    origin: String,
    file: File,
    /// Where it can be fetched from, for links.
    url: Option<String>,
}

/// Traces that wait until the reader knows their sender.
pub type Waiting = RwSignal<Vec<Sent>, LocalStorage>;

/// Answers other pages, for as long as this one lives.
pub fn listen(state: AppState) {
    EventListener::new(&window(), "message", move |event| {
        if let Some(event) = event.dyn_ref::<MessageEvent>() {
            hear(state, event);
        }
    })
    .forget();
}

/// Whether the page is shown in a frame of another.
pub fn is_embedded() -> bool {
    let search = window().location().search().unwrap_or_default();
    let mode = UrlSearchParams::new_with_str(&search).ok().and_then(|params| params.get("mode"));
    mode.is_some_and(|mode| mode == "embed" || mode == "embedded")
}

fn hear(state: AppState, event: &MessageEvent) {
    let data = event.data();
    if data.as_string().as_deref() == Some("PING") {
        if let Some(sender) = event.source() {
            // A window of another page is no `Window` of this one, and can only
            // be sent messages. A file on disk has no origin that could be named;
            // that this page is there is no secret.
            let origin = event.origin();
            let to = if origin == NO_ORIGIN { "*" } else { &origin };
            let _ = sender.unchecked_into::<Window>().post_message(&"PONG".into(), to);
        }
        return;
    }
    let Some(sent) = sent(&data, event.origin()) else { return };
    let own = window().location().origin().unwrap_or_default();
    if sent.origin == own || SENDERS.has(&sent.origin) {
        return open(state, vec![sent]);
    }
    // Who heard several answers may send several times.
    let is_there = state.senders.with_untracked(|waiting| {
        waiting.iter().any(|own| {
            own.origin == sent.origin
                && own.file.name() == sent.file.name()
                && own.file.size() == sent.file.size()
        })
    });
    if !is_there {
        state.senders.update(|waiting| {
            if waiting.len() < MOST_WAITING {
                waiting.push(sent);
            }
        });
    }
    // Set again it would be made anew, and its end lets go of what waits.
    if state.dialog.get_untracked() != Some(Dialog::Sender) {
        state.dialog.set(Some(Dialog::Sender));
    }
}

/// The trace of a message; `None` for any other message.
fn sent(data: &JsValue, origin: String) -> Option<Sent> {
    let get = |of: &JsValue, key: &str| js_sys::Reflect::get(of, &key.into()).ok();
    let message = get(data, "perfetto").filter(JsValue::is_object)?;
    let buffer = get(&message, "buffer")?;
    if !buffer.is_instance_of::<js_sys::ArrayBuffer>() && !buffer.is_instance_of::<js_sys::Uint8Array>() {
        return None;
    }
    let text = |key: &str| get(&message, key)?.as_string().filter(|text| !text.trim().is_empty());
    let name = text("fileName").or_else(|| text("title")).unwrap_or_else(|| t("sender-trace"));
    let file = File::new_with_u8_array_sequence_and_options(
        &js_sys::Array::of1(&buffer),
        // What follows a slash would look like a folder.
        &name.replace(['/', '\\'], "_"),
        &FilePropertyBag::new(),
    );
    let url = text("url").filter(|url| url.starts_with("https://") || url.starts_with("http://"));
    Some(Sent { origin, file: file.ok()?, url })
}

fn open(state: AppState, sent: Vec<Sent>) {
    let named =
        sent.iter().map(|sent| Named { name: sent.file.name(), source: Source::File(sent.file.clone()) });
    let loads = open_together(state, named.collect(), Beside::Keep, true);
    for (load, sent) in loads.into_iter().zip(sent) {
        if let Some(url) = sent.url {
            state.link.came_from(load, url);
        }
    }
}

/// The question whether a page may hand over traces.
#[component]
pub fn SenderForm() -> impl IntoView {
    let state = app_state();
    // One after the other comes, while the question stands.
    let origins = Memo::new(move |_| {
        state.senders.with(|waiting| {
            let mut origins: Vec<String> = Vec::new();
            for sent in waiting {
                if !origins.contains(&sent.origin) {
                    origins.push(sent.origin.clone());
                }
            }
            origins
        })
    });
    let names = move || {
        state.senders.with(|waiting| {
            waiting.iter().map(|sent| view! { <li class="ltr">{sent.file.name()}</li> }).collect_view()
        })
    };
    // Closed without an answer: nothing is opened.
    on_cleanup(move || {
        let _ = state.senders.try_update_untracked(Vec::clear);
    });
    let who = move || {
        let named = |origin: String| if origin == NO_ORIGIN { t("sender-file") } else { origin };
        origins.get().into_iter().map(named).collect::<Vec<_>>().join(", ")
    };
    let note = move || {
        let only_files = origins.with(|origins| origins.iter().all(|origin| origin == NO_ORIGIN));
        t(if only_files { "sender-note-file" } else { "sender-note" })
    };
    let accept = move |_| {
        let known: Vec<String> =
            origins.get_untracked().into_iter().filter(|origin| origin != NO_ORIGIN).collect();
        SENDERS.add(&known);
        let sent = state.senders.try_update_untracked(std::mem::take).unwrap_or_default();
        state.dialog.set(None);
        open(state, sent);
    };
    view! {
        <div class="hosts-form">
            <p>{move || tv("sender-text", &[("origin", who().into())])}</p>
            <ul>{names}</ul>
            <p class="dim">{note}</p>
            <div class="acts">
                <button class="btn main" autofocus=!is_embedded() on:click=accept>{t("sender-open")}</button>
                <button class="btn" on:click=move |_| state.dialog.set(None)>{t("sender-refuse")}</button>
            </div>
        </div>
    }
}
