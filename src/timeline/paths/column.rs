//! Boxes and ribbons of one lowering column.

use super::WIDE;
use super::flow::Flow;
use super::ribbon::{Edge, outline};
use super::rows;
use super::size::Size;
use crate::lowering::comparison::PathView;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Boxes of a row at most; what is more is counted.
pub const MOST_BOXES: usize = 160;
/// Items that go one way up to here have a ribbon each.
const MOST_STRANDS: usize = 6;
/// Widest that a leaf or a launch gets.
const LEAF_WIDE: f64 = 820.0;
const LAUNCH_WIDE: f64 = 340.0;

/// A box of a row, in thousandths of the column.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Index of a node (leaves, launches) or an item.
    pub of: u32,
    pub left: f64,
    pub width: f64,
    /// Ops of the baseline that it stands for, of those that are shown.
    pub ops: Vec<u32>,
    /// Index of the items in it.
    pub items: Vec<u32>,
}

impl Block {
    fn edge(&self, y: f64) -> Edge {
        Edge { left: self.left, right: self.left + self.width, y }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Ribbon {
    /// Op of the baseline.
    pub op: u32,
    pub d: String,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Column {
    /// One for each op that is shown, in order.
    pub ops: Vec<Block>,
    pub leaves: Vec<Block>,
    /// Empty where nothing launches.
    pub launches: Vec<Block>,
    pub items: Vec<Block>,
    pub ribbons: Vec<Ribbon>,
    /// Items that found no room.
    pub items_left_out: usize,
    /// What all items of the window take on the axis, in the unit of the size.
    pub span: i64,
}

/// Which items of a path stand for the ops that are shown, in order of start.
/// `all`: these are all ops, so that new items are shown as well.
fn shown_items(path: &PathView, flow: &Flow, ops: &[u32], all: bool) -> Vec<u32> {
    (0..path.items.len() as u32)
        .filter(|item| {
            let stands_for = flow.ops_of.get(*item as usize).map_or(&[][..], Vec::as_slice);
            all || stands_for.iter().any(|op| ops.binary_search(op).is_ok())
        })
        .collect()
}

/// Where items stand, from 0, and the length of it all. `packed` leaves out the
/// time between them: those of a window may lie far apart. Counts and bytes have
/// nothing between them.
fn starts(path: &PathView, items: &[u32], packed: bool, size: Size) -> (Vec<i64>, i64) {
    let all = || items.iter().filter_map(|item| path.items.get(*item as usize));
    if packed || size != Size::Time {
        let mut end = 0i64;
        let starts = all().map(|item| {
            let start = end;
            end = end.saturating_add(size.of(item).unwrap_or(0));
            start
        });
        let starts = starts.collect();
        return (starts, end);
    }
    let first = all().map(|item| item.start_ns).min().unwrap_or(0);
    let end = all().map(|item| item.start_ns.saturating_add(item.median_ns.max(0))).max().unwrap_or(first);
    (all().map(|item| item.start_ns - first).collect(), (end - first).max(0))
}

/// What the items of a column take on its axis, in the unit of `size`.
pub fn length(path: &PathView, flow: &Flow, ops: &[u32], all: bool, size: Size) -> i64 {
    starts(path, &shown_items(path, flow, ops, all), !all, size).1
}

/// Lays out a column. `ops` ascending; `scale` is what a column's whole width
/// stands for, the same for all columns.
pub fn column(path: &PathView, flow: &Flow, ops: &[u32], all: bool, size: Size, scale: i64) -> Column {
    let mut items = shown_items(path, flow, ops, all);
    let (starts, length) = starts(path, &items, !all, size);
    let items_left_out = items.len().saturating_sub(MOST_BOXES);
    items.truncate(MOST_BOXES);
    let shown = |item: u32| -> Vec<u32> {
        let stands_for = flow.ops_of.get(item as usize).map_or(&[][..], Vec::as_slice);
        stands_for.iter().copied().filter(|op| ops.binary_search(op).is_ok()).collect()
    };
    let node_of = |item: u32| path.items.get(item as usize).map(|i| i.node);
    let launch_of = |item: u32| path.items.get(item as usize).and_then(|i| i.launch);
    let op_blocks = spread(ops.len(), WIDE)
        .zip(ops)
        .map(|((left, width), op)| Block { of: *op, left, width, ops: vec![*op], items: Vec::new() })
        .collect();
    let per_unit = WIDE / scale.max(1) as f64;
    let item_blocks: Vec<Block> = items
        .iter()
        .zip(starts)
        .filter_map(|(at, start)| {
            let item = path.items.get(*at as usize)?;
            let left = (start as f64 * per_unit).clamp(0.0, WIDE - 2.0);
            let width = (size.of(item).unwrap_or(0) as f64 * per_unit).clamp(2.0, WIDE - left);
            Some(Block { of: *at, left, width, ops: shown(*at), items: vec![*at] })
        })
        .collect();
    let mut column = Column {
        ops: op_blocks,
        leaves: gather(&items, node_of, shown, LEAF_WIDE),
        launches: gather(&items, launch_of, shown, LAUNCH_WIDE),
        items: item_blocks,
        ribbons: Vec::new(),
        items_left_out,
        span: length,
    };
    column.ribbons = ribbons(path, &column, flow);
    column
}

/// One block for each node that some items share, in order of the items.
fn gather(
    items: &[u32],
    node_of: impl Fn(u32) -> Option<u32>,
    ops_of: impl Fn(u32) -> Vec<u32>,
    widest: f64,
) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut place_of = FxHashMap::default();
    for item in items {
        let Some(node) = node_of(*item) else { continue };
        let at = *place_of.entry(node).or_insert_with(|| {
            blocks.push(Block { of: node, left: 0.0, width: 0.0, ops: Vec::new(), items: Vec::new() });
            blocks.len() - 1
        });
        blocks[at].items.push(*item);
        blocks[at].ops.extend(ops_of(*item));
    }
    let places: Vec<(f64, f64)> = spread(blocks.len(), (widest * blocks.len() as f64).min(WIDE)).collect();
    for (block, (left, width)) in blocks.iter_mut().zip(places) {
        (block.left, block.width) = (left, width);
        block.ops.sort_unstable();
        block.ops.dedup();
    }
    blocks
}

/// Places of `count` equal boxes with gaps.
fn spread(count: usize, wide: f64) -> impl Iterator<Item = (f64, f64)> {
    let count = count.max(1);
    let gap = (wide * 0.16 / count as f64).min(9.0);
    let width = (wide - gap * (count - 1) as f64) / count as f64;
    (0..count).map(move |at| (at as f64 * (width + gap), width))
}

/// Items in a row that stand for the same ops and came the same way, as a range
/// of the column's items. A few are drawn each on its own; more are one ribbon.
fn bundles(path: &PathView, items: &[Block]) -> Vec<Range<usize>> {
    let way = |block: &Block| path.items.get(block.of as usize).map(|item| (item.node, item.launch));
    let runs = items.chunk_by(|a, b| a.ops == b.ops && way(a) == way(b));
    let mut bundles = Vec::new();
    let mut start = 0;
    for run in runs {
        let end = start + run.len();
        if run.len() > MOST_STRANDS {
            bundles.push(start..end);
        } else {
            bundles.extend((start..end).map(|at| at..at + 1));
        }
        start = end;
    }
    bundles
}

fn ribbons(path: &PathView, column: &Column, flow: &Flow) -> Vec<Ribbon> {
    let rows =
        [(strands(&column.leaves, flow), rows::LEAVES), (strands(&column.launches, flow), rows::LAUNCHES)];
    let mut bundles_of: FxHashMap<u32, Vec<Range<usize>>> = FxHashMap::default();
    for bundle in bundles(path, &column.items) {
        for op in &column.items[bundle.start].ops {
            bundles_of.entry(*op).or_default().push(bundle.clone());
        }
    }
    let mut ribbons = Vec::new();
    for block in &column.ops {
        let op = block.of;
        let bundles = bundles_of.get(&op).map_or(&[][..], Vec::as_slice);
        let all = bundles.iter().map(Range::len).sum();
        let mut before = 0;
        for bundle in bundles {
            let (first, last) = (&column.items[bundle.start], &column.items[bundle.end - 1]);
            let mut above = block.edge(rows::OPS.1).parts(before, bundle.len(), all);
            before += bundle.len();
            for (strands, (top, bottom)) in &rows {
                let ends = strands.get(&(op, first.of)).zip(strands.get(&(op, last.of)));
                let Some((from, to)) = ends else { continue };
                let (left, right) = (from.left, to.right);
                ribbons.push(Ribbon { op, d: outline(above, Edge { left, right, y: *top }) });
                above = Edge { left, right, y: *bottom };
            }
            let at = first.ops.iter().position(|other| *other == op).unwrap_or(0);
            let whole = Edge { left: first.left, right: last.left + last.width, y: rows::ITEMS.0 };
            ribbons.push(Ribbon { op, d: outline(above, whole.part(at, first.ops.len())) });
        }
    }
    ribbons
}

/// The place of each op's way to each item within the boxes of a row, which
/// several ways may share.
fn strands(row: &[Block], flow: &Flow) -> FxHashMap<(u32, u32), Edge> {
    let mut places = FxHashMap::default();
    for block in row {
        let mut ways = Vec::new();
        for item in &block.items {
            let ops = flow.ops_of.get(*item as usize).map_or(&[][..], Vec::as_slice);
            ways.extend(ops.iter().filter(|op| block.ops.binary_search(op).is_ok()).map(|op| (*op, *item)));
        }
        ways.sort_unstable();
        for (at, way) in ways.iter().enumerate() {
            places.insert(*way, block.edge(0.0).part(at, ways.len()));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;
    use crate::lowering::profile::Item;

    fn laid_out(path: usize) -> Column {
        let comparison = comparison();
        let flow = Flow::new(&comparison, path);
        column(&comparison.paths[path], &flow, &[0, 1, 2, 3, 4, 5, 6, 7], true, Size::Time, 160_500)
    }

    #[test]
    fn eight_ops_of_the_baseline_are_joined_to_eight_kernels() {
        let column = laid_out(0);
        assert_eq!(
            (column.ops.len(), column.leaves.len(), column.launches.len(), column.items.len()),
            (8, 8, 8, 8)
        );
        assert_eq!(column.ribbons.len(), 24);
        assert!(column.items.iter().all(|b| b.left + b.width <= WIDE + 0.01));
        assert!(column.items[0].width > column.items[2].width);
    }

    #[test]
    fn strands_in_a_fused_box_lie_side_by_side_and_fill_it() {
        let comparison = comparison();
        let flow = Flow::new(&comparison, 2);
        let column = laid_out(2);
        assert_eq!((column.leaves.len(), column.items.len()), (1, 1));
        let strands = strands(&column.leaves, &flow);
        let parts: Vec<Edge> = (0..8).map(|op| strands[&(op, 0)]).collect();
        assert!((parts[0].left, parts[7].right) == (0.0, LEAF_WIDE));
        assert!(parts.windows(2).all(|pair| (pair[0].right - pair[1].left).abs() < 1e-9));
    }

    #[test]
    fn a_window_of_ops_shows_their_items_only() {
        let comparison = comparison();
        let flow = Flow::new(&comparison, 0);
        let column = column(&comparison.paths[0], &flow, &[2, 3], false, Size::Time, 20_000);
        assert_eq!(column.items.iter().map(|b| b.of).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(column.items[0].left, 0.0);
        // What lies between two kernels is left out.
        assert!((column.items[1].left - column.items[0].width).abs() < 1e-6);
        assert_eq!(column.span, 15_400 + 1_640);
    }

    #[test]
    fn widths_are_those_of_the_size_that_is_asked_for() {
        let comparison = comparison();
        let flow = Flow::new(&comparison, 0);
        let ops: Vec<u32> = (0..8).collect();
        let path = &comparison.paths[0];
        assert_eq!(length(path, &flow, &ops, true, Size::Count), 8);
        let counted = column(path, &flow, &ops, true, Size::Count, 8);
        assert!(counted.items.iter().all(|block| (block.width - WIDE / 8.0).abs() < 1e-9));
        let bytes = length(path, &flow, &ops, true, Size::Bytes);
        let moved = column(path, &flow, &ops, true, Size::Bytes, bytes);
        assert!((moved.items[1].width / moved.items[0].width - 73.3 / 55.0).abs() < 1e-6);
        assert_eq!(moved.span, bytes);
    }

    #[test]
    fn many_items_that_go_one_way_share_a_ribbon() {
        let mut comparison = comparison();
        let path = &mut comparison.paths[2];
        let item = path.items[0].clone();
        path.items =
            (0..100).map(|at| Item { start_ns: at * 1_000, median_ns: 900, ..item.clone() }).collect();
        comparison.alignments[1].stands_for = vec![(0..8).collect(); 100];
        let flow = Flow::new(&comparison, 2);
        let ops: Vec<u32> = (0..8).collect();
        let column = column(&comparison.paths[2], &flow, &ops, true, Size::Time, 100_000);
        assert_eq!(column.items.len(), 100);
        // Each op has one way: to the leaf, to the launch, to the items.
        assert_eq!(column.ribbons.len(), 8 * 3);
        let end = column.ribbons.last().map(|ribbon| ribbon.d.clone()).unwrap_or_default();
        assert!(end.contains(" 999.0 306"), "the last op's ribbon ends where the items end: {end}");
    }

    #[test]
    fn a_path_without_launches_joins_leaves_to_items() {
        let mut comparison = comparison();
        for item in &mut comparison.paths[0].items {
            item.launch = None;
        }
        let flow = Flow::new(&comparison, 0);
        let column = column(&comparison.paths[0], &flow, &[0, 1], false, Size::Time, 1);
        assert!(column.launches.is_empty());
        assert_eq!(column.ribbons.len(), 4);
    }
}
