//! `cargo xtask bench`: builds what is measured and hands over to the package
//! `e2e`, which has the browser driver.

use crate::dist::{self, Mode, Offline};
use crate::process::{cargo, run as run_command};
use crate::setup::{self, Purpose};
use anyhow::Result;
use std::fmt;

/// Measure reading, drawing and start-up in a real Chromium.
///
/// What is compared runs by turns in one browser; what counts are the ratios.
/// The table goes to the terminal and to benches/RESULTS.md. Let nothing else
/// run meanwhile. Files that are made for it (2 GB) stay in target/bench/.
#[derive(clap::Args)]
pub struct Options {
    /// Measure the dist/ that is there, without building it anew
    #[arg(long)]
    no_build: bool,
    #[command(flatten)]
    measure: Measure,
}

/// What to measure.
#[derive(clap::Args)]
pub struct Measure {
    /// How often everything is measured; medians count
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Measure some parts only
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<Part>,
    /// Small files, to see that everything works; keeps benches/RESULTS.md
    #[arg(long)]
    pub quick: bool,
}

/// A section of the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Part {
    /// From going to the page to the first drawn trace; bytes shipped
    Page,
    /// Reading against JSON.parse
    Reading,
    /// Side by side with the Perfetto UI
    Perfetto,
    /// Frames while panning, as the trace grows
    Frames,
    /// Two traces beside each other
    Compare,
}

impl Measure {
    pub fn wants(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![format!("--rounds={}", self.rounds)];
        arguments.extend(self.only.iter().map(|part| format!("--only={part}")));
        arguments.extend(self.quick.then(|| "--quick".to_owned()));
        arguments
    }
}

/// As on the command line.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Page => "page",
            Part::Reading => "reading",
            Part::Perfetto => "perfetto",
            Part::Frames => "frames",
            Part::Compare => "compare",
        })
    }
}

pub fn run(options: &Options) -> Result<()> {
    setup::ensure(Purpose::Test)?;
    if !options.no_build {
        dist::build(Mode::Release, Offline::Off)?;
    }
    let bench = ["run", "--quiet", "--package", "e2e", "--bin", "bench", "--"];
    run_command(cargo().args(bench).args(options.measure.arguments()))
}
