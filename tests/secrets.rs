//! Fake tokens of many kinds, in metadata, environment blocks, args and names:
//! none of them reaches what is shown by default or made to be handed on.

use lowerscope::analysis::secret::masked;
use lowerscope::engine::protocol::{Answer, Area, Ask, Event, Item, Request, TraceId, TraceInfo};
use lowerscope::engine::{Engine, Want};
use lowerscope::link::{Link, Source, TraceLink, write};
use lowerscope::timeline::view::View;
use lowerscope::trace::SliceId;
use serde_json::{Value, json};
use std::process::Command;

/// A marker that is part of every fake secret, and of nothing else. It has
/// letters of both cases and digits, as tokens do.
const MARK: &str = "Zq7Fake";

/// Texts with a secret of each kind, as traces have them.
fn texts() -> Vec<String> {
    let long = format!("{MARK}{}", "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3");
    let short = &long[..36];
    vec![
        format!("AKIA{}", format!("{MARK}00000000000").to_ascii_uppercase().get(..16).unwrap()),
        format!("aws_secret_access_key={long}"),
        format!("clone https://ghp_{short}@github.com/o/r"),
        format!("github_pat_{long}"),
        format!("huggingface login hf_{}", &long[..34]),
        format!("WANDB_API_KEY={long}"),
        format!("wandb_v1_{long}"),
        format!("eyJhbGciOiJIUzI1NiJ9.eyJ{MARK}IjoiMTIzNCJ9.{long}"),
        format!("Authorization: Bearer {long}"),
        format!("curl -H 'Bearer {long}'"),
        format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{long}\n-----END OPENSSH PRIVATE KEY-----"),
        format!("postgres://admin:{MARK}@db.internal/runs"),
        format!("https://bucket.s3.amazonaws.com/t.json?X-Amz-Signature={long}&x=1"),
        format!("sk-proj-{long}"),
        format!("glpat-{}", &long[..20]),
        format!("xoxb-1234567890-{long}"),
        format!("--password={MARK}123 --lr=0.1"),
        format!("{{\"db_password\": \"{MARK}123\"}}"),
        format!("{{'api_key': '{MARK}123'}}"),
        format!("curl -u admin:{MARK} https://db.internal"),
        format!("curl --user admin:{MARK} https://db.internal"),
        format!("sshpass -p {MARK} ssh node"),
        format!("machine api.wandb.ai login user password {MARK}"),
        format!("Authorization token {long}"),
        format!("wandb login {long}"),
        format!("https://{long}@github.com/o/r"),
        format!("setenv HF_TOKEN {long}"),
        format!("export PGPASSWORD={MARK}"),
        format!("gsk_{long}abcdefgh"),
    ]
}

/// A trace with all of them everywhere.
fn trace() -> String {
    let texts = texts();
    let env: serde_json::Map<String, Value> =
        texts.iter().enumerate().map(|(i, text)| (format!("VARIABLE_{i}"), json!(text))).collect();
    let mut args = serde_json::Map::new();
    for (i, text) in texts.iter().enumerate() {
        args.insert(format!("arg{i}"), json!(text));
        args.insert(format!("nested{i}"), json!({ "list": [text, 1] }));
    }
    args.insert("env".to_owned(), json!({ "PLAIN": format!("{MARK} plain") }));
    args.insert("environ".to_owned(), json!(format!("A={MARK}\u{0}B={MARK}")));
    args.insert("hf_token".to_owned(), json!(MARK));
    args.insert("Input Dims".to_owned(), json!([[4, 8], [8, 2]]));
    args.insert("Input type".to_owned(), json!(["float", "float"]));
    let mut events = vec![
        json!({ "ph": "M", "pid": 1, "name": "process_name", "args": { "name": format!("python --token={MARK}123") } }),
        json!({ "ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": { "name": "main" } }),
    ];
    for i in 0..4 {
        let at = i * 100;
        events.push(json!({ "ph": "X", "pid": 1, "tid": 1, "ts": at, "dur": 90, "name": "layer", "cat": "user_annotation", "args": args }));
        events.push(json!({ "ph": "X", "pid": 1, "tid": 1, "ts": at + 10, "dur": 50, "name": "aten::mm", "cat": "cpu_op", "args": args }));
        events.push(
            json!({ "ph": "i", "pid": 1, "tid": 1, "ts": at + 5, "s": "t", "name": "note", "args": args }),
        );
    }
    for (i, text) in texts.iter().enumerate() {
        events.push(
            json!({ "ph": "X", "pid": 1, "tid": 1, "ts": 1000 + i, "dur": 1, "name": text, "cat": "cpu_op" }),
        );
    }
    let mut all = serde_json::Map::new();
    all.insert("traceEvents".to_owned(), json!(events));
    all.insert("env".to_owned(), json!(env));
    all.insert("schemaVersion".to_owned(), json!(1));
    for (i, text) in texts.iter().enumerate() {
        all.insert(format!("note{i}"), json!(text));
        all.insert(format!("config{i}"), json!({ "deep": { "value": text } }));
    }
    Value::Object(all).to_string()
}

fn has_mark(text: &str) -> bool {
    text.to_ascii_lowercase().contains(&MARK.to_ascii_lowercase())
}

fn opened() -> (Engine, TraceInfo) {
    let mut engine = Engine::native();
    let mut events = Vec::new();
    let load = engine.begin("run.json", None);
    engine.push(load, trace().as_bytes(), &mut events);
    engine.end_of_file(load, &mut events);
    while engine.want(load) == Want::Step {
        engine.step(load, &mut events);
    }
    let info = events.into_iter().find_map(|event| match event {
        Event::Opened { info, .. } => Some(*info),
        _ => None,
    });
    (engine, info.unwrap())
}

fn ask(engine: &mut Engine, body: Ask) -> Answer {
    engine.handle(Request { id: 1, body }).body
}

#[test]
fn each_kind_is_masked_wherever_text_is_handed_on() {
    for text in texts() {
        assert!(has_mark(&text), "{text}");
        assert!(!has_mark(&masked(&text)), "{}", masked(&text));
        let json = serde_json::to_string(&text).unwrap();
        let masked = masked(&json);
        assert!(!has_mark(&masked) && serde_json::from_str::<String>(&masked).is_ok(), "{masked}");
    }
}

#[test]
fn metadata_shows_none_until_it_is_asked_for() {
    let (mut engine, info) = opened();
    let Answer::Metadata { shown, hidden } =
        ask(&mut engine, Ask::Metadata { trace: info.trace, show_hidden: false })
    else {
        panic!()
    };
    assert!(shown.iter().any(|(key, _)| key == "schemaVersion"), "{shown:?}");
    for (key, value) in &shown {
        assert!(!has_mark(key) && !has_mark(value), "{key}: {value}");
    }
    assert!(hidden as usize >= 3 * texts().len(), "{hidden}");
}

#[test]
fn an_area_as_chrome_json_has_none_and_is_json() {
    let (mut engine, info) = opened();
    let area = Area { start: i64::MIN, end: i64::MAX, tracks: Vec::new() };
    let Answer::ChromeJson(Some(text)) = ask(&mut engine, Ask::ChromeJson { trace: info.trace, area }) else {
        panic!()
    };
    let value: Value = serde_json::from_str(&text).unwrap();
    assert!(
        !has_mark(&text),
        "{:?}",
        text.match_indices(MARK).map(|(at, _)| &text[at.saturating_sub(40)..at + 20]).collect::<Vec<_>>()
    );
    let events = value["traceEvents"].as_array().unwrap();
    let op = events.iter().find(|event| event["name"] == "aten::mm").unwrap();
    assert_eq!(op["args"]["Input Dims"], json!([[4, 8], [8, 2]]), "what is no secret stays");
    assert_eq!(op["args"]["env"], "[hidden]");
    assert!(events.iter().any(|event| event["name"] == "WANDB_API_KEY=[hidden]"));
}

#[test]
fn a_link_of_the_view_has_none() {
    let (mut engine, info) = opened();
    let trace: TraceId = info.trace;
    let mut view = View::new(&info);
    // The slice with all the args, selected with its details as the page has them.
    let Answer::Details(details) = ask(&mut engine, Ask::Details { trace, item: Item::Slice(SliceId(0)) })
    else {
        panic!()
    };
    assert!(details.args.iter().any(|arg| has_mark(&arg.readable)), "the page shows args as they are");
    view.selection = Some(details.at.item);
    view.selected = Some(details.at.clone());
    let traces = vec![(
        Source::File { name: "run.json".to_owned(), bytes: 1, hash: Some(1), entry: None },
        TraceLink::of(&view, &info, "", Some(details.at.start)),
    )];
    let text = write(&Link { traces, ..Link::default() });
    assert!(text.contains("sel=s0@") && !has_mark(&text), "{text}");
}

#[test]
fn a_comparison_as_text_json_and_markdown_has_none() {
    let dir = tempfile::tempdir().unwrap();
    let files = ["a.json", "b.json"].map(|name| dir.path().join(name));
    for file in &files {
        std::fs::write(file, trace()).unwrap();
    }
    for form in ["--json", "--markdown"] {
        let output = Command::new(env!("CARGO_BIN_EXE_lowerscope"))
            .arg("compare")
            .args(&files)
            .args(["--region", "layer", form])
            .env("LC_ALL", "en")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.len() > 500 && !has_mark(&text), "{text}");
    }
}
