//! Input at the limits: no panic, and an answer that makes sense.

use crate::sketch::{Piece, Sketch, flow, style};
use lowerscope::timeline::frame::*;
use lowerscope::timeline::{HitSet, Hits, TraceIndex, build_frame, overview};
use lowerscope::trace::*;
use proptest::prelude::*;

fn all_bands(tracks: u32) -> Vec<BandKey> {
    let each = (0..tracks).chain([u32::MAX, 77]).flat_map(|track| {
        let track = TrackId(track);
        [
            BandKey::Rows { track, first_row: 0, rows: u32::MAX },
            BandKey::Busy { track },
            BandKey::Counter { track },
            BandKey::ProcessBusy { process: ProcessId(track.0) },
        ]
    });
    each.collect()
}

fn try_everything(trace: &Trace, start: i64, end: i64, columns: u32) -> Frame {
    let index = TraceIndex::new(trace);
    let hits = Hits {
        slices: HitSet::new(trace.slices.len(), [0]),
        instants: HitSet::new(trace.instants.len(), [0]),
    };
    let arrows = [
        Arrows::None,
        Arrows::Of(SliceId(0)),
        Arrows::Of(SliceId::NONE),
        Arrows::Of(SliceId(99)),
        Arrows::All,
    ];
    let frames = arrows.map(|arrows| {
        let request =
            FrameRequest { start, end, columns, bands: all_bands(trace.tracks.len() as u32), arrows };
        let frame = build_frame(trace, &index, &style(Some(&hits)), &request);
        assert_eq!(frame.bands.len(), request.bands.len());
        assert!(frame.columns <= columns);
        for band in &frame.bands {
            if let Band::Busy(band) = band {
                assert_eq!(band.share.len(), frame.columns as usize);
            }
        }
        frame
    });
    let _ = overview(trace, &index, columns, Some(&hits));
    let [.., all] = frames;
    all
}

#[test]
fn an_empty_trace_gives_empty_bands() {
    let frame = try_everything(&Trace::default(), 0, 100, 50);
    assert!(frame.names.is_empty() && frame.globals.is_empty() && frame.arrows.is_empty());
}

#[test]
fn a_span_of_nothing_still_shows_what_lies_there() {
    let trace = Sketch::thread().slice(0, 0, 100).trace();
    let frame = try_everything(&trace, 50, 50, 10);
    let Band::Rows(rows) = &frame.bands[0] else { panic!() };
    assert_eq!(rows.slice, [SliceId(0)]);
    let frame = try_everything(&trace, 50, -50, 10);
    let Band::Rows(rows) = &frame.bands[0] else { panic!() };
    assert_eq!(rows.slice, [SliceId(0)]);
}

#[test]
fn no_columns_are_no_boxes() {
    let trace = Sketch::thread().slice(0, 0, 100).trace();
    let frame = try_everything(&trace, 0, 100, 0);
    let Band::Rows(rows) = &frame.bands[0] else { panic!() };
    assert!(rows.is_empty());
}

#[test]
fn the_longest_slice_that_can_be_fills_its_band() {
    let trace = Sketch::thread().slice(0, i64::MIN, i64::MAX).slice(0, -1, i64::MAX).trace();
    let frame = try_everything(&trace, i64::MIN, i64::MAX, 1000);
    let Band::Rows(rows) = &frame.bands[0] else { panic!() };
    assert_eq!(rows.count, [1, 1]);
    let Band::Busy(busy) = &frame.bands[1] else { panic!() };
    assert!(busy.share.iter().all(|share| *share == 255));
    assert_eq!(TraceIndex::new(&trace).track_busy(&trace, TrackId(0)), i64::MAX);
}

fn edgy() -> impl Strategy<Value = i64> {
    prop_oneof![
        Just(i64::MIN),
        Just(i64::MIN + 1),
        Just(-1i64),
        Just(0i64),
        Just(1i64),
        Just(i64::MAX - 1),
        Just(i64::MAX),
        Just(1_700_000_000_000_000_000i64),
        any::<i64>(),
        -100i64..100,
    ]
}

proptest! {
    #[test]
    fn nothing_panics_even_where_slices_overlap(
        pieces in prop::collection::vec((0u32..3, 0u32..3, 0u32..3, edgy(), edgy(), 0u16..256), 0..60),
        instants in prop::collection::vec((0u32..3, edgy(), 0u8..3), 0..20),
        points in prop::collection::vec((edgy(), any::<f64>()), 0..60),
        start in edgy(), end in edgy(), columns in prop_oneof![0u32..200, Just(u32::MAX)],
    ) {
        let mut sketch = Sketch {
            processes: vec![
                vec![TrackKind::Thread, TrackKind::Async, TrackKind::Counter(CounterId(0))],
                vec![TrackKind::States],
            ],
            ..Sketch::default()
        };
        for (track, lane, depth, start, dur, flags) in pieces {
            let dur = dur.checked_abs().unwrap_or(i64::MAX);
            let track = if track == 2 { 3 } else { track };
            sketch.pieces.push(Piece { track, lane, depth, start, dur, name: "op", flags });
        }
        for (track, time, scope) in instants {
            sketch.instants.push((track, time, [Scope::Thread, Scope::Process, Scope::Global][scope as usize]));
        }
        let mut points = points;
        points.sort_by_key(|point| point.0);
        sketch.counters = vec![(2, points)];
        if let Some(piece) = sketch.pieces.first() {
            let slice = LinkEnd { slice: SliceId(0), track: TrackId(piece.track), time: piece.start };
            sketch.links = vec![flow(slice, LinkEnd::MISSING), flow(slice, slice)];
        }
        let trace = sketch.trace();
        try_everything(&trace, start, end, columns);
    }
}
