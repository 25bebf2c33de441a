//! `cargo xtask test`: native, then in a browser, then end to end.

use crate::dist::{self, Mode, Offline};
use crate::process::{cargo, run as run_command};
use crate::setup::{self, Purpose};
use crate::{chromium, process};
use anyhow::{Context, Result};
use std::time::{Duration, Instant};

/// Run every test: native, WebAssembly, and end to end in a real Chromium.
///
/// * native: the core, the command line tool and xtask, by nextest when it is
///   there, else by cargo test; then the examples in the documentation.
/// * wasm: the page's unit tests, in a headless Chromium.
/// * e2e: builds dist/ and drives it in a headless Chromium. Pictures land in
///   target/e2e-screenshots/.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// Run one part only
    #[arg(long)]
    only: Option<Part>,
    /// With e2e: test the dist/ that is there, without building it anew
    #[arg(long)]
    no_build: bool,
    /// Names of tests to run (all others are left out)
    #[arg(last = true)]
    filter: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Native,
    Wasm,
    E2e,
}

pub fn run(options: &Options) -> Result<()> {
    let wants = |part| options.only.is_none_or(|only| only == part);
    setup::ensure(if options.only == Some(Part::Native) { Purpose::Build } else { Purpose::Test })?;
    let mut durations = Vec::new();
    let mut timed = |name, part: &dyn Fn() -> Result<()>| {
        println!("\n── {name} ──");
        let start = Instant::now();
        let result = part().with_context(|| format!("tests failed: {name}"));
        durations.push((name, start.elapsed()));
        result
    };
    if wants(Part::Native) {
        timed("native", &|| native(&options.filter))?;
    }
    if wants(Part::Wasm) {
        timed("wasm", &|| wasm(&options.filter))?;
    }
    if wants(Part::E2e) {
        if !options.no_build {
            timed("dist", &|| dist::build(Mode::Release, Offline::Kept).map(drop))?;
        }
        timed("e2e", &|| e2e(&options.filter))?;
    }
    println!("\nAll tests passed.");
    for (name, duration) in durations {
        println!("  {name:<8}{}", minutes(duration));
    }
    Ok(())
}

fn native(filter: &[String]) -> Result<()> {
    let packages = ["--workspace", "--exclude", "e2e"];
    let mut tests = cargo();
    if setup::has_nextest() {
        tests.args(["nextest", "run", "--no-fail-fast", "--no-tests=pass"]).args(packages).args(filter);
    } else {
        tests
            .arg("test")
            .args(packages)
            .args(["--lib", "--bins", "--tests", "--no-fail-fast"])
            .args(after_dashes(filter));
    }
    run_command(&mut tests)?;
    run_command(cargo().args(["test", "--doc"]).args(after_dashes(filter)))
}

fn wasm(filter: &[String]) -> Result<()> {
    let settings = chromium::write_test_runner_settings()?;
    let driver = chromium::find_driver().context("chromedriver is missing: run `cargo xtask setup`")?;
    run_command(
        cargo()
            .args(["test", "--target", "wasm32-unknown-unknown", "--lib"])
            .args(after_dashes(filter))
            .env("CHROMEDRIVER", driver)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings),
    )
}

fn e2e(filter: &[String]) -> Result<()> {
    // One browser at a time: they would slow one another down and time out.
    let mut tests = cargo();
    tests.args(["test", "--package", "e2e", "--no-fail-fast", "--", "--test-threads=1"]).args(filter);
    run_command(&mut tests)?;
    println!("Pictures: {}", process::target_dir().join("e2e-screenshots").display());
    Ok(())
}

fn after_dashes(filter: &[String]) -> Vec<&str> {
    if filter.is_empty() {
        return Vec::new();
    }
    std::iter::once("--").chain(filter.iter().map(String::as_str)).collect()
}

fn minutes(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}
