//! Metadata events (M) and the top-level keys beside the event list.

use super::super::event::RawEvent;
use super::super::number::lenient_i64;
use super::super::scan::{self, Kind, Notes, Value};
use super::super::top::TopValue;
use super::{Collector, Place, ThreadKind};
use crate::trace::{Rank, Rule, StringId};

/// Metadata rows kept word for word for the metadata panel.
const KEPT_ROWS: usize = 2000;

impl Collector {
    pub(super) fn metadata(&mut self, event: &RawEvent, place: &Place) {
        let window = place.window;
        match event.name.of(window) {
            b"process_name" => {
                if let Some(name) = self.text_arg(event, place, b"name") {
                    self.process(event, place).name = Some(name);
                }
            }
            b"thread_name" => {
                if let Some(name) = self.text_arg(event, place, b"name") {
                    let thread = self.thread(event, place, ThreadKind::Thread);
                    self.identities.threads[thread as usize].name = Some(name);
                }
            }
            b"process_labels" => {
                if let Some(labels) = self.text_arg(event, place, b"labels") {
                    let text = self.trace.strings.get(labels).to_owned();
                    let labels = text.split(',').map(str::trim).filter(|label| !label.is_empty());
                    let labels = labels.map(|label| self.trace.strings.intern(label)).collect();
                    self.process(event, place).labels = labels;
                }
            }
            b"process_sort_index" => {
                if let Some(index) = self.index_arg(event, place) {
                    self.process(event, place).sort_index = Some(index);
                }
            }
            b"thread_sort_index" => {
                if let Some(index) = self.index_arg(event, place) {
                    let thread = self.thread(event, place, ThreadKind::Thread);
                    self.identities.threads[thread as usize].sort_index = Some(index);
                }
            }
            b"stackFrames" => {
                let frames = arg(event, window, b"stackFrames");
                self.stack_frames.push(frames.of(window).to_vec());
            }
            name => {
                let known: &[&[u8]] =
                    &[b"process_uptime_seconds", b"num_cpus", b"typeNames", b"TraceConfig", b"trace_config"];
                if !known.contains(&name) {
                    self.note(place, Rule::MetadataUnknown);
                }
                if self.trace.metadata.len() < KEPT_ROWS {
                    let key = String::from_utf8_lossy(name).into_owned();
                    let text = String::from_utf8_lossy(event.args.json(window)).into_owned();
                    self.trace.metadata.push((key, text));
                }
            }
        }
    }

    fn process(&mut self, event: &RawEvent, place: &Place) -> &mut super::ProcessMeta {
        let pid = self.text(event.pid, place);
        self.process_meta.entry(pid).or_default()
    }

    /// A text that is not empty, or the text of a number.
    fn text_arg(&mut self, event: &RawEvent, place: &Place, key: &[u8]) -> Option<StringId> {
        let value = arg(event, place.window, key);
        if matches!(value.kind, Kind::Text | Kind::EscapedText | Kind::Number) && value.start < value.end {
            return Some(self.text(value, place));
        }
        self.note(place, Rule::MetadataInvalid);
        None
    }

    fn index_arg(&mut self, event: &RawEvent, place: &Place) -> Option<i64> {
        let value = arg(event, place.window, b"sort_index");
        let index = lenient_i64(value.of(place.window));
        if index.is_none() {
            self.note(place, Rule::MetadataInvalid);
        }
        index
    }
}

/// A member of the event's args; absent when there is none.
fn arg(event: &RawEvent, window: &[u8], wanted: &[u8]) -> Value {
    let mut found = Value::default();
    if event.args.kind == Kind::Object {
        // The object was scanned once already, so it cannot be broken.
        let _ = scan::members(window, event.args.start, &mut Notes::default(), |key, value, _| {
            if key.of(window) == wanted {
                found = value;
            }
        });
    }
    found
}

/// Files a value of the outer object.
pub fn top_level(collector: &mut Collector, value: TopValue) {
    let text = String::from_utf8_lossy(&value.text).into_owned();
    match value.key.as_str() {
        "stackFrames" => {
            collector.stack_frames.push(value.text);
            return;
        }
        "baseTimeNanoseconds" => {
            let plain = text.trim_matches('"');
            collector.trace.base_time_ns = lenient_i64(plain.as_bytes()).or(collector.trace.base_time_ns);
        }
        "distributedInfo" => {
            let info: Option<serde_json::Value> = serde_json::from_str(&text).ok();
            if let Some(rank) = info.and_then(|info| info.get("rank")?.as_i64()) {
                collector.trace.rank = Some(Rank { rank, guessed: false });
            }
        }
        _ => {}
    }
    let text = if value.cut { format!("{text}…") } else { text };
    collector.trace.metadata.push((value.key, text));
}

/// The rank that a file name gives: "rank" followed by digits, perhaps with a
/// separator between.
pub fn file_name_rank(file_name: &str) -> Option<Rank> {
    let lower = file_name.to_ascii_lowercase();
    let mut rest = lower.as_str();
    while let Some(at) = rest.find("rank") {
        rest = &rest[at + 4..];
        let digits = rest.trim_start_matches(['-', '_', '.', '=', ' ']);
        let len = digits.bytes().take_while(u8::is_ascii_digit).count();
        if let Ok(rank) = digits[..len].parse() {
            return Some(Rank { rank, guessed: true });
        }
    }
    None
}

impl Collector {
    /// Takes an entry of `samples`.
    pub fn sample(&mut self, event: &RawEvent, place: &Place) {
        use super::{RawInstant, StackAt, TimeField, ZERO, time_field};
        use crate::trace::{InstantKind, Scope};
        let TimeField::Time(ts) = time_field(event.ts, place.window) else {
            self.note(place, Rule::SampleInvalid);
            return;
        };
        let (time, _) = self.ticks(ts, ZERO);
        let thread = self.thread(event, place, ThreadKind::Thread);
        self.identities.touch(thread, time);
        let mut instant = RawInstant::of(self, event, place, thread, time, Scope::Thread);
        (instant.kind, instant.phase) = (InstantKind::Sample, b'P');
        self.phases.0[usize::from(b'P')] += 1;
        self.side_keys(event, place, StackAt::Instant(self.instants.len() as u32));
        self.instants.push(instant);
    }

    /// Files a thread state.
    #[expect(clippy::too_many_arguments, reason = "the columns of one record")]
    pub fn push_state(
        &mut self,
        thread: u32,
        start: i64,
        dur: i64,
        name: StringId,
        cat: StringId,
        args: crate::trace::ArgsRef,
        event: u32,
    ) {
        use super::{RawSlice, SliceKind};
        use crate::trace::SliceFlags;
        let dur = dur.max(0);
        let flags = SliceFlags::default();
        let slice = RawSlice { start, dur, name, cat, args, event, flags, kind: SliceKind::Complete };
        self.identities.touch(thread, start.saturating_add(dur));
        self.identities.threads[thread as usize].slices.push(slice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rank_is_guessed_from_the_file_name() {
        let rank = |name: &str| file_name_rank(name).map(|r| r.rank);
        assert_eq!(rank("41-no-rank.rank3.json"), Some(3));
        assert_eq!(rank("cpu_only__rank-34.Jul_15.pt.trace.json.gz"), Some(34));
        assert_eq!(rank("profile_trace_rank_0.json.gz"), Some(0));
        assert_eq!(rank("franking.json"), None);
    }
}
