//! Owns the open traces and answers the page's questions about them. The only
//! thing that the page talks to: in a Web Worker there, in process in tests
//! and in the command line tool, with the same code and the same answers.
//!
//! # Design constraints
//!
//! * Nothing here waits. Files come as bytes that somebody pushes, building
//!   goes in steps, and a long search goes on in [`Engine::work`], so that
//!   frames can be answered in between.
//! * Questions about what does not exist (any more) get [`Answer::Gone`].
//!
//! # Reading a file
//!
//! ```
//! use lowerscope::engine::{Engine, Want};
//!
//! let file = br#"[{"ph":"X","name":"op","pid":1,"tid":1,"ts":0,"dur":5}]"#;
//! let mut engine = Engine::native();
//! let mut events = Vec::new();
//! let load = engine.begin("a.json", Some(file.len() as u64));
//! loop {
//!     match engine.want(load) {
//!         Want::Bytes { from, .. } if from < file.len() as u64 => {
//!             engine.push(load, &file[from as usize..], &mut events)
//!         }
//!         Want::Bytes { .. } => engine.end_of_file(load, &mut events),
//!         Want::Step => engine.step(load, &mut events),
//!         Want::Choice => engine.choose(load, &[0], &mut events),
//!         // Only in a browser; a native program does it in a step.
//!         Want::Rows => unreachable!(),
//!         Want::Nothing => break,
//!     }
//! }
//! assert_eq!(engine.trace_ids().count(), 1);
//! ```

mod compare;
pub(crate) mod details;
mod entry;
mod event_text;
pub mod fetching;
mod host;
mod info;
mod load;
mod metadata;
mod neffs;
mod neuron;
mod open_trace;
mod origin;
mod pack;
pub mod protocol;
mod queue;
mod search;
mod tables;
pub mod wire;
mod zip_tail;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

pub use host::{Budget, Host};
pub use load::Want;
pub use origin::{format_name, is_synthetic};
pub use queue::Queue;
pub use tables::PackedTable;

use crate::analysis::colour::{self, ColourBy};
use crate::analysis::locate::locate;
use crate::analysis::name_table::name_table;
use crate::analysis::same_name::same_name;
use crate::analysis::slice_table::slice_table;
use crate::analysis::step::step_from;
use crate::export::chrome::{Part, chrome_json};
use crate::export::pack::{PackProblem, PackedTrace};
use crate::lowering::one::instance_rows;
use crate::timeline::{build_frame, overview};
use crate::trace::Trace;
use entry::Building;
use load::Load;
use open_trace::{FileFacts, OpenTrace};
use protocol::{Answer, Ask, Event, Hit, LoadFailure, LoadId, MOST_EXPORTED_BYTES, Reply, Request, TraceId};
use search::Search;
use std::collections::BTreeMap;

/// How often progress is told, in milliseconds.
const PROGRESS_EVERY_MS: f64 = 100.0;
/// How long a search goes on before others get their turn, in milliseconds.
const SEARCH_SLICE_MS: f64 = 8.0;
/// How often a running search tells its counts, in milliseconds.
const SEARCH_NEWS_EVERY_MS: f64 = 120.0;

/// Open traces and running loads.
pub struct Engine {
    host: Host,
    loads: BTreeMap<LoadId, Running>,
    traces: BTreeMap<TraceId, OpenTrace>,
    next_load: u32,
    next_trace: u32,
    search_news_ms: f64,
}

/// A load with the time of its last progress.
struct Running {
    load: Load,
    told_ms: f64,
}

impl Engine {
    pub fn new(host: Host) -> Self {
        Self {
            host,
            loads: BTreeMap::new(),
            traces: BTreeMap::new(),
            next_load: 0,
            next_trace: 0,
            search_news_ms: 0.0,
        }
    }

    /// An engine for native programs and tests.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn native() -> Self {
        Self::new(Host::native())
    }

    /// Begins to read a file of `size` bytes, any part of which can be had.
    /// Without a size it comes from front to back.
    pub fn begin(&mut self, file_name: &str, size: Option<u64>) -> LoadId {
        let load = LoadId(self.next_load);
        self.begin_as(load, file_name, size, size.is_some());
        load
    }

    /// As [`Engine::begin`], for callers that number loads themselves; each
    /// number once. `seekable`: any part of the file can be had.
    pub fn begin_as(&mut self, load: LoadId, file_name: &str, size: Option<u64>, seekable: bool) {
        self.next_load = self.next_load.max(load.0.saturating_add(1));
        let now = (self.host.now_ms)();
        let running = Running { load: Load::new(file_name, size, seekable, now), told_ms: f64::NEG_INFINITY };
        self.loads.insert(load, running);
    }

    /// What a load needs next; [`Want::Nothing`] when there is no such load.
    pub fn want(&self, load: LoadId) -> Want {
        self.loads.get(&load).map_or(Want::Nothing, |running| running.load.want())
    }

    /// Takes bytes of the file from the wanted offset on.
    pub fn push(&mut self, load: LoadId, bytes: &[u8], out: &mut Vec<Event>) {
        self.on(load, out, |load| load.push(bytes));
    }

    /// Says that the file has no bytes at the wanted offset.
    pub fn end_of_file(&mut self, load: LoadId, out: &mut Vec<Event>) {
        self.on(load, out, Load::end_of_file);
    }

    /// Does one step of building.
    pub fn step(&mut self, load: LoadId, out: &mut Vec<Event>) {
        let Some(running) = self.loads.get_mut(&load) else { return };
        if let Some(building) = running.load.step() {
            self.open(load, building, out);
        }
        self.after(load, out);
    }

    /// Hands out the table of [`Want::Rows`], so that somebody finds its rows;
    /// they come back through [`Engine::push_rows`].
    pub fn take_table(&mut self, load: LoadId) -> Option<PackedTable> {
        self.loads.get_mut(&load)?.load.take_table()
    }

    /// Takes rows of that table: text as `ingest::parquet` makes it, of any
    /// length.
    pub fn push_rows(&mut self, load: LoadId, text: &[u8], out: &mut Vec<Event>) {
        self.on(load, out, |load| load.push_rows(text));
    }

    /// Says that the table has no more rows, and why not if there should be.
    pub fn end_table(&mut self, load: LoadId, failure: Option<LoadFailure>, out: &mut Vec<Event>) {
        self.on(load, out, |load| load.end_table(failure));
    }

    /// Opens these entries of an archive; none ends the load.
    pub fn choose(&mut self, load: LoadId, entries: &[u32], out: &mut Vec<Event>) {
        if let Some(running) = self.loads.get_mut(&load) {
            running.load.choose(entries);
        }
        if entries.is_empty() { self.cancel(load, out) } else { self.after(load, out) }
    }

    /// Drops a load with all that it holds. Traces that it has opened stay.
    pub fn cancel(&mut self, load: LoadId, out: &mut Vec<Event>) {
        if self.loads.remove(&load).is_some() {
            out.push(Event::Done { load, cancelled: true });
        }
    }

    /// Ends a load whose bytes stopped coming: what has come is opened, with a
    /// word on that in its health; `failure` is told where nothing has.
    pub fn interrupt(&mut self, load: LoadId, failure: LoadFailure, out: &mut Vec<Event>) {
        match self.loads.get_mut(&load).map(|running| running.load.interrupt()) {
            Some(true) => self.after(load, out),
            _ => self.fail(load, failure, out),
        }
    }

    /// Name of the file of a load that has not ended.
    pub fn file_of(&self, load: LoadId) -> Option<&str> {
        self.loads.get(&load).map(|running| running.load.file())
    }

    /// Ends a load whose bytes cannot be had.
    pub fn fail(&mut self, load: LoadId, failure: LoadFailure, out: &mut Vec<Event>) {
        if self.loads.remove(&load).is_some() {
            out.push(Event::Failed { load, failure });
            out.push(Event::Done { load, cancelled: false });
        }
    }

    /// Open traces in order of opening.
    pub fn trace_ids(&self) -> impl Iterator<Item = TraceId> + '_ {
        self.traces.keys().copied()
    }

    /// An open trace.
    pub fn trace(&self, id: TraceId) -> Option<&Trace> {
        self.traces.get(&id).map(|open| &open.trace)
    }

    /// The parts of the traces that a comparison rests on, one for each trace,
    /// in order of first mention in [`comparison::Request::traces`]; together of
    /// `most_bytes` at most. Where not all instances have room, those traces that
    /// take most are packed with fewer.
    ///
    /// # Errors
    /// When a trace is none that a part can be taken of, even one instance of
    /// each path is too much, or the comparison itself is impossible.
    ///
    /// [`comparison::Request::traces`]: crate::lowering::comparison::Request::traces
    pub fn pack(
        &self,
        request: &crate::lowering::comparison::Request,
        most_bytes: u64,
    ) -> Result<Vec<PackedTrace>, PackProblem> {
        pack::pack(&self.traces, request, most_bytes)
    }

    /// Answers a question. A search may go on after its first answer: see
    /// [`Engine::work`].
    pub fn handle(&mut self, request: Request) -> Reply {
        let body = self.answer(request.id, request.body).unwrap_or(Answer::Gone);
        Reply { id: request.id, body }
    }

    /// Goes on with searches for a few milliseconds and says whether there is
    /// more to do. Frames asked for in between show the hits so far.
    pub fn work(&mut self, out: &mut Vec<Reply>) -> bool {
        let now = (self.host.now_ms)();
        let budget = Budget::new(self.host, SEARCH_SLICE_MS);
        for open in self.traces.values_mut() {
            let Some(search) = &mut open.search else { continue };
            if search.summary().complete {
                continue;
            }
            search.work(&open.trace, budget);
            if search.summary().complete || now - self.search_news_ms >= SEARCH_NEWS_EVERY_MS {
                self.search_news_ms = now;
                out.push(Reply { id: search.request, body: Answer::Search(search.summary().clone()) });
            }
            return true;
        }
        false
    }

    fn answer(&mut self, request: u32, ask: Ask) -> Option<Answer> {
        let ask = match ask {
            Ask::Regions { traces } => return compare::regions(&self.traces, &traces).map(Answer::Regions),
            Ask::Prepare { trace } => return compare::prepare(&self.traces, trace).map(Answer::Regions),
            Ask::Compare { request } => {
                return Some(Answer::Compared(compare::compare(&self.traces, &request)));
            }
            Ask::Pack { request, most_bytes } => {
                return Some(Answer::Packed(self.pack(&request, most_bytes)));
            }
            Ask::PathNames { request, other, over } => {
                return Some(Answer::PathNames(compare::names(&self.traces, &request, other, over)));
            }
            Ask::Neffs { trace, slice } => {
                return neffs::neffs(&self.traces, trace, slice).map(Answer::Neffs);
            }
            Ask::RanBy { trace } => return neffs::ran_by(&self.traces, trace).map(Answer::RanBy),
            ask => ask,
        };
        let id = trace_of(&ask)?;
        if matches!(ask, Ask::Close { .. }) {
            self.traces.remove(&id)?;
            self.assign_colours();
            return Some(Answer::Closed);
        }
        if let Ask::ColourBy { by, .. } = ask {
            let open = self.traces.get_mut(&id)?;
            open.colour_by(by);
            self.assign_colours();
            return Some(Answer::Legend(self.traces.get(&id)?.colours.legend()));
        }
        let open = self.traces.get_mut(&id)?;
        let trace = &open.trace;
        Some(match ask {
            Ask::Frame { frame, .. } => {
                Answer::Frame { trace: id, frame: build_frame(trace, &open.index, &open.style(), &frame) }
            }
            Ask::Overview { columns, .. } => {
                let hits = open.search.as_ref().map(Search::hits);
                Answer::Overview { trace: id, overview: overview(trace, &open.index, columns, hits) }
            }
            Ask::Details { item, .. } => Answer::Details(Box::new(details::details(trace, item)?)),
            Ask::Search { query, .. } => {
                let search = Search::new(trace, request, &query);
                let summary = search.summary().clone();
                let is_empty = query.trim().is_empty();
                open.search = (!is_empty).then_some(search);
                Answer::Search(summary)
            }
            Ask::SearchHit { at, .. } => {
                let found = open.search.as_ref().and_then(|search| search.hit(trace, at));
                Answer::SearchHit(
                    found.and_then(|(index, item)| Some(Hit { index, at: locate(trace, item)? })),
                )
            }
            Ask::Step { item, step, .. } => Answer::Step(step_from(trace, item, step)),
            Ask::NameTable { area, .. } => Answer::NameTable(name_table(trace, &area)),
            Ask::SliceTable { area, sort, falling, offset, limit, .. } => {
                Answer::SliceTable(slice_table(trace, &area, sort, falling, offset, limit))
            }
            Ask::ChromeJson { area, .. } => {
                Answer::ChromeJson(chrome_json(trace, &Part::Area(area), MOST_EXPORTED_BYTES).ok())
            }
            Ask::Same { slice, .. } if slice.index() < trace.slices.len() => {
                Answer::Same(same_name(trace, slice))
            }
            Ask::Same { .. }
            | Ask::Close { .. }
            | Ask::ColourBy { .. }
            | Ask::Regions { .. }
            | Ask::Prepare { .. }
            | Ask::Compare { .. }
            | Ask::Pack { .. }
            | Ask::PathNames { .. }
            | Ask::Neffs { .. }
            | Ask::RanBy { .. } => return None,
            Ask::Instance { region, root, .. } => {
                Answer::Instance(instance_rows(trace, open.attribution(), &region, root).map(Box::new))
            }
            Ask::Neuron { ask, .. } => Answer::Neuron(neuron::answer(trace, &ask)?),
            Ask::Health { .. } => Answer::Health(trace.health.clone()),
            Ask::Metadata { show_hidden, .. } => {
                let (shown, hidden) = metadata::metadata(trace, show_hidden);
                Answer::Metadata { shown, hidden }
            }
        })
    }

    fn on(&mut self, load: LoadId, out: &mut Vec<Event>, act: impl FnOnce(&mut Load)) {
        let Some(running) = self.loads.get_mut(&load) else { return };
        let was_choosing = running.load.want() == Want::Choice;
        act(&mut running.load);
        if !was_choosing && let Some(entries) = running.load.choices() {
            out.push(Event::Choose { load, entries });
        }
        self.after(load, out);
    }

    /// Tells progress when it is time, and the end.
    fn after(&mut self, id: LoadId, out: &mut Vec<Event>) {
        let Some(running) = self.loads.get_mut(&id) else { return };
        match running.load.want() {
            Want::Nothing => self.end(id, out),
            Want::Choice => {}
            Want::Bytes { .. } | Want::Step | Want::Rows => {
                let now = (self.host.now_ms)();
                if now - running.told_ms >= PROGRESS_EVERY_MS {
                    running.told_ms = now;
                    let progress = running.load.progress(now, (self.host.memory_bytes)());
                    out.push(Event::Progress { load: id, progress });
                }
            }
        }
    }

    fn open(&mut self, load: LoadId, building: Building, out: &mut Vec<Event>) {
        let Some(running) = self.loads.get_mut(&load) else { return };
        let facts = FileFacts {
            file: building.name.clone(),
            packed_bytes: building.packed_bytes,
            read_ms: (self.host.now_ms)() - running.load.started_ms,
        };
        match building.finish() {
            Err(failure) => running.load.refuse(failure),
            Ok(built) => {
                running.load.opened += 1;
                let (trace, index) = *built;
                let open = OpenTrace::new(facts.file.clone(), trace, index);
                let id = TraceId(self.next_trace);
                self.next_trace += 1;
                let info = Box::new(open.info(id, facts));
                self.traces.insert(id, open);
                self.assign_colours();
                out.push(Event::Opened { load, info });
            }
        }
    }

    fn end(&mut self, id: LoadId, out: &mut Vec<Event>) {
        let Some(running) = self.loads.remove(&id) else { return };
        let (file, opened) = (running.load.file().to_owned(), running.load.opened);
        let mut refused = running.load.into_refused();
        if opened == 0 {
            let failure = match refused.len() {
                1 => refused.remove(0),
                _ => archive_failure(&file, &refused),
            };
            out.push(Event::Failed { load: id, failure });
        } else if !refused.is_empty() {
            out.push(Event::Skipped { load: id, file, entries: refused });
        }
        out.push(Event::Done { load: id, cancelled: false });
    }

    fn assign_colours(&mut self) {
        // Names, engines and layers are no rivals: no picture shows two of them.
        for by in ColourBy::ALL {
            let all = self.traces.values_mut().flat_map(OpenTrace::colours_mut);
            colour::assign(all.filter(|own| own.stands_for() == by));
        }
    }
}

/// An archive in which nothing is a trace.
fn archive_failure(file: &str, refused: &[LoadFailure]) -> LoadFailure {
    const NAMED: usize = 8;
    let mut names: Vec<&str> = refused.iter().take(NAMED).map(|entry| entry.file.as_str()).collect();
    if refused.len() > NAMED {
        names.push("…");
    }
    let message = if refused.is_empty() { "container-archive-empty" } else { "archive-no-trace" };
    LoadFailure {
        file: file.to_owned(),
        message: message.to_owned(),
        args: vec![
            ("file".to_owned(), file.to_owned()),
            ("count".to_owned(), refused.len().to_string()),
            ("entries".to_owned(), names.join(", ")),
        ],
        command: None,
        first_bytes: Vec::new(),
    }
}

/// The trace that a question is about; `None` when it is about several.
fn trace_of(ask: &Ask) -> Option<TraceId> {
    Some(match ask {
        Ask::Frame { trace, .. }
        | Ask::Overview { trace, .. }
        | Ask::Details { trace, .. }
        | Ask::Search { trace, .. }
        | Ask::SearchHit { trace, .. }
        | Ask::Step { trace, .. }
        | Ask::NameTable { trace, .. }
        | Ask::SliceTable { trace, .. }
        | Ask::Same { trace, .. }
        | Ask::ChromeJson { trace, .. }
        | Ask::Instance { trace, .. }
        | Ask::Health { trace }
        | Ask::ColourBy { trace, .. }
        | Ask::Neuron { trace, .. }
        | Ask::Metadata { trace, .. }
        | Ask::Close { trace } => *trace,
        Ask::Regions { .. }
        | Ask::Prepare { .. }
        | Ask::Compare { .. }
        | Ask::Pack { .. }
        | Ask::PathNames { .. }
        | Ask::Neffs { .. }
        | Ask::RanBy { .. } => return None,
    })
}
