//! Keys of the timeline: they work wherever the focus is, unless it is in a
//! text field or a control that has use for the key itself.

use super::motion::is_motion;
use super::painter::FlowStep;
use super::scene::Scene;
use super::{hook, pointed};
use crate::app::keys::typing;
use crate::app::search::{Way, search_for, step as step_hit};
use crate::app::state::DrawerTab;
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Area, Ask, Item, Located, Step};
use crate::text::format;
use crate::timeline::action::Action;
use crate::timeline::keys::{Command, Press, command_of};
use crate::timeline::ruler::Ruler;
use crate::timeline::target::central_box;
use crate::timeline::time_text::time_text;
use crate::timeline::view::{ArrowMode, origin, span_of};
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, KeyboardEvent};

/// One press of `+` or `-`.
const ZOOM_STEP: f64 = 1.5;
/// Parts of a height that a page key scrolls.
const PAGE: f64 = 0.8;
/// Steps that wait for the engine; more presses are dropped.
const MOST_STEPS: usize = 8;
/// A mark snaps to an edge of the slice below the pointer from this far.
const SNAP_PX: f64 = 5.0;

/// Listens until the component is gone.
pub fn listen(scene: Scene) {
    let options = EventListenerOptions::enable_prevent_default();
    let down = EventListener::new_with_options(&window(), "keydown", options, move |event| {
        if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
            key_down(scene, event);
        }
    });
    let up = EventListener::new(&window(), "keyup", move |event| {
        if let Some(command) = event.dyn_ref::<KeyboardEvent>().and_then(command_by_place) {
            scene.with(|painter| painter.motion.release(command));
        }
    });
    // Keys that are let go elsewhere send nothing here.
    let blur = EventListener::new(&window(), "blur", move |_| {
        scene.with(|painter| painter.motion.release_all());
    });
    let held = StoredValue::new_local(Some([down, up, blur]));
    on_cleanup(move || drop(held.try_update_value(Option::take)));
}

fn command_by_place(event: &KeyboardEvent) -> Option<Command> {
    command_of(Press { code: &event.code(), key: &event.key(), shift: event.shift_key(), modified: false })
}

fn key_down(scene: Scene, event: &KeyboardEvent) {
    if event.default_prevented() || scene.state.dialog.get_untracked().is_some() || typing(event) {
        return;
    }
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    let Some(command) =
        command_of(Press { code: &event.code(), key: &event.key(), shift: event.shift_key(), modified })
    else {
        return;
    };
    if belongs_to_focus(event) {
        return;
    }
    event.prevent_default();
    if is_motion(command) {
        let now = scene.with(|painter| painter.motion.press(command, hook::now_ms())).flatten();
        if let Some(step) = now {
            scene.carry_out(step);
        }
        scene.redraw();
        return;
    }
    run(scene, command);
}

/// Named keys (arrows, Enter, Home …) mean something to buttons, tabs, menus
/// and sliders; they are the timeline's when nothing else has the focus.
fn belongs_to_focus(event: &KeyboardEvent) -> bool {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    // Letters move through a menu.
    if target.closest("[role=menu]").ok().flatten().is_some() {
        return true;
    }
    let key = event.key();
    if key.chars().count() == 1 || key == "Escape" {
        return false;
    }
    let tag = target.tag_name();
    tag != "BODY" && tag != "HTML" && target.id() != super::STAGE_ID
}

fn run(scene: Scene, command: Command) {
    let height = scene.view.with_untracked(|view| view.height_px);
    match command {
        Command::ZoomIn | Command::ZoomOut | Command::PanLeft | Command::PanRight => {}
        Command::ZoomInOnce => scene.apply(Action::ZoomAbout { x: focus_x(scene), factor: 1.0 / ZOOM_STEP }),
        Command::ZoomOutOnce => scene.apply(Action::ZoomAbout { x: focus_x(scene), factor: ZOOM_STEP }),
        Command::FitSelection => fit_selection(scene),
        Command::FitAll => scene.apply(Action::Fit),
        Command::Back => scene.apply(Action::Back),
        Command::ToStart => scene.apply(Action::ToStart),
        Command::ToEnd => scene.apply(Action::ToEnd),
        Command::ScrollUp => scene.apply(Action::ScrollBy(-height * PAGE)),
        Command::ScrollDown => scene.apply(Action::ScrollBy(height * PAGE)),
        Command::Left | Command::PreviousOnTrack => step(scene, Step::Previous),
        Command::Right | Command::NextOnTrack => step(scene, Step::Next),
        Command::Up => step(scene, Step::Up),
        Command::Down => step(scene, Step::Down),
        Command::FlowBack => step(scene, Step::FlowBack { nth: 0 }),
        Command::FlowOn => step(scene, Step::FlowOn { nth: 0 }),
        Command::OtherFlowBack => step(scene, other_flow(scene, Step::FlowBack { nth: 0 })),
        Command::OtherFlowOn => step(scene, other_flow(scene, Step::FlowOn { nth: 0 })),
        Command::Mark => add_mark(scene),
        Command::AreaFromSelection => area_from_selection(scene),
        Command::ArrowMode => next_arrow_mode(scene),
        Command::TogglePin => {
            if let Some(at) = scene.selected() {
                scene.apply(Action::TogglePin(at.track));
            }
        }
        Command::NextHit if scene.searching() => step_hit(scene.state, Way::Next),
        Command::NextHit => scene.state.show_drawer(DrawerTab::Details),
        Command::PreviousHit => step_hit(scene.state, Way::Previous),
        Command::Escape => let_go(scene),
    }
}

/// Where keys zoom: at the pointer, else at the selection, else in the middle.
fn focus_x(scene: Scene) -> f64 {
    let width = scene.view.with_untracked(|view| view.viewport.width_px());
    let pointer = scene.with(|painter| painter.pointer.map(|(x, _)| x)).flatten();
    let selected = || {
        let at = scene.selected()?;
        let x =
            scene.view.with_untracked(|view| view.viewport.x_from_time(at.start.saturating_add(at.dur / 2)));
        (0.0..=width).contains(&x).then_some(x)
    };
    pointer.or_else(selected).unwrap_or(width / 2.0).clamp(0.0, width)
}

fn fit_selection(scene: Scene) {
    if let Some(at) = scene.selected() {
        scene.apply(Action::ZoomTo(at));
        return;
    }
    let area = scene.view.with_untracked(|view| view.area.clone());
    match area {
        Some(area) => scene.apply(Action::Show(crate::trace::Interval::new(area.start, area.end))),
        None => scene.apply(Action::Fit),
    }
}

/// Moves the selection, one step after the other: each begins where the one
/// before it led.
fn step(scene: Scene, step: Step) {
    let first = scene.with(|painter| {
        if painter.steps.len() < MOST_STEPS {
            painter.steps.push_back(step);
        }
        painter.steps.len() == 1
    });
    if first == Some(true) {
        next_step(scene);
    }
}

/// The flow beside the one that led to the selection, when the last step went
/// the same way; else the `first` one from here.
fn other_flow(scene: Scene, first: Step) -> Step {
    let last = flow_to_selection(scene).map(|flow| flow.step);
    match (last, first) {
        (Some(Step::FlowBack { nth }), Step::FlowBack { .. }) => Step::FlowBack { nth: nth.wrapping_add(1) },
        (Some(Step::FlowOn { nth }), Step::FlowOn { .. }) => Step::FlowOn { nth: nth.wrapping_add(1) },
        _ => first,
    }
}

/// The step along a flow that led to what is selected.
fn flow_to_selection(scene: Scene) -> Option<FlowStep> {
    let selection = scene.view.with_untracked(|view| view.selection);
    scene.with(|painter| painter.flow).flatten().filter(|flow| Some(flow.led_to) == selection)
}

/// Takes the step that waits first; the first of all selects what is in the
/// middle.
fn next_step(scene: Scene) {
    let Some(step) = scene.with(|painter| painter.steps.front().copied()).flatten() else { return };
    let selection = scene.view.with_untracked(|view| view.selection);
    let trace = scene.trace;
    // Another flow begins where the last one began.
    let from = match step {
        Step::FlowBack { nth: 1.. } | Step::FlowOn { nth: 1.. } => {
            flow_to_selection(scene).map(|flow| flow.from).or(selection)
        }
        _ => selection,
    };
    let ask = match from {
        Some(item) => Ask::Step { trace, item, step },
        None => match central(scene) {
            Some(item) => Ask::Details { trace, item },
            None => {
                scene.with(|painter| painter.steps.clear());
                return;
            }
        },
    };
    spawn_local(async move {
        let at = match scene.state.client.ask(ask).await {
            Some(Answer::Step(at)) => at,
            Some(Answer::Details(details)) => Some(details.at),
            _ => None,
        };
        if !scene.is_alive() {
            return;
        }
        // Something else was selected meanwhile, or nothing: that counts.
        if scene.view.with_untracked(|view| view.selection) != selection {
            scene.with(|painter| painter.steps.clear());
            return;
        }
        scene.with(|painter| painter.steps.pop_front());
        match at {
            Some(at) => {
                if let (Some(from), Step::FlowBack { .. } | Step::FlowOn { .. }) = (from, step) {
                    scene.with(|painter| painter.flow = Some(FlowStep { from, step, led_to: at.item }));
                }
                scene.state.announce(say(scene, &at));
                scene.apply(Action::GoTo(at));
            }
            None => scene.state.announce(t(match step {
                Step::FlowBack { .. } | Step::FlowOn { .. } => "timeline-say-no-flow",
                _ => "timeline-say-no-more",
            })),
        }
        next_step(scene);
    });
}

fn central(scene: Scene) -> Option<Item> {
    let info = scene.info();
    scene
        .view
        .with_untracked(|view| {
            scene.with(|painter| {
                let held = painter.held.as_ref()?;
                let target = central_box(&held.frame, &held.request.bands, view)?;
                pointed::Pointed::of(target, held, view, &info, 0.0)?.item()
            })
        })
        .flatten()
}

/// A thing in words, for a screen reader.
pub fn say(scene: Scene, at: &Located) -> String {
    let info = scene.info();
    let track = info.tracks.get(at.track.index()).map(|track| track.name.clone()).unwrap_or_default();
    let values = [
        ("name", at.name.clone().into()),
        ("duration", format::ticks(at.dur, info.unit).into()),
        ("time", time_of(scene, at.start).into()),
        ("track", track.into()),
    ];
    match at.item {
        Item::Slice(_) => tv("timeline-say-slice", &values),
        Item::Instant(_) | Item::Counter { .. } => tv("timeline-say-instant", &values),
    }
}

/// A time as the ruler would say it at this zoom.
pub fn time_of(scene: Scene, time: i64) -> String {
    let info = scene.info();
    let step = scene.view.with_untracked(|view| Ruler::cursor_step(&view.viewport, info.unit));
    time_text(time.saturating_sub(origin(&info)), step, info.unit)
}

/// At the pointer, snapped to an edge of what is below it; without a pointer
/// at the selection's start.
fn add_mark(scene: Scene) {
    let pointer = scene.with(|painter| painter.pointer.map(|(x, _)| x)).flatten();
    let pointed = scene.pointed.get_untracked();
    let time = match (pointer, scene.selected()) {
        (Some(x), _) => scene.view.with_untracked(|view| {
            let span =
                pointed.filter(|p| !p.is_point()).map(|p| [p.span.start, p.span.end]).unwrap_or_default();
            let near = |time: &i64| (view.viewport.x_from_time(*time) - x).abs() <= SNAP_PX;
            span.into_iter().find(near).unwrap_or_else(|| view.viewport.nearest_time_from_x(x))
        }),
        (None, Some(at)) => at.start,
        (None, None) => scene
            .view
            .with_untracked(|view| view.viewport.nearest_time_from_x(view.viewport.width_px() / 2.0)),
    };
    add_mark_at(scene, time);
}

/// Adds a mark, says so, and asks for its note.
pub fn add_mark_at(scene: Scene, time: i64) {
    scene.apply(Action::AddMark { time });
    let number =
        scene.view.with_untracked(|view| view.marks.iter().find(|m| m.time == time).map(|m| m.number));
    if let Some(number) = number {
        let at = time_of(scene, time);
        scene.state.announce(tv("timeline-say-mark", &[("number", number.into()), ("time", at.into())]));
        scene.marks_open.set(Some(number));
    }
}

fn area_from_selection(scene: Scene) {
    let Some(at) = scene.selected() else { return };
    let span = span_of(&at);
    if span.is_empty() {
        return;
    }
    scene.apply(Action::SetArea(Some(Area { start: span.start, end: span.end, tracks: Vec::new() })));
    let length = format::ticks(span.len(), scene.info().unit);
    scene.state.announce(tv("timeline-say-area", &[("length", length.into())]));
}

fn next_arrow_mode(scene: Scene) {
    let (next, said) = match scene.view.with_untracked(|view| view.arrows) {
        ArrowMode::Selection => (ArrowMode::All, "timeline-say-arrows-all"),
        ArrowMode::All => (ArrowMode::None, "timeline-say-arrows-none"),
        ArrowMode::None => (ArrowMode::Selection, "timeline-say-arrows-selection"),
    };
    scene.apply(Action::SetArrows(next));
    scene.state.announce(t(said));
}

/// One thing after the other: list of marks, area, selection, search.
fn let_go(scene: Scene) {
    if scene.marks_open.get_untracked().is_some() {
        scene.marks_open.set(None);
        return;
    }
    let (area, selection) = scene.view.with_untracked(|view| (view.area.is_some(), view.selection.is_some()));
    if area {
        scene.apply(Action::SetArea(None));
    } else if selection {
        scene.apply(Action::Select(None));
    } else if let Some(open) = scene.state.front() {
        search_for(scene.state, &open, "");
    }
}
