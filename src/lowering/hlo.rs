//! Work of XLA's own threads on a CPU: ops of the compiled module, each with
//! `hlo_op` in its args, belong to the call that ran the module.
//!
//! Nothing in such a trace joins the two. The call that began last before an
//! op is taken for its own, which is right as long as calls do not queue up.

use super::attribution::Work;
use super::level::Levels;
use super::profile::{Evidence, Level};
use super::shapes::ArgsReader;
use crate::trace::{SliceId, Trace};
use rustc_hash::FxHashSet;

/// Blocks of args that are searched for a sign of XLA. Other traces without op
/// categories must not be unpacked whole.
const BLOCKS_SEARCHED: usize = 32;
const SIGN: &[u8] = b"\"hlo_op\"";
/// A call of a compiled function, on the thread of the program.
const CALL: &str = "PjitFunction(";

/// Ops of compiled modules with the calls that ran them; empty where the trace
/// is not of XLA.
pub fn works(trace: &Trace, levels: &Levels) -> Vec<Work> {
    if levels.with_op_categories || !is_of_xla(trace) {
        return Vec::new();
    }
    let slices = || (0..trace.slices.len() as u32).map(SliceId);
    let start = |slice: SliceId| trace.slices.start[slice.index()];
    let mut calls: Vec<SliceId> =
        slices().filter(|slice| trace.slice_name(*slice).starts_with(CALL)).collect();
    calls.sort_by_key(|call| (start(*call), *call));
    let mut args = ArgsReader::new(trace);
    let mut is_op = |slice: &SliceId| {
        levels.of(*slice) == Level::Op && memchr::memmem::find(args.args(*slice), SIGN).is_some()
    };
    let ops: FxHashSet<SliceId> = slices().filter(|slice| is_op(slice)).collect();
    slices()
        .filter(|slice| ops.contains(slice) && !ops.contains(&trace.slices.parent[slice.index()]))
        .filter_map(|device| {
            let before = calls.partition_point(|call| start(*call) <= start(device));
            let host = *calls.get(before.checked_sub(1)?)?;
            Some(Work { host, device, evidence: Evidence::Containment })
        })
        .collect()
}

fn is_of_xla(trace: &Trace) -> bool {
    (0..trace.args.block_count().min(BLOCKS_SEARCHED))
        .any(|block| memchr::memmem::find(&trace.args.block(block), SIGN).is_some())
}
