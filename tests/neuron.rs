//! Real Neuron profiles, where a folder with them is at hand: figures that are
//! recomputed from rows must agree with those that the files state.

use lowerscope::engine::protocol::Event;
use lowerscope::engine::{self, Want};
use lowerscope::ingest::neuron::Reader;
use lowerscope::neuron::{Engine, Evidence, Lane, NeuronProfile, ProfileKind};
use lowerscope::trace::{DependenceKind, LinkKind, ProcessId, SliceFlags, TimeUnit, Trace};

mod support;

fn read(name: &str) -> Option<Trace> {
    let bytes = std::fs::read(support::neuron_file(name)?).unwrap();
    let mut reader = Reader::new(ProfileKind::Device, "ntff.json");
    // Odd on purpose.
    bytes.chunks(65_521).for_each(|chunk| reader.push(chunk));
    Some(reader.finish())
}

fn profile(trace: &Trace) -> &NeuronProfile {
    trace.neuron.as_ref().unwrap()
}

fn union(mut spans: Vec<(i64, i64)>) -> i64 {
    spans.sort_unstable();
    let (mut sum, mut reached) = (0, i64::MIN);
    for (start, end) in spans {
        sum += (end - start.max(reached)).max(0);
        reached = reached.max(end);
    }
    sum
}

/// Share of the total time, in percent.
fn share(trace: &Trace, ticks: i64) -> f64 {
    ticks as f64 / (profile(trace).summary.number("total_time").unwrap() * 1e9) * 100.0
}

const FILES: [&str; 4] =
    ["__baseline_fp32_s512__", "__fused_fp32_s512__", "__baseline_bf16_s1024__", "__fused_bf16_s1024__"];

#[test]
fn the_attention_block_is_faster_when_fused() {
    let (Some(unfused), Some(fused)) = (read(FILES[0]), read(FILES[1])) else { return };
    let number = |trace: &Trace, key: &str| profile(trace).summary.number(key).unwrap();
    let micros = |trace: &Trace| (number(trace, "total_time") * 1e8).round() / 100.0;
    assert_eq!((micros(&unfused), micros(&fused)), (58.71, 38.09));
    assert_eq!(
        (number(&unfused, "hbm_read_bytes"), number(&fused, "hbm_read_bytes")),
        (2_949_120.0, 851_968.0)
    );
    assert_eq!(
        (number(&unfused, "hbm_write_bytes"), number(&fused, "hbm_write_bytes")),
        (2_359_296.0, 262_144.0)
    );
    let counts = |trace: &Trace| {
        let profile = profile(trace);
        let is_matmul = |opcode| trace.strings.get(opcode) == "MATMUL";
        let matmuls = profile.instructions.iter().filter(|row| is_matmul(row.opcode)).count();
        (profile.instructions.len(), matmuls, profile.dma.len())
    };
    assert_eq!((counts(&unfused), counts(&fused)), ((458, 60, 2657), (442, 60, 481)));
    for trace in [&unfused, &fused] {
        assert_eq!((trace.unit, profile(trace).time.evidence), (TimeUnit::Nanos, Evidence::TotalTime));
    }
}

#[test]
fn shares_of_active_time_agree_with_the_summary() {
    for name in FILES {
        let Some(trace) = read(name) else { return };
        let profile = profile(&trace);
        let stated = |key: &str| profile.summary.number(key).unwrap() * 100.0;
        let span =
            |slice: lowerscope::trace::SliceId| (trace.slices.start[slice.index()], trace.slices.end(slice));
        let dma = union(profile.dma.iter().map(|row| span(row.slice)).collect());
        let off = share(&trace, dma) / stated("dma_active_time_percent") - 1.0;
        assert!(off.abs() < 0.001, "{name}: DMA is off by {off}");
        for engine in Engine::ALL {
            let work =
                profile.instructions.iter().filter(|row| row.lane.engine() == engine && !row.is_wait());
            let from_rows = union(work.map(|row| span(row.slice)).collect());
            let active = profile.active.iter().filter(|row| row.engine == engine);
            let from_active = union(active.map(|row| (row.start, row.end)).collect());
            let stated = stated(&format!("{}_engine_active_time_percent", engine.metric_stem()));
            for ticks in [from_rows, from_active] {
                // Of the share itself, not of the whole.
                let off = share(&trace, ticks) / stated - 1.0;
                assert!(off.abs() < 0.01, "{name}: {} is off by {off}", engine.name());
            }
        }
        for engine in Engine::ALL {
            let rows = profile.instructions.iter().filter(|row| row.lane.engine() == engine).count() as f64;
            let key = format!("{}_engine_instruction_count", engine.metric_stem());
            let off = rows - profile.summary.number(&key).unwrap();
            assert!(off.abs() <= 1.0, "{name}: {key} is off by {off}");
        }
    }
}

#[test]
fn every_row_is_on_its_lane_and_every_predecessor_is_found() {
    for name in FILES {
        let Some(trace) = read(name) else { return };
        let profile = profile(&trace);
        assert_eq!(
            profile.cores.iter().map(|core| (core.index, core.nc)).collect::<Vec<_>>(),
            [(0, Some(4)), (1, Some(5))]
        );
        let names: Vec<_> = trace.processes.iter().map(|process| trace.strings.get(process.name)).collect();
        assert_eq!(names, ["NeuronCore nc1", "NeuronCore nc0"]);
        assert_eq!(trace.folded_processes, [ProcessId(0)]);
        for row in &profile.instructions {
            let track = &trace.tracks[trace.track_of(row.slice).index()];
            assert_eq!(trace.strings.get(track.name), row.lane.name());
            assert_eq!(track.process, profile.cores[usize::from(row.core)].process);
            assert_eq!(trace.slices.flags[row.slice.index()].has(SliceFlags::WAIT), row.is_wait());
        }
        let own = trace.processes.last().map(|nc0| nc0.first_track as usize..nc0.end_track as usize).unwrap();
        let tracks: Vec<_> = trace.tracks[own].iter().map(|track| trace.strings.get(track.name)).collect();
        let lanes: Vec<_> = Lane::ALL[..6].iter().map(|lane| lane.name()).collect();
        let at = tracks.iter().position(|track| *track == "Sync").unwrap();
        assert_eq!(tracks[at..at + 6], lanes);
        assert!(
            tracks[..at].iter().all(|track| track.starts_with('q') || track.starts_with('Q')),
            "{tracks:?}"
        );
        assert_eq!(tracks[at + 6..at + 9], ["State Buffer Usage", "PSUM Usage", "Throttling"]);
        assert!(
            tracks.ends_with(&["Pending DMA Count", "Cumulative DMA Throughput", "DMA Throughput"]),
            "{tracks:?}"
        );
        let links = trace.links.all();
        assert!(links.iter().all(|link| link.from.slice.some().is_some() && link.to.slice.some().is_some()));
        let of = |kind| links.iter().filter(|link| link.kind == LinkKind::Dependence(kind)).count();
        assert!(
            of(DependenceKind::Flow) > 0 && of(DependenceKind::Anti) > 0 && of(DependenceKind::Ordered) > 0
        );
        assert_eq!(of(DependenceKind::Other), 0);
        assert!(
            trace.health.findings().all(|found| found.rule.level() == lowerscope::trace::Level::Info),
            "{:?}",
            trace.health
        );
    }
}

/// Bytes that an open trace holds, by the engine's own account, and those of
/// its text.
fn memory(name: &str) -> Option<(u64, u64)> {
    let bytes = std::fs::read(support::neuron_file(name)?).unwrap();
    let mut engine = engine::Engine::native();
    let mut events = Vec::new();
    let load = engine.begin("ntff.json", Some(bytes.len() as u64));
    loop {
        match engine.want(load) {
            Want::Bytes { from, .. } if from < bytes.len() as u64 => {
                engine.push(load, &bytes[from as usize..], &mut events);
            }
            Want::Bytes { .. } => engine.end_of_file(load, &mut events),
            Want::Step => engine.step(load, &mut events),
            Want::Choice | Want::Rows | Want::Nothing => break,
        }
    }
    events.into_iter().find_map(|event| match event {
        Event::Opened { info, .. } => Some((info.memory_bytes, info.text_bytes)),
        _ => None,
    })
}

#[test]
fn an_open_profile_takes_less_memory_than_its_text() {
    let Some((held, text)) = memory(FILES[2]) else { return };
    assert!(held * 10 <= text * 6, "{held} bytes for {text}");
}
