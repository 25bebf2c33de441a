//! The dialog that gives a link of the view, and says what it holds and what
//! it cannot.

use super::now::link_now;
use crate::app::clipboard::copy;
use crate::app::icon::{icon, small_icon};
use crate::app::state::app_state;
use crate::app::words::{t, tv};
use crate::link::{Link, Source, write};
use crate::text::format;
use leptos::html;
use leptos::prelude::*;

/// Longer links are cut by some programs that pass them on.
const LONG: usize = 8_000;

#[component]
pub fn ShareForm() -> impl IntoView {
    let state = app_state();
    let field = NodeRef::<html::Textarea>::new();
    let link = link_now(state);
    if link.is_empty() {
        return view! { <p>{t("share-nothing")}</p> }.into_any();
    }
    let location = window().location();
    let page = location.href().unwrap_or_default();
    let page = page.split('#').next().unwrap_or_default().to_owned();
    let address = format!("{page}#{}", write(&link));
    let length = address.len();
    let files: Vec<String> = link
        .files()
        .map(|source| match source {
            Source::File { name, bytes, .. } => format!("{name} ({})", format::bytes(*bytes)),
            Source::Url { url, .. } => url.clone(),
        })
        .collect();
    let text = address.clone();
    view! {
        <div class="share">
            <label for="share-link">{t("share-link")}</label>
            <textarea
                id="share-link"
                class="ltr mono"
                rows="4"
                readonly
                node_ref=field
                on:focus=move |_| {
                    if let Some(field) = field.get_untracked() {
                        field.select();
                    }
                }
                prop:value=address
            ></textarea>
            <p class="dim num">{tv("share-length", &[("count", length.into())])}</p>
            {(length > LONG).then(|| view! { <p class="wrong">{small_icon("warn")}" "{t("share-long")}</p> })}
            <h2>{t("share-holds")}</h2>
            <ul class="share-holds">{held(&link).into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}</ul>
            {(!files.is_empty()).then(|| view! {
                <h2>{t("share-lacks")}</h2>
                <p>{t("share-lacks-text")}</p>
                <ul class="share-holds">
                    {files.into_iter().map(|file| view! { <li class="ltr">{file}</li> }).collect_view()}
                </ul>
            })}
            <p class="dim">{t("share-private")}</p>
            <div class="acts">
                <button class="btn main" autofocus on:click=move |_| copy(state, text.clone())>
                    {icon("copy")}
                    {t("share-copy")}
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// What the link holds, a line each.
fn held(link: &Link) -> Vec<String> {
    let views = || link.traces.iter().map(|(_, view)| view);
    let count = |what: &str, count: usize| (count > 0).then(|| tv(what, &[("count", count.into())]));
    let addresses = link.traces.iter().filter(|(source, _)| matches!(source, Source::Url { .. })).count();
    let marks = views().map(|view| view.marks.len()).sum();
    let arranged = views()
        .map(|view| {
            view.pinned.len()
                + view.hidden_tracks.len()
                + view.hidden_processes.len()
                + usize::from(view.collapsed_tracks.is_some() || view.collapsed_processes.is_some())
        })
        .sum::<usize>();
    [
        count("share-addresses", addresses),
        count("share-ranges", views().filter(|view| view.range.is_some()).count()),
        count(
            "share-selections",
            views().filter(|view| view.selection.is_some() || view.area.is_some()).count(),
        ),
        count("share-marks", marks),
        (arranged > 0).then(|| t("share-tracks")),
        count("share-searches", views().filter(|view| !view.search.is_empty()).count()),
        count("share-comparisons", link.comparisons.len()),
        (link.pane.is_some() || link.theme.is_some() || link.language.is_some()).then(|| t("share-page")),
    ]
    .into_iter()
    .flatten()
    .collect()
}
