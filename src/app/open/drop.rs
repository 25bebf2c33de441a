//! Drag and drop, anywhere on the page.

use super::{Beside, Named, address, folder, open_all, open_folder};
use crate::app::icon::icon;
use crate::app::state::{AppState, app_state};
use crate::app::words::{t, tv};
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DataTransfer, DragEvent, FileSystemEntry};

/// What hangs over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hover {
    /// Files or folders; 0 when the browser does not say.
    items: u32,
    replace: bool,
}

/// Listens for drags and shows what letting go would do.
#[component]
pub fn DropOverlay() -> impl IntoView {
    let state = app_state();
    let hover = RwSignal::new(None::<Hover>);
    listen(state, hover);
    move || hover.get().map(|hover| overlay(state, hover))
}

fn overlay(state: AppState, hover: Hover) -> AnyView {
    let count = hover.items.max(1);
    let stays = !hover.replace && state.traces.with(|open| open.iter().any(|trace| !trace.by_itself));
    let (first, rest) = (state.next_letters(count as usize, !stays), count > 1);
    let letters = if rest {
        tv(
            "drop-letters",
            &[("count", count.into()), ("first", first.first().into()), ("last", first.last().into())],
        )
    } else {
        first.first().to_owned()
    };
    let place = match state.front().filter(|_| stays) {
        Some(front) => tv(
            "drop-beside",
            &[("count", count.into()), ("letters", letters.into()), ("file", (&front.info.file).into())],
        ),
        None => tv("drop-alone", &[("count", count.into()), ("letters", letters.into())]),
    };
    view! {
        <div class="panel empty drop over" aria-hidden="true">
            <div class="ghost">
                {icon("file")}
                <span class="badge">{tv("drop-badge", &[("count", count.into())])}</span>
            </div>
            <h2>{tv("drop-title", &[("count", count.into())])}</h2>
            <p>{place}</p>
            <Show when=move || stays>
                <p class="dim">{t("drop-alt-before")}<kbd>"Alt"</kbd>{t("drop-alt-after")}</p>
            </Show>
        </div>
    }
    .into_any()
}

fn listen(state: AppState, hover: RwSignal<Option<Hover>>) {
    let options = EventListenerOptions::enable_prevent_default;
    // Links and texts of this page that are dragged about are not for us.
    let own = StoredValue::new(false);
    EventListener::new(&window(), "dragstart", move |_| own.set_value(true)).forget();
    EventListener::new(&window(), "dragend", move |_| own.set_value(false)).forget();
    let drag = move |event: &web_sys::Event| -> Option<(DragEvent, DataTransfer)> {
        let event = event.dyn_ref::<DragEvent>()?.clone();
        let data = event.data_transfer()?;
        (!own.get_value() && wanted(&data)).then_some((event, data))
    };
    for kind in ["dragenter", "dragover"] {
        EventListener::new_with_options(&window(), kind, options(), move |event| {
            if let Some((event, data)) = drag(event) {
                event.prevent_default();
                data.set_drop_effect("copy");
                let now = Some(Hover { items: files_in(&data), replace: event.alt_key() });
                if hover.get_untracked() != now {
                    hover.set(now);
                }
            }
        })
        .forget();
    }
    EventListener::new(&window(), "dragleave", move |event| {
        // Leaving one element for another has a related target; leaving the window has none.
        let leaves = event.dyn_ref::<DragEvent>().is_none_or(|event| event.related_target().is_none());
        if leaves && hover.get_untracked().is_some() {
            hover.set(None);
        }
    })
    .forget();
    EventListener::new_with_options(&window(), "drop", options(), move |event| {
        let Some((event, data)) = drag(event) else { return };
        event.prevent_default();
        hover.set(None);
        let beside = if event.alt_key() { Beside::Replace } else { Beside::Keep };
        open_dropped(state, &data, beside);
    })
    .forget();
}

fn open_dropped(state: AppState, data: &DataTransfer, beside: Beside) {
    // The list is emptied when the event is over: take all before waiting.
    let items = data.items();
    let entries: Vec<FileSystemEntry> = (0..items.length())
        .filter_map(|i| items.get(i))
        .filter(|item| item.kind() == "file")
        .filter_map(|item| item.webkit_get_as_entry().ok().flatten())
        .collect();
    let files = super::picker::files_of(data.files());
    if entries.iter().any(FileSystemEntry::is_directory) {
        spawn_local(async move {
            let mut all: Vec<Named> = Vec::new();
            for entry in entries {
                all.extend(folder::of_entry(entry).await);
            }
            open_folder(state, all, beside);
        });
    } else if !files.is_empty() {
        open_all(state, files.into_iter().map(Named::file).collect(), beside);
    } else {
        let text = data.get_data("text/uri-list").unwrap_or_default();
        let lines: Vec<String> =
            text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
        address::open_addresses(state, &lines);
    }
}

fn wanted(data: &DataTransfer) -> bool {
    let types = data.types();
    types.includes(&"Files".into(), 0) || types.includes(&"text/uri-list".into(), 0)
}

fn files_in(data: &DataTransfer) -> u32 {
    let items = data.items();
    (0..items.length()).filter_map(|i| items.get(i)).filter(|item| item.kind() == "file").count() as u32
}
