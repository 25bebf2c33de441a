//! A comparison to try layouts on: RMSNorm on three paths, with the measured
//! medians of the naive one; the other two are made up.

use crate::engine::protocol::TraceId;
use crate::lowering::comparison::*;
use crate::lowering::profile::*;
use crate::trace::SliceId;
use std::sync::Arc;

const OPS: [(&str, &str, f64, f64); 8] = [
    ("aten::to", "aten::copy_", 25.9, 55.0),
    ("aten::pow", "aten::pow", 27.2, 73.3),
    ("aten::mean", "aten::mean", 15.4, 36.7),
    ("aten::add", "aten::add", 1.64, 0.1),
    ("aten::rsqrt", "aten::rsqrt", 1.64, 0.1),
    ("aten::mul", "aten::mul", 34.3, 73.3),
    ("aten::to", "aten::copy_", 18.6, 55.0),
    ("aten::mul", "aten::mul", 25.8, 36.6),
];
const GAP_US: f64 = 10.0 / 7.0;

fn ns(us: f64) -> i64 {
    (us * 1000.0).round() as i64
}

fn node(level: Level, name: &str, parent: Option<u32>, depth: u32, start: f64, us: f64) -> Node {
    Node {
        level,
        name: name.into(),
        parent,
        depth,
        inputs: Arc::from([]),
        median_ns: ns(us),
        self_ns: ns(us * 0.4),
        start_ns: ns(start),
        slice: SliceId(0),
    }
}

fn item(name: &str, node: u32, launch: u32, evidence: Evidence, start: f64, us: f64, mb: f64) -> Item {
    Item {
        kind: ItemKind::Kernel,
        name: name.into(),
        node,
        launch: Some(launch),
        evidence,
        median_ns: ns(us),
        start_ns: ns(start),
        bytes: Figure::Known(mb * 1e6),
        slice: SliceId(0),
    }
}

fn tensor() -> Tensor {
    Tensor { dims: vec![16, 559, 1024], dtype: "bf16".to_owned(), bytes: Some(18_317_312) }
}

/// One path; `us` are low, median and high of the device time.
#[expect(clippy::too_many_arguments, reason = "a row of a table of samples")]
fn path(
    at: u32,
    name: &str,
    file: &str,
    us: [f64; 3],
    host_us: f64,
    nodes: Vec<Node>,
    items: Vec<Item>,
    ops: Vec<u32>,
) -> PathView {
    let spread =
        |low: f64, mid: f64, high: f64| Spread { median: mid * 1e3, p10: low * 1e3, p90: high * 1e3 };
    let count = 48 + u32::from(at < 2);
    let mut seed = 7 + at;
    let durations_ns: Vec<i64> = (0..count)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let share = f64::from(seed >> 8) / f64::from(1 << 24) * 2.0 - 1.0;
            ns(us[1] + share * share * share * (us[2] - us[0]))
        })
        .collect();
    let instances = durations_ns
        .iter()
        .enumerate()
        .map(|(i, busy)| Instance {
            root: SliceId(i as u32),
            start: i as i64 * 1_000_000,
            host_ns: ns(host_us),
            busy_ns: *busy,
            span_ns: busy + if at == 0 { ns(10.0) } else { 0 },
            starved_ns: 0,
            launch_ns: ns(3.0),
            guard_ns: 0,
            python_ns: None,
            queue_ns: Some(ns(40.0)),
            engines_ns: None,
        })
        .collect();
    let span = if at == 0 { us[1] + 10.0 } else { us[1] };
    let moved = [329.9e6, 36.7e6, 36.6e6][at as usize % 3];
    let known = Figure::Known;
    PathView {
        name: name.to_owned(),
        traces: vec![TraceId(at)],
        files: vec![file.to_owned()],
        region: RegionKey { kind: RegionKind::Module, name: "Qwen2RMSNorm".to_owned() },
        total: spread(us[0], us[1], us[2]),
        host: spread(host_us * 0.95, host_us, host_us * 1.1),
        busy: spread(us[0], us[1], us[2]),
        span: spread(span * 0.99, span, span * 1.01),
        recording_medians: vec![us[1] * 1e3],
        durations_ns,
        instances,
        median_instance: 4,
        instance_count: count,
        left_out: Vec::new(),
        unlike: 0,
        warm_up_ns: 0,
        bytes_evidence: Some(Evidence::InputDims),
        inputs: Some(vec![tensor()]),
        outputs: Some(vec![tensor()]),
        metrics: vec![
            (Metric::Launches, known(ops.len().min(items.len()) as f64)),
            (Metric::DeviceBusyNs, known(us[1] * 1e3)),
            (Metric::DeviceSpanNs, known(span * 1e3)),
            (Metric::DeviceIdleNs, known((span - us[1]) * 1e3)),
            (Metric::HostSpanNs, known(host_us * 1e3)),
            (Metric::PythonNs, Figure::Unknown(Reason::NoStacks)),
            (Metric::LaunchCallsNs, known([26.0, 3.4, 4.9][at as usize % 3] * 1e3)),
            (Metric::Ops, known(ops.len() as f64)),
            (Metric::BytesMoved, known(moved)),
            (Metric::BytesMin, known(36.6e6)),
            (Metric::Amplification, known(moved / 36.6e6)),
            (Metric::AchievedBytesPerS, known(moved / us[1] * 1e6)),
            (Metric::UsefulBytesPerS, known(36.6e6 / us[1] * 1e6)),
            (Metric::PeakShare, Figure::Unknown(Reason::NoPeak)),
        ],
        nodes,
        items,
        ops,
        bound: Bound::Traffic,
        orphans: Orphans::default(),
        recording: Recording { has_device: true, with_shapes: true, ..Recording::default() },
        neuron: None,
        neffs: None,
    }
}

fn naive() -> PathView {
    let mut nodes = vec![node(Level::Module, "nn.Module: Qwen2RMSNorm_6", None, 0, 0.0, 128.0)];
    let (mut items, mut ops, mut at, mut host) = (Vec::new(), Vec::new(), 0.0, 1.0);
    for (name, leaf, us, mb) in OPS {
        ops.push(nodes.len() as u32);
        nodes.push(node(Level::Op, name, Some(0), 1, host, 14.5));
        let op = nodes.len() as u32 - 1;
        nodes.push(node(Level::Op, leaf, Some(op), 2, host + 2.0, 11.0));
        nodes.push(node(Level::Launch, "cudaLaunchKernel", Some(op + 1), 3, host + 6.0, 3.2));
        let kernel = format!("void at::native::{}_kernel<BFloat16>", leaf.trim_start_matches("aten::"));
        items.push(item(&kernel, op + 1, op + 2, Evidence::Correlation, at, us, mb));
        at += us + GAP_US;
        host += 15.8;
    }
    path(0, "naive", "qwen_eager.json.gz", [149.1, 150.5, 152.3], 128.0, nodes, items, ops)
}

fn fused() -> PathView {
    let kernel = "vectorized_layer_norm_kernel<BFloat16, float, true>";
    let nodes = vec![
        node(Level::Module, "nn.Module: RMSNorm_6", None, 0, 0.0, 21.4),
        node(Level::Op, "aten::rms_norm", Some(0), 1, 0.6, 20.4),
        node(Level::Op, "aten::_fused_rms_norm", Some(1), 2, 3.0, 14.9),
        node(Level::Launch, "cudaLaunchKernel", Some(2), 3, 12.0, 3.4),
    ];
    let items = vec![item(kernel, 2, 3, Evidence::Correlation, 0.0, 18.3, 36.7)];
    path(1, "torch.rms_norm", "qwen_rms_norm.json.gz", [17.8, 18.3, 19.2], 21.4, nodes, items, vec![1])
}

fn compiled() -> PathView {
    let triton = "triton_per_fused__to_copy_add_mean_mul_pow_rsqrt_0";
    let nodes = vec![
        node(Level::Module, "nn.Module: Qwen2RMSNorm_6", None, 0, 0.0, 96.2),
        node(Level::Compiled, "Torch-Compiled Region: 0/0", Some(0), 1, 0.6, 92.8),
        node(Level::Op, triton, Some(1), 2, 68.0, 23.7),
        node(Level::Launch, "cuLaunchKernel", Some(2), 3, 84.0, 4.9),
    ];
    let items = vec![item(triton, 2, 3, Evidence::Correlation, 0.0, 14.6, 36.6)];
    path(2, "torch.compile", "qwen_compile.json.gz", [14.1, 14.6, 15.4], 96.2, nodes, items, vec![2])
}

fn alignment(path: u32, fate: Fate, evidence: Evidence) -> Alignment {
    let fates = (0..8).map(|op| OpFate { op, fate, into: vec![0], matched: None, evidence }).collect();
    Alignment { path, fates, stands_for: vec![(0..8).collect()] }
}

fn explanation(path: u32, terms: [i64; 3]) -> Explanation {
    Explanation {
        path,
        baseline_ns: 160_500,
        delta_ns: terms.iter().sum(),
        terms: vec![(Term::Traffic, terms[0]), (Term::Efficiency, terms[1]), (Term::Idle, terms[2])],
        reference_bytes_per_s: Figure::Known(2.19e12),
        traffic_ns: None,
    }
}

/// Three paths.
pub fn comparison() -> Comparison {
    let at = vec![(TraceId(0), SliceId(0))];
    let proof = |claim, evidence: &[Evidence]| Proof { claim, evidence: evidence.to_vec(), at: at.clone() };
    Comparison {
        region: "Qwen2RMSNorm".to_owned(),
        baseline: 0,
        judged_by: Measure::DeviceBusy,
        paths: vec![naive(), fused(), compiled()],
        alignments: vec![
            alignment(1, Fate::Replaced, Evidence::Containment),
            alignment(2, Fate::Fused, Evidence::Name),
        ],
        explanations: vec![
            explanation(1, [-133_800, 1_600, -10_000]),
            explanation(2, [-133_800, -2_100, -10_000]),
        ],
        verdict: Verdict {
            winner: Some(2),
            against: 0,
            ratio: 10.31,
            ratio_low: 9.7,
            ratio_high: 10.8,
            certainty: Certainty::Clear,
            proofs: vec![
                proof(Claim::OpsFused { ops: 8, items: 1 }, &[Evidence::Correlation, Evidence::Name]),
                proof(
                    Claim::Traffic {
                        from_bytes: 329.9e6,
                        to_bytes: 36.6e6,
                        from_ratio: 9.0,
                        to_ratio: 1.0,
                        saved_ns: 133_800,
                    },
                    &[Evidence::InputDims],
                ),
                proof(Claim::Idle { from_ns: 10_000, to_ns: 0 }, &[Evidence::Correlation]),
            ],
            caveats: vec![
                Caveat::HostBoundAlone { path: 2, host_ns: 96_200, device_ns: 14_600 },
                Caveat::StacksOn { paths: vec![0] },
                Caveat::WarmUpLeftOut { path: 2, count: 1, longest_ns: 1_353_000 },
            ],
        },
    }
}
