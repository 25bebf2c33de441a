//! Which program of which trace is which device profile.

use super::identity::Identity;
use super::runs::Program;
use crate::lowering::profile::Evidence;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// The profile of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Index of the profile; of several of one NEFF the first.
    pub profile: u32,
    pub evidence: Evidence,
}

/// Why a program has no profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unjoined {
    /// No device profile is open.
    NoProfiles,
    /// No open profile is of a NEFF with this cache key or name.
    OtherKey,
    /// The trace tells no cache key, and no profile has the program's name.
    NoKey,
    /// A name alone does not say which of several is meant.
    Ambiguous,
}

/// Finds the profile of each program, by trace. A key decides; a name counts
/// where one program and one profile have it, and no key says otherwise.
pub fn join(traces: &[&[Program]], profiles: &[&Identity]) -> Vec<Vec<Result<Match, Unjoined>>> {
    let by_key = |program: &Program| {
        let found = profiles.iter().position(|profile| profile.has_key_of(program))?;
        Some(Match { profile: found as u32, evidence: Evidence::CacheKey })
    };
    let keyed: Vec<Vec<Option<Match>>> =
        traces.iter().map(|programs| programs.iter().map(by_key).collect()).collect();
    let taken: FxHashSet<u32> = traces
        .iter()
        .flat_map(|programs| programs.iter())
        .flat_map(|program| (0u32..).zip(profiles).filter(|(_, profile)| profile.has_key_of(program)))
        .map(|(at, _)| at)
        .collect();
    let by_name = |programs: &[Program], program: &Program| {
        let free = (0u32..).zip(profiles).filter(|(at, _)| !taken.contains(at));
        let mut called = free.filter(|(_, profile)| profile.has_name_of(program)).map(|(at, _)| at);
        let Some(first) = called.next() else {
            return Err(if program.key.is_empty() { Unjoined::NoKey } else { Unjoined::OtherKey });
        };
        let name = program.op_name();
        let namesakes = programs.iter().filter(|other| other.op_name() == name).count();
        match called.next().is_some() || namesakes > 1 {
            true => Err(Unjoined::Ambiguous),
            false => Ok(Match { profile: first, evidence: Evidence::Name }),
        }
    };
    traces
        .iter()
        .zip(keyed)
        .map(|(programs, keyed)| {
            let one = |(program, keyed): (&Program, Option<Match>)| match keyed {
                _ if profiles.is_empty() => Err(Unjoined::NoProfiles),
                Some(found) => Ok(found),
                None => by_name(programs, program),
            };
            programs.iter().zip(keyed).map(one).collect()
        })
        .collect()
}
