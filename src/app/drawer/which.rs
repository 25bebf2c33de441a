//! Which part of a trace a table or summary is of: what is in view, the
//! selected area, or all.

use crate::app::words::t;
use crate::engine::protocol::Area;
use crate::timeline::view::View;
use crate::trace::Interval;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;

/// How long the view must stand still before a table follows, in ms.
const STILL: u32 = 250;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Visible,
    Area,
    All,
}

/// Buttons for the parts; `label` is a message that names the choice.
pub fn choice(which: RwSignal<Which>, view: RwSignal<View>, label: &'static str) -> AnyView {
    let no_area = Memo::new(move |_| view.with(|view| view.area.is_none()));
    let button = |this: Which, label: &'static str| {
        let disabled = move || this == Which::Area && no_area.get();
        view! {
            <button
                class="btn small"
                aria-pressed=move || (which.get() == this).to_string()
                disabled=disabled
                on:click=move |_| which.set(this)
            >
                {t(label)}
            </button>
        }
    };
    view! {
        <div class="choice" role="group" aria-label=t(label)>
            {button(Which::Visible, "slices-visible")}
            {button(Which::Area, "slices-area")}
            {button(Which::All, "slices-all")}
        </div>
    }
    .into_any()
}

/// A value that follows another one once that stands still.
pub fn still(moving: Memo<Option<Area>>) -> RwSignal<Option<Area>> {
    let settled = RwSignal::new(moving.get_untracked());
    let pause = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |_| {
        let value = moving.get();
        let later = Timeout::new(STILL, move || {
            if settled.try_get_untracked().is_some_and(|now| now != value) {
                settled.set(value);
            }
        });
        pause.set_value(Some(later));
    });
    settled
}

/// The part as an area; `None` while no area is selected.
pub fn area_of(view: &View, which: Which, bounds: Interval) -> Option<Area> {
    let visible = view.viewport.interval();
    match which {
        Which::Visible => Some(Area { start: visible.start, end: visible.end, tracks: Vec::new() }),
        Which::Area => view.area.clone(),
        // The last slice may end where the bounds do, and areas are half open.
        Which::All => {
            Some(Area { start: bounds.start, end: bounds.end.saturating_add(1), tracks: Vec::new() })
        }
    }
}
