//! Where the difference between two profiles comes from, in Neuron's terms:
//! engines at work, DMA in flight while none works, and the rest.

use super::part::NeuronPart;
use crate::lowering::comparison::{Explanation, Measure, Term};
use crate::lowering::explain::{Side, judged_ns};
use crate::lowering::profile::{Figure, Instance};
use crate::lowering::spread::middle;

/// Splits the difference of `other` to `base`, the index of which is `path`.
/// The last term takes what medians leave, so that all add up.
pub fn explain(base: Side<'_>, other: Side<'_>, measure: Measure, path: u32) -> Explanation {
    let change = |of: &dyn Fn(&Instance) -> i64| median(other.instances, of) - median(base.instances, of);
    let engines = |instance: &Instance| instance.engines_ns.unwrap_or(instance.busy_ns);
    let total = |instance: &Instance| judged_ns(instance, measure);
    let delta_ns = change(&total);
    let all = |is: fn(&NeuronPart) -> bool| {
        [base, other].iter().all(|side| side.profile.neuron.as_deref().is_some_and(is))
    };
    // A section that a file lacks is no zero: what needs it is told together.
    let mut terms = match (all(NeuronPart::has_all_instructions), all(NeuronPart::has_all_dma)) {
        (true, true) => vec![
            (Term::Engines, change(&engines)),
            (Term::DmaAlone, change(&|instance| instance.busy_ns.saturating_sub(engines(instance)))),
        ],
        (true, false) => vec![(Term::Engines, change(&engines)), (Term::NoEngine, 0)],
        (false, _) => vec![(Term::Untold, 0)],
    };
    if measure != Measure::DeviceBusy && terms.last().is_some_and(|(term, _)| *term == Term::DmaAlone) {
        terms.push((Term::Waiting, 0));
    }
    let sum: i64 = terms.iter().map(|(_, ns)| ns).sum();
    if let Some(last) = terms.last_mut() {
        last.1 += delta_ns - sum;
    }
    let (from, to) = (base.profile.bytes_moved, other.profile.bytes_moved);
    let rate = match &base.profile.neuron {
        Some(part) => part.dma_rate(from),
        None => from,
    };
    let traffic_ns = match (from, to, rate) {
        (Figure::Known(from), Figure::Known(to), Figure::Known(rate)) if rate > 0.0 => {
            Some(((to - from) / rate * 1e9).round() as i64)
        }
        _ => None,
    };
    Explanation {
        path,
        baseline_ns: median(base.instances, &total),
        delta_ns,
        terms,
        reference_bytes_per_s: rate,
        traffic_ns,
    }
}

fn median(instances: &[&Instance], of: &dyn Fn(&Instance) -> i64) -> i64 {
    let mut all: Vec<i64> = instances.iter().map(|instance| of(instance)).collect();
    all.sort_unstable();
    middle(&all).floor() as i64
}
