//! A button that opens a list to choose from, with a search field where the
//! list is long.

use crate::app::icon::{icon, small_icon};
use crate::app::menu_keys::{Move, move_focus, stays_within};
use crate::app::words::t;
use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// What the arrow keys lead to.
const ENTRIES: &str = "input, [role=menuitem]";
/// From this length on a list can be searched.
const LONG: usize = 9;
/// Entries in the page at once; typing finds the others.
const MOST_SHOWN: usize = 120;

/// An entry.
#[derive(Clone)]
pub struct Choice {
    pub label: String,
    pub hint: String,
    pub chosen: bool,
    /// Begins a part of the list.
    pub head: Option<String>,
    pub act: Arc<dyn Fn() + Send + Sync>,
}

impl Choice {
    pub fn new(label: impl Into<String>, act: impl Fn() + Send + Sync + 'static) -> Self {
        Self { label: label.into(), hint: String::new(), chosen: false, head: None, act: Arc::new(act) }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    pub fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    pub fn head(mut self, head: impl Into<String>) -> Self {
        self.head = Some(head.into());
        self
    }
}

/// `face` is what the button shows; `choices` are made when it opens.
pub fn picker(
    label: String,
    class: &'static str,
    face: impl IntoView + 'static,
    choices: impl Fn() -> Vec<Choice> + Send + Sync + 'static,
) -> AnyView {
    let open = RwSignal::new(false);
    let query = RwSignal::new(String::new());
    let all = RwSignal::new(Vec::<Choice>::new());
    let button = NodeRef::<html::Button>::new();
    let list = NodeRef::<html::Div>::new();
    let close = move |refocus: bool| {
        open.set(false);
        query.set(String::new());
        if refocus && let Some(button) = button.get_untracked() {
            let _ = button.focus();
        }
    };
    let open_it = Arc::new(move || {
        all.set(choices());
        open.set(true);
    });
    Effect::new(move |_| {
        if open.get()
            && let Some(list) = list.get()
        {
            move_focus(&list, ENTRIES, Move::First);
        }
    });
    let on_key = move |event: KeyboardEvent| {
        let Some(list) = list.get_untracked() else { return };
        let typing = event.target().is_some_and(|target| target.dyn_ref::<HtmlInputElement>().is_some());
        // Home and End are the field's own.
        let to = Move::of_key(&event.key()).filter(|to| !typing || matches!(to, Move::By(_)));
        match (event.key().as_str(), to) {
            (_, Some(to)) => move_focus(&list, ENTRIES, to),
            ("Escape", _) => close(true),
            ("Tab", _) => return close(false),
            // The keys of the page behind must not hear what is typed.
            _ => return event.stop_propagation(),
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let leave = move |event: FocusEvent| {
        if !stays_within(list.get_untracked().as_deref(), &event) {
            close(false);
        }
    };
    let (by_click, by_key) = (open_it.clone(), open_it);
    let entries = move || {
        let wanted = query.get().to_lowercase();
        let all = all.get();
        let found =
            all.iter().filter(|choice| wanted.is_empty() || choice.label.to_lowercase().contains(&wanted));
        let shown: Vec<AnyView> = found.take(MOST_SHOWN).map(|choice| entry(choice, close)).collect();
        if shown.is_empty() {
            view! { <p class="dim nothing">{t("search-none")}</p> }.into_any()
        } else {
            shown.into_any()
        }
    };
    let search = move || {
        (all.with(Vec::len) > LONG).then(|| {
            view! {
                <div class="field">
                    {icon("search")}
                    <input
                        type="text"
                        aria-label=t("paths-search-list")
                        placeholder=t("search-placeholder")
                        spellcheck="false"
                        autocomplete="off"
                        on:input=move |event| query.set(event_target_value(&event))
                    />
                </div>
            }
        })
    };
    view! {
        <div class="menu pick">
            <button
                class=format!("btn small {class}")
                node_ref=button
                aria-haspopup="menu"
                aria-label=label.clone()
                title=label.clone()
                aria-expanded=move || open.get().to_string()
                on:mousedown=move |event| event.prevent_default()
                on:click=move |_| if open.get_untracked() { close(true) } else { by_click() }
                on:keydown=move |event: KeyboardEvent| {
                    if event.key() == "ArrowDown" {
                        event.prevent_default();
                        event.stop_propagation();
                        by_key();
                    }
                }
            >
                {face.into_any()}
                {icon("down")}
            </button>
            <Show when=move || open.get()>
                <div class="pop menu-list" node_ref=list on:keydown=on_key on:focusout=leave>
                    {search}
                    <ul role="menu" aria-label=label.clone()>{entries}</ul>
                </div>
            </Show>
        </div>
    }
    .into_any()
}

fn entry(choice: &Choice, close: impl Fn(bool) + Copy + 'static) -> AnyView {
    let act = choice.act.clone();
    let head =
        choice.head.clone().map(|head| view! { <li role="presentation" class="menu-head">{head}</li> });
    view! {
        {head}
        <li role="none">
            <button
                role="menuitem"
                tabindex="-1"
                aria-current=choice.chosen.then_some("true")
                title=choice.label.clone()
                on:click=move |_| {
                    close(true);
                    act();
                }
            >
                {if choice.chosen { small_icon("check") } else { view! { <i></i> }.into_any() }}
                <span class="clip ltr">{choice.label.clone()}</span>
                <span class="dimmer">{choice.hint.clone()}</span>
            </button>
        </li>
    }
    .into_any()
}
