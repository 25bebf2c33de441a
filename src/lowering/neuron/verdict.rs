//! What speaks for a verdict on device profiles, what to read with care, and
//! what must not be compared.

use super::part::{NeuronPart, Setting, Worker};
use crate::engine::protocol::TraceId;
use crate::lowering::comparison::{Caveat, Claim, Measure, NeuronFact, PathView, Proof, Term};
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

/// What must not be judged: device profiles beside other traces, files that end
/// in the middle, and rows that are not those of the run.
pub fn refusals(case: Case<'_>, caveats: &mut Vec<Caveat>) -> bool {
    let before = caveats.len();
    if case.paths.iter().any(|path| path.neuron.is_some() != case.paths[0].neuron.is_some()) {
        caveats.push(Caveat::NeffAndTrace);
    }
    let cut = those(case, |part| part.is_cut_off);
    if !cut.is_empty() {
        caveats.push(Caveat::CutOff { paths: cut });
    }
    for (path, part) in parts(case) {
        if let Some((rows_ns, told_ns)) = part.times_disagree {
            caveats.push(Caveat::TimesDisagree { path, rows_ns, told_ns });
        }
    }
    // Active time is that of all sections.
    let lacks = |part: &NeuronPart| !part.tells_instructions || !part.tells_dma;
    caveats.len() > before || case.measure == Measure::DeviceBusy && !those(case, lacks).is_empty()
}

/// Paths that are device profiles, with their index.
fn parts<'a>(case: Case<'a>) -> impl Iterator<Item = (u32, &'a NeuronPart)> {
    (0u32..).zip(case.paths).filter_map(|(at, path)| Some((at, path.neuron.as_deref()?)))
}

fn those(case: Case<'_>, is: impl Fn(&NeuronPart) -> bool) -> Vec<u32> {
    parts(case).filter(|(_, part)| is(part)).map(|(at, _)| at).collect()
}

/// What to read with care, beyond how sure it is.
pub fn care(case: Case<'_>, caveats: &mut Vec<Caveat>) {
    for (path, part) in parts(case) {
        let (instructions, dma) = (!part.tells_instructions, !part.tells_dma);
        if instructions || dma {
            caveats.push(Caveat::SectionsMissing { path, instructions, dma });
        }
    }
    let throttled: Vec<(u32, i64)> = parts(case)
        .filter_map(|(at, part)| match part.throttled_ns {
            Figure::Known(ns) if ns > 0.0 => Some((at, ns as i64)),
            _ => None,
        })
        .collect();
    if !throttled.is_empty() {
        caveats.push(Caveat::Throttled { times: throttled });
    }
    let warned = those(case, |part| part.dma_warned || part.dma_unknown);
    if !warned.is_empty() {
        caveats.push(Caveat::DmaNotes { paths: warned });
    }
    let nameless = those(case, |part| !part.has_names && part.instructions > 0);
    if !nameless.is_empty() {
        caveats.push(Caveat::NoNames { paths: nameless });
    }
    let chipless = those(case, |part| part.setting.chip.is_empty());
    if !chipless.is_empty() && case.paths.len() > 1 {
        caveats.push(Caveat::ChipUnknown { paths: chipless });
    }
    if let Some(base) = case.paths.get(case.baseline).and_then(|path| path.neuron.as_deref()) {
        let other = |part: &NeuronPart| {
            let (own, theirs) = (&base.setting.chip, &part.setting.chip);
            !own.is_empty() && !theirs.is_empty() && own != theirs
        };
        let others = those(case, other);
        if !others.is_empty() {
            caveats.push(Caveat::OtherDevice { paths: others });
        }
        for (path, part) in parts(case) {
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
    let tells_both = from.tells_instructions && to.tells_instructions;
    let gone = if tells_both { gone(from, to) } else { Vec::new() };
    if !gone.is_empty() {
        let first =
            slow.nodes.iter().find(|node| gone.first().is_some_and(|(name, ..)| **name == *node.name));
        let at = first.and_then(|node| Some((*slow.traces.first()?, node.slice))).into_iter().collect();
        push(delta, Claim::OpcodesGone { opcodes: gone }, Evidence::Opcode, at);
    }
    if let Some((engine, from_ns, to_ns, slice)) = pause(from, to).filter(|_| tells_both)
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
        let needs_dma = term != Term::Engines;
        if !tells_both || needs_dma && !(from.tells_dma && to.tells_dma) {
            continue;
        }
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
