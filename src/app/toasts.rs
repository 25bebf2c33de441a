//! Short notes at the bottom, and what a screen reader is told.

use super::icon::icon;
use super::state::{AppState, Toast, ToastKind, app_state};
use gloo::timers::callback::Timeout;
use leptos::prelude::*;

/// How long a note stays, in ms; problems stay longer, they hold more words.
fn stay(kind: ToastKind) -> u32 {
    match kind {
        ToastKind::Done => 2_500,
        ToastKind::Problem => 8_000,
    }
}

#[component]
pub fn Toasts() -> impl IntoView {
    let state = app_state();
    view! {
        <div class="toasts" role="status" aria-live="polite">
            <For each=move || state.toasts.get() key=|toast| toast.id let:toast>{one(state, toast)}</For>
        </div>
        <p class="sr" aria-live="polite" id="announcer">{state.announcement}</p>
    }
}

fn one(state: AppState, toast: Toast) -> AnyView {
    let id = toast.id;
    let remove = move || state.toasts.update(|toasts| toasts.retain(|toast| toast.id != id));
    Timeout::new(stay(toast.kind), remove).forget();
    let mark = match toast.kind {
        ToastKind::Done => "check",
        ToastKind::Problem => "warn",
    };
    view! {
        <div class="toast" class:problem=toast.kind == ToastKind::Problem on:click=move |_| remove()>
            {icon(mark)}
            <span>{toast.text}</span>
        </div>
    }
    .into_any()
}
