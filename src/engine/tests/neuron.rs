//! Questions about Neuron profiles, from the file on.

use super::*;
use crate::analysis::colour::ColourBy;
use crate::engine::protocol::{Area, NeuronAnswer, NeuronAsk, TraceInfo};
use crate::lowering::comparison::{self, PathRequest, RegionChoice, RegionIn};
use crate::lowering::profile::{RegionKey, RegionKind};
use crate::neuron::analysis::hierarchy::Node;
use crate::neuron::analysis::table::TableKind;
use crate::neuron::sample::Sample;
use crate::timeline::paths::flow::Flow;
use crate::timeline::paths::hues::hues;

fn opened(text: &str) -> (Engine, Box<TraceInfo>) {
    let (engine, events) = drive("ntff.json", text.as_bytes(), true, 100, &[]);
    let info = events.into_iter().find_map(|event| match event {
        Event::Opened { info, .. } => Some(info),
        _ => None,
    });
    (engine, info.unwrap())
}

fn sample() -> String {
    let dot =
        r#""hlo_name": "%dot.3 = dot(%a, %b)", "raw_hlo_id": 2, "layer": "_dot.3", "raw_penguin_id": 7"#;
    Sample::default()
        .instruction("Sync", "DRAIN", 0, 10, "")
        .instruction("TensorMatrix", "MATMUL", 600, 300, dot)
        .instruction("Vector", "EVENT_SEMAPHORE", 100, 400, "")
        .packet(1, 3, 650, 100, 4096, "")
        .metric("total_time", "9e-7")
        .text()
}

fn ask(engine: &mut Engine, trace: TraceId, ask: NeuronAsk) -> Answer {
    engine.handle(Request { id: 1, body: Ask::Neuron { trace, ask } }).body
}

#[test]
fn a_profile_tells_what_it_has_to_show() {
    let (_, info) = opened(&sample());
    let neuron = info.neuron.unwrap();
    assert_eq!((neuron.instructions, neuron.dma, neuron.tensors, neuron.metrics), (true, true, false, true));
    assert_eq!(neuron.empty_start.map(|start| start.end), Some(600));
    let colours = [ColourBy::Name, ColourBy::Engine, ColourBy::Hlo, ColourBy::Layer, ColourBy::Work];
    assert_eq!(neuron.colours, colours);
}

#[test]
fn every_question_has_its_answer() {
    let (mut engine, info) = opened(&sample());
    let all = Area { start: info.bounds.start, end: info.bounds.end, tracks: Vec::new() };
    let Answer::Neuron(NeuronAnswer::Summary(summary)) =
        ask(&mut engine, info.trace, NeuronAsk::Summary(all.clone()))
    else {
        panic!("no summary");
    };
    assert!(summary.is_whole && summary.engines.len() == 3);
    let Answer::Neuron(NeuronAnswer::Advice(advice)) =
        ask(&mut engine, info.trace, NeuronAsk::Advice(all.clone()))
    else {
        panic!("no advice");
    };
    assert!(!advice.is_empty());
    let table = NeuronAsk::Table(all.clone(), TableKind::DmaQueues);
    let Answer::Neuron(NeuronAnswer::Table(table)) = ask(&mut engine, info.trace, table) else {
        panic!("no table");
    };
    assert_eq!(table.rows.len(), 1);
    let Answer::Neuron(NeuronAnswer::Hierarchy(tree)) =
        ask(&mut engine, info.trace, NeuronAsk::Hierarchy(all))
    else {
        panic!("no hierarchy");
    };
    let matmul = tree.nodes.iter().rfind(|node: &&Node| node.name == "MATMUL").unwrap();
    let Some(protocol::Item::Slice(slice)) = matmul.longest.as_ref().map(|at| at.item) else {
        panic!("no slice");
    };
    let Answer::Neuron(NeuronAnswer::NodesOf(keys)) = ask(&mut engine, info.trace, NeuronAsk::NodesOf(slice))
    else {
        panic!("no nodes");
    };
    assert_eq!((keys.len(), keys.last()), (4, Some(&matmul.key)));
}

#[test]
fn what_finds_an_op_finds_its_instructions() {
    let (mut engine, info) = opened(&sample());
    let all = Area { start: info.bounds.start, end: info.bounds.end, tracks: Vec::new() };
    let Answer::Neuron(NeuronAnswer::Hierarchy(tree)) =
        ask(&mut engine, info.trace, NeuronAsk::Hierarchy(all))
    else {
        panic!("no hierarchy");
    };
    for node in tree.nodes.iter().filter(|node| !node.query.is_empty()) {
        let body = Ask::Search { trace: info.trace, query: node.query.clone() };
        let mut replies = vec![engine.handle(Request { id: 9, body })];
        while engine.work(&mut replies) {}
        let Some(Answer::Search(found)) = replies.pop().map(|reply| reply.body) else { panic!() };
        assert_eq!(found.hits, node.instructions, "{}", node.query);
    }
}

#[test]
fn colours_can_stand_for_something_else() {
    let (mut engine, info) = opened(&sample());
    let body = Ask::ColourBy { trace: info.trace, by: ColourBy::Hlo };
    let Answer::Legend(legend) = engine.handle(Request { id: 1, body }).body else { panic!() };
    assert_eq!(legend.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["%dot.3 = dot(%a, %b)"]);
}

#[test]
fn other_traces_have_nothing_of_it() {
    let (mut engine, info) = opened(r#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":5}]"#);
    assert!(info.neuron.is_none());
    let all = Area { start: 0, end: 9, tracks: Vec::new() };
    assert_eq!(ask(&mut engine, info.trace, NeuronAsk::Summary(all)), Answer::Gone);
}

/// Order of self time within the trace, and order of time within the
/// comparison, are not the same here.
#[test]
fn opcodes_are_coloured_alike_in_the_timeline_and_in_a_comparison() {
    let text = Sample::default()
        .instruction("Vector", "COPY", 0, 10, "")
        .instruction("Vector", "COPY", 20, 10, "")
        .instruction("Scalar", "ACTIVATE", 0, 300, "")
        .instruction("TensorMatrix", "MATMUL", 400, 100, "")
        .packet(1, 3, 650, 200, 4096, "")
        .text();
    let (mut engine, info) = opened(&text);
    let legend = |engine: &mut Engine, by| {
        let body = Ask::ColourBy { trace: info.trace, by };
        let Answer::Legend(legend) = engine.handle(Request { id: 1, body }).body else { panic!() };
        let hues = legend.into_iter().map(|row| (row.name, row.colour + 1));
        hues.collect::<std::collections::BTreeMap<_, _>>()
    };
    let compared = |engine: &mut Engine| {
        let region = RegionChoice::Key(RegionKey { kind: RegionKind::Neff, name: String::new() });
        let path = || PathRequest {
            name: String::new(),
            recordings: vec![RegionIn { trace: info.trace, region: region.clone() }],
        };
        let request = comparison::Request { paths: vec![path(), path()], baseline: 0, judge_by: None };
        let body = Ask::Compare { request };
        let Answer::Compared(Ok(all)) = engine.handle(Request { id: 2, body }).body else { panic!() };
        let hues = hues(&all, &Flow::new(&all, 0));
        let base = &all.paths[0];
        let named =
            base.ops.iter().zip(&hues).map(|(node, hue)| (base.nodes[*node as usize].name.to_string(), *hue));
        let dma = base.neuron.as_ref().unwrap().dma_hue;
        named.chain([("DMA".to_owned(), dma)]).collect::<std::collections::BTreeMap<_, _>>()
    };
    let names = legend(&mut engine, ColourBy::Name);
    assert_eq!(names.len(), 4);
    assert_eq!(compared(&mut engine), names);
    // Also while the timeline shows something else, and after that.
    let engines = legend(&mut engine, ColourBy::Engine);
    assert_ne!(engines, names);
    // Which take the first hues, as if names had none.
    assert_eq!(engines.values().copied().max(), Some(engines.len() as u8));
    assert_eq!(compared(&mut engine), names);
    assert_eq!(legend(&mut engine, ColourBy::Name), names);
}
