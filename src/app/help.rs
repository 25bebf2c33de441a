//! Keys, and where data goes.

use super::remembered::known_button;
use super::state::app_state;
use super::words::t;
use crate::timeline::keys::{BINDINGS, Group};
use leptos::prelude::*;

/// Keys of the page itself: what stands on them, and message ids.
const PAGE: &[(&[&str], &str)] = &[
    (&["/"], "keys-search"),
    (&["Ctrl", "O"], "keys-open"),
    (&["Ctrl", "V"], "keys-paste"),
    (&["Q"], "keys-drawer"),
    (&["?"], "keys-help"),
];

/// What the pointer does.
const POINTER: &[(&[&str], &str)] = &[
    (&["wheel"], "pointer-wheel"),
    (&["Ctrl", "wheel"], "pointer-zoom"),
    (&["Shift", "wheel"], "pointer-pan"),
    (&["drag"], "pointer-drag"),
    (&["Shift", "drag"], "pointer-area"),
];

#[component]
pub fn Help() -> impl IntoView {
    let timeline = Group::ALL.map(|group| {
        let rows = BINDINGS.iter().filter(|b| b.group == group).map(|b| row(b.caps, b.message)).collect();
        section(group.message(), rows)
    });
    let pointer = section("keys-pointer", POINTER.iter().map(|(caps, what)| row(caps, what)).collect());
    let page = section("keys-page", PAGE.iter().map(|(caps, what)| row(caps, what)).collect());
    view! {
        <div class="help">{timeline.collect_view()} {pointer} {page}</div>
        <p class="dim help-foot">{t("help-position")}</p>
        <p class="dim help-foot">{t("help-search")}</p>
        <p class="dim help-foot">{t("help-privacy")}</p>
        <p class="help-foot">{known_button(app_state())}</p>
    }
}

fn section(head: &'static str, rows: Vec<AnyView>) -> AnyView {
    view! {
        <section>
            <h2>{t(head)}</h2>
            <dl class="keys">{rows}</dl>
        </section>
    }
    .into_any()
}

fn row(caps: &'static [&'static str], what: &'static str) -> AnyView {
    let caps = caps.iter().map(|cap| view! { <kbd>{cap_name(cap)}</kbd> }).collect_view();
    view! { <dt>{caps}</dt><dd>{t(what)}</dd> }.into_any()
}

fn cap_name(cap: &str) -> String {
    match cap {
        "wheel" => t("cap-wheel"),
        "drag" => t("cap-drag"),
        other => other.to_owned(),
    }
}
