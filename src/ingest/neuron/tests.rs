//! Each rule of the format, with the value that must come out.

use super::Reader;
use crate::neuron::sample::Sample;
use crate::neuron::{
    DmaQueueKind, Engine, Evidence, Lane, MetricValue, NeuronProfile, ProfileKind, TensorKind,
};
use crate::trace::{
    DependenceKind, Interval, LinkEnd, LinkIdent, LinkKind, Rule, SliceFlags, SliceId, TimeUnit, Trace,
    TrackKind,
};

fn profile(trace: &Trace) -> &NeuronProfile {
    trace.neuron.as_ref().unwrap()
}

fn read(text: &str) -> Trace {
    let mut reader = Reader::new(ProfileKind::Device, "ntff.json");
    reader.push(text.as_bytes());
    reader.finish()
}

fn tracks(trace: &Trace) -> Vec<String> {
    let name = |track: &crate::trace::Track| {
        let process = &trace.processes[track.process.index()];
        format!("{} {}", trace.strings.get(process.pid), trace.strings.get(track.name))
    };
    trace.tracks.iter().map(name).collect()
}

fn count(trace: &Trace, rule: Rule) -> u64 {
    trace.health.get(rule).map_or(0, |found| found.count)
}

#[test]
fn an_instruction_keeps_every_field_that_analysis_reads() {
    let trace = Sample::default()
        .instruction(
            "TensorMatrix",
            "MATMUL",
            100,
            50,
            r#""evt_wait_time": 7, "instruction_type": "TRANSPOSE", "elements": 2097152, "pc": 12,
            "hlo_name": "%dot.1 = dot(%a, %b)", "layer": "_dot.1", "raw_hlo_id": 2, "raw_bir_id": 11,
            "raw_penguin_id": 8, "raw_framework_id": [4, 9007199254740993], "bir_instruction_name": "I-8-0",
            "nki_source_location": "kernel.py:42", "activation_fn": "COPY", "trigger": 300,
            "hlo_attrs": "[{\"op_type\":\"aten__mm\",\"source_file\":\"model.py\",\"source_line\":\"17\"}]",
            "psum_write_bytes": 512, "sbuf_read_bytes": 1024, "is_psum_read_sbuf_write": true"#,
        )
        .trace();
    let profile = profile(&trace);
    let row = &profile.instructions[0];
    let text = |id| trace.strings.get(id);
    assert_eq!((row.id, row.lane, row.tensor), (Sample::id(0), Lane::TensorMatrix, TensorKind::Transpose));
    assert_eq!((row.wait, row.elements, row.pc, row.trigger), (0, 2_097_152, 12, Some(300)));
    assert_eq!((text(row.opcode), text(row.layer), text(row.bir_name)), ("MATMUL", "_dot.1", "I-8-0"));
    assert_eq!((text(row.hlo_name), text(row.nki_source)), ("%dot.1 = dot(%a, %b)", "kernel.py:42"));
    assert_eq!((text(row.activation), text(row.subgraph)), ("COPY", "/sg00"));
    let ids = [row.hlo_id, row.bir_id, row.penguin_id].map(|id| id.map(|id| id.get()));
    assert_eq!(ids, [Some(2), Some(11), Some(8)]);
    assert_eq!(profile.framework_ids_of(row), [4, 9_007_199_254_740_993]);
    let source = profile.source_of(row).unwrap();
    assert_eq!((text(source.op_type), text(source.file), source.line), ("aten__mm", "model.py", 17));
    let bytes = profile.bytes_of(row).unwrap();
    assert_eq!((bytes.psum_write, bytes.sbuf_read, bytes.hbm_read), (512, 1024, 0));
    assert!(row.flags.has(crate::neuron::InstructionFlags::PSUM_TO_SBUF) && row.has_source());
    let slice = row.slice.index();
    assert_eq!((trace.slices.start[slice], trace.slices.dur[slice]), (100, 50));
    assert_eq!(profile.instruction_of(row.slice).map(|row| row.id), Some(row.id));
    // The row as written, every field of it.
    let args = String::from_utf8(trace.args.get(trace.slices.args[slice]).args).unwrap();
    assert!(args.starts_with('{') && args.contains(r#""nki_source_location": "kernel.py:42""#));
}

#[test]
fn zero_empty_and_unknown_mean_none() {
    let trace = Sample::default()
        .instruction("Vector", "COPY", 1, 2, r#""layer": "Unknown", "hlo_attrs": "[]""#)
        .trace();
    let row = &profile(&trace).instructions[0];
    assert_eq!((row.bir_id, row.hlo_id, row.framework.1, row.trigger), (None, None, 0, None));
    assert!(!row.has_source() && profile(&trace).bytes_of(row).is_none());
    assert_eq!(profile(&trace).framework_ids_of(row), [0u64; 0]);
}

#[test]
fn attributes_may_be_pairs_as_text() {
    let attrs = r#""hlo_attrs": "op_type=aten__mm source_file=/m.py source_line=3""#;
    let trace = Sample::default()
        .instruction("Vector", "COPY", 1, 2, attrs)
        .instruction("Vector", "COPY", 3, 2, attrs)
        .trace();
    let profile = profile(&trace);
    let source = profile.source_of(&profile.instructions[1]).unwrap();
    assert_eq!((trace.strings.get(source.file), source.line, profile.sources.len()), ("/m.py", 3, 1));
}

#[test]
fn numbers_may_be_text_and_keys_in_any_order() {
    let trace = read(
        r#"{"instruction": [{"opcode": "COPY", "duration": "5", "id": "9007199254740993", "label": "Vector",
        "timestamp": "10"}], "semaphore_update": [{"value": "3", "id": 7, "timestamp": "11"}]}"#,
    );
    let row = &profile(&trace).instructions[0];
    assert_eq!((row.id, trace.slices.start[0], trace.slices.dur[0]), (9_007_199_254_740_993, 10, 5));
    assert_eq!(tracks(&trace), ["nc0 Vector", "nc0 Semaphore S[7]"]);
    assert_eq!(trace.counters[0].series[0].at(11), Some(3.0));
}

#[test]
fn sections_may_come_in_any_order() {
    let sample = Sample::default()
        .instruction("Vector", "COPY", 5, 10, "")
        .packet(0, 64, 6, 4, 4096, "")
        .metric("total_time", "1.1e-08")
        .row("metadata", r#"{"num_physical_cores": 1}"#);
    let text = sample.text();
    let inside = &text[1..text.len() - 1];
    let mut sections: Vec<&str> = inside.split(",\n\"").collect();
    sections[0] = &sections[0][1..];
    sections.reverse();
    let reversed: Vec<String> = sections.iter().map(|section| format!("\"{section}")).collect();
    let trace = read(&format!("{{{}}}", reversed.join(", ")));
    assert_eq!(tracks(&trace), tracks(&sample.trace()));
    assert_eq!(profile(&trace).time, profile(&sample.trace()).time);
}

#[test]
fn engines_are_drawn_in_their_order_below_the_queues() {
    let mut sample = Sample::default();
    for lane in ["GpSimd", "Vector", "TensorMatrix", "Scalar", "Tensor", "Sync"] {
        sample = sample.instruction(lane, "COPY", 1, 2, "");
    }
    let trace = sample
        .packet(10, 64, 1, 1, 64, "")
        .packet(2, 64, 1, 1, 64, "")
        .row("cc_op", r#"{"timestamp": 1, "duration": 2, "name": "all-reduce"}"#)
        .row("errors", r#"{"timestamp": 4, "message": "out of bounds"}"#)
        .row("ham", r#"{"timestamp": 1, "duration": 2, "k": 4, "n": 8}"#)
        .row("pending_dma", r#"{"timestamp": 1, "value": 1}"#)
        .row(
            "instruction_usage",
            r#"{"timestamp": 1, "type": "psum", "bank_0_usage": 1, "usage_avg": 0.125}"#,
        )
        .row("instruction_usage", r#"{"timestamp": 1, "type": "sb", "partition_0_usage": 0.01}"#)
        .row(
            "dma_throughput",
            r#"{"timestamp": 1, "total_transfer_bytes": 8, "transfer_rate": 5,
            "hbm_total_transfer_bytes": 4, "hbm_transfer_rate": 2, "uses_hbm": "true"}"#,
        )
        .row("semaphore_update", r#"{"timestamp": 1, "id": "S[3] (Tensor)", "value": 1}"#)
        .trace();
    let wanted = [
        "Errors",
        "Q2",
        "Q10",
        "Sync",
        "Tensor",
        "TensorMatrix",
        "Vector",
        "Scalar",
        "GpSimd",
        "cc_op",
        "State Buffer Usage",
        "PSUM Usage",
        "Throttling",
        "Semaphore S[3] (Tensor)",
        "Pending DMA Count",
        "Cumulative HBM Throughput",
        "HBM Throughput",
        "Cumulative DMA Throughput",
        "DMA Throughput",
    ];
    assert_eq!(tracks(&trace), wanted.map(|name| format!("nc0 {name}")));
    assert_eq!(trace.instants.time, [4]);
    assert_eq!(trace.name(trace.instants.name[0]), "out of bounds");
    let folded: Vec<_> = trace.folded.iter().map(|track| track.0).collect();
    assert_eq!(folded, [1, 2]);
    let value = |name: &str| {
        let track = wanted.iter().position(|known| *known == name).unwrap();
        let TrackKind::Counter(counter) = trace.tracks[track].kind else { panic!("{name}") };
        trace.counters[counter.index()].series[0].value[0]
    };
    assert_eq!((value("PSUM Usage"), value("State Buffer Usage"), value("Throttling")), (100.0, 1.0, 50.0));
    assert_eq!((value("HBM Throughput"), value("Cumulative DMA Throughput")), (2.0, 8.0));
    assert!(trace.health.findings().all(|found| found.rule == Rule::TimeUnitAssumed), "{:?}", trace.health);
}

#[test]
fn the_second_core_stands_above_the_first_and_shared_lanes_below_both() {
    let throughput = |core: u8| {
        format!(r#"{{"timestamp": 1, "hbm_transfer_rate": 5, "transfer_rate": 6, "subgraph": "sg0{core}"}}"#)
    };
    let trace = Sample::default()
        .row("metadata", r#"{"num_physical_cores": 2}"#)
        .row("model_info", r#"{"sg_name": "sg01", "nc_idx": 5, "dma_queue_count": 1}"#)
        .instruction("Vector", "COPY", 1, 2, "")
        .instruction("Vector", "COPY", 1, 2, r#""subgraph": "sg01", "fully_qualified_subgraph": "/sg01""#)
        .row("dma_throughput", &throughput(0))
        .row("dma_throughput", &throughput(1))
        .trace();
    assert_eq!(
        tracks(&trace),
        ["nc1 Vector", "nc1 DMA Throughput", "nc0 Vector", "nc0 DMA Throughput", "device HBM Throughput"]
    );
    let profile = profile(&trace);
    assert_eq!(profile.instructions.iter().map(|row| row.core).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(profile.cores.iter().map(|core| core.nc).collect::<Vec<_>>(), [None, Some(5)]);
    assert_eq!(profile.models[0].counts.len(), 1);
}

#[test]
fn a_core_that_only_sets_up_is_folded_beside_one_that_works() {
    let second = r#""subgraph": "sg01", "fully_qualified_subgraph": "/sg01""#;
    let folded = |first: &str, opcode: &str| {
        let trace = Sample::default()
            .row("metadata", r#"{"num_physical_cores": 2}"#)
            .instruction("Vector", first, 1, 2, "")
            .instruction("Vector", opcode, 1, 2, second)
            .packet(14, 3, 1, 2, 64, r#""queue_type": "instruction", "subgraph": "sg01""#)
            .trace();
        let names = trace.folded_processes.iter().map(|at| trace.processes[at.index()].name);
        names.map(|name| trace.strings.get(name).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(folded("COPY", "DRAIN"), ["NeuronCore nc1"]);
    assert_eq!(folded("COPY", "COPY"), [""; 0]);
    assert_eq!(folded("DRAIN", "DRAIN"), [""; 0]);
}

#[test]
fn waits_are_told_from_work() {
    let trace = Sample::default()
        .instruction("Vector", "EVENT_SEMAPHORE", 0, 40, "")
        .instruction("Vector", "COPY", 100, 10, r#""evt_wait_time": 60"#)
        .instruction("Vector", "COPY", 120, 10, r#""evt_wait_time": 11"#)
        .instruction("Vector", "COPY", 130, 10, r#""evt_wait_time": 0"#)
        .trace();
    let rows = &profile(&trace).instructions;
    let is_wait = |slice: SliceId| trace.slices.flags[slice.index()].has(SliceFlags::WAIT);
    assert!(rows[0].is_wait() && is_wait(rows[0].slice) && rows[0].is_setup());
    assert!(!rows[1].is_wait() && !is_wait(rows[1].slice));
    // All 60 ns before the first copy; of the 11 before the second the first one still ran.
    let wait = rows[1].wait_slice;
    assert!(is_wait(wait));
    assert_eq!((trace.slices.start[wait.index()], trace.slices.dur[wait.index()]), (40, 60));
    assert_eq!((rows[1].wait, rows[2].wait, rows[3].wait_slice), (60, 10, SliceId::NONE));
    assert_eq!(trace.slices.dur[rows[2].wait_slice.index()], 10);
    let track = trace.track_of(rows[0].slice);
    let busy = crate::analysis::busy::busy_ticks(&trace, &[track], Interval::new(0, 1000));
    let index = crate::timeline::TraceIndex::new(&trace);
    assert_eq!((busy, index.track_busy(&trace, track)), (30, 30));
    assert_eq!(profile(&trace).work, Some(Interval::new(100, 140)));
}

#[test]
fn a_wait_does_not_reach_before_the_profile() {
    let trace = Sample::default().instruction("Vector", "COPY", 100, 10, r#""evt_wait_time": 60"#).trace();
    assert_eq!((trace.slices.len(), trace.bounds), (1, Some(Interval::new(100, 110))));
}

#[test]
fn instructions_of_no_length_and_overlapping_ones_have_places_of_their_own() {
    let trace = Sample::default()
        .instruction("Tensor", "LDWEIGHTS", 10, 20, "")
        .instruction("Tensor", "LDWEIGHTS", 15, 5, "")
        .instruction("Tensor", "DMA_DIRECT2D", 15, 0, "")
        .instruction("Tensor", "DMA_DIRECT2D", 15, 0, "")
        .trace();
    let lanes: Vec<_> = profile(&trace)
        .instructions
        .iter()
        .map(|row| (trace.depth_and_lane_of(row.slice), trace.slices.parent[row.slice.index()]))
        .collect();
    assert_eq!(lanes, [0, 1, 2, 3].map(|lane| ((0, lane), SliceId::NONE)));
}

#[test]
fn packets_lie_by_engine_below_the_transfers_of_their_queue() {
    let trace = Sample::default()
        .row(
            "dma",
            r#"{"aggregated": "yes", "id": 4700000000000000010, "timestamp": 4000, "duration": 200,
            "subgroup": "qSyncSpillReload0", "dma_engine": "15", "dma_queue": "1", "queue_type": "data",
            "variable": "w_0", "source": [["WEIGHT"]], "dest": ["SB"], "read_size": 8192, "write_size": 8190,
            "transfer_size": 8192, "transfer_rate": 40900000000, "semaphore_id": "S[9] (qSyncSpillReload0)",
            "is_cc_dma": "no", "duplicate": "no"}"#,
        )
        .row(
            "dma",
            r#"{"aggregated": "no", "id": 140000000000000012, "packet_aggregation_id": 4700000000000000010,
            "timestamp": 4100, "duration": 60, "subgroup": "qSyncSpillReload0-Q1-E3", "dma_engine": "3",
            "dma_queue": "1", "queue_type": "data", "transfer_size": 1024, "is_cc_dma": "yes"}"#,
        )
        .row(
            "dma",
            r#"{"aggregated": "no", "id": 140000000000000011, "packet_aggregation_id": 5,
            "timestamp": 4100, "duration": 60, "subgroup": "qSyncSpillReload0-Q1-E0", "dma_engine": "0"}"#,
        )
        .trace();
    let profile = profile(&trace);
    assert_eq!(tracks(&trace), ["nc0 qSyncSpillReload0"]);
    let lanes: Vec<_> = profile.dma.iter().map(|row| trace.depth_and_lane_of(row.slice).1).collect();
    assert_eq!(lanes, [0, 2, 1]);
    let engines: Vec<_> = profile.dma.iter().map(|row| trace.row_label(row.slice)).collect();
    assert_eq!(engines, [None, Some("DMA-E3"), Some("DMA-E0")]);
    assert_eq!(trace.place_label(profile.dma[1].slice), "qSyncSpillReload0 · DMA-E3");
    let (transfer, packet) = (&profile.dma[0], &profile.dma[1]);
    assert_eq!(
        (transfer.read, transfer.written, transfer.moved, transfer.rate),
        (8192, 8190, 8192, 40_900_000_000)
    );
    assert!(transfer.is_transfer() && !packet.is_transfer());
    assert!(packet.flags.has(crate::neuron::DmaFlags::COLLECTIVE));
    assert_eq!(packet.transfer.unwrap().get(), transfer.id);
    let route = profile.route_of(transfer);
    let texts = [route.variable, route.source, route.dest, route.semaphore].map(|id| trace.strings.get(id));
    assert_eq!(texts, ["w_0", "WEIGHT", "SB", "S[9] (qSyncSpillReload0)"]);
    assert_eq!((route.kind, route.engine, route.queue_index), (DmaQueueKind::Data, Some(15), 1));
    assert_eq!((trace.slice_name(transfer.slice), trace.slice_name(packet.slice)), ("w_0", "DMA-E3"));
    assert_eq!(profile.dma_of(packet.slice).map(|row| row.id), Some(packet.id));
}

#[test]
fn a_queue_with_only_a_number_takes_the_declared_name_of_its_kind() {
    let declared = |name: &str, engine: u32, index: u32| {
        format!(
            r#"{{"q_name": "{name}", "q_type": "weights", "q_eng_idx": {engine}, "q_idx": {index}, "subgraph": "sg00"}}"#
        )
    };
    let fetch = r#""queue_type": "instruction""#;
    let trace = Sample::default()
        .row("dma_queues_info", &declared("qGpSimdDynamic", 79, 1))
        .row("dma_queues_info", &declared("qSyncDynamicHW", 79, 2))
        .row("dma_queues_info", &declared("qScalarTable", 73, 14))
        .packet(1, 64, 1, 1, 64, "")
        .packet(2, 64, 1, 1, 64, "")
        .packet(14, 73, 1, 1, 64, fetch)
        .packet(14, 74, 1, 1, 64, fetch)
        .trace();
    let queues: Vec<_> = profile(&trace)
        .dma
        .iter()
        .map(|row| trace.strings.get(profile(&trace).route_of(row).queue))
        .collect();
    // The second one's packets are software's, which a hardware queue has not.
    assert_eq!(queues, ["qGpSimdDynamic", "Q2", "qScalarTable", "Q14"]);
    assert_eq!(profile(&trace).queues[0].kind, DmaQueueKind::Data);
}

#[test]
fn predecessors_are_links_with_their_kind() {
    let on = |id: u64, kind: &str| format!(r#"{{"id": {id}, "type": "{kind}"}}"#);
    let (first, lost) = (Sample::id(0), Sample::id(77));
    let list = [
        on(first, "FLOW_DEPENDENCE"),
        on(first, "ANTI_DEPENDENCE"),
        on(first, "OUTPUT_DEPENDENCE"),
        on(first, "ORDERED"),
        on(lost, "SOMETHING"),
    ];
    let trace = Sample::default()
        .instruction("Tensor", "MATMUL", 10, 20, "")
        .instruction("Vector", "COPY", 40, 5, &format!(r#""predecessors": [{}]"#, list.join(", ")))
        .trace();
    let rows = &profile(&trace).instructions;
    let kinds: Vec<_> = trace.links.all().iter().map(|link| link.kind).collect();
    use DependenceKind::{Anti, Flow, Ordered, Other, Output};
    assert_eq!(kinds, [Flow, Anti, Output, Ordered, Other].map(LinkKind::Dependence));
    let link = &trace.links.all()[0];
    assert_eq!((link.from.slice, link.to.slice), (rows[0].slice, rows[1].slice));
    assert_eq!((link.from.time, link.to.time, link.id), (30, 40, LinkIdent::Number(first)));
    assert_eq!(trace.strings.get(link.name), "FLOW_DEPENDENCE");
    assert_eq!(trace.links.all()[4].from, LinkEnd::MISSING);
    assert_eq!(count(&trace, Rule::PredecessorMissing), 1);
    assert_eq!(trace.links.to(rows[1].slice).len(), 5);
}

#[test]
fn triggers_are_times_and_lead_to_the_row_that_names_back() {
    let trace = Sample::default()
        .instruction("Sync", "NOP", 100, 5, "")
        .instruction("GpSimd", "WRITE", 100, 5, r#""trigger": 300"#)
        .packet(0, 64, 300, 50, 64, r#""trigger": 100"#)
        .packet(0, 65, 400, 50, 64, r#""trigger": 9999"#)
        .instruction("Sync", "WRITE", 200, 5, r#""trigger": 400"#)
        .trace();
    let profile = profile(&trace);
    let found: Vec<_> =
        trace.links.all().iter().map(|link| (link.kind, link.from.slice, link.to.slice)).collect();
    let link = |from: usize, to: usize| {
        (LinkKind::DmaTrigger, profile.instructions[from].slice, profile.dma[to].slice)
    };
    assert_eq!(found, [link(1, 0), link(2, 1)]);
    assert_eq!(count(&trace, Rule::TriggerUnresolved), 1);
}

#[test]
fn the_unit_is_found_by_the_total_time() {
    let at = |end: i64, total: &str| {
        Sample::default().instruction("Vector", "COPY", 0, end, "").metric("total_time", total).trace()
    };
    let check = |trace: &Trace| (trace.unit, profile(trace).time.evidence);
    assert_eq!(check(&at(58_708, "5.8709908e-05")), (TimeUnit::Nanos, Evidence::TotalTime));
    let picos = at(58_708_000, "5.8709908e-05");
    assert_eq!(check(&picos), (TimeUnit::Picos, Evidence::TotalTime));
    assert_eq!((picos.slices.dur[0], count(&picos, Rule::TimeUnitChecked)), (58_708_000, 1));
    let neither = at(10, "1.0");
    assert_eq!(check(&neither), (TimeUnit::Nanos, Evidence::Mismatch));
    assert_eq!(count(&neither, Rule::TimeUnitMismatch), 1);
    let alone = Sample::default().instruction("Vector", "COPY", 0, 5, "").trace();
    assert_eq!(check(&alone), (TimeUnit::Nanos, Evidence::Assumed));
}

#[test]
fn metrics_groups_and_definitions_are_kept_with_nan_as_missing() {
    let trace = Sample::default()
        .metric("total_time", "5e-05")
        .metric("mfu_estimated_percent", "NaN")
        .metric("compiler_version", "\"2.23\"")
        .row("summary_groups", r#"{"total_time": "overall_stats", "qsyncpio0*": "dma_queue"}"#)
        .row("summary_group_order", r#"{"overall_stats": 0, "data_movement": 1}"#)
        .row("terminology", r#"{"total_time": "wall time"}"#)
        .row("warnings", r#"{"category": "Missing Data", "message": "no \"HLO\" stats"}"#)
        .trace();
    let profile = profile(&trace);
    assert_eq!(profile.summary.number("total_time"), Some(5e-5));
    assert_eq!(profile.summary.get("mfu_estimated_percent"), Some(&MetricValue::Missing));
    assert_eq!(profile.summary.group_of("qSyncPIO0_bytes"), Some("dma_queue"));
    assert_eq!(profile.summary.definition("total_time"), Some("wall time"));
    assert_eq!(profile.summary.group_place("data_movement"), 1);
    assert_eq!(profile.warnings, [("Missing Data".to_owned(), "no \"HLO\" stats".to_owned())]);
    assert_eq!(count(&trace, Rule::NonJsonLiteral), 1);
    assert!(trace.metadata.iter().any(|(key, value)| key == "warnings" && value.contains("HLO")));
}

#[test]
fn layers_nodes_memory_and_activity_are_typed() {
    let trace = Sample::default()
        .active("tensor", 0, 5, 20)
        .active("gpsimd", 1, 6, 9)
        .row("layer_summary", r#"{"name": "/sg00/_dot.3", "start": 10, "end": 90, "duration": 80,
            "vector_engine_active_time": 11, "vector_engine_instruction_time": 12,
            "vector_engine_instruction_count": 3, "vector_engine_active_percent": 0.5,
            "tensor_engine_flop_count": 352321536, "tensor_engine_model_flop_count": 7, "tensor_engine_mfu": 0.04}"#)
        .row("neff_node", r#"{"variable_name": "input0", "type": "IN", "format": "NC", "shape": "[64 64]",
            "size": "8192", "sg_name": "", "load_to_sbuf_repeat_factor": 2}"#)
        .row("nc_mem_usage", r#"{"nd": 0, "nc": 4, "usage_type": "Tensors", "amount_bytes": 1048576}"#)
        .row("neff_header", r#"{"header_size": "1024", "number_of_neuroncores_per_lnc": "2"}"#)
        .trace();
    let profile = profile(&trace);
    let text = |id| trace.strings.get(id);
    let active: Vec<_> = profile.active.iter().map(|at| (at.engine, at.core, at.start, at.end)).collect();
    assert_eq!(active, [(Engine::Tensor, 0, 5, 20), (Engine::GpSimd, 1, 6, 9)]);
    let layer = &profile.layers[0];
    let vector = layer.engine(Engine::Vector).unwrap();
    assert_eq!((text(layer.name), layer.start, layer.end, layer.mfu), ("/sg00/_dot.3", 10, 90, 0.04));
    assert_eq!((vector.active, vector.instruction_time, vector.instructions, vector.share), (11, 12, 3, 0.5));
    assert_eq!((layer.flops, layer.model_flops), (352_321_536.0, 7.0));
    let node = &profile.nodes[0];
    assert_eq!(
        (text(node.name), text(node.role), node.bytes, node.load_repeat),
        ("input0", "IN", Some(8192), Some(2))
    );
    let memory = &profile.memory[0];
    assert_eq!((memory.nc, text(memory.category), memory.bytes), (4, "Tensors", 1_048_576));
    assert_eq!(profile.neff_header[1].1, "2");
}

#[test]
fn limits_leave_gaps_where_the_file_has_none() {
    let trace = Sample::default()
        .row("ham", r#"{"timestamp": 100, "duration": 10, "k": 8, "n": 8, "type": 0}"#)
        .row("ham", r#"{"timestamp": 111, "duration": 9, "k": 4, "n": 8, "type": 1}"#)
        .row("ham", r#"{"timestamp": 150, "duration": 10, "k": 4, "n": 0}"#)
        .trace();
    let limit = &trace.counters[0].series[0];
    assert_eq!(
        [limit.at(105), limit.at(110), limit.at(111), limit.at(130), limit.at(155)],
        [Some(100.0), Some(100.0), Some(50.0), None, None]
    );
    let throttles = &profile(&trace).throttles;
    assert_eq!((throttles[1].kind, throttles[1].limit(), throttles[2].limit()), (1, Some(0.5), None));
    assert_eq!(throttles[2].kind, 99);
}

#[test]
fn unknown_sections_are_drawn_where_they_have_times_and_kept_as_tables_otherwise() {
    let trace = Sample::default()
        .row("cc_stream", r#"{"start_ts": 5, "end_ts": 9, "opcode": "DMA", "label": "CCStream0"}"#)
        .row("stack_frame_function_name", r#"{"id": 1, "name": "forward"}"#)
        .row("semaphore_update", r#"{"timestamp": 1, "id": "2", "value": 0, "novel": 1}"#)
        .trace();
    assert_eq!(tracks(&trace), ["nc0 cc_stream CCStream0"]);
    assert_eq!((trace.slices.dur[0], trace.slice_name(SliceId(0))), (4, "DMA"));
    let table = &profile(&trace).tables[0];
    assert_eq!((table.name.as_str(), table.len()), ("stack_frame_function_name", 1));
    assert_eq!(table.fields(0)[1], ("name".to_owned(), "forward".to_owned()));
    assert_eq!((count(&trace, Rule::FieldUnknown), count(&trace, Rule::SemaphoreIdle)), (1, 1));
    assert_eq!(trace.phases.get("cc_stream"), Some(&1));
}

#[test]
fn unknown_sections_are_kept_up_to_a_bound_and_the_rest_is_counted() {
    let mut sample = Sample::default();
    for i in 0..crate::neuron::Table::MOST_ROWS + 5 {
        sample = sample.row("novel", &format!(r#"{{"i": {i}}}"#));
    }
    let trace = sample.trace();
    assert_eq!((profile(&trace).tables[0].len(), count(&trace, Rule::RowsLeftOut)), (10_000, 5));
}

#[test]
fn rows_without_usable_times_are_counted_and_kept() {
    let trace = Sample::default()
        .instruction("Vector", "COPY", 5, 5, r#""timestamp": NaN"#)
        .instruction("Vector", "COPY", 5, 5, r#""duration": null"#)
        .instruction("Vector", "COPY", 5, -5, "")
        .trace();
    assert_eq!((profile(&trace).instructions.len(), trace.slices.len()), (3, 2));
    assert_eq!(profile(&trace).instructions[0].slice, SliceId::NONE);
    let rules = [Rule::InvalidTs, Rule::InvalidDur, Rule::NegativeDur, Rule::NonJsonLiteral];
    assert_eq!(rules.map(|rule| count(&trace, rule)), [1, 1, 1, 1]);
}

#[test]
fn a_section_of_one_row_needs_no_list() {
    let trace = read(
        r#"{"summary": {"total_time": 2e-8}, "metadata": {"data_version": 9}, "instruction":
        [{"timestamp": 0, "duration": 20, "label": "Vector", "opcode": "COPY"}]}"#,
    );
    assert_eq!(profile(&trace).summary.number("total_time"), Some(2e-8));
    assert_eq!((profile(&trace).time.evidence, count(&trace, Rule::DataVersion)), (Evidence::TotalTime, 1));
    assert_eq!(trace.phases.get("summary"), Some(&1));
}

#[test]
fn a_cut_file_opens_with_what_came() {
    let text = Sample::default()
        .instruction("Vector", "COPY", 5, 5, "")
        .instruction("Vector", "COPY", 15, 5, "")
        .text();
    let trace = read(&text[..text.len() - 40]);
    assert_eq!((trace.slices.len(), trace.health.cut.unwrap().event), (1, Some(2)));
    assert_eq!(trace.phases.get("instruction"), Some(&1));
}

#[test]
fn the_text_of_an_instruction_is_its_row() {
    let trace = Sample::default().instruction("Vector", "COPY", 5, 5, r#""novel": "x""#).trace();
    let details =
        crate::engine::details::details(&trace, crate::engine::protocol::Item::Slice(SliceId(0))).unwrap();
    assert!(details.raw.starts_with("{\"timestamp\": 5") && details.raw.ends_with("\"novel\": \"x\"}"));
    let found = |key: &str| details.args.iter().find(|row| row.key == key).map(|row| row.readable.clone());
    assert_eq!((found("opcode"), found("novel")), (Some("COPY".to_owned()), Some("x".to_owned())));
}
