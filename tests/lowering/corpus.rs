//! Public traces. They are not part of the project: where the folder is
//! absent, these tests say so and pass.

use super::support::{known, median_us, profile_of, read, shared, traces_below};
use lowerscope::lowering::comparison::RegionChoice;
use lowerscope::lowering::profile::{Evidence, Figure, Level, PathProfile, Reason, RegionKind};
use lowerscope::lowering::region::regions;
use lowerscope::lowering::{Attribution, profile};

fn count(profile: &PathProfile, level: Level) -> usize {
    profile.nodes.iter().filter(|node| node.level == level).count()
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 0.05 + f64::EPSILON * expected, "{found} is not {expected}");
}

#[test]
fn a_norm_on_two_devices_has_the_figures_of_another_reader() {
    let Some(shared) = shared() else { return };
    for (device, busy, span, host) in [("h100", 150.5, 160.5, 128.2), ("mi300", 116.6, 116.9, 110.4)] {
        let file = format!("corpus/tracelens/{device}__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz");
        let trace = read(&shared.join(file));
        let profile = profile_of(&trace, RegionKind::Module, "Qwen2RMSNorm");
        assert_eq!(profile.instances.len(), 49, "{device} {:?}", profile.left_out);
        assert_eq!((count(&profile, Level::Launch), count(&profile, Level::Op)), (8, 16), "{device}");
        assert_eq!(profile.items.len(), 8, "{device}");
        close(median_us(&profile, |instance| instance.busy_ns), busy);
        close(median_us(&profile, |instance| instance.span_ns), span);
        close(median_us(&profile, |instance| instance.host_ns), host);
        close(known(profile.bytes_moved) / 1e6, 329.9);
        close(known(profile.bytes_min) / 1e6, 36.6);
        // Of 16 × 559 × 1024 elements: square, mean, two products; ε and root by
        // row. Between kernels go three in f32, one in bf16, and three columns.
        let (elements, rows) = (16.0 * 559.0 * 1024.0, 16.0 * 559.0);
        assert_eq!(known(profile.flops), 4.0 * elements + 2.0 * rows, "{device}");
        assert_eq!(known(profile.temporaries), 14.0 * elements + 12.0 * rows, "{device}");
        assert!(profile.items.iter().all(|item| item.evidence == Evidence::Correlation));
        assert!(profile.recording.with_stack && profile.recording.has_device);
    }
}

#[test]
fn kernels_of_a_norm_fill_the_device_but_for_the_two_small_ones() {
    let Some(shared) = shared() else { return };
    let shape = |device: &str| {
        let file = format!("corpus/tracelens/{device}__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz");
        profile_of(&read(&shared.join(file)), RegionKind::Module, "Qwen2RMSNorm").kernel_shape
    };
    let h100 = shape("h100");
    close(known(h100.occupancy) * 100.0, 97.9);
    close(known(h100.warps_per_sm), 600.7);
    close(known(h100.blocks), 19_655.5);
    close(known(h100.threads_per_block), 166.6);
    // The other profiler writes grids and blocks only.
    let mi300 = shape("mi300");
    assert_eq!(mi300.occupancy, Figure::Unknown(Reason::NotWritten));
    assert!(known(mi300.blocks) > 0.0);
}

#[test]
fn regions_of_all_traces_can_be_measured_and_their_figures_agree() {
    let Some(shared) = shared() else { return };
    let (mut traces, mut measured) = (0, 0);
    for path in traces_below(shared.join("corpus")).into_iter().chain(traces_below(shared.join("captures"))) {
        let trace = read(&path);
        let attribution = Attribution::new(&trace);
        let regions = regions(&trace, &attribution);
        traces += 1;
        for region in regions.iter().take(8).chain(regions.last()) {
            let found = profile(&trace, &attribution, &RegionChoice::Key(region.key.clone())).unwrap();
            check(&found, &format!("{} {:?}", path.display(), region.key));
            measured += 1;
        }
    }
    println!("{traces} traces, {measured} regions");
}

fn check(found: &PathProfile, what: &str) {
    assert!((found.median_instance as usize) < found.instances.len(), "{what}");
    for instance in &found.instances {
        assert!(instance.busy_ns <= instance.span_ns + 1, "{what} {instance:?}");
        assert!(instance.starved_ns <= instance.span_ns - instance.busy_ns + 1, "{what} {instance:?}");
        assert!(instance.launch_ns <= instance.host_ns && instance.guard_ns <= instance.host_ns, "{what}");
    }
    for (i, node) in found.nodes.iter().enumerate() {
        assert!(node.parent.is_none_or(|parent| (parent as usize) < i), "{what}");
        assert!(node.self_ns <= node.median_ns, "{what} {node:?}");
    }
    let nodes = found.nodes.len();
    for item in &found.items {
        let launch = item.launch.is_none_or(|at| found.nodes[at as usize].level == Level::Launch);
        assert!((item.node as usize) < nodes && launch, "{what} {item:?}");
    }
}

#[test]
fn steps_whose_sizes_hang_on_the_data_are_still_one_group() {
    let Some(shared) = shared() else { return };
    for (side, items) in [("control", 436), ("test", 919)] {
        let trace = read(&shared.join(format!("corpus/hta/trace_diff__{side}__{side}.json.gz")));
        let profile = profile_of(&trace, RegionKind::Annotation, "## forward ##");
        println!("{side}: {} instances {:?}", profile.instances.len(), profile.left_out);
        assert!(profile.instances.len() >= 3);
        assert_eq!(profile.items.len(), items);
    }
}

#[test]
fn a_library_norm_is_one_launch_and_moves_each_tensor_once() {
    let Some(shared) = shared() else { return };
    let trace = read(&shared.join("corpus/tracelens/b200__eager_trace.json.gz"));
    let profile = profile_of(&trace, RegionKind::Op, "_C::fused_add_rms_norm");
    assert_eq!((profile.instances.len() + profile.left_out.len(), profile.items.len()), (72, 1));
    close(median_us(&profile, |instance| instance.host_ns), 13.7);
    close(median_us(&profile, |instance| instance.busy_ns), 6.3);
    close(known(profile.bytes_moved) / 1e6, 20.5);
}

#[test]
fn a_compiled_jax_function_is_measured_by_the_ops_of_its_module() {
    let Some(shared) = shared() else { return };
    let trace = read(&shared.join("captures/jax/jit_f32/host.trace.json.gz"));
    let profile = profile_of(&trace, RegionKind::Annotation, "rmsnorm");
    let names: Vec<&str> = profile.items.iter().map(|item| &*item.name).collect();
    assert_eq!(names, ["ynn_fusion", "add_rsqrt_fusion", "broadcast_multiply_fusion"]);
    let instance = &profile.instances[profile.median_instance as usize];
    assert!(instance.busy_ns > instance.host_ns / 2, "{instance:?}");
}

#[test]
fn a_compiled_kernel_is_found_in_its_wrappers() {
    let Some(shared) = shared() else { return };
    let trace = read(&shared.join("corpus/hta/triton_example__triton_example.json.gz"));
    let profile = profile_of(&trace, RegionKind::Compiled, "Torch-Compiled Region: 0/0");
    let levels: Vec<Level> = profile.nodes.iter().map(|node| node.level).collect();
    assert_eq!(levels.last(), Some(&Level::Launch), "{:?}", profile.nodes);
    assert_eq!((profile.items.len(), profile.instances[0].busy_ns), (1, 1760));
}
