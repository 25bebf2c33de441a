//! One timeline: its signals, its painter, and the one loop that draws.
//!
//! Signals only say that something changed. The picture is then drawn once in
//! the next animation frame, from the engine's last frame moved to where the
//! view is now; a better frame is asked for if that one does not serve. So
//! panning never waits for the worker.

use super::held::Held;
use super::hook;
use super::painter::{Layer, Painter, Shown};
use super::pointed::Pointed;
use crate::analysis::colour::LegendRow;
use crate::app::state::{AppState, OpenTrace, SearchState};
use crate::engine::protocol::{Answer, Ask, Details, Located, TraceId, TraceInfo};
use crate::timeline::action::Action;
use crate::timeline::request::{Cover, cover, request};
use crate::timeline::view::View;
use crate::trace::Interval;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// A handle to one timeline; copies are the same.
#[derive(Clone, Copy)]
pub struct Scene {
    pub state: AppState,
    pub trace: TraceId,
    info: StoredValue<Arc<TraceInfo>>,
    pub view: RwSignal<View>,
    details: RwSignal<Option<Arc<Details>>>,
    search: RwSignal<SearchState>,
    legend: RwSignal<Arc<Vec<LegendRow>>>,
    /// What lies under the pointer.
    pub pointed: RwSignal<Option<Pointed>>,
    /// A strip that is dragged would land here, from the top of the canvas.
    pub drop_y: RwSignal<Option<f64>>,
    /// The list of marks is open, at this one.
    pub marks_open: RwSignal<Option<u32>>,
    painter: StoredValue<Rc<RefCell<Painter>>, LocalStorage>,
    turn: StoredValue<Rc<Turn>, LocalStorage>,
}

/// The loop.
#[derive(Default)]
struct Turn {
    waits: Cell<bool>,
    last_ms: Cell<f64>,
    marked_first: Cell<bool>,
}

impl Scene {
    pub fn new(state: AppState, open: &OpenTrace) -> Self {
        let scene = Self {
            state,
            trace: open.id(),
            info: StoredValue::new(open.info.clone()),
            view: open.state.view,
            details: open.state.details,
            search: open.state.search,
            legend: open.state.neuron.legend,
            pointed: RwSignal::new(None),
            drop_y: RwSignal::new(None),
            marks_open: RwSignal::new(None),
            painter: StoredValue::new_local(Rc::new(RefCell::new(Painter::new()))),
            turn: StoredValue::new_local(Rc::new(Turn::default())),
        };
        scene.follow();
        scene
    }

    pub fn info(self) -> Arc<TraceInfo> {
        self.info.get_value()
    }

    /// Whether the timeline is still on the page: answers may come later.
    pub fn is_alive(self) -> bool {
        self.painter.try_get_value().is_some()
    }

    /// Changes the view.
    pub fn apply(self, action: Action) {
        self.state.apply(self.trace, action);
    }

    /// Runs with the painter; `None` after the timeline is gone.
    pub fn with<R>(self, run: impl FnOnce(&mut Painter) -> R) -> Option<R> {
        let painter = self.painter.try_get_value()?;
        let mut painter = painter.try_borrow_mut().ok()?;
        Some(run(&mut painter))
    }

    /// Whether a search has hits, and the rest steps back.
    pub fn searching(self) -> bool {
        self.search.with_untracked(|search| search.summary.as_ref().is_some_and(|summary| summary.hits > 0))
    }

    /// The selection's place, as exact as it is known.
    pub fn selected(self) -> Option<Located> {
        let exact = self.details.with_untracked(|details| details.as_ref().map(|details| details.at.clone()));
        self.view.with_untracked(|view| {
            let item = view.selection?;
            exact.filter(|at| at.item == item).or_else(|| view.selected.clone())
        })
    }

    /// Draws in the next animation frame.
    pub fn redraw(self) {
        let Some(turn) = self.turn.try_get_value() else { return };
        if !turn.waits.replace(true) {
            request_animation_frame(move || self.tick());
        }
    }

    /// Gives a layer its canvas.
    pub fn attach(self, layer: Layer, canvas: web_sys::HtmlCanvasElement) {
        self.with(|painter| painter.attach(layer, canvas));
    }

    /// A canvas has another size, in CSS and device pixels. Drawn at once: a
    /// canvas is empty after this, and would flash.
    pub fn resized(self, layer: Layer, size: (f64, f64), device: (f64, f64)) {
        self.with(|painter| {
            painter.forget_stage();
            if let Some(surface) = painter.surface_mut(layer) {
                surface.resize(size.0, size.1, device.0, device.1);
            }
        });
        match layer {
            Layer::Stage => self.apply(Action::Resize { width_px: size.0, height_px: size.1 }),
            Layer::Minimap => self.ask_overview(device.0.round().max(1.0) as u32, false),
            Layer::Overlay | Layer::Ruler => {}
        }
        self.ask_frame();
        self.paint();
    }

    /// What shows in the picture.
    fn follow(self) {
        Effect::new(move |_| {
            self.view.track();
            self.pointed.track();
            self.drop_y.track();
            self.details.track();
            self.redraw();
        });
        Effect::new(move |earlier: Option<()>| {
            self.state.dark.track();
            if earlier.is_some() {
                self.with(Painter::restyle);
                self.redraw();
            }
        });
        // Colours are those of the last frame until the next one is there.
        let legend = self.legend;
        Effect::new(move |earlier: Option<()>| {
            legend.track();
            if earlier.is_some() {
                self.with(|painter| painter.stale = true);
                self.redraw();
            }
        });
        // Hits are flagged in frames and in the overview.
        let found = Memo::new(move |_| {
            self.search
                .with(|search| (search.query.clone(), search.summary.as_ref().map(|summary| summary.hits)))
        });
        Effect::new(move |earlier: Option<()>| {
            // Read, not only tracked: a memo that nobody reads follows nothing.
            found.with(|_| ());
            if earlier.is_some() {
                self.with(|painter| painter.stale = true);
                let columns = self.with(|painter| painter.overview_columns).unwrap_or(0);
                self.ask_overview(columns, true);
                self.redraw();
            }
        });
    }

    fn ask_overview(self, columns: u32, again: bool) {
        let wanted = self.with(|painter| {
            let before = std::mem::replace(&mut painter.overview_columns, columns);
            (before != columns || again) && columns > 0
        });
        if wanted != Some(true) {
            return;
        }
        let trace = self.trace;
        spawn_local(async move {
            let answer = self.state.client.ask(Ask::Overview { trace, columns }).await;
            if let Some(Answer::Overview { overview, .. }) = answer {
                self.with(|painter| painter.overview = Some(overview));
                self.redraw();
            }
        });
    }

    /// The span that the minimap shows.
    pub fn overview_span(self) -> Interval {
        let span =
            self.with(|painter| painter.overview.as_ref().and_then(|overview| overview.span)).flatten();
        span.unwrap_or_else(|| self.info().bounds)
    }

    /// One turn of the loop.
    fn tick(self) {
        let Some(turn) = self.turn.try_get_value() else { return };
        turn.waits.set(false);
        let now = hook::now_ms();
        let passed = (now - turn.last_ms.replace(now)).clamp(1.0, 100.0);
        let moved = self.with(|painter| painter.motion.step(now, passed)).flatten();
        if let Some(moved) = moved {
            self.carry_out(moved);
            self.redraw();
        }
        self.ask_frame();
        self.point();
        let drawn = self.paint();
        if drawn {
            hook::drew(now, hook::now_ms() - now);
            if !turn.marked_first.get() && self.is_exact() {
                turn.marked_first.set(true);
                hook::first_frame(self.trace);
            }
        }
    }

    /// Moves by a step of held keys.
    pub fn carry_out(self, step: super::motion::Step) {
        let width = self.view.with_untracked(|view| view.viewport.width_px());
        let pointer = self.with(|painter| painter.pointer).flatten();
        let x = pointer.map_or(width / 2.0, |(x, _)| x.clamp(0.0, width));
        if step.pan_widths != 0.0 {
            self.apply(Action::PanPx(step.pan_widths * width));
        }
        if step.zoom != 1.0 {
            self.apply(Action::ZoomAbout { x, factor: step.zoom });
        }
    }

    /// The frame on screen is one for this view.
    pub fn is_exact(self) -> bool {
        self.cover_by(|painter| painter.held.as_ref().map(|held| &held.request))
            .is_some_and(|(cover, _)| cover != Cover::Short)
    }

    fn cover_by(
        self,
        which: impl FnOnce(&Painter) -> Option<&crate::timeline::frame::FrameRequest>,
    ) -> Option<(Cover, f64)> {
        self.view.with_untracked(|view| {
            self.with(|painter| {
                let ratio = painter.surface(Layer::Stage)?.ratio;
                Some((which(painter).map_or(Cover::Short, |held| cover(held, view, ratio)), ratio))
            })
            .flatten()
        })
    }

    /// Asks for a frame when neither the one that is held nor the one that is
    /// on its way serves the view.
    fn ask_frame(self) {
        let Some((held, ratio)) = self.cover_by(|p| p.held.as_ref().map(|held| &held.request)) else {
            return;
        };
        let coming = self.cover_by(|p| p.asked.as_ref());
        let stale = self.with(|painter| std::mem::take(&mut painter.stale)).unwrap_or(false);
        let served = held == Cover::Full || coming.is_some_and(|(cover, _)| cover == Cover::Full);
        if served && !stale {
            return;
        }
        let wanted = self.view.with_untracked(|view| request(view, ratio));
        let had = self.with(|painter| painter.held.as_ref().is_some_and(|held| held.request == wanted));
        if had == Some(true) && !stale {
            return;
        }
        let asked = wanted.clone();
        self.with(|painter| painter.asked = Some(wanted.clone()));
        self.state.client.frame(self.trace, wanted, move |frame| {
            self.with(|painter| {
                if painter.asked.as_ref() == Some(&asked) {
                    painter.asked = None;
                }
                painter.frames += 1;
                painter.held = Some(Held::new(asked, frame, painter.frames));
            });
            self.redraw();
        });
    }

    /// Looks what is under the pointer now: it changes with the pointer, and
    /// when the picture moves below it.
    pub fn point(self) {
        let info = self.info();
        let now = self.view.with_untracked(|view| {
            self.with(|painter| {
                let ((x, y), held) = (painter.pointer?, painter.held.as_ref()?);
                if painter.dragging {
                    return None;
                }
                Pointed::at(held, view, &info, x, y)
            })
            .flatten()
        });
        if self.pointed.with_untracked(|before| *before != now) {
            self.pointed.set(now);
        }
    }

    fn paint(self) -> bool {
        let info = self.info();
        let selected = self.selected();
        let pointed = self.pointed.get_untracked();
        let shown = Shown {
            searching: self.searching(),
            selected: selected.as_ref(),
            pointed: pointed.as_ref(),
            drop_y: self.drop_y.get_untracked(),
        };
        self.view
            .with_untracked(|view| self.with(|painter| painter.paint(view, &info, &shown)))
            .unwrap_or(false)
    }
}
