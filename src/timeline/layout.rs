//! Where each process and track stands: the vertical axis, in CSS pixels.
//!
//! Built anew when a track's state changes, and only then; a scroll or a zoom
//! asks it which strips are in view. A trace with ten thousand tracks costs a
//! list of ten thousand strips, and a view of them a binary search.
//!
//! Pinned tracks stand above the rest and do not scroll, unless they would
//! leave no room.

use super::frame::BandKey;
use super::tracks::{Filter, TrackStates};
use crate::engine::protocol::{ProcessInfo, TraceInfo, TrackInfo, TrackShape};
use crate::trace::{ProcessId, TrackId};
use std::collections::HashMap;

/// A slice's height and the distance of two rows.
pub const SLICE_PX: f64 = 18.0;
pub const ROW_PITCH_PX: f64 = 19.0;
/// Above the first and below the last row.
pub const PAD_PX: f64 = 4.0;
/// A process, a collapsed track, a track without slices.
pub const HEAD_PX: f64 = 24.0;
pub const COUNTER_PX: f64 = 44.0;
/// Room for a track's instants, above its rows.
pub const MARKS_PX: f64 = 12.0;
/// Extra room above each lane of overlapping slices, for the line in it.
pub const LANE_GAP_PX: f64 = 5.0;
/// Room for a track's name above rows that have names themselves.
pub const NAMES_PX: f64 = 20.0;
/// The line that says how many rows are not shown.
pub const DEEPER_PX: f64 = 18.0;

/// Greatest share of the height that pinned tracks may hold in place.
const PINNED_SHARE: f64 = 0.6;

/// What a strip is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StripKey {
    Process(ProcessId),
    Track {
        track: TrackId,
        /// The one on top, not the one in its process.
        pinned: bool,
    },
}

/// What a strip shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StripBody {
    /// Time covered by the process, in a head.
    Process {
        collapsed: bool,
    },
    /// Time covered by the track, in one row.
    Busy,
    /// Rows of slices, with room for instants above them; `deeper` rows more
    /// are not shown.
    Rows {
        rows: u32,
        marks: bool,
        deeper: u32,
    },
    /// Nothing on this track.
    Empty,
    Counter,
}

/// One horizontal strip.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    pub key: StripKey,
    pub body: StripBody,
    /// From the top of its section (pinned or scrolling).
    pub y: f64,
    pub height: f64,
    /// First rows of the lanes beyond the main one, ascending.
    lane_starts: Vec<u32>,
    /// First rows of those that have names, ascending.
    named: Vec<u32>,
}

impl Strip {
    /// Top of a row, from the top of the strip.
    pub fn row_y(&self, row: u32) -> f64 {
        let lanes = self.lane_starts.partition_point(|&first| first <= row);
        let marks = if matches!(self.body, StripBody::Rows { marks: true, .. }) { MARKS_PX } else { 0.0 };
        let names = if self.named.is_empty() { 0.0 } else { NAMES_PX };
        PAD_PX + names + marks + f64::from(row) * ROW_PITCH_PX + lanes as f64 * LANE_GAP_PX
    }

    /// The row at a distance from the top of the strip; `None` above, below
    /// and between rows.
    pub fn row_at(&self, y: f64) -> Option<u32> {
        let StripBody::Rows { rows, .. } = self.body else { return None };
        let (mut low, mut high) = (0, rows);
        while low < high {
            let mid = low + (high - low) / 2;
            if self.row_y(mid) <= y { low = mid + 1 } else { high = mid }
        }
        let row = low.checked_sub(1)?;
        (y < self.row_y(row) + ROW_PITCH_PX).then_some(row)
    }

    /// Tops of the lines between lanes, from the top of the strip.
    pub fn lane_lines(&self) -> impl Iterator<Item = f64> + '_ {
        let shown = match self.body {
            StripBody::Rows { rows, .. } => rows,
            _ => 0,
        };
        self.lane_starts
            .iter()
            .take_while(move |&&row| row < shown)
            .map(|&row| self.row_y(row) - LANE_GAP_PX / 2.0 - 1.0)
    }

    /// Names that stand between two heights of the strip: places in the
    /// track's list of them, and where each is from the top of the strip. None
    /// while the rows are not shown.
    pub fn names_between(&self, from: f64, to: f64) -> Vec<(usize, f64)> {
        let shown = match self.body {
            StripBody::Rows { rows, .. } => self.named.partition_point(|&row| row < rows),
            _ => 0,
        };
        let named = &self.named[..shown];
        let first = named.partition_point(|&row| self.row_y(row) < from);
        let ys = named[first..].iter().map(|&row| self.row_y(row));
        (first..).zip(ys.take_while(|&y| y <= to)).collect()
    }

    pub fn track(&self) -> Option<TrackId> {
        match self.key {
            StripKey::Track { track, .. } => Some(track),
            StripKey::Process(_) => None,
        }
    }

    fn band(&self, from: f64, to: f64) -> Option<BandKey> {
        match (self.key, self.body) {
            (StripKey::Process(process), _) => Some(BandKey::ProcessBusy { process }),
            (StripKey::Track { track, .. }, StripBody::Busy) => Some(BandKey::Busy { track }),
            (StripKey::Track { track, .. }, StripBody::Counter) => Some(BandKey::Counter { track }),
            (StripKey::Track { .. }, StripBody::Empty | StripBody::Process { .. }) => None,
            (StripKey::Track { track, .. }, StripBody::Rows { rows, .. }) => {
                let (mut first, mut end) = (0, rows);
                while first < end && self.row_y(first) + ROW_PITCH_PX < from {
                    first += 1;
                }
                while end > first && self.row_y(end - 1) > to {
                    end -= 1;
                }
                Some(BandKey::Rows { track, first_row: first, rows: end - first })
            }
        }
    }
}

/// All strips of a trace.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    pinned: Vec<Strip>,
    scrolling: Vec<Strip>,
    pinned_height: f64,
    scrolling_height: f64,
    index: HashMap<StripKey, usize>,
}

/// A strip with its place on screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed<'a> {
    pub strip: &'a Strip,
    /// Top edge from the top of the view; negative when it begins above it.
    pub y: f64,
    pub pinned: bool,
}

impl Layout {
    pub fn new(info: &TraceInfo, states: &TrackStates) -> Self {
        let mut layout = Layout::default();
        for &track in &states.pinned {
            if let Some(info) = info.tracks.get(track.index()) {
                layout.push(true, track_strip(info, states, true));
            }
        }
        let filter = Filter::new(&states.filter);
        for process in states.processes(info) {
            layout.push_process(process, info, states, &filter);
        }
        layout
    }

    fn push_process(
        &mut self,
        process: &ProcessInfo,
        info: &TraceInfo,
        states: &TrackStates,
        filter: &Filter,
    ) {
        if states.hidden_processes.contains(&process.process) {
            return;
        }
        let tracks: Vec<&TrackInfo> = states
            .tracks_of(process, info)
            .into_iter()
            .filter(|track| !states.hidden_tracks.contains(&track.track) && filter.matches(process, track))
            .collect();
        if tracks.is_empty() && !filter.is_empty() {
            return;
        }
        // A filter that leaves tracks would be of no use if they stayed folded.
        let collapsed = filter.is_empty() && states.collapsed_processes.contains(&process.process);
        self.push(
            false,
            Strip {
                key: StripKey::Process(process.process),
                body: StripBody::Process { collapsed },
                y: 0.0,
                height: HEAD_PX,
                lane_starts: Vec::new(),
                named: Vec::new(),
            },
        );
        if !collapsed {
            for track in tracks {
                self.push(false, track_strip(track, states, false));
            }
        }
    }

    fn push(&mut self, pinned: bool, mut strip: Strip) {
        let (list, height) = if pinned {
            (&mut self.pinned, &mut self.pinned_height)
        } else {
            (&mut self.scrolling, &mut self.scrolling_height)
        };
        strip.y = *height;
        *height += strip.height;
        self.index.insert(strip.key, list.len());
        list.push(strip);
    }

    /// Strips that scroll, top to bottom.
    pub fn scrolling(&self) -> &[Strip] {
        &self.scrolling
    }

    /// Strips on top, top to bottom.
    pub fn pinned(&self) -> &[Strip] {
        &self.pinned
    }

    pub fn strip(&self, key: StripKey) -> Option<&Strip> {
        let list = if is_pinned(key) { &self.pinned } else { &self.scrolling };
        list.get(*self.index.get(&key)?)
    }

    /// Height of what stands still on top of a view.
    pub fn held_height(&self, view_height: f64) -> f64 {
        if self.pinned_height <= view_height * PINNED_SHARE { self.pinned_height } else { 0.0 }
    }

    /// Height of everything.
    pub fn total_height(&self) -> f64 {
        self.pinned_height + self.scrolling_height
    }

    /// Greatest scroll position of a view.
    pub fn max_scroll(&self, view_height: f64) -> f64 {
        (self.total_height() - view_height).max(0.0)
    }

    /// Top edge of a strip on screen.
    pub fn y_of(&self, key: StripKey, scroll: f64, view_height: f64) -> Option<f64> {
        let strip = self.strip(key)?;
        Some(match (is_pinned(key), self.held_height(view_height) > 0.0) {
            (true, true) => strip.y,
            (true, false) => strip.y - scroll,
            (false, _) => self.pinned_height + strip.y - scroll,
        })
    }

    /// Strips that touch the view, pinned ones first. `extra` pixels above and
    /// below count as in view for the scrolling ones.
    pub fn in_view(&self, scroll: f64, view_height: f64, extra: f64) -> Vec<Placed<'_>> {
        let held = self.held_height(view_height);
        let pinned = self.pinned.iter().map(|strip| Placed {
            strip,
            y: if held > 0.0 { strip.y } else { strip.y - scroll },
            pinned: true,
        });
        let mut placed: Vec<Placed<'_>> =
            pinned.filter(|p| p.y + p.strip.height > 0.0 && p.y < view_height).collect();
        // Positions in the scrolling section.
        let (from, to) =
            (scroll + held - self.pinned_height - extra, scroll + view_height - self.pinned_height + extra);
        let first = self.scrolling.partition_point(|strip| strip.y + strip.height <= from);
        placed.extend(self.scrolling[first..].iter().take_while(|strip| strip.y < to).map(|strip| Placed {
            strip,
            y: self.pinned_height + strip.y - scroll,
            pinned: false,
        }));
        placed
    }

    /// Bands to ask the engine for, top to bottom, each once.
    pub fn bands_in_view(&self, scroll: f64, view_height: f64, extra: f64) -> Vec<BandKey> {
        let mut bands = Vec::new();
        for Placed { strip, y, .. } in self.in_view(scroll, view_height, extra) {
            let band = strip.band(-extra - y, view_height + extra - y);
            bands.extend(band.filter(|band| !bands.contains(band)));
        }
        bands
    }

    /// The strip at a height of the view.
    pub fn at(&self, y: f64, scroll: f64, view_height: f64) -> Option<Placed<'_>> {
        let held = self.held_height(view_height);
        if y < 0.0 || y >= view_height {
            return None;
        }
        let in_pinned = if held > 0.0 { y } else { y + scroll };
        let (list, at) = if in_pinned < self.pinned_height && (held == 0.0 || y < held) {
            (&self.pinned, in_pinned)
        } else {
            (&self.scrolling, y + scroll - self.pinned_height)
        };
        let strip = list.get(list.partition_point(|strip| strip.y + strip.height <= at))?;
        (at >= strip.y).then(|| Placed { strip, y: y - (at - strip.y), pinned: is_pinned(strip.key) })
    }

    /// Scroll position that shows a row of a track, moved as little as
    /// possible; the current one when the row is in view or not shown at all.
    pub fn scroll_to_row(&self, track: TrackId, row: u32, scroll: f64, view_height: f64) -> f64 {
        let held = self.held_height(view_height);
        let pinned = StripKey::Track { track, pinned: true };
        if held > 0.0 && self.strip(pinned).is_some() {
            return scroll;
        }
        let shown = [pinned, StripKey::Track { track, pinned: false }]
            .into_iter()
            .find_map(|key| Some((self.strip(key)?, self.y_of(key, scroll, view_height)?)));
        let Some((strip, y)) = shown else { return scroll };
        let (top, height) = match strip.body {
            StripBody::Rows { rows, .. } => (strip.row_y(row.min(rows.saturating_sub(1))), ROW_PITCH_PX),
            _ => (0.0, strip.height),
        };
        let (top, bottom) = (y + top, y + top + height);
        // Some rows of context beyond the one looked for.
        let context = (ROW_PITCH_PX * 2.0).min((view_height - held - height).max(0.0) / 2.0);
        let moved = if top < held {
            scroll + top - held - context
        } else if bottom > view_height {
            scroll + bottom - view_height + context
        } else {
            scroll
        };
        moved.clamp(0.0, self.max_scroll(view_height))
    }
}

fn is_pinned(key: StripKey) -> bool {
    matches!(key, StripKey::Track { pinned: true, .. })
}

fn track_strip(track: &TrackInfo, states: &TrackStates, pinned: bool) -> Strip {
    let collapsed = states.collapsed_tracks.contains(&track.track) && !pinned;
    let marks = track.instants > 0;
    let body = match track.kind {
        TrackShape::Counter => StripBody::Counter,
        _ if track.rows == 0 && !marks => StripBody::Empty,
        _ if collapsed => StripBody::Busy,
        _ => {
            let limit = states.row_limits.get(&track.track).copied().unwrap_or(u32::MAX).max(1);
            let rows = track.rows.min(limit);
            StripBody::Rows { rows, marks, deeper: track.rows - rows }
        }
    };
    let mut strip = Strip {
        key: StripKey::Track { track: track.track, pinned },
        body,
        y: 0.0,
        height: HEAD_PX,
        lane_starts: track.lane_starts.clone(),
        named: track.row_names.iter().map(|name| name.row).collect(),
    };
    strip.height = match body {
        StripBody::Counter => {
            states.counter_heights.get(&track.track).map_or(COUNTER_PX, |&px| f64::from(px.clamp(20, 400)))
        }
        StripBody::Rows { rows, deeper, .. } => {
            let bottom = match rows.checked_sub(1) {
                Some(last) => strip.row_y(last) + ROW_PITCH_PX,
                None => strip.row_y(0),
            };
            let line = if deeper > 0 { DEEPER_PX } else { 0.0 };
            (bottom + line + PAD_PX - 1.0).max(HEAD_PX)
        }
        _ => HEAD_PX,
    };
    strip
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
