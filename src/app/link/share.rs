//! The dialog that gives a link of the view, and says what it holds and what
//! it cannot. Of a comparison there is also a link that holds what is compared.

use super::now::link_now;
use super::pack::{self, PackedLink};
use crate::analysis::secret;
use crate::app::clipboard::copy;
use crate::app::icon::{icon, small_icon};
use crate::app::state::{AppState, app_state};
use crate::app::words::{t, tv};
use crate::engine::fetching::is_signed;
use crate::link::{Link, Source, write};
use crate::text::format;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Longer links are cut by some programs that pass them on.
const LONG: usize = 8_000;

#[component]
pub fn ShareForm() -> impl IntoView {
    let state = app_state();
    let link = link_now(state);
    if link.is_empty() {
        return view! { <p>{t("share-nothing")}</p> }.into_any();
    }
    let comparison = pack::in_front(state);
    let sources = comparison.map(|paths| pack::sources(state, paths)).unwrap_or_default();
    // What links hold already needs no packing.
    let comparison = comparison.filter(|_| sources.iter().any(|source| !matches!(source, Source::Packed(_))));
    let Some(paths) = comparison else { return plain(state, &link) };
    let lacks_files = sources.iter().any(|source| matches!(source, Source::File { .. }));
    let packs = RwSignal::new(lacks_files);
    let packed = RwSignal::new(None::<Result<PackedLink, String>>);
    let asked = StoredValue::new(false);
    Effect::new(move |_| {
        if packs.get() && !asked.get_value() {
            asked.set_value(true);
            spawn_local(async move {
                let found = pack::pack(state, paths).await;
                // Meanwhile the dialog may be closed.
                let _ = packed.try_set(Some(found));
            });
        }
    });
    let choice = move |value: bool, id: &'static str| {
        view! {
            <label class="check">
                <input
                    type="radio"
                    name="share-which"
                    prop:checked=move || packs.get() == value
                    on:change=move |_| packs.set(value)
                />
                {t(id)}
            </label>
        }
    };
    // First what a reader can open without more.
    let choices = if lacks_files {
        (choice(true, "share-pack"), choice(false, "share-plain"))
    } else {
        (choice(false, "share-plain"), choice(true, "share-pack"))
    };
    view! {
        <fieldset class="share-which">
            <legend>{t("share-which")}</legend>
            {choices.0}
            {choices.1}
        </fieldset>
        {move || match (packs.get(), packed.get()) {
            (false, _) => plain(state, &link),
            (true, None) => view! { <p class="dim" role="status">{t("share-packing")}</p> }.into_any(),
            (true, Some(Err(sentence))) => {
                view! { <p class="wrong" role="alert">{small_icon("warn")}" "{sentence}</p> }.into_any()
            }
            (true, Some(Ok(packed))) => with_traces(state, packed),
        }}
    }
    .into_any()
}

/// A link of the view, and the files that whoever opens it has to have.
fn plain(state: AppState, link: &Link) -> AnyView {
    let files: Vec<String> = link
        .files()
        .map(|source| match source {
            Source::File { name, bytes, .. } => format!("{name} ({})", format::bytes(*bytes)),
            Source::Url { url, .. } => url.clone(),
            Source::Packed(packed) => packed.name.clone(),
        })
        .collect();
    let lacks = (!files.is_empty()).then(|| {
        view! {
            <h2>{t("share-lacks")}</h2>
            <p>{t("share-lacks-text")}</p>
            <ul class="share-holds">
                {files.into_iter().map(|file| view! { <li class="ltr">{file}</li> }).collect_view()}
            </ul>
        }
        .into_any()
    });
    form(state, link, held(link), lacks)
}

/// A link of the comparison with its traces in it.
fn with_traces(state: AppState, packed: PackedLink) -> AnyView {
    let lacks = view! {
        {packed.notes.into_iter().map(|note| view! { <p class="wrong">{small_icon("warn")}" "{note}</p> }).collect_view()}
        <p class="dim">{t("share-pack-lacks")}</p>
    };
    form(state, &packed.link, packed.holds, Some(lacks.into_any()))
}

fn form(state: AppState, link: &Link, holds: Vec<String>, lacks: Option<AnyView>) -> AnyView {
    let field = NodeRef::<html::Textarea>::new();
    let location = window().location();
    let page = location.href().unwrap_or_default();
    let page = page.split('#').next().unwrap_or_default().to_owned();
    let address = format!("{page}#{}", write(link));
    let length = address.len();
    // Not hidden: without it the link would open nothing.
    let has_signed = link.traces.iter().any(
        |(source, _)| matches!(source, Source::Url { url, .. } if is_signed(url) || secret::has_secret(url)),
    );
    let words = typed_words(link);
    let has_secret = words.iter().any(|text| secret::has_secret(text));
    let typed = (!words.is_empty()).then_some(if has_secret { "share-typed-secret" } else { "share-typed" });
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
            <ul class="share-holds">{holds.into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}</ul>
            {lacks}
            {typed.map(|id| view! { <p class:wrong=has_secret class:dim=!has_secret>{has_secret.then(|| small_icon("warn"))}" "{t(id)}</p> })}
            {has_signed.then(|| view! { <p class="wrong">{small_icon("warn")}" "{t("share-signed")}</p> })}
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

/// What a person has written and the link holds as it is.
fn typed_words(link: &Link) -> Vec<&str> {
    let of_views = link.traces.iter().flat_map(|(_, view)| {
        let notes = view.marks.iter().map(|mark| mark.note.as_str());
        notes.chain([view.search.as_str(), view.filter.as_str()])
    });
    let names = link.comparisons.iter().flat_map(|paths| &paths.paths).map(|path| path.name.as_str());
    of_views.chain(names).filter(|text| !text.is_empty()).collect()
}

/// What the link holds, a line each.
fn held(link: &Link) -> Vec<String> {
    let views = || link.traces.iter().map(|(_, view)| view);
    let count = |what: &str, count: usize| (count > 0).then(|| tv(what, &[("count", count.into())]));
    let of = |wanted: fn(&Source) -> bool| link.traces.iter().filter(|(source, _)| wanted(source)).count();
    let addresses = of(|source| matches!(source, Source::Url { .. }));
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
        count("share-parts", of(|source| matches!(source, Source::Packed(_)))),
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
