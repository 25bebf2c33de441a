//! What a reader has said for good: hosts that links may fetch from, and pages
//! that may hand over traces. Kept in this browser, listed, and taken back.

use super::icon::{icon, small_icon};
use super::state::{AppState, Dialog, app_state};
use super::words::{t, tv};
use gloo::storage::{LocalStorage, Storage};
use leptos::prelude::*;

/// Origins that are remembered of one kind.
const MOST: usize = 200;

/// One list of origins.
#[derive(Clone, Copy)]
pub struct Remembered {
    /// Key in the browser's storage.
    key: &'static str,
    /// Ids of messages: what the list is, and that it is empty.
    title: &'static str,
    empty: &'static str,
}

/// Hosts that links may fetch from without a question.
pub const HOSTS: Remembered =
    Remembered { key: "lowerscope.hosts", title: "known-hosts", empty: "known-hosts-none" };
/// Pages that may hand over traces without a question.
pub const SENDERS: Remembered =
    Remembered { key: "lowerscope.senders", title: "known-senders", empty: "known-senders-none" };

impl Remembered {
    pub fn all(self) -> Vec<String> {
        LocalStorage::get::<Vec<String>>(self.key).unwrap_or_default()
    }

    pub fn has(self, origin: &str) -> bool {
        self.all().iter().any(|own| own == origin)
    }

    pub fn add(self, origins: &[String]) {
        let mut all = self.all();
        all.extend(origins.iter().cloned());
        all.sort();
        all.dedup();
        all.truncate(MOST);
        self.set(&all);
    }

    fn set(self, all: &[String]) {
        // Storage may be forbidden; then the question comes again.
        if all.is_empty() {
            LocalStorage::delete(self.key);
        } else {
            drop(LocalStorage::set(self.key, all));
        }
    }
}

/// What opens the list, where hosts are spoken of.
pub fn known_button(state: AppState) -> impl IntoView {
    view! {
        <button type="button" class="btn bare small known-button" on:click=move |_| state.dialog.set(Some(Dialog::Known))>
            {small_icon("link")}
            {t("known-title")}
        </button>
    }
}

#[component]
pub fn KnownForm() -> impl IntoView {
    let state = app_state();
    view! {
        <div class="known" tabindex="-1" autofocus>
            <p class="dim">{t("known-text")}</p>
            {section(state, HOSTS)}
            {section(state, SENDERS)}
        </div>
    }
}

fn section(state: AppState, kind: Remembered) -> impl IntoView {
    let shown = RwSignal::new(kind.all());
    let set = move |all: Vec<String>| {
        kind.set(&all);
        shown.set(all);
    };
    let remove = move |origin: &str| {
        // As it is now: another tab may have changed it.
        let all = kind.all();
        set(all.into_iter().filter(|own| own != origin).collect());
        state.announce(tv("known-removed", &[("host", origin.into())]));
    };
    let row = move |origin: String| {
        let (label, own) = (tv("known-remove", &[("host", (&origin).into())]), origin.clone());
        view! {
            <li>
                <span class="ltr address">{origin}</span>
                <button class="btn bare small icon" aria-label=label.clone() title=label on:click=move |_| remove(&own)>
                    {icon("close")}
                </button>
            </li>
        }
    };
    view! {
        <section>
            <h2>{t(kind.title)}</h2>
            {move || match shown.get() {
                all if all.is_empty() => view! { <p class="dim">{t(kind.empty)}</p> }.into_any(),
                all => {
                    let is_many = all.len() > 1;
                    view! {
                        <ul class="known-list">{all.into_iter().map(row).collect_view()}</ul>
                        {is_many.then(|| view! {
                            <button class="btn small" on:click=move |_| set(Vec::new())>{t("known-remove-all")}</button>
                        })}
                    }
                    .into_any()
                }
            }}
        </section>
    }
}
