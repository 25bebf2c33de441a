//! An archive or a folder with several traces: which of them to open.

use super::icon::icon;
use super::open::open_chosen;
use super::state::{Load, LoadStatus, Tab, app_state};
use super::words::{t, tv};
use crate::engine::protocol::ArchiveEntry;
use crate::text::format;
use leptos::prelude::*;
use std::collections::BTreeSet;

#[component]
pub fn Chooser(load: Load) -> impl IntoView {
    let state = app_state();
    let LoadStatus::Choosing { file, entries } = load.status.get_untracked() else { return ().into_any() };
    let likely: BTreeSet<u32> = entries.iter().filter(|e| e.likely_trace).map(|e| e.index).collect();
    let all: BTreeSet<u32> = entries.iter().map(|e| e.index).collect();
    let chosen = RwSignal::new(if likely.len() <= 4 { likely.clone() } else { BTreeSet::new() });
    let count = move || chosen.with(BTreeSet::len);
    let likely = StoredValue::new(if likely.is_empty() { all } else { likely });
    let has_all = move || likely.with_value(|likely| chosen.with(|chosen| chosen == likely));
    let toggle_all = move |_| {
        let next = if untrack(has_all) { BTreeSet::new() } else { likely.get_value() };
        chosen.set(next);
    };
    let open = move |_| {
        let picked: Vec<u32> = chosen.with_untracked(|chosen| chosen.iter().copied().collect());
        open_chosen(state, load, &picked);
    };
    let rows = entries.iter().map(|entry| row(entry, chosen)).collect_view();
    view! {
        <div class="panel center">
            <form class="box choose" on:submit=move |event| event.prevent_default()>
                <h1>{icon("file")}<span>{tv("choose-title", &[("file", file.into()), ("count", entries.len().into())])}</span></h1>
                <p>{t("choose-text")}</p>
                <div class="choose-list" role="group" aria-label=t("choose-list")>{rows}</div>
                <div class="acts">
                    <button class="btn main" disabled=move || count() == 0 on:click=open>
                        {move || tv("choose-open", &[("count", count().into())])}
                    </button>
                    <button class="btn" type="button" on:click=toggle_all>
                        {move || t(if has_all() { "choose-none" } else { "choose-all" })}
                    </button>
                    <button class="btn bare" type="button" on:click=move |_| state.close(Tab::Load(load.load))>
                        {t("loading-cancel")}
                    </button>
                </div>
            </form>
        </div>
    }
    .into_any()
}

fn row(entry: &ArchiveEntry, chosen: RwSignal<BTreeSet<u32>>) -> AnyView {
    let index = entry.index;
    let size = entry.text_bytes.unwrap_or(entry.packed_bytes);
    view! {
        <label class:unlikely=!entry.likely_trace>
            <input
                type="checkbox"
                prop:checked=move || chosen.with(|chosen| chosen.contains(&index))
                on:change=move |event| {
                    chosen
                        .update(|chosen| {
                            if event_target_checked(&event) {
                                chosen.insert(index);
                            } else {
                                chosen.remove(&index);
                            }
                        });
                }
            />
            <span class="clip ltr" title=entry.name.clone()>{entry.name.clone()}</span>
            <span class="num dim">{format::bytes(size)}</span>
        </label>
    }
    .into_any()
}
