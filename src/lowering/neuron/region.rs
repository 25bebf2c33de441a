//! Which regions a device profile has: all of it, and its layers.

use super::device_profile;
use crate::lowering::comparison::RegionChoice;
use crate::lowering::profile::{RegionKey, RegionKind};
use crate::lowering::region::Region;
use crate::neuron::NeuronProfile;
use crate::neuron::analysis::scope::{Scope, times_of};
use crate::trace::{Interval, StringId, Trace};
use rustc_hash::FxHashMap;

/// What a profile whose rows do not name their subgraph is called.
const UNNAMED: &str = "NEFF";

/// All regions of a device profile: the whole first, then layers by time;
/// `None` for other traces.
pub fn regions(trace: &Trace) -> Option<Vec<Region>> {
    let profile = device_profile(trace)?;
    let ns = |ticks: i64| trace.unit.ns_from_ticks(ticks);
    let whole = Scope::whole(trace, profile);
    let mut found = vec![Region {
        key: whole_key(trace, profile),
        count: 1,
        total_ns: ns(whole.total_ticks()),
        is_step: false,
    }];
    let mut layers: FxHashMap<StringId, Interval> = FxHashMap::default();
    for row in profile.instructions.iter().filter(|row| row.layer != StringId::NONE) {
        if let Some(times) = times_of(trace, row.slice) {
            layers.entry(row.layer).and_modify(|span| *span = span.union(times)).or_insert(times);
        }
    }
    let mut layers: Vec<Region> = layers
        .into_iter()
        .map(|(layer, span)| Region {
            key: RegionKey { kind: RegionKind::Layer, name: trace.name(layer).to_owned() },
            count: 1,
            total_ns: ns(span.len()),
            is_step: false,
        })
        .collect();
    layers.sort_by(|a, b| b.total_ns.cmp(&a.total_ns).then_with(|| a.key.cmp(&b.key)));
    found.append(&mut layers);
    Some(found)
}

/// The subgraph of the first core that has one.
pub fn subgraph<'a>(trace: &'a Trace, profile: &NeuronProfile) -> &'a str {
    let known = profile.cores.iter().map(|core| core.subgraph);
    let known = known.chain(profile.models.iter().map(|model| model.subgraph));
    known
        .filter(|name| *name != StringId::NONE)
        .map(|name| trace.name(name))
        .find(|name| !name.is_empty())
        .unwrap_or("")
}

pub fn whole_key(trace: &Trace, profile: &NeuronProfile) -> RegionKey {
    let name = subgraph(trace, profile);
    let name = if name.is_empty() { UNNAMED } else { name };
    RegionKey { kind: RegionKind::Neff, name: name.to_owned() }
}

/// The part of a profile that a choice stands for; `None` where it has none.
/// Names of subgraphs are numbers, so that any whole profile is another's
/// counterpart.
pub fn chosen<'a>(
    trace: &'a Trace,
    profile: &'a NeuronProfile,
    choice: &RegionChoice,
) -> Option<(RegionKey, Scope<'a>)> {
    let layer = |name: StringId| {
        let key = RegionKey { kind: RegionKind::Layer, name: trace.name(name).to_owned() };
        Some((key, Scope::of_layer(trace, profile, name)?))
    };
    let whole = || Some((whole_key(trace, profile), Scope::whole(trace, profile)));
    match choice {
        RegionChoice::Key(key) => match key.kind {
            RegionKind::Neff => whole(),
            RegionKind::Layer => layer(trace.strings.find(&key.name)?),
            _ => None,
        },
        RegionChoice::Like(slice) => match profile.instruction_of(*slice).map(|row| row.layer) {
            Some(name) if name != StringId::NONE => layer(name),
            _ => whole(),
        },
    }
}
