//! Real files, where a folder with them is at hand.

use std::path::{Path, PathBuf};

use super::{Foreign, HEAD_BYTES, Looks, sniff};
use crate::ingest::container::{NoteKind, Unpacked, Unpacker};

/// The folder with real files; `None` (and a word about it) when absent.
fn shared(part: &str) -> Option<PathBuf> {
    let base = std::env::var_os("LOWERSCOPE_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let folder = base.join(part);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no corpus");
    None
}

fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Looks at what is inside, as the reader of files does.
fn look(path: &Path) -> Looks {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy();
    let outer = sniff(&bytes, true, &name);
    let Looks::Packed(_) = outer else {
        return outer;
    };
    let mut head = Vec::new();
    let mut plain = 0;
    let mut sink = |unpacked: Unpacked<'_>| {
        if let Unpacked::Bytes(piece) = unpacked {
            plain += piece.len();
            let wanted = HEAD_BYTES - head.len();
            head.extend_from_slice(&piece[..wanted.min(piece.len())]);
        }
    };
    let mut unpacker = Unpacker::new(&name, Some(bytes.len() as u64));
    unpacker.push(&bytes, &mut sink);
    let notes = unpacker.finish(&mut sink);
    let is_sound = notes.iter().all(|note| note.kind == NoteKind::GzipTruncated);
    assert!(is_sound, "{}: {notes:?}", path.display());
    sniff(&head, plain <= HEAD_BYTES, &name)
}

fn expect(part: &str, ending: &str, wanted: Foreign) {
    let Some(folder) = shared(part) else {
        return;
    };
    let mut seen = 0;
    for path in files_under(&folder) {
        if path.to_string_lossy().ends_with(ending) {
            seen += 1;
            match look(&path) {
                Looks::Foreign(found) if found.what == wanted => {}
                other => panic!("{}: {other:?}", path.display()),
            }
        }
    }
    assert!(seen > 0, "no file ends in {ending}");
}

#[test]
fn foreign_files_of_the_corpus_are_recognised() {
    expect("corpus/xprof", ".xplane.pb", Foreign::XPlane);
    expect("corpus/tracelens", ".xplane.pb", Foreign::XPlane);
    expect("corpus/perfetto", "trace", Foreign::PerfettoProto);
    expect("corpus/perfetto", ".pftrace.gz", Foreign::PerfettoProto);
    expect("corpus/tlparse", "", Foreign::TorchTraceLog);
    expect("corpus/tritonparse", ".ndjson", Foreign::TritonParse);
    expect("corpus/hlo", ".txt", Foreign::HloText);
}

#[test]
fn foreign_files_of_the_captures_are_recognised() {
    expect("captures/perfetto", ".pftrace.gz", Foreign::PerfettoProto);
    expect("captures/jax", ".xplane.pb.gz", Foreign::XPlane);
    expect("captures/jax", "hlo_optimized.txt", Foreign::HloText);
    expect("captures/jax", ".mlir", Foreign::Mlir);
    expect("captures/ir", "torch_logs.txt", Foreign::TorchLog);
    expect("captures/ir", "torch_trace.log", Foreign::TorchTraceLog);
    expect("captures/torch", "_execution_trace.json.gz", Foreign::TorchExecutionTrace);
    expect("captures/torch", ".timing.json", Foreign::OtherJson);
}

#[test]
fn no_trace_is_turned_away() {
    let foreign = [
        "corpus/xprof",
        "corpus/perfetto",
        "corpus/tlparse",
        "corpus/tritonparse",
        "corpus/hlo",
        "corpus/neuron",
    ];
    let Some(folder) = shared("corpus") else {
        return;
    };
    let mut seen = 0;
    for path in files_under(&folder) {
        let text = path.to_string_lossy().into_owned();
        let is_trace = text.ends_with(".json") || text.ends_with(".json.gz");
        if is_trace && !foreign.iter().any(|part| text.contains(part)) {
            seen += 1;
            assert_eq!(look(&path), Looks::TraceEvents, "{text}");
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn no_readable_case_is_turned_away() {
    let Some(folder) = shared("spec/cases") else {
        return;
    };
    let own = ["expected.json", "peers.json", "README.md"];
    for path in files_under(&folder) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if own.contains(&name.as_str()) {
            continue;
        }
        let looks = look(&path);
        let is_kept = matches!(looks, Looks::TraceEvents | Looks::MaybeTraceEvents);
        assert!(is_kept || name.starts_with("47") || name.starts_with("45"), "{name}: {looks:?}");
    }
}
