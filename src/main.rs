//! The page's entry point. Runs only as WebAssembly.

#![warn(clippy::expect_used, clippy::unwrap_used)]

#[cfg(target_arch = "wasm32")]
fn main() {
    lowerscope::app::install_panic_hook();
    leptos::mount::mount_to_body(lowerscope::app::App);
}

#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::print_stderr, reason = "the hint is for a person at a terminal")]
fn main() {
    eprintln!("The page runs in a browser: start it with `cargo xtask serve`.");
}
