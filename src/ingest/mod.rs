//! bytes -> trace
