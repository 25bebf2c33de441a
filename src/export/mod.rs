//! Tables as files for other programs.

pub mod csv;
