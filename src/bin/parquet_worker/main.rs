//! The Web Worker that turns Parquet tables into rows, for the engine's
//! worker. Runs only as WebAssembly. `engine::wire` describes the messages.
//!
//! It is apart from the engine for two reasons: the reader of Parquet is
//! large, and most people never open a table; and a damaged file can make it
//! stop for good, which must not cost the traces that are open.

#![warn(clippy::expect_used, clippy::unwrap_used)]

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
