//! Reads files of the disk through the engine.

use lowerscope::engine::protocol::{Answer, Ask, Event, LoadFailure, Request, TraceId, TraceInfo};
use lowerscope::engine::{Engine, Want};
use lowerscope::trace::Trace;
use std::fs::File;
use std::io::{Read, Result, Seek, SeekFrom};
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

/// Reads a file and hands over each trace in it, one at a time, so that only
/// one is held. Gives what could not be read.
pub fn read(path: &Path, mut take: impl FnMut(&Found<'_>)) -> Vec<LoadFailure> {
    let mut engine = Engine::native();
    drive(&mut engine, path, |engine, info, file| {
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
    let failures = drive(engine, path, |_, info, _| traces.push(info.trace));
    (traces, failures)
}

/// `opened` gets each trace, and its name: that of the file, with that of the
/// entry where it is an archive.
fn drive(
    engine: &mut Engine,
    path: &Path,
    mut opened: impl FnMut(&mut Engine, Box<TraceInfo>, String),
) -> Vec<LoadFailure> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut file = match open_file(path) {
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

struct Opened {
    file: File,
    /// `None` for what has none, such as a pipe; that cannot seek either.
    size: Option<u64>,
    at: u64,
}

fn open_file(path: &Path) -> Result<Opened> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(std::io::Error::from(std::io::ErrorKind::IsADirectory));
    }
    Ok(Opened { size: metadata.is_file().then_some(metadata.len()), file, at: 0 })
}

impl Opened {
    fn read(&mut self, chunk: &mut [u8], from: u64, to: Option<u64>) -> Result<usize> {
        if from != self.at {
            self.file.seek(SeekFrom::Start(from))?;
            self.at = from;
        }
        let most = to.map_or(chunk.len(), |to| chunk.len().min(to.saturating_sub(from) as usize));
        let len = loop {
            match self.file.read(&mut chunk[..most]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.at += len as u64;
        Ok(len)
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
