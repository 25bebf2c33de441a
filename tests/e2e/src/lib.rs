//! Drives the built page in a real Chromium.
//!
//! [`run`] gives a test a fresh browser on the page in `dist/`, served from a
//! sub-path by a server without any special headers, and afterwards fails the
//! test if the page wrote an error to the console. Build first:
//! `cargo xtask build`, or run everything by `cargo xtask test --only e2e`.

mod folder;
mod gestures;
mod host;
mod page;
mod site;
pub mod timeline;

pub use folder::folder_with;
pub use gestures::{CTRL, Place, SHIFT};
pub use host::{Answer, Asked, Host};
pub use page::{Look, Page, Scheme, capabilities, run};
pub use site::Site;
pub use thirtyfour;
