//! Traces of PyTorch's own Neuron backend: eager, where each op runs a NEFF,
//! beside compiled code that runs one.

use super::attribution::Attribution;
use super::compare::{Measured, Recorded, compare};
use super::comparison::{Bound, Comparison, Metric, RegionChoice};
use super::metrics::metric;
use super::profile::{Evidence, Figure, ItemKind, PathProfile, RegionKey, RegionKind};
use super::sample::trace;
use super::{explain, profile};
use crate::engine::protocol::TraceId;
use crate::trace::Trace;

/// Runs of ops that each dispatch a NEFF, with the time between two of them.
fn runs(ops: &[(&str, u32)], late_ns: u32) -> Trace {
    let mut lines = Vec::new();
    let (mut id, mut start) = (1, 0);
    for _ in 0..6 {
        let mut at = start + 10;
        for (name, device_ns) in ops {
            let member = format!(r#""External~id":{id}"#).replace('~', " ");
            lines.push(format!("cpu {name} {at} 400 cpu_op - {member}"));
            lines.push(format!("cpu {name} {} 100 privateuse1_runtime - {member}", at + 50));
            lines.push(format!("stream {name} {} {device_ns} privateuse1_driver - {member}", at + 200));
            at += 500 + late_ns;
            id += 1;
        }
        lines.push(format!("cpu norm {start} {} user_annotation", at - start));
        start = at + 20_000;
    }
    trace(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

fn measured(trace: &Trace) -> PathProfile {
    let key = RegionKey { kind: RegionKind::Annotation, name: "norm".to_owned() };
    profile(trace, &Attribution::new(trace), &RegionChoice::Key(key)).unwrap()
}

fn compared() -> Comparison {
    let eager =
        runs(&[("aten::pow", 300), ("aten::mean", 200), ("aten::rsqrt", 100), ("aten::mul", 300)], 8_000);
    let compiled = runs(&[("model_default_0", 500)], 0);
    let path = |name: &str, trace: &Trace, at| Measured {
        name: name.to_owned(),
        recordings: vec![Recorded {
            trace: TraceId(at),
            file: format!("{name}.json"),
            warm_up_ns: 0,
            profile: measured(trace),
        }],
    };
    compare(&[path("eager", &eager, 0), path("compiled", &compiled, 1)], 0, None).unwrap()
}

#[test]
fn each_dispatch_is_a_launch_of_a_neff_told_by_its_external_id() {
    let found = compared();
    let launches: Vec<Figure> =
        found.paths.iter().map(|path| metric(&path.metrics, Metric::Launches)).collect();
    assert_eq!(launches, [Figure::Known(4.0), Figure::Known(1.0)]);
    let eager = &found.paths[0];
    assert!(eager.items.iter().all(|item| item.kind == ItemKind::Neff && item.launch.is_some()));
    assert!(eager.items.iter().all(|item| item.evidence == Evidence::ExternalId));
    let names: Vec<&str> = eager.items.iter().map(|item| &*eager.nodes[item.node as usize].name).collect();
    assert_eq!(names, ["aten::pow", "aten::mean", "aten::rsqrt", "aten::mul"]);
}

#[test]
fn the_device_waits_for_the_host_between_neffs_and_terms_add_up() {
    let found = compared();
    let eager = &found.paths[0];
    assert_eq!((eager.bound, eager.busy.median), (Bound::Host, 900.0));
    assert!(matches!(metric(&eager.metrics, Metric::StarvedNs), Figure::Known(ns) if ns > 20_000.0));
    assert_eq!(metric(&eager.metrics, Metric::Gaps), Figure::Known(3.0));
    assert_eq!(metric(&found.paths[1].metrics, Metric::Gaps), Figure::Known(0.0));
    let explanation = &found.explanations[0];
    assert_eq!(explanation.terms.iter().map(|(_, ns)| ns).sum::<i64>(), explanation.delta_ns);
    let judged = explain::judged_ns(&eager.instances[0], found.judged_by);
    assert_eq!(explanation.baseline_ns, judged);
    assert_eq!(found.verdict.winner, Some(1));
}
