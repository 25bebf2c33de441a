//! What must hold of the readers of Neuron's files for any bytes: they end,
//! they do not panic, and the cut of the chunks does not change the answer.

mod support;

use lowerscope::ingest::neuron::Reader;
use lowerscope::neuron::ProfileKind;
use lowerscope::trace::{SliceId, Trace};
use proptest::prelude::*;

const KINDS: [ProfileKind; 5] =
    [ProfileKind::Device, ProfileKind::System, ProfileKind::Summary, ProfileKind::Tables, ProfileKind::Neff];

fn read(kind: ProfileKind, bytes: &[u8], step: usize) -> Trace {
    let mut reader = Reader::new(kind, "file");
    bytes.chunks(step.max(1)).for_each(|chunk| reader.push(chunk));
    reader.finish()
}

/// All that a reader says, with what it says of Neuron alone.
fn summary(trace: &Trace) -> String {
    let profile = trace.neuron.as_ref().unwrap();
    format!(
        "{} {:?} {:?} {:?} {:?} {:?}",
        support::summary(trace),
        profile.summary.metrics,
        profile.instructions,
        profile.dma,
        profile.time,
        profile.files,
    )
}

fn same(kind: ProfileKind, bytes: &[u8], step: usize) -> Result<(), TestCaseError> {
    prop_assert_eq!(summary(&read(kind, bytes, step)), summary(&read(kind, bytes, 1 << 20)), "{:?}", kind);
    Ok(())
}

/// A device profile with rows of many sections, on few times and ids, so that
/// they touch, overlap and name each other in every way.
fn profile() -> impl Strategy<Value = String> {
    let row = (0usize..10, 0i64..40, 0i64..12, 0..4, 0..3).prop_map(|(kind, at, dur, id, core)| {
        let time = format!(r#""timestamp": {at}, "subgraph": "sg0{core}""#);
        let (section, rest) = [
            ("instruction", format!(r#""duration": {dur}, "id": {id}, "label": "Vector", "opcode": "COPY", "evt_wait_time": {dur}"#)),
            ("instruction", format!(r#""duration": {dur}, "id": {id}, "label": "Sync", "opcode": "EVENT_SEMAPHORE", "predecessors": [{{"id": {dur}, "type": "ORDERED"}}]"#)),
            ("instruction", format!(r#""duration": "{dur}", "label": "CC{core}", "trigger": {id}, "raw_framework_id": [{id}, 0]"#)),
            ("dma", format!(r#""duration": {dur}, "id": {id}, "subgroup": "Q{core}-E{id}", "trigger": {dur}, "transfer_size": NaN"#)),
            ("dma", format!(r#""duration": {dur}, "aggregated": "yes", "subgroup": "qSync{core}", "source": [["W"]]"#)),
            ("semaphore_update", format!(r#""id": "{id}", "value": {core}"#)),
            ("instruction_usage", format!(r#""type": "psum", "bank_{core}_usage": 0.{id}"#)),
            ("ham", format!(r#""duration": {dur}, "k": {core}, "n": {id}"#)),
            ("cc_op", format!(r#""duration": {dur}, "name": "n{id}""#)),
            ("errors", format!(r#""message": "m{id}""#)),
        ][kind]
            .clone();
        (section, format!("{{{time}, {rest}}}"))
    });
    proptest::collection::vec(row, 0..50).prop_map(|rows| {
        // Sections may come more than once, and in any order.
        let sections: Vec<_> = rows
            .chunk_by(|a, b| a.0 == b.0)
            .map(|run| {
                let rows: Vec<_> = run.iter().map(|row| row.1.as_str()).collect();
                format!("\"{}\": [{}]", run[0].0, rows.join(", "))
            })
            .collect();
        format!("{{{}}}", sections.join(",\n"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_bytes_end_without_a_panic_whatever_the_chunks(bytes in proptest::collection::vec(any::<u8>(), 0..400), step in 1usize..50) {
        for kind in KINDS {
            same(kind, &bytes, step)?;
        }
    }

    #[test]
    fn json_like_noise_ends_without_a_panic_whatever_the_chunks(
        text in r#"\{?"?(\[|\{|\}|\]|"|,|:|"instruction":\[|"dma":\[|\{"timestamp":1,"duration":2\}|"summary"|"x":\[|[0-9eE.+-]{1,4}|NaN|\\u?d83e| ){0,80}"#,
        step in 1usize..20,
    ) {
        for kind in KINDS {
            same(kind, text.as_bytes(), step)?;
        }
    }

    #[test]
    fn tables_of_any_text_are_read_the_same_whatever_the_chunks(
        text in r#"timeline_track,(opcode|value|id|transfer_bytes),timestamp(\n|,|"|""|a|7|-0|1e5|\r\n| ){0,60}"#,
        step in 1usize..20,
    ) {
        same(ProfileKind::Tables, text.as_bytes(), step)?;
    }

    #[test]
    fn a_broken_profile_is_read_the_same_whatever_the_chunks(
        text in profile(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<prop::sample::Index>(),
        step in 1usize..90,
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(cut.index(bytes.len()) + 1);
        same(ProfileKind::Device, &bytes, step)?;
        same(ProfileKind::System, &bytes, step)?;
    }

    #[test]
    fn every_row_is_drawn_once_and_rows_never_overlap(text in profile()) {
        let trace = read(ProfileKind::Device, text.as_bytes(), 4096);
        let profile = trace.neuron.as_ref().unwrap();
        let count = |section: &str| trace.phases.get(section).copied().unwrap_or(0) as usize;
        prop_assert_eq!(profile.instructions.len(), count("instruction"));
        prop_assert_eq!(profile.dma.len(), count("dma"));
        let waits = profile.instructions.iter().filter(|row| row.wait_slice != SliceId::NONE).count();
        let drawn = count("instruction") + count("dma") + count("cc_op") + waits;
        prop_assert_eq!(trace.slices.len(), drawn);
        prop_assert_eq!(trace.instants.len(), count("errors"));
        let slices = profile.instructions.iter().map(|row| row.slice).chain(profile.dma.iter().map(|row| row.slice));
        let mut slices: Vec<_> = slices.collect();
        slices.sort();
        slices.dedup();
        prop_assert_eq!(slices.len(), count("instruction") + count("dma"));
        for row in &trace.rows {
            for (a, b) in row.slices().zip(row.slices().skip(1)) {
                prop_assert!(trace.slices.end(a) <= trace.slices.start[b.index()], "{}", text);
            }
        }
    }
}
