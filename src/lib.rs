//! Lowerscope reads profiler traces, draws them and compares how the same
//! layer was lowered along different paths.
//!
//! This library is the pure core: no browser, no files, no threads. The page
//! (`src/app`, WebAssembly only), its worker and the command line tool are
//! thin skins around [`engine`].
//!
//! # Design constraints
//!
//! * Everything here compiles and is tested natively and for wasm32; only
//!   `app` and the worker binaries name the browser.
//! * Bytes are pushed in (sans-IO); nothing here opens a file or a socket.
//! * Reading never fails as a whole: it yields a trace and a [`trace::Health`].
//! * Cost of drawing grows with pixels, not with events.

// A page must not die of a surprising byte. Here and not in Cargo.toml, because
// tests may: clippy.toml exempts those beside the code.
#![warn(clippy::expect_used, clippy::unwrap_used)]

pub mod analysis;
#[cfg(target_arch = "wasm32")]
pub mod app;
pub mod engine;
pub mod export;
pub mod ingest;
pub mod link;
pub mod lowering;
pub mod neuron;
pub mod picture;
pub mod report;
pub mod text;
pub mod timeline;
pub mod trace;
