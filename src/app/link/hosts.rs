//! Other hosts that a link wants to fetch from: the reader sees them first. A
//! link can come from anybody, and what is fetched tells its host that the
//! link was opened.

use super::open::{fetch, give_up, too_many};
use crate::app::open::address::absolute;
use crate::app::remembered::HOSTS;
use crate::app::state::{AppState, Dialog, app_state};
use crate::app::words::{t, tv};
use crate::link::host::advice;
use leptos::prelude::*;
use web_sys::Url;

/// Of some addresses, those on hosts that the reader has to see first.
pub(super) fn foreign(state: AppState, urls: &[String]) -> Vec<String> {
    let own = window().location().origin().unwrap_or_default();
    let mut known = HOSTS.all();
    // What is open from there has been seen.
    known.extend(state.sources.with_value(|sources| {
        let urls = sources.values().filter_map(|named| match &named.source {
            crate::app::client::Source::Url(url) => origin(url),
            _ => None,
        });
        urls.collect::<Vec<_>>()
    }));
    let is_foreign =
        |url: &String| origin(url).is_some_and(|origin| origin != own && !known.contains(&origin));
    urls.iter().filter_map(|url| absolute(url)).filter(is_foreign).collect()
}

/// Shows the hosts before anything is fetched.
pub(super) fn ask(state: AppState, urls: Vec<String>) {
    state.link.asking.set(urls);
    state.dialog.set(Some(Dialog::Hosts));
}

fn origin(url: &str) -> Option<String> {
    Some(Url::new(url).ok()?.origin())
}

/// The question.
#[component]
pub fn HostsForm() -> impl IntoView {
    let state = app_state();
    let always = RwSignal::new(false);
    let urls = state.link.asking.get_untracked();
    let mut origins: Vec<String> = urls.iter().filter_map(|url| origin(url)).collect();
    origins.sort();
    origins.dedup();
    let answered = StoredValue::new(false);
    // Closed without an answer: nothing is fetched.
    on_cleanup(move || {
        if !answered.try_get_value().unwrap_or(true) {
            give_up(state);
        }
    });
    let list = origins
        .iter()
        .map(|own| {
            let of_host = urls.iter().filter(|url| origin(url).as_ref() == Some(own));
            let files = of_host
                .map(|url| {
                    let advice =
                        advice(url).map(|advice| view! { <p class="dim">{t(advice.message_id())}</p> });
                    view! { <li><span class="ltr address">{url.clone()}</span>{advice}</li> }
                })
                .collect_view();
            view! { <li><b class="ltr">{own.clone()}</b><ul>{files}</ul></li> }
        })
        .collect_view();
    let count = origins.len();
    let open = move |_| {
        answered.set_value(true);
        if always.get_untracked() {
            HOSTS.add(&origins);
        }
        state.dialog.set(None);
        fetch(state);
    };
    view! {
        <div class="hosts-form">
            <p>{tv("hosts-text", &[("count", count.into())])}</p>
            <ul class="hosts">{list}</ul>
            {too_many(state).map(|text| view! { <p>{text}</p> })}
            <label class="check">
                <input type="checkbox" on:change=move |event| always.set(event_target_checked(&event))/>
                {tv("hosts-always", &[("count", count.into())])}
            </label>
            <div class="acts">
                <button class="btn main" autofocus on:click=open>{t("hosts-open")}</button>
                <button class="btn" on:click=move |_| state.dialog.set(None)>{t("hosts-cancel")}</button>
            </div>
        </div>
    }
}
