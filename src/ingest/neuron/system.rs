//! System profiles: framework, runtime and hardware events of whole runs.
//!
//! Their events nest like calls and their samples are counters, which is what
//! trace events are. So each row is written as one trace event and goes to the
//! reader of those; the row as written is its args. Lanes are named as Neuron
//! Explorer groups them by default.

use super::field;
use super::sections::{Place, Sections, Sink};
use super::system_row::{Fields, Lane, ns, visit};
use crate::ingest::json;
use crate::ingest::json::scan::{self, Notes, Scan, Value};
use crate::neuron::{NeuronProfile, ProfileKind};
use crate::trace::{EventOffsets, Rule, Trace};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::io::Write;

/// Push reader of system profiles.
#[derive(Debug)]
pub struct System {
    sections: Sections,
    events: Events,
}

/// Builds the trace of a system profile.
#[derive(Debug)]
pub struct SystemFinisher {
    inner: json::Finisher,
    rows: BTreeMap<String, u64>,
    offsets: EventOffsets,
    metadata: Vec<(String, String)>,
    health: crate::trace::Health,
    tells_neffs: bool,
    text_bytes: u64,
}

/// Rows on their way to the reader of trace events.
#[derive(Debug)]
struct Events {
    reader: json::Reader,
    /// Takes health, offsets and metadata; no slices.
    trace: Trace,
    section: String,
    rows: BTreeMap<String, u64>,
    /// Flows by id: time in ns and lane of each event that takes part.
    flows: FxHashMap<Vec<u8>, Vec<(i64, u32)>>,
    /// Lanes of these, each once.
    lanes: Vec<Lane>,
    lane_index: FxHashMap<(String, String), u32>,
    tells_neffs: bool,
    out: Vec<u8>,
}

impl System {
    pub fn new(file: &str) -> Self {
        let mut reader = json::Reader::new(file);
        reader.push(b"[");
        let events = Events {
            reader,
            trace: Trace::default(),
            section: String::new(),
            rows: BTreeMap::new(),
            flows: FxHashMap::default(),
            lanes: Vec::new(),
            lane_index: FxHashMap::default(),
            tells_neffs: false,
            out: Vec::new(),
        };
        Self { sections: Sections::default(), events }
    }

    pub fn push(&mut self, chunk: &[u8]) {
        self.sections.push(chunk, &mut self.events);
    }

    pub fn rows(&self) -> u64 {
        self.sections.rows()
    }

    pub fn tracks(&self) -> usize {
        self.events.reader.tracks()
    }

    pub fn density(&self) -> Vec<u8> {
        self.events.reader.density()
    }

    pub fn text_bytes(&self) -> u64 {
        self.sections.text_bytes()
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.sections.memory_bytes() + self.events.reader.memory_bytes()
    }

    /// Takes rows that come some other way than as one text.
    pub fn sink(&mut self) -> &mut impl Sink {
        &mut self.events
    }

    pub fn into_finisher(mut self) -> SystemFinisher {
        let text_bytes = std::mem::take(&mut self.sections).finish(&mut self.events);
        self.into_finisher_of_rows(text_bytes)
    }

    /// As [`System::into_finisher`], when all rows went to [`System::sink`].
    pub fn into_finisher_of_rows(mut self, text_bytes: u64) -> SystemFinisher {
        self.events.push_flows();
        let Events { mut reader, trace, rows, tells_neffs, .. } = self.events;
        reader.push(b"]");
        SystemFinisher {
            inner: reader.into_finisher(),
            rows,
            offsets: trace.offsets,
            metadata: trace.metadata,
            health: trace.health,
            tells_neffs,
            text_bytes,
        }
    }
}

impl SystemFinisher {
    /// Does one step; false when all is done.
    pub fn step(&mut self) -> bool {
        self.inner.step()
    }

    /// Share of the work that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        self.inner.progress()
    }

    pub fn into_trace(self) -> Trace {
        let mut trace = self.inner.into_trace();
        // What the reader of events said is about a text that was made here,
        // but counts of bad times and the like are about the rows all the same.
        let events = std::mem::replace(&mut trace.health, self.health);
        for found in events.findings().filter(|found| found.rule != Rule::NoEvents) {
            trace.health.count(found.rule, found.count);
        }
        (trace.phases, trace.offsets, trace.text_bytes) = (self.rows, self.offsets, self.text_bytes);
        trace.metadata = self.metadata;
        trace.rank = None;
        let profile = NeuronProfile {
            kind: ProfileKind::System,
            tells_neffs: self.tells_neffs,
            ..NeuronProfile::default()
        };
        trace.neuron = Some(Box::new(profile));
        trace
    }
}

impl Sink for Events {
    fn section(&mut self, name: &str) {
        name.clone_into(&mut self.section);
    }

    fn row(&mut self, window: &[u8], at: usize, _: Place) -> Scan<usize> {
        let mut f = Fields::default();
        let is_sample = matches!(self.section.as_str(), "mem_usage" | "device_mem_usage" | "cpu_util");
        let mut numbers = Vec::new();
        let end = scan::members(window, at, &mut Notes::default(), |key, value, _| {
            visit(&mut f, key.of(window), value);
            let is_number = is_sample && value.kind == scan::Kind::Number && numbers.len() < MOST_NUMBERS;
            if is_number && field::float(value, window).is_some() {
                numbers.push((key, value));
            }
        })?;
        *self.rows.entry(self.section.clone()).or_default() += 1;
        self.out.clear();
        let row = &window[at..end];
        if matches!(self.section.as_str(), "SystemProfileMetadata" | "DeviceProfileList") {
            let section = self.section.clone();
            self.value(&section, row);
            return Ok(end);
        }
        match is_sample {
            true => self.sample(&f, &numbers, window),
            _ if f.phase.is_text() => self.notice(&f, window, row),
            _ => self.event(&f, window, row),
        }
        let is_told = !field::text(f.neff, window).is_empty()
            || [&b"neff_cache_key"[..], b"model_name"]
                .iter()
                .any(|word| memchr::memmem::find(f.extra.of(window), word).is_some());
        self.tells_neffs |= is_told;
        let out = std::mem::take(&mut self.out);
        self.reader.push(&out);
        self.out = out;
        Ok(end)
    }

    fn value(&mut self, key: &str, text: &[u8]) {
        self.trace.metadata.push((key.to_owned(), String::from_utf8_lossy(text).into_owned()));
    }

    fn trace(&mut self) -> &mut Trace {
        &mut self.trace
    }
}

impl Events {
    fn event(&mut self, f: &Fields, window: &[u8], row: &[u8]) {
        let lane = Lane::of(f, window);
        let start = ns(f.start, f.unit, window);
        let dur =
            ns(f.dur, f.unit, window).or_else(|| Some(ns(f.end, f.unit, window)?.saturating_sub(start?)));
        self.head("X", field::text(f.name, window), lane.source.as_bytes(), &lane);
        self.time("ts", start);
        self.time("dur", dur);
        self.args(row);
        if let Some(time) = start {
            self.join(f.flows, window, time, lane);
        }
    }

    /// A start or a stop, which share an id.
    fn notice(&mut self, f: &Fields, window: &[u8], row: &[u8]) {
        let lane = Lane::of(f, window);
        let phase = if field::text(f.phase, window) == b"stop" { "e" } else { "b" };
        self.head(phase, field::text(f.name, window), lane.source.as_bytes(), &lane);
        self.time("ts", ns(f.start, f.unit, window));
        let id = String::from_utf8_lossy(f.tracking.of(window)).into_owned();
        self.text("id", &id);
        self.args(row);
    }

    /// Host and device memory, and load of the host's cores.
    fn sample(&mut self, f: &Fields, numbers: &[(Value, Value)], window: &[u8]) {
        let lane = Lane { tid: String::new(), ..Lane::of(f, window) };
        let word = |value: Value| String::from_utf8_lossy(value.of(window)).into_owned();
        let name = match self.section.as_str() {
            "mem_usage" => "host memory".to_owned(),
            "cpu_util" => format!("CPU:{} host_cpu_util", word(f.cpu)),
            _ => format!("HBM {} usage", word(f.hbm)),
        };
        self.head("C", name.as_bytes(), b"", &lane);
        self.time("ts", ns(f.start, f.unit, window));
        self.out.extend_from_slice(b",\"args\":{");
        let mut is_first = true;
        for (key, value) in numbers {
            let name = key.of(window);
            if name.ends_with(b"_bytes") || name.ends_with(b"percent") {
                if !is_first {
                    self.out.push(b',');
                }
                is_first = false;
                self.out.extend_from_slice(key.json(window));
                self.out.push(b':');
                self.out.extend_from_slice(value.json(window));
            }
        }
        self.out.extend_from_slice(b"}},");
    }

    /// `flow_id` is a list of ids as text, or one.
    fn join(&mut self, list: Value, window: &[u8], time: i64, lane: Lane) {
        if !list.is_some() {
            return;
        }
        let at = *self.lane_index.entry((lane.pid.clone(), lane.tid.clone())).or_insert_with(|| {
            self.lanes.push(lane);
            self.lanes.len() as u32 - 1
        });
        let raw = list.of(window);
        let ids =
            if list.is_text() || list.kind == scan::Kind::Number { vec![raw] } else { field::texts(raw) };
        for id in ids {
            self.flows.entry(id.to_vec()).or_default().push((time, at));
        }
    }

    /// Flows as events behind all rows, so that rows keep their numbers.
    fn push_flows(&mut self) {
        let mut flows: Vec<_> = std::mem::take(&mut self.flows).into_iter().collect();
        flows.sort();
        for (id, mut points) in flows {
            points.sort_unstable();
            let last = points.len() - 1;
            for (at, &(time, lane)) in points.iter().enumerate().filter(|_| last > 0) {
                self.out.clear();
                let phase = match at {
                    0 => "s",
                    _ if at == last => "f",
                    _ => "t",
                };
                let lane = self.lanes[lane as usize].clone();
                self.head(phase, b"flow", b"flow", &lane);
                self.time("ts", Some(time));
                let id = String::from_utf8_lossy(&id).into_owned();
                self.text("id", &id);
                self.out.extend_from_slice(b",\"bp\":\"e\"},");
                let out = std::mem::take(&mut self.out);
                self.reader.push(&out);
                self.out = out;
            }
        }
    }

    /// `name` is the inside of a JSON string, as the file wrote it.
    fn head(&mut self, phase: &str, name: &[u8], category: &[u8], lane: &Lane) {
        self.out.extend_from_slice(b"{\"ph\":\"");
        self.out.extend_from_slice(phase.as_bytes());
        self.out.extend_from_slice(b"\",\"name\":\"");
        self.out.extend_from_slice(name);
        self.out.push(b'"');
        if !category.is_empty() {
            self.text("cat", &String::from_utf8_lossy(category));
        }
        self.text("pid", &lane.pid);
        if !lane.tid.is_empty() {
            self.text("tid", &lane.tid);
        }
    }

    fn text(&mut self, key: &str, text: &str) {
        // Text always has a JSON form, and writing to memory cannot fail.
        let _ = write!(self.out, ",\"{key}\":{}", serde_json::to_string(text).unwrap_or_default());
    }

    /// Nanoseconds as microseconds, exactly.
    fn time(&mut self, key: &str, time: Option<i64>) {
        let Some(time) = time else { return };
        let (sign, size) = (if time < 0 { "-" } else { "" }, time.unsigned_abs());
        let _ = write!(self.out, ",\"{key}\":{sign}{}.{:03}", size / 1000, size % 1000);
    }

    fn args(&mut self, row: &[u8]) {
        self.out.extend_from_slice(b",\"args\":");
        self.out.extend_from_slice(row);
        self.out.extend_from_slice(b"},");
    }
}

/// Numbers of one sample that are drawn; memory has about 25 categories.
const MOST_NUMBERS: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{SliceId, TrackKind};

    fn read(text: &str, step: usize) -> Trace {
        let mut system = System::new("system_profile.json");
        text.as_bytes().chunks(step).for_each(|chunk| system.push(chunk));
        let mut finisher = system.into_finisher();
        while finisher.step() {}
        finisher.into_trace()
    }

    const TEXT: &str = r#"{"mem_usage": [{"timestamp": 1766072156000000100, "used_bytes": 5, "used_percent": 0.5, "instance_id": "i-1"}],
        "trace_event": [
        {"name": "nrt_execute", "timestamp": 1766072156000000123, "duration": 1000, "timestamp_unit": "ns", "nc_idx": 0,
         "process_id": 7, "thread_id": 8, "instance_id": "i-1", "group": "neuron_rt", "flow_id": ["9007199254740993"]},
        {"name": "kbl_exec_wait", "timestamp": 1766072156000000223, "duration": 500, "nc_idx": 0, "process_id": 7,
         "thread_id": 8, "instance_id": "i-1"},
        {"name": "nc_exec_running", "timestamp": 1766072156000000300, "duration": 400, "nc_idx": 0, "device_core_idx": 4,
         "process_id": 7, "instance_id": "i-1", "flow_id": ["9007199254740993"]}],
        "cpu_util": [{"timestamp": 1766072156000000100, "util_percent": 12.5, "cpu_id": "average", "instance_id": "i-1"}]}"#;

    #[test]
    fn events_nest_on_the_lanes_of_their_sources() {
        for step in [1, 50, 10_000] {
            let trace = read(TEXT, step);
            let text = |id| trace.strings.get(id);
            let tracks: Vec<_> =
                trace.tracks.iter().filter(|track| track.kind == TrackKind::Thread).collect();
            let names: Vec<_> = tracks.iter().map(|track| text(track.name)).collect();
            assert_eq!(names, ["neuron_hw/NC0:4", "neuron_rt/NC:0"]);
            assert_eq!(text(trace.processes[0].name), "i-1");
            assert_eq!(text(trace.processes[1].name), "i-1/PID:7");
            let wait = (0..3).map(SliceId).find(|id| trace.slice_name(*id) == "kbl_exec_wait").unwrap();
            assert_eq!(trace.slice_name(trace.slices.parent[wait.index()]), "nrt_execute");
            assert_eq!(trace.slices.start[wait.index()], 1_766_072_156_000_000_223);
            assert_eq!((trace.links.all().len(), trace.counters.len()), (1, 2));
            assert_eq!(trace.phases.get("trace_event"), Some(&3));
            assert!(trace.health.is_empty(), "{:?}", trace.health);
            let args = trace.args.get(trace.slices.args[wait.index()]).args;
            assert!(args.starts_with(br#"{"name": "kbl_exec_wait""#));
        }
    }

    #[test]
    fn starts_and_stops_are_joined_by_their_id() {
        let trace = read(
            r#"{"events": [{"event_type": "nc_exec_running", "phase": "start", "tracking_id": 5, "nc_idx": 1, "timestamp_ns": 100},
            {"event_type": "nc_exec_running", "phase": "stop", "tracking_id": 5, "nc_idx": 1, "timestamp_ns": 350}]}"#,
            20,
        );
        assert_eq!((trace.slices.len(), trace.slices.start[0], trace.slices.dur[0]), (1, 100, 250));
    }

    #[test]
    fn a_time_that_is_no_number_is_counted() {
        let trace =
            read(r#"{"trace_events": [{"name": "a", "timestamp": "soon", "duration": 5, "nc_idx": 0}]}"#, 9);
        assert_eq!(trace.slices.len(), 0);
        assert!(trace.health.get(Rule::InvalidTs).is_some(), "{:?}", trace.health);
    }
}
