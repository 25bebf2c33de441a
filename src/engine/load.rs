//! One file being read: which bytes of it are needed next, what came out of
//! them, and how far it is.
//!
//! Whoever holds the file asks [`Load::want`] and does that, over and over:
//! reads bytes, lets a step be done, waits for a choice. So the same machine
//! serves a worker with a `File`, a download that cannot seek, and a native
//! program, and can be stopped between any two steps.

use super::entry::{Building, Ended, Entry, refusal_of_packed};
use super::protocol::{ArchiveEntry, LoadFailure, Progress, Stage};
#[cfg(not(target_arch = "wasm32"))]
use super::tables::Converter;
use super::tables::{PackedTable, TableSets, folder, is_packed_name};
use super::zip_tail::{Listed, ZipTail};
use crate::ingest::container::{
    ContainerNote, Guess, NoteKind, Packing, Severity, Unpacked, Unpacker, ZipListing,
};
use crate::ingest::reader::Reader;
use crate::ingest::sniff::{self, Looks};
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

/// Message of a file in which there is nothing.
const EMPTY: &str = "sniff-empty";

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

/// Chosen entries of a zip, one after the other.
struct Picking {
    listing: ZipListing,
    queue: VecDeque<usize>,
    /// Entries that nobody chose and that are called like something else:
    /// looked at when the others give no trace.
    rest: Vec<usize>,
    current: Option<(Box<Unpacker>, std::ops::Range<u64>)>,
    packed_total: u64,
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

    fn choose_or_ask(&mut self, listing: ZipListing) {
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

    fn push_picked(&mut self, bytes: &[u8]) {
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

    fn take_ended(&mut self, ended: Vec<Ended>, new: Vec<ContainerNote>) {
        let mut notes = std::mem::take(&mut self.waiting);
        notes.extend(new);
        let is_open = ended.is_empty() && self.entry.is_some();
        for mut ended in ended {
            if let Ended::Refused(failure) = &mut ended {
                explain_emptiness(failure, &notes);
            }
            match ended {
                Ended::Building(mut building) => {
                    self.text_done += building.text_bytes;
                    self.events_done += building.events;
                    building.packed_bytes = self.packed_done - self.packed_ended;
                    self.packed_ended = self.packed_done;
                    self.building.push_back(*building);
                }
                Ended::Refused(failure) => self.refuse(failure),
                Ended::Table(tables) => self.tables.put(*tables),
                Ended::Packed(table) => self.tables.add_packed(table),
            }
        }
        for note in notes {
            let is_named = self.building.iter().any(|building| building.name == note.name);
            if is_open && !is_named && note.kind.health_rule().is_some() {
                self.waiting.push(note);
            } else {
                self.take_note(note);
            }
        }
    }

    /// A note belongs to the entry that it names; what names the file as a
    /// whole belongs to the last one.
    fn take_note(&mut self, note: ContainerNote) {
        let is_refusal = note.kind.severity() == Severity::Refused;
        if note.kind.health_rule().is_none() {
            if is_refusal || note.kind == NoteKind::ArchiveEmpty {
                let file = note.name.clone();
                // It says why the bytes were not understood, if they were seen.
                self.refused.retain(|failure| failure.file != file);
                self.refuse(LoadFailure {
                    file,
                    message: note.kind.message_id().to_owned(),
                    args: note.arguments(),
                    command: None,
                    first_bytes: Vec::new(),
                });
            }
            return;
        }
        let named = self.building.iter_mut().rposition(|building| building.name == note.name);
        let at = named.or_else(|| self.building.len().checked_sub(1));
        match at.and_then(|at| self.building.get_mut(at)) {
            Some(building) => building.notes.push(note),
            // Told when the tables are built.
            None if !self.tables.is_empty() => self.waiting.push(note),
            None => {}
        }
    }
}

/// Where unpacked bytes go.
struct Sink<'a> {
    entry: &'a mut Option<Entry>,
    tables: &'a mut TableSets,
    ended: Vec<Ended>,
}

impl Sink<'_> {
    fn take(&mut self, part: Unpacked<'_>) {
        match part {
            Unpacked::EntryStart { name, .. } => *self.entry = Some(Entry::new(name)),
            Unpacked::Bytes(bytes) => {
                if let Some(entry) = self.entry {
                    entry.push(bytes, self.tables);
                }
            }
            Unpacked::EntryEnd => self.end_entry(),
        }
    }

    fn end_entry(&mut self) {
        let Some(entry) = self.entry.take() else { return };
        match entry.end(self.tables) {
            Ended::Table(set) => self.tables.put(*set),
            Ended::Packed(table) => self.tables.add_packed(table),
            other => self.ended.push(other),
        }
    }
}

/// An entry is empty because its packing is cut or damaged: then that is the
/// word on it.
fn explain_emptiness(failure: &mut LoadFailure, notes: &[ContainerNote]) {
    if failure.message != EMPTY {
        return;
    }
    let lost = notes.iter().rev().find(|note| note.kind.leaves_nothing());
    if let Some(note) = lost {
        failure.file.clone_from(&note.name);
        failure.message = format!("{}-empty", note.kind.message_id());
        failure.args = note.arguments();
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

fn new_notes(all: &[ContainerNote], seen: &mut usize) -> Vec<ContainerNote> {
    let new = all.get(*seen..).unwrap_or_default().to_vec();
    *seen = all.len();
    new
}
