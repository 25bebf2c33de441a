//! The long nothing that many profiles begin with.

use super::scope::times_of;
use crate::neuron::{DmaQueueKind, NeuronProfile};
use crate::trace::{Interval, Trace};

/// Least share of the profile that is worth being skipped.
const LEAST_SHARE: f64 = 0.05;

/// From the first row to the first that is neither set-up nor wait nor fetch
/// of instructions; `None` when that is a small part of the profile.
pub fn empty_start(trace: &Trace, profile: &NeuronProfile) -> Option<Interval> {
    let all = super::scope::Scope::whole(trace, profile).span;
    let instructions = profile.instructions.iter().filter(|row| !row.is_setup() && !row.is_wait());
    let is_fetch = |kind: DmaQueueKind| kind == DmaQueueKind::Instruction;
    let dma = profile.dma.iter().filter(|row| !is_fetch(profile.route_of(row).kind));
    let slices = instructions.map(|row| row.slice).chain(dma.map(|row| row.slice));
    let first = slices.filter_map(|slice| times_of(trace, slice)).map(|times| times.start).min()?;
    let start = Interval::new(all.start, first);
    (start.len() as f64 >= LEAST_SHARE * all.len() as f64 && !start.is_empty()).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::profile;
    use super::*;
    use crate::neuron::InstructionFlags;

    #[test]
    fn set_up_waits_and_fetches_are_an_empty_start() {
        let (trace, made) = profile(|made| {
            made.instruction("Sync", "DRAIN", 5, 10, |row| row.flags.set(InstructionFlags::SETUP));
            made.instruction("Vector", "EVENT_SEMAPHORE", 10, 700, |_| {});
            made.dma("fetch", DmaQueueKind::Instruction, "", (20, 10), 64, 0);
            made.instruction("Vector", "COPY", 800, 100, |_| {});
        });
        assert_eq!(empty_start(&trace, &made), Some(Interval::new(5, 800)));
        let (trace, made) = profile(|made| {
            made.instruction("Sync", "DRAIN", 0, 1, |row| row.flags.set(InstructionFlags::SETUP));
            made.packet("q", 3, 997, 64);
        });
        assert_eq!(empty_start(&trace, &made), None);
        assert_eq!(empty_start(&Trace::default(), &NeuronProfile::default()), None);
    }
}
