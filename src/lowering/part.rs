//! What a trace that is a part of another one says of the whole: a part that
//! was cut out for one comparison ([`crate::export::pack`]) gives the figures
//! of the whole, though some of them hang on rows that it does not have.
//!
//! It stands at the top of the file under [`KEY`]. Like all else in a file it
//! is not to be trusted: numbers may be any, and nothing is done by them but to
//! show them.

use super::level::Levels;
use super::profile::{Orphans, Recording};
use crate::trace::Trace;
use serde::{Deserialize, Serialize};

/// Key at the top of the file.
pub const KEY: &str = "lowerscope";

/// A part of another trace, and what of that holds for the part as well.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PartOf {
    /// File name of the whole.
    pub part_of: String,
    /// Instances of the regions that are in the part, and in the whole, as
    /// far as they count.
    pub instances: u32,
    pub of: u32,
    /// Figures are those of the whole.
    pub same: bool,
    /// What the whole trace has somewhere.
    pub op_categories: bool,
    pub stacks: bool,
    pub memory: bool,
    pub shapes: bool,
    pub device: bool,
    pub xla: bool,
    /// Calls of compiled functions.
    pub calls: bool,
    pub graphs: bool,
    pub orphans: u64,
    pub orphans_ns: i64,
    pub orphans_before: u64,
}

impl PartOf {
    /// What a trace says; `None` where it is no part.
    pub fn read(trace: &Trace) -> Option<Self> {
        let (_, text) = trace.metadata.iter().find(|(key, _)| key == KEY)?;
        let found: Self = serde_json::from_str(text).ok()?;
        (!found.part_of.is_empty()).then_some(found)
    }

    /// Notes what rests on all of a trace.
    pub fn set_facts(&mut self, levels: &Levels, recording: &Recording, orphans: &Orphans) {
        self.op_categories = levels.with_op_categories;
        self.calls = levels.with_calls;
        self.stacks = recording.with_stack;
        self.memory = recording.with_memory;
        self.shapes = recording.with_shapes;
        self.device = recording.has_device;
        self.xla = recording.is_xla;
        self.graphs = recording.graph_replay;
        self.orphans = orphans.count;
        self.orphans_ns = orphans.total_ns;
        self.orphans_before = orphans.launch_not_recorded;
    }

    /// Work of the whole that no launch leads to. None of it is in the part.
    pub fn orphans(&self) -> Orphans {
        Orphans {
            count: self.orphans,
            total_ns: self.orphans_ns,
            launch_not_recorded: self.orphans_before.min(self.orphans),
            examples: Vec::new(),
        }
    }

    /// Instances in the part and in the whole, where the figures are others.
    pub fn sample(&self) -> Option<(u32, u32)> {
        (!self.same).then_some((self.instances, self.of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sample::read;

    fn part(value: &str) -> Option<PartOf> {
        PartOf::read(&read(&format!(r#"{{"lowerscope":{value},"traceEvents":[]}}"#)))
    }

    #[test]
    fn a_part_says_of_what_and_how_much() {
        let found =
            part(r#"{"part_of":"a.json","instances":3,"of":20,"orphans":2,"orphans_before":9}"#).unwrap();
        assert_eq!((found.part_of.as_str(), found.sample()), ("a.json", Some((3, 20))));
        assert_eq!((found.orphans().count, found.orphans().launch_not_recorded), (2, 2));
        assert_eq!(part(r#"{"part_of":"a.json","same":true}"#).unwrap().sample(), None);
    }

    #[test]
    fn what_is_no_such_note_is_none() {
        for value in ["1", "null", "[]", "{}", r#"{"part_of":7}"#, r#"{"part_of":"a","of":-1}"#] {
            assert_eq!(part(value), None, "{value}");
        }
        assert_eq!(PartOf::read(&read("[]")), None);
    }
}
