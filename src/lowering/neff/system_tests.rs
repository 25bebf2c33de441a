//! NEFFs of system profiles.

use super::*;
use crate::ingest::neuron::Reader;
use crate::lowering::attribution::Attribution;
use crate::lowering::profile::Evidence;
use crate::neuron::ProfileKind;
use crate::trace::{SliceId, Trace};

/// A system profile of rows.
fn system(rows: &[String]) -> Trace {
    let mut reader = Reader::new(ProfileKind::System, "system_profile.json");
    reader.push(format!(r#"{{"trace_event": [{}]}}"#, rows.join(",")).as_bytes());
    let mut finisher = reader.into_finisher();
    while finisher.step() {}
    finisher.into_trace()
}

/// A row of a source; `more` are further members.
fn row(source: &str, name: &str, (start, dur): (u32, u32), more: &str) -> String {
    let comma = if more.is_empty() { "" } else { ", " };
    format!(
        r#"{{"name": "{name}", "timestamp": {start}, "duration": {dur}, "trace_event_source": "{source}", "process_id": 7{comma}{more}}}"#
    )
}

const MUL: &str = "mul--_[8,4]:S(C):00000000bbbbbbbb";

/// An op whose run the hardware shows on two physical cores, and one of which
/// only the framework's side was recorded.
fn eager() -> Trace {
    let key =
        |key: &str| format!(r#""neff_cache_key": "{key}", "framework_stream_id": "0", "flow_id": ["5"]"#);
    system(&[
        row("framework", "aten::mul [trace.json]", (10, 20), r#""thread_id": 3, "flow_id": ["5"]"#),
        row("framework", "aten::mul [trace.json]", (40, 90), &key(MUL)),
        row(
            "neuron_rt",
            "nrt_execute",
            (50, 80),
            r#""nc_idx": 0, "flow_id": ["5"], "model_name": "/c/neff_1.neff""#,
        ),
        row(
            "neuron_hw",
            "nc_exec_running",
            (60, 30),
            r#""nc_idx": 0, "device_core_idx": 0, "flow_id": ["5"]"#,
        ),
        row(
            "neuron_hw",
            "nc_exec_running",
            (60, 31),
            r#""nc_idx": 0, "device_core_idx": 1, "flow_id": ["5"]"#,
        ),
        row(
            "framework",
            "aten::exp [trace.json]",
            (200, 70),
            r#""neff_cache_key": "exp--_[8]:S(C):00000000cccccccc", "framework_stream_id": "0""#,
        ),
    ])
}

/// Name, key, number and time of the runs of a NEFF, and their op.
type Told = (String, String, u64, i64, Option<(String, Evidence)>);

fn told(trace: &Trace) -> Vec<Told> {
    let attribution = Attribution::new(trace);
    let runs = Runs::new(trace, &attribution);
    let all = uses(trace, &runs, runs.runs.iter());
    all.into_iter()
        .map(|own| {
            let Program { name, key } = runs.programs[own.program as usize].clone();
            let op = own.op.map(|(op, evidence)| (trace.slice_name(op).to_owned(), evidence));
            (name, key, own.runs, own.total_ns, op)
        })
        .collect()
}

#[test]
fn flows_lead_from_a_cache_key_to_what_the_hardware_ran() {
    let trace = eager();
    assert!(has_runs(&trace));
    let found = told(&trace);
    let op = Some(("aten::mul [trace.json]".to_owned(), Evidence::Flow));
    assert_eq!(found[0], ("aten::mul".to_owned(), MUL.to_owned(), 1, 30, op));
    let exp = "exp--_[8]:S(C):00000000cccccccc".to_owned();
    assert_eq!(found[1], ("aten::exp".to_owned(), exp, 1, 70, None));
    assert_eq!(found.len(), 2);
}

#[test]
fn what_a_call_of_the_framework_ran_is_found_from_it() {
    let trace = eager();
    let attribution = Attribution::new(&trace);
    let runs = Runs::new(&trace, &attribution);
    let first = |name: &str| {
        let wanted = trace.strings.find(name).unwrap();
        let all = (0..trace.slices.len() as u32).map(SliceId);
        all.filter(|slice| trace.slices.name[slice.index()] == wanted)
            .min_by_key(|slice| trace.slices.start[slice.index()])
            .unwrap()
    };
    for name in ["aten::mul [trace.json]", "nrt_execute", "nc_exec_running"] {
        let under = runs.under(&trace, &attribution, first(name));
        let keys: Vec<&str> =
            under.iter().map(|run| runs.programs[run.program as usize].key.as_str()).collect();
        assert_eq!(keys, [MUL], "{name}");
    }
}

#[test]
fn without_a_key_the_name_of_the_model_tells() {
    let model =
        |execution: u32| format!(r#""nc_idx": 0, "model_name": "/x/model_a.neff", "exec_id": {execution}"#);
    let trace = system(&[
        row("neuron_rt", "nrt_load", (0, 50), r#""nc_idx": 0, "model_name": "/x/model_a.neff""#),
        row("neuron_rt", "nrt_execute", (100, 50), &model(1)),
        row("neuron_rt", "kbl_exec_pre", (110, 5), &model(1)),
        row("neuron_rt", "nrt_execute", (200, 60), &model(2)),
    ]);
    assert_eq!(told(&trace), [("model_a".to_owned(), String::new(), 2, 110, None)]);
    // With the hardware's events, those are the runs: one for both cores.
    let core = |core: u32, execution: u32| format!(r#""device_core_idx": {core}, {}"#, model(execution));
    let trace = system(&[
        row("neuron_rt", "nrt_execute", (100, 50), &model(1)),
        row("neuron_hw", "nc_exec_running", (110, 20), &core(0, 1)),
        row("neuron_hw", "nc_exec_running", (111, 21), &core(1, 1)),
        row("neuron_hw", "nc_exec_running", (210, 20), &core(0, 2)),
    ]);
    assert_eq!(told(&trace), [("model_a".to_owned(), String::new(), 2, 40, None)]);
}

#[test]
fn attributes_without_a_column_are_read_from_their_text() {
    let extra = r#""framework_stream_id": "0", "extra_attributes_json": "{\"neff_cache_key\": \"mul--x:00000000bbbbbbbb\"}""#;
    let trace = system(&[row("framework", "aten::mul", (0, 9), extra)]);
    assert_eq!(told(&trace), [("aten::mul".to_owned(), "mul--x:00000000bbbbbbbb".to_owned(), 1, 9, None)]);
}

#[test]
fn a_system_profile_that_names_no_neff_runs_none() {
    let trace = system(&[row("neuron_rt", "nrt_execute", (0, 9), r#""nc_idx": 0, "model_name": """#)]);
    assert!(!has_runs(&trace) && told(&trace).is_empty());
}
