//! Names that belong together: `aten::add_`, `aten::add.Tensor` and `add` are
//! one family, and so are all instances of a kernel template.

/// The family of a name, as a part of the name. Namespaces, template
/// arguments, parameters, overloads, running numbers and the underscores of
/// private and in-place forms do not count.
pub fn family(name: &str) -> &str {
    // Packets of Neuron's DMA engines that do not name what they move.
    let engine =
        name.strip_prefix("DMA-E").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    if engine {
        return &name[..3];
    }
    let mut rest = name.trim();
    rest = rest.strip_prefix("void ").unwrap_or(rest);
    let scoped = last_component(&mut rest);
    let cut = rest.find(['<', '(', '[']).filter(|at| *at > 0).unwrap_or(rest.len());
    let mut core = rest[..cut].trim_end();
    if scoped && let Some((operator, _overload)) = core.split_once('.') {
        core = operator;
    }
    let core = without_number(core).trim_matches('_');
    if core.is_empty() { name } else { core }
}

/// Cuts `rest` down to what follows the last `::` outside of brackets.
fn last_component(rest: &mut &str) -> bool {
    let bytes = rest.as_bytes();
    let (mut depth, mut start) = (0usize, 0);
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && i > 0 && bytes[i - 1] == b':' => start = i + 1,
            // Parameters and attributes follow the name.
            b' ' if depth == 0 && start > 0 => break,
            _ => {}
        }
    }
    if start == 0 || start >= rest.len() {
        return false;
    }
    *rest = &rest[start..];
    true
}

/// Without a running number at the end: `fusion.12`, `triton_mul_3`, `step#7`.
fn without_number(core: &str) -> &str {
    let head = core.trim_end_matches(|c: char| c.is_ascii_digit());
    if head.len() == core.len() {
        return core;
    }
    match head.strip_suffix(['.', '_', '#', ' ', '-']) {
        Some(stem) if !stem.is_empty() => stem,
        _ => core,
    }
}

/// Whether a name stands for structure above the ops: a step of the profiler,
/// a module, an iteration.
pub fn is_structure_name(name: &str) -> bool {
    if name.starts_with("nn.Module:") {
        return true;
    }
    let stem = without_number(name);
    stem.len() < name.len()
        && ["profilerstep", "iteration", "iter", "step", "epoch"]
            .iter()
            .any(|word| stem.eq_ignore_ascii_case(word))
}

/// Whether a category stands for structure or for calls into the driver: what
/// is around the work, and not the work.
pub fn is_structure_category(category: &str) -> bool {
    const STRUCTURE: &[&str] = &[
        "user_annotation",
        "gpu_user_annotation",
        "python_function",
        "trace",
        "cuda_runtime",
        "cuda_driver",
        "runtime",
        "overhead",
    ];
    category.split(',').any(|part| STRUCTURE.iter().any(|known| part.trim().eq_ignore_ascii_case(known)))
}

/// Whether a category is that of work on a device, launched from elsewhere.
pub fn is_device_category(category: &str) -> bool {
    // Of PyTorch's own Neuron backend the driver's rows are windows of the device.
    const DEVICE: &[&str] =
        &["kernel", "gpu_memcpy", "gpu_memset", "memcpy", "memset", "mtia_ccp_events", "privateuse1_driver"];
    category.split(',').any(|part| DEVICE.iter().any(|known| part.trim().eq_ignore_ascii_case(known)))
}

/// Whether a category is that of framework ops.
pub fn is_op_category(category: &str) -> bool {
    category.split(',').any(|part| matches!(part.trim(), "cpu_op" | "operator" | "Operator"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_of_dma_are_one_family() {
        assert_eq!(
            [family("DMA-E64"), family("DMA-E7"), family("DMA_DIRECT2D")],
            ["DMA", "DMA", "DMA_DIRECT2D"]
        );
    }

    #[test]
    fn forms_of_one_op_are_one_family() {
        for name in ["aten::add", "aten::add_", "aten::_add", "aten::add.Tensor", "add", "torch::aten::add"] {
            assert_eq!(family(name), "add", "{name}");
        }
    }

    #[test]
    fn template_arguments_and_parameters_do_not_count() {
        assert_eq!(
            family(
                "void at::native::vectorized_elementwise_kernel<4, at::native::F<float>>(int, at::A<char*, 2>)"
            ),
            "vectorized_elementwise_kernel"
        );
        assert_eq!(family("at::native::(anonymous namespace)::cat_kernel<float>(int)"), "cat_kernel");
        assert_eq!(family("main (run.py:12)"), "main");
        assert_eq!(family("Memcpy HtoD (Pageable -> Device)"), "Memcpy HtoD");
    }

    #[test]
    fn running_numbers_do_not_count() {
        assert_eq!(family("fusion.12"), "fusion");
        assert_eq!(family("triton_poi_fused_mul_3"), "triton_poi_fused_mul");
        assert_eq!(family("sm80_xmma_gemm_f16"), "sm80_xmma_gemm_f16");
        assert_eq!(family("conv2d"), "conv2d");
    }

    #[test]
    fn names_without_a_core_are_their_own_family() {
        for name in ["", "::", "_", "<lambda>", "(x)", "123", "a::", "é::ü"] {
            assert!(!family(name).is_empty() || name.is_empty(), "{name}");
        }
        assert_eq!(family("é::ü"), "ü");
        assert_eq!(family("<lambda>"), "<lambda>");
    }

    #[test]
    fn steps_and_modules_are_structure() {
        assert!(is_structure_name("ProfilerStep#12"));
        assert!(is_structure_name("nn.Module: Linear_0"));
        assert!(is_structure_name("Iteration 3"));
        assert!(!is_structure_name("step"));
        assert!(!is_structure_name("aten::linear"));
        assert!(is_structure_category("user_annotation"));
        assert!(is_structure_category("a, python_function"));
        assert!(!is_structure_category("cpu_op"));
    }
}
