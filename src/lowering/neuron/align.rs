//! What became of each opcode of the baseline: it is told by its name alone,
//! and how often it is executed.

use crate::lowering::comparison::{Alignment, Fate, OpFate};
use crate::lowering::profile::{Evidence, Item, PathProfile};

/// Lays a path beside the baseline. `path` is its index in the comparison.
pub fn lay_beside(base: &PathProfile, other: &PathProfile, path: u32) -> Alignment {
    let ops =
        |profile: &PathProfile| profile.neuron.as_ref().map(|part| part.ops.clone()).unwrap_or_default();
    let (own, theirs) = (ops(base), ops(other));
    let tells = other.neuron.as_ref().is_some_and(|part| part.has_all_instructions());
    let name =
        |profile: &PathProfile, node: u32| profile.nodes.get(node as usize).map(|node| node.name.clone());
    let mut stands_for = vec![Vec::new(); other.items.len()];
    let fates = own
        .iter()
        .zip(0..)
        .map(|(node, op)| {
            let wanted = name(base, *node);
            let matched = theirs.iter().position(|theirs| name(other, *theirs) == wanted);
            let into: Vec<u32> = match matched.and_then(|matched| theirs.get(matched)) {
                Some(theirs) => items_of(&other.items, *theirs),
                None => Vec::new(),
            };
            for item in &into {
                stands_for[*item as usize].push(op);
            }
            OpFate {
                op,
                fate: match matched {
                    Some(_) => Fate::Kept,
                    None if tells => Fate::Eliminated,
                    None => Fate::Unknown,
                },
                into,
                matched: matched.map(|matched| matched as u32),
                evidence: Evidence::Opcode,
            }
        })
        .collect();
    Alignment { path, fates, stands_for }
}

fn items_of(items: &[Item], node: u32) -> Vec<u32> {
    items.iter().zip(0..).filter(|(item, _)| item.node == node).map(|(_, at)| at).collect()
}
