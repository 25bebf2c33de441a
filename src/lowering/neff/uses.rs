//! Runs summed up by program.

use super::runs::{Run, Runs};
use crate::lowering::profile::Evidence;
use crate::trace::{SliceId, Trace};

/// What some runs of one program add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    pub program: u32,
    pub runs: u64,
    /// All of them together.
    pub total_ns: i64,
    /// The first one, and its op.
    pub first: SliceId,
    pub op: Option<(SliceId, Evidence)>,
}

/// Sums up runs, in order of each program's first one.
pub fn uses<'a>(trace: &Trace, runs: &Runs, chosen: impl Iterator<Item = &'a Run>) -> Vec<Use> {
    let mut by_program: Vec<Option<Use>> = vec![None; runs.programs.len()];
    for run in chosen {
        let Some(slot) = by_program.get_mut(run.program as usize) else { continue };
        let ns = trace.unit.ns_from_ticks(trace.slices.dur[run.slice.index()]);
        let own = slot.get_or_insert(Use {
            program: run.program,
            runs: 0,
            total_ns: 0,
            first: run.slice,
            op: run.op,
        });
        own.runs += 1;
        own.total_ns = own.total_ns.saturating_add(ns);
    }
    let mut found: Vec<Use> = by_program.into_iter().flatten().collect();
    found.sort_by_key(|own| (trace.slices.start[own.first.index()], own.first));
    found
}
