//! What is kept of an event until the trace is built.

use super::super::event::RawEvent;
use super::super::scan::Kind;
use super::{Collector, Place};
use crate::trace::{ArgsRef, InstantKind, Scope, SliceFlags, StringId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SliceKind {
    Complete,
    Begin,
    End,
}

/// A slice, or half of one. Times in ticks.
#[derive(Debug, Clone, Copy)]
pub struct RawSlice {
    pub start: i64,
    pub dur: i64,
    pub name: StringId,
    pub cat: StringId,
    pub args: ArgsRef,
    pub event: u32,
    pub flags: SliceFlags,
    pub kind: SliceKind,
}

/// A point in time.
#[derive(Debug, Clone, Copy)]
pub struct RawInstant {
    pub time: i64,
    pub thread: u32,
    pub name: StringId,
    pub cat: StringId,
    pub args: ArgsRef,
    pub event: u32,
    pub scope: Scope,
    pub kind: InstantKind,
    pub phase: u8,
}

impl RawInstant {
    pub fn of(
        collector: &mut Collector,
        event: &RawEvent,
        place: &Place,
        thread: u32,
        time: i64,
        scope: Scope,
    ) -> Self {
        let phase = event.phase(place.window).unwrap_or(b'?');
        let kind = match phase {
            b'P' => InstantKind::Sample,
            b'c' => InstantKind::ClockSync,
            b'v' | b'V' => InstantKind::MemoryDump,
            b'O' => InstantKind::Snapshot,
            _ => InstantKind::Mark,
        };
        Self {
            time,
            thread,
            name: collector.text(event.name, place),
            cat: collector.text(event.cat, place),
            args: collector.file_args(event, place),
            event: place.event(),
            scope,
            kind,
            phase,
        }
    }
}

/// The thing that has a stack.
#[derive(Debug, Clone, Copy)]
pub enum StackAt {
    /// Slice whose begin (or only) event has this number.
    Event(u32),
    /// End event of a slice.
    EndEvent(u32),
    /// Index into the collected instants.
    Instant(u32),
}

#[derive(Debug, Clone, Copy)]
pub enum StackSource {
    /// Id of the leaf in `stackFrames`.
    Frame(StringId),
    /// Range of the collected inline frames.
    Inline { first: u32, len: u32 },
}

#[derive(Debug, Clone, Copy)]
pub struct RawStack {
    pub at: StackAt,
    pub source: StackSource,
    /// The stack belongs to the end of the event (`esf`, `estack`).
    pub end: bool,
}

impl Collector {
    /// Files the stacks of an event, by reference or inline (a reference wins),
    /// and its colour name.
    pub fn side_keys(&mut self, event: &RawEvent, place: &Place, at: StackAt) {
        if event.rare.is_empty() {
            return;
        }
        let cname = event.rare(place.window, b"cname");
        if cname.is_text() {
            let name = self.text(cname, place);
            self.cnames.push((place.event(), name));
        }
        for (by_id, inline, end) in [(&b"sf"[..], &b"stack"[..], false), (b"esf", b"estack", true)] {
            let frame = event.rare(place.window, by_id);
            if frame.is_some() {
                let id = self.text(frame, place);
                self.stacks.push(RawStack { at, source: StackSource::Frame(id), end });
                continue;
            }
            let list = event.rare(place.window, inline);
            if list.kind == Kind::Array {
                let source = self.inline_stack(list.of(place.window));
                self.stacks.push(RawStack { at, source, end });
            }
        }
    }

    fn inline_stack(&mut self, json: &[u8]) -> StackSource {
        let names: Vec<serde_json::Value> = serde_json::from_slice(json).unwrap_or_default();
        let first = self.inline_frames.len() as u32;
        for name in &names {
            let id = match name.as_str() {
                Some(text) => self.trace.strings.intern(text),
                None => self.trace.strings.intern(&name.to_string()),
            };
            self.inline_frames.push(id);
        }
        StackSource::Inline { first, len: names.len() as u32 }
    }
}
