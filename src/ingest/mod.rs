//! Bytes in, trace out. Sans-IO: bytes are pushed, nothing is opened here.
//!
//! [`container`] unpacks, [`sniff`] tells what the content is, [`json`] reads
//! trace events.

pub mod container;
pub mod json;
pub mod sniff;
