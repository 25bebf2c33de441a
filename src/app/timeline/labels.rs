//! The column of track names: real elements, only those in view.
//!
//! They stand at fixed places inside a sheet that moves with the scroll, so
//! that scrolling changes one style. Each follows its own strip only.

use super::label_drag::{self, LabelDrag};
use super::label_menu::TrackMenu;
use super::pointer::{Over, listen_to_wheel};
use super::scene::Scene;
use crate::app::icon::small_icon;
use crate::app::words::{t, tv};
use crate::engine::protocol::{ProcessInfo, RowName, TraceInfo, TrackInfo, TrackShape};
use crate::text::format;
use crate::timeline::action::Action;
use crate::timeline::layout::{HEAD_PX, Layout, StripBody, StripKey};
use crate::timeline::tracks::process_title;
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;

/// Names beyond the edges that are kept, in CSS pixels.
const EXTRA_PX: f64 = 300.0;

/// A layout that is equal to itself only: cheap to compare.
#[derive(Clone)]
pub struct SharedLayout(pub Arc<Layout>);

impl PartialEq for SharedLayout {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Where names are and which.
#[derive(Clone, PartialEq)]
struct Window {
    pinned: Vec<StripKey>,
    scrolling: Vec<StripKey>,
}

#[component]
pub fn Labels(scene: Scene) -> impl IntoView {
    let view = scene.view;
    let layout = Memo::new(move |_| view.with(|view| SharedLayout(view.layout().clone())));
    // Steps of half the margin, so that scrolling seldom changes the list.
    let window = Memo::new(move |_| {
        view.with(|view| {
            let step = EXTRA_PX / 2.0;
            let scroll = (view.scroll / step).floor() * step;
            let placed = view.layout().in_view(scroll, view.height_px + step, EXTRA_PX);
            let held = view.layout().held_height(view.height_px) > 0.0;
            let (pinned, scrolling): (Vec<_>, Vec<_>) = placed.iter().partition(|p| p.pinned && held);
            let keys =
                |list: Vec<&crate::timeline::layout::Placed<'_>>| list.iter().map(|p| p.strip.key).collect();
            Window { pinned: keys(pinned), scrolling: keys(scrolling) }
        })
    });
    let sheet_top = Memo::new(move |_| {
        view.with(|view| {
            // Pinned strips that do not stand still are part of the sheet.
            let pinned = view.layout().total_height() - height_of(view.layout().scrolling());
            (pinned - view.scroll, view.layout().held_height(view.height_px))
        })
    });
    let drag = label_drag::new();
    let filter_misses = Memo::new(move |_| {
        let text = view.with(|view| view.tracks.filter.clone());
        let none = layout.with(|layout| layout.0.scrolling().is_empty());
        (none && !text.trim().is_empty()).then_some(text)
    });
    let column = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(column) = column.get() {
            listen_to_wheel(scene, &column, Over::Names);
        }
    });
    view! {
        <div class="labels" node_ref=column role="list" aria-label=t("timeline-tracks")>
            <div class="label-clip" style:top=move || format!("{}px", sheet_top.get().1)>
                <div
                    class="label-sheet"
                    style:transform=move || {
                        let (top, held) = sheet_top.get();
                        format!("translateY({}px)", top - held)
                    }
                >
                    <For each=move || window.with(|w| w.scrolling.clone()) key=|key| *key let:key>
                        <Label scene key layout drag/>
                    </For>
                </div>
            </div>
            <div class="label-pins">
                <For each=move || window.with(|w| w.pinned.clone()) key=|key| *key let:key>
                    <Label scene key layout drag/>
                </For>
            </div>
            {move || {
                scene.drop_y.get().map(|y| view! { <div class="label-drop" style:top=format!("{y}px")></div> })
            }}
            {move || {
                filter_misses
                    .get()
                    .map(|text| {
                        view! {
                            <p class="label-none dim">
                                {tv("timeline-filter-none", &[("text", text.into())])} " "
                                <button class="btn small" on:click=move |_| scene.apply(Action::Filter(String::new()))>
                                    {t("timeline-filter-all")}
                                </button>
                            </p>
                        }
                    })
            }}
        </div>
    }
}

fn height_of(strips: &[crate::timeline::layout::Strip]) -> f64 {
    strips.last().map_or(0.0, |last| last.y + last.height)
}

#[component]
fn Label(scene: Scene, key: StripKey, layout: Memo<SharedLayout>, drag: LabelDrag) -> impl IntoView {
    let info = scene.info();
    // Place and shape of the strip; the last known while it goes away.
    let strip = Memo::new(move |before: Option<&Option<(f64, f64, StripBody)>>| {
        layout
            .with(|layout| layout.0.strip(key).map(|strip| (strip.y, strip.height, strip.body)))
            .or_else(|| before.cloned().flatten())
    });
    let body = Memo::new(move |_| strip.get().map(|(_, _, body)| body));
    // The name of a tall track stays in view as long as any of it does.
    let sunk = Memo::new(move |_| {
        scene.view.with(|view| {
            let top = view.layout().y_of(key, view.scroll, view.height_px)?;
            let pinned = matches!(key, StripKey::Track { pinned: true, .. });
            let least = if pinned { 0.0 } else { view.layout().held_height(view.height_px) };
            let (_, height, _) = strip.get()?;
            Some((least - top).clamp(0.0, (height - HEAD_PX).max(0.0)).round())
        })
    });
    let style = move || {
        let (y, height, _) = strip.get().unwrap_or((0.0, 0.0, StripBody::Empty));
        let sunk = sunk.get().unwrap_or(0.0);
        format!("inset-block-start:{y}px;block-size:{height}px;padding-block-start:{sunk}px")
    };
    let names = match key {
        StripKey::Track { track, .. } => info.tracks.get(track.index()).map(|track| track.row_names.clone()),
        StripKey::Process(_) => None,
    };
    let names = names.filter(|names| !names.is_empty());
    let dragged = move || drag.with(|drag| drag.as_ref().is_some_and(|drag| drag.key == key && drag.moving));
    let (content, class) = match key {
        StripKey::Process(process) => match info.processes.get(process.index()) {
            Some(process) => (process_label(scene, &info, process.clone(), body), "lab process"),
            None => (().into_any(), "lab process"),
        },
        StripKey::Track { track, pinned } => match info.tracks.get(track.index()) {
            Some(track) => (track_label(scene, &info, track.clone(), pinned, body, drag), "lab thread"),
            None => (().into_any(), "lab thread"),
        },
    };
    let pinned = matches!(key, StripKey::Track { pinned: true, .. });
    view! {
        <div
            class=class
            class:pinned=pinned
            class:dragged=dragged
            role="listitem"
            style=style
            on:pointerdown=move |event| label_drag::down(drag, key, &event)
            on:pointermove=move |event| label_drag::moved(scene, drag, &event)
            on:pointerup=move |event| label_drag::up(scene, drag, &event)
            on:pointercancel=move |_| label_drag::cancel(scene, drag)
            on:focusin=move |_| bring_into_view(scene, key)
        >
            {content}
            {names.map(|names| view! { <RowNames scene key layout names sunk/> })}
        </div>
    }
}

/// Names of the rows of a track that are in view and not under its own.
#[component]
fn RowNames(
    scene: Scene,
    key: StripKey,
    layout: Memo<SharedLayout>,
    names: Vec<RowName>,
    sunk: Memo<Option<f64>>,
) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let top = scene.view.with(|view| {
            let step = EXTRA_PX / 2.0;
            let scroll = (view.scroll / step).floor() * step;
            let top = view.layout().y_of(key, scroll, view.height_px)?;
            Some((-top - EXTRA_PX, view.height_px + EXTRA_PX - top))
        });
        let Some((from, to)) = top else { return Vec::new() };
        layout.with(|layout| {
            let found = layout.0.strip(key).map(|strip| strip.names_between(from, to)).unwrap_or_default();
            // As whole pixels, which can be keys.
            found.into_iter().map(|(at, y)| (at, y.round() as i64)).collect::<Vec<_>>()
        })
    });
    let under = move |y: i64| (y as f64) < sunk.get().unwrap_or(0.0) + HEAD_PX - 2.0;
    view! {
        <For each=move || shown.get() key=|found| *found let((at, y))>
            <span class="lab-row ltr" style:inset-block-start=format!("{y}px") class:under=move || under(y)>
                {names.get(at).map(|found| found.name.clone())}
            </span>
        </For>
    }
}

/// Names beyond the edges are there already and can get the focus.
fn bring_into_view(scene: Scene, key: StripKey) {
    let by = scene.view.with_untracked(|view| {
        let layout = view.layout();
        let (top, strip) = (layout.y_of(key, view.scroll, view.height_px)?, layout.strip(key)?);
        let pinned = matches!(key, StripKey::Track { pinned: true, .. });
        let least = if pinned { 0.0 } else { layout.held_height(view.height_px) };
        let bottom = top + strip.height.min(HEAD_PX);
        if top < least {
            Some(top - least)
        } else {
            (bottom > view.height_px).then_some(bottom - view.height_px)
        }
    });
    if let Some(by) = by {
        scene.apply(Action::ScrollBy(by));
    }
}

fn process_label(
    scene: Scene,
    info: &TraceInfo,
    process: ProcessInfo,
    body: Memo<Option<StripBody>>,
) -> AnyView {
    let id = process.process;
    let title = process_title(&process, info);
    let name = display_name(title, &process.pid, "timeline-unnamed-process");
    let collapsed = move || matches!(body.get(), Some(StripBody::Process { collapsed: true }));
    let toggle_name = {
        let name = name.clone();
        move || {
            let message = if collapsed() { "timeline-expand" } else { "timeline-collapse" };
            tv(message, &[("name", (&name).into())])
        }
    };
    let tracks = process.end_track - process.first_track;
    let mut sub = Vec::new();
    if title != process.name {
        sub.push(process.name.clone());
    }
    if !process.pid.is_empty() && process.pid != name {
        sub.push(tv("timeline-pid", &[("pid", (&process.pid).into())]));
    }
    sub.extend(process.labels.iter().filter(|label| **label != name).cloned());
    let sub = sub.join(" · ");
    let count = tv("timeline-threads", &[("n", tracks.into())]);
    let sub_text = move || match (collapsed(), sub.is_empty()) {
        (false, _) => sub.clone(),
        (true, true) => count.clone(),
        (true, false) => format!("{sub} · {count}"),
    };
    let title = name.clone();
    let menu_name = name.clone();
    let info_unit = info.processes.len() > 1;
    view! {
        <button
            class="lab-toggle"
            aria-expanded=move || (!collapsed()).to_string()
            aria-label=toggle_name
            on:click=move |_| scene.apply(Action::ToggleProcess(id))
        >
            {move || if collapsed() { small_icon("right") } else { small_icon("down") }}
        </button>
        <span class="lab-name" title=title dir="auto">{name}</span>
        <span class="sub">{sub_text}</span>
        <span class="tools">
            <TrackMenu scene key=StripKey::Process(id) name=menu_name movable=info_unit/>
        </span>
    }
    .into_any()
}

fn track_label(
    scene: Scene,
    info: &TraceInfo,
    track: TrackInfo,
    pinned: bool,
    body: Memo<Option<StripBody>>,
    drag: LabelDrag,
) -> AnyView {
    let id = track.track;
    let name = display_name(&track.name, &track.tid, "timeline-unnamed-track");
    let sub = sub_of(&track, &name, pinned, info);
    let value = value_of(&track, info);
    let is_pinned = Memo::new(move |_| scene.view.with(|view| view.tracks.is_pinned(id)));
    let say = |message: &'static str, name: &str| tv(message, &[("name", name.into())]);
    let (pin, unpin) = (say("timeline-pin", &name), say("timeline-unpin", &name));
    let pin_name = move || if is_pinned.get() { unpin.clone() } else { pin.clone() };
    let hide_name = say("timeline-hide", &name);
    let resize_name = say("timeline-resize", &name);
    let (folds, resizes) = (track.rows > 0, track.rows > 1 || track.kind == TrackShape::Counter);
    let folded = move || matches!(body.get(), Some(StripBody::Busy));
    let fold_name = {
        let name = name.clone();
        move || say(if folded() { "timeline-expand" } else { "timeline-collapse" }, &name)
    };
    let title = title_of(&track, &name);
    let help = (track.kind != TrackShape::Counter).then(|| t("timeline-busy-help"));
    let pin_title = pin_name.clone();
    view! {
        {pinned.then(|| view! { <span class="lab-pin">{small_icon("pin")}</span> })}
        {(folds && !pinned)
            .then(|| {
                view! {
                    <button
                        class="lab-toggle"
                        aria-expanded=move || (!folded()).to_string()
                        aria-label=fold_name
                        on:click=move |_| scene.apply(Action::ToggleTrack(id))
                    >
                        {move || if folded() { small_icon("right") } else { small_icon("down") }}
                    </button>
                }
            })}
        <span class="lab-name" title=title dir="auto">{name.clone()}</span>
        <span class="sub">{sub}</span>
        <span class="val" title=help>{value}</span>
        <span class="tools">
            <button
                aria-label=pin_name
                title=pin_title
                aria-pressed=move || is_pinned.get().to_string()
                on:click=move |_| scene.apply(Action::TogglePin(id))
            >
                {small_icon("pin")}
            </button>
            <button
                aria-label=hide_name.clone()
                title=hide_name
                on:click=move |_| scene.apply(Action::HideTrack(id))
            >
                {small_icon("hide")}
            </button>
            <TrackMenu scene key=StripKey::Track { track: id, pinned } name=name movable=true/>
        </span>
        {resizes
            .then(|| {
                view! {
                    <div
                        class="lab-resize"
                        title=resize_name
                        on:pointerdown=move |event| label_drag::resize_down(drag, StripKey::Track { track: id, pinned }, &event)
                        on:dblclick=move |_| label_drag::full_height(scene, id)
                    ></div>
                }
            })}
    }
    .into_any()
}

/// A name, or what else tells it apart.
fn display_name(name: &str, id: &str, unnamed: &str) -> String {
    match (name.trim().is_empty(), id.is_empty()) {
        (false, _) => name.to_owned(),
        (true, false) => id.to_owned(),
        (true, true) => t(unnamed),
    }
}

fn sub_of(track: &TrackInfo, name: &str, pinned: bool, info: &TraceInfo) -> String {
    if pinned {
        // Which process it is from is not seen on top.
        let process = info.processes.get(track.process.index());
        return process
            .map(|p| display_name(process_title(p, info), &p.pid, "timeline-unnamed-process"))
            .unwrap_or_else(|| t("timeline-pinned"));
    }
    match track.kind {
        TrackShape::Counter => t("timeline-kind-counter"),
        TrackShape::Async => t("timeline-kind-async"),
        TrackShape::States => t("timeline-kind-states"),
        TrackShape::Objects => t("timeline-kind-objects"),
        // Many writers put the number into the name.
        TrackShape::Thread if track.tid.is_empty() || name.contains(track.tid.as_str()) => String::new(),
        TrackShape::Thread => tv("timeline-tid", &[("tid", (&track.tid).into())]),
    }
}

fn value_of(track: &TrackInfo, info: &TraceInfo) -> String {
    let length = info.length().max(1) as f64;
    match track.kind {
        TrackShape::Counter => track.last_value.map(|v| format::quantity(v, &track.unit)).unwrap_or_default(),
        _ if track.slices == 0 && track.instants == 0 => t("timeline-empty-track"),
        _ if track.slices == 0 => tv("timeline-instants", &[("n", track.instants.into())]),
        _ => {
            let share = (track.busy as f64 / length * 100.0).clamp(0.0, 100.0);
            tv("timeline-busy", &[("share", format::percent(share).into())])
        }
    }
}

fn title_of(track: &TrackInfo, name: &str) -> String {
    let mut title = name.to_owned();
    if !track.tid.is_empty() && track.tid != name {
        title.push('\n');
        title.push_str(&tv("timeline-tid-short", &[("tid", (&track.tid).into())]));
    }
    if !track.lane_starts.is_empty() {
        title.push('\n');
        title.push_str(&tv("timeline-lanes", &[("n", track.lane_starts.len().into())]));
    }
    title
}
