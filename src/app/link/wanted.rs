//! Local files that a link is about: the reader has to add them, and then sees
//! them as the link has them.

use super::now::bytes_of;
use super::plan::WantedFile;
use super::restore::settle;
use crate::app::client::Source;
use crate::app::empty::pick_buttons;
use crate::app::icon::icon;
use crate::app::open::Named;
use crate::app::open::picker::{Pick, pick};
use crate::app::state::AppState;
use crate::app::words::{t, tv};
use crate::engine::protocol::LoadId;
use crate::link::HASHED_BYTES;
use crate::text::format;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;

/// Shows the files that are still wanted.
pub(super) fn show(state: AppState) {
    let wanted =
        state.link.plan.with_value(|plan| plan.as_ref().map(|plan| plan.wanted())).unwrap_or_default();
    if state.link.wanted.with_untracked(|shown| *shown != wanted) {
        state.link.wanted.set(wanted);
    }
}

/// A file is opened: if the link wants it, it is taken for that.
pub(super) fn take(state: AppState, load: LoadId, named: &Named) {
    let Some(bytes) = bytes_of(&named.source) else { return };
    let wanted = state.link.plan.try_update_value(|plan| {
        let plan = plan.as_mut()?;
        let wanted = plan.wanted();
        let base = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
        let is_it = |own: &&WantedFile| base(&own.name) == base(&named.name);
        let exact = wanted.iter().filter(is_it).find(|own| own.bytes == bytes);
        let renamed = || wanted.iter().find(|own| own.bytes == bytes && bytes > 0);
        let found = exact.or_else(|| wanted.iter().find(is_it)).or_else(renamed)?.clone();
        // The same file can stand for several, as an archive does.
        for own in wanted.iter().filter(|own| own.name == found.name && own.bytes == found.bytes) {
            plan.loads[own.at] = Some(load);
        }
        plan.waiting.push(load);
        plan.is_front_set = false;
        Some(found)
    });
    if let Source::File(file) = &named.source {
        remember_hash(state, load, file.clone(), wanted.flatten());
    }
    show(state);
}

/// Keeps a file's hash for links, and says when it is not the file of the link.
fn remember_hash(state: AppState, load: LoadId, file: File, wanted: Option<WantedFile>) {
    spawn_local(async move {
        let Some(hash) = hash_of(&file).await else { return };
        let _ = state.link.hashes.try_update_value(|hashes| hashes.insert(load, hash));
        let Some(wanted) = wanted else { return };
        let differs = wanted.hash.is_some_and(|wanted| wanted != hash)
            || wanted.hash.is_none() && wanted.bytes > 0 && wanted.bytes != file.size() as u64;
        if differs {
            state.problem(tv("link-file-differs", &[("file", wanted.name.into())]));
        }
    });
}

/// First bits of the SHA-256 of a file's begin; `None` where the browser has
/// no such function, as on pages that are not served over https.
async fn hash_of(file: &File) -> Option<u32> {
    let end = file.size().min(HASHED_BYTES as f64);
    let head = file.slice_with_f64_and_f64(0.0, end).ok()?;
    let bytes: js_sys::ArrayBuffer = JsFuture::from(head.array_buffer()).await.ok()?.dyn_into().ok()?;
    let subtle = window().crypto().ok()?.subtle();
    if subtle.is_undefined() {
        return None;
    }
    let digest =
        JsFuture::from(subtle.digest_with_str_and_buffer_source("SHA-256", &bytes).ok()?).await.ok()?;
    let digest = js_sys::Uint8Array::new(&digest);
    (digest.length() >= 4).then(|| (0..4).fold(0, |hash, at| hash << 8 | u32::from(digest.get_index(at))))
}

/// What the reader has to add, over what is open.
pub fn wanted_banner(state: AppState) -> impl IntoView {
    let close = move |_| {
        state.link.plan.update_value(|plan| {
            if let Some(plan) = plan {
                plan.given_up.fill(true);
                plan.is_front_set = true;
            }
        });
        show(state);
        settle(state);
    };
    move || {
        let some_open =
            state.traces.with(|open| !open.is_empty()) || state.loads.with(|loads| !loads.is_empty());
        (some_open && state.link.wanted.with(|wanted| !wanted.is_empty())).then(|| {
            view! {
                <div class="banner wanted" role="status">
                    {icon("file")}
                    <span>{t("wanted-title")}": "{files(state)}</span>
                    <button class="btn small" on:click=move |_| pick(state, Pick::Files)>{t("empty-open")}</button>
                    <button class="btn bare small" on:click=close>{t("wanted-dismiss")}</button>
                </div>
            }
        })
    }
}

fn files(state: AppState) -> AnyView {
    state
        .link
        .wanted
        .get()
        .into_iter()
        .map(|file| {
            let size = (file.bytes > 0).then(|| format::bytes(file.bytes));
            view! { <span class="wanted-file"><b class="ltr">{file.name}</b>" "{size}</span> }
        })
        .collect_view()
        .into_any()
}

/// The page that has only such files to show.
pub fn wanted_files(state: AppState) -> impl IntoView {
    view! {
        <div class="panel empty drop">
            {icon("file")}
            <h1>{t("wanted-title")}</h1>
            <ul class="wanted">
                {move || state.link.wanted.get().into_iter().map(|file| {
                    let size = (file.bytes > 0).then(|| format::bytes(file.bytes));
                    let hash = file.hash.map(|hash| format!("{hash:08x}"));
                    view! {
                        <li>
                            <b class="ltr">{file.name}</b>
                            " "<span class="num dim">{size}</span>
                            " "<span class="mono dimmer" title=t("wanted-hash")>{hash}</span>
                        </li>
                    }
                }).collect_view()}
            </ul>
            <p>{t("wanted-text")}</p>
            <div class="acts">
                {pick_buttons(state)}
            </div>
        </div>
    }
}
