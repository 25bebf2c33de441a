//! Counters: named series of steps.

use super::{StringId, TrackId};

/// A counter of one process; each arg key of its events is a series.
#[derive(Debug, Clone)]
pub struct Counter {
    /// `name`, or `name[id]` when events carry an id.
    pub name: StringId,
    pub track: TrackId,
    pub series: Vec<Series>,
}

/// Points of one series by time. The value holds until the next point.
#[derive(Debug, Clone)]
pub struct Series {
    /// The arg key; an empty key reads as the counter's name.
    pub name: StringId,
    /// Ticks, ascending.
    pub time: Vec<i64>,
    /// NaN marks a gap.
    pub value: Vec<f64>,
}

impl Series {
    /// Value that holds at `time` (ticks); `None` before the first point and
    /// in a gap.
    pub fn at(&self, time: i64) -> Option<f64> {
        let after = self.time.partition_point(|&t| t <= time);
        let value = *self.value.get(after.checked_sub(1)?)?;
        (!value.is_nan()).then_some(value)
    }
}
