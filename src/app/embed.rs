//! Traces that other pages hand over, by the messages that Perfetto's viewer
//! understands: a page opens this one in a window or a frame, sends `PING`
//! until it hears `PONG`, and then `{perfetto: {buffer, title, fileName, url}}`.
//! A button that opens Perfetto works here once it names this page.
//!
//! A page of another origin is asked about the first time: what it sends takes
//! the place of nothing, but nobody should wonder where a trace came from. It
//! is asked about again when it sends many in a short time ([`Pace`]).
//!
//! `?mode=embed` leaves out the bar on top and what leads away from the trace.

use super::client::Source;
use super::open::{Beside, Named, open_together, room_for_others};
use super::remembered::SENDERS;
use super::state::{AppState, Dialog, app_state};
use super::timeline::hook::now_ms;
use super::words::{t, tv};
use crate::link::pace::{MOST_AT_ONCE, Pace};
use gloo::events::EventListener;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{File, FilePropertyBag, MessageEvent, UrlSearchParams, Window};

/// What browsers call the origin of files on disk, and of other pages that
/// have none: it says nothing about who sends, so it is asked about each time.
const NO_ORIGIN: &str = "null";
/// Traces that wait for an answer, and their bytes together.
const MOST_WAITING: usize = 64;
const MOST_WAITING_BYTES: f64 = (1u64 << 31) as f64;
/// Traces that are named while they wait.
const MOST_NAMED: usize = 12;

/// A trace from another page.
#[derive(Clone)]
pub struct Sent {
    origin: String,
    file: File,
    /// Where it can be fetched from, for links.
    url: Option<String>,
}

/// What other pages have sent: traces that wait for the reader's word, and how
/// many had no room among them.
#[derive(Default)]
pub struct Inbox {
    waiting: Vec<Sent>,
    turned_away: usize,
}

/// Other pages, as this one hears them.
#[derive(Clone, Copy)]
pub struct Senders {
    inbox: RwSignal<Inbox, LocalStorage>,
    pace: StoredValue<Pace>,
}

impl Senders {
    pub fn new() -> Self {
        Self { inbox: RwSignal::new_local(Inbox::default()), pace: StoredValue::new(Pace::default()) }
    }
}

impl Default for Senders {
    fn default() -> Self {
        Self::new()
    }
}

impl Inbox {
    fn put(&mut self, sent: Sent) {
        // Who heard several answers may send several times.
        let is_same = |own: &Sent| {
            own.origin == sent.origin
                && own.file.name() == sent.file.name()
                && own.file.size() == sent.file.size()
        };
        if self.waiting.iter().any(is_same) {
            return;
        }
        let bytes: f64 = self.waiting.iter().map(|own| own.file.size()).sum();
        if self.waiting.len() < MOST_WAITING && bytes + sent.file.size() <= MOST_WAITING_BYTES {
            self.waiting.push(sent);
        } else {
            self.turned_away += 1;
        }
    }
}

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
    let senders = state.senders;
    if !senders.pace.with_value(|pace| pace.hears(&sent.origin)) {
        return;
    }
    let allows =
        || senders.pace.try_update_value(|pace| pace.allows(&sent.origin, now_ms())).unwrap_or_default();
    if is_known(&sent.origin) && allows() {
        return open(state, vec![sent]);
    }
    senders.inbox.update(|inbox| inbox.put(sent));
    // Set again it would be made anew, and its end lets go of what waits.
    if state.dialog.get_untracked() != Some(Dialog::Sender) {
        state.dialog.set(Some(Dialog::Sender));
    }
}

/// Whether a page may hand over traces without a question.
fn is_known(origin: &str) -> bool {
    window().location().origin().is_ok_and(|own| own == origin) || SENDERS.has(origin)
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

fn open(state: AppState, mut sent: Vec<Sent>) {
    sent.truncate(room_for_others(state, sent.len()));
    let named =
        sent.iter().map(|sent| Named { name: sent.file.name(), source: Source::File(sent.file.clone()) });
    let loads = open_together(state, named.collect(), Beside::Keep, true);
    for (load, sent) in loads.into_iter().zip(sent) {
        if let Some(url) = sent.url {
            state.link.came_from(load, url);
        }
    }
}

/// An origin as the reader knows it.
fn named(origin: String) -> String {
    if origin == NO_ORIGIN { t("sender-file") } else { origin }
}

/// The question whether a page may hand over traces.
#[component]
pub fn SenderForm() -> impl IntoView {
    let state = app_state();
    let Senders { inbox, pace } = state.senders;
    // One after the other comes, while the question stands.
    let origins = Memo::new(move |_| {
        inbox.with(|inbox| {
            let mut origins: Vec<String> = Vec::new();
            for sent in &inbox.waiting {
                if !origins.contains(&sent.origin) {
                    origins.push(sent.origin.clone());
                }
            }
            origins
        })
    });
    let names = move || {
        inbox.with(|inbox| {
            let named = inbox.waiting.iter().take(MOST_NAMED);
            let named = named.map(|sent| view! { <li class="ltr">{sent.file.name()}</li> }).collect_view();
            let others = inbox.waiting.len().saturating_sub(MOST_NAMED);
            let others = (others > 0).then(|| tv("sender-others", &[("count", others.into())]));
            view! { {named} {others.map(|others| view! { <li>{others}</li> })} }
        })
    };
    let turned_away = move || {
        let count = inbox.with(|inbox| inbox.turned_away);
        (count > 0).then(|| tv("sender-turned-away", &[("count", count.into())]))
    };
    // Closed without an answer: nothing is opened.
    on_cleanup(move || {
        let left = inbox.try_update_untracked(std::mem::take).unwrap_or_default();
        let mut refused: Vec<String> = left.waiting.into_iter().map(|sent| sent.origin).collect();
        // One no to several traces of a page counts once.
        refused.sort();
        refused.dedup();
        for origin in refused {
            if pace.try_update_value(|pace| pace.refuse(&origin)).unwrap_or_default() {
                state.problem(tv("sender-ignored", &[("origin", named(origin).into())]));
            }
        }
    });
    let who = move || origins.get().into_iter().map(named).collect::<Vec<_>>().join(", ");
    // Those that were allowed before have sent too many.
    let are_known = move || origins.with(|origins| origins.iter().all(|origin| is_known(origin)));
    let text = move || {
        let id = if are_known() { "sender-many" } else { "sender-text" };
        tv(id, &[("origin", who().into()), ("count", MOST_AT_ONCE.into())])
    };
    let note = move || {
        let only_files = origins.with(|origins| origins.iter().all(|origin| origin == NO_ORIGIN));
        t(match () {
            () if only_files => "sender-note-file",
            () if are_known() => "sender-note-many",
            () => "sender-note",
        })
    };
    let accept = move |_| {
        let known: Vec<String> =
            origins.get_untracked().into_iter().filter(|origin| origin != NO_ORIGIN).collect();
        SENDERS.add(&known);
        let sent = inbox.try_update_untracked(std::mem::take).unwrap_or_default();
        state.dialog.set(None);
        open(state, sent.waiting);
    };
    view! {
        <div class="hosts-form">
            <p>{text}</p>
            <ul class="hosts">{names}</ul>
            {move || turned_away().map(|text| view! { <p>{text}</p> })}
            <p class="dim">{note}</p>
            <div class="acts">
                <button class="btn main" autofocus=!is_embedded() on:click=accept>{t("sender-open")}</button>
                <button class="btn" on:click=move |_| state.dialog.set(None)>{t("sender-refuse")}</button>
            </div>
        </div>
    }
}
