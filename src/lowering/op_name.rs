//! What the names of ops say: who wrote them, and of which kind they are.

use super::shapes::Call;

/// Ops that only say where data is, or make room for it.
pub fn never_computes(name: &str) -> bool {
    let op = Op::new(name);
    let never = matches!(
        op.base,
        "empty"
            | "empty_strided"
            | "empty_like"
            | "new_empty"
            | "new_empty_strided"
            | "result_type"
            | "view"
            | "as_strided"
            | "expand"
            | "expand_as"
            | "reshape"
            | "permute"
            | "transpose"
            | "t"
            | "select"
            | "slice"
            | "unsqueeze"
            | "squeeze"
            | "detach"
            | "alias"
            | "item"
            | "_local_scalar_dense"
            | "is_nonzero"
            | "narrow"
            | "resolve_conj"
            | "resolve_neg"
            | "_unsafe_view"
            | "_reshape_alias"
            | "view_as"
            | "flatten"
            | "unflatten"
            | "split"
            | "split_with_sizes"
            | "chunk"
            | "unbind"
            | "lift_fresh"
            | "set"
            | "resize"
            | "movedim"
            | "swapaxes"
            | "numpy_T"
            | "mT"
            | "adjoint"
            | "diagonal"
            | "unfold"
            | "real"
            | "imag"
            | "view_as_real"
            | "view_as_complex"
            | "_conj"
            | "to"
            | "type_as"
            | "contiguous"
            | "requires_grad"
            | "is_pinned"
            | "pin_memory"
            | "size"
            | "stride"
            | "broadcast_tensors"
            | "expand_copy"
            | "_has_compatible_shallow_copy_type"
            | "can_cast"
            | "promote_types"
    );
    never && op.is_native() && name.starts_with("aten::")
}

/// Ops that give another view of the same data: all of it, or a part.
pub fn view_of_part(name: &str) -> Option<bool> {
    let op = Op::new(name);
    if !name.starts_with("aten::") {
        return None;
    }
    match op.base {
        "select" | "slice" | "narrow" | "split" | "split_with_sizes" | "chunk" | "unbind" | "diagonal"
        | "unfold" | "expand" | "expand_as" | "as_strided" | "real" | "imag" => Some(true),
        "empty" | "empty_strided" | "empty_like" | "new_empty" | "new_empty_strided" | "to" | "type_as" => {
            None
        }
        _ => never_computes(name).then_some(false),
    }
}

/// Ops that write their first argument without reading it.
pub fn writes_only(name: &str) -> bool {
    let op = Op::new(name);
    op.is_native() && op.in_place && ["copy", "fill", "zero"].contains(&op.base)
}

/// Conversions that, of a tensor without dimensions, are only the cost of
/// calling the op around them.
pub fn is_conversion(name: &str) -> bool {
    ["to", "_to_copy", "copy", "fill"].contains(&Op::new(name).base)
}

/// A name of an op, taken apart.
pub(super) struct Op<'a> {
    namespace: &'a str,
    pub base: &'a str,
    /// It writes its first argument (`add_`).
    pub in_place: bool,
}

impl<'a> Op<'a> {
    pub fn new(name: &'a str) -> Self {
        let (namespace, rest) = name.rsplit_once("::").unwrap_or(("", name));
        let rest = rest.split('.').next().unwrap_or(rest);
        let base = rest.strip_suffix('_').filter(|base| !base.is_empty() && !rest.ends_with("__"));
        Self { namespace, base: base.unwrap_or(rest), in_place: base.is_some() }
    }

    pub fn is_native(&self) -> bool {
        ["aten", "prims", ""].contains(&self.namespace)
    }

    pub fn is_generated(&self) -> bool {
        self.namespace.is_empty() && (self.base.contains("triton_") || self.base.contains("_fused_"))
    }

    /// Whether one of the inputs is where the result goes: then there are two
    /// of the full size.
    pub fn writes_arguments(&self, call: &Call) -> bool {
        let Some(first) = call.tensors().next() else { return false };
        call.tensors().filter(|tensor| tensor.dims == first.dims).count() > 1
    }
}

pub(super) fn is_elementwise(base: &str) -> bool {
    const KNOWN: &[&str] = &[
        "add",
        "sub",
        "rsub",
        "mul",
        "div",
        "pow",
        "square",
        "sqrt",
        "rsqrt",
        "reciprocal",
        "neg",
        "abs",
        "exp",
        "exp2",
        "expm1",
        "log",
        "log2",
        "log1p",
        "sigmoid",
        "silu",
        "gelu",
        "relu",
        "tanh",
        "erf",
        "cos",
        "sin",
        "clamp",
        "clamp_min",
        "clamp_max",
        "where",
        "maximum",
        "minimum",
        "max",
        "min",
        "addcmul",
        "addcdiv",
        "lerp",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "bitwise_not",
        "masked_fill",
        "remainder",
        "fmod",
        "floor",
        "ceil",
        "round",
        "sign",
        "true_divide",
        "floor_divide",
        "hardtanh",
        "leaky_relu",
        "elu",
        "softplus",
        "mish",
        "threshold_backward",
        "silu_backward",
        "gelu_backward",
        "tanh_backward",
        "sigmoid_backward",
        "xlogy",
        "atan2",
        "triu",
        "tril",
        "flip",
        "roll",
        "nan_to_num",
    ];
    KNOWN.contains(&base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_and_rooms_never_compute() {
        assert!(never_computes("aten::view") && never_computes("aten::empty_strided"));
        assert!(!never_computes("aten::mul") && !never_computes("view"));
        assert_eq!((view_of_part("aten::slice"), view_of_part("aten::view")), (Some(true), Some(false)));
    }
}
