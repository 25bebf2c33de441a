//! Which level of the lowering a slice stands on, by its category and name.
//!
//! Two schemas of one profiler (`cpu_op` and, older, `Operator`), both GPU
//! runtimes, and traces without categories. What writers show twice, such as
//! annotations mirrored on the device, is known as such.

use super::part::PartOf;
use super::profile::{Level, RegionKey, RegionKind};
use super::xla::{self, Line};
use crate::analysis::family::{is_device_category, is_op_category, is_structure_name};
use crate::trace::{SliceFlags, SliceId, StringId, Trace, TrackKind};
use std::borrow::Cow;

const MODULE: &str = "nn.Module: ";
const GRAPH_CALL: &str = "## Call CompiledFxGraph";

/// Levels of all slices of a trace.
#[derive(Debug)]
pub struct Levels {
    of_slice: Vec<Level>,
    /// Category ids of annotations that the device repeats.
    mirror: Vec<StringId>,
    /// Whether any slice has a category for ops. Without, every slice that
    /// says nothing of itself counts as an op.
    pub with_op_categories: bool,
    /// Whether Python functions were recorded.
    pub with_frames: bool,
    /// Whether functions that XLA compiled were called.
    pub with_calls: bool,
}

impl Levels {
    pub fn new(trace: &Trace) -> Self {
        let whole = PartOf::read(trace).unwrap_or_default();
        let slices = &trace.slices;
        let categories: Vec<StringId> = distinct(&slices.cat, trace.strings.len());
        let text = |id: &StringId| trace.strings.get(*id);
        let with_op_categories = whole.op_categories || categories.iter().any(|id| is_op_category(text(id)));
        let mirror = categories.iter().copied().filter(|id| is_mirror_category(text(id))).collect();
        // Most names come with one category: remember the last answer by name.
        let mut known: Vec<Option<(StringId, Level)>> = vec![None; trace.strings.len()];
        let mut of_slice = Vec::with_capacity(slices.len());
        let mut with_frames = whole.stacks;
        for (name, cat) in slices.name.iter().zip(&slices.cat) {
            let answer = || level(text(cat), text(name), with_op_categories);
            let level = match known.get_mut(name.index()) {
                Some(Some((known_cat, level))) if known_cat == cat => *level,
                Some(slot) => slot.insert((*cat, answer())).1,
                None => answer(),
            };
            with_frames |= level == Level::Frame && (is_frame_category(text(cat)) || is_python(text(name)));
            of_slice.push(level);
        }
        let is_call = |name: &StringId| trace.name(*name).starts_with(xla::CALL);
        let with_calls = !with_op_categories && (whole.calls || slices.name.iter().any(is_call));
        if !with_op_categories {
            set_levels_of_xla(trace, with_calls, &mut of_slice);
        }
        for track in trace.tracks.iter().filter(|track| track.kind != TrackKind::Thread) {
            // What is not a call on a thread is no part of a call tree.
            for slice in track.slices.clone() {
                if of_slice[slice as usize] == Level::Op {
                    of_slice[slice as usize] = Level::Frame;
                }
            }
        }
        Self { of_slice, mirror, with_op_categories, with_frames, with_calls }
    }

    pub fn of(&self, slice: SliceId) -> Level {
        self.of_slice.get(slice.index()).copied().unwrap_or(Level::Frame)
    }

    /// Calls that turned out to lead to device work are launches, whatever
    /// their name.
    pub(super) fn set_launch(&mut self, slice: SliceId) {
        if let Some(level @ Level::Runtime) = self.of_slice.get_mut(slice.index()) {
            *level = Level::Launch;
        }
    }

    /// Whether a slice is an annotation's copy on the device.
    pub fn is_mirror(&self, trace: &Trace, slice: SliceId) -> bool {
        self.mirror.contains(&trace.slices.cat[slice.index()])
    }

    /// How a person would name the region that a slice is an instance of.
    pub fn key_of(&self, trace: &Trace, slice: SliceId) -> RegionKey {
        key(self.of(slice), trace.slice_name(slice))
    }
}

/// XLA writes no categories: the line says what stands on a device, and what
/// the runtime does within a call of a compiled function is no op.
fn set_levels_of_xla(trace: &Trace, with_calls: bool, of_slice: &mut [Level]) {
    for track in &trace.tracks {
        let Some(line) = xla::line(trace, track) else { continue };
        let level = match line {
            Line::Work => Level::Device,
            Line::Modules => Level::Compiled,
            Line::Scopes => Level::Annotation,
            Line::Other => Level::Frame,
        };
        of_slice[track.slices.start as usize..track.slices.end as usize].fill(level);
    }
    if !with_calls {
        return;
    }
    let mut in_call = vec![false; of_slice.len()];
    for slice in (0..trace.slices.len() as u32).map(SliceId) {
        let name = trace.slice_name(slice);
        let is_call = name.starts_with(xla::CALL);
        let parent = trace.slices.parent[slice.index()];
        let inside = parent != SliceId::NONE && in_call[parent.index()];
        in_call[slice.index()] = is_call || inside;
        // Each call stands there twice, once in itself.
        let again = inside && trace.slices.name[slice.index()] == trace.slices.name[parent.index()];
        let is_own = inside && (!is_call || again) || xla::is_runtime(name);
        if is_own && of_slice[slice.index()] == Level::Op {
            of_slice[slice.index()] = Level::Runtime;
        }
        // What somebody put around calls is an annotation.
        let mut around = if is_call && !inside { parent } else { SliceId::NONE };
        while around != SliceId::NONE && of_slice[around.index()] != Level::Annotation {
            if of_slice[around.index()] == Level::Op {
                of_slice[around.index()] = Level::Annotation;
            }
            around = trace.slices.parent[around.index()];
        }
    }
}

/// The texts that a column uses, each once.
fn distinct(column: &[StringId], strings: usize) -> Vec<StringId> {
    let mut seen = vec![false; strings];
    let mut found = Vec::new();
    for id in column {
        if let Some(seen) = seen.get_mut(id.index())
            && !std::mem::replace(seen, true)
        {
            found.push(*id);
        }
    }
    found
}

/// The level of a slice. `with_op_categories` says whether ops have a
/// category in this trace.
pub fn level(category: &str, name: &str, with_op_categories: bool) -> Level {
    let category = category.split(',').next().unwrap_or_default().trim();
    let lower = category.to_ascii_lowercase();
    if is_device_category(&lower) || lower == "concurrent_kernel" {
        return Level::Device;
    }
    if is_mirror_category(&lower) {
        return Level::Annotation;
    }
    if is_frame_category(&lower) {
        return if name.starts_with(MODULE) { Level::Module } else { Level::Frame };
    }
    if lower.ends_with("_runtime") || lower.ends_with("_driver") || lower == "runtime" {
        return if is_launch(name) { Level::Launch } else { Level::Runtime };
    }
    if ["overhead", "trace", "cuda_sync", "cuda_event", "xpu_sync"].contains(&lower.as_str()) {
        return Level::Runtime;
    }
    if is_structure_name(name) && !name.starts_with(MODULE) {
        return Level::Step;
    }
    let is_op = lower == "cpu_op" || lower == "operator";
    if is_compiled(name) && (is_op || lower == "user_annotation" || lower.is_empty()) {
        return Level::Compiled;
    }
    if lower == "user_annotation" {
        return Level::Annotation;
    }
    if name.starts_with(MODULE) {
        return Level::Module;
    }
    if is_op {
        return if is_marked(name) { Level::Annotation } else { Level::Op };
    }
    if is_frame_name(name) {
        return Level::Frame;
    }
    match (is_launch(name), with_op_categories) {
        (true, _) => Level::Launch,
        (false, true) => Level::Frame,
        (false, false) => Level::Op,
    }
}

fn is_mirror_category(category: &str) -> bool {
    category.eq_ignore_ascii_case("gpu_user_annotation")
}

fn is_frame_category(category: &str) -> bool {
    ["python_function", "python function", "python"].iter().any(|known| category.eq_ignore_ascii_case(known))
}

/// Python functions as JAX writes them: `$main.py:12 step`, `$builtins len`.
fn is_python(name: &str) -> bool {
    name.starts_with('$')
}

/// `$main.py:12 step`, `main.py(12): step`, `<built-in method pow …>`.
fn is_frame_name(name: &str) -> bool {
    is_python(name) || name.starts_with("<built-in ") || name.contains(".py(") || name.contains(".py:")
}

/// Marks that older profilers wrote as ops.
fn is_marked(name: &str) -> bool {
    name.starts_with("## ") || name.starts_with("Optimizer.") || name.starts_with("enumerate(DataLoader)")
}

/// Wrappers around compiled code: they lead to the work and are not the work.
fn is_compiled(name: &str) -> bool {
    const WRAPPERS: &[&str] = &[
        "Torch-Compiled Region",
        "TorchDynamo ",
        "Pregraph bytecode",
        "AOTDispatcher ",
        GRAPH_CALL,
        "## inductor_kernel:",
        "CompiledFxGraph",
        "CompiledFunction",
        "backend_compile",
    ];
    WRAPPERS.iter().any(|known| name.starts_with(known)) || name.ends_with(" (dynamo_timed)")
}

/// Guards and prologues: what compiled code costs before it runs.
pub fn is_guard(name: &str) -> bool {
    ["TorchDynamo Cache Lookup", "Pregraph bytecode", "AOTDispatcher "]
        .iter()
        .any(|known| name.starts_with(known))
}

/// The call of a compiled graph.
pub fn is_graph_call(name: &str) -> bool {
    name.starts_with(GRAPH_CALL) || name.starts_with("CompiledFxGraph")
}

/// Calls that put work on a device: kernels, graphs, copies, fills.
pub fn is_launch(name: &str) -> bool {
    let Some(rest) = ["cuda", "cu", "hip"].iter().find_map(|prefix| name.strip_prefix(prefix)) else {
        return name.starts_with("nrt_execute");
    };
    ["Launch", "ModuleLaunch", "ExtLaunch", "ExtModuleLaunch", "GraphLaunch", "Memcpy", "Memset"]
        .iter()
        .any(|call| rest.starts_with(call))
        && !rest.starts_with("LaunchHostFunc")
}

/// Calls that replay a graph of work.
pub fn is_graph_launch(name: &str) -> bool {
    ["cudaGraphLaunch", "cuGraphLaunch", "hipGraphLaunch"].iter().any(|call| name.starts_with(call))
}

/// Calls that wait for a device.
pub fn is_sync(name: &str) -> bool {
    const WAITS: &[&str] =
        &["DeviceSynchronize", "StreamSynchronize", "EventSynchronize", "CtxSynchronize", "StreamWaitEvent"];
    ["cuda", "cu", "hip"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .is_some_and(|rest| WAITS.iter().any(|wait| rest.starts_with(wait)))
}

/// The key of a region by the level and name of one of its instances.
pub fn key(level: Level, name: &str) -> RegionKey {
    let kind = match level {
        Level::Step | Level::Annotation => RegionKind::Annotation,
        Level::Module => RegionKind::Module,
        Level::Compiled => RegionKind::Compiled,
        Level::Op => RegionKind::Op,
        _ => RegionKind::Frame,
    };
    RegionKey { kind, name: canonical_name(level, name).into_owned() }
}

/// A name without what differs from instance to instance: running numbers,
/// addresses, hashes.
pub fn canonical_name(level: Level, name: &str) -> Cow<'_, str> {
    match level {
        Level::Module => Cow::Borrowed(without_count(name.strip_prefix(MODULE).unwrap_or(name), '_')),
        Level::Step => Cow::Borrowed(
            name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['#', '_', ' ', '.', '-']),
        ),
        Level::Annotation => Cow::Borrowed(without_count(name, '#')),
        // A module of XLA with its fingerprint.
        Level::Compiled if name.starts_with("jit_") => Cow::Borrowed(name.split('(').next().unwrap_or(name)),
        Level::Compiled if name.starts_with(GRAPH_CALL) => Cow::Borrowed("## Call CompiledFxGraph ##"),
        Level::Frame => without_address(name),
        _ => Cow::Borrowed(name),
    }
}

fn without_count(name: &str, mark: char) -> &str {
    match name.rsplit_once(mark) {
        Some((stem, count))
            if !stem.is_empty() && !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()) =>
        {
            stem
        }
        _ => name,
    }
}

/// `<built-in method pow of Tensor object at 0x7f…>` without the address.
fn without_address(name: &str) -> Cow<'_, str> {
    let Some(at) = name.find(" at 0x") else { return Cow::Borrowed(name) };
    let digits = name[at + 6..].bytes().take_while(u8::is_ascii_hexdigit).count();
    Cow::Owned(format!("{}{}", &name[..at], &name[at + 6 + digits..]))
}

/// Whether begin and end of a slice were recorded.
pub fn is_whole(trace: &Trace, slice: SliceId) -> bool {
    let flags = trace.slices.flags[slice.index()];
    !flags.has(SliceFlags::UNCLOSED | SliceFlags::DUR_INVALID | SliceFlags::NO_BEGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_schemas_and_both_runtimes_have_the_same_levels() {
        for (category, name, expected) in [
            ("cpu_op", "aten::mul", Level::Op),
            ("Operator", "aten::mul", Level::Op),
            ("Operator", "ProfilerStep#5", Level::Step),
            ("user_annotation", "ProfilerStep#5", Level::Step),
            ("user_annotation", "rmsnorm", Level::Annotation),
            ("gpu_user_annotation", "rmsnorm", Level::Annotation),
            ("python_function", "nn.Module: Norm_3", Level::Module),
            ("python_function", "<built-in method pow of Tensor object at 0x7f>", Level::Frame),
            ("cuda_runtime", "cudaLaunchKernelExC", Level::Launch),
            ("Runtime", "cudaLaunchKernel", Level::Launch),
            ("cuda_driver", "cuLaunchKernelEx", Level::Launch),
            ("cuda_runtime", "hipExtModuleLaunchKernel", Level::Launch),
            ("cuda_runtime", "hipGraphLaunch", Level::Launch),
            ("cuda_runtime", "cudaMemcpyAsync", Level::Launch),
            ("cuda_runtime", "cudaStreamSynchronize", Level::Runtime),
            ("cuda_runtime", "cudaFuncGetAttributes", Level::Runtime),
            ("privateuse1_runtime", "nrt_load", Level::Runtime),
            ("kernel", "triton_red_fused_mul_0", Level::Device),
            ("Kernel", "void k()", Level::Device),
            ("Memcpy", "Memcpy DtoH", Level::Device),
            ("gpu_memset", "Memset (Device)", Level::Device),
            ("cuda_sync", "Stream Wait Event", Level::Runtime),
            ("cpu_op", "Torch-Compiled Region: 0/0", Level::Compiled),
            ("cpu_op", "TorchDynamo Cache Lookup", Level::Compiled),
            ("user_annotation", "## Call CompiledFxGraph fab ##", Level::Compiled),
            ("cpu_op", "graph_0_cpp_fused_mul_0", Level::Op),
            ("cpu_op", "triton_poi_fused_mul_0", Level::Op),
        ] {
            assert_eq!(level(category, name, true), expected, "{category} {name}");
        }
    }

    #[test]
    fn a_slice_that_says_nothing_is_an_op_only_where_ops_have_no_category() {
        assert_eq!(level("", "fusion.12", false), Level::Op);
        assert_eq!(level("Node", "Mul_kernel_time", false), Level::Op);
        assert_eq!(level("", "$main.py:3 step", false), Level::Frame);
        assert_eq!(level("", "something", true), Level::Frame);
    }

    #[test]
    fn keys_have_no_running_numbers() {
        let key = |level, name| super::key(level, name).name;
        assert_eq!(key(Level::Module, "nn.Module: Qwen2RMSNorm_48"), "Qwen2RMSNorm");
        assert_eq!(key(Level::Step, "ProfilerStep#12"), "ProfilerStep");
        assert_eq!(key(Level::Annotation, "layer_3"), "layer_3");
        assert_eq!(key(Level::Annotation, "norm#3"), "norm");
        assert_eq!(key(Level::Compiled, "## Call CompiledFxGraph fab2 ##"), "## Call CompiledFxGraph ##");
        assert_eq!(
            key(Level::Frame, "<built-in method pow of Tensor object at 0x7f3a>"),
            "<built-in method pow of Tensor object>"
        );
    }

    #[test]
    fn waiting_is_no_launch() {
        assert!(is_sync("hipStreamSynchronize") && is_sync("cudaDeviceSynchronize"));
        assert!(!is_launch("cudaEventSynchronize") && !is_sync("cudaLaunchKernel"));
        assert!(is_graph_launch("cudaGraphLaunch") && !is_graph_launch("cudaLaunchKernel"));
    }
}
