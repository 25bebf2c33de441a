//! Flow events (s, t, f) and flows bound to slices (`bind_id`).

use super::super::event::RawEvent;
use super::super::number::FileTime;
use super::super::scan::{Kind, Value};
use super::{Collector, Place, ThreadKind, ZERO};
use crate::trace::{LinkIdent, Rule, StringId};
use rustc_hash::FxHashMap;

/// Role of a point in its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlowKind {
    Start,
    Step,
    End,
}

/// Which slice a point binds to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bind {
    /// The slice around it.
    Enclosing,
    /// The next slice to start on the thread.
    Next,
    /// The slice of this very event.
    Event,
}

/// One end or step of a flow. Time in ticks.
#[derive(Debug, Clone, Copy)]
pub struct FlowPoint {
    pub time: i64,
    /// Index into [`FlowPoints::keys`].
    pub key: u32,
    pub thread: u32,
    pub event: u32,
    pub kind: FlowKind,
    pub bind: Bind,
}

/// What the points of one flow share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FlowKey {
    pub cat: StringId,
    pub name: StringId,
    pub id: LinkIdent,
    /// Bound to slices by `bind_id`, where names differ between ends.
    pub by_bind_id: bool,
}

/// All points with their keys.
#[derive(Debug, Default)]
pub struct FlowPoints {
    pub points: Vec<FlowPoint>,
    pub keys: Vec<FlowKey>,
    index: FxHashMap<FlowKey, u32>,
}

impl FlowPoints {
    fn key(&mut self, key: FlowKey) -> u32 {
        let keys = &mut self.keys;
        *self.index.entry(key).or_insert_with(|| {
            keys.push(key);
            (keys.len() - 1) as u32
        })
    }

    /// Frees the index once no more keys come.
    pub fn close(&mut self) {
        self.index = FxHashMap::default();
    }
}

impl Collector {
    pub(super) fn flow(&mut self, event: &RawEvent, place: &Place, phase: u8, ts: FileTime) {
        let window = place.window;
        let Some(id) = self.link_ident(event.id, place) else {
            self.note(place, Rule::FlowNoId);
            return;
        };
        let kind = match phase {
            b's' => FlowKind::Start,
            b't' => FlowKind::Step,
            _ => FlowKind::End,
        };
        let mut bind = Bind::Enclosing;
        if kind == FlowKind::End {
            let bp = event.rare(window, b"bp");
            let encloses = bp.of(window) == b"e" || event.cat.is_text() && binds_like_e(event.cat.of(window));
            if !encloses {
                bind = Bind::Next;
                if bp.kind != Kind::Absent {
                    self.note(place, Rule::FlowBpUnknown);
                }
            }
        }
        let (cat, name) = (self.text(event.cat, place), self.text(event.name, place));
        let key = self.flows.key(FlowKey { cat, name, id, by_bind_id: false });
        let (time, _) = self.ticks(ts, ZERO);
        let thread = self.thread(event, place, ThreadKind::Thread);
        // A flow alone makes a row, but does not stretch unfinished slices.
        let last = &mut self.identities.threads[thread as usize];
        if !last.used {
            (last.used, last.last) = (true, i64::MIN);
        }
        self.flows.points.push(FlowPoint { time, key, thread, event: place.event(), kind, bind });
    }

    /// A flow that a slice carries itself: `bind_id` with `flow_in`, `flow_out`.
    pub(super) fn bound_flow(&mut self, event: &RawEvent, place: &Place, thread: u32, time: i64) {
        let window = place.window;
        let bind_id = event.rare(window, b"bind_id");
        if !bind_id.is_some() {
            return;
        }
        let Some(id) = self.link_ident(bind_id, place) else { return };
        let is_set = |key: &[u8]| {
            let value = event.rare(window, key);
            value.is_some() && !matches!(value.of(window), b"false" | b"0" | b"")
        };
        let kind = match (is_set(b"flow_out"), is_set(b"flow_in")) {
            (true, false) => FlowKind::Start,
            (true, true) => FlowKind::Step,
            (false, true) => FlowKind::End,
            (false, false) => {
                self.note(place, Rule::FlowNoDirection);
                return;
            }
        };
        let (cat, name) = (StringId::NONE, StringId::NONE);
        let key = self.flows.key(FlowKey { cat, name, id, by_bind_id: true });
        let event = place.event();
        self.flows.points.push(FlowPoint { time, key, thread, event, kind, bind: Bind::Event });
    }

    /// The id of a flow: numbers, and texts that are numbers (`"16"`, `"0x1"`),
    /// are one id by value; "10" is ten, not sixteen.
    fn link_ident(&mut self, value: Value, place: &Place) -> Option<LinkIdent> {
        let raw = value.of(place.window);
        match value.kind {
            Kind::Number | Kind::Text => {
                if let Some(number) = number_of(raw) {
                    return Some(LinkIdent::Number(number));
                }
                Some(LinkIdent::Text(self.text(value, place)))
            }
            Kind::EscapedText | Kind::Bool => Some(LinkIdent::Text(self.text(value, place))),
            _ => None,
        }
    }
}

fn number_of(raw: &[u8]) -> Option<u64> {
    match raw.strip_prefix(b"0x").or_else(|| raw.strip_prefix(b"0X")) {
        Some(hex) => u64::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok(),
        None => super::super::number::exact_u64(raw),
    }
}

/// Categories whose flow ends bind to the slice around them without `bp`.
fn binds_like_e(cat: &[u8]) -> bool {
    memchr::memmem::find(cat, b"input").is_some() || memchr::memmem::find(cat, b"ipc.flow").is_some()
}
