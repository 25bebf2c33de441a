//! Work of XLA's own threads on a CPU: ops of the compiled module, each with
//! `hlo_op` in its args, belong to the call that ran the module.
//!
//! Nothing in such a trace joins the two but the module's name, which is that
//! of the function: its runs are counted off against the calls. Where that
//! does not come out even, the call that began last before an op is taken for
//! its own, which is right as long as calls do not queue up.

use super::attribution::Work;
use super::level::Levels;
use super::profile::{Evidence, Level};
use super::shapes::ArgsReader;
use super::xla::{CALL, Host, Piece};
use crate::trace::{SliceId, Trace};
use rustc_hash::FxHashSet;

/// Blocks of args that are searched for a sign of XLA. Other traces without op
/// categories must not be unpacked whole.
const BLOCKS_SEARCHED: usize = 32;
const SIGN: &[u8] = b"\"hlo_op\"";

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
        // Where a call runs them itself they stand within it.
        matches!(levels.of(*slice), Level::Op | Level::Runtime)
            && memchr::memmem::find(args.args(*slice), SIGN).is_some()
    };
    let ops: FxHashSet<SliceId> = slices().filter(|slice| is_op(slice)).collect();
    let mut pieces: Vec<Piece> = slices()
        .filter(|slice| ops.contains(slice) && !ops.contains(&trace.slices.parent[slice.index()]))
        .map(|slice| Piece::new(trace, &mut args, slice))
        .collect();
    pieces.sort_by_key(|piece| (piece.start, piece.slice));
    let counted = Host::new(trace, levels, &mut args).counted_off(&pieces);
    pieces
        .iter()
        .zip(counted)
        .filter_map(|(piece, counted)| {
            let (host, evidence) = match counted {
                Some(call) => (call, Evidence::Name),
                None => {
                    let before = calls.partition_point(|call| start(*call) <= piece.start);
                    (*calls.get(before.checked_sub(1)?)?, Evidence::Containment)
                }
            };
            Some(Work { host, device: piece.slice, evidence })
        })
        .collect()
}

fn is_of_xla(trace: &Trace) -> bool {
    (0..trace.args.block_count().min(BLOCKS_SEARCHED))
        .any(|block| memchr::memmem::find(&trace.args.block(block), SIGN).is_some())
}
