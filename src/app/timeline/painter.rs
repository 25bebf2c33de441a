//! The canvases of a timeline and what drawing on them needs.

use super::held::Held;
use super::motion::Motion;
use super::paint::batch::Batch;
use super::paint::colours::Colours;
use super::paint::overlay::{self, Above};
use super::paint::rows::{self, Special};
use super::paint::ruler::{self as ruler_paint, Flag, LABEL_GAP_PX};
use super::paint::surface::Surface;
use super::paint::widths::Widths;
use super::paint::{Picture, backdrop, busy, counter, instants, minimap};
use super::pointed::Pointed;
use crate::app::words::t;
use crate::engine::protocol::{Item, Located, Overview, Step, TraceInfo};
use crate::timeline::frame::FrameRequest;
use crate::timeline::layout::{Layout, Placed, SLICE_PX, StripBody, StripKey};
use crate::timeline::ruler::Ruler;
use crate::timeline::view::{View, origin};
use crate::timeline::viewport::Viewport;
use std::collections::VecDeque;
use std::sync::Arc;

/// The canvases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    Stage,
    Overlay,
    Ruler,
    Minimap,
}

/// A step along one of the flows of a slice.
#[derive(Debug, Clone, Copy)]
pub struct FlowStep {
    pub from: Item,
    pub step: Step,
    pub led_to: Item,
}

/// All that is not reactive.
pub struct Painter {
    surfaces: [Option<Surface>; 4],
    colours: Colours,
    widths: Widths,
    pub held: Option<Held>,
    /// The newest request that has no answer yet.
    pub asked: Option<FrameRequest>,
    /// What the engine would answer has changed.
    pub stale: bool,
    pub frames: u64,
    pub overview: Option<Overview>,
    pub overview_columns: u32,
    pub motion: Motion,
    /// The pointer on the stage, or above it on the ruler (then `y` is
    /// negative). CSS pixels.
    pub pointer: Option<(f64, f64)>,
    /// Steps of the selection that wait for the engine, the first one asked.
    pub steps: VecDeque<Step>,
    /// The last step along a flow, to turn to another one from.
    pub flow: Option<FlowStep>,
    /// The pointer holds something: what lies below it is of no interest.
    pub dragging: bool,
    /// Flags of marks on the ruler, as drawn.
    pub flags: Vec<Flag>,
    batch: Batch,
    special: Vec<Special>,
    stage_drawn: Option<StageKey>,
    file_end: String,
}

/// What the stage shows: it is drawn again when this differs.
#[derive(PartialEq)]
struct StageKey {
    viewport: Viewport,
    scroll: f64,
    layout: Arc<Layout>,
    frame: u64,
    searching: bool,
    size: (f64, f64, f64),
}

/// What a picture shows beside view and frame.
pub struct Shown<'a> {
    pub searching: bool,
    pub selected: Option<&'a Located>,
    pub pointed: Option<&'a Pointed>,
    pub drop_y: Option<f64>,
}

impl Painter {
    pub fn new() -> Self {
        Self {
            surfaces: [None, None, None, None],
            colours: Colours::read(),
            widths: Widths::new(),
            held: None,
            asked: None,
            stale: false,
            frames: 0,
            overview: None,
            overview_columns: 0,
            motion: Motion::default(),
            pointer: None,
            steps: VecDeque::new(),
            flow: None,
            dragging: false,
            flags: Vec::new(),
            batch: Batch::default(),
            special: Vec::new(),
            stage_drawn: None,
            file_end: t("timeline-file-ends"),
        }
    }

    pub fn attach(&mut self, layer: Layer, canvas: web_sys::HtmlCanvasElement) {
        // The overlay lets the slices through.
        self.surfaces[layer as usize] = Surface::new(canvas, layer != Layer::Overlay);
    }

    /// A canvas that has its size.
    pub fn surface(&self, layer: Layer) -> Option<&Surface> {
        self.surfaces[layer as usize].as_ref().filter(|surface| surface.is_laid_out())
    }

    pub fn surface_mut(&mut self, layer: Layer) -> Option<&mut Surface> {
        self.surfaces[layer as usize].as_mut()
    }

    /// Takes the colours and the font as they are now.
    pub fn restyle(&mut self) {
        self.colours = Colours::read();
        self.widths = Widths::new();
        self.stage_drawn = None;
    }

    /// Draws the slices again, whatever seems to be the same.
    pub fn forget_stage(&mut self) {
        self.stage_drawn = None;
    }

    /// Draws what changed. Tells whether the stage was drawn.
    pub fn paint(&mut self, view: &View, info: &TraceInfo, shown: &Shown<'_>) -> bool {
        let ruler = Ruler::new(&view.viewport, origin(info), info.unit, LABEL_GAP_PX);
        let drawn = self.paint_stage(view, info, shown.searching, &ruler);
        let picture = Picture {
            view,
            info,
            held: self.held.as_ref(),
            colours: &self.colours,
            widths: &self.widths,
            searching: shown.searching,
        };
        let cursor_x = self.pointer.map(|(x, _)| x).filter(|x| (0.0..=view.viewport.width_px()).contains(x));
        if let Some(surface) = self.surface(Layer::Overlay) {
            surface.begin(&self.widths);
            let above =
                Above { pointed: shown.pointed, cursor_x, selected: shown.selected, drop_y: shown.drop_y };
            overlay::draw(picture, surface, &above);
        }
        if let Some(surface) = self.surface(Layer::Minimap) {
            surface.begin(&self.widths);
            minimap::draw(picture, surface, self.overview.as_ref());
        }
        if let Some(surface) = self.surface(Layer::Ruler) {
            surface.begin(&self.widths);
            self.flags = ruler_paint::draw(picture, surface, &ruler, cursor_x);
        }
        drawn
    }

    fn paint_stage(&mut self, view: &View, info: &TraceInfo, searching: bool, ruler: &Ruler) -> bool {
        let Some(surface) = self.surfaces[Layer::Stage as usize].as_ref().filter(|s| s.is_laid_out()) else {
            return false;
        };
        let key = StageKey {
            viewport: view.viewport,
            scroll: view.scroll,
            layout: view.layout().clone(),
            frame: self.held.as_ref().map_or(0, |held| held.number),
            searching,
            size: (surface.width, surface.height, surface.ratio),
        };
        if self.stage_drawn.as_ref().is_some_and(|drawn| drawn.is_same(&key)) {
            return false;
        }
        let picture = Picture {
            view,
            info,
            held: self.held.as_ref(),
            colours: &self.colours,
            widths: &self.widths,
            searching,
        };
        surface.begin(&self.widths);
        surface.fill(&self.colours.surface, 0.0, 0.0, surface.width, surface.height);
        let grid: Vec<f64> = ruler.majors.iter().map(|tick| tick.x).collect();
        let placed = view.layout().in_view(view.scroll, view.height_px, 0.0);
        let (pinned, scrolling): (Vec<Placed<'_>>, Vec<Placed<'_>>) =
            placed.into_iter().partition(|p| p.pinned);
        let held_height = view.layout().held_height(view.height_px);
        let (batch, special) = (&mut self.batch, &mut self.special);
        let below = (surface.height - held_height).max(0.0);
        surface.clipped(0.0, held_height, surface.width, below, || {
            section(picture, surface, &scrolling, &grid, batch, special);
            if held_height == 0.0 && !pinned.is_empty() {
                section(picture, surface, &pinned, &grid, batch, special);
            }
        });
        if held_height > 0.0 {
            surface.fill(&self.colours.surface, 0.0, 0.0, surface.width, held_height);
            surface.clipped(0.0, 0.0, surface.width, held_height, || {
                section(picture, surface, &pinned, &grid, batch, special);
            });
            surface.fill(&self.colours.line_2, 0.0, held_height - 1.0, surface.width, 1.0);
        }
        if let Some(held) = &self.held {
            instants::draw_globals(picture, surface, &held.frame.globals);
        }
        backdrop::draw_file_end(picture, surface, &self.file_end);
        self.stage_drawn = Some(key);
        true
    }
}

impl StageKey {
    fn is_same(&self, other: &StageKey) -> bool {
        Arc::ptr_eq(&self.layout, &other.layout)
            && self.viewport == other.viewport
            && self.scroll == other.scroll
            && self.frame == other.frame
            && self.searching == other.searching
            && self.size == other.size
    }
}

/// Strips with what is on them.
fn section(
    picture: Picture<'_>,
    surface: &Surface,
    strips: &[Placed<'_>],
    grid: &[f64],
    batch: &mut Batch,
    special: &mut Vec<Special>,
) {
    backdrop::draw(picture, surface, strips, grid);
    let Some(held) = picture.held else { return };
    batch.clear(picture.colours.looks());
    special.clear();
    for placed in strips {
        match (placed.strip.key, placed.strip.body) {
            (StripKey::Process(process), _) => {
                if let Some(band) = held.process_busy(process) {
                    busy::draw(picture, surface, *placed, band);
                }
            }
            (StripKey::Track { track, .. }, StripBody::Busy) => {
                if let Some(band) = held.busy_of(track) {
                    busy::draw(picture, surface, *placed, band);
                }
            }
            (StripKey::Track { track, .. }, StripBody::Counter) => {
                if let Some(band) = held.counter_of(track) {
                    counter::draw(picture, surface, *placed, track, band);
                }
            }
            (StripKey::Track { track, .. }, StripBody::Rows { marks, .. }) => {
                rows::collect(picture, surface, *placed, track, batch, special);
                if marks {
                    instants::draw(picture, surface, *placed, track);
                }
            }
            (StripKey::Track { .. }, StripBody::Empty | StripBody::Process { .. }) => {}
        }
    }
    rows::draw_open(picture, surface, special);
    batch.draw(surface, picture.colours, SLICE_PX);
    rows::draw_special(picture, surface, special);
}
