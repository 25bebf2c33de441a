//! What names of ops and kernels say: forms of one op, and the ops in the name
//! of a generated kernel.
//!
//! Inductor joins the ops of a kernel with `_`, sorted, each once, at most ten
//! of them, and `_` occurs in the names of ops too. So a name is cut with the
//! help of a dictionary; it says which ops there are, never how many or in
//! which order.

use super::xla::CALL;
use crate::analysis::family::family;

/// Ops as the kernels of Inductor and the rows of the profiler name them,
/// without a namespace.
const OPS: &[&str] = &[
    "_adaptive_avg_pool2d",
    "_log_softmax",
    "_log_softmax_backward_data",
    "_scaled_dot_product_attention",
    "_scaled_dot_product_cudnn_attention",
    "_scaled_dot_product_efficient_attention",
    "_scaled_dot_product_flash_attention",
    "_softmax",
    "_softmax_backward_data",
    "_fused_rms_norm",
    "_fused_rms_norm_backward",
    "_fused_adamw",
    "_to_copy",
    "_unsafe_index",
    "_unsafe_index_put",
    "_unsafe_view",
    "abs",
    "acos",
    "acosh",
    "add",
    "addbmm",
    "addcdiv",
    "addcmul",
    "addmm",
    "addmv",
    "alias",
    "all",
    "amax",
    "amin",
    "any",
    "arange",
    "argmax",
    "argmin",
    "as_strided",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "avg_pool2d",
    "avg_pool2d_backward",
    "baddbmm",
    "batch_norm",
    "bernoulli",
    "bitwise_and",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "bmm",
    "bucketize",
    "cat",
    "ceil",
    "chunk",
    "clamp",
    "clamp_max",
    "clamp_min",
    "clone",
    "constant_pad_nd",
    "contiguous",
    "convert_element_type",
    "convolution",
    "convolution_backward",
    "copy",
    "cos",
    "cosh",
    "cumprod",
    "cumsum",
    "detach",
    "diagonal",
    "div",
    "dot",
    "dropout",
    "elu",
    "embedding",
    "embedding_dense_backward",
    "empty",
    "empty_like",
    "empty_strided",
    "eq",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expand",
    "expm1",
    "eye",
    "fill",
    "flatten",
    "flip",
    "floor",
    "floor_divide",
    "fma",
    "fmod",
    "full",
    "full_like",
    "gather",
    "ge",
    "gelu",
    "gelu_backward",
    "glu",
    "grid_sampler_2d",
    "gt",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "index",
    "index_add",
    "index_copy",
    "index_put",
    "index_select",
    "inductor_random",
    "inductor_seeds",
    "isinf",
    "isnan",
    "item",
    "le",
    "leaky_relu",
    "leaky_relu_backward",
    "lerp",
    "lift_fresh_copy",
    "linalg_vector_norm",
    "linear",
    "log",
    "log10",
    "log1p",
    "log2",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logsumexp",
    "lt",
    "masked_fill",
    "masked_scatter",
    "matmul",
    "max",
    "max_pool2d_with_indices",
    "max_pool2d_with_indices_backward",
    "maximum",
    "mean",
    "min",
    "minimum",
    "mm",
    "mse_loss",
    "mse_loss_backward",
    "mul",
    "multinomial",
    "mv",
    "native_batch_norm",
    "native_dropout",
    "native_dropout_backward",
    "native_group_norm",
    "native_layer_norm",
    "native_layer_norm_backward",
    "ne",
    "neg",
    "new_empty",
    "new_full",
    "new_ones",
    "new_zeros",
    "nll_loss",
    "nll_loss_backward",
    "nll_loss_forward",
    "nonzero",
    "norm",
    "ones",
    "ones_like",
    "permute",
    "pow",
    "prod",
    "rand",
    "randint",
    "randn",
    "reciprocal",
    "reflection_pad2d",
    "relu",
    "remainder",
    "repeat",
    "reshape",
    "result_type",
    "rms_norm",
    "roll",
    "round",
    "rsqrt",
    "rsub",
    "scalar_tensor",
    "scatter",
    "scatter_add",
    "scatter_reduce",
    "select",
    "select_backward",
    "select_scatter",
    "sigmoid",
    "sigmoid_backward",
    "sign",
    "silu",
    "silu_backward",
    "sin",
    "sinh",
    "slice",
    "slice_backward",
    "slice_scatter",
    "softmax",
    "softplus",
    "sort",
    "split",
    "split_with_sizes",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "sub",
    "sum",
    "t",
    "tan",
    "tanh",
    "tanh_backward",
    "threshold_backward",
    "to",
    "topk",
    "transpose",
    "tril",
    "triu",
    "trunc",
    "type_as",
    "unbind",
    "unfold",
    "unsqueeze",
    "unsqueeze_",
    "upsample_nearest2d",
    "var",
    "var_mean",
    "view",
    "where",
    "zero",
    "zeros",
    "zeros_like",
];

/// Ops that only stand for others, which are seen one level down where the
/// library has no kernel of its own.
const COMPOSITES: &[&str] = &[
    "rms_norm",
    "fused_rms_norm",
    "layer_norm",
    "native_layer_norm",
    "group_norm",
    "batch_norm",
    "instance_norm",
    "cross_entropy_loss",
    "scaled_dot_product_attention",
    "scaled_dot_product_attention_math",
    "multi_head_attention_forward",
    "rms_norm_composite",
];

/// Forms of one thing: all names of a line are taken for its first.
const FORMS: &[&[&str]] = &[
    &["to", "to_copy", "copy", "type_as", "float", "half", "bfloat16", "convert_element_type", "type"],
    &["pow", "square"],
    &["rms_norm", "fused_rms_norm", "rmsnorm", "rmsnorm2d_fwd", "rms_norm_forward"],
    &["layer_norm", "native_layer_norm"],
    &["matmul", "mm", "bmm", "addmm", "linear", "baddbmm", "addbmm", "dot_general", "dot"],
    &["softmax", "log_softmax"],
    &["view", "reshape", "unsafe_view", "_unsafe_view", "flatten"],
];

/// An op's name as it is compared: without namespace, overload, underscores.
/// `aten::add_` and `add.Tensor` are `add`, and so is JAX's call of `add`.
pub fn op_name(name: &str) -> &str {
    match compiled_function(name) {
        Some(function) => function.trim_matches('_'),
        None => family(name),
    }
}

/// The function that a call of JAX names.
fn compiled_function(name: &str) -> Option<&str> {
    name.strip_prefix(CALL)?.strip_suffix(')')
}

/// The first of the forms that a name is one of.
pub fn form(name: &str) -> &str {
    let name = op_name(name);
    let line = FORMS.iter().find(|line| line.contains(&name));
    line.and_then(|line| line.first().copied()).unwrap_or(name)
}

/// Whether a row is a node of the backward pass: `MmBackward0`, alone or as
/// what the engine evaluates.
pub fn is_backward_node(name: &str) -> bool {
    let is_class =
        !name.contains("::") && name.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with("Backward");
    is_class
        || name.starts_with("autograd::engine::evaluate_function")
        || name.starts_with("torch::autograd::")
}

/// Whether a name is that of an op with a meaning of its own, and not of a
/// custom one or a wrapper. What a function of JAX does, only its writer knows.
pub fn is_known(name: &str) -> bool {
    if compiled_function(name).is_some() {
        return false;
    }
    let name = op_name(name);
    OPS.iter().any(|op| op.trim_matches('_') == name)
}

/// Whether what is below an op says more than the op itself.
pub fn is_composite(name: &str) -> bool {
    COMPOSITES.contains(&op_name(name))
}

/// Ops in the name of a generated kernel, each once, in the name's order;
/// `None` when it is not the name of a fused kernel.
pub fn fused_ops(name: &str) -> Option<Vec<&str>> {
    let rest =
        name.strip_prefix("graph_").and_then(|rest| rest.split_once('_')).map_or(name, |(number, rest)| {
            if number.bytes().all(|byte| byte.is_ascii_digit()) { rest } else { name }
        });
    let rest = rest.strip_prefix("fwd_").or_else(|| rest.strip_prefix("bwd_")).unwrap_or(rest);
    let (kind, list) = rest.split_once("_fused_")?;
    let generated = kind == "cpp" || kind == "triton" || kind.starts_with("triton_");
    if !generated {
        return None;
    }
    let list = match list.rsplit_once('_') {
        Some((ops, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => ops,
        _ => list,
    };
    let mut ops = cut(list);
    let mut seen = rustc_hash::FxHashSet::default();
    // A kernel of nameless ops has but its number.
    ops.retain(|op| !op.bytes().all(|byte| byte.is_ascii_digit()) && seen.insert(*op));
    Some(ops)
}

/// Longest run of words that is looked up as one.
const MOST_WORDS: usize = 8;

/// Cuts a list of ops: as few unknown words as can be, then as few ops.
fn cut(list: &str) -> Vec<&str> {
    // Where words begin and end; `_to_copy` begins with an empty one.
    let ends: Vec<usize> = list.match_indices('_').map(|(at, _)| at).chain([list.len()]).collect();
    let starts: Vec<usize> = [0].into_iter().chain(list.match_indices('_').map(|(at, _)| at + 1)).collect();
    let words = starts.len();
    // Best way to cut the words before `i`: unknown words, ops, last op's first word.
    let mut best: Vec<(u32, u32, usize)> = vec![(0, 0, 0)];
    for end in 1..=words {
        let ways = (end.saturating_sub(MOST_WORDS)..end).map(|begin| {
            let text = &list[starts[begin]..ends[end - 1]];
            let (unknown, ops, _) = best[begin];
            let known = OPS.contains(&text) || text.is_empty();
            let cost = if known { 0 } else { (end - begin) as u32 * 2 - u32::from(end - begin > 1) };
            (unknown + cost, ops + 1, begin)
        });
        best.push(ways.min().unwrap_or_default());
    }
    let mut found = Vec::new();
    let mut end = words;
    while end > 0 {
        let begin = best[end].2;
        found.push(&list[starts[begin]..ends[end - 1]]);
        end = begin;
    }
    found.reverse();
    found.retain(|op| !op.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fused_kernels_are_cut_into_their_ops() {
        let rms = ["_to_copy", "add", "mean", "mul", "pow", "rsqrt"];
        for name in [
            "graph_0_cpp_fused__to_copy_add_mean_mul_pow_rsqrt_0",
            "cpp_fused__to_copy_add_mean_mul_pow_rsqrt_0",
            "triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0",
            "fwd_triton_per_fused__to_copy_add_mean_mul_pow_rsqrt_12",
        ] {
            assert_eq!(fused_ops(name).unwrap(), rms, "{name}");
        }
        assert_eq!(fused_ops("triton_per_fused_add_mean_mul_pow_rsqrt_0").unwrap(), rms[1..]);
        let with_norm = fused_ops("triton_red_fused__fused_rms_norm__to_copy_add_0").unwrap();
        assert_eq!(with_norm, ["_fused_rms_norm", "_to_copy", "add"]);
        let pool = fused_ops("triton_poi_fused_max_pool2d_with_indices_relu_1").unwrap();
        assert_eq!(pool, ["max_pool2d_with_indices", "relu"]);
        assert!(fused_ops("triton_poi_fused_0").unwrap().is_empty());
    }

    #[test]
    fn words_that_are_no_ops_stay_together() {
        assert_eq!(fused_ops("triton_tem_fused_flash_kernel_mul_0").unwrap(), ["flash_kernel", "mul"]);
    }

    #[test]
    fn other_kernels_have_no_ops_in_their_names() {
        for name in
            ["ampere_sgemm_128x64_tn", "aten::add", "_fused_rms_norm", "", "graph_0_", "layer_fused_norm"]
        {
            assert_eq!(fused_ops(name), None, "{name}");
        }
    }

    #[test]
    fn forms_of_one_op_compare_equal() {
        assert_eq!(form("aten::_to_copy"), form("aten::type_as"));
        assert_eq!(form("aten::_fused_rms_norm"), form("_C::rms_norm"));
        assert_eq!(form("aiter::rmsnorm"), "rms_norm");
        assert_eq!(form("aten::mul_"), "mul");
        assert!(is_known("aten::mul_") && !is_known("vllm::thing"));
        assert!(is_composite("aten::_fused_rms_norm") && !is_composite("aten::mean"));
    }
}
