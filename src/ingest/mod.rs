//! bytes -> trace

pub mod container;
