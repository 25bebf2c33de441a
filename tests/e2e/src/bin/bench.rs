//! What `cargo xtask bench` measures in the browser.

use std::process::ExitCode;

#[expect(clippy::print_stderr, reason = "a command line tool talks on the terminal")]
fn main() -> ExitCode {
    eprintln!("Nothing is measured in the browser yet; only the bytes shipped, above.");
    ExitCode::FAILURE
}
