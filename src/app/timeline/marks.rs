//! The list of marks: notes, times, and how far they are apart.

use super::keyboard::time_of;
use super::scene::Scene;
use crate::app::icon::small_icon;
use crate::app::words::{t, tv};
use crate::text::format;
use crate::timeline::action::Action;
use crate::timeline::view::Mark;
use leptos::prelude::*;

#[component]
pub fn MarksList(scene: Scene) -> impl IntoView {
    let numbers = Memo::new(move |_| {
        scene.view.with(|view| view.marks.iter().map(|mark| mark.number).collect::<Vec<_>>())
    });
    // The last one removed leaves nothing to show.
    Effect::new(move |_| {
        if numbers.with(Vec::is_empty) && scene.marks_open.get_untracked().is_some() {
            scene.marks_open.set(None);
        }
    });
    view! {
        <Show when=move || scene.marks_open.get().is_some()>
            <div class="pop marks-list" role="dialog" aria-label=t("timeline-marks")>
                <header>
                    <b>{t("timeline-marks")}</b>
                    <span class="grow"></span>
                    <button
                        class="btn bare small icon"
                        aria-label=t("timeline-marks-close")
                        on:click=move |_| scene.marks_open.set(None)
                    >
                        {small_icon("close")}
                    </button>
                </header>
                <ol>
                    <For each=move || numbers.get() key=|number| *number let:number>
                        <MarkRow scene number/>
                    </For>
                </ol>
            </div>
        </Show>
    }
}

#[component]
fn MarkRow(scene: Scene, number: u32) -> impl IntoView {
    let field = NodeRef::<leptos::html::Input>::new();
    let mark = Memo::new(move |_| {
        scene.view.with(|view| {
            let at = view.marks.iter().position(|mark| mark.number == number)?;
            let before = at.checked_sub(1).map(|before| view.marks[before].clone());
            Some((view.marks[at].clone(), before))
        })
    });
    // The mark that was clicked on is about to get its note.
    Effect::new(move |_| {
        if scene.marks_open.get() == Some(number)
            && let Some(field) = field.get()
        {
            let _ = field.focus();
        }
    });
    let note =
        mark.with_untracked(|mark| mark.as_ref().map(|(mark, _)| mark.note.clone()).unwrap_or_default());
    let time = move || mark.with(|mark| mark.as_ref().map(|(mark, _)| time_of(scene, mark.time)));
    let distance = move || {
        mark.with(|mark| {
            let (mark, before) = mark.as_ref()?;
            let before: &Mark = before.as_ref()?;
            let delta = format::ticks(mark.time.saturating_sub(before.time), scene.info().unit);
            Some(tv("timeline-mark-distance", &[("delta", delta.into()), ("number", before.number.into())]))
        })
    };
    let go = move |_| {
        if let Some(time) = mark.with_untracked(|mark| mark.as_ref().map(|(mark, _)| mark.time)) {
            scene.apply(Action::Centre(time));
        }
    };
    let value = |message: &'static str| tv(message, &[("number", number.into())]);
    view! {
        <li>
            <button class="mark-number" aria-label=value("timeline-mark-go") title=value("timeline-mark-go") on:click=go>
                {number}
            </button>
            <input
                node_ref=field
                placeholder=t("timeline-mark-note")
                aria-label=value("timeline-mark-note-of")
                prop:value=note
                spellcheck="false"
                on:input=move |event| scene.apply(Action::SetNote { number, note: event_target_value(&event) })
                on:keydown=move |event| {
                    if matches!(event.key().as_str(), "Enter" | "Escape") {
                        event.prevent_default();
                        event.stop_propagation();
                        scene.marks_open.set(None);
                        super::focus_stage();
                    }
                }
            />
            <span class="num">{time}</span>
            <span class="num dim">{distance}</span>
            <button
                class="btn bare small icon"
                aria-label=value("timeline-mark-remove")
                title=value("timeline-mark-remove")
                on:click=move |_| scene.apply(Action::RemoveMark { number })
            >
                {small_icon("close")}
            </button>
        </li>
    }
}
