//! What unit the times of a profile are in, and how that is known.

use serde::{Deserialize, Serialize};

/// What the unit rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Evidence {
    /// The last time agrees with `summary.total_time`.
    TotalTime,
    /// It agrees with `metadata.last_hw_timestamp`, which is in nanoseconds.
    LastTimestamp,
    /// It agrees with neither; nanoseconds are what Neuron's tools write.
    Mismatch,
    /// The file has nothing to compare with.
    #[default]
    Assumed,
}

/// Result of the self-check.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct TimeCheck {
    pub evidence: Evidence,
    /// Greatest end of any row, in units of the file.
    pub last: i64,
    /// `summary.total_time`, in seconds.
    pub total_s: Option<f64>,
}
