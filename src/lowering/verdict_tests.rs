//! Verdicts of small, made cases.

use super::compare::{Measured, compare};
use super::comparison::{Caveat, Certainty, Claim, Comparison, Measure, Term};
use super::profile::{Figure, Instance, PathProfile, Tensor};
use super::profile_sample::{instance, measured, profile, recorded};

/// A device path of these ops with instances of these spans, all busy.
fn device(lines: &[&str], spans_ns: &[i64]) -> PathProfile {
    with_instances(profile(lines), spans_ns.iter().map(|ns| instance(*ns, *ns, *ns, 0)).collect())
}

/// A path on the CPU with instances of these host times, nine tenths busy.
fn host(lines: &[&str], times_ns: &[i64]) -> PathProfile {
    let instances = times_ns.iter().map(|ns| instance(*ns, ns * 9 / 10, ns * 9 / 10, 0)).collect();
    let mut profile = with_instances(profile(lines), instances);
    profile.recording.has_device = false;
    profile.recording.device.clear();
    profile
}

fn with_instances(mut profile: PathProfile, instances: Vec<Instance>) -> PathProfile {
    profile.instances = instances;
    profile
}

fn tensors(dims: &[u64], dtype: &str) -> Option<Vec<Tensor>> {
    Some(vec![Tensor { dims: dims.to_vec(), dtype: dtype.to_owned(), bytes: None }])
}

/// `count` times around `middle`, from a tenth below to a tenth above.
fn around(middle: i64, count: i64) -> Vec<i64> {
    (0..count).map(|i| middle * 9 / 10 + middle * i / (5 * (count - 1))).collect()
}

fn judged(paths: Vec<Measured>) -> Comparison {
    compare(&paths, 0, None).unwrap()
}

const NAIVE: &[&str] = &["aten::pow 50", "aten::mean 20", "aten::mul 30"];
const FUSED: &[&str] = &["x 40 triton_red_fused_mean_mul_pow_0"];

#[test]
fn device_times_that_do_not_overlap_are_clear() {
    let found = judged(vec![
        measured("naive", device(NAIVE, &around(160_000, 49))),
        measured("compiled", device(FUSED, &around(14_600, 48))),
    ]);
    let verdict = &found.verdict;
    assert_eq!(found.judged_by, Measure::DeviceSpan);
    assert_eq!((verdict.winner, verdict.against, verdict.certainty), (Some(1), 0, Certainty::Clear));
    assert!((verdict.ratio - 10.96).abs() < 0.01, "{}", verdict.ratio);
    assert!(verdict.ratio_low < verdict.ratio && verdict.ratio < verdict.ratio_high);
    assert_eq!(verdict.proofs[0].claim, Claim::OpsFused { ops: 3, items: 1 });
    assert_eq!(verdict.proofs[1].claim, Claim::Launches { from: 3, to: 1 });
}

#[test]
fn host_times_of_single_recordings_are_a_hint_unless_far_apart() {
    let f32_norm = |name, middle| measured(name, host(NAIVE, &around(middle, 20)));
    let found = judged(vec![f32_norm("naive", 775_000), f32_norm("rms_norm", 1_084_000)]);
    assert_eq!((found.verdict.winner, found.verdict.certainty), (Some(0), Certainty::Hint));
    assert_eq!(found.verdict.against, 1, "the baseline itself is fastest");
    assert!(found.verdict.caveats.contains(&Caveat::OneRecording));
    assert!(found.verdict.caveats.contains(&Caveat::HostTimes));
    let found = judged(vec![f32_norm("naive", 1_461_000), f32_norm("compiled", 340_000)]);
    assert_eq!((found.verdict.winner, found.verdict.certainty), (Some(1), Certainty::Clear));
}

#[test]
fn a_winner_that_another_path_equals_is_a_hint_that_names_it() {
    let found = judged(vec![
        measured("naive", device(NAIVE, &around(160_000, 30))),
        measured("compiled", device(FUSED, &around(15_000, 30))),
        measured("vendor", device(&["vendor::norm 15"], &around(15_300, 30))),
    ]);
    assert_eq!((found.verdict.winner, found.verdict.against), (Some(1), 0));
    assert_eq!(found.verdict.certainty, Certainty::Hint);
    assert!(found.verdict.caveats.contains(&Caveat::Tied { paths: vec![2] }));
}

#[test]
fn a_ratio_that_reads_as_one_is_none_even_where_intervals_do_not_overlap() {
    let found = judged(vec![
        measured("a", device(NAIVE, &[30_010_000; 9])),
        measured("b", device(NAIVE, &[30_000_000; 9])),
    ]);
    assert_eq!((found.verdict.winner, found.verdict.certainty), (None, Certainty::None));
}

#[test]
fn unknown_inputs_whose_first_op_is_larger_are_a_hint_at_most() {
    let path = |dims: &[u64]| {
        let mut path = device(&["custom::op 50"], &around(50_000, 30));
        path.inputs = None;
        path.nodes[1].inputs = tensors(dims, "f32").unwrap().into();
        path
    };
    let mut larger = path(&[128, 64]);
    larger.instances = around(80_000, 30).iter().map(|ns| instance(*ns, *ns, *ns, 0)).collect();
    let found = judged(vec![measured("a", path(&[64, 64])), measured("b", larger.clone())]);
    assert_eq!(found.verdict.certainty, Certainty::Hint);
    assert!(found.verdict.caveats.contains(&Caveat::EntryDiffers { path: 1 }));
    larger.nodes[1].inputs = tensors(&[4096], "f32").unwrap().into();
    let found = judged(vec![measured("a", path(&[64, 64])), measured("b", larger)]);
    assert_eq!(found.verdict.certainty, Certainty::Clear);
}

#[test]
fn evidence_never_speaks_against_the_faster_path() {
    let found = judged(vec![
        measured("three", device(NAIVE, &around(50_000, 30))),
        measured("one", device(&["vendor::norm 90"], &around(90_000, 30))),
    ]);
    assert_eq!(found.verdict.winner, Some(0));
    let launches = |proof: &super::comparison::Proof| matches!(proof.claim, Claim::Launches { .. });
    assert!(!found.verdict.proofs.iter().any(launches), "three launches are no reason to be faster");
    assert!(found.verdict.caveats.contains(&Caveat::FasterWithMoreKernels { path: 0 }));
}

#[test]
fn equal_times_are_not_distinguishable_however_few_kernels_there_are() {
    let found = judged(vec![
        measured("naive", device(NAIVE, &around(100_000, 30))),
        measured("fused", device(FUSED, &around(98_000, 30))),
    ]);
    assert_eq!((found.verdict.winner, found.verdict.certainty), (None, Certainty::None));
}

#[test]
fn a_path_with_fewer_kernels_may_be_slower() {
    let found = judged(vec![
        measured("one", device(FUSED, &around(200_000, 30))),
        measured("three", device(NAIVE, &around(100_000, 30))),
    ]);
    assert_eq!((found.verdict.winner, found.verdict.certainty), (Some(1), Certainty::Clear));
    assert!(found.verdict.caveats.contains(&Caveat::FasterWithMoreKernels { path: 1 }));
    let delta = &found.explanations[0];
    assert_eq!(delta.terms.iter().find(|(term, _)| *term == Term::Busy).unwrap().1, delta.delta_ns);
}

#[test]
fn different_shapes_or_dtypes_are_refused_and_still_laid_beside() {
    for (dims, dtype) in [(&[8, 256][..], "bf16"), (&[8, 128], "f32")] {
        let (mut a, mut b) = (device(NAIVE, &around(100, 9)), device(FUSED, &around(10, 9)));
        (a.inputs, b.inputs) = (tensors(&[8, 128], "bf16"), tensors(dims, dtype));
        let found = judged(vec![measured("a", a), measured("b", b)]);
        assert_eq!((found.verdict.winner, found.verdict.certainty), (None, Certainty::Refused));
        assert_eq!(found.verdict.caveats[0], Caveat::ShapesDiffer { path: 1 });
        assert_eq!(found.alignments[0].fates.len(), 3);
    }
}

#[test]
fn a_device_is_not_compared_with_none() {
    let found = judged(vec![measured("a", device(NAIVE, &[5, 6])), measured("b", host(NAIVE, &[50, 60]))]);
    assert_eq!(found.verdict.certainty, Certainty::Refused);
    assert!(found.verdict.caveats.contains(&Caveat::DeviceAndNoDevice));
}

#[test]
fn enough_recordings_decide_by_their_own_spread() {
    let runs = |name, middles: &[i64]| {
        recorded(name, middles.iter().map(|middle| host(NAIVE, &around(*middle, 20))).collect())
    };
    let found =
        judged(vec![runs("a", &[800_000, 700_000, 900_000]), runs("b", &[790_000, 600_000, 850_000])]);
    assert_eq!((found.verdict.winner, found.verdict.certainty), (None, Certainty::None));
    let found =
        judged(vec![runs("a", &[800_000, 700_000, 900_000]), runs("b", &[300_000, 280_000, 320_000])]);
    assert_eq!((found.verdict.winner, found.verdict.certainty), (Some(1), Certainty::Clear));
    assert_eq!(found.paths[0].recording_medians, [799_999.5, 699_999.5, 899_999.5]);
    assert_eq!(found.paths[0].instance_count, 60);
}

#[test]
fn one_instance_is_a_hint_at_most() {
    let found = judged(vec![measured("a", device(NAIVE, &[100])), measured("b", device(FUSED, &[10]))]);
    assert_eq!(found.verdict.certainty, Certainty::Hint);
    assert!(found.verdict.caveats.contains(&Caveat::OneInstance { paths: vec![0, 1] }));
}

#[test]
fn a_path_alone_is_drawn_without_a_verdict() {
    let found = judged(vec![measured("a", device(NAIVE, &around(100, 9)))]);
    assert_eq!((found.verdict.winner, found.verdict.certainty), (None, Certainty::None));
    assert!(found.alignments.is_empty() && found.explanations.is_empty());
}

#[test]
fn traffic_is_the_first_proof_when_it_saves_most() {
    let (mut a, mut b) = (device(NAIVE, &around(150_000, 49)), device(NAIVE, &around(14_600, 48)));
    (a.bytes_moved, a.bytes_min) = (Figure::Known(329.9e6), Figure::Known(36.6e6));
    (b.bytes_moved, b.bytes_min) = (Figure::Known(36.6e6), Figure::Known(36.6e6));
    let found = judged(vec![measured("a", a), measured("b", b)]);
    let Claim::Traffic { from_ratio, to_ratio, saved_ns, .. } = found.verdict.proofs[0].claim else {
        panic!("{:?}", found.verdict.proofs)
    };
    assert!((from_ratio - 9.01).abs() < 0.01 && to_ratio == 1.0, "{from_ratio} {to_ratio}");
    assert!((saved_ns - 133_358).abs() < 100, "{saved_ns}");
}
