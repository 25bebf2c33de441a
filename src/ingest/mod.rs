//! bytes -> trace

pub mod container;
pub mod sniff;
