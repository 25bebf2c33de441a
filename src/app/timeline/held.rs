//! The last frame that came, ready to be drawn and asked.

use crate::timeline::frame::{Band, BandKey, BusyBand, CounterBand, Frame, FrameRequest, RowsBand};
use crate::trace::{ProcessId, StringId, TrackId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A frame with what it answers and an index of it.
pub struct Held {
    pub request: FrameRequest,
    pub frame: Frame,
    /// Counts up with every frame.
    pub number: u64,
    names: FxHashMap<StringId, Rc<str>>,
    by_track: FxHashMap<TrackId, Vec<usize>>,
    by_process: FxHashMap<ProcessId, usize>,
    /// For each band of rows: where each row begins in its columns.
    row_starts: Vec<Vec<u32>>,
}

/// Rows of a track within a frame.
pub struct RowsIn<'a> {
    pub first_row: u32,
    pub boxes: &'a RowsBand,
    starts: &'a [u32],
}

impl RowsIn<'_> {
    /// Rows that are there.
    pub fn rows(&self) -> std::ops::Range<u32> {
        self.first_row..self.first_row + (self.starts.len() as u32).saturating_sub(1)
    }

    /// Boxes of a row, as a range of the columns.
    pub fn row(&self, row: u32) -> std::ops::Range<usize> {
        let at = (row - self.first_row) as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) => from as usize..to as usize,
            _ => 0..0,
        }
    }
}

impl Held {
    pub fn new(request: FrameRequest, mut frame: Frame, number: u64) -> Self {
        let names =
            std::mem::take(&mut frame.names).into_iter().map(|(id, name)| (id, name.into())).collect();
        let mut by_track: FxHashMap<TrackId, Vec<usize>> = FxHashMap::default();
        let mut by_process = FxHashMap::default();
        for (at, key) in request.bands.iter().enumerate() {
            match *key {
                BandKey::Rows { track, .. } | BandKey::Busy { track } | BandKey::Counter { track } => {
                    by_track.entry(track).or_default().push(at);
                }
                BandKey::ProcessBusy { process } => {
                    by_process.insert(process, at);
                }
            }
        }
        let row_starts =
            request.bands.iter().zip(&frame.bands).map(|(key, band)| row_starts(key, band)).collect();
        Self { request, frame, number, names, by_track, by_process, row_starts }
    }

    pub fn name(&self, id: StringId) -> Option<&Rc<str>> {
        self.names.get(&id)
    }

    /// Bands with rows of a track.
    pub fn rows_of(&self, track: TrackId) -> impl Iterator<Item = RowsIn<'_>> {
        self.bands_of(track).filter_map(|at| match (&self.request.bands[at], self.frame.bands.get(at)?) {
            (BandKey::Rows { first_row, .. }, Band::Rows(boxes)) => {
                Some(RowsIn { first_row: *first_row, boxes, starts: &self.row_starts[at] })
            }
            _ => None,
        })
    }

    pub fn busy_of(&self, track: TrackId) -> Option<&BusyBand> {
        self.bands_of(track).find_map(|at| match self.frame.bands.get(at)? {
            Band::Busy(busy) => Some(busy),
            _ => None,
        })
    }

    pub fn counter_of(&self, track: TrackId) -> Option<&CounterBand> {
        self.bands_of(track).find_map(|at| match self.frame.bands.get(at)? {
            Band::Counter(counter) => Some(counter),
            _ => None,
        })
    }

    pub fn process_busy(&self, process: ProcessId) -> Option<&BusyBand> {
        match self.frame.bands.get(*self.by_process.get(&process)?)? {
            Band::Busy(busy) => Some(busy),
            _ => None,
        }
    }

    fn bands_of(&self, track: TrackId) -> impl Iterator<Item = usize> + '_ {
        self.by_track.get(&track).into_iter().flatten().copied()
    }
}

fn row_starts(key: &BandKey, band: &Band) -> Vec<u32> {
    let (BandKey::Rows { first_row, rows, .. }, Band::Rows(boxes)) = (key, band) else { return Vec::new() };
    (0..=*rows).map(|row| boxes.row.partition_point(|&r| r < first_row + row) as u32).collect()
}
