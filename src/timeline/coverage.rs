//! When anything ran: unions of slices as sorted spans, read by a cursor that
//! moves forward and skips blocks, so that a band's busy shares cost
//! columns × log n.
//!
//! A single row is such a union already and is read in place. Unions of
//! several rows are kept packed: gaps and lengths as variable-length numbers,
//! a few bytes for each span.

use super::TraceIndex;
use super::gallop::gallop;
use super::index::RUN;
use crate::trace::{Row, SliceFlags, SliceId, Trace};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Spans in a block of a packed union.
const BLOCK: usize = 48;

/// A union of slices as spans that do not overlap. A slice without length that
/// no other covers is a span without length.
#[derive(Debug, Default)]
pub struct Coverage {
    /// Start of each block's first span.
    starts: Vec<i64>,
    /// Ticks covered before each block.
    covered: Vec<u64>,
    /// Where each block's numbers begin.
    offsets: Vec<usize>,
    /// By span: the gap before it (0 for the first of a block), its length.
    bytes: Vec<u8>,
    spans: usize,
    total: u64,
}

impl Coverage {
    /// The union of the slices of several rows, waits left out.
    pub fn of_rows(trace: &Trace, rows: &[Row]) -> Self {
        let slices = &trace.slices;
        let mut heap: BinaryHeap<Reverse<(i64, u32, u32)>> = rows
            .iter()
            .filter(|row| row.first < row.end)
            .map(|row| Reverse((slices.start[row.first as usize], row.first, row.end)))
            .collect();
        let may_wait = trace.neuron.is_some();
        let mut union = Builder::default();
        while let Some(Reverse((_, mut at, end))) = heap.pop() {
            // The next start elsewhere: until then this row goes on alone.
            let until = heap.peek().map_or(i64::MAX, |Reverse((start, ..))| *start);
            while at < end {
                let start = slices.start[at as usize];
                if start > until {
                    heap.push(Reverse((start, at, end)));
                    break;
                }
                if !may_wait || !slices.flags[at as usize].has(SliceFlags::WAIT) {
                    union.push(start, slices.end(SliceId(at)));
                }
                at += 1;
            }
        }
        union.finish()
    }

    /// Ticks covered.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        self.bytes.capacity() + self.starts.capacity() * (8 + 8 + size_of::<usize>())
    }
}

/// Joins spans that come in order of their starts.
#[derive(Default)]
struct Builder {
    out: Coverage,
    open: Option<(i64, i64)>,
    previous_end: i64,
}

impl Builder {
    fn push(&mut self, start: i64, end: i64) {
        match &mut self.open {
            // One without length where others end: seen in what follows.
            Some(open) if start < open.1 || start == open.1 && (end > start || open.0 == open.1) => {
                open.1 = open.1.max(end);
            }
            open => {
                let done = open.replace((start, end.max(start)));
                self.write(done);
            }
        }
    }

    fn write(&mut self, span: Option<(i64, i64)>) {
        let Some((start, end)) = span else { return };
        let out = &mut self.out;
        let first = out.spans.is_multiple_of(BLOCK);
        if first {
            out.starts.push(start);
            out.covered.push(out.total);
            out.offsets.push(out.bytes.len());
        }
        let gap = if first { 0 } else { start.abs_diff(self.previous_end) };
        write_number(&mut out.bytes, gap);
        write_number(&mut out.bytes, end.abs_diff(start));
        out.spans += 1;
        // Spans do not overlap, so that their sum fits.
        out.total = out.total.wrapping_add(end.abs_diff(start));
        self.previous_end = end;
    }

    fn finish(mut self) -> Coverage {
        let last = self.open.take();
        self.write(last);
        let mut out = self.out;
        out.starts.shrink_to_fit();
        out.covered.shrink_to_fit();
        out.offsets.shrink_to_fit();
        out.bytes.shrink_to_fit();
        out
    }
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some(&byte) = bytes.get(*at) {
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 || shift > 63 {
            break;
        }
    }
    number
}

/// Where the spans of a union are.
#[derive(Debug, Clone, Copy)]
pub enum Spans<'a> {
    /// The slices of one row.
    Row {
        trace: &'a Trace,
        index: &'a TraceIndex,
        row: Row,
    },
    Packed(&'a Coverage),
}

/// Reads a union forward.
pub struct Cursor<'a> {
    spans: Spans<'a>,
    /// Ticks covered before `span`, counted from any zero.
    covered: u64,
    /// The span at the cursor; `None` at the end.
    span: Option<(i64, i64)>,
    /// End of the span before it, as far as it was read.
    previous_end: Option<i64>,
    /// Number of `span`: a slice, or counted from 0 in a packed union.
    number: usize,
    /// Where the span after `span` begins in a packed union's bytes.
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(spans: Spans<'a>) -> Self {
        let mut cursor = Self { spans, covered: 0, span: None, previous_end: None, number: 0, offset: 0 };
        let first = match spans {
            Spans::Row { row, .. } => row.first as usize / RUN,
            Spans::Packed(_) => 0,
        };
        cursor.enter_block(first);
        cursor
    }

    /// Ticks covered before `time`, from a zero that stays the same for this
    /// union. Times must not go back.
    pub fn covered_before(&mut self, time: i64) -> u64 {
        self.advance(time);
        match self.span {
            Some((start, end)) if start < time => self.covered.wrapping_add(time.min(end).abs_diff(start)),
            _ => self.covered,
        }
    }

    /// Whether the tick just before `time` is covered; `time` is the one that
    /// the cursor was last moved to.
    pub fn covers_tick_before(&self, time: i64) -> bool {
        self.span.is_some_and(|(start, _)| start < time) || self.previous_end == Some(time)
    }

    /// Start of the first span that does not end before the time which the
    /// cursor was last moved to.
    pub fn next_start(&self) -> Option<i64> {
        self.span.map(|(start, _)| start)
    }

    /// Moves to the first span that ends after `time` or starts at it or later.
    fn advance(&mut self, time: i64) {
        self.skip_blocks(time);
        while let Some((start, end)) = self.span {
            if start >= time || end > time {
                return;
            }
            self.step();
        }
    }

    /// Jumps to the last block that begins before `time`, if it lies ahead.
    fn skip_blocks(&mut self, time: i64) {
        match self.spans {
            Spans::Row { trace, row, .. } => {
                let starts = &trace.slices.start[..row.end as usize];
                let next = (self.number / RUN + 1) * RUN;
                if starts.get(next).is_some_and(|&start| start < time) {
                    let found = gallop(starts, next, |start| start < time);
                    self.enter_block((found - 1) / RUN);
                }
            }
            Spans::Packed(union) => {
                let next = self.number / BLOCK + 1;
                if union.starts.get(next).is_some_and(|&start| start < time) {
                    let found = gallop(&union.starts, next, |start| start < time);
                    self.enter_block(found - 1);
                }
            }
        }
    }

    fn enter_block(&mut self, block: usize) {
        self.previous_end = None;
        match self.spans {
            Spans::Row { index, row, .. } => {
                self.number = (block * RUN).max(row.first as usize);
                self.covered = if self.number == block * RUN {
                    index.ticks_before_run(block)
                } else {
                    // The row begins inside a run: count up from its own zero,
                    // which is made to meet that of the runs.
                    let (first, next) = (self.number, (block + 1) * RUN);
                    let ticks = (first..next.min(row.end as usize)).map(|i| self.row_ticks(i));
                    let ahead = ticks.fold(0u64, u64::wrapping_add);
                    index.ticks_before_run(block + 1).wrapping_sub(ahead)
                };
                self.span = self.row_span(self.number);
            }
            Spans::Packed(union) => {
                self.number = block * BLOCK;
                let Some(&start) = union.starts.get(block) else {
                    self.span = None;
                    return;
                };
                self.covered = union.covered[block];
                self.offset = union.offsets[block];
                read_number(&union.bytes, &mut self.offset);
                let len = read_number(&union.bytes, &mut self.offset);
                self.span = Some((start, start.wrapping_add_unsigned(len)));
            }
        }
    }

    fn step(&mut self) {
        let Some((start, end)) = self.span else { return };
        self.covered = self.covered.wrapping_add(end.abs_diff(start));
        if end > start {
            self.previous_end = Some(end);
        }
        self.number += 1;
        self.span = match self.spans {
            Spans::Row { .. } => self.row_span(self.number),
            Spans::Packed(union) if self.number >= union.spans => None,
            Spans::Packed(_) if self.number.is_multiple_of(BLOCK) => {
                let keep = self.previous_end;
                self.enter_block(self.number / BLOCK);
                self.previous_end = keep;
                self.span
            }
            Spans::Packed(union) => {
                let gap = read_number(&union.bytes, &mut self.offset);
                let len = read_number(&union.bytes, &mut self.offset);
                let start = end.wrapping_add_unsigned(gap);
                Some((start, start.wrapping_add_unsigned(len)))
            }
        };
    }

    fn row_span(&self, number: usize) -> Option<(i64, i64)> {
        let Spans::Row { trace, index, row } = self.spans else { return None };
        let slice = SliceId(number as u32);
        (number < row.end as usize).then(|| (trace.slices.start[number], index.drawn_end(trace, &row, slice)))
    }

    fn row_ticks(&self, number: usize) -> u64 {
        self.row_span(number).map_or(0, |(start, end)| end.abs_diff(start))
    }
}
