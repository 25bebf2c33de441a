//! Reads any bytes as each of Neuron's files, twice, cut differently, and
//! compares what comes out. The first byte of the input chooses the size of the
//! chunks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lowerscope::ingest::neuron::Reader;
use lowerscope::neuron::ProfileKind;
use lowerscope::trace::Trace;

const KINDS: [ProfileKind; 5] = [
    ProfileKind::Device,
    ProfileKind::System,
    ProfileKind::Summary,
    ProfileKind::Tables,
    ProfileKind::Neff,
];

fn read(kind: ProfileKind, bytes: &[u8], chunk: usize) -> Trace {
    let mut reader = Reader::new(kind, "f");
    bytes.chunks(chunk).for_each(|piece| reader.push(piece));
    reader.finish()
}

/// What must not depend on the cut.
fn told(trace: &Trace) -> String {
    let findings: Vec<_> = trace.health.findings().map(|found| (found.rule, found.count)).collect();
    let slices = &trace.slices;
    format!("{:?} {:?} {:?} {:?}", slices.start, slices.dur, trace.phases, findings)
}

fuzz_target!(|data: &[u8]| {
    let Some((&chunk, bytes)) = data.split_first() else {
        return;
    };
    let chunk = usize::from(chunk) + 1;
    for kind in KINDS {
        let (whole, cut) = (read(kind, bytes, usize::MAX), read(kind, bytes, chunk));
        assert_eq!(told(&whole), told(&cut));
        for row in &whole.rows {
            for (before, after) in row.slices().zip(row.slices().skip(1)) {
                assert!(whole.slices.start[before.index()] <= whole.slices.start[after.index()]);
            }
        }
    }
});
