//! What must hold for any bytes.

use proptest::prelude::*;

use super::{Looks, first_bytes_hex, sniff};

/// Words that open the ways of the sniffer.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        &b"{"[..],
        b"[",
        b"}",
        b"]",
        b"\"",
        b"\\",
        b":",
        b",",
        b" ",
        b"\n",
        b"\"ph\"",
        b"\"traceEvents\":",
        b"\"nodes\":[",
        b"\"meta\":{",
        b"\x0a\x80",
        b"\x08\x07\x12",
        b"PK\x03\x04",
        b"\x80\x04\x95",
        b"<html><title>",
        b"V1206 15:24:45",
        b"\0",
        b"\xff",
        "é".as_bytes(),
    ]);
    let part = prop_oneof![word.prop_map(<[u8]>::to_vec), prop::collection::vec(any::<u8>(), 0..40)];
    prop::collection::vec(part, 0..30).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn any_bytes_are_looked_at_without_a_panic(bytes in bytes(), is_whole in any::<bool>()) {
        sniff(&bytes, is_whole, "file");
        first_bytes_hex(&bytes);
    }

    #[test]
    fn a_trace_cut_anywhere_is_never_turned_away(cut in 0..400usize) {
        let text = br#"{"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "A"}],
            "distributedInfo": {"rank": 0}, "displayTimeUnit": "ms",
            "traceEvents": [{"ph": "X", "name": "a", "ts": 1.5, "dur": 2, "args": {"k": [1]}}],
            "traceName": "a.json"}"#;
        let head = &text[..cut.min(text.len())];
        let looks = sniff(head, false, "a.json");
        let is_kept = matches!(looks, Looks::TraceEvents | Looks::MaybeTraceEvents);
        prop_assert!(is_kept || head.is_empty(), "{looks:?}");
    }
}
