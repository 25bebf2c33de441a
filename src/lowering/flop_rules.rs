//! How many floating-point operations a call takes, from the shapes of its
//! inputs.
//!
//! Counted is what the definition of the op asks for, not what a kernel does:
//! a multiply-add of a product is two; an elementwise op is one for each
//! element of its result, whatever the function; a sum of n is n − 1; moving,
//! converting and integer ops are none. Attention is its two products. Ops
//! whose count hangs on the data or on how they are done (sorting, variance,
//! batch norm) have no rule, and say so.

use super::bytes::outputs;
use super::dtype::is_integer;
use super::op_name::{Op, is_elementwise, never_computes};
use super::profile::Tensor;
use super::shapes::Call;

/// Ops that move, make or choose values and calculate none.
const MOVES: &[&str] = &[
    "copy",
    "_to_copy",
    "to",
    "type_as",
    "clone",
    "contiguous",
    "fill",
    "zero",
    "zeros",
    "ones",
    "full",
    "zeros_like",
    "ones_like",
    "full_like",
    "new_zeros",
    "new_ones",
    "new_full",
    "arange",
    "cat",
    "concat",
    "stack",
    "embedding",
    "index",
    "index_select",
    "index_put",
    "gather",
    "scatter",
    "repeat",
    "repeat_interleave",
    "constant_pad_nd",
    "pad",
    "flip",
    "roll",
    "triu",
    "tril",
    "where",
    "masked_fill",
    "logical_and",
    "logical_or",
    "logical_not",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "bitwise_not",
];

const COMPARISONS: &[&str] = &["eq", "ne", "lt", "gt", "le", "ge", "isnan", "isinf"];

/// Floating-point operations of a call; `None` where no rule is sure.
pub fn flops(name: &str, call: &Call) -> Option<f64> {
    let op = Op::new(name);
    if op.is_generated() {
        return None;
    }
    if !op.is_native() {
        return library_norm(&op, call);
    }
    if never_computes(name) || MOVES.contains(&op.base) {
        return Some(0.0);
    }
    // Complex numbers take several operations each.
    if call.all_tensors().any(|tensor| tensor.dtype.starts_with('c')) {
        return None;
    }
    if call.tensors().next().is_some() && call.tensors().all(|tensor| is_integer(&tensor.dtype)) {
        return Some(0.0);
    }
    let result = || Some(count(outputs(name, call)?.first()?));
    let input = |at: usize| call.tensor(at).map(count);
    match op.base {
        "mm" | "matmul" | "bmm" => Some(2.0 * result()? * last(call.tensor(0)?)?),
        "addmm" | "baddbmm" => Some(2.0 * result()? * last(call.tensor(1)?)? + result()?),
        "linear" => {
            let bias = call.tensor(2).is_some_and(|bias| !bias.dims.is_empty());
            Some(2.0 * result()? * last(call.tensor(0)?)? + if bias { result()? } else { 0.0 })
        }
        "convolution" | "_convolution" => convolution(call, call.value(6) == "True"),
        "conv1d" | "conv2d" | "conv3d" => convolution(call, false),
        "scaled_dot_product_attention" => attention(call, 5),
        "_scaled_dot_product_flash_attention" | "_scaled_dot_product_flash_attention_for_cpu" => {
            attention(call, 4)
        }
        "_scaled_dot_product_efficient_attention" | "_scaled_dot_product_cudnn_attention" => {
            attention(call, 6)
        }
        "mean" => input(0),
        "sum" | "nansum" | "prod" | "amax" | "amin" => Some(input(0)? - result()?),
        "max" | "min" if call.tensors().count() == 1 => Some(input(0)? - result()?),
        "cumsum" => input(0),
        // The largest, its difference, exponential, their sum, its share.
        "softmax" | "_softmax" => Some(5.0 * input(0)? - 2.0 * lines(call)?),
        "log_softmax" | "_log_softmax" => Some(5.0 * input(0)? - lines(call)?),
        "rms_norm" | "_fused_rms_norm" => norm(call, &[2], 4.0),
        "layer_norm" | "native_layer_norm" => norm(call, &[2, 3], 6.0),
        base if COMPARISONS.contains(&base) || is_elementwise(base) => result(),
        _ => None,
    }
}

fn count(tensor: &Tensor) -> f64 {
    tensor.dims.iter().map(|dim| *dim as f64).product()
}

fn last(tensor: &Tensor) -> Option<f64> {
    tensor.dims.last().map(|dim| *dim as f64)
}

/// Numbers of a list, `[1, 2]`.
fn numbers(list: &str) -> Option<Vec<i64>> {
    list.trim().strip_prefix('[')?.strip_suffix(']')?.split(',').map(|n| n.trim().parse().ok()).collect()
}

/// Lines along the dimension that the second argument names.
fn lines(call: &Call) -> Option<f64> {
    let tensor = call.tensor(0)?;
    let dim: i64 = call.value(1).parse().ok()?;
    let dim = if dim < 0 { dim + tensor.dims.len() as i64 } else { dim };
    let along = *tensor.dims.get(usize::try_from(dim).ok()?)?;
    Some(if along == 0 { 0.0 } else { count(tensor) / along as f64 })
}

/// A norm over the dimensions that the second argument lists. Each element
/// takes `each` operations when the weights at these positions are given (less
/// one for each that is not), each line two more: ε and the root.
fn norm(call: &Call, weights: &[usize], each: f64) -> Option<f64> {
    let tensor = call.tensor(0)?;
    let over = numbers(call.value(1))?.len();
    let (outer, _) = tensor.dims.split_at_checked(tensor.dims.len().checked_sub(over)?)?;
    let lines: f64 = outer.iter().map(|dim| *dim as f64).product();
    let given = |at: &&usize| call.tensor(**at).is_some_and(|weight| !weight.dims.is_empty());
    let missing = weights.len() - weights.iter().filter(given).count();
    Some((each - missing as f64) * count(tensor) + 2.0 * lines)
}

/// Root mean square norms of libraries, with their weight, over the last
/// dimension. What also quantises does more.
fn library_norm(op: &Op<'_>, call: &Call) -> Option<f64> {
    let lower = op.base.to_ascii_lowercase();
    if !(lower.contains("rms_norm") || lower.contains("rmsnorm")) || lower.contains("quant") {
        return None;
    }
    let first = call.tensors().next()?;
    let wide = last(first).filter(|wide| *wide > 0.0)?;
    let each = if lower.contains("add") { 5.0 } else { 4.0 };
    Some(each * count(first) + 2.0 * count(first) / wide)
}

/// A convolution of (input, weight, bias, stride, padding, dilation).
/// `transposed`: each input element is spread instead.
fn convolution(call: &Call, transposed: bool) -> Option<f64> {
    let (input, weight) = (call.tensor(0)?, call.tensor(1)?);
    let spatial = weight.dims.len().checked_sub(2)?;
    // Without the dimension of the batch there is one.
    let (places, batch) = match input.dims.len().checked_sub(spatial)? {
        1 => (&input.dims[1..], 1.0),
        2 => (&input.dims[2..], input.dims[0] as f64),
        _ => return None,
    };
    let (stride, padding, dilation) =
        (numbers(call.value(3))?, numbers(call.value(4))?, numbers(call.value(5))?);
    let at = |list: &[i64], i: usize| list.get(i).or(list.first()).copied();
    let mut out = batch;
    for (i, (size, kernel)) in places.iter().zip(&weight.dims[2..]).enumerate() {
        let (size, kernel) = (i64::try_from(*size).ok()?, i64::try_from(*kernel).ok()?);
        let (stride, padding, dilation) = (at(&stride, i)?, at(&padding, i)?, at(&dilation, i)?);
        let reach = dilation.checked_mul(kernel - 1)?;
        let room = size.checked_add(padding.checked_mul(2)?)?.checked_sub(reach)?.checked_sub(1)?;
        out *= room.checked_div(stride)?.checked_add(1)?.max(0) as f64;
    }
    if transposed {
        let spread: f64 = places.iter().map(|size| *size as f64).product();
        // Where results overlap they are added, which the products count; a
        // bias needs the size of the result, which hangs on more arguments.
        let bias = call.tensor(2).is_some_and(|bias| !bias.dims.is_empty());
        return (!bias).then_some(2.0 * batch * spread * count(weight));
    }
    let bias = call.tensor(2).filter(|bias| !bias.dims.is_empty()).map_or(0.0, count);
    Some(2.0 * out * count(weight) + out * bias)
}

/// The two products of attention over (query, key, value). `causal` is where
/// the call says whether later keys are left out.
fn attention(call: &Call, causal: usize) -> Option<f64> {
    let (query, key, value) = (call.tensor(0)?, call.tensor(1)?, call.tensor(2)?);
    let ([outer @ .., rows, width], [.., columns, _]) = (query.dims.as_slice(), key.dims.as_slice()) else {
        return None;
    };
    let heads: f64 = outer.iter().map(|dim| *dim as f64).product();
    let (rows, columns) = (*rows as f64, *columns as f64);
    let pairs = match call.value(causal) {
        "False" => rows * columns,
        "True" if rows == columns => rows * (rows + 1.0) / 2.0,
        _ => return None,
    };
    Some(2.0 * heads * pairs * (*width as f64 + last(value)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(dims: &str, values: &str) -> Call {
        let types = vec![r#""float""#; dims.matches(',').count() + 1].join(",");
        let args = format!(r#"{{"Input Dims":{dims},"Input type":[{types}],"Concrete Inputs":{values}}}"#);
        Call::parse(args.as_bytes()).unwrap()
    }

    fn flops_of(name: &str, dims: &str, values: &str) -> Option<f64> {
        flops(name, &call(dims, values))
    }

    #[test]
    fn products_take_two_for_each_multiply_add() {
        assert_eq!(flops_of("aten::mm", "[[4,8],[8,3]]", r#"["",""]"#), Some(192.0));
        assert_eq!(flops_of("aten::bmm", "[[2,4,8],[2,8,3]]", r#"["",""]"#), Some(384.0));
        assert_eq!(flops_of("aten::addmm", "[[3],[4,8],[8,3],[],[]]", r#"["","","","1","1"]"#), Some(204.0));
        assert_eq!(flops_of("aten::linear", "[[2,4,8],[3,8],[3]]", r#"["","",""]"#), Some(384.0 + 24.0));
        assert_eq!(flops_of("aten::linear", "[[2,4,8],[3,8],[]]", r#"["","",""]"#), Some(384.0));
    }

    #[test]
    fn elementwise_ops_take_one_for_each_element_of_the_result() {
        assert_eq!(flops_of("aten::mul", "[[4,1,8],[3,1]]", r#"["",""]"#), Some(96.0));
        assert_eq!(flops_of("aten::silu", "[[4,8]]", r#"[""]"#), Some(32.0));
        assert_eq!(flops_of("aten::add_", "[[4,8],[],[]]", r#"["","1","1"]"#), Some(32.0));
        assert_eq!(flops_of("aten::where", "[[4,8],[4,8],[4,8]]", r#"["","",""]"#), Some(0.0));
        assert_eq!(flops_of("aten::copy_", "[[4,8],[4,8],[]]", r#"["","","False"]"#), Some(0.0));
        let whole = Call::parse(br#"{"Input Dims":[[4],[4]],"Input type":["long int","long int"]}"#).unwrap();
        assert_eq!(flops("aten::add", &whole), Some(0.0));
    }

    #[test]
    fn reductions_and_softmax_are_counted_by_line() {
        let sum = r#"["","[-1]","True",""]"#;
        assert_eq!(flops_of("aten::sum", "[[4,8],[],[],[]]", sum), Some(28.0));
        assert_eq!(flops_of("aten::mean", "[[4,8],[],[],[]]", sum), Some(32.0));
        assert_eq!(flops_of("aten::_softmax", "[[4,8],[],[]]", r#"["","-1","False"]"#), Some(152.0));
        assert_eq!(flops_of("aten::var", "[[4,8],[]]", r#"["",""]"#), None);
    }

    #[test]
    fn a_norm_takes_what_its_parts_take() {
        let fused = r#"["","[8]","","1e-06"]"#;
        // Square, mean, product with the root, weight; ε and root by line.
        let parts = [
            flops_of("aten::pow", "[[4,8],[]]", r#"["","2"]"#),
            flops_of("aten::mean", "[[4,8],[],[],[]]", r#"["","[-1]","True",""]"#),
            flops_of("aten::add", "[[4,1],[],[]]", r#"["","1e-06","1"]"#),
            flops_of("aten::rsqrt", "[[4,1]]", r#"[""]"#),
            flops_of("aten::mul", "[[4,8],[4,1]]", r#"["",""]"#),
            flops_of("aten::mul", "[[4,8],[8]]", r#"["",""]"#),
        ];
        let sum = parts.into_iter().sum::<Option<f64>>();
        assert_eq!(sum, Some(4.0 * 32.0 + 8.0));
        assert_eq!(flops_of("aten::_fused_rms_norm", "[[4,8],[],[8],[]]", fused), sum);
        assert_eq!(flops_of("aten::rms_norm", "[[4,8],[],[],[]]", fused), Some(3.0 * 32.0 + 8.0));
        assert_eq!(flops_of("_C::rms_norm", "[[4,8],[4,8],[8],[]]", r#"["","","",""]"#), sum);
        let add = flops_of("_C::fused_add_rms_norm", "[[4,8],[4,8],[8],[]]", r#"["","","",""]"#);
        assert_eq!(add, Some(5.0 * 32.0 + 8.0));
        let layer = flops_of("aten::layer_norm", "[[4,8],[],[8],[8],[],[]]", r#"["","[8]","","","",""]"#);
        assert_eq!(layer, Some(6.0 * 32.0 + 8.0));
    }

    #[test]
    fn convolutions_follow_stride_padding_and_groups() {
        let dims = "[[1,16,128,128],[512,16,3,3],[512],[],[],[],[]]";
        let found = flops_of("aten::conv2d", dims, r#"["","","","[1, 1]","[1, 1]","[1, 1]","1"]"#);
        // Each of 128 × 128 × 512 results: 144 multiply-adds and the bias.
        assert_eq!(found, Some(128.0 * 128.0 * 512.0 * (2.0 * 144.0 + 1.0)));
        // 8 channels each for itself, every second of 10 places: (10 − 3) / 2 + 1.
        let dims = "[[2,8,10],[8,1,3],[],[],[],[],[],[],[]]";
        let values = r#"["","","","[2]","[0]","[1]","False","[0]","8"]"#;
        assert_eq!(flops_of("aten::convolution", dims, values), Some(2.0 * 2.0 * 4.0 * 24.0));
        // `same` and the like are names.
        assert_eq!(flops_of("aten::conv2d", dims, r#"["","","","[1]","same","[1]","1"]"#), None);
    }

    #[test]
    fn causal_attention_counts_the_pairs_that_it_keeps() {
        let dims = "[[1,12,77,64],[1,12,77,64],[1,12,77,64],[],[],[],[]]";
        let causal =
            flops_of("aten::_scaled_dot_product_flash_attention", dims, r#"["","","","0.","True","",""]"#);
        assert_eq!(causal, Some(2.0 * 12.0 * (77.0 * 78.0 / 2.0) * 128.0));
        let all = flops_of("aten::scaled_dot_product_attention", dims, r#"["","","","","0.","False",""]"#);
        assert_eq!(all, Some(2.0 * 12.0 * 77.0 * 77.0 * 128.0));
    }

    #[test]
    fn what_has_no_rule_has_no_count() {
        assert_eq!(flops_of("aten::topk", "[[4,8]]", r#"[""]"#), None);
        assert_eq!(flops_of("triton_poi_fused_mul_0", "[[4,8]]", r#"[""]"#), None);
        assert_eq!(flops_of("vendor::magic", "[[4,8]]", r#"[""]"#), None);
        assert_eq!(flops_of("aten::mm", "[]", "[]"), None);
    }
}
