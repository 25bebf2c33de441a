//! Which rows of the median instance the rows of another one correspond to.

use crate::lowering::profile::{InstanceRows, Item, Node};
use rustc_hash::FxHashMap;

/// By row of an instance: index of the same row in another one, where it has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counterparts {
    pub nodes: Vec<Option<u32>>,
    pub items: Vec<Option<u32>>,
}

impl Counterparts {
    /// Rows of `to` for those of `from`. Instances that did the same nest
    /// alike; of those that did not only the items with a name of their own in
    /// both are matched.
    pub fn new(from: &InstanceRows, to: &InstanceRows) -> Self {
        let alike = nest_alike(&from.nodes, &to.nodes);
        let nodes = (0..from.nodes.len() as u32).map(|at| alike.then_some(at)).collect();
        let items = if alike { in_turn(&from.items, &to.items) } else { by_name(&from.items, &to.items) };
        Self { nodes, items }
    }
}

fn nest_alike(a: &[Node], b: &[Node]) -> bool {
    // The root's name may carry a running number.
    let same = |(at, (a, b)): (usize, (&Node, &Node))| {
        a.level == b.level && a.parent == b.parent && (at == 0 || a.name == b.name)
    };
    a.len() == b.len() && a.iter().zip(b).enumerate().all(same)
}

/// Items are in order of start, which differs between instances where streams
/// overlap: those of one launch and name are matched in turn.
fn in_turn(from: &[Item], to: &[Item]) -> Vec<Option<u32>> {
    let mut waiting: FxHashMap<_, std::collections::VecDeque<u32>> = FxHashMap::default();
    for (at, item) in to.iter().enumerate() {
        waiting.entry((item.node, item.launch, &*item.name)).or_default().push_back(at as u32);
    }
    from.iter().map(|item| waiting.get_mut(&(item.node, item.launch, &*item.name))?.pop_front()).collect()
}

fn by_name(from: &[Item], to: &[Item]) -> Vec<Option<u32>> {
    let only = |items: &[Item], name: &str| items.iter().filter(|item| &*item.name == name).count() == 1;
    let mut places: FxHashMap<&str, u32> = FxHashMap::default();
    for (at, item) in to.iter().enumerate() {
        places.entry(&item.name).and_modify(|place| *place = u32::MAX).or_insert(at as u32);
    }
    let place = |item: &Item| places.get(&*item.name).copied().filter(|place| *place != u32::MAX);
    from.iter().map(|item| place(item).filter(|_| only(from, &item.name))).collect()
}

/// Ops of the baseline by row of an instance: known of the median one, by node
/// and by item, and so of the rows that correspond to its.
pub fn ops_of(
    rows: &InstanceRows,
    median: &InstanceRows,
    of_node: Vec<Option<u32>>,
    of_item: &[Vec<u32>],
) -> (Vec<Option<u32>>, Vec<Vec<u32>>) {
    if std::ptr::eq(rows, median) {
        return (of_node, of_item.to_vec());
    }
    let twins = Counterparts::new(rows, median);
    let op = |node: &Option<u32>| of_node.get((*node)? as usize).copied().flatten();
    let ops =
        |item: &Option<u32>| item.and_then(|item| of_item.get(item as usize).cloned()).unwrap_or_default();
    (twins.nodes.iter().map(op).collect(), twins.items.iter().map(ops).collect())
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;

    fn rows() -> InstanceRows {
        let path = comparison().paths.remove(0);
        InstanceRows { nodes: path.nodes, items: path.items }
    }

    #[test]
    fn of_instances_alike_each_row_has_its_twin_in_whatever_order_they_start() {
        let (median, mut other) = (rows(), rows());
        other.items.swap(0, 3);
        let found = Counterparts::new(&other, &median);
        assert_eq!(found.nodes[2], Some(2));
        assert_eq!(found.items[..4], [Some(3), Some(1), Some(2), Some(0)]);
    }

    #[test]
    fn of_others_only_items_with_names_of_their_own_are_matched() {
        let (median, mut other) = (rows(), rows());
        other.nodes.pop();
        let found = Counterparts::new(&other, &median);
        assert!(found.nodes.iter().all(Option::is_none));
        // Two conversions and two products have one name each.
        assert_eq!(found.items.iter().flatten().count(), 4);
        assert_eq!((found.items[0], found.items[1]), (None, Some(1)));
    }
}
