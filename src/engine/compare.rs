//! Questions about several traces at once: what they share, and how their
//! paths compare.

use super::neffs;
use super::open_trace::OpenTrace;
use super::origin::is_synthetic;
use super::protocol::TraceId;
use crate::lowering::by_name::{Names, Over, PathNames, beside};
use crate::lowering::compare::{Measured, Recorded, compare as lay_beside};
use crate::lowering::comparison::{Comparison, Problem, RegionChoice, RegionIn, RegionRow, Request};
use crate::lowering::profile::LeftOutReason;
use crate::lowering::region::{is_marked, join, nearest, suggested};
use std::collections::BTreeMap;

/// Most paths beside each other.
const MOST_PATHS: usize = 4;

type Traces = BTreeMap<TraceId, OpenTrace>;

/// Regions of these traces; `None` when one is not open.
pub fn regions(traces: &Traces, ids: &[TraceId]) -> Option<Vec<RegionRow>> {
    let each: Option<Vec<_>> =
        ids.iter().map(|id| traces.get(id).map(|open| open.regions().to_vec())).collect();
    Some(join(&each?))
}

/// Measures the region that a comparison with others would begin with, so that
/// it is known then; gives the trace's regions, `None` when it is not open.
pub fn prepare(traces: &Traces, id: TraceId) -> Option<Vec<RegionRow>> {
    let open = traces.get(&id)?;
    let rows = join(&[open.regions().to_vec()]);
    if let Some(row) = suggested(&rows).filter(|row| is_marked(row)) {
        // Kept there; whoever compares finds out whether there is none.
        let _ = open.profile(&RegionChoice::Key(row.key.clone()));
    }
    Some(rows)
}

/// Measures the paths that are asked for and lays them beside the baseline.
///
/// # Errors
/// When a trace is not open, does not have the region, or there are too few or
/// too many paths.
pub fn compare(traces: &Traces, request: &Request) -> Result<Box<Comparison>, Problem> {
    if request.paths.len() > MOST_PATHS {
        return Err(Problem::TooManyPaths);
    }
    let mut paths = Vec::new();
    for (path, at) in request.paths.iter().zip(0..) {
        let recordings = path
            .recordings
            .iter()
            .map(|recording| measured(traces, recording, at))
            .collect::<Result<_, _>>()?;
        paths.push(Measured { name: path.name.clone(), recordings });
    }
    let compared = lay_beside(&paths, request.baseline as usize, request.judge_by);
    compared.map(Box::new).ok_or(Problem::NoPaths)
}

/// Counts ops and device work of the baseline and one other path by name.
///
/// # Errors
/// When a trace is not open, does not have the region, or there is no such path.
pub fn names(traces: &Traces, request: &Request, other: u32, over: Over) -> Result<Box<PathNames>, Problem> {
    let of = |path: u32| {
        let mut names = Names::default();
        for recording in &request.paths.get(path as usize).ok_or(Problem::NoPaths)?.recordings {
            let open = traces.get(&recording.trace).ok_or(Problem::Gone { path })?;
            names
                .add(&open.trace, open.attribution(), &recording.region, over)
                .ok_or_else(|| no_region(open, recording, path))?;
        }
        Ok(names)
    };
    Ok(Box::new(beside(of(request.baseline)?, of(other)?)))
}

pub(super) fn no_region(open: &OpenTrace, recording: &RegionIn, path: u32) -> Problem {
    let near = match &recording.region {
        RegionChoice::Key(key) => nearest(open.regions(), key),
        RegionChoice::Like(_) => Vec::new(),
    };
    Problem::NoRegion { path, near }
}

fn measured(traces: &Traces, recording: &RegionIn, path: u32) -> Result<Recorded, Problem> {
    let open = traces.get(&recording.trace).ok_or(Problem::Gone { path })?;
    let Some(mut profile) = open.profile(&recording.region) else {
        return Err(no_region(open, recording, path));
    };
    neffs::attach(traces, recording.trace, &mut profile);
    if let Some(part) = &mut profile.neuron {
        part.colour(|name| open.hue_of(name));
    }
    profile.recording.synthetic = is_synthetic(&open.trace);
    let warm_up = profile.left_out.iter().filter(|left| left.why == LeftOutReason::WarmUp);
    let warm_up_ns = warm_up.map(|left| left.took_ns).max().unwrap_or_default();
    Ok(Recorded { trace: recording.trace, file: open.file.clone(), warm_up_ns, profile })
}
