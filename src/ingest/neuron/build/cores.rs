//! Which core each row was on, and which queue each packet belongs to.

use crate::ingest::neuron::place::{Places, Resolved};
use crate::neuron::{Core, DmaQueueKind, NeuronProfile};
use crate::trace::{ProcessId, StringId, StringTable, Trace};

/// Resolves places to cores, in place in the typed rows; gives the core of
/// each place.
pub fn resolve(profile: &mut NeuronProfile, trace: &Trace, places: &Places) -> Vec<Resolved> {
    let cores = profile.metadata_value("num_physical_cores").and_then(|text| text.parse::<u8>().ok());
    let resolved = places.resolve(&trace.strings, cores.unwrap_or(1));
    let core_of = |place: u8| resolved.get(usize::from(place)).map_or(0, |at| at.core);
    profile.routes.iter_mut().for_each(|route| route.core = core_of(route.core));
    profile.active.iter_mut().for_each(|row| row.core = core_of(row.core));
    profile.throttles.iter_mut().for_each(|row| row.core = core_of(row.core));
    profile.queues.iter_mut().for_each(|row| row.core = core_of(row.core));
    let mut found: Vec<Core> = Vec::new();
    for at in &resolved {
        if !found.iter().any(|core| core.index == at.core) {
            found.push(Core { index: at.core, subgraph: StringId::NONE, nc: None, process: ProcessId::NONE });
        }
        let core = found.iter_mut().find(|core| core.index == at.core);
        if let Some(core) = core.filter(|core| core.subgraph == StringId::NONE) {
            core.subgraph = at.subgraph;
        }
    }
    let only = match (&profile.models[..], found.len()) {
        ([only], 1) => Some(only),
        _ => None,
    };
    for core in &mut found {
        let model = profile.models.iter().find(|model| model.subgraph == core.subgraph);
        core.nc = model.or(only).and_then(|model| model.nc);
    }
    found.sort_by_key(|core| core.index);
    profile.cores = found;
    resolved
}

/// Packets may name their queue by number alone (`Q0`). Dynamic queues run on
/// all engines of a core: where the file declares exactly one of that number
/// there, and its kind is not another one, it is that queue. All others are
/// bound to their engine.
pub fn name_queues(profile: &mut NeuronProfile, strings: &mut StringTable) {
    let (queues, routes) = (&profile.queues, &mut profile.routes);
    for route in routes {
        let index = u32::from(route.queue_index);
        if strings.get(route.queue) != format!("Q{index}") {
            continue;
        }
        let is_bound = !route.kind.is_dynamic();
        let mut found = queues.iter().filter(|queue| {
            let is_engine = !is_bound || route.engine.is_some_and(|engine| queue.engine == u32::from(engine));
            queue.core == route.core && queue.index == index && is_engine
        });
        if let (Some(queue), None) = (found.next(), found.next())
            && fits(strings.get(queue.name), route.kind)
        {
            route.queue = queue.name;
        }
    }
}

/// Whether a queue of this name can hold such packets: names of dynamic queues
/// tell what made their work.
fn fits(name: &str, kind: DmaQueueKind) -> bool {
    let by_name = if name.ends_with("DynamicHW") {
        DmaQueueKind::HardwareDynamic
    } else if name.ends_with("Dynamic") {
        DmaQueueKind::SoftwareDynamic
    } else {
        return !kind.is_dynamic();
    };
    by_name == kind
}
