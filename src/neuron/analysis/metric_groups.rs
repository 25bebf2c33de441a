//! The file's metrics in its groups, with ours beside them.

use super::figure::{Figure, Unit, Why};
use super::measures::{Measures, OWN_KEYS};
use crate::neuron::{Engine, MetricValue, NeuronProfile};
use serde::{Deserialize, Serialize};

/// Share by which two figures may differ: files cut times to whole ticks.
const TOLERANCE: f64 = 0.01;

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

/// All metrics that the file has, or that rows tell, in the file's groups and
/// order.
pub fn groups(measures: &Measures<'_>) -> Vec<Group> {
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
