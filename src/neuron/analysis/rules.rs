//! The rules themselves. Each draws its figure and its places; whether the
//! figure is beyond the threshold is not judged here.

use super::advice::{Advice, Amount, Evidence, MOST_EVIDENCE, Rule};
use super::collectives::{FAR, outliers};
use super::figure::{Figure, Why};
use super::measures::Measures;
use super::scope::Scope;
use super::spans::Spans;
use super::start::empty_start;
use super::table::{Cell, TableKind};
use crate::neuron::{Dma, DmaQueueKind, Engine, Instruction, TensorKind};
use crate::trace::{Interval, SliceId, StringId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Packets below this many bytes are small: DMA moves 512 B as fast as less.
pub const SMALL_BYTES: u64 = 512;
/// Of the span, what an engine must work to be worth a word.
const LEAST_WORK: f64 = 0.05;
/// Of the lesser engine's work, what may overlap in engines that take turns.
const MOST_OVERLAP: f64 = 0.25;

type Value = (&'static str, Cell);

/// What every rule finds, in no order.
pub fn all(measures: &Measures<'_>) -> Vec<Advice> {
    if measures.scope.is_on_some_tracks() {
        return of_some_tracks(measures);
    }
    if measures.scope.is_cut_off() {
        return of_some_rows(measures);
    }
    let real = Real::new(measures.scope);
    let found = [
        low_mfu(measures),
        low_nki(measures),
        throttled(measures),
        transposes(measures),
        spill_reload(measures),
        small_dma(measures),
        slow_collectives(measures),
        waiting_on_dma(measures, &real),
        serialised(measures, &real),
        reloaded(measures),
        traffic(measures),
        start_up(measures),
    ];
    found.into_iter().flatten().collect()
}

/// Rules that rest on one engine, or on DMA alone. What the rest did at the
/// time is not in the selection.
fn of_some_tracks(measures: &Measures<'_>) -> Vec<Advice> {
    let mut found = Vec::new();
    if measures.scope.has_engine(Engine::Tensor) {
        if !measures.scope.is_cut_off() {
            found.push(low_mfu(measures));
        }
        found.push(transposes(measures));
    }
    if measures.scope.has_dma() {
        found.push(small_dma(measures));
    }
    found.into_iter().flatten().collect()
}

/// Rules that rest on single rows, where the file broke off. What did not come
/// may have worked while the rest seems to wait.
fn of_some_rows(measures: &Measures<'_>) -> Vec<Advice> {
    let found = [
        throttled(measures),
        transposes(measures),
        small_dma(measures),
        slow_collectives(measures),
        reloaded(measures),
    ];
    found.into_iter().flatten().collect()
}

fn new(rule: Rule, figure: Amount, threshold: Amount, evidence: Vec<Evidence>) -> Advice {
    Advice { rule, figure, threshold, below: false, values: Vec::new(), evidence, table: None, ticks: None }
}

impl Advice {
    fn about(mut self, ticks: i64) -> Self {
        self.ticks = Some(ticks);
        self
    }

    fn telling(mut self, values: impl IntoIterator<Item = Value>) -> Self {
        self.values = values.into_iter().map(|(name, cell)| (name.to_owned(), cell)).collect();
        self
    }

    fn table(mut self, table: TableKind) -> Self {
        self.table = Some(table);
        self
    }
}

/// When engines did what the program is about: neither set-up nor the start
/// of a DMA.
struct Real {
    by_engine: Vec<(Engine, Spans)>,
    all: Spans,
}

impl Real {
    fn new(scope: &Scope<'_>) -> Self {
        let mut lists: Vec<(Engine, Vec<Interval>)> =
            Engine::ALL.iter().map(|engine| (*engine, Vec::new())).collect();
        for (row, part) in scope.instructions() {
            let Some(part) = part.filter(|_| !row.is_setup() && !row.is_wait()) else { continue };
            let starts_dma = scope.trace.name(row.opcode).starts_with("DMA_");
            let list = lists.iter_mut().find(|(engine, _)| *engine == row.lane.engine() && !starts_dma);
            if let Some((_, list)) = list {
                list.push(part.inside);
            }
        }
        let by_engine: Vec<_> = lists.into_iter().map(|(engine, list)| (engine, Spans::new(list))).collect();
        let all = Spans::new(by_engine.iter().flat_map(|(_, spans)| spans.all()).copied().collect());
        Self { by_engine, all }
    }
}

/// The instructions of a kind with the greatest figure.
fn greatest(scope: &Scope<'_>, figure: impl Fn(&Instruction, &super::scope::Part) -> i64) -> Vec<Evidence> {
    let mut found: Vec<(i64, SliceId)> = scope
        .instructions()
        .filter_map(|(row, part)| Some((figure(row, &part?), row.slice)))
        .filter(|(figure, _)| *figure > 0)
        .collect();
    found.sort_by_key(|(figure, slice)| (std::cmp::Reverse(*figure), *slice));
    found.iter().take(MOST_EVIDENCE).map(|(_, slice)| Evidence::slice(scope, *slice)).collect()
}

fn longest(spans: &Spans) -> Vec<Evidence> {
    spans.longest(MOST_EVIDENCE).into_iter().map(Evidence::time).collect()
}

fn low_mfu(measures: &Measures<'_>) -> Option<Advice> {
    let scope = measures.scope;
    // Each core has a Tensor engine of its own.
    let own = measures.tally.engines.iter().filter(|tally| tally.engine == Engine::Tensor);
    let active = own.map(|tally| tally.active.ticks()).fold(0i64, i64::saturating_add);
    let rate = measures.useful_flops().over(Figure::Known(scope.seconds(active)));
    let share = rate.over(measures.device.core_flops).known().filter(|share| *share > 0.0)?;
    let matmuls = greatest(scope, |row, part| if row.elements > 0 { part.inside.len() } else { 0 });
    let mut advice = new(Rule::LowMfu, Amount::Share(share), Amount::Share(0.5), matmuls)
        .telling([("active", Cell::Ticks(active)), ("count", Cell::Count(measures.tally.matmuls))])
        .table(TableKind::Instructions);
    advice.below = true;
    Some(advice)
}

fn low_nki(measures: &Measures<'_>) -> Option<Advice> {
    let (scope, tally) = (measures.scope, measures.tally);
    let all = tally.engines.iter().map(|engine| engine.sum).fold(0i64, i64::saturating_add);
    // Files without any line of NKI do not tell whether there is some.
    if tally.nki.0 == 0 || all <= 0 {
        return None;
    }
    let other = greatest(scope, |row, part| {
        let is_other = row.nki_source == StringId::NONE && !row.is_wait() && !row.is_setup();
        if is_other { part.inside.len() } else { 0 }
    });
    let share = tally.nki.1 as f64 / all as f64;
    let mut advice = new(Rule::LowNki, Amount::Share(share), Amount::Share(0.5), other)
        .telling([("count", Cell::Count(tally.nki.0)), ("all", Cell::Count(tally.instructions))])
        .table(TableKind::Operators);
    advice.below = true;
    Some(advice)
}

fn throttled(measures: &Measures<'_>) -> Option<Advice> {
    let scope = measures.scope;
    let limits = scope.profile.throttles.iter().filter(|throttle| throttle.k < throttle.n);
    let least = limits.filter_map(crate::neuron::Throttle::limit).fold(1.0, f64::min);
    let spans = &measures.tally.throttled;
    let share = spans.ticks() as f64 / scope.total_ticks().max(1) as f64;
    let advice = new(Rule::Throttled, Amount::Share(share), Amount::Share(0.01), longest(spans));
    Some(
        advice
            .telling([("limit", Cell::Share(least)), ("time", Cell::Ticks(spans.ticks()))])
            .about(spans.ticks()),
    )
}

fn transposes(measures: &Measures<'_>) -> Option<Advice> {
    let (all, transpose) = measures.tally.flops();
    let is_one = |row: &Instruction| row.tensor == TensorKind::Transpose && row.elements > 0;
    let places = greatest(measures.scope, |row, part| if is_one(row) { part.inside.len() } else { 0 });
    let own = measures.scope.instructions().filter(|(row, _)| is_one(row));
    let (mut count, mut spans) = (0, Vec::new());
    for (_, part) in own {
        count += 1;
        spans.extend(part.map(|part| part.inside));
    }
    let ticks = Spans::new(spans).ticks();
    let advice = new(Rule::Transposes, Amount::Share(transpose / all), Amount::Share(0.1), places);
    (all > 0.0)
        .then(|| advice.telling([("count", Cell::Count(count)), ("time", Cell::Ticks(ticks))]).about(ticks))
}

fn spill_reload(measures: &Measures<'_>) -> Option<Advice> {
    let scope = measures.scope;
    let bytes = |key| measures.of(key)?.known();
    let (reload, read) = (bytes("spill_reload_bytes")?, bytes("hbm_read_bytes").filter(|read| *read > 0.0)?);
    let reloaded = |row: &Instruction| scope.profile.bytes_of(row).map_or(0, |bytes| bytes.spill_reload);
    let places = greatest(scope, |row, _| i64::try_from(reloaded(row)).unwrap_or(i64::MAX));
    let advice = new(Rule::SpillReload, Amount::Share(reload / read), Amount::Share(0.25), places);
    Some(advice.telling([("bytes", Cell::Bytes(reload as u64))]).table(TableKind::DmaVariables))
}

fn small_dma(measures: &Measures<'_>) -> Option<Advice> {
    let scope = measures.scope;
    let is_data =
        |row: &Dma| !row.is_transfer() && scope.profile.route_of(row).kind != DmaQueueKind::Instruction;
    let (mut small, mut all) = (Vec::new(), 0i64);
    let (mut count, mut packets) = (0u64, 0u64);
    let mut sizes: FxHashMap<u64, u64> = FxHashMap::default();
    let mut sum = 0i64;
    for (row, part) in scope.dma().filter(|(row, _)| is_data(row)) {
        let Some(part) = part else { continue };
        packets += 1;
        all = all.saturating_add(part.inside.len());
        if row.moved < SMALL_BYTES {
            count += 1;
            sum = sum.saturating_add(part.inside.len());
            *sizes.entry(row.moved).or_default() += 1;
            small.push(part.inside);
        }
    }
    let spans = Spans::new(small);
    let usual = sizes.into_iter().max_by_key(|(size, count)| (*count, *size)).map_or(0, |(size, _)| size);
    let share = sum as f64 / all.max(1) as f64;
    let advice = new(Rule::SmallDma, Amount::Share(share), Amount::Share(0.1), longest(&spans));
    let values = [
        ("count", Cell::Count(count)),
        ("packets", Cell::Count(packets)),
        ("size", Cell::Bytes(usual)),
        ("small", Cell::Bytes(SMALL_BYTES)),
    ];
    Some(advice.telling(values).table(TableKind::DmaQueues).about(spans.ticks()))
}

fn slow_collectives(measures: &Measures<'_>) -> Option<Advice> {
    let scope = measures.scope;
    let found = outliers(scope)?;
    let places =
        found.slices.iter().take(MOST_EVIDENCE).map(|slice| Evidence::slice(scope, *slice)).collect();
    let values = [
        ("count", Cell::Count(found.slices.len() as u64)),
        ("operation", Cell::Text(scope.trace.name(found.operation).to_owned())),
        ("size", Cell::or(found.bytes, Cell::Bytes, Why::Missing)),
        ("all", Cell::Count(found.of_kind)),
        ("median", Cell::Ticks(found.median)),
    ];
    let advice = new(Rule::SlowCollectives, Amount::Times(found.times), Amount::Times(FAR), places);
    Some(advice.telling(values).about(found.beyond))
}

fn waiting_on_dma(measures: &Measures<'_>, real: &Real) -> Option<Advice> {
    let (scope, tally) = (measures.scope, measures.tally);
    let packets = tally.packets_of(|kind| kind != DmaQueueKind::Instruction);
    let data = if packets.count > 0 { packets.active } else { tally.transfers.active.clone() };
    let alone = data.without(&real.all);
    let (ticks, moving) = (alone.ticks(), data.ticks());
    let share = ticks as f64 / scope.total_ticks().max(1) as f64;
    let values = [("time", Cell::Ticks(ticks)), ("moving", Cell::Ticks(moving))];
    let advice = new(Rule::WaitingOnDma, Amount::Share(share), Amount::Share(0.15), longest(&alone));
    Some(advice.telling(values).table(TableKind::DmaQueues).about(ticks))
}

/// Of all pairs of engines that take turns, the one that waits longest.
fn serialised(measures: &Measures<'_>, real: &Real) -> Option<Advice> {
    let (scope, tally) = (measures.scope, measures.tally);
    let span = scope.total_ticks().max(1) as f64;
    let works = |(engine, spans): &&(Engine, Spans)| {
        *engine != Engine::Sync && spans.ticks() as f64 >= LEAST_WORK * span
    };
    let busy: Vec<&(Engine, Spans)> = real.by_engine.iter().filter(works).collect();
    let mut worst: Option<(Engine, Engine, f64, Spans)> = None;
    for (waiting, own) in &busy {
        let tally = tally.engine(*waiting)?;
        let waits = tally.semaphore.or(&tally.before);
        for (working, other) in busy.iter().filter(|(working, _)| working != waiting) {
            let overlap = own.and(other).ticks() as f64 / own.ticks().min(other.ticks()).max(1) as f64;
            let idle = waits.and(other).without(own);
            let is_worse = worst.as_ref().is_none_or(|(.., before)| idle.ticks() > before.ticks());
            if overlap <= MOST_OVERLAP && is_worse {
                worst = Some((*waiting, *working, overlap, idle));
            }
        }
    }
    let (waiting, working, overlap, idle) = worst?;
    let ticks = idle.ticks();
    let values = [
        ("waiting", Cell::Text(waiting.name().to_owned())),
        ("working", Cell::Text(working.name().to_owned())),
        ("overlap", Cell::Share(overlap)),
        ("time", Cell::Ticks(ticks)),
    ];
    let advice =
        new(Rule::Serialised, Amount::Share(ticks as f64 / span), Amount::Share(0.1), longest(&idle));
    Some(advice.telling(values).about(ticks))
}

fn reloaded(measures: &Measures<'_>) -> Option<Advice> {
    let scope = measures.scope;
    let repeated = scope.profile.nodes.iter().filter(|node| node.load_repeat.is_some_and(|times| times > 1));
    let worst = repeated.clone().max_by_key(|node| node.loaded_bytes.unwrap_or(0))?;
    let count = repeated.clone().count() as u64;
    let names: FxHashSet<StringId> = repeated.clone().map(|node| node.name).collect();
    let extra = |node: &crate::neuron::NeffNode| {
        node.loaded_bytes.unwrap_or(0).saturating_sub(node.bytes.unwrap_or(0))
    };
    let bytes = repeated.map(extra).fold(0u64, u64::saturating_add);
    let mut loads: Vec<(i64, SliceId)> = scope
        .dma()
        .filter(|(row, _)| names.contains(&scope.profile.route_of(row).variable))
        .filter_map(|(row, part)| Some((part?.inside.len(), row.slice)))
        .collect();
    loads.sort_by_key(|(ticks, slice)| (std::cmp::Reverse(*ticks), *slice));
    let places = loads.iter().take(MOST_EVIDENCE).map(|(_, slice)| Evidence::slice(scope, *slice)).collect();
    let times = worst.load_repeat.unwrap_or(1) as f64;
    let values = [
        ("count", Cell::Count(count)),
        ("tensor", Cell::Text(scope.trace.name(worst.name).to_owned())),
        ("bytes", Cell::Bytes(bytes)),
    ];
    let advice = new(Rule::Reloaded, Amount::Times(times), Amount::Times(1.0), places);
    Some(advice.telling(values).table(TableKind::Tensors))
}

/// Of the whole profile only: a part need not read all inputs.
fn traffic(measures: &Measures<'_>) -> Option<Advice> {
    let scope = measures.scope;
    let traffic = measures.traffic().known().filter(|_| scope.is_all())?;
    let least = measures.of("inputs_outputs_weights_size_bytes")?.known().filter(|least| *least > 0.0)?;
    let moved = |row: &Instruction| {
        scope.profile.bytes_of(row).map_or(0, |bytes| bytes.hbm_read.saturating_add(bytes.hbm_write))
    };
    let places = greatest(scope, |row, _| i64::try_from(moved(row)).unwrap_or(i64::MAX));
    let values = [("bytes", Cell::Bytes(traffic as u64)), ("least", Cell::Bytes(least as u64))];
    let advice = new(Rule::Traffic, Amount::Times(traffic / least), Amount::Times(1.5), places);
    Some(advice.telling(values).table(TableKind::Instructions))
}

fn start_up(measures: &Measures<'_>) -> Option<Advice> {
    let scope = measures.scope;
    let start = empty_start(scope.trace, scope.profile).filter(|_| scope.is_all())?;
    let share = start.len() as f64 / scope.total_ticks().max(1) as f64;
    let advice = new(Rule::StartUp, Amount::Share(share), Amount::Share(0.3), vec![Evidence::time(start)]);
    Some(advice.telling([("time", Cell::Ticks(start.len()))]).about(start.len()))
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
