//! What a frame costs as a trace grows: it should not.
//!
//! `cargo bench --bench frames`. Ten million slices need about 1 GB.

use divan::{Bencher, black_box};
use lowerscope::timeline::frame::{Arrows, BandKey, FrameRequest};
use lowerscope::timeline::{HitSet, Hits, TraceIndex, build_frame, overview};
use lowerscope::trace::{CounterId, LinkEnd, ProcessId, SliceId, Trace, TrackId, TrackKind};

// The tests use more of it.
#[allow(dead_code)]
#[path = "../tests/timeline/sketch.rs"]
mod sketch;
use sketch::{Piece, Sketch, flow, style};

const SIZES: [usize; 3] = [100_000, 1_000_000, 10_000_000];
/// A window of 1,920 pixels, widened threefold.
const COLUMNS: u32 = 5_760;
const ROWS: u32 = 8;

fn main() {
    divan::main();
}

/// A thread with eight rows that hold `slices` together, a stream with two
/// lanes of a tenth as many, and a counter.
fn trace(slices: usize) -> Trace {
    let kinds = vec![vec![TrackKind::Thread, TrackKind::Counter(CounterId(0))], vec![TrackKind::Thread]];
    let mut sketch = Sketch { processes: kinds, ..Sketch::default() };
    let per_row = (slices / ROWS as usize) as i64;
    let mut random = 1u64;
    let mut next = move |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) % below) as i64
    };
    sketch.pieces.reserve(slices * 11 / 10);
    for depth in 0..ROWS {
        for i in 0..per_row {
            let (start, dur) = (10_000 * i + next(2_000), next(8_000));
            sketch.pieces.push(Piece { track: 0, lane: 0, depth, start, dur, name: "aten::mul", flags: 0 });
        }
    }
    for lane in 0..2 {
        for i in 0..per_row * 8 / 20 {
            let (start, dur) = (25_000 * i + next(10_000), next(15_000));
            sketch.pieces.push(Piece { track: 2, lane, depth: 0, start, dur, name: "kernel", flags: 0 });
        }
    }
    let points = (0..slices as i64 / 4).map(|i| (40_000 * i / 8 * 4, next(1_000) as f64));
    sketch.counters = vec![(1, points.collect())];
    let links = (0..per_row * 8 / 20).map(|i| {
        let from = LinkEnd { slice: SliceId(i as u32), track: TrackId(0), time: 0 };
        let to = LinkEnd { slice: SliceId((per_row * 8 + i) as u32), track: TrackId(2), time: 0 };
        flow(from, to)
    });
    sketch.links = links.collect();
    sketch.trace()
}

fn frame(bencher: Bencher<'_, '_>, slices: usize, part: i64, band: BandKey, arrows: Arrows) {
    let trace = trace(slices);
    let index = TraceIndex::new(&trace);
    let hits = Hits {
        slices: HitSet::new(trace.slices.len(), (0..trace.slices.len() as u32).step_by(1000)),
        instants: HitSet::default(),
    };
    let span = trace.bounds.map_or(0, |bounds| bounds.end) / part;
    let request = FrameRequest { start: 0, end: span, columns: COLUMNS, bands: vec![band], arrows };
    bencher.bench_local(|| build_frame(&trace, &index, &style(Some(&hits)), black_box(&request)));
}

const ALL_ROWS: BandKey = BandKey::Rows { track: TrackId(0), first_row: 0, rows: ROWS };

#[divan::bench(args = SIZES)]
fn eight_rows_zoomed_out(bencher: Bencher<'_, '_>, slices: usize) {
    frame(bencher, slices, 1, ALL_ROWS, Arrows::None);
}

#[divan::bench(args = SIZES)]
fn eight_rows_of_a_tenth(bencher: Bencher<'_, '_>, slices: usize) {
    frame(bencher, slices, 10, ALL_ROWS, Arrows::None);
}

#[divan::bench(args = SIZES)]
fn busy_row(bencher: Bencher<'_, '_>, slices: usize) {
    frame(bencher, slices, 1, BandKey::Busy { track: TrackId(0) }, Arrows::None);
}

#[divan::bench(args = SIZES)]
fn busy_union_of_lanes(bencher: Bencher<'_, '_>, slices: usize) {
    frame(bencher, slices, 1, BandKey::ProcessBusy { process: ProcessId(1) }, Arrows::None);
}

#[divan::bench(args = SIZES)]
fn counter(bencher: Bencher<'_, '_>, slices: usize) {
    frame(bencher, slices, 1, BandKey::Counter { track: TrackId(1) }, Arrows::None);
}

#[divan::bench(args = SIZES)]
fn all_arrows(bencher: Bencher<'_, '_>, slices: usize) {
    frame(bencher, slices, 1, BandKey::Busy { track: TrackId(2) }, Arrows::All);
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn index(bencher: Bencher<'_, '_>, slices: usize) {
    let trace = trace(slices);
    bencher.bench_local(|| TraceIndex::new(black_box(&trace)));
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn index_and_overview(bencher: Bencher<'_, '_>, slices: usize) {
    let trace = trace(slices);
    bencher.bench_local(|| {
        let index = TraceIndex::new(black_box(&trace));
        overview(&trace, &index, 1_920, None)
    });
}
