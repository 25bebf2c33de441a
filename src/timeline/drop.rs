//! Where a track or process lands when it is dragged to another place.

use super::layout::{Placed, StripKey};
use super::tracks::process_of;
use super::view::View;
use crate::engine::protocol::TraceInfo;
use crate::trace::{ProcessId, TrackId};

/// A place between two strips.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drop {
    /// What will stand after it; `None` at the end.
    pub before: Before,
    /// The line between the two, in CSS pixels from the top of the view.
    pub y: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    Track(Option<TrackId>),
    Process(Option<ProcessId>),
}

/// Where a strip lands when it is let go at a height; `None` where it cannot:
/// tracks stay in their process, pinned ones among the pinned.
pub fn drop_at(view: &View, info: &TraceInfo, dragged: StripKey, y: f64) -> Option<Drop> {
    let layout = view.layout();
    let top_of = |key| layout.y_of(key, view.scroll, view.height_px);
    let under = layout.at(y, view.scroll, view.height_px);
    match dragged {
        StripKey::Process(_) => {
            let heads: Vec<(ProcessId, f64)> = layout
                .scrolling()
                .iter()
                .filter_map(|strip| match strip.key {
                    StripKey::Process(process) => Some((process, top_of(strip.key)?)),
                    StripKey::Track { .. } => None,
                })
                .collect();
            // The head that is nearest; past the last strip, the end.
            let end = layout.scrolling().last().and_then(|last| Some(top_of(last.key)? + last.height))?;
            let ends = [(None, end)];
            heads
                .into_iter()
                .map(|(process, top)| (Some(process), top))
                .chain(ends)
                .min_by(|a, b| (a.1 - y).abs().total_cmp(&(b.1 - y).abs()))
                .map(|(process, y)| Drop { before: Before::Process(process), y })
        }
        StripKey::Track { track, pinned } => {
            let Placed { strip, y: top, .. } = under?;
            let StripKey::Track { track: over, pinned: over_pinned } = strip.key else { return None };
            let same = match pinned {
                true => over_pinned,
                false => !over_pinned && process_of(over, info)?.process == process_of(track, info)?.process,
            };
            if !same {
                return None;
            }
            if y < top + strip.height / 2.0 {
                return Some(Drop { before: Before::Track(Some(over)), y: top });
            }
            let list = if pinned { layout.pinned() } else { layout.scrolling() };
            let at = list.iter().position(|s| s.key == strip.key)?;
            let next = list.get(at + 1).and_then(|next| match next.key {
                StripKey::Track { track, .. } => Some(track),
                StripKey::Process(_) => None,
            });
            Some(Drop { before: Before::Track(next), y: top + strip.height })
        }
    }
}

/// Tracks between two heights of the view, for an area drawn over them: a
/// folded process stands for all its tracks.
pub fn tracks_between(view: &View, info: &TraceInfo, y1: f64, y2: f64) -> Vec<TrackId> {
    let (top, bottom) = (y1.min(y2), y1.max(y2));
    let mut tracks = Vec::new();
    for placed in view.layout().in_view(view.scroll, view.height_px, 0.0) {
        if placed.y > bottom || placed.y + placed.strip.height <= top {
            continue;
        }
        match placed.strip.key {
            StripKey::Track { track, .. } => tracks.push(track),
            StripKey::Process(process) if view.tracks.collapsed_processes.contains(&process) => {
                if let Some(process) = info.processes.get(process.index()) {
                    tracks.extend((process.first_track..process.end_track).map(TrackId));
                }
            }
            StripKey::Process(_) => {}
        }
    }
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::action::Action;
    use crate::timeline::sample::{info, thread};

    fn sample() -> (View, TraceInfo) {
        let info = info(&[
            ("python", vec![thread("main", 1), thread("worker", 1)]),
            ("GPU 0", vec![thread("stream 7", 1), thread("stream 13", 1)]),
        ]);
        let mut view = View::new(&info);
        view.apply(Action::Resize { width_px: 1000.0, height_px: 400.0 }, &info);
        (view, info)
    }

    fn track(id: u32) -> StripKey {
        StripKey::Track { track: TrackId(id), pinned: false }
    }

    // Heads are 24 px high, tracks of one row 26 px: head 0..24, main 24..50,
    // worker 50..76, head 76..100, stream 7 100..126, stream 13 126..152.

    #[test]
    fn a_track_lands_before_or_after_the_one_below_it() {
        let (view, info) = sample();
        let at = |y| drop_at(&view, &info, track(0), y).map(|drop| (drop.before, drop.y));
        assert_eq!(at(30.0), Some((Before::Track(Some(TrackId(0))), 24.0)));
        assert_eq!(at(45.0), Some((Before::Track(Some(TrackId(1))), 50.0)));
        assert_eq!(at(70.0), Some((Before::Track(None), 76.0)));
        assert_eq!(at(110.0), None, "another process");
        assert_eq!(at(10.0), None, "the head");
    }

    #[test]
    fn a_process_lands_at_the_nearest_head() {
        let (view, info) = sample();
        let at = |y| drop_at(&view, &info, StripKey::Process(ProcessId(1)), y).map(|drop| drop.before);
        assert_eq!(at(20.0), Some(Before::Process(Some(ProcessId(0)))));
        assert_eq!(at(80.0), Some(Before::Process(Some(ProcessId(1)))));
        assert_eq!(at(300.0), Some(Before::Process(None)));
    }

    #[test]
    fn an_area_takes_the_tracks_it_touches() {
        let (mut view, info) = sample();
        assert_eq!(tracks_between(&view, &info, 60.0, 30.0), [TrackId(0), TrackId(1)]);
        assert_eq!(tracks_between(&view, &info, 80.0, 110.0), [TrackId(2)]);
        view.apply(Action::ToggleProcess(ProcessId(1)), &info);
        assert_eq!(tracks_between(&view, &info, 80.0, 81.0), [TrackId(2), TrackId(3)]);
    }
}
