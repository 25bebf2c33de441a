//! What colours can stand for where a trace has a Neuron profile.

use super::{TraceColours, UNUSED};
use crate::neuron::{Engine, Instruction, NeuronProfile};
use crate::trace::{SliceId, StringId, Trace};
use serde::{Deserialize, Serialize};

/// What colours stand for. All but the first are for traces with a Neuron
/// profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ColourBy {
    /// Families of names: ops, kernels, opcodes.
    #[default]
    Name,
    Engine,
    /// HLO op.
    Hlo,
    /// Op of the framework.
    Layer,
    /// Line of NKI source.
    NkiLine,
    /// Work and DMA; waits are neutral anyway.
    Work,
}

/// A colour and what has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegendRow {
    pub name: String,
    /// See [`crate::timeline::frame::colour`].
    pub colour: u8,
    /// Self time of all that has it.
    pub ticks: i64,
}

/// Families of [`ColourBy::Engine`] are the engines, then this; those of
/// [`ColourBy::Work`] the first engine for all of them, then this.
pub(super) const DMA: &str = "DMA";

impl ColourBy {
    pub const ALL: [ColourBy; 6] =
        [ColourBy::Name, ColourBy::Engine, ColourBy::Hlo, ColourBy::Layer, ColourBy::NkiLine, ColourBy::Work];

    /// Whether the profile tells anything of it.
    pub fn is_told(self, profile: &NeuronProfile) -> bool {
        match self {
            ColourBy::Name | ColourBy::Engine | ColourBy::Work => true,
            by => profile.instructions.iter().any(|row| by.key(row) != StringId::NONE),
        }
    }

    /// Text that names an instruction's family.
    fn key(self, row: &Instruction) -> StringId {
        match self {
            ColourBy::Hlo => row.hlo_name,
            ColourBy::Layer => row.layer,
            ColourBy::NkiLine => row.nki_source,
            ColourBy::Name | ColourBy::Engine | ColourBy::Work => StringId::NONE,
        }
    }
}

impl TraceColours {
    /// Families of what a Neuron profile tells of instructions.
    pub(super) fn find_keys(&mut self, trace: &Trace, profile: &NeuronProfile) {
        match self.by {
            ColourBy::Engine => {
                let engines = Engine::ALL.into_iter().chain([Engine::Other]);
                self.families =
                    engines.map(|engine| engine.name().to_owned()).chain([DMA.to_owned()]).collect();
            }
            ColourBy::Work => self.families = vec![String::new(), DMA.to_owned()],
            _ => {}
        }
        for row in &profile.instructions {
            if let Some(key) = self.by.key(row).some()
                && let Some(at @ &mut UNUSED) = self.family_of_name.get_mut(key.index())
            {
                *at = self.families.len() as u32;
                self.families.push(trace.strings.get(key).to_owned());
            }
        }
    }

    pub(super) fn neuron_family(&self, profile: &NeuronProfile, slice: SliceId) -> u32 {
        let last = (self.families.len() as u32).saturating_sub(1);
        match (self.by, profile.instruction_of(slice)) {
            (ColourBy::Engine | ColourBy::Work, None) => {
                if profile.dma_of(slice).is_some() {
                    last
                } else {
                    UNUSED
                }
            }
            (ColourBy::Work, Some(_)) => 0,
            (ColourBy::Engine, Some(row)) => {
                let engine = row.lane.engine();
                Engine::ALL
                    .iter()
                    .position(|known| *known == engine)
                    .map_or(last.saturating_sub(1), |at| at as u32)
            }
            (_, Some(row)) => self.family_of_name(self.by.key(row)),
            (_, None) => UNUSED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::assign;
    use super::*;
    use crate::neuron::analysis::made_up::{MadeUp, profile};
    use crate::timeline::frame::colour;
    use crate::timeline::{SliceColour, SliceColours};

    fn sample(made: &mut MadeUp) {
        let (one, two) = (made.text("%dot.1"), made.text("%dot.2"));
        made.instruction("TensorMatrix", "MATMUL", 0, 50, |row| row.hlo_name = one);
        made.instruction("Vector", "COPY", 0, 90, |row| row.hlo_name = two);
        made.instruction("Vector", "DRAIN", 90, 10, |_| {});
        made.instruction("Vector", "EVENT_SEMAPHORE", 100, 500, |_| {});
        made.packet("q", 0, 70, 64);
    }

    fn coloured(by: ColourBy) -> (Vec<u8>, Vec<(String, u8)>) {
        let (mut trace, profile) = profile(sample);
        let rows: Vec<SliceId> = profile.instructions.iter().map(|row| row.slice).collect();
        let slices: Vec<SliceId> = rows.into_iter().chain([profile.dma[0].slice]).collect();
        trace.neuron = Some(Box::new(profile));
        let mut colours = TraceColours::by(&trace, by);
        assign([&mut colours]);
        let colour = |slice: &SliceId| match colours.colour(&trace, *slice) {
            SliceColour::Palette(colour) | SliceColour::Cname(colour) => colour,
        };
        let legend = colours.legend().into_iter().map(|row| (row.name, row.colour));
        (slices.iter().map(colour).collect(), legend.collect())
    }

    #[test]
    fn colours_stand_for_what_was_asked_for_and_waits_stay_neutral() {
        const NONE: u8 = colour::FRAME_1;
        const WAIT: u8 = colour::FRAME_3;
        let row = |name: &str, colour| (name.to_owned(), colour);
        let (colours, legend) = coloured(ColourBy::Name);
        assert_eq!(colours, [2, 0, 3, WAIT, 1]);
        assert_eq!(legend, [row("COPY", 0), row("DMA", 1), row("MATMUL", 2), row("DRAIN", 3)]);
        let (colours, legend) = coloured(ColourBy::Hlo);
        assert_eq!(colours, [1, 0, NONE, WAIT, NONE]);
        assert_eq!(legend, [row("%dot.2", 0), row("%dot.1", 1)]);
        let (colours, legend) = coloured(ColourBy::Engine);
        assert_eq!((colours[1], colours[2], colours[3]), (0, 0, WAIT));
        assert_eq!(legend, [row("Vector", 0), row("DMA", 1), row("Tensor", 2)]);
        let (colours, _) = coloured(ColourBy::Work);
        assert_eq!(colours, [0, 0, 0, WAIT, 1]);
        let (colours, legend) = coloured(ColourBy::NkiLine);
        assert_eq!((colours, legend.len()), (vec![NONE, NONE, NONE, WAIT, NONE], 0));
    }

    #[test]
    fn a_folded_queue_has_the_colour_that_the_legend_gives_to_dma() {
        let (mut trace, profile) = profile(sample);
        let queue = trace.track_of(profile.dma[0].slice);
        let lane = trace.track_of(profile.instructions[0].slice);
        trace.neuron = Some(Box::new(profile));
        for by in ColourBy::ALL {
            let mut colours = TraceColours::by(&trace, by);
            assign([&mut colours]);
            let told = colours.legend().into_iter().find(|row| row.name == DMA).map(|row| row.colour);
            assert_eq!(colours.of_track(&trace, queue), told, "{by:?}");
            let by_engine = matches!(by, ColourBy::Name | ColourBy::Engine | ColourBy::Work);
            assert_eq!((told.is_some(), colours.of_track(&trace, lane)), (by_engine, None), "{by:?}");
        }
    }

    #[test]
    fn what_is_not_told_is_not_offered() {
        let (_, profile) = profile(sample);
        let told: Vec<_> = ColourBy::ALL.into_iter().filter(|by| by.is_told(&profile)).collect();
        assert_eq!(told, [ColourBy::Name, ColourBy::Engine, ColourBy::Hlo, ColourBy::Work]);
    }
}
