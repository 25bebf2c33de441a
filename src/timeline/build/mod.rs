//! Building frames: each kind of band has a file of its own.
//!
//! Cost grows with columns × rows × log n, never with the slices in view, and
//! a frame holds a bounded number of boxes, marks and arrows: where there are
//! too many, more of them are merged and counted, none is dropped.

pub(super) mod arrows;
mod busy;
mod counter;
mod marks;
mod names;
mod rows;

pub(super) use busy::shares;
pub(super) use counter::band as counter_band;

use super::frame::{Band, BandKey, BusyBand, Frame, FrameRequest, RowsBand};
use super::grid::Grid;
use super::hits::Hits;
use super::index::TraceIndex;
use crate::trace::{Row, SliceId, Trace, TrackId};
use names::Names;
use rows::RowBoxes;

/// How slices look, beyond their place.
#[derive(Clone, Copy)]
pub struct FrameStyle<'a> {
    pub colours: &'a dyn SliceColours,
    /// What the running search found.
    pub hits: Option<&'a Hits>,
}

/// Says the colour of each slice.
pub trait SliceColours {
    fn colour(&self, trace: &Trace, slice: SliceId) -> SliceColour;

    /// Palette colour of all slices of a track, where it is known that they
    /// have one.
    fn of_track(&self, _trace: &Trace, _track: TrackId) -> Option<u8> {
        None
    }
}

/// A colour as the painter knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SliceColour {
    /// See [`super::frame::colour`].
    Palette(u8),
    /// Index into [`super::frame::CNAMES`].
    Cname(u8),
}

/// Most boxes in a frame. Beyond it, columns are joined until they fit.
const MAX_BOXES: u64 = 300_000;
/// Most marks in a frame.
const MAX_MARKS: u64 = 50_000;

/// What to paint for a request.
pub fn build_frame(
    trace: &Trace,
    index: &TraceIndex,
    style: &FrameStyle<'_>,
    request: &FrameRequest,
) -> Frame {
    let grid = Grid::new(request.start, request.end, request.columns);
    let mut frame =
        Frame { start: request.start, end: request.end, columns: grid.columns(), ..Frame::default() };
    let mut names = Names::new(&grid);
    let slice_grid = coarse_enough(&grid, MAX_BOXES, |grid| {
        let rows = request.bands.iter().flat_map(|band| band_rows(trace, band));
        rows.map(|row| rows::most_boxes(trace, row, grid)).sum()
    });
    let mark_grid = coarse_enough(&grid, MAX_MARKS, |grid| {
        let tracks = request.bands.iter().filter_map(|band| band_track(trace, band));
        tracks.map(|track| marks::most_marks(trace, track, grid)).sum()
    });
    for band in &request.bands {
        frame.bands.push(match *band {
            BandKey::Rows { track, .. } => {
                let first_row = trace.tracks.get(track.index()).map_or(0, |track| track.rows.start);
                let out = RowsBand::default();
                let mut boxes = RowBoxes { trace, index, style, grid: &slice_grid, first_row, out };
                if grid.columns() > 0 {
                    band_rows(trace, band).for_each(|row| boxes.push_row(row));
                    names.add(trace, &boxes.out);
                    boxes.out.marks = marks::track_marks(trace, index, style.hits, &mark_grid, track);
                }
                Band::Rows(boxes.out)
            }
            BandKey::Busy { track } => {
                let colour = style.colours.of_track(trace, track);
                Band::Busy(BusyBand { colour, share: shares(index.track_spans(trace, track), &grid) })
            }
            BandKey::ProcessBusy { process } => {
                let share = shares(index.process_spans(trace, process), &grid);
                Band::Busy(BusyBand { colour: None, share })
            }
            BandKey::Counter { track } => Band::Counter(counter::band(trace, index, &grid, track)),
        });
    }
    frame.names = names.finish();
    if grid.columns() > 0 {
        frame.globals = marks::global_marks(trace, index, style.hits, &grid);
    }
    arrows::add(trace, index, request, &mut frame);
    frame
}

/// The finest grid with at most `columns`'s columns on which `most` stays
/// within a bound; one column at the coarsest.
fn coarse_enough(grid: &Grid, bound: u64, most: impl Fn(&Grid) -> u64) -> Grid {
    let mut coarse = grid.clone();
    while coarse.columns() > 1 && most(&coarse) > bound {
        coarse = Grid::new(grid.start(), grid.end(), coarse.columns().div_ceil(2));
    }
    coarse
}

/// Indices into [`Trace::rows`] of the rows of a band.
fn band_rows(trace: &Trace, band: &BandKey) -> std::ops::Range<u32> {
    let BandKey::Rows { track, first_row, rows } = *band else { return 0..0 };
    let Some(track) = trace.tracks.get(track.index()) else { return 0..0 };
    let first = track.rows.start.saturating_add(first_row).min(track.rows.end);
    first..first.saturating_add(rows).min(track.rows.end)
}

fn band_track(trace: &Trace, band: &BandKey) -> Option<TrackId> {
    match *band {
        BandKey::Rows { track, .. } => (track.index() < trace.tracks.len()).then_some(track),
        _ => None,
    }
}

/// A row by its index.
fn row_at(trace: &Trace, row: u32) -> &Row {
    &trace.rows[row as usize]
}
