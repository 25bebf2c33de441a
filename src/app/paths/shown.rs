//! A comparison with what all sections derive from it, worked out once.

use super::model::OpenPaths;
use crate::app::state::AppState;
use crate::lowering::comparison::{Comparison, PathView};
use crate::timeline::paths::flow::Flow;
use crate::timeline::paths::hues::hues;
use std::sync::Arc;

#[derive(Clone)]
pub struct Shown {
    pub state: AppState,
    pub open: OpenPaths,
    pub all: Arc<Comparison>,
    /// Of the paths, in order.
    pub letters: Arc<Vec<String>>,
    /// By path.
    pub flows: Arc<Vec<Flow>>,
    /// By op of the baseline: 1 to 12, or 0.
    pub hues: Arc<Vec<u8>>,
}

impl Shown {
    pub fn new(state: AppState, open: OpenPaths, all: Arc<Comparison>) -> Self {
        let flows: Vec<Flow> = (0..all.paths.len()).map(|path| Flow::new(&all, path)).collect();
        let hues = flows.get(all.baseline as usize).map_or_else(Vec::new, |own| hues(&all, own));
        let letters = leptos::prelude::untrack(|| open.letters(state));
        Self { state, open, letters: Arc::new(letters), flows: Arc::new(flows), hues: Arc::new(hues), all }
    }

    /// The paths do not do the same work: no difference is for better or worse.
    pub fn is_refused(&self) -> bool {
        self.all.is_refused()
    }

    pub fn base(&self) -> usize {
        (self.all.baseline as usize).min(self.all.paths.len().saturating_sub(1))
    }

    pub fn base_path(&self) -> Option<&PathView> {
        self.all.paths.get(self.base())
    }

    pub fn letter(&self, path: usize) -> String {
        self.letters.get(path).cloned().unwrap_or_default()
    }

    pub fn is_base(&self, path: usize) -> bool {
        path == self.base()
    }

    /// Name of an op of the baseline.
    pub fn op_name(&self, op: u32) -> &str {
        self.base_path()
            .and_then(|base| base.nodes.get(*base.ops.get(op as usize)? as usize))
            .map_or("", |node| &*node.name)
    }

    /// Declarations of fill, edge and ink of an op.
    pub fn colours(&self, op: u32) -> String {
        hue_style(self.hues.get(op as usize).copied().unwrap_or(0))
    }
}

pub fn hue_style(hue: u8) -> String {
    match hue {
        0 => "--c:var(--frame-1);--k:var(--frame-k);--i:var(--frame-i)".to_owned(),
        hue => format!("--c:var(--c{hue});--k:var(--c{hue}-k);--i:var(--c{hue}-i)"),
    }
}

/// The token of a fill.
pub fn hue_fill(hue: u8) -> String {
    if hue == 0 { "var(--frame-1)".to_owned() } else { format!("var(--c{hue})") }
}

/// Ops as the attribute by which lighting finds them.
pub fn ops_attribute(ops: &[u32]) -> String {
    let mut text = String::from(" ");
    for op in ops {
        text.push_str(&op.to_string());
        text.push(' ');
    }
    text
}
