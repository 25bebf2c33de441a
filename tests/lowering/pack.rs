//! Parts of traces, packed, give the figures of the whole.

use super::support::{read, shared, traces_below};
use lowerscope::export::pack::{PackedTrace, Whole, pack};
use lowerscope::lowering::comparison::RegionChoice;
use lowerscope::lowering::region::regions;
use lowerscope::lowering::{Attribution, PathProfile, profile};
use lowerscope::trace::Trace;
use std::path::Path;

/// More than any part of these traces takes.
const ALL: usize = 8 << 20;

fn packed(trace: &Trace, attribution: &Attribution, file: &str, measured: &PathProfile) -> PackedTrace {
    pack(Whole { trace, attribution, file, regions: &[measured] }, ALL).unwrap()
}

fn check_all(folder: &Path, per_trace: usize) {
    let (mut count, mut others) = (0, Vec::new());
    for path in traces_below(folder.to_owned()) {
        let trace = read(&path);
        if trace.neuron.is_some() {
            continue;
        }
        let attribution = Attribution::new(&trace);
        for region in regions(&trace, &attribution).iter().take(per_trace) {
            let measured = profile(&trace, &attribution, &RegionChoice::Key(region.key.clone())).unwrap();
            let name = path.file_name().unwrap().to_string_lossy();
            let found = packed(&trace, &attribution, &name, &measured);
            count += 1;
            println!("{} {} {} {:?} {}", found.same, found.gzip.len(), found.of, region.key, path.display());
            if !found.same {
                others.push(format!("{} {:?}", path.display(), region.key));
            }
        }
    }
    println!("{count} parts");
    assert!(others.is_empty(), "{} of {count} differ: {others:#?}", others.len());
}

#[test]
fn parts_of_the_examples_have_the_figures_of_the_whole() {
    check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/traces"), 12);
}

#[test]
fn parts_of_other_recordings_have_the_figures_of_the_whole() {
    let Some(shared) = shared() else { return };
    check_all(&shared.join("captures"), 8);
}

#[test]
fn parts_of_public_traces_have_the_figures_of_the_whole() {
    let Some(shared) = shared() else { return };
    check_all(&shared.join("corpus"), 6);
}
