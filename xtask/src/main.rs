//! `cargo xtask`: everything that one does with this project, in plain Rust.

use anyhow::Result;
use clap::{Parser, Subcommand};
use xtask::{bench, dist, serve, setup, test};

/// Serves, tests, builds and measures Lowerscope.
///
/// Every command first installs the tools that it needs and that are missing,
/// and says which and why before it does.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, max_term_width = 90)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Options),
    Test(test::Options),
    Build(dist::Options),
    Bench(bench::Options),
    Setup(setup::Options),
}

fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Serve(options) => serve::run(&options),
        Command::Test(options) => test::run(&options),
        Command::Build(options) => dist::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Setup(options) => setup::run(&options),
    }
}
