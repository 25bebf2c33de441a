//! A part of the page with a title, and the button for its table.

use crate::app::icon::icon;
use crate::app::words::t;
use leptos::prelude::*;

/// `what` says what is shown, in few words.
pub fn section(
    id: &'static str,
    title: &'static str,
    what: &'static str,
    tools: impl IntoView + 'static,
    body: impl IntoView + 'static,
) -> AnyView {
    view! {
        <header class="sec" id=id>
            <h3>{t(title)}</h3>
            <span class="what">{t(what)}</span>
            <span class="grow"></span>
            {tools.into_any()}
        </header>
        {body.into_any()}
    }
    .into_any()
}

/// The switch between a picture and its table.
pub fn twin(table: RwSignal<bool>) -> AnyView {
    view! {
        <button
            class="btn bare small"
            aria-pressed=move || table.get().to_string()
            title=t("paths-table-text")
            on:click=move |_| table.update(|table| *table = !*table)
        >
            {icon("table")}
            {t("paths-table")}
        </button>
    }
    .into_any()
}
