//! Chosen entries of a zip with a table, one after the other: which they are,
//! whether a person has to say, and what is looked at when they give no trace.

use super::notes::new_notes;
use super::sink::Sink;
use super::{Load, Phase};
use crate::engine::protocol::{ArchiveEntry, LoadFailure};
use crate::engine::tables::{folder, is_packed_name};
use crate::ingest::container::{Guess, Unpacker, ZipListing};
use std::collections::VecDeque;

/// Chosen entries of a zip, one after the other.
pub(super) struct Picking {
    listing: ZipListing,
    queue: VecDeque<usize>,
    /// Entries that nobody chose and that are called like something else:
    /// looked at when the others give no trace.
    rest: Vec<usize>,
    pub(super) current: Option<(Box<Unpacker>, std::ops::Range<u64>)>,
    pub(super) packed_total: u64,
}

impl Load {
    /// Turns to the next chosen entry, if none is being read.
    pub(super) fn turn_to_next(&mut self) {
        if let Phase::Picking(picking) = &mut self.phase
            && picking.current.is_none()
        {
            match picking.queue.pop_front() {
                Some(index) => {
                    let entry = &picking.listing.entries[index];
                    let unpacker = Box::new(Unpacker::zip_entry(entry));
                    picking.current = Some((unpacker, entry.byte_range.clone()));
                    self.notes_seen = 0;
                }
                None if !self.tables.is_empty() => self.build_tables(),
                None if self.opened == 0 && !picking.rest.is_empty() => {
                    picking.packed_total += packed_bytes(&picking.listing, &picking.rest);
                    picking.queue = std::mem::take(&mut picking.rest).into();
                }
                None => {
                    let left_out = left_out(&picking.listing, &picking.rest);
                    self.phase = Phase::Ended;
                    left_out.into_iter().for_each(|failure| self.refuse(failure));
                }
            }
        }
    }

    /// Opens these entries of the archive; none ends the load.
    pub fn choose(&mut self, entries: &[u32]) {
        if let Phase::Choosing(listing) = std::mem::replace(&mut self.phase, Phase::Ended) {
            let mut queue: Vec<usize> =
                entries.iter().map(|at| *at as usize).filter(|at| *at < listing.entries.len()).collect();
            let sets: Vec<&str> = queue.iter().filter_map(|at| set_of(&listing.entries[*at].name)).collect();
            let of_sets = (0..listing.entries.len())
                .filter(|at| set_of(&listing.entries[*at].name).is_some_and(|set| sets.contains(&set)));
            let of_sets: Vec<usize> = of_sets.collect();
            queue.extend(of_sets);
            queue.sort_unstable();
            queue.dedup();
            self.pick(listing, queue, Vec::new());
        }
    }

    /// The archive's files, while a choice is wanted. The packed tables of one
    /// folder are one choice, with the index of the first.
    pub fn choices(&self) -> Option<Vec<ArchiveEntry>> {
        let Phase::Choosing(listing) = &self.phase else { return None };
        let mut choices: Vec<ArchiveEntry> = Vec::new();
        let mut sets: Vec<(&str, usize)> = Vec::new();
        for (entry, index) in listing.entries.iter().zip(0..) {
            let set = set_of(&entry.name);
            if let Some((_, at)) = sets.iter().find(|(folder, _)| Some(*folder) == set) {
                let choice = &mut choices[*at];
                choice.packed_bytes += entry.packed_size;
                choice.text_bytes = choice.text_bytes.map(|bytes| bytes + entry.plain_size);
                continue;
            }
            sets.extend(set.map(|folder| (folder, choices.len())));
            choices.push(ArchiveEntry {
                index,
                name: set.map_or_else(|| entry.name.clone(), |folder| format!("{folder}/*.parquet")),
                packed_bytes: entry.packed_size,
                text_bytes: Some(entry.plain_size),
                likely_trace: entry.guess > Guess::Other && !entry.is_encrypted,
            });
        }
        Some(choices)
    }

    pub(super) fn choose_or_ask(&mut self, listing: ZipListing) {
        let all = 0..listing.entries.len();
        let (likely, other): (Vec<usize>, Vec<usize>) =
            all.partition(|at| listing.entries[*at].guess == Guess::Likely);
        let may_hold_one = |at: &usize| {
            let entry = &listing.entries[*at];
            entry.guess > Guess::Other && !entry.is_encrypted
        };
        let readable = likely.iter().filter(|at| may_hold_one(at)).count();
        let are_tables = || likely.iter().all(|at| set_of(&listing.entries[*at].name).is_some());
        match readable {
            // Names may mislead: then the bytes decide.
            0 => {
                let all = (0..listing.entries.len()).collect();
                self.pick(listing, all, Vec::new());
            }
            // What cannot be read is tried all the same, for the word on it.
            1 if !other.iter().any(may_hold_one) => self.pick(listing, likely, other),
            // Profiles and what was left beside them.
            _ if are_tables() => self.pick(listing, likely, other),
            _ => self.phase = Phase::Choosing(listing),
        }
    }

    fn pick(&mut self, listing: ZipListing, queue: Vec<usize>, rest: Vec<usize>) {
        let packed_total = packed_bytes(&listing, &queue);
        (self.packed_done, self.packed_ended) = (0, 0);
        self.phase =
            Phase::Picking(Picking { listing, queue: queue.into(), rest, current: None, packed_total });
    }

    pub(super) fn push_picked(&mut self, bytes: &[u8]) {
        let Phase::Picking(picking) = &mut self.phase else { return };
        let Some((unpacker, range)) = &mut picking.current else { return };
        let bytes = &bytes[..bytes.len().min((range.end - range.start) as usize)];
        range.start += bytes.len() as u64;
        self.packed_done += bytes.len() as u64;
        let mut sink = Sink { entry: &mut self.entry, tables: &mut self.tables, ended: Vec::new() };
        unpacker.push(bytes, &mut |part| sink.take(part));
        let ended = sink.ended;
        let notes = new_notes(unpacker.notes(), &mut self.notes_seen);
        let done = (range.start >= range.end).then(|| picking.current.take()).flatten();
        self.take_ended(ended, notes);
        if let Some((unpacker, _)) = done {
            self.finish_unpacker(*unpacker);
        }
    }
}

/// The folder of a packed table; what is in it is chosen together.
fn set_of(name: &str) -> Option<&str> {
    is_packed_name(name).then(|| folder(name))
}

fn packed_bytes(listing: &ZipListing, entries: &[usize]) -> u64 {
    let sizes = entries.iter().map(|at| listing.entries[*at].byte_range.clone());
    sizes.map(|range| range.end - range.start).sum()
}

/// One word on all entries that nobody looked at.
fn left_out(listing: &ZipListing, entries: &[usize]) -> Option<LoadFailure> {
    const NAMED: usize = 4;
    let mut names: Vec<&str> =
        entries.iter().take(NAMED).map(|at| listing.entries[*at].name.as_str()).collect();
    if entries.len() > NAMED {
        names.push("…");
    }
    let names = names.join(", ");
    (!entries.is_empty()).then(|| LoadFailure {
        message: LoadFailure::LEFT_OUT.to_owned(),
        args: vec![("count".to_owned(), entries.len().to_string()), ("entries".to_owned(), names.clone())],
        file: names,
        command: None,
        first_bytes: Vec::new(),
    })
}
