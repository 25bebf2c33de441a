//! The "Open" menu.

use super::examples::EXAMPLES;
use super::icon::icon;
use super::menu_keys::{ENTRIES, Move, move_focus, stays_within};
use super::neffs::synthetic_chip;
use super::open::picker::{Pick, pick};
use super::open::{Beside, open_all};
use super::state::{AppState, Dialog, app_state};
use super::words::t;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// What an entry does.
type Act = Box<dyn Fn(AppState)>;

#[component]
pub fn OpenMenu() -> impl IntoView {
    let state = app_state();
    let open = RwSignal::new(false);
    let button = NodeRef::<leptos::html::Button>::new();
    let list = NodeRef::<leptos::html::Ul>::new();
    let close = move |refocus: bool| {
        open.set(false);
        if refocus && let Some(button) = button.get_untracked() {
            let _ = button.focus();
        }
    };
    // The first entry takes the focus as soon as it is there.
    Effect::new(move |_| {
        if open.get()
            && let Some(list) = list.get()
        {
            move_focus(&list, ENTRIES, Move::First);
        }
    });
    let on_key = move |event: KeyboardEvent| {
        let Some(list) = list.get_untracked() else { return };
        match (event.key().as_str(), Move::of_key(&event.key())) {
            (_, Some(to)) => move_focus(&list, ENTRIES, to),
            ("Escape", _) => close(true),
            ("Tab", _) => return close(false),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let leave = move |event: leptos::ev::FocusEvent| {
        if !stays_within(list.get_untracked().as_deref(), &event) {
            open.set(false);
        }
    };
    view! {
        <div class="menu">
            <button
                class="btn"
                id="open-button"
                node_ref=button
                aria-haspopup="menu"
                aria-expanded=move || open.get().to_string()
                // A press must not blur the list before the click toggles it.
                on:mousedown=move |event| event.prevent_default()
                on:click=move |_| open.update(|open| *open = !*open)
                on:keydown=move |event: KeyboardEvent| {
                    if event.key() == "ArrowDown" {
                        event.prevent_default();
                        open.set(true);
                    }
                }
            >
                {icon("open")}
                <span class="word">{t("open-button")}</span>
                {icon("down")}
            </button>
            <Show when=move || open.get()>
                <ul class="pop menu-list" role="menu" aria-label=t("open-button") node_ref=list on:keydown=on_key on:focusout=leave>
                    {entries(state, close)}
                </ul>
            </Show>
        </div>
    }
}

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A way to open something of one's own.
    Way,
    Example,
    /// An example that was made up.
    Synthetic,
}

fn entries(state: AppState, close: impl Fn(bool) + Copy + 'static) -> Vec<AnyView> {
    let entry = |name: &'static str, label: String, hint: String, kind: Kind, act: Act| {
        let example = kind != Kind::Way;
        let chip = (kind == Kind::Synthetic).then(synthetic_chip);
        view! {
            <li role="none">
                <button
                    class:example=example
                    role="menuitem"
                    tabindex="-1"
                    on:click=move |_| {
                        close(true);
                        act(state);
                    }
                >
                    {icon(name)}
                    <span>{label}{chip}</span>
                    <span class="dimmer">{hint}</span>
                </button>
            </li>
        }
        .into_any()
    };
    let mut all = vec![
        entry(
            "file",
            t("open-files"),
            t("open-files-keys"),
            Kind::Way,
            Box::new(|state| pick(state, Pick::Files)),
        ),
        entry(
            "open",
            t("open-folder"),
            String::new(),
            Kind::Way,
            Box::new(|state| pick(state, Pick::Folder)),
        ),
        entry(
            "link",
            t("open-url"),
            String::new(),
            Kind::Way,
            Box::new(|state| state.dialog.set(Some(Dialog::Url))),
        ),
        view! { <li role="presentation" class="menu-head">{t("open-examples")}</li> }.into_any(),
    ];
    all.extend(EXAMPLES.iter().map(|example| {
        let act = move |state| open_all(state, example.files(), Beside::Keep);
        let kind = if example.synthetic { Kind::Synthetic } else { Kind::Example };
        entry(example.icon(), t(example.title), t(example.text), kind, Box::new(act))
    }));
    all
}
