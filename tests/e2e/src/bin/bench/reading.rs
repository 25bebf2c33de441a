//! Reading in a worker against `JSON.parse` in a worker of the same browser.
//!
//! Ours is timed from posting the file, as the page does it, until the trace
//! can be asked. `JSON.parse` is timed alone, from a decoded string, and with
//! the way from the file to that string. So there are two fair ratios: of ours
//! with its bytes in memory to the first, of ours from the file to the second.

use crate::browser::Browser;
use crate::inputs::{self, Input};
use crate::report::{Section, Table, Target, duration, megabytes, times};
use crate::stats::median;
use crate::tap::{close_request, names, opened};
use anyhow::{Context, Result};
use e2e::Site;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use xtask::bench::Measure;

const LIMIT: Duration = Duration::from_secs(300);

const PAGES: [(&str, &str); 4] = [
    ("index.html", include_str!("site/index.html")),
    ("reading.js", include_str!("site/reading.js")),
    ("engine.js", include_str!("site/engine.js")),
    ("parse.js", include_str!("site/parse.js")),
];

/// One reading of a file by our worker.
struct Ours {
    /// From posting the file to the trace being ready.
    ms: f64,
    held_bytes: f64,
    /// Size of the worker's memory, which never shrinks.
    memory_bytes: f64,
}

/// One `JSON.parse`.
struct Theirs {
    ms: f64,
    /// With reading, unpacking and decoding.
    all_ms: f64,
}

/// All rounds of one file.
struct Rounds {
    input: Input,
    text_bytes: f64,
    is_packed: bool,
    /// Least speed wanted, of `JSON.parse`.
    least: f64,
    /// In a worker that has just been started.
    cold: Option<Ours>,
    from_file: Vec<Ours>,
    from_memory: Vec<Ours>,
    theirs: Vec<Theirs>,
    /// Why there is none of theirs.
    failure: Option<String>,
}

pub async fn measure(browser: &Browser, measure: &Measure) -> Result<Section> {
    let site = Site::with_folders(&[("/bench/", &pages()?)]);
    let mut section = Section { title: "Reading", rounds: measure.rounds, ..Section::default() };
    let mut inputs = Vec::new();
    match inputs::of_corpus("xdit", inputs::XDIT)? {
        Some(input) => inputs.push(input),
        None => section.notes.push("xdit is left out: its file is not in `../shared/corpus`.".to_owned()),
    }
    let large = if measure.quick { 20_000_000 } else { 500_000_000 };
    inputs.push(inputs::grown(large)?);
    let mut inputs: Vec<_> = inputs.into_iter().map(|input| (input, 1.5)).collect();
    match inputs::neuron(large)? {
        Some(input) => inputs.push((input, 1.2)),
        None => section.notes.push("Neuron is left out: its file is not in `../shared/corpus`.".to_owned()),
    }
    let mut files = Vec::new();
    for (input, least) in inputs {
        let text_bytes = input.bytes as f64;
        let packed = input.gzipped()?;
        for (input, is_packed) in [(input, false), (packed, true)] {
            let rounds = Rounds::of(input, text_bytes, is_packed, least);
            files.push(measured(browser, &site, rounds, measure.rounds).await?);
        }
    }
    let rows = files.iter().map(|file| speed_row(file, &mut section.targets)).collect();
    section.tables.push(Table { rows, ..Table::new(SPEED) });
    let plain = files.iter().filter(|file| !file.is_packed);
    let rows = plain.filter_map(|file| memory_row(file, &mut section.targets)).collect();
    section.tables.push(Table { rows, ..Table::new(MEMORY) });
    let failures = files.iter().filter_map(|file| Some((file, file.failure.as_ref()?)));
    section.notes.extend(failures.map(|(file, why)| format!("JSON.parse of {}: {why}.", file.input.name)));
    section.notes.extend(NOTES.iter().map(|&note| note.to_owned()));
    Ok(section)
}

const SPEED: &[&str] = &[
    "file",
    "text",
    "JSON.parse",
    "ours",
    "ours",
    "ratio",
    "file to objects",
    "file to trace",
    "ratio",
    "first",
];
const MEMORY: &[&str] = &["file", "text", "held", "of text", "peak", "of text", "after all rounds"];
const NOTES: &[&str] = &[
    "JSON.parse: from a decoded string to objects, nothing else, in a new worker each time. Ours: the file's bytes \
     are in memory; from posting the file to the worker until the trace can be asked: unpacking, all rules of the \
     format, sorting, nesting, links, and the index for drawing; the same worker again, after closing the trace.",
    "File to objects: the same with getting the bytes, unpacking (DecompressionStream) and decoding. File to trace: \
     ours with getting the bytes. First: file to trace in a worker that has just been started.",
    "Held: what the engine counts for the open trace. Peak: the WebAssembly memory of the worker after the first \
     reading; it never shrinks, so it is the most that was in use at a time, rounded up by the allocator.",
];

/// The folder with the pages that do the reading.
fn pages() -> Result<PathBuf> {
    let dir = inputs::dir().join("site");
    fs::create_dir_all(&dir)?;
    for (name, text) in PAGES {
        fs::write(dir.join(name), text).with_context(|| format!("could not write {name}"))?;
    }
    Ok(dir)
}

async fn measured(browser: &Browser, site: &Site, mut rounds: Rounds, count: u32) -> Result<Rounds> {
    let file = std::path::absolute(&rounds.input.path)?;
    let url = format!(
        "{}?page={}&names={}",
        site.url("/bench/"),
        encoded(&site.page_url()),
        encoded(&names().to_string())
    );
    let open = async || {
        browser.open(&url, "").await?;
        browser.pick("#file", &file).await?;
        browser.wait_until("globalThis.bench", LIMIT).await
    };
    open().await?;
    let mut requests = 0;
    let mut read = async |keep: bool| {
        requests += 1;
        ours(browser, requests, keep).await
    };
    rounds.cold = Some(read(false).await?);
    // Fills the memory.
    read(true).await?;
    for _ in 0..count {
        if rounds.failure.is_none() {
            match browser.run("bench.parse()", LIMIT).await {
                Ok(value) => {
                    let (ms, all_ms) = (number(&value, "parse"), number(&value, "all"));
                    rounds.theirs.push(Theirs { ms, all_ms });
                }
                Err(error) => {
                    rounds.failure = Some(format!("{error:#}"));
                    // It may have taken the tab with it.
                    open().await?;
                    read(true).await?;
                }
            }
        }
        rounds.from_file.push(read(false).await?);
        rounds.from_memory.push(read(true).await?);
        println!("{}", progress(&rounds));
    }
    Ok(rounds)
}

/// Reads the picked file once and closes the trace.
async fn ours(browser: &Browser, request: u32, keep: bool) -> Result<Ours> {
    let value = browser.run(&format!("bench.read('engine', {keep})"), LIMIT).await?;
    let opened = opened(&value["events"])?;
    let close = close_request(request, opened.info.trace);
    browser.run(&format!("bench.request('engine', '{close}')"), LIMIT).await?;
    Ok(Ours {
        ms: opened.at_ms - number(&value, "begin"),
        held_bytes: opened.info.memory_bytes as f64,
        memory_bytes: number(&value, "memory"),
    })
}

fn progress(rounds: &Rounds) -> String {
    let last = |ours: &[Ours]| duration(ours.last().map_or(f64::NAN, |ours| ours.ms));
    format!(
        "{}: JSON.parse {}, ours {} from memory, {} from the file",
        rounds.input.name,
        duration(rounds.theirs.last().map_or(f64::NAN, |theirs| theirs.ms)),
        last(&rounds.from_memory),
        last(&rounds.from_file),
    )
}

impl Rounds {
    fn of(input: Input, text_bytes: f64, is_packed: bool, least: f64) -> Rounds {
        Rounds {
            input,
            text_bytes,
            is_packed,
            least,
            cold: None,
            from_file: Vec::new(),
            from_memory: Vec::new(),
            theirs: Vec::new(),
            failure: None,
        }
    }

    fn theirs(&self, what: impl Fn(&Theirs) -> f64) -> f64 {
        median(&self.theirs.iter().map(what).collect::<Vec<_>>())
    }
}

fn middle(ours: &[Ours]) -> f64 {
    median(&ours.iter().map(|ours| ours.ms).collect::<Vec<_>>())
}

fn speed_row(file: &Rounds, targets: &mut Vec<Target>) -> Vec<String> {
    let (parse, all) = (file.theirs(|theirs| theirs.ms), file.theirs(|theirs| theirs.all_ms));
    let (memory, disk) = (middle(&file.from_memory), middle(&file.from_file));
    if !file.is_packed {
        targets.push(Target {
            what: format!("speed of reading {}, of JSON.parse", file.input.name),
            wanted: format!("≥ {:.1} ×", file.least),
            measured: times(parse / memory),
            met: parse / memory >= file.least,
        });
    }
    vec![
        file.input.name.clone(),
        megabytes(file.text_bytes),
        duration(parse),
        duration(memory),
        format!("{:.0} MB/s", file.text_bytes / memory / 1e3),
        times(parse / memory),
        duration(all),
        duration(disk),
        times(all / disk),
        duration(file.cold.as_ref().map_or(f64::NAN, |cold| cold.ms)),
    ]
}

fn memory_row(file: &Rounds, targets: &mut Vec<Target>) -> Option<Vec<String>> {
    let (first, last) = (file.cold.as_ref()?, file.from_memory.last()?);
    let of_text = |bytes: f64| format!("{:.2} ×", bytes / file.text_bytes);
    let mut target = |what: &str, bytes: f64, most: f64| {
        targets.push(Target {
            what: format!("{what} memory of {}, of its text", file.input.name),
            wanted: format!("≤ {most:.1} ×"),
            measured: of_text(bytes),
            met: bytes <= most * file.text_bytes,
        });
    };
    target("held", first.held_bytes, 0.6);
    target("peak", first.memory_bytes, 1.5);
    Some(vec![
        file.input.name.clone(),
        megabytes(file.text_bytes),
        megabytes(first.held_bytes),
        of_text(first.held_bytes),
        megabytes(first.memory_bytes),
        of_text(first.memory_bytes),
        megabytes(last.memory_bytes),
    ])
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or(f64::NAN)
}

/// For the query of an address.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
