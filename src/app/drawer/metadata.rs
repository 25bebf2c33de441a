//! What the file says about itself, and how it was read.

use super::args::copy_button;
use super::details::{absolute_time, head};
use crate::app::csv::csv_button;
use crate::app::state::{AppState, OpenTrace};
use crate::app::tabs::short_name;
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, TraceInfo};
use crate::export::csv::key_values;
use crate::text::format;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Metadata as the engine sent it.
#[derive(Debug, Clone, Default)]
struct Found {
    shown: Vec<(String, String)>,
    hidden: u32,
}

pub fn metadata(state: AppState, open: OpenTrace) -> AnyView {
    let trace = open.id();
    let found = RwSignal::new(None::<Found>);
    let everything = RwSignal::new(false);
    Effect::new(move |_| {
        let ask = Ask::Metadata { trace, show_hidden: everything.get() };
        spawn_local(async move {
            if let Some(Answer::Metadata { shown, hidden }) = state.client.ask(ask).await {
                // The drawer may show something else by then.
                let _ = found.try_set(Some(Found { shown, hidden }));
            }
        });
    });
    let file = format!("{}-metadata", short_name(&open.info.file));
    let as_csv = move || Some(key_values(found.get_untracked()?.shown));
    let facts = pairs(state, file_facts(&open.info));
    let rows = move || {
        found.get().map(|found| match found.shown.is_empty() {
            true => view! { <p class="dimmer">{t("metadata-none")}</p> }.into_any(),
            false => pairs(state, found.shown),
        })
    };
    let hidden = move || {
        found.get().filter(|found| found.hidden > 0 && !everything.get()).map(|found| {
            view! {
                <p class="hidden-note">
                    <span class="dim">{tv("metadata-hidden", &[("count", found.hidden.into())])}</span>
                    <button class="btn small" on:click=move |_| everything.set(true)>{t("metadata-show")}</button>
                </p>
            }
        })
    };
    view! {
        <div class="metadata">
            <article>
                {head(t("metadata-file"), None, ())}
                {facts}
            </article>
            <article>
                {head(t("metadata-title"), None, csv_button(state, file, as_csv))}
                {rows}
                {hidden}
            </article>
        </div>
    }
    .into_any()
}

fn pairs(state: AppState, pairs: Vec<(String, String)>) -> AnyView {
    let rows = pairs.into_iter().map(|(key, value)| {
        let copied = value.clone();
        view! {
            <div class="kv-row">
                <dt title=key.clone()>{key.clone()}</dt>
                <dd class="arg">
                    <span class="value ltr">{value}</span>
                    {copy_button(state, &key, copied)}
                </dd>
            </div>
        }
    });
    view! { <dl class="args-list">{rows.collect_view()}</dl> }.into_any()
}

fn file_facts(info: &TraceInfo) -> Vec<(String, String)> {
    let mut facts = vec![
        ("metadata-name", info.file.clone()),
        ("metadata-format", info.format.clone()),
        ("metadata-size", size(info)),
        ("metadata-length", format::ticks_exact(info.bounds.len(), info.unit)),
        ("metadata-events", format::count(info.events)),
        ("metadata-slices", format::count(info.slices)),
        ("metadata-instants", format::count(info.instants)),
        ("metadata-links", format::count(info.links)),
        ("metadata-tracks", format::count(info.tracks.len() as u64)),
    ];
    if let Some(base) = info.base_time_ns {
        facts.push(("metadata-base", absolute_time(base)));
    }
    if let Some(rank) = &info.rank {
        let id = if rank.guessed { "metadata-rank-guessed" } else { "metadata-rank-value" };
        facts.push(("metadata-rank", tv(id, &[("rank", rank.rank.into())])));
    }
    facts.push(("metadata-read", read_speed(info)));
    facts.push(("metadata-memory", format::bytes(info.memory_bytes)));
    facts.into_iter().map(|(id, value)| (t(id), value)).collect()
}

fn size(info: &TraceInfo) -> String {
    let text = format::bytes(info.text_bytes);
    if info.packed_bytes == info.text_bytes || info.packed_bytes == 0 {
        return text;
    }
    tv("metadata-packed", &[("text", text.into()), ("packed", format::bytes(info.packed_bytes).into())])
}

fn read_speed(info: &TraceInfo) -> String {
    let rate = format::bytes_per_second(info.text_bytes as f64 / (info.read_ms / 1000.0));
    let took = format::quantity(info.read_ms.round(), "ms");
    tv("metadata-speed", &[("took", took.into()), ("rate", rate.into())])
}
