//! One file being read: which bytes of it are needed next, what came out of
//! them, and how far it is.
//!
//! Whoever holds the file asks [`Load::want`] and does that, over and over:
//! reads bytes, lets a step be done, waits for a choice. So the same machine
//! serves a worker with a `File`, a download that cannot seek, and a native
//! program, and can be stopped between any two steps. `picking` is the part that
//! chooses among the files of a zip, `sink` where unpacked bytes go, `notes` what
//! the unpacking has to say.

mod notes;
mod picking;
mod sink;

use super::entry::{Building, Entry, refusal_of_packed};
use super::protocol::{LoadFailure, Progress, Stage};
#[cfg(not(target_arch = "wasm32"))]
use super::tables::Converter;
use super::tables::{PackedTable, TableSets};
use super::zip_tail::{Listed, ZipTail};
use crate::ingest::container::{ContainerNote, NoteKind, Packing, Unpacker, ZipListing};
use crate::ingest::reader::Reader;
use crate::ingest::sniff::{self, Looks};
use notes::new_notes;
use picking::Picking;
use sink::Sink;
use std::collections::VecDeque;

/// What a load needs next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Want {
    /// Bytes of the file from this offset on, as many as are at hand, but not
    /// beyond `to`. Without `to`: until the end of the file, which must then
    /// be told.
    Bytes { from: u64, to: Option<u64> },
    /// A step of building, or of reading a packed table.
    Step,
    /// Rows of the table that `take_table` hands out: in a browser, where
    /// somebody else reads these.
    Rows,
    /// A person has to choose.
    Choice,
    /// Nothing: it is over.
    Nothing,
}

/// Entries of an archive that were read at most, so that an archive of a
/// million files comes to an end.
const MAX_REFUSED: usize = 1000;

/// A file being read.
pub struct Load {
    file: String,
    total: Option<u64>,
    /// Any part of the file can be had, in any order.
    seekable: bool,
    phase: Phase,
    /// The entry whose bytes are coming.
    entry: Option<Entry>,
    tables: TableSets,
    #[cfg(not(target_arch = "wasm32"))]
    converter: Option<Converter>,
    building: VecDeque<Building>,
    refused: Vec<LoadFailure>,
    notes_seen: usize,
    /// Notes on the entry whose bytes are coming.
    waiting: Vec<ContainerNote>,
    text_done: u64,
    events_done: u64,
    packed_done: u64,
    /// Of it, what belongs to entries that have ended.
    packed_ended: u64,
    /// Begin of the load on the host's clock.
    pub started_ms: f64,
    /// Traces that were opened.
    pub opened: u32,
}

enum Phase {
    /// The first bytes, until they can be judged.
    Head(Vec<u8>),
    Streaming(Box<Unpacker>),
    Listing(ZipTail),
    Choosing(ZipListing),
    Picking(Picking),
    Ended,
}

impl Load {
    pub fn new(file: &str, total: Option<u64>, seekable: bool, started_ms: f64) -> Self {
        Self {
            file: file.to_owned(),
            total,
            seekable: seekable && total.is_some(),
            phase: Phase::Head(Vec::new()),
            entry: None,
            tables: TableSets::default(),
            #[cfg(not(target_arch = "wasm32"))]
            converter: None,
            building: VecDeque::new(),
            refused: Vec::new(),
            notes_seen: 0,
            waiting: Vec::new(),
            text_done: 0,
            events_done: 0,
            packed_done: 0,
            packed_ended: 0,
            started_ms,
            opened: 0,
        }
    }

    pub fn file(&self) -> &str {
        &self.file
    }

    pub fn want(&self) -> Want {
        if self.converts() {
            return if cfg!(target_arch = "wasm32") { Want::Rows } else { Want::Step };
        }
        if !self.building.is_empty() {
            return Want::Step;
        }
        match &self.phase {
            Phase::Head(head) => Want::Bytes { from: head.len() as u64, to: None },
            Phase::Streaming(unpacker) => Want::Bytes { from: unpacker.progress().packed_in, to: None },
            Phase::Listing(tail) => {
                let wanted = tail.wanted();
                Want::Bytes { from: wanted.start, to: Some(wanted.end) }
            }
            Phase::Choosing(_) => Want::Choice,
            Phase::Picking(picking) => match &picking.current {
                Some((_, range)) => Want::Bytes { from: range.start, to: Some(range.end) },
                None => Want::Step,
            },
            Phase::Ended if !self.tables.is_empty() => Want::Step,
            Phase::Ended => Want::Nothing,
        }
    }

    /// A packed table comes first. Not before a table whose bytes are coming,
    /// which may be of the same set.
    fn converts(&self) -> bool {
        let is_table = |reader: &Reader| reader.takes_tables();
        self.tables.waits() && !self.entry.as_ref().and_then(Entry::reader).is_some_and(is_table)
    }

    /// Takes bytes from the wanted offset on.
    pub fn push(&mut self, bytes: &[u8]) {
        match &mut self.phase {
            Phase::Head(head) => {
                head.extend_from_slice(bytes);
                if head.len() >= sniff::HEAD_BYTES {
                    self.judge_head(false);
                }
            }
            Phase::Streaming(unpacker) => {
                self.packed_done += bytes.len() as u64;
                let mut sink = Sink { entry: &mut self.entry, tables: &mut self.tables, ended: Vec::new() };
                unpacker.push(bytes, &mut |part| sink.take(part));
                let ended = sink.ended;
                let notes = new_notes(unpacker.notes(), &mut self.notes_seen);
                self.take_ended(ended, notes);
            }
            Phase::Listing(tail) => match tail.push(bytes) {
                Listed::More => {}
                Listed::Broken => self.stream_from_start(),
                Listed::Listing(listing) => self.choose_or_ask(listing),
            },
            Phase::Picking(_) => self.push_picked(bytes),
            Phase::Choosing(_) | Phase::Ended => {}
        }
    }

    /// Says that the file has no more bytes, in answer to a want without `to`,
    /// or earlier than it should.
    pub fn end_of_file(&mut self) {
        match std::mem::replace(&mut self.phase, Phase::Ended) {
            Phase::Head(head) => {
                self.phase = Phase::Head(head);
                self.judge_head(true);
                if matches!(self.phase, Phase::Streaming(_)) {
                    self.end_of_file();
                }
            }
            Phase::Streaming(unpacker) => self.finish_unpacker(*unpacker),
            Phase::Listing(_) => self.stream_from_start(),
            Phase::Picking(mut picking) => {
                if let Some((unpacker, _)) = picking.current.take() {
                    self.finish_unpacker(*unpacker);
                }
                self.phase = Phase::Picking(picking);
            }
            Phase::Choosing(listing) => self.phase = Phase::Choosing(listing),
            Phase::Ended => {}
        }
    }

    /// Says that no more bytes can be had although there are more. What has
    /// come is opened like a file that was cut; `false` when nothing has.
    pub fn interrupt(&mut self) -> bool {
        let offset = match &self.phase {
            Phase::Head(head) => head.len() as u64,
            Phase::Streaming(_) => self.packed_done,
            _ => 0,
        };
        if offset == 0 {
            return false;
        }
        self.end_of_file();
        let name = self.file.clone();
        self.take_note(ContainerNote { kind: NoteKind::Interrupted, name, offset });
        self.opened > 0 || !self.building.is_empty() || self.tables.has_rows()
    }

    /// Does one step of building, or turns to the next chosen entry. Gives an
    /// entry that is built.
    pub fn step(&mut self) -> Option<Building> {
        #[cfg(not(target_arch = "wasm32"))]
        if self.converts() {
            self.convert();
            return None;
        }
        if let Some(building) = self.building.front_mut() {
            if building.step() {
                return None;
            }
            return self.building.pop_front();
        }
        if matches!(self.phase, Phase::Ended) {
            self.build_tables();
        }
        self.turn_to_next();
        None
    }

    /// Hands out the next packed table, whose rows are then expected.
    pub fn take_table(&mut self) -> Option<PackedTable> {
        self.tables.begin_packed()
    }

    pub fn push_rows(&mut self, text: &[u8]) {
        self.tables.push_rows(text);
    }

    /// No more rows come, because of `failure` or because that was all.
    pub fn end_table(&mut self, failure: Option<LoadFailure>) {
        self.tables.end_packed(failure.is_none());
        if let Some(failure) = failure {
            self.refuse(failure);
        }
    }

    /// Reads a piece of a packed table in this process.
    #[cfg(not(target_arch = "wasm32"))]
    fn convert(&mut self) {
        let converter = match self.converter.take() {
            Some(converter) => Ok(Some(converter)),
            None => self.tables.begin_packed().map(Converter::new).transpose(),
        };
        let stepped = converter.and_then(|converter| {
            let Some(mut converter) = converter else { return Ok(()) };
            if converter.step(&mut self.tables)? {
                self.converter = Some(converter);
            }
            Ok(())
        });
        if self.converter.is_none() {
            self.end_table(stepped.err());
        }
    }

    /// Entries that are no trace, and why.
    pub fn into_refused(self) -> Vec<LoadFailure> {
        self.refused
    }

    /// Adds an entry that gave no trace.
    pub fn refuse(&mut self, failure: LoadFailure) {
        if self.refused.len() < MAX_REFUSED {
            self.refused.push(failure);
        }
    }

    /// How far it is. `now_ms` is on the host's clock.
    pub fn progress(&self, now_ms: f64, memory_bytes: Option<u64>) -> Progress {
        let reader = self.entry.as_ref().and_then(Entry::reader).or(self.tables.reader());
        let built = self.building.front();
        let (total, done) = match &self.phase {
            Phase::Picking(picking) => (Some(picking.packed_total), self.packed_done),
            _ => (self.total, self.packed_done),
        };
        Progress {
            file: self.file.clone(),
            packed_bytes: done,
            // A host may have told the size of what travelled, packed.
            packed_total: total.filter(|total| *total >= done),
            text_bytes: self.text_done + reader.map_or(0, |reader| reader.text_bytes()),
            events: self.events_done + reader.map_or(0, |reader| reader.events()),
            tracks: reader.map(|reader| reader.tracks() as u32).or(built.map(|b| b.tracks)).unwrap_or(0),
            memory_bytes,
            stage: if self.building.is_empty() { Stage::Reading } else { Stage::Building },
            built: built.map_or(0.0, Building::progress),
            elapsed_ms: now_ms - self.started_ms,
            density: match (reader, built) {
                (Some(reader), _) => reader.density(),
                (None, Some(built)) => built.density.clone(),
                (None, None) => Vec::new(),
            },
        }
    }

    fn judge_head(&mut self, is_whole: bool) {
        let Phase::Head(head) = std::mem::replace(&mut self.phase, Phase::Ended) else { return };
        if let Looks::Packed(packing) = sniff::sniff(&head, is_whole, &self.file) {
            if packing == Packing::Zip && self.seekable {
                self.phase = Phase::Listing(ZipTail::new(self.total.unwrap_or(0)));
                return;
            }
        } else if let Some(failure) = refusal_of_packed(&head, is_whole, &self.file) {
            self.refuse(failure);
            return;
        }
        self.phase = Phase::Streaming(Box::new(Unpacker::new(&self.file, self.total)));
        self.push(&head);
    }

    /// A zip without a sound table still comes out from front to back.
    fn stream_from_start(&mut self) {
        self.phase = Phase::Streaming(Box::new(Unpacker::new(&self.file, self.total)));
    }

    fn finish_unpacker(&mut self, unpacker: Unpacker) {
        let mut sink = Sink { entry: &mut self.entry, tables: &mut self.tables, ended: Vec::new() };
        let all = unpacker.finish(&mut |part| sink.take(part));
        // The unpacker closes every entry; a last one without an end would be
        // lost here otherwise.
        sink.end_entry();
        let ended = sink.ended;
        let notes = new_notes(&all, &mut self.notes_seen);
        self.take_ended(ended, notes);
    }

    /// No further table comes.
    fn build_tables(&mut self) {
        let built = self.tables.build(&self.file);
        if !built.is_empty() {
            self.take_ended(built, Vec::new());
        }
    }
}
