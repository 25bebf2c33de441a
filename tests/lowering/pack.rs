//! Parts of traces, packed, give the figures of the whole.

use super::support::{read, shared, traces_below};
use lowerscope::engine::protocol::{Answer, Ask, TraceId};
use lowerscope::engine::{Engine, Want, protocol};
use lowerscope::export::comparison::{json, markdown};
use lowerscope::export::pack::{PackProblem, PackedTrace, Whole, pack};
use lowerscope::lowering::comparison::{PathRequest, RegionChoice, RegionIn, Request};
use lowerscope::lowering::profile::{RegionKey, RegionKind};
use lowerscope::lowering::region::{regions, suggested};
use lowerscope::lowering::{Attribution, Comparison, PathProfile, profile};
use lowerscope::text::Texts;
use lowerscope::trace::Trace;
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// More than any part of these traces takes.
const ALL: u64 = 8 << 20;
/// What has room in a link, about.
const LINK: u64 = 47_000;

fn packed(trace: &Trace, attribution: &Attribution, file: &str, measured: &PathProfile) -> PackedTrace {
    pack(Whole { trace, attribution, file, regions: &[measured] }, ALL as usize).unwrap()
}

/// The product itself says whether the figures are the same; each region of
/// each trace of a folder must be.
fn check_regions(folder: &Path, per_trace: usize) {
    let (mut count, mut others) = (0, Vec::new());
    for path in traces_below(folder.to_owned()) {
        let trace = read(&path);
        if trace.neuron.is_some() {
            continue;
        }
        let attribution = Attribution::new(&trace);
        for region in regions(&trace, &attribution).iter().take(per_trace) {
            let measured = profile(&trace, &attribution, &RegionChoice::Key(region.key.clone())).unwrap();
            let found = packed(&trace, &attribution, &path.file_name().unwrap().to_string_lossy(), &measured);
            count += 1;
            assert_eq!((found.instances, found.of), (measured.instances.len() as u32, found.instances));
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
    check_regions(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/traces"), 12);
}

#[test]
fn parts_of_other_recordings_have_the_figures_of_the_whole() {
    let Some(shared) = shared() else { return };
    check_regions(&shared.join("captures"), 8);
}

#[test]
fn parts_of_public_traces_have_the_figures_of_the_whole() {
    let Some(shared) = shared() else { return };
    check_regions(&shared.join("corpus"), 6);
}

/// Opens a file; `None` where it holds no trace.
fn open(engine: &mut Engine, name: &str, bytes: &[u8]) -> Option<TraceId> {
    let before = engine.trace_ids().count();
    let mut events = Vec::new();
    let load = engine.begin(name, Some(bytes.len() as u64));
    loop {
        match engine.want(load) {
            Want::Bytes { from, .. } if from < bytes.len() as u64 => {
                engine.push(load, &bytes[from as usize..], &mut events);
            }
            Want::Bytes { .. } => engine.end_of_file(load, &mut events),
            Want::Step => engine.step(load, &mut events),
            Want::Choice => engine.choose(load, &[], &mut events),
            Want::Rows | Want::Nothing => break,
        }
    }
    engine.trace_ids().nth(before)
}

fn opened(files: &[PathBuf]) -> (Engine, Vec<TraceId>) {
    let mut engine = Engine::native();
    let traces = files
        .iter()
        .map(|file| {
            let name = file.file_name().unwrap().to_string_lossy();
            open(&mut engine, &name, &std::fs::read(file).unwrap()).unwrap()
        })
        .collect();
    (engine, traces)
}

fn request(traces: &[TraceId], key: &RegionKey) -> Request {
    let path = |trace: &TraceId| PathRequest {
        name: String::new(),
        recordings: vec![RegionIn { trace: *trace, region: RegionChoice::Key(key.clone()) }],
    };
    Request { paths: traces.iter().map(path).collect(), baseline: 0, judge_by: None }
}

fn ask(engine: &mut Engine, body: Ask) -> Answer {
    engine.handle(protocol::Request { id: 0, body }).body
}

fn compared(engine: &mut Engine, request: &Request) -> Box<Comparison> {
    match ask(engine, Ask::Compare { request: request.clone() }) {
        Answer::Compared(Ok(comparison)) => comparison,
        other => panic!("{other:?}"),
    }
}

/// The region that such a comparison begins with.
fn region_of(engine: &mut Engine, traces: &[TraceId]) -> RegionKey {
    match ask(engine, Ask::Regions { traces: traces.to_vec() }) {
        Answer::Regions(rows) => suggested(&rows).unwrap().key.clone(),
        other => panic!("{other:?}"),
    }
}

/// Packs a comparison, opens the parts alone, and compares them.
fn again(parts: &[PackedTrace], request: &Request) -> Box<Comparison> {
    let mut engine = Engine::native();
    let opened: Vec<TraceId> =
        parts.iter().map(|part| open(&mut engine, &part.file, &part.gzip).unwrap()).collect();
    let mut known: Vec<TraceId> = Vec::new();
    let mut request = request.clone();
    for recording in request.paths.iter_mut().flat_map(|path| &mut path.recordings) {
        let at = known.iter().position(|trace| *trace == recording.trace).unwrap_or(known.len());
        if at == known.len() {
            known.push(recording.trace);
        }
        recording.trace = opened[at];
    }
    compared(&mut engine, &request)
}

/// Everything that a person reads of a comparison.
fn said(comparison: &Comparison) -> (serde_json::Value, String) {
    let texts = Texts::new("en");
    (without_places(json(&texts, comparison)), markdown(&texts, comparison))
}

/// The parts of an object that name no slices: numbers of these are a trace's own.
fn without_places(mut value: serde_json::Value) -> serde_json::Value {
    match &mut value {
        serde_json::Value::Object(members) => {
            members.remove("slices");
            members.values_mut().for_each(|member| *member = without_places(member.take()));
        }
        serde_json::Value::Array(all) => all.iter_mut().for_each(|one| *one = without_places(one.take())),
        _ => {}
    }
    value
}

/// Compares some files, and their parts; gives the bytes of the parts.
fn check_comparison(files: &[PathBuf], key: Option<RegionKey>) -> usize {
    let (mut engine, traces) = opened(files);
    let key = key.unwrap_or_else(|| region_of(&mut engine, &traces));
    let request = request(&traces, &key);
    let whole = compared(&mut engine, &request);
    let parts = engine.pack(&request, ALL).unwrap();
    assert!(parts.iter().all(|part| part.same), "{files:?} {key:?}");
    let found = again(&parts, &request);
    assert_eq!(said(&found), said(&whole), "{files:?} {key:?}");
    for (found, whole) in found.paths.iter().zip(&whole.paths) {
        assert_eq!(
            (found.total, found.host, found.busy, found.span),
            (whole.total, whole.host, whole.busy, whole.span)
        );
        assert_eq!((&found.durations_ns, &found.metrics), (&whole.durations_ns, &whole.metrics));
        assert_eq!((&found.recording, found.median_instance), (&whole.recording, whole.median_instance));
    }
    assert_eq!(found.verdict.certainty, whole.verdict.certainty);
    assert_eq!(found.verdict.caveats, whole.verdict.caveats);
    let terms = |comparison: &Comparison| {
        comparison.explanations.iter().map(|one| (one.delta_ns, one.terms.clone())).collect::<Vec<_>>()
    };
    assert_eq!(terms(&found), terms(&whole));
    parts.iter().map(|part| part.gzip.len()).sum()
}

fn report(what: &str, bytes: usize) {
    println!("{what}: {bytes} bytes, {} characters", bytes.saturating_mul(4).div_ceil(3));
}

fn example(names: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/traces");
    names.iter().map(|name| folder.join(format!("{name}.json.gz"))).collect()
}

const BF16: [&str; 3] =
    ["rmsnorm/layer_naive_bf16", "rmsnorm/layer_fused_bf16", "rmsnorm/layer_compiled_bf16"];

fn op(name: &str) -> RegionKey {
    RegionKey { kind: RegionKind::Op, name: name.to_owned() }
}

#[test]
fn comparisons_of_parts_read_as_those_of_the_whole() {
    report("three ways to write a norm, bf16", check_comparison(&example(&BF16), None));
    let f32 = BF16.map(|name| name.replace("bf16", "f32"));
    let f32: Vec<&str> = f32.iter().map(String::as_str).collect();
    report("three ways to write a norm, f32", check_comparison(&example(&f32), None));
    report("one op of two paths", check_comparison(&example(&BF16[..2]), Some(op("aten::rsqrt"))));
    report("a block", check_comparison(&example(&["rmsnorm_block"]), None));
    report("a training step", check_comparison(&example(&["llama_train"]), None));
    let neuron = ["naive", "compiled", "rms_norm"].map(|path| format!("neuron_rmsnorm/rmsnorm_{path}"));
    let neuron: Vec<&str> = neuron.iter().map(String::as_str).collect();
    report("three ways on a Neuron device", check_comparison(&example(&neuron), None));
}

#[test]
fn comparisons_of_parts_of_other_recordings_read_as_those_of_the_whole() {
    let Some(shared) = shared() else { return };
    let torch = |names: &[&str]| -> Vec<PathBuf> {
        let folder = shared.join("captures/torch");
        let file = |name: &&str| {
            let packed = folder.join(format!("{name}.json.gz"));
            if packed.is_file() { packed } else { folder.join(format!("{name}.json")) }
        };
        names.iter().map(file).collect()
    };
    for (scope, dtype, variant) in [
        ("layer", "f32", ""),
        ("layer", "bf16", ""),
        ("layer", "f32", "_stack"),
        ("layer", "bf16", "_stack"),
        ("block", "f32", ""),
        ("block", "bf16", ""),
        ("block", "f32", "_stack"),
        ("block", "bf16", "_stack"),
        ("train", "f32", ""),
    ] {
        let names =
            ["naive", "fused", "compiled"].map(|path| format!("rmsnorm/{scope}_{path}_{dtype}{variant}"));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        report(&format!("{scope} {dtype}{variant}"), check_comparison(&torch(&names), None));
    }
    report(
        "llama eager, compiled",
        check_comparison(&torch(&["llama/llama_eager_plain", "llama/llama_compiled_plain"]), None),
    );
    report("two ranks", check_comparison(&torch(&["ddp/rank0", "ddp/rank1"]), None));
    for (a, b) in [("eager", "jit"), ("jit", "grad")] {
        for dtype in ["f32", "bf16"] {
            let file = |way: &str| shared.join(format!("captures/jax/{way}_{dtype}/host.trace.json.gz"));
            report(&format!("jax {a} {b} {dtype}"), check_comparison(&[file(a), file(b)], None));
        }
    }
    let corpus = |name: &str| shared.join("corpus").join(name);
    for (files, kind, name) in [
        (
            vec![
                "tracelens/h100__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz",
                "tracelens/mi300__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz",
            ],
            RegionKind::Module,
            "Qwen2RMSNorm",
        ),
        (
            vec!["hta/trace_diff__control__control.json.gz", "hta/trace_diff__test__test.json.gz"],
            RegionKind::Annotation,
            "## forward ##",
        ),
    ] {
        let files: Vec<PathBuf> = files.into_iter().map(corpus).collect();
        let key = RegionKey { kind, name: name.to_owned() };
        report(name, check_comparison(&files, Some(key)));
    }
}

#[test]
fn where_not_all_have_room_some_instances_are_packed_and_the_part_says_so() {
    let (mut engine, traces) = opened(&example(&BF16));
    let request = request(&traces, &region_of(&mut engine, &traces));
    let all = engine.pack(&request, ALL).unwrap();
    let bytes: u64 = all.iter().map(|part| part.gzip.len() as u64).sum();
    let most = bytes * 2 / 3;
    let some = engine.pack(&request, most).unwrap();
    assert!(some.iter().map(|part| part.gzip.len() as u64).sum::<u64>() <= most);
    // The small one has all that it had.
    assert!(some[2].same && some[2].instances == 20, "{:?}", some[2].instances);
    assert!(some.iter().any(|part| !part.same && part.instances < part.of && part.of == 20));
    let found = again(&some, &request);
    for (part, path) in some.iter().zip(&found.paths) {
        assert_eq!(path.instance_count, part.instances);
        assert_eq!(path.recording.sample, (!part.same).then_some((part.instances, 20)));
    }
    let text = said(&found).1;
    let sample = some.iter().find(|part| !part.same).unwrap();
    assert!(text.contains(&format!("{} of its 20 instances", sample.instances)), "{text}");
    // The median instance is one of them.
    let whole = compared(&mut engine, &request);
    for (found, whole) in found.paths.iter().zip(&whole.paths) {
        let from_median = |ns: &i64| ((*ns as f64 - whole.total.median).abs() * 2.0) as i64;
        let nearest = |all: &[i64]| all.iter().map(from_median).min();
        assert_eq!(nearest(&found.durations_ns), nearest(&whole.durations_ns));
    }
}

#[test]
fn what_cannot_be_packed_has_its_reason() {
    let files = example(&["neuron_rmsnorm/neff_mul", "neuron_rmsnorm/neff_pow"]);
    let (mut engine, traces) = opened(&files);
    let key = region_of(&mut engine, &traces);
    let found = engine.pack(&request(&traces, &key), ALL);
    assert_eq!(found, Err(PackProblem::DeviceProfile { file: "neff_mul.json".to_owned() }));
    let (mut engine, traces) = opened(&example(&BF16[..2]));
    let key = region_of(&mut engine, &traces);
    let Err(PackProblem::TooLarge { bytes, most_bytes: 900 }) = engine.pack(&request(&traces, &key), 900)
    else {
        panic!("fits")
    };
    assert!(bytes > 900 && bytes < LINK, "{bytes}");
    assert!(matches!(engine.pack(&request(&traces, &op("nothing")), ALL), Err(PackProblem::Compare(_))));
    assert!(matches!(engine.pack(&request(&[], &key), ALL), Err(PackProblem::Compare(_))));
}

#[test]
fn a_part_of_a_part_is_one_of_the_whole() {
    let (mut engine, traces) = opened(&example(&BF16[..1]));
    let request = request(&traces, &region_of(&mut engine, &traces));
    let first = engine.pack(&request, ALL).unwrap().remove(0);
    let mut engine = Engine::native();
    let trace = open(&mut engine, "other.json.gz", &first.gzip).unwrap();
    let second = engine.pack(&self::request(&[trace], &op("aten::rsqrt")), ALL).unwrap().remove(0);
    assert_eq!((second.file.as_str(), second.same, second.of), ("layer_naive_bf16.json", true, 20));
    assert!(second.gzip.len() < first.gzip.len());
    // One with some instances stays one, though all of these are in it again.
    let (mut engine, traces) = opened(&example(&BF16[..1]));
    let request = self::request(&traces, &region_of(&mut engine, &traces));
    let some = engine.pack(&request, first.gzip.len() as u64 / 2).unwrap().remove(0);
    let mut engine = Engine::native();
    let trace = open(&mut engine, "other.json.gz", &some.gzip).unwrap();
    let key = region_of(&mut engine, &[trace]);
    let again = engine.pack(&self::request(&[trace], &key), ALL).unwrap().remove(0);
    assert_eq!((again.same, again.instances, again.of), (false, some.instances, 20));
}

/// One path of the examples, packed.
fn sample() -> Vec<u8> {
    let (mut engine, traces) = opened(&example(&BF16[2..]));
    let request = request(&traces, &region_of(&mut engine, &traces));
    engine.pack(&request, ALL).unwrap().remove(0).gzip
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_damaged_part_is_no_harm(cut in 0usize..4000, at in 0usize..4000, byte in any::<u8>()) {
        let mut bytes = sample();
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(bytes.len().saturating_sub(cut % bytes.len()));
        let mut engine = Engine::native();
        if let Some(trace) = open(&mut engine, "a.json.gz", &bytes) {
            let key = RegionKey { kind: RegionKind::Annotation, name: "rmsnorm".to_owned() };
            let request = request(&[trace], &key);
            let _ = ask(&mut engine, Ask::Compare { request: request.clone() });
            let _ = engine.pack(&request, LINK);
        }
    }

    #[test]
    fn whatever_a_file_says_of_its_whole_is_no_harm(value in r#"[-{}\[\]":,a-z_0-9]{0,40}"#, n in any::<i64>()) {
        let note = format!(
            r#"{{"part_of":"a","instances":{},"of":{},"orphans":{},"orphans_ns":{n},"device":true,"xla":true}}"#,
            n as u32, n as u16, n.unsigned_abs()
        );
        for note in [value, note] {
            let text = format!(
                r#"{{"lowerscope":{note},"traceEvents":[{{"ph":"X","pid":1,"tid":1,"name":"aten::mul","cat":"cpu_op","ts":0,"dur":5}}]}}"#
            );
            let mut engine = Engine::native();
            if let Some(trace) = open(&mut engine, "a.json", text.as_bytes()) {
                let request = request(&[trace], &op("aten::mul"));
                let _ = ask(&mut engine, Ask::Compare { request: request.clone() });
                let _ = engine.pack(&request, LINK);
            }
        }
    }
}
