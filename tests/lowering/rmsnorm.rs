//! One layer on three paths, recorded on a CPU: the traces of
//! `examples/traces/rmsnorm`.

use super::support::{known, nearest_ranks, profile_of, read};
use lowerscope::lowering::profile::{Evidence, Figure, ItemKind, Level, PathProfile, Reason, RegionKind};
use std::path::Path;

fn layer(path: &str) -> PathProfile {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/traces/rmsnorm");
    let trace = read(&folder.join(format!("layer_{path}.json.gz")));
    profile_of(&trace, RegionKind::Annotation, "rmsnorm")
}

/// Rows of the category `cpu_op`: ops and wrappers of compiled code.
fn op_rows(profile: &PathProfile) -> usize {
    let is_row =
        |level, name: &str| level == Level::Op || level == Level::Compiled && !name.starts_with("##");
    profile.nodes.iter().filter(|node| is_row(node.level, &node.name)).count()
}

fn item_names(profile: &PathProfile) -> Vec<&str> {
    profile.items.iter().map(|item| &*item.name).collect()
}

#[test]
fn host_times_and_op_rows_are_those_of_the_recording() {
    for (path, host_us, rows) in [
        ("naive_bf16", [1153, 1461, 1627], 28),
        ("fused_bf16", [1006, 1222, 1540], 36),
        ("compiled_bf16", [331, 340, 400], 5),
        ("naive_f32", [718, 775, 913], 22),
        ("fused_f32", [918, 1084, 1159], 26),
        ("compiled_f32", [278, 290, 328], 5),
    ] {
        let profile = layer(path);
        assert_eq!(profile.instances.len(), 20, "{path}");
        assert!(profile.left_out.is_empty(), "{path} {:?}", profile.left_out);
        assert_eq!(op_rows(&profile), rows, "{path}");
        let found = nearest_ranks(&profile, |instance| instance.host_ns);
        assert_eq!(found.map(|ns| (ns / 1000.0).round() as i32), host_us, "{path}");
    }
}

#[test]
fn the_naive_layer_works_in_its_own_ops() {
    let profile = layer("naive_bf16");
    assert_eq!(
        item_names(&profile),
        [
            "aten::copy_",
            "aten::pow",
            "aten::sum",
            "aten::div_",
            "aten::add",
            "aten::rsqrt",
            "aten::mul",
            "aten::copy_",
            "aten::mul"
        ]
    );
    assert!(profile.items.iter().all(|item| item.kind == ItemKind::Op && item.launch.is_none()));
    assert!(profile.items.iter().all(|item| item.evidence == Evidence::Containment));
    // 8 × 128 × 1024 bf16 in and out, and the weight.
    assert_eq!(known(profile.bytes_min), 2.0 * 2_097_152.0 + 2048.0);
    assert!(known(profile.bytes_moved) > 8.0 * known(profile.bytes_min));
    // Square, mean, two products of each element; ε and root of each row. The
    // mean's two ops, sum and quotient, take as much as the mean.
    assert_eq!(known(profile.flops), 4.0 * 1_048_576.0 + 2.0 * 1024.0);
    // Three f32 tensors of all elements and one in bf16, four of the rows.
    assert_eq!(known(profile.temporaries), 14.0 * 1_048_576.0 + 16.0 * 1024.0);
    assert!(!profile.recording.has_device && profile.recording.with_shapes && !profile.recording.with_stack);
}

#[test]
fn the_library_op_is_a_composite_of_the_same_ops() {
    let profile = layer("fused_f32");
    let names: Vec<&str> = profile.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names[..3], ["rmsnorm", "aten::rms_norm", "aten::_fused_rms_norm"]);
    for op in ["aten::pow", "aten::rsqrt", "aten::mul"] {
        assert!(item_names(&profile).contains(&op), "{op}");
    }
    assert_eq!(known(profile.bytes_min), 2.0 * 4_194_304.0 + 4096.0);
}

#[test]
fn a_weight_is_told_from_a_result_of_the_same_size() {
    // The means of 8 × 128 rows weigh as much as 1024 weights.
    let inputs = layer("naive_f32").inputs.unwrap();
    assert_eq!(
        inputs.iter().map(|tensor| tensor.dims.clone()).collect::<Vec<_>>(),
        [vec![8, 128, 1024], vec![1024]]
    );
}

#[test]
fn compiled_code_is_one_item_whose_bytes_are_not_in_the_trace() {
    let profile = layer("compiled_bf16");
    assert_eq!(item_names(&profile), ["graph_0_cpp_fused__to_copy_add_mean_mul_pow_rsqrt_0"]);
    assert_eq!(profile.bytes_moved, Figure::Unknown(Reason::SomeWithoutShapes));
    assert_eq!(profile.bytes_min, Figure::Unknown(Reason::SomeWithoutShapes));
    assert_eq!(profile.flops, Figure::Unknown(Reason::SomeWithoutShapes));
    assert_eq!(profile.temporaries, Figure::Known(0.0), "one item passes nothing on");
    let instance = &profile.instances[profile.median_instance as usize];
    assert!(instance.guard_ns > 0 && instance.guard_ns < instance.host_ns / 10);
    assert_eq!((instance.starved_ns, instance.launch_ns, instance.queue_ns), (0, 0, None));
    assert_eq!(instance.busy_ns, instance.span_ns);
}
