//! The Web Worker that holds the traces: glue between the page's messages, the
//! browser's files and [`lowerscope::engine::Engine`]. Runs only as
//! WebAssembly. `engine::wire` describes the messages.
//!
//! One thread does everything, so nothing here may take long: files are read
//! in pieces, traces are built in steps, and between any two of them the
//! browser gets to deliver what the page has posted (a frame to draw, a
//! cancel).

#![warn(clippy::expect_used, clippy::unwrap_used)]

#[cfg(target_arch = "wasm32")]
mod fetch;
#[cfg(target_arch = "wasm32")]
mod pause;
#[cfg(target_arch = "wasm32")]
mod post;
#[cfg(target_arch = "wasm32")]
mod ranged;
#[cfg(target_arch = "wasm32")]
mod reading;
#[cfg(target_arch = "wasm32")]
mod remote;
#[cfg(target_arch = "wasm32")]
mod source;
#[cfg(target_arch = "wasm32")]
mod tables;
#[cfg(target_arch = "wasm32")]
mod worker;

#[cfg(target_arch = "wasm32")]
fn main() {
    worker::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    use std::io::Write;
    // Nothing depends on the hint.
    let _ = writeln!(std::io::stdout(), "The worker runs in a browser: see `cargo xtask serve`.");
}
