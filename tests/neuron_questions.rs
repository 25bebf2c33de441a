//! What must hold of all answers about Neuron profiles, whatever the rows: no
//! panic, parts no greater than wholes, and one meaning of a figure wherever it
//! is told.

use lowerscope::analysis::colour::{ColourBy, TraceColours, assign};
use lowerscope::engine::protocol::Area;
use lowerscope::ingest::neuron::Reader;
use lowerscope::lowering::Attribution;
use lowerscope::lowering::neff::{Runs, has_runs};
use lowerscope::neuron::ProfileKind;
use lowerscope::neuron::analysis::hierarchy::hierarchy;
use lowerscope::neuron::analysis::scope::Scope;
use lowerscope::neuron::analysis::table::{Cell, TableKind, columns, table};
use lowerscope::neuron::analysis::{advice, hierarchy_table, section_table, summary};
use lowerscope::trace::Trace;
use proptest::prelude::*;

const TABLES: [TableKind; 7] = [
    TableKind::Operators,
    TableKind::Instructions,
    TableKind::DmaQueues,
    TableKind::DmaVariables,
    TableKind::Tensors,
    TableKind::Layers,
    TableKind::Memory,
];

fn read(kind: ProfileKind, text: &str) -> Trace {
    let mut reader = Reader::new(kind, "file");
    reader.push(text.as_bytes());
    reader.finish()
}

/// Numbers as files have them, and as none should.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0i64..60).prop_map(|n| n.to_string()),
        1 => any::<i64>().prop_map(|n| n.to_string()),
        1 => Just("NaN".to_owned()),
        1 => Just("9223372036854775809".to_owned()),
        1 => Just("-1".to_owned()),
        1 => Just("\"7\"".to_owned()),
        1 => Just("null".to_owned()),
        1 => Just("1e300".to_owned()),
    ]
}

/// Sections with rows that name ops, engines, queues, sizes and limits.
fn device() -> impl Strategy<Value = String> {
    let row = (0usize..9, number(), number(), number(), 0..4).prop_map(|(kind, at, dur, n, id)| {
        let time = format!(r#""timestamp": {at}, "duration": {dur}"#);
        let lane = ["Vector", "Tensor", "TensorMatrix", "Odd"][id as usize];
        let opcode = ["MATMUL", "COPY", "EVENT_SEMAPHORE", "DMA_DIRECT2D"][(id as usize + kind) % 4];
        [
            ("instruction", format!(r#"{{{time}, "id": {n}, "label": "{lane}", "opcode": "{opcode}", "layer": "l{id}", "raw_penguin_id": {n}, "elements": {n}, "hbm_read_bytes": {n}}}"#)),
            ("instruction", format!(r#"{{{time}, "id": {n}, "label": "{lane}", "opcode": "{opcode}", "raw_bir_id": {id}, "evt_wait_time": {n}, "instruction_type": "TRANSPOSE"}}"#)),
            ("dma", format!(r#"{{{time}, "subgroup": "q{id}-Q0-E{id}", "dma_engine": {n}, "transfer_size": {n}, "queue_type": "data"}}"#)),
            ("dma", format!(r#"{{{time}, "subgroup": "q{id}", "transfer_size": {n}, "aggregated": "{}"}}"#, if id > 1 { "yes" } else { "no" })),
            ("CcOp", format!(r#"{{"start_ts": {at}, "duration_ns": {dur}, "operation": "AllGather", "output_size": {id}}}"#)),
            ("neff_node", format!(r#"{{"variable_name": "w{id}", "size": {n}, "load_to_sbuf_repeat_factor": {n}, "load_to_sbuf_total_size_bytes": {dur}}}"#)),
            ("ham", format!(r#"{{{time}, "k": {id}, "n": {n}, "type": 0}}"#)),
            ("nc_mem_usage", format!(r#"{{"nc": {id}, "nd": 0, "usage_type": "Weights", "amount_bytes": {n}}}"#)),
            ("semaphore_update", format!(r#"{{"timestamp": {at}, "id": "{id}", "value": {n}}}"#)),
        ][kind]
            .clone()
    });
    let summary = (number(), number(), number()).prop_map(|(total, read, least)| {
        let row = format!(
            r#"{{"total_time": {total}, "hbm_read_bytes": {read}, "spill_reload_bytes": {read}, "inputs_outputs_weights_size_bytes": {least}}}"#
        );
        ("summary", row)
    });
    (proptest::collection::vec(row, 0..40), proptest::option::of(summary)).prop_map(|(mut rows, summary)| {
        rows.extend(summary);
        rows.sort_by_key(|row| row.0);
        let sections = rows.chunk_by(|a, b| a.0 == b.0).map(|run| {
            let rows: Vec<_> = run.iter().map(|row| row.1.as_str()).collect();
            format!("\"{}\": [{}]", run[0].0, rows.join(", "))
        });
        format!("{{{}}}", sections.collect::<Vec<_>>().join(",\n"))
    })
}

fn ask_all(trace: &Trace, area: Option<Area>) -> Result<(), TestCaseError> {
    let profile = trace.neuron.as_ref().unwrap();
    let scope = area.map_or_else(|| Scope::whole(trace, profile), |area| Scope::new(trace, profile, &area));
    let _ = summary::summary(&scope);
    for advice in advice::advice(&scope) {
        prop_assert!(advice.figure.value().is_finite(), "{:?}", advice);
        prop_assert!(!advice.evidence.is_empty());
    }
    let tree = hierarchy(&scope);
    prop_assert!(tree.without_ids_active <= tree.active && tree.without_ids <= tree.instructions);
    let mut top = (0u64, 0i64);
    for (at, node) in tree.nodes.iter().enumerate() {
        prop_assert!(node.ticks <= tree.active && node.ticks <= node.sum.max(node.ticks));
        prop_assert_eq!(hierarchy_table::cells(&tree, node).len(), hierarchy_table::COLUMNS.len());
        if node.depth == 0 {
            top = (top.0 + node.instructions, top.1.saturating_add(node.ticks));
        }
        for below in &tree.nodes[at + 1..][..node.below as usize] {
            prop_assert!(below.depth > node.depth && below.ticks <= node.ticks);
        }
    }
    if tree.left_out == 0 {
        prop_assert_eq!(top.0, tree.instructions);
        prop_assert!(top.1 >= tree.active);
    }
    for kind in TABLES {
        let table = table(&scope, kind);
        for row in &table.rows {
            prop_assert_eq!(row.cells.len(), columns(kind).len());
            for cell in &row.cells {
                if let Cell::Share(share) = cell
                    && !matches!(kind, TableKind::Layers | TableKind::Memory)
                {
                    prop_assert!((0.0..=1.0).contains(share), "{:?} {}", kind, share);
                }
            }
        }
        // Ops of the outermost level of the tree are those of the table.
        if kind == TableKind::Operators && table.left_out == 0 {
            let column =
                columns(kind).iter().position(|column| *column == "neuron-col-instructions").unwrap();
            let count = |row: &lowerscope::neuron::analysis::table::CellRow| match row.cells[column] {
                Cell::Count(count) => count,
                _ => 0,
            };
            prop_assert_eq!(table.rows.iter().map(count).sum::<u64>(), tree.instructions);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_profile_has_answers_that_agree(text in device(), start in -5i64..60, len in 0i64..60, track in 0u32..6) {
        let trace = read(ProfileKind::Device, &text);
        let profile = trace.neuron.as_ref().unwrap();
        ask_all(&trace, None)?;
        ask_all(&trace, Some(Area { start, end: start + len, tracks: Vec::new() }))?;
        let tracks = vec![lowerscope::trace::TrackId(track)];
        ask_all(&trace, Some(Area { start, end: start + len, tracks }))?;
        for section in section_table::sections(&trace, profile) {
            let table = section_table::section(&trace, profile, &section.name);
            prop_assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
            prop_assert_eq!(section.has_rows, !table.rows.is_empty(), "{}", section.name);
        }
        for by in ColourBy::ALL {
            let mut colours = TraceColours::by(&trace, by);
            assign([&mut colours]);
            let _ = colours.legend();
        }
    }

    #[test]
    fn rows_of_a_queue_are_named_after_the_engine_of_all_that_is_in_them(text in device()) {
        let trace = read(ProfileKind::Device, &text);
        let profile = trace.neuron.as_ref().unwrap();
        prop_assert!(trace.row_names.windows(2).all(|pair| pair[0].row < pair[1].row));
        for dma in profile.dma.iter().filter(|dma| dma.slice != lowerscope::trace::SliceId::NONE) {
            let engine = profile.route_of(dma).engine.filter(|_| !dma.is_transfer());
            let wanted = engine.map(|engine| format!("DMA-E{engine}"));
            prop_assert_eq!(trace.row_label(dma.slice), wanted.as_deref());
        }
        for row in profile.instructions.iter().filter(|row| row.slice != lowerscope::trace::SliceId::NONE) {
            prop_assert_eq!(trace.row_label(row.slice), None);
        }
    }

    #[test]
    fn runs_of_a_system_profile_are_slices_of_it_each_once(
        rows in proptest::collection::vec((0usize..5, number(), number(), 0u8..4, 0u8..3), 0..30),
    ) {
        let row = |(kind, at, dur, flow, model): &(usize, String, String, u8, u8)| {
            let (source, name) = [
                ("framework", "aten::mul [trace.json]"),
                ("neuron_rt", "nrt_execute"),
                ("neuron_hw", "nc_exec_running"),
                ("neuron_hw", "cc_running"),
                ("other", "x"),
            ][*kind];
            let told = match model {
                0 => String::new(),
                1 => format!(r#", "model_name": "/a/m{flow}.neff", "exec_id": {dur}"#),
                _ => format!(r#", "neff_cache_key": "mul--x:0000000{flow}aaaa""#),
            };
            format!(
                r#"{{"name": "{name}", "timestamp": {at}, "duration": {dur}, "trace_event_source": "{source}", "flow_id": ["{flow}"], "nc_idx": {flow}{told}}}"#
            )
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        let trace = read(ProfileKind::System, &format!(r#"{{"trace_event": [{}]}}"#, rows.join(",")));
        let attribution = Attribution::new(&trace);
        let runs = Runs::new(&trace, &attribution);
        prop_assert!(runs.runs.windows(2).all(|pair| pair[0].slice < pair[1].slice));
        prop_assert!(has_runs(&trace) || runs.runs.is_empty());
        for run in &runs.runs {
            prop_assert!(run.slice.index() < trace.slices.len());
            let program = &runs.programs[run.program as usize];
            prop_assert!(!program.name.is_empty());
            prop_assert_eq!(runs.under(&trace, &attribution, run.slice).len(), 1);
        }
    }
}
