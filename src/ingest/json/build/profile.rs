//! Makes slices of V8's CPU profiles: the frames that neighbouring samples
//! share last from the first of them to the one that no longer has them.

use super::super::collect::{Collector, RawProfile, RawSlice, SliceKind, ThreadKind};
use super::note;
use crate::trace::{Rule, SliceFlags, StringId};
use rustc_hash::FxHashMap;

/// Frames in a stack; more are a broken file's, whose parents form a circle.
const DEEPEST: usize = 2_000;

/// Frames looked at in all samples of a file. A few megabytes of samples of
/// deep stacks would otherwise make more slices than memory holds.
const MOST_FRAMES: usize = 50_000_000;
const MOST_SLICES: usize = 5_000_000;

#[derive(Debug, Clone, Copy)]
struct Node {
    name: StringId,
    parent: Option<u64>,
}

struct Open {
    node: u64,
    start: i64,
}

/// Files the frames of all profiles as slices of tracks of their own.
pub fn file_frames(collector: &mut Collector) {
    let mut pieces = std::mem::take(&mut collector.profiles);
    let key = |piece: &RawProfile, collector: &Collector| {
        (collector.identities.threads[piece.thread as usize].pid, piece.id)
    };
    pieces.sort_by_key(|piece| (key(piece, collector), piece.time, piece.event));
    let mut at = 0;
    while at < pieces.len() {
        let first = key(&pieces[at], collector);
        let len = pieces[at..].iter().take_while(|piece| key(piece, collector) == first).count();
        file_profile(collector, &pieces[at..at + len]);
        at += len;
    }
}

fn file_profile(collector: &mut Collector, pieces: &[RawProfile]) {
    let ticks_per_us = 1000 * collector.trace.unit.ticks_per_ns();
    let source = &collector.identities.threads[pieces[0].thread as usize];
    let (pid, tid) = (source.pid, source.tid);
    let thread = collector.identities.of_key(pid, tid, ThreadKind::Profile);
    let start_us = pieces.iter().find_map(|piece| piece.data.get("startTime")?.as_i64());
    let mut time = start_us.and_then(|us| us.checked_mul(ticks_per_us)).unwrap_or(pieces[0].time);
    let mut nodes: FxHashMap<u64, Node> = FxHashMap::default();
    let mut open: Vec<Open> = Vec::new();
    let mut writer = Writer { thread, args: pieces[0].args, event: pieces[0].event };
    let mut frames = 0;
    for piece in pieces {
        if frames > MOST_FRAMES || collector.identities.threads[thread as usize].slices.len() > MOST_SLICES {
            note(&mut collector.trace, Rule::TooManyEvents, piece.event, StringId::NONE);
            break;
        }
        (writer.args, writer.event) = (piece.args, piece.event);
        let profile = piece.data.get("cpuProfile").unwrap_or(&piece.data);
        add_nodes(collector, &mut nodes, profile);
        let list =
            |value: Option<&serde_json::Value>| value.and_then(|v| v.as_array()).cloned().unwrap_or_default();
        let samples = list(profile.get("samples"));
        let deltas = list(piece.data.get("timeDeltas").or_else(|| profile.get("timeDeltas")));
        if samples.len() != deltas.len() {
            note(&mut collector.trace, Rule::SampleInvalid, piece.event, StringId::NONE);
        }
        for (sample, delta) in samples.iter().zip(&deltas) {
            let delta = delta.as_i64().unwrap_or(0).saturating_mul(ticks_per_us);
            time = time.saturating_add(delta);
            if let Some(leaf) = sample.as_u64() {
                let path = path_of(&nodes, leaf);
                frames += path.len();
                if frames > MOST_FRAMES
                    || collector.identities.threads[thread as usize].slices.len() > MOST_SLICES
                {
                    note(&mut collector.trace, Rule::TooManyEvents, piece.event, StringId::NONE);
                    break;
                }
                let shared = open.iter().zip(&path).take_while(|(open, node)| open.node == **node).count();
                for closed in open.drain(shared..).rev() {
                    writer.slice(collector, &nodes, closed, time);
                }
                open.extend(path[shared..].iter().map(|&node| Open { node, start: time }));
            }
        }
    }
    for closed in open.into_iter().rev() {
        writer.slice(collector, &nodes, closed, time);
    }
}

fn add_nodes(collector: &mut Collector, nodes: &mut FxHashMap<u64, Node>, profile: &serde_json::Value) {
    for node in profile.get("nodes").and_then(|nodes| nodes.as_array()).into_iter().flatten() {
        let Some(id) = node.get("id").and_then(|id| id.as_u64()) else { continue };
        let name = node.get("callFrame").and_then(|frame| frame.get("functionName")?.as_str());
        let name = name.filter(|name| !name.is_empty()).unwrap_or("(anonymous)");
        let name = collector.trace.strings.intern(name);
        nodes.insert(id, Node { name, parent: node.get("parent").and_then(|parent| parent.as_u64()) });
        for child in node.get("children").and_then(|children| children.as_array()).into_iter().flatten() {
            if let Some(child) = child.as_u64() {
                let unnamed = Node { name: StringId::NONE, parent: None };
                nodes.entry(child).or_insert(unnamed).parent = Some(id);
            }
        }
    }
}

/// Nodes from the outermost frame below the root to the leaf.
fn path_of(nodes: &FxHashMap<u64, Node>, leaf: u64) -> Vec<u64> {
    let mut path = Vec::new();
    let mut at = Some(leaf);
    while let Some(id) = at
        && let Some(node) = nodes.get(&id)
        && path.len() < DEEPEST
    {
        if node.parent.is_some() || path.is_empty() {
            path.push(id);
        }
        at = node.parent;
    }
    path.reverse();
    path
}

struct Writer {
    thread: u32,
    args: crate::trace::ArgsRef,
    event: u32,
}

impl Writer {
    fn slice(&self, collector: &mut Collector, nodes: &FxHashMap<u64, Node>, closed: Open, end: i64) {
        let Some(node) = nodes.get(&closed.node) else { return };
        collector.identities.touch(self.thread, end.max(closed.start));
        collector.identities.threads[self.thread as usize].slices.push(RawSlice {
            start: closed.start,
            dur: end.saturating_sub(closed.start).max(0),
            name: node.name,
            cat: StringId::NONE,
            args: self.args,
            event: self.event,
            flags: SliceFlags(SliceFlags::FROM_PAIR),
            kind: SliceKind::Complete,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::json::Reader;

    #[test]
    fn samples_become_nested_frames() {
        let mut reader = Reader::new("x");
        reader.push(
            br#"[{"ph":"P","name":"Profile","id":"0x1","pid":1,"tid":2,"ts":100,"args":{"data":{"startTime":100}}},
            {"ph":"P","name":"ProfileChunk","id":"0x1","pid":1,"tid":3,"ts":101,"args":{"data":{"cpuProfile":
             {"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}},{"id":2,"parent":1,"callFrame":{"functionName":"f"}},
             {"id":3,"parent":2,"callFrame":{"functionName":"g"}}],"samples":[2,3,3,2]},"timeDeltas":[5,10,10,10]}}},
            {"ph":"P","name":"ProfileChunk","id":"0x1","pid":1,"tid":3,"ts":102,"args":{"data":{"cpuProfile":
             {"samples":[1,2]},"timeDeltas":[10]}}}]"#,
        );
        let trace = reader.finish();
        let slices: Vec<_> = (0..trace.slices.len())
            .map(|i| (trace.name(trace.slices.name[i]), trace.slices.start[i], trace.slices.dur[i]))
            .collect();
        assert_eq!(slices, [("f", 105_000, 40_000), ("(root)", 145_000, 0), ("g", 115_000, 20_000)]);
        assert_eq!(trace.track_label(crate::trace::TrackId(0)), "2 (CPU profile)");
        assert!(trace.health.get(crate::trace::Rule::SampleInvalid).is_some());
    }

    #[test]
    fn totals_of_memory_dumps_are_a_counter() {
        let mut reader = Reader::new("x");
        reader.push(
            br#"[{"ph":"v","name":"d","pid":1,"tid":2,"ts":1,"args":{"dumps":{"process_totals":{"resident_set_bytes":"1000"}}}}]"#,
        );
        let trace = reader.finish();
        assert_eq!(trace.counters[0].series[0].value, [4096.0]);
        assert_eq!(trace.instants.len(), 1);
    }
}
