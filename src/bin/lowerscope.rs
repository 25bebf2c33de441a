#![warn(clippy::expect_used, clippy::unwrap_used)]

fn main() {}
