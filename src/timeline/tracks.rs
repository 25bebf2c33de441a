//! What a person has done to the tracks of one trace: collapsed, pinned,
//! hidden, filtered, moved, made lower. Part of the view, so it is plain data.

use crate::engine::protocol::{ProcessInfo, TraceInfo, TrackInfo};
use crate::trace::{ProcessId, TrackId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// State of all tracks; what is not named here is as the file has it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TrackStates {
    pub collapsed_processes: BTreeSet<ProcessId>,
    pub collapsed_tracks: BTreeSet<TrackId>,
    pub hidden_processes: BTreeSet<ProcessId>,
    pub hidden_tracks: BTreeSet<TrackId>,
    /// In the order in which they stand on top.
    pub pinned: Vec<TrackId>,
    /// Rows that a track shows at most, where a person has made it lower.
    pub row_limits: BTreeMap<TrackId, u32>,
    /// Heights of counters in CSS pixels, where changed.
    pub counter_heights: BTreeMap<TrackId, u32>,
    /// Words that a track's or its process's name must hold, all of them.
    pub filter: String,
    /// All processes in a person's order; empty while it is the file's.
    pub process_order: Vec<ProcessId>,
    /// All tracks of a process in a person's order, where changed.
    pub track_order: BTreeMap<ProcessId, Vec<TrackId>>,
}

impl TrackStates {
    pub fn is_pinned(&self, track: TrackId) -> bool {
        self.pinned.contains(&track)
    }

    /// Tracks and processes that a person has hidden.
    pub fn hidden_count(&self) -> usize {
        self.hidden_processes.len() + self.hidden_tracks.len()
    }

    /// Processes in the order shown.
    pub fn processes<'a>(&self, info: &'a TraceInfo) -> Vec<&'a ProcessInfo> {
        if self.process_order.is_empty() {
            return info.processes.iter().collect();
        }
        self.process_order.iter().filter_map(|id| info.processes.get(id.index())).collect()
    }

    /// Tracks of a process in the order shown.
    pub fn tracks_of<'a>(&self, process: &ProcessInfo, info: &'a TraceInfo) -> Vec<&'a TrackInfo> {
        match self.track_order.get(&process.process) {
            Some(order) => order.iter().filter_map(|id| info.tracks.get(id.index())).collect(),
            None => tracks_of(process, info).iter().collect(),
        }
    }

    /// Puts a track before another one of its process, or at the end.
    pub fn move_track(&mut self, track: TrackId, before: Option<TrackId>, info: &TraceInfo) {
        if let Some(from) = self.pinned.iter().position(|&pin| pin == track)
            && before.is_none_or(|b| self.is_pinned(b))
        {
            self.pinned.remove(from);
            let to = before.and_then(|b| self.pinned.iter().position(|&pin| pin == b));
            self.pinned.insert(to.unwrap_or(self.pinned.len()), track);
            return;
        }
        let Some(process) = process_of(track, info) else { return };
        let order = self
            .track_order
            .entry(process.process)
            .or_insert_with(|| tracks_of(process, info).iter().map(|t| t.track).collect());
        move_before(order, track, before);
    }

    /// Puts a process before another one, or at the end.
    pub fn move_process(&mut self, process: ProcessId, before: Option<ProcessId>, info: &TraceInfo) {
        if self.process_order.is_empty() {
            self.process_order = info.processes.iter().map(|p| p.process).collect();
        }
        move_before(&mut self.process_order, process, before);
    }

    /// Makes sure that a track is shown with its rows.
    pub fn reveal(&mut self, track: TrackId, row: u32, info: &TraceInfo) {
        let Some(process) = process_of(track, info) else { return };
        self.collapsed_tracks.remove(&track);
        self.hidden_tracks.remove(&track);
        if !self.is_pinned(track) {
            self.collapsed_processes.remove(&process.process);
            self.hidden_processes.remove(&process.process);
            let filter = Filter::new(&self.filter);
            let matches = info.tracks.get(track.index()).is_some_and(|t| filter.matches(process, t));
            if !matches {
                self.filter.clear();
            }
        }
        if self.row_limits.get(&track).is_some_and(|&limit| row >= limit) {
            self.row_limits.remove(&track);
        }
    }
}

/// What a process is called first: its name, or its label where others have
/// the same name, as the PyTorch profiler names every device after the program.
pub fn process_title<'a>(process: &'a ProcessInfo, info: &TraceInfo) -> &'a str {
    let namesakes = || info.processes.iter().filter(|other| other.name == process.name).count() > 1;
    match process.labels.first() {
        Some(label) if namesakes() => label,
        _ => &process.name,
    }
}

/// The process that holds a track.
pub fn process_of(track: TrackId, info: &TraceInfo) -> Option<&ProcessInfo> {
    info.processes.get(info.tracks.get(track.index())?.process.index())
}

fn tracks_of<'a>(process: &ProcessInfo, info: &'a TraceInfo) -> &'a [TrackInfo] {
    info.tracks.get(process.first_track as usize..process.end_track as usize).unwrap_or_default()
}

fn move_before<T: Copy + PartialEq>(order: &mut Vec<T>, moved: T, before: Option<T>) {
    let Some(from) = order.iter().position(|&at| at == moved) else { return };
    if before == Some(moved) {
        return;
    }
    order.remove(from);
    let to = before.and_then(|b| order.iter().position(|&at| at == b));
    order.insert(to.unwrap_or(order.len()), moved);
}

/// Words to find in names, without regard to case.
#[derive(Debug, Clone)]
pub struct Filter {
    words: Vec<String>,
}

impl Filter {
    pub fn new(text: &str) -> Self {
        Self { words: text.split_whitespace().map(str::to_lowercase).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Each word stands in the name of the track or of its process, or equals
    /// one of their ids.
    pub fn matches(&self, process: &ProcessInfo, track: &TrackInfo) -> bool {
        if self.is_empty() {
            return true;
        }
        let names = [track.name.to_lowercase(), process.name.to_lowercase()];
        self.words.iter().all(|word| {
            names.iter().any(|name| name.contains(word.as_str()))
                || *word == track.tid
                || *word == process.pid
                || process.labels.iter().any(|label| label.to_lowercase().contains(word.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::sample::{info, thread};

    #[test]
    fn processes_of_one_name_are_called_by_their_labels() {
        let one = || vec![thread("main", 1)];
        let mut info = info(&[("python", one()), ("python", one()), ("loader", one())]);
        info.processes[0].labels = vec!["CPU".to_owned()];
        info.processes[1].labels = vec!["GPU 0".to_owned()];
        info.processes[2].labels = vec!["CPU".to_owned()];
        let titles: Vec<_> = info.processes.iter().map(|p| process_title(p, &info)).collect();
        assert_eq!(titles, ["CPU", "GPU 0", "loader"]);
    }

    #[test]
    fn a_filter_wants_all_words_in_names_labels_or_ids() {
        let mut info = info(&[("python", vec![thread("stream 7", 1)])]);
        info.processes[0].labels = vec!["GPU 0".to_owned()];
        info.tracks[0].tid = "42".to_owned();
        let finds = |text| Filter::new(text).matches(&info.processes[0], &info.tracks[0]);
        assert!(finds("") && finds("STREAM python") && finds("gpu") && finds("42"));
        assert!(!finds("stream 8") && !finds("4"));
    }
}
