//! One row of a system profile: its fields, its lane, its times.

use super::field;
use crate::ingest::json;
use crate::ingest::json::scan::Value;

/// Fields of a row, by place.
#[derive(Debug, Default)]
pub struct Fields {
    pub name: Value,
    pub start: Value,
    pub end: Value,
    pub dur: Value,
    pub unit: Value,
    pub source: Value,
    pub instance: Value,
    pub pid: Value,
    pub tid: Value,
    pub nc: Value,
    pub core: Value,
    pub stream: Value,
    pub flows: Value,
    /// Of the runtime's own notices: a start or a stop, and what joins them.
    pub phase: Value,
    pub tracking: Value,
    pub cpu: Value,
    pub hbm: Value,
    /// It tells of a NEFF, or may: text with further attributes.
    pub neff: Value,
    pub extra: Value,
}

/// A lane, as Neuron Explorer names it by default.
#[derive(Debug, Clone)]
pub struct Lane {
    /// `INSTANCE/PID:1`.
    pub pid: String,
    /// `neuron_rt/NC:0`.
    pub tid: String,
    pub source: String,
}

impl Lane {
    /// The lane of a row.
    pub fn of(f: &Fields, window: &[u8]) -> Self {
        let word = |value: Value| match value.is_some() {
            true => Some(json::decode(value.of(window)).into_owned()).filter(|text| !text.is_empty()),
            false => None,
        };
        let source = word(f.source).unwrap_or_else(|| source_of(field::text(f.name, window)).to_owned());
        let pid = match (word(f.instance), word(f.pid)) {
            (Some(instance), Some(pid)) => format!("{instance}/PID:{pid}"),
            (Some(instance), None) => instance,
            (None, Some(pid)) => format!("PID:{pid}"),
            (None, None) => "system".to_owned(),
        };
        let (nc, thread) = (word(f.nc), word(f.tid));
        let tid = match (source.as_str(), nc) {
            ("framework", _) => match word(f.stream) {
                Some(stream) => format!("framework/Stream:{stream}"),
                None => format!("framework/TID:{}", thread.unwrap_or_default()),
            },
            ("neuron_hw", Some(nc)) => match word(f.core) {
                Some(core) => format!("neuron_hw/NC{nc}:{core}"),
                None => format!("neuron_hw/NC{nc}"),
            },
            (source, Some(nc)) => format!("{source}/NC:{nc}"),
            (source, None) => match thread {
                Some(thread) => format!("{source}/TID:{thread}"),
                None => source.to_owned(),
            },
        };
        Self { pid, tid, source }
    }
}

/// Where events of this name come from, if the file does not say.
fn source_of(name: &[u8]) -> &'static str {
    match name {
        b"nc_exec_running" | b"nc_model_switch" | b"cc_running" | b"cc_exec_barrier" => "neuron_hw",
        _ => "neuron_rt",
    }
}

/// A time in nanoseconds.
pub fn ns(value: Value, unit: Value, window: &[u8]) -> Option<i64> {
    let factor = match field::text(unit, window) {
        b"us" => 1_000,
        b"ms" => 1_000_000,
        b"s" => 1_000_000_000,
        _ => 1,
    };
    field::int(value, window)?.checked_mul(factor)
}

/// Notes where a field is.
#[inline]
pub fn visit(f: &mut Fields, key: &[u8], value: Value) {
    match key {
        b"name" | b"event_type" => f.name = value,
        b"timestamp" | b"start_ts" | b"timestamp_ns" => f.start = value,
        b"end_ts" => f.end = value,
        b"duration" | b"duration_ns" => f.dur = value,
        b"timestamp_unit" => f.unit = value,
        b"trace_event_source" | b"event_source" => f.source = value,
        b"instance_id" => f.instance = value,
        b"process_id" => f.pid = value,
        b"thread_id" => f.tid = value,
        b"nc_idx" => f.nc = value,
        b"pcore_idx" | b"device_core_idx" => f.core = value,
        b"framework_stream_id" => f.stream = value,
        b"flow_id" => f.flows = value,
        b"phase" => f.phase = value,
        b"tracking_id" => f.tracking = value,
        b"cpu_id" => f.cpu = value,
        b"hbm_idx" => f.hbm = value,
        b"neff_cache_key" | b"model_name" => f.neff = value,
        b"extra_attributes_json" => f.extra = value,
        // Either of the sources' names, or a group of a person's own.
        b"group" if !f.source.is_some() => f.source = value,
        _ => {}
    }
}
