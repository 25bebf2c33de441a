//! When engines were active, as the file itself says.

use super::Engine;

/// A merged busy interval of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActiveTime {
    pub engine: Engine,
    /// Index of its physical core.
    pub core: u8,
    /// Ticks.
    pub start: i64,
    pub end: i64,
}
