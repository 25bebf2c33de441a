//! NEFFs that traces of a framework ran, and the device profiles of them among
//! the same files. Only what is needed for that is kept of each file.

use super::reading::Found;
use lowerscope::lowering::comparison::RegionChoice;
use lowerscope::lowering::neff::{Identity, Match, Program, Runs, Unjoined, has_runs, join, uses};
use lowerscope::lowering::profile::{Evidence, RegionKey, RegionKind};
use lowerscope::lowering::{Attribution, neuron};
use lowerscope::text::{Texts, comparison, neff};
use serde_json::{Value, json};

/// What is kept of the files.
#[derive(Default)]
pub struct Seen {
    runners: Vec<Runner>,
    profiles: Vec<Profile>,
}

struct Runner {
    file: String,
    programs: Vec<Program>,
    used: Vec<Used>,
}

struct Used {
    program: usize,
    runs: u64,
    total_ns: i64,
    op: Option<(String, Evidence)>,
}

struct Profile {
    file: String,
    identity: Identity,
    total_ns: i64,
}

impl Seen {
    /// Keeps what a file says of NEFFs.
    pub fn add(&mut self, found: &Found<'_>) {
        let trace = found.trace;
        if let Some(identity) = Identity::of(trace, &found.file) {
            let whole = RegionKey { kind: RegionKind::Neff, name: String::new() };
            let path = neuron::profile(trace, &RegionChoice::Key(whole));
            let total_ns = path.and_then(|path| Some(path.neuron?.total_ns)).unwrap_or_default();
            self.profiles.push(Profile { file: found.file.clone(), identity, total_ns });
        } else if has_runs(trace) {
            let runs = Runs::new(trace, &Attribution::new(trace));
            let used = uses(trace, &runs, runs.runs.iter()).into_iter().map(|own| Used {
                program: own.program as usize,
                runs: own.runs,
                total_ns: own.total_ns,
                op: own.op.map(|(op, evidence)| (trace.slice_name(op).to_owned(), evidence)),
            });
            let used = used.collect();
            self.runners.push(Runner { file: found.file.clone(), programs: runs.programs, used });
        }
    }

    fn joined(&self) -> Vec<Vec<Result<Match, Unjoined>>> {
        let programs: Vec<&[Program]> = self.runners.iter().map(|own| own.programs.as_slice()).collect();
        let identities: Vec<&Identity> = self.profiles.iter().map(|profile| &profile.identity).collect();
        join(&programs, &identities)
    }

    /// In words; empty where no file ran a NEFF.
    pub fn report(&self, texts: &Texts) -> String {
        let mut text = String::new();
        for (runner, found) in self.runners.iter().zip(self.joined()) {
            text += &texts.with("cli-neffs", &[("file", (&runner.file).into())]);
            text.push('\n');
            for used in &runner.used {
                let program = &runner.programs[used.program];
                let runs = texts.with(
                    "neff-runs",
                    &[("count", used.runs.into()), ("total", comparison::time(used.total_ns as f64).into())],
                );
                let evidence = |evidence| texts.get(neff::evidence_id(evidence));
                let op = used.op.as_ref().map_or_else(
                    || texts.get("cli-neff-no-op"),
                    |(op, rests_on)| {
                        texts.with(
                            "cli-neff-op",
                            &[("op", op.into()), ("evidence", evidence(*rests_on).into())],
                        )
                    },
                );
                text += &format!("  {}: {runs}, {op}\n", program.name);
                if !program.key.is_empty() {
                    text += &format!("    {} {}\n", texts.get("neff-key"), program.key);
                }
                let profile = match found.get(used.program) {
                    Some(Ok(matched)) => self.profiles.get(matched.profile as usize).map(|profile| {
                        let values = [
                            ("file", (&profile.file).into()),
                            ("time", comparison::time(profile.total_ns as f64).into()),
                            ("evidence", evidence(matched.evidence).into()),
                        ];
                        texts.with("cli-neff-profile", &values)
                    }),
                    Some(Err(why)) => Some(texts.get(neff::unjoined_id(*why))),
                    None => None,
                };
                text += &profile.map(|profile| format!("    {profile}\n")).unwrap_or_default();
            }
            text.push('\n');
        }
        text
    }

    /// One JSON object a line for each trace that ran NEFFs.
    pub fn json(&self) -> String {
        let mut text = String::new();
        for (runner, found) in self.runners.iter().zip(self.joined()) {
            let rows: Vec<Value> = runner
                .used
                .iter()
                .map(|used| {
                    let program = &runner.programs[used.program];
                    let found = found.get(used.program).copied();
                    let matched = found.and_then(Result::ok);
                    let profile = matched.and_then(|matched| self.profiles.get(matched.profile as usize));
                    let strength =
                        |evidence: Evidence| json!({ "kind": evidence, "strength": evidence.strength() });
                    json!({
                        "name": program.name,
                        "neff_cache_key": program.key,
                        "runs": used.runs,
                        "total_ns": used.total_ns,
                        "op": used.op.as_ref().map(|(op, _)| op),
                        "op_evidence": used.op.as_ref().map(|(_, evidence)| strength(*evidence)),
                        "profile": profile.map(|profile| &profile.file),
                        "profile_evidence": matched.map(|matched| strength(matched.evidence)),
                        "profile_total_ns": profile.map(|profile| profile.total_ns),
                        "unjoined": found.and_then(Result::err),
                    })
                })
                .collect();
            text += &json!({ "file": runner.file, "neffs": rows }).to_string();
            text.push('\n');
        }
        text
    }
}
