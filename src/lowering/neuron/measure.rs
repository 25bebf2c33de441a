//! The profile of one path, measured in a Neuron device profile.

use super::device_profile;
use super::items::{Items, collect};
use super::lanes::lanes;
use super::opcodes::Opcodes;
use super::part::{NeuronPart, Setting};
use super::region::{chosen, subgraph};
use crate::lowering::comparison::RegionChoice;
use crate::lowering::profile::{
    Figure, Instance, KernelShape, Level, Node, PathProfile, Reason, Recording, RegionKind, Tensor,
};
use crate::neuron::NeuronProfile;
use crate::neuron::analysis::device::Device;
use crate::neuron::analysis::figure::{Figure as Own, Why};
use crate::neuron::analysis::file_warning::WarningKind;
use crate::neuron::analysis::key_figures::{Figures, figures};
use crate::neuron::analysis::measures::Measures;
use crate::neuron::analysis::scope::Scope;
use crate::neuron::analysis::tally::Tally;
use crate::trace::{SliceId, StringId, Trace};
use std::sync::Arc;

/// Measures a region of a device profile; `None` where the trace is none, or
/// lacks the region.
pub fn profile(trace: &Trace, choice: &RegionChoice) -> Option<PathProfile> {
    let neuron = device_profile(trace)?;
    let (region, scope) = chosen(trace, neuron, choice)?;
    let tally = Tally::new(&scope);
    let device = Device::new(neuron);
    let figures = figures(&Measures { scope: &scope, tally: &tally, device });
    let is_layer = region.kind == RegionKind::Layer;
    // The run may begin before its first row; the file says how long it was.
    let length = scope.total_ticks().max(scope.span.len());
    let origin = scope.span.end.saturating_sub(length);
    let opcodes = Opcodes::new(&scope, scope.instructions());
    let items = collect(&scope, &tally, &opcodes, origin);
    let total_ns = trace.unit.ns_from_ticks(scope.total_ticks());
    let recording = recording(neuron);
    let nodes = nodes(&scope, &region.name, &opcodes, &items, total_ns);
    let hbm = hbm(&scope, &figures);
    let (inputs, outputs) = (tensors(trace, neuron, "IN"), tensors(trace, neuron, "OUT"));
    let part = part(&scope, &tally, &figures, &opcodes, &items, Run { origin, length, total_ns, is_layer });
    let unknown = Figure::Unknown(Reason::NoHost);
    let root = nodes.first().map_or(SliceId::NONE, |root| root.slice);
    Some(PathProfile {
        region,
        instances: vec![Instance {
            root,
            start: origin,
            host_ns: total_ns,
            busy_ns: trace.unit.ns_from_ticks(tally.compute.or(&tally.dma).ticks()),
            span_ns: total_ns,
            starved_ns: 0,
            launch_ns: 0,
            guard_ns: 0,
            python_ns: None,
            queue_ns: None,
            engines_ns: part.tells_instructions.then_some(part.engines_ns),
        }],
        left_out: Vec::new(),
        unlike: 0,
        median_instance: 0,
        nodes,
        items: items.items,
        inputs,
        outputs,
        bytes_moved: sum(hbm.0, hbm.1),
        bytes_min: if is_layer { Figure::Unknown(Reason::WholeOnly) } else { figure(figures.least_traffic) },
        temporaries: unknown,
        flops: figure(figures.hardware_flops),
        kernel_shape: KernelShape {
            occupancy: unknown,
            warps_per_sm: unknown,
            blocks: unknown,
            threads_per_block: unknown,
        },
        orphans: Default::default(),
        recording,
        neuron: Some(Box::new(part)),
        neffs: None,
    })
}

/// When the run was, in ticks, and what of it is measured.
struct Run {
    origin: i64,
    length: i64,
    total_ns: i64,
    is_layer: bool,
}

fn part(
    scope: &Scope<'_>,
    tally: &Tally,
    figures: &Figures,
    opcodes: &Opcodes,
    items: &Items,
    run: Run,
) -> NeuronPart {
    let (trace, neuron) = (scope.trace, scope.profile);
    let ns = |ticks: i64| trace.unit.ns_from_ticks(ticks);
    let own = scope.instructions();
    let has_names =
        own.into_iter().any(|(row, _)| row.hlo_name != StringId::NONE || row.layer != StringId::NONE);
    let says_place =
        |route: &crate::neuron::DmaRoute| route.source != StringId::NONE || route.dest != StringId::NONE;
    let throttled = if neuron.throttles.is_empty() {
        Figure::Unknown(Reason::NotInFile)
    } else {
        Figure::Known(ns(tally.throttled.ticks()) as f64)
    };
    NeuronPart {
        subgraph: subgraph(trace, neuron).to_owned(),
        is_layer: run.is_layer,
        opcodes: opcodes.all.clone(),
        ops: (1..=opcodes.working() as u32).collect(),
        workers: items.workers.clone(),
        lanes: lanes(scope, tally, items, run.origin, run.length),
        dma_hue: 0,
        total_ns: run.total_ns,
        tells_instructions: !neuron.instructions.is_empty(),
        tells_dma: !neuron.dma.is_empty(),
        is_cut_off: trace.health.cut.is_some(),
        times_disagree: scope.times_disagree().map(|(rows, told)| (rounded_ns(rows), rounded_ns(told))),
        engines_ns: ns(tally.compute.ticks()),
        dma_ns: ns(tally.dma.ticks()),
        dma_alone_ns: ns(tally.dma.without(&tally.compute).ticks()),
        throttled_ns: throttled,
        hbm_read: hbm(scope, figures).0,
        hbm_written: hbm(scope, figures).1,
        spilled: sum(figure(figures.spill_saved), figure(figures.spill_reloaded)),
        packets: tally.packets_of(|_| true).count,
        instructions: tally.instructions,
        peak_flops: figure(figures.peak_flops),
        model_flops: figure(figures.model_flops),
        useful_flops: figure(figures.useful_flops),
        transpose_flops: figure(figures.transpose_flops),
        hardware_flops: figure(figures.hardware_flops),
        mfu: figure(figures.mfu),
        hfu: figure(figures.hfu),
        mbu: figure(figures.mbu),
        setting: setting(neuron),
        has_names,
        dma_unknown: !neuron.dma.is_empty() && !neuron.routes.iter().any(says_place),
        dma_warned: neuron.warnings.iter().any(|(_, text)| WarningKind::of(text) == WarningKind::DynamicDma),
    }
}

fn rounded_ns(seconds: f64) -> i64 {
    (seconds * 1e9).round() as i64
}

/// The root and one node for each opcode that does work.
fn nodes(scope: &Scope<'_>, name: &str, opcodes: &Opcodes, items: &Items, total_ns: i64) -> Vec<Node> {
    let node = |level, name: &str, parent: Option<u32>, median_ns, start_ns, slice| Node {
        level,
        name: name.into(),
        parent,
        depth: u32::from(parent.is_some()),
        inputs: Arc::from([]),
        median_ns,
        self_ns: median_ns,
        start_ns,
        slice,
    };
    let first = scope.instructions().filter(|(row, part)| part.is_some() && row.slice != SliceId::NONE);
    let first = first.map(|(row, part)| (part.map(|part| part.inside.start), row.slice)).min();
    let first = first
        .map_or_else(|| items.items.first().map_or(SliceId::NONE, |item| item.slice), |(_, slice)| slice);
    let mut nodes = vec![node(Level::Neff, name, None, total_ns, 0, first)];
    for (at, opcode) in (1u32..).zip(opcodes.all.iter().take(opcodes.working())) {
        let own = || items.items.iter().filter(|item| item.node == at);
        let sum = own().map(|item| item.median_ns).sum();
        let start = own().map(|item| item.start_ns).min().unwrap_or(0);
        let longest = own().max_by_key(|item| item.median_ns).map_or(SliceId::NONE, |item| item.slice);
        nodes.push(node(Level::Instruction, &opcode.name, Some(0), sum, start, longest));
    }
    nodes
}

/// Bytes read from HBM and written to it: of the whole profile what the file's
/// summary says, else what instructions count.
fn hbm(scope: &Scope<'_>, figures: &Figures) -> (Figure, Figure) {
    let best = |key: &str, own| {
        let told = scope.profile.summary.number(key).filter(|_| scope.is_all());
        told.map_or_else(|| figure(own), Figure::Known)
    };
    (best("hbm_read_bytes", figures.hbm_read), best("hbm_write_bytes", figures.hbm_written))
}

/// A figure of the analysis as one of a path.
pub fn figure(own: Own) -> Figure {
    match own {
        Own::Known(value) => Figure::Known(value),
        Own::Unknown(why) => Figure::Unknown(match why {
            Why::NotInFile | Why::NoVariable => Reason::NotInFile,
            Why::Missing => Reason::ToolCouldNotTell,
            Why::WholeOnly | Why::NotSelected => Reason::WholeOnly,
            Why::NoElements => Reason::NoElements,
            Why::NoPeak => Reason::NoPeak,
            Why::NoHloStats => Reason::NoHloStats,
            Why::NoBytes => Reason::NoByteCounts,
            Why::NoInstructions => Reason::NoInstructions,
            Why::NoDma => Reason::NoDma,
            Why::NothingThere => Reason::NothingThere,
        }),
    }
}

fn sum(a: Figure, b: Figure) -> Figure {
    match (a, b) {
        (Figure::Known(a), Figure::Known(b)) => Figure::Known(a + b),
        (Figure::Unknown(why), _) | (_, Figure::Unknown(why)) => Figure::Unknown(why),
    }
}

fn recording(neuron: &NeuronProfile) -> Recording {
    Recording {
        has_device: true,
        with_shapes: true,
        device: device_name(neuron),
        peak_bytes_per_s: Device::new(neuron).bandwidth.known(),
        ..Recording::default()
    }
}

/// Chip and number of cores; empty where the file does not say.
fn device_name(neuron: &NeuronProfile) -> String {
    match (chip(neuron), number(neuron, "num_physical_cores")) {
        ("", _) => String::new(),
        (chip, Some(cores)) => format!("{chip}, LNC {cores}"),
        (chip, None) => chip.to_owned(),
    }
}

/// By the clock of its cores, which differs from one to the next; `Neuron` for
/// one that is not known here, empty where the file does not say.
fn chip(neuron: &NeuronProfile) -> &'static str {
    match number(neuron, "pe_clock_others") {
        Some(ghz) if (ghz - 1.2).abs() < 0.01 => "Trainium2",
        Some(ghz) if (ghz - 1.4).abs() < 0.01 => "Trainium1/Inferentia2",
        Some(ghz) if (ghz - 1.0).abs() < 0.01 => "Inferentia1",
        Some(_) => "Neuron",
        None => "",
    }
}

fn number(neuron: &NeuronProfile, key: &str) -> Option<f64> {
    neuron.metadata_value(key)?.parse::<f64>().ok().filter(|value| value.is_finite())
}

fn setting(neuron: &NeuronProfile) -> Setting {
    Setting {
        chip: chip(neuron).to_owned(),
        cores: number(neuron, "num_physical_cores"),
        core: neuron.cores.iter().find_map(|core| core.nc).or_else(|| neuron.models.first()?.nc),
        tensor_ghz: number(neuron, "pe_clock_freq"),
        other_ghz: number(neuron, "pe_clock_others"),
        data_version: neuron.metadata_value("data_version").unwrap_or_default().to_owned(),
    }
}

/// Tensors of the NEFF of one role, the largest first; `None` where the file
/// names none, or one without a shape.
fn tensors(trace: &Trace, neuron: &NeuronProfile, role: &str) -> Option<Vec<Tensor>> {
    let mut found: Vec<(&str, Tensor)> = Vec::new();
    for node in
        neuron.nodes.iter().filter(|node| node.role != StringId::NONE && trace.name(node.role) == role)
    {
        let dims = dims(trace.name(node.shape))?;
        let name = trace.name(node.name);
        // A tensor can be listed for each subgraph.
        if !found.iter().any(|(known, tensor)| *known == name && tensor.dims == dims) {
            let dtype = dtype(&dims, node.bytes);
            found.push((name, Tensor { dims, dtype, bytes: node.bytes }));
        }
    }
    found.sort_by(|a, b| (b.1.bytes, &b.1.dims, a.0).cmp(&(a.1.bytes, &a.1.dims, b.0)));
    (!found.is_empty()).then(|| found.into_iter().map(|(_, tensor)| tensor).collect())
}

/// `[128 512]` or `[128, 512]`.
fn dims(text: &str) -> Option<Vec<u64>> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let parts = inside.split([' ', ',']).filter(|part| !part.is_empty());
    let dims: Vec<u64> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    (!dims.is_empty()).then_some(dims)
}

/// The file does not say the type, only how much the tensor takes: `4 B` each.
fn dtype(dims: &[u64], bytes: Option<u64>) -> String {
    let elements = dims.iter().try_fold(1u64, |all, dim| all.checked_mul(*dim)).filter(|all| *all > 0);
    match (bytes, elements) {
        (Some(bytes), Some(elements)) if bytes % elements == 0 => format!("{} B", bytes / elements),
        _ => String::new(),
    }
}
