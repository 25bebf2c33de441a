//! The view of one trace: everything about what is shown and how, and nothing
//! of the trace itself. Plain data, so that a link can hold it.

use super::action::Action;
use super::layout::Layout;
use super::tracks::TrackStates;
use super::viewport::Viewport;
use crate::engine::protocol::{Area, Item, Located, ProcessInfo, TraceInfo, TrackShape};
use crate::trace::Interval;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Margin on both sides of what is fitted, as a share of the width.
const FIT_MARGIN: f64 = 0.02;
/// The same when one slice is fitted.
const SLICE_MARGIN: f64 = 0.15;
/// Jumps that can be undone.
const MOST_JUMPS: usize = 50;

/// Which flow arrows are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ArrowMode {
    None,
    #[default]
    Selection,
    All,
}

/// A marked time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Counts from 1; never used again in this view.
    pub number: u32,
    pub time: i64,
    pub note: String,
}

/// What is shown of a trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View {
    pub viewport: Viewport,
    /// CSS pixels, from the top of all strips.
    pub scroll: f64,
    pub height_px: f64,
    pub selection: Option<Item>,
    /// Where the selection is, once known.
    pub selected: Option<Located>,
    pub area: Option<Area>,
    /// By time.
    pub marks: Vec<Mark>,
    pub tracks: TrackStates,
    pub arrows: ArrowMode,
    next_mark: u32,
    /// Intervals before the last jumps.
    #[serde(skip)]
    jumps: Vec<Interval>,
    #[serde(skip)]
    layout: Arc<Layout>,
}

/// The time of a trace that reads as 0.
pub fn origin(info: &TraceInfo) -> i64 {
    info.fit.start
}

impl View {
    /// Tracks as a trace opens with them.
    pub fn first_tracks(info: &TraceInfo) -> TrackStates {
        // Processes of instants alone say little and often stand first.
        let collapsed_processes =
            info.processes.iter().filter(|p| p.folded || is_bare(p, info)).map(|p| p.process).collect();
        let collapsed_tracks = info.tracks.iter().filter(|t| t.folded).map(|t| t.track).collect();
        TrackStates { collapsed_processes, collapsed_tracks, ..TrackStates::default() }
    }

    /// The first view: all of the trace without outliers.
    pub fn new(info: &TraceInfo) -> Self {
        let tracks = Self::first_tracks(info);
        let layout = Arc::new(Layout::new(info, &tracks));
        Self {
            viewport: Viewport::around(info.fit, FIT_MARGIN, 1000.0),
            scroll: 0.0,
            height_px: 600.0,
            selection: None,
            selected: None,
            area: None,
            marks: Vec::new(),
            tracks,
            arrows: ArrowMode::default(),
            next_mark: 1,
            jumps: Vec::new(),
            layout,
        }
    }

    /// Builds what is not stored: call it after reading a view from a link.
    pub fn restore(&mut self, info: &TraceInfo) {
        self.relayout(info);
        self.viewport.clamp_to(info.bounds);
    }

    /// The strips. Cheap to keep: shared, and replaced when they change.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The selected slice; nothing for other items.
    pub fn selected_slice(&self) -> Option<crate::trace::SliceId> {
        match self.selection {
            Some(Item::Slice(slice)) => Some(slice),
            _ => None,
        }
    }

    /// Carries out an action.
    pub fn apply(&mut self, action: Action, info: &TraceInfo) {
        match action {
            Action::Resize { width_px, height_px } => {
                self.viewport.resize(width_px);
                self.height_px = height_px.max(0.0);
                self.scroll_to(self.scroll);
            }
            Action::PanPx(dx) => {
                self.viewport.pan_px(dx);
                self.viewport.clamp_to(info.bounds);
            }
            Action::ZoomAbout { x, factor } => {
                self.viewport.zoom_about(x, factor);
                self.viewport.clamp_to(info.bounds);
            }
            Action::Show(interval) => self.jump(interval, FIT_MARGIN, info),
            Action::ShowExactly(interval) => {
                self.viewport = Viewport::new(interval, self.viewport.width_px());
                self.viewport.clamp_to(info.bounds);
            }
            Action::Centre(time) => {
                self.viewport.bring(time, self.viewport.width_px() / 2.0);
                self.viewport.clamp_to(info.bounds);
            }
            Action::ToStart => self.show_edge(info.fit.start, info.bounds.start, FIT_MARGIN, info),
            Action::ToEnd => self.show_edge(info.fit.end, info.bounds.end, 1.0 - FIT_MARGIN, info),
            Action::Fit => {
                let fitted = Viewport::around(info.fit, FIT_MARGIN, self.viewport.width_px());
                let whole = if self.viewport.is_close_to(&fitted) { info.bounds } else { info.fit };
                self.jump(whole, FIT_MARGIN, info);
            }
            Action::Back => {
                if let Some(before) = self.jumps.pop() {
                    self.viewport = Viewport::new(before, self.viewport.width_px());
                    self.viewport.clamp_to(info.bounds);
                }
            }
            Action::ScrollTo(y) => self.scroll_to(y),
            Action::ScrollBy(dy) => self.scroll_to(self.scroll + dy),
            Action::Select(item) => {
                if item != self.selection {
                    self.selected = None;
                }
                self.selection = item;
            }
            Action::SelectAt(at) => {
                self.selection = Some(at.item);
                self.selected = Some(at);
            }
            Action::GoTo(at) => self.go_to(at, info),
            Action::ZoomTo(at) => {
                let interval = span_of(&at);
                self.go_to(at, info);
                self.jump(interval, SLICE_MARGIN, info);
            }
            Action::SetArea(area) => self.area = area.map(ordered),
            Action::AddMark { time } => self.add_mark(time),
            Action::SetNote { number, note } => {
                if let Some(mark) = self.marks.iter_mut().find(|mark| mark.number == number) {
                    mark.note = note;
                }
            }
            Action::MoveMark { number, time } => {
                if let Some(mark) = self.marks.iter_mut().find(|mark| mark.number == number) {
                    mark.time = time;
                }
                self.marks.sort_by_key(|mark| (mark.time, mark.number));
            }
            Action::RemoveMark { number } => self.marks.retain(|mark| mark.number != number),
            Action::SetArrows(mode) => self.arrows = mode,
            other => self.change_tracks(other, info),
        }
    }

    fn change_tracks(&mut self, action: Action, info: &TraceInfo) {
        let tracks = &mut self.tracks;
        match action {
            Action::ToggleProcess(process) => toggle(&mut tracks.collapsed_processes, process),
            Action::ToggleTrack(track) => toggle(&mut tracks.collapsed_tracks, track),
            Action::CollapseAll(true) => {
                tracks.collapsed_processes = info.processes.iter().map(|p| p.process).collect();
            }
            Action::CollapseAll(false) => {
                tracks.collapsed_processes.clear();
                tracks.collapsed_tracks.clear();
            }
            Action::TogglePin(track) => match tracks.pinned.iter().position(|&pin| pin == track) {
                Some(at) => drop(tracks.pinned.remove(at)),
                None => tracks.pinned.push(track),
            },
            Action::HideTrack(track) => {
                tracks.pinned.retain(|&pin| pin != track);
                tracks.hidden_tracks.insert(track);
            }
            Action::HideProcess(process) => drop(tracks.hidden_processes.insert(process)),
            Action::ShowHidden => {
                tracks.hidden_processes.clear();
                tracks.hidden_tracks.clear();
            }
            Action::Filter(text) => tracks.filter = text,
            Action::MoveTrack { track, before } => tracks.move_track(track, before, info),
            Action::MoveProcess { process, before } => tracks.move_process(process, before, info),
            Action::LimitRows { track, rows: Some(rows) } => {
                tracks.row_limits.insert(track, rows.max(1));
            }
            Action::LimitRows { track, rows: None } => drop(tracks.row_limits.remove(&track)),
            Action::CounterHeight { track, px: Some(px) } => {
                tracks.counter_heights.insert(track, px);
            }
            Action::CounterHeight { track, px: None } => drop(tracks.counter_heights.remove(&track)),
            _ => return,
        }
        self.relayout(info);
    }

    fn go_to(&mut self, at: Located, info: &TraceInfo) {
        let before = self.tracks.clone();
        self.tracks.reveal(at.track, at.row, info);
        if self.tracks != before {
            self.relayout(info);
        }
        self.scroll_to(self.layout.scroll_to_row(at.track, at.row, self.scroll, self.height_px));
        let interval = span_of(&at);
        let (left, right) =
            (self.viewport.x_from_time(interval.start), self.viewport.x_from_time(interval.end));
        let width = self.viewport.width_px();
        // Enough of it is in view when a label's width of it is.
        let seen = right.min(width) - left.max(0.0);
        if seen < (right - left).min(60.0) - 0.5 || right < 0.0 || left > width {
            let span = (right - left).max(0.0);
            let shift = if span < width { (left + right - width) / 2.0 } else { left - width * 0.1 };
            self.viewport.pan_px(shift);
            self.viewport.clamp_to(info.bounds);
        }
        self.selection = Some(at.item);
        self.selected = Some(at);
    }

    /// `at`: a share of the width.
    fn show_edge(&mut self, fitted: i64, outermost: i64, at: f64, info: &TraceInfo) {
        let x = self.viewport.width_px() * at;
        let is_there = (self.viewport.x_from_time(fitted) - x).abs() < 1.0;
        self.viewport.bring(if is_there { outermost } else { fitted }, x);
        self.viewport.clamp_to(info.bounds);
    }

    fn jump(&mut self, interval: Interval, margin: f64, info: &TraceInfo) {
        let before = self.viewport;
        self.viewport = Viewport::around(interval, margin, before.width_px());
        self.viewport.clamp_to(info.bounds);
        if !self.viewport.is_close_to(&before) {
            if self.jumps.len() >= MOST_JUMPS {
                self.jumps.remove(0);
            }
            self.jumps.push(before.interval());
        }
    }

    fn scroll_to(&mut self, y: f64) {
        let y = if y.is_finite() { y } else { 0.0 };
        self.scroll = y.clamp(0.0, self.layout.max_scroll(self.height_px));
    }

    /// Shows time as the trace opens.
    pub fn show_fit(&mut self, info: &TraceInfo) {
        self.viewport = Viewport::around(info.fit, FIT_MARGIN, self.viewport.width_px());
    }

    /// Whether time is as the trace opens.
    pub fn shows_fit(&self, info: &TraceInfo) -> bool {
        let fitted = Viewport::around(info.fit, FIT_MARGIN, self.viewport.width_px());
        self.viewport.is_close_to(&fitted)
    }

    /// Puts marks with their notes in place of all that there are; of several
    /// at one time the first.
    pub fn set_marks(&mut self, marks: impl IntoIterator<Item = (i64, String)>) {
        self.marks.clear();
        self.next_mark = 1;
        for (time, note) in marks {
            let number = self.next_mark;
            self.add_mark(time);
            if let Some(mark) = self.marks.iter_mut().find(|mark| mark.number == number) {
                mark.note = note;
            }
        }
    }

    fn add_mark(&mut self, time: i64) {
        if self.marks.iter().any(|mark| mark.time == time) {
            return;
        }
        self.marks.push(Mark { number: self.next_mark, time, note: String::new() });
        self.next_mark = self.next_mark.saturating_add(1);
        self.marks.sort_by_key(|mark| (mark.time, mark.number));
    }

    fn relayout(&mut self, info: &TraceInfo) {
        self.layout = Arc::new(Layout::new(info, &self.tracks));
        self.scroll_to(self.scroll);
    }
}

/// Whether nothing of a process has a duration or a value.
fn is_bare(process: &ProcessInfo, info: &TraceInfo) -> bool {
    let tracks =
        info.tracks.get(process.first_track as usize..process.end_track as usize).unwrap_or_default();
    info.processes.len() > 1
        && tracks.iter().all(|track| track.slices == 0 && track.kind != TrackShape::Counter)
}

/// The interval of a thing; a point has none but its time.
pub fn span_of(at: &Located) -> Interval {
    Interval::new(at.start, at.start.saturating_add(at.dur.max(0)))
}

fn ordered(mut area: Area) -> Area {
    if area.end < area.start {
        std::mem::swap(&mut area.start, &mut area.end);
    }
    area
}

fn toggle<T: Ord>(set: &mut std::collections::BTreeSet<T>, value: T) {
    if !set.remove(&value) {
        set.insert(value);
    }
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
