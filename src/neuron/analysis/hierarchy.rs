//! The lowering inside a NEFF as a tree: framework, HLO, Penguin, BIR,
//! instruction. Levels of which the file has no ids are left out as a whole;
//! where only some instructions lack an id, they stand in a row that says so.

use super::levels::{Level, OpKey, name_of, op_of, query_of};
use super::scope::Scope;
use super::spans::Spans;
use super::work::{Opcodes, Work, lane_names};
use crate::engine::protocol::Located;
use crate::neuron::{Instruction, NeuronProfile};
use crate::trace::{SliceId, Trace};
use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Rows of a tree at most; the rest is counted.
const MOST_NODES: usize = 20_000;

/// A tree of ops with their time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Hierarchy {
    /// Each op before what is below it; siblings by time.
    pub nodes: Vec<Node>,
    /// Levels above the instructions, and how many instructions of the whole
    /// profile have an id there.
    pub levels: Vec<(Level, u64)>,
    /// Instructions of the whole profile.
    pub all_instructions: u64,
    /// Instructions of the scope, and of them those without any id; of both the
    /// ticks in which any worked.
    pub instructions: u64,
    pub active: i64,
    pub without_ids: u64,
    pub without_ids_active: i64,
    /// Rows that are not in `nodes` because there are too many.
    pub left_out: u64,
}

impl Hierarchy {
    /// Part of the time in which anything of the scope worked, 0 to 1.
    pub fn share(&self, ticks: i64) -> f64 {
        ticks as f64 / self.active.max(1) as f64
    }
}

/// An op, or instructions of one opcode and lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Names it among all nodes of the profile, whatever the scope.
    pub key: u64,
    pub depth: u8,
    pub level: Level,
    /// Empty for what has no id on this level.
    pub name: String,
    /// What it mostly does.
    pub opcodes: String,
    pub lanes: String,
    pub instructions: u64,
    pub waits: u64,
    /// Ticks in which any of it worked, and all of its work added up.
    pub ticks: i64,
    pub sum: i64,
    /// Bytes read from and written to HBM; `None` in a part of a profile.
    pub hbm: Option<(u64, u64)>,
    /// Nodes below it, which follow.
    pub below: u32,
    /// Rows below it that are left out.
    pub left_out: u32,
    /// The longest instruction.
    pub longest: Option<Located>,
    /// A search that finds its instructions; empty where none does.
    pub query: String,
}

/// A node being made.
struct Made {
    parent: usize,
    level: Level,
    key: u64,
    op: OpKey,
    /// The first instruction of it, in which its names are.
    first: u32,
    work: Work,
    opcodes: Opcodes,
    below: Vec<usize>,
}

const ROOT: usize = usize::MAX;

/// Levels of which any instruction has an id.
fn levels_of(profile: &NeuronProfile) -> Vec<(Level, u64)> {
    let count = |level: &Level| {
        let has = |row: &&Instruction| op_of(profile, row, *level) != OpKey::Missing;
        (*level, profile.instructions.iter().filter(has).count() as u64)
    };
    Level::ABOVE.iter().map(count).collect()
}

/// Ops above an instruction and itself, with their keys. Missing levels below
/// the last known one are skipped; without any id there is one missing op.
fn path_of(profile: &NeuronProfile, levels: &[(Level, u64)], row: &Instruction) -> Vec<(Level, OpKey, u64)> {
    let mut path: Vec<(Level, OpKey)> = levels
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(level, _)| (*level, op_of(profile, row, *level)))
        .collect();
    let known = path.iter().rposition(|(_, op)| *op != OpKey::Missing).map_or(1, |at| at + 1);
    path.truncate(known);
    path.push((Level::Instruction, op_of(profile, row, Level::Instruction)));
    let mut hasher = FxHasher::default();
    let keyed = |(level, op): (Level, OpKey)| {
        (level, op).hash(&mut hasher);
        (level, op, hasher.finish())
    };
    path.into_iter().map(keyed).collect()
}

/// Keys of the nodes that a slice belongs to, outermost first; empty when it
/// is no instruction.
pub fn keys_of(profile: &NeuronProfile, slice: SliceId) -> Vec<u64> {
    let Some(row) = profile.instruction_of(slice) else { return Vec::new() };
    path_of(profile, &levels_of(profile), row).into_iter().map(|(_, _, key)| key).collect()
}

/// The tree of a scope.
pub fn hierarchy(scope: &Scope<'_>) -> Hierarchy {
    let profile = scope.profile;
    let levels = levels_of(profile);
    let mut all: Vec<Made> = Vec::new();
    let mut roots: Vec<usize> = Vec::new();
    let mut by_key: FxHashMap<u64, usize> = FxHashMap::default();
    let mut tree = Hierarchy {
        levels: levels.clone(),
        all_instructions: profile.instructions.len() as u64,
        ..Hierarchy::default()
    };
    let mut without_ids = Work::default();
    let rows = (0u32..).zip(&profile.instructions);
    for (at, row) in rows {
        let part = scope.part(row.slice);
        if part.is_none() && !(scope.is_whole && row.slice == SliceId::NONE) {
            continue;
        }
        let path = path_of(profile, &levels, row);
        tree.instructions += 1;
        if !path.iter().any(|(level, op, _)| *level != Level::Instruction && *op != OpKey::Missing) {
            without_ids.add(scope, row, part);
        }
        let mut parent = ROOT;
        for (level, op, key) in path {
            let index = *by_key.entry(key).or_insert_with(|| {
                let index = all.len();
                let (work, opcodes, below) = (Work::default(), Opcodes::default(), Vec::new());
                all.push(Made { parent, level, key, op, first: at, work, opcodes, below });
                match all.get_mut(parent) {
                    Some(above) => above.below.push(index),
                    None => roots.push(index),
                }
                index
            });
            let node = &mut all[index];
            node.work.add(scope, row, part);
            if level != Level::Instruction {
                node.opcodes.add(row, part);
            }
            parent = index;
        }
    }
    tree.without_ids = without_ids.count;
    tree.without_ids_active = without_ids.take_spans().ticks();
    finish(scope, all, roots, &mut tree);
    tree
}

fn finish(scope: &Scope<'_>, mut all: Vec<Made>, mut roots: Vec<usize>, tree: &mut Hierarchy) {
    let mut at_top = Vec::new();
    let mut ticks = Vec::with_capacity(all.len());
    for node in &mut all {
        let spans = node.work.take_spans();
        ticks.push(spans.ticks());
        if node.parent == ROOT {
            at_top.extend_from_slice(spans.all());
        }
    }
    tree.active = Spans::new(at_top).ticks();
    // An op takes at least the time of what is below it, and comes before it.
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(ticks[at]), at));
    let mut is_kept = vec![false; all.len()];
    order.iter().take(MOST_NODES).for_each(|&at| is_kept[at] = true);
    tree.left_out = all.len().saturating_sub(MOST_NODES) as u64;
    let by_time = |list: &mut Vec<usize>| list.sort_by_key(|&at| (std::cmp::Reverse(ticks[at]), at));
    by_time(&mut roots);
    let mut open: Vec<(usize, u8)> = roots.iter().rev().map(|&at| (at, 0)).collect();
    while let Some((at, depth)) = open.pop() {
        if !is_kept[at] {
            continue;
        }
        let mut below = std::mem::take(&mut all[at].below);
        by_time(&mut below);
        let left_out = below.iter().filter(|&&at| !is_kept[at]).count() as u32;
        open.extend(below.iter().rev().map(|&at| (at, depth + 1)));
        let node = node_of(scope, &all, at, depth, ticks[at], left_out);
        tree.nodes.push(node);
    }
    // What follows at a greater depth is below.
    for at in (0..tree.nodes.len()).rev() {
        let depth = tree.nodes[at].depth;
        let mut end = at + 1;
        while tree.nodes.get(end).is_some_and(|node| node.depth > depth) {
            end += 1 + tree.nodes[end].below as usize;
        }
        tree.nodes[at].below = (end - at - 1) as u32;
    }
}

fn node_of(scope: &Scope<'_>, all: &[Made], at: usize, depth: u8, ticks: i64, left_out: u32) -> Node {
    let made = &all[at];
    let (trace, work) = (scope.trace, &made.work);
    let row = &scope.profile.instructions[made.first as usize];
    Node {
        key: made.key,
        depth,
        level: made.level,
        name: name_of(trace, row, made.level, made.op),
        opcodes: made.opcodes.names(trace),
        lanes: lane_names(work.lanes),
        instructions: work.count,
        waits: work.waits,
        ticks,
        sum: work.sum,
        hbm: work.hbm(scope),
        below: 0,
        left_out,
        longest: work.longest(scope),
        query: query(trace, all, at, row),
    }
}

/// Terms for the op and those above it that an id does not imply.
fn query(trace: &Trace, all: &[Made], at: usize, row: &Instruction) -> String {
    let mut terms = Vec::new();
    let mut next = Some(at);
    while let Some(made) = next.and_then(|at| all.get(at)) {
        match query_of(trace, row, made.level, made.op) {
            Some(term) => terms.push(term),
            // Nothing can be searched for by what it lacks.
            None => return String::new(),
        }
        // Ids of a lower level are ids within those above.
        if made.level != Level::Instruction {
            break;
        }
        next = (made.parent != ROOT).then_some(made.parent);
    }
    terms.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{MadeUp, profile};
    use super::*;
    use crate::neuron::Id;

    fn ids(layer: crate::trace::StringId, penguin: u64, bir: u64) -> impl FnOnce(&mut Instruction) {
        move |row| {
            row.layer = layer;
            row.penguin_id = Id::new(penguin);
            row.bir_id = Id::new(bir);
        }
    }

    fn sample(made: &mut MadeUp) {
        let (dot, none) = (made.text("_dot.3"), crate::trace::StringId::NONE);
        made.instruction("Tensor", "LDWEIGHTS", 0, 10, ids(dot, 7, 70));
        made.instruction("TensorMatrix", "MATMUL", 5, 20, ids(dot, 7, 71));
        made.instruction("TensorMatrix", "MATMUL", 30, 20, ids(dot, 8, 80));
        made.instruction("Vector", "COPY", 50, 5, ids(none, 9, 90));
        made.instruction("Sync", "EVENT_SEMAPHORE", 0, 90, |_| {});
        made.instruction("Sync", "DRAIN", 90, 4, |_| {});
    }

    fn lines(tree: &Hierarchy) -> Vec<String> {
        let line = |node: &Node| {
            let indent = "  ".repeat(node.depth.into());
            format!(
                "{indent}{:?} {} {} {}/{} +{}",
                node.level, node.name, node.instructions, node.ticks, node.sum, node.below
            )
        };
        tree.nodes.iter().map(line).collect()
    }

    #[test]
    fn ops_add_up_and_those_without_ids_say_so() {
        let (trace, profile) = profile(sample);
        let tree = hierarchy(&Scope::whole(&trace, &profile));
        assert_eq!(
            lines(&tree),
            [
                "Framework _dot.3 3 45/50 +8",
                "  Penguin #7 2 25/30 +4",
                "    Bir #71 1 20/20 +1",
                "      Instruction MATMUL 1 20/20 +0",
                "    Bir #70 1 10/10 +1",
                "      Instruction LDWEIGHTS 1 10/10 +0",
                "  Penguin #8 1 20/20 +2",
                "    Bir #80 1 20/20 +1",
                "      Instruction MATMUL 1 20/20 +0",
                "Framework  3 9/9 +5",
                "  Penguin #9 1 5/5 +2",
                "    Bir #90 1 5/5 +1",
                "      Instruction COPY 1 5/5 +0",
                "  Instruction DRAIN 1 4/4 +0",
                "  Instruction EVENT_SEMAPHORE 1 0/0 +0",
            ]
        );
        assert_eq!(tree.levels.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [3, 0, 4, 4]);
        let active = (tree.active, tree.without_ids_active);
        assert_eq!((tree.instructions, tree.without_ids, active), (6, 2, (54, 4)));
        assert_eq!(tree.nodes[1].query, "arg:raw_penguin_id==7");
        assert_eq!(tree.nodes[3].query, "name:=\"MATMUL\" arg:label==TensorMatrix arg:raw_bir_id==71");
        assert_eq!((tree.nodes[0].opcodes.as_str(), tree.nodes[9].query.as_str()), ("MATMUL, LDWEIGHTS", ""));
    }

    #[test]
    fn a_slice_leads_to_its_nodes() {
        let (trace, profile) = profile(sample);
        let tree = hierarchy(&Scope::whole(&trace, &profile));
        let slice = profile.instructions[1].slice;
        let keys = keys_of(&profile, slice);
        let found: Vec<&str> = keys
            .iter()
            .filter_map(|key| tree.nodes.iter().find(|n| n.key == *key))
            .map(|n| n.name.as_str())
            .collect();
        assert_eq!(found, ["_dot.3", "#7", "#71", "MATMUL"]);
        assert!(keys_of(&profile, SliceId(99)).is_empty());
    }

    #[test]
    fn names_come_from_where_the_file_has_them() {
        let (trace, profile) = profile(|made| {
            let (hlo, bir) = (made.text("%dot.3 = dot(%a, %b)"), made.text("I-12-0"));
            made.instruction("Tensor", "MATMUL", 0, 10, |row| {
                row.hlo_name = hlo;
                row.hlo_id = Id::new(3);
                row.bir_name = bir;
                row.penguin_id = Id::new(12);
                row.bir_id = Id::new(1612);
            });
        });
        let tree = hierarchy(&Scope::whole(&trace, &profile));
        let names: Vec<&str> = tree.nodes.iter().map(|node| node.name.as_str()).collect();
        assert_eq!(names, ["%dot.3", "I-12", "I-12-0", "MATMUL"]);
        assert_eq!(tree.nodes[0].query, "arg:raw_hlo_id==3");
    }

    #[test]
    fn a_profile_without_ids_is_one_level_of_opcodes() {
        let (trace, profile) = profile(|made| {
            made.instruction("Vector", "COPY", 0, 5, |_| {});
            made.instruction("Vector", "COPY", 5, 5, |_| {});
        });
        let tree = hierarchy(&Scope::whole(&trace, &profile));
        assert_eq!(lines(&tree), ["Instruction COPY 2 10/10 +0"]);
        assert_eq!((tree.without_ids, tree.instructions), (2, 2));
    }
}
