//! Summary, advice, hierarchy and tables of real profiles, where the corpus
//! is at hand (`LOWERSCOPE_SHARED`).

use lowerscope::engine::protocol::Area;
use lowerscope::export::neuron::metrics_csv;
use lowerscope::ingest::neuron::Reader;
use lowerscope::neuron::analysis::advice::{Rule, advice};
use lowerscope::neuron::analysis::figure::{Figure, Why};
use lowerscope::neuron::analysis::file_warning::WarningKind;
use lowerscope::neuron::analysis::hierarchy::hierarchy;
use lowerscope::neuron::analysis::metric_groups::FileValue;
use lowerscope::neuron::analysis::scope::Scope;
use lowerscope::neuron::analysis::start::empty_start;
use lowerscope::neuron::analysis::summary::{ProfileSummary, summary};
use lowerscope::neuron::analysis::table::{Cell, TableKind, table};
use lowerscope::neuron::{Engine, ProfileKind};
use lowerscope::text::Texts;
use lowerscope::text::format::percent;
use lowerscope::trace::{SliceId, Trace};

mod support;

/// The profile whose file name contains some text; none without the corpus.
fn profile(named: &str) -> Option<Trace> {
    let path = support::neuron_file(named)?;
    let mut reader = Reader::new(ProfileKind::Device, "ntff.json");
    reader.push(&std::fs::read(path).unwrap());
    Some(reader.finish())
}

fn whole(trace: &Trace) -> Scope<'_> {
    Scope::whole(trace, trace.neuron.as_ref().unwrap())
}

const ALL: [&str; 4] = ["baseline_fp32_s512", "fused_fp32_s512", "baseline_bf16_s1024", "fused_bf16_s1024"];

fn metric(summary: &ProfileSummary, key: &str) -> (Option<f64>, Option<f64>) {
    let rows = summary.groups.iter().flat_map(|group| &group.metrics);
    let row = rows.into_iter().find(|row| row.key == key).unwrap();
    let file = match row.file {
        FileValue::Number(value) => Some(value),
        _ => None,
    };
    (file, row.own.and_then(Figure::known))
}

#[test]
fn our_figures_are_those_of_the_file() {
    for name in ALL {
        let Some(trace) = profile(name) else { return };
        let summary = summary(&whole(&trace));
        let mut compared = 0;
        for row in summary.groups.iter().flat_map(|group| &group.metrics) {
            if let (FileValue::Number(file), Some(Figure::Known(own))) = (&row.file, row.own) {
                compared += 1;
                // Of this one instruction the file has no row.
                let is_lost = row.key == "vector_engine_instruction_count" && (file - own - 1.0).abs() < 0.5;
                assert!(!row.differs || is_lost, "{name} {}: {file} in the file, {own} of the rows", row.key);
            }
        }
        assert!(compared > 60, "{name}: only {compared}");
        let near = |key: &str, tolerance: f64| {
            let (file, own) = metric(&summary, key);
            let (file, own) = (file.unwrap(), own.unwrap());
            assert!((file - own).abs() <= tolerance, "{name} {key}: {file} {own}");
        };
        near("dma_active_time_percent", 0.001);
        for engine in Engine::ALL {
            near(&format!("{}_engine_active_time_percent", engine.metric_stem()), 0.01);
        }
        near("hbm_read_bytes", 0.0);
        near("hbm_write_bytes", 0.0);
        near("hardware_flops", 0.0);
    }
}

#[test]
fn the_golden_pair_reads_as_measured() {
    let (Some(one), Some(two)) = (profile(ALL[0]), profile(ALL[1])) else { return };
    let (unfused, fused) = (summary(&whole(&one)), summary(&whole(&two)));
    for (summary, total_us, read, written, instructions, dma) in [
        (&unfused, 58.71, 2_949_120.0, 2_359_296.0, 458, "43.2 %"),
        (&fused, 38.09, 851_968.0, 262_144.0, 442, "30.7 %"),
    ] {
        let figures = &summary.figures;
        assert!((figures.total_s.known().unwrap() * 1e6 - total_us).abs() < 0.01);
        assert_eq!((figures.hbm_read, figures.hbm_written), (Figure::Known(read), Figure::Known(written)));
        // Figure, bar and metric say the same.
        let (_, metric_share) = metric(summary, "dma_active_time_percent");
        for share in [figures.dma_share.known(), Some(summary.share(summary.dma.active)), metric_share] {
            assert_eq!(percent(share.unwrap() * 100.0), dma);
        }
        let all = summary.engines.iter().filter(|row| row.core.is_none());
        assert_eq!(all.map(|row| row.instructions).sum::<u64>(), instructions);
        assert_eq!(metric(summary, "matmul_instruction_count"), (Some(60.0), Some(60.0)));
        assert_eq!(figures.least_traffic, Figure::Known(1_114_112.0));
        let kinds: Vec<_> = summary.warnings.iter().map(|warning| warning.kind).collect();
        assert_eq!(kinds, [WarningKind::DynamicDma, WarningKind::CompilerMetrics, WarningKind::HloStats]);
    }
}

#[test]
fn half_of_a_file_is_not_called_the_whole_profile() {
    let Some(path) = support::neuron_file(ALL[0]) else { return };
    let bytes = std::fs::read(path).unwrap();
    // Some of the instructions came, the file's own summary did not.
    for part in [bytes.len() / 2, bytes.len() * 9 / 10] {
        let mut reader = Reader::new(ProfileKind::Device, "ntff.json");
        reader.push(&bytes[..part]);
        let trace = reader.finish();
        let scope = whole(&trace);
        let summary = summary(&scope);
        assert!(summary.is_cut_off && !summary.is_all());
        assert_eq!(summary.dma.alone, None);
        let about_all = [Rule::WaitingOnDma, Rule::Serialised, Rule::LowMfu, Rule::Traffic, Rule::StartUp];
        assert!(advice(&scope).iter().all(|advice| !about_all.contains(&advice.rule)));
        let csv = metrics_csv(&Texts::new("en"), &summary);
        assert!(csv.starts_with("group,metric,unit,in the file,from the rows that came,"));
    }
}

#[test]
fn advice_names_what_the_fused_kernel_got_rid_of() {
    let (Some(one), Some(two)) = (profile(ALL[0]), profile(ALL[1])) else { return };
    let rules = |trace: &Trace| advice(&whole(trace)).iter().map(|advice| advice.rule).collect::<Vec<_>>();
    let (unfused, fused) = (rules(&one), rules(&two));
    assert!(unfused.contains(&Rule::Traffic) && !fused.contains(&Rule::Traffic), "{unfused:?} {fused:?}");
    assert!(unfused.contains(&Rule::Transposes) && fused.contains(&Rule::Transposes));
    assert!(unfused.contains(&Rule::Throttled));
}

#[test]
fn every_instruction_is_in_the_hierarchy_or_said_to_have_no_id() {
    for name in ALL {
        let Some(trace) = profile(name) else { return };
        let tree = hierarchy(&whole(&trace));
        let roots = tree.nodes.iter().filter(|node| node.depth == 0);
        assert_eq!(roots.map(|node| node.instructions).sum::<u64>(), tree.instructions);
        // Set-up rows of both cores.
        assert!(tree.without_ids > 250 && tree.without_ids < tree.instructions, "{name}");
        let levels: Vec<bool> = tree.levels.iter().map(|(_, count)| *count > 0).collect();
        assert_eq!(levels, [false, false, true, true], "{name}");
    }
}

#[test]
fn tables_add_up_and_a_part_is_less_than_the_whole() {
    let Some(trace) = profile(ALL[0]) else { return };
    let scope = whole(&trace);
    let sum = |scope: &Scope<'_>, kind: TableKind, at: usize| -> u64 {
        let rows = table(scope, kind).rows;
        let count = |cell: &Cell| match cell {
            Cell::Count(value) | Cell::Bytes(value) => *value,
            _ => 0,
        };
        rows.iter().map(|row| count(&row.cells[at])).sum()
    };
    assert_eq!(sum(&scope, TableKind::Instructions, 4), 458);
    assert_eq!(sum(&scope, TableKind::Operators, 4), 458);
    assert_eq!(sum(&scope, TableKind::DmaQueues, 3), 2657);
    assert_eq!(sum(&scope, TableKind::DmaVariables, 4), sum(&scope, TableKind::DmaQueues, 5));
    assert_eq!(table(&scope, TableKind::Tensors).rows.len(), 5);
    let start = empty_start(&trace, trace.neuron.as_ref().unwrap()).unwrap();
    assert!((10_000..16_000).contains(&start.len()), "{start:?}");
    let area = Area { start: start.end, end: 40_000, tracks: Vec::new() };
    let part = Scope::new(&trace, trace.neuron.as_ref().unwrap(), &area);
    let (part, all) = (summary(&part).figures, summary(&scope).figures);
    assert_eq!((part.hbm_read, part.mbu), (Figure::Unknown(Why::WholeOnly), Figure::Unknown(Why::WholeOnly)));
    assert!(part.useful_flops.known().unwrap() < all.useful_flops.known().unwrap());
    assert!(part.hfu.known().unwrap() > 0.0);
}

#[test]
fn waits_are_those_of_the_engine_and_not_what_a_register_kept() {
    let Some(trace) = profile(ALL[0]) else { return };
    let neuron = trace.neuron.as_ref().unwrap();
    // The matrix engine waits 20.56 µs for what it loads next: from the end of
    // its work to the start of the next.
    let longest = neuron.instructions.iter().filter(|row| row.lane.engine() == Engine::Tensor);
    let longest = longest.max_by_key(|row| row.wait).unwrap();
    let start = |slice: SliceId| trace.slices.start[slice.index()];
    assert_eq!(
        (trace.name(longest.opcode), start(longest.slice), longest.wait),
        ("LDWEIGHTS", 45_322, 20_557)
    );
    assert_eq!((start(longest.wait_slice), trace.slices.end(longest.wait_slice)), (24_765, 45_322));
    // Rows that wait for nothing tell 53,719 ns, the last three of GpSimd too.
    assert!(neuron.instructions.iter().all(|row| row.wait <= start(row.slice)));
    let drains = neuron.instructions.iter().filter(|row| trace.name(row.opcode) == "DRAIN");
    assert!(drains.into_iter().all(|row| row.wait == 0));
    // No two waits of an engine, nor a wait and its work, are at the same time.
    let scope = whole(&trace);
    for engine in summary(&scope).engines.iter().filter(|row| row.core.is_some()) {
        let own = |row: &&lowerscope::neuron::Instruction| {
            (row.lane.engine(), Some(row.core)) == (engine.engine, engine.core)
        };
        let sum: i64 = neuron.instructions.iter().filter(own).map(|row| row.wait).sum();
        assert_eq!(sum, engine.before, "{:?}", engine.engine);
    }
}

#[test]
fn who_waits_through_all_of_an_area_waits_in_it() {
    let Some(trace) = profile(ALL[0]) else { return };
    let area = Area { start: 26_100, end: 40_200, tracks: Vec::new() };
    let part = summary(&Scope::new(&trace, trace.neuron.as_ref().unwrap(), &area));
    for engine in [Engine::Tensor, Engine::GpSimd] {
        let row = part.engines.iter().find(|row| row.engine == engine).unwrap();
        assert_eq!((row.before, row.idle, row.active), (14_100, 0, 0), "{engine:?}");
    }
}

#[test]
fn bytes_are_not_those_of_the_moment_in_which_they_were_asked_for() {
    let Some(trace) = profile(ALL[0]) else { return };
    let area = Area { start: 30_180, end: 32_110, tracks: Vec::new() };
    let part = summary(&Scope::new(&trace, trace.neuron.as_ref().unwrap(), &area)).figures;
    assert!((part.dma_share.known().unwrap() - 0.927).abs() < 0.001);
    let unknown = Figure::Unknown(Why::WholeOnly);
    assert_eq!([part.hbm_read, part.hbm_written, part.mbu, part.intensity], [unknown; 4]);
}

#[test]
fn a_queue_alone_is_not_everything() {
    let Some(trace) = profile(ALL[0]) else { return };
    let queue = trace.tracks.iter().position(|track| trace.name(track.name).contains("qSyncDynamicHW"));
    let track = lowerscope::trace::TrackId(queue.unwrap() as u32);
    let area = Area { start: 0, end: 60_000, tracks: vec![track] };
    let scope = Scope::new(&trace, trace.neuron.as_ref().unwrap(), &area);
    let part = summary(&scope);
    assert_eq!((part.engines.len(), part.left_out.len(), part.tracks.len()), (0, 5, 1));
    assert_eq!(part.figures.hfu, Figure::Unknown(Why::NotSelected));
    assert!(advice(&scope).iter().all(|found| found.rule == Rule::SmallDma));
}

#[test]
fn a_search_from_a_table_finds_the_rows_of_one_core() {
    let Some(trace) = profile(ALL[0]) else { return };
    let rows = table(&whole(&trace), TableKind::Instructions).rows;
    // Set-up runs on both cores, under the same opcode and lane.
    let drains = rows.iter().filter(|row| row.query.starts_with("name:=\"DRAIN\" arg:label==Sync"));
    let mut terms: Vec<&str> =
        drains.filter_map(|row| row.query.split_once("Sync")).map(|(_, end)| end).collect();
    terms.sort_unstable();
    assert_eq!(terms, [" arg:subgraph==\"sg00\"", " arg:subgraph==\"sg01\""]);
}
