//! Work of several instructions together: of an opcode, of an operator.

use super::scope::{Part, Scope};
use super::spans::Spans;
use crate::analysis::locate::locate_slice;
use crate::engine::protocol::Located;
use crate::neuron::{Instruction, Lane, TensorKind};
use crate::trace::{Interval, SliceId, StringId, Trace};
use rustc_hash::FxHashMap;

/// A sum over instructions. Waits count as instructions, without time.
#[derive(Debug, Clone, Default)]
pub struct Work {
    pub count: u64,
    /// Of `count`, those whose duration is waiting.
    pub waits: u64,
    /// Ticks of all durations; overlaps count more than once.
    pub sum: i64,
    /// One bit for each of [`Lane::ALL`].
    pub lanes: u8,
    hbm_read: u64,
    hbm_write: u64,
    /// Of matrix multiplications that do not only transpose.
    pub elements: u64,
    intervals: Vec<Interval>,
    longest: Option<(i64, SliceId)>,
}

impl Work {
    pub fn add(&mut self, scope: &Scope<'_>, row: &Instruction, part: Option<Part>) {
        self.count += 1;
        self.waits += u64::from(row.is_wait());
        self.lanes |= lane_bit(row.lane);
        let Some(part) = part else { return };
        if !row.is_wait() {
            self.add_time(row.slice, part.inside);
        } else if self.longest.is_none() {
            self.longest = Some((-1, row.slice));
        }
        if let Some(bytes) = scope.profile.bytes_of(row) {
            self.hbm_read = self.hbm_read.saturating_add(part.of(bytes.hbm_read));
            self.hbm_write = self.hbm_write.saturating_add(part.of(bytes.hbm_write));
        }
        if row.tensor != TensorKind::Transpose {
            self.elements = self.elements.saturating_add(part.of(row.elements));
        }
    }

    /// Time that a slice took, whatever it is.
    pub fn add_time(&mut self, slice: SliceId, inside: Interval) {
        self.sum = self.sum.saturating_add(inside.len());
        if self.longest.is_none_or(|(longest, _)| inside.len() > longest) {
            self.longest = Some((inside.len(), slice));
        }
        self.intervals.push(inside);
    }

    /// Time that is covered; gives up the intervals that it is drawn from.
    pub fn take_spans(&mut self) -> Spans {
        Spans::new(std::mem::take(&mut self.intervals))
    }

    /// Ticks of the longest piece.
    pub fn longest_ticks(&self) -> i64 {
        self.longest.map_or(0, |(ticks, _)| ticks.max(0))
    }

    /// The longest piece, to go to.
    pub fn longest(&self, scope: &Scope<'_>) -> Option<Located> {
        self.longest.map(|(_, slice)| locate_slice(scope.trace, slice))
    }

    pub fn longest_slice(&self) -> Option<SliceId> {
        self.longest.map(|(_, slice)| slice)
    }

    /// Bytes read from and written to HBM; `None` in a cut, where they say
    /// nothing of what moved there.
    pub fn hbm(&self, scope: &Scope<'_>) -> Option<(u64, u64)> {
        (!scope.is_cut()).then_some((self.hbm_read, self.hbm_write))
    }

    /// FLOPs, without transposes.
    pub fn flops(&self) -> f64 {
        2.0 * self.elements as f64
    }
}

/// Opcodes by the time that they took.
#[derive(Debug, Clone, Default)]
pub struct Opcodes(FxHashMap<StringId, i64>);

impl Opcodes {
    /// Opcodes that are named.
    const NAMED: usize = 2;

    pub fn add(&mut self, row: &Instruction, part: Option<Part>) {
        if !row.is_wait() {
            let ticks = self.0.entry(row.opcode).or_default();
            *ticks = ticks.saturating_add(part.map_or(0, |part| part.inside.len()));
        }
    }

    /// The greatest of them.
    pub fn names(&self, trace: &Trace) -> String {
        let mut all: Vec<(&StringId, &i64)> = self.0.iter().collect();
        all.sort_by_key(|(opcode, ticks)| (std::cmp::Reverse(**ticks), **opcode));
        let names = all.iter().take(Self::NAMED).map(|(opcode, _)| trace.name(**opcode));
        names.collect::<Vec<_>>().join(", ")
    }
}

fn lane_bit(lane: Lane) -> u8 {
    Lane::ALL.iter().position(|known| *known == lane).map_or(0, |at| 1 << at)
}

/// Names of the lanes of a set of bits, in Neuron's order.
pub fn lane_names(lanes: u8) -> String {
    let names = Lane::ALL.iter().enumerate().filter(|(at, _)| lanes >> at & 1 == 1);
    names.map(|(_, lane)| lane.name()).collect::<Vec<_>>().join(", ")
}
