//! A note over the timeline: the file ends before its end.

use super::icon::{icon, small_icon};
use super::state::{DrawerTab, OpenTrace, app_state};
use super::words::{t, tv};
use leptos::prelude::*;

#[component]
pub fn Truncated(open: OpenTrace) -> impl IntoView {
    let state = app_state();
    let dismissed = open.state.cut_dismissed;
    let Some(cut) = open.info.cut else { return ().into_any() };
    let (title, lost) = match cut.event {
        _ if open.info.is_interrupted => (t("cut-download-title"), i32::from(cut.event.is_some())),
        Some(_) => (t("cut-event-title"), 1),
        None => (t("cut-title"), 0),
    };
    let text = tv(
        "cut-text",
        &[("events", open.info.events.into()), ("byte", cut.byte.into()), ("lost", lost.into())],
    );
    view! {
        <Show when=move || !dismissed.get()>
            <div class="banner warn" role="status">
                {icon("warn")}
                <span class="grow">
                    <b>{title.clone()}</b>
                    " "
                    {text.clone()}
                </span>
                <button class="btn small" on:click=move |_| state.show_drawer(DrawerTab::Health)>
                    {t("drawer-health")}
                </button>
                <button
                    class="btn bare small icon"
                    aria-label=t("cut-dismiss")
                    on:click=move |_| dismissed.set(true)
                >
                    {small_icon("close")}
                </button>
            </div>
        </Show>
    }
    .into_any()
}
