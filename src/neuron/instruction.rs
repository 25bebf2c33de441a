//! Executed instructions.

use super::Lane;
use crate::trace::{SliceId, StringId};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU64;

/// An id of some level of the compiler. Files write 0, or nothing, for none.
pub type Id = NonZeroU64;

/// State of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InstructionFlags(pub u8);

impl InstructionFlags {
    /// Its own duration is waiting (opcode `EVENT_SEMAPHORE`): not busy time.
    pub const WAIT: u8 = 1;
    /// Set-up and tear-down, which `total_exec_time` leaves out.
    pub const SETUP: u8 = 2;
    /// Moves data from PSUM to SBUF.
    pub const PSUM_TO_SBUF: u8 = 4;
    /// Its operands name a semaphore that it waits for.
    pub const CONDITION: u8 = 8;

    pub fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    pub fn set(&mut self, flag: u8) {
        self.0 |= flag;
    }
}

/// What a matrix multiplication is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum TensorKind {
    /// The file does not say; so for all but the Tensor engine.
    #[default]
    None,
    Regular,
    /// Moves data only: no useful FLOPs.
    Transpose,
}

/// One executed instruction. Start and duration are its slice's.
#[derive(Debug, Clone, Copy)]
pub struct Instruction {
    /// Equal to [`SliceId::NONE`] when it has no place in time.
    pub slice: SliceId,
    /// The wait before it as a slice of its own, where there is room for one.
    pub wait_slice: SliceId,
    /// As written; 0 when absent.
    pub id: u64,
    pub lane: Lane,
    /// Index of its physical core.
    pub core: u8,
    pub flags: InstructionFlags,
    pub tensor: TensorKind,
    pub opcode: StringId,
    /// Ticks right before its start in which its engine did nothing but wait
    /// for it. Less than `evt_wait_time` as written, see `ingest::neuron`.
    /// Engines wait at the same time, so sums over engines mean nothing.
    pub wait: i64,
    /// Elements of a matrix multiplication; 0 when not told.
    pub elements: u64,
    /// Position in the program of its engine.
    pub pc: u32,
    /// HLO text, such as `%dot.3 = dot(%p0, %p1)`.
    pub hlo_name: StringId,
    /// Name of the framework's op; [`StringId::NONE`] also where the file says
    /// `Unknown`.
    pub layer: StringId,
    /// Path of the subgraph, such as `/sg00`.
    pub subgraph: StringId,
    /// BIR instruction, such as `I-60-0-trig`.
    pub bir_name: StringId,
    /// Function of an ACTIVATE.
    pub activation: StringId,
    /// NKI source, `file.py:line`.
    pub nki_source: StringId,
    /// Index into [`super::NeuronProfile::sources`]; `u32::MAX` for none.
    pub source: u32,
    pub hlo_id: Option<Id>,
    pub penguin_id: Option<Id>,
    pub bir_id: Option<Id>,
    /// First of its framework ids in [`super::NeuronProfile::framework_ids`],
    /// and how many.
    pub framework: (u32, u32),
    /// Index into [`super::NeuronProfile::instruction_bytes`]; `u32::MAX` when
    /// the file counts no bytes for it.
    pub bytes: u32,
    /// Tick of the DMA that it triggered. A time, not an id.
    pub trigger: Option<i64>,
}

impl Default for Instruction {
    fn default() -> Self {
        Self {
            slice: SliceId::NONE,
            wait_slice: SliceId::NONE,
            id: 0,
            lane: Lane::Other,
            core: 0,
            flags: InstructionFlags::default(),
            tensor: TensorKind::None,
            opcode: StringId::NONE,
            wait: 0,
            elements: 0,
            pc: 0,
            hlo_name: StringId::NONE,
            layer: StringId::NONE,
            subgraph: StringId::NONE,
            bir_name: StringId::NONE,
            activation: StringId::NONE,
            nki_source: StringId::NONE,
            source: u32::MAX,
            hlo_id: None,
            penguin_id: None,
            bir_id: None,
            framework: (0, 0),
            bytes: u32::MAX,
            trigger: None,
        }
    }
}

impl Instruction {
    /// Its duration is waiting, not work.
    pub fn is_wait(&self) -> bool {
        self.flags.has(InstructionFlags::WAIT)
    }

    /// Set-up and tear-down.
    pub fn is_setup(&self) -> bool {
        self.flags.has(InstructionFlags::SETUP)
    }

    /// The file says which op, line or level it comes from.
    pub fn has_source(&self) -> bool {
        self.hlo_id.is_some()
            || self.framework.1 > 0
            || self.hlo_name != StringId::NONE
            || self.layer != StringId::NONE
            || self.nki_source != StringId::NONE
            || self.source != u32::MAX
    }
}

/// Bytes that one instruction moved, as far as the file counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InstructionBytes {
    pub sbuf_read: u64,
    pub sbuf_write: u64,
    pub psum_read: u64,
    pub psum_write: u64,
    pub psum_read_sbuf_write: u64,
    pub hbm_read: u64,
    pub hbm_write: u64,
    pub spill_save: u64,
    pub spill_reload: u64,
    pub input_queue: u64,
    pub output_queue: u64,
    pub weight_queue: u64,
}

/// A line of source that instructions come from (`hlo_attrs`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source {
    /// The framework's op, such as `aten__permute`.
    pub op_type: StringId,
    pub file: StringId,
    /// 0 when not told.
    pub line: u32,
}
