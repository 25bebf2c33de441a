//! A part of a trace as Chrome JSON, which every viewer of traces opens, this
//! one too: slices with their args, flows between them, instants, counters,
//! names of processes and threads.
//!
//! Args are written as the file had them, but for what looks like a secret
//! ([`crate::analysis::secret`]); a value that is no JSON (`NaN`,
//! hexadecimal numbers) becomes a text, since other programs refuse it. Of the
//! file's own metadata only what says how it was recorded is written: the rest
//! may hold secrets. Lives of objects are written as slices.

use crate::analysis::area::{runs_of, tracks_of};
use crate::analysis::json_text::{members, readable};
use crate::analysis::secret::{masked, masked_member};
use crate::engine::protocol::Area;
use crate::trace::{
    ArgsRef, CounterId, EventArgs, InstantKind, Instants, Link, LinkIdent, LinkKind, Scope, SliceFlags,
    SliceId, StringId, TimeUnit, Trace, TrackId, TrackKind,
};
use rustc_hash::FxHashSet;
use serde_json::value::RawValue;
use std::fmt::Write;

/// Metadata that says how a trace was recorded.
const RECORDING_KEYS: &[&str] = &[
    "schemaVersion",
    "deviceProperties",
    "displayTimeUnit",
    "baseTimeNanoseconds",
    "record_shapes",
    "with_stack",
    "with_flops",
    "with_modules",
    "profile_memory",
    "cuda_runtime_version",
    "cuda_driver_version",
    "cupti_version",
    "hip_runtime_version",
    "synthetic",
];

/// What of a trace is written.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Everything in a span of time, on some tracks or all.
    Area(Area),
    /// These slices, with the flows between them.
    Slices(Vec<SliceId>),
}

/// A part that would be larger than what was allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this part is larger than {most_bytes} bytes as JSON: choose a shorter one")]
pub struct TooLarge {
    pub most_bytes: usize,
}

/// What is added to a part, and what is left out of it.
#[derive(Clone, Copy)]
pub struct Writing<'a> {
    /// A key at the top of the file, with its value as JSON.
    pub note: Option<(&'a str, &'a str)>,
    /// Keys of args that are written.
    pub has_arg: &'a dyn Fn(&str) -> bool,
    /// Flows that are written, of those whose ends both are.
    pub has_flow: &'a dyn Fn(&Link) -> bool,
    /// What is written for the name of a slice.
    pub name: &'a dyn for<'t> Fn(SliceId, &'t str) -> &'t str,
    pub most_bytes: usize,
}

/// Writes a part of a trace.
///
/// # Errors
/// When the text would be longer than `most_bytes`.
pub fn chrome_json(trace: &Trace, part: &Part, most_bytes: usize) -> Result<String, TooLarge> {
    let writing =
        Writing { note: None, has_arg: &|_| true, has_flow: &|_| true, name: &|_, name| name, most_bytes };
    chrome_json_of(trace, part, writing)
}

/// As [`chrome_json`], of chosen args and flows.
///
/// # Errors
/// When the text would be longer than what is allowed.
pub fn chrome_json_of(trace: &Trace, part: &Part, writing: Writing<'_>) -> Result<String, TooLarge> {
    let mut writer =
        Writer { trace, out: String::from("{"), writing, tracks: FxHashSet::default(), any: false };
    if let Some((key, value)) = writing.note {
        let _ = write!(writer.out, "{}:{value},", json_text(key));
    }
    for (key, value) in &trace.metadata {
        if RECORDING_KEYS.contains(&key.as_str()) {
            let value = valid(value.as_bytes());
            let _ = write!(writer.out, "{}:{},", json_text(key), masked_member(key, &value));
        }
    }
    writer.out.push_str("\"traceEvents\":[");
    let slices: Vec<SliceId> = match part {
        Part::Area(area) => runs_of(trace, area).flatten().map(SliceId).collect(),
        Part::Slices(slices) => {
            let mut slices: Vec<SliceId> =
                slices.iter().copied().filter(|slice| slice.index() < trace.slices.len()).collect();
            slices.sort_unstable();
            slices.dedup();
            slices
        }
    };
    for slice in &slices {
        writer.slice(*slice)?;
    }
    writer.flows(&slices)?;
    if let Part::Area(area) = part {
        for track in tracks_of(trace, area) {
            writer.instants(track, area)?;
            if let TrackKind::Counter(counter) = trace.tracks[track.index()].kind {
                writer.counter(counter, track, area)?;
            }
        }
    }
    writer.names()?;
    writer.out.push_str("\n]}\n");
    Ok(writer.out)
}

struct Writer<'a> {
    trace: &'a Trace,
    out: String,
    writing: Writing<'a>,
    /// Tracks with something on them.
    tracks: FxHashSet<TrackId>,
    any: bool,
}

impl Writer<'_> {
    /// Begins an event; the phase and the place are written.
    fn begin(&mut self, phase: &str, track: TrackId) -> Result<(), TooLarge> {
        let most_bytes = self.writing.most_bytes;
        if self.out.len() > most_bytes {
            return Err(TooLarge { most_bytes });
        }
        self.tracks.insert(track);
        self.out.push_str(if self.any { ",\n" } else { "\n" });
        self.any = true;
        let (pid, tid) = self.place(track);
        let _ = write!(self.out, "{{\"ph\":\"{phase}\"");
        self.id("pid", pid);
        self.id("tid", tid);
        Ok(())
    }

    fn place(&self, track: TrackId) -> (StringId, StringId) {
        let Some(track) = self.trace.tracks.get(track.index()) else {
            return (StringId::NONE, StringId::NONE);
        };
        (self.trace.processes[track.process.index()].pid, track.tid)
    }

    /// A pid or tid: a number where the file's text is one.
    fn id(&mut self, key: &str, id: StringId) {
        if id == StringId::NONE {
            return;
        }
        let text = self.trace.strings.get(id);
        let is_number = text.parse::<i64>().is_ok_and(|number| number.to_string() == text);
        let text = if is_number { text.to_owned() } else { json_text(text) };
        let _ = write!(self.out, ",\"{key}\":{text}");
    }

    fn text(&mut self, key: &str, text: StringId) {
        if text != StringId::NONE {
            let _ = write!(self.out, ",\"{key}\":{}", json_text(&masked(self.trace.strings.get(text))));
        }
    }

    fn name_of(&mut self, slice: SliceId) {
        let name = self.trace.slices.name[slice.index()];
        if name != StringId::NONE {
            let name = (self.writing.name)(slice, self.trace.strings.get(name));
            let _ = write!(self.out, ",\"name\":{}", json_text(&masked(name)));
        }
    }

    /// A time in microseconds, exact.
    fn time(&mut self, key: &str, ticks: i64) {
        let _ = write!(self.out, ",\"{key}\":{}", micros(ticks, self.trace.unit));
    }

    fn args(&mut self, refs: &[ArgsRef]) {
        let all: Vec<EventArgs> = refs.iter().map(|at| self.trace.args.get(*at)).collect();
        let mut seen = FxHashSet::default();
        let mut written = Vec::new();
        // Of a pair the end's value counts.
        for args in all.iter().rev() {
            for (key, value) in members(&args.args).into_iter().rev() {
                let key = readable(key).into_owned();
                if (self.writing.has_arg)(&key) && seen.insert(key.clone()) {
                    let value = valid(value);
                    written.push(format!("{}:{}", json_text(&masked(&key)), masked_member(&key, &value)));
                }
            }
        }
        written.reverse();
        if !written.is_empty() {
            let _ = write!(self.out, ",\"args\":{{{}}}", written.join(","));
        }
    }

    fn slice(&mut self, slice: SliceId) -> Result<(), TooLarge> {
        let (trace, i) = (self.trace, slice.index());
        let (track, start) = (trace.track_of(slice), trace.slices.start[i]);
        let refs = [Some(trace.slices.args[i]), trace.slices.end_args.get(slice)];
        let refs: Vec<ArgsRef> = refs.into_iter().flatten().collect();
        let Some(info) = trace.async_info(slice).copied() else {
            // One without an end stays one.
            let is_open = trace.slices.flags[i].has(SliceFlags::UNCLOSED);
            self.begin(if is_open { "B" } else { "X" }, track)?;
            self.time("ts", start);
            if !is_open {
                self.time("dur", trace.slices.dur[i]);
            }
            self.name_of(slice);
            self.text("cat", trace.slices.cat[i]);
            self.args(&refs);
            self.out.push('}');
            return Ok(());
        };
        let flags = trace.slices.flags[i];
        let is_point = flags.has(SliceFlags::INSTANT);
        for (phase, time) in [("b", start), ("e", trace.slices.end(slice))] {
            let missing = if phase == "b" { SliceFlags::NO_BEGIN } else { SliceFlags::UNCLOSED };
            if flags.has(missing) && !is_point {
                continue;
            }
            self.begin(if is_point { "n" } else { phase }, track)?;
            self.time("ts", time);
            self.name_of(slice);
            self.text("cat", trace.slices.cat[i]);
            self.text("id", info.id);
            self.text("scope", info.scope);
            if phase == "b" || flags.has(SliceFlags::NO_BEGIN) {
                self.args(&refs);
            }
            self.out.push('}');
            if is_point {
                break;
            }
        }
        Ok(())
    }

    /// Flows whose ends are both written.
    fn flows(&mut self, slices: &[SliceId]) -> Result<(), TooLarge> {
        let trace = self.trace;
        let is_written = |slice: SliceId| slices.binary_search(&slice).is_ok();
        let own = trace.links.all().iter().filter(|link| {
            link.kind == LinkKind::Flow
                && is_written(link.from.slice)
                && is_written(link.to.slice)
                && (self.writing.has_flow)(link)
        });
        for link in own {
            for (phase, end) in [("s", link.from), ("f", link.to)] {
                self.begin(phase, end.track)?;
                self.time("ts", end.time);
                self.text("name", link.name);
                self.text("cat", link.name);
                let _ = match link.id {
                    LinkIdent::Number(id) => write!(self.out, ",\"id\":{id}"),
                    LinkIdent::Text(id) => {
                        write!(self.out, ",\"id\":{}", json_text(&masked(trace.strings.get(id))))
                    }
                };
                self.out.push_str(if phase == "f" { ",\"bp\":\"e\"}" } else { "}" });
            }
        }
        Ok(())
    }

    fn instants(&mut self, track: TrackId, area: &Area) -> Result<(), TooLarge> {
        let all: &Instants = &self.trace.instants;
        let range = self.trace.tracks[track.index()].instants.clone();
        for i in range.start as usize..range.end as usize {
            let time = all.time[i];
            if time < area.start || time >= area.end || all.kind[i] == InstantKind::EndWithoutBegin {
                continue;
            }
            self.begin("i", track)?;
            self.time("ts", time);
            self.text("name", all.name[i]);
            self.text("cat", all.cat[i]);
            let scope = match all.scope[i] {
                Scope::Thread => "t",
                Scope::Process => "p",
                Scope::Global => "g",
            };
            let _ = write!(self.out, ",\"s\":\"{scope}\"");
            self.args(&[all.args[i]]);
            self.out.push('}');
        }
        Ok(())
    }

    /// Points of a counter, with the values that hold when the area begins.
    fn counter(&mut self, counter: CounterId, track: TrackId, area: &Area) -> Result<(), TooLarge> {
        let trace = self.trace;
        let Some(counter) = trace.counters.get(counter.index()) else { return Ok(()) };
        let inside = |time: &&i64| **time >= area.start && **time < area.end;
        let mut times: Vec<i64> =
            counter.series.iter().flat_map(|s| s.time.iter().filter(inside)).copied().collect();
        times.push(area.start);
        times.sort_unstable();
        times.dedup();
        for time in times {
            let known = counter.series.iter().filter_map(|series| Some((series.name, series.at(time)?)));
            let values: Vec<String> = known
                .filter(|(_, value)| value.is_finite())
                .map(|(name, value)| format!("{}:{value}", json_text(&masked(trace.strings.get(name)))))
                .collect();
            if values.is_empty() {
                continue;
            }
            self.begin("C", track)?;
            self.time("ts", time);
            self.text("name", counter.name);
            let _ = write!(self.out, ",\"args\":{{{}}}}}", values.join(","));
        }
        Ok(())
    }

    /// Names and orders of the processes and threads that have something.
    fn names(&mut self) -> Result<(), TooLarge> {
        let trace = self.trace;
        let mut tracks: Vec<TrackId> =
            self.tracks.iter().copied().filter(|t| t.index() < trace.tracks.len()).collect();
        tracks.sort_unstable();
        let mut last_process = None;
        for track in tracks {
            let own = &trace.tracks[track.index()];
            let process = &trace.processes[own.process.index()];
            if last_process.replace(own.process) != Some(own.process) {
                if process.named {
                    self.name("process_name", track, process.name)?;
                }
                for label in &process.labels {
                    self.begin("M", track)?;
                    let labels = json_text(&masked(trace.strings.get(*label)));
                    let _ =
                        write!(self.out, ",\"name\":\"process_labels\",\"args\":{{\"labels\":{labels}}}}}");
                }
                self.order("process_sort_index", track, process.sort_index)?;
            }
            if matches!(own.kind, TrackKind::Thread | TrackKind::States) && own.tid != StringId::NONE {
                if own.named {
                    self.name("thread_name", track, own.name)?;
                }
                self.order("thread_sort_index", track, own.sort_index)?;
            }
        }
        Ok(())
    }

    fn name(&mut self, event: &str, track: TrackId, name: StringId) -> Result<(), TooLarge> {
        self.begin("M", track)?;
        let name = json_text(&masked(self.trace.strings.get(name)));
        let _ = write!(self.out, ",\"name\":\"{event}\",\"args\":{{\"name\":{name}}}}}");
        Ok(())
    }

    fn order(&mut self, event: &str, track: TrackId, index: i64) -> Result<(), TooLarge> {
        self.begin("M", track)?;
        let _ = write!(self.out, ",\"name\":\"{event}\",\"args\":{{\"sort_index\":{index}}}}}");
        Ok(())
    }
}

/// A text as JSON.
fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A raw value, if it is JSON; else as a text.
fn valid(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    match serde_json::from_str::<&RawValue>(&text) {
        Ok(value) => value.get().to_owned(),
        Err(_) => json_text(&readable(raw)),
    }
}

/// Ticks in microseconds, without rounding.
fn micros(ticks: i64, unit: TimeUnit) -> String {
    let (per_micro, digits) = match unit {
        TimeUnit::Nanos => (1_000, 3),
        TimeUnit::Picos => (1_000_000, 6),
    };
    let sign = if ticks < 0 { "-" } else { "" };
    let ticks = ticks.unsigned_abs();
    let (whole, rest) = (ticks / per_micro, ticks % per_micro);
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let fraction = format!("{rest:0digits$}");
    format!("{sign}{whole}.{}", fraction.trim_end_matches('0'))
}

#[cfg(test)]
#[path = "chrome_tests.rs"]
mod tests;
