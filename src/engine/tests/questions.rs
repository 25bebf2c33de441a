use super::*;
use crate::engine::protocol::{Area, HitAt, Item, SliceSort, Step};
use crate::timeline::frame::{Arrows, Band, BandKey, FrameRequest, box_flag};
use crate::trace::{SliceId, TrackId};

const TEXT: &str = r#"{"displayTimeUnit":"ms","traceEvents":[
    {"ph":"X","pid":1,"tid":1,"name":"aten::add","cat":"cpu_op","ts":0,"dur":10,"args":{"why":"needle"}},
    {"ph":"X","pid":1,"tid":1,"name":"aten::mul","cat":"cpu_op","ts":2,"dur":5},
    {"ph":"X","pid":1,"tid":1,"name":"aten::add","cat":"cpu_op","ts":20,"dur":4},
    {"ph":"C","pid":1,"name":"memory","ts":1,"args":{"bytes":3}},
    {"ph":"q","pid":1,"tid":1,"name":"odd","ts":9}]}"#;

fn engine() -> (Engine, TraceId) {
    let (engine, _) = drive("a.json", TEXT.as_bytes(), true, 1 << 20, &[]);
    let id = engine.trace_ids().next().unwrap();
    (engine, id)
}

fn ask(engine: &mut Engine, body: Ask) -> Answer {
    let reply = engine.handle(Request { id: 3, body });
    assert_eq!(reply.id, 3);
    // Everything survives the way over the wire.
    let bytes = protocol::encode(&reply);
    assert_eq!(protocol::decode::<Reply>(&bytes), Some(reply.clone()));
    reply.body
}

fn frame_of(trace: TraceId) -> Ask {
    let bands = vec![BandKey::Rows { track: TrackId(0), first_row: 0, rows: 9 }];
    Ask::Frame {
        trace,
        frame: FrameRequest { start: 0, end: 30_000, columns: 300, bands, arrows: Arrows::None },
    }
}

fn questions(trace: TraceId) -> Vec<Ask> {
    let area = Area { start: 0, end: 100_000, tracks: Vec::new() };
    let item = Item::Slice(SliceId(0));
    vec![
        frame_of(trace),
        Ask::Overview { trace, columns: 100 },
        Ask::Details { trace, item },
        Ask::Search { trace, query: "add".to_owned() },
        Ask::SearchHit { trace, at: HitAt::Index(0) },
        Ask::Step { trace, item, step: Step::Next },
        Ask::NameTable { trace, area: area.clone() },
        Ask::SliceTable { trace, area, sort: SliceSort::Start, falling: false, offset: 0, limit: 10 },
        Ask::Same { trace, slice: SliceId(0) },
        Ask::Health { trace },
        Ask::Metadata { trace, show_hidden: false },
        Ask::Close { trace },
    ]
}

#[test]
fn every_question_has_its_answer_and_none_after_closing() {
    let (mut engine, trace) = engine();
    for body in questions(trace) {
        let answer = ask(&mut engine, body.clone());
        assert_ne!(answer, Answer::Gone, "{body:?}");
    }
    for body in questions(trace) {
        assert_eq!(ask(&mut engine, body), Answer::Gone);
    }
}

#[test]
fn items_that_do_not_exist_are_gone() {
    let (mut engine, trace) = engine();
    let item = Item::Slice(SliceId(99));
    assert_eq!(ask(&mut engine, Ask::Details { trace, item }), Answer::Gone);
    assert_eq!(ask(&mut engine, Ask::Same { trace, slice: SliceId(99) }), Answer::Gone);
    assert_eq!(ask(&mut engine, Ask::Step { trace, item, step: Step::Next }), Answer::Step(None));
}

#[test]
fn frames_have_colours_and_show_hits() {
    let (mut engine, trace) = engine();
    let flags = |engine: &mut Engine| {
        let Answer::Frame { frame, .. } = ask(engine, frame_of(trace)) else { panic!("no frame") };
        let Some(Band::Rows(rows)) = frame.bands.into_iter().next() else { panic!("no rows") };
        let hit: Vec<bool> = rows.flags.iter().map(|flags| flags & box_flag::HIT != 0).collect();
        (rows.colour, hit)
    };
    assert_eq!(flags(&mut engine), (vec![0, 0, 1], vec![false, false, false]));
    ask(&mut engine, Ask::Search { trace, query: "mul".to_owned() });
    assert_eq!(flags(&mut engine).1, [false, false, true]);
    ask(&mut engine, Ask::Search { trace, query: String::new() });
    assert_eq!(flags(&mut engine).1, [false, false, false]);
}

#[test]
fn a_search_goes_on_after_its_first_answer() {
    let (mut engine, trace) = engine();
    let Answer::Search(first) = ask(&mut engine, Ask::Search { trace, query: "needle".to_owned() }) else {
        panic!("no search")
    };
    assert_eq!((first.hits, first.complete), (0, false));
    let mut replies = Vec::new();
    while engine.work(&mut replies) {}
    let Some(Reply { id: 3, body: Answer::Search(last) }) = replies.last() else { panic!("{replies:?}") };
    assert_eq!((last.hits, last.by_args, last.complete), (1, 1, true));
    let Answer::SearchHit(Some(hit)) = ask(&mut engine, Ask::SearchHit { trace, at: HitAt::After(0) }) else {
        panic!("no hit")
    };
    assert_eq!((hit.index, hit.at.name.as_str()), (0, "aten::add"));
    assert!(!engine.work(&mut replies));
}

#[test]
fn health_and_metadata_are_told() {
    let (mut engine, trace) = engine();
    let Answer::Health(health) = ask(&mut engine, Ask::Health { trace }) else { panic!("no health") };
    assert_eq!(health.get(Rule::UnknownPh).map(|finding| finding.count), Some(1));
    let Answer::Metadata { shown, hidden } = ask(&mut engine, Ask::Metadata { trace, show_hidden: false })
    else {
        panic!("no metadata")
    };
    assert_eq!((shown, hidden), (vec![("displayTimeUnit".to_owned(), "ms".to_owned())], 0));
}

#[test]
fn what_was_measured_before_is_what_is_measured_now() {
    use crate::lowering::comparison::{PathRequest, RegionChoice, RegionIn, Request as Paths};
    let step = |at: u32, long: u32| {
        format!(
            r#"{{"ph":"X","pid":1,"tid":1,"name":"norm","cat":"user_annotation","ts":{at},"dur":{long}}},
               {{"ph":"X","pid":1,"tid":1,"name":"aten::mul","cat":"cpu_op","ts":{at},"dur":{long}}}"#
        )
    };
    let text = format!("[{},{},{}]", step(0, 50), step(100, 60), step(200, 70));
    let compare = |engine: &mut Engine, trace: TraceId, region: &RegionChoice| {
        let path = || PathRequest {
            name: String::new(),
            recordings: vec![RegionIn { trace, region: region.clone() }],
        };
        let request = Paths { paths: vec![path(), path()], baseline: 0, judge_by: None };
        ask(engine, Ask::Compare { request })
    };
    let open = || drive("a.json", text.as_bytes(), true, 1 << 20, &[]).0;
    let (mut fresh, mut prepared) = (open(), open());
    let trace = fresh.trace_ids().next().unwrap();
    let Answer::Regions(rows) = ask(&mut prepared, Ask::Prepare { trace }) else { panic!() };
    let region = RegionChoice::Key(rows[0].key.clone());
    assert_eq!(rows[0].key.name, "norm");
    let known = prepared.traces[&trace].profile(&region);
    assert_eq!(known, fresh.traces[&trace].profile(&region));
    assert_eq!(known.unwrap().instances.len(), 3);
    let answer = compare(&mut fresh, trace, &region);
    assert!(matches!(answer, Answer::Compared(Ok(_))));
    assert_eq!(compare(&mut prepared, trace, &region), answer);
    assert_eq!(ask(&mut prepared, Ask::Prepare { trace: TraceId(99) }), Answer::Gone);
}
