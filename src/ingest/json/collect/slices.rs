//! Complete events (X), begins and ends (B, E).

use super::super::event::RawEvent;
use super::super::number::FileTime;
use super::super::scan::Kind;
use super::{Collector, Place, RawSlice, SliceKind, StackAt, ThreadKind, TimeField, ZERO, time_field};
use crate::trace::{Rule, SliceFlags};

impl Collector {
    pub(super) fn complete(&mut self, event: &RawEvent, place: &Place) {
        let window = place.window;
        let TimeField::Time(ts) = time_field(event.ts, window) else {
            self.note(place, Rule::InvalidTs);
            return;
        };
        let mut flags = SliceFlags::default();
        let mut field = time_field(event.dur, window);
        if !event.rare.is_empty() {
            let thread_dur = self.thread_clock(event, place);
            if event.dur.kind == Kind::Absent {
                field = thread_dur;
            }
        }
        let dur = match field {
            TimeField::Time(dur) => dur,
            TimeField::Missing => {
                self.note(place, Rule::MissingDur);
                flags.set(SliceFlags::UNCLOSED);
                ZERO
            }
            TimeField::Invalid => {
                self.note(place, Rule::InvalidDur);
                flags.set(SliceFlags::UNCLOSED | SliceFlags::DUR_INVALID);
                ZERO
            }
        };
        let (start, mut length) = self.ticks(ts, dur);
        if length < 0 {
            self.note(place, Rule::NegativeDur);
            flags.set(SliceFlags::DUR_NEGATIVE);
            length = 0;
        }
        if start.checked_add(length).is_none() {
            self.note(place, Rule::TimeOverflow);
        }
        self.longest_dur_ns = self.longest_dur_ns.max(dur.ns);
        self.tiny_durs |= dur.ns == 0 && dur.sub_ns;
        self.resolution.add(start);
        let thread = self.thread(event, place, ThreadKind::Thread);
        let slice = RawSlice {
            start,
            dur: length,
            name: self.text(event.name, place),
            cat: self.text(event.cat, place),
            args: self.file_args(event, place),
            event: place.event(),
            flags,
            kind: SliceKind::Complete,
        };
        self.identities.touch(thread, start.saturating_add(length));
        let records = &mut self.identities.threads[thread as usize];
        let index = records.slices.len() as u32;
        records.slices.push(slice);
        if let Some(correlation) = event.correlation {
            records.correlation.push((index, correlation));
        }
        if let Some(external_id) = event.external_id {
            records.external_id.push((index, external_id));
        }
        if !event.rare.is_empty() {
            self.side_keys(event, place, StackAt::Event(place.event()));
            self.bound_flow(event, place, thread, start);
        }
    }

    pub(super) fn begin_or_end(&mut self, event: &RawEvent, place: &Place, phase: u8, ts: FileTime) {
        self.thread_clock(event, place);
        let (start, _) = self.ticks(ts, ZERO);
        self.resolution.add(start);
        let thread = self.thread(event, place, ThreadKind::Thread);
        let begin = phase == b'B';
        let slice = RawSlice {
            start,
            dur: 0,
            name: self.text(event.name, place),
            cat: self.text(event.cat, place),
            args: self.file_args(event, place),
            event: place.event(),
            flags: SliceFlags(SliceFlags::FROM_PAIR),
            kind: if begin { SliceKind::Begin } else { SliceKind::End },
        };
        self.identities.touch(thread, start);
        let records = &mut self.identities.threads[thread as usize];
        records.has_pairs = true;
        let index = records.slices.len() as u32;
        records.slices.push(slice);
        if begin {
            if let Some(correlation) = event.correlation {
                records.correlation.push((index, correlation));
            }
            if let Some(external_id) = event.external_id {
                records.external_id.push((index, external_id));
            }
        }
        if !event.rare.is_empty() {
            let at = if begin { StackAt::Event(place.event()) } else { StackAt::EndEvent(place.event()) };
            self.side_keys(event, place, at);
            if begin {
                self.bound_flow(event, place, thread, start);
            }
        }
    }

    /// Checks the thread clock; a bad one costs only itself. Returns `tdur`.
    fn thread_clock(&mut self, event: &RawEvent, place: &Place) -> TimeField {
        if event.rare.is_empty() {
            return TimeField::Missing;
        }
        let tts = time_field(event.rare(place.window, b"tts"), place.window);
        let tdur = time_field(event.rare(place.window, b"tdur"), place.window);
        if tts == TimeField::Invalid || tdur == TimeField::Invalid {
            self.note(place, Rule::InvalidThreadTime);
        }
        if tdur == TimeField::Invalid { TimeField::Missing } else { tdur }
    }
}
