//! The commands behind `cargo xtask`, as a library: the end-to-end tests start
//! the same static server and find the same browser.
//!
//! Absent on purpose: a browser driver (`tests/e2e` has it, so that serving the
//! page compiles quickly), Node.js, and downloads other than `cargo install`,
//! `rustup` and the system's package manager.

#![warn(clippy::expect_used, clippy::unwrap_used)]
#![expect(clippy::print_stdout, reason = "a command line tool talks on the terminal")]

pub mod bench;
pub mod chromium;
pub mod dist;
pub mod offline;
pub mod process;
pub mod serve;
pub mod server;
pub mod setup;
pub mod sizes;
mod strip;
pub mod test;
