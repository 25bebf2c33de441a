//! What a path of a Neuron device profile knows beyond other paths.

use crate::lowering::profile::Figure;
use crate::neuron::Engine;
use crate::trace::SliceId;
use serde::{Deserialize, Serialize};

/// Times are nanoseconds since the start of the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NeuronPart {
    /// Such as `sg00`; empty where the file does not say.
    pub subgraph: String,
    /// A layer of the profile, not all of it.
    pub is_layer: bool,
    /// Those that do work first, in order of their first start.
    pub opcodes: Vec<Opcode>,
    /// Nodes of the opcodes that do work.
    pub ops: Vec<u32>,
    /// Those that did anything, in Neuron's order; DMA last.
    pub workers: Vec<EnginePart>,
    /// In Neuron's order: queues, then lanes of engines.
    pub lanes: Vec<LanePart>,
    /// Hue of DMA, as that of [`Opcode::hue`].
    pub dma_hue: u8,
    pub total_ns: i64,
    /// The file has instructions, and rows of DMA, somewhere: otherwise times
    /// of engines, or of DMA, are not known and stand at 0 here.
    pub tells_instructions: bool,
    pub tells_dma: bool,
    /// The file ends in the middle.
    pub is_cut_off: bool,
    /// How long the rows last, and how long the run took as the file says,
    /// where the two are not of the same size.
    pub times_disagree: Option<(i64, i64)>,
    /// Union of all engines' work.
    pub engines_ns: i64,
    /// DMA was in flight, and of it, while no engine worked.
    pub dma_ns: i64,
    pub dma_alone_ns: i64,
    pub throttled_ns: Figure,
    pub hbm_read: Figure,
    pub hbm_written: Figure,
    pub spilled: Figure,
    pub packets: u64,
    pub instructions: u64,
    /// Floating-point operations a second that the Tensor engine gives at most.
    pub peak_flops: Figure,
    pub model_flops: Figure,
    pub useful_flops: Figure,
    pub transpose_flops: Figure,
    pub hardware_flops: Figure,
    pub mfu: Figure,
    pub hfu: Figure,
    pub mbu: Figure,
    pub setting: Setting,
    /// Some instruction names the op that it comes from.
    pub has_names: bool,
    /// Rows of DMA do not say what they read and write.
    pub dma_unknown: bool,
    /// The file warns that DMA made at run time was not recorded in full.
    pub dma_warned: bool,
}

impl NeuronPart {
    /// How often an opcode was executed.
    pub fn count(&self, opcode: &str) -> u64 {
        self.opcodes.iter().find(|known| known.name == opcode).map_or(0, |known| known.count)
    }

    /// Hue of an opcode, 0 for none.
    pub fn hue(&self, opcode: &str) -> u8 {
        self.opcodes.iter().find(|known| known.name == opcode).map_or(0, |known| known.hue)
    }

    /// Takes hues from whoever knows those of names.
    pub fn colour(&mut self, hue_of: impl Fn(&str) -> u8) {
        for opcode in self.opcodes.iter_mut().filter(|opcode| !opcode.is_setup) {
            opcode.hue = hue_of(&opcode.name);
        }
        self.dma_hue = hue_of(Worker::Dma.name());
    }

    /// Engines, or DMA, are told in full, so that what is not there did not
    /// happen.
    pub fn has_all_instructions(&self) -> bool {
        self.tells_instructions && !self.is_cut_off
    }

    pub fn has_all_dma(&self) -> bool {
        self.tells_dma && !self.is_cut_off
    }

    pub fn worker(&self, worker: Worker) -> Option<&EnginePart> {
        self.workers.iter().find(|known| known.worker == worker)
    }

    /// Bytes a second of HBM while DMA is active.
    pub fn dma_rate(&self, moved: Figure) -> Figure {
        match moved {
            Figure::Known(bytes) if self.dma_ns > 0 => Figure::Known(bytes / (self.dma_ns as f64 * 1e-9)),
            Figure::Known(_) => Figure::Unknown(crate::lowering::profile::Reason::NoDma),
            unknown => unknown,
        }
    }
}

/// Instructions of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opcode {
    pub name: String,
    pub count: u64,
    /// Set-up, tear-down and waiting, which are no work.
    pub is_setup: bool,
    /// Hue in the timeline of its trace, 1 to 12; 0 for none. The engine knows
    /// which traces are open and gives it.
    pub hue: u8,
}

/// What does work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Worker {
    Engine(Engine),
    Dma,
}

impl Worker {
    /// As Neuron writes it.
    pub fn name(self) -> &'static str {
        match self {
            Worker::Engine(engine) => engine.name(),
            Worker::Dma => "DMA",
        }
    }
}

/// An engine on all its cores, or all DMA.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EnginePart {
    pub worker: Worker,
    /// Union of its work.
    pub active_ns: i64,
    /// Neither at work nor done: waits of instructions.
    pub waiting_ns: i64,
    /// Instructions, or packets.
    pub count: u64,
    /// The longest time between two pieces of its work, set-up left out: how
    /// long, and what came after it.
    pub pause: Option<(i64, SliceId)>,
    /// Its items: first and one behind the last.
    pub items: (u32, u32),
}

/// A lane of the timeline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LanePart {
    pub name: String,
    pub is_queue: bool,
    /// In order of start; near ones are one where there are too many.
    pub pieces: Vec<LanePiece>,
    /// Start and length of waits.
    pub waits: Vec<(i64, i64)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanePiece {
    pub start_ns: i64,
    pub dur_ns: i64,
    /// Item that it is a part of.
    pub item: u32,
    /// Instructions, or packets.
    pub count: u32,
    /// Of a queue.
    pub bytes: u64,
    /// The first of them.
    pub slice: SliceId,
}

/// What must be the same for times to mean the same; empty or `None` where the
/// file does not say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// Such as `Trainium2`.
    pub chip: String,
    /// Physical cores within the logical one.
    pub cores: Option<f64>,
    /// Number of the NeuronCore on its machine.
    pub core: Option<i64>,
    /// Clock of the Tensor engine and of the others, GHz.
    pub tensor_ghz: Option<f64>,
    pub other_ghz: Option<f64>,
    pub data_version: String,
}
