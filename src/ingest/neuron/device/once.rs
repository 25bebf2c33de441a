//! Sections of one row or few: metrics, versions, tensors, layers.

use super::Collected;
use crate::ingest::json::scan::{self, Kind, Notes, Scan, Value};
use crate::ingest::neuron::field;
use crate::neuron::{
    ActiveTime, DmaQueue, DmaQueueKind, Engine, EngineUse, Layer, MemoryUse, MetricValue, ModelInfo, NeffNode,
};
use crate::trace::{Rule, StringId};

impl Collected {
    pub(super) fn active(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let [mut engine, mut core, mut start, mut end, mut dur, mut subgraph] = [Value::default(); 6];
        let next = scan::members(window, at, &mut Notes::default(), |key, value, _| match key.of(window) {
            b"engine" => engine = value,
            b"pcore_idx" => core = value,
            b"start_ts" => start = value,
            b"end_ts" => end = value,
            b"duration_ns" => dur = value,
            b"subgraph" => subgraph = value,
            _ => {}
        })?;
        let core = field::int(core, window);
        let on = self.places.of_row(&mut self.trace.strings, field::text(subgraph, window), &[], core);
        if let Some(start) = field::int(start, window) {
            let dur = field::int(dur, window).unwrap_or(0);
            let end = field::int(end, window).unwrap_or_else(|| start.saturating_add(dur));
            let engine = Engine::from_name(field::text(engine, window));
            self.profile.active.push(ActiveTime { engine, core: on, start, end: end.max(start) });
        }
        Ok(next)
    }

    pub(super) fn layer(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let mut layer = Layer {
            name: StringId::NONE,
            start: 0,
            end: 0,
            engines: [EngineUse::default(); 5],
            flops: 0.0,
            model_flops: 0.0,
            hfu: 0.0,
            mfu: 0.0,
        };
        let (mut name, mut dur) = (Value::default(), None);
        let next = scan::members(window, at, &mut Notes::default(), |key, value, _| {
            let int = field::int(value, window);
            let float = field::float(value, window).unwrap_or(0.0);
            match key.of(window) {
                b"name" => name = value,
                b"start" => layer.start = int.unwrap_or(0),
                b"end" => layer.end = int.unwrap_or(0),
                b"duration" => dur = int,
                b"tensor_engine_flop_count" => layer.flops = float,
                b"tensor_engine_model_flop_count" => layer.model_flops = float,
                b"tensor_engine_hfu" => layer.hfu = float,
                b"tensor_engine_mfu" => layer.mfu = float,
                key => engine_field(&mut layer, key, int, float),
            }
        })?;
        layer.name = self.pool.text(&mut self.trace.strings, name, window);
        if layer.end == 0 {
            layer.end = layer.start.saturating_add(dur.unwrap_or(0));
        }
        self.profile.layers.push(layer);
        Ok(next)
    }

    pub(super) fn queue(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let [mut name, mut kind, mut engine, mut index, mut subgraph, mut core] = [Value::default(); 6];
        let next = scan::members(window, at, &mut Notes::default(), |key, value, _| match key.of(window) {
            b"q_name" | b"name" => name = value,
            b"q_type" | b"type" => kind = value,
            b"q_eng_idx" | b"engine_idx" => engine = value,
            b"q_idx" | b"idx" => index = value,
            b"subgraph" => subgraph = value,
            b"pcore_idx" => core = value,
            _ => {}
        })?;
        let core = field::int(core, window);
        let on = self.places.of_row(&mut self.trace.strings, field::text(subgraph, window), &[], core);
        let number = |value| field::count(value, window).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        self.profile.queues.push(DmaQueue {
            name: self.pool.text(&mut self.trace.strings, name, window),
            kind: DmaQueueKind::from_name(field::text(kind, window)),
            kind_text: self.pool.text(&mut self.trace.strings, kind, window),
            core: on,
            engine: number(engine),
            index: number(index),
        });
        Ok(next)
    }

    pub(super) fn memory(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let [mut category, mut bytes, mut nc, mut nd] = [Value::default(); 4];
        let next = scan::members(window, at, &mut Notes::default(), |key, value, _| match key.of(window) {
            b"usage_type" => category = value,
            b"amount_bytes" | b"usage_bytes" => bytes = value,
            b"nc" | b"neuroncore_idx" => nc = value,
            b"nd" | b"neuron_device_idx" => nd = value,
            _ => {}
        })?;
        self.profile.memory.push(MemoryUse {
            device: field::int(nd, window).unwrap_or(0),
            nc: field::int(nc, window).unwrap_or(0),
            category: self.pool.text(&mut self.trace.strings, category, window),
            bytes: field::count(bytes, window).unwrap_or(0),
        });
        Ok(next)
    }

    pub(super) fn node(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let [mut name, mut role, mut format, mut shape, mut subgraph] = [Value::default(); 5];
        let mut node = NeffNode::default();
        let next = scan::members(window, at, &mut Notes::default(), |key, value, _| match key.of(window) {
            b"variable_name" => name = value,
            b"type" => role = value,
            b"format" => format = value,
            b"shape" => shape = value,
            b"sg_name" => subgraph = value,
            b"size" => node.bytes = field::count(value, window),
            b"load_to_sbuf_total_size_bytes" => node.loaded_bytes = field::count(value, window),
            b"load_to_sbuf_dma_count" => node.load_dmas = field::count(value, window),
            b"load_to_sbuf_repeat_factor" => node.load_repeat = field::count(value, window),
            _ => {}
        })?;
        let mut text = |value| self.pool.text(&mut self.trace.strings, value, window);
        (node.name, node.role, node.format) = (text(name), text(role), text(format));
        (node.shape, node.subgraph) = (text(shape), text(subgraph));
        self.profile.nodes.push(node);
        Ok(next)
    }

    pub(super) fn model(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let mut model = ModelInfo { subgraph: StringId::NONE, nc: None, device: None, counts: Vec::new() };
        let next =
            self.once(window, at, |this, key, value| match (key.as_str(), field::int(value, window)) {
                ("sg_name", _) => model.subgraph = this.pool.text(&mut this.trace.strings, value, window),
                ("nc_idx", nc) => model.nc = nc,
                ("nd_idx", device) => model.device = device,
                (key, Some(count)) => model.counts.push((this.trace.strings.intern(key), count)),
                _ => {}
            })?;
        self.profile.models.push(model);
        self.keep_row(&window[at..next]);
        Ok(next)
    }

    pub(super) fn warning(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let (mut category, mut message) = (Value::default(), Value::default());
        let next = scan::members(window, at, &mut Notes::default(), |key, value, _| match key.of(window) {
            b"category" => category = value,
            b"message" => message = value,
            _ => {}
        })?;
        let warning = (self.pool.readable(category, window), self.pool.readable(message, window));
        if self.profile.warnings.len() < MOST_FACTS {
            self.profile.warnings.push(warning);
        }
        self.keep_row(&window[at..next]);
        Ok(next)
    }

    pub(super) fn summary(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let next = self.once(window, at, |this, key, value| {
            let value = metric(this.pool.readable(value, window), value, window);
            this.profile.summary.push(&key, value);
        })?;
        self.keep_row(&window[at..next]);
        Ok(next)
    }

    pub(super) fn groups(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        self.once(window, at, |this, key, value| {
            let group = this.pool.readable(value, window);
            this.profile.summary.push_group(&key, &group);
        })
    }

    pub(super) fn group_order(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        self.once(window, at, |this, key, value| {
            if let Some(place) = field::int(value, window) {
                this.profile.summary.group_order.push((key, place));
            }
        })
    }

    pub(super) fn terminology(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        self.once(window, at, |this, key, value| {
            let definition = this.pool.readable(value, window);
            this.profile.summary.push_definition(&key, &definition);
        })
    }

    /// The schema as the file has it: what its metrics mean.
    pub(super) fn schema(&mut self, window: &[u8], at: usize) -> Scan<usize> {
        let [mut table, mut name, mut text] = [Value::default(); 3];
        let next = scan::members(window, at, &mut Notes::default(), |key, value, _| match key.of(window) {
            b"table_name" => table = value,
            b"field_name" => name = value,
            b"field_description" => text = value,
            _ => {}
        })?;
        if field::text(table, window) == b"Summary" && self.profile.summary.definitions.len() < MOST_MEMBERS {
            let (name, text) = (self.pool.readable(name, window), self.pool.readable(text, window));
            if !name.is_empty() && !text.is_empty() {
                self.profile.summary.push_definition(&name, &text);
            }
        }
        self.keep_in_table(&window[at..next]);
        Ok(next)
    }

    /// `metadata`, `profile_info`, `neff_header`.
    pub(super) fn facts(
        &mut self,
        window: &[u8],
        at: usize,
        list: fn(&mut Collected) -> &mut Vec<(String, String)>,
    ) -> Scan<usize> {
        let next = self.once(window, at, |this, key, value| {
            let text = this.pool.readable(value, window);
            if list(this).len() < MOST_FACTS {
                list(this).push((key, text));
            }
        })?;
        self.keep_row(&window[at..next]);
        Ok(next)
    }

    /// Visits the members of a row once it is known to be whole.
    fn once(
        &mut self,
        window: &[u8],
        at: usize,
        mut visit: impl FnMut(&mut Self, String, Value),
    ) -> Scan<usize> {
        let mut notes = Notes::default();
        scan::members(window, at, &mut notes, |_, _, _| {})?;
        self.pool.literals += u64::from(notes.literals);
        let mut left = MOST_MEMBERS;
        scan::members(window, at, &mut Notes::default(), |key, value, _| {
            if left > 0 {
                left -= 1;
                let key = self.pool.readable(key, window);
                visit(self, key, value);
            } else {
                self.trace.health.count(Rule::RowsLeftOut, 1);
            }
        })
    }
}

/// Facts of one section that are kept as typed text.
const MOST_FACTS: usize = 1000;

/// Members of one row that are kept, metrics for example.
const MOST_MEMBERS: usize = 10_000;

/// A metric from its text.
pub fn metric(readable: String, value: Value, window: &[u8]) -> MetricValue {
    match value.kind {
        Kind::Number => match field::float(value, window) {
            Some(number) => MetricValue::Number(number),
            None => MetricValue::Missing,
        },
        Kind::Text | Kind::EscapedText => match field::float(value, window) {
            Some(number) => MetricValue::Number(number),
            None if matches!(&*readable, "NaN" | "nan") => MetricValue::Missing,
            None => MetricValue::Text(readable),
        },
        Kind::Absent | Kind::Null | Kind::Missing => MetricValue::Missing,
        Kind::Bool | Kind::Object | Kind::Array => MetricValue::Text(readable),
    }
}

/// `vector_engine_active_time` and its kin.
fn engine_field(layer: &mut Layer, key: &[u8], int: Option<i64>, float: f64) {
    for (engine, used) in Engine::ALL.iter().zip(&mut layer.engines) {
        let Some(rest) = key.strip_prefix(engine.metric_stem().as_bytes()) else { continue };
        match rest {
            b"_engine_active_time" => used.active = int.unwrap_or(0),
            b"_engine_instruction_time" => used.instruction_time = int.unwrap_or(0),
            b"_engine_instruction_count" => used.instructions = int.unwrap_or(0).max(0).unsigned_abs(),
            b"_engine_active_percent" => used.share = float,
            _ => {}
        }
        return;
    }
}
