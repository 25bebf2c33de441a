//! All that is known of a Neuron profile beside its slices.

use super::{
    ActiveTime, Core, Dma, DmaQueue, DmaRoute, Instruction, InstructionBytes, Layer, MemoryUse, ModelInfo,
    NeffFile, NeffNode, ProfileKind, Source, Summary, Table, Throttle, TimeCheck,
};
use crate::trace::{Interval, SliceId};

/// Typed side data of a trace. Everything may be empty: sections are optional.
#[derive(Debug, Clone, Default)]
pub struct NeuronProfile {
    pub kind: ProfileKind,
    /// Key of a summary file, such as `n_0123456789abcdef`.
    pub name: String,
    pub time: TimeCheck,
    /// By index.
    pub cores: Vec<Core>,
    pub instructions: Vec<Instruction>,
    /// See [`Instruction::bytes`].
    pub instruction_bytes: Vec<InstructionBytes>,
    /// See [`Instruction::source`].
    pub sources: Vec<Source>,
    /// See [`Instruction::framework`].
    pub framework_ids: Vec<u64>,
    pub dma: Vec<Dma>,
    /// See [`Dma::route`].
    pub routes: Vec<DmaRoute>,
    /// Triggers of DMA rows: index into `dma`, and tick of the instruction.
    pub dma_triggers: Vec<(u32, i64)>,
    pub active: Vec<ActiveTime>,
    pub throttles: Vec<Throttle>,
    pub summary: Summary,
    /// `metadata`, `profile_info` and `neff_header` as key and text. May hold
    /// private paths.
    pub metadata: Vec<(String, String)>,
    pub profile_info: Vec<(String, String)>,
    pub neff_header: Vec<(String, String)>,
    pub models: Vec<ModelInfo>,
    /// Category and message.
    pub warnings: Vec<(String, String)>,
    pub nodes: Vec<NeffNode>,
    pub layers: Vec<Layer>,
    pub queues: Vec<DmaQueue>,
    pub memory: Vec<MemoryUse>,
    /// Every other section.
    pub tables: Vec<Table>,
    /// Of a NEFF: what is inside.
    pub files: Vec<NeffFile>,
    /// Of a system profile: some event tells the cache key or the model's name
    /// of a NEFF.
    pub tells_neffs: bool,
    /// From the first to the last instruction or DMA that is no set-up.
    pub work: Option<Interval>,
    /// Row of each slice; see [`NeuronProfile::instruction_of`].
    pub(crate) by_slice: Vec<u32>,
}

/// High bit of an entry of `by_slice`: a DMA row.
const IS_DMA: u32 = 1 << 31;
/// Entry of a slice that is no row.
const NO_ROW: u32 = u32::MAX;

impl NeuronProfile {
    /// Notes which row each of the trace's slices is. Called once by readers,
    /// when slices have their place.
    pub fn index_slices(&mut self, slices: usize) {
        self.by_slice = vec![NO_ROW; slices];
        let rows = (0u32..).zip(&self.instructions).map(|(row, instruction)| (row, instruction.slice));
        let waits = (0u32..).zip(&self.instructions).map(|(row, instruction)| (row, instruction.wait_slice));
        let dma = (0u32..).zip(&self.dma).map(|(row, dma)| (row | IS_DMA, dma.slice));
        for (row, slice) in rows.chain(waits).chain(dma) {
            if let Some(entry) = self.by_slice.get_mut(slice.index()) {
                *entry = row;
            }
        }
    }

    /// Gives back memory that no row takes.
    pub fn shrink(&mut self) {
        self.instructions.shrink_to_fit();
        self.instruction_bytes.shrink_to_fit();
        self.sources.shrink_to_fit();
        self.framework_ids.shrink_to_fit();
        self.dma.shrink_to_fit();
        self.routes.shrink_to_fit();
        self.dma_triggers.shrink_to_fit();
        self.active.shrink_to_fit();
        self.layers.shrink_to_fit();
    }

    /// The instruction that a slice stands for, or whose wait it is.
    pub fn instruction_of(&self, slice: SliceId) -> Option<&Instruction> {
        let row = self.by_slice.get(slice.index()).copied().filter(|row| row & IS_DMA == 0)?;
        self.instructions.get(row as usize)
    }

    /// The packet or transfer that a slice stands for.
    pub fn dma_of(&self, slice: SliceId) -> Option<&Dma> {
        let row = self.by_slice.get(slice.index()).copied().filter(|row| *row != NO_ROW)?;
        (row & IS_DMA != 0).then(|| self.dma.get((row & !IS_DMA) as usize)).flatten()
    }

    /// Bytes that an instruction moved; `None` when the file counts none.
    pub fn bytes_of(&self, instruction: &Instruction) -> Option<&InstructionBytes> {
        self.instruction_bytes.get(instruction.bytes as usize)
    }

    /// Line of source that an instruction comes from.
    pub fn source_of(&self, instruction: &Instruction) -> Option<&Source> {
        self.sources.get(instruction.source as usize)
    }

    /// Ids of the framework's ops that an instruction comes from.
    pub fn framework_ids_of(&self, instruction: &Instruction) -> &[u64] {
        let (first, len) = instruction.framework;
        let range = first as usize..first as usize + len as usize;
        self.framework_ids.get(range).unwrap_or_default()
    }

    /// Where a DMA row runs and what it moves.
    pub fn route_of(&self, dma: &Dma) -> DmaRoute {
        self.routes.get(dma.route as usize).copied().unwrap_or_default()
    }

    /// A value of [`NeuronProfile::metadata`], also where it has the name that
    /// tables give it.
    pub fn metadata_value(&self, key: &str) -> Option<&str> {
        let value = |key: &str| Some(self.metadata.iter().find(|entry| entry.0 == key)?.1.as_str());
        value(key).or_else(|| {
            value(match key {
                "pe_num_rows" => "tensor_engine_num_rows",
                "pe_num_cols" => "tensor_engine_num_cols",
                "pe_clock_freq" => "tensor_engine_clock_freq",
                "pe_clock_others" => "neuroncore_clock_freq",
                _ => return None,
            })
        })
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        let texts = [&self.metadata, &self.profile_info, &self.neff_header, &self.warnings];
        let texts = texts.iter().flat_map(|list| list.iter()).map(|(a, b)| a.len() + b.len() + 48);
        self.instructions.capacity() * size_of::<Instruction>()
            + self.instruction_bytes.capacity() * size_of::<InstructionBytes>()
            + self.sources.capacity() * size_of::<Source>()
            + self.framework_ids.capacity() * 8
            + self.dma.capacity() * size_of::<Dma>()
            + self.routes.capacity() * size_of::<DmaRoute>()
            + self.dma_triggers.capacity() * 16
            + self.active.capacity() * size_of::<ActiveTime>()
            + self.by_slice.capacity() * 4
            + self.layers.capacity() * size_of::<Layer>()
            + texts.sum::<usize>()
            + self.tables.iter().map(Table::memory_bytes).sum::<usize>()
            + self.files.iter().map(|file| file.text.as_ref().map_or(0, String::len) + 80).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neuron::DmaFlags;

    #[test]
    fn slices_lead_to_their_rows() {
        let instruction = |slice, wait| Instruction {
            slice: SliceId(slice),
            wait_slice: SliceId(wait),
            id: u64::from(slice),
            ..Instruction::default()
        };
        let mut profile = NeuronProfile {
            instructions: vec![instruction(2, u32::MAX), instruction(4, 3)],
            dma: vec![Dma {
                slice: SliceId(0),
                id: 7,
                transfer: None,
                route: 0,
                flags: DmaFlags::default(),
                read: 0,
                written: 0,
                moved: 0,
                rate: 0,
            }],
            ..NeuronProfile::default()
        };
        profile.index_slices(5);
        let id = |slice| profile.instruction_of(SliceId(slice)).map(|found| found.id);
        assert_eq!([id(0), id(1), id(2), id(3), id(4), id(5)], [None, None, Some(2), Some(4), Some(4), None]);
        assert_eq!(profile.dma_of(SliceId(0)).map(|dma| dma.id), Some(7));
        assert!(profile.dma_of(SliceId(1)).is_none() && profile.dma_of(SliceId(2)).is_none());
    }
}
