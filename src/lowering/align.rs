//! Two lists of ops laid beside each other: the cheapest way to turn one into
//! the other (Wagner and Fischer), where a change of name is not allowed.

use super::names::{form, op_name};
use super::profile::{Node, Tensor};
use rustc_hash::FxHashMap;

/// Same op of the same shapes, same op, another form of it, one without a
/// partner. Two without a partner cost more than any pair.
const SAME: u32 = 0;
const OTHER_SHAPES: u32 = 2;
const OTHER_FORM: u32 = 5;
const ALONE: u32 = 10;

/// Most cells of the table: 16 million bytes.
const MOST_CELLS: usize = 16 << 20;
/// How far ahead a partner is looked for in lists too long for a table.
const LOOK_AHEAD: usize = 64;

/// An op as it is compared.
#[derive(Clone, Copy)]
struct Key<'a> {
    name: u32,
    form: u32,
    inputs: &'a [Tensor],
}

fn cost(a: Key<'_>, b: Key<'_>) -> Option<u32> {
    if a.name == b.name {
        Some(if a.inputs == b.inputs { SAME } else { OTHER_SHAPES })
    } else {
        (a.form == b.form).then_some(OTHER_FORM)
    }
}

/// Pairs of positions in `a` and `b`, ascending in both. Of equal ways the one
/// that pairs earlier ops is taken.
pub fn align(a: &[&Node], b: &[&Node]) -> Vec<(usize, usize)> {
    let mut numbers = FxHashMap::default();
    let mut number = |text: &str| {
        let next = numbers.len() as u32;
        *numbers.entry(text.to_owned()).or_insert(next)
    };
    let mut keys = |nodes: &[&Node]| -> Vec<(u32, u32)> {
        nodes.iter().map(|node| (number(op_name(&node.name)), number(form(&node.name)))).collect()
    };
    let (names_a, names_b) = (keys(a), keys(b));
    fn key<'a>((name, form): (u32, u32), node: &'a Node) -> Key<'a> {
        Key { name, form, inputs: &node.inputs }
    }
    let a: Vec<Key<'_>> = names_a.into_iter().zip(a).map(|(names, node)| key(names, node)).collect();
    let b: Vec<Key<'_>> = names_b.into_iter().zip(b).map(|(names, node)| key(names, node)).collect();
    // What is equal at both ends needs no table.
    let head = a.iter().zip(&b).take_while(|(a, b)| cost(**a, **b) == Some(SAME)).count();
    let (rest_a, rest_b) = (&a[head..], &b[head..]);
    let tail = rest_a.iter().rev().zip(rest_b.iter().rev());
    let tail = tail.take_while(|(a, b)| cost(**a, **b) == Some(SAME)).count();
    let (middle_a, middle_b) = (&rest_a[..rest_a.len() - tail], &rest_b[..rest_b.len() - tail]);
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|at| (at, at)).collect();
    let middle = if middle_a.len().saturating_mul(middle_b.len()) <= MOST_CELLS {
        by_table(middle_a, middle_b)
    } else {
        by_looking_ahead(middle_a, middle_b)
    };
    pairs.extend(middle.into_iter().map(|(i, j)| (i + head, j + head)));
    pairs.extend((0..tail).map(|at| (a.len() - tail + at, b.len() - tail + at)));
    pairs
}

fn by_table(a: &[Key<'_>], b: &[Key<'_>]) -> Vec<(usize, usize)> {
    const PAIR: u8 = 0;
    const SKIP_A: u8 = 1;
    const SKIP_B: u8 = 2;
    let width = b.len() + 1;
    let mut ways = vec![SKIP_B; (a.len() + 1) * width];
    // From the end, so that the way is then read from the start.
    let mut below: Vec<u32> = (0..width).map(|j| (b.len() - j) as u32 * ALONE).collect();
    for i in (0..a.len()).rev() {
        let mut here = vec![0u32; width];
        here[b.len()] = below[b.len()] + ALONE;
        ways[i * width + b.len()] = SKIP_A;
        for j in (0..b.len()).rev() {
            let (skip_a, skip_b) = (below[j] + ALONE, here[j + 1] + ALONE);
            let (mut best, mut way) = if skip_a <= skip_b { (skip_a, SKIP_A) } else { (skip_b, SKIP_B) };
            // Most cells are of different ops: that is seen by one number.
            if a[i].form == b[j].form
                && let Some(cost) = cost(a[i], b[j])
                && below[j + 1] + cost <= best
            {
                (best, way) = (below[j + 1] + cost, PAIR);
            }
            here[j] = best;
            ways[i * width + j] = way;
        }
        below = here;
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < a.len() && j < b.len() {
        match ways[i * width + j] {
            PAIR => {
                pairs.push((i, j));
                i += 1;
                j += 1;
            }
            SKIP_A => i += 1,
            _ => j += 1,
        }
    }
    pairs
}

fn by_looking_ahead(a: &[Key<'_>], b: &[Key<'_>]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut from = 0;
    for (i, key) in a.iter().enumerate() {
        let ahead = &b[from..b.len().min(from + LOOK_AHEAD)];
        if let Some(found) = ahead.iter().position(|other| cost(*key, *other).is_some()) {
            pairs.push((i, from + found));
            from += found + 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::profile_sample::profile;
    use super::*;
    use proptest::prelude::*;

    fn pairs(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
        let (a, b) = (profile(a), profile(b));
        align(&a.nodes[1..].iter().collect::<Vec<_>>(), &b.nodes[1..].iter().collect::<Vec<_>>())
    }

    #[test]
    fn equal_ops_and_forms_of_one_op_are_pairs() {
        assert_eq!(pairs(&["aten::mul", "aten::to"], &["aten::mul_", "aten::type_as"]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&["a", "b", "c"], &["b", "x", "c"]), [(1, 0), (2, 2)]);
        assert_eq!(pairs(&["a"], &["b"]), []);
        assert_eq!(pairs(&[], &["b"]), []);
    }

    #[test]
    fn the_same_op_is_a_better_pair_than_another_form() {
        assert_eq!(pairs(&["aten::pow"], &["aten::square", "aten::pow"]), [(0, 1)]);
    }

    proptest! {
        #[test]
        fn pairs_ascend_and_their_names_fit(a in "[abc]{0,12}", b in "[abc]{0,12}", long in any::<bool>()) {
            let lines = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
            let (lines_a, lines_b) = (lines(&a), lines(&b));
            let nodes_a = profile(&lines_a.iter().map(String::as_str).collect::<Vec<_>>());
            let nodes_b = profile(&lines_b.iter().map(String::as_str).collect::<Vec<_>>());
            let (nodes_a, nodes_b): (Vec<&Node>, Vec<&Node>) =
                (nodes_a.nodes[1..].iter().collect(), nodes_b.nodes[1..].iter().collect());
            let found = if long {
                let key = |node: &&'static str| Key { name: node.as_bytes()[0].into(), form: node.as_bytes()[0].into(), inputs: &[] };
                let letters = |text: &str| text.chars().map(|c| match c { 'a' => "a", 'b' => "b", _ => "c" }).collect::<Vec<_>>();
                by_looking_ahead(&letters(&a).iter().map(key).collect::<Vec<_>>(), &letters(&b).iter().map(key).collect::<Vec<_>>())
            } else {
                align(&nodes_a, &nodes_b)
            };
            prop_assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
            prop_assert!(found.iter().all(|(i, j)| nodes_a[*i].name == nodes_b[*j].name));
        }
    }
}
