//! Metrics of a device profile, and what it waits for most.

use super::part::{NeuronPart, Worker};
use crate::lowering::comparison::{Bound, Metric};
use crate::lowering::profile::{Figure, Instance, PathProfile, Reason};
use crate::lowering::spread::spread;
use crate::neuron::Engine;

/// Bytes moved to bytes needed, from which on traffic is the story.
const WASTEFUL: f64 = 2.0;
/// Share of the peak rate of HBM that only traffic reaches.
const NEAR_PEAK: f64 = 0.4;
/// Share of the time that the busiest engine works, from which on it decides.
const WORKING: f64 = 0.5;

/// All metrics, in the order in which they are shown. Times are medians over
/// the runs; what only rows tell is that of the first.
pub fn metrics(profile: &PathProfile, part: &NeuronPart, instances: &[&Instance]) -> Vec<(Metric, Figure)> {
    let middle = |of: fn(&Instance) -> i64| spread(instances.iter().map(|instance| of(instance))).median;
    let known = |value: i64| Figure::Known(value as f64);
    let has_instructions = part.tells_instructions;
    let of_instructions =
        |value: i64| if has_instructions { known(value) } else { Figure::Unknown(Reason::NoInstructions) };
    let of_dma = |value: i64| if part.tells_dma { known(value) } else { Figure::Unknown(Reason::NoDma) };
    let of_both = |value: f64| match (has_instructions, part.tells_dma) {
        (false, _) => Figure::Unknown(Reason::NoInstructions),
        (true, false) => Figure::Unknown(Reason::NoDma),
        (true, true) => Figure::Known(value),
    };
    let (total, active) = (middle(|i| i.span_ns), middle(|i| i.busy_ns));
    let mut found = vec![
        (Metric::TotalTimeNs, Figure::Known(total)),
        (Metric::ActiveTimeNs, of_both(active)),
        (Metric::IdleTimeNs, of_both((total - active).max(0.0))),
        (Metric::ThrottledNs, part.throttled_ns),
        (Metric::HbmReadBytes, part.hbm_read),
        (Metric::HbmWrittenBytes, part.hbm_written),
        (Metric::BytesMoved, profile.bytes_moved),
        (Metric::BytesMin, profile.bytes_min),
        (Metric::Amplification, over(profile.bytes_moved, profile.bytes_min)),
        (Metric::SpilledBytes, part.spilled),
        (Metric::DmaActiveNs, of_dma(part.dma_ns)),
        (Metric::DmaAloneNs, of_both(part.dma_alone_ns as f64)),
        (Metric::DmaShare, over(of_dma(part.dma_ns), known(part.total_ns))),
        (
            Metric::DmaPackets,
            if part.packets > 0 || part.tells_dma {
                Figure::Known(part.packets as f64)
            } else {
                Figure::Unknown(Reason::NoDma)
            },
        ),
        (Metric::DmaRate, part.dma_rate(profile.bytes_moved)),
    ];
    let of = |engine: Engine| part.worker(Worker::Engine(engine));
    for engine in Engine::ALL {
        let active = of(engine).map_or(0, |worker| worker.active_ns);
        found.push((Metric::EngineActiveNs(engine), of_instructions(active)));
    }
    for engine in Engine::ALL {
        let waiting = of(engine).map_or(0, |worker| worker.waiting_ns);
        found.push((Metric::EngineWaitNs(engine), of_instructions(waiting)));
    }
    found.push((Metric::Instructions, of_instructions(part.instructions as i64)));
    found.extend([
        (Metric::ModelFlops, part.model_flops),
        (Metric::UsefulFlops, part.useful_flops),
        (Metric::TransposeFlops, part.transpose_flops),
        (Metric::HardwareFlops, part.hardware_flops),
        (Metric::Mfu, part.mfu),
        (Metric::Hfu, part.hfu),
        (Metric::Mbu, part.mbu),
    ]);
    found
}

fn over(a: Figure, b: Figure) -> Figure {
    match (a, b) {
        (Figure::Known(a), Figure::Known(b)) if b > 0.0 => Figure::Known(a / b),
        (Figure::Known(_), Figure::Known(_)) => Figure::Unknown(Reason::NothingThere),
        (Figure::Unknown(why), _) | (_, Figure::Unknown(why)) => Figure::Unknown(why),
    }
}

/// What a profile waits for most.
pub fn bound(profile: &PathProfile, part: &NeuronPart) -> Bound {
    let known = |figure: Figure| match figure {
        Figure::Known(value) => Some(value),
        Figure::Unknown(_) => None,
    };
    let amplification = known(over(profile.bytes_moved, profile.bytes_min));
    if amplification.is_some_and(|ratio| ratio >= WASTEFUL)
        || known(part.mbu).is_some_and(|share| share >= NEAR_PEAK)
    {
        return Bound::Traffic;
    }
    if !part.tells_instructions {
        return Bound::Unknown(Reason::NoInstructions);
    }
    match busiest(part) {
        Some((_, share)) if share >= WORKING => Bound::Compute,
        _ => Bound::Latency,
    }
}

/// The engine that works most, and the share of the time that it does.
fn busiest(part: &NeuronPart) -> Option<(Worker, f64)> {
    let engines = part.workers.iter().filter(|worker| worker.worker != Worker::Dma);
    let most = engines.max_by_key(|worker| worker.active_ns)?;
    (part.total_ns > 0).then(|| (most.worker, most.active_ns as f64 / part.total_ns as f64))
}
