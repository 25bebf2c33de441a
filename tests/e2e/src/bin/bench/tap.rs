//! What is put into the page before anything of it runs, to listen to what it
//! and its worker say to one another; see `tap.js`.

use crate::browser::Browser;
use anyhow::{Context, Result};
use lowerscope::engine::protocol::{
    Ask, Event, LoadFailure, LoadId, Progress, Request, TraceId, TraceInfo, decode, encode,
};
use lowerscope::engine::wire;
use lowerscope::timeline::frame::{Arrows, FrameRequest};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// The script, with the names that messages have.
pub fn script() -> String {
    format!("({})({});", include_str!("tap.js"), names())
}

/// Names of the wire and first bytes of messages, for scripts.
pub fn names() -> Value {
    json!({
        "open": wire::OPEN,
        "file": wire::FILE,
        "name": wire::NAME,
        "request": wire::REQUEST,
        "event": wire::EVENT,
        "reply": wire::REPLY,
        "failed": wire::FAILED,
        "done": first_byte(&Event::Done { load: LoadId(0), cancelled: false }),
        "refused": first_byte(&Event::Failed { load: LoadId(0), failure: LoadFailure {
            file: String::new(),
            message: String::new(),
            args: Vec::new(),
            command: None,
            first_bytes: Vec::new(),
        } }),
        "progress": first_byte(&Event::Progress { load: LoadId(0), progress: Progress::default() }),
        "frame": ask_frame_byte(),
    })
}

/// Enums begin with the number of their variant, which is below 128.
fn first_byte(event: &Event) -> u8 {
    encode(event).first().copied().unwrap_or(0)
}

fn ask_frame_byte() -> u8 {
    let frame = FrameRequest { start: 0, end: 0, columns: 1, bands: Vec::new(), arrows: Arrows::None };
    // The number of a request comes first: one byte here.
    encode(&Request { id: 0, body: Ask::Frame { trace: TraceId(0), frame } }).get(1).copied().unwrap_or(0)
}

/// What a load came to.
pub struct Opened {
    /// On the page's clock.
    pub at_ms: f64,
    pub info: Box<TraceInfo>,
}

/// Finds the trace among events as scripts give them: `[ms, hex]`.
///
/// # Errors
///
/// When the file could not be opened.
pub fn opened(events: &Value) -> Result<Opened> {
    opened_all(events)?.into_iter().next().context("no trace was opened")
}

/// Finds all traces among events.
///
/// # Errors
///
/// When a file could not be opened, or none was.
pub fn opened_all(events: &Value) -> Result<Vec<Opened>> {
    let mut found = Vec::new();
    let mut failure: Option<LoadFailure> = None;
    for event in events.as_array().context("no events")? {
        let bytes = from_hex(event[1].as_str().unwrap_or_default());
        match decode::<Event>(&bytes) {
            Some(Event::Opened { info, .. }) => {
                found.push(Opened { at_ms: event[0].as_f64().unwrap_or(f64::NAN), info });
            }
            Some(Event::Failed { failure: told, .. }) => failure = Some(told),
            _ => {}
        }
    }
    match failure {
        Some(failure) => anyhow::bail!("{} was not opened: {}", failure.file, failure.message),
        None if found.is_empty() => anyhow::bail!("no trace was opened"),
        None => Ok(found),
    }
}

/// A request that closes a trace, for scripts.
pub fn close_request(id: u32, trace: TraceId) -> String {
    to_hex(&encode(&Request { id, body: Ask::Close { trace } }))
}

/// A file handed to the real page.
pub struct Shown {
    /// From handing over to the first exact frame, in ms.
    pub drawn_ms: f64,
    /// From handing over to the trace being ready in the worker, in ms.
    pub ready_ms: f64,
    pub info: Box<TraceInfo>,
}

/// Opens the page in a new tab, lets it settle, hands over a file as its own
/// picker does, and waits until it is drawn.
///
/// # Errors
///
/// When any of it fails or takes longer than `limit`.
pub async fn show(browser: &Browser, page_url: &str, file: &Path, limit: Duration) -> Result<Shown> {
    browser.open(page_url, &script()).await?;
    browser.wait_until("performance.getEntriesByName('lowerscope:first-frame').length", limit).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    browser.value("bench.begin()").await?;
    browser.pick("#bench-picker", file).await?;
    let drawn = browser.run("bench.drawn()", limit).await?;
    let opened = opened(&drawn["events"])?;
    let handed_ms = drawn["handed"].as_f64().context("no file was handed over")?;
    let drawn_ms = drawn["drawn"].as_f64().unwrap_or(f64::NAN) - handed_ms;
    Ok(Shown { drawn_ms, ready_ms: opened.at_ms - handed_ms, info: opened.info })
}

/// Opens the page in a new tab, hands over two files at once, and waits until
/// their comparison is drawn. Gives the ms from both being ready to that.
///
/// # Errors
///
/// When any of it fails or takes longer than `limit`.
pub async fn compare(browser: &Browser, page_url: &str, files: &[&Path], limit: Duration) -> Result<f64> {
    browser.open(page_url, &script()).await?;
    browser.wait_until("performance.getEntriesByName('lowerscope:first-frame').length", limit).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    browser.value("bench.begin()").await?;
    browser.pick_all("#bench-picker", files).await?;
    let drawn = browser.run("bench.compared()", limit).await?;
    let ready = opened_all(&drawn["events"])?;
    anyhow::ensure!(ready.len() == files.len(), "{} of {} traces were opened", ready.len(), files.len());
    let ready_ms = ready.iter().map(|opened| opened.at_ms).fold(0.0, f64::max);
    Ok(drawn["drawn"].as_f64().context("nothing was compared")? - ready_ms)
}

fn from_hex(text: &str) -> Vec<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16).unwrap_or(0) as u8;
    text.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
