//! Tables as CSV: the same two buttons wherever a table is shown.
//!
//! What a table is, its owner knows; [`crate::export::csv`] writes it, so that
//! cells are guarded alike everywhere. Numbers are plain, with their unit in the
//! head, whatever the page shows.

use super::clipboard::{copy, save};
use super::icon::small_icon;
use super::state::AppState;
use super::words::t;
use crate::trace::TimeUnit;
use leptos::prelude::*;

/// Buttons that copy and save a table; `make` gives its CSV, or nothing as long
/// as there is none.
pub fn csv_tools(
    state: AppState,
    file: String,
    make: impl Fn() -> Option<String> + Clone + 'static,
) -> AnyView {
    let copied = make.clone();
    view! {
        <button class="btn bare small" on:click=move |_| if let Some(text) = copied() { copy(state, text) }>
            {small_icon("copy")}
            {t("table-copy")}
        </button>
        {csv_button(state, file, make)}
    }
    .into_any()
}

/// A button that saves a table.
pub fn csv_button(state: AppState, file: String, make: impl Fn() -> Option<String> + 'static) -> AnyView {
    button(move || {
        if let Some(text) = make() {
            save(state, &file_name(&file), "text/csv", &text);
        }
    })
}

/// The button, for a table that has to be asked for first.
pub fn button(save: impl Fn() + 'static) -> AnyView {
    view! {
        <button class="btn bare small csv" title=t("table-save") aria-label=t("table-save") on:click=move |_| save()>
            {small_icon("download")}
            "CSV"
        </button>
    }
    .into_any()
}

/// A name that every system takes for a file.
pub fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_. ".contains(c) { c } else { '_' };
    let name: String = name.chars().map(plain).take(120).collect();
    format!("{}.csv", name.trim_matches([' ', '.']))
}

/// The unit of whole ticks, for heads of columns.
pub fn ticks(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Nanos => "ns",
        TimeUnit::Picos => "ps",
    }
}
