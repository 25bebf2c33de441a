//! Small traces that run NEFFs, and the profiles of these.

use super::*;
use crate::lowering::attribution::Attribution;
use crate::lowering::profile::Evidence;
use crate::lowering::sample::{slice, trace};
use crate::neuron::NeuronProfile;
use crate::neuron::analysis::made_up::profile as made;
use crate::trace::Trace;

fn args(id: u32, key: &str) -> String {
    let id = format!(r#""External~id":{id}"#).replace('~', " ");
    if key.is_empty() { id } else { format!(r#"{id},"neff_cache_key":"{key}""#) }
}

/// `op`, its dispatch on another thread, its run.
fn eager() -> Trace {
    let lines = [
        "cpu norm 0 900 user_annotation".to_owned(),
        format!("cpu aten::pow 10 100 cpu_op - {}", args(1, "")),
        format!("queue aten::pow 60 20 privateuse1_runtime - {}", args(1, "")),
        format!(
            "stream aten::pow 200 50 privateuse1_driver - {}",
            args(1, "pow--_[8,4]:S(C):00000000aaaaaaaa")
        ),
        format!("cpu aten::mul 120 100 cpu_op - {}", args(2, "")),
        format!(
            "cpu aten::mul 150 20 privateuse1_runtime - {}",
            args(2, "mul--_[8,4]:S(C):00000000bbbbbbbb")
        ),
        format!("stream aten::mul 300 70 privateuse1_driver - {}", args(2, "")),
        "cpu aten::mul 520 100 cpu_op".to_owned(),
        format!(
            "cpu aten::mul 550 20 privateuse1_runtime - {}",
            args(9, "mul--_[8,1]:S(C):00000000cccccccc")
        ),
    ];
    trace(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

fn profile(file: &str, header: &[(&str, &str)]) -> Identity {
    let (mut trace, mut neuron): (Trace, NeuronProfile) = made(|made| {
        made.instruction("Vector", "COPY", 0, 10, |_| {});
    });
    neuron.neff_header = header.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    trace.neuron = Some(Box::new(neuron));
    Identity::of(&trace, file).unwrap()
}

fn program(name: &str, key: &str) -> Program {
    Program { name: name.to_owned(), key: key.to_owned() }
}

#[test]
fn runs_know_their_op_by_id_or_by_what_is_around_their_dispatch() {
    let trace = eager();
    let attribution = Attribution::new(&trace);
    let runs = Runs::new(&trace, &attribution);
    let found: Vec<_> = runs
        .runs
        .iter()
        .map(|run| {
            let program = &runs.programs[run.program as usize];
            let op = run.op.map(|(op, evidence)| (trace.slice_name(op), evidence));
            (program.op_name(), program.hash().unwrap(), op)
        })
        .collect();
    let mut hashes: Vec<&str> = found.iter().map(|(_, hash, _)| hash.as_str()).collect();
    hashes.sort_unstable();
    assert_eq!(hashes, ["00000000aaaaaaaa", "00000000bbbbbbbb", "00000000cccccccc"]);
    let of = |hash: &str| found.iter().find(|(_, own, _)| own == hash).unwrap();
    assert_eq!(of("00000000aaaaaaaa").2, Some(("aten::pow", Evidence::ExternalId)));
    assert_eq!(of("00000000bbbbbbbb").2, Some(("aten::mul", Evidence::ExternalId)));
    // Its dispatch led to nothing that was recorded, and its id is no op's.
    assert_eq!(of("00000000cccccccc").2, Some(("aten::mul", Evidence::Containment)));
}

#[test]
fn what_ran_under_a_slice_is_found_from_either_side() {
    let trace = eager();
    let attribution = Attribution::new(&trace);
    let runs = Runs::new(&trace, &attribution);
    let under = |slice| runs.under(&trace, &attribution, slice).len();
    assert_eq!((under(slice(&trace, "norm")), under(slice(&trace, "aten::pow"))), (3, 1));
    let run = runs.runs[0].slice;
    assert_eq!(runs.under(&trace, &attribution, run)[0].slice, run);
    let all = uses(&trace, &runs, runs.runs.iter());
    assert_eq!(
        all.iter().map(|own| (own.runs, own.total_ns)).collect::<Vec<_>>(),
        [(1, 50), (1, 70), (1, 20)]
    );
    let other = crate::lowering::sample::trace(&["cpu aten::mul 0 9 cpu_op"]);
    assert!(!has_runs(&other) && Runs::new(&other, &Attribution::new(&other)).runs.is_empty());
}

#[test]
fn a_key_decides_and_a_name_counts_only_where_nothing_else_fits() {
    let mul = |shape: &str, hash: &str| program("aten::mul", &format!("mul--_{shape}:S(C):{hash}"));
    let programs =
        [mul("[8,4]", "00000000bbbbbbbb"), mul("[8,1]", "00000000cccccccc"), program("aten::exp", "")];
    let by_hash = profile("a.json", &[("hash", "00000000BBBBBBBB"), ("network_name", "mul.neff")]);
    let by_name = profile("x/exp.json.gz", &[]);
    let found = join(&[&programs], &[&by_name, &by_hash]);
    let matched = |profile, evidence| Ok(Match { profile, evidence });
    assert_eq!(
        found[0],
        [matched(1, Evidence::CacheKey), Err(Unjoined::OtherKey), matched(0, Evidence::Name)]
    );
    assert_eq!(join(&[&programs], &[])[0], [Err(Unjoined::NoProfiles); 3]);
    // Two profiles of one name, or two programs of it, say nothing.
    let named = profile("mul.json", &[]);
    let found = join(&[&programs], &[&named, &by_name, &by_name]);
    assert_eq!(found[0], [Err(Unjoined::Ambiguous); 3]);
    let nameless = [program("aten::exp", "")];
    assert_eq!(join(&[&nameless], &[&named])[0], [Err(Unjoined::NoKey)]);
}

#[test]
fn a_whole_key_in_the_metadata_is_the_same_as_its_hash() {
    let key = "odd key without a hash";
    let own = profile("a.json", &[("neff_cache_key", key)]);
    let programs = [program("x", key), program("x", ""), program("x", "other")];
    let found = join(&[&programs], &[&own]);
    let sure = Ok(Match { profile: 0, evidence: Evidence::CacheKey });
    assert_eq!(found[0], [sure, Err(Unjoined::NoKey), Err(Unjoined::OtherKey)]);
}
