//! What lies under a point of the canvas, in the frame that is drawn.

use super::frame::{Band, BandKey, Frame, RowsBand, box_flag};
use super::layout::{MARKS_PX, PAD_PX, Placed, StripBody, StripKey};
use super::view::View;
use crate::trace::{ProcessId, TrackId};

/// How far from a narrow box a pointer may be, in CSS pixels.
const NEAR_PX: f64 = 3.0;
/// The same for instants, whose marks are wider than they are.
const NEAR_MARK_PX: f64 = 5.0;

/// A thing under the pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A box, by its band and its place in it.
    Box { band: usize, index: usize },
    /// A track's instant, by its band and its place in it.
    Mark { band: usize, index: usize },
    /// An instant of the whole trace, by its place in the frame.
    Global { index: usize },
    /// A counter at a time.
    Counter { band: usize, track: TrackId, time: i64 },
    /// The head of a process.
    Process(ProcessId),
    /// The line that says how many rows are not shown.
    Deeper(TrackId),
    /// Nothing but a track.
    Track(TrackId),
}

/// The thing at a point, in CSS pixels from the top left of the canvas.
pub fn target_at(frame: &Frame, bands: &[BandKey], view: &View, x: f64, y: f64) -> Option<Target> {
    let layout = view.layout();
    let placed = layout.at(y, view.scroll, view.height_px)?;
    let inside = y - placed.y;
    let found = match (placed.strip.key, placed.strip.body) {
        (StripKey::Process(process), _) => Some(Target::Process(process)),
        (StripKey::Track { track, .. }, StripBody::Rows { rows, marks, deeper }) => {
            if marks && inside < PAD_PX + MARKS_PX {
                mark_at(frame, bands, view, track, x)
            } else if deeper > 0
                && rows > 0
                && placed.strip.row_at(inside).is_none()
                && inside > placed.strip.row_y(rows - 1)
            {
                Some(Target::Deeper(track))
            } else {
                box_at(frame, bands, view, placed, track, x, inside)
            }
        }
        (StripKey::Track { track, .. }, StripBody::Counter) => {
            let band = bands.iter().position(|key| *key == BandKey::Counter { track });
            band.map(|band| Target::Counter { band, track, time: view.viewport.time_from_x(x) })
        }
        _ => None,
    };
    found.or_else(|| global_at(frame, view, x)).or_else(|| placed.strip.track().map(Target::Track))
}

fn box_at(
    frame: &Frame,
    bands: &[BandKey],
    view: &View,
    placed: Placed<'_>,
    track: TrackId,
    x: f64,
    inside: f64,
) -> Option<Target> {
    let row = placed.strip.row_at(inside)?;
    rows_bands(frame, bands, track).filter(|(_, first, end, _)| (*first..*end).contains(&row)).find_map(
        |(band, _, _, boxes)| box_in_row(boxes, view, row, x).map(|index| Target::Box { band, index }),
    )
}

/// The box of a row at a pixel: the one that covers it, else the nearest one
/// within reach.
fn box_in_row(boxes: &RowsBand, view: &View, row: u32, x: f64) -> Option<usize> {
    let first = boxes.row.partition_point(|&r| r < row);
    let end = first + boxes.row[first..].partition_point(|&r| r == row);
    let starts = boxes.start.get(first..end)?;
    let time = view.viewport.time_from_x(x);
    let after = first + starts.partition_point(|&start| start <= time);
    let distance = |index: &usize| {
        let left = view.viewport.x_from_time(boxes.start[*index]);
        let right = view.viewport.x_from_time(boxes.end[*index]).max(left + 1.0);
        (left - x).max(x - right).max(0.0)
    };
    // Several boxes may begin in one pixel: those before `time` by at most
    // their drawn width are candidates as well.
    let before = after.saturating_sub(3).max(first)..after;
    before
        .rev()
        .chain(after..end.min(after + 1))
        .map(|index| (index, distance(&index)))
        .filter(|(_, distance)| *distance <= NEAR_PX)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(index, _)| index)
}

fn mark_at(frame: &Frame, bands: &[BandKey], view: &View, track: TrackId, x: f64) -> Option<Target> {
    rows_bands(frame, bands, track).find_map(|(band, _, _, boxes)| {
        let nearest = nearest(boxes.marks.iter().map(|mark| mark.time), view, x, NEAR_MARK_PX);
        nearest.map(|index| Target::Mark { band, index })
    })
}

/// The line of an instant of the whole trace, or its mark on its own track.
fn global_at(frame: &Frame, view: &View, x: f64) -> Option<Target> {
    nearest(frame.globals.iter().map(|mark| mark.time), view, x, NEAR_PX)
        .map(|index| Target::Global { index })
}

fn nearest(times: impl Iterator<Item = i64>, view: &View, x: f64, reach: f64) -> Option<usize> {
    times
        .enumerate()
        .map(|(index, time)| (index, (view.viewport.x_from_time(time) - x).abs()))
        .filter(|(_, distance)| *distance <= reach)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(index, _)| index)
}

/// Bands with rows of a track: place, first row, row after the last, boxes.
fn rows_bands<'a>(
    frame: &'a Frame,
    bands: &'a [BandKey],
    track: TrackId,
) -> impl Iterator<Item = (usize, u32, u32, &'a RowsBand)> {
    bands.iter().zip(&frame.bands).enumerate().filter_map(move |(at, (key, band))| match (key, band) {
        (BandKey::Rows { track: of, first_row, rows }, Band::Rows(boxes)) if *of == track => {
            Some((at, *first_row, first_row + rows, boxes))
        }
        _ => None,
    })
}

/// Where keyboard movement starts: the box of the frame that is nearest to
/// the middle of the view, and no merged one if there is another.
pub fn central_box(frame: &Frame, bands: &[BandKey], view: &View) -> Option<Target> {
    let width = view.viewport.width_px();
    let middle = width / 2.0;
    let layout = view.layout();
    let mut best: Option<(bool, f64, Target)> = None;
    for (band, (key, content)) in bands.iter().zip(&frame.bands).enumerate() {
        let (BandKey::Rows { track, .. }, Band::Rows(boxes)) = (key, content) else { continue };
        let strip = [true, false]
            .into_iter()
            .map(|pinned| StripKey::Track { track: *track, pinned })
            .find_map(|key| Some((layout.strip(key)?, layout.y_of(key, view.scroll, view.height_px)?)));
        let Some((strip, y)) = strip else { continue };
        for index in 0..boxes.len() {
            let row_y = y + strip.row_y(boxes.row[index]);
            if row_y < 0.0 || row_y > view.height_px {
                continue;
            }
            let (left, right) =
                (view.viewport.x_from_time(boxes.start[index]), view.viewport.x_from_time(boxes.end[index]));
            if right < 0.0 || left > width {
                continue;
            }
            let merged = boxes.count[index] > 1 || boxes.flags[index] & box_flag::INSTANT != 0;
            let away = (left.max(0.0) - middle).max(middle - right.min(width)).max(0.0);
            // Ties go to the upper row.
            let distance = away + row_y * 1e-6;
            if best.as_ref().is_none_or(|(m, d, _)| (merged, distance) < (*m, *d)) {
                best = Some((merged, distance, Target::Box { band, index }));
            }
        }
    }
    best.map(|(_, _, target)| target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::action::Action;
    use crate::timeline::frame::MarkBox;
    use crate::timeline::sample::{counter, info, thread};
    use crate::trace::{InstantId, InstantKind, Interval, Scope, SliceId, StringId};

    /// 1000 px from 0 to 1000 ticks; row 0 has boxes 100..300 and 310..311,
    /// row 1 a box 100..200; an instant at 500.
    fn sample() -> (Frame, Vec<BandKey>, View) {
        let mut main = thread("main", 2);
        main.instants = 1;
        let info = info(&[("python", vec![main, counter("queued")])]);
        let mut view = View::new(&info);
        view.apply(Action::Resize { width_px: 1000.0, height_px: 400.0 }, &info);
        view.apply(Action::ShowExactly(Interval::new(0, 1000)), &info);
        let boxes = RowsBand {
            row: vec![0, 0, 1],
            start: vec![100, 310, 100],
            end: vec![300, 311, 200],
            slice: vec![SliceId(0), SliceId(1), SliceId(2)],
            name: vec![StringId(0); 3],
            count: vec![1; 3],
            colour: vec![0; 3],
            flags: vec![0; 3],
            marks: vec![MarkBox {
                time: 500,
                instant: InstantId(0),
                track: TrackId(0),
                name: String::new(),
                count: 1,
                scope: Scope::Thread,
                kind: InstantKind::Mark,
                hit: false,
            }],
        };
        let bands = vec![
            BandKey::ProcessBusy { process: ProcessId(0) },
            BandKey::Rows { track: TrackId(0), first_row: 0, rows: 2 },
            BandKey::Counter { track: TrackId(1) },
        ];
        let frame = Frame {
            start: 0,
            end: 1000,
            columns: 1000,
            bands: vec![Band::Busy(Default::default()), Band::Rows(boxes), Band::Counter(Default::default())],
            ..Frame::default()
        };
        (frame, bands, view)
    }

    #[test]
    fn boxes_are_found_by_row_and_time() {
        let (frame, bands, view) = sample();
        let at = |x, y| target_at(&frame, &bands, &view, x, y);
        let row_0 = 24.0 + 4.0 + 12.0 + 5.0;
        assert_eq!(at(150.0, row_0), Some(Target::Box { band: 1, index: 0 }));
        assert_eq!(at(150.0, row_0 + 19.0), Some(Target::Box { band: 1, index: 2 }));
        assert_eq!(at(250.0, row_0 + 19.0), Some(Target::Track(TrackId(0))));
        assert_eq!(at(150.0, 10.0), Some(Target::Process(ProcessId(0))));
        assert_eq!(at(150.0, 399.0), None);
    }

    #[test]
    fn narrow_boxes_are_caught_from_three_pixels_away() {
        let (frame, bands, view) = sample();
        let at = |x| target_at(&frame, &bands, &view, x, 45.0);
        assert_eq!(at(308.0), Some(Target::Box { band: 1, index: 1 }));
        assert_eq!(at(313.9), Some(Target::Box { band: 1, index: 1 }));
        assert_eq!(at(302.0), Some(Target::Box { band: 1, index: 0 }));
        assert_eq!(at(305.0), Some(Target::Track(TrackId(0))));
    }

    #[test]
    fn instants_and_counters_are_found() {
        let (frame, bands, view) = sample();
        assert_eq!(target_at(&frame, &bands, &view, 504.0, 30.0), Some(Target::Mark { band: 1, index: 0 }));
        let counter_y = view.layout().total_height() - 10.0;
        assert_eq!(
            target_at(&frame, &bands, &view, 42.0, counter_y),
            Some(Target::Counter { band: 2, track: TrackId(1), time: 42 })
        );
    }

    #[test]
    fn keyboard_movement_starts_in_the_middle() {
        let (frame, bands, view) = sample();
        assert_eq!(central_box(&frame, &bands, &view), Some(Target::Box { band: 1, index: 1 }));
    }

    #[test]
    fn a_frame_for_other_strips_hits_nothing_wrong() {
        let (frame, _, view) = sample();
        assert_eq!(target_at(&frame, &[], &view, 150.0, 45.0), Some(Target::Track(TrackId(0))));
    }
}
