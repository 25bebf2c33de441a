//! Where the difference between paths of NEFFs comes from: engines at work,
//! DMA in flight while none works, waiting within NEFFs, and the time between
//! them.

use super::part::NeffTotals;
use crate::lowering::comparison::{Explanation, Measure, Term};
use crate::lowering::explain::{Side, judged_ns};
use crate::lowering::profile::{Figure, Instance};
use crate::lowering::spread::middle;

/// Splits the difference of `other` to `base`, the index of which is `path`;
/// `None` where some NEFF of either has no profile. Runs in a trace take
/// longer or shorter than the profiled one; waiting takes that, and the last
/// term what medians leave, so that all add up.
pub fn explain(base: Side<'_>, other: Side<'_>, measure: Measure, path: u32) -> Option<Explanation> {
    let (from, to) = (totals(base)?, totals(other)?);
    let change = |of: &dyn Fn(&Instance) -> i64| median(other.instances, of) - median(base.instances, of);
    let engines = to.engines_ns - from.engines_ns;
    let alone = to.dma_alone_ns - from.dma_alone_ns;
    let busy = change(&|instance| instance.busy_ns);
    let delta_ns = change(&|instance| judged_ns(instance, measure));
    let mut terms =
        vec![(Term::Engines, engines), (Term::DmaAlone, alone), (Term::Waiting, busy - engines - alone)];
    match measure {
        Measure::DeviceBusy => {}
        Measure::DeviceSpan => {
            terms.push((Term::Host, change(&|instance| instance.starved_ns)));
            terms.push((Term::Idle, 0));
        }
        Measure::HostSpan => terms.push((Term::Host, 0)),
    }
    let sum: i64 = terms.iter().map(|(_, ns)| ns).sum();
    if let Some(last) = terms.last_mut() {
        last.1 += delta_ns - sum;
    }
    let rate = from.dma_rate();
    let traffic_ns = match (from.hbm(), to.hbm(), rate) {
        (Figure::Known(from), Figure::Known(to), Figure::Known(rate)) if rate > 0.0 => {
            Some(((to - from) / rate * 1e9).round() as i64)
        }
        _ => None,
    };
    Some(Explanation {
        path,
        baseline_ns: median(base.instances, &|instance| judged_ns(instance, measure)),
        delta_ns,
        terms,
        reference_bytes_per_s: rate,
        traffic_ns,
    })
}

fn totals<'a>(side: Side<'a>) -> Option<&'a NeffTotals> {
    side.profile.neffs.as_deref()?.totals.as_ref()
}

fn median(instances: &[&Instance], of: &dyn Fn(&Instance) -> i64) -> i64 {
    let mut all: Vec<i64> = instances.iter().map(|instance| of(instance)).collect();
    all.sort_unstable();
    middle(&all).floor() as i64
}
