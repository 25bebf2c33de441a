//! Layers and subgraphs with their engine times.

use super::Engine;
use crate::trace::StringId;

/// One row of `layer_summary`.
#[derive(Debug, Clone)]
pub struct Layer {
    /// Path, such as `/sg00/_dot.3`.
    pub name: StringId,
    /// Ticks.
    pub start: i64,
    pub end: i64,
    /// In the order of [`Engine::ALL`].
    pub engines: [EngineUse; 5],
    /// FLOPs of all Tensor instructions, and the useful part of them.
    pub flops: f64,
    pub model_flops: f64,
    /// Fractions, 0 to 1.
    pub hfu: f64,
    pub mfu: f64,
}

impl Layer {
    /// What it did on an engine; `None` for [`Engine::Other`].
    pub fn engine(&self, engine: Engine) -> Option<&EngineUse> {
        let at = Engine::ALL.iter().position(|known| *known == engine)?;
        self.engines.get(at)
    }
}

/// How one engine was used.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EngineUse {
    /// Union of busy time, in ticks.
    pub active: i64,
    /// Sum of durations, in ticks; overlaps count more than once.
    pub instruction_time: i64,
    pub instructions: u64,
    /// Share of the layer's time, 0 to 1.
    pub share: f64,
}
