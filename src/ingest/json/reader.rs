//! Splits the text into events, wherever the chunks are cut.

use super::build::Finisher;
use super::collect::{Collector, Place};
use super::event::RawEvent;
use super::member::{Member, member};
use super::resync::{Found, Resync};
use super::scan::{self, Notes, Stop};
use super::top::TopValue;
use crate::trace::{Cut, Rule, Trace};

/// An event longer than this is treated as broken.
const LONGEST_EVENT: usize = 128 << 20;

/// Keys that an event may begin with, and a trace object does not.
const EVENT_KEYS: &[&[u8]] = &[
    b"ph", b"name", b"cat", b"pid", b"tid", b"ts", b"dur", b"id", b"args", b"s", b"bp", b"tts", b"tdur",
    b"id2",
];

/// Where in the document the reader is.
#[derive(Debug)]
enum State {
    /// Before the first byte that counts.
    Start,
    /// In the outer object, between members.
    Object,
    /// In a value of the outer object.
    TopValue(TopValue),
    /// In a list of events, or of samples.
    List(List),
    /// After a broken event, looking for the next one.
    Resync(List, Box<Resync>),
    /// The outer object is broken; looking for the list of events.
    SeekList,
    /// Between documents.
    After,
    /// Nothing more is read.
    Ended,
}

/// Which list is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct List {
    /// Inside the outer object, which must be closed too.
    in_object: bool,
    samples: bool,
    /// Newline-delimited: there is no bracket around.
    loose: bool,
}

/// What one step did.
enum Step {
    /// Read up to this position.
    To(usize),
    /// Needs more text; everything before this position is done with.
    Wait(usize),
}

/// Reads one trace from its JSON text, pushed in chunks of any size.
#[derive(Debug)]
pub struct Reader {
    /// Text that could not be read to an end yet.
    pending: Vec<u8>,
    /// Offset of the window in the text.
    base: u64,
    /// Wait until so much is pending before trying again, so that an event of
    /// n bytes is scanned a bounded number of times.
    retry_at: usize,
    state: State,
    event: RawEvent,
    collector: Collector,
    /// Objects seen in lists, the running number of the event.
    objects: u64,
    /// A comma, or the start of the list, came before the next element.
    comma: bool,
    documents: u32,
    loose: bool,
    /// The last byte so far that is no white space.
    last_byte: u8,
}

impl Reader {
    /// `file_name` is used only to guess the rank.
    pub fn new(file_name: &str) -> Self {
        Self {
            pending: Vec::new(),
            base: 0,
            retry_at: 0,
            state: State::Start,
            event: RawEvent::default(),
            collector: Collector::new(file_name),
            objects: 0,
            comma: true,
            documents: 0,
            loose: false,
            last_byte: 0,
        }
    }

    /// Takes the next bytes of the text.
    pub fn push(&mut self, chunk: &[u8]) {
        if let Some(byte) = chunk.trim_ascii_end().last() {
            self.last_byte = *byte;
        }
        if self.pending.is_empty() {
            let done = self.run(chunk, false);
            self.base += done as u64;
            self.pending.extend_from_slice(&chunk[done..]);
            self.retry_at = 0;
            return;
        }
        self.pending.extend_from_slice(chunk);
        if self.pending.len() < self.retry_at {
            return;
        }
        let mut window = std::mem::take(&mut self.pending);
        let done = self.run(&window, false);
        self.base += done as u64;
        self.retry_at = if done == 0 { window.len() * 2 } else { 0 };
        window.drain(..done);
        self.pending = window;
    }

    /// Events so far.
    pub fn events(&self) -> u64 {
        self.objects
    }

    /// Rows of threads so far.
    pub fn tracks(&self) -> usize {
        self.collector.track_count()
    }

    /// Events by time so far, coarsely: at most 64 values, the greatest 255.
    pub fn density(&self) -> Vec<u8> {
        self.collector.density.scaled()
    }

    /// Bytes of text so far.
    pub fn text_bytes(&self) -> u64 {
        self.base + self.pending.len() as u64
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.pending.capacity() + self.collector.memory_bytes()
    }

    /// Ends the text; the trace is then built step by step.
    pub fn into_finisher(mut self) -> Finisher {
        let window = std::mem::take(&mut self.pending);
        self.run(&window, true);
        let total = self.base + window.len() as u64;
        self.close(total, &window);
        Finisher::new(self.collector, total)
    }

    /// Ends the text and builds the trace in one go.
    pub fn finish(self) -> Trace {
        self.into_finisher().finish()
    }

    fn close(&mut self, total: u64, window: &[u8]) {
        let unclosed = match &self.state {
            State::Object | State::TopValue(_) => true,
            State::List(list) => list.in_object,
            State::Resync(..) => !matches!(self.last_byte, b']' | b'}'),
            _ => false,
        };
        let nothing = self.objects == 0;
        let health = &mut self.collector.trace.health;
        if unclosed && health.cut.is_none() {
            health.cut = Some(Cut { byte: total, event: None });
        }
        if let Some(cut) = health.cut {
            let text = tail_text(window);
            health.add(Rule::Truncated, total, cut.event, || text);
        } else if total == 0 || matches!(self.state, State::Start) {
            health.count(Rule::EmptyFile, 1);
        } else if nothing && health.get(Rule::NotATrace).is_none() && health.get(Rule::Resync).is_none() {
            health.count(Rule::NoEvents, 1);
        }
    }

    /// Reads as far as the window goes; returns how much is done with.
    fn run(&mut self, window: &[u8], last: bool) -> usize {
        self.collector.check_utf8 = !valid_but_for_the_end(window);
        let mut at = 0;
        loop {
            match self.step(window, at, last) {
                Step::To(next) => at = next,
                Step::Wait(done) => return done,
            }
        }
    }

    fn step(&mut self, window: &[u8], at: usize, last: bool) -> Step {
        match &mut self.state {
            State::Start => self.start(window, at, last),
            State::Object => self.object(window, at),
            State::TopValue(value) => {
                let (taken, ended) = value.push(&window[at..]);
                if ended {
                    let State::TopValue(value) = std::mem::replace(&mut self.state, State::Object) else {
                        return Step::To(at + taken);
                    };
                    self.collector.top_level(value);
                    return Step::To(at + taken);
                }
                Step::Wait(at + taken)
            }
            State::List(list) => {
                let list = *list;
                self.list(list, window, at, last)
            }
            State::Resync(list, search) => {
                let list = *list;
                match search.search(window, at, last, self.base + window.len() as u64) {
                    Found::Event(open) => {
                        self.state = State::List(list);
                        self.comma = true;
                        Step::To(open)
                    }
                    Found::More(done) => Step::Wait(done),
                    Found::GaveUp => {
                        let byte = self.base + at as u64;
                        let text = snippet(&window[at..]);
                        self.collector.trace.health.add(Rule::GaveUp, byte, None, || text);
                        self.state = State::Ended;
                        Step::Wait(window.len())
                    }
                }
            }
            State::SeekList => self.seek_list(window, at),
            State::After => self.after(window, at, last),
            State::Ended => Step::Wait(window.len()),
        }
    }

    fn start(&mut self, window: &[u8], at: usize, last: bool) -> Step {
        if self.base == 0 && at == 0 {
            match scan::mark_len(window, last) {
                Some(0) => {}
                Some(len) => return Step::To(len),
                None => return Step::Wait(0),
            }
        }
        let at = scan::skip_ws(window, at);
        match window.get(at) {
            None => Step::Wait(at),
            Some(b'[') => self.begin_list(List { in_object: false, samples: false, loose: false }, at + 1),
            Some(b'{') => self.begin_object(window, at, last),
            Some(_) => {
                let byte = self.base + at as u64;
                let text = snippet(&window[at..]);
                self.collector.trace.health.add(Rule::NotATrace, byte, None, || text);
                self.state = State::Ended;
                Step::Wait(window.len())
            }
        }
    }

    /// At a `{` outside everything: the outer object of a trace, or an event
    /// of a newline-delimited file.
    fn begin_object(&mut self, window: &[u8], at: usize, last: bool) -> Step {
        let key = scan::skip_ws(window, at + 1);
        let eventlike = match window.get(key) {
            None if !last => return Step::Wait(at),
            Some(b'"') => match scan::string_end(window, key + 1) {
                Ok((end, _)) => EVENT_KEYS.contains(&&window[key + 1..end]),
                Err(_) if !last && window.len() - key < 4096 => return Step::Wait(at),
                Err(_) => false,
            },
            _ => false,
        };
        let list = List { in_object: false, samples: false, loose: true };
        if eventlike {
            match self.event.scan(window, at) {
                Ok(_) if self.event.phase(window).is_some() => return self.begin_list(list, at),
                Err(Stop::More) if !last && window.len() - at < LONGEST_EVENT => return Step::Wait(at),
                Err(_) => return self.begin_list(list, at),
                Ok(_) => {}
            }
        }
        self.documents += 1;
        self.state = State::Object;
        Step::To(at + 1)
    }

    fn begin_list(&mut self, list: List, at: usize) -> Step {
        if list.loose {
            self.loose = true;
        } else if !list.in_object {
            self.documents += 1;
        }
        self.comma = true;
        self.state = State::List(list);
        Step::To(at)
    }

    fn object(&mut self, window: &[u8], at: usize) -> Step {
        match member(window, at) {
            Member::Wait(at) => Step::Wait(at),
            Member::Comma(end) => Step::To(end),
            Member::End(end) => {
                self.state = State::After;
                Step::To(end)
            }
            Member::Value { key, at, first } => {
                let list = |samples| List { in_object: true, samples, loose: false };
                match (&*key, first) {
                    ("traceEvents", b'[') => self.begin_list(list(false), at + 1),
                    ("samples", b'[') => self.begin_list(list(true), at + 1),
                    _ => {
                        self.state = State::TopValue(TopValue::new(key.into_owned()));
                        Step::To(at)
                    }
                }
            }
            Member::Broken(at) => self.broken_object(window, at),
        }
    }

    fn broken_object(&mut self, window: &[u8], at: usize) -> Step {
        let text = snippet(&window[at..]);
        self.collector.trace.health.add(Rule::Resync, self.base + at as u64, None, || text);
        self.state = State::SeekList;
        Step::To(at + 1)
    }

    fn seek_list(&mut self, window: &[u8], at: usize) -> Step {
        const KEY: &[u8] = b"\"traceEvents\"";
        match memchr::memmem::find(&window[at..], KEY) {
            Some(found) => {
                self.state = State::Object;
                Step::To(at + found)
            }
            None => Step::Wait(window.len().saturating_sub(KEY.len() - 1).max(at)),
        }
    }

    fn after(&mut self, window: &[u8], at: usize, last: bool) -> Step {
        let at = scan::skip_ws(window, at);
        match window.get(at) {
            None => Step::Wait(at),
            Some(b'{' | b'[') => {
                let before = self.documents;
                let step = if window[at] == b'{' {
                    self.begin_object(window, at, last)
                } else {
                    self.begin_list(List { in_object: false, samples: false, loose: false }, at + 1)
                };
                if self.documents > before && before > 0 {
                    let text = snippet(&window[at..]);
                    let byte = self.base + at as u64;
                    self.collector.trace.health.add(Rule::ConcatenatedTrace, byte, None, || text);
                }
                step
            }
            Some(_) => {
                let text = snippet(&window[at..]);
                self.collector.trace.health.add(Rule::DataAfterEnd, self.base + at as u64, None, || text);
                self.state = State::Ended;
                Step::Wait(window.len())
            }
        }
    }

    fn list(&mut self, list: List, window: &[u8], at: usize, last: bool) -> Step {
        let at = scan::skip_ws(window, at);
        match window.get(at) {
            None => Step::Wait(at),
            Some(b',') => {
                self.comma = true;
                Step::To(at + 1)
            }
            Some(b'{') => self.element(list, window, at, last),
            Some(b']') if !list.loose => {
                self.state = if list.in_object { State::Object } else { State::After };
                Step::To(at + 1)
            }
            // The list was never closed, but the object around it is.
            Some(b'}') if list.in_object => {
                self.state = State::After;
                Step::To(at + 1)
            }
            Some(_) if list.loose => {
                self.state = State::After;
                Step::To(at)
            }
            Some(_) => match scan::value(window, at, &mut Notes::default()) {
                Ok((_, next)) => {
                    let text = snippet(&window[at..next]);
                    let byte = self.base + at as u64;
                    self.collector.trace.health.add(Rule::ElementNotObject, byte, None, || text);
                    self.comma = false;
                    Step::To(next)
                }
                Err(Stop::More) => self.unfinished(list, window, at, last),
                Err(Stop::Broken(_)) => self.broken(list, window, at),
            },
        }
    }

    fn element(&mut self, list: List, window: &[u8], at: usize, last: bool) -> Step {
        match self.event.scan(window, at) {
            Ok(next) => {
                self.objects += 1;
                self.collector.trace.offsets.push(self.base + at as u64);
                let place = Place { byte: self.base + at as u64, number: self.objects, window, at, next };
                if !self.comma && !list.loose {
                    self.collector.note(&place, Rule::MissingComma);
                }
                self.comma = false;
                if list.samples {
                    self.collector.sample(&self.event, &place);
                } else if self.event.keys > 0 {
                    self.collector.event(&self.event, &place);
                }
                Step::To(next)
            }
            Err(Stop::More) => self.unfinished(list, window, at, last),
            Err(Stop::Broken(_)) => self.broken(list, window, at),
        }
    }

    fn unfinished(&mut self, list: List, window: &[u8], at: usize, last: bool) -> Step {
        if window.len() - at > LONGEST_EVENT {
            return self.broken(list, window, at);
        }
        if last {
            let cut = Cut { byte: self.base + window.len() as u64, event: Some(self.objects + 1) };
            self.collector.trace.health.cut = Some(cut);
        }
        Step::Wait(at)
    }

    fn broken(&mut self, list: List, window: &[u8], at: usize) -> Step {
        self.objects += 1;
        let text = snippet(&window[at..]);
        let byte = self.base + at as u64;
        self.collector.trace.offsets.push(byte);
        self.collector.trace.health.add(Rule::Resync, byte, Some(self.objects), || text);
        self.state = State::Resync(list, Box::default());
        Step::To(at + 1)
    }
}

/// First characters at a place, for a person.
pub fn snippet(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned()
}

/// Last characters of a text, for a person.
pub fn tail_text(window: &[u8]) -> String {
    String::from_utf8_lossy(&window[window.len().saturating_sub(80)..]).into_owned()
}

/// Whether the window is UTF-8, but for a character that its end may cut.
fn valid_but_for_the_end(window: &[u8]) -> bool {
    // Written so that it becomes vector code: nearly all files are ASCII.
    let ascii = |part: &[u8]| part.iter().fold(0, |all, byte| all | byte) < 0x80;
    if window.chunks(256).all(ascii) {
        return true;
    }
    match std::str::from_utf8(window) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}
