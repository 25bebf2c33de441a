//! Ticks and intervals of them.

use serde::{Deserialize, Serialize};

/// What one tick of a trace is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum TimeUnit {
    #[default]
    Nanos,
    /// Only when every event of the file has a part below the nanosecond.
    Picos,
}

impl TimeUnit {
    /// Ticks in a nanosecond.
    pub fn ticks_per_ns(self) -> i64 {
        match self {
            TimeUnit::Nanos => 1,
            TimeUnit::Picos => 1000,
        }
    }

    /// Nanoseconds, rounded half up on the magnitude (trace-event rule 4.1:
    /// only the first digit below the nanosecond counts).
    pub fn ns_from_ticks(self, ticks: i64) -> i64 {
        match self {
            TimeUnit::Nanos => ticks,
            TimeUnit::Picos => {
                let ns = ticks / 1000;
                let up = (ticks % 1000).abs() / 100 >= 5;
                if up { ns + ticks.signum() } else { ns }
            }
        }
    }
}

/// A half-open span of ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interval {
    pub start: i64,
    /// Exclusive.
    pub end: i64,
}

impl Interval {
    pub fn new(start: i64, end: i64) -> Self {
        Self { start, end }
    }

    /// Length in ticks; saturates.
    pub fn len(self) -> i64 {
        self.end.saturating_sub(self.start)
    }

    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The smallest interval that holds both.
    pub fn union(self, other: Interval) -> Interval {
        Interval::new(self.start.min(other.start), self.end.max(other.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picoseconds_round_half_up_on_the_magnitude_by_one_digit() {
        let ns = |ps| TimeUnit::Picos.ns_from_ticks(ps);
        assert_eq!([ns(2400), ns(2500), ns(2499), ns(-2500), ns(-2400)], [2, 3, 2, -3, -2]);
    }
}
