//! Nests slices by time, on as many lanes as it takes to lose none.
//!
//! Slices come by start, longer first. Each goes to the lowest lane where it
//! lies within the innermost open slice, or where everything open has ended.
//! Overlaps up to the tolerance are rounding: a child may stick out of its
//! parent, and a follower may begin before its predecessor ends, by so much;
//! layout then clips the one that sticks out.

use super::super::collect::{RawSlice, SliceKind};
use crate::trace::SliceFlags;

/// No record.
pub const NONE: u32 = u32::MAX;

/// Lanes that are tried for nesting. Beyond, a slice takes a lane of its own
/// or one where everything has ended: a bound on the work for files in which
/// thousands of slices cross each other.
const LANES_TRIED: usize = 256;

/// Where a slice was put. Indices into the records of its thread.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    pub lane: u32,
    pub depth: u32,
    pub parent: u32,
}

/// Asks for the slice around a time.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    pub time: i64,
    /// Index of the flow point, for the caller.
    pub point: u32,
}

#[derive(Debug, Clone, Copy)]
struct Open {
    start: i64,
    end: i64,
    index: u32,
}

/// All slices of a thread, placed.
#[derive(Debug, Default)]
pub struct Nested {
    /// Records in order of drawing: by start, longer first.
    pub order: Vec<u32>,
    /// By record.
    pub placed: Vec<Placed>,
    /// Rows in each lane.
    pub heights: Vec<u32>,
    /// Answers to the queries: flow point and record.
    pub enclosing: Vec<(u32, u32)>,
}

/// Records that are slices, by start, then longer first, then file order.
///
/// Writers put out one list after the other (ops, frames, device work), each
/// by time: a stable sort finds those runs and only merges them.
pub fn drawing_order(records: &[RawSlice]) -> Vec<u32> {
    let slices = (0u32..).zip(records).filter(|(_, record)| record.kind != SliceKind::End);
    let mut keys: Vec<(i64, i64, u32)> = slices.map(|(i, record)| (record.start, -record.dur, i)).collect();
    if !keys.is_sorted() {
        keys.sort();
    }
    keys.into_iter().map(|(.., i)| i).collect()
}

/// Nests the slices of one thread. `queries` are sorted by time.
pub fn nest(records: &mut [RawSlice], order: Vec<u32>, tolerance: i64, queries: &[Query]) -> Nested {
    let placed = vec![Placed { lane: 0, depth: 0, parent: NONE }; records.len()];
    let mut nested = Nested { order, placed, heights: Vec::new(), enclosing: Vec::new() };
    let mut lanes: Vec<Vec<Open>> = Vec::new();
    let mut queries = queries.iter().peekable();
    let mut latest: Option<u32> = None;
    for k in 0..nested.order.len() {
        let i = nested.order[k];
        let start = records[i as usize].start;
        while let Some(query) = queries.next_if(|query| query.time < start) {
            nested.enclosing.push((query.point, enclosing(&lanes, latest, records, query.time)));
        }
        place(&mut nested, &mut lanes, records, i, tolerance);
        latest = Some(i);
    }
    for query in queries {
        nested.enclosing.push((query.point, enclosing(&lanes, latest, records, query.time)));
    }
    nested
}

fn place(nested: &mut Nested, lanes: &mut Vec<Vec<Open>>, records: &mut [RawSlice], i: u32, tolerance: i64) {
    let lane = (0..lanes.len().min(LANES_TRIED))
        .find(|&lane| fits(&mut lanes[lane], records, i, tolerance))
        .or_else(|| {
            (LANES_TRIED..lanes.len()).rev().take(LANES_TRIED).find(|&l| is_free(&mut lanes[l], records, i))
        });
    let lane = lane.unwrap_or_else(|| {
        lanes.push(Vec::new());
        nested.heights.push(0);
        lanes.len() - 1
    });
    let stack = &mut lanes[lane];
    let record = &records[i as usize];
    let parent = stack.last().map_or(NONE, |open| open.index);
    let depth = stack.len() as u32;
    nested.placed[i as usize] = Placed { lane: lane as u32, depth, parent };
    nested.heights[lane] = nested.heights[lane].max(depth + 1);
    let end = record.start.saturating_add(record.dur);
    // What sticks out of its parent by rounding must not hold the lane longer.
    let end = stack.last().map_or(end, |open| end.min(open.end));
    stack.push(Open { start: record.start, end, index: i });
}

/// Closes what has ended; a slice of no length still holds its children of no
/// length, and an unfinished one those at its very end.
fn close_ended(stack: &mut Vec<Open>, records: &[RawSlice], start: i64, dur: i64) {
    while let Some(top) = stack.last() {
        let holds = dur == 0
            && top.end == start
            && (top.start == start || records[top.index as usize].flags.has(SliceFlags::UNCLOSED));
        if top.end > start || holds {
            break;
        }
        stack.pop();
    }
}

fn is_free(stack: &mut Vec<Open>, records: &[RawSlice], i: u32) -> bool {
    let record = records[i as usize];
    close_ended(stack, records, record.start, record.dur);
    stack.is_empty()
}

fn fits(stack: &mut Vec<Open>, records: &mut [RawSlice], i: u32, tolerance: i64) -> bool {
    let RawSlice { start, dur, flags, .. } = records[i as usize];
    loop {
        close_ended(stack, records, start, dur);
        let Some(&top) = stack.last() else { return true };
        let end = start.saturating_add(dur);
        if end <= top.end {
            return true;
        }
        if flags.has(SliceFlags::UNCLOSED) {
            records[i as usize].dur = top.end.saturating_sub(start).max(0);
            return true;
        }
        if end.saturating_sub(top.end) <= tolerance {
            records[i as usize].flags.set(SliceFlags::CLIPPED);
            return true;
        }
        if top.end.saturating_sub(start) > tolerance {
            return false;
        }
        records[top.index as usize].flags.set(SliceFlags::CLIPPED);
        stack.pop();
    }
}

/// The slice that a flow at `time` belongs to: one that starts there (the
/// deepest), else the deepest around it, else one that ends there.
fn enclosing(lanes: &[Vec<Open>], latest: Option<u32>, records: &[RawSlice], time: i64) -> u32 {
    if let Some(latest) = latest
        && records[latest as usize].start == time
    {
        return latest;
    }
    let deepest = |covers: fn(&Open, i64) -> bool| {
        lanes
            .iter()
            .filter_map(|stack| {
                let depth = stack.iter().rposition(|open| covers(open, time))?;
                Some((depth, stack[depth].start, stack[depth].index))
            })
            .max()
            .map(|(.., index)| index)
    };
    deepest(|open, time| open.end > time).or_else(|| deepest(|open, time| open.end == time)).unwrap_or(NONE)
}
