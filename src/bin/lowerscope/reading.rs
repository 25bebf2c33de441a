//! Reads files of the disk through the engine.

use super::input::Input;
use lowerscope::engine::protocol::{Answer, Ask, Event, LoadFailure, Request, TraceId, TraceInfo};
use lowerscope::engine::{Engine, Want};
use lowerscope::trace::Trace;
use std::path::Path;

/// Bytes read at once.
const CHUNK_BYTES: usize = 1 << 20;

/// An open trace of a file.
pub struct Found<'a> {
    /// Name of the file, with that of the entry where it is an archive.
    pub file: String,
    pub info: &'a TraceInfo,
    pub trace: &'a Trace,
}

/// Reads a file, or tables, and hands over each trace in it, one at a time, so
/// that only one is held. Gives what could not be read.
pub fn read(input: &Input, mut take: impl FnMut(&Found<'_>)) -> Vec<LoadFailure> {
    let mut engine = Engine::native();
    drive(&mut engine, input, |engine, info, file| {
        if let Some(trace) = engine.trace(info.trace) {
            take(&Found { file, info: &info, trace });
        }
        let closed = engine.handle(Request { id: 0, body: Ask::Close { trace: info.trace } });
        debug_assert_eq!(closed.body, Answer::Closed);
    })
}

/// Reads a file into an engine, where its traces stay open; gives them, and
/// what could not be read.
pub fn open(engine: &mut Engine, path: &Path) -> (Vec<TraceId>, Vec<LoadFailure>) {
    let mut traces = Vec::new();
    let failures = drive(engine, &Input::from(path), |_, info, _| traces.push(info.trace));
    (traces, failures)
}

/// `opened` gets each trace, and its name: that of the file, with that of the
/// entry where it is an archive.
fn drive(
    engine: &mut Engine,
    input: &Input,
    mut opened: impl FnMut(&mut Engine, Box<TraceInfo>, String),
) -> Vec<LoadFailure> {
    let name = input.name();
    let mut file = match input.open() {
        Ok(file) => file,
        Err(error) => return vec![unreadable(&name, &error)],
    };
    let mut failures = Vec::new();
    let mut is_archive = false;
    let load = engine.begin(&name, file.size);
    let mut events = Vec::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        match engine.want(load) {
            // A native program finds rows in steps.
            Want::Rows | Want::Nothing => {}
            Want::Step => engine.step(load, &mut events),
            Want::Choice => {}
            Want::Bytes { from, to } => match file.read(&mut chunk, from, to) {
                Ok(0) => engine.end_of_file(load, &mut events),
                Ok(len) => engine.push(load, &chunk[..len], &mut events),
                Err(error) => engine.fail(load, unreadable(&name, &error), &mut events),
            },
        }
        let mut is_done = false;
        for event in std::mem::take(&mut events) {
            match event {
                Event::Progress { .. } => {}
                Event::Choose { load, entries } => {
                    is_archive = true;
                    let likely = entries.iter().filter(|entry| entry.likely_trace);
                    let indices: Vec<u32> = likely.map(|entry| entry.index).collect();
                    engine.choose(load, &indices, &mut events);
                }
                Event::Opened { info, .. } => {
                    is_archive |= !name.starts_with(&info.file);
                    let file = if is_archive { format!("{name}/{}", info.file) } else { name.clone() };
                    opened(engine, info, file);
                }
                Event::Failed { failure, .. } => failures.push(failure),
                Event::Skipped { entries, .. } => {
                    let was_read = |entry: &LoadFailure| entry.message != LoadFailure::LEFT_OUT;
                    failures.extend(entries.into_iter().filter(was_read));
                }
                Event::Done { .. } => is_done = true,
            }
        }
        if is_done {
            return failures;
        }
    }
}

fn unreadable(name: &str, error: &std::io::Error) -> LoadFailure {
    LoadFailure {
        file: name.to_owned(),
        message: "cli-unreadable".to_owned(),
        args: vec![("file".to_owned(), name.to_owned()), ("reason".to_owned(), error.to_string())],
        ..LoadFailure::default()
    }
}
