//! A profile, or a part of it, at a glance: engines, memory, FLOPs, the
//! file's metrics with our own beside them, its warnings.

use super::device::Device;
use super::figure::{Figure, Unit, Why};
use super::measures::{Measures, OWN_KEYS};
use super::scope::Scope;
use super::table::{Cell, CellRow, TableKind, columns, table};
use super::tally::{EngineTally, Tally};
use crate::analysis::locate::locate_slice;
use crate::engine::protocol::Located;
use crate::neuron::{Engine, MetricValue, NeuronProfile};
use crate::trace::Interval;
use serde::{Deserialize, Serialize};

/// Share by which two figures may differ: files cut times to whole ticks.
const TOLERANCE: f64 = 0.01;
/// Queues and variables that are listed.
const MOST_PARTS: usize = 8;

/// Everything at a glance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileSummary {
    /// Ticks.
    pub span: Interval,
    /// Ticks of which shares are taken; see [`Scope::total_ticks`].
    pub total: i64,
    /// Nothing is left out of what was read.
    pub is_whole: bool,
    /// The file broke off: what came is less than the profile.
    pub is_cut_off: bool,
    /// Names of the tracks, where they are not all.
    pub tracks: Vec<String>,
    /// Engines that ran something, but not on these tracks, or not all of it.
    pub left_out: Vec<Engine>,
    pub engines: Vec<EngineRow>,
    pub dma: DmaRow,
    pub figures: Figures,
    /// By bytes; the greatest only.
    pub queues: Vec<Part>,
    pub variables: Vec<Part>,
    pub groups: Vec<Group>,
    pub warnings: Vec<Warning>,
}

impl ProfileSummary {
    /// It is of all that the file's own figures are of.
    pub fn is_all(&self) -> bool {
        self.is_whole && !self.is_cut_off
    }

    /// A part of the time, 0 to 1.
    pub fn share(&self, ticks: i64) -> f64 {
        ticks as f64 / self.total.max(1) as f64
    }
}

/// How an engine spent its time. The four parts add up to the total.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineRow {
    pub engine: Engine,
    /// `None` for all cores together.
    pub core: Option<u8>,
    pub instructions: u64,
    /// Ticks of work.
    pub active: i64,
    /// Ticks of `EVENT_SEMAPHORE` rows, and of waits before an instruction,
    /// in which nothing else ran on it.
    pub semaphore: i64,
    pub before: i64,
    pub idle: i64,
    /// Ticks of work added up; overlaps count more than once.
    pub sum: i64,
    pub longest: Option<Located>,
}

/// What DMA did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct DmaRow {
    pub packets: u64,
    pub transfers: u64,
    /// Of packets, or of transfers where there are none.
    pub bytes: u64,
    /// Ticks with anything in flight, and of them those without any engine at
    /// work, where all engines are in the scope and the file did not break off.
    pub active: i64,
    pub alone: Option<i64>,
}

/// The figures that matter. Rates are a second; shares from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    pub total_s: Figure,
    pub active_share: Figure,
    pub dma_share: Figure,
    pub hbm_read: Figure,
    pub hbm_written: Figure,
    pub spill_saved: Figure,
    pub spill_reloaded: Figure,
    /// Inputs, outputs and weights, each once.
    pub least_traffic: Figure,
    pub model_flops: Figure,
    pub useful_flops: Figure,
    pub transpose_flops: Figure,
    pub hardware_flops: Figure,
    pub mfu: Figure,
    pub hfu: Figure,
    pub mbu: Figure,
    /// Useful FLOPs of each byte of HBM traffic, and the ratio of the peaks.
    pub intensity: Figure,
    pub ridge: Figure,
    /// The ratio of the peaks of one core, which files tell.
    pub core_ridge: Figure,
    pub useful_rate: Figure,
    pub peak_flops: Figure,
    pub peak_bandwidth: Figure,
    pub throttled_share: Figure,
}

/// A queue or a variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Empty when the file does not say.
    pub name: String,
    pub bytes: u64,
    pub packets: u64,
    /// Ticks with any of it in flight.
    pub active: i64,
    pub longest: Option<Located>,
}

/// Metrics that the file puts together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// As in the file, such as `data_movement`; empty for those in no group.
    pub key: String,
    pub metrics: Vec<MetricRow>,
}

/// One metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetricRow {
    pub key: String,
    pub unit: Unit,
    /// What the file says of the whole profile.
    pub file: FileValue,
    /// What the rows say of the scope; `None` when it is nothing that rows
    /// can tell.
    pub own: Option<Figure>,
    /// The two are of the same thing and differ by more than rounding.
    pub differs: bool,
    /// Why the file's figure means less than it seems to.
    pub caveat: Option<Why>,
    /// What the file says that it means; may be empty.
    pub definition: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum FileValue {
    Number(f64),
    Text(String),
    /// The tool could not tell.
    Missing,
    /// The file has no such metric.
    Absent,
}

/// A warning of the tool that wrote the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Warning {
    pub kind: WarningKind,
    pub category: String,
    pub message: String,
}

/// Warnings that are known, for which there are plain words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WarningKind {
    /// Descriptors that hardware makes at run time were not recorded.
    DynamicDma,
    /// The compiler left its own metrics out of the NEFF.
    CompilerMetrics,
    /// The NEFF has no HLO statistics.
    HloStats,
    Other,
}

impl WarningKind {
    /// By the words of the message.
    pub fn of(message: &str) -> Self {
        let message = message.to_ascii_lowercase();
        let has = |text: &str| message.contains(text);
        if has("dynamic dma") || has("dge-notif") || has("dge notif") {
            Self::DynamicDma
        } else if has("hlo stats") || has("hlo statistics") {
            Self::HloStats
        } else if has("compiler metrics") {
            Self::CompilerMetrics
        } else {
            Self::Other
        }
    }
}

/// Sums up a scope.
pub fn summary(scope: &Scope<'_>) -> ProfileSummary {
    let tally = Tally::new(scope);
    let measures = Measures { scope, tally: &tally, device: Device::new(scope.profile) };
    let packets = tally.packets_of(|_| true);
    let dma = DmaRow {
        packets: packets.count,
        transfers: tally.transfers.count,
        bytes: if packets.count > 0 { packets.bytes } else { tally.transfers.bytes },
        active: tally.dma.ticks(),
        alone: (!scope.is_on_some_tracks() && !scope.is_cut_off())
            .then(|| tally.dma.without(&tally.compute).ticks()),
    };
    let kind = |(category, message): &(String, String)| Warning {
        kind: WarningKind::of(message),
        category: category.clone(),
        message: message.clone(),
    };
    ProfileSummary {
        span: scope.span,
        total: scope.total_ticks(),
        is_whole: scope.is_whole,
        is_cut_off: scope.is_cut_off(),
        tracks: scope.track_names().to_vec(),
        left_out: left_out(scope),
        engines: engines(scope, &tally),
        dma,
        figures: figures(&measures),
        queues: parts(scope, TableKind::DmaQueues),
        variables: parts(scope, TableKind::DmaVariables),
        groups: groups(&measures),
        warnings: scope.profile.warnings.iter().map(kind).collect(),
    }
}

fn left_out(scope: &Scope<'_>) -> Vec<Engine> {
    let runs = |engine: &Engine| scope.profile.instructions.iter().any(|row| row.lane.engine() == *engine);
    let all = Engine::ALL.into_iter().chain([Engine::Other]);
    all.filter(|engine| !scope.has_engine(*engine)).filter(runs).collect()
}

fn engines(scope: &Scope<'_>, tally: &Tally) -> Vec<EngineRow> {
    let total = scope.total_ticks();
    let row = |own: &EngineTally, core: Option<u8>| {
        let (active, semaphore, before) = (own.active.ticks(), own.semaphore.ticks(), own.before.ticks());
        EngineRow {
            engine: own.engine,
            core,
            instructions: own.instructions,
            active,
            semaphore,
            before,
            idle: (total - active - semaphore - before).max(0),
            sum: own.sum,
            longest: own.longest.map(|slice| locate_slice(scope.trace, slice)),
        }
    };
    let mut rows = Vec::new();
    let all = Engine::ALL.into_iter().chain([Engine::Other]);
    for engine in all.filter(|engine| scope.has_engine(*engine)) {
        rows.extend(tally.engine(engine).map(|all| row(&all, None)));
        let cores: Vec<_> = tally.engines.iter().filter(|own| own.engine == engine).collect();
        if cores.len() > 1 {
            rows.extend(cores.iter().map(|own| row(own, Some(own.core))));
        }
    }
    rows
}

/// The greatest rows of a table of DMA, which is sorted by bytes.
fn parts(scope: &Scope<'_>, kind: TableKind) -> Vec<Part> {
    let number = |row: &CellRow, column: &str| {
        let at = columns(kind).iter().position(|known| *known == column);
        match at.and_then(|at| row.cells.get(at)) {
            Some(Cell::Bytes(value) | Cell::Count(value)) => *value,
            Some(Cell::Ticks(ticks)) => u64::try_from(*ticks).unwrap_or(0),
            _ => 0,
        }
    };
    // Cores have queues of the same name.
    let several = kind == TableKind::DmaQueues && scope.profile.cores.len() > 1;
    let part = |row: CellRow| Part {
        bytes: number(&row, "neuron-col-bytes"),
        packets: number(&row, "neuron-col-packets"),
        active: i64::try_from(number(&row, "neuron-col-active")).unwrap_or(i64::MAX),
        name: match (row.cells.first(), row.cells.get(2)) {
            (Some(Cell::Text(name)), Some(Cell::Text(core))) if several => format!("{name}, {core}"),
            (Some(Cell::Text(name)), _) => name.clone(),
            _ => String::new(),
        },
        longest: row.longest,
    };
    table(scope, kind).rows.into_iter().take(MOST_PARTS).map(part).collect()
}

/// The figures that matter, from the rows where they tell them, else from the file.
pub fn figures(measures: &Measures<'_>) -> Figures {
    let scope = measures.scope;
    let file = |key: &str| scope.profile.summary.number(key);
    // The rows' own figure; of the whole profile else the file's.
    let best = |key: &str| match measures.of(key) {
        Some(Figure::Known(value)) => Figure::Known(value),
        Some(Figure::Unknown(why)) if scope.is_all() => Figure::or(file(key), why),
        Some(unknown @ Figure::Unknown(Why::NotSelected)) => unknown,
        Some(Figure::Unknown(_)) if file(key).is_some() => Figure::Unknown(Why::WholeOnly),
        Some(unknown) => unknown,
        None => Figure::or(file(key).filter(|_| scope.is_all()), Why::NotInFile),
    };
    let model = match file("model_flops") {
        Some(flops) if flops > 0.0 && scope.is_all() => Figure::Known(flops),
        Some(flops) if flops > 0.0 => Figure::Unknown(Why::WholeOnly),
        Some(_) => Figure::Unknown(Why::NoHloStats),
        None => Figure::Unknown(Why::NotInFile),
    };
    // What the model needs counts before what was executed.
    let mfu = match model {
        Figure::Known(_) => measures.rate(model).over(measures.device.flops),
        Figure::Unknown(_) => best("mfu_inst_estimated_percent"),
    };
    let useful = match measures.useful_flops() {
        Figure::Unknown(why) if scope.is_all() => {
            let flops = file("hardware_flops").zip(file("transpose_flops"));
            Figure::or(flops.map(|(all, transpose)| all - transpose), why)
        }
        known => known,
    };
    Figures {
        total_s: Figure::Known(measures.total()),
        active_share: best("total_active_time_percent"),
        dma_share: best("dma_active_time_percent"),
        hbm_read: best("hbm_read_bytes"),
        hbm_written: best("hbm_write_bytes"),
        spill_saved: best("spill_save_bytes"),
        spill_reloaded: best("spill_reload_bytes"),
        least_traffic: best("inputs_outputs_weights_size_bytes"),
        model_flops: model,
        useful_flops: useful,
        transpose_flops: best("transpose_flops"),
        hardware_flops: best("hardware_flops"),
        mfu,
        hfu: best("hfu_estimated_percent"),
        mbu: best("mbu_estimated_percent"),
        intensity: best("mm_arithmetic_intensity"),
        ridge: measures.device.ridge(),
        core_ridge: measures.device.core_ridge(),
        useful_rate: measures.rate(useful),
        peak_flops: measures.device.flops,
        peak_bandwidth: measures.device.bandwidth,
        throttled_share: throttled(measures),
    }
}

/// Share of the time in which any core was limited. Where the file has no such
/// rows, what it says of the core that was limited longest.
fn throttled(measures: &Measures<'_>) -> Figure {
    let (scope, total) = (measures.scope, Figure::Known(measures.total()));
    if !scope.profile.throttles.is_empty() {
        return Figure::Known(scope.seconds(measures.tally.throttled.ticks())).over(total);
    }
    let told = scope.profile.summary.metrics.iter().filter_map(|metric| {
        let key = metric.key.strip_prefix("throttle_active_nc")?.strip_suffix("_time_ns")?;
        scope.profile.summary.number(&metric.key).filter(|ns| *ns >= 0.0 && !key.is_empty())
    });
    match told.reduce(f64::max) {
        Some(_) if !scope.is_all() => Figure::Unknown(Why::WholeOnly),
        Some(ns) => Figure::Known(ns * 1e-9).over(total),
        None => Figure::Unknown(Why::NotInFile),
    }
}

fn groups(measures: &Measures<'_>) -> Vec<Group> {
    let summary = &measures.scope.profile.summary;
    let mut keys: Vec<String> = summary.metrics.iter().map(|metric| metric.key.clone()).collect();
    let engine = |engine: Engine| {
        let parts = ["active_time", "active_time_percent", "instruction_time", "instruction_count"];
        parts.map(|part| format!("{}_engine_{part}", engine.metric_stem()))
    };
    let ours = OWN_KEYS.iter().map(|key| (*key).to_owned()).chain(Engine::ALL.into_iter().flat_map(engine));
    for key in ours {
        let is_told = || matches!(measures.of(&key), Some(Figure::Known(_)));
        if summary.get(&key).is_none() && is_told() {
            keys.push(key);
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    for key in keys {
        let group = group_of(measures.scope.profile, &key);
        let row = metric_row(measures, key);
        match groups.iter_mut().find(|known| known.key == group) {
            Some(known) => known.metrics.push(row),
            None => groups.push(Group { key: group, metrics: vec![row] }),
        }
    }
    // Files list metrics in any order.
    let place = |key: &str| OWN_KEYS.iter().position(|own| *own == key).unwrap_or(usize::MAX);
    for group in &mut groups {
        group.metrics.sort_by(|a, b| place(&a.key).cmp(&place(&b.key)).then_with(|| a.key.cmp(&b.key)));
    }
    let place = |key: &str| match summary.group_place(key) {
        i64::MAX => GROUPS.iter().position(|known| *known == key).map_or(i64::MAX, |at| 1000 + at as i64),
        place => place,
    };
    groups.sort_by(|a, b| place(&a.key).cmp(&place(&b.key)).then_with(|| a.key.cmp(&b.key)));
    groups
}

/// Groups in the order of Neuron's tools, for files without one.
const GROUPS: &[&str] = &[
    "overall_stats",
    "data_movement",
    "software_data_movement",
    "hardware_data_movement",
    "tensor_engine",
    "vector_engine",
    "scalar_engine",
    "sync_engine",
    "gpsimd_engine",
    "cc_engine",
    "system",
    "throttling_nc0",
    "throttling_nc1",
    "server_upload",
    "summary",
    "dma_queue",
];

/// Group of a metric: the file's, else what its name suggests.
fn group_of(profile: &NeuronProfile, key: &str) -> String {
    if let Some(group) = profile.summary.group_of(key) {
        return group.to_owned();
    }
    let engine =
        Engine::ALL.iter().find(|engine| key.starts_with(&format!("{}_engine_", engine.metric_stem())));
    if let Some(engine) = engine {
        return format!("{}_engine", engine.metric_stem());
    }
    let has = |text: &str| key.contains(text);
    let group = if key.starts_with("throttle_") {
        if has("nc1") { "throttling_nc1" } else { "throttling_nc0" }
    } else if has("matmul_") || has("mfu_") || has("hfu_") {
        "tensor_engine"
    } else if key.starts_with("activate_") {
        "scalar_engine"
    } else if key.starts_with("cc_") {
        "cc_engine"
    } else if has("dma_") || has("_bytes") || has("mbu_") {
        "data_movement"
    } else if key.starts_with("total_") || has("flops") || has("intensity") {
        "overall_stats"
    } else if has("_version") {
        "system"
    } else {
        ""
    };
    group.to_owned()
}

fn metric_row(measures: &Measures<'_>, key: String) -> MetricRow {
    let scope = measures.scope;
    let summary = &scope.profile.summary;
    let file = match summary.get(&key) {
        Some(MetricValue::Number(value)) => FileValue::Number(*value),
        Some(MetricValue::Text(text)) => FileValue::Text(text.clone()),
        Some(MetricValue::Missing) => FileValue::Missing,
        None => FileValue::Absent,
    };
    let own = measures.of(&key);
    let unit = Unit::of_metric(&key);
    let differs = match (&file, own) {
        (FileValue::Number(file), Some(Figure::Known(own))) if scope.is_all() => match unit {
            Unit::Count | Unit::Bytes | Unit::Flops => *file != own,
            unit => differ(*file, own, slack(measures, unit)),
        },
        _ => false,
    };
    let has_work = summary.number("hardware_flops").is_some_and(|flops| flops > 0.0);
    let from_hlo = key == "model_flops" || key.starts_with("mfu_hlo_");
    let no_stats = from_hlo && has_work && summary.number(&key) == Some(0.0);
    let definition = summary.definition(&key).unwrap_or_default().to_owned();
    MetricRow { unit, file, own, differs, caveat: no_stats.then_some(Why::NoHloStats), definition, key }
}

/// What times may lose: each row is cut to whole ticks.
fn slack(measures: &Measures<'_>, unit: Unit) -> f64 {
    let tick = measures.scope.seconds(1);
    match unit {
        Unit::Seconds => 4.0 * tick,
        Unit::Nanos => 4.0 * tick * 1e9,
        Unit::Share => 4.0 * tick / measures.total().max(tick),
        _ => 0.0,
    }
}

fn differ(a: f64, b: f64, slack: f64) -> bool {
    (a - b).abs() > (TOLERANCE * a.abs().max(b.abs())).max(slack)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::profile;
    use super::*;
    use crate::engine::protocol::Area;
    use crate::trace::Trace;

    fn sample() -> (Trace, NeuronProfile) {
        let (trace, mut profile) = profile(|made| {
            made.instruction("Vector", "COPY", 1000, 2000, |row| row.wait = 500);
            made.instruction("Vector", "EVENT_SEMAPHORE", 3000, 4000, |_| {});
            made.instruction("Vector", "COPY", 0, 1000, |row| row.core = 1);
            made.packet("q", 6000, 4000, 64);
        });
        let summary = &mut profile.summary;
        summary.push("total_time", MetricValue::Number(10.05e-6));
        summary.push("vector_engine_active_time", MetricValue::Number(4e-6));
        summary.push("mfu_estimated_percent", MetricValue::Missing);
        summary.push("runtime_version", MetricValue::Text("2.30".to_owned()));
        summary.push_group("total_time", "overall_stats");
        summary.push_definition("total_time", "wall time");
        profile.warnings.push(("Missing Data".to_owned(), "Missing HLO stats in the NEFF, …".to_owned()));
        (trace, profile)
    }

    fn row<'a>(summary: &'a ProfileSummary, key: &str) -> (&'a str, &'a MetricRow) {
        let all = summary.groups.iter().flat_map(|group| group.metrics.iter().map(move |row| (group, row)));
        let (group, row) = all.into_iter().find(|(_, row)| row.key == key).unwrap();
        (&group.key, row)
    }

    #[test]
    fn the_parts_of_an_engine_add_up_to_the_total_of_the_file() {
        let (trace, profile) = sample();
        let summary = summary(&Scope::whole(&trace, &profile));
        let parts: Vec<_> = summary
            .engines
            .iter()
            .map(|row| (row.core, row.active, row.semaphore, row.before, row.idle))
            .collect();
        assert_eq!(
            parts,
            [(None, 3000, 4000, 0, 3050), (Some(0), 2000, 4000, 500, 3550), (Some(1), 1000, 0, 0, 9050)]
        );
        assert_eq!((summary.dma.active, summary.dma.alone, summary.dma.bytes), (4000, Some(4000), 64));
        // The bar, the figure and the metric have one denominator.
        let (figure, metric) = (summary.figures.dma_share, row(&summary, "dma_active_time_percent").1.own);
        for share in [figure.known(), metric.and_then(Figure::known), Some(summary.share(4000))] {
            assert!((share.unwrap() - 4000.0 / 10_050.0).abs() < 1e-9, "{share:?}");
        }
        assert_eq!(summary.queues[0].name, "q");
        assert_eq!(summary.warnings[0].kind, WarningKind::HloStats);
    }

    #[test]
    fn the_file_and_the_rows_stand_side_by_side() {
        let (trace, profile) = sample();
        let summary = summary(&Scope::whole(&trace, &profile));
        let (group, total) = row(&summary, "total_time");
        assert_eq!((group, total.differs, total.definition.as_str()), ("overall_stats", false, "wall time"));
        let (group, vector) = row(&summary, "vector_engine_active_time");
        assert_eq!((group, vector.differs, vector.own), ("vector_engine", true, Some(Figure::Known(3e-6))));
        assert_eq!(row(&summary, "mfu_estimated_percent").1.file, FileValue::Missing);
        assert_eq!(row(&summary, "runtime_version").1.own, None);
        let (group, ours) = row(&summary, "dma_packet_time");
        assert_eq!((group, &ours.file), ("data_movement", &FileValue::Absent));
        assert_eq!(summary.figures.spill_saved, Figure::Unknown(Why::NoBytes));
        assert_eq!(summary.figures.throttled_share, Figure::Unknown(Why::NotInFile));
    }

    #[test]
    fn a_part_has_the_same_rows_from_the_same_code() {
        let (trace, profile) = sample();
        let area = Area { start: 0, end: 2000, tracks: Vec::new() };
        let summary = summary(&Scope::new(&trace, &profile, &area));
        assert!(!summary.is_whole);
        let (_, vector) = row(&summary, "vector_engine_active_time");
        // The file's figure is of more, and no difference.
        assert_eq!((vector.own, vector.differs), (Some(Figure::Known(2e-6)), false));
        assert_eq!(summary.figures.total_s, Figure::Known(2e-6));
        assert_eq!(summary.dma.packets, 0);
    }

    #[test]
    fn what_came_of_a_file_that_breaks_off_is_not_called_all_of_it() {
        let (mut trace, mut profile) = sample();
        profile.summary.push("hardware_flops", MetricValue::Number(900.0));
        trace.health.cut = Some(crate::trace::Cut { byte: 77, event: Some(3) });
        let summary = summary(&Scope::whole(&trace, &profile));
        assert_eq!((summary.is_whole, summary.is_cut_off, summary.is_all()), (true, true, false));
        // The file's figures are of more: neither ours nor another opinion.
        assert_eq!((summary.total, summary.figures.total_s), (10_000, Figure::Known(10e-6)));
        assert!(summary.groups.iter().flat_map(|group| &group.metrics).all(|row| !row.differs));
        // Engines of which nothing came may have worked.
        assert_eq!(summary.dma.alone, None);
    }

    #[test]
    fn limits_are_those_of_any_core_or_what_the_file_says() {
        let (trace, mut profile) = sample();
        profile.summary.push("throttle_active_nc0_time_ns", MetricValue::Number(2010.0));
        profile.summary.push("throttle_active_nc1_time_ns", MetricValue::Number(0.0));
        let share = |profile: &NeuronProfile| {
            summary(&Scope::whole(&trace, profile)).figures.throttled_share.known().unwrap()
        };
        assert!((share(&profile) - 0.2).abs() < 1e-9);
        let limit = |core, end| crate::neuron::Throttle { start: 0, end, k: 4, n: 8, kind: 1, core };
        profile.throttles = vec![limit(0, 6000), limit(1, 8040)];
        assert!((share(&profile) - 0.8).abs() < 1e-9);
    }

    #[test]
    fn a_selection_of_tracks_says_what_it_lacks() {
        let (trace, profile) = sample();
        let area = Area { start: 0, end: 10_000, tracks: vec![crate::trace::TrackId(1)] };
        let summary = summary(&Scope::new(&trace, &profile, &area));
        assert_eq!((summary.tracks, summary.left_out), (vec!["q".to_owned()], vec![Engine::Vector]));
        assert_eq!((summary.engines, summary.dma.active, summary.dma.alone), (vec![], 4000, None));
    }

    #[test]
    fn totals_alone_are_what_the_file_says() {
        let mut profile = NeuronProfile::default();
        for (key, value) in [("total_time", 1e-5), ("hardware_flops", 900.0), ("transpose_flops", 200.0)] {
            profile.summary.push(key, MetricValue::Number(value));
        }
        let trace = Trace::default();
        let summary = summary(&Scope::whole(&trace, &profile));
        assert_eq!(summary.figures.total_s, Figure::Known(1e-5));
        assert_eq!(summary.figures.useful_flops, Figure::Known(700.0));
        assert!(summary.groups.iter().flat_map(|group| &group.metrics).all(|row| !row.differs));
        assert_eq!(summary.engines, []);
    }

    #[test]
    fn known_warnings_are_recognised() {
        let kind = WarningKind::of;
        assert_eq!(
            [
                kind("Missing additional dynamic DMA metadata, try --enable-dge-notifs"),
                kind("Current NEFF is missing compiler metrics"),
                kind("something new")
            ],
            [WarningKind::DynamicDma, WarningKind::CompilerMetrics, WarningKind::Other]
        );
    }
}
