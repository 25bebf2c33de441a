//! Parquet sets of Neuron Explorer: the same profile as from the device JSON
//! and the CSV export of the same rows. All are made up, by
//! `tests/neuron/make_parquet.py`.

use lowerscope::engine::protocol::{Event, LoadFailure};
use lowerscope::engine::{Engine, Want};
use lowerscope::ingest::container::bundle;
use lowerscope::ingest::neuron::{Reader, TableForm};
use lowerscope::ingest::parquet::Rows;
use lowerscope::neuron::analysis::advice::advice;
use lowerscope::neuron::analysis::figure::Figure;
use lowerscope::neuron::analysis::scope::Scope;
use lowerscope::neuron::analysis::summary::{ProfileSummary, summary};
use lowerscope::neuron::{NeuronProfile, ProfileKind};
use lowerscope::trace::{Rule, Trace};
use std::path::{Path, PathBuf};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/neuron/parquet").join(name)
}

type Files = Vec<(String, Vec<u8>)>;

/// The files of a folder, by name.
fn folder(name: &str) -> Files {
    let mut files: Files = std::fs::read_dir(data(name))
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
        .collect();
    files.sort();
    files
}

struct Opened {
    engine: Engine,
    names: Vec<String>,
    failures: Vec<LoadFailure>,
}

impl Opened {
    fn traces(&self) -> Vec<&Trace> {
        self.engine.trace_ids().map(|id| self.engine.trace(id).unwrap()).collect()
    }

    fn only(&self) -> &Trace {
        let traces = self.traces();
        assert_eq!(traces.len(), 1, "{:?}", self.failures);
        traces[0]
    }
}

/// Opens files as one load, as the page and the command line do.
fn open(files: &[(String, Vec<u8>)]) -> Opened {
    let mut bytes = Vec::new();
    for (name, content) in files {
        bytes.extend(bundle::head(name, content.len() as u64));
        bytes.extend(content);
        bytes.extend(bundle::filling(content.len() as u64));
    }
    bytes.extend(bundle::end());
    open_bytes("profile@latest", &bytes, 70_001)
}

fn open_bytes(name: &str, bytes: &[u8], step: usize) -> Opened {
    let mut engine = Engine::native();
    let (mut events, mut names, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    let load = engine.begin(name, Some(bytes.len() as u64));
    loop {
        match engine.want(load) {
            Want::Nothing | Want::Rows => break,
            Want::Choice => engine.choose(load, &[0], &mut events),
            Want::Step => engine.step(load, &mut events),
            Want::Bytes { from, to } => {
                let rest = &bytes[from as usize..to.map_or(bytes.len(), |to| to as usize)];
                match rest.len().min(step) {
                    0 => engine.end_of_file(load, &mut events),
                    len => engine.push(load, &rest[..len], &mut events),
                }
            }
        }
    }
    for event in events {
        match event {
            Event::Opened { info, .. } => names.push(info.file),
            Event::Failed { failure, .. } => failures.push(failure),
            Event::Skipped { entries, .. } => failures.extend(entries),
            _ => {}
        }
    }
    Opened { engine, names, failures }
}

fn profile(trace: &Trace) -> &NeuronProfile {
    trace.neuron.as_ref().unwrap()
}

fn json() -> Opened {
    open_bytes("profile.json", &std::fs::read(data("profile.json")).unwrap(), 1000)
}

fn summary_of(trace: &Trace) -> ProfileSummary {
    summary(&Scope::whole(trace, profile(trace)))
}

/// What must not depend on the form of the file: engines, DMA, figures, and
/// what the rows say of every metric.
fn figures(trace: &Trace) -> Vec<(String, f64)> {
    let summary = summary_of(trace);
    let mut found = Vec::new();
    let mut add = |name: String, value: f64| found.push((name, value));
    for row in &summary.engines {
        let name = format!("{:?} {:?}", row.engine, row.core);
        for (what, value) in [
            ("instructions", row.instructions as i64),
            ("active", row.active),
            ("semaphore", row.semaphore),
            ("before", row.before),
            ("idle", row.idle),
            ("sum", row.sum),
        ] {
            add(format!("{name} {what}"), value as f64);
        }
    }
    let dma = &summary.dma;
    for (what, value) in [
        ("packets", dma.packets as i64),
        ("transfers", dma.transfers as i64),
        ("bytes", dma.bytes as i64),
        ("active", dma.active),
        ("alone", dma.alone.unwrap_or(-1)),
    ] {
        add(format!("dma {what}"), value as f64);
    }
    for part in summary.queues.iter().chain(&summary.variables) {
        add(format!("'{}' bytes", part.name), part.bytes as f64);
        add(format!("'{}' active", part.name), part.active as f64);
    }
    for row in summary.groups.iter().flat_map(|group| &group.metrics) {
        // The tables have limits in rows of their own.
        if let Some(Figure::Known(own)) = row.own.filter(|_| !row.key.starts_with("throttle_")) {
            add(row.key.clone(), own);
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn assert_same(name: &str, found: &[(String, f64)], expected: &[(String, f64)]) {
    let names = |list: &[(String, f64)]| list.iter().map(|entry| entry.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(found), names(expected), "{name}");
    for (found, expected) in found.iter().zip(expected) {
        let near = (found.1 - expected.1).abs() <= expected.1.abs() * 1e-6;
        assert!(near, "{name} {}: {} and not {}", found.0, found.1, expected.1);
    }
}

#[test]
fn a_set_of_any_version_is_the_profile_of_the_json() {
    let json = json();
    let expected = figures(json.only());
    assert!(expected.len() > 60);
    for set in ["v7", "v12"] {
        let opened = open(&folder(set));
        assert_eq!(opened.names, ["profile@latest"]);
        assert!(opened.failures.is_empty(), "{:?}", opened.failures);
        let trace = opened.only();
        assert_eq!(profile(trace).kind, ProfileKind::Tables);
        assert_same(set, &figures(trace), &expected);
        let (own, other) = (summary_of(trace), summary_of(json.only()));
        assert_eq!(own.figures, other.figures, "{set}");
        let rules = |trace: &Trace| {
            let all = advice(&Scope::whole(trace, profile(trace)));
            all.into_iter().map(|advice| advice.rule).collect::<Vec<_>>()
        };
        assert_eq!(rules(trace), rules(json.only()));
        // Dependences stand in a table of their own.
        assert_eq!(trace.links.all().len(), json.only().links.all().len());
        assert_eq!(trace.links.all().len(), 2);
    }
}

#[test]
fn rows_are_the_same_in_every_form() {
    let json = json();
    let rows = |trace: &Trace| {
        let profile = profile(trace);
        let text = |id| trace.name(id).to_owned();
        let instructions: Vec<_> = profile
            .instructions
            .iter()
            .map(|row| {
                let at = trace.slices.start[row.slice.index()];
                (
                    row.id,
                    row.lane,
                    text(row.opcode),
                    row.wait,
                    row.elements,
                    row.hlo_id,
                    at,
                    text(row.hlo_name),
                )
            })
            .collect();
        let mut dma: Vec<_> = profile
            .dma
            .iter()
            .map(|row| {
                let route = profile.route_of(row);
                let place = (text(route.queue), route.kind, text(route.source), text(route.dest));
                (row.id, row.transfer, row.read, row.moved, row.is_transfer(), route.engine, place)
            })
            .collect();
        dma.sort_by_key(|row| row.0);
        (instructions, dma)
    };
    let (instructions, dma) = rows(json.only());
    for set in ["v7", "v12", "csv"] {
        let opened = open(&folder(set));
        let (found, found_dma) = rows(opened.only());
        assert_eq!(found, instructions, "{set}");
        assert_eq!(found_dma, dma, "{set}");
    }
}

#[test]
fn samples_tensors_and_limits_are_typed_rows() {
    let json = json();
    for set in ["v7", "v12"] {
        let opened = open(&folder(set));
        let (trace, profile) = (opened.only(), profile(opened.only()));
        let counter = |name: &str| {
            let found = trace
                .counters
                .iter()
                .find(|counter| trace.name(trace.tracks[counter.track.index()].name).contains(name));
            found.unwrap_or_else(|| panic!("{set}: {name}"))
        };
        for name in ["State Buffer", "PSUM", "Pending", "Semaphore", "HBM", "DMA Throughput"] {
            counter(name);
        }
        let nodes = |trace: &Trace| {
            let rows = &trace.neuron.as_ref().unwrap().nodes;
            rows.iter()
                .map(|row| (trace.name(row.name).to_owned(), row.bytes, row.load_repeat))
                .collect::<Vec<_>>()
        };
        assert_eq!(nodes(trace), nodes(json.only()));
        assert_eq!((profile.throttles.len(), profile.throttles[0].kind), (1, 1));
        assert_eq!((profile.memory.len(), profile.memory[0].bytes, profile.memory[0].nc), (1, 1024, 1));
        assert_eq!((profile.queues.len(), trace.name(profile.queues[0].name)), (1, "qSyncIO0"));
        assert_eq!((profile.active.len(), profile.warnings.len()), (2, 1));
        assert_eq!(profile.summary.definition("total_time"), Some("Made up: how long the run took."));
        // What has no type is a table, or drawn where it has a time.
        let tables: Vec<&str> = profile.tables.iter().map(|table| table.name.as_str()).collect();
        for table in ["OpcodeSummary", "ExecutionInfo", "Flow", "SchemaFields"] {
            assert!(tables.contains(&table), "{tables:?}");
        }
        assert_eq!(tables.contains(&"BrandNew"), set == "v12");
        let tracks: Vec<&str> = trace.tracks.iter().map(|track| trace.name(track.name)).collect();
        for track in ["CcInstruction", "Error", "HloInstruction"] {
            assert!(tracks.iter().any(|name| name.starts_with(track)), "{tracks:?}");
        }
    }
}

#[test]
fn shares_of_memory_are_percents_whatever_the_file_has() {
    for set in ["v7", "v12"] {
        let opened = open(&folder(set));
        let values: Vec<f64> = opened
            .only()
            .counters
            .iter()
            .filter(|counter| {
                let trace = opened.only();
                trace.name(trace.tracks[counter.track.index()].name).contains("State Buffer")
            })
            .flat_map(|counter| counter.series.iter().flat_map(|series| series.value.iter().copied()))
            .collect();
        let greatest = values.iter().copied().fold(0.0, f64::max);
        assert!((greatest - 20.0).abs() < 1e-4, "{set}: {values:?}");
    }
}

#[test]
fn any_table_may_be_missing() {
    for set in ["v7", "v12"] {
        let all = folder(set);
        for left_out in 0..all.len() {
            let files: Files = all
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != left_out)
                .map(|(_, file)| file.clone())
                .collect();
            let opened = open(&files);
            assert!(opened.failures.is_empty());
            opened.only();
        }
        // And all but one.
        for file in &all {
            let opened = open(std::slice::from_ref(file));
            assert_eq!((opened.traces().len(), opened.names.len()), (1, 1), "{set} {}", file.0);
            summary_of(opened.only());
        }
    }
}

#[test]
fn any_column_may_be_missing() {
    for set in ["v7", "v12"] {
        let tables: Vec<(String, Vec<String>)> = folder(set)
            .into_iter()
            .map(|(name, bytes)| {
                let (mut rows, mut text) = (Rows::open(bytes).unwrap(), Vec::new());
                while rows.next(&mut text).unwrap() {}
                (name, String::from_utf8(text).unwrap().lines().map(str::to_owned).collect())
            })
            .collect();
        for (left_out_of, lines) in &tables {
            let names: Vec<String> = serde_json::from_str(&lines[0]).unwrap();
            for left_out in names {
                let mut reader = Reader::of_tables("first.parquet", TableForm::Lines);
                for (name, lines) in &tables {
                    reader.begin_table(name, TableForm::Lines);
                    for line in lines {
                        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
                        if name == left_out_of {
                            match &mut value {
                                serde_json::Value::Object(row) => drop(row.shift_remove(&left_out)),
                                names => names.as_array_mut().unwrap().retain(|name| *name != left_out),
                            }
                        }
                        reader.push(format!("{value}\n").as_bytes());
                    }
                }
                let trace = reader.finish();
                assert_eq!(profile(&trace).instructions.len(), 13, "{set}/{left_out_of} without {left_out}");
                summary_of(&trace);
            }
        }
    }
}

#[test]
fn a_damaged_table_costs_its_own_rows_only() {
    let mut files = folder("v12");
    let packets = files.iter_mut().find(|file| file.0 == "DmaPacket.parquet").unwrap();
    packets.1.truncate(packets.1.len() - 10);
    let opened = open(&files);
    let failure = &opened.failures[0];
    assert_eq!((opened.failures.len(), failure.file.as_str()), (1, "DmaPacket.parquet"));
    assert_eq!(failure.message, "parquet-cut");
    let profile = profile(opened.only());
    assert_eq!(profile.instructions.len(), 13);
    assert!(profile.dma.iter().all(|row| row.is_transfer()));
}

#[test]
fn a_file_that_gives_nothing_says_why() {
    for (name, message) in [
        ("cut", "parquet-cut"),
        ("encrypted", "parquet-encrypted"),
        ("brotli", "parquet-codec"),
        ("damaged", "parquet-damaged"),
    ] {
        let file = format!("{name}.parquet");
        let bytes = std::fs::read(data(&format!("odd/{file}"))).unwrap();
        let opened = open_bytes(&file, &bytes, 100);
        assert!(opened.traces().is_empty(), "{file}");
        let failure = &opened.failures[0];
        assert_eq!((failure.file.as_str(), failure.message.as_str()), (file.as_str(), message));
        let texts = lowerscope::text::Texts::new("en");
        for part in ["title", "text"] {
            let args: Vec<(&str, lowerscope::text::Value)> =
                failure.args.iter().map(|(name, value)| (name.as_str(), value.as_str().into())).collect();
            let text = texts.with(&format!("{message}-{part}"), &args);
            assert!(!text.contains(message) && !text.contains('{'), "{text}");
        }
    }
}

#[test]
fn folders_of_one_archive_are_profiles_of_their_own() {
    let mut files: Files = Vec::new();
    for (set, files_of_set) in ["v7", "v12", "system"].map(|set| (set, folder(set))) {
        files.extend(
            files_of_set.into_iter().map(|(name, bytes)| (format!("profiles/{set}@latest/{name}"), bytes)),
        );
    }
    // One folder's files need not stand together.
    files.sort_by(|a, b| a.0.rsplit('/').next().cmp(&b.0.rsplit('/').next()));
    let opened = open(&files);
    let mut names = opened.names.clone();
    names.sort();
    assert_eq!(names, ["profiles/system@latest", "profiles/v12@latest", "profiles/v7@latest"]);
    assert!(opened.failures.is_empty(), "{:?}", opened.failures);
}

#[test]
fn tables_of_a_system_profile_are_a_system_profile() {
    let opened = open(&folder("system"));
    let trace = opened.only();
    assert_eq!(profile(trace).kind, ProfileKind::System);
    assert_eq!((trace.slices.len(), trace.links.all().len(), trace.counters.len()), (3, 1, 2));
    let tracks: Vec<&str> = trace.tracks.iter().map(|track| trace.name(track.name)).collect();
    assert!(tracks.contains(&"neuron_hw/NC0:4") && tracks.contains(&"neuron_rt/NC:0"), "{tracks:?}");
    assert!(trace.metadata.iter().any(|entry| entry.0 == "SystemProfileMetadata"));
}

#[test]
fn an_unknown_version_of_the_schema_is_noted() {
    for (set, is_noted) in [("v7", false), ("v12", false), ("v99", true)] {
        let trace = match set {
            "v99" => open(&[(
                "Metadata.csv".to_owned(),
                b"timeline_track,profile_schema_version\na,99.0.0\n".to_vec(),
            )]),
            set => open(&folder(set)),
        };
        assert_eq!(trace.only().health.get(Rule::DataVersion).is_some(), is_noted, "{set}");
    }
}
