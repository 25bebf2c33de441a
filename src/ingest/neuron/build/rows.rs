//! Fills the columns with the slices of one track.

use super::pack::Packer;
use super::plan::Filling;
use super::{Finisher, Item, What};
use crate::neuron::Dma;
use crate::trace::{Row, RowName, SliceFlags, SliceId, StringId, TrackId};

impl Finisher {
    pub(super) fn fill_track(&mut self, at: usize) {
        let Some((track, filling)) = self.plan.slices.get_mut(at) else { return };
        let track = *track;
        let filling = std::mem::replace(filling, Filling::Others(Vec::new()));
        let items = match filling {
            Filling::Instructions(rows) => self.instruction_items(rows),
            Filling::Dma(rows) => self.dma_items(&rows),
            Filling::Others(rows) => self.other_items(rows, track),
        };
        self.fill_rows(track, &items);
    }

    /// Instructions by start, and before them the times that they waited.
    fn instruction_items(&mut self, mut rows: Vec<u32>) -> Vec<Item> {
        let raw = &self.instructions;
        rows.sort_by_key(|&row| (raw[row as usize].start, -raw[row as usize].dur));
        let mut items = Vec::with_capacity(rows.len());
        for row in rows {
            let (raw, wait) = (&raw[row as usize], self.profile.instructions[row as usize].wait);
            if wait > 0 {
                let start = raw.start.saturating_sub(wait);
                items.push(Item { start, end: raw.start, band: 0, what: What::Wait(row) });
            }
            items.push(Item { start: raw.start, end: raw.end(), band: 0, what: What::Instruction(row) });
        }
        items
    }

    /// Transfers above, then packets, those of no known engine first.
    fn dma_items(&mut self, rows: &[u32]) -> Vec<Item> {
        let item = |&row: &u32| {
            let (raw, dma) = (&self.dma[row as usize], &self.profile.dma[row as usize]);
            let engine = self.profile.route_of(dma).engine;
            let band = match engine {
                Some(engine) if !dma.is_transfer() => 2 + u32::from(engine),
                _ => u32::from(!dma.is_transfer()),
            };
            Item { start: raw.start, end: raw.end(), band, what: What::Dma(row) }
        };
        let mut items: Vec<Item> = rows.iter().map(item).collect();
        items.sort_by_key(|item| (item.band, item.start, std::cmp::Reverse(item.end)));
        items
    }

    fn other_items(&mut self, mut rows: Vec<u32>, track: TrackId) -> Vec<Item> {
        let others = &self.others;
        rows.sort_by_key(|&row| (others[row as usize].raw.start, -others[row as usize].raw.dur));
        let (points, rows): (Vec<u32>, Vec<u32>) =
            rows.into_iter().partition(|&row| others[row as usize].is_point);
        self.instants.extend(points.into_iter().map(|row| (track, row)));
        let item = |row: u32| {
            let raw = &self.others[row as usize].raw;
            Item { start: raw.start, end: raw.end(), band: 0, what: What::Other(row) }
        };
        rows.into_iter().map(item).collect()
    }

    /// Appends the slices row by row. Items come by band and start.
    fn fill_rows(&mut self, track: TrackId, items: &[Item]) {
        let first_slice = self.trace.slices.len() as u32;
        let first_row = self.trace.rows.len() as u32;
        let mut lanes = Vec::with_capacity(items.len());
        let mut counts: Vec<u32> = Vec::new();
        for band in items.chunk_by(|a, b| a.band == b.band) {
            let mut packer = Packer::default();
            let above = counts.len() as u32;
            if let Some(name) = self.band_name(&band[0]) {
                self.trace.row_names.push(RowName { row: first_row + above, name });
            }
            for item in band {
                let lane = above + packer.place(item.start, item.end);
                if counts.len() as u32 <= lane {
                    counts.resize(lane as usize + 1, 0);
                }
                counts[lane as usize] += 1;
                lanes.push(lane);
            }
        }
        let mut next = Vec::with_capacity(counts.len());
        let mut at = first_slice;
        for (lane, count) in (0u32..).zip(&counts) {
            next.push(at);
            self.trace.rows.push(Row { track, depth: 0, lane, first: at, end: at + count });
            at += count;
        }
        let mut by_place = vec![0u32; items.len()];
        for (index, lane) in (0u32..).zip(&lanes) {
            let slot = &mut next[*lane as usize];
            by_place[(*slot - first_slice) as usize] = index;
            *slot += 1;
        }
        for (slice, index) in (first_slice..).zip(by_place) {
            let item = items[index as usize];
            self.push_slice(&item);
            self.set_slice(item.what, SliceId(slice));
        }
        let track = &mut self.trace.tracks[track.index()];
        track.slices = first_slice..at;
        track.rows = first_row..first_row + counts.len() as u32;
    }

    /// Name of the rows of a band: the engine that moves the packets.
    fn band_name(&mut self, item: &Item) -> Option<StringId> {
        let What::Dma(row) = item.what else { return None };
        let dma = self.profile.dma[row as usize];
        let engine = self.profile.route_of(&dma).engine.filter(|_| !dma.is_transfer())?;
        Some(self.trace.strings.intern(&engine_name(engine)))
    }

    fn push_slice(&mut self, item: &Item) {
        let (name, cat, raw, wait) = match item.what {
            What::Instruction(row) => {
                let instruction = &self.profile.instructions[row as usize];
                let cat = if instruction.is_wait() { "wait" } else { "instruction" };
                (instruction.opcode, cat, self.instructions[row as usize], instruction.is_wait())
            }
            What::Wait(row) => {
                let name = self.trace.strings.intern("wait");
                (name, "wait", self.instructions[row as usize], true)
            }
            What::Dma(row) => {
                let dma = self.profile.dma[row as usize];
                let cat = if dma.is_transfer() { "dma transfer" } else { "dma packet" };
                (self.dma_name(&dma), cat, self.dma[row as usize], false)
            }
            What::Other(row) => {
                let other = &self.others[row as usize];
                let cat = other.section;
                self.push_columns(item, other.name, cat, other.raw, false);
                return;
            }
        };
        let cat = self.trace.strings.intern(cat);
        self.push_columns(item, name, cat, raw, wait);
    }

    fn push_columns(&mut self, item: &Item, name: StringId, cat: StringId, raw: super::RawRow, wait: bool) {
        let slices = &mut self.trace.slices;
        let mut flags = raw.flags;
        if wait {
            flags.set(SliceFlags::WAIT);
        }
        slices.start.push(item.start);
        slices.dur.push(item.end.saturating_sub(item.start));
        slices.name.push(name);
        slices.cat.push(cat);
        slices.parent.push(SliceId::NONE);
        slices.args.push(raw.args);
        slices.flags.push(flags);
        slices.event.push(raw.event);
    }

    /// What it moves; where that is not known, the engine that does.
    fn dma_name(&mut self, dma: &Dma) -> StringId {
        let route = self.profile.route_of(dma);
        if route.variable != StringId::NONE {
            return route.variable;
        }
        if dma.is_transfer() {
            return route.queue;
        }
        match route.engine {
            Some(engine) => self.trace.strings.intern(&engine_name(engine)),
            None => route.queue,
        }
    }
}

/// A DMA engine as Neuron's own viewer calls it.
fn engine_name(engine: u16) -> String {
    format!("DMA-E{engine}")
}
