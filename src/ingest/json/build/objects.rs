//! Lives of objects (N, O, D): a slice from creation to deletion, with the
//! snapshots as instants on the same track.

use super::super::collect::{Collector, RawSlice, SliceKind, ThreadKind};
use super::note;
use crate::trace::{ObjectLife, Rule, SliceFlags, SliceId, TrackId};

/// A life before its slice has a place.
#[derive(Debug)]
pub struct RawLife {
    event: u32,
    snapshots: Vec<i64>,
    name: crate::trace::StringId,
    id: crate::trace::StringId,
}

/// Files each life as a slice of its object's track.
pub fn file_lives(collector: &mut Collector) {
    let mut objects = std::mem::take(&mut collector.objects);
    objects.sort_by_key(|object| (object.pid, object.name, object.id, object.time));
    for events in objects.chunk_by(|a, b| (a.pid, a.name, a.id) == (b.pid, b.name, b.id)) {
        let mut at = 0;
        while at < events.len() {
            // A life runs to the first deletion, or to the next creation.
            let rest = &events[at + 1..];
            let next_new = rest.iter().position(|e| e.phase == b'N').map_or(rest.len(), |n| n);
            let deletion = if events[at].phase == b'D' {
                None
            } else {
                rest[..next_new].iter().position(|e| e.phase == b'D')
            };
            let len = match (events[at].phase, deletion) {
                (b'D', _) => 1,
                (_, Some(d)) => d + 2,
                (_, None) => next_new + 1,
            };
            file_life(collector, &events[at..at + len]);
            at += len;
        }
    }
}

fn file_life(collector: &mut Collector, events: &[super::super::collect::RawObject]) {
    let (first, last) = (events[0], events[events.len() - 1]);
    let mut flags = SliceFlags(SliceFlags::FROM_PAIR);
    if first.phase != b'N' {
        flags.set(SliceFlags::NO_BEGIN);
        note(&mut collector.trace, Rule::ObjectWithoutNew, first.event, first.name);
    }
    if last.phase != b'D' {
        flags.set(SliceFlags::UNCLOSED);
        note(&mut collector.trace, Rule::ObjectUnclosed, first.event, first.name);
    }
    let thread = collector.identities.of_key(first.pid, first.name, ThreadKind::Objects);
    collector.identities.touch(thread, last.time);
    let records = &mut collector.identities.threads[thread as usize];
    records.slices.push(RawSlice {
        start: first.time,
        dur: last.time.saturating_sub(first.time).max(0),
        name: first.name,
        cat: first.cat,
        args: first.args,
        event: first.event,
        flags,
        kind: SliceKind::Complete,
    });
    let snapshots = events.iter().filter(|event| event.phase == b'O').map(|event| event.time).collect();
    collector.lives.push(RawLife { event: first.event, snapshots, name: first.name, id: first.id });
}

/// Gives the lives their slices.
pub fn finish(collector: &mut Collector, slice_of_event: Option<&[SliceId]>) {
    let Some(slice_of_event) = slice_of_event else { return };
    for life in std::mem::take(&mut collector.lives) {
        let Some(&slice) = slice_of_event.get(life.event as usize) else { continue };
        let track = if slice == SliceId::NONE { TrackId::NONE } else { collector.trace.track_of(slice) };
        collector.trace.objects.push(ObjectLife {
            name: life.name,
            id: life.id,
            track,
            slice,
            snapshots: life.snapshots,
        });
    }
}
