//! What several tests share.

#![allow(dead_code, clippy::print_stdout, reason = "each test uses a part, and says what it skips")]

use lowerscope::trace::{SliceId, Trace};
use std::path::{Path, PathBuf};

/// The folder of files that are not part of the project: beside it, or where
/// `LOWERSCOPE_SHARED` says.
pub fn shared() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    std::env::var_os("LOWERSCOPE_SHARED").map_or(beside, PathBuf::from)
}

/// The Neuron profile whose file name contains some text. Says when there is
/// none, so that nobody takes a skipped test for a passed one.
pub fn neuron_file(named: &str) -> Option<PathBuf> {
    let files = std::fs::read_dir(shared().join("corpus/neuron"));
    let mut paths: Vec<PathBuf> =
        files.into_iter().flatten().filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort();
    let found = paths.into_iter().find(|path| path.to_string_lossy().contains(named));
    if found.is_none() {
        println!("skipped: no corpus with {named}");
    }
    found
}

/// All that a reader says, as text. The first characters at a finding are left
/// out: how many there are depends on what has come by then.
pub fn summary(trace: &Trace) -> String {
    let slices = (0..trace.slices.len() as u32).map(SliceId).map(|slice| {
        let i = slice.index();
        format!(
            "{} {} {} {:?} {:?} {:?}",
            trace.slice_name(slice),
            trace.slices.start[i],
            trace.slices.dur[i],
            trace.slices.flags[i],
            trace.depth_and_lane_of(slice),
            trace.args.get(trace.slices.args[i]),
        )
    });
    let tracks: Vec<_> =
        trace.tracks.iter().map(|t| (trace.strings.get(t.name).to_owned(), t.rows.clone())).collect();
    let series = trace.counters.iter().flat_map(|counter| &counter.series);
    let points: Vec<_> = series.map(|series| (&series.time, format!("{:?}", series.value))).collect();
    let findings = trace.health.findings().map(|finding| {
        let places = finding.first.iter().map(|place| (place.byte, place.event));
        format!("{:?} {} {:?}", finding.rule, finding.count, places.collect::<Vec<_>>())
    });
    format!(
        "{:?} {tracks:?} {:?} {:?} {points:?} {:?} {:?} {:?} {:?}",
        slices.collect::<Vec<_>>(),
        trace.instants.time,
        trace.links.all(),
        trace.phases,
        findings.collect::<Vec<_>>(),
        trace.health.cut,
        trace.metadata,
    )
}
