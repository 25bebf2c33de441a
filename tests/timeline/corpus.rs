//! Frames of real traces. The corpus lies beside the project, or nowhere.

use crate::sketch::style;
use flate2::read::MultiGzDecoder;
use lowerscope::analysis::busy::busy_ticks;
use lowerscope::ingest::json::Reader;
use lowerscope::timeline::frame::*;
use lowerscope::timeline::{TraceIndex, build_frame, overview};
use lowerscope::trace::*;
use std::io::Read;
use std::path::{Path, PathBuf};

const CORPUS: &str = "../shared/corpus";

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            files(&path, found);
        } else if name.ends_with(".json") || name.ends_with(".json.gz") {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> Trace {
    let packed = std::fs::read(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut text = Vec::new();
    if packed.starts_with(&[0x1f, 0x8b]) {
        // A damaged end is the containers' business; what came is read.
        let _ = MultiGzDecoder::new(&packed[..]).read_to_end(&mut text);
    } else {
        text = packed;
    }
    let mut reader = Reader::new(&path.to_string_lossy());
    reader.push(&text);
    reader.finish()
}

#[test]
fn nothing_of_a_real_trace_is_invisible() {
    let mut paths = Vec::new();
    files(Path::new(CORPUS), &mut paths);
    if paths.is_empty() {
        eprintln!("skipped: no corpus");
    }
    for path in paths {
        let trace = read(&path);
        let Some(bounds) = trace.bounds else { continue };
        let index = TraceIndex::new(&trace);
        check_all(&path, &trace, &index, bounds);
        check_busy(&path, &trace, &index, bounds);
        let strips = overview(&trace, &index, 300, None).strips;
        assert!(strips.iter().all(|strip| strip.share.len() == 300), "{path:?}");
    }
}

fn check_all(path: &Path, trace: &Trace, index: &TraceIndex, bounds: Interval) {
    let tracks = || (0..trace.tracks.len() as u32).map(TrackId);
    let bands: Vec<BandKey> =
        tracks().map(|track| BandKey::Rows { track, first_row: 0, rows: u32::MAX }).collect();
    for (columns, parts) in [(1, 1), (700, 1), (700, 7)] {
        let mut slices = vec![0u64; trace.tracks.len()];
        let mut instants = 0u64;
        for part in 0..parts {
            let (start, end) = (
                bounds.start + bounds.len() / parts * part,
                bounds.start + bounds.len() / parts * (part + 1),
            );
            let end = if part + 1 == parts { bounds.end } else { end };
            let request = FrameRequest { start, end, columns, bands: bands.clone(), arrows: Arrows::All };
            let frame = build_frame(trace, index, &style(None), &request);
            for (track, band) in frame.bands.iter().enumerate() {
                let Band::Rows(band) = band else { panic!() };
                slices[track] += band.count.iter().map(|&count| u64::from(count)).sum::<u64>();
                instants += band.marks.iter().map(|mark| u64::from(mark.count)).sum::<u64>();
                for i in 1..band.len() {
                    let same_row = band.row[i - 1] == band.row[i];
                    assert!(!same_row || band.end[i - 1] <= band.start[i], "{path:?}: boxes overlap");
                }
            }
            instants += frame.globals.iter().map(|mark| u64::from(mark.count)).sum::<u64>();
            assert!(frame.arrows.len() <= 2_000);
        }
        for (track, &seen) in trace.tracks.iter().zip(&slices) {
            let all = u64::from(track.slices.end - track.slices.start);
            // Those that reach over an edge are in both parts.
            assert!(if parts == 1 { seen == all } else { seen >= all }, "{path:?}: {seen} of {all} slices");
        }
        assert!(instants >= trace.instants.len() as u64, "{path:?}: {instants} instants");
    }
}

fn check_busy(path: &Path, trace: &Trace, index: &TraceIndex, bounds: Interval) {
    for track in (0..trace.tracks.len() as u32).map(TrackId) {
        let (ours, plain) = (index.track_busy(trace, track), busy_ticks(trace, &[track], bounds));
        assert_eq!(ours, plain, "{path:?}: {}", trace.track_label(track));
    }
}
