//! Files events by phase and thread while the text streams by. Nothing is
//! sorted or joined yet: that needs the whole file, see `build`.

mod counters;
mod dumps;
mod flows;
mod identity;
mod metadata;
mod nestable;
mod records;
mod slices;

pub use dumps::RawProfile;
pub use flows::{Bind, FlowKey, FlowKind, FlowPoint};
pub use identity::{ProcessMeta, Thread, ThreadKind};
pub use metadata::file_name_rank;
pub use nestable::{AsyncKey, RawAsync, RawObject};
pub use records::{RawInstant, RawSlice, RawStack, SliceKind, StackAt, StackSource};

use super::density::Density;
use super::event::RawEvent;
use super::number::{FileTime, file_time};
use super::reader::snippet;
use super::scan::{Kind, Value};
use super::text::{Repairs, decode};
use super::top::TopValue;
use crate::trace::{ArgsBuilder, ArgsRef, Rule, Scope, StringId, TimeUnit, Trace};
use identity::Identities;
use rustc_hash::FxHashMap;

/// Where an event stands.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// Offset in the text.
    pub byte: u64,
    /// 1-based.
    pub number: u64,
    pub window: &'a [u8],
    pub at: usize,
    pub next: usize,
}

impl Place<'_> {
    /// 0-based number, as the columns keep it.
    pub fn event(&self) -> u32 {
        (self.number - 1) as u32
    }
}

/// A time field: there, missing (also `NaN` and its kin), or unusable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeField {
    Missing,
    Invalid,
    Time(FileTime),
}

/// Everything that was read, in the order of the file.
#[derive(Debug, Default)]
pub struct Collector {
    /// Takes the strings, the health and the metadata at once.
    pub trace: Trace,
    /// The window holds bytes that are not UTF-8; look at each event.
    pub check_utf8: bool,
    pub args: ArgsBuilder,
    pub identities: Identities,
    /// Decided by the first event with a time; picoseconds are given up at the
    /// first event that has nothing below the nanosecond.
    pub unit: Option<TimeUnit>,
    pub phases: PhaseCounts,
    pub instants: Vec<RawInstant>,
    pub flows: flows::FlowPoints,
    pub asyncs: Vec<RawAsync>,
    pub async_keys: nestable::AsyncKeys,
    pub counters: counters::RawCounters,
    pub objects: Vec<RawObject>,
    pub profiles: Vec<RawProfile>,
    /// Lives of objects, once they are known.
    pub lives: Vec<super::build::RawLife>,
    pub stacks: Vec<RawStack>,
    pub inline_frames: Vec<StringId>,
    /// Colour names that events ask for, by number of the event.
    pub cnames: Vec<(u32, StringId)>,
    /// JSON texts of `stackFrames`, in file order.
    pub stack_frames: Vec<Vec<u8>>,
    pub process_meta: FxHashMap<StringId, ProcessMeta>,
    /// Longest duration of a complete event in ns, and whether any was above 0
    /// but below 1 ns: signs of a wrong unit.
    pub longest_dur_ns: i64,
    pub tiny_durs: bool,
    /// Union of what times share, to find their resolution.
    pub resolution: Resolution,
    pub density: Density,
    /// Where each collected instant went; filled while the trace is built.
    pub instant_places: Vec<u32>,
    scratch: Vec<u8>,
}

/// Events by first letter of the phase.
#[derive(Debug)]
pub struct PhaseCounts(pub [u64; 256]);

impl Default for PhaseCounts {
    fn default() -> Self {
        Self([0; 256])
    }
}

/// The largest power of ten up to 1000 ns that divides every time so far.
#[derive(Debug, Clone, Copy)]
pub struct Resolution(pub i64);

impl Default for Resolution {
    fn default() -> Self {
        Self(1000)
    }
}

impl Resolution {
    #[inline]
    pub fn add(&mut self, ticks: i64) {
        while self.0 > 1 && ticks % self.0 != 0 {
            self.0 /= 10;
        }
    }
}

impl Collector {
    pub fn new(file_name: &str) -> Self {
        let mut collector = Self::default();
        collector.trace.rank = file_name_rank(file_name);
        collector
    }

    pub fn track_count(&self) -> usize {
        self.identities.threads.len()
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        let slices: usize =
            self.identities.threads.iter().map(|t| t.slices.capacity() * size_of::<RawSlice>()).sum();
        slices
            + self.args.memory_bytes()
            + self.trace.strings.memory_bytes()
            + self.flows.points.capacity() * size_of::<FlowPoint>()
            + self.instants.capacity() * size_of::<RawInstant>()
            + self.asyncs.capacity() * size_of::<RawAsync>()
    }

    /// Counts a finding about an event.
    pub fn note(&mut self, place: &Place, rule: Rule) {
        self.note_times(place, rule, 1);
    }

    fn note_times(&mut self, place: &Place, rule: Rule, times: u32) {
        if times == 0 {
            return;
        }
        let raw = &place.window[place.at..place.next];
        self.trace.health.add(rule, place.byte, Some(place.number), || snippet(raw));
        self.trace.health.count(rule, u64::from(times - 1));
    }

    /// Takes an event of the list.
    pub fn event(&mut self, event: &RawEvent, place: &Place) {
        let window = place.window;
        self.common_findings(event, place);
        let Some(phase) = event.phase(window) else {
            self.note(place, Rule::MissingPh);
            return;
        };
        if place.number > u64::from(u32::MAX - 1) {
            self.note(place, Rule::TooManyEvents);
            return;
        }
        self.phases.0[phase as usize] += 1;
        if event.ph.of(window).len() > 1 {
            self.note(place, Rule::LongPh);
        }
        if Density::wants(place.number)
            && phase != b'M'
            && let TimeField::Time(ts) = time_field(event.ts, window)
        {
            self.density.add(ts.ns);
        }
        match phase {
            b'X' => self.complete(event, place),
            b'M' => self.metadata(event, place),
            b'(' | b')' => self.note(place, Rule::ContextEvent),
            _ => {
                let TimeField::Time(ts) = time_field(event.ts, window) else {
                    self.note(place, Rule::InvalidTs);
                    return;
                };
                match phase {
                    b'B' | b'E' => self.begin_or_end(event, place, phase, ts),
                    b's' | b't' | b'f' => self.flow(event, place, phase, ts),
                    b'C' => self.counter(event, place, ts),
                    b'b' | b'e' | b'n' | b'S' | b'T' | b'p' | b'F' => self.nestable(event, place, phase, ts),
                    b'N' | b'O' | b'D' => self.object(event, place, phase, ts),
                    _ => self.instant(event, place, phase, ts),
                }
            }
        }
    }

    fn common_findings(&mut self, event: &RawEvent, place: &Place) {
        if self.check_utf8 && std::str::from_utf8(&place.window[place.at..place.next]).is_err() {
            self.note(place, Rule::InvalidUtf8);
        }
        self.note_times(place, Rule::NonJsonLiteral, event.notes.literals);
        if event.notes.repairs.any() {
            self.repairs(place, event.notes.repairs);
        }
    }

    fn repairs(&mut self, place: &Place, repairs: Repairs) {
        self.note_times(place, Rule::LoneSurrogate, repairs.lone_surrogates);
        self.note_times(place, Rule::UnknownEscape, repairs.unknown_escapes);
    }

    /// Takes a value of the outer object.
    pub fn top_level(&mut self, value: TopValue) {
        metadata::top_level(self, value);
    }

    /// Interns a name: a text, or the text of a number; none when absent.
    pub fn text(&mut self, value: Value, place: &Place) -> StringId {
        let raw = value.of(place.window);
        match value.kind {
            Kind::Absent | Kind::Null => StringId::NONE,
            Kind::EscapedText => {
                let mut repairs = Repairs::default();
                let text = decode(raw, &mut repairs);
                let id = self.trace.strings.intern(&text);
                self.repairs(place, repairs);
                id
            }
            _ => self.trace.strings.find_bytes(raw).unwrap_or_else(|| {
                let text = String::from_utf8_lossy(raw);
                self.trace.strings.intern(&text)
            }),
        }
    }

    /// Files the args and the further keys of an event.
    fn file_args(&mut self, event: &RawEvent, place: &Place) -> ArgsRef {
        let window = place.window;
        let args = match event.args.kind {
            Kind::Absent => &[][..],
            _ => event.args.json(window),
        };
        let args = if args == b"{}" { &[][..] } else { args };
        if event.rare.is_empty() && event.id.kind == Kind::Absent {
            return self.args.push(args, &[]);
        }
        self.scratch.clear();
        let id_key = (event.id.kind != Kind::Absent).then_some((&b"id"[..], event.id.json(window)));
        let rare = event.rare.iter().map(|(key, value)| (key.of(window), value.json(window)));
        for (key, value) in id_key.into_iter().chain(rare) {
            if !self.scratch.is_empty() {
                self.scratch.push(b',');
            }
            self.scratch.push(b'"');
            self.scratch.extend_from_slice(key);
            self.scratch.extend_from_slice(b"\":");
            self.scratch.extend_from_slice(value);
        }
        self.args.push(args, &self.scratch)
    }

    /// Times of an event in ticks.
    #[inline]
    pub fn ticks(&mut self, ts: FileTime, dur: FileTime) -> (i64, i64) {
        match self.unit {
            Some(TimeUnit::Nanos) => (ts.ns, dur.ns),
            _ => self.ticks_while_undecided(ts, dur),
        }
    }

    fn ticks_while_undecided(&mut self, ts: FileTime, dur: FileTime) -> (i64, i64) {
        if (ts.sub_ns || dur.sub_ns)
            && let (Some(start), Some(length)) = (ts.ps, dur.ps)
        {
            self.unit = Some(TimeUnit::Picos);
            return (start, length);
        }
        if self.unit == Some(TimeUnit::Picos) {
            self.demote_to_nanoseconds();
        }
        self.unit = Some(TimeUnit::Nanos);
        (ts.ns, dur.ns)
    }

    /// Not every event has a part below the nanosecond after all.
    fn demote_to_nanoseconds(&mut self) {
        let round = |ticks: &mut i64| *ticks = TimeUnit::Picos.ns_from_ticks(*ticks);
        for thread in &mut self.identities.threads {
            round(&mut thread.last);
            for slice in &mut thread.slices {
                round(&mut slice.start);
                round(&mut slice.dur);
            }
        }
        self.instants.iter_mut().for_each(|instant| round(&mut instant.time));
        self.flows.points.iter_mut().for_each(|point| round(&mut point.time));
        for event in &mut self.asyncs {
            round(&mut event.time);
            event.dur.iter_mut().for_each(round);
        }
        self.objects.iter_mut().for_each(|object| round(&mut object.time));
        self.counters.for_each_time(round);
        self.resolution = Resolution(1);
    }

    fn instant(&mut self, event: &RawEvent, place: &Place, phase: u8, ts: FileTime) {
        let window = place.window;
        if !matches!(phase, b'i' | b'I' | b'R' | b'P' | b'c' | b'v' | b'V') {
            self.note(place, Rule::UnknownPh);
        }
        let mut scope = Scope::Thread;
        if matches!(phase, b'i' | b'I') {
            let given = event.rare(window, b"s");
            scope = match given.of(window) {
                b"g" => Scope::Global,
                b"p" if !event.pid.is_some() => Scope::Global,
                b"p" => Scope::Process,
                b"t" => Scope::Thread,
                _ => {
                    if given.kind != Kind::Absent {
                        self.note(place, Rule::InstantScopeUnknown);
                    }
                    Scope::Thread
                }
            };
        }
        let (time, _) = self.ticks(ts, ZERO);
        let thread = self.thread(event, place, ThreadKind::Thread);
        if phase == b'P' && self.profile(event, place, thread, time) {
            return;
        }
        if phase == b'v' {
            self.dump_totals(event, place, time);
        }
        self.identities.touch(thread, time);
        let instant = RawInstant::of(self, event, place, thread, time, scope);
        self.side_keys(event, place, StackAt::Instant(self.instants.len() as u32));
        self.instants.push(instant);
    }
}

/// No time at all; the partner of an instant's time.
pub const ZERO: FileTime = FileTime { ns: 0, ps: Some(0), sub_ns: false };

/// Reads a time: a number, or a text that holds one.
#[inline]
pub fn time_field(value: Value, window: &[u8]) -> TimeField {
    match value.kind {
        Kind::Number | Kind::Text => file_time(value.of(window)).map_or(TimeField::Invalid, TimeField::Time),
        Kind::Absent | Kind::Missing => TimeField::Missing,
        _ => TimeField::Invalid,
    }
}
