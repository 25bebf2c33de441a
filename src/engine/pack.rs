//! Packs the parts of the open traces that a comparison rests on.

use super::compare::no_region;
use super::neffs;
use super::open_trace::OpenTrace;
use super::protocol::TraceId;
use crate::export::pack::{PackProblem, PackedTrace, Whole, pack as pack_one};
use crate::lowering::comparison::{Problem, Request};
use crate::lowering::neff::NeffPart;
use crate::lowering::profile::PathProfile;
use std::collections::BTreeMap;

type Traces = BTreeMap<TraceId, OpenTrace>;

/// A trace with what is wanted of it.
struct Wanted<'a> {
    open: &'a OpenTrace,
    id: TraceId,
    regions: Vec<PathProfile>,
    lacks_profiles: bool,
}

impl Wanted<'_> {
    fn pack(&self, most_bytes: u64) -> Result<PackedTrace, usize> {
        let regions: Vec<&PathProfile> = self.regions.iter().collect();
        let whole = Whole {
            trace: &self.open.trace,
            attribution: self.open.attribution(),
            file: &self.open.file,
            regions: &regions,
        };
        let most_bytes = usize::try_from(most_bytes).unwrap_or(usize::MAX);
        pack_one(whole, most_bytes).map(|found| PackedTrace { lacks_profiles: self.lacks_profiles, ..found })
    }
}

/// See [`super::Engine::pack`].
pub fn pack(traces: &Traces, request: &Request, most_bytes: u64) -> Result<Vec<PackedTrace>, PackProblem> {
    let wanted = wanted(traces, request)?;
    if wanted.is_empty() {
        return Err(PackProblem::Compare(Problem::NoPaths));
    }
    let mut found: Vec<Option<PackedTrace>> = Vec::new();
    let mut too_large = 0;
    for trace in &wanted {
        let whole = trace.pack(most_bytes);
        too_large += whole.as_ref().map_or_else(|bytes| *bytes as u64, |_| 0);
        found.push(whole.ok());
    }
    let total = |found: &[Option<PackedTrace>]| -> u64 {
        found.iter().flatten().map(|one| one.gzip.len() as u64).sum()
    };
    // Each may take an equal share; what smaller ones leave goes to the larger.
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|at| found[*at].as_ref().map_or(usize::MAX, |one| one.gzip.len()));
    if too_large == 0 && total(&found) > most_bytes {
        let mut left = most_bytes;
        for (done, at) in order.iter().enumerate() {
            let share = left / (wanted.len() - done) as u64;
            let own = found[*at].as_ref().map_or(0, |one| one.gzip.len() as u64);
            if own > share {
                let smaller = wanted[*at].pack(share);
                too_large += smaller.as_ref().map_or_else(|bytes| *bytes as u64, |_| 0);
                found[*at] = smaller.ok();
            }
            left -= found[*at].as_ref().map_or(0, |one| one.gzip.len() as u64).min(left);
        }
    }
    let bytes = total(&found).saturating_add(too_large);
    found.into_iter().collect::<Option<_>>().ok_or(PackProblem::TooLarge { bytes, most_bytes })
}

/// The traces of a request, each once, with their regions as measured.
fn wanted<'a>(traces: &'a Traces, request: &Request) -> Result<Vec<Wanted<'a>>, PackProblem> {
    let mut all: Vec<Wanted<'_>> = Vec::new();
    for (path, at) in request.paths.iter().zip(0..) {
        for recording in &path.recordings {
            let gone = PackProblem::Compare(Problem::Gone { path: at });
            let open = traces.get(&recording.trace).ok_or(gone)?;
            if open.trace.neuron.is_some() {
                return Err(PackProblem::DeviceProfile { file: open.file.clone() });
            }
            let measured = open
                .profile(&recording.region)
                .ok_or_else(|| PackProblem::Compare(no_region(open, recording, at)))?;
            // What device profiles add is not in the trace, so no part of it has it.
            let mut joined = measured.clone();
            neffs::attach(traces, recording.trace, &mut joined);
            let lacks_profiles = joined.neffs.as_deref().is_some_and(has_profiles);
            let own = match all.iter_mut().position(|own| own.id == recording.trace) {
                Some(own) => &mut all[own],
                None => {
                    let id = recording.trace;
                    all.push(Wanted { open, id, regions: Vec::new(), lacks_profiles: false });
                    let last = all.len() - 1;
                    &mut all[last]
                }
            };
            own.lacks_profiles |= lacks_profiles;
            if own.regions.iter().all(|known| known.region != measured.region) {
                own.regions.push(measured);
            }
        }
    }
    Ok(all)
}

fn has_profiles(part: &NeffPart) -> bool {
    part.neffs.iter().any(|neff| neff.profile.is_ok())
}
