//! Shapes of an op's inputs, as the profiler writes them with
//! `record_shapes`.

use super::dtype;
use super::profile::Tensor;
use crate::analysis::json_text::{each_member, elements, readable};
use crate::trace::{ArgsStore, SliceId, Trace};
use rustc_hash::FxHashMap;

/// Longest list of inputs that is read.
const MAX_INPUTS: usize = 256;

/// Blocks of args that are kept open.
const OPEN_BLOCKS: usize = 64;

/// Reads args of many slices. Ops of one region can stand far apart in the
/// file, so several blocks stay open.
pub struct ArgsReader<'a> {
    trace: &'a Trace,
    open: FxHashMap<usize, Vec<u8>>,
}

impl<'a> ArgsReader<'a> {
    pub fn new(trace: &'a Trace) -> Self {
        Self { trace, open: FxHashMap::default() }
    }

    /// Raw args of a slice; empty where it has none.
    pub fn args(&mut self, slice: SliceId) -> &[u8] {
        let Some((block, offset)) = ArgsStore::place(self.trace.slices.args[slice.index()]) else {
            return &[];
        };
        if self.open.len() >= OPEN_BLOCKS && !self.open.contains_key(&block) {
            self.open.clear();
        }
        let store = &self.trace.args;
        let plain = self.open.entry(block).or_insert_with(|| store.block(block));
        ArgsStore::get_in(plain, offset)[0]
    }

    /// The call that a slice is; `None` where shapes were not recorded.
    pub fn call(&mut self, slice: SliceId) -> Option<Call> {
        Call::parse(self.args(slice))
    }
}

/// What an op was called with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Call {
    pub inputs: Vec<Input>,
    /// Values of scalars and lists by position, as text; empty for tensors.
    pub values: Vec<String>,
}

/// One argument of an op.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    Tensor(Tensor),
    Tensors(Vec<Tensor>),
    /// A number, a list of numbers, or nothing.
    Other,
}

impl Call {
    /// The call in raw args.
    pub fn parse(args: &[u8]) -> Option<Call> {
        let fields = Fields::find(args)?;
        let types: Vec<String> =
            fields.types.map(elements).unwrap_or_default().into_iter().map(text).collect();
        let values = fields.values.map(elements).unwrap_or_default().into_iter().map(text).collect();
        let inputs = elements(fields.dims)
            .into_iter()
            .take(MAX_INPUTS)
            .enumerate()
            .map(|(i, dims)| input(dims, types.get(i).map_or("", String::as_str)))
            .collect();
        Some(Call { inputs, values })
    }

    /// All tensors in order; lists opened.
    pub fn all_tensors(&self) -> impl Iterator<Item = &Tensor> {
        self.inputs.iter().flat_map(|input| match input {
            Input::Tensor(tensor) => std::slice::from_ref(tensor),
            Input::Tensors(tensors) => tensors.as_slice(),
            Input::Other => &[],
        })
    }

    /// All tensors with at least one dimension, in order.
    pub fn tensors(&self) -> impl Iterator<Item = &Tensor> {
        self.all_tensors().filter(|tensor| !tensor.dims.is_empty())
    }

    /// The tensor at a position.
    pub fn tensor(&self, at: usize) -> Option<&Tensor> {
        match self.inputs.get(at)? {
            Input::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The scalar or list at a position, as text; empty where there is none.
    pub fn value(&self, at: usize) -> &str {
        self.values.get(at).map_or("", String::as_str)
    }
}

/// Raw values of the keys that speak of inputs.
pub(super) struct Fields<'a> {
    pub dims: &'a [u8],
    pub types: Option<&'a [u8]>,
    pub values: Option<&'a [u8]>,
}

impl<'a> Fields<'a> {
    pub fn find(args: &'a [u8]) -> Option<Self> {
        // Most args have no shapes: spare them the walk.
        memchr::memmem::find(args, b"nput ")?;
        let (mut dims, mut types, mut values) = (None, None, None);
        // The last of two equal keys counts.
        for (key, value) in each_member(args) {
            match key.trim_ascii() {
                b"\"Input Dims\"" | b"\"Input dims\"" => dims = Some(value),
                b"\"Input type\"" | b"\"Input Types\"" => types = Some(value),
                b"\"Concrete Inputs\"" => values = Some(value),
                _ => {}
            }
        }
        Some(Self { dims: dims.filter(|raw| raw.first() == Some(&b'['))?, types, values })
    }
}

fn text(raw: &[u8]) -> String {
    readable(raw).into_owned()
}

fn input(dims: &[u8], written: &str) -> Input {
    let parts = if dims.first() == Some(&b'[') { elements(dims) } else { Vec::new() };
    if parts.iter().any(|part| part.first() == Some(&b'[')) {
        return Input::Tensors(
            parts.into_iter().map(|part| tensor(numbers(&elements(part)), written)).collect(),
        );
    }
    if parts.is_empty() && dtype::short_name(written).is_none() {
        return Input::Other;
    }
    Input::Tensor(tensor(numbers(&parts), written))
}

fn numbers(parts: &[&[u8]]) -> Vec<u64> {
    // A dimension that is no number must not make the tensor smaller.
    parts
        .iter()
        .map(|part| std::str::from_utf8(part).ok().and_then(|n| n.parse().ok()).unwrap_or(0))
        .collect()
}

/// A tensor with its bytes.
pub fn tensor(dims: Vec<u64>, written: &str) -> Tensor {
    let short = dtype::short_name(written);
    let count = dims.iter().fold(1u64, |count, dim| count.saturating_mul(*dim));
    Tensor {
        bytes: short.and_then(dtype::size).map(|size| count.saturating_mul(size)),
        dtype: short.map_or_else(|| written.to_owned(), str::to_owned),
        dims,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_scalars_and_lists_are_told_apart() {
        let call = Call::parse(
            br#"{"External id": 3, "Input Dims": [[2,3],[],[],[[4],[5,6]]], "Input type": ["c10::BFloat16","Scalar","double","TensorList"], "Concrete Inputs": ["","6","","" ]}"#,
        )
        .unwrap();
        assert_eq!(call.tensor(0), Some(&Tensor { dims: vec![2, 3], dtype: "bf16".into(), bytes: Some(12) }));
        assert_eq!(call.inputs[1], Input::Other);
        assert_eq!(call.tensor(2).map(|tensor| tensor.bytes), Some(Some(8)));
        assert!(
            matches!(&call.inputs[3], Input::Tensors(list) if list.len() == 2 && list[1].bytes.is_none())
        );
        assert_eq!(call.value(1), "6");
        assert_eq!(call.tensors().count(), 3);
    }

    #[test]
    fn args_without_shapes_are_no_call() {
        assert_eq!(Call::parse(br#"{"External id": 3}"#), None);
        assert_eq!(Call::parse(br#"{"Input Dims": 5}"#), None);
        assert_eq!(Call::parse(b""), None);
    }
}
