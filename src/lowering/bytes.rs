//! What an op reads and writes at least, from the shapes of its inputs.
//!
//! The model: every input once, every output once. Ops whose output does not
//! follow from shapes alone are not known, and say so. Tensors without
//! dimensions weigh nothing.

use super::dtype;
use super::op_name::{Op, is_elementwise};
use super::profile::Tensor;
use super::shapes::{self, Call, Input};

/// What a call gives, or `None` where the shapes do not tell.
pub fn outputs(name: &str, call: &Call) -> Option<Vec<Tensor>> {
    let op = Op::new(name);
    if op.is_generated() || !op.is_native() {
        return foreign_outputs(&op, call);
    }
    if op.in_place {
        return Some(vec![call.tensor(0)?.clone()]);
    }
    if call.tensors().next().is_none()
        && let Some(Input::Tensor(scalar)) = call.inputs.first()
    {
        return Some(vec![scalar.clone()]);
    }
    let one = |tensor: Option<Tensor>| tensor.map(|tensor| vec![tensor]);
    match op.base {
        "to" | "_to_copy" | "type_as" => {
            let from = call.tensor(0)?;
            let target = match op.base {
                "type_as" => Some(call.tensor(1)?.dtype.as_str()),
                _ => dtype::from_number(call.value(1)),
            };
            one(Some(shapes::tensor(from.dims.clone(), target.unwrap_or(&from.dtype))))
        }
        "mean" | "sum" | "amax" | "amin" | "prod" | "var" | "std" | "any" | "all" | "argmax" | "argmin"
        | "logsumexp" | "nansum" => one(reduced(&op, call, 1)),
        "norm" | "linalg_vector_norm" => one(reduced(&op, call, 2)),
        "max" | "min" if call.tensors().count() == 1 => one(reduced(&op, call, 1)),
        "eq" | "ne" | "lt" | "gt" | "le" | "ge" | "logical_and" | "logical_or" | "logical_not" | "isnan"
        | "isinf" => one(elementwise(call).map(|tensor| shapes::tensor(tensor.dims, "bool"))),
        "mm" | "matmul" | "bmm" => one(product(call.tensor(0)?, call.tensor(1)?, false)),
        "addmm" | "baddbmm" => one(product(call.tensor(1)?, call.tensor(2)?, false)),
        "linear" => one(product(call.tensor(0)?, call.tensor(1)?, true)),
        "embedding" => one(looked_up(call.tensor(0)?, call.tensor(1)?)),
        "cat" | "concat" => one(joined(call)),
        "native_layer_norm"
        | "layer_norm"
        | "rms_norm"
        | "_fused_rms_norm"
        | "softmax"
        | "_softmax"
        | "log_softmax"
        | "_log_softmax"
        | "clone"
        | "contiguous"
        | "cumsum"
        | "dropout"
        | "native_dropout"
        | "_scaled_dot_product_flash_attention"
        | "_scaled_dot_product_efficient_attention"
        | "_scaled_dot_product_cudnn_attention"
        | "scaled_dot_product_attention" => one(call.tensor(0).cloned()),
        base if is_elementwise(base) => one(elementwise(call)),
        _ => None,
    }
}

/// Bytes that a call moves, or `None` where the shapes do not tell.
pub fn moved(name: &str, call: &Call) -> Option<u64> {
    let op = Op::new(name);
    let read = || total(call.tensors());
    if op.is_generated() {
        // Generated kernels take their outputs as arguments.
        return read().filter(|bytes| *bytes > 0);
    }
    if !op.is_native() {
        let (read, outputs) = (read()?, foreign_outputs(&op, call)?);
        return Some(if op.writes_arguments(call) {
            // Arguments that are both read and written move twice.
            read + if op.base.contains("add") { total(outputs.iter())? } else { 0 }
        } else {
            read + total(outputs.iter())?
        });
    }
    let written = total(outputs(name, call)?.iter())?;
    match op.base {
        "copy" if op.in_place => Some(total(call.tensor(1).into_iter())?.saturating_add(written)),
        "fill" | "zero" if op.in_place => Some(written),
        // Only the rows that are looked up are read.
        "embedding" => Some(call.tensor(1)?.bytes?.saturating_add(written.saturating_mul(2))),
        _ => Some(read()?.saturating_add(written)),
    }
}

fn total<'a>(tensors: impl Iterator<Item = &'a Tensor>) -> Option<u64> {
    tensors
        .filter(|tensor| !tensor.dims.is_empty())
        .try_fold(0u64, |sum, tensor| Some(sum.saturating_add(tensor.bytes?)))
}

/// Of ops from libraries only norms are known: the result has the shape of
/// the first argument.
fn foreign_outputs(op: &Op, call: &Call) -> Option<Vec<Tensor>> {
    if op.is_generated() {
        return Some(vec![call.tensors().last()?.clone()]);
    }
    let lower = op.base.to_ascii_lowercase();
    let norm = ["rms_norm", "rmsnorm", "layer_norm", "layernorm"].iter().any(|known| lower.contains(known));
    // What also quantises gives other types.
    if !norm || lower.contains("quant") {
        return None;
    }
    let first = call.tensors().next()?;
    let count = if lower.contains("add") { 2 } else { 1 };
    Some(vec![first.clone(); count])
}

/// Result of an elementwise op: the inputs' common shape and type.
fn elementwise(call: &Call) -> Option<Tensor> {
    let mut tensors = call.tensors();
    let first = tensors.next()?;
    let (mut dims, mut dtype) = (first.dims.clone(), first.dtype.as_str());
    for tensor in tensors {
        dims = broadcast(&dims, &tensor.dims)?;
        dtype = dtype::promoted(dtype, &tensor.dtype);
    }
    Some(shapes::tensor(dims, dtype))
}

fn broadcast(a: &[u64], b: &[u64]) -> Option<Vec<u64>> {
    let len = a.len().max(b.len());
    let at = |dims: &[u64], i: usize| (i + dims.len()).checked_sub(len).map_or(1, |i| dims[i]);
    (0..len)
        .map(|i| match (at(a, i), at(b, i)) {
            (a, b) if a == b || b == 1 => Some(a),
            (1, b) => Some(b),
            _ => None,
        })
        .collect()
}

/// Result of a reduction whose dimensions stand at `at` and `keepdim` behind.
fn reduced(op: &Op, call: &Call, at: usize) -> Option<Tensor> {
    let from = call.tensor(0)?;
    let listed = call.value(at).trim_matches(['[', ']']).trim();
    let rank = from.dims.len() as i64;
    let mut gone = vec![false; from.dims.len()];
    let mut named = false;
    for part in listed.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let Ok(dim) = part.parse::<i64>() else { break };
        let dim = if dim < 0 { dim + rank } else { dim };
        *gone.get_mut(usize::try_from(dim).ok()?)? = true;
        named = true;
    }
    // Where no dimension is named all are reduced. A first value that is a
    // number alone can be a type: `sum(x, dtype=6)` has one value only.
    if !named {
        gone.fill(true);
    }
    let keep = named && call.value(at + 1) == "True";
    let dims = from
        .dims
        .iter()
        .zip(&gone)
        .filter_map(|(dim, gone)| match (gone, keep) {
            (false, _) => Some(*dim),
            (true, true) => Some(1),
            (true, false) => None,
        })
        .collect();
    let asked = call.values.get(at + 2).and_then(|number| dtype::from_number(number));
    let dtype = match op.base {
        "any" | "all" => "bool",
        "argmax" | "argmin" => "i64",
        "sum" | "mean" | "prod" if asked.is_some() => asked?,
        "sum" | "prod" if dtype::is_integer(&from.dtype) => "i64",
        _ => &from.dtype,
    };
    Some(shapes::tensor(dims, dtype))
}

/// Result of a matrix product; `turned` when the right one is stored as its
/// transpose.
fn product(a: &Tensor, b: &Tensor, turned: bool) -> Option<Tensor> {
    let (last, _) = a.dims.split_last().map(|(last, rest)| (*last, rest))?;
    let columns = match (b.dims.as_slice(), turned) {
        ([inner], _) => (*inner == last).then_some(None)?,
        ([.., columns, inner], true) => (*inner == last).then_some(Some(*columns))?,
        ([.., inner, columns], false) => (*inner == last).then_some(Some(*columns))?,
        _ => return None,
    };
    let mut dims = a.dims[..a.dims.len() - 1].to_vec();
    if b.dims.len() > 2 && a.dims.len() >= 2 {
        let (rows, batch) = dims.split_last()?;
        let mut all = broadcast(batch, &b.dims[..b.dims.len() - 2])?;
        all.push(*rows);
        dims = all;
    }
    dims.extend(columns);
    Some(shapes::tensor(dims, &a.dtype))
}

fn looked_up(table: &Tensor, indices: &Tensor) -> Option<Tensor> {
    let mut dims = indices.dims.clone();
    dims.extend(table.dims.get(1..)?);
    Some(shapes::tensor(dims, &table.dtype))
}

/// Result of joining the tensors of a list along a dimension.
fn joined(call: &Call) -> Option<Tensor> {
    let first = call.tensors().next()?;
    let dim: i64 = call.value(1).parse().unwrap_or(0);
    let dim = usize::try_from(if dim < 0 { dim + first.dims.len() as i64 } else { dim }).ok()?;
    let mut dims = first.dims.clone();
    let mut sum = 0u64;
    for tensor in call.tensors() {
        sum = sum.saturating_add(*tensor.dims.get(dim)?);
    }
    *dims.get_mut(dim)? = sum;
    Some(shapes::tensor(dims, &first.dtype))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(dims: &str, types: &str, values: &str) -> Call {
        let args = format!(r#"{{"Input Dims":{dims},"Input type":{types},"Concrete Inputs":{values}}}"#);
        Call::parse(args.as_bytes()).unwrap()
    }

    fn output(name: &str, call: &Call) -> (Vec<u64>, String) {
        let output = outputs(name, call).unwrap().remove(0);
        (output.dims, output.dtype)
    }

    #[test]
    fn elementwise_ops_broadcast_and_promote() {
        let call = call("[[4,1,8],[3,1]]", r#"["c10::BFloat16","float"]"#, r#"["",""]"#);
        assert_eq!(output("aten::mul", &call), (vec![4, 3, 8], "f32".into()));
        assert_eq!(moved("aten::mul", &call), Some(64 + 12 + 384));
        assert_eq!(output("aten::lt", &call).1, "bool");
    }

    #[test]
    fn a_scalar_neither_widens_nor_weighs() {
        let call = call("[[4,8],[],[]]", r#"["float","double","Scalar"]"#, r#"["","","1"]"#);
        assert_eq!(output("aten::add", &call), (vec![4, 8], "f32".into()));
        assert_eq!(moved("aten::add", &call), Some(256));
    }

    #[test]
    fn reductions_follow_their_dimensions() {
        let kept =
            call("[[4,8],[],[],[]]", r#"["float","ScalarList","Scalar",""]"#, r#"["","[-1]","True",""]"#);
        assert_eq!(output("aten::mean", &kept), (vec![4, 1], "f32".into()));
        assert_eq!(moved("aten::mean", &kept), Some(128 + 16));
        let gone = call("[[4,8],[],[]]", r#"["int","ScalarList","Scalar"]"#, r#"["","[0]","False"]"#);
        assert_eq!(output("aten::sum", &gone), (vec![8], "i64".into()));
        let all = call("[[4,8],[]]", r#"["float",""]"#, r#"["",""]"#);
        assert_eq!(output("aten::sum", &all), (vec![], "f32".into()));
    }

    #[test]
    fn casts_take_the_type_that_is_asked_for() {
        let cast = call("[[4,8],[]]", r#"["c10::BFloat16","Scalar"]"#, r#"["","6"]"#);
        assert_eq!(output("aten::_to_copy", &cast), (vec![4, 8], "f32".into()));
        let copy = call("[[4,8],[4,8],[]]", r#"["float","c10::BFloat16","Scalar"]"#, r#"["","","False"]"#);
        assert_eq!(moved("aten::copy_", &copy), Some(128 + 64));
    }

    #[test]
    fn products_give_rows_by_columns() {
        let mm = call("[[4,8],[8,3]]", r#"["float","float"]"#, r#"["",""]"#);
        assert_eq!(output("aten::mm", &mm).0, [4, 3]);
        let bmm = call("[[2,4,8],[2,8,3]]", r#"["float","float"]"#, r#"["",""]"#);
        assert_eq!(output("aten::bmm", &bmm).0, [2, 4, 3]);
        let linear = call("[[2,4,8],[3,8],[]]", r#"["float","float",""]"#, r#"["","",""]"#);
        assert_eq!(output("aten::linear", &linear).0, [2, 4, 3]);
    }

    #[test]
    fn library_norms_count_what_they_write_once() {
        let fused = call("[[8,4],[8,4],[4]]", r#"["c10::Half","c10::Half","c10::Half"]"#, r#"["","",""]"#);
        assert_eq!(moved("_C::fused_add_rms_norm", &fused), Some(4 * 64 + 8));
        assert_eq!(moved("_C::rms_norm", &fused), Some(2 * 64 + 8));
        let alone = call("[[8,4],[4]]", r#"["c10::Half","c10::Half"]"#, r#"["",""]"#);
        assert_eq!(moved("aiter::rmsnorm", &alone), Some(2 * 64 + 8));
    }

    #[test]
    fn an_op_that_is_not_known_has_no_bytes() {
        let call = call("[[8,4]]", r#"["float"]"#, r#"[""]"#);
        assert_eq!(moved("aten::unique", &call), None);
        assert_eq!(moved("vendor::magic", &call), None);
    }
}
