//! Boxes of a row: long slices one by one, short ones merged by column.
//!
//! A slice that is a column wide or more is always a box of its own. Shorter
//! ones that start in the same column become one box, which keeps their number
//! and stands for the longest. Each step leaps over a column by galloping
//! through the starts, so that a row of millions costs what its columns cost.
//! Where a column holds many blocks of the index, a block that begins in it is
//! merged whole, if that reaches no further than an eighth into the next one.

use super::{FrameStyle, SliceColour, row_at};
use crate::timeline::frame::{RowsBand, box_flag};
use crate::timeline::gallop::gallop;
use crate::timeline::grid::Grid;
use crate::timeline::hits::Hits;
use crate::timeline::index::TraceIndex;
use crate::timeline::pyramid::FAN;
use crate::trace::{Row, SliceFlags, SliceId, Trace};
use std::ops::Range;

/// Upper bound of the boxes that [`RowBoxes`] makes of a row.
pub fn most_boxes(trace: &Trace, row: u32, grid: &Grid) -> u64 {
    let slices = slices_in_view(trace, row_at(trace, row), grid).len() as u64;
    // In a column: one merged box and the one long slice that starts there.
    slices.min(2 * u64::from(grid.columns()) + 1)
}

/// Makes boxes of the rows of one track.
pub struct RowBoxes<'a> {
    pub trace: &'a Trace,
    pub index: &'a TraceIndex,
    pub style: &'a FrameStyle<'a>,
    pub grid: &'a Grid,
    /// The track's first row.
    pub first_row: u32,
    pub out: RowsBand,
}

impl RowBoxes<'_> {
    /// Appends the boxes of a row (an index into [`Trace::rows`]).
    pub fn push_row(&mut self, row_index: u32) {
        let (trace, index, grid) = (self.trace, self.index, self.grid);
        let row = row_at(trace, row_index);
        let durs = &trace.slices.dur;
        let wide = grid.ticks_of(1);
        let view = slices_in_view(trace, row, grid);
        self.out.reserve(view.len().min(2 * grid.columns() as usize));
        let mut at = view.start;
        while at < view.end {
            // Blocks are asked first, so that the columns themselves are not
            // fetched from memory where a row is dense.
            let mut run = at..at + 1;
            let mut longest = at;
            if index.longest.is_below(durs, at, wide) {
                let last = grid.last_tick(grid.column_from_time(start_of(trace, index, at)));
                run.end = column_end(trace, index, at..view.end, last, wide / BLOCK_PART);
                while let Some((at, dur)) = index.longest.greatest(durs, run.clone()) {
                    longest = at;
                    if dur < wide {
                        break;
                    }
                    // A wide one is a box of its own; nothing follows it in
                    // its column but slices without length.
                    run.end = index.longest.first_at_least(durs, run.clone(), wide).unwrap_or(at);
                }
            }
            at = run.end;
            self.push_box(row, row_index - self.first_row, run, SliceId(longest as u32));
        }
    }

    /// Appends one box for a run of slices.
    fn push_box(&mut self, row: &Row, number: u32, run: Range<usize>, longest: SliceId) {
        let (trace, index, out) = (self.trace, self.index, &mut self.out);
        // Slices of a row follow each other, so that the last one ends last.
        let end = match run.end % FAN {
            0 => index.blocks.ends[run.end / FAN - 1],
            _ => index.drawn_end(trace, row, SliceId(run.end as u32 - 1)),
        };
        let mut flags = box_flags(trace.slices.flags[longest.index()]);
        let is_hit = |hits: &Hits| hits.slices.count(run.start as u32..run.end as u32) > 0;
        if self.style.hits.is_some_and(is_hit) {
            flags |= box_flag::HIT;
        }
        let colour = match self.style.colours.colour(trace, longest) {
            SliceColour::Palette(colour) => colour,
            SliceColour::Cname(cname) => {
                flags |= box_flag::CNAME;
                cname
            }
        };
        out.row.push(number);
        out.start.push(start_of(trace, index, run.start));
        out.end.push(end);
        out.slice.push(longest);
        out.name.push(trace.slices.name[longest.index()]);
        out.count.push(run.len() as u32);
        out.colour.push(colour);
        out.flags.push(flags);
    }
}

/// Start of a slice; of a block's first one, from the blocks.
fn start_of(trace: &Trace, index: &TraceIndex, at: usize) -> i64 {
    if at.is_multiple_of(FAN) { index.blocks.starts[at / FAN] } else { trace.slices.start[at] }
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
    set(SliceFlags::WAIT, box_flag::WAIT);
    out
}
