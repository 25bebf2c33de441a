//! Joins open traces of a framework with the open device profiles of the NEFFs
//! that they ran.

use super::open_trace::OpenTrace;
use super::protocol::{NeffUse, NeffUses, RanBy, Runner, TraceId};
use crate::analysis::locate::locate_slice;
use crate::lowering::neff::{
    self, Identity, Match, ProfileRef, Program, Run, Runs, Shown, Unjoined, Use, uses,
};
use crate::lowering::profile::PathProfile;
use crate::trace::SliceId;
use std::collections::BTreeMap;

type Traces = BTreeMap<TraceId, OpenTrace>;

/// All that is open, joined.
struct Joined<'a> {
    profiles: Vec<(TraceId, &'a OpenTrace)>,
    runners: Vec<Running<'a>>,
}

/// A trace that runs NEFFs, with the profile of each of its programs.
struct Running<'a> {
    id: TraceId,
    open: &'a OpenTrace,
    runs: &'a Runs,
    found: Vec<Result<Match, Unjoined>>,
}

impl<'a> Joined<'a> {
    fn new(traces: &'a Traces) -> Self {
        let (mut profiles, mut identities): (Vec<_>, Vec<&Identity>) = (Vec::new(), Vec::new());
        let mut runners = Vec::new();
        for (id, open) in traces {
            if let Some(identity) = open.identity() {
                profiles.push((*id, open));
                identities.push(identity);
            } else if let Some(runs) = open.runs() {
                runners.push((*id, open, runs));
            }
        }
        let programs: Vec<&[Program]> = runners.iter().map(|(.., runs)| runs.programs.as_slice()).collect();
        let found = neff::join(&programs, &identities);
        let runners = runners.into_iter().zip(found);
        let runners = runners.map(|((id, open, runs), found)| Running { id, open, runs, found }).collect();
        Self { profiles, runners }
    }

    fn runner(&self, id: TraceId) -> Option<&Running<'a>> {
        self.runners.iter().find(|runner| runner.id == id)
    }

    /// The profile of a program, with what it shows.
    fn profile(&self, runner: &Running<'_>, program: u32) -> Result<(ProfileRef, &'a PathProfile), Unjoined> {
        let found = *runner.found.get(program as usize).unwrap_or(&Err(Unjoined::NoKey));
        let Match { profile, evidence } = found?;
        let (trace, open) = *self.profiles.get(profile as usize).ok_or(Unjoined::NoProfiles)?;
        let path = open.device_path().ok_or(Unjoined::NoProfiles)?;
        let total_ns = path.neuron.as_ref().map_or(0, |part| part.total_ns);
        Ok((ProfileRef { trace, file: open.file.clone(), evidence, total_ns }, path))
    }

    fn described(&self, runner: &Running<'_>, own: Use) -> NeffUse {
        let trace = &runner.open.trace;
        let program = runner.runs.programs.get(own.program as usize).cloned().unwrap_or_default();
        NeffUse {
            name: program.name,
            key: program.key,
            runs: own.runs,
            total_ns: own.total_ns,
            first: locate_slice(trace, own.first),
            op: own.op.map(|(op, evidence)| (locate_slice(trace, op), evidence)),
            profile: self.profile(runner, own.program).map(|(profile, _)| profile),
        }
    }
}

/// NEFFs that a slice ran, or all of its trace; `None` when the trace is not
/// open or has no such slice.
pub fn neffs(traces: &Traces, id: TraceId, slice: Option<SliceId>) -> Option<NeffUses> {
    let open = traces.get(&id)?;
    if slice.is_some_and(|slice| slice.index() >= open.trace.slices.len()) {
        return None;
    }
    let joined = Joined::new(traces);
    let Some(runner) = joined.runner(id) else { return Some(NeffUses::default()) };
    let chosen: Vec<&Run> = match slice {
        Some(slice) => runner.runs.under(&open.trace, open.attribution(), slice),
        None => runner.runs.runs.iter().collect(),
    };
    let all = uses(&open.trace, runner.runs, chosen.into_iter());
    let total = all.len() as u64;
    let uses = all.into_iter().take(NeffUses::MOST).map(|own| joined.described(runner, own)).collect();
    Some(NeffUses { uses, total })
}

/// Who ran the NEFF of a profile; `None` when it is not open.
pub fn ran_by(traces: &Traces, id: TraceId) -> Option<RanBy> {
    traces.get(&id)?;
    let joined = Joined::new(traces);
    let mut found = RanBy { runners: Vec::new(), traces: joined.runners.len() as u32 };
    let Some(own) = joined.profiles.iter().position(|(profile, _)| *profile == id) else {
        return Some(found);
    };
    for runner in &joined.runners {
        let ran = |program: u32| matches!(runner.found.get(program as usize), Some(Ok(found)) if found.profile as usize == own);
        let chosen = runner.runs.runs.iter().filter(|run| ran(run.program));
        for own in uses(&runner.open.trace, runner.runs, chosen) {
            let neff = joined.described(runner, own);
            found.runners.push(Runner { trace: runner.id, file: runner.open.file.clone(), neff });
        }
    }
    Some(found)
}

/// Adds to a measured path what the profiles of its NEFFs show.
pub fn attach(traces: &Traces, id: TraceId, path: &mut PathProfile) {
    let joined = Joined::new(traces);
    let Some(runner) = joined.runner(id) else { return };
    neff::attach(path, runner.runs, |program| {
        let (profile, path) = joined.profile(runner, program)?;
        let part = path.neuron.as_deref().ok_or(Unjoined::NoProfiles)?;
        Ok(Shown { profile, path, part })
    });
}
