//! Tensors followed through the calls of a region.
//!
//! A trace has no names of tensors: one that has the shape and type of
//! something made before is taken for that, the last one of several.

use super::bytes::outputs;
use super::op_name::{view_of_part, writes_only};
use super::profile::Tensor;
use super::shapes::Call;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

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

/// Known tensors, in order. Those that can be the same are found by size, so
/// that regions of many calls cost what they hold.
#[derive(Default)]
struct Shelf {
    all: Vec<Known>,
    by_size: FxHashMap<u64, Vec<u32>>,
    /// Of which any part may be met again.
    in_parts: Vec<u32>,
}

impl Shelf {
    fn push(&mut self, known: Known) -> usize {
        let at = self.all.len();
        self.by_size.entry(size_key(&known.tensor)).or_default().push(at as u32);
        self.all.push(known);
        at
    }

    /// All that can be a tensor: first those of its size, then those with parts.
    fn same(&self, tensor: &Tensor) -> (&[u32], &[u32]) {
        (self.by_size.get(&size_key(tensor)).map_or(&[], Vec::as_slice), &self.in_parts)
    }

    fn first(&self, tensor: &Tensor) -> Option<usize> {
        let (whole, parts) = self.same(tensor);
        let is = |at: &&u32| self.all[**at as usize].is(tensor);
        let (whole, part) = (whole.iter().find(is), parts.iter().filter(is).min());
        whole.into_iter().chain(part).min().map(|at| *at as usize)
    }

    fn last(&self, tensor: &Tensor) -> Option<usize> {
        let (whole, parts) = self.same(tensor);
        let is = |at: &&u32| self.all[**at as usize].is(tensor);
        let (whole, part) = (whole.iter().rev().find(is), parts.iter().filter(is).max());
        whole.into_iter().chain(part).max().map(|at| *at as usize)
    }
}

/// Equal for tensors of one type and count.
fn size_key(tensor: &Tensor) -> u64 {
    let mut hasher = FxHasher::default();
    (count(tensor), &tensor.dtype).hash(&mut hasher);
    hasher.finish()
}

/// What the calls so far took and made.
#[derive(Default)]
pub struct Flow {
    inputs: Shelf,
    made: Shelf,
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
            let (shelf, at) = self.find(tensor);
            let read = &mut shelf.all[at];
            read.used = true;
            read.read_by_work |= by_work;
        }
        let outputs = outputs.into_iter().filter(|tensor| !tensor.dims.is_empty());
        for tensor in outputs {
            self.made.push(Known::new(tensor, by_work));
        }
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
            let (shelf, at) = self.find(tensor);
            let known = &mut shelf.all[at];
            known.viewed = true;
            if in_parts && !known.in_parts {
                known.in_parts = true;
                shelf.in_parts.push(at as u32);
            }
        }
    }

    /// The tensor made last that this can be, else an input.
    fn find(&mut self, tensor: &Tensor) -> (&mut Shelf, usize) {
        if let Some(at) = self.made.last(tensor) {
            return (&mut self.made, at);
        }
        let found = self.inputs.first(tensor);
        let at = found.unwrap_or_else(|| self.inputs.push(Known::new(tensor.clone(), false)));
        (&mut self.inputs, at)
    }

    /// Tensors that came from outside and were used, and those that nothing
    /// used again; `None` where nothing was made.
    pub fn ends(self) -> Option<(Vec<Tensor>, Vec<Tensor>)> {
        let last = self.made.all.len().checked_sub(1)?;
        let outputs = self
            .made
            .all
            .into_iter()
            .enumerate()
            .filter(|(i, made)| !made.used || *i == last)
            .map(|(_, made)| made.tensor)
            .collect();
        let inputs =
            self.inputs.all.into_iter().filter(|input| input.used).map(|input| input.tensor).collect();
        Some((inputs, outputs))
    }

    /// Bytes of what device work wrote and device work read again; `None` where
    /// a type has no known size.
    pub fn bytes_between(&self) -> Option<u64> {
        let between = self.made.all.iter().filter(|made| made.written_by_work && made.read_by_work);
        between.map(|made| made.tensor.bytes).try_fold(0u64, |sum, bytes| Some(sum.saturating_add(bytes?)))
    }
}

fn count(tensor: &Tensor) -> u64 {
    tensor.dims.iter().fold(1u64, |count, dim| count.saturating_mul(*dim))
}
