//! The file's metrics, drawn again from the rows: to check the reading, and to
//! have them for a part of the profile.

use super::device::Device;
use super::figure::{Figure, Why};
use super::scope::Scope;
use super::tally::{DmaTally, Tally};
use crate::neuron::{DmaQueueKind, Engine, NeffNode};
use crate::trace::Interval;
use rustc_hash::FxHashSet;

/// Figures of a scope.
pub struct Measures<'a> {
    pub scope: &'a Scope<'a>,
    pub tally: &'a Tally,
    pub device: Device,
}

/// Metrics that are shown even where the file has none; those of engines and
/// of the rest in the order in which they are shown.
pub const OWN_KEYS: &[&str] = &[
    "total_time",
    "total_exec_time",
    "total_active_time",
    "total_active_time_percent",
    "hardware_flops",
    "transpose_flops",
    "mm_arithmetic_intensity",
    "peak_flops_bandwidth_ratio",
    "dma_active_time",
    "dma_active_time_percent",
    "dma_packet_time",
    "dma_transfer_count",
    "hbm_read_bytes",
    "hbm_write_bytes",
    "sbuf_read_bytes",
    "sbuf_write_bytes",
    "spill_save_bytes",
    "spill_reload_bytes",
    "psum_read_bytes",
    "psum_write_bytes",
    "inputs_outputs_weights_size_bytes",
    "mbu_estimated_percent",
    "mfu_inst_estimated_percent",
    "hfu_estimated_percent",
    "matmul_instruction_count",
    "activate_instruction_count",
];

impl Measures<'_> {
    /// Seconds of which shares are taken.
    pub fn total(&self) -> f64 {
        self.scope.total_seconds()
    }

    fn seconds(&self, ticks: i64) -> f64 {
        self.scope.seconds(ticks)
    }

    /// A metric by the file's key; `None` for those that rows cannot tell.
    pub fn of(&self, key: &str) -> Option<Figure> {
        self.engine(key).or_else(|| self.dma(key)).or_else(|| self.throttle(key)).or_else(|| self.other(key))
    }

    fn share_of_total(&self, ticks: i64) -> Figure {
        Figure::Known(self.seconds(ticks)).over(Figure::Known(self.total()))
    }

    fn needs_engine(&self, engine: Engine, value: Figure) -> Figure {
        match self.scope.profile.instructions.is_empty() {
            true => Figure::Unknown(Why::NoInstructions),
            false if !self.scope.has_engine(engine) => Figure::Unknown(Why::NotSelected),
            false => value,
        }
    }

    fn needs_dma(&self, value: Figure) -> Figure {
        match self.scope.profile.dma.is_empty() {
            true => Figure::Unknown(Why::NoDma),
            false if !self.scope.has_dma() => Figure::Unknown(Why::NotSelected),
            false => value,
        }
    }

    /// Of all that ran at a time.
    fn needs_all(&self, value: Figure) -> Figure {
        if self.scope.is_on_some_tracks() { Figure::Unknown(Why::NotSelected) } else { value }
    }

    /// What matrix multiplications calculate; some files do not count it.
    fn flops(&self, value: f64) -> Figure {
        let rows = &self.scope.profile.instructions;
        let figure = match self.tally.matmuls > 0 && rows.iter().all(|row| row.elements == 0) {
            true => Figure::Unknown(Why::NoElements),
            false => Figure::Known(value),
        };
        self.needs_engine(Engine::Tensor, figure)
    }

    fn engine(&self, key: &str) -> Option<Figure> {
        let of = |engine: &Engine| key.strip_prefix(engine.metric_stem())?.strip_prefix("_engine_");
        let (engine, what) = Engine::ALL.iter().find_map(|engine| Some((*engine, of(engine)?)))?;
        let tally = self.tally.engine(engine).unwrap_or_default();
        let figure = match what {
            "instruction_time" => Figure::Known(self.seconds(tally.sum)),
            "active_time" => Figure::Known(self.seconds(tally.active.ticks())),
            "active_time_percent" => self.share_of_total(tally.active.ticks()),
            "instruction_count" => Figure::Known(tally.instructions as f64),
            _ => return None,
        };
        Some(self.needs_engine(engine, figure))
    }

    /// Packets by what made them.
    fn dma(&self, key: &str) -> Option<Figure> {
        let (stem, what) = key.split_once("dma_")?;
        let kinds: fn(DmaQueueKind) -> bool = match stem {
            "static_" => |kind| !kind.is_dynamic(),
            "dynamic_" => DmaQueueKind::is_dynamic,
            "software_dynamic_" => |kind| kind == DmaQueueKind::SoftwareDynamic,
            "hardware_dynamic_" => |kind| kind == DmaQueueKind::HardwareDynamic,
            _ => return None,
        };
        let (own, all) = (self.tally.packets_of(kinds), self.tally.packets_of(|_| true));
        let ratio = |of: fn(&DmaTally) -> f64| Figure::Known(of(&own)).over(Figure::Known(of(&all)));
        let figure = match what {
            // Neuron's tools add up the times of both makers here, whether
            // they overlap or not.
            "active_time_percent" if stem == "dynamic_" => {
                let of = |kind| self.tally.packets_of(|other| other == kind).active.ticks();
                let both =
                    of(DmaQueueKind::SoftwareDynamic).saturating_add(of(DmaQueueKind::HardwareDynamic));
                Figure::Known(both as f64).over(Figure::Known(all.active.ticks() as f64))
            }
            "active_time" => Figure::Known(self.seconds(own.active.ticks())),
            // Of the time in which DMA is active, not of all.
            "active_time_percent" => ratio(|tally| tally.active.ticks() as f64),
            "packet_count" => Figure::Known(own.count as f64),
            "packet_percent" => ratio(|tally| tally.count as f64),
            "size" => Figure::Known(own.bytes as f64),
            "size_percent" => ratio(|tally| tally.bytes as f64),
            _ => return None,
        };
        Some(self.needs_dma(figure))
    }

    fn throttle(&self, key: &str) -> Option<Figure> {
        let rest = key.strip_prefix("throttle_")?;
        let core = rest.split_once("nc")?.1;
        let core: u8 = core.split('_').next()?.parse().ok()?;
        if self.scope.profile.throttles.is_empty() {
            return Some(Figure::Unknown(Why::NotInFile));
        }
        let of_core = self.scope.profile.throttles.iter().filter(|throttle| throttle.core == core);
        let ticks = |throttle: &crate::neuron::Throttle| {
            self.scope.clip(Interval::new(throttle.start, throttle.end)).len()
        };
        if rest.starts_with("active_nc") && rest.ends_with("_time_ns") {
            let limited = of_core.filter(|throttle| throttle.k < throttle.n).map(ticks);
            let limited = limited.fold(0i64, i64::saturating_add);
            return Some(Figure::Known(self.seconds(limited) * 1e9));
        }
        let kind = rest.strip_prefix("activity_")?.strip_suffix(&format!("_active_time_nc{core}_percent"))?;
        let kind: i32 = kind.parse().ok()?;
        let of_kind = of_core.filter(|throttle| throttle.kind == kind).map(ticks);
        Some(self.share_of_total(of_kind.fold(0i64, i64::saturating_add)))
    }

    fn other(&self, key: &str) -> Option<Figure> {
        let (tally, device) = (self.tally, self.device);
        let (hardware, _) = tally.flops();
        let known = |value: f64| Figure::Known(value);
        let counted = |engine: Engine, value: u64| self.needs_engine(engine, known(value as f64));
        let bytes = |value: u64| {
            let counted = if tally.has_bytes { known(value as f64) } else { Figure::Unknown(Why::NoBytes) };
            self.needs_all(counted)
        };
        let dma_active = || self.needs_dma(known(self.seconds(tally.dma.ticks())));
        let active = || tally.compute.or(&tally.dma).ticks();
        Some(match key {
            _ if key.starts_with("total_") && self.scope.span.is_empty() => Figure::Unknown(Why::NotInFile),
            "total_time" => known(self.seconds(self.scope.span.len())),
            "total_exec_time" => {
                let work = self.scope.profile.work.map(|work| self.scope.clip(work).len());
                Figure::or(work.map(|ticks| self.seconds(ticks)), Why::NotInFile)
            }
            "total_active_time" => self.needs_all(known(self.seconds(active()))),
            "total_active_time_percent" => self.needs_all(self.share_of_total(active())),
            "neuroncore_cycle_count" => device.clock.map(|clock| self.total() * clock),
            "dma_active_time" => dma_active(),
            "dma_active_time_percent" => dma_active().over(known(self.total())),
            "dma_active_cycles" => match (dma_active(), device.clock) {
                (Figure::Known(time), Figure::Known(clock)) => known(time * clock),
                (Figure::Unknown(why), _) | (_, Figure::Unknown(why)) => Figure::Unknown(why),
            },
            "dma_packet_time" => self.needs_dma(known(self.seconds(tally.packets_of(|_| true).sum))),
            "dma_transfer_count" => self.needs_dma(known(tally.transfers.count as f64)),
            "dma_transfer_time" => self.transfers(self.seconds(tally.transfers.sum)),
            "dma_transfer_total_bytes" => self.transfers(tally.transfers.bytes as f64),
            "dma_transfer_average_bytes" => {
                known(tally.transfers.bytes as f64).over(known(tally.transfers.count as f64))
            }
            "hbm_read_bytes" => self.hbm(tally.bytes.hbm_read),
            "hbm_write_bytes" => self.hbm(tally.bytes.hbm_write),
            "spill_save_bytes" => self.spill(tally.bytes.spill_save),
            "spill_reload_bytes" => self.spill(tally.bytes.spill_reload),
            "sbuf_read_bytes" => bytes(tally.bytes.sbuf_read),
            "sbuf_write_bytes" => bytes(tally.bytes.sbuf_write),
            "psum_read_bytes" => bytes(tally.bytes.psum_read),
            "psum_write_bytes" => bytes(tally.bytes.psum_write),
            "psum_read_sbuf_write_bytes" => bytes(tally.bytes.psum_read_sbuf_write),
            "psum_read_sbuf_write_count" => self.needs_all(self.of_instructions(tally.psum_to_sbuf as f64)),
            "weight_size_bytes" => self.tensors(&["WEIGHT"]),
            "inputs_and_weights_size_bytes" => self.tensors(&["IN", "WEIGHT"]),
            "inputs_outputs_weights_size_bytes" => self.tensors(&["IN", "OUT", "WEIGHT"]),
            "hardware_flops" => self.flops(hardware),
            "transpose_flops" => self.flops(tally.flops().1),
            "mm_arithmetic_intensity" => self.intensity(),
            "peak_flops_bandwidth_ratio" => device.core_ridge(),
            "mbu_estimated_percent" if !self.scope.is_all() => Figure::Unknown(Why::WholeOnly),
            "mbu_estimated_percent" => self.rate(self.traffic()).over(device.bandwidth),
            "mbu_min_read_util_percent" if !self.scope.is_all() => Figure::Unknown(Why::WholeOnly),
            "mbu_min_read_util_percent" => self.rate(self.tensors(&["IN", "WEIGHT"])).over(device.bandwidth),
            "mfu_inst_estimated_percent" => self.rate(self.useful_flops()).over(device.flops),
            "hfu_estimated_percent" => self.rate(self.flops(hardware)).over(device.flops),
            "mfu_inst_max_achievable_estimated_percent" => {
                self.intensity().over(device.ridge()).map(|share| share.min(1.0))
            }
            "matmul_instruction_count" => counted(Engine::Tensor, tally.matmuls),
            "activate_instruction_count" => counted(Engine::Scalar, tally.activates),
            "activate_instruction_time" => {
                self.needs_engine(Engine::Scalar, known(self.seconds(tally.activate_sum)))
            }
            _ => return None,
        })
    }

    fn of_instructions(&self, value: f64) -> Figure {
        let none = self.scope.profile.instructions.is_empty();
        if none { Figure::Unknown(Why::NoInstructions) } else { Figure::Known(value) }
    }

    fn transfers(&self, value: f64) -> Figure {
        let none = self.tally.transfers.count == 0;
        self.needs_dma(if none { Figure::Unknown(Why::NothingThere) } else { Figure::Known(value) })
    }

    /// Amount a second.
    pub fn rate(&self, amount: Figure) -> Figure {
        amount.over(Figure::Known(self.total()))
    }

    /// FLOPs of matrix multiplications that do not only transpose.
    pub fn useful_flops(&self) -> Figure {
        let (hardware, transpose) = self.tally.flops();
        self.flops(hardware - transpose)
    }

    /// Bytes read from and written to HBM.
    pub fn traffic(&self) -> Figure {
        let bytes = &self.tally.bytes;
        self.hbm(bytes.hbm_read.saturating_add(bytes.hbm_write))
    }

    /// Useful FLOPs for each byte of HBM traffic.
    pub fn intensity(&self) -> Figure {
        self.useful_flops().over(self.traffic())
    }

    /// Known when any instruction counts such bytes, or the file says that
    /// there are none. Bytes stand with the instruction that set them off, and
    /// move after it: of a cut they tell nothing.
    fn counted(&self, value: u64, keys: [&str; 2], any: bool) -> Figure {
        if self.scope.is_cut() && any {
            return Figure::Unknown(Why::WholeOnly);
        }
        let says_none = keys.iter().all(|key| self.scope.profile.summary.number(key) == Some(0.0));
        if any || says_none { Figure::Known(value as f64) } else { Figure::Unknown(Why::NoBytes) }
    }

    fn hbm(&self, value: u64) -> Figure {
        let any =
            self.scope.profile.instruction_bytes.iter().any(|row| row.hbm_read > 0 || row.hbm_write > 0);
        self.counted(value, ["hbm_read_bytes", "hbm_write_bytes"], any)
    }

    fn spill(&self, value: u64) -> Figure {
        let rows = &self.scope.profile.instruction_bytes;
        let any = rows.iter().any(|row| row.spill_save > 0 || row.spill_reload > 0);
        self.counted(value, ["spill_save_bytes", "spill_reload_bytes"], any)
    }

    /// Bytes of the NEFF's tensors of some roles, each tensor once.
    fn tensors(&self, roles: &[&str]) -> Figure {
        let profile = self.scope.profile;
        let has_role = |node: &&NeffNode| {
            node.role != crate::trace::StringId::NONE && roles.contains(&self.scope.trace.name(node.role))
        };
        let mut seen = FxHashSet::default();
        let mut sum = 0.0;
        for node in profile.nodes.iter().filter(has_role).filter(|node| node.bytes.is_some()) {
            let key = (node.name, node.role, node.bytes);
            if seen.insert(key) {
                sum += node.bytes.unwrap_or(0) as f64;
            }
        }
        Figure::or((!seen.is_empty()).then_some(sum), Why::NotInFile)
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::profile;
    use super::*;
    use crate::engine::protocol::Area;
    use crate::neuron::{InstructionBytes, MetricValue, NeuronProfile, TensorKind, Throttle};
    use crate::trace::{Trace, TrackId};

    /// 1 µs: 200 ns of matrix work, a packet of 500 B.
    fn sample() -> (Trace, NeuronProfile) {
        let (trace, mut profile) = profile(|made| {
            made.instruction("TensorMatrix", "MATMUL", 0, 100, |row| row.elements = 4000);
            made.instruction("TensorMatrix", "MATMUL", 50, 150, |row| {
                row.elements = 1000;
                row.tensor = TensorKind::Transpose;
            });
            made.instruction("Sync", "DMA_DIRECT2D", 300, 10, |_| {});
            made.bytes(InstructionBytes { hbm_read: 300, hbm_write: 200, ..InstructionBytes::default() });
            made.instruction("Sync", "EVENT_SEMAPHORE", 310, 690, |_| {});
            made.packet("q", 320, 100, 500);
            made.dma("i", DmaQueueKind::Instruction, "", (400, 80), 1500, 0);
        });
        let entry = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        profile.metadata = vec![
            entry("pe_num_rows", "10"),
            entry("pe_num_cols", "10"),
            entry("pe_clock_freq", "0.4"),
            entry("hbm_ddr_bandwidth", "2000000000"),
        ];
        (trace, profile)
    }

    fn measured(trace: &Trace, profile: &NeuronProfile, keys: &[&str]) -> Vec<f64> {
        let scope = Scope::whole(trace, profile);
        let tally = Tally::new(&scope);
        let measures = Measures { scope: &scope, tally: &tally, device: Device::new(profile) };
        keys.iter().map(|key| measures.of(key).unwrap().known().unwrap_or(f64::NAN)).collect()
    }

    fn near(got: &[f64], wanted: &[f64]) {
        for (got, wanted) in got.iter().zip(wanted) {
            assert!((got - wanted).abs() <= wanted.abs() * 1e-9, "{got} is not {wanted}");
        }
    }

    #[test]
    fn metrics_follow_from_the_rows() {
        let (trace, profile) = sample();
        let get = |keys: &[&str]| measured(&trace, &profile, keys);
        near(
            &get(&[
                "total_time",
                "tensor_engine_active_time",
                "tensor_engine_instruction_time",
                "tensor_engine_active_time_percent",
                "sync_engine_active_time",
                "sync_engine_instruction_count",
                "vector_engine_active_time",
            ]),
            &[1e-6, 200e-9, 250e-9, 0.2, 10e-9, 2.0, 0.0],
        );
        near(
            &get(&[
                "dma_active_time",
                "dma_packet_time",
                "static_dma_active_time_percent",
                "dynamic_dma_size_percent",
            ]),
            &[160e-9, 180e-9, 0.5, 0.25],
        );
        // 8,000 FLOPs useful, 2,000 to transpose; the peak is 80 GFLOP/s.
        near(
            &get(&[
                "hardware_flops",
                "transpose_flops",
                "mfu_inst_estimated_percent",
                "hfu_estimated_percent",
            ]),
            &[10_000.0, 2000.0, 0.1, 0.125],
        );
        near(
            &get(&[
                "hbm_read_bytes",
                "mm_arithmetic_intensity",
                "peak_flops_bandwidth_ratio",
                "mbu_estimated_percent",
                "mfu_inst_max_achievable_estimated_percent",
            ]),
            &[300.0, 16.0, 40.0, 0.25, 0.4],
        );
    }

    #[test]
    fn what_the_rows_do_not_tell_is_a_reason() {
        let (trace, mut profile) = sample();
        let scope = Scope::whole(&trace, &profile);
        let tally = Tally::new(&scope);
        let measures = Measures { scope: &scope, tally: &tally, device: Device::new(&profile) };
        assert_eq!(measures.of("spill_reload_bytes"), Some(Figure::Unknown(Why::NoBytes)));
        assert_eq!(measures.of("neuroncore_cycle_count"), Some(Figure::Unknown(Why::NoPeak)));
        assert_eq!(measures.of("dma_transfer_time"), Some(Figure::Unknown(Why::NothingThere)));
        assert_eq!(measures.of("runtime_version"), None);
        profile.instruction_bytes.clear();
        profile.dma.clear();
        let scope = Scope::whole(&trace, &profile);
        let tally = Tally::new(&scope);
        let measures = Measures { scope: &scope, tally: &tally, device: Device::new(&profile) };
        assert_eq!(measures.of("hbm_read_bytes"), Some(Figure::Unknown(Why::NoBytes)));
        assert_eq!(measures.of("static_dma_size"), Some(Figure::Unknown(Why::NoDma)));
        profile.summary.push("hbm_read_bytes", MetricValue::Number(0.0));
        profile.summary.push("hbm_write_bytes", MetricValue::Number(0.0));
        assert_eq!(measured(&trace, &profile, &["hbm_read_bytes"]), [0.0]);
    }

    #[test]
    fn traffic_of_a_part_is_not_that_of_its_instructions() {
        let (trace, profile) = sample();
        // Within the packet that the instruction before set off.
        let area = Area { start: 330, end: 400, tracks: Vec::new() };
        let scope = Scope::new(&trace, &profile, &area);
        let tally = Tally::new(&scope);
        let measures = Measures { scope: &scope, tally: &tally, device: Device::new(&profile) };
        let figures =
            ["hbm_read_bytes", "hbm_write_bytes", "mbu_estimated_percent", "mm_arithmetic_intensity"]
                .map(|key| measures.of(key));
        assert_eq!(figures, [Some(Figure::Unknown(Why::WholeOnly)); 4]);
        near(&[measures.of("dma_active_time_percent").unwrap().known().unwrap()], &[1.0]);
    }

    #[test]
    fn of_some_tracks_only_what_they_hold_is_told() {
        let (trace, profile) = sample();
        // The queue alone: the third of the tracks.
        let area = Area { start: 0, end: 1000, tracks: vec![TrackId(2)] };
        let scope = Scope::new(&trace, &profile, &area);
        let tally = Tally::new(&scope);
        let measures = Measures { scope: &scope, tally: &tally, device: Device::new(&profile) };
        for key in [
            "tensor_engine_active_time",
            "sync_engine_instruction_count",
            "hardware_flops",
            "mfu_inst_estimated_percent",
            "total_active_time",
            "sbuf_read_bytes",
        ] {
            assert_eq!(measures.of(key), Some(Figure::Unknown(Why::NotSelected)), "{key}");
        }
        near(&[measures.of("dma_active_time").unwrap().known().unwrap()], &[100e-9]);
    }

    #[test]
    fn without_elements_flops_are_not_told() {
        let (trace, mut profile) = sample();
        profile.instructions.iter_mut().for_each(|row| row.elements = 0);
        let scope = Scope::whole(&trace, &profile);
        let tally = Tally::new(&scope);
        let measures = Measures { scope: &scope, tally: &tally, device: Device::new(&profile) };
        let unknown = Some(Figure::Unknown(Why::NoElements));
        let keys = ["hardware_flops", "transpose_flops", "hfu_estimated_percent", "mm_arithmetic_intensity"];
        assert_eq!(keys.map(|key| measures.of(key)), [unknown; 4]);
        assert_eq!(measures.of("throttle_active_nc0_time_ns"), Some(Figure::Unknown(Why::NotInFile)));
    }

    #[test]
    fn limits_are_told_by_core_and_source() {
        let (trace, mut profile) = sample();
        let limit = |start, end, k, kind| Throttle { start, end, k, n: 8, kind, core: 0 };
        profile.throttles = vec![limit(0, 300, 8, 0), limit(300, 400, 4, 1)];
        let keys = [
            "throttle_active_nc0_time_ns",
            "throttle_active_nc1_time_ns",
            "throttle_activity_0_active_time_nc0_percent",
            "throttle_activity_1_active_time_nc0_percent",
        ];
        near(&measured(&trace, &profile, &keys), &[100.0, 0.0, 0.3, 0.1]);
    }
}
