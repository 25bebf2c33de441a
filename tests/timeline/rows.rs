//! Boxes of rows.

use crate::sketch::{Piece, Sketch, style};
use lowerscope::timeline::frame::*;
use lowerscope::timeline::{HitSet, Hits, TraceIndex, build_frame};
use lowerscope::trace::*;
use proptest::prelude::*;

/// The boxes of all rows of track 0.
fn rows_of(trace: &Trace, hits: Option<&Hits>, start: i64, end: i64, columns: u32) -> RowsBand {
    let band = BandKey::Rows { track: TrackId(0), first_row: 0, rows: u32::MAX };
    let request = FrameRequest { start, end, columns, bands: vec![band], arrows: Arrows::None };
    let frame = build_frame(trace, &TraceIndex::new(trace), &style(hits), &request);
    match frame.bands.into_iter().next() {
        Some(Band::Rows(rows)) => rows,
        other => panic!("{other:?}"),
    }
}

/// Slices that follow each other: gap before, duration, and whether it is
/// drawn a tick shorter than recorded because the next one begins.
fn arb_row() -> impl Strategy<Value = Vec<(i64, i64, bool)>> {
    let ticks = prop_oneof![3 => 0i64..4, 3 => 0i64..60, 1 => 0i64..5_000];
    prop::collection::vec((ticks.clone(), ticks, any::<bool>()), 0..200)
}

fn lay_out(rows: &[Vec<(i64, i64, bool)>], origin: i64) -> Sketch {
    let mut sketch = Sketch::thread();
    for (lane, row) in rows.iter().enumerate() {
        let mut time = origin;
        for (i, &(gap, dur, clip)) in row.iter().enumerate() {
            let start = time + gap;
            let clip = clip && dur > 0 && row.get(i + 1).is_some_and(|next| next.0 == 0 && next.1 > 1);
            let (dur, flags) = if clip { (dur + 1, SliceFlags::CLIPPED) } else { (dur, 0) };
            let lane = lane as u32;
            sketch.pieces.push(Piece { track: 0, lane, depth: 0, start, dur, name: "op", flags });
            time = start + dur - i64::from(clip);
        }
    }
    sketch
}

fn drawn_end(trace: &Trace, row: &Row, slice: SliceId) -> i64 {
    let end = trace.slices.end(slice);
    let clipped = trace.slices.flags[slice.index()].has(SliceFlags::CLIPPED);
    if clipped && slice.0 + 1 < row.end { end.min(trace.slices.start[slice.index() + 1]) } else { end }
}

proptest! {
    #[test]
    fn every_slice_in_view_is_in_exactly_one_box(
        rows in prop::collection::vec(arb_row(), 1..4),
        origin in prop_oneof![Just(0i64), Just(1_700_000_000_000_000_000), Just(-5_000i64)],
        from in -100i64..3_000, span in 1i64..5_000, columns in 1u32..300,
        hit_every in 1u32..50,
    ) {
        let trace = lay_out(&rows, origin).trace();
        let (start, end) = (origin + from, origin + from + span);
        let found = (0..trace.slices.len() as u32).filter(|id| id % hit_every == 1);
        let hits = Hits { slices: HitSet::new(trace.slices.len(), found), ..Hits::default() };
        let band = rows_of(&trace, Some(&hits), start, end, columns);
        let column_of = |time: i64| {
            let offset = i128::from(time.max(start) - start);
            (offset * i128::from(columns) / i128::from(span)).min(i128::from(columns) - 1)
        };
        let mut at = 0;
        for (number, row) in trace.rows.iter().enumerate() {
            let in_view = |s: &SliceId| {
                let begin = trace.slices.start[s.index()];
                begin <= end && (begin >= start || drawn_end(&trace, row, *s) > start)
            };
            let mut rest: Vec<SliceId> = row.slices().filter(in_view).collect();
            let mut merged_before = None;
            while at < band.len() && band.row[at] == number as u32 {
                let count = band.count[at] as usize;
                prop_assert!(count <= rest.len(), "more than there are");
                let run: Vec<SliceId> = rest.drain(..count).collect();
                let longest = run.iter().map(|s| trace.slices.dur[s.index()]).max().unwrap();
                prop_assert!(run.contains(&band.slice[at]));
                prop_assert_eq!(trace.slices.dur[band.slice[at].index()], longest);
                prop_assert_eq!(band.start[at], trace.slices.start[run[0].index()]);
                let ends = run.iter().map(|s| drawn_end(&trace, row, *s)).max().unwrap();
                prop_assert_eq!(band.end[at], ends);
                let hit = run.iter().any(|s| hits.slices.contains(s.0));
                prop_assert_eq!(band.flags[at] & box_flag::HIT != 0, hit);
                let wide = i128::from(longest) * i128::from(columns) >= i128::from(span);
                prop_assert!(!wide || count == 1, "a wide slice is merged");
                let column = column_of(band.start[at]);
                let last_start = run.iter().map(|s| trace.slices.start[s.index()]).max().unwrap();
                // A block of slices may reach an eighth into the next column.
                let beyond = last_start - (span + i64::from(columns) - 1) / i64::from(columns) / 8;
                prop_assert!(column_of(beyond.max(band.start[at])) == column, "merged across columns");
                let merged = (!wide).then_some(column);
                prop_assert!(merged.is_none() || merged != merged_before, "two boxes where one would do");
                merged_before = merged;
                at += 1;
            }
            prop_assert!(rest.is_empty(), "{} slices are invisible", rest.len());
        }
        prop_assert_eq!(at, band.len());
    }
}

#[test]
fn a_clipped_child_ends_with_its_clipped_parent() {
    let mut sketch = Sketch::thread();
    let piece = |depth, start, dur, flags| Piece { track: 0, lane: 0, depth, start, dur, name: "op", flags };
    sketch.pieces = vec![
        piece(0, 0, 101, SliceFlags::CLIPPED),
        piece(0, 100, 50, 0),
        piece(1, 40, 62, SliceFlags::CLIPPED),
        piece(2, 90, 12, SliceFlags::CLIPPED),
    ];
    let trace = sketch.trace();
    let index = TraceIndex::new(&trace);
    let ends: Vec<i64> = (0..4).map(|i| index.end_of(&trace, SliceId(i))).collect();
    assert_eq!(ends, [100, 150, 101, 101], "the parent's recorded end bounds its child");
}

#[test]
fn slices_without_length_are_seen_at_any_zoom() {
    let trace = Sketch::thread().slice(0, 10, 0).slice(0, 10, 0).slice(0, 500, 0).trace();
    for (start, end) in
        [(0, 1000), (10, 500), (10, 11), (-4_000_000_000_000_000_000, 4_000_000_000_000_000_000)]
    {
        let band = rows_of(&trace, None, start, end, 100);
        let expected = if end >= 500 { 3 } else { 2 };
        assert_eq!(band.count.iter().sum::<u32>(), expected, "{start}..{end}");
    }
}

#[test]
fn names_are_given_once_and_only_where_a_label_fits() {
    let mut sketch = Sketch::thread();
    for (i, (dur, name)) in [(18, "wide"), (30, "wide"), (17, "narrow"), (40, "")].into_iter().enumerate() {
        let start = 100 * i as i64;
        sketch.pieces.push(Piece { track: 0, lane: 0, depth: 0, start, dur, name, flags: 0 });
    }
    let trace = sketch.trace();
    let band = BandKey::Rows { track: TrackId(0), first_row: 0, rows: 1 };
    let request =
        FrameRequest { start: 0, end: 1000, columns: 1000, bands: vec![band, band], arrows: Arrows::None };
    let frame = build_frame(&trace, &TraceIndex::new(&trace), &style(None), &request);
    let names: Vec<&str> = frame.names.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["wide", ""]);
}

#[test]
fn rows_beyond_the_request_are_left_alone() {
    let mut sketch = Sketch::thread();
    for depth in 0..5 {
        sketch = sketch.slice(depth, 0, 100);
    }
    let trace = sketch.trace();
    let shown = |first_row, rows| {
        let band = BandKey::Rows { track: TrackId(0), first_row, rows };
        let request =
            FrameRequest { start: 0, end: 100, columns: 10, bands: vec![band], arrows: Arrows::None };
        match &build_frame(&trace, &TraceIndex::new(&trace), &style(None), &request).bands[..] {
            [Band::Rows(rows)] => rows.row.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(shown(1, 2), [1, 2]);
    assert_eq!(shown(3, u32::MAX), [3, 4]);
    assert_eq!(shown(9, 3), [0; 0]);
    assert_eq!(shown(u32::MAX, u32::MAX), [0; 0]);
}

#[test]
fn states_of_slices_become_flags_of_boxes() {
    let states = [
        (SliceFlags::UNCLOSED, box_flag::UNFINISHED),
        (SliceFlags::CLIPPED, box_flag::CLIPPED),
        (SliceFlags::DUR_INVALID, box_flag::REPAIRED),
        (SliceFlags::DUR_NEGATIVE, box_flag::REPAIRED),
        (SliceFlags::INSTANT, box_flag::INSTANT),
        (SliceFlags::NO_BEGIN, box_flag::NO_BEGIN),
        (SliceFlags::FROM_PAIR, 0),
    ];
    let mut sketch = Sketch::thread();
    for (i, (flags, _)) in states.iter().enumerate() {
        let start = 100 * i as i64;
        sketch.pieces.push(Piece { track: 0, lane: 0, depth: 0, start, dur: 50, name: "op", flags: *flags });
    }
    let band = rows_of(&sketch.trace(), None, 0, 1000, 100);
    assert_eq!(band.flags, states.map(|(_, flag)| flag));
}
