//! What the width of a piece of device work stands for.

use crate::lowering::profile::{Figure, Item};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Size {
    /// Nanoseconds.
    #[default]
    Time,
    /// Each counts as one.
    Count,
    /// What it reads and writes at least.
    Bytes,
}

impl Size {
    pub const ALL: [Size; 3] = [Size::Time, Size::Count, Size::Bytes];

    /// Size of an item, never negative; `None` where it is not known.
    pub fn of(self, item: &Item) -> Option<i64> {
        match self {
            Size::Time => Some(item.median_ns.max(0)),
            Size::Count => Some(1),
            // Beyond the range of the integer it stays at its end.
            Size::Bytes => match item.bytes {
                Figure::Known(bytes) if bytes.is_finite() => Some(bytes.max(0.0) as i64),
                _ => None,
            },
        }
    }
}
