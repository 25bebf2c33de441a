//! Made-up traces that show one thing each: the files of `synthetic/`, whose
//! README says what.

use super::support::{compared, key, known, read};
use lowerscope::lowering::Comparison;
use lowerscope::lowering::comparison::{Bound, Caveat, Certainty, Claim, Fate, Measure, Metric, Proof, Term};
use lowerscope::lowering::metrics::metric;
use lowerscope::lowering::profile::{Evidence, Figure, Reason, RegionKey, RegionKind};
use std::path::Path;

fn compare(annotation: &str, names: &[&str]) -> Comparison {
    compare_region(&key(RegionKind::Annotation, annotation), names)
}

fn compare_region(region: &RegionKey, names: &[&str]) -> Comparison {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering/synthetic");
    let traces: Vec<_> = names
        .iter()
        .map(|name| {
            let trace = read(&folder.join(format!("{name}.json")));
            assert_eq!(trace.health.findings().count(), 0, "{name}");
            trace
        })
        .collect();
    compared(&traces, names, region)
}

fn figure(all: &Comparison, path: usize, wanted: Metric) -> Figure {
    metric(&all.paths[path].metrics, wanted)
}

fn value(all: &Comparison, path: usize, wanted: Metric) -> f64 {
    known(figure(all, path, wanted))
}

fn terms_add_up(all: &Comparison) {
    for explanation in &all.explanations {
        assert_eq!(explanation.terms.iter().map(|(_, ns)| ns).sum::<i64>(), explanation.delta_ns);
    }
}

#[test]
fn a_replayed_graph_is_one_launch_and_closes_the_gaps() {
    let all = compare("norm", &["norm_eager", "norm_graph"]);
    assert_eq!(all.judged_by, Measure::DeviceSpan);
    // Five launches 10 µs apart and a kernel of 4; a graph of six kernels of 4
    // with 1 between them. Kernels of the middle runs take 50 ns longer.
    assert_eq!((all.paths[0].span.median, all.paths[1].span.median), (54_050.0, 29_300.0));
    assert_eq!((value(&all, 0, Metric::Launches), value(&all, 1, Metric::Launches)), (6.0, 1.0));
    assert_eq!(all.paths[1].items.len(), 6);
    assert_eq!(all.paths[0].bound, Bound::Host);
    assert_eq!((value(&all, 0, Metric::StarvedNs), value(&all, 1, Metric::StarvedNs)), (29_750.0, 0.0));
    assert_eq!((all.verdict.certainty, all.verdict.winner), (Certainty::Clear, Some(1)));
    assert!(all.verdict.caveats.contains(&Caveat::GraphReplay { paths: vec![1] }));
    assert!(all.verdict.caveats.contains(&Caveat::ShapesUnknown { paths: vec![1] }));
    assert!(!all.verdict.caveats.iter().any(|caveat| matches!(caveat, Caveat::OtherDevice { .. })));
    assert_eq!(value(&all, 0, Metric::Occupancy), 0.64);
    assert_eq!(figure(&all, 1, Metric::Occupancy), Figure::Unknown(Reason::NotWritten));
    assert_eq!(figure(&all, 1, Metric::Flops), Figure::Unknown(Reason::SomeWithoutShapes));
    let saved = all.explanations[0].terms.iter().find(|(term, _)| *term == Term::Host);
    assert_eq!(saved, Some(&(Term::Host, -29_750)));
    terms_add_up(&all);
}

#[test]
fn work_that_no_launch_leads_to_is_counted_with_its_reason_and_nowhere_else() {
    let all = compare("norm", &["norm_eager", "norm_orphans"]);
    let (clean, orphans) = (&all.paths[0].orphans, &all.paths[1].orphans);
    assert_eq!(clean.count, 0);
    assert_eq!((orphans.count, orphans.total_ns, orphans.launch_not_recorded), (5, 21_000, 3));
    assert_eq!(all.paths[0].span, all.paths[1].span);
    assert_eq!((all.verdict.certainty, all.verdict.winner), (Certainty::None, None));
    assert!(all.verdict.caveats.contains(&Caveat::Orphans {
        path: 1,
        count: 5,
        total_ns: 21_000,
        launch_not_recorded: 3
    }));
    assert!(all.alignments[0].fates.iter().all(|fate| fate.fate == Fate::Kept));
}

#[test]
fn other_shapes_are_drawn_but_not_judged() {
    let all = compare("norm", &["norm_eager", "norm_small"]);
    assert_eq!((all.verdict.certainty, all.verdict.winner), (Certainty::Refused, None));
    assert!(all.verdict.caveats.contains(&Caveat::ShapesDiffer { path: 1 }));
    assert_eq!(all.alignments[0].fates.len(), 6);
    terms_add_up(&all);
}

#[test]
fn fewer_kernels_in_the_same_time_are_not_distinguishable() {
    let all = compare("norm", &["norm_many", "norm_few"]);
    assert_eq!((all.paths[0].span.median, all.paths[1].span.median), (30_300.0, 30_200.0));
    assert_eq!((value(&all, 0, Metric::Launches), value(&all, 1, Metric::Launches)), (6.0, 2.0));
    assert_eq!((all.verdict.certainty, all.verdict.winner), (Certainty::None, None));
    assert!(all.alignments[0].fates.iter().all(|fate| fate.fate == Fate::Fused));
    // Square and product with the root, four bytes an element, and the three
    // columns; fused only the column of means is left.
    let (all_elements, rows) = (4.0 * 1024.0 * 1024.0, 4.0 * 1024.0);
    assert_eq!(value(&all, 0, Metric::TemporaryBytes), 2.0 * all_elements + 3.0 * rows);
    assert_eq!(value(&all, 1, Metric::TemporaryBytes), rows);
    terms_add_up(&all);
}

#[test]
fn one_kernel_can_be_slower_than_two() {
    let all = compare("norm", &["norm_one", "norm_split"]);
    assert_eq!((all.paths[0].span.median, all.paths[1].span.median), (40_050.0, 14_050.0));
    assert_eq!((all.verdict.certainty, all.verdict.winner), (Certainty::Clear, Some(1)));
    assert!(all.verdict.caveats.contains(&Caveat::FasterWithMoreKernels { path: 1 }));
    // More launches are no reason to be faster.
    let launches = |proof: &Proof| matches!(proof.claim, Claim::Launches { .. });
    assert!(!all.verdict.proofs.iter().any(launches));
    // The other way round the baseline wins, with the same warning.
    let turned = compare("norm", &["norm_split", "norm_one"]);
    assert_eq!((turned.verdict.certainty, turned.verdict.winner), (Certainty::Clear, Some(0)));
    assert!(turned.verdict.caveats.contains(&Caveat::FasterWithMoreKernels { path: 0 }));
    terms_add_up(&turned);
}

#[test]
fn work_on_two_streams_is_busy_once() {
    let all = compare("mlp", &["mlp_one_stream", "mlp_two_streams"]);
    let sum = |path: usize| all.paths[path].items.iter().map(|item| item.median_ns).sum::<i64>();
    assert_eq!((sum(0), all.paths[0].busy.median, all.paths[0].span.median), (40_100, 40_100.0, 41_050.0));
    assert_eq!((sum(1), all.paths[1].busy.median, all.paths[1].span.median), (40_100, 25_050.0, 25_050.0));
    // Two multiply-adds for each of 1024 × 4096 results over 1024.
    let flops = 2.0 * 2.0 * 1024.0 * 4096.0 * 1024.0;
    assert_eq!(value(&all, 1, Metric::Flops), flops);
    assert!((value(&all, 1, Metric::FlopsPerS) / (flops / 25.05e-6) - 1.0).abs() < 1e-12);
    let moved = 2.0 * 4.0 * (1024.0 * 1024.0 + 2.0 * 1024.0 * 4096.0);
    assert_eq!(value(&all, 1, Metric::ArithmeticIntensity), flops / moved);
    assert_eq!((value(&all, 0, Metric::Gaps), value(&all, 1, Metric::Gaps)), (1.0, 0.0));
    assert_eq!((all.verdict.certainty, all.verdict.winner), (Certainty::Clear, Some(1)));
    terms_add_up(&all);
}

#[test]
fn kernels_of_jax_belong_to_calls_by_their_launch_or_by_the_runs_of_their_module() {
    let all = compare("norm", &["jax_gpu_eager", "jax_gpu_jit"]);
    let (eager, jit) = (&all.paths[0], &all.paths[1]);
    assert_eq!((eager.items.len(), jit.items.len()), (5, 2));
    assert_eq!((eager.orphans.count, jit.orphans.count), (0, 0));
    // Calls 20 apart with a kernel of 6; kernels of 8 and 10 back to back.
    assert_eq!((eager.span.median, jit.span.median), (86_050.0, 18_100.0));
    assert!(eager.items.iter().all(|item| item.evidence == Evidence::Correlation));
    assert!(jit.items.iter().all(|item| item.evidence == Evidence::Name));
    assert_eq!(value(&all, 0, Metric::Launches), 5.0);
    for unknown in [Metric::Launches, Metric::LaunchCallsNs, Metric::StarvedNs, Metric::QueueNs] {
        assert_eq!(figure(&all, 1, unknown), Figure::Unknown(Reason::NoLaunches));
    }
    assert_eq!((all.verdict.certainty, all.verdict.winner), (Certainty::Clear, Some(1)));
    assert_eq!(figure(&all, 0, Metric::BytesMoved), Figure::Unknown(Reason::XlaShapes));
    assert_eq!(value(&all, 1, Metric::BytesMoved), 4_198_400.0 + 8_396_800.0);
    assert_eq!(value(&all, 1, Metric::Flops), 2_096_128.0 + 2_099_200.0);
    assert_eq!((value(&all, 1, Metric::Occupancy), value(&all, 1, Metric::Blocks)), (0.75, 1024.0));
    let replaced = |fate: &lowerscope::lowering::comparison::OpFate| fate.fate == Fate::Replaced;
    assert!(all.alignments[0].fates.iter().all(replaced), "{:?}", all.alignments[0].fates);
    terms_add_up(&all);
}

#[test]
fn modules_and_name_scopes_of_jax_are_regions() {
    let module = compare_region(&key(RegionKind::Compiled, "jit_norm"), &["jax_gpu_jit", "jax_gpu_jit"]);
    assert_eq!((module.paths[0].instance_count, module.paths[0].items.len()), (6, 2));
    assert_eq!(module.verdict.certainty, Certainty::None);
    let scope = compare("variance", &["jax_gpu_jit", "jax_gpu_jit"]);
    assert_eq!((scope.paths[0].items.len(), scope.paths[0].busy.median), (1, 8_050.0));
    assert_eq!(&*scope.paths[0].items[0].name, "reduce_fusion");
}
