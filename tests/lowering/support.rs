//! Files to traces.

use lowerscope::engine::protocol::TraceId;
use lowerscope::ingest::json::Reader;
use lowerscope::lowering::compare::{Measured, Recorded, compare};
use lowerscope::lowering::comparison::RegionChoice;
use lowerscope::lowering::profile::{Figure, Instance, PathProfile, RegionKey, RegionKind};
use lowerscope::lowering::stats::percentile;
use lowerscope::lowering::{Attribution, Comparison, profile};
use lowerscope::trace::Trace;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The folder with `corpus` and `captures`, if it is there.
pub fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("LOWERSCOPE_SHARED").map_or(beside, PathBuf::from);
    let found = folder.join("corpus/oracle.jsonl").is_file();
    if !found {
        println!("skipped: no corpus");
    }
    found.then_some(folder)
}

pub fn read(path: &Path) -> Trace {
    let bytes = std::fs::read(path).unwrap();
    let mut text = Vec::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut text).unwrap();
    } else {
        text = bytes;
    }
    let mut reader = Reader::new(&path.file_name().unwrap().to_string_lossy());
    for chunk in text.chunks(1 << 20) {
        reader.push(chunk);
    }
    reader.finish()
}

pub fn key(kind: RegionKind, name: &str) -> RegionKey {
    RegionKey { kind, name: name.to_owned() }
}

pub fn profile_of(trace: &Trace, kind: RegionKind, name: &str) -> PathProfile {
    let attribution = Attribution::new(trace);
    profile(trace, &attribution, &RegionChoice::Key(key(kind, name))).unwrap()
}

/// p10, median and p90 of a figure over the instances: p10 and p90 as the
/// instances at the nearest rank, which is how the expected ones were taken.
pub fn nearest_ranks(profile: &PathProfile, figure: fn(&Instance) -> i64) -> [f64; 3] {
    let mut all: Vec<i64> = profile.instances.iter().map(figure).collect();
    all.sort_unstable();
    let at = |share: f64| all[(share * (all.len() - 1) as f64).round() as usize] as f64;
    [at(0.1), percentile(&all, 0.5), at(0.9)]
}

pub fn median_us(profile: &PathProfile, figure: fn(&Instance) -> i64) -> f64 {
    nearest_ranks(profile, figure)[1] / 1000.0
}

pub fn known(figure: Figure) -> f64 {
    match figure {
        Figure::Known(value) => value,
        Figure::Unknown(reason) => panic!("unknown: {reason:?}"),
    }
}

/// Traces of one region side by side, the first as the baseline.
pub fn compared(traces: &[Trace], names: &[&str], region: &RegionKey) -> Comparison {
    let paths = traces.iter().zip(names).zip(0..).map(|((trace, name), at)| Measured {
        name: (*name).to_owned(),
        recordings: vec![Recorded {
            trace: TraceId(at),
            file: format!("{name}.json"),
            warm_up_ns: 0,
            profile: profile_of(trace, region.kind, &region.name),
        }],
    });
    compare(&paths.collect::<Vec<_>>(), 0, None).unwrap()
}

/// Files of traces below a folder, the largest left out.
pub fn traces_below(folder: PathBuf) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![folder], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".json") || name.ends_with(".json.gz") {
                found.push(path);
            }
        }
    }
    found.retain(|path| std::fs::metadata(path).unwrap().len() < 8 << 20);
    found
}
