//! Dialogs: help and keys, and opening by address. The browser's own dialog
//! element keeps the focus inside, closes on Escape and gives it back.

use super::embed::SenderForm;
use super::help::Help;
use super::icon::{icon, small_icon};
use super::link::{HostsForm, ShareForm};
use super::open::address::{absolute, notes_on, open_addresses};
use super::share_files::ShareFiles;

use super::remembered::{KnownForm, known_button};
use super::state::{AppState, Dialog, app_state};
use super::words::{t, tv};
use leptos::ev::{MouseEvent, SubmitEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Addresses on which there are notes while they are typed.
const MOST_NOTED: usize = 8;

#[component]
pub fn Dialogs() -> impl IntoView {
    let state = app_state();
    move || {
        state.dialog.get().map(|dialog| match dialog {
            Dialog::Help => view! { <Frame title=t("help-title") wide=true><Help/></Frame> }.into_any(),
            Dialog::Share => {
                view! { <Frame title=t("share-title") wide=false><ShareForm/> <ShareFiles/></Frame> }
                    .into_any()
            }
            Dialog::Hosts => {
                view! { <Frame title=t("hosts-title") wide=false><HostsForm/></Frame> }.into_any()
            }
            Dialog::Known => {
                view! { <Frame title=t("known-title") wide=false><KnownForm/></Frame> }.into_any()
            }
            Dialog::Sender => {
                view! { <Frame title=t("sender-title") wide=false><SenderForm/></Frame> }.into_any()
            }
            Dialog::Url => view! { <Frame title=t("url-title") wide=false><UrlForm/></Frame> }.into_any(),
        })
    }
}

#[component]
fn Frame(title: String, wide: bool, children: Children) -> impl IntoView {
    let state = app_state();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get()
            && !dialog.open()
        {
            // Fails only for a dialog that is open or not in the page.
            let _ = dialog.show_modal();
            // What has the focus may be far down; it is read from its begin.
            dialog.set_scroll_top(0);
        }
    });
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    // A click on the backdrop has the dialog itself as its target.
    let outside = move |event: MouseEvent| {
        let on_backdrop = dialog.get_untracked().is_some_and(|dialog| {
            event.target().is_some_and(|target| {
                target.dyn_ref::<web_sys::Node>().is_some_and(|t| dialog.is_same_node(Some(t)))
            })
        });
        if on_backdrop {
            close();
        }
    };
    view! {
        <dialog
            class="dialog"
            class:wide=wide
            aria-labelledby="dialog-title"
            node_ref=dialog
            on:close=move |_| state.dialog.set(None)
            on:click=outside
        >
            <div class="dialog-body" tabindex=wide.then_some("-1") autofocus=wide>
                <header>
                    <h1 id="dialog-title">{title}</h1>
                    <button class="btn bare icon" aria-label=t("dialog-close") title=t("dialog-close") on:click=move |_| close()>
                        {icon("close")}
                    </button>
                </header>
                {children()}
            </div>
        </dialog>
    }
}

#[component]
fn UrlForm() -> impl IntoView {
    let state = app_state();
    let field = NodeRef::<html::Textarea>::new();
    let wrong = RwSignal::new(None::<String>);
    let typed = RwSignal::new(String::new());
    // Where the addresses lead, while they are typed.
    let notes = move || {
        typed.with(|typed| {
            let all = each_address(typed).take(MOST_NOTED).flat_map(notes_on);
            all.map(|note| view! { <p class="url-fetched dim">{note}</p> }).collect_view()
        })
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        open_typed(state, &field.get_untracked().map(|field| field.value()).unwrap_or_default(), wrong);
    };
    view! {
        <form class="url-form" on:submit=submit>
            <label for="url-field">{t("url-label")}</label>
            <textarea
                id="url-field"
                class="ltr"
                rows="3"
                node_ref=field
                autofocus
                spellcheck="false"
                placeholder="https://"
                aria-describedby="url-note url-wrong"
                aria-invalid=move || wrong.get().is_some().to_string()
                on:input=move |event| {
                    wrong.set(None);
                    typed.set(event_target_value(&event));
                }
                on:keydown=move |event| {
                    if event.key() == "Enter" && !event.shift_key() {
                        event.prevent_default();
                        open_typed(state, &event_target_value(&event), wrong);
                    }
                }
            ></textarea>
            <p id="url-wrong" class="wrong" role="alert">
                {move || wrong.get().map(|text| view! { {small_icon("warn")} " " {text} })}
            </p>
            <div aria-live="polite">{notes}</div>
            <p id="url-note" class="dim">{t("url-note")}</p>
            <div class="acts">
                <button class="btn main" type="submit">{t("url-open")}</button>
                {known_button(state)}
            </div>
        </form>
    }
}

/// One a line, as names of files may have spaces; or several beside each other,
/// each with its scheme.
fn each_address(text: &str) -> impl Iterator<Item = &str> {
    let of_line = |line| {
        let mut addresses: Vec<&str> = Vec::new();
        let mut rest: &str = line;
        while !rest.is_empty() {
            let spaces = rest.char_indices().filter(|(_, letter)| letter.is_whitespace()).map(|(at, _)| at);
            let next = spaces.into_iter().find(|at| begins_with_scheme(rest[*at..].trim_start()));
            let (one, others) = rest.split_at(next.unwrap_or(rest.len()));
            addresses.push(one.trim());
            rest = others.trim_start();
        }
        addresses
    };
    text.lines().map(str::trim).flat_map(of_line)
}

fn begins_with_scheme(text: &str) -> bool {
    ["https://", "http://", "s3://", "gs://", "hf://"].iter().any(|scheme| text.starts_with(scheme))
}

fn open_typed(state: AppState, text: &str, wrong: RwSignal<Option<String>>) {
    let addresses: Vec<String> = each_address(text).map(str::to_owned).collect();
    match addresses.iter().find(|address| absolute(address).is_none()) {
        _ if addresses.is_empty() => wrong.set(Some(t("url-empty"))),
        Some(bad) => wrong.set(Some(tv("url-wrong", &[("url", bad.into())]))),
        None => {
            state.dialog.set(None);
            open_addresses(state, &addresses);
        }
    }
}
