//! `cargo xtask bench`: builds what is measured and hands over to the package
//! `e2e`, which has the browser driver.

use crate::dist::{self, Mode};
use crate::process::{cargo, run as run_command};
use crate::setup::{self, Purpose};
use crate::sizes::Sizes;
use anyhow::Result;

/// Measure reading, drawing and start-up in a real Chromium.
///
/// All speeds are ratios within one run on one machine. The table goes to the
/// terminal and to benches/RESULTS.md.
#[derive(clap::Args)]
pub struct Options {
    /// Measure the dist/ that is there, without building it anew
    #[arg(long)]
    no_build: bool,
    /// Passed on to the measuring program; `-- --help` lists what it takes
    #[arg(last = true)]
    rest: Vec<String>,
}

pub fn run(options: &Options) -> Result<()> {
    setup::ensure(Purpose::Test)?;
    let dist = if options.no_build { dist::dir() } else { dist::build(Mode::Release)? };
    println!("\n{}", Sizes::measure(&dist)?);
    run_command(
        cargo().args(["run", "--quiet", "--package", "e2e", "--bin", "bench", "--"]).args(&options.rest),
    )
}
