//! DMA by queue and by what it moves.

use super::figure::Why;
use super::instruction_table::{core_name, core_term};
use super::scope::Scope;
use super::spans::Spans;
use super::table::{Cell, CellRow};
use super::work::Work;
use crate::neuron::DmaRoute;
use crate::trace::StringId;
use rustc_hash::FxHashMap;
use std::hash::Hash;

pub const QUEUE_COLUMNS: &[&str] = &[
    "neuron-col-queue",
    "neuron-col-kind",
    "neuron-col-core",
    "neuron-col-packets",
    "neuron-col-transfers",
    "neuron-col-bytes",
    "neuron-col-packet-size",
    "neuron-col-active",
    "neuron-col-sum",
    "neuron-col-rate",
    "neuron-col-share",
];

pub const VARIABLE_COLUMNS: &[&str] = &[
    "neuron-col-variable",
    "neuron-col-route",
    "neuron-col-packets",
    "neuron-col-transfers",
    "neuron-col-bytes",
    "neuron-col-packet-size",
    "neuron-col-active",
    "neuron-col-sum",
    "neuron-col-rate",
    "neuron-col-share",
];

/// DMA rows with something in common.
#[derive(Default)]
pub struct Moved {
    pub route: DmaRoute,
    /// It ran on more engines than that of `route`.
    several_engines: bool,
    pub packets: u64,
    pub transfers: u64,
    /// Of packets, or of transfers where there are no packets.
    packet_bytes: u64,
    transfer_bytes: u64,
    work: Work,
    /// Time of transfers, for want of packets.
    transfer_work: Work,
}

impl Moved {
    /// Work of packets, or of transfers where there are no packets.
    fn timed(&self) -> &Work {
        if self.packets > 0 { &self.work } else { &self.transfer_work }
    }

    pub fn bytes(&self) -> u64 {
        if self.packets > 0 { self.packet_bytes } else { self.transfer_bytes }
    }
}

/// Groups the DMA rows of a scope, in order of coming.
pub fn groups<K: Hash + Eq + Copy>(scope: &Scope<'_>, key: impl Fn(&DmaRoute) -> K) -> Vec<(K, Moved)> {
    let mut places: FxHashMap<K, usize> = FxHashMap::default();
    let mut groups: Vec<(K, Moved)> = Vec::new();
    for (row, part) in scope.dma() {
        let route = scope.profile.route_of(row);
        let key = key(&route);
        let place = *places.entry(key).or_insert_with(|| {
            groups.push((key, Moved { route, ..Moved::default() }));
            groups.len() - 1
        });
        let moved = &mut groups[place].1;
        moved.several_engines |= moved.route.engine != route.engine;
        let bytes = part.map_or(row.moved, |part| part.of(row.moved));
        let (count, sum, work) = if row.is_transfer() {
            (&mut moved.transfers, &mut moved.transfer_bytes, &mut moved.transfer_work)
        } else {
            (&mut moved.packets, &mut moved.packet_bytes, &mut moved.work)
        };
        *count += 1;
        *sum = sum.saturating_add(bytes);
        if let Some(part) = part {
            work.add_time(row.slice, part.inside);
        }
    }
    groups
}

pub fn queues(scope: &Scope<'_>) -> Vec<CellRow> {
    let mut groups = groups(scope, |route| (route.queue, route.kind, route.core));
    let active = active(&mut groups);
    let cells = |((queue, kind, core), moved): ((StringId, _, u8), Moved), spans: &Spans, all: i64| {
        let kind: crate::neuron::DmaQueueKind = kind;
        let mut query = format!("arg:dma_queue=={} arg:queue_type=={}", moved.route.queue_index, kind.name());
        if let Some(engine) = moved.route.engine.filter(|_| !moved.several_engines) {
            query.push_str(&format!(" arg:dma_engine=={engine}"));
        }
        query.push_str(&core_term(scope, moved.timed().longest_slice(), core));
        let first = vec![text(scope, queue), Cell::Text(kind.name().to_owned()), Cell::Text(core_name(core))];
        row(scope, first, moved, spans, all, query)
    };
    zip(groups, active, cells)
}

pub fn variables(scope: &Scope<'_>) -> Vec<CellRow> {
    let mut groups = groups(scope, |route| (route.variable, route.source, route.dest));
    let active = active(&mut groups);
    let cells =
        |((variable, source, dest), moved): ((StringId, StringId, StringId), Moved), spans: &Spans, all| {
            let place = |place: StringId| place.some().map_or("?", |place| scope.trace.strings.get(place));
            let route = if source == StringId::NONE && dest == StringId::NONE {
                String::new()
            } else {
                format!("{} → {}", place(source), place(dest))
            };
            let name = variable.some().map(|variable| scope.trace.strings.get(variable));
            let query =
                name.map(|name| format!("arg:variable==\"{}\"", name.replace('"', ""))).unwrap_or_default();
            row(scope, vec![text(scope, variable), Cell::Text(route)], moved, spans, all, query)
        };
    zip(groups, active, cells)
}

/// Covered time of each group, and of all of them.
fn active<K>(groups: &mut [(K, Moved)]) -> (Vec<Spans>, i64) {
    let spans = |(_, moved): &mut (K, Moved)| {
        let work = if moved.packets > 0 { &mut moved.work } else { &mut moved.transfer_work };
        work.take_spans()
    };
    let own: Vec<Spans> = groups.iter_mut().map(spans).collect();
    let all = Spans::new(own.iter().flat_map(Spans::all).copied().collect()).ticks();
    (own, all)
}

fn zip<K>(
    groups: Vec<(K, Moved)>,
    (own, all): (Vec<Spans>, i64),
    row: impl Fn((K, Moved), &Spans, i64) -> CellRow,
) -> Vec<CellRow> {
    groups.into_iter().zip(&own).map(|(group, spans)| row(group, spans, all)).collect()
}

fn row(
    scope: &Scope<'_>,
    mut cells: Vec<Cell>,
    moved: Moved,
    spans: &Spans,
    all: i64,
    query: String,
) -> CellRow {
    let (bytes, ticks) = (moved.bytes(), spans.ticks());
    let work = moved.timed();
    cells.extend([
        Cell::Count(moved.packets),
        Cell::Count(moved.transfers),
        Cell::Bytes(bytes),
        Cell::or((moved.packets > 0).then(|| bytes / moved.packets.max(1)), Cell::Bytes, Why::NothingThere),
        Cell::Ticks(ticks),
        Cell::Ticks(work.sum),
        if ticks > 0 {
            Cell::Rate(bytes as f64 / scope.seconds(ticks))
        } else {
            Cell::Unknown(Why::NothingThere)
        },
        Cell::Share(ticks as f64 / all.max(1) as f64),
    ]);
    CellRow { cells, longest: work.longest(scope), query }
}

/// A name; empty where the file does not say.
fn text(scope: &Scope<'_>, name: StringId) -> Cell {
    Cell::Text(name.some().map(|name| scope.trace.strings.get(name).to_owned()).unwrap_or_default())
}
