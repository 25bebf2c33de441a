//! Each rule on a profile made for it.

use super::super::advice::advice;
use super::super::made_up::{MadeUp, profile};
use super::*;
use crate::neuron::{InstructionBytes, InstructionFlags, NeffNode, Throttle};

fn found(make: impl FnOnce(&mut MadeUp)) -> Vec<Advice> {
    let (trace, profile) = profile(make);
    advice(&Scope::whole(&trace, &profile))
}

fn only(rule: Rule, found: &[Advice]) -> &Advice {
    found.iter().find(|advice| advice.rule == rule).unwrap_or_else(|| panic!("{rule:?} in {found:?}"))
}

fn spans(advice: &Advice) -> Vec<(i64, i64)> {
    advice.evidence.iter().map(|evidence| (evidence.span.start, evidence.span.end)).collect()
}

fn value<'a>(advice: &'a Advice, name: &str) -> &'a Cell {
    &advice.values.iter().find(|(known, _)| known == name).unwrap().1
}

fn says(rule: Rule, make: impl FnOnce(&mut MadeUp)) -> bool {
    found(make).iter().any(|advice| advice.rule == rule)
}

#[test]
fn a_busy_tensor_engine_with_little_work_is_told() {
    let make = |elements: u64| {
        move |made: &mut MadeUp| {
            made.instruction("TensorMatrix", "MATMUL", 0, 100, |row| row.elements = elements);
            let entry = |key: &str, value: &str| (key.to_owned(), value.to_owned());
            made.profile.metadata =
                vec![entry("pe_num_rows", "10"), entry("pe_num_cols", "10"), entry("pe_clock_freq", "1")];
        }
    };
    // The peak is 100 elements a nanosecond.
    let all = found(make(2500));
    let advice = only(Rule::LowMfu, &all);
    assert_eq!((advice.figure, spans(advice)), (Amount::Share(0.25), vec![(0, 100)]));
    assert!(!says(Rule::LowMfu, make(6000)));
    assert!(!says(Rule::LowMfu, |made| {
        made.instruction("TensorMatrix", "MATMUL", 0, 100, |row| row.elements = 1);
    }));
}

#[test]
fn work_outside_of_nki_is_told_where_some_is_nki() {
    let make = |nki: i64| {
        move |made: &mut MadeUp| {
            let line = made.text("kernel.py:3");
            made.instruction("Vector", "COPY", 0, nki, |row| row.nki_source = line);
            made.instruction("Vector", "COPY", 100, 60, |_| {});
        }
    };
    let all = found(make(20));
    let advice = only(Rule::LowNki, &all);
    assert_eq!((advice.figure, spans(advice)), (Amount::Share(0.25), vec![(100, 160)]));
    assert!(!says(Rule::LowNki, make(80)));
    assert!(!says(Rule::LowNki, |made| {
        made.instruction("Vector", "COPY", 0, 10, |_| {});
    }));
}

#[test]
fn throttling_is_told_with_its_limit() {
    let all = found(|made| {
        made.instruction("Vector", "COPY", 0, 1000, |_| {});
        let limit = |start, end, k| Throttle { start, end, k, n: 8, kind: 1, core: 0 };
        made.profile.throttles = vec![limit(0, 500, 8), limit(500, 600, 4), limit(700, 900, 6)];
    });
    let advice = only(Rule::Throttled, &all);
    assert_eq!((advice.figure, advice.ticks), (Amount::Share(0.3), Some(300)));
    assert_eq!((value(advice, "limit"), spans(advice)), (&Cell::Share(0.5), vec![(700, 900), (500, 600)]));
}

#[test]
fn transposes_are_told_by_their_flops() {
    let make = |elements: u64| {
        move |made: &mut MadeUp| {
            made.instruction("TensorMatrix", "MATMUL", 0, 100, |row| row.elements = 90);
            made.instruction("TensorMatrix", "MATMUL", 100, 30, |row| {
                (row.elements, row.tensor) = (elements, TensorKind::Transpose);
            });
        }
    };
    let all = found(make(30));
    let advice = only(Rule::Transposes, &all);
    assert_eq!((advice.figure, advice.ticks), (Amount::Share(0.25), Some(30)));
    assert_eq!((value(advice, "count"), spans(advice)), (&Cell::Count(1), vec![(100, 130)]));
    assert!(!says(Rule::Transposes, make(10)));
}

#[test]
fn reloads_of_what_was_spilt_are_told() {
    let make = |reload: u64| {
        move |made: &mut MadeUp| {
            made.instruction("Sync", "DMA_DIRECT2D", 0, 10, |_| {});
            made.bytes(InstructionBytes { hbm_read: 1000, ..InstructionBytes::default() });
            made.instruction("Sync", "DMA_DIRECT2D", 10, 10, |_| {});
            made.bytes(InstructionBytes { spill_reload: reload, ..InstructionBytes::default() });
        }
    };
    let all = found(make(300));
    let advice = only(Rule::SpillReload, &all);
    assert_eq!((advice.figure, spans(advice)), (Amount::Share(0.3), vec![(10, 20)]));
    assert!(!says(Rule::SpillReload, make(200)));
}

#[test]
fn small_packets_are_told_by_the_time_that_they_take() {
    let all = found(|made| {
        made.packet("q", 0, 100, 4096);
        made.packet("q", 100, 20, 256).packet("q", 110, 20, 256).packet("q", 200, 10, 4);
        made.dma("fetch", DmaQueueKind::Instruction, "", (0, 1000), 8, 0);
    });
    let advice = only(Rule::SmallDma, &all);
    assert_eq!((advice.figure, spans(advice)), (Amount::Share(50.0 / 150.0), vec![(100, 130), (200, 210)]));
    assert_eq!([value(advice, "count"), value(advice, "packets")], [&Cell::Count(3), &Cell::Count(4)]);
    assert_eq!(value(advice, "size"), &Cell::Bytes(256));
    assert!(!says(Rule::SmallDma, |made| {
        made.packet("q", 0, 100, 512);
    }));
}

#[test]
fn nothing_is_said_of_waiting_where_the_file_broke_off() {
    let (mut trace, profile) = profile(|made| {
        made.packet("q", 0, 400, 64);
        made.instruction("Vector", "COPY", 400, 600, |_| {});
    });
    let rules = |trace: &crate::trace::Trace| -> Vec<Rule> {
        advice(&Scope::whole(trace, &profile)).iter().map(|advice| advice.rule).collect()
    };
    let all = rules(&trace);
    assert!(all.contains(&Rule::WaitingOnDma) && all.contains(&Rule::SmallDma), "{all:?}");
    trace.health.cut = Some(crate::trace::Cut { byte: 9, event: None });
    assert_eq!(rules(&trace), [Rule::SmallDma]);
}

#[test]
fn dma_that_nothing_hides_is_told() {
    let make = |start: i64| {
        move |made: &mut MadeUp| {
            made.packet("q", 0, 400, 4096);
            // Starting a DMA is no work of its own.
            made.instruction("Sync", "DMA_DIRECT2D", 0, 400, |_| {});
            made.instruction("Vector", "COPY", start, 600, |_| {});
        }
    };
    let all = found(make(400));
    let advice = only(Rule::WaitingOnDma, &all);
    assert_eq!((advice.figure, spans(advice)), (Amount::Share(0.4), vec![(0, 400)]));
    assert!(!says(Rule::WaitingOnDma, make(50)));
}

#[test]
fn engines_that_take_turns_are_told() {
    let make = |start: i64| {
        move |made: &mut MadeUp| {
            made.instruction("Vector", "TENSOR_REDUCE", 0, 400, |_| {});
            made.instruction("Scalar", "ACTIVATE", start, 300, |row| row.wait = start);
        }
    };
    let all = found(make(400));
    let advice = only(Rule::Serialised, &all);
    assert_eq!(
        (value(advice, "waiting"), value(advice, "working")),
        (&Cell::Text("Scalar".to_owned()), &Cell::Text("Vector".to_owned()))
    );
    assert_eq!((advice.ticks, spans(advice)), (Some(400), vec![(0, 400)]));
    assert_eq!(value(advice, "overlap"), &Cell::Share(0.0));
    assert!(!says(Rule::Serialised, make(50)));
}

#[test]
fn tensors_that_are_loaded_again_are_told() {
    let all = found(|made| {
        made.dma("qIn", DmaQueueKind::Data, "w", (0, 10), 512, 0);
        let name = made.text("w");
        let node = NeffNode {
            name,
            bytes: Some(512),
            loaded_bytes: Some(2048),
            load_repeat: Some(4),
            ..NeffNode::default()
        };
        made.profile.nodes = vec![node];
    });
    let advice = only(Rule::Reloaded, &all);
    assert_eq!((advice.figure, value(advice, "bytes")), (Amount::Times(4.0), &Cell::Bytes(1536)));
    assert_eq!(spans(advice), [(0, 10)]);
}

#[test]
fn traffic_beyond_what_is_needed_is_told_of_the_whole() {
    let make = |made: &mut MadeUp| {
        made.instruction("Sync", "DMA_DIRECT2D", 0, 10, |_| {});
        made.bytes(InstructionBytes { hbm_read: 3000, hbm_write: 1000, ..InstructionBytes::default() });
        made.instruction("Sync", "DMA_DIRECT2D", 90, 10, |_| {});
        let (a, b) = (made.text("a"), made.text("b"));
        let (input, output) = (made.text("IN"), made.text("OUT"));
        let node = |name, role| NeffNode { name, role, bytes: Some(1000), ..NeffNode::default() };
        made.profile.nodes = vec![node(a, input), node(b, output)];
    };
    let all = found(make);
    let advice = only(Rule::Traffic, &all);
    assert_eq!((advice.figure, spans(advice)), (Amount::Times(2.0), vec![(0, 10)]));
    let (trace, profile) = profile(make);
    let area = crate::engine::protocol::Area { start: 0, end: 50, tracks: Vec::new() };
    assert!(super::super::advice::advice(&Scope::new(&trace, &profile, &area)).is_empty());
}

#[test]
fn a_long_set_up_is_told() {
    let all = found(|made| {
        made.instruction("Sync", "DRAIN", 0, 10, |row| row.flags.set(InstructionFlags::SETUP));
        made.instruction("Vector", "COPY", 700, 300, |_| {});
    });
    let advice = only(Rule::StartUp, &all);
    assert_eq!((advice.figure, spans(advice)), (Amount::Share(0.7), vec![(0, 700)]));
}

#[test]
fn nothing_is_said_of_an_empty_profile() {
    assert!(found(|_| {}).is_empty());
}
