//! Profiles of small traces made by hand.

use super::attribution::Attribution;
use super::comparison::RegionChoice;
use super::measure::profile;
use super::profile::{
    Evidence, Figure, ItemKind, LeftOutReason, Level, PathProfile, Reason, RegionKey, RegionKind,
};
use super::sample::{slice, trace};

fn region(lines: &[String], kind: RegionKind, name: &str) -> Option<PathProfile> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let trace = trace(&lines);
    let key = RegionKey { kind, name: name.to_owned() };
    profile(&trace, &Attribution::new(&trace), &RegionChoice::Key(key))
}

fn norm(lines: &[String]) -> PathProfile {
    region(lines, RegionKind::Annotation, "norm").unwrap()
}

fn lines(text: &[&str]) -> Vec<String> {
    text.iter().map(|line| (*line).to_owned()).collect()
}

/// A run of two ops with a kernel each, from `at` on. Its ids are `id` and
/// `id + 1`; kernels begin `wait` after their launch.
fn run(at: i64, id: u32, wait: i64) -> Vec<String> {
    let line = |track: &str, name: &str, from: i64, dur: i64, cat: &str, id: &str| {
        format!("{track} {name} {} {dur} {cat} {id}", at + from)
    };
    let (first, second) = (id.to_string(), (id + 1).to_string());
    vec![
        line("cpu", "norm", 0, 20_000, "user_annotation", "-"),
        line("cpu", "aten::pow", 1_000, 4_000, "cpu_op", "-"),
        line("cpu", "cudaLaunchKernel", 2_000, 1_000, "cuda_runtime", &first),
        line("cpu", "aten::mul", 11_000, 4_000, "cpu_op", "-"),
        line("cpu", "cudaLaunchKernel", 12_000, 1_000, "cuda_runtime", &second),
        line("gpu", "pow_kernel", 3_000 + wait, 2_000, "kernel", &first),
        line("gpu", "mul_kernel", 13_000 + wait, 2_000, "kernel", &second),
    ]
}

#[test]
fn figures_of_one_run_are_those_of_its_rows() {
    let profile = norm(&run(0, 1, 1_000));
    let instance = &profile.instances[0];
    assert_eq!((instance.host_ns, instance.busy_ns, instance.span_ns), (20_000, 4_000, 12_000));
    assert_eq!((instance.launch_ns, instance.guard_ns), (2_000, 0));
    assert_eq!((instance.queue_ns, instance.python_ns), (Some(1_000), None));
    // The second kernel began right after its launch: the device had waited.
    assert_eq!(instance.starved_ns, 8_000);
    let names: Vec<_> = profile.nodes.iter().map(|node| (&*node.name, node.depth)).collect();
    assert_eq!(
        names,
        [("norm", 0), ("aten::pow", 1), ("cudaLaunchKernel", 2), ("aten::mul", 1), ("cudaLaunchKernel", 2)]
    );
    let (root, op) = (&profile.nodes[0], &profile.nodes[1]);
    assert_eq!((root.self_ns, op.self_ns, op.start_ns, op.parent), (12_000, 3_000, 1_000, Some(0)));
    let item = &profile.items[1];
    assert_eq!((&*item.name, item.node, item.launch), ("mul_kernel", 3, Some(4)));
    assert_eq!((item.kind, item.evidence, item.start_ns), (ItemKind::Kernel, Evidence::Correlation, 10_000));
    assert_eq!(item.bytes, Figure::Unknown(Reason::NoShapes));
}

#[test]
fn a_device_that_is_behind_is_not_starved() {
    assert_eq!(norm(&run(0, 1, 50_000)).instances[0].starved_ns, 0);
}

#[test]
fn work_on_two_streams_at_once_is_busy_once() {
    let profile = norm(&lines(&[
        "cpu norm 0 500 user_annotation",
        "cpu aten::mul 10 100 cpu_op",
        "cpu cudaLaunchKernel 20 10 cuda_runtime 1",
        "cpu aten::add 200 100 cpu_op",
        "cpu cudaLaunchKernel 220 10 cuda_runtime 2",
        "stream7 a 1000 100 kernel 1",
        "stream8 b 1050 100 kernel 2",
    ]));
    let instance = &profile.instances[0];
    assert_eq!((instance.busy_ns, instance.span_ns, instance.starved_ns), (150, 150, 0));
}

#[test]
fn kernels_of_a_replayed_graph_are_items_of_its_launch() {
    let profile = norm(&lines(&[
        "cpu norm 0 500 user_annotation",
        "cpu cudaGraphLaunch 20 100 cuda_runtime 1",
        "gpu b 1000 100 kernel 1",
        "gpu a 1200 100 kernel 1",
    ]));
    let owners: Vec<_> = profile.items.iter().map(|item| (&*item.name, item.node, item.launch)).collect();
    assert_eq!(owners, [("b", 0, Some(1)), ("a", 0, Some(1))]);
    assert!(profile.recording.graph_replay);
    assert_eq!(profile.bytes_moved, Figure::Unknown(Reason::NoShapes));
}

#[test]
fn a_long_first_run_is_a_warm_up() {
    let mut all = vec![
        "cpu norm 0 900000 user_annotation".to_owned(),
        "cpu aten::pow 10 100 cpu_op".to_owned(),
        "cpu cudaLaunchKernel 20 10 cuda_runtime 91".to_owned(),
        "cpu aten::mul 500 100 cpu_op".to_owned(),
        "cpu cudaLaunchKernel 520 10 cuda_runtime 92".to_owned(),
        "gpu pow_kernel 800 100 kernel 91".to_owned(),
        "gpu mul_kernel 900 100 kernel 92".to_owned(),
    ];
    for i in 1..5 {
        all.extend(run(i * 1_000_000, i as u32 * 2, 1_000));
    }
    let profile = norm(&all);
    assert_eq!(profile.instances.len(), 4);
    assert_eq!(profile.left_out.iter().map(|out| out.why).collect::<Vec<_>>(), [LeftOutReason::WarmUp]);
}

#[test]
fn runs_of_other_ops_and_runs_without_their_work_are_left_out() {
    let mut all = Vec::new();
    for i in 0..4 {
        all.extend(run(i * 1_000_000, i as u32 * 2 + 1, 1_000));
    }
    // The recording ended before the last kernel of this one.
    all.extend(run(4_000_000, 21, 1_000).into_iter().take(6));
    all.extend(lines(&["cpu norm 5000000 9000 user_annotation", "cpu aten::neg 5000010 100 cpu_op"]));
    let profile = norm(&all);
    assert_eq!(profile.instances.len(), 4);
    let why: Vec<_> = profile.left_out.iter().map(|out| out.why).collect();
    assert_eq!(why, [LeftOutReason::Cut, LeftOutReason::OtherGroup]);
}

#[test]
fn runs_of_other_shapes_are_another_group() {
    let of = |at: i64, dur: i64, dims: &str| {
        format!(
            r#"cpu aten::mul {at} {dur} cpu_op - "Input Dims":[{dims},{dims}],"Input type":["float","float"]"#
        )
    };
    let all = [of(0, 10, "[2,3]"), of(100, 10, "[2,3]"), of(200, 10, "[2,3]"), of(300, 90, "[8,8]")];
    let profile = region(&all, RegionKind::Op, "aten::mul").unwrap();
    assert_eq!((profile.instances.len(), profile.left_out.len()), (1, 3));
    assert_eq!(profile.bytes_moved, Figure::Known(3.0 * 256.0));
    assert_eq!(profile.bytes_min, Figure::Known(2.0 * 256.0));
}

#[test]
fn of_recursive_instances_the_outermost_is_measured() {
    let profile = norm(&lines(&[
        "cpu norm 0 100 user_annotation",
        "cpu norm 10 50 user_annotation",
        "cpu aten::mul 20 30 cpu_op",
    ]));
    assert_eq!((profile.instances.len(), profile.instances[0].host_ns), (1, 100));
    assert_eq!(profile.nodes.len(), 3);
}

#[test]
fn on_a_cpu_the_ops_that_do_the_work_are_the_items() {
    let profile = norm(&lines(&[
        "cpu norm 0 1000 user_annotation",
        // A wrapper: its callee takes nearly all.
        "cpu aten::to 10 200 cpu_op",
        "cpu aten::_to_copy 15 190 cpu_op",
        "cpu aten::empty_strided 20 10 cpu_op",
        "cpu aten::copy_ 40 160 cpu_op",
        // It works itself, and calls little.
        "cpu aten::pow 300 200 cpu_op",
        "cpu aten::result_type 310 20 cpu_op",
        // These never compute.
        "cpu aten::view 600 50 cpu_op",
        "cpu aten::to 700 50 cpu_op",
    ]));
    let names: Vec<&str> = profile.items.iter().map(|item| &*item.name).collect();
    assert_eq!(names, ["aten::copy_", "aten::pow"]);
    let instance = &profile.instances[0];
    assert_eq!((instance.busy_ns, instance.span_ns, instance.starved_ns), (360, 460, 0));
    assert!(profile.items.iter().all(|item| item.kind == ItemKind::Op));
}

#[test]
fn which_ops_are_items_does_not_hang_on_one_run() {
    // In the second run alone the callee takes more than half.
    let all = lines(&[
        "cpu norm 0 1000 user_annotation",
        "cpu aten::sum 10 500 cpu_op",
        "cpu aten::fill_ 20 50 cpu_op",
        "cpu norm 2000 1000 user_annotation",
        "cpu aten::sum 2010 100 cpu_op",
        "cpu aten::fill_ 2020 80 cpu_op",
    ]);
    let profile = norm(&all);
    assert_eq!(profile.instances.len(), 2);
    assert_eq!(profile.items.iter().map(|item| &*item.name).collect::<Vec<_>>(), ["aten::sum"]);
}

#[test]
fn compiled_code_is_the_kernel_in_its_wrappers_or_the_innermost_wrapper() {
    let wrappers = [
        "cpu norm 0 1000 user_annotation",
        "cpu TorchDynamo~Cache~Lookup 10 30 cpu_op",
        "cpu Torch-Compiled~Region:~0/0 100 800 cpu_op",
        "cpu AOTDispatcher~Runtime~Wrapper~Prologue 110 20 cpu_op",
        "cpu ##~Call~CompiledFxGraph~f7~## 200 600 user_annotation",
    ];
    let mut with_kernel = lines(&wrappers);
    with_kernel.push("cpu graph_0_cpp_fused_mul_0 250 500 cpu_op".to_owned());
    let profile = norm(&with_kernel);
    assert_eq!(profile.items.iter().map(|item| &*item.name).collect::<Vec<_>>(), ["graph_0_cpp_fused_mul_0"]);
    assert_eq!(profile.instances[0].guard_ns, 50);
    assert_eq!(profile.nodes.iter().filter(|node| node.level == Level::Compiled).count(), 4);
    let profile = norm(&lines(&wrappers));
    assert_eq!(
        profile.items.iter().map(|item| &*item.name).collect::<Vec<_>>(),
        ["## Call CompiledFxGraph f7 ##"]
    );
}

#[test]
fn without_op_categories_the_leaves_are_the_items() {
    let all =
        lines(&["cpu step 0 100 -", "cpu fusion.1 10 20 -", "cpu call 40 40 -", "cpu fusion.2 50 20 -"]);
    let profile = region(&all, RegionKind::Op, "step").unwrap();
    assert_eq!(profile.items.iter().map(|item| &*item.name).collect::<Vec<_>>(), ["fusion.1", "fusion.2"]);
}

#[test]
fn ops_on_xla_threads_are_items_of_the_call_that_ran_them() {
    let all = lines(&[
        "python rmsnorm 0 1000 -",
        "python PjitFunction(rmsnorm) 10 100 -",
        "python ParseArguments 20 10 -",
        r#"xla ynn_fusion 150 300 - - "hlo_op":"ynn_fusion","hlo_module":"jit_rmsnorm""#,
        "xla Await 400 50 -",
        "xla end:~ynn_fusion 450 10 -",
        r#"xla add_fusion 500 100 - - "hlo_op":"add_fusion""#,
    ]);
    let profile = region(&all, RegionKind::Annotation, "rmsnorm").unwrap();
    let items: Vec<_> = profile.items.iter().map(|item| (&*item.name, item.node, item.kind)).collect();
    assert_eq!(items, [("ynn_fusion", 1, ItemKind::Op), ("add_fusion", 1, ItemKind::Op)]);
    assert_eq!((profile.instances[0].busy_ns, profile.instances[0].span_ns), (400, 450));
    assert!(!profile.recording.has_device);
}

#[test]
fn any_slice_can_be_the_region_by_hand() {
    let text = run(0, 1, 1_000);
    let trace = trace(&text.iter().map(String::as_str).collect::<Vec<_>>());
    let attribution = Attribution::new(&trace);
    let like = |name| profile(&trace, &attribution, &RegionChoice::Like(slice(&trace, name)));
    assert_eq!(like("mul_kernel").unwrap().region.name, "aten::mul");
    // Two launches of other kernels did other things.
    let launches = like("cudaLaunchKernel").unwrap();
    assert_eq!((launches.instances.len(), launches.left_out.len()), (1, 1));
}

#[test]
fn a_region_that_is_not_there_has_no_profile() {
    assert_eq!(region(&run(0, 1, 1_000), RegionKind::Module, "norm"), None);
    assert_eq!(region(&[], RegionKind::Op, "aten::mul"), None);
}
