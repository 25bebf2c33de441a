//! What goes into a region and what comes out.
//!
//! An input that has the shape and type of something made before is taken for
//! it; what is left comes from outside. What nothing took up again comes out.
//! So a region's inputs are right where its tensors differ in shape or type,
//! and otherwise rather too few.

use super::flow::Flow;
use super::profile::{Level, Tensor};
use super::run::Run;
use super::shapes::Call;
use super::tree::{HostTree, NONE};
use crate::trace::Trace;

/// Tensors that go in and come out.
#[derive(Debug, Default, PartialEq)]
pub struct Interface {
    pub inputs: Vec<Tensor>,
    pub outputs: Vec<Tensor>,
}

/// The interface of a run; `None` where some op's is not known, or where
/// device work comes from elsewhere than the ops that are. `calls` are those
/// of its nodes.
pub fn interface(trace: &Trace, run: &Run, calls: &[Option<Call>]) -> Option<Interface> {
    let tree = &run.tree;
    let mut found = Flow::default();
    let mut covered = vec![false; tree.nodes.len()];
    for (i, node) in tree.nodes.iter().enumerate() {
        covered[i] = node.parent != NONE && covered[node.parent as usize];
        if covered[i] || node.level != Level::Op {
            continue;
        }
        let name = trace.slice_name(node.slice);
        covered[i] = calls[i].as_ref().is_some_and(|call| found.add(name, call, true));
        // An op that only makes room, or one that is not known but calls ops
        // that are, needs no shapes of its own.
        let harmless = name.starts_with("aten::empty") || name == "aten::result_type";
        if !covered[i] && !harmless && !has_op_below(tree, i) {
            return None;
        }
    }
    let all_covered = run.items.iter().all(|item| covered[item.node as usize]);
    if run.items.is_empty() || !all_covered {
        return None;
    }
    let (inputs, outputs) = found.ends()?;
    Some(Interface { inputs, outputs })
}

fn has_op_below(tree: &HostTree, node: usize) -> bool {
    tree.nodes[node + 1..]
        .iter()
        .take_while(|below| below.parent != NONE && below.parent as usize >= node)
        .any(|below| below.level == Level::Op)
}
