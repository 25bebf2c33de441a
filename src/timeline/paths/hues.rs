//! Which of the twelve colours each op of the baseline has.
//!
//! Opcodes of a Neuron profile have the colour that the timeline of their trace
//! gives them, and DMA has that of DMA: one looks from the one to the other.
//! Ops of other traces take colours by family, in order of the time of their
//! kernels in the region, which is another order than that of the whole trace.

use super::flow::Flow;
use crate::analysis::family::family;
use crate::lowering::comparison::Comparison;
use crate::lowering::neuron::NeuronPart;
use crate::timeline::frame::colour;

/// One for each op of the baseline: 1 to 12, or 0 for the neutral one that
/// all further families share.
pub fn hues(comparison: &Comparison, own: &Flow) -> Vec<u8> {
    let Some(base) = comparison.paths.get(comparison.baseline as usize) else { return Vec::new() };
    if let Some(part) = &base.neuron {
        let name = |node: &u32| base.nodes.get(*node as usize).map_or("", |node| &*node.name);
        return base.ops.iter().map(|node| part.hue(name(node))).collect();
    }
    let mut families: Vec<(&str, i64)> = Vec::new();
    let mut family_of_op = Vec::with_capacity(base.ops.len());
    for (op, node) in base.ops.iter().enumerate() {
        let name = base.nodes.get(*node as usize).map_or("", |node| family(&node.name));
        let items = own.into.get(op).map_or(&[][..], Vec::as_slice);
        let time: i64 =
            items.iter().filter_map(|item| base.items.get(*item as usize)).map(|item| item.median_ns).sum();
        let at = match families.iter().position(|(known, _)| *known == name) {
            Some(at) => at,
            None => {
                families.push((name, 0));
                families.len() - 1
            }
        };
        families[at].1 = families[at].1.saturating_add(time);
        family_of_op.push(at);
    }
    let mut order: Vec<usize> = (0..families.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(families[*at].1));
    let mut hue = vec![0u8; families.len()];
    for (rank, at) in order.into_iter().take(usize::from(colour::OPS)).enumerate() {
        hue[at] = rank as u8 + 1;
    }
    family_of_op.into_iter().map(|at| hue[at]).collect()
}

/// Hue of a piece of a lane of `part`: a queue has that of DMA, an engine that
/// of the op which the piece belongs to.
pub fn hue_of_piece(part: &NeuronPart, is_queue: bool, hues: &[u8], op: Option<u32>) -> u8 {
    if is_queue { part.dma_hue } else { op.and_then(|op| hues.get(op as usize).copied()).unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;

    #[test]
    fn ops_of_one_name_share_a_colour_and_the_longest_has_the_first() {
        let comparison = comparison();
        let hues = hues(&comparison, &Flow::new(&comparison, 0));
        // to, pow, mean, add, rsqrt, mul, to, mul: mul takes most.
        assert_eq!(hues, [2, 3, 4, 5, 6, 1, 2, 1]);
    }
}
