//! Bounds on what a frame holds.

use crate::sketch::{Piece, Sketch, style};
use lowerscope::timeline::frame::*;
use lowerscope::timeline::{TraceIndex, build_frame};
use lowerscope::trace::*;

#[test]
fn a_crowded_frame_is_coarser_and_loses_nothing() {
    let (rows, per_row) = (60u32, 20_000i64);
    let mut sketch = Sketch::thread();
    for depth in 0..rows {
        for i in 0..per_row {
            let piece = Piece { track: 0, lane: 0, depth, start: 10 * i, dur: 4, name: "op", flags: 0 };
            sketch.pieces.push(piece);
        }
    }
    let trace = sketch.trace();
    let band = BandKey::Rows { track: TrackId(0), first_row: 0, rows };
    let request = FrameRequest {
        start: 0,
        end: 10 * per_row,
        columns: 12_000,
        bands: vec![band],
        arrows: Arrows::None,
    };
    let frame = build_frame(&trace, &TraceIndex::new(&trace), &style(None), &request);
    let [Band::Rows(band)] = &frame.bands[..] else { panic!() };
    assert!(band.len() <= 300_000, "{} boxes", band.len());
    assert!(band.len() >= 75_000, "{} boxes", band.len());
    let all: u64 = band.count.iter().map(|&count| u64::from(count)).sum();
    assert_eq!(all, u64::from(rows) * per_row as u64);
}

#[test]
fn the_index_costs_few_bytes_for_a_slice() {
    let mut sketch = Sketch { processes: vec![vec![TrackKind::Thread; 3]], ..Sketch::default() };
    for track in 0..3 {
        for i in 0..100_000i64 {
            for lane in 0..2 {
                let start = 20_000 * i + 3_000 * i64::from(lane);
                let piece = Piece { track, lane, depth: 0, start, dur: 2_000, name: "op", flags: 0 };
                sketch.pieces.push(piece);
            }
        }
    }
    let trace = sketch.trace();
    let index = TraceIndex::new(&trace);
    let per_slice = |index: &TraceIndex| index.memory_bytes() as f64 / trace.slices.len() as f64;
    assert!(per_slice(&index) < 2.0, "{}", per_slice(&index));
    for track in 0..3 {
        assert_eq!(index.track_busy(&trace, TrackId(track)), 100_000 * 4_000);
    }
    assert_eq!(index.process_busy(&trace, ProcessId(0)), 100_000 * 4_000);
    // The worst case: all slices outermost, on lanes that never touch.
    assert!(per_slice(&index) < 8.0, "{}", per_slice(&index));
}
