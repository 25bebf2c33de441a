//! Metrics of a path whose NEFFs have device profiles.

use super::join::Unjoined;
use super::part::{NeffPart, NeffTotals};
use crate::lowering::comparison::{Bound, Metric};
use crate::lowering::neuron::Worker;
use crate::lowering::profile::{Figure, Reason};
use crate::neuron::Engine;

/// Share of the time that the busiest engine works, from which on it decides.
const WORKING: f64 = 0.5;

/// What the NEFFs of a path wait for, where launches and traffic do not say it;
/// `None` while some NEFF has no profile.
pub fn bound(part: &NeffPart) -> Option<Bound> {
    let totals = part.totals.as_ref().filter(|totals| totals.total_ns > 0)?;
    let engines = totals.workers.iter().filter(|(worker, ..)| *worker != Worker::Dma);
    let most = engines.map(|(_, active, _)| *active).max()?;
    let share = most as f64 / totals.total_ns as f64;
    Some(if share >= WORKING { Bound::Compute } else { Bound::Latency })
}

/// Sums over the executions of one run of the region; unknown where some NEFF
/// has no profile. Nothing where no profile is open at all: nobody asked.
pub fn metrics(part: &NeffPart) -> Vec<(Metric, Figure)> {
    if part.neffs.iter().all(|neff| neff.profile == Err(Unjoined::NoProfiles)) {
        return Vec::new();
    }
    let of = |figure: &dyn Fn(&NeffTotals) -> Figure| {
        part.totals.as_ref().map_or(Figure::Unknown(Reason::NoProfile), figure)
    };
    let ns = |value: &dyn Fn(&NeffTotals) -> i64| of(&|totals| Figure::Known(value(totals) as f64));
    let worker = |totals: &NeffTotals, wanted: Engine| {
        let found = totals.workers.iter().find(|(worker, ..)| *worker == Worker::Engine(wanted));
        found.map_or((0, 0), |(_, active, waiting)| (*active, *waiting))
    };
    let mut found = vec![
        (Metric::HbmReadBytes, of(&|totals| totals.hbm_read)),
        (Metric::HbmWrittenBytes, of(&|totals| totals.hbm_written)),
        (Metric::SpilledBytes, of(&|totals| totals.spilled)),
        (Metric::DmaActiveNs, ns(&|totals| totals.dma_ns)),
        (Metric::DmaAloneNs, ns(&|totals| totals.dma_alone_ns)),
        (Metric::DmaPackets, of(&|totals| Figure::Known(totals.packets as f64))),
        (Metric::DmaRate, of(&NeffTotals::dma_rate)),
    ];
    for engine in Engine::ALL {
        found.push((Metric::EngineActiveNs(engine), ns(&|totals| worker(totals, engine).0)));
    }
    for engine in Engine::ALL {
        found.push((Metric::EngineWaitNs(engine), ns(&|totals| worker(totals, engine).1)));
    }
    found.push((Metric::Instructions, of(&|totals| Figure::Known(totals.instructions as f64))));
    found
}
