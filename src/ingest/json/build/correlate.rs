//! Links that ids in args give where a file has no flow events for them:
//! `correlation` joins a launch with its device work, `External id` an op with
//! its device work; backends that write no correlation join the dispatch of the
//! op by it.

use crate::trace::{Link, LinkEnd, LinkIdent, LinkKind, SliceId, Sparse, Trace};
use rustc_hash::FxHashSet;

/// Roles of a slice, as bits.
const LAUNCH: u8 = 1;
const OP: u8 = 2;
const DEVICE: u8 = 4;
/// A launch that is joined by `External id`.
const DISPATCH: u8 = 8;

/// Adds a link for each device slice that nothing leads to yet.
pub fn add(trace: &Trace, links: &mut Vec<Link>) {
    let slices = &trace.slices;
    if slices.correlation.0.is_empty() && slices.external_id.0.is_empty() {
        return;
    }
    let roles = Roles::new(trace);
    if !roles.of_category.contains(&DEVICE) {
        return;
    }
    let mut reached: FxHashSet<SliceId> =
        links.iter().filter(|link| link.from.slice != SliceId::NONE).map(|link| link.to.slice).collect();
    for (column, kind, source) in [
        (&slices.correlation, LinkKind::Correlation, LAUNCH),
        (&slices.external_id, LinkKind::ExternalId, DISPATCH),
        (&slices.external_id, LinkKind::ExternalId, OP),
    ] {
        add_kind(trace, &roles, column, kind, source, &mut reached, links);
    }
}

fn add_kind(
    trace: &Trace,
    roles: &Roles,
    column: &Sparse<u64>,
    kind: LinkKind,
    source_role: u8,
    reached: &mut FxHashSet<SliceId>,
    links: &mut Vec<Link>,
) {
    // Zero means "none" to the writers.
    let mut by_id: Vec<(u64, SliceId)> =
        column.0.iter().filter(|entry| entry.1 != 0).map(|&(slice, id)| (id, slice)).collect();
    by_id.retain(|entry| roles.has(entry.1, source_role | DEVICE));
    by_id.sort_unstable();
    for group in by_id.chunk_by(|a, b| a.0 == b.0) {
        let latest = |slice: &&SliceId| (trace.slices.start[slice.index()], **slice);
        let Some(&source) = group
            .iter()
            .map(|entry| &entry.1)
            .filter(|slice| roles.has(**slice, source_role))
            .max_by_key(latest)
        else {
            continue;
        };
        for &(id, target) in group {
            if roles.has(target, DEVICE) && reached.insert(target) {
                let end = |slice: SliceId, time| LinkEnd { slice, track: trace.track_of(slice), time };
                links.push(Link {
                    from: end(source, trace.slices.start[source.index()]),
                    to: end(target, trace.slices.start[target.index()]),
                    kind,
                    name: crate::trace::StringId::NONE,
                    id: LinkIdent::Number(id),
                });
            }
        }
    }
}

/// What a slice is, by its category.
struct Roles<'a> {
    trace: &'a Trace,
    /// By category: [`LAUNCH`], [`OP`], [`DEVICE`] or none.
    of_category: Vec<u8>,
}

impl<'a> Roles<'a> {
    fn new(trace: &'a Trace) -> Self {
        let of_category = trace.strings.ids().map(|id| role(trace.strings.get(id))).collect();
        Self { trace, of_category }
    }

    fn has(&self, slice: SliceId, role: u8) -> bool {
        let category = self.trace.slices.cat[slice.index()];
        self.of_category.get(category.index()).is_some_and(|&roles| roles & role != 0)
    }
}

fn role(category: &str) -> u8 {
    let lower = category.to_ascii_lowercase();
    match lower.as_str() {
        "kernel" | "gpu_memcpy" | "gpu_memset" | "concurrent_kernel" | "memcpy" | "memset" => DEVICE,
        "privateuse1_driver" => DEVICE,
        "privateuse1_runtime" => LAUNCH | DISPATCH,
        "cpu_op" | "operator" => OP,
        _ if lower.ends_with("_runtime") || lower.ends_with("_driver") || lower == "runtime" => LAUNCH,
        _ => 0,
    }
}
