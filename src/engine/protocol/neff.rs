//! Ops of one trace and the device profiles, in other files, of the NEFFs that
//! they ran.

use super::{Located, TraceId};
use crate::lowering::neff::{ProfileRef, Unjoined};
use crate::lowering::profile::Evidence;
use serde::{Deserialize, Serialize};

/// NEFFs that a slice ran, or all of a trace.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NeffUses {
    /// In order of the first run, at most [`NeffUses::MOST`].
    pub uses: Vec<NeffUse>,
    /// All of them.
    pub total: u64,
}

impl NeffUses {
    pub const MOST: usize = 50;
}

/// Runs of one NEFF.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NeffUse {
    /// As the trace names the run.
    pub name: String,
    /// `neff_cache_key`; empty where the trace does not say.
    pub key: String,
    pub runs: u64,
    /// All of them together, as the trace has them.
    pub total_ns: i64,
    /// The first one.
    pub first: Located,
    /// Its op, and what ties the two.
    pub op: Option<(Located, Evidence)>,
    /// The device profile of the NEFF, or why none is known.
    pub profile: Result<ProfileRef, Unjoined>,
}

/// Who ran the NEFF of a device profile.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RanBy {
    /// By trace, in order of opening.
    pub runners: Vec<Runner>,
    /// Open traces that run NEFFs.
    pub traces: u32,
}

/// Runs in one trace of the NEFF that a profile shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Runner {
    pub trace: TraceId,
    pub file: String,
    pub neff: NeffUse,
}
