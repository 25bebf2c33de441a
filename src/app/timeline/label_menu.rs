//! The menu of a track or process: everything that its name's buttons and
//! dragging do, for the keyboard.

use super::scene::Scene;
use crate::app::icon::small_icon;
use crate::app::menu_keys::{ENTRIES, Move, move_focus, stays_within};
use crate::app::state::DrawerTab;
use crate::app::words::{t, tv};
use crate::engine::protocol::{Area, TrackShape};
use crate::timeline::action::Action;
use crate::timeline::layout::{COUNTER_PX, StripKey};
use crate::timeline::tracks::process_of;
use crate::trace::{ProcessId, TrackId};
use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Part by which "lower" and "higher" change a counter's height.
const HEIGHT_STEP: f64 = 1.4;

#[component]
pub fn TrackMenu(scene: Scene, key: StripKey, name: String, movable: bool) -> impl IntoView {
    let open = RwSignal::new(false);
    let button = NodeRef::<leptos::html::Button>::new();
    let list = NodeRef::<leptos::html::Ul>::new();
    let close = move |refocus: bool| {
        open.set(false);
        if refocus && let Some(button) = button.get_untracked() {
            let _ = button.focus();
        }
    };
    Effect::new(move |_| {
        if open.get()
            && let Some(list) = list.get()
        {
            if let Some(button) = button.get_untracked() {
                float_beside(&list, &button);
            }
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
    let leave = move |event: FocusEvent| {
        if !stays_within(list.get_untracked().as_deref(), &event) {
            open.set(false);
        }
    };
    let label = tv("timeline-menu", &[("name", (&name).into())]);
    view! {
        <button
            node_ref=button
            aria-haspopup="menu"
            aria-expanded=move || open.get().to_string()
            aria-label=label.clone()
            title=label.clone()
            // A press must not blur the list before the click toggles it.
            on:mousedown=move |event| event.prevent_default()
            on:click=move |_| open.update(|open| *open = !*open)
        >
            {small_icon("more")}
        </button>
        <Show when=move || open.get()>
            <ul
                class="pop menu-list lab-menu"
                popover="manual"
                role="menu"
                aria-label=label.clone()
                node_ref=list
                on:keydown=on_key
                on:focusout=leave
            >
                {entries(scene, key, movable)
                    .into_iter()
                    .map(|(text, act)| {
                        view! {
                            <li role="none">
                                <button
                                    role="menuitem"
                                    tabindex="-1"
                                    on:click=move |_| {
                                        close(true);
                                        act();
                                    }
                                >
                                    <span>{text}</span>
                                </button>
                            </li>
                        }
                    })
                    .collect_view()}
            </ul>
        </Show>
    }
}

/// A menu keeps so far from the window's edges, in CSS pixels.
const MARGIN_PX: f64 = 4.0;

type Entry = (String, Box<dyn Fn()>);

fn entries(scene: Scene, key: StripKey, movable: bool) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    let mut add = |text: String, actions: Vec<Action>| {
        all.push((text, Box::new(move || actions.iter().for_each(|action| scene.apply(action.clone())))));
    };
    match key {
        StripKey::Track { track, pinned } => {
            let is_pinned = scene.view.with_untracked(|view| view.tracks.is_pinned(track));
            let folded = scene.view.with_untracked(|view| view.tracks.collapsed_tracks.contains(&track));
            let pin = if is_pinned { "timeline-menu-unpin" } else { "timeline-menu-pin" };
            add(t(pin), vec![Action::TogglePin(track)]);
            add(t("timeline-menu-hide"), vec![Action::HideTrack(track)]);
            let info = scene.info();
            if let Some(shown) = info.tracks.get(track.index()) {
                if shown.rows > 0 && !pinned {
                    let fold = if folded { "timeline-menu-unfold" } else { "timeline-menu-fold" };
                    add(t(fold), vec![Action::ToggleTrack(track)]);
                }
                if shown.kind == TrackShape::Counter || shown.rows > 1 {
                    add(t("timeline-menu-lower"), vec![height(scene, track, false)]);
                    add(t("timeline-menu-higher"), vec![height(scene, track, true)]);
                    let full =
                        [Action::LimitRows { track, rows: None }, Action::CounterHeight { track, px: None }];
                    add(t("timeline-menu-full"), full.to_vec());
                }
            }
            if movable {
                let (up, down) = track_moves(scene, track, pinned);
                up.into_iter().for_each(|action| add(t("timeline-menu-up"), vec![action]));
                down.into_iter().for_each(|action| add(t("timeline-menu-down"), vec![action]));
            }
            all.push((t("timeline-menu-area"), Box::new(move || statistics(scene, vec![track]))));
        }
        StripKey::Process(process) => {
            add(t("timeline-menu-hide"), vec![Action::HideProcess(process)]);
            if movable {
                let (up, down) = process_moves(scene, process);
                up.into_iter().for_each(|action| add(t("timeline-menu-up"), vec![action]));
                down.into_iter().for_each(|action| add(t("timeline-menu-down"), vec![action]));
            }
            add(t("timeline-menu-fold-all"), vec![Action::CollapseAll(true)]);
            add(t("timeline-menu-unfold-all"), vec![Action::CollapseAll(false)]);
            let info = scene.info();
            let tracks = info
                .processes
                .get(process.index())
                .map(|p| (p.first_track..p.end_track).map(TrackId).collect::<Vec<_>>())
                .unwrap_or_default();
            all.push((t("timeline-menu-area"), Box::new(move || statistics(scene, tracks.clone()))));
        }
    }
    let hidden = scene.view.with_untracked(|view| view.tracks.hidden_count());
    if hidden > 0 {
        let text = tv("timeline-menu-show-hidden", &[("n", hidden.into())]);
        all.push((text, Box::new(move || scene.apply(Action::ShowHidden))));
    }
    all
}

/// An area over what is in view of some tracks.
fn statistics(scene: Scene, tracks: Vec<TrackId>) {
    let visible = scene.view.with_untracked(|view| view.viewport.interval());
    scene.apply(Action::SetArea(Some(Area { start: visible.start, end: visible.end, tracks })));
    scene.state.show_drawer(DrawerTab::Selection);
}

fn height(scene: Scene, track: TrackId, higher: bool) -> Action {
    let info = scene.info();
    let shown = info.tracks.get(track.index());
    let factor = if higher { HEIGHT_STEP } else { 1.0 / HEIGHT_STEP };
    scene.view.with_untracked(|view| {
        if shown.is_some_and(|shown| shown.kind == TrackShape::Counter) {
            let now = view.tracks.counter_heights.get(&track).map_or(COUNTER_PX, |&px| f64::from(px));
            return Action::CounterHeight { track, px: Some((now * factor).round() as u32) };
        }
        let all = shown.map_or(1, |shown| shown.rows);
        let now = view.tracks.row_limits.get(&track).copied().unwrap_or(all);
        let next = (f64::from(now) * factor).round() as u32;
        let next = if higher { next.max(now + 1) } else { next.min(now.saturating_sub(1)).max(1) };
        Action::LimitRows { track, rows: (next < all).then_some(next) }
    })
}

/// Steps up and down, where there are any.
fn track_moves(scene: Scene, track: TrackId, pinned: bool) -> (Option<Action>, Option<Action>) {
    let info = scene.info();
    let order: Vec<TrackId> = scene.view.with_untracked(|view| {
        if pinned {
            return view.tracks.pinned.clone();
        }
        match process_of(track, &info) {
            Some(process) => view.tracks.tracks_of(process, &info).iter().map(|t| t.track).collect(),
            None => Vec::new(),
        }
    });
    let (up, down) = neighbours(&order, track);
    (
        up.map(|before| Action::MoveTrack { track, before: Some(before) }),
        down.map(|before| Action::MoveTrack { track, before }),
    )
}

fn process_moves(scene: Scene, process: ProcessId) -> (Option<Action>, Option<Action>) {
    let info = scene.info();
    let order: Vec<ProcessId> =
        scene.view.with_untracked(|view| view.tracks.processes(&info).iter().map(|p| p.process).collect());
    let (up, down) = neighbours(&order, process);
    (
        up.map(|before| Action::MoveProcess { process, before: Some(before) }),
        down.map(|before| Action::MoveProcess { process, before }),
    )
}

/// What to stand before for a step up, and for a step down.
fn neighbours<T: Copy + PartialEq>(order: &[T], moved: T) -> (Option<T>, Option<Option<T>>) {
    let Some(at) = order.iter().position(|&one| one == moved) else { return (None, None) };
    let up = at.checked_sub(1).map(|above| order[above]);
    let down = (at + 1 < order.len()).then(|| order.get(at + 2).copied());
    (up, down)
}

/// Lifts a menu above everything: its track's name lies in a column that cuts
/// off what reaches beyond. (Browsers without popovers show it in place.)
fn float_beside(list: &HtmlElement, button: &HtmlElement) {
    let show = js_sys::Reflect::get(list, &"showPopover".into())
        .ok()
        .and_then(|show| show.dyn_into::<js_sys::Function>().ok());
    if show.is_none_or(|show| show.call0(list).is_err()) {
        return;
    }
    let (at, size) = (button.get_bounding_client_rect(), list.get_bounding_client_rect());
    let number = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|v| v.as_f64()).unwrap_or(0.0);
    let (width, height) = (number(window().inner_width()), number(window().inner_height()));
    let left = at.left().min(width - size.width() - MARGIN_PX).max(MARGIN_PX);
    let below = at.bottom() + 2.0;
    let top = if below + size.height() + MARGIN_PX > height { at.top() - size.height() - 2.0 } else { below };
    let style = list.style();
    // Fails only for names that are no properties.
    let _ = style.set_property("left", &format!("{left}px"));
    let _ = style.set_property("top", &format!("{}px", top.max(MARGIN_PX)));
}
