//! The Leptos page: the only library module that names the browser.

pub mod client;
pub mod state;
pub mod theme;
mod wire;
