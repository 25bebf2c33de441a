//! Which ops of a path are laid beside those of another: those that a person
//! wrote, with composites opened where their parts run one by one.

use super::names::{is_composite, is_known};
use super::profile::{Level, PathProfile};

/// The tree of a profile with what lies below each node.
#[derive(Debug)]
pub struct Outline {
    children: Vec<Vec<u32>>,
    /// Items of the node itself and of all below, by index.
    items: Vec<Vec<u32>>,
}

impl Outline {
    pub fn new(profile: &PathProfile) -> Self {
        let mut children = vec![Vec::new(); profile.nodes.len()];
        for (i, node) in profile.nodes.iter().enumerate() {
            if let Some(around) = node.parent.and_then(|parent| children.get_mut(parent as usize)) {
                around.push(i as u32);
            }
        }
        let mut items = vec![Vec::new(); profile.nodes.len()];
        for (i, item) in profile.items.iter().enumerate() {
            let mut at = Some(item.node);
            while let Some(node) = at {
                let Some(own) = items.get_mut(node as usize) else { break };
                own.push(i as u32);
                // A parent comes before its children, so this ends.
                at = profile.nodes[node as usize].parent.filter(|parent| *parent < node);
            }
        }
        Self { children, items }
    }

    /// Items of a node and of all below it.
    pub fn items(&self, node: u32) -> &[u32] {
        self.items.get(node as usize).map_or(&[], Vec::as_slice)
    }

    /// Ops right below a node, through rows that are no ops.
    fn ops_below(&self, profile: &PathProfile, node: u32, found: &mut Vec<u32>) {
        let mut todo: Vec<u32> = self.children[node as usize].iter().rev().copied().collect();
        while let Some(child) = todo.pop() {
            match profile.nodes[child as usize].level {
                Level::Op => found.push(child),
                Level::Launch | Level::Runtime | Level::Device | Level::Instruction => {}
                _ => todo.extend(self.children[child as usize].iter().rev()),
            }
        }
    }

    /// The parts of a composite that run one by one; `None` where the op is
    /// best taken as a whole.
    fn parts(&self, profile: &PathProfile, op: u32) -> Option<Vec<u32>> {
        let mut at = op;
        loop {
            let name = &profile.nodes[at as usize].name;
            if is_known(name) && !is_composite(name) {
                return None;
            }
            let mut parts = Vec::new();
            self.ops_below(profile, at, &mut parts);
            let mut working = parts.iter().copied().filter(|part| !self.items(*part).is_empty());
            match (working.next(), working.next()) {
                (Some(_), Some(_)) => return Some(parts),
                (Some(only), None) if self.items(only).len() > 1 => at = only,
                _ => return None,
            }
        }
    }
}

/// The ops of a path to be aligned, in order, as indices into its nodes. A
/// region that is an op itself is opened or stands alone.
pub fn written_ops(profile: &PathProfile, outline: &Outline) -> Vec<u32> {
    let mut found = Vec::new();
    let mut todo = match profile.nodes.first() {
        None => return found,
        Some(root) if root.level == Level::Op => vec![0],
        Some(_) => {
            let mut top = Vec::new();
            outline.ops_below(profile, 0, &mut top);
            top.reverse();
            top
        }
    };
    while let Some(op) = todo.pop() {
        match outline.parts(profile, op) {
            Some(parts) => todo.extend(parts.into_iter().rev()),
            None => found.push(op),
        }
    }
    found
}
