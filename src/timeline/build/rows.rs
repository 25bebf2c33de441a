//! Boxes of a row: long slices one by one, short ones merged by column.
//!
//! A slice that is a column wide or more is always a box of its own. Shorter
//! ones that start in the same column become one box, which keeps their number
//! and stands for the longest. Each step leaps over a column by galloping
//! through the starts, so that a row of millions costs what its columns cost.

use super::{FrameStyle, SliceColour, row_at};
use crate::timeline::frame::{RowsBand, box_flag};
use crate::timeline::grid::Grid;
use crate::timeline::index::TraceIndex;
use crate::timeline::pyramid::FAN;
use crate::trace::{Row, SliceFlags, SliceId, Trace};
use std::ops::Range;

/// Upper bound of the boxes that [`push_row`] makes of a row.
pub fn most_boxes(trace: &Trace, row: u32, grid: &Grid) -> u64 {
    let slices = slices_in_view(trace, row_at(trace, row), grid).len() as u64;
    // In a column: one merged box and the one long slice that starts there.
    slices.min(2 * u64::from(grid.columns()) + 1)
}

/// Appends the boxes of a row (an index into [`Trace::rows`]).
pub fn push_row(
    trace: &Trace,
    index: &TraceIndex,
    style: &FrameStyle<'_>,
    grid: &Grid,
    first_row: u32,
    row: u32,
    out: &mut RowsBand,
) {
    let number = row - first_row;
    let row = row_at(trace, row);
    let durs = &trace.slices.dur;
    let wide = grid.ticks_of(1);
    let view = slices_in_view(trace, row, grid);
    let mut at = view.start;
    while at < view.end {
        let mut next = at + 1;
        // Blocks are asked first, so that the columns themselves are not
        // fetched from memory where a row is dense.
        let block = at.is_multiple_of(FAN).then_some(at / FAN);
        let start = block.map_or(trace.slices.start[at], |block| index.blocks.starts[block]);
        if index.longest.first_at_least(durs, at..next, wide).is_none() {
            let last = grid.last_tick(grid.column_from_time(start));
            next = column_end(trace, index, at..view.end, last, wide / BLOCK_PART);
            next = index.longest.first_at_least(durs, at..next, wide).unwrap_or(next);
        }
        push_box(trace, index, style, row, number, at..next, out);
        at = next;
    }
}

/// A block of slices that starts within this part of a column is not split
/// between two of them.
const BLOCK_PART: i64 = 8;

/// Where the slices of `run` end that share the column whose last tick is
/// `last`. Blocks that start within `slack` ticks are taken whole.
fn column_end(trace: &Trace, index: &TraceIndex, run: Range<usize>, last: i64, slack: i64) -> usize {
    let (starts, blocks) = (&trace.slices.start, &index.blocks.starts);
    let next_block = run.start / FAN + 1;
    let end_block = run.end.div_ceil(FAN);
    let later = gallop(&blocks[..end_block], next_block.min(end_block), |start| start <= last);
    let first = (later - 1) * FAN;
    let whole = first >= run.start && first + FAN < run.end;
    if whole && blocks.get(later).is_some_and(|next| next.saturating_sub(blocks[later - 1]) <= slack) {
        return first + FAN;
    }
    let rest = first.max(run.start) + 1..(first + FAN).min(run.end);
    rest.start + starts[rest].partition_point(|&start| start <= last)
}

/// Slices of a row that overlap the span, or touch its last tick.
fn slices_in_view(trace: &Trace, row: &Row, grid: &Grid) -> Range<usize> {
    let slices = &trace.slices;
    let (first, end) = (row.first as usize, row.end as usize);
    let starts = &slices.start[first..end];
    let mut from = first + starts.partition_point(|&start| start < grid.start());
    let to = from + slices.start[from..end].partition_point(|&start| start <= grid.end());
    // Slices of a row follow each other: only the one before can reach in.
    // (It may be hidden behind clipped or empty ones at the same time.)
    for before in (first.max(from.saturating_sub(4))..from).rev() {
        if slices.end(SliceId(before as u32)) > grid.start() {
            from = before;
        }
    }
    from..to
}

/// Position of the first element at or after `from` that is not `ahead`.
/// Costs the logarithm of the distance; elements that are `ahead` stand first.
pub fn gallop(sorted: &[i64], from: usize, ahead: impl Fn(i64) -> bool) -> usize {
    let (mut low, mut step) = (from, 1);
    while low + step <= sorted.len() && ahead(sorted[low + step - 1]) {
        low += step;
        step *= 2;
    }
    let high = (low + step).min(sorted.len());
    low + sorted[low..high].partition_point(|&value| ahead(value))
}

/// Appends one box for a run of slices.
fn push_box(
    trace: &Trace,
    index: &TraceIndex,
    style: &FrameStyle<'_>,
    row: &Row,
    number: u32,
    run: Range<usize>,
    out: &mut RowsBand,
) {
    let slices = &trace.slices;
    let count = run.len() as u32;
    let longest = match count {
        1 => run.start,
        _ => index.longest.argmax(&slices.dur, run.clone()).unwrap_or(run.start),
    };
    let slice = SliceId(longest as u32);
    // Slices of a row follow each other, so that the last one ends last.
    let end = match run.end % FAN {
        0 => index.blocks.ends[run.end / FAN - 1],
        _ => index.drawn_end(trace, row, SliceId(run.end as u32 - 1)),
    };
    let mut flags = box_flags(slices.flags[longest]);
    if style.hits.is_some_and(|hits| hits.slices.count(run.start as u32..run.end as u32) > 0) {
        flags |= box_flag::HIT;
    }
    let colour = match style.colours.colour(trace, slice) {
        SliceColour::Palette(colour) => colour,
        SliceColour::Cname(cname) => {
            flags |= box_flag::CNAME;
            cname
        }
    };
    out.row.push(number);
    out.start.push(match run.start % FAN {
        0 => index.blocks.starts[run.start / FAN],
        _ => slices.start[run.start],
    });
    out.end.push(end);
    out.slice.push(slice);
    out.name.push(slices.name[longest]);
    out.count.push(count);
    out.colour.push(colour);
    out.flags.push(flags);
}

fn box_flags(flags: SliceFlags) -> u8 {
    let mut out = 0;
    let mut set = |from: u16, to: u8| {
        if flags.has(from) {
            out |= to;
        }
    };
    set(SliceFlags::UNCLOSED, box_flag::UNFINISHED);
    set(SliceFlags::CLIPPED, box_flag::CLIPPED);
    set(SliceFlags::DUR_INVALID | SliceFlags::DUR_NEGATIVE, box_flag::REPAIRED);
    set(SliceFlags::INSTANT, box_flag::INSTANT);
    set(SliceFlags::NO_BEGIN, box_flag::NO_BEGIN);
    out
}
