//! What must hold of the reader for any bytes: it ends, it does not panic, and
//! neither the cut of the chunks nor the step of building changes its answer.

mod support;

use lowerscope::ingest::json::Reader;
use lowerscope::trace::Trace;
use proptest::prelude::*;
use support::summary;

fn read(bytes: &[u8], step: usize) -> Trace {
    let mut reader = Reader::new("x.json");
    bytes.chunks(step.max(1)).for_each(|chunk| reader.push(chunk));
    reader.finish()
}

/// A trace with slices of all kinds on few threads and few times, so that they
/// touch, overlap and nest in every way.
fn events() -> impl Strategy<Value = String> {
    let event = (0usize..12, 0i64..40, 0i64..20, 0..3, 0..3).prop_map(|(kind, ts, dur, tid, name)| {
        let (ph, rest) = [
            ("X", format!(r#","dur":{dur}"#)),
            ("X", format!(r#","dur":{dur},"args":{{"correlation":{name}}},"cat":"kernel""#)),
            ("B", String::new()),
            ("E", String::new()),
            ("b", format!(r#","id":{name},"cat":"c""#)),
            ("e", format!(r#","id":{name},"cat":"c""#)),
            ("n", format!(r#","id":{name},"cat":"c""#)),
            ("s", format!(r#","id":{name}"#)),
            ("f", format!(r#","id":{name},"bp":"e""#)),
            ("S", format!(r#","id":{name}"#)),
            ("F", format!(r#","id":{name}"#)),
            ("i", String::new()),
        ][kind]
            .clone();
        format!(r#"{{"ph":"{ph}","name":"n{name}","pid":1,"tid":{tid},"ts":{ts}{rest}}}"#)
    });
    proptest::collection::vec(event, 0..60).prop_map(|events| format!("[{}]", events.join(",\n")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_bytes_end_without_a_panic_whatever_the_chunks(bytes in proptest::collection::vec(any::<u8>(), 0..400), step in 1usize..50) {
        prop_assert_eq!(summary(&read(&bytes, step)), summary(&read(&bytes, 4096)));
    }

    #[test]
    fn json_like_noise_ends_without_a_panic_whatever_the_chunks(
        text in r#"(\[|\{|\}|\]|"|,|:|\{"ph":"X","ts":1|"args"|traceEvents|[0-9eE.+-]{1,4}|NaN|\\u?d83e| ){0,80}"#,
        step in 1usize..20,
    ) {
        prop_assert_eq!(summary(&read(text.as_bytes(), step)), summary(&read(text.as_bytes(), 4096)));
    }

    #[test]
    fn a_broken_trace_is_read_the_same_whatever_the_chunks(
        text in events(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<prop::sample::Index>(),
        step in 1usize..90,
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(cut.index(bytes.len()) + 1);
        prop_assert_eq!(summary(&read(&bytes, step)), summary(&read(&bytes, 1 << 20)));
    }

    #[test]
    fn every_complete_event_is_a_slice_and_rows_never_overlap(text in events()) {
        let trace = read(text.as_bytes(), 4096);
        let complete = text.matches(r#""ph":"X""#).count();
        let plain = (0..trace.slices.len()).filter(|&i| trace.slices.flags[i].0 & lowerscope::trace::SliceFlags::FROM_PAIR == 0);
        prop_assert_eq!(plain.count(), complete);
        for row in &trace.rows {
            for (a, b) in row.slices().zip(row.slices().skip(1)) {
                let (end, next) = (trace.slices.end(a), trace.slices.start[b.index()]);
                let clipped = trace.slices.flags[a.index()].has(lowerscope::trace::SliceFlags::CLIPPED);
                // By the tolerance of 1 µs from its parent, and once more from its follower.
                prop_assert!(end <= next || clipped && end - next <= 2000, "{} {} {}", end, next, text);
            }
        }
        for i in 0..trace.slices.len() {
            if let Some(parent) = trace.slices.parent[i].some() {
                prop_assert!(trace.slices.start[parent.index()] <= trace.slices.start[i]);
            }
        }
    }
}
