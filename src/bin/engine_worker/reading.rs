//! Reads the files that wait, one after the other.

use super::fetch::Download;
use super::pause::pause;
use super::post;
use super::source::{LocalFile, Source};
use super::tables::TableReader;
use super::worker::Shared;
use js_sys::Uint8Array;
use lowerscope::engine::fetching::MOST_MEMORY_BYTES;
use lowerscope::engine::protocol::{Event, LoadFailure, LoadId, Progress};
use lowerscope::engine::{PackedTable, Want};
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortController;

/// Bytes handed to the engine at once. Packed ones may become a thousand
/// times as many.
const PIECE_BYTES: u32 = 256 * 1024;
/// How long is worked before messages are heard.
const TURN_MS: f64 = 10.0;
/// How often the progress of a download that is only kept is told.
const PROGRESS_EVERY_MS: f64 = 100.0;

/// A file to be read.
pub struct Job {
    pub load: LoadId,
    pub origin: Origin,
}

/// Where it comes from, and its name.
pub enum Origin {
    File(LocalFile, String),
    Url(String, String),
    /// Files and addresses that are one archive together.
    Set(Vec<Origin>, String),
    /// Begun already, and put aside while a person chose.
    Begun(Source),
}

/// Reads all that waits, unless that is being done already.
pub fn run(state: &Shared) {
    if std::mem::replace(&mut state.borrow_mut().is_reading, true) {
        return;
    }
    let state = state.clone();
    spawn_local(async move {
        loop {
            let job = state.borrow_mut().jobs.pop_front();
            let Some(Job { load, origin }) = job else { break };
            match source_of(&state, load, origin).await {
                Ok(source) => read(&state, load, source).await,
                Err(failure) => fail(&state, load, failure),
            }
            state.borrow_mut().abort.take_if(|(id, _)| *id == load);
        }
        state.borrow_mut().is_reading = false;
    });
}

async fn source_of(state: &Shared, load: LoadId, origin: Origin) -> Result<Source, LoadFailure> {
    let (source, name) = match origin {
        Origin::Begun(source) => {
            state.borrow_mut().abort = source.abort().map(|abort| (load, abort));
            return Ok(source);
        }
        Origin::File(file, name) => {
            let source = Source::File(file);
            state.borrow_mut().engine.begin_as(load, &name, source.size(), source.is_seekable());
            return Ok(source);
        }
        Origin::Url(url, name) => {
            begin(state, load, &name);
            let mut download = download(state, load, &url, &name).await?;
            let is_zip = download.is_zip().await;
            if is_zip.is_err() {
                // That it is too large tells more than that it broke off.
                download.check_size()?;
            }
            let source = if is_zip? {
                match download.into_ranged().await {
                    Ok(ranged) => Source::Ranged(ranged),
                    Err(download) => kept(load, download, &name).await?,
                }
            } else {
                download.check_size()?;
                Source::Download(download)
            };
            (source, name)
        }
        Origin::Set(parts, name) => {
            begin(state, load, &name);
            let mut files = Vec::new();
            for part in parts {
                match part {
                    Origin::File(file, _) => files.push(file),
                    Origin::Url(url, part) => {
                        let download = download(state, load, &url, &name).await?;
                        match kept(load, download, &part).await? {
                            Source::File(file) => files.push(file),
                            Source::Broken(_, failure) => return Err(failure),
                            Source::Download(_) | Source::Ranged(_) => {}
                        }
                    }
                    // Sets hold files and addresses alone.
                    Origin::Set(..) | Origin::Begun(_) => {}
                }
            }
            (Source::File(LocalFile::set(&files, name.clone())?), name)
        }
    };
    let mut state = state.borrow_mut();
    // Unless it was cancelled in between.
    if state.engine.want(load) != Want::Nothing {
        state.engine.begin_as(load, &name, source.size(), source.is_seekable());
    }
    Ok(source)
}

/// Begun before it is known what comes, so that a cancel finds it.
fn begin(state: &Shared, load: LoadId, name: &str) {
    state.borrow_mut().engine.begin_as(load, name, None, false);
    tell(load, Progress { file: name.to_owned(), ..Progress::default() });
}

async fn download(state: &Shared, load: LoadId, url: &str, name: &str) -> Result<Download, LoadFailure> {
    let Ok(abort) = AbortController::new() else {
        // Every browser that runs this has it.
        let (file, message) = (name.to_owned(), "fetch-blocked".to_owned());
        return Err(LoadFailure { file, message, ..Default::default() });
    };
    state.borrow_mut().abort = Some((load, abort.clone()));
    Download::start(url, abort).await
}

/// All of a download, which the browser keeps.
async fn kept(load: LoadId, download: Download, name: &str) -> Result<Source, LoadFailure> {
    download.check_size()?;
    let start = post::now_ms();
    let mut told = start;
    let file = name.to_owned();
    let blob = download.into_blob(|packed_bytes, packed_total| {
        let now = post::now_ms();
        if now - told >= PROGRESS_EVERY_MS {
            told = now;
            let (file, elapsed_ms) = (file.clone(), now - start);
            tell(load, Progress { file, packed_bytes, packed_total, elapsed_ms, ..Progress::default() });
        }
    });
    let (blob, broken) = blob.await?;
    let file = LocalFile::new(blob, name.to_owned());
    Ok(match broken {
        // Its table is at the end that did not come: it is read from the front.
        Some(failure) => Source::Broken(file, failure),
        None => Source::File(file),
    })
}

async fn read(state: &Shared, load: LoadId, mut source: Source) {
    let mut piece = Vec::new();
    let mut tables = None;
    let mut end = post::now_ms() + TURN_MS;
    let memory_before = post::memory_bytes();
    loop {
        let want = state.borrow().engine.want(load);
        // Memory of the worker never shrinks: what was there before is free
        // again by now, or in use by traces that are open.
        let memory = post::memory_bytes();
        if memory > MOST_MEMORY_BYTES && memory > memory_before && want != Want::Nothing {
            let file = state.borrow().engine.file_of(load).unwrap_or_default().to_owned();
            let message = "memory-full".to_owned();
            fail(state, load, LoadFailure { file, message, ..LoadFailure::default() });
            break;
        }
        match want {
            Want::Nothing => break,
            Want::Choice => {
                let job = Job { load, origin: Origin::Begun(source) };
                state.borrow_mut().parked.insert(load, job);
                break;
            }
            Want::Step => build(state, load, &mut end).await,
            Want::Rows => convert(state, load, &mut tables, &mut end).await,
            Want::Bytes { from, to } => {
                match source.read(from, to).await {
                    Ok(chunk) => {
                        push(state, load, from, &chunk, (&mut piece, &mut tables), &mut end).await;
                    }
                    Err(failure) => interrupt(state, load, failure),
                };
            }
        }
        rest(&mut end).await;
    }
}

/// Hands a chunk to the engine piece by piece, as long as it wants just that.
async fn push(
    state: &Shared,
    load: LoadId,
    from: u64,
    chunk: &Uint8Array,
    (piece, tables): (&mut Vec<u8>, &mut Option<TableReader>),
    end: &mut f64,
) {
    let mut events = Vec::new();
    if chunk.length() == 0 {
        state.borrow_mut().engine.end_of_file(load, &mut events);
        return post::events(&mut events);
    }
    let mut at = 0;
    while at < chunk.length() {
        let want = state.borrow().engine.want(load);
        match want {
            Want::Bytes { from: wanted, .. } if wanted == from + u64::from(at) => {}
            Want::Step => {
                // An archive: what has come of it is built before the rest.
                build(state, load, end).await;
                continue;
            }
            Want::Rows => {
                convert(state, load, tables, end).await;
                continue;
            }
            // It is over, or another part of the file is wanted.
            _ => return,
        }
        let next = chunk.length().min(at + PIECE_BYTES);
        piece.resize((next - at) as usize, 0);
        chunk.subarray(at, next).copy_to(piece);
        state.borrow_mut().engine.push(load, piece, &mut events);
        post::events(&mut events);
        at = next;
        rest(end).await;
    }
}

/// Does all steps of building that there are.
async fn build(state: &Shared, load: LoadId, end: &mut f64) {
    let mut events = Vec::new();
    while state.borrow().engine.want(load) == Want::Step {
        state.borrow_mut().engine.step(load, &mut events);
        post::events(&mut events);
        rest(end).await;
    }
}

/// Has the next packed table read by the other worker, and takes its rows.
async fn convert(state: &Shared, load: LoadId, tables: &mut Option<TableReader>, end: &mut f64) {
    let Some(table) = state.borrow_mut().engine.take_table(load) else { return };
    let failure = rows_of(state, load, &table.name.clone(), table, tables, end).await.err();
    let mut events = Vec::new();
    state.borrow_mut().engine.end_table(load, failure, &mut events);
    post::events(&mut events);
}

async fn rows_of(
    state: &Shared,
    load: LoadId,
    name: &str,
    table: PackedTable,
    tables: &mut Option<TableReader>,
    end: &mut f64,
) -> Result<(), LoadFailure> {
    let reader = match tables {
        Some(reader) => reader,
        None => {
            let started = TableReader::start().await;
            let named = |failure: LoadFailure| LoadFailure::of_table(name, &failure.message, "");
            tables.insert(started.map_err(named)?)
        }
    };
    reader.open(&table);
    drop(table);
    let mut text = Vec::new();
    loop {
        let piece = match reader.next(name).await {
            Ok(piece) => piece,
            Err(failure) => {
                // Another one is started for the next table.
                *tables = None;
                return Err(failure);
            }
        };
        text.resize(piece.text.length() as usize, 0);
        piece.text.copy_to(&mut text);
        let mut events = Vec::new();
        // A load that was cancelled wants nothing more.
        if state.borrow().engine.want(load) == Want::Nothing {
            return Ok(());
        }
        state.borrow_mut().engine.push_rows(load, &text, &mut events);
        post::events(&mut events);
        match piece.end {
            Some(None) => return Ok(()),
            Some(Some(failure)) => return Err(failure),
            None => rest(end).await,
        }
    }
}

/// Lets messages be heard when it is time.
async fn rest(end: &mut f64) {
    if post::now_ms() >= *end {
        pause().await;
        *end = post::now_ms() + TURN_MS;
    }
}

/// The connection broke, or the file on the disk cannot be read on.
fn interrupt(state: &Shared, load: LoadId, failure: LoadFailure) {
    let mut events = Vec::new();
    state.borrow_mut().engine.interrupt(load, failure, &mut events);
    post::events(&mut events);
}

fn fail(state: &Shared, load: LoadId, failure: LoadFailure) {
    let mut events = Vec::new();
    // A load that was cancelled is gone, and so is what its abort brings.
    state.borrow_mut().engine.fail(load, failure, &mut events);
    post::events(&mut events);
}

fn tell(load: LoadId, progress: Progress) {
    post::events(&mut vec![Event::Progress { load, progress }]);
}
