//! The figures that matter, from the rows where they tell them, else from the
//! file.

use super::figure::{Figure, Why};
use super::measures::Measures;
use serde::{Deserialize, Serialize};

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
