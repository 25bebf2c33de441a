//! The keyboard in menus: arrows, Home and End go from entry to entry, and a
//! menu closes when the focus leaves it.

use leptos::ev::FocusEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};

/// Entries of a menu, as a selector.
pub const ENTRIES: &str = "[role=menuitem]";

/// Where the focus goes.
#[derive(Clone, Copy)]
pub enum Move {
    First,
    Last,
    By(i32),
}

impl Move {
    pub fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "ArrowDown" => Self::By(1),
            "ArrowUp" => Self::By(-1),
            "Home" => Self::First,
            "End" => Self::Last,
            _ => return None,
        })
    }
}

/// Moves the focus among what `entries` selects in a list, round its ends.
pub fn move_focus(list: &HtmlElement, entries: &str, to: Move) {
    let Ok(found) = list.query_selector_all(entries) else { return };
    let items: Vec<HtmlElement> =
        (0..found.length()).filter_map(|i| found.get(i)?.dyn_into::<HtmlElement>().ok()).collect();
    let Ok(count) = i32::try_from(items.len()) else { return };
    if count == 0 {
        return;
    }
    let focused = document().active_element();
    let now = items.iter().position(|item| focused.as_ref().is_some_and(|f| f.is_same_node(Some(item))));
    let next = match (to, now) {
        (Move::First, _) | (Move::By(_), None) => 0,
        (Move::Last, _) => count - 1,
        (Move::By(by), Some(now)) => (now as i32 + by).rem_euclid(count),
    };
    let _ = items[next as usize].focus();
}

/// Whether the focus goes from one entry of a list to another.
pub fn stays_within(list: Option<&HtmlElement>, event: &FocusEvent) -> bool {
    event.related_target().is_some_and(|to| list.is_some_and(|list| list.contains(to.dyn_ref::<Node>())))
}
