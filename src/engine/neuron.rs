//! Questions about Neuron profiles.

use super::protocol::{NeuronAnswer, NeuronAsk, NeuronInfo};
use crate::analysis::colour::ColourBy;
use crate::neuron::NeuronProfile;
use crate::neuron::analysis::scope::Scope;
use crate::neuron::analysis::start::empty_start;
use crate::neuron::analysis::{advice, hierarchy, section_table, summary, table};
use crate::trace::Trace;

/// An answer; `None` when the trace has no Neuron profile.
pub fn answer(trace: &Trace, ask: &NeuronAsk) -> Option<NeuronAnswer> {
    let profile = trace.neuron.as_deref()?;
    let scope = |area| Scope::new(trace, profile, area);
    Some(match ask {
        NeuronAsk::Summary(area) => NeuronAnswer::Summary(Box::new(summary::summary(&scope(area)))),
        NeuronAsk::Advice(area) => NeuronAnswer::Advice(advice::advice(&scope(area))),
        NeuronAsk::Hierarchy(area) => NeuronAnswer::Hierarchy(hierarchy::hierarchy(&scope(area))),
        NeuronAsk::Table(area, kind) => NeuronAnswer::Table(table::table(&scope(area), *kind)),
        NeuronAsk::NodesOf(slice) => NeuronAnswer::NodesOf(hierarchy::keys_of(profile, *slice)),
        NeuronAsk::Sections => NeuronAnswer::Sections(section_table::sections(trace, profile)),
        NeuronAsk::Section(name) => NeuronAnswer::Section(section_table::section(trace, profile, name)),
    })
}

/// What the page is told when the trace opens.
pub fn info(trace: &Trace) -> Option<NeuronInfo> {
    let profile = trace.neuron.as_deref()?;
    Some(NeuronInfo {
        kind: profile.kind,
        instructions: !profile.instructions.is_empty(),
        dma: !profile.dma.is_empty(),
        tensors: !profile.nodes.is_empty(),
        metrics: !profile.summary.is_empty(),
        total: total(trace, profile),
        empty_start: empty_start(trace, profile),
        colours: ColourBy::ALL
            .into_iter()
            .filter(|by| !profile.instructions.is_empty() && by.is_told(profile))
            .collect(),
    })
}

/// How long the run took as the file says, where rows have a place in it.
fn total(trace: &Trace, profile: &NeuronProfile) -> Option<i64> {
    let scope = Scope::whole(trace, profile);
    (!scope.span.is_empty() && scope.tells_total()).then(|| scope.total_ticks())
}
