//! Which op of which level of the compiler an instruction comes from.

use crate::neuron::{Instruction, NeuronProfile};
use crate::trace::{StringId, Trace};
use serde::{Deserialize, Serialize};

/// Levels of Neuron's lowering, from the framework to the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    Framework,
    Hlo,
    Penguin,
    Bir,
    Instruction,
}

impl Level {
    /// Levels above the instructions.
    pub const ABOVE: [Level; 4] = [Level::Framework, Level::Hlo, Level::Penguin, Level::Bir];

    /// Message of its name.
    pub fn id(self) -> &'static str {
        match self {
            Level::Framework => "neuron-level-framework",
            Level::Hlo => "neuron-level-hlo",
            Level::Penguin => "neuron-level-penguin",
            Level::Bir => "neuron-level-bir",
            Level::Instruction => "neuron-level-instruction",
        }
    }
}

/// What is called the same on a level is the same op.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OpKey {
    /// The file does not say.
    Missing,
    Name(StringId),
    /// An id, of the ops of a subgraph.
    Id(StringId, u64),
    /// Instructions of an opcode on a lane.
    Leaf(StringId, crate::neuron::Lane),
}

/// The op of a level that an instruction comes from.
pub fn op_of(profile: &NeuronProfile, row: &Instruction, level: Level) -> OpKey {
    let id = |id: Option<crate::neuron::Id>| id.map(|id| OpKey::Id(row.subgraph, id.get()));
    let name = |name: StringId| name.some().map(OpKey::Name);
    let found = match level {
        Level::Framework => name(row.layer).or_else(|| {
            let first = profile.framework_ids_of(row).first()?;
            Some(OpKey::Id(row.subgraph, *first))
        }),
        Level::Hlo => name(row.hlo_name).or_else(|| id(row.hlo_id)),
        Level::Penguin => id(row.penguin_id),
        Level::Bir => id(row.bir_id),
        Level::Instruction => Some(OpKey::Leaf(row.opcode, row.lane)),
    };
    found.unwrap_or(OpKey::Missing)
}

/// How an op is called; empty where the file does not say which it is.
pub fn name_of(trace: &Trace, row: &Instruction, level: Level, key: OpKey) -> String {
    match key {
        OpKey::Missing => String::new(),
        OpKey::Name(name) if level == Level::Hlo => {
            // The name is what stands before the definition.
            let text = trace.name(name);
            text.split_once(" = ").map_or(text, |(name, _)| name).to_owned()
        }
        OpKey::Name(name) => trace.name(name).to_owned(),
        OpKey::Leaf(opcode, _) => trace.name(opcode).to_owned(),
        OpKey::Id(_, id) => {
            let bir = row.bir_name.some().map(|name| trace.strings.get(name));
            match (level, bir) {
                (Level::Bir, Some(name)) => name.to_owned(),
                // BIR names begin with that of the op above them.
                (Level::Penguin, Some(name)) if begins_with_id(name, id) => format!("I-{id}"),
                _ => format!("#{id}"),
            }
        }
    }
}

fn begins_with_id(name: &str, id: u64) -> bool {
    let digits = name.strip_prefix("I-").map(|rest| rest.split('-').next().unwrap_or(rest));
    digits == Some(id.to_string().as_str())
}

/// A search that finds the instructions of an op, to be put behind that of
/// the op above it.
pub fn query_of(trace: &Trace, row: &Instruction, level: Level, key: OpKey) -> Option<String> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', ""));
    let by_id = |field: &str, id: u64| Some(format!("arg:{field}=={id}"));
    match (level, key) {
        (_, OpKey::Missing) => None,
        (Level::Framework, OpKey::Name(name)) => Some(format!("arg:layer=={}", quoted(trace.name(name)))),
        (Level::Hlo, OpKey::Name(name)) => match row.hlo_id {
            Some(id) => by_id("raw_hlo_id", id.get()),
            None => Some(format!("arg:hlo_name=={}", quoted(trace.name(name)))),
        },
        (Level::Hlo, OpKey::Id(_, id)) => by_id("raw_hlo_id", id),
        (Level::Penguin, OpKey::Id(_, id)) => by_id("raw_penguin_id", id),
        (Level::Bir, OpKey::Id(_, id)) => by_id("raw_bir_id", id),
        (_, OpKey::Leaf(opcode, lane)) => {
            Some(format!("name:={} arg:label=={}", quoted(trace.name(opcode)), lane.name()))
        }
        (_, OpKey::Id(..) | OpKey::Name(_)) => None,
    }
}
