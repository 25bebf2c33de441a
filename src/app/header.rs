//! The bar on top: ways to open, search, theme, help.

use super::icon::{icon, small_icon};
use super::language::LanguageSwitch;
use super::menu::OpenMenu;
use super::paths::CompareButton;
use super::search::{Way, search_for, step};
use super::state::{AppState, Dialog, app_state};
use super::theme::Theme;
use super::words::{t, tv};
use crate::text::format;
use gloo::timers::callback::Timeout;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// Id of the search field, for `/`.
pub const SEARCH_FIELD: &str = "search";

/// A pause in typing after which a search begins, in ms.
const TYPING_PAUSE: u32 = 120;

#[component]
pub fn Header() -> impl IntoView {
    let state = app_state();
    view! {
        <header class="hdr">
            <a class="wordmark" href="." title=t("app-start")>{icon("paths")}<span>"Lowerscope"</span></a>
            <OpenMenu/>
            <button class="btn bare wide-only" on:click=move |_| state.dialog.set(Some(Dialog::Url))>
                {icon("link")}
                {t("open-url")}
            </button>
            <CompareButton/>
            <span class="grow"></span>
            <SearchField/>
            <span class="grow"></span>
            <button
                class="btn bare share-button"
                disabled=move || state.traces.with(Vec::is_empty)
                title=t("share-text")
                on:click=move |_| state.dialog.set(Some(Dialog::Share))
            >
                {icon("share")}
                <span class="word">{t("share")}</span>
            </button>
            <ThemeSwitch/>
            <LanguageSwitch/>
            <button
                class="btn bare icon"
                aria-label=t("help-button")
                title=t("help-button")
                on:click=move |_| state.dialog.set(Some(Dialog::Help))
            >
                {icon("help")}
            </button>
        </header>
    }
}

#[component]
fn SearchField() -> impl IntoView {
    let state = app_state();
    let field = NodeRef::<leptos::html::Input>::new();
    let pause = StoredValue::new_local(None::<Timeout>);
    // The field shows the search of the trace in front.
    Effect::new(move |_| {
        let query = state.active_trace().map(|open| open.state.search.with(|s| s.query.clone()));
        if let Some(input) = field.get()
            && input.value() != query.clone().unwrap_or_default()
            && pause.with_value(Option::is_none)
        {
            input.set_value(&query.unwrap_or_default());
        }
    });
    let search_now = move || {
        pause.set_value(None);
        if let (Some(open), Some(input)) = (state.front(), field.get_untracked()) {
            search_for(state, &open, input.value().trim());
        }
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            search_now();
            step(state, if event.shift_key() { Way::Previous } else { Way::Next });
        }
        "Escape" => {
            if let Some(input) = field.get_untracked() {
                if input.value().is_empty() {
                    // Gives the keys back to the timeline.
                    let _ = input.blur();
                }
                input.set_value("");
            }
            search_now();
        }
        _ => {}
    };
    let none_open = move || state.active_trace().is_none();
    view! {
        <div class="field search" role="search">
            {icon("search")}
            <input
                id=SEARCH_FIELD
                type="text"
                node_ref=field
                placeholder=t("search-placeholder")
                aria-label=t("search-label")
                title=t("help-search")
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                disabled=none_open
                on:input=move |_| pause.set_value(Some(Timeout::new(TYPING_PAUSE, search_now)))
                on:keydown=on_key
            />
            {move || search_count(state)}
            <kbd>"/"</kbd>
        </div>
    }
}

/// How many hits, and the buttons to step through them.
fn search_count(state: AppState) -> Option<AnyView> {
    let search = state.active_trace()?.state.search.get();
    if search.query.is_empty() {
        return None;
    }
    let Some(summary) = search.summary else {
        return Some(view! { <span class="count dimmer" role="status">"…"</span> }.into_any());
    };
    let hits = format::count(summary.hits);
    let mut count = match &search.at {
        Some(at) => tv("search-at-count", &[("index", (at.index + 1).into()), ("hits", hits.into())]),
        None => hits,
    };
    if !summary.complete {
        count.push_str(" …");
    }
    let where_found = tv(
        "search-where",
        &[
            ("name", summary.by_name.into()),
            ("category", summary.by_category.into()),
            ("args", summary.by_args.into()),
        ],
    );
    let none = summary.hits == 0;
    Some(
        view! {
            <span class="count" class:none=none role="status" title=where_found>{count}</span>
            <button
                class="btn bare small icon"
                aria-label=t("search-previous")
                title=t("search-previous")
                disabled=none
                on:click=move |_| step(state, Way::Previous)
            >
                {small_icon("up")}
            </button>
            <button
                class="btn bare small icon"
                aria-label=t("search-next")
                title=t("search-next")
                disabled=none
                on:click=move |_| step(state, Way::Next)
            >
                {small_icon("down")}
            </button>
        }
        .into_any(),
    )
}

#[component]
fn ThemeSwitch() -> impl IntoView {
    let state = app_state();
    let label = move || {
        let theme = match state.theme.get() {
            Theme::System => t("theme-system"),
            Theme::Light => t("theme-light"),
            Theme::Dark => t("theme-dark"),
        };
        tv("theme-button", &[("theme", theme.into())])
    };
    view! {
        <button
            class="btn bare icon"
            aria-label=label
            title=label
            on:click=move |_| {
                state.theme.update(|theme| *theme = theme.next());
                state.announce(label());
            }
        >
            {icon("theme")}
        </button>
    }
}
