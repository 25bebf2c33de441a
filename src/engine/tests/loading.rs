use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use std::io::{Cursor, Write};

const JSON: &str = r#"[{"ph":"X","name":"op","pid":1,"tid":1,"ts":0,"dur":5}]"#;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, ::zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, bytes) in files {
        let mut header = [0u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        header[156] = b'0';
        header[257..263].copy_from_slice(b"ustar\0");
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        out.extend_from_slice(&header);
        out.extend_from_slice(bytes);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    out
}

fn titles(events: &[Event]) -> Vec<String> {
    let title = |event: &Event| match event {
        Event::Progress { .. } => None,
        Event::Opened { info, .. } => Some(format!("opened {} ({})", info.file, info.events)),
        Event::Choose { entries, .. } => {
            let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
            Some(format!("choose {}", names.join(" ")))
        }
        Event::Failed { failure, .. } => Some(format!("failed {} {}", failure.file, failure.message)),
        Event::Skipped { entries, .. } => {
            let names: Vec<&str> = entries.iter().map(|entry| entry.file.as_str()).collect();
            Some(format!("skipped {}", names.join(" ")))
        }
        Event::Done { cancelled, .. } => Some(format!("done {cancelled}")),
    };
    events.iter().filter_map(title).collect()
}

/// Reads in chunks of many sizes; what is told must not depend on them.
fn told(name: &str, bytes: &[u8], seekable: bool) -> Vec<String> {
    let whole = titles(&drive(name, bytes, seekable, 1 << 20, &[0, 1, 2]).1);
    for chunk in [1, 7, 1000] {
        assert_eq!(titles(&drive(name, bytes, seekable, chunk, &[0, 1, 2]).1), whole, "{name} {chunk}");
    }
    whole
}

#[test]
fn plain_and_packed_files_open() {
    for seekable in [true, false] {
        assert_eq!(told("a.json", JSON.as_bytes(), seekable), ["opened a.json (1)", "done false"]);
        assert_eq!(told("a.json.gz", &gzip(JSON.as_bytes()), seekable), ["opened a.json (1)", "done false"]);
        let one = zip(&[("run/a.json", JSON.as_bytes()), ("readme.md", b"hello there, reader")]);
        assert_eq!(told("a.zip", &one, true), ["opened run/a.json (1)", "skipped readme.md", "done false"]);
    }
}

#[test]
fn several_traces_of_a_zip_are_offered_and_opened_as_chosen() {
    let files: &[(&str, &[u8])] =
        &[("a.json", JSON.as_bytes()), ("b.json.gz", &gzip(JSON.as_bytes())), ("c.txt", b"just some words")];
    let bytes = zip(files);
    assert_eq!(
        told("all.zip", &bytes, true),
        [
            "choose a.json b.json.gz c.txt",
            "opened a.json (1)",
            "opened b.json (1)",
            "skipped c.txt",
            "done false"
        ]
    );
    let (engine, events) = drive("all.zip", &bytes, true, 100, &[1]);
    assert_eq!(titles(&events), ["choose a.json b.json.gz c.txt", "opened b.json (1)", "done false"]);
    assert_eq!(engine.trace_ids().count(), 1);
    let (_, events) = drive("all.zip", &bytes, true, 100, &[]);
    assert_eq!(titles(&events), ["choose a.json b.json.gz c.txt", "done true"]);
}

#[test]
fn what_may_hold_another_trace_is_offered() {
    let packed = gzip(JSON.as_bytes());
    let other = br#"{"loss": 1}"#;
    let files: &[(&str, &[u8])] =
        &[("meta.json", other), ("rank0.gz", &packed), ("trace.txt", JSON.as_bytes())];
    assert_eq!(
        told("mix.zip", &zip(files), true),
        [
            "choose meta.json rank0.gz trace.txt",
            "opened rank0 (1)",
            "opened trace.txt (1)",
            "skipped meta.json",
            "done false"
        ]
    );
    let inner = zip(&[("a.json", JSON.as_bytes())]);
    let bytes = zip(&[("inner.json.gz", &packed), ("in.zip", &inner)]);
    assert_eq!(
        told("nest.zip", &bytes, true),
        ["choose inner.json.gz in.zip", "opened inner.json (1)", "opened in.zip/a.json (1)", "done false"]
    );
}

#[test]
fn the_rest_is_tried_when_the_likely_one_is_no_trace() {
    let files: &[(&str, &[u8])] = &[
        ("meta.json", br#"{"loss": 1}"#),
        ("run.log", JSON.as_bytes()),
        ("readme.md", b"hello there, reader"),
    ];
    assert_eq!(
        told("a.zip", &zip(files), true),
        ["opened run.log (1)", "skipped meta.json readme.md", "done false"]
    );
}

#[test]
fn a_zip_that_cannot_be_searched_opens_from_front_to_back() {
    let bytes = zip(&[("a.json", JSON.as_bytes()), ("b.json", JSON.as_bytes())]);
    let opened = ["opened a.json (1)", "opened b.json (1)", "done false"];
    assert_eq!(told("all.zip", &bytes, false), opened);
    // No table of contents at the end.
    let cut = &bytes[..bytes.len() - 30];
    assert_eq!(told("all.zip", cut, true), opened);
}

#[test]
fn what_is_no_trace_in_an_archive_is_named() {
    let bytes = gzip(&tar(&[("a.json", JSON.as_bytes()), ("notes.txt", b"hello there, reader")]));
    assert_eq!(told("run.tgz", &bytes, true), ["opened a.json (1)", "skipped notes.txt", "done false"]);
    let bytes = zip(&[("x.txt", b"some words"), ("y.md", b"more words")]);
    assert_eq!(told("x.zip", &bytes, true), ["failed x.zip archive-no-trace", "done false"]);
    assert_eq!(told("x.zip", &zip(&[]), true), ["failed x.zip container-archive-empty", "done false"]);
}

#[test]
fn other_files_fail_with_their_own_words() {
    assert_eq!(told("a.json", b"", true), ["failed a.json sniff-empty", "done false"]);
    assert_eq!(told("a.json", b"<!doctype html><title>Login</title>", true)[0], "failed a.json sniff-html");
    assert_eq!(told("a.json", br#"{"a": {"b": 1}}"#, true)[0], "failed a.json sniff-other-json");
    let (_, events) = drive("p.bin", b"ARROW1\0\0\x15\x10", true, 9, &[]);
    let Some(Event::Failed { failure, .. }) = events.iter().find(|e| matches!(e, Event::Failed { .. }))
    else {
        panic!("{events:?}");
    };
    assert_eq!((failure.message.as_str(), &failure.first_bytes[..4]), ("sniff-arrow", &b"ARRO"[..]));
    assert_eq!(told("p.bin", b"PAR1\x15\x04\x15\x10", true)[0], "failed p.bin parquet-cut");
}

#[test]
fn a_packing_that_is_cut_or_damaged_at_once_is_not_called_empty() {
    let packed = gzip(JSON.as_bytes());
    assert_eq!(
        told("a.json.gz", &packed[..10], true),
        ["failed a.json.gz container-gzip-truncated-empty", "done false"]
    );
    let mut damaged = packed;
    damaged[10..].fill(0xff);
    assert_eq!(told("a.json.gz", &damaged, true)[0], "failed a.json.gz container-gzip-corrupt-empty");
    assert_eq!(told("a.json.gz", &gzip(b""), true)[0], "failed a.json sniff-empty");
    let texts = crate::text::Texts::new("en");
    for kind in
        ["gzip-truncated", "gzip-corrupt", "zstd-truncated", "zstd-corrupt", "zip-truncated", "zip-corrupt"]
    {
        for part in ["title", "text"] {
            assert!(texts.has(&format!("container-{kind}-empty-{part}")), "{kind}");
        }
    }
}

#[test]
fn every_failure_has_a_title_and_a_text() {
    let texts = crate::text::Texts::new("en");
    for id in ["no-events", "archive-no-trace", "container-archive-empty", "sniff-unknown"] {
        assert!(texts.has(&format!("{id}-title")) && texts.has(&format!("{id}-text")), "{id}");
    }
    let by_status =
        [400, 401, 404, 429, 500].map(|status| crate::engine::fetching::failure_of_status(status, ""));
    let other = [
        "fetch-address",
        "fetch-blocked",
        "fetch-expired",
        "fetch-interrupted",
        "fetch-offline",
        "fetch-page",
        "fetch-too-large",
        "file-unreadable",
        "memory-full",
    ];
    for id in other.into_iter().chain(by_status) {
        assert!(texts.has(&format!("{id}-title")) && texts.has(&format!("{id}-text")), "{id}");
    }
}

#[test]
fn damage_is_told_in_the_health_of_the_trace() {
    let many: Vec<String> = (0..5000)
        .map(|i| format!(r#"{{"ph":"X","name":"op{i}","pid":1,"tid":1,"ts":{i},"dur":1}}"#))
        .collect();
    let bytes = gzip(format!("{{\"traceEvents\":[{}]}}", many.join(",")).as_bytes());
    let (engine, events) = drive("a.json.gz", &bytes[..bytes.len() / 2], true, 500, &[]);
    assert!(titles(&events)[0].starts_with("opened a.json"), "{:?}", titles(&events));
    let health = &engine.trace(engine.trace_ids().next().unwrap()).unwrap().health;
    assert!(health.get(Rule::GzipTruncated).is_some() && health.get(Rule::Truncated).is_some());
    assert!(health.cut.is_some());
    // Damage is known long before the entry ends.
    let mut damaged = bytes.clone();
    let middle = bytes.len() / 2;
    damaged[middle..middle + 300].fill(0xff);
    for chunk in [100, 1 << 20] {
        let (engine, _) = drive("a.json.gz", &damaged, true, chunk, &[]);
        let health = &engine.trace(engine.trace_ids().next().unwrap()).unwrap().health;
        let rules: Vec<Rule> = health.findings().map(|found| found.rule).collect();
        assert!(rules.contains(&Rule::ContainerDamaged), "{chunk}: {rules:?}");
    }
}

#[test]
fn a_broken_connection_opens_what_has_come() {
    let failure = || LoadFailure { message: "fetch-interrupted".to_owned(), ..LoadFailure::default() };
    let interrupted_after = |came: &[u8]| {
        let mut engine = Engine::native();
        let mut events = Vec::new();
        let load = engine.begin("a.json", Some(1 << 20));
        engine.push(load, came, &mut events);
        engine.interrupt(load, failure(), &mut events);
        while engine.want(load) == Want::Step {
            engine.step(load, &mut events);
        }
        (engine, events)
    };
    let many = r#"{"ph":"X","name":"op","pid":1,"tid":1,"ts":1,"dur":1},"#.repeat(2000);
    for came in [format!("[{}", &many[..300]), format!("[{many}")] {
        let (engine, events) = interrupted_after(came.as_bytes());
        assert!(titles(&events)[0].starts_with("opened a.json"), "{:?}", titles(&events));
        let health = &engine.trace(engine.trace_ids().next().unwrap()).unwrap().health;
        let rule = health.get(Rule::DownloadInterrupted).unwrap();
        assert_eq!(rule.first[0].byte, came.len() as u64);
    }
    for came in [&b""[..], b"  ", b"PAR1"] {
        assert_eq!(titles(&interrupted_after(came).1)[0], "failed  fetch-interrupted", "{came:?}");
    }
}

#[test]
fn cancelling_drops_everything_at_once() {
    let mut engine = Engine::native();
    let mut events = Vec::new();
    let load = engine.begin("a.json", Some(1000));
    engine.push(load, &JSON.as_bytes()[..20], &mut events);
    engine.cancel(load, &mut events);
    assert_eq!(titles(&events), ["done true"]);
    assert_eq!(engine.want(load), Want::Nothing);
    engine.push(load, b"x", &mut events);
    engine.step(load, &mut events);
    engine.end_of_file(load, &mut events);
    engine.cancel(load, &mut events);
    assert_eq!(titles(&events), ["done true"]);
}

#[test]
fn loads_go_on_side_by_side() {
    let mut engine = Engine::native();
    let mut events = Vec::new();
    let loads = [engine.begin("a.json", None), engine.begin("b.json", None)];
    for byte in JSON.as_bytes() {
        loads.iter().for_each(|load| engine.push(*load, &[*byte], &mut events));
    }
    for load in loads {
        engine.end_of_file(load, &mut events);
        while engine.want(load) == Want::Step {
            engine.step(load, &mut events);
        }
    }
    assert_eq!(titles(&events), ["opened a.json (1)", "done false", "opened b.json (1)", "done false"]);
}

#[test]
fn bytes_that_cannot_be_had_end_a_load() {
    let mut engine = Engine::native();
    let mut events = Vec::new();
    let load = engine.begin("a.json", None);
    let failure = LoadFailure {
        file: "a.json".to_owned(),
        message: "fetch-status".to_owned(),
        args: Vec::new(),
        command: None,
        first_bytes: Vec::new(),
    };
    engine.fail(load, failure.clone(), &mut events);
    engine.fail(load, failure, &mut events);
    assert_eq!(titles(&events), ["failed a.json fetch-status", "done false"]);
}

#[test]
fn progress_tells_bytes_events_and_where_they_lie() {
    let many: Vec<String> =
        (0..5000).map(|i| format!(r#"{{"ph":"X","name":"op","pid":1,"tid":1,"ts":{i},"dur":1}}"#)).collect();
    let text = format!("[{}]", many.join(",\n"));
    let mut engine = Engine::native();
    let mut events = Vec::new();
    let load = engine.begin("a.json", Some(text.len() as u64));
    engine.push(load, &text.as_bytes()[..text.len() / 2], &mut events);
    let Some(Event::Progress { progress, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(
        (progress.packed_bytes, progress.packed_total),
        (text.len() as u64 / 2, Some(text.len() as u64))
    );
    assert_eq!((progress.text_bytes, progress.tracks), (text.len() as u64 / 2, 1));
    assert!(progress.events > 2000 && progress.density.len() > 10);
}

/// Files of all kinds, some of them damaged.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let json = JSON.as_bytes();
    let kinds = vec![
        json.to_vec(),
        format!("{{\"traceEvents\":{JSON}}}").into_bytes(),
        gzip(json),
        zip(&[("a.json", json), ("b.json", json), ("c.txt", b"words and words")]),
        gzip(&tar(&[("a.json", json), ("b.txt", b"words and words")])),
        zip(&[("inner.zip", &zip(&[("a.json", json)]))]),
        b"PK\x03\x04 and then nothing of the kind".to_vec(),
    ];
    let damage = (any::<prop::sample::Index>(), any::<u8>(), any::<prop::sample::Index>(), any::<bool>());
    (prop::sample::select(kinds), damage).prop_map(|(mut bytes, (at, byte, end, is_damaged))| {
        if is_damaged {
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes.truncate(end.index(bytes.len()) + 1);
        }
        bytes
    })
}

proptest! {
    #[test]
    fn every_load_ends_whatever_the_file_holds(
        bytes in any_file(),
        chunk in 1usize..300,
        seekable: bool,
        entries in prop::collection::vec(0u32..5, 0..4),
    ) {
        let (engine, events) = drive("file", &bytes, seekable, chunk, &entries);
        let done = events.iter().filter(|event| matches!(event, Event::Done { .. })).count();
        prop_assert_eq!(done, 1);
        let last_is_done = matches!(events.last(), Some(Event::Done { .. }));
        prop_assert!(last_is_done);
        let opened = events.iter().filter(|event| matches!(event, Event::Opened { .. })).count();
        prop_assert_eq!(engine.trace_ids().count(), opened);
        let failed = events.iter().any(|event| matches!(event, Event::Failed { .. }));
        let cancelled = matches!(events.last(), Some(Event::Done { cancelled: true, .. }));
        prop_assert!(opened > 0 || failed || cancelled);
    }
}

const NEURON: &str = r#"{"ham": [{"timestamp": 1, "duration": 2, "k": 4, "n": 8}],
    "instruction": [{"timestamp": 5, "duration": 7, "label": "Vector", "opcode": "COPY", "id": 9007199254740993}]}"#;

#[test]
fn files_of_neuron_open_by_what_they_are() {
    assert_eq!(told("ntff.json", NEURON.as_bytes(), true), ["opened ntff.json (2)", "done false"]);
    assert_eq!(told("ntff.json.gz", &gzip(NEURON.as_bytes()), false), ["opened ntff.json (2)", "done false"]);
    let system = br#"{"trace_event": [{"name": "nrt_execute", "timestamp": 5, "duration": 7, "nc_idx": 0}]}"#;
    assert_eq!(told("system_profile.json", system, true), ["opened system_profile.json (1)", "done false"]);
    let summary = br#"{"n_0123456789abcdef": {"total_time": 0.1}}"#;
    assert_eq!(told("summary.json", summary, true), ["opened summary.json (1)", "done false"]);
    let mut neff = vec![0u8; 1024];
    (neff[0], neff[9]) = (2, 4);
    neff.extend(gzip(&tar(&[("info.json", b"{}"), ("sg00/pe.bin", &[0, 1, 2])])));
    assert_eq!(told("model.neff", &neff, true), ["opened model.neff (2)", "done false"]);
}

#[test]
fn tables_of_one_archive_are_one_trace() {
    let instruction = b"timeline_track,start_ts,duration_ns,opcode,id\nVector,5,7,COPY,1\nSync,6,1,NOP,2\n";
    let semaphore = b"timeline_track,timestamp,id,value\nSemaphore,7,3,2\n";
    assert_eq!(told("Instruction.csv", instruction, true), ["opened Instruction.csv (2)", "done false"]);
    let files: [(&str, &[u8]); 3] = [
        ("Instruction.csv", instruction),
        ("readme.md", b"hello there, reader"),
        ("SemaphoreUpdate.csv", semaphore),
    ];
    for seekable in [true, false] {
        let told = told("tables.zip", &zip(&files), seekable);
        assert_eq!(told, ["opened tables.zip (3)", "skipped readme.md", "done false"]);
    }
    assert_eq!(told("tables.tar", &tar(&files), false).first().unwrap(), "opened tables.tar (3)");
}
