//! Resolves the stacks that events refer to.

use super::super::collect::{Collector, StackAt, StackSource};
use super::note;
use crate::trace::{InstantId, Rule, SliceId, StackFrame, StackRef, StringId};
use rustc_hash::FxHashMap;

/// Reads `stackFrames` and attaches stacks to slices and instants.
pub fn finish(collector: &mut Collector, slice_of_event: Option<&[SliceId]>) {
    let index = frames(collector);
    count_cycles(collector);
    collector.trace.stacks.inline = std::mem::take(&mut collector.inline_frames);
    for stack in std::mem::take(&mut collector.stacks) {
        let found = match stack.source {
            StackSource::Frame(id) => index.get(&id).map(|&leaf| StackRef::Leaf(leaf)),
            StackSource::Inline { first, len } => Some(StackRef::Inline { first, len }),
        };
        let Some(found) = found else {
            let event = match stack.at {
                StackAt::Event(event) | StackAt::EndEvent(event) => event,
                StackAt::Instant(i) => collector
                    .instant_places
                    .get(i as usize)
                    .map_or(0, |&place| collector.trace.instants.event[place as usize]),
            };
            note(&mut collector.trace, Rule::StackMissing, event, StringId::NONE);
            continue;
        };
        let slice = |event: u32| {
            let slice = slice_of_event.and_then(|map| map.get(event as usize).copied());
            slice.filter(|slice| *slice != SliceId::NONE)
        };
        let stacks = &mut collector.trace.stacks;
        match stack.at {
            StackAt::Event(event) => {
                if let Some(slice) = slice(event) {
                    let list = if stack.end { &mut stacks.slice_ends } else { &mut stacks.slices };
                    list.push((slice, found));
                }
            }
            StackAt::EndEvent(event) => {
                if let Some(slice) = slice(event) {
                    stacks.slice_ends.push((slice, found));
                }
            }
            StackAt::Instant(i) => {
                if let Some(&place) = collector.instant_places.get(i as usize) {
                    stacks.instants.push((InstantId(place), found));
                }
            }
        }
    }
    let stacks = &mut collector.trace.stacks;
    stacks.slices.sort_by_key(|entry| entry.0);
    stacks.slices.dedup_by_key(|entry| entry.0);
    stacks.slice_ends.sort_by_key(|entry| entry.0);
    stacks.slice_ends.dedup_by_key(|entry| entry.0);
    stacks.instants.sort_by_key(|entry| entry.0);
    stacks.instants.dedup_by_key(|entry| entry.0);
}

/// Fills the frame table; returns index by id.
fn frames(collector: &mut Collector) -> FxHashMap<StringId, u32> {
    let mut index = FxHashMap::default();
    let mut parents: Vec<Option<StringId>> = Vec::new();
    for json in std::mem::take(&mut collector.stack_frames) {
        let Ok(frames) = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(&json) else {
            collector.trace.health.count(Rule::StackMissing, 1);
            continue;
        };
        for (id, frame) in frames {
            let strings = &mut collector.trace.strings;
            let id = strings.intern(&id);
            let name = strings.intern(&scalar_text(frame.get("name")).unwrap_or_default());
            let parent = scalar_text(frame.get("parent")).map(|parent| strings.intern(&parent));
            index.insert(id, collector.trace.stacks.frames.len() as u32);
            collector.trace.stacks.frames.push(StackFrame { name, parent: u32::MAX });
            parents.push(parent);
        }
    }
    for (frame, parent) in collector.trace.stacks.frames.iter_mut().zip(parents) {
        frame.parent = parent.and_then(|parent| index.get(&parent).copied()).unwrap_or(u32::MAX);
    }
    index
}

fn scalar_text(value: Option<&serde_json::Value>) -> Option<String> {
    match value? {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Each frame has one parent, so a walk that meets its own trail has found a
/// cycle, and no cycle is found twice.
fn count_cycles(collector: &mut Collector) {
    let frames = &collector.trace.stacks.frames;
    let mut trail_of = vec![0u32; frames.len()];
    let mut cycles = 0;
    for (trail, start) in (1u32..).zip(0..frames.len()) {
        let mut at = start;
        while let Some(mark) = trail_of.get_mut(at) {
            if *mark == trail {
                cycles += 1;
            }
            if *mark != 0 {
                break;
            }
            *mark = trail;
            at = frames[at].parent as usize;
        }
    }
    collector.trace.health.count(Rule::StackCycle, cycles);
}
