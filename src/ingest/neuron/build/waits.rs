//! How long instructions really waited.
//!
//! `evt_wait_time` is a register: an instruction that waits for no semaphore
//! shows what the last wait left there, often more than the profile lasted.
//! And an engine issues ahead, so that a wait can begin while the instruction
//! before is still running. One rule for all that is shown of waits:
//!
//! * An instruction waits only when its operands name a semaphore and the value
//!   that it waits for. Where a file shows no such operands at all, the wait
//!   must have begun when the engine had issued the instruction before.
//! * It counts from the end of what the engine did before, and not from before
//!   the profile began.

use super::RawRow;
use crate::neuron::{Engine, InstructionFlags, NeuronProfile};
use crate::trace::StringId;
use std::collections::BTreeMap;

/// Replaces the waits as written by the time that the engine did nothing else.
/// Rows know their core already; `first` is the first tick of the profile.
pub fn clip_waits(profile: &mut NeuronProfile, raw: &[RawRow], first: i64) {
    let tells = profile.instructions.iter().any(|row| row.flags.has(InstructionFlags::CONDITION));
    let mut engines: BTreeMap<(u8, Engine, StringId), Vec<u32>> = BTreeMap::new();
    for (at, (row, raw)) in (0u32..).zip(profile.instructions.iter_mut().zip(raw)) {
        if raw.is_timed {
            engines.entry((row.core, row.lane.engine(), raw.label)).or_default().push(at);
        } else {
            row.wait = 0;
        }
    }
    for mut rows in engines.into_values() {
        rows.sort_unstable_by_key(|&at| {
            let raw = &raw[at as usize];
            (raw.start, std::cmp::Reverse(raw.dur), at)
        });
        let (mut issued, mut ended) = (first, first);
        for at in rows {
            let (row, raw) = (&mut profile.instructions[at as usize], &raw[at as usize]);
            let begin = raw.start.saturating_sub(row.wait);
            let waited = if tells { row.flags.has(InstructionFlags::CONDITION) } else { begin >= issued };
            row.wait = if waited { raw.start.saturating_sub(begin.max(ended)).max(0) } else { 0 };
            (issued, ended) = (raw.start, ended.max(raw.end()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::neuron::place::PlaceId;
    use crate::neuron::{Instruction, Lane};
    use crate::trace::{ArgsRef, SliceFlags};

    /// Lane, start, duration, wait as written, and whether there is a
    /// condition; gives the waits.
    fn waits(rows: &[(Lane, i64, i64, i64, bool)]) -> Vec<i64> {
        let mut profile = NeuronProfile::default();
        let mut raw = Vec::new();
        for &(lane, start, dur, wait, has_condition) in rows {
            let mut row = Instruction { lane, wait, ..Instruction::default() };
            if has_condition {
                row.flags.set(InstructionFlags::CONDITION);
            }
            profile.instructions.push(row);
            raw.push(RawRow {
                start,
                dur,
                args: ArgsRef::NONE,
                event: 0,
                label: StringId::NONE,
                flags: SliceFlags::default(),
                place: PlaceId::default(),
                is_timed: true,
            });
        }
        clip_waits(&mut profile, &raw, 10);
        profile.instructions.iter().map(|row| row.wait).collect()
    }

    #[test]
    fn a_wait_is_cut_at_what_the_engine_did_before() {
        let (load, multiply) = (Lane::Tensor, Lane::TensorMatrix);
        let rows = [
            (load, 50, 10, 9999, true),
            (multiply, 55, 45, 0, false),
            // Since 70, but the matrix was at work until 100.
            (load, 130, 10, 60, true),
            // As short as it says.
            (load, 200, 10, 20, true),
            // Issued while another one ran.
            (load, 205, 50, 90, true),
            (Lane::Vector, 100, 10, 30, true),
        ];
        assert_eq!(waits(&rows), [40, 0, 30, 20, 0, 30]);
    }

    #[test]
    fn what_waits_for_nothing_shows_what_another_wait_left() {
        let rows = [(Lane::GpSimd, 100, 5, 20, true), (Lane::GpSimd, 200, 5, 53_719, false)];
        assert_eq!(waits(&rows), [20, 0]);
        // No row tells a condition: what fits after the row before is believed.
        let rows =
            [(Lane::Sync, 30, 5, 99, false), (Lane::Sync, 60, 5, 28, false), (Lane::Sync, 90, 5, 31, false)];
        assert_eq!(waits(&rows), [0, 25, 0]);
    }
}
