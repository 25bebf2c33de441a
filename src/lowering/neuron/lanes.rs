//! Lanes of a profile's timeline, in Neuron's order, small enough to be sent.

use super::items::{Items, counts_transfers};
use super::opcodes::works;
use super::part::{LanePart, LanePiece};
use crate::neuron::analysis::scope::Scope;
use crate::neuron::analysis::spans::Spans;
use crate::neuron::analysis::tally::Tally;
use crate::neuron::{DmaQueueKind, Lane};
use crate::trace::{Interval, SliceId, StringId};
use std::collections::BTreeMap;

/// Pieces of a lane at most: more than a screen has columns.
const MOST_PIECES: i64 = 2000;
/// Lanes at most.
const MOST_LANES: usize = 40;

/// A piece in ticks.
#[derive(Clone, Copy)]
struct Piece {
    times: Interval,
    item: u32,
    bytes: u64,
    slice: SliceId,
}

#[derive(Default)]
struct Found {
    pieces: Vec<Piece>,
    waits: Vec<Interval>,
}

/// Draws the lanes. `origin` is the tick at which the run starts, `length` how
/// many ticks it takes.
pub fn lanes(scope: &Scope<'_>, tally: &Tally, items: &Items, origin: i64, length: i64) -> Vec<LanePart> {
    let mut lanes = queues(scope, tally, items, origin, length);
    lanes.extend(engines(scope, items, origin, length));
    lanes.truncate(MOST_LANES);
    lanes
}

fn queues(scope: &Scope<'_>, tally: &Tally, items: &Items, origin: i64, length: i64) -> Vec<LanePart> {
    // Fetches of instructions behind the rest, as one lane is read for each.
    let mut queues: BTreeMap<(bool, &str, StringId), Found> = BTreeMap::new();
    let transfers = counts_transfers(tally);
    for (row, part) in scope.dma() {
        let Some(part) = part.filter(|_| row.is_transfer() == transfers) else { continue };
        let route = scope.profile.route_of(row);
        let Some(&item) = items.of_queue.get(&route.queue) else { continue };
        let key = (route.kind == DmaQueueKind::Instruction, scope.trace.name(route.queue), route.queue);
        let bytes = part.of(row.moved);
        queues.entry(key).or_default().pieces.push(Piece {
            times: part.inside,
            item,
            bytes,
            slice: row.slice,
        });
    }
    queues
        .into_iter()
        .map(|((is_fetch, name, _), found)| LanePart {
            // Such queues have a number only; Neuron's word says what they do.
            name: if is_fetch {
                format!("{name} {}", DmaQueueKind::Instruction.name())
            } else {
                name.to_owned()
            },
            is_queue: true,
            pieces: pieces(scope, found.pieces, origin, length, true),
            waits: Vec::new(),
        })
        .collect()
}

fn engines(scope: &Scope<'_>, items: &Items, origin: i64, length: i64) -> Vec<LanePart> {
    let mut lanes: BTreeMap<(u8, Lane), Found> = BTreeMap::new();
    let mut working = [false; 256];
    for (row, part) in scope.instructions() {
        let Some(part) = part else { continue };
        working[usize::from(row.core)] |= works(row);
        let found = lanes.entry((row.core, row.lane)).or_default();
        if row.is_wait() {
            found.waits.push(part.inside);
        } else if let Some(&item) = items.of_opcode.get(&(row.lane.engine(), row.opcode)) {
            found.pieces.push(Piece { times: part.inside, item, bytes: 0, slice: row.slice });
        }
    }
    for (row, wait) in scope.waits() {
        lanes.entry((row.core, row.lane)).or_default().waits.push(wait);
    }
    // A core that only sets up and waits is left out, if another one works.
    let is_shown = |core: u8| working[usize::from(core)] || !working.contains(&true);
    let several = working.iter().filter(|works| **works).count() > 1;
    lanes
        .into_iter()
        .filter(|((core, _), _)| is_shown(*core))
        .map(|((core, lane), found)| {
            let busy = Spans::new(found.pieces.iter().map(|piece| piece.times).collect());
            let waits = Spans::new(found.waits).without(&busy);
            let name = if several { format!("{} (nc{core})", lane.name()) } else { lane.name().to_owned() };
            LanePart {
                name,
                is_queue: false,
                pieces: pieces(scope, found.pieces, origin, length, false),
                waits: thinned(scope, &waits, origin, length),
            }
        })
        .collect()
}

/// Pieces in order of start. Those that touch are one in a queue, whose packets
/// overlap; elsewhere only where there are too many to be seen apart.
fn pieces(scope: &Scope<'_>, mut all: Vec<Piece>, origin: i64, length: i64, merge: bool) -> Vec<LanePiece> {
    all.sort_unstable_by_key(|piece| (piece.times.start, piece.slice));
    let thin = length / MOST_PIECES;
    let is_crowded = all.len() as i64 > MOST_PIECES;
    let mut merged: Vec<(Piece, u32)> = Vec::new();
    for piece in all {
        match merged.last_mut() {
            Some((last, count))
                if merge && piece.times.start <= last.times.end.saturating_add(thin)
                    || is_crowded && piece.times.end.saturating_sub(last.times.start) <= thin =>
            {
                last.times = last.times.union(piece.times);
                last.bytes = last.bytes.saturating_add(piece.bytes);
                *count = count.saturating_add(1);
            }
            _ => merged.push((piece, 1)),
        }
    }
    let ns = |ticks: i64| scope.trace.unit.ns_from_ticks(ticks);
    let piece = |(piece, count): (Piece, u32)| LanePiece {
        start_ns: ns(piece.times.start - origin),
        dur_ns: ns(piece.times.len()),
        item: piece.item,
        count,
        bytes: piece.bytes,
        slice: piece.slice,
    };
    merged.into_iter().map(piece).collect()
}

/// Start and length of waits that can be seen.
fn thinned(scope: &Scope<'_>, waits: &Spans, origin: i64, length: i64) -> Vec<(i64, i64)> {
    let ns = |ticks: i64| scope.trace.unit.ns_from_ticks(ticks);
    let visible = waits.all().iter().filter(|wait| wait.len() > length / MOST_PIECES);
    visible.map(|wait| (ns(wait.start - origin), ns(wait.len()))).collect()
}
