//! Which slices and instants have their args in which block.
//!
//! Columns are in drawing order and args in file order, so the way from a
//! block to its items needs an index: four bytes for each item, only while a
//! search looks at args.

use super::super::protocol::Item;
use crate::trace::{ArgsRef, ArgsStore, InstantId, SliceId, Trace};

/// Items by block. An item is a number: slices first, then instants, then
/// args of the end events of slices.
#[derive(Debug)]
pub struct Places {
    /// Where each block begins in `items`.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Places {
    pub fn new(trace: &Trace) -> Self {
        let blocks = trace.args.block_count();
        let mut starts = vec![0u32; blocks + 1];
        for_each_ref(trace, |_, block| starts[block + 1] += 1);
        for block in 0..blocks {
            starts[block + 1] += starts[block];
        }
        let mut next = starts.clone();
        let mut items = vec![0u32; starts.last().map_or(0, |end| *end as usize)];
        for_each_ref(trace, |item, block| {
            items[next[block] as usize] = item;
            next[block] += 1;
        });
        Self { starts, items }
    }

    /// Items of a block with the offsets of their args, by offset.
    pub fn in_block(&self, trace: &Trace, block: usize) -> Vec<(usize, Item)> {
        let range = self.starts[block] as usize..self.starts[block + 1] as usize;
        let mut items: Vec<(usize, Item)> = self.items[range]
            .iter()
            .filter_map(|number| {
                let (at, item) = resolve(trace, *number as usize)?;
                Some((ArgsStore::place(at)?.1, item))
            })
            .collect();
        items.sort_unstable_by_key(|(offset, _)| *offset);
        items
    }
}

fn resolve(trace: &Trace, number: usize) -> Option<(ArgsRef, Item)> {
    let slices = trace.slices.len();
    if let Some(at) = trace.slices.args.get(number) {
        return Some((*at, Item::Slice(SliceId(number as u32))));
    }
    let number = number - slices;
    if let Some(at) = trace.instants.args.get(number) {
        return Some((*at, Item::Instant(InstantId(number as u32))));
    }
    let (slice, at) = trace.slices.end_args.0.get(number - trace.instants.len())?;
    Some((*at, Item::Slice(*slice)))
}

/// Visits the number of each item that has args, with its block.
fn for_each_ref(trace: &Trace, mut visit: impl FnMut(u32, usize)) {
    let ends = trace.slices.end_args.0.iter().map(|(_, at)| at);
    let all = trace.slices.args.iter().chain(&trace.instants.args).chain(ends);
    for (number, at) in (0u32..).zip(all) {
        if let Some((block, _)) = ArgsStore::place(*at).filter(|(block, _)| *block < trace.args.block_count())
        {
            visit(number, block);
        }
    }
}
