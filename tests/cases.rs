//! The cases of the trace-event format: small inputs with what a correct
//! reader yields. `cases/README.md` describes the keys of `expected.json`.

#![allow(clippy::unwrap_used)]
#![allow(clippy::print_stderr, reason = "all differences are reported, not only the first")]

use lowerscope::ingest::container::{Unpacked, Unpacker};
use lowerscope::ingest::json::Reader;
use lowerscope::trace::{
    ArgsRef, InstantKind, Level, LinkEnd, LinkKind, Scope, SliceFlags, SliceId, StringId, TimeUnit, Trace,
    TrackKind,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases"))
}

/// Reads a case, its bytes pushed in chunks of `step`.
fn read(file: &str, step: usize) -> Trace {
    let bytes = std::fs::read(folder().join(file)).unwrap();
    let mut reader = Reader::new(file);
    let mut unpacker = Unpacker::new(file, Some(bytes.len() as u64));
    let mut take = |part: Unpacked<'_>| {
        if let Unpacked::Bytes(bytes) = part {
            bytes.chunks(step).for_each(|chunk| reader.push(chunk));
        }
    };
    bytes.chunks(step).for_each(|chunk| unpacker.push(chunk, &mut take));
    let notes = unpacker.finish(&mut take);
    let mut trace = reader.finish();
    for note in notes {
        if let Some(rule) = note.kind.health_rule() {
            trace.health.count(rule, 1);
        }
    }
    trace
}

fn text(trace: &Trace, id: StringId) -> Value {
    if id == StringId::NONE { Value::Null } else { json!(trace.strings.get(id)) }
}

/// `[pid, tid]` of a slice's or instant's row.
fn row_of_track(trace: &Trace, track: lowerscope::trace::TrackId) -> Value {
    let track = &trace.tracks[track.index()];
    json!([text(trace, trace.processes[track.process.index()].pid), text(trace, track.tid)])
}

fn flags(flags: SliceFlags) -> Value {
    let names = [
        (SliceFlags::UNCLOSED, "unclosed"),
        (SliceFlags::CLIPPED, "clipped"),
        (SliceFlags::DUR_INVALID, "dur_invalid"),
        (SliceFlags::DUR_NEGATIVE, "dur_negative"),
        (SliceFlags::INSTANT, "instant"),
        (SliceFlags::NO_BEGIN, "no_begin"),
    ];
    let mut set: Vec<&str> = names.iter().filter(|(bit, _)| flags.has(*bit)).map(|(_, name)| *name).collect();
    set.sort_unstable();
    json!(set)
}

fn ns(trace: &Trace, ticks: i64) -> i64 {
    trace.unit.ns_from_ticks(ticks)
}

/// Top-level members of raw args, with begin and end merged as rule 7.8 says.
fn args_raw(trace: &Trace, slice: SliceId) -> Value {
    let members = |at: ArgsRef| -> Vec<(String, String)> {
        let args = trace.args.get(at).args;
        lowerscope::ingest::json::members(&args)
            .into_iter()
            .map(|(key, value)| (key, String::from_utf8_lossy(value).into_owned()))
            .collect()
    };
    let begin = members(trace.slices.args[slice.index()]);
    let end = trace.slices.end_args.get(slice).map(members).unwrap_or_default();
    let mut merged = serde_json::Map::new();
    for (key, value) in begin {
        let both = end.iter().any(|(other, _)| *other == key);
        merged.insert(if both { format!("{key} (begin)") } else { key }, json!(value));
    }
    merged.extend(end.into_iter().map(|(key, value)| (key, json!(value))));
    Value::Object(merged)
}

fn is_plain(trace: &Trace, slice: SliceId) -> bool {
    trace.tracks[trace.track_of(slice).index()].kind == TrackKind::Thread
}

fn slices(trace: &Trace) -> Vec<Value> {
    let ids = (0..trace.slices.len() as u32).map(SliceId);
    ids.filter(|slice| is_plain(trace, *slice))
        .map(|slice| {
            let i = slice.index();
            let (depth, lane) = trace.depth_and_lane_of(slice);
            let mut row = json!({
                "name": text(trace, trace.slices.name[i]),
                "track": row_of_track(trace, trace.track_of(slice)),
                "start_ns": ns(trace, trace.slices.start[i]),
                "dur_ns": ns(trace, trace.slices.dur[i]),
                "depth": depth,
                "lane": lane,
                "flags": flags(trace.slices.flags[i]),
                "cat": text(trace, trace.slices.cat[i]),
                "cname": trace.slices.cname.get(slice).map_or(Value::Null, |name| text(trace, name)),
                "args_raw": args_raw(trace, slice),
            });
            if trace.unit == TimeUnit::Picos {
                row["start_ps"] = json!(trace.slices.start[i]);
                row["dur_ps"] = json!(trace.slices.dur[i]);
            }
            row
        })
        .collect()
}

fn instants(trace: &Trace) -> Vec<Value> {
    let all = &trace.instants;
    (0..all.len())
        .filter(|&i| {
            !matches!(all.kind[i], InstantKind::Sample | InstantKind::Snapshot | InstantKind::ClockSync)
        })
        .map(|i| {
            json!({
                "name": text(trace, all.name[i]),
                "track": row_of_track(trace, all.track[i]),
                "t_ns": ns(trace, all.time[i]),
                "scope": match all.scope[i] { Scope::Thread => "t", Scope::Process => "p", Scope::Global => "g" },
                "ph": char::from(all.phase[i]).to_string(),
            })
        })
        .collect()
}

fn asyncs(trace: &Trace) -> Vec<Value> {
    let ids = (trace.slices.first_async..trace.slices.len() as u32).map(SliceId);
    ids.map(|slice| {
        let (i, info) = (slice.index(), trace.async_info(slice).unwrap());
        let cat = trace.slices.cat[i];
        json!({
            "name": text(trace, trace.slices.name[i]),
            "cat": trace.strings.get(cat),
            "id": text(trace, info.id),
            "track": [text(trace, info.pid), text(trace, info.tid)],
            "start_ns": ns(trace, trace.slices.start[i]),
            "dur_ns": ns(trace, trace.slices.dur[i]),
            "depth": info.depth,
            "lane": info.lane,
            "flags": flags(trace.slices.flags[i]),
            "scope": text(trace, info.scope),
            "id_scope": if info.local { "local" } else { "global" },
        })
    })
    .collect()
}

fn slice_at(trace: &Trace, end: &LinkEnd) -> Value {
    match end.slice.some() {
        Some(slice) => {
            let start = ns(trace, trace.slices.start[slice.index()]);
            json!(format!("{}@{start}", trace.slice_name(slice)))
        }
        None => Value::Null,
    }
}

fn flows(trace: &Trace) -> Vec<Value> {
    let place = |end: &LinkEnd| {
        let row = row_of_track(trace, end.track);
        json!([row[0], row[1], ns(trace, end.time)])
    };
    let links = trace.links.all().iter();
    links
        .map(|link| {
            let mut row = json!({
                "from": slice_at(trace, &link.from),
                "to": slice_at(trace, &link.to),
                "id": trace.link_id_text(link.id),
                "kind": match link.kind { LinkKind::Flow => "flow", LinkKind::Correlation => "correlation",
                    LinkKind::ExternalId => "external_id",
                    LinkKind::Dependence(_) => "dependence", LinkKind::DmaTrigger => "dma_trigger" },
                "unpaired": link.from == LinkEnd::MISSING || link.to == LinkEnd::MISSING,
            });
            for (key, end) in [("from_row", &link.from), ("to_row", &link.to)] {
                if end.slice == SliceId::NONE && *end != LinkEnd::MISSING {
                    row[key] = place(end);
                }
            }
            row
        })
        .collect()
}

fn counters(trace: &Trace) -> Value {
    let series = |series: &lowerscope::trace::Series| -> Vec<Value> {
        let points = series.time.iter().zip(&series.value);
        points.map(|(t, v)| json!([ns(trace, *t), if v.is_nan() { Value::Null } else { json!(v) }])).collect()
    };
    let counter = |counter: &lowerscope::trace::Counter| -> BTreeMap<String, Vec<Value>> {
        counter.series.iter().map(|s| (trace.strings.get(s.name).to_owned(), series(s))).collect()
    };
    let all: BTreeMap<String, _> =
        trace.counters.iter().map(|c| (trace.strings.get(c.name).to_owned(), counter(c))).collect();
    json!(all)
}

fn tracks(trace: &Trace) -> Vec<Value> {
    let threads = trace.tracks.iter().filter(|track| track.kind == TrackKind::Thread);
    threads
        .map(|track| {
            let process = &trace.processes[track.process.index()];
            json!({
                "pid": text(trace, process.pid),
                "tid": text(trace, track.tid),
                "name": trace.strings.get(track.name),
                "process_name": trace.strings.get(process.name),
                "process_sort": process.sort_index,
                "thread_sort": track.sort_index,
                "labels": process.labels.iter().map(|l| trace.strings.get(*l)).collect::<Vec<_>>(),
            })
        })
        .collect()
}

/// Whether `found` has all that `wanted` asks for; numbers by value.
fn covers(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => wanted
            .iter()
            .all(|(key, value)| found.get(key).map_or(value.is_null(), |found| covers(found, value))),
        (Value::Array(found), Value::Array(wanted)) => {
            found.len() == wanted.len() && found.iter().zip(wanted).all(|(f, w)| covers(f, w))
        }
        (Value::Number(found), Value::Number(wanted)) => {
            found == wanted || (found.is_f64() || wanted.is_f64()) && found.as_f64() == wanted.as_f64()
        }
        _ => found == wanted,
    }
}

/// Compares as sets: each wanted row is matched by a row of its own.
fn same_rows(what: &str, found: &[Value], wanted: &Value, problems: &mut Vec<String>) {
    let wanted = wanted.as_array().unwrap();
    let mut left: Vec<&Value> = found.iter().collect();
    for row in wanted {
        let mut row = row.clone();
        if let Some(set) = row.get_mut("flags").and_then(Value::as_array_mut) {
            set.sort_by_key(ToString::to_string);
        }
        match left.iter().position(|candidate| covers(candidate, &row)) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => problems.push(format!("{what}: missing {row}\n      have {left:?}")),
        }
    }
    if !left.is_empty() {
        problems.push(format!("{what}: not asked for {left:?}"));
    }
}

fn check_health(trace: &Trace, wanted: &Value, problems: &mut Vec<String>) {
    let wanted = wanted.as_array().unwrap();
    for entry in wanted {
        let rule = entry["rule"].as_str().unwrap();
        let level = entry["level"].as_str().unwrap();
        let found = trace.health.findings().find(|f| {
            f.rule.key() == rule && serde_json::to_value(f.rule.level()).unwrap().as_str() == Some(level)
        });
        match found {
            Some(finding) if Some(finding.count) == entry["count"].as_u64() => {
                if let Some(offsets) = entry.get("offsets") {
                    let first: Vec<u64> = finding.first.iter().map(|place| place.byte).collect();
                    if json!(first) != *offsets {
                        problems.push(format!("health {rule}: offsets {first:?}, wanted {offsets}"));
                    }
                }
            }
            Some(finding) => problems.push(format!("health {rule}: count {}, wanted {entry}", finding.count)),
            None => problems.push(format!("health: missing {entry}")),
        }
    }
    for finding in trace.health.findings().filter(|f| f.rule.level() > Level::Info) {
        if !wanted.iter().any(|entry| entry["rule"] == finding.rule.key()) {
            problems.push(format!("health: not asked for {} × {}", finding.rule.key(), finding.count));
        }
    }
}

fn check_facts(trace: &Trace, key: &str, wanted: &Value, problems: &mut Vec<String>) {
    let mut expect = |found: Value| {
        if !covers(&found, wanted) {
            problems.push(format!("{key}: {found}, wanted {wanted}"));
        }
    };
    match key {
        "base_time_ns" => expect(json!(trace.base_time_ns)),
        "rank" => expect(json!(trace.rank.map(|rank| rank.rank))),
        "rank_guessed" => expect(json!(trace.rank.map(|rank| rank.guessed))),
        "slice_count" => expect(json!(trace.slices.len())),
        "max_depth" => expect(json!(trace.rows.iter().map(|row| row.depth).max())),
        "time_unit" => expect(json!(if trace.unit == TimeUnit::Picos { "ps" } else { "ns" })),
        "banner" => {
            let cut = trace.health.cut.map(|cut| json!({"byte": cut.byte, "event": cut.event}));
            expect(cut.unwrap_or(Value::Null));
        }
        "slice_count_between" => {
            let (low, high) = (wanted[0].as_u64().unwrap(), wanted[1].as_u64().unwrap());
            let count = trace.slices.len() as u64;
            if !(low..=high).contains(&count) {
                problems.push(format!("{count} slices, wanted {wanted}"));
            }
        }
        "metadata_keys" => {
            let mut found: Vec<&str> = trace.metadata.iter().map(|(key, _)| key.as_str()).collect();
            let mut wanted: Vec<&str> =
                wanted.as_array().unwrap().iter().map(|k| k.as_str().unwrap()).collect();
            found.sort_unstable();
            wanted.sort_unstable();
            if found != wanted {
                problems.push(format!("metadata keys {found:?}, wanted {wanted:?}"));
            }
        }
        "absolute_ns" => {
            let base = trace.base_time_ns.unwrap_or(0);
            let ids = (0..trace.slices.len() as u32).map(SliceId);
            let found: Vec<Value> = ids
                .map(|s| json!([trace.slice_name(s), base + ns(trace, trace.slices.start[s.index()])]))
                .collect();
            expect(json!(found));
        }
        "initial_view_ns" => {
            let fit = trace.fit.unwrap();
            let at = |key: &str| wanted[key].as_i64().unwrap();
            let covered = wanted["covers"].as_array().unwrap();
            let (lo, hi) = (covered[0].as_i64().unwrap(), covered[1].as_i64().unwrap());
            if fit.start < at("lo_min") || fit.end > at("hi_max") || fit.start > lo || fit.end < hi {
                problems.push(format!("first view {fit:?}, wanted {wanted}"));
            }
        }
        "hold" => {
            for hold in wanted.as_array().unwrap() {
                let name = |id| trace.strings.get(id);
                let counter = trace.counters.iter().find(|c| name(c.name) == hold["counter"]).unwrap();
                let series = counter.series.iter().find(|s| name(s.name) == hold["series"]).unwrap();
                let found = json!(series.at(hold["t_ns"].as_i64().unwrap()));
                if !covers(&found, &hold["value"]) {
                    problems.push(format!("hold {found}, wanted {hold}"));
                }
            }
        }
        "busy_ns" => {
            for busy in wanted.as_array().unwrap() {
                let mut spans: Vec<(i64, i64)> = (0..trace.slices.len() as u32)
                    .map(SliceId)
                    .filter(|s| covers(&row_of_track(trace, trace.track_of(*s)), &busy["track"]))
                    .map(|s| (trace.slices.start[s.index()], trace.slices.end(s)))
                    .collect();
                spans.sort_unstable();
                let sum: i64 = spans.iter().map(|(a, b)| b - a).sum();
                let (mut union, mut end) = (0, i64::MIN);
                for (a, b) in spans {
                    union += (b - a.max(end)).max(0);
                    end = end.max(b);
                }
                if json!([union, sum]) != json!([busy["union_ns"], busy["sum_ns"]]) {
                    problems.push(format!("busy {union} {sum}, wanted {busy}"));
                }
            }
        }
        other => problems.push(format!("nothing checks the key {other}")),
    }
}

fn check(trace: &Trace, expected: &Value, problems: &mut Vec<String>) {
    for (key, wanted) in expected.as_object().unwrap() {
        match key.as_str() {
            "notes" => {}
            // Depth 600 lists no slices but their number; the cut gzip gives a range.
            "slices"
                if expected.get("slice_count").is_some() || expected.get("slice_count_between").is_some() => {
            }
            "slices" => same_rows("slices", &slices(trace), wanted, problems),
            "instants" => same_rows("instants", &instants(trace), wanted, problems),
            "async" => same_rows("async", &asyncs(trace), wanted, problems),
            "flows" => {
                let defaults = |row: &Value| {
                    let mut row = row.clone();
                    row["unpaired"] = json!(row["unpaired"] == true);
                    if row["kind"].is_null() {
                        row["kind"] = json!("flow");
                    }
                    row
                };
                let wanted: Vec<Value> = wanted.as_array().unwrap().iter().map(defaults).collect();
                same_rows("flows", &flows(trace), &json!(wanted), problems);
            }
            "counters" => {
                let found = counters(trace);
                if !covers(&found, wanted)
                    || found.as_object().unwrap().len() != wanted.as_object().unwrap().len()
                {
                    problems.push(format!("counters {found}, wanted {wanted}"));
                }
            }
            "health" => check_health(trace, wanted, problems),
            "tracks" => check_tracks(trace, expected, wanted, problems),
            "tracks_ordered" => {}
            "states" => {
                let ids = (0..trace.slices.len() as u32).map(SliceId);
                let states =
                    ids.filter(|s| trace.tracks[trace.track_of(*s).index()].kind == TrackKind::States);
                let found: Vec<Value> = states
                    .map(|s| {
                        json!({"name": trace.slice_name(s), "track": row_of_track(trace, trace.track_of(s)),
                        "start_ns": ns(trace, trace.slices.start[s.index()]),
                        "dur_ns": ns(trace, trace.slices.dur[s.index()])})
                    })
                    .collect();
                same_rows("states", &found, wanted, problems);
            }
            "objects" => {
                let life = |life: &lowerscope::trace::ObjectLife| {
                    json!({"name": text(trace, life.name), "id": text(trace, life.id),
                        "track": [text(trace, trace.processes[trace.tracks[life.track.index()].process.index()].pid), "1"],
                        "start_ns": ns(trace, trace.slices.start[life.slice.index()]),
                        "end_ns": ns(trace, trace.slices.end(life.slice)),
                        "snapshots": life.snapshots.iter().map(|t| ns(trace, *t)).collect::<Vec<_>>()})
                };
                let found: Vec<Value> = trace.objects.iter().map(life).collect();
                same_rows("objects", &found, wanted, problems);
            }
            "stacks" => {
                let ids = (0..trace.slices.len() as u32).map(SliceId);
                let found: Vec<Value> = ids
                    .filter_map(|s| {
                        let stack = trace.stacks.of_slice(s)?;
                        let end = LinkEnd { slice: s, track: trace.track_of(s), time: 0 };
                        let frames: Vec<Value> = stack.frames.iter().map(|f| text(trace, *f)).collect();
                        Some(json!({"slice": slice_at(trace, &end), "frames": frames, "cut": stack.cut}))
                    })
                    .collect();
                same_rows("stacks", &found, wanted, problems);
            }
            "samples" => {
                let all = &trace.instants;
                let found: Vec<Value> = (0..all.len())
                    .filter(|&i| all.kind[i] == InstantKind::Sample)
                    .map(|i| {
                        let stack = trace.stacks.of_instant(lowerscope::trace::InstantId(i as u32));
                        let frames: Vec<Value> =
                            stack.iter().flat_map(|s| &s.frames).map(|f| text(trace, *f)).collect();
                        let extra = trace.args.get(all.args[i]).extra;
                        let extra: Value =
                            serde_json::from_slice(&[b"{", extra.as_slice(), b"}"].concat()).unwrap();
                        json!({"tid": row_of_track(trace, all.track[i])[1], "t_ns": ns(trace, all.time[i]),
                            "name": text(trace, all.name[i]), "weight": extra["weight"], "frames": frames})
                    })
                    .collect();
                same_rows("samples", &found, wanted, problems);
            }
            other => check_facts(trace, other, wanted, problems),
        }
    }
}

fn check_tracks(trace: &Trace, expected: &Value, wanted: &Value, problems: &mut Vec<String>) {
    let found = tracks(trace);
    let wanted = wanted.as_array().unwrap();
    let matches = |found: &Value, wanted: &Value| {
        let sort = wanted.get("sort_index").is_none_or(|sort| {
            *sort == found["process_sort"] && found["thread_sort"] == 0
                || *sort == found["thread_sort"] && found["process_sort"] == 0
        });
        let mut wanted = wanted.clone();
        wanted.as_object_mut().unwrap().remove("sort_index");
        sort && covers(found, &wanted)
    };
    let ordered = expected.get("tracks_ordered") == Some(&json!(true));
    let fine = found.len() == wanted.len()
        && if ordered {
            found.iter().zip(wanted).all(|(f, w)| matches(f, w))
        } else {
            wanted.iter().all(|w| found.iter().any(|f| matches(f, w)))
        };
    if !fine {
        problems.push(format!("tracks {found:?}\n      wanted {wanted:?}"));
    }
}

fn expected() -> serde_json::Map<String, Value> {
    serde_json::from_slice(&std::fs::read(folder().join("expected.json")).unwrap()).unwrap()
}

fn check_all(step: usize) {
    let mut failed = 0;
    let expected = expected();
    let files: Vec<_> = expected.iter().filter(|(file, _)| !file.starts_with("set:")).collect();
    assert_eq!(files.len(), 130);
    for (file, expected) in files {
        let mut problems = Vec::new();
        check(&read(file, step), expected, &mut problems);
        if !problems.is_empty() {
            failed += 1;
            eprintln!("{file}\n    {}\n    {}", problems.join("\n    "), expected["notes"]);
        }
    }
    assert_eq!(failed, 0, "cases with differences, in chunks of {step}");
}

#[test]
fn every_case_is_read_as_expected() {
    check_all(1 << 20);
}

#[test]
fn every_case_is_read_the_same_byte_by_byte() {
    check_all(1);
}

#[test]
fn every_case_is_read_the_same_in_chunks_of_seven() {
    check_all(7);
}

#[test]
fn ranks_opened_together_stay_apart() {
    let (a, b) = (read("21a-rank0.json", 4096), read("21b-rank1.json", 4096));
    assert_eq!(a.links.all().len() + b.links.all().len(), 2);
    assert_eq!(a.processes.len() + b.processes.len(), 3);
}

#[test]
fn files_with_different_base_times_share_an_absolute_axis() {
    let (a, b) = (read("34a-base.json", 4096), read("34b-base.json", 4096));
    let absolute = |trace: &Trace| trace.base_time_ns.unwrap() + trace.slices.start[0];
    assert_eq!(absolute(&b) - absolute(&a), 12_750);
}
