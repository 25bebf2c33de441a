//! Made-up trace descriptions for tests of the layout and the view.

use crate::engine::protocol::{ProcessInfo, TraceId, TraceInfo, TrackInfo, TrackShape};
use crate::trace::{Interval, ProcessId, TimeUnit, TrackId};

/// A thread with some rows of slices.
pub fn thread(name: &str, rows: u32) -> TrackInfo {
    TrackInfo {
        track: TrackId(0),
        process: ProcessId(0),
        kind: TrackShape::Thread,
        name: name.to_owned(),
        tid: String::new(),
        rows,
        lane_rows: 0,
        lane_starts: Vec::new(),
        row_names: Vec::new(),
        slices: u64::from(rows),
        instants: 0,
        busy: 0,
        unit: String::new(),
        last_value: None,
        folded: false,
    }
}

pub fn counter(name: &str) -> TrackInfo {
    TrackInfo { kind: TrackShape::Counter, ..thread(name, 0) }
}

/// A trace from 0 to 1 ms with these processes.
pub fn info(processes: &[(&str, Vec<TrackInfo>)]) -> TraceInfo {
    let mut info = TraceInfo {
        trace: TraceId(1),
        file: "sample.json".to_owned(),
        format: String::new(),
        packed_bytes: 0,
        text_bytes: 0,
        unit: TimeUnit::Nanos,
        base_time_ns: None,
        rank: None,
        events: 0,
        slices: 0,
        instants: 0,
        links: 0,
        bounds: Interval::new(0, 1_000_000),
        fit: Interval::new(0, 1_000_000),
        processes: Vec::new(),
        tracks: Vec::new(),
        warnings: 0,
        cut: None,
        is_interrupted: false,
        read_ms: 0.0,
        memory_bytes: 0,
        neuron: None,
        runs_neffs: false,
        synthetic: false,
        part: None,
    };
    for (name, tracks) in processes {
        let process = ProcessId(info.processes.len() as u32);
        let first_track = info.tracks.len() as u32;
        for track in tracks {
            info.tracks.push(TrackInfo {
                track: TrackId(info.tracks.len() as u32),
                process,
                ..track.clone()
            });
        }
        info.processes.push(ProcessInfo {
            process,
            name: (*name).to_owned(),
            pid: process.0.to_string(),
            labels: Vec::new(),
            first_track,
            end_track: info.tracks.len() as u32,
            folded: false,
        });
    }
    info
}
