//! What speaks for a verdict.

use super::comparison::Term;
use super::profile::Evidence;
use crate::engine::protocol::TraceId;
use crate::neuron::Engine;
use crate::trace::SliceId;
use serde::{Deserialize, Serialize};

/// A piece of evidence for the verdict, strongest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    pub claim: Claim,
    pub evidence: Vec<Evidence>,
    /// Where to look.
    pub at: Vec<(TraceId, SliceId)>,
}

/// Structure (ops, launches, bytes, fusion) or timing; numbers are medians of
/// baseline and winner, or of the two that are compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Claim {
    /// On Neuron, as the file's summary counts it.
    HbmTraffic {
        from_read: f64,
        to_read: f64,
        from_written: f64,
        to_written: f64,
        saved_ns: i64,
    },
    /// Opcodes with how often they are executed, and how many of these are gone.
    OpcodesGone {
        opcodes: Vec<(String, u64, u64)>,
    },
    /// The longest time between two pieces of an engine's work.
    Pause {
        engine: Engine,
        from_ns: i64,
        to_ns: i64,
    },
    /// A term of a Neuron explanation.
    Part {
        term: Term,
        from_ns: i64,
        to_ns: i64,
    },
    Launches {
        from: u32,
        to: u32,
    },
    OpsFused {
        ops: u32,
        items: u32,
    },
    SameOpsOneLevelDown {
        name: String,
    },
    Traffic {
        from_bytes: f64,
        to_bytes: f64,
        from_ratio: f64,
        to_ratio: f64,
        saved_ns: i64,
    },
    Efficiency {
        from_bytes_per_s: f64,
        to_bytes_per_s: f64,
        ns: i64,
    },
    Busy {
        from_ns: i64,
        to_ns: i64,
    },
    Idle {
        from_ns: i64,
        to_ns: i64,
    },
    Host {
        from_ns: i64,
        to_ns: i64,
    },
    OpsCount {
        from: u32,
        to: u32,
    },
}

impl Claim {
    /// Structure does not vary between recordings; times do.
    pub fn is_structure(&self) -> bool {
        !matches!(
            self,
            Claim::Busy { .. }
                | Claim::Idle { .. }
                | Claim::Host { .. }
                | Claim::Pause { .. }
                | Claim::Part { .. }
        )
    }
}
