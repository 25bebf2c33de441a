//! What `cargo xtask bench` measures in the browser.
//!
//! Everything that is compared runs in one Chromium, by turns (ours, theirs,
//! ours, theirs …), so that a machine's mood hits both; what counts are ratios
//! of medians. Nothing here is a test: a machine under load gives a bad table,
//! not a failure.
//!
//! Absent: Node.js, Python (but for an optional download of the Perfetto UI),
//! and traces that are not in the repository, which are skipped with a word.

#![expect(clippy::print_stdout, reason = "a command line tool talks on the terminal")]

mod browser;
mod compare;
mod flat;
mod frames;
mod grow;
mod grow_neuron;
mod inputs;
mod machine;
mod peer;
mod reading;
mod report;
mod start;
mod stats;
mod tap;

use anyhow::{Context, Result};
use browser::Browser;
use clap::Parser;
use report::{Report, Section};
use xtask::bench::{Measure, Part};
use xtask::chromium::Driver;

/// Measures the page in dist/ in a real Chromium.
#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    measure: Measure,
}

fn main() -> Result<()> {
    let Cli { measure } = Cli::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let chromedriver = Driver::start()?;
    let mut report = Report::load(measure.quick)?;
    for part in [Part::Page, Part::Reading, Part::Perfetto, Part::Frames, Part::Compare] {
        if !measure.wants(part) {
            continue;
        }
        let started = machine::Conditions::now();
        let section = runtime.block_on(measured(&chromedriver, part, &measure))?;
        if let Some(section) = section {
            report.add(section, &started);
        }
    }
    report.save()
}

/// `None` when there is nothing to measure with.
async fn measured(chromedriver: &Driver, part: Part, measure: &Measure) -> Result<Option<Section>> {
    let browser = Browser::start(chromedriver).await.context("could not start Chromium")?;
    println!("\n── {part} ({}) ──", browser.version());
    let section = match part {
        Part::Page => start::measure(&browser, measure).await.map(Some),
        Part::Reading => reading::measure(&browser, measure).await.map(Some),
        Part::Perfetto => peer::measure(&browser, measure).await,
        Part::Frames => frames::measure(&browser, measure).await.map(Some),
        Part::Compare => compare::measure(&browser, measure).await,
    };
    let version = browser.version().to_owned();
    // Before the `?`: a browser without its driver would stay.
    browser.quit().await;
    Ok(section?.map(|section| Section { browser: version, ..section }))
}
