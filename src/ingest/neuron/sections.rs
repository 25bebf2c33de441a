//! Splits a JSON object of lists into the rows of its sections, wherever the
//! chunks are cut and in whatever order the sections come.

use super::resync::{Found, Resync};
use crate::ingest::json::member::{Member, member};
use crate::ingest::json::scan::{self, Notes, Scan, Stop};
use crate::ingest::json::top::TopValue;
use crate::ingest::json::{snippet, tail_text};
use crate::trace::{Cut, Rule, Trace};

/// A row longer than this is treated as broken.
const LONGEST_ROW: usize = 128 << 20;

/// A key longer than this is treated as broken.
const LONGEST_KEY: usize = 64 << 10;

/// Where a row stands.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Offset in the text.
    pub byte: u64,
    /// 0-based, over all sections.
    pub number: u32,
}

/// Takes the rows.
pub trait Sink {
    /// A list begins; its rows follow.
    fn section(&mut self, name: &str);

    /// Reads the object that opens at `at`; returns the position behind it.
    /// Must change nothing unless it reaches the end.
    fn row(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize>;

    /// A value beside the lists, as JSON text.
    fn value(&mut self, key: &str, text: &[u8]);

    fn trace(&mut self) -> &mut Trace;
}

/// Where in the document the reader is.
#[derive(Debug)]
enum State {
    Start,
    /// In the outer object, between members.
    Object,
    /// In a value that is no list.
    Value(TopValue),
    List,
    /// After a broken row, looking for the next one.
    Resync(Resync),
    After,
    Ended,
}

enum Step {
    /// Read up to this position.
    To(usize),
    /// Needs more text; everything before this position is done with.
    Wait(usize),
}

/// Push reader of sections.
#[derive(Debug)]
pub struct Sections {
    /// Text that could not be read to an end yet.
    pending: Vec<u8>,
    /// Offset of the window in the text.
    base: u64,
    /// Wait until so much is pending before trying again, so that a row of n
    /// bytes is scanned a bounded number of times.
    retry_at: usize,
    state: State,
    rows: u32,
    comma: bool,
}

impl Default for Sections {
    fn default() -> Self {
        Self { pending: Vec::new(), base: 0, retry_at: 0, state: State::Start, rows: 0, comma: true }
    }
}

impl Sections {
    /// Takes the next bytes of the text.
    pub fn push(&mut self, chunk: &[u8], sink: &mut impl Sink) {
        if self.pending.is_empty() {
            let done = self.run(chunk, false, sink);
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
        let done = self.run(&window, false, sink);
        self.base += done as u64;
        self.retry_at = if done == 0 { window.len() * 2 } else { 0 };
        window.drain(..done);
        self.pending = window;
    }

    /// Ends the text; gives its length in bytes.
    pub fn finish(mut self, sink: &mut impl Sink) -> u64 {
        let window = std::mem::take(&mut self.pending);
        self.run(&window, true, sink);
        let total = self.base + window.len() as u64;
        let is_closed = matches!(self.state, State::After | State::Ended);
        let rows = self.rows;
        let health = &mut sink.trace().health;
        if !is_closed && health.cut.is_none() {
            health.cut = Some(Cut { byte: total, event: None });
        }
        if let Some(cut) = health.cut {
            health.add(Rule::Truncated, total, cut.event, || tail_text(&window));
        } else if rows == 0 && health.get(Rule::NotATrace).is_none() {
            health.count(Rule::NoEvents, 1);
        }
        total
    }

    /// Rows so far.
    pub fn rows(&self) -> u64 {
        u64::from(self.rows)
    }

    /// Bytes of text so far.
    pub fn text_bytes(&self) -> u64 {
        self.base + self.pending.len() as u64
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.pending.capacity()
    }

    fn run(&mut self, window: &[u8], last: bool, sink: &mut impl Sink) -> usize {
        let mut at = 0;
        loop {
            match self.step(window, at, last, sink) {
                Step::To(next) => at = next,
                Step::Wait(done) => return done,
            }
        }
    }

    fn step(&mut self, window: &[u8], at: usize, last: bool, sink: &mut impl Sink) -> Step {
        match &mut self.state {
            State::Start => self.start(window, at, last, sink),
            State::Object => self.object(window, at, sink),
            State::Value(value) => {
                let (taken, ended) = value.push(&window[at..]);
                if ended {
                    sink.value(&value.key, &value.text);
                    self.state = State::Object;
                    return Step::To(at + taken);
                }
                Step::Wait(at + taken)
            }
            State::List => self.list(window, at, last, sink),
            State::Resync(search) => match search.search(window, at, last, self.base) {
                Found::Row(open, section) => {
                    if let Some(name) = section {
                        sink.section(&name);
                    }
                    self.state = State::List;
                    self.comma = true;
                    Step::To(open)
                }
                Found::More(done) => Step::Wait(done),
                Found::GaveUp => {
                    let byte = self.base + at as u64;
                    sink.trace().health.add(Rule::GaveUp, byte, None, || snippet(&window[at..]));
                    self.state = State::Ended;
                    Step::Wait(window.len())
                }
            },
            State::After => {
                let at = scan::skip_ws(window, at);
                if at < window.len() {
                    let byte = self.base + at as u64;
                    sink.trace().health.add(Rule::DataAfterEnd, byte, None, || snippet(&window[at..]));
                    self.state = State::Ended;
                }
                Step::Wait(window.len())
            }
            State::Ended => Step::Wait(window.len()),
        }
    }

    fn start(&mut self, window: &[u8], at: usize, last: bool, sink: &mut impl Sink) -> Step {
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
            Some(b'{') => {
                self.state = State::Object;
                Step::To(at + 1)
            }
            Some(_) => {
                let byte = self.base + at as u64;
                sink.trace().health.add(Rule::NotATrace, byte, None, || snippet(&window[at..]));
                self.state = State::Ended;
                Step::Wait(window.len())
            }
        }
    }

    fn object(&mut self, window: &[u8], at: usize, sink: &mut impl Sink) -> Step {
        match member(window, at) {
            // A key whose end does not come has lost its quote.
            Member::Wait(at) if window.len() - at > LONGEST_KEY && window.get(at) == Some(&b'"') => {
                self.broken(window, at, sink)
            }
            Member::Wait(at) => Step::Wait(at),
            Member::Comma(end) => Step::To(end),
            Member::End(end) => {
                self.state = State::After;
                Step::To(end)
            }
            Member::Value { key, at, first: b'[' } => {
                sink.section(&key);
                self.comma = true;
                self.state = State::List;
                Step::To(at + 1)
            }
            Member::Value { key, at, .. } => {
                self.state = State::Value(TopValue::new(key.into_owned()));
                Step::To(at)
            }
            Member::Broken(at) => self.broken(window, at, sink),
        }
    }

    fn list(&mut self, window: &[u8], at: usize, last: bool, sink: &mut impl Sink) -> Step {
        let at = scan::skip_ws(window, at);
        match window.get(at) {
            None => Step::Wait(at),
            Some(b',') => {
                self.comma = true;
                Step::To(at + 1)
            }
            Some(b']') => {
                self.state = State::Object;
                Step::To(at + 1)
            }
            // The list was never closed, but the object around it is.
            Some(b'}') => {
                self.state = State::After;
                Step::To(at + 1)
            }
            Some(b'{') => self.row(window, at, last, sink),
            Some(_) => match scan::value(window, at, &mut Notes::default()) {
                Ok((_, next)) => {
                    let byte = self.base + at as u64;
                    let health = &mut sink.trace().health;
                    health.add(Rule::ElementNotObject, byte, None, || snippet(&window[at..next]));
                    self.comma = false;
                    Step::To(next)
                }
                Err(Stop::More) => self.unfinished(window, at, last, sink),
                Err(Stop::Broken(_)) => self.broken(window, at, sink),
            },
        }
    }

    fn row(&mut self, window: &[u8], at: usize, last: bool, sink: &mut impl Sink) -> Step {
        // The last number stands for no row.
        if self.rows == u32::MAX - 1 {
            sink.trace().health.count(Rule::TooManyEvents, 1);
            self.state = State::Ended;
            return Step::Wait(window.len());
        }
        let place = Place { byte: self.base + at as u64, number: self.rows };
        match sink.row(window, at, place) {
            Ok(next) => {
                self.rows += 1;
                let trace = sink.trace();
                trace.offsets.push(place.byte);
                if !self.comma {
                    let event = Some(u64::from(place.number) + 1);
                    trace.health.add(Rule::MissingComma, place.byte, event, || snippet(&window[at..next]));
                }
                self.comma = false;
                Step::To(next)
            }
            Err(Stop::More) => self.unfinished(window, at, last, sink),
            Err(Stop::Broken(_)) => self.broken(window, at, sink),
        }
    }

    fn unfinished(&mut self, window: &[u8], at: usize, last: bool, sink: &mut impl Sink) -> Step {
        if window.len() - at > LONGEST_ROW {
            return self.broken(window, at, sink);
        }
        if last {
            let cut = Cut { byte: self.base + window.len() as u64, event: Some(self.rows() + 1) };
            sink.trace().health.cut = Some(cut);
        }
        Step::Wait(at)
    }

    fn broken(&mut self, window: &[u8], at: usize, sink: &mut impl Sink) -> Step {
        let byte = self.base + at as u64;
        let event = Some(self.rows() + 1);
        sink.trace().health.add(Rule::Resync, byte, event, || snippet(&window[at..]));
        self.state = State::Resync(Resync::new(byte + 1));
        Step::To(at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows as text by section.
    #[derive(Default)]
    struct Seen {
        trace: Trace,
        section: String,
        rows: Vec<String>,
    }

    impl Sink for Seen {
        fn section(&mut self, name: &str) {
            self.section = name.to_owned();
        }

        fn row(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
            let end = scan::members(window, at, &mut Notes::default(), |_, _, _| {})?;
            let text = String::from_utf8_lossy(&window[at..end]);
            self.rows.push(format!("{} {}@{} {text}", self.section, place.number, place.byte));
            Ok(end)
        }

        fn value(&mut self, key: &str, text: &[u8]) {
            self.rows.push(format!("={key} {}", String::from_utf8_lossy(text)));
        }

        fn trace(&mut self) -> &mut Trace {
            &mut self.trace
        }
    }

    fn read(text: &str, step: usize) -> Seen {
        let (mut sections, mut seen) = (Sections::default(), Seen::default());
        text.as_bytes().chunks(step).for_each(|chunk| sections.push(chunk, &mut seen));
        assert_eq!(sections.finish(&mut seen), text.len() as u64);
        seen
    }

    /// The rows, the same for every cut of the text.
    fn rows(text: &str) -> Seen {
        let whole = read(text, usize::MAX);
        for step in 1..text.len().min(40) {
            let cut = read(text, step);
            let found = |seen: &Seen| -> Vec<_> {
                seen.trace.health.findings().map(|found| (found.rule, found.count)).collect()
            };
            assert_eq!((&cut.rows, found(&cut)), (&whole.rows, found(&whole)), "{step}");
        }
        whole
    }

    #[test]
    fn sections_come_in_any_order_however_they_are_cut() {
        let seen =
            rows(r#" {"b": [{"x":1} ,{"y":[{"z":"]"}]}], "v": {"k": "}"}, "a": [ ], "n": 12, "c":[{}]}"#);
        assert_eq!(
            seen.rows,
            ["b 0@8 {\"x\":1}", "b 1@17 {\"y\":[{\"z\":\"]\"}]}", "=v {\"k\": \"}\"}", "=n 12", "c 2@78 {}"]
        );
        assert!(seen.trace.health.is_empty());
    }

    #[test]
    fn a_broken_row_loses_no_other_and_no_section() {
        let seen = rows(
            r#"{"a": [{"t": "say "hi" now", "p": [{"id":1,"type":2}, {"id":3,"type":4}]}, {"timestamp": 2}, {"q"}],
            "b": [ {"x": 1, "y": 2, "z": 3}]}"#,
        );
        assert_eq!(seen.rows, ["a 0@75 {\"timestamp\": 2}", "b 1@120 {\"x\": 1, \"y\": 2, \"z\": 3}"]);
        assert_eq!(seen.trace.health.get(Rule::Resync).map(|found| found.count), Some(2));
    }

    #[test]
    fn a_key_without_an_end_does_not_swallow_what_follows() {
        let filler = "x".repeat(LONGEST_KEY);
        let text = format!("{{\"a\": [{{\"x\":1}}], \"{filler}{filler} [{{x:1}}]");
        let mut text = text.into_bytes();
        text.extend(std::iter::repeat_n(b' ', 9000));
        let (mut sections, mut seen) = (Sections::default(), Seen::default());
        text.chunks(4096).for_each(|chunk| sections.push(chunk, &mut seen));
        // It is no longer held back for want of a quote.
        assert_eq!(seen.trace.health.get(Rule::Resync).map(|found| found.count), Some(1));
    }

    #[test]
    fn a_cut_file_gives_what_came() {
        let seen = rows(r#"{"a": [{"x":1}, {"x":2"#);
        assert_eq!(seen.rows.len(), 1);
        assert_eq!(seen.trace.health.cut.and_then(|cut| cut.event), Some(2));
        assert!(rows(r#"{"a": [{"x":1}"#).trace.health.get(Rule::Truncated).is_some());
    }

    #[test]
    fn what_is_no_row_is_counted() {
        let seen = rows(r#"{"a": [1, "x", {"k":1} {"k":2}]} tail"#);
        let count = |rule| seen.trace.health.get(rule).map_or(0, |found| found.count);
        assert_eq!(seen.rows.len(), 2);
        assert_eq!((count(Rule::ElementNotObject), count(Rule::MissingComma)), (2, 1));
        assert_eq!(count(Rule::DataAfterEnd), 1);
        assert!(rows("[]").trace.health.get(Rule::NotATrace).is_some());
        assert!(rows("{}").trace.health.get(Rule::NoEvents).is_some());
    }
}
