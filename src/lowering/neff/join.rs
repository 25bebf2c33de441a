//! Which program of which trace is which device profile.

use super::identity::Identity;
use super::runs::Program;
use crate::lowering::profile::Evidence;
use rustc_hash::FxHashMap;
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
    if profiles.is_empty() {
        return traces.iter().map(|programs| vec![Err(Unjoined::NoProfiles); programs.len()]).collect();
    }
    let known = Known::new(profiles);
    let keyed: Vec<Vec<Option<u32>>> =
        traces.iter().map(|programs| programs.iter().map(|own| known.by_key(own)).collect()).collect();
    // What some program has by its key is no other one's by name.
    let mut taken = vec![false; profiles.len()];
    for program in traces.iter().flat_map(|programs| programs.iter()) {
        for at in known.all_by_key(program) {
            taken[*at as usize] = true;
        }
    }
    traces
        .iter()
        .zip(keyed)
        .map(|(programs, keyed)| {
            let names: Vec<String> = programs.iter().map(Program::op_name).collect();
            let mut namesakes: FxHashMap<&str, u32> = FxHashMap::default();
            for name in &names {
                *namesakes.entry(name).or_default() += 1;
            }
            let by_name = |program: &Program, name: &str| {
                let called = known.names.get(name).map(Vec::as_slice).unwrap_or_default();
                let mut free = called.iter().filter(|at| !taken[**at as usize]);
                let Some(first) = free.next().filter(|_| !name.is_empty()) else {
                    return Err(if program.key.is_empty() { Unjoined::NoKey } else { Unjoined::OtherKey });
                };
                let is_sure = free.next().is_none() && namesakes.get(name) == Some(&1);
                if is_sure {
                    Ok(Match { profile: *first, evidence: Evidence::Name })
                } else {
                    Err(Unjoined::Ambiguous)
                }
            };
            let rows = programs.iter().zip(&names).zip(keyed);
            rows.map(|((program, name), keyed)| match keyed {
                Some(profile) => Ok(Match { profile, evidence: Evidence::CacheKey }),
                None => by_name(program, name),
            })
            .collect()
        })
        .collect()
}

/// Profiles by what they tell of their NEFFs.
struct Known<'a> {
    keys: FxHashMap<&'a str, Vec<u32>>,
    hashes: FxHashMap<&'a str, Vec<u32>>,
    names: FxHashMap<&'a str, Vec<u32>>,
}

impl<'a> Known<'a> {
    fn new(profiles: &[&'a Identity]) -> Self {
        let mut known =
            Self { keys: FxHashMap::default(), hashes: FxHashMap::default(), names: FxHashMap::default() };
        for (at, profile) in (0u32..).zip(profiles) {
            let add = |map: &mut FxHashMap<&'a str, Vec<u32>>, texts: &'a [String]| {
                for text in texts {
                    map.entry(text).or_default().push(at);
                }
            };
            add(&mut known.keys, &profile.keys);
            add(&mut known.hashes, &profile.hashes);
            add(&mut known.names, &profile.names);
        }
        known
    }

    /// Profiles of the NEFF that a program's key names.
    fn all_by_key(&self, program: &Program) -> &[u32] {
        let whole = self.keys.get(program.key.as_str()).filter(|_| !program.key.is_empty());
        let by_hash = || self.hashes.get(program.hash()?.as_str());
        whole.or_else(by_hash).map(Vec::as_slice).unwrap_or_default()
    }

    fn by_key(&self, program: &Program) -> Option<u32> {
        self.all_by_key(program).first().copied()
    }
}
