//! Which of the twelve colours each op of the baseline has: families of names
//! in order of their time, as everywhere in the page.

use super::flow::Flow;
use crate::analysis::family::family;
use crate::lowering::comparison::Comparison;
use crate::timeline::frame::colour;

/// One for each op of the baseline: 1 to 12, or 0 for the neutral one that
/// all further families share.
pub fn hues(comparison: &Comparison, own: &Flow) -> Vec<u8> {
    let Some(base) = comparison.paths.get(comparison.baseline as usize) else { return Vec::new() };
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
