//! The made-up RMSNorm on Trainium, `examples/traces/neuron_rmsnorm`: what the
//! model that made it says of each NEFF is what comes out of the files, and the
//! comparison follows from it.

use super::support::{key, known};
use lowerscope::engine::protocol::{Answer, Ask, NeffUse, Request, TraceId};
use lowerscope::engine::{Engine, Want};
use lowerscope::lowering::comparison::{
    Bound, Caveat, Certainty, Claim, Comparison, Metric, PathRequest, RegionChoice, RegionIn,
    Request as Paths, Term,
};
use lowerscope::lowering::metrics::metric;
use lowerscope::lowering::neff::Unjoined;
use lowerscope::lowering::neuron::Worker;
use lowerscope::lowering::profile::{Evidence, Figure, RegionKind};
use lowerscope::neuron::Engine as Unit;
use serde_json::Value;
use std::path::Path;

const PATHS: [&str; 3] = ["naive", "rms_norm", "compiled"];
/// NEFFs of each path; naive runs two for `aten::mul`.
const NEFFS: [&[&str]; 3] =
    [&["pow", "mean", "add", "rsqrt", "mul", "mul_weight"], &["rms_norm"], &["model_default_0"]];
/// From one NEFF to another on the device.
const SWITCH_NS: i64 = 6_200;

fn facts() -> Value {
    serde_json::from_str(include_str!("neuron_rmsnorm.json")).unwrap()
}

/// A figure summed over the NEFFs of a path, as the model says.
fn told(path: usize, what: &str) -> i64 {
    let facts = facts();
    NEFFS[path].iter().map(|neff| facts[neff][what].as_i64().unwrap()).sum()
}

fn opened(files: &[String]) -> (Engine, Vec<TraceId>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/traces/neuron_rmsnorm");
    let mut engine = Engine::native();
    for file in files {
        let bytes = std::fs::read(folder.join(format!("{file}.json.gz"))).unwrap();
        let mut events = Vec::new();
        let load = engine.begin(&format!("{file}.json.gz"), Some(bytes.len() as u64));
        loop {
            match engine.want(load) {
                Want::Bytes { from, .. } if from < bytes.len() as u64 => {
                    engine.push(load, &bytes[from as usize..], &mut events);
                }
                Want::Bytes { .. } => engine.end_of_file(load, &mut events),
                Want::Step => engine.step(load, &mut events),
                Want::Choice | Want::Rows | Want::Nothing => break,
            }
        }
    }
    let ids = engine.trace_ids().collect();
    (engine, ids)
}

fn traces() -> Vec<String> {
    PATHS.iter().map(|path| format!("rmsnorm_{path}")).collect()
}

fn profiles() -> Vec<String> {
    NEFFS.iter().flat_map(|neffs| neffs.iter()).map(|neff| format!("neff_{neff}")).collect()
}

fn everything() -> (Engine, Vec<TraceId>) {
    opened(&[traces(), profiles()].concat())
}

fn compared(engine: &mut Engine, traces: &[TraceId]) -> Comparison {
    let region = RegionChoice::Key(key(RegionKind::Annotation, "rmsnorm"));
    let path = |trace: &TraceId| PathRequest {
        name: String::new(),
        recordings: vec![RegionIn { trace: *trace, region: region.clone() }],
    };
    let request = Paths { paths: traces.iter().map(path).collect(), baseline: 0, judge_by: None };
    match engine.handle(Request { id: 0, body: Ask::Compare { request } }).body {
        Answer::Compared(Ok(found)) => *found,
        other => panic!("{other:?}"),
    }
}

fn neffs(engine: &mut Engine, trace: TraceId) -> Vec<NeffUse> {
    match engine.handle(Request { id: 0, body: Ask::Neffs { trace, slice: None } }).body {
        Answer::Neffs(found) => found.uses,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_op_leads_to_its_neff_and_each_profile_back() {
    let (mut engine, ids) = everything();
    let uses = neffs(&mut engine, ids[0]);
    let found: Vec<_> = uses
        .iter()
        .map(|own| {
            let (op, tie) = own.op.as_ref().unwrap();
            let profile = own.profile.as_ref().unwrap();
            (op.name.as_str(), *tie, profile.file.as_str(), profile.evidence, own.runs)
        })
        .collect();
    let row = |op, file| (op, Evidence::ExternalId, file, Evidence::CacheKey, 11);
    assert_eq!(
        found,
        [
            row("aten::pow", "neff_pow.json"),
            row("aten::mean", "neff_mean.json"),
            row("aten::add", "neff_add.json"),
            row("aten::rsqrt", "neff_rsqrt.json"),
            row("aten::mul", "neff_mul.json"),
            row("aten::mul", "neff_mul_weight.json"),
        ]
    );
    for (own, neff) in uses.iter().zip(NEFFS[0]) {
        assert_eq!(own.profile.as_ref().unwrap().total_ns, facts()[neff]["total_ns"].as_i64().unwrap());
    }
    let slice = match uses[0].op.as_ref().unwrap().0.item {
        lowerscope::engine::protocol::Item::Slice(slice) => slice,
        other => panic!("{other:?}"),
    };
    let ask = Ask::Neffs { trace: ids[0], slice: Some(slice) };
    let Answer::Neffs(of_op) = engine.handle(Request { id: 0, body: ask }).body else { panic!() };
    assert_eq!((of_op.total, of_op.uses[0].runs, &of_op.uses[0].profile), (1, 1, &uses[0].profile));
    // Back again: the profile of the compiled NEFF is run by the third trace.
    let profile = neffs(&mut engine, ids[2])[0].profile.clone().unwrap();
    let ask = Ask::RanBy { trace: profile.trace };
    let Answer::RanBy(ran_by) = engine.handle(Request { id: 0, body: ask }).body else { panic!() };
    let runners: Vec<_> = ran_by.runners.iter().map(|own| (own.trace, own.neff.runs)).collect();
    assert_eq!((runners.as_slice(), ran_by.traces), (&[(ids[2], 11)][..], 3));
    let (op, evidence) = ran_by.runners[0].neff.op.clone().unwrap();
    assert_eq!((op.name.as_str(), evidence), ("Torch-Compiled Region: 0/0", Evidence::ExternalId));
}

#[test]
fn paths_add_up_what_the_model_says_of_their_neffs() {
    let (mut engine, ids) = everything();
    let found = compared(&mut engine, &ids[..3]);
    let names: Vec<&str> = found.paths.iter().map(|path| path.name.as_str()).collect();
    assert_eq!(names, PATHS);
    for (at, path) in found.paths.iter().enumerate() {
        let part = path.neffs.as_deref().unwrap();
        assert_eq!((part.neffs.len(), part.joined()), (NEFFS[at].len(), NEFFS[at].len()));
        let totals = part.totals.as_ref().unwrap();
        assert_eq!(totals.engines_ns, told(at, "engines_ns"), "{}", path.name);
        assert_eq!(totals.dma_ns, told(at, "dma_ns"));
        assert_eq!(totals.dma_alone_ns, told(at, "dma_alone_ns"));
        assert_eq!(totals.waiting_ns(), told(at, "waiting_ns"));
        assert_eq!(
            (totals.instructions as i64, totals.packets as i64),
            (told(at, "instructions"), told(at, "packets"))
        );
        for (unit, what) in [
            (Unit::Tensor, "tensor_ns"),
            (Unit::Vector, "vector_ns"),
            (Unit::Scalar, "scalar_ns"),
            (Unit::GpSimd, "gpsimd_ns"),
            (Unit::Sync, "sync_ns"),
        ] {
            let own = totals.workers.iter().find(|(worker, ..)| *worker == Worker::Engine(unit)).unwrap();
            assert_eq!(own.1, told(at, what), "{} {what}", path.name);
            assert_eq!(known(metric(&path.metrics, Metric::EngineActiveNs(unit))) as i64, told(at, what));
        }
        let bytes = told(at, "hbm_read_bytes") + told(at, "hbm_write_bytes");
        assert_eq!(known(metric(&path.metrics, Metric::HbmReadBytes)) as i64, told(at, "hbm_read_bytes"));
        assert_eq!(known(metric(&path.metrics, Metric::BytesMoved)) as i64, bytes);
        assert_eq!(
            (path.bytes_evidence, path.recording.device.as_str()),
            (Some(Evidence::Counter), "Trainium2, LNC 2")
        );
        // The median run of the trace takes what was profiled, and the device
        // turns from NEFF to NEFF in between.
        assert_eq!(path.busy.median as i64, told(at, "total_ns"));
        let switches = SWITCH_NS * (NEFFS[at].len() as i64 - 1);
        assert_eq!(path.total.median as i64, told(at, "total_ns") + switches);
    }
}

#[test]
fn terms_add_up_and_the_verdict_is_what_the_construction_implies() {
    let (mut engine, ids) = everything();
    let found = compared(&mut engine, &ids[..3]);
    for (explanation, at) in found.explanations.iter().zip(1..) {
        let change = |what: &str| told(at, what) - told(0, what);
        let wanted = [
            (Term::Engines, change("engines_ns")),
            (Term::DmaAlone, change("dma_alone_ns")),
            (Term::Waiting, change("waiting_ns")),
            // The host is ahead all the time; what is left is between NEFFs.
            (Term::Host, 0),
            (Term::Idle, -5 * SWITCH_NS),
        ];
        assert_eq!(explanation.terms, wanted, "{}", PATHS[at]);
        let delta = change("total_ns") - 5 * SWITCH_NS;
        assert_eq!(explanation.terms.iter().map(|(_, ns)| ns).sum::<i64>(), delta);
        assert_eq!(
            (explanation.delta_ns, explanation.baseline_ns),
            (delta, told(0, "total_ns") + 5 * SWITCH_NS)
        );
    }
    let verdict = &found.verdict;
    assert_eq!((verdict.winner, verdict.against, verdict.certainty), (Some(2), 0, Certainty::Clear));
    let wanted = (told(0, "total_ns") + 5 * SWITCH_NS) as f64 / told(2, "total_ns") as f64;
    assert!((verdict.ratio - wanted).abs() < 1e-9, "{} {wanted}", verdict.ratio);
    let claims: Vec<&Claim> = verdict.proofs.iter().map(|proof| &proof.claim).collect();
    assert!(claims.iter().any(|claim| matches!(claim, Claim::HbmTraffic { .. })), "{claims:?}");
    assert!(claims.contains(&&Claim::Launches { from: 6, to: 1 }), "{claims:?}");
    let bounds: Vec<Bound> = found.paths.iter().map(|path| path.bound).collect();
    assert_eq!(bounds, [Bound::Traffic, Bound::Latency, Bound::Compute]);
    let ratios = found.paths.iter().map(|path| known(metric(&path.metrics, Metric::Amplification)));
    assert_eq!(ratios.map(|ratio| (ratio * 10.0).round()).collect::<Vec<_>>(), [35.0, 10.0, 10.0]);
    let odd =
        |caveat: &&Caveat| matches!(caveat, Caveat::NeffsUnjoined { .. } | Caveat::ProfiledRunDiffers { .. });
    assert_eq!(verdict.caveats.iter().find(odd), None);
    // Of the two that move the same bytes, the one that loads while it works.
    let pair = compared(&mut engine, &ids[1..3]);
    let terms = &pair.explanations[0].terms;
    assert_eq!(terms.iter().min_by_key(|(_, ns)| *ns).unwrap().0, Term::DmaAlone);
    assert_eq!(pair.verdict.winner, Some(1));
}

#[test]
fn without_its_profile_a_neff_has_a_reason_and_sums_are_not_known() {
    let (mut engine, ids) = opened(&traces());
    let alone = compared(&mut engine, &ids);
    let path = &alone.paths[0];
    assert!(path.neffs.as_ref().unwrap().neffs.iter().all(|neff| neff.profile == Err(Unjoined::NoProfiles)));
    assert!(!path.metrics.iter().any(|(metric, _)| *metric == Metric::DmaAloneNs));
    assert!(alone.explanations.iter().flat_map(|own| &own.terms).all(|(term, _)| *term != Term::Engines));
    let some: Vec<String> = [traces(), profiles()[1..].to_vec()].concat();
    let (mut engine, ids) = opened(&some);
    let uses = neffs(&mut engine, ids[0]);
    assert_eq!(uses[0].profile, Err(Unjoined::OtherKey));
    assert!(uses[1..].iter().all(|own| own.profile.is_ok()));
    let partly = compared(&mut engine, &ids[..3]);
    assert!(partly.verdict.caveats.contains(&Caveat::NeffsUnjoined { path: 0, joined: 5, all: 6 }));
    let exposed = metric(&partly.paths[0].metrics, Metric::DmaAloneNs);
    assert!(matches!(exposed, Figure::Unknown(_)), "{exposed:?}");
}

#[test]
fn every_file_says_that_it_is_made_up() {
    let (engine, ids) = everything();
    for id in ids {
        assert!(lowerscope::engine::is_synthetic(engine.trace(id).unwrap()));
    }
}
