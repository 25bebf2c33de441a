//! Asynchronous slices: pairs by name within a key, nests each key's slices,
//! and packs the trees of one group onto the rows of a track.

use super::super::collect::{Collector, RawAsync, RawSlice, SliceKind, ThreadKind};
use super::nest::{self, Nested};
use super::{Finisher, note};
use crate::trace::{ArgsRef, AsyncInfo, Row, Rule, SliceFlags, SliceId, StringId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rows that are tried for a tree; beyond, it goes below all others.
const ROWS_TRIED: usize = 512;

/// One track: the trees of a group.
#[derive(Debug, Default)]
pub struct AsyncTrack {
    pub pid: StringId,
    pub name: StringId,
    slices: Vec<AsyncSlice>,
    /// End of what is on each row.
    row_ends: Vec<i64>,
}

#[derive(Debug, Clone, Copy)]
struct AsyncSlice {
    record: RawSlice,
    end_args: ArgsRef,
    end_event: u32,
    info: AsyncInfo,
    row: u32,
    /// Index of the parent in the same track.
    parent: u32,
}

/// Slices of one key while they are paired.
#[derive(Default)]
struct KeySlices {
    records: Vec<RawSlice>,
    threads: Vec<u32>,
    end_args: Vec<ArgsRef>,
    end_events: Vec<u32>,
}

impl KeySlices {
    fn push(&mut self, record: RawSlice, thread: u32) -> usize {
        self.records.push(record);
        self.threads.push(thread);
        self.end_args.push(ArgsRef::NONE);
        self.end_events.push(u32::MAX);
        self.records.len() - 1
    }

    fn close(&mut self, index: usize, end: &RawAsync) {
        let record = &mut self.records[index];
        record.dur = end.time.saturating_sub(record.start).max(0);
        self.end_args[index] = end.args;
        self.end_events[index] = end.event;
    }
}

/// Events of phase T with a duration are thread states, unless an S of the
/// same key makes them steps.
pub fn file_thread_states(collector: &mut Collector) {
    if !collector.asyncs.iter().any(|event| event.dur.is_some()) {
        return;
    }
    let started: FxHashSet<u32> =
        collector.asyncs.iter().filter(|e| e.phase == b'S').map(|e| e.key).collect();
    let (states, rest) = std::mem::take(&mut collector.asyncs)
        .into_iter()
        .partition::<Vec<_>, _>(|event| event.dur.is_some() && !started.contains(&event.key));
    collector.asyncs = rest;
    for event in states {
        let thread = &collector.identities.threads[event.thread as usize];
        let (pid, tid) = (thread.pid, thread.tid);
        let thread = collector.identities.of_key(pid, tid, ThreadKind::States);
        let cat = collector.async_keys.all[event.key as usize].cat;
        let dur = event.dur.unwrap_or(0);
        collector.push_state(thread, event.time, dur, event.name, cat, event.args, event.event);
    }
}

/// Pairs, nests and packs all asynchronous events.
pub fn lay_out(collector: &mut Collector, tolerance: i64) -> Vec<AsyncTrack> {
    let mut events = std::mem::take(&mut collector.asyncs);
    events.sort_by_key(|event| (event.key, event.time));
    let mut tracks: Vec<AsyncTrack> = Vec::new();
    let mut by_group: FxHashMap<(StringId, StringId, StringId), usize> = FxHashMap::default();
    let mut trees: Vec<(usize, Vec<AsyncSlice>)> = Vec::new();
    for events in events.chunk_by(|a, b| a.key == b.key) {
        let key = collector.async_keys.all[events[0].key as usize];
        let slices = pair(collector, events);
        if slices.records.is_empty() {
            continue;
        }
        let (slices, heights) = nest_key(collector, &key, slices, tolerance);
        let root = slices[0];
        let pid = if key.global { collector.trace.strings.intern("Async") } else { root.info.pid };
        let name = if root.record.name == StringId::NONE {
            collector.trace.strings.intern("[No name]")
        } else {
            root.record.name
        };
        let track = *by_group.entry((pid, key.cat, name)).or_insert_with(|| {
            tracks.push(AsyncTrack { pid, name, ..AsyncTrack::default() });
            tracks.len() - 1
        });
        trees.extend(split_trees(slices, &heights).into_iter().map(|tree| (track, tree)));
    }
    trees.sort_by_key(|(track, tree)| (*track, tree[0].record.start));
    for (track, tree) in trees {
        tracks[track].add_tree(tree);
    }
    tracks
}

/// Finds begin and end of each slice of one key. Events are sorted by time.
fn pair(collector: &mut Collector, events: &[RawAsync]) -> KeySlices {
    let cat = collector.async_keys.all[events[0].key as usize].cat;
    let (first, last) = (events[0].time, events[events.len() - 1].time);
    let mut slices = KeySlices::default();
    let mut open: Vec<usize> = Vec::new();
    let mut starts: Vec<Legacy> = Vec::new();
    let record = |event: &RawAsync, name, flags: u16| RawSlice {
        start: event.time,
        dur: 0,
        name,
        cat,
        args: event.args,
        event: event.event,
        flags: SliceFlags(flags | SliceFlags::FROM_PAIR),
        kind: SliceKind::Begin,
    };
    for event in events {
        match event.phase {
            b'b' => open.push(slices.push(record(event, event.name, 0), event.thread)),
            b'n' => {
                slices.push(record(event, event.name, SliceFlags::INSTANT), event.thread);
            }
            b'e' => {
                let named = event.name != StringId::NONE;
                let found = open.iter().rposition(|&i| !named || slices.records[i].name == event.name);
                match found {
                    Some(at) => slices.close(open.remove(at), event),
                    None => {
                        let mut missing = record(event, event.name, SliceFlags::NO_BEGIN);
                        missing.dur = event.time.saturating_sub(first);
                        missing.start = first;
                        slices.push(missing, event.thread);
                        note(&mut collector.trace, Rule::AsyncEndWithoutBegin, event.event, event.name);
                    }
                }
            }
            b'S' => {
                let slice = slices.push(record(event, event.name, 0), event.thread);
                starts.push(Legacy { slice, step: None, step_from: event.time });
            }
            b'F' => match starts.pop() {
                Some(start) => {
                    if let Some(step) = start.step {
                        slices.close(step, &RawAsync { args: ArgsRef::NONE, ..*event });
                    }
                    slices.close(start.slice, event);
                }
                None => {
                    let mut missing = record(event, event.name, SliceFlags::NO_BEGIN);
                    missing.dur = event.time.saturating_sub(first);
                    missing.start = first;
                    slices.push(missing, event.thread);
                    note(&mut collector.trace, Rule::AsyncEndWithoutBegin, event.event, event.name);
                }
            },
            _ => step(collector, &mut slices, starts.last_mut(), event, record(event, step_name(event), 0)),
        }
    }
    for start in starts {
        for slice in start.step.into_iter().chain([start.slice]) {
            slices.records[slice].dur = last.saturating_sub(slices.records[slice].start);
            slices.records[slice].flags.set(SliceFlags::UNCLOSED);
        }
        open.push(start.slice);
    }
    for slice in open {
        let unclosed = &mut slices.records[slice];
        unclosed.dur = last.saturating_sub(unclosed.start);
        unclosed.flags.set(SliceFlags::UNCLOSED);
        note(&mut collector.trace, Rule::AsyncUnclosed, unclosed.event, unclosed.name);
    }
    slices
}

/// An open S with its current step (T).
struct Legacy {
    slice: usize,
    step: Option<usize>,
    /// Where a step that p ends began.
    step_from: i64,
}

fn step_name(event: &RawAsync) -> StringId {
    if event.step == StringId::NONE { event.name } else { event.step }
}

/// T begins a step that lasts to the next; p ends one that began at the last.
fn step(
    collector: &mut Collector,
    slices: &mut KeySlices,
    start: Option<&mut Legacy>,
    event: &RawAsync,
    mut record: RawSlice,
) {
    let Some(start) = start else {
        record.flags.set(SliceFlags::INSTANT);
        slices.push(record, event.thread);
        note(&mut collector.trace, Rule::AsyncStepWithoutStart, event.event, event.name);
        return;
    };
    if event.phase == b'T' {
        if let Some(step) = start.step {
            slices.close(step, &RawAsync { args: ArgsRef::NONE, ..*event });
        }
        start.step = Some(slices.push(record, event.thread));
    } else {
        record.start = start.step_from;
        record.dur = event.time.saturating_sub(record.start).max(0);
        slices.push(record, event.thread);
    }
    start.step_from = event.time;
}

fn nest_key(
    collector: &mut Collector,
    key: &super::super::collect::AsyncKey,
    mut slices: KeySlices,
    tolerance: i64,
) -> (Vec<AsyncSlice>, Vec<u32>) {
    let order = nest::drawing_order(&slices.records);
    let Nested { order, placed, heights, .. } = nest::nest(&mut slices.records, order, tolerance, &[]);
    let mut position = vec![nest::NONE; order.len()];
    order.iter().enumerate().for_each(|(at, &i)| position[i as usize] = at as u32);
    let mut result = Vec::with_capacity(order.len());
    for &i in &order {
        let (record, placed) = (slices.records[i as usize], placed[i as usize]);
        if placed.lane > 0 {
            note(&mut collector.trace, Rule::AsyncOverlapSpill, record.event, record.name);
        }
        let thread = &collector.identities.threads[slices.threads[i as usize] as usize];
        result.push(AsyncSlice {
            record,
            end_args: slices.end_args[i as usize],
            end_event: slices.end_events[i as usize],
            info: AsyncInfo {
                id: key.id,
                scope: key.scope,
                local: key.local,
                pid: thread.pid,
                tid: thread.tid,
                lane: placed.lane,
                depth: placed.depth,
            },
            row: 0,
            parent: if placed.parent == nest::NONE { nest::NONE } else { position[placed.parent as usize] },
        });
    }
    (result, heights)
}

/// Splits the slices of a key where nothing is open, and gives each its row
/// within its tree. Parents become indices within the tree.
fn split_trees(slices: Vec<AsyncSlice>, heights: &[u32]) -> Vec<Vec<AsyncSlice>> {
    let mut lane_rows = Vec::with_capacity(heights.len());
    let mut rows = 0;
    for height in heights {
        lane_rows.push(rows);
        rows += height;
    }
    let mut trees: Vec<Vec<AsyncSlice>> = Vec::new();
    let (mut end, mut first) = (i64::MIN, 0);
    for (at, mut slice) in slices.into_iter().enumerate() {
        slice.row = lane_rows[slice.info.lane as usize] + slice.info.depth;
        let (start, stop) = (slice.record.start, slice.record.start.saturating_add(slice.record.dur));
        if trees.is_empty() || (slice.parent == nest::NONE && start > end) {
            trees.push(Vec::new());
            first = at as u32;
        }
        if slice.parent != nest::NONE {
            slice.parent -= first;
        }
        end = end.max(stop);
        if let Some(tree) = trees.last_mut() {
            tree.push(slice);
        }
    }
    trees
}

impl AsyncTrack {
    fn add_tree(&mut self, tree: Vec<AsyncSlice>) {
        let height = tree.iter().map(|slice| slice.row as usize + 1).max().unwrap_or(1);
        let start = tree[0].record.start;
        let stop = |slice: &AsyncSlice| slice.record.start.saturating_add(slice.record.dur);
        let end = tree.iter().map(stop).max().unwrap_or(start);
        let tried = self.row_ends.len().min(ROWS_TRIED);
        let free = |row: usize| self.row_ends.get(row).is_none_or(|&end| end < start);
        let first = (0..=tried).find(|&row| (row..row + height).all(free)).unwrap_or(self.row_ends.len());
        let first = if (first..first + height).all(free) { first } else { self.row_ends.len() };
        if self.row_ends.len() < first + height {
            self.row_ends.resize(first + height, i64::MIN);
        }
        self.row_ends[first..first + height].fill(end);
        let base = self.slices.len() as u32;
        self.slices.extend(tree.into_iter().map(|mut slice| {
            slice.row += first as u32;
            if slice.parent != nest::NONE {
                slice.parent += base;
            }
            slice
        }));
    }
}

impl Finisher {
    /// Appends the slices of one asynchronous track.
    pub(super) fn async_track(&mut self, index: usize) {
        let track = std::mem::take(&mut self.async_tracks[index]);
        let id = self.plan.async_tracks[index];
        let first_slice = self.collector.trace.slices.len() as u32;
        let first_row = self.collector.trace.rows.len() as u32;
        let mut order: Vec<u32> = (0..track.slices.len() as u32).collect();
        let key = |i: u32| (track.slices[i as usize].row, track.slices[i as usize].record.start, i);
        order.sort_unstable_by_key(|&i| key(i));
        let mut place = vec![SliceId::NONE; track.slices.len()];
        order.iter().zip(first_slice..).for_each(|(&i, id)| place[i as usize] = SliceId(id));
        let trace = &mut self.collector.trace;
        let mut at = first_slice;
        for row in order.chunk_by(|&a, &b| track.slices[a as usize].row == track.slices[b as usize].row) {
            let (first, end) = (at, at + row.len() as u32);
            let depth = track.slices[row[0] as usize].row;
            trace.rows.push(Row { track: id, depth, lane: 0, first, end });
            at = end;
        }
        for &i in &order {
            let slice = &track.slices[i as usize];
            let (record, columns) = (slice.record, &mut trace.slices);
            columns.start.push(record.start);
            columns.dur.push(record.dur);
            columns.name.push(record.name);
            columns.cat.push(record.cat);
            columns.args.push(record.args);
            columns.flags.push(record.flags);
            columns.event.push(record.event);
            let parent = slice.parent;
            columns.parent.push(if parent == nest::NONE { SliceId::NONE } else { place[parent as usize] });
            columns.asyncs.push(slice.info);
            if slice.end_args != ArgsRef::NONE {
                self.end_args.push((place[i as usize], slice.end_args));
            }
            if let Some(map) = &mut self.slice_of_event {
                for event in [record.event, slice.end_event] {
                    if let Some(entry) = map.get_mut(event as usize) {
                        *entry = place[i as usize];
                    }
                }
            }
        }
        let end_row = trace.rows.len() as u32;
        let columns = &mut trace.tracks[id.index()];
        (columns.slices, columns.rows) = (first_slice..at, first_row..end_row);
    }
}
