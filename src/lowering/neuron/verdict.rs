//! What speaks for a verdict on device profiles, what to read with care, and
//! what must not be compared.

use super::part::{NeuronPart, Setting, Worker};
use crate::engine::protocol::TraceId;
use crate::lowering::comparison::{Caveat, Claim, NeuronFact, PathView, Proof, Term};
use crate::lowering::profile::{Evidence, Figure};
use crate::lowering::verdict::Case;
use crate::neuron::Engine;
use crate::trace::SliceId;

/// A pause, or a change of one, must be this share of the difference.
const WORTH_SAYING: i64 = 20;
/// Opcodes that are named in one claim.
const MOST_OPCODES: usize = 3;
/// Clocks that differ by less are the same.
const SAME_CLOCK: f64 = 1e-6;

/// Device profiles beside other traces are not the same thing.
pub fn refusals(case: Case<'_>, caveats: &mut Vec<Caveat>) -> bool {
    let mixed = case.paths.iter().any(|path| path.neuron.is_some() != case.paths[0].neuron.is_some());
    if mixed {
        caveats.push(Caveat::NeffAndTrace);
    }
    mixed
}

/// What to read with care, beyond how sure it is.
pub fn care(case: Case<'_>, caveats: &mut Vec<Caveat>) {
    let parts: Vec<(u32, &NeuronPart)> =
        case.paths.iter().zip(0..).filter_map(|(path, at)| Some((at, path.neuron.as_deref()?))).collect();
    let those = |is: fn(&NeuronPart) -> bool| -> Vec<u32> {
        parts.iter().filter(|(_, part)| is(part)).map(|(at, _)| *at).collect()
    };
    let throttled: Vec<(u32, i64)> = parts
        .iter()
        .filter_map(|(at, part)| match part.throttled_ns {
            Figure::Known(ns) if ns > 0.0 => Some((*at, ns as i64)),
            _ => None,
        })
        .collect();
    if !throttled.is_empty() {
        caveats.push(Caveat::Throttled { times: throttled });
    }
    let warned = those(|part| part.dma_warned || part.dma_unknown);
    if !warned.is_empty() {
        caveats.push(Caveat::DmaNotes { paths: warned });
    }
    let nameless = those(|part| !part.has_names && part.instructions > 0);
    if !nameless.is_empty() {
        caveats.push(Caveat::NoNames { paths: nameless });
    }
    if let Some(base) = case.paths.get(case.baseline).and_then(|path| path.neuron.as_deref()) {
        for (path, part) in parts {
            for fact in facts_that_differ(&base.setting, &part.setting) {
                caveats.push(Caveat::NeuronFactDiffers { path, fact });
            }
        }
    }
}

fn facts_that_differ(a: &Setting, b: &Setting) -> Vec<NeuronFact> {
    let differ =
        |a: Option<f64>, b: Option<f64>| matches!((a, b), (Some(a), Some(b)) if (a - b).abs() > SAME_CLOCK);
    let version =
        !a.data_version.is_empty() && !b.data_version.is_empty() && a.data_version != b.data_version;
    let core = matches!((a.core, b.core), (Some(a), Some(b)) if a != b);
    [
        (differ(a.cores, b.cores), NeuronFact::Cores),
        (differ(a.tensor_ghz, b.tensor_ghz) || differ(a.other_ghz, b.other_ghz), NeuronFact::Clock),
        (core, NeuronFact::Core),
        (version, NeuronFact::DataVersion),
    ]
    .into_iter()
    .filter(|(differs, _)| *differs)
    .map(|(_, fact)| fact)
    .collect()
}

/// What makes `fastest` faster than `against`, weightiest first.
pub fn proofs(case: Case<'_>, fastest: usize, against: usize) -> Vec<Proof> {
    let (fast, slow) = (&case.paths[fastest], &case.paths[against]);
    let (Some(to), Some(from)) = (fast.neuron.as_deref(), slow.neuron.as_deref()) else { return Vec::new() };
    let delta = ((slow.total.median - fast.total.median) as i64).max(1);
    let mut found: Vec<(i64, Proof)> = Vec::new();
    let mut push = |weight, claim, evidence, at: Vec<(TraceId, SliceId)>| {
        found.push((weight, Proof { claim, evidence: vec![evidence], at }));
    };
    if let Some((claim, ns)) = traffic(from, to) {
        // Bytes that saved much time decide; a few are told last.
        let weight = if ns.saturating_mul(WORTH_SAYING) >= delta { delta.saturating_mul(2) } else { 0 };
        let queue = slow.neuron.as_ref().and_then(|part| part.worker(Worker::Dma));
        let at = queue.and_then(|dma| place_of_item(slow, dma.items.0)).into_iter().collect();
        push(weight, claim, Evidence::Counter, at);
    }
    let gone = gone(from, to);
    if !gone.is_empty() {
        let first =
            slow.nodes.iter().find(|node| gone.first().is_some_and(|(name, ..)| **name == *node.name));
        let at = first.and_then(|node| Some((*slow.traces.first()?, node.slice))).into_iter().collect();
        push(delta, Claim::OpcodesGone { opcodes: gone }, Evidence::Opcode, at);
    }
    if let Some((engine, from_ns, to_ns, slice)) = pause(from, to)
        && (from_ns - to_ns).saturating_mul(WORTH_SAYING) >= delta
    {
        let at = slow.traces.first().map(|trace| (*trace, slice)).into_iter().collect();
        push(
            (from_ns - to_ns).min(delta - 1),
            Claim::Pause { engine, from_ns, to_ns },
            Evidence::Timestamps,
            at,
        );
    }
    for (term, from_ns, to_ns) in [
        (Term::Engines, from.engines_ns, to.engines_ns),
        (Term::DmaAlone, from.dma_alone_ns, to.dma_alone_ns),
        (Term::Waiting, waiting(from), waiting(to)),
    ] {
        let saved = from_ns - to_ns;
        if saved > 0 && saved.saturating_mul(WORTH_SAYING) >= delta {
            let at = [place_of_root(slow), place_of_root(fast)].into_iter().flatten().collect();
            // Behind what says why.
            push(saved.min(delta - 1) / 2, Claim::Part { term, from_ns, to_ns }, Evidence::Timestamps, at);
        }
    }
    found.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    found.into_iter().map(|(_, proof)| proof).take(3).collect()
}

fn waiting(part: &NeuronPart) -> i64 {
    part.total_ns - part.engines_ns - part.dma_alone_ns
}

/// Bytes that were saved, and the time that they take at the rate that the
/// slower path reaches while its DMA is active.
fn traffic(from: &NeuronPart, to: &NeuronPart) -> Option<(Claim, i64)> {
    let known = |figure: Figure| match figure {
        Figure::Known(value) => Some(value),
        Figure::Unknown(_) => None,
    };
    let (from_read, from_written) = (known(from.hbm_read)?, known(from.hbm_written)?);
    let (to_read, to_written) = (known(to.hbm_read)?, known(to.hbm_written)?);
    let saved = from_read + from_written - to_read - to_written;
    let rate = known(from.dma_rate(Figure::Known(from_read + from_written)))?;
    let saved_ns = if rate > 0.0 { (saved / rate * 1e9).round() as i64 } else { 0 };
    let claim = Claim::HbmTraffic { from_read, to_read, from_written, to_written, saved_ns };
    (saved > 0.0).then_some((claim, saved_ns))
}

/// Opcodes that do work and are executed less often: how often, and how many
/// are gone. The most first.
fn gone(from: &NeuronPart, to: &NeuronPart) -> Vec<(String, u64, u64)> {
    let mut gone: Vec<(String, u64, u64)> = from
        .opcodes
        .iter()
        .filter(|opcode| !opcode.is_setup)
        .map(|opcode| {
            (opcode.name.clone(), opcode.count, opcode.count.saturating_sub(to.count(&opcode.name)))
        })
        .filter(|(.., gone)| *gone > 0)
        .collect();
    gone.sort_by_key(|(.., gone)| std::cmp::Reverse(*gone));
    gone.truncate(MOST_OPCODES);
    gone
}

/// The engine whose longest pause became shorter by most.
fn pause(from: &NeuronPart, to: &NeuronPart) -> Option<(Engine, i64, i64, SliceId)> {
    let shorter = from.workers.iter().filter_map(|worker| {
        let Worker::Engine(engine) = worker.worker else { return None };
        let (from_ns, slice) = worker.pause?;
        let to_ns = to.worker(worker.worker)?.pause.map_or(0, |(ns, _)| ns);
        // Those that only start DMA have little to pause from.
        let works = matches!(engine, Engine::Tensor | Engine::Vector | Engine::Scalar);
        (works && from_ns > to_ns).then_some((engine, from_ns, to_ns, slice))
    });
    shorter.max_by_key(|(_, from_ns, to_ns, _)| from_ns - to_ns)
}

fn place_of_item(path: &PathView, item: u32) -> Option<(TraceId, SliceId)> {
    Some((*path.traces.first()?, path.items.get(item as usize)?.slice))
}

fn place_of_root(path: &PathView) -> Option<(TraceId, SliceId)> {
    Some((*path.traces.first()?, path.nodes.first()?.slice))
}
