//! What goes into a region and what comes out.
//!
//! A trace has no names of tensors. An input that has the size and type of
//! something made before is taken for it; what is left comes from outside.
//! What nothing took up again comes out. So a region's inputs are right where
//! its tensors differ in size or type, and otherwise rather too few.

use super::bytes::{outputs, view_of_part};
use super::profile::{Level, Tensor};
use super::shapes::Call;
use super::tree::{HostTree, NONE};
use crate::trace::Trace;

/// Tensors that go in and come out.
#[derive(Debug, Default, PartialEq)]
pub struct Interface {
    pub inputs: Vec<Tensor>,
    pub outputs: Vec<Tensor>,
}

/// A tensor that was made within the region.
struct Made {
    tensor: Tensor,
    used: bool,
    /// Any part of it may be met again.
    in_parts: bool,
}

/// The interface of a tree; `None` where some op's is not known.
pub fn interface(trace: &Trace, tree: &HostTree) -> Option<Interface> {
    let mut found = Flow::default();
    let mut skipped = vec![false; tree.nodes.len()];
    let mut any = false;
    for (i, node) in tree.nodes.iter().enumerate() {
        skipped[i] = node.parent != NONE && skipped[node.parent as usize];
        if skipped[i] || node.level != Level::Op {
            continue;
        }
        let name = trace.slice_name(node.slice);
        let call = Call::of(trace, node.slice);
        let known = call.as_ref().is_some_and(|call| found.add(name, call));
        let is_leaf = tree.nodes.get(i + 1).is_none_or(|next| next.parent != i as u32);
        // An op that only makes room, or is not known but calls ops that are,
        // needs no shapes of its own.
        let harmless = name.starts_with("aten::empty") || name == "aten::result_type";
        if !known && (is_leaf || !has_op_below(tree, i)) && !harmless {
            return None;
        }
        any |= known;
        skipped[i] = known;
    }
    any.then(|| found.finish()).flatten()
}

fn has_op_below(tree: &HostTree, node: usize) -> bool {
    tree.nodes[node + 1..]
        .iter()
        .take_while(|below| below.parent != NONE && below.parent as usize >= node)
        .any(|below| below.level == Level::Op)
}

#[derive(Default)]
struct Flow {
    inputs: Vec<Tensor>,
    made: Vec<Made>,
}

impl Flow {
    /// Adds a call; false where its outputs are not known.
    fn add(&mut self, name: &str, call: &Call) -> bool {
        if let Some(part) = view_of_part(name) {
            if part {
                for tensor in call.tensors() {
                    if let Some(made) = self.made.iter_mut().rev().find(|made| is_same(&made.tensor, tensor))
                    {
                        made.in_parts = true;
                    }
                }
            }
            return true;
        }
        if call.tensors().next().is_none() {
            // Of numbers alone: what it makes has no weight.
            return outputs(name, call).is_some() || name.starts_with("aten::empty");
        }
        let Some(outputs) = outputs(name, call) else { return false };
        for tensor in call.tensors() {
            self.take(tensor);
        }
        for tensor in outputs.into_iter().filter(|tensor| !tensor.dims.is_empty()) {
            self.made.push(Made { tensor, used: false, in_parts: false });
        }
        true
    }

    fn take(&mut self, tensor: &Tensor) {
        let fits = |made: &Made| {
            is_same(&made.tensor, tensor)
                || made.in_parts && made.tensor.dtype == tensor.dtype && made.tensor.bytes >= tensor.bytes
        };
        if let Some(made) = self.made.iter_mut().rev().find(|made| fits(made)) {
            made.used = true;
        } else if !self.inputs.iter().any(|input| is_same(input, tensor)) {
            self.inputs.push(tensor.clone());
        }
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
        Some(Interface { inputs: self.inputs, outputs })
    }
}

/// Same type and size; the dimensions may have been turned or joined.
fn is_same(a: &Tensor, b: &Tensor) -> bool {
    let count = |tensor: &Tensor| tensor.dims.iter().fold(1u64, |count, dim| count.saturating_mul(*dim));
    a.dtype == b.dtype && count(a) == count(b)
}
