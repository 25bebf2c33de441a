//! Tensors followed through the calls of a region.
//!
//! A trace has no names of tensors: one that has the shape and type of
//! something made before is taken for that, the last one of several.

use super::bytes::outputs;
use super::op_name::{view_of_part, writes_only};
use super::profile::Tensor;
use super::shapes::Call;

/// A tensor that is known within the region.
struct Known {
    tensor: Tensor,
    used: bool,
    /// Device work wrote it.
    written_by_work: bool,
    /// Device work read it.
    read_by_work: bool,
    /// It may be met again turned or joined.
    viewed: bool,
    /// Any part of it may be met again.
    in_parts: bool,
}

impl Known {
    fn new(tensor: Tensor, written_by_work: bool) -> Self {
        Self { tensor, used: false, written_by_work, read_by_work: false, viewed: false, in_parts: false }
    }

    fn is(&self, tensor: &Tensor) -> bool {
        let same = self.tensor.dims == tensor.dims;
        self.tensor.dtype == tensor.dtype
            && (same
                || self.viewed && count(&self.tensor) == count(tensor)
                || self.in_parts && count(&self.tensor) >= count(tensor))
    }
}

/// What the calls so far took and made.
#[derive(Default)]
pub struct Flow {
    inputs: Vec<Known>,
    made: Vec<Known>,
}

impl Flow {
    /// Adds a call; false where its outputs are not known. `by_work`: it is
    /// done by device work.
    pub fn add(&mut self, name: &str, call: &Call, by_work: bool) -> bool {
        if let Some(in_parts) = view_of_part(name) {
            self.view(call, in_parts);
            return true;
        }
        if call.tensors().next().is_none() {
            // Of numbers alone: what it makes has no weight.
            return outputs(name, call).is_some() || name.starts_with("aten::empty");
        }
        let Some(outputs) = outputs(name, call) else { return false };
        for tensor in call.tensors().skip(usize::from(writes_only(name))) {
            let read = self.find(tensor);
            read.used = true;
            read.read_by_work |= by_work;
        }
        let outputs = outputs.into_iter().filter(|tensor| !tensor.dims.is_empty());
        self.made.extend(outputs.map(|tensor| Known::new(tensor, by_work)));
        true
    }

    /// Adds a call that does nothing: what it gives is its first tensor, or
    /// parts of it.
    pub fn add_view(&mut self, name: &str, call: &Call) {
        // Room of the same shape is no view.
        if !name.contains("empty") && name != "aten::result_type" {
            self.view(call, view_of_part(name).unwrap_or(false));
        }
    }

    fn view(&mut self, call: &Call, in_parts: bool) {
        if let Some(tensor) = call.tensors().next() {
            let known = self.find(tensor);
            known.viewed = true;
            known.in_parts |= in_parts;
        }
    }

    /// The tensor made last that this can be, else an input.
    fn find(&mut self, tensor: &Tensor) -> &mut Known {
        if let Some(at) = self.made.iter().rposition(|made| made.is(tensor)) {
            return &mut self.made[at];
        }
        let at = self.inputs.iter().position(|input| input.is(tensor)).unwrap_or_else(|| {
            self.inputs.push(Known::new(tensor.clone(), false));
            self.inputs.len() - 1
        });
        &mut self.inputs[at]
    }

    /// Tensors that came from outside and were used, and those that nothing
    /// used again; `None` where nothing was made.
    pub fn ends(self) -> Option<(Vec<Tensor>, Vec<Tensor>)> {
        let last = self.made.len().checked_sub(1)?;
        let outputs = self
            .made
            .into_iter()
            .enumerate()
            .filter(|(i, made)| !made.used || *i == last)
            .map(|(_, made)| made.tensor)
            .collect();
        let inputs = self.inputs.into_iter().filter(|input| input.used).map(|input| input.tensor).collect();
        Some((inputs, outputs))
    }

    /// Bytes of what device work wrote and device work read again; `None` where
    /// a type has no known size.
    pub fn bytes_between(&self) -> Option<u64> {
        let between = self.made.iter().filter(|made| made.written_by_work && made.read_by_work);
        between.map(|made| made.tensor.bytes).try_fold(0u64, |sum, bytes| Some(sum.saturating_add(bytes?)))
    }
}

fn count(tensor: &Tensor) -> u64 {
    tensor.dims.iter().fold(1u64, |count, dim| count.saturating_mul(*dim))
}
