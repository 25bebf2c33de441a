//! Phases that carry a document of their own: V8's CPU profile in chunks (P)
//! and Chrome's memory dumps (v), whose totals are counters.

use super::super::event::RawEvent;
use super::super::scan::Kind;
use super::{Collector, Place};
use crate::trace::{ArgsRef, StringId};

/// A piece of a CPU profile. Time in ticks.
#[derive(Debug)]
pub struct RawProfile {
    pub time: i64,
    pub thread: u32,
    pub id: StringId,
    /// JSON text of `args.data`.
    pub data: serde_json::Value,
    pub args: ArgsRef,
    pub event: u32,
}

impl Collector {
    /// Files a piece of a CPU profile; false when the event is none.
    pub(super) fn profile(&mut self, event: &RawEvent, place: &Place, thread: u32, time: i64) -> bool {
        let window = place.window;
        if !matches!(event.name.of(window), b"Profile" | b"ProfileChunk") || event.args.kind != Kind::Object {
            return false;
        }
        let args: Option<serde_json::Value> = serde_json::from_slice(event.args.of(window)).ok();
        let Some(data) = args.and_then(|mut args| Some(args.get_mut("data")?.take())) else { return false };
        let id = self.text(event.id, place);
        let args = self.file_args(event, place);
        self.profiles.push(RawProfile { time, thread, id, data, args, event: place.event() });
        true
    }

    /// Totals of a memory dump, as a counter of its process.
    pub(super) fn dump_totals(&mut self, event: &RawEvent, place: &Place, time: i64) {
        if event.args.kind != Kind::Object {
            return;
        }
        let args: Option<serde_json::Value> = serde_json::from_slice(event.args.of(place.window)).ok();
        let totals = args.as_ref().and_then(|args| args.get("dumps")?.get("process_totals")?.as_object());
        let Some(totals) = totals else { return };
        let pid = self.text(event.pid, place);
        let name = self.trace.strings.intern("process memory");
        for (key, value) in totals {
            // Written as hexadecimal text, sometimes as a number.
            let text = value.as_str().map(|text| text.trim_start_matches("0x"));
            let parsed = text.and_then(|text| u64::from_str_radix(text, 16).ok());
            let Some(number) = parsed.map(|bytes| bytes as f64).or_else(|| value.as_f64()) else { continue };
            let series = self.trace.strings.intern(key);
            self.counters.push(pid, name, series, (time, number));
        }
    }
}
