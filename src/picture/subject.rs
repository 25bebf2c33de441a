//! A comparison with all that pictures of it derive, worked out once.

use super::palette::{Palette, Theme};
use super::{Look, Looks};
use crate::lowering::comparison::{Comparison, PathView};
use crate::lowering::neuron::NeuronPart;
use crate::lowering::profile::InstanceRows;
use crate::text::Texts;
use crate::timeline::paths::flow::Flow;
use crate::timeline::paths::hues::hues;
use std::sync::Arc;

pub struct Subject<'a> {
    pub texts: &'a Texts,
    pub all: &'a Comparison,
    /// Letters of the paths.
    pub letters: Vec<String>,
    /// Rows of the instance that is shown, by path; where they are not known,
    /// medians over all instances stand in.
    pub rows: Vec<Option<Arc<InstanceRows>>>,
    /// By path.
    pub flows: Vec<Flow>,
    /// By op of the baseline: 1 to 12, or 0.
    pub hues: Vec<u8>,
    pub palette: Palette,
    pub looks: Looks,
}

impl<'a> Subject<'a> {
    pub fn new(texts: &'a Texts, all: &'a Comparison, theme: Theme) -> Self {
        let flows: Vec<Flow> = (0..all.paths.len()).map(|path| Flow::new(all, path)).collect();
        let hues = flows.get(all.baseline as usize).map_or_else(Vec::new, |own| hues(all, own));
        let letters = (0..all.paths.len()).map(|at| char::from(b'A' + (at % 26) as u8).to_string());
        let palette = Palette::new(theme);
        let looks = Looks::new(&palette);
        let rows = vec![None; all.paths.len()];
        Self { texts, all, letters: letters.collect(), rows, flows, hues, palette, looks }
    }

    pub fn base(&self) -> usize {
        (self.all.baseline as usize).min(self.all.paths.len().saturating_sub(1))
    }

    pub fn base_path(&self) -> Option<&'a PathView> {
        self.all.paths.get(self.base())
    }

    pub fn part(&self, path: usize) -> Option<&'a NeuronPart> {
        self.all.paths.get(path)?.neuron.as_deref()
    }

    pub fn letter(&self, path: usize) -> &str {
        self.letters.get(path).map_or("", String::as_str)
    }

    pub fn hue(&self, op: u32) -> u8 {
        self.hues.get(op as usize).copied().unwrap_or(0)
    }

    pub fn look(&self, op: u32) -> &Look {
        self.looks.of_hue(self.hue(op))
    }

    /// Name of an op of the baseline.
    pub fn op_name(&self, op: u32) -> &'a str {
        self.base_path()
            .and_then(|base| base.nodes.get(*base.ops.get(op as usize)? as usize))
            .map_or("", |node| &*node.name)
    }

    pub fn hex(&self, token: &str) -> String {
        self.palette.hex(token)
    }

    pub fn t(&self, id: &str) -> String {
        self.texts.get(id)
    }
}
