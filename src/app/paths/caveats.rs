//! What to read with care.

use super::shown::Shown;
use crate::app::icon::icon;
use crate::app::words::{t, texts};
use crate::lowering::comparison::Caveat;
use crate::text::comparison as words;
use leptos::prelude::*;

pub fn caveats(shown: &Shown) -> AnyView {
    let all = &shown.all.verdict.caveats;
    if all.is_empty() && shown.all.paths.len() < 2 {
        return ().into_any();
    }
    if all.is_empty() {
        return view! {
            <div class="caveats">
                <p class="label">{t("caveats-title")}</p>
                <p class="dim">{t("caveats-none")}</p>
            </div>
        }
        .into_any();
    }
    let rows = all
        .iter()
        .map(|caveat| {
            let name = if is_note(caveat) { "info" } else { "warn" };
            view! { <li>{icon(name)}<span>{texts(|texts| words::caveat(texts, caveat, &shown.letters))}</span></li> }
        })
        .collect_view();
    view! {
        <div class="caveats">
            <p class="label">{t("caveats-title")}</p>
            <ul>{rows}</ul>
        </div>
    }
    .into_any()
}

/// Says what was done, and warns of nothing.
fn is_note(caveat: &Caveat) -> bool {
    matches!(
        caveat,
        Caveat::WarmUpLeftOut { .. }
            | Caveat::OtherGroupsLeftOut { .. }
            | Caveat::CutLeftOut { .. }
            | Caveat::GraphReplay { .. }
            | Caveat::FasterWithMoreKernels { .. }
            | Caveat::NoNames { .. }
    )
}
