//! Arrows.

use crate::sketch::{Piece, Sketch, flow, style};
use lowerscope::timeline::frame::*;
use lowerscope::timeline::{TraceIndex, build_frame};
use lowerscope::trace::*;

fn end(slice: u32, track: u32, time: i64) -> LinkEnd {
    LinkEnd { slice: SliceId(slice), track: TrackId(track), time }
}

/// A thread that launches `count` kernels of a stream, one each 100 ticks.
fn launches(count: u32) -> Sketch {
    let mut sketch =
        Sketch { processes: vec![vec![TrackKind::Thread], vec![TrackKind::Thread]], ..Sketch::default() };
    for i in 0..count {
        let start = 100 * i64::from(i);
        let piece = |track, start| Piece { track, lane: 0, depth: 0, start, dur: 10, name: "op", flags: 0 };
        sketch.pieces.push(piece(0, start));
        sketch.pieces.push(piece(1, start + 50));
        sketch.links.push(flow(end(i, 0, start), end(count + i, 1, start + 50)));
    }
    sketch
}

fn frame(trace: &Trace, arrows: Arrows, bands: Vec<BandKey>, start: i64, end: i64) -> Frame {
    let request = FrameRequest { start, end, columns: 100, bands, arrows };
    build_frame(trace, &TraceIndex::new(trace), &style(None), &request)
}

fn rows(track: u32) -> BandKey {
    BandKey::Rows { track: TrackId(track), first_row: 0, rows: 1 }
}

#[test]
fn an_arrow_goes_from_the_producers_end_to_the_consumers_start() {
    let trace = launches(10).trace();
    for of in [3, 13] {
        let frame = frame(&trace, Arrows::Of(SliceId(of)), vec![], 0, 10);
        let from = ArrowEnd { track: TrackId(0), row: 0, time: 310, slice: SliceId(3) };
        let to = ArrowEnd { track: TrackId(1), row: 0, time: 350, slice: SliceId(13) };
        assert_eq!(frame.arrows, [Arrow { kind: LinkKind::Flow, from, to }]);
        assert_eq!(frame.arrows_left_out, 0);
    }
}

#[test]
fn unbound_ends_are_hollow_and_missing_ones_stay_with_their_partner() {
    let mut sketch = launches(2);
    let bare = LinkEnd { slice: SliceId::NONE, track: TrackId(1), time: 77 };
    sketch.links =
        vec![flow(end(0, 0, 0), bare), flow(LinkEnd::MISSING, end(1, 0, 100)), flow(bare, LinkEnd::MISSING)];
    let trace = sketch.trace();
    let frame = frame(&trace, Arrows::All, vec![rows(0), rows(1)], 0, 1000);
    let ends: Vec<_> =
        frame.arrows.iter().map(|a| (a.from.slice, a.from.time, a.to.slice, a.to.time)).collect();
    let none = SliceId::NONE;
    assert_eq!(ends, [(SliceId(0), 10, none, 77), (none, 100, SliceId(1), 100), (none, 77, none, 77)]);
    assert_eq!(frame.arrows[1].from.track, TrackId::NONE);
    assert_eq!(frame.arrows[0].to.track, TrackId(1));
}

#[test]
fn all_links_with_an_end_in_view_are_drawn_while_they_fit() {
    let trace = launches(1000).trace();
    let count = |bands: Vec<BandKey>, start, end| frame(&trace, Arrows::All, bands, start, end).arrows.len();
    assert_eq!(count(vec![rows(0), rows(1)], 0, 200_000), 1000);
    assert_eq!(count(vec![rows(1)], 0, 200_000), 1000);
    assert_eq!(count(vec![BandKey::Busy { track: TrackId(1) }], 0, 200_000), 1000);
    assert_eq!(count(vec![BandKey::ProcessBusy { process: ProcessId(0) }], 0, 200_000), 1000);
    assert_eq!(count(vec![rows(0), rows(1)], 300, 320), 1, "the producer's end at 310");
    assert_eq!(count(vec![rows(0), rows(1)], 340, 360), 1, "the consumer's start at 350");
    assert_eq!(count(vec![rows(0)], 340, 360), 0, "its track is not in view");
    assert_eq!(count(vec![], 0, 200_000), 0);
}

#[test]
fn a_crowd_of_links_is_thinned_out_evenly_and_counted() {
    let count = 40_000;
    let trace = launches(count).trace();
    let span = 100 * i64::from(count);
    let all = frame(&trace, Arrows::All, vec![rows(0), rows(1)], 0, span);
    assert!((500..=2000).contains(&all.arrows.len()), "{}", all.arrows.len());
    assert_eq!(all.arrows.len() as u64 + all.arrows_left_out, u64::from(count));
    for quarter in 0..4 {
        let (from, to) = (span / 4 * quarter, span / 4 * (quarter + 1));
        let here = all.arrows.iter().filter(|a| (from..to).contains(&a.from.time)).count();
        assert!((all.arrows.len() / 5..all.arrows.len() / 3).contains(&here), "{here} in a quarter");
    }
    let half = frame(&trace, Arrows::All, vec![rows(0), rows(1)], 0, span / 2);
    let stays = all.arrows.iter().filter(|a| a.to.time <= span / 2);
    assert!(stays.clone().count() > 100);
    assert!(stays.clone().all(|a| half.arrows.contains(a)), "zooming in takes no arrow away");
}

#[test]
fn a_huge_crowd_is_counted_to_a_few_percent() {
    let count = 300_000;
    let trace = launches(count).trace();
    let all = frame(&trace, Arrows::All, vec![rows(0), rows(1)], 0, 100 * i64::from(count));
    let total = all.arrows.len() as f64 + all.arrows_left_out as f64;
    assert!((total / f64::from(count) - 1.0).abs() < 0.03, "{total}");
}

#[test]
fn a_slice_with_thousands_of_links_keeps_the_bound() {
    let mut sketch = launches(3000);
    for (i, link) in sketch.links.iter_mut().enumerate() {
        *link = flow(end(0, 0, 0), end(3000 + i as u32, 1, 0));
    }
    let frame = frame(&sketch.trace(), Arrows::Of(SliceId(0)), vec![], 0, 1);
    assert_eq!((frame.arrows.len(), frame.arrows_left_out), (2000, 1000));
}
