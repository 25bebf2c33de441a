//! What speaks for the fastest path: structure that differs, and the terms of
//! the difference. What speaks against it is no evidence.

use super::comparison::{Alignment, Claim, Fate, Measure, Metric, PathView, Proof, Term};
use super::metrics::metric;
use super::profile::{Evidence, Figure};
use super::verdict::Case;
use crate::engine::protocol::TraceId;
use crate::trace::SliceId;

/// A term is evidence if it makes up at least one in so many of the difference.
const WORTH_SAYING: i64 = 20;

/// The three best pieces of evidence for what makes `fastest` faster than
/// `against`. Where the baseline is the fastest, the terms are turned around.
pub(super) fn proofs(case: Case<'_>, fastest: usize, against: usize) -> Vec<Proof> {
    let (fast, slow) = (&case.paths[fastest], &case.paths[against]);
    if fast.neuron.is_some() {
        return super::neuron::proofs(case, fastest, against);
    }
    // Alignment and terms exist for paths beside the baseline.
    let beside = if fastest == case.baseline { against } else { fastest } as u32;
    let turned = fastest == case.baseline;
    let alignment = case.alignments.iter().find(|alignment| alignment.path == beside);
    let explanation = case.explanations.iter().find(|explanation| explanation.path == beside);
    let mut found: Vec<(i64, Proof)> = Vec::new();
    let delta = explanation.map_or(0, |explanation| explanation.delta_ns.abs()).max(1);
    let mut push = |weight: i64, claim: Claim, evidence: Vec<Evidence>, at: Vec<(TraceId, SliceId)>| {
        found.push((weight, Proof { claim, evidence, at }));
    };
    if let Some(alignment) = alignment.filter(|_| !turned) {
        let fused: Vec<_> = alignment.fates.iter().filter(|fate| fate.fate == Fate::Fused).collect();
        let mut items: Vec<u32> = fused.iter().flat_map(|fate| fate.into.iter().copied()).collect();
        items.sort_unstable();
        items.dedup();
        if fused.len() > items.len() {
            let at = items.iter().filter_map(|item| place_of_item(fast, *item)).collect();
            let claim = Claim::OpsFused { ops: fused.len() as u32, items: items.len() as u32 };
            push(delta + 2, claim, vec![Evidence::Name, Evidence::Containment], at);
        }
    }
    if let Some(name) = opened_composite(fast).or_else(|| opened_composite(slow))
        && alignment.is_some_and(all_kept)
    {
        let at = composite_place(fast).or_else(|| composite_place(slow)).into_iter().collect();
        push(delta + 3, Claim::SameOpsOneLevelDown { name }, vec![Evidence::Containment], at);
    }
    let launches = |path: &PathView| match metric(&path.metrics, Metric::Launches) {
        Figure::Known(count) => Some(count as u32),
        Figure::Unknown(_) => None,
    };
    if let (Some(from), Some(to)) = (launches(slow), launches(fast))
        && from > to
    {
        let at = (0..fast.items.len() as u32).filter_map(|item| place_of_item(fast, item)).take(3).collect();
        push(delta + 1, Claim::Launches { from, to }, vec![weakest_launch(slow, fast)], at);
    }
    for (term, ns) in explanation.map(|explanation| &explanation.terms[..]).unwrap_or_default() {
        let saved = if turned { *ns } else { -*ns };
        let at: Vec<_> = [place_of_median(slow), place_of_median(fast)].into_iter().flatten().collect();
        let times = |of: fn(&PathView) -> f64| (of(slow) as i64, of(fast) as i64);
        let known = |path: &PathView, wanted| match metric(&path.metrics, wanted) {
            Figure::Known(figure) => figure,
            Figure::Unknown(_) => 0.0,
        };
        let claim = match term {
            Term::Traffic => Claim::Traffic {
                from_bytes: known(slow, Metric::BytesMoved),
                to_bytes: known(fast, Metric::BytesMoved),
                from_ratio: known(slow, Metric::Amplification),
                to_ratio: known(fast, Metric::Amplification),
                saved_ns: saved,
            },
            Term::Efficiency => Claim::Efficiency {
                from_bytes_per_s: known(slow, Metric::AchievedBytesPerS),
                to_bytes_per_s: known(fast, Metric::AchievedBytesPerS),
                ns: saved,
            },
            Term::Busy => {
                let (from_ns, to_ns) = times(|path| path.busy.median);
                Claim::Busy { from_ns, to_ns }
            }
            // As the terms are made: what the parts before leave.
            Term::Idle if case.measure == Measure::DeviceSpan => {
                let (from_ns, to_ns) = times(|path| path.span.median - path.busy.median - starved(path));
                Claim::Idle { from_ns, to_ns }
            }
            Term::Idle => {
                let (from_ns, to_ns) = times(idle);
                Claim::Idle { from_ns, to_ns }
            }
            Term::Host if case.measure == Measure::HostSpan && !slow.recording.has_device => {
                let (from_ns, to_ns) = times(|path| path.host.median - path.busy.median - idle(path));
                Claim::Host { from_ns, to_ns }
            }
            Term::Host if case.measure == Measure::HostSpan => {
                let (from_ns, to_ns) = times(|path| path.host.median);
                Claim::Host { from_ns, to_ns }
            }
            Term::Host => {
                let (from_ns, to_ns) = times(starved);
                Claim::Host { from_ns, to_ns }
            }
            Term::Engines | Term::DmaAlone | Term::Waiting => match super::neff::claim(slow, fast, *term) {
                Some(claim) => claim,
                None => continue,
            },
            Term::NoEngine | Term::Untold => continue,
        };
        let evidence = match term {
            Term::Traffic | Term::Efficiency => {
                let mut rests_on = vec![Evidence::InputDims];
                rests_on.extend(
                    [slow, fast].iter().find_map(|path| is_inferred(path).then_some(Evidence::Interface)),
                );
                rests_on
            }
            _ => vec![Evidence::Timestamps],
        };
        if saved > 0 && saved.saturating_mul(WORTH_SAYING) >= delta {
            push(saved, claim, evidence, at);
        }
    }
    if let Some((claim, ns)) = super::neff::traffic(slow, fast)
        && ns.saturating_mul(WORTH_SAYING) >= delta
    {
        let at: Vec<_> = [place_of_median(slow), place_of_median(fast)].into_iter().flatten().collect();
        push(ns, claim, vec![Evidence::Counter], at);
    }
    let (from, to) = (op_count(slow), op_count(fast));
    if from > to {
        let at = [place_of_median(slow), place_of_median(fast)].into_iter().flatten().collect();
        push(0, Claim::OpsCount { from, to }, vec![Evidence::Containment], at);
    }
    found.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    found.into_iter().map(|(_, proof)| proof).take(3).collect()
}

pub(super) fn is_inferred(path: &PathView) -> bool {
    path.bytes_evidence == Some(Evidence::Interface)
}

/// What launches of two paths are told by, the weakest of it.
fn weakest_launch(slow: &PathView, fast: &PathView) -> Evidence {
    let all = slow.items.iter().chain(&fast.items).filter(|item| item.launch.is_some());
    all.map(|item| item.evidence)
        .max_by_key(|kind| std::cmp::Reverse(kind.strength()))
        .unwrap_or(Evidence::Correlation)
}

fn starved(path: &PathView) -> f64 {
    known_or_zero(path, Metric::StarvedNs)
}

fn idle(path: &PathView) -> f64 {
    known_or_zero(path, Metric::DeviceIdleNs)
}

fn known_or_zero(path: &PathView, wanted: Metric) -> f64 {
    match metric(&path.metrics, wanted) {
        Figure::Known(ns) => ns,
        Figure::Unknown(_) => 0.0,
    }
}

fn op_count(path: &PathView) -> u32 {
    match metric(&path.metrics, Metric::Ops) {
        Figure::Known(count) => count as u32,
        Figure::Unknown(_) => 0,
    }
}

fn all_kept(alignment: &Alignment) -> bool {
    let works = |fate: &Fate| *fate != Fate::HostOnly;
    let mut fates = alignment.fates.iter().map(|fate| fate.fate).filter(works).peekable();
    fates.peek().is_some() && fates.all(|fate| fate == Fate::Kept)
}

/// The op around a path's ops that stands for all of them.
fn composite_node(path: &PathView) -> Option<usize> {
    let first = *path.ops.first()? as usize;
    let mut at = path.nodes.get(first)?.parent;
    let mut found = None;
    while let Some(node) = at {
        let around = path.nodes.get(node as usize)?;
        if super::names::is_composite(&around.name) {
            found = Some(node as usize);
            break;
        }
        at = around.parent.filter(|parent| *parent < node);
    }
    found
}

fn opened_composite(path: &PathView) -> Option<String> {
    Some(path.nodes[composite_node(path)?].name.to_string())
}

fn composite_place(path: &PathView) -> Option<(TraceId, SliceId)> {
    Some((*path.traces.first()?, path.nodes[composite_node(path)?].slice))
}

fn place_of_item(path: &PathView, item: u32) -> Option<(TraceId, SliceId)> {
    Some((*path.traces.first()?, path.items.get(item as usize)?.slice))
}

fn place_of_median(path: &PathView) -> Option<(TraceId, SliceId)> {
    Some((*path.traces.first()?, path.instances.get(path.median_instance as usize)?.root))
}
