//! How one trace is looked at: what of a [`View`] a link holds.

use super::ids;
use super::text::{decode, encode};
use super::{MOST_IDS, MOST_MARKS};
use crate::engine::protocol::{Area, Item, TraceInfo};
use crate::timeline::view::{ArrowMode, View, origin};
use crate::timeline::viewport::Viewport;
use crate::trace::{InstantId, Interval, ProcessId, SliceId, TrackId};
use std::collections::BTreeSet;

/// The view of one trace. Times are ticks since the trace's origin; what is
/// empty is as the trace opens by itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TraceLink {
    pub range: Option<(i64, i64)>,
    /// With its start: an item of another file, or one that another version
    /// counts in another order, is not taken for it.
    pub selection: Option<(Item, i64)>,
    pub area: Option<Area>,
    pub marks: Vec<MarkLink>,
    pub pinned: Vec<TrackId>,
    pub hidden_tracks: Vec<TrackId>,
    pub hidden_processes: Vec<ProcessId>,
    /// All that are collapsed, where they are not those of a fresh view.
    pub collapsed_tracks: Option<Vec<TrackId>>,
    pub collapsed_processes: Option<Vec<ProcessId>>,
    /// Words that filter tracks.
    pub filter: String,
    pub search: String,
    pub arrows: ArrowMode,
}

/// A mark with its note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkLink {
    pub time: i64,
    pub note: String,
}

impl TraceLink {
    /// What a link holds of a view. `selection_start` is the selected item's
    /// start, in ticks of the trace.
    pub fn of(view: &View, info: &TraceInfo, search: &str, selection_start: Option<i64>) -> Self {
        let zero = origin(info);
        let since = |time: i64| time.saturating_sub(zero);
        let fresh = View::first_tracks(info);
        let shown = view.viewport.interval();
        let tracks = &view.tracks;
        Self {
            range: (!view.shows_fit(info)).then(|| (since(shown.start), since(shown.end))),
            selection: view
                .selection
                .zip(selection_start)
                .map(|(item, start)| (moved(item, zero.saturating_neg()), since(start))),
            area: view.area.as_ref().map(|area| Area {
                start: since(area.start),
                end: since(area.end),
                tracks: area.tracks.clone(),
            }),
            marks: view
                .marks
                .iter()
                .map(|mark| MarkLink { time: since(mark.time), note: mark.note.clone() })
                .collect(),
            pinned: tracks.pinned.clone(),
            hidden_tracks: tracks.hidden_tracks.iter().copied().collect(),
            hidden_processes: tracks.hidden_processes.iter().copied().collect(),
            collapsed_tracks: (tracks.collapsed_tracks != fresh.collapsed_tracks)
                .then(|| tracks.collapsed_tracks.iter().copied().collect()),
            collapsed_processes: (tracks.collapsed_processes != fresh.collapsed_processes)
                .then(|| tracks.collapsed_processes.iter().copied().collect()),
            filter: tracks.filter.clone(),
            search: search.to_owned(),
            arrows: view.arrows,
        }
    }

    /// Puts a view as the link has it, however it was; gives the item to select with the start
    /// that it must have, in ticks of the trace. What the trace does not have
    /// is left out.
    pub fn apply(&self, view: &mut View, info: &TraceInfo) -> Option<(Item, i64)> {
        let zero = origin(info);
        let at = |time: i64| time.saturating_add(zero);
        let has_track = |track: &TrackId| track.index() < info.tracks.len();
        let has_process = |process: &ProcessId| process.index() < info.processes.len();
        let tracks = &mut view.tracks;
        tracks.pinned.clear();
        for track in self.pinned.iter().filter(|track| has_track(track)) {
            if !tracks.pinned.contains(track) {
                tracks.pinned.push(*track);
            }
        }
        tracks.hidden_tracks = self.hidden_tracks.iter().copied().filter(has_track).collect();
        tracks.hidden_processes = self.hidden_processes.iter().copied().filter(has_process).collect();
        let fresh = View::first_tracks(info);
        tracks.collapsed_tracks = match &self.collapsed_tracks {
            Some(collapsed) => collapsed.iter().copied().filter(has_track).collect(),
            None => fresh.collapsed_tracks,
        };
        tracks.collapsed_processes = match &self.collapsed_processes {
            Some(collapsed) => collapsed.iter().copied().filter(has_process).collect(),
            None => fresh.collapsed_processes,
        };
        tracks.filter.clone_from(&self.filter);
        view.arrows = self.arrows;
        let marks = self.marks.iter().map(|mark| (at(mark.time), mark.note.clone()));
        view.set_marks(marks.take(MOST_MARKS));
        view.area = self.area.as_ref().map(|area| {
            let (start, end) = (at(area.start), at(area.end));
            Area {
                start: start.min(end),
                end: start.max(end),
                tracks: area.tracks.iter().copied().filter(has_track).collect(),
            }
        });
        if let Some((start, end)) = self.range {
            let (start, end) = (at(start.min(end)), at(start.max(end)));
            let shown = Interval { start, end: end.max(start.saturating_add(1)) };
            view.viewport = Viewport::new(shown, view.viewport.width_px());
        } else {
            view.show_fit(info);
        }
        view.restore(info);
        self.selection.map(|(item, start)| (moved(item, zero), at(start)))
    }

    /// Its parts, as keys and values.
    pub(super) fn write(&self, put: &mut impl FnMut(&str, String)) {
        if let Some((start, end)) = self.range {
            put("range", format!("{start}..{end}"));
        }
        if let Some((item, start)) = self.selection {
            let item = match item {
                Item::Slice(slice) => format!("s{}", slice.0),
                Item::Instant(instant) => format!("i{}", instant.0),
                Item::Counter { track, time } => format!("c{}~{time}", track.0),
            };
            put("sel", format!("{item}@{start}"));
        }
        if let Some(area) = &self.area {
            let tracks = ids::write(area.tracks.iter().map(|track| track.0));
            let at = if tracks.is_empty() { String::new() } else { format!("@{tracks}") };
            put("area", format!("{}..{}{at}", area.start, area.end));
        }
        for mark in self.marks.iter().take(MOST_MARKS) {
            let note = if mark.note.is_empty() { String::new() } else { format!("~{}", encode(&mark.note)) };
            put("mark", format!("{}{note}", mark.time));
        }
        let tracks = |list: &[TrackId]| ids::write(list.iter().map(|track| track.0));
        let processes = |list: &[ProcessId]| ids::write(list.iter().map(|process| process.0));
        for (key, list) in [("pin", &self.pinned), ("hide", &self.hidden_tracks)] {
            if !list.is_empty() {
                put(key, tracks(list));
            }
        }
        if !self.hidden_processes.is_empty() {
            put("hidep", processes(&self.hidden_processes));
        }
        if let Some(list) = &self.collapsed_tracks {
            put("fold", tracks(list));
        }
        if let Some(list) = &self.collapsed_processes {
            put("foldp", processes(list));
        }
        for (key, text) in [("tracks", &self.filter), ("q", &self.search)] {
            if !text.is_empty() {
                put(key, encode(text));
            }
        }
        match self.arrows {
            ArrowMode::Selection => {}
            ArrowMode::None => put("arrows", "none".to_owned()),
            ArrowMode::All => put("arrows", "all".to_owned()),
        }
    }

    /// Takes in one part; `None` where it is not understood.
    pub(super) fn read(&mut self, key: &str, value: &str) -> Option<()> {
        let tracks = |text: &str| Some(ids::read(text)?.into_iter().map(TrackId).collect::<Vec<_>>());
        let processes = |text: &str| Some(ids::read(text)?.into_iter().map(ProcessId).collect::<Vec<_>>());
        match key {
            "range" => self.range = Some(range(value)?),
            "sel" => self.selection = Some(selection(value)?),
            "area" => {
                let (times, list) = value.split_once('@').unwrap_or((value, ""));
                let (start, end) = range(times)?;
                self.area = Some(Area { start, end, tracks: distinct(tracks(list)?) });
            }
            "mark" if self.marks.len() < MOST_MARKS => {
                let (time, note) = value.split_once('~').unwrap_or((value, ""));
                self.marks.push(MarkLink { time: time.parse().ok()?, note: decode(note) });
            }
            "pin" => self.pinned = distinct(tracks(value)?),
            "hide" => self.hidden_tracks = tracks(value)?,
            "hidep" => self.hidden_processes = processes(value)?,
            "fold" => self.collapsed_tracks = Some(tracks(value)?),
            "foldp" => self.collapsed_processes = Some(processes(value)?),
            "tracks" => self.filter = decode(value),
            "q" => self.search = decode(value),
            "arrows" => {
                self.arrows = match value {
                    "none" => ArrowMode::None,
                    "all" => ArrowMode::All,
                    "selection" => ArrowMode::Selection,
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

fn distinct(list: Vec<TrackId>) -> Vec<TrackId> {
    let mut seen = BTreeSet::new();
    list.into_iter().take(MOST_IDS).filter(|track| seen.insert(*track)).collect()
}

/// An item with its own time moved; only counters have one.
fn moved(item: Item, by: i64) -> Item {
    match item {
        Item::Counter { track, time } => Item::Counter { track, time: time.saturating_add(by) },
        other => other,
    }
}

fn range(text: &str) -> Option<(i64, i64)> {
    let (start, end) = text.split_once("..")?;
    Some((start.parse().ok()?, end.parse().ok()?))
}

fn selection(text: &str) -> Option<(Item, i64)> {
    let (item, start) = text.split_once('@')?;
    let start = start.parse().ok()?;
    let (kind, number) = item.split_at_checked(1)?;
    let item = match kind {
        "s" => Item::Slice(SliceId(number.parse().ok()?)),
        "i" => Item::Instant(InstantId(number.parse().ok()?)),
        "c" => {
            let (track, time) = number.split_once('~')?;
            Item::Counter { track: TrackId(track.parse().ok()?), time: time.parse().ok()? }
        }
        _ => return None,
    };
    Some((item, start))
}

#[cfg(test)]
#[path = "trace_link_tests.rs"]
mod tests;
