//! What the NEFFs of a path did, as their device profiles show it.

use super::join::Unjoined;
use crate::engine::protocol::TraceId;
use crate::lowering::neuron::Worker;
use crate::lowering::profile::{Evidence, Figure};
use serde::{Deserialize, Serialize};

/// The NEFFs that one run of a region executes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NeffPart {
    /// In order of the first execution.
    pub neffs: Vec<NeffShare>,
    /// By item of the path: its NEFF.
    pub of_item: Vec<Option<u32>>,
    /// Sums over all executions; `None` while some NEFF has no profile.
    pub totals: Option<NeffTotals>,
}

/// One NEFF and its share in a run of the region.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NeffShare {
    pub name: String,
    /// Empty where the trace does not say.
    pub key: String,
    /// Times that it is executed.
    pub executions: u32,
    /// Of these, as the trace has them, together.
    pub run_ns: i64,
    pub profile: Result<ProfileRef, Unjoined>,
    /// All executions, each as the profile has one.
    pub totals: Option<NeffTotals>,
}

/// An open device profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileRef {
    pub trace: TraceId,
    pub file: String,
    /// What says that it is of this NEFF.
    pub evidence: Evidence,
    /// Time of the profiled run.
    pub total_ns: i64,
}

/// What engines and DMA did. Sums over executions; those of one NEFF are taken
/// for equal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NeffTotals {
    pub total_ns: i64,
    /// Some engine worked.
    pub engines_ns: i64,
    /// DMA was in flight, and of it, while no engine worked.
    pub dma_ns: i64,
    pub dma_alone_ns: i64,
    pub hbm_read: Figure,
    pub hbm_written: Figure,
    pub spilled: Figure,
    pub packets: u64,
    pub instructions: u64,
    /// Active and waiting times by engine, in Neuron's order; DMA last.
    pub workers: Vec<(Worker, i64, i64)>,
}

impl NeffTotals {
    /// Nothing done yet.
    pub fn none() -> Self {
        Self {
            total_ns: 0,
            engines_ns: 0,
            dma_ns: 0,
            dma_alone_ns: 0,
            hbm_read: Figure::Known(0.0),
            hbm_written: Figure::Known(0.0),
            spilled: Figure::Known(0.0),
            packets: 0,
            instructions: 0,
            workers: Vec::new(),
        }
    }

    /// Adds what something else did, so many times.
    pub fn add(&mut self, other: &Self, times: u32) {
        let n = i64::from(times);
        let sum = |own: &mut i64, more: i64| *own = own.saturating_add(more.saturating_mul(n));
        sum(&mut self.total_ns, other.total_ns);
        sum(&mut self.engines_ns, other.engines_ns);
        sum(&mut self.dma_ns, other.dma_ns);
        sum(&mut self.dma_alone_ns, other.dma_alone_ns);
        self.packets = self.packets.saturating_add(other.packets.saturating_mul(u64::from(times)));
        self.instructions =
            self.instructions.saturating_add(other.instructions.saturating_mul(u64::from(times)));
        for (own, more) in [
            (&mut self.hbm_read, other.hbm_read),
            (&mut self.hbm_written, other.hbm_written),
            (&mut self.spilled, other.spilled),
        ] {
            *own = match (*own, more) {
                (Figure::Known(own), Figure::Known(more)) => Figure::Known(own + more * f64::from(times)),
                (Figure::Unknown(why), _) | (_, Figure::Unknown(why)) => Figure::Unknown(why),
            };
        }
        for (worker, active, waiting) in &other.workers {
            let at = self.workers.iter().position(|(known, ..)| known == worker).unwrap_or_else(|| {
                self.workers.push((*worker, 0, 0));
                self.workers.len() - 1
            });
            sum(&mut self.workers[at].1, *active);
            sum(&mut self.workers[at].2, *waiting);
        }
        self.workers.sort_by_key(|(worker, ..)| match worker {
            Worker::Engine(engine) => (0, *engine as u8),
            Worker::Dma => (1, 0),
        });
    }

    /// Bytes read from HBM and written to it.
    pub fn hbm(&self) -> Figure {
        match (self.hbm_read, self.hbm_written) {
            (Figure::Known(read), Figure::Known(written)) => Figure::Known(read + written),
            (Figure::Unknown(why), _) | (_, Figure::Unknown(why)) => Figure::Unknown(why),
        }
    }

    /// Bytes a second of HBM while DMA is active.
    pub fn dma_rate(&self) -> Figure {
        match self.hbm() {
            Figure::Known(bytes) if self.dma_ns > 0 => Figure::Known(bytes / (self.dma_ns as f64 * 1e-9)),
            Figure::Known(_) => Figure::Unknown(crate::lowering::profile::Reason::NoDma),
            unknown => unknown,
        }
    }

    /// No engine worked and no DMA was in flight.
    pub fn waiting_ns(&self) -> i64 {
        self.total_ns - self.engines_ns - self.dma_alone_ns
    }
}

impl NeffPart {
    /// NEFFs of this run that a profile shows.
    pub fn joined(&self) -> usize {
        self.neffs.iter().filter(|neff| neff.profile.is_ok()).count()
    }
}
