//! Boxes and ribbons of a Neuron profile's column: from opcodes to the time of
//! engines and DMA queues.

use super::WIDE;
use super::column::Ribbon;
use super::ribbon::{Edge, outline};
use crate::lowering::comparison::PathView;
use crate::lowering::neuron::NeuronPart;

/// Heights of the rows in CSS pixels; `style/paths-neuron.css` has the same.
pub const HEIGHT: f64 = 284.0;
const OPCODES_END: f64 = 127.0;
const ENGINES: f64 = 212.0;

/// Gap between opcodes, and the least share that one of them gets, as letters.
const GAP: f64 = 5.0;
const LEAST_LETTERS: usize = 6;
/// Letters of padding.
const PADDING: usize = 3;

/// An opcode of the baseline, as it is on one path.
#[derive(Debug, Clone, PartialEq)]
pub struct OpcodeBox {
    /// Op of the baseline.
    pub op: u32,
    pub left: f64,
    pub width: f64,
    /// Instructions here, and on the baseline.
    pub count: u64,
    pub base: u64,
    /// Time of engines and queues for it.
    pub time_ns: i64,
}

impl OpcodeBox {
    /// The part that is left here, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.base == 0 { 1.0 } else { (self.count as f64 / self.base as f64).min(1.0) }
    }
}

/// Time of one engine, or of DMA.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EngineBox {
    /// Index into the workers.
    pub worker: usize,
    pub left: f64,
    pub width: f64,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct EngineColumn {
    pub opcodes: Vec<OpcodeBox>,
    pub engines: Vec<EngineBox>,
    pub ribbons: Vec<Ribbon>,
}

/// Time of all engines and DMA end to end; what overlaps counts twice.
pub fn length_ns(part: &NeuronPart) -> i64 {
    part.workers.iter().fold(0, |sum: i64, worker| sum.saturating_add(worker.active_ns.max(0)))
}

/// Lays out a column. `base` is the baseline's path; `into` has the items of
/// each of its ops on this path; the whole width stands for `scale_ns`.
pub fn engine_column(base: &PathView, path: &PathView, into: &[Vec<u32>], scale_ns: i64) -> EngineColumn {
    let (Some(own), Some(part)) = (&base.neuron, &path.neuron) else { return EngineColumn::default() };
    let names: Vec<&str> =
        base.ops.iter().map(|node| base.nodes.get(*node as usize).map_or("", |node| &*node.name)).collect();
    let opcodes = opcodes(&names, own, part, path, into);
    let per_ns = WIDE / scale_ns.max(1) as f64;
    let mut engines = Vec::new();
    let mut left = 0.0;
    for (worker, engine) in part.workers.iter().enumerate() {
        let width = engine.active_ns.max(0) as f64 * per_ns;
        engines.push(EngineBox { worker, left, width });
        left += width;
    }
    let places = item_places(path, part, &engines);
    let mut ribbons = Vec::new();
    for opcode in &opcodes {
        let items = into.get(opcode.op as usize).map_or(&[][..], Vec::as_slice);
        let ends: Vec<(f64, f64)> =
            items.iter().filter_map(|item| places.get(*item as usize).copied().flatten()).collect();
        let all: f64 = ends.iter().map(|(_, width)| width).sum();
        let mut from = opcode.left;
        for (left, width) in ends {
            let share = if all > 0.0 { width / all } else { 0.0 };
            let to = from + opcode.width * opcode.share() * share;
            let above = Edge { left: from, right: to, y: OPCODES_END };
            ribbons.push(Ribbon {
                op: opcode.op,
                d: outline(above, Edge { left, right: left + width, y: ENGINES }),
            });
            from = to;
        }
    }
    EngineColumn { opcodes, engines, ribbons }
}

/// As wide as their names need, the same on every path.
fn opcodes(
    names: &[&str],
    own: &NeuronPart,
    part: &NeuronPart,
    path: &PathView,
    into: &[Vec<u32>],
) -> Vec<OpcodeBox> {
    // Counts of a file without instructions are not known, and not 0.
    if !part.tells_instructions {
        return Vec::new();
    }
    let letters = |name: &&str| name.chars().count().max(LEAST_LETTERS) + PADDING;
    let all: usize = names.iter().map(letters).sum();
    let wide = (WIDE - GAP * names.len().saturating_sub(1) as f64).max(0.0);
    let mut left = 0.0;
    let mut boxes = Vec::new();
    for (op, name) in (0u32..).zip(names) {
        let width = wide * letters(name) as f64 / all.max(1) as f64;
        let items = into.get(op as usize).map_or(&[][..], Vec::as_slice);
        let times = items.iter().filter_map(|item| path.items.get(*item as usize));
        let time_ns = times.fold(0, |sum: i64, item| sum.saturating_add(item.median_ns));
        boxes.push(OpcodeBox { op, left, width, count: part.count(name), base: own.count(name), time_ns });
        left += width + GAP;
    }
    boxes
}

/// Left and width of each item within its engine. Work of one engine that
/// overlaps shares its time.
fn item_places(path: &PathView, part: &NeuronPart, engines: &[EngineBox]) -> Vec<Option<(f64, f64)>> {
    let mut places = vec![None; path.items.len()];
    for (worker, engine) in part.workers.iter().zip(engines) {
        let own = worker.items.0 as usize..(worker.items.1 as usize).min(path.items.len());
        let Some(items) = path.items.get(own.clone()) else { continue };
        let sum: f64 = items.iter().map(|item| item.median_ns.max(0) as f64).sum();
        let mut left = engine.left;
        for (place, item) in places[own].iter_mut().zip(items) {
            let width = if sum > 0.0 { engine.width * item.median_ns.max(0) as f64 / sum } else { 0.0 };
            *place = Some((left, width));
            left += width;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::neuron_sample::comparison;
    use super::*;
    use crate::timeline::paths::flow::Flow;

    #[test]
    fn engines_stand_end_to_end_and_opcodes_lead_into_them() {
        let comparison = comparison();
        let scale = length_ns(comparison.paths[0].neuron.as_deref().unwrap());
        for path in 0..2 {
            let flow = Flow::new(&comparison, path);
            let column = engine_column(&comparison.paths[0], &comparison.paths[path], &flow.into, scale);
            assert!(
                column
                    .engines
                    .windows(2)
                    .all(|pair| (pair[0].left + pair[0].width - pair[1].left).abs() < 1e-6)
            );
            assert_eq!(column.opcodes.len(), comparison.paths[0].ops.len());
            let last = column.opcodes.last().unwrap();
            assert!((last.left + last.width - WIDE).abs() < 1e-6);
            assert!(!column.ribbons.is_empty());
        }
    }

    #[test]
    fn what_is_gone_has_a_part_of_its_box_and_nothing_below() {
        let comparison = comparison();
        let flow = Flow::new(&comparison, 1);
        let column = engine_column(&comparison.paths[0], &comparison.paths[1], &flow.into, 1000);
        let of = |name: &str| {
            let base = &comparison.paths[0];
            let op = base.ops.iter().position(|node| &*base.nodes[*node as usize].name == name).unwrap();
            &column.opcodes[op]
        };
        assert_eq!((of("DMA_DIRECT2D").share(), of("MATMUL").share(), of("COPY").share()), (0.5, 1.0, 0.0));
        let gone = of("COPY").op;
        assert!(column.ribbons.iter().all(|ribbon| ribbon.op != gone));
    }
}
