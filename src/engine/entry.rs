//! One file of plain bytes on its way to a trace: looked at, read, built.

use super::protocol::LoadFailure;
use super::tables::{PackedTable, TableSets};
use crate::ingest::container::ContainerNote;
use crate::ingest::json;
use crate::ingest::neuron::{self, TableForm};
use crate::ingest::parquet;
use crate::ingest::reader::{Finisher, Reader};
use crate::ingest::sniff::{self, Looks, Recognised};
use crate::timeline::TraceIndex;
use crate::trace::{Rule, Trace};

/// An entry while its bytes come.
pub struct Entry {
    pub name: String,
    /// The first bytes, until it is known what they are.
    head: Vec<u8>,
    first_bytes: Vec<u8>,
    state: State,
    /// It went on with tables that were read before it.
    pub is_joined: bool,
}

enum State {
    /// Not enough seen yet.
    Unknown,
    Reading(Reader),
    /// A packed table, as far as it has come.
    Gathering(Vec<u8>),
    Refused(LoadFailure),
}

/// What became of an entry.
pub enum Ended {
    Building(Box<Building>),
    Refused(LoadFailure),
    /// A table; others of the same archive may follow it.
    Table(Box<Entry>),
    Packed(PackedTable),
}

impl Entry {
    pub fn new(name: &str) -> Self {
        let (head, first_bytes) = (Vec::new(), Vec::new());
        Self { name: name.to_owned(), head, first_bytes, state: State::Unknown, is_joined: false }
    }

    /// A set of tables that begins with one whose rows somebody else finds.
    pub fn of_rows(name: &str) -> Self {
        let reader = neuron::Reader::of_tables(name, TableForm::Lines);
        Self { state: State::Reading(Reader::Neuron(Box::new(reader))), ..Self::new(name) }
    }

    /// Goes on with another such table.
    pub fn begin_rows(&mut self, name: &str) {
        if let State::Reading(reader) = &mut self.state {
            reader.begin_table(name, TableForm::Lines);
            self.is_joined = true;
        }
    }

    /// `tables` are those that were read before it, to which it may belong.
    pub fn push(&mut self, bytes: &[u8], tables: &mut TableSets) {
        match &mut self.state {
            State::Reading(reader) => reader.push(bytes),
            State::Gathering(all) => {
                all.extend_from_slice(bytes);
                if all.len() as u64 > parquet::MOST_FILE_BYTES {
                    let problem = parquet::Problem::TooLarge("file");
                    self.state = State::Refused(LoadFailure::of_table(
                        &self.name,
                        problem.message_id(),
                        &problem.detail(),
                    ));
                }
            }
            State::Refused(_) => {}
            State::Unknown => {
                self.head.extend_from_slice(bytes);
                if self.head.len() >= sniff::HEAD_BYTES {
                    self.decide(false, tables);
                }
            }
        }
    }

    /// Takes rows of a table; see [`Entry::of_rows`].
    pub fn push_rows(&mut self, text: &[u8]) {
        if let State::Reading(reader) = &mut self.state {
            reader.push(text);
        }
    }

    pub fn reader(&self) -> Option<&Reader> {
        match &self.state {
            State::Reading(reader) => Some(reader),
            _ => None,
        }
    }

    pub fn end(mut self, tables: &mut TableSets) -> Ended {
        if matches!(self.state, State::Unknown) {
            self.decide(true, tables);
        }
        match self.state {
            State::Reading(ref reader) if reader.takes_tables() => Ended::Table(Box::new(self)),
            State::Gathering(bytes) => Ended::Packed(PackedTable { name: self.name, bytes }),
            _ => self.build(),
        }
    }

    /// Builds what was read, tables too: none follow.
    pub fn build(self) -> Ended {
        match self.state {
            State::Reading(reader) => Ended::Building(Box::new(Building {
                name: self.name,
                text_bytes: reader.text_bytes(),
                events: reader.events(),
                tracks: reader.tracks() as u32,
                density: reader.density(),
                packed_bytes: 0,
                notes: Vec::new(),
                first_bytes: self.first_bytes,
                stage: Stage::Finishing(Box::new(reader.into_finisher())),
            })),
            State::Refused(failure) => Ended::Refused(failure),
            State::Unknown | State::Gathering(_) => Ended::Refused(unknown(&self.name, &self.first_bytes)),
        }
    }

    fn decide(&mut self, is_whole: bool, tables: &mut TableSets) {
        let head = std::mem::take(&mut self.head);
        self.first_bytes = first_bytes(&head);
        if sniff::sniff(&head, is_whole, &self.name) == Looks::Parquet {
            self.state = State::Gathering(head);
            return;
        }
        self.state = match reader(&head, is_whole, &self.name) {
            Err(failure) => State::Refused(failure),
            Ok(mut reader) => {
                if reader.takes_tables()
                    && let Some(set) = tables.take(&self.name)
                    && let State::Reading(mut before) = set.state
                {
                    before.begin_table(&self.name, TableForm::Csv);
                    reader = before;
                    self.is_joined = true;
                }
                reader.push(&head);
                State::Reading(reader)
            }
        };
    }
}

/// The reader for these first bytes, or why they are no trace.
fn reader(head: &[u8], is_whole: bool, name: &str) -> Result<Reader, LoadFailure> {
    match sniff::sniff(head, is_whole, name) {
        Looks::TraceEvents | Looks::MaybeTraceEvents => Ok(Reader::Events(Box::new(json::Reader::new(name)))),
        Looks::Neuron(kind) => Ok(Reader::Neuron(Box::new(neuron::Reader::new(kind, name)))),
        // Packing that is still there was deeper than is unpacked, and was
        // noted; the note says more than this.
        Looks::Packed(_) | Looks::Parquet | Looks::Unknown => Err(unknown(name, head)),
        Looks::Foreign(found) => Err(foreign(&found, head, name)),
    }
}

fn foreign(found: &Recognised, head: &[u8], name: &str) -> LoadFailure {
    LoadFailure {
        file: name.to_owned(),
        message: found.what.message_id().to_owned(),
        args: found.arguments(name),
        command: found.command(name),
        first_bytes: first_bytes(head),
    }
}

/// Whether a packed file is known to be something else by its own bytes.
pub fn refusal_of_packed(head: &[u8], is_whole: bool, name: &str) -> Option<LoadFailure> {
    match sniff::sniff(head, is_whole, name) {
        Looks::Foreign(found) => Some(foreign(&found, head, name)),
        _ => None,
    }
}

fn unknown(name: &str, head: &[u8]) -> LoadFailure {
    LoadFailure {
        file: name.to_owned(),
        message: "sniff-unknown".to_owned(),
        args: vec![("file".to_owned(), name.to_owned()), ("detail".to_owned(), "none".to_owned())],
        command: None,
        first_bytes: first_bytes(head),
    }
}

fn first_bytes(head: &[u8]) -> Vec<u8> {
    head[..head.len().min(16)].to_vec()
}

/// An entry whose bytes have all come.
pub struct Building {
    pub name: String,
    pub text_bytes: u64,
    pub events: u64,
    pub tracks: u32,
    /// See [`Reader::density`].
    pub density: Vec<u8>,
    /// Bytes that it took in its file.
    pub packed_bytes: u64,
    /// What was strange while it was unpacked.
    pub notes: Vec<ContainerNote>,
    first_bytes: Vec<u8>,
    stage: Stage,
}

enum Stage {
    Finishing(Box<Finisher>),
    Indexing(Box<Trace>),
    Done(Box<(Trace, TraceIndex)>),
}

impl Building {
    /// Does one step; false when all is done.
    pub fn step(&mut self) -> bool {
        match &mut self.stage {
            Stage::Finishing(finisher) => {
                if !finisher.step() {
                    let finisher = std::mem::replace(&mut self.stage, Stage::Indexing(Box::default()));
                    if let Stage::Finishing(finisher) = finisher {
                        let mut trace = finisher.into_trace();
                        self.add_notes(&mut trace);
                        self.stage = Stage::Indexing(Box::new(trace));
                    }
                }
                true
            }
            Stage::Indexing(trace) => {
                let trace = std::mem::take(trace);
                let index = TraceIndex::new(&trace);
                self.stage = Stage::Done(Box::new((*trace, index)));
                false
            }
            Stage::Done(_) => false,
        }
    }

    /// Share of the work that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        /// Indexing comes last.
        const FINISHING: f64 = 0.9;
        match &self.stage {
            Stage::Finishing(finisher) => FINISHING * finisher.progress(),
            Stage::Indexing(_) => FINISHING,
            Stage::Done(_) => 1.0,
        }
    }

    fn add_notes(&mut self, trace: &mut Trace) {
        for note in self.notes.drain(..) {
            if let Some(rule) = note.kind.health_rule() {
                trace.health.add(rule, note.offset, None, String::new);
            }
        }
    }

    /// The trace, or why there is none.
    pub fn finish(mut self) -> Result<Box<(Trace, TraceIndex)>, LoadFailure> {
        while self.step() {}
        match self.stage {
            Stage::Done(built) if is_trace(&built.0) => Ok(built),
            _ => Err(LoadFailure { first_bytes: self.first_bytes, ..no_events(&self.name) }),
        }
    }
}

/// Whether reading gave anything that deserves to be opened. A trace without
/// events does; text in which no event was found does not.
fn is_trace(trace: &Trace) -> bool {
    trace.event_count() > 0
        || trace.health.get(Rule::NotATrace).is_none() && trace.health.get(Rule::GaveUp).is_none()
}

fn no_events(name: &str) -> LoadFailure {
    LoadFailure { message: "no-events".to_owned(), ..unknown(name, &[]) }
}
