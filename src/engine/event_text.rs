//! An event as JSON text, to be looked at and copied: what the columns hold
//! is written anew, args and further keys stand as the file wrote them.

use crate::trace::{
    EventArgs, InstantId, SliceFlags, SliceId, StringId, TimeUnit, Trace, TrackId, TrackKind,
};
use std::fmt::Write;

/// Phase of a slice's events, as far as the columns tell.
pub fn phase_of_slice(trace: &Trace, slice: SliceId) -> &'static str {
    let flags = trace.slices.flags[slice.index()];
    match trace.tracks[trace.track_of(slice).index()].kind {
        TrackKind::Async if flags.has(SliceFlags::INSTANT) => "n",
        TrackKind::Async if flags.has(SliceFlags::NO_BEGIN) => "e",
        TrackKind::Async if flags.has(SliceFlags::UNCLOSED) => "b",
        TrackKind::Async => "b, e",
        TrackKind::States => "T",
        TrackKind::Objects => "N, D",
        _ if !flags.has(SliceFlags::FROM_PAIR) => "X",
        _ if flags.has(SliceFlags::UNCLOSED) => "B",
        _ => "B, E",
    }
}

/// JSON text of a slice. Where it comes from two events, `dur` is the time
/// between them and the end's args are under `args of the end`.
pub fn slice_text(
    trace: &Trace,
    slice: SliceId,
    phase: &str,
    texts: &EventArgs,
    end: Option<&EventArgs>,
) -> String {
    if trace.neuron.is_some() {
        return row_text(texts);
    }
    let i = slice.index();
    let mut text = Text::new(trace, trace.slices.name[i], trace.slices.cat[i], phase, trace.track_of(slice));
    text.time("ts", trace.slices.start[i]);
    if !trace.slices.flags[i].has(SliceFlags::UNCLOSED | SliceFlags::DUR_INVALID) {
        text.time("dur", trace.slices.dur[i]);
    }
    text.rest(texts);
    if let Some(end) = end {
        text.raw("args of the end", &end.args);
    }
    text.finish()
}

/// A row of a Neuron profile is shown as it stands in the file.
fn row_text(texts: &EventArgs) -> String {
    String::from_utf8_lossy(&texts.args).into_owned()
}

/// JSON text of an instant.
pub fn instant_text(trace: &Trace, instant: InstantId, phase: &str, texts: &EventArgs) -> String {
    let i = instant.index();
    let instants = &trace.instants;
    let mut text = Text::new(trace, instants.name[i], instants.cat[i], phase, instants.track[i]);
    text.time("ts", instants.time[i]);
    text.rest(texts);
    text.finish()
}

struct Text<'a> {
    trace: &'a Trace,
    out: String,
}

impl<'a> Text<'a> {
    fn new(trace: &'a Trace, name: StringId, cat: StringId, phase: &str, track: TrackId) -> Self {
        let mut text = Self { trace, out: "{".to_owned() };
        text.string("name", name);
        text.string("cat", cat);
        text.member("ph", &quoted(phase));
        let track = &trace.tracks[track.index()];
        if let Some(process) = trace.processes.get(track.process.index()) {
            text.token("pid", process.pid);
        }
        if matches!(track.kind, TrackKind::Thread | TrackKind::States) {
            text.token("tid", track.tid);
        }
        text
    }

    fn member(&mut self, key: &str, value: &str) {
        let comma = if self.out.len() > 1 { "," } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{comma}\n  {}: {value}", quoted(key));
    }

    fn string(&mut self, key: &str, id: StringId) {
        if id != StringId::NONE {
            self.member(key, &quoted(self.trace.strings.get(id)));
        }
    }

    /// A number where the text is one: the file may have had it in quotes.
    fn token(&mut self, key: &str, id: StringId) {
        let Some(id) = id.some() else { return };
        let text = self.trace.strings.get(id);
        let is_number = text.parse::<i64>().is_ok_and(|number| number.to_string() == text);
        self.member(key, &if is_number { text.to_owned() } else { quoted(text) });
    }

    /// Microseconds, exactly.
    fn time(&mut self, key: &str, ticks: i64) {
        let places = if self.trace.unit == TimeUnit::Nanos { 3 } else { 6 };
        let scale = 10u64.pow(places);
        let (sign, size) = (if ticks < 0 { "-" } else { "" }, ticks.unsigned_abs());
        let mut value = format!("{sign}{}", size / scale);
        if size % scale > 0 {
            let _ = write!(value, ".{:0width$}", size % scale, width = places as usize);
        }
        self.member(key, &value);
    }

    fn raw(&mut self, key: &str, raw: &[u8]) {
        if !raw.is_empty() {
            self.member(key, &String::from_utf8_lossy(raw));
        }
    }

    fn rest(&mut self, texts: &EventArgs) {
        for (key, value) in crate::analysis::json_text::members(&texts.extra) {
            let key = crate::analysis::json_text::readable(key).into_owned();
            self.raw(&key, value);
        }
        self.raw("args", &texts.args);
    }

    fn finish(self) -> String {
        self.out + "\n}"
    }
}

fn quoted(text: &str) -> String {
    // Text always has a JSON form.
    serde_json::to_string(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::Reader;

    #[test]
    fn an_event_reads_as_valid_json_with_exact_times() {
        let mut reader = Reader::new("a.json");
        reader.push(
            br#"[{"ph":"X","pid":-1,"tid":"Spans","name":"a \"b\"","ts":1720000000123456.789,"dur":0.5,
                "id":"0x1","args":{"big":10159970886766084423,"x":[1, 2]}}]"#,
        );
        let trace = reader.finish();
        let slice = SliceId(0);
        let texts = trace.args.get(trace.slices.args[0]);
        let text = slice_text(&trace, slice, phase_of_slice(&trace, slice), &texts, None);
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
        for part in [
            r#""name": "a \"b\"""#,
            r#""ts": 1720000000123456.789"#,
            r#""dur": 0.500"#,
            r#""pid": -1"#,
            r#""tid": "Spans""#,
            r#""id": "0x1""#,
            r#""args": {"big":10159970886766084423,"x":[1, 2]}"#,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
