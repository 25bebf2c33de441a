//! Made-up device profiles as paths.

use super::*;
use crate::engine::protocol::TraceId;
use crate::lowering::compare::{Measured, Recorded, compare};
use crate::lowering::comparison::{
    Bound, Caveat, Certainty, Claim, Comparison, Fate, Measure, RegionChoice, Term,
};
use crate::lowering::profile::{Figure, PathProfile, Reason, RegionKey, RegionKind};
use crate::neuron::analysis::made_up::{MadeUp, profile as made};
use crate::neuron::{Engine, InstructionBytes, MetricValue, NeffNode, Throttle};
use crate::trace::Trace;

fn trace(make: impl FnOnce(&mut MadeUp), more: impl FnOnce(&mut NeuronProfile)) -> Trace {
    let (mut trace, mut neuron) = made(make);
    more(&mut neuron);
    trace.neuron = Some(Box::new(neuron));
    trace
}

/// 1 µs of work whose intermediates go through HBM.
fn unfused(made: &mut MadeUp) {
    made.instruction("GpSimd", "DMA_DIRECT2D", 0, 10, |_| {});
    made.bytes(InstructionBytes { hbm_read: 400, hbm_write: 200, ..InstructionBytes::default() });
    made.packet("qIn", 10, 90, 600);
    made.instruction("TensorMatrix", "MATMUL", 100, 100, |row| row.elements = 500);
    made.instruction("Vector", "COPY", 150, 100, |_| {});
    made.instruction("Vector", "EVENT_SEMAPHORE", 250, 250, |_| {});
    made.packet("qIn", 240, 260, 600);
    made.instruction("Sync", "DMA_DIRECT2D", 230, 10, |_| {});
    made.instruction("TensorMatrix", "MATMUL", 500, 100, |row| row.elements = 500);
}

fn fused(made: &mut MadeUp) {
    made.instruction("GpSimd", "DMA_DIRECT2D", 0, 10, |_| {});
    made.bytes(InstructionBytes { hbm_read: 200, hbm_write: 0, ..InstructionBytes::default() });
    made.packet("qIn", 10, 40, 200);
    made.instruction("TensorMatrix", "MATMUL", 50, 100, |row| row.elements = 500);
    made.instruction("Scalar", "ACTIVATE", 120, 40, |_| {});
    made.instruction("TensorMatrix", "MATMUL", 160, 100, |row| row.elements = 500);
}

fn whole(trace: &Trace) -> PathProfile {
    let regions = regions(trace).unwrap();
    profile(trace, &RegionChoice::Key(regions[0].key.clone())).unwrap()
}

fn measured(profiles: Vec<PathProfile>, name: &str) -> Measured {
    let recorded = |(profile, at): (PathProfile, u32)| Recorded {
        trace: TraceId(at),
        file: format!("{name}.json"),
        warm_up_ns: 0,
        profile,
    };
    Measured { name: name.to_owned(), recordings: profiles.into_iter().zip(0..).map(recorded).collect() }
}

fn compared(base: PathProfile, other: PathProfile) -> Comparison {
    compare(&[measured(vec![base], "a"), measured(vec![other], "b")], 0, None).unwrap()
}

#[test]
fn ops_are_opcodes_that_work_and_items_what_each_engine_did_for_them() {
    let profile = whole(&trace(unfused, |_| {}));
    let part = profile.neuron.as_deref().unwrap();
    let opcodes: Vec<_> =
        part.opcodes.iter().map(|opcode| (opcode.name.as_str(), opcode.count, opcode.is_setup)).collect();
    assert_eq!(
        opcodes,
        [("DMA_DIRECT2D", 2, false), ("MATMUL", 2, false), ("COPY", 1, false), ("EVENT_SEMAPHORE", 1, true)]
    );
    let items: Vec<_> = profile
        .items
        .iter()
        .map(|item| (&*item.name, &*profile.nodes[item.node as usize].name, item.median_ns))
        .collect();
    assert_eq!(
        items,
        [
            ("Tensor: MATMUL", "MATMUL", 200),
            ("Vector: COPY", "COPY", 100),
            ("GpSimd: DMA_DIRECT2D", "DMA_DIRECT2D", 10),
            ("Sync: DMA_DIRECT2D", "DMA_DIRECT2D", 10),
            ("DMA: qIn", "DMA_DIRECT2D", 350),
        ]
    );
    assert_eq!((profile.nodes.len(), part.ops.as_slice()), (4, &[1, 2, 3][..]));
    let times = (part.total_ns, part.engines_ns, part.dma_ns, part.dma_alone_ns);
    // Engines: 0–10, 100–250, 500–600; DMA: 10–100, 240–500.
    assert_eq!(times, (600, 260, 350, 340));
    let tensor = part.worker(Worker::Engine(Engine::Tensor)).unwrap();
    assert_eq!((tensor.active_ns, tensor.pause.map(|(ns, _)| ns)), (200, Some(300)));
    assert_eq!(part.worker(Worker::Engine(Engine::Vector)).unwrap().waiting_ns, 250);
    let lanes: Vec<_> = part.lanes.iter().map(|lane| (lane.name.as_str(), lane.pieces.len())).collect();
    assert_eq!(lanes, [("qIn", 2), ("Sync", 1), ("TensorMatrix", 2), ("Vector", 1), ("GpSimd", 1)]);
}

#[test]
fn terms_add_up_and_traffic_is_the_first_reason() {
    let found = compared(whole(&trace(unfused, |_| {})), whole(&trace(fused, |_| {})));
    assert_eq!((found.judged_by, found.baseline), (Measure::DeviceSpan, 0));
    let explanation = &found.explanations[0];
    assert_eq!((explanation.baseline_ns, explanation.delta_ns), (600, -340));
    // Fused: engines 0–10 and 50–260, DMA alone 10–50.
    let wanted = [(Term::Engines, -40), (Term::DmaAlone, -300), (Term::Waiting, 0)];
    assert_eq!(explanation.terms, wanted);
    // 400 bytes at 600 bytes in 350 ns.
    assert_eq!(explanation.traffic_ns, Some(-233));
    let verdict = &found.verdict;
    assert_eq!((verdict.certainty, verdict.winner), (Certainty::Hint, Some(1)));
    assert!(matches!(verdict.proofs[0].claim, Claim::HbmTraffic { saved_ns: 233, .. }));
    let Claim::OpcodesGone { opcodes } = &verdict.proofs[1].claim else { panic!("{verdict:?}") };
    assert_eq!(opcodes[0].0, "DMA_DIRECT2D");
    let fates: Vec<Fate> = found.alignments[0].fates.iter().map(|fate| fate.fate).collect();
    assert_eq!(fates, [Fate::Kept, Fate::Kept, Fate::Eliminated]);
    let new = found.paths[1].items.iter().position(|item| &*item.name == "Scalar: ACTIVATE").unwrap();
    assert!(found.alignments[0].stands_for[new].is_empty());
}

#[test]
fn what_the_file_lacks_is_a_reason_and_what_disturbs_is_said() {
    let limit = Throttle { start: 0, end: 50, k: 4, n: 8, kind: 0, core: 0 };
    let one = whole(&trace(unfused, |neuron| {
        neuron.throttles = vec![limit];
        neuron.metadata = vec![("data_version".to_owned(), "8".to_owned())];
    }));
    let two =
        whole(&trace(fused, |neuron| neuron.metadata = vec![("data_version".to_owned(), "7".to_owned())]));
    assert_eq!(one.bytes_min, Figure::Unknown(Reason::NotInFile));
    let part = one.neuron.as_deref().unwrap();
    assert_eq!((part.throttled_ns, part.mfu), (Figure::Known(50.0), Figure::Unknown(Reason::NoPeak)));
    let caveats = compared(one, two).verdict.caveats;
    let has = |is: &dyn Fn(&Caveat) -> bool| caveats.iter().any(is);
    assert!(has(&|c| matches!(c, Caveat::Throttled { times } if times == &[(0, 50)])));
    assert!(has(&|c| matches!(c, Caveat::NeuronFactDiffers { path: 1, .. })));
    assert!(has(&|c| matches!(c, Caveat::NoNames { paths } if paths.len() == 2)));
    assert!(has(&|c| matches!(c, Caveat::OneRun { .. })));
    assert!(!has(&|c| matches!(c, Caveat::OneRecording | Caveat::FasterWithMoreKernels { .. })));
}

#[test]
fn other_shapes_are_refused() {
    let with = |shape: &str, bytes| {
        let (shape, mut ids) = (shape.to_owned(), Vec::new());
        trace(
            |made| {
                unfused(made);
                ids = vec![made.text("x"), made.text("IN"), made.text(&shape)];
                let node = NeffNode {
                    name: ids[0],
                    role: ids[1],
                    shape: ids[2],
                    bytes: Some(bytes),
                    ..NeffNode::default()
                };
                made.profile.nodes = vec![node];
            },
            |_| {},
        )
    };
    let (one, other, half) =
        (whole(&with("[8 16]", 512)), whole(&with("[8 32]", 1024)), whole(&with("[8 16]", 256)));
    assert_eq!(one.inputs.as_ref().unwrap()[0].dims, [8, 16]);
    assert_eq!(compared(one.clone(), one.clone()).verdict.certainty, Certainty::None);
    for other in [other, half] {
        let verdict = compared(one.clone(), other).verdict;
        assert_eq!((verdict.certainty, verdict.winner), (Certainty::Refused, None));
    }
}

#[test]
fn a_layer_is_a_region_and_any_whole_profile_is_another_s_counterpart() {
    let layered = trace(
        |made| {
            let layer = made.text("/sg00/_dot.3");
            made.instruction("TensorMatrix", "MATMUL", 100, 50, |row| row.layer = layer);
            made.instruction("Vector", "COPY", 120, 100, |_| {});
        },
        |_| {},
    );
    let found = regions(&layered).unwrap();
    let kinds: Vec<_> = found.iter().map(|region| (region.key.kind, region.total_ns)).collect();
    assert_eq!(kinds, [(RegionKind::Neff, 120), (RegionKind::Layer, 50)]);
    let layer = profile(&layered, &RegionChoice::Key(found[1].key.clone())).unwrap();
    assert_eq!((layer.items.len(), layer.instances[0].span_ns), (1, 50));
    assert_eq!(layer.bytes_min, Figure::Unknown(Reason::WholeOnly));
    assert!(layer.neuron.as_ref().unwrap().has_names);
    let like = profile(&layered, &RegionChoice::Like(layer.items[0].slice)).unwrap();
    assert_eq!(like.region, found[1].key);
    let other = RegionKey { kind: RegionKind::Neff, name: "sg07".to_owned() };
    assert!(profile(&layered, &RegionChoice::Key(other)).is_some());
    let missing = RegionKey { kind: RegionKind::Annotation, name: "norm".to_owned() };
    assert!(profile(&layered, &RegionChoice::Key(missing)).is_none());
}

#[test]
fn the_file_s_summary_tells_what_rows_do_not_and_the_bound_follows() {
    let told = |read: f64| {
        whole(&trace(
            |made| {
                made.instruction("TensorMatrix", "MATMUL", 0, 900, |_| {});
                made.packet("q", 0, 1000, 64);
            },
            |neuron| {
                neuron.summary.push("hbm_read_bytes", MetricValue::Number(read));
                neuron.summary.push("hbm_write_bytes", MetricValue::Number(0.0));
                neuron.summary.push("inputs_outputs_weights_size_bytes", MetricValue::Number(100.0));
            },
        ))
    };
    let bound_of = |profile: &PathProfile| bound(profile, profile.neuron.as_deref().unwrap());
    assert_eq!(bound_of(&told(400.0)), Bound::Traffic);
    assert_eq!(bound_of(&told(100.0)), Bound::Compute);
    let latency = whole(&trace(fused, |_| {}));
    assert_eq!(latency.bytes_moved, Figure::Known(200.0));
    assert_eq!(bound_of(&latency), Bound::Compute);
    assert_eq!(bound_of(&whole(&trace(unfused, |_| {}))), Bound::Latency);
}

#[test]
fn a_profile_and_a_trace_are_not_judged_and_empty_ones_are_no_profile() {
    let profile = whole(&trace(unfused, |_| {}));
    let host = crate::lowering::profile_sample::profile(&["aten::mm 9"]);
    let verdict = compared(profile, host).verdict;
    assert_eq!(verdict.certainty, Certainty::Refused);
    assert!(verdict.caveats.contains(&Caveat::NeffAndTrace));
    assert!(device_profile(&trace(|_| {}, |_| {})).is_none());
    assert!(regions(&Trace::default()).is_none());
}

#[test]
fn a_file_that_ends_in_the_middle_wins_nothing() {
    let mut cut = trace(fused, |_| {});
    cut.health.cut = Some(crate::trace::Cut { byte: 9, event: Some(3) });
    let verdict = compared(whole(&trace(unfused, |_| {})), whole(&cut)).verdict;
    assert_eq!((verdict.certainty, verdict.winner), (Certainty::Refused, None));
    assert!(verdict.caveats.contains(&Caveat::CutOff { paths: vec![1] }));
    assert!(verdict.proofs.is_empty());
}

#[test]
fn rows_of_another_length_than_the_run_win_nothing() {
    let told = |seconds: f64| {
        whole(&trace(fused, |neuron| neuron.summary.push("total_time", MetricValue::Number(seconds))))
    };
    let base = || whole(&trace(unfused, |_| {}));
    let verdict = compared(base(), told(1e-6)).verdict;
    assert_eq!(verdict.certainty, Certainty::Refused);
    let wanted = Caveat::TimesDisagree { path: 1, rows_ns: 260, told_ns: 1000 };
    assert!(verdict.caveats.contains(&wanted), "{:?}", verdict.caveats);
    assert_eq!(compared(base(), told(270e-9)).verdict.certainty, Certainty::Hint);
    // What is no time is not told at all.
    assert_eq!(compared(base(), told(-1.0)).verdict.certainty, Certainty::Hint);
}

#[test]
fn a_section_that_a_file_lacks_is_not_zero() {
    let without = |change: fn(&mut NeuronProfile)| {
        let mut made = trace(fused, change);
        let neuron = made.neuron.as_mut().unwrap();
        neuron.summary.push("total_time", MetricValue::Number(260e-9));
        whole(&made)
    };
    let no_dma = without(|neuron| neuron.dma.clear());
    let no_instructions = without(|neuron| neuron.instructions.clear());
    let base = || whole(&trace(unfused, |_| {}));
    let found = compared(base(), no_dma);
    let wanted = Caveat::SectionsMissing { path: 1, instructions: false, dma: true };
    assert!(found.verdict.caveats.contains(&wanted));
    // Engines fell by 40; whether DMA or nothing fills the rest is not told.
    assert_eq!(found.explanations[0].terms, [(Term::Engines, -40), (Term::NoEngine, -300)]);
    let metric = |found: &Comparison, wanted| {
        let of = |metric: crate::lowering::comparison::Metric| metric == wanted;
        found.paths[1].metrics.iter().find(|(metric, _)| of(*metric)).unwrap().1
    };
    use crate::lowering::comparison::Metric;
    for wanted in [Metric::DmaAloneNs, Metric::DmaActiveNs, Metric::ActiveTimeNs] {
        assert_eq!(metric(&found, wanted), Figure::Unknown(Reason::NoDma));
    }
    let part = |proof: &crate::lowering::comparison::Proof| match proof.claim {
        Claim::Part { term, .. } => term != Term::Engines,
        _ => false,
    };
    assert!(!found.verdict.proofs.iter().any(part));
    let found = compared(base(), no_instructions);
    let terms: Vec<Term> = found.explanations[0].terms.iter().map(|(term, _)| *term).collect();
    assert_eq!(terms, [Term::Untold]);
    assert!(!found.verdict.proofs.iter().any(|proof| matches!(proof.claim, Claim::OpcodesGone { .. })));
    assert!(found.alignments[0].fates.iter().all(|fate| fate.fate == Fate::Unknown));
    let why = Figure::Unknown(Reason::NoInstructions);
    assert_eq!(metric(&found, Metric::EngineActiveNs(Engine::Tensor)), why);
    assert_eq!(metric(&found, Metric::Instructions), why);
    let busy = compare(
        &[measured(vec![base()], "a"), measured(vec![without(|neuron| neuron.dma.clear())], "b")],
        0,
        Some(Measure::DeviceBusy),
    );
    assert_eq!(busy.unwrap().verdict.certainty, Certainty::Refused);
}

#[test]
fn what_metadata_does_not_say_is_no_difference() {
    let named = |entries: &[(&str, &str)]| {
        let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let entries: Vec<(String, String)> = entries.iter().map(own).collect();
        whole(&trace(fused, |neuron| neuron.metadata = entries))
    };
    let (two, cores) = (("pe_clock_others", "1.2"), ("num_physical_cores", "2"));
    let caveats =
        |base: &[(&str, &str)], other: &[(&str, &str)]| compared(named(base), named(other)).verdict.caveats;
    let has_other = |all: &[Caveat]| all.iter().any(|c| matches!(c, Caveat::OtherDevice { .. }));
    let known = caveats(&[two, cores], &[two]);
    assert!(!has_other(&known) && !known.iter().any(|c| matches!(c, Caveat::ChipUnknown { .. })));
    let unknown = caveats(&[two, cores], &[]);
    assert!(!has_other(&unknown) && unknown.contains(&Caveat::ChipUnknown { paths: vec![1] }));
    assert!(has_other(&caveats(&[two], &[("pe_clock_others", "1.4")])));
    // Nothing of shapes and devices of other traces is said.
    let of_others = |c: &Caveat| matches!(c, Caveat::ShapesUnknown { .. } | Caveat::DeviceUnknown);
    assert!(!unknown.iter().any(of_others));
    assert!(unknown.contains(&Caveat::TensorsUnknown { paths: vec![0, 1] }));
}

#[test]
fn whole_profiles_are_one_region_whatever_their_subgraphs_are_called() {
    let named = |name: &str| {
        let mut made = trace(unfused, |_| {});
        let id = made.strings.intern(name);
        let model = crate::neuron::ModelInfo { subgraph: id, nc: None, device: None, counts: Vec::new() };
        made.neuron.as_mut().unwrap().models.push(model);
        regions(&made).unwrap()
    };
    let rows = crate::lowering::region::join(&[named("sg00"), named("sg02")]);
    let found = crate::lowering::region::suggested(&rows).unwrap();
    assert_eq!((found.key.name.as_str(), found.count.as_slice(), rows.len()), ("sg00", &[1, 1][..], 1));
}
