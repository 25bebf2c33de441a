//! What goes into a region and what comes out.
//!
//! A trace has no names of tensors. An input that has the shape and type of
//! something made before is taken for it; what is left comes from outside.
//! What nothing took up again comes out. So a region's inputs are right where
//! its tensors differ in shape or type, and otherwise rather too few.

use super::bytes::outputs;
use super::op_name::{view_of_part, writes_only};
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

/// A tensor that is known within the region.
struct Known {
    tensor: Tensor,
    used: bool,
    /// It may be met again turned or joined.
    viewed: bool,
    /// Any part of it may be met again.
    in_parts: bool,
}

impl Known {
    fn new(tensor: Tensor) -> Self {
        Self { tensor, used: false, viewed: false, in_parts: false }
    }

    fn is(&self, tensor: &Tensor) -> bool {
        let same = self.tensor.dims == tensor.dims;
        self.tensor.dtype == tensor.dtype
            && (same
                || self.viewed && count(&self.tensor) == count(tensor)
                || self.in_parts && count(&self.tensor) >= count(tensor))
    }
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
        covered[i] = calls[i].as_ref().is_some_and(|call| found.add(name, call));
        // An op that only makes room, or one that is not known but calls ops
        // that are, needs no shapes of its own.
        let harmless = name.starts_with("aten::empty") || name == "aten::result_type";
        if !covered[i] && !harmless && !has_op_below(tree, i) {
            return None;
        }
    }
    let all_covered = run.items.iter().all(|item| covered[item.node as usize]);
    if run.items.is_empty() || !all_covered { None } else { found.finish() }
}

fn has_op_below(tree: &HostTree, node: usize) -> bool {
    tree.nodes[node + 1..]
        .iter()
        .take_while(|below| below.parent != NONE && below.parent as usize >= node)
        .any(|below| below.level == Level::Op)
}

#[derive(Default)]
struct Flow {
    inputs: Vec<Known>,
    made: Vec<Known>,
}

impl Flow {
    /// Adds a call; false where its outputs are not known.
    fn add(&mut self, name: &str, call: &Call) -> bool {
        if let Some(in_parts) = view_of_part(name) {
            if let Some(tensor) = call.tensors().next() {
                let known = self.find(tensor);
                known.viewed = true;
                known.in_parts |= in_parts;
            }
            return true;
        }
        if call.tensors().next().is_none() {
            // Of numbers alone: what it makes has no weight.
            return outputs(name, call).is_some() || name.starts_with("aten::empty");
        }
        let Some(outputs) = outputs(name, call) else { return false };
        for tensor in call.tensors().skip(usize::from(writes_only(name))) {
            self.find(tensor).used = true;
        }
        let outputs = outputs.into_iter().filter(|tensor| !tensor.dims.is_empty());
        self.made.extend(outputs.map(Known::new));
        true
    }

    /// The tensor made last that this can be, else an input.
    fn find(&mut self, tensor: &Tensor) -> &mut Known {
        if let Some(at) = self.made.iter().rposition(|made| made.is(tensor)) {
            return &mut self.made[at];
        }
        let at = self.inputs.iter().position(|input| input.is(tensor)).unwrap_or_else(|| {
            self.inputs.push(Known::new(tensor.clone()));
            self.inputs.len() - 1
        });
        &mut self.inputs[at]
    }

    fn finish(self) -> Option<Interface> {
        let last = self.made.len().checked_sub(1)?;
        let outputs = self
            .made
            .into_iter()
            .enumerate()
            .filter(|(i, made)| !made.used || *i == last)
            .map(|(_, made)| made.tensor)
            .collect();
        let inputs = self.inputs.into_iter().filter(|input| input.used).map(|input| input.tensor).collect();
        Some(Interface { inputs, outputs })
    }
}

fn count(tensor: &Tensor) -> u64 {
    tensor.dims.iter().fold(1u64, |count, dim| count.saturating_mul(*dim))
}
