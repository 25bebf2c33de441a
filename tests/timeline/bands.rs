//! Busy bands, counters, marks and the overview.

use crate::sketch::{Piece, Sketch, style};
use lowerscope::timeline::frame::*;
use lowerscope::timeline::{HitSet, Hits, TraceIndex, build_frame, overview};
use lowerscope::trace::*;
use proptest::prelude::*;

fn frame(trace: &Trace, bands: &[BandKey], start: i64, end: i64, columns: u32) -> Frame {
    let request = FrameRequest { start, end, columns, bands: bands.to_vec(), arrows: Arrows::None };
    build_frame(trace, &TraceIndex::new(trace), &style(None), &request)
}

/// Two processes: two threads and an asynchronous track, and one thread.
fn sketch(pieces: Vec<(u32, u32, i64, i64)>) -> Sketch {
    let kinds = vec![vec![TrackKind::Thread, TrackKind::Thread, TrackKind::Async], vec![TrackKind::Thread]];
    let mut sketch = Sketch { processes: kinds, ..Sketch::default() };
    let mut ends = std::collections::BTreeMap::new();
    for (track, lane, gap, dur) in pieces {
        let end = ends.entry((track, lane)).or_insert(0);
        // On the asynchronous track, rows of any depth hold roots.
        let (lane, depth) = if track == 2 { (0, lane) } else { (lane, 0) };
        let start = *end + gap;
        *end = start + dur;
        sketch.pieces.push(Piece { track, lane, depth, start, dur, name: "op", flags: 0 });
    }
    sketch
}

/// Share of a column by a look at all slices, and whether there is any.
fn naive_share(trace: &Trace, tracks: &[u32], left: f64, right: f64, last: Option<i64>) -> (f64, bool) {
    let mut spans: Vec<(f64, f64)> = Vec::new();
    let mut any = false;
    for row in trace.rows.iter().filter(|row| tracks.contains(&row.track.0)) {
        for slice in row.slices() {
            let (start, end) = (trace.slices.start[slice.index()] as f64, trace.slices.end(slice) as f64);
            any |= start < right && (end > left || start >= left);
            any |= last.is_some_and(|last| start == last as f64);
            spans.push((start.max(left), end.min(right)));
        }
    }
    spans.retain(|span| span.1 > span.0);
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut covered, mut until) = (0.0, f64::NEG_INFINITY);
    for (start, end) in spans {
        covered += (end - start.max(until)).max(0.0);
        until = until.max(end);
    }
    (covered / (right - left), any)
}

proptest! {
    #[test]
    fn busy_shares_are_those_of_the_union(
        pieces in prop::collection::vec(
            (0u32..4, 0u32..3, prop_oneof![0i64..3, 0i64..200], prop_oneof![0i64..3, 0i64..200]), 0..600,
        ),
        start in -50i64..4_000, span in prop_oneof![1i64..20, 1i64..10_000], columns in 1u32..200,
    ) {
        let trace = sketch(pieces).trace();
        let busy = |track| BandKey::Busy { track: TrackId(track) };
        let process = |process| BandKey::ProcessBusy { process: ProcessId(process) };
        let asked = [
            (busy(0), vec![0]), (busy(1), vec![1]), (busy(2), vec![2]), (process(1), vec![3]),
            (process(0), if trace.tracks[0].slices.is_empty() && trace.tracks[1].slices.is_empty() {
                vec![2]
            } else {
                vec![0, 1]
            }),
        ];
        let bands: Vec<BandKey> = asked.iter().map(|(band, _)| *band).collect();
        let frame = frame(&trace, &bands, start, start + span, columns);
        for (band, (_, tracks)) in frame.bands.iter().zip(&asked) {
            let Band::Busy(band) = band else { panic!("{band:?}") };
            prop_assert_eq!(band.share.len(), columns as usize);
            for (column, share) in band.share.iter().enumerate() {
                let edge = |c: usize| start as f64 + span as f64 * c as f64 / f64::from(columns);
                let last = (column + 1 == columns as usize).then_some(start + span);
                let (naive, any) = naive_share(&trace, tracks, edge(column), edge(column + 1), last);
                let off = (f64::from(*share) - naive * 255.0).abs();
                prop_assert!(off <= 1.0, "column {column}: {share} for {}", naive * 255.0);
                // Below a billionth, floats cannot tell.
                prop_assert!(!any || *share >= 1 || naive.abs() < 1e-9 && naive > 0.0);
                prop_assert!(any || *share == 0 || naive.abs() > 0.0, "column {column} is empty");
            }
        }
        let index = TraceIndex::new(&trace);
        for track in 0..4 {
            let (share, _) = naive_share(&trace, &[track], -1.0, 1e6, None);
            let ticks = index.track_busy(&trace, TrackId(track)) as f64;
            prop_assert!((share * (1e6 + 1.0) - ticks).abs() < 0.01);
        }
    }

    #[test]
    fn counters_keep_extremes_and_last_values(
        steps in prop::collection::vec((prop_oneof![0i64..3, 0i64..100], -50i32..50), 0..500),
        start in -50i64..3_000, span in 1i64..5_000, columns in 1u32..100,
    ) {
        let mut time = 0;
        let points: Vec<(i64, f64)> = steps.iter().map(|&(gap, value)| {
            time += gap;
            (time, if value % 7 == 0 { f64::NAN } else { f64::from(value) })
        }).collect();
        let sketch = Sketch {
            processes: vec![vec![TrackKind::Counter(CounterId(0))]],
            counters: vec![(0, points.clone())],
            ..Sketch::default()
        };
        let frame = frame(&sketch.trace(), &[BandKey::Counter { track: TrackId(0) }], start, start + span, columns);
        let [Band::Counter(band)] = &frame.bands[..] else { panic!() };
        let line = &band.series[0];
        prop_assert!(line.time.len() <= columns as usize + 1);
        let before: Vec<_> = points.iter().filter(|p| p.0 < start).collect();
        let inside: Vec<_> = points.iter().filter(|p| p.0 >= start && p.0 <= start + span).collect();
        let column_of = |t: i64| ((t - start) * i64::from(columns) / span).min(i64::from(columns) - 1);
        let mut runs: Vec<Vec<&(i64, f64)>> = before.last().map(|p| vec![*p]).into_iter().collect();
        runs.extend(inside.chunk_by(|a, b| column_of(a.0) == column_of(b.0)).map(<[_]>::to_vec));
        prop_assert_eq!(line.time.len(), runs.len());
        for (i, run) in runs.iter().enumerate() {
            let numbers = || run.iter().map(|p| p.1).filter(|v| !v.is_nan());
            prop_assert_eq!(line.time[i], run[0].0);
            let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
            prop_assert!(same(line.low[i], numbers().fold(f64::NAN, f64::min)));
            prop_assert!(same(line.high[i], numbers().fold(f64::NAN, f64::max)));
            prop_assert!(same(line.last[i], run[run.len() - 1].1));
        }
    }

    #[test]
    fn every_instant_is_in_exactly_one_mark(
        instants in prop::collection::vec((0u32..2, 0i64..500, 0u8..3), 0..300),
        start in -10i64..400, span in 1i64..600, columns in 1u32..50,
    ) {
        let scope = |s| [Scope::Thread, Scope::Process, Scope::Global][s as usize];
        let sketch = Sketch {
            processes: vec![vec![TrackKind::Thread, TrackKind::Thread]],
            instants: instants.iter().map(|&(track, time, s)| (track, time, scope(s))).collect(),
            ..Sketch::default()
        };
        let bands: Vec<BandKey> =
            [0, 1].map(|track| BandKey::Rows { track: TrackId(track), first_row: 0, rows: 1 }).into();
        let frame = frame(&sketch.trace(), &bands, start, start + span, columns);
        let count = |wanted: &dyn Fn(&(u32, i64, u8)) -> bool| {
            let in_view = |i: &&(u32, i64, u8)| i.1 >= start && i.1 <= start + span && wanted(i);
            instants.iter().filter(in_view).count() as u32
        };
        for (track, band) in frame.bands.iter().enumerate() {
            let Band::Rows(band) = band else { panic!() };
            let all: u32 = band.marks.iter().map(|mark| mark.count).sum();
            prop_assert_eq!(all, count(&|i| i.0 == track as u32 && i.2 < 2));
            prop_assert!(band.marks.len() <= columns as usize);
            prop_assert!(band.marks.iter().all(|mark| mark.scope != Scope::Global));
            prop_assert!(band.marks.is_sorted_by(|a, b| a.time < b.time));
        }
        prop_assert_eq!(frame.globals.iter().map(|mark| mark.count).sum::<u32>(), count(&|i| i.2 == 2));
    }
}

#[test]
fn the_axis_holds_zero_unless_all_values_are_far_from_it() {
    let axis = |values: &[f64]| {
        let points = values.iter().enumerate().map(|(i, &value)| (i as i64, value)).collect();
        let sketch = Sketch {
            processes: vec![vec![TrackKind::Counter(CounterId(0))]],
            counters: vec![(0, points)],
            ..Sketch::default()
        };
        match &frame(&sketch.trace(), &[BandKey::Counter { track: TrackId(0) }], 0, 10, 10).bands[..] {
            [Band::Counter(band)] => (band.min, band.max),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(axis(&[60.0, 80.0]), (0.0, 80.0));
    assert_eq!(axis(&[1400.0, 1410.0]), (1400.0, 1410.0));
    assert_eq!(axis(&[-3.0, -1.0]), (-3.0, 0.0));
    assert_eq!(axis(&[-1410.0, -1400.0]), (-1410.0, -1400.0));
    assert_eq!(axis(&[-5.0, 7.0]), (-5.0, 7.0));
    assert_eq!(axis(&[5.0, 5.0]), (0.0, 5.0));
    assert_eq!(axis(&[f64::NAN, 2.0, f64::INFINITY]), (0.0, 2.0));
    assert_eq!(axis(&[]), (0.0, 1.0));
    assert_eq!(axis(&[0.0]), (0.0, 1.0));
}

#[test]
fn the_overview_shows_the_busiest_processes_in_their_order() {
    let mut sketch = Sketch { processes: vec![vec![TrackKind::Thread]; 9], ..Sketch::default() };
    for track in 0..8u32 {
        let dur = if track == 3 || track == 5 { 1 } else { 500 };
        sketch.pieces.push(Piece { track, lane: 0, depth: 0, start: 0, dur, name: "op", flags: 0 });
    }
    let trace = sketch.trace();
    let hits = Hits { slices: HitSet::new(8, [4]), ..Hits::default() };
    let seen = overview(&trace, &TraceIndex::new(&trace), 50, Some(&hits));
    let shown: Vec<u32> = seen.strips.iter().map(|strip| strip.process.0).collect();
    assert_eq!(shown, [0, 1, 2, 4, 6, 7]);
    assert!(seen.strips.iter().all(|strip| strip.share == vec![255; 50]));
    assert_eq!((seen.span, seen.hits), (Some(Interval::new(0, 500)), vec![0]));
}

#[test]
fn an_outlier_does_not_squeeze_the_overview_into_a_corner() {
    let mut trace = Sketch::thread().slice(0, 0, 1).slice(0, 1_000_000_000, 100).trace();
    trace.fit = Some(Interval::new(1_000_000_000, 1_000_000_100));
    assert_eq!(overview(&trace, &TraceIndex::new(&trace), 10, None).span, trace.fit);
    trace.fit = Some(Interval::new(500_000_000, 1_000_000_100));
    assert_eq!(overview(&trace, &TraceIndex::new(&trace), 10, None).span, trace.bounds);
}
