use super::*;
use crate::analysis::sample::{read, slice};
use crate::trace::Interval;
use std::io::Read;

const ALL: usize = usize::MAX;

fn whole(trace: &Trace) -> Part {
    let bounds = trace.bounds.unwrap_or(Interval::new(0, 1));
    Part::Area(Area { start: bounds.start, end: bounds.end.saturating_add(1), tracks: Vec::new() })
}

/// Everything that a person sees of a trace, in no order.
fn seen(trace: &Trace) -> Vec<String> {
    let text = |id: StringId| trace.strings.get(id).to_owned();
    let place = |track: TrackId| {
        let track = &trace.tracks[track.index()];
        let process = &trace.processes[track.process.index()];
        format!("{}/{}/{}/{}", text(process.pid), text(process.name), text(track.tid), text(track.name))
    };
    let mut all: Vec<String> = (0..trace.slices.len() as u32)
        .map(SliceId)
        .map(|slice| {
            let i = slice.index();
            let args = String::from_utf8_lossy(&trace.args.get(trace.slices.args[i]).args).into_owned();
            let args: serde_json::Value = serde_json::from_str(&args).unwrap_or_default();
            format!(
                "{} {} {} {} {} {args}",
                place(trace.track_of(slice)),
                trace.slices.start[i],
                trace.slices.dur[i],
                trace.slice_name(slice),
                text(trace.slices.cat[i]),
            )
        })
        .collect();
    for i in 0..trace.instants.len() {
        let instants = &trace.instants;
        all.push(format!("{} {} {}", place(instants.track[i]), instants.time[i], text(instants.name[i])));
    }
    for counter in &trace.counters {
        for series in &counter.series {
            for (time, value) in series.time.iter().zip(&series.value) {
                all.push(format!("{} {} {time} {value}", text(counter.name), text(series.name)));
            }
        }
    }
    let flows = trace.links.all().iter().filter(|link| link.kind == LinkKind::Flow);
    let whole = flows.filter(|link| link.from.slice != SliceId::NONE && link.to.slice != SliceId::NONE);
    all.extend(whole.map(|link| format!("flow {} {} {}", text(link.name), link.from.time, link.to.time)));
    all.sort();
    all
}

#[test]
fn a_whole_trace_written_and_read_again_is_the_same() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/traces/llama_train.json.gz");
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    let trace = read(&text);
    let written = chrome_json(&trace, &whole(&trace), ALL).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&written).is_ok(), "strict JSON");
    let (before, after) = (seen(&trace), seen(&read(&written)));
    assert!(trace.slices.len() > 1000 && before.iter().any(|line| line.starts_with("flow")));
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
}

#[test]
fn an_area_has_what_overlaps_it_and_the_flows_inside() {
    let trace = read(
        r#"{"secret":"hf_x","schemaVersion":1,"traceEvents":[
        {"ph":"M","name":"process_name","pid":"p 1","args":{"name":"host \"a\""}},
        {"ph":"X","pid":"p 1","tid":7,"ts":0,"dur":10,"name":"early"},
        {"ph":"X","pid":"p 1","tid":7,"ts":20,"dur":10.125,"name":"in","args":{"n":NaN,"x":[1, 2],"x":[3]}},
        {"ph":"X","pid":"p 1","tid":8,"ts":25,"dur":1,"name":"to"},
        {"ph":"s","pid":"p 1","tid":7,"ts":21,"id":4,"name":"f","cat":"f"},
        {"ph":"f","bp":"e","pid":"p 1","tid":8,"ts":25,"id":4,"name":"f","cat":"f"},
        {"ph":"s","pid":"p 1","tid":7,"ts":1,"id":5,"name":"f","cat":"f"},
        {"ph":"f","bp":"e","pid":"p 1","tid":8,"ts":25.5,"id":5,"name":"f","cat":"f"},
        {"ph":"b","pid":"p 1","tid":7,"ts":22,"id":"0x1","cat":"net","name":"call","args":{"a":1}},
        {"ph":"e","pid":"p 1","tid":7,"ts":29,"id":"0x1","cat":"net","name":"call"},
        {"ph":"i","pid":"p 1","tid":7,"ts":28,"s":"p","name":"mark"},
        {"ph":"C","pid":"p 1","ts":5,"name":"mem","args":{"MB":3}},
        {"ph":"C","pid":"p 1","ts":26,"name":"mem","args":{"MB":4}}]}"#,
    );
    let part = Part::Area(Area { start: 20_000, end: 40_000, tracks: Vec::new() });
    let written = chrome_json(&trace, &part, ALL).unwrap();
    let json: serde_json::Value = serde_json::from_str(&written).unwrap();
    assert!(!written.contains("hf_x") && !written.contains("early"));
    assert_eq!(json["schemaVersion"], 1);
    let events = json["traceEvents"].as_array().unwrap();
    let of = |ph: &str| events.iter().filter(|event| event["ph"] == ph).collect::<Vec<_>>();
    assert_eq!(of("X")[0]["dur"].to_string(), "10.125");
    assert_eq!(of("X")[0]["args"], serde_json::json!({ "n": "NaN", "x": [3] }));
    assert_eq!((of("s").len(), of("f").len(), of("b").len(), of("e").len(), of("i").len()), (1, 1, 1, 1, 1));
    assert_eq!(
        of("C").iter().map(|c| (c["ts"].as_f64(), c["args"]["MB"].as_f64())).collect::<Vec<_>>(),
        [(Some(20.0), Some(3.0)), (Some(26.0), Some(4.0))]
    );
    let again = read(&written);
    assert_eq!(again.slice_name(slice(&again, "in")), "in");
    assert_eq!(again.strings.get(again.processes[0].name), "host \"a\"");
    assert_eq!(again.links.all().iter().filter(|link| link.kind == LinkKind::Flow).count(), 1);
}

#[test]
fn chosen_slices_are_written_alone_and_too_much_is_refused() {
    let trace = read(
        r#"[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":9,"name":"a"},{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"b"}]"#,
    );
    let b = slice(&trace, "b");
    let written = chrome_json(&trace, &Part::Slices(vec![b, b, SliceId(99)]), ALL).unwrap();
    assert!(written.contains(r#""name":"b""#) && !written.contains(r#""name":"a""#));
    assert_eq!(written.matches(r#""ph":"X""#).count(), 1);
    assert_eq!(chrome_json(&trace, &whole(&trace), 20), Err(TooLarge { most_bytes: 20 }));
}

#[test]
fn times_are_exact() {
    assert_eq!(micros(1_234_567, TimeUnit::Nanos), "1234.567");
    assert_eq!(micros(-1_500, TimeUnit::Nanos), "-1.5");
    assert_eq!(micros(1_000_001, TimeUnit::Picos), "1.000001");
    assert_eq!(micros(i64::MIN, TimeUnit::Nanos), "-9223372036854775.808");
}
