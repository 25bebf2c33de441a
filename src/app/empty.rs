//! The page without a trace.

use super::examples::EXAMPLES;
use super::icon::icon;
use super::neffs::synthetic_chip;
use super::open::picker::{Pick, pick};
use super::open::{Beside, open_all};
use super::state::{AppState, Dialog, app_state};
use super::words::t;
use leptos::prelude::*;

#[component]
pub fn Empty() -> impl IntoView {
    let state = app_state();
    let examples = EXAMPLES
        .iter()
        .map(|example| {
            view! {
                <li>
                    <button on:click=move |_| open_all(state, example.files(), Beside::Keep)>
                        {icon(example.icon())}
                        <span>
                            <b>{t(example.title)}{example.synthetic.then(synthetic_chip)}</b>
                            <span class="dim">{t(example.text)}</span>
                        </span>
                    </button>
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="panel empty drop">
            <i class="i i-paths mark" aria-hidden="true"></i>
            <h1>{t("empty-title")}</h1>
            <p>{t("empty-text")}</p>
            <div class="acts">
                {pick_buttons(state)}
                <button class="btn" on:click=move |_| state.dialog.set(Some(Dialog::Url))>
                    {icon("link")}
                    {t("open-url")}
                </button>
            </div>
            <ul class="examples" aria-label=t("open-examples")>{examples}</ul>
            <p class="foot">{t("empty-reads")}</p>
        </div>
    }
}

/// The ways to open what lies on this machine.
pub fn pick_buttons(state: AppState) -> impl IntoView {
    view! {
        <button class="btn main" on:click=move |_| pick(state, Pick::Files)>
            {icon("open")}
            {t("empty-open")}
        </button>
        <button class="btn" on:click=move |_| pick(state, Pick::Folder)>{t("open-folder")}</button>
    }
}
