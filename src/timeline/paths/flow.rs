//! What leads to what: from the baseline's ops to a path's device items.

use super::size::Size;
use crate::lowering::comparison::{Comparison, Fate, OpFate};
use crate::lowering::profile::{Evidence, Level, Node};
use std::cmp::Reverse;

/// Times that differ by less than this share count as the same.
const SAME: f64 = 0.02;

/// The way from the baseline's ops to the items of one path, both ways.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Flow {
    /// For each op of the baseline: indices of items.
    pub into: Vec<Vec<u32>>,
    /// For each item: ops of the baseline, ascending; empty when it is new.
    pub ops_of: Vec<Vec<u32>>,
    pub fates: Vec<Fate>,
    pub evidence: Vec<Evidence>,
}

impl Flow {
    /// Empty for a path that the comparison lacks.
    pub fn new(comparison: &Comparison, path: usize) -> Flow {
        let Some(view) = comparison.paths.get(path) else { return Flow::default() };
        let base = comparison.baseline as usize;
        let op_count = comparison.paths.get(base).map_or(0, |base| base.ops.len());
        let mut flow = Flow {
            into: vec![Vec::new(); op_count],
            ops_of: vec![Vec::new(); view.items.len()],
            fates: vec![Fate::Unknown; op_count],
            evidence: vec![Evidence::Containment; op_count],
        };
        if path == base {
            flow.follow_own(comparison, path);
        } else if let Some(alignment) = comparison.alignments.iter().find(|a| a.path as usize == path) {
            for fate in &alignment.fates {
                flow.add_fate(fate);
            }
            for (item, ops) in alignment.stands_for.iter().enumerate() {
                for op in ops {
                    flow.join(*op, item as u32);
                }
            }
        }
        for list in flow.into.iter_mut().chain(&mut flow.ops_of) {
            list.sort_unstable();
            list.dedup();
        }
        flow
    }

    fn follow_own(&mut self, comparison: &Comparison, path: usize) {
        let view = &comparison.paths[path];
        let mut op_of_node = vec![None; view.nodes.len()];
        for (op, node) in view.ops.iter().enumerate() {
            if let Some(place) = op_of_node.get_mut(*node as usize) {
                *place = Some(op as u32);
            }
        }
        // Preorder: a parent is done before its children.
        for at in 0..view.nodes.len() {
            if op_of_node[at].is_none()
                && let Some(parent) = view.nodes[at].parent
                && (parent as usize) < at
            {
                op_of_node[at] = op_of_node[parent as usize];
            }
        }
        for (at, item) in view.items.iter().enumerate() {
            if let Some(op) = op_of_node.get(item.node as usize).copied().flatten() {
                self.join(op, at as u32);
                self.evidence[op as usize] = item.evidence;
            }
        }
        for op in 0..self.fates.len() {
            self.fates[op] = if self.into[op].is_empty() { Fate::HostOnly } else { Fate::Kept };
        }
    }

    fn add_fate(&mut self, fate: &OpFate) {
        let op = fate.op as usize;
        if op < self.fates.len() {
            self.fates[op] = fate.fate;
            self.evidence[op] = fate.evidence;
            for item in &fate.into {
                self.join(fate.op, *item);
            }
        }
    }

    fn join(&mut self, op: u32, item: u32) {
        if (op as usize) < self.into.len() && (item as usize) < self.ops_of.len() {
            self.into[op as usize].push(item);
            self.ops_of[item as usize].push(op);
        }
    }

    /// What became of most of the ops that lead to device work here (of all ops
    /// where none does), and what the first of them rests on; `None` without
    /// ops.
    pub fn main_fate(&self) -> Option<(Fate, Evidence)> {
        let all = || self.fates.iter().zip(&self.evidence).zip(&self.into);
        let leading = all().filter(|(_, items)| !items.is_empty()).map(|(fate, _)| fate);
        most_frequent(leading).or_else(|| most_frequent(all().map(|(fate, _)| fate)))
    }

    /// Ops that have device work here, and the items that do it.
    pub fn mapped(&self) -> (usize, usize) {
        let items = self.ops_of.iter().filter(|ops| !ops.is_empty()).count();
        (self.into.iter().filter(|items| !items.is_empty()).count(), items)
    }
}

fn most_frequent<'a>(fates: impl Iterator<Item = (&'a Fate, &'a Evidence)>) -> Option<(Fate, Evidence)> {
    let mut counts: Vec<(Fate, Evidence, usize)> = Vec::new();
    for (fate, evidence) in fates {
        match counts.iter_mut().find(|(known, ..)| known == fate) {
            Some((.., count)) => *count += 1,
            None => counts.push((*fate, *evidence, 1)),
        }
    }
    counts.into_iter().max_by_key(|(.., count)| *count).map(|(fate, evidence, _)| (fate, evidence))
}

/// Ops of the baseline to show: all, or those that cost something and are not
/// the same on every path.
pub fn shown_ops(comparison: &Comparison, flows: &[Flow], only_what_differs: bool) -> Vec<u32> {
    let count = flows.first().map_or(0, |flow| flow.into.len());
    let base = comparison.baseline as usize;
    (0..count as u32)
        .filter(|op| !only_what_differs || differs(comparison, flows, base, *op as usize))
        .collect()
}

fn differs(comparison: &Comparison, flows: &[Flow], base: usize, op: usize) -> bool {
    let time = |path: usize| -> i64 {
        let items = &comparison.paths[path].items;
        flows[path].into[op]
            .iter()
            .filter_map(|item| items.get(*item as usize))
            .map(|item| item.median_ns)
            .sum()
    };
    if flows.len() != comparison.paths.len() || base >= flows.len() {
        return true;
    }
    let own = time(base) as f64;
    (0..flows.len()).filter(|path| *path != base).any(|path| {
        let here = time(path) as f64;
        match flows[path].fates.get(op) {
            Some(Fate::Kept) => (here - own).abs() > SAME * own.max(here),
            Some(Fate::HostOnly) => false,
            Some(_) => own > 0.0 || here > 0.0,
            None => true,
        }
    })
}

/// Ops of the baseline that host rows of a path belong to, by node.
pub fn op_of_node(comparison: &Comparison, path: usize) -> Vec<Option<u32>> {
    let Some(view) = comparison.paths.get(path) else { return Vec::new() };
    let mut of = vec![None; view.nodes.len()];
    let mut set = |node: u32, op: u32| {
        if let Some(place) = of.get_mut(node as usize) {
            *place = Some(op);
        }
    };
    if path == comparison.baseline as usize {
        view.ops.iter().enumerate().for_each(|(op, node)| set(*node, op as u32));
    } else if let Some(alignment) = comparison.alignments.iter().find(|a| a.path as usize == path) {
        for fate in &alignment.fates {
            if let Some(node) = fate.matched.and_then(|matched| view.ops.get(matched as usize)) {
                set(*node, fate.op);
            }
        }
    }
    // Preorder: a parent is done before its children.
    for at in 0..of.len() {
        if of[at].is_none()
            && let Some(parent) = view.nodes[at].parent
            && (parent as usize) < at
        {
            of[at] = of[parent as usize];
        }
    }
    of
}

/// Index of the compiled region's node, where there is one: of several the one
/// that takes longest, since guards and lookups are such rows too.
pub fn compiled_node(nodes: &[Node]) -> Option<usize> {
    let compiled = nodes.iter().enumerate().filter(|(_, node)| node.level == Level::Compiled);
    compiled.max_by_key(|(at, node)| (node.median_ns, Reverse(*at))).map(|(at, _)| at)
}

/// Puts the ops first whose device work is the largest, on whichever path.
pub fn largest_first(comparison: &Comparison, flows: &[Flow], size: Size, ops: &mut [u32]) {
    let sum = |op: u32| {
        let each = comparison.paths.iter().zip(flows).map(|(path, flow)| {
            let items = flow.into.get(op as usize).map_or(&[][..], Vec::as_slice);
            // What an item does for several ops counts for each in part.
            let parts = items.iter().filter_map(|item| {
                let ops = flow.ops_of.get(*item as usize)?.len().max(1) as f64;
                Some(size.of(path.items.get(*item as usize)?).unwrap_or(0) as f64 / ops)
            });
            parts.sum::<f64>()
        });
        each.fold(0.0, f64::max)
    };
    let mut keyed: Vec<(f64, u32)> = ops.iter().map(|op| (sum(*op), *op)).collect();
    keyed.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (place, (_, op)) in ops.iter_mut().zip(keyed) {
        *place = op;
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;
    use crate::lowering::profile::Figure;

    #[test]
    fn the_baseline_s_ops_lead_to_their_own_items() {
        let flow = Flow::new(&comparison(), 0);
        assert_eq!(flow.into[0], [0]);
        assert_eq!(flow.ops_of[7], [7]);
        assert_eq!(flow.mapped(), (8, 8));
        assert!(flow.fates.iter().all(|fate| *fate == Fate::Kept));
    }

    #[test]
    fn a_fused_item_stands_for_all_of_its_ops() {
        let flow = Flow::new(&comparison(), 2);
        assert_eq!(flow.ops_of[0].len(), 8);
        assert_eq!(flow.mapped(), (8, 1));
        assert_eq!(flow.main_fate(), Some((Fate::Fused, Evidence::Name)));
    }

    #[test]
    fn the_main_fate_is_that_of_the_ops_that_lead_somewhere() {
        let mut flow = Flow::new(&comparison(), 2);
        for op in 1..8 {
            flow.fates[op] = Fate::Eliminated;
            flow.into[op].clear();
        }
        assert_eq!(flow.main_fate(), Some((Fate::Fused, Evidence::Name)));
        flow.into[0].clear();
        assert_eq!(flow.main_fate().map(|(fate, _)| fate), Some(Fate::Eliminated));
        assert_eq!(Flow::default().main_fate(), None);
    }

    #[test]
    fn what_is_the_same_everywhere_is_folded() {
        let mut one = comparison();
        let flows: Vec<Flow> = (0..3).map(|path| Flow::new(&one, path)).collect();
        assert_eq!(shown_ops(&one, &flows, true).len(), 8);
        one.paths.truncate(1);
        one.alignments.clear();
        let flows = [Flow::new(&one, 0)];
        assert!(shown_ops(&one, &flows, true).is_empty());
        assert_eq!(shown_ops(&one, &flows, false).len(), 8);
    }

    #[test]
    fn the_largest_ops_come_first_by_what_is_asked_for() {
        let mut comparison = comparison();
        let flows: Vec<Flow> = (0..3).map(|path| Flow::new(&comparison, path)).collect();
        let first = |comparison: &Comparison, size| {
            let mut ops: Vec<u32> = (0..8).collect();
            largest_first(comparison, &flows, size, &mut ops);
            ops[..3].to_vec()
        };
        assert_eq!(first(&comparison, Size::Time), [5, 1, 0]);
        assert_eq!(first(&comparison, Size::Count), [0, 1, 2]);
        assert_eq!(first(&comparison, Size::Bytes), [1, 5, 0]);
        comparison.paths[0].items[3].bytes = Figure::Known(1e9);
        assert_eq!(first(&comparison, Size::Bytes)[0], 3);
    }

    #[test]
    fn of_several_compiled_rows_the_longest_is_the_region() {
        let nodes = &comparison().paths[2].nodes;
        let mut guard = nodes[1].clone();
        guard.median_ns = 7;
        assert_eq!(compiled_node(&[nodes[0].clone(), guard, nodes[1].clone()]), Some(2));
        assert_eq!(compiled_node(&nodes[..1]), None);
    }

    #[test]
    fn indices_beyond_the_lists_are_passed_over() {
        let mut broken = comparison();
        broken.alignments[0].stands_for = vec![vec![99, 3], vec![0], vec![0]];
        broken.alignments[0].fates[0].into = vec![77];
        broken.paths[0].ops.push(9999);
        assert_eq!(Flow::new(&broken, 1).into.len(), 9);
        assert_eq!(Flow::new(&broken, 9), Flow::default());
    }
}
