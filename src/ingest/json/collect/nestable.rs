//! Asynchronous events (b e n, and the older S T p F) and objects (N O D).

use super::super::event::RawEvent;
use super::super::number::FileTime;
use super::super::scan::{self, Kind, Notes, Value};
use super::{Collector, Place, RawInstant, StackAt, ThreadKind, TimeField, ZERO, time_field};
use crate::trace::{ArgsRef, Rule, Scope, StringId};
use rustc_hash::FxHashMap;

/// What the events of one tree share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AsyncKey {
    pub cat: StringId,
    pub scope: StringId,
    /// [`StringId::NONE`] when the event has none.
    pub id: StringId,
    /// The id counts within this process only; else [`StringId::NONE`].
    pub local_pid: StringId,
    pub local: bool,
    /// `id2.global`: not tied to the process that wrote it.
    pub global: bool,
    /// Events without id, and those of the older phases, are told by name.
    pub name: StringId,
    /// Events without id are told by thread as well; else `u32::MAX`.
    pub thread: u32,
}

/// One asynchronous event. Time in ticks.
#[derive(Debug, Clone, Copy)]
pub struct RawAsync {
    pub time: i64,
    /// Thread states only.
    pub dur: Option<i64>,
    pub key: u32,
    pub thread: u32,
    pub name: StringId,
    /// `args.step` of the older phases.
    pub step: StringId,
    pub args: ArgsRef,
    pub event: u32,
    pub phase: u8,
}

#[derive(Debug, Default)]
pub struct AsyncKeys {
    pub all: Vec<AsyncKey>,
    index: FxHashMap<AsyncKey, u32>,
}

impl AsyncKeys {
    fn of(&mut self, key: AsyncKey) -> u32 {
        let all = &mut self.all;
        *self.index.entry(key).or_insert_with(|| {
            all.push(key);
            (all.len() - 1) as u32
        })
    }
}

/// One event of an object's life. Time in ticks.
#[derive(Debug, Clone, Copy)]
pub struct RawObject {
    pub time: i64,
    pub pid: StringId,
    pub name: StringId,
    pub cat: StringId,
    pub id: StringId,
    pub args: ArgsRef,
    pub event: u32,
    pub phase: u8,
}

/// Which of an event's ids counts.
struct Ident {
    id: StringId,
    local: bool,
    global: bool,
}

impl Collector {
    pub(super) fn nestable(&mut self, event: &RawEvent, place: &Place, phase: u8, ts: FileTime) {
        let window = place.window;
        let legacy = matches!(phase, b'S' | b'T' | b'p' | b'F');
        let dur = match time_field(event.dur, window) {
            TimeField::Time(dur) if phase == b'T' => Some(dur),
            _ => None,
        };
        let ident = self.ident(event, place);
        let (time, length) = self.ticks(ts, dur.unwrap_or(ZERO));
        if ident.is_none() && dur.is_some() {
            self.thread_state(event, place, time, length);
            return;
        }
        let thread = self.thread(event, place, ThreadKind::Thread);
        let name = self.text(event.name, place);
        let (cat, scope) = (self.text(event.cat, place), self.text(event.rare(window, b"scope"), place));
        let key = match ident {
            Some(ident) => AsyncKey {
                cat,
                scope,
                id: ident.id,
                local_pid: if ident.local { self.text(event.pid, place) } else { StringId::NONE },
                local: ident.local,
                global: ident.global,
                name: if legacy { name } else { StringId::NONE },
                thread: u32::MAX,
            },
            None => {
                self.note(place, Rule::AsyncNoId);
                let (id, local_pid) = (StringId::NONE, StringId::NONE);
                AsyncKey { cat, scope, id, local_pid, local: false, global: false, name, thread }
            }
        };
        let key = self.async_keys.of(key);
        let step = if legacy { self.step_name(event, place) } else { StringId::NONE };
        let args = self.file_args(event, place);
        let dur = dur.map(|_| length);
        let record = RawAsync { time, dur, key, thread, name, step, args, event: place.event(), phase };
        self.asyncs.push(record);
        self.side_keys(event, place, StackAt::Event(place.event()));
        if matches!(phase, b'b' | b'n') {
            self.bound_flow(event, place, thread, time);
        }
    }

    fn thread_state(&mut self, event: &RawEvent, place: &Place, time: i64, dur: i64) {
        let thread = self.thread(event, place, ThreadKind::States);
        let (name, cat) = (self.text(event.name, place), self.text(event.cat, place));
        let args = self.file_args(event, place);
        self.push_state(thread, time, dur, name, cat, args, place.event());
    }

    fn step_name(&mut self, event: &RawEvent, place: &Place) -> StringId {
        let mut step = Value::default();
        if event.args.kind == Kind::Object {
            // The object was scanned once already, so it cannot be broken.
            let _ = scan::members(place.window, event.args.start, &mut Notes::default(), |key, value, _| {
                if key.of(place.window) == b"step" {
                    step = value;
                }
            });
        }
        self.text(step, place)
    }

    /// `id` wins over `id2`; numbers and their texts are one id.
    fn ident(&mut self, event: &RawEvent, place: &Place) -> Option<Ident> {
        let window = place.window;
        let id2 = event.rare(window, b"id2");
        let plain = event.id.is_some();
        if plain && id2.kind == Kind::Object {
            self.note(place, Rule::AsyncIdAndId2);
        }
        if plain {
            return Some(Ident { id: self.text(event.id, place), local: false, global: false });
        }
        if id2.kind != Kind::Object {
            return None;
        }
        let (mut local, mut global) = (Value::default(), Value::default());
        // Scanned once already as a value of the event, so it cannot be broken.
        let _ =
            scan::members(window, id2.start, &mut Notes::default(), |key, value, _| match key.of(window) {
                b"local" => local = value,
                b"global" => global = value,
                _ => {}
            });
        if local.is_some() {
            return Some(Ident { id: self.text(local, place), local: true, global: false });
        }
        global.is_some().then(|| Ident { id: self.text(global, place), local: false, global: true })
    }

    pub(super) fn object(&mut self, event: &RawEvent, place: &Place, phase: u8, ts: FileTime) {
        let (time, _) = self.ticks(ts, ZERO);
        let id = match self.ident(event, place) {
            Some(ident) => ident.id,
            None => StringId::NONE,
        };
        let (name, cat) = (self.text(event.name, place), self.text(event.cat, place));
        let pid = self.text(event.pid, place);
        let mut args = ArgsRef::NONE;
        if phase == b'O' {
            let thread = self.identities.of_key(pid, name, ThreadKind::Objects);
            self.identities.touch(thread, time);
            let record = RawInstant::of(self, event, place, thread, time, Scope::Thread);
            self.instants.push(record);
        } else {
            args = self.file_args(event, place);
        }
        self.objects.push(RawObject { time, pid, name, cat, id, args, event: place.event(), phase });
    }
}
