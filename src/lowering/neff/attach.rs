//! Adds to a measured path what the device profiles of its NEFFs show.

use super::join::Unjoined;
use super::part::{NeffPart, NeffShare, NeffTotals, ProfileRef};
use super::runs::Runs;
use crate::lowering::neuron::NeuronPart;
use crate::lowering::profile::{Figure, ItemKind, PathProfile};

/// A device profile: which one, and what it shows of one run.
pub struct Shown<'a> {
    pub profile: ProfileRef,
    pub path: &'a PathProfile,
    pub part: &'a NeuronPart,
}

/// Joins the items of a path with profiles. `shown` gives the profile of a
/// program of the trace. Where all NEFFs have one, bytes are what the profiles
/// count; the device and its peak rate are theirs too.
pub fn attach<'a>(path: &mut PathProfile, runs: &Runs, shown: impl Fn(u32) -> Result<Shown<'a>, Unjoined>) {
    let mut found = NeffPart::default();
    let mut of_program: Vec<(u32, u32)> = Vec::new();
    let mut device = path.recording.device.clone();
    let mut peak = path.recording.peak_bytes_per_s;
    let is_one = path.items.len() == 1;
    let mut least = path.bytes_min;
    for item in &path.items {
        let run = Some(item).filter(|item| item.kind == ItemKind::Neff).and_then(|i| runs.of_slice(i.slice));
        let Some((run, program)) = run.and_then(|run| Some((run, runs.programs.get(run.program as usize)?)))
        else {
            found.of_item.push(None);
            continue;
        };
        let known = of_program.iter().find(|(program, _)| *program == run.program).map(|(_, neff)| *neff);
        let neff = known.unwrap_or_else(|| {
            let (profile, totals) = match shown(run.program) {
                Ok(Shown { profile, path, part }) => {
                    // What goes into the only NEFF goes into the region.
                    if is_one && matches!(least, Figure::Unknown(_)) {
                        least = path.bytes_min;
                    }
                    if device.is_empty() {
                        device.clone_from(&path.recording.device);
                    }
                    peak = peak.or(path.recording.peak_bytes_per_s);
                    (Ok(profile), Some(one_run(part)))
                }
                Err(why) => (Err(why), None),
            };
            let (name, key) = (program.name.clone(), program.key.clone());
            found.neffs.push(NeffShare { name, key, executions: 0, run_ns: 0, profile, totals });
            of_program.push((run.program, found.neffs.len() as u32 - 1));
            found.neffs.len() as u32 - 1
        });
        let share = &mut found.neffs[neff as usize];
        share.executions = share.executions.saturating_add(1);
        share.run_ns = share.run_ns.saturating_add(item.median_ns);
        found.of_item.push(Some(neff));
    }
    if found.neffs.is_empty() {
        return;
    }
    let each: Vec<Option<NeffTotals>> = found.neffs.iter().map(|neff| neff.totals.clone()).collect();
    let is_whole = found.of_item.iter().all(Option::is_some);
    let mut sum = Some(NeffTotals::none()).filter(|_| is_whole);
    for (share, one) in found.neffs.iter_mut().zip(&each) {
        let Some(one) = one else {
            sum = None;
            continue;
        };
        let mut own = NeffTotals::none();
        own.add(one, share.executions);
        if let Some(sum) = &mut sum {
            sum.add(&own, 1);
        }
        share.totals = Some(own);
    }
    if let Some(bytes @ Figure::Known(_)) = sum.as_ref().map(NeffTotals::hbm) {
        path.bytes_moved = bytes;
        for (item, neff) in path.items.iter_mut().zip(&found.of_item) {
            let one = neff.and_then(|neff| each.get(neff as usize)?.as_ref());
            item.bytes = one.map_or(item.bytes, NeffTotals::hbm);
        }
    }
    (path.recording.device, path.recording.peak_bytes_per_s) = (device, peak);
    path.bytes_min = least;
    found.totals = sum;
    path.neffs = Some(Box::new(found));
}

fn one_run(part: &NeuronPart) -> NeffTotals {
    NeffTotals {
        total_ns: part.total_ns,
        engines_ns: part.engines_ns,
        dma_ns: part.dma_ns,
        dma_alone_ns: part.dma_alone_ns,
        hbm_read: part.hbm_read,
        hbm_written: part.hbm_written,
        spilled: part.spilled,
        packets: part.packets,
        instructions: part.instructions,
        workers: part.workers.iter().map(|own| (own.worker, own.active_ns, own.waiting_ns)).collect(),
    }
}
