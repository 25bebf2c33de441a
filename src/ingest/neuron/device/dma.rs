//! Rows of `dma`: packets and transfers.

use super::Collected;
use crate::ingest::json::scan::{self, Notes, Scan, Value};
use crate::ingest::neuron::field;
use crate::ingest::neuron::sections::Place;
use crate::neuron::{Dma, DmaFlags, DmaQueueKind, DmaRoute, Id};
use crate::trace::{Rule, SliceId, StringId};
use rustc_hash::FxHashMap;

/// Places of a DMA row's fields in the window.
#[derive(Debug, Default)]
struct Fields {
    timestamp: Value,
    duration: Value,
    end: Value,
    id: Value,
    aggregated: Value,
    transfer: Value,
    subgroup: Value,
    engine: Value,
    queue: Value,
    kind: Value,
    variable: Value,
    source: Value,
    dest: Value,
    read: Value,
    written: Value,
    moved: Value,
    rate: Value,
    trigger: Value,
    semaphore: Value,
    collective: Value,
    duplicate: Value,
    subgraph: Value,
    core: Value,
}

impl Collected {
    pub(super) fn dma(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let mut f = Fields::default();
        let mut notes = Notes::default();
        let end =
            scan::members(window, at, &mut notes, |key, value, _| visit(&mut f, key.of(window), value))?;
        self.pool.literals += u64::from(notes.literals);
        let core = field::int(f.core, window);
        let on = self.places.of_row(&mut self.trace.strings, field::text(f.subgraph, window), &[], core);
        let mut flags = DmaFlags::default();
        for (value, flag) in [
            (f.aggregated, DmaFlags::TRANSFER),
            (f.collective, DmaFlags::COLLECTIVE),
            (f.duplicate, DmaFlags::DUPLICATE),
        ] {
            if field::truth(value, window) {
                flags.set(flag);
            }
        }
        let dma = Dma {
            slice: SliceId::NONE,
            id: field::id(f.id, window).unwrap_or(0),
            transfer: field::id(f.transfer, window).and_then(Id::new),
            route: self.route(&f, window, on),
            flags,
            read: field::count(f.read, window).unwrap_or(0),
            written: field::count(f.written, window).unwrap_or(0),
            moved: field::count(f.moved, window).unwrap_or(0),
            rate: field::count(f.rate, window).unwrap_or(0),
        };
        if [f.read, f.written, f.moved].iter().any(|size| field::int(*size, window).is_some_and(|n| n < 0)) {
            self.note(Rule::NegativeSize, place, &window[at..end]);
        }
        if let Some(trigger) = field::int(f.trigger, window) {
            self.profile.dma_triggers.push((self.profile.dma.len() as u32, trigger));
        }
        let args = self.args.push(&window[at..end], &[]);
        let raw = self.raw_row([f.timestamp, f.duration, f.end], window, place, args, on);
        self.raw_dma.push(raw);
        self.profile.dma.push(dma);
        Ok(end)
    }

    /// In tables, what a transfer's packets share stands in its own row alone:
    /// hands it on to them.
    pub fn share_places(&mut self) {
        let dma = &self.profile.dma;
        let transfers: FxHashMap<u64, u32> =
            dma.iter().filter(|row| row.is_transfer()).map(|row| (row.id, row.route)).collect();
        if transfers.is_empty() {
            return;
        }
        let mut shared: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for at in 0..self.profile.dma.len() {
            let row = &self.profile.dma[at];
            let Some(&of) = row.transfer.and_then(|id| transfers.get(&id.get())) else { continue };
            let own = row.route;
            let routes = &mut self.profile.routes;
            let route = *shared.entry((own, of)).or_insert_with(|| {
                let (mut route, of) = (routes[own as usize], routes[of as usize]);
                for (own, of) in [
                    (&mut route.source, of.source),
                    (&mut route.dest, of.dest),
                    (&mut route.variable, of.variable),
                    (&mut route.semaphore, of.semaphore),
                ] {
                    if *own == StringId::NONE {
                        *own = of;
                    }
                }
                *self.known_routes.entry(route).or_insert_with(|| {
                    routes.push(route);
                    routes.len() as u32 - 1
                })
            });
            self.profile.dma[at].route = route;
        }
    }

    fn route(&mut self, f: &Fields, window: &[u8], on: u8) -> u32 {
        let (pool, strings, last) = (&mut self.pool, &mut self.trace.strings, &mut self.last);
        let known = |value: Value| field::text(value, window) != b"unknown";
        let lane = field::text(f.subgroup, window);
        let queue = queue_name(lane);
        let queue = if strings.get(last.queue).as_bytes() == queue {
            last.queue
        } else {
            last.queue = pool.inside(strings, queue);
            last.queue
        };
        let variable = match known(f.variable) {
            true => pool.text_like(strings, f.variable, window, &mut last.variable),
            false => StringId::NONE,
        };
        let semaphore = pool.text_like(strings, f.semaphore, window, &mut last.semaphore);
        let narrow = |value: Value| field::count(value, window).and_then(|n| u16::try_from(n).ok());
        let route = DmaRoute {
            queue,
            kind: DmaQueueKind::from_name(field::text(f.kind, window)),
            // The place for now; resolved to the core at the end.
            core: on,
            engine: narrow(f.engine).or_else(|| engine_of(lane)),
            queue_index: narrow(f.queue).unwrap_or(0),
            variable,
            source: self.location(f.source, window),
            dest: self.location(f.dest, window),
            semaphore: if self.trace.strings.get(semaphore) == "-1" { StringId::NONE } else { semaphore },
        };
        let routes = &mut self.profile.routes;
        *self.known_routes.entry(route).or_insert_with(|| {
            routes.push(route);
            routes.len() as u32 - 1
        })
    }

    /// Kinds of places in a list of lists, joined.
    fn location(&mut self, list: Value, window: &[u8]) -> StringId {
        let raw = list.of(window);
        if matches!(raw, b"" | b"[]" | b"[[]]" | b"[\"unknown\"]" | b"[[\"unknown\"]]") {
            return StringId::NONE;
        }
        let mut all = match list.is_text() {
            // A cell of a table: `[SB]`.
            true => {
                let inside = raw.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")).unwrap_or(raw);
                inside.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).collect()
            }
            false => field::texts(raw),
        };
        all.retain(|text| *text != b"unknown");
        match all[..] {
            [] => StringId::NONE,
            [one] => self.pool.inside(&mut self.trace.strings, one),
            _ => self.pool.inside(&mut self.trace.strings, &all.join(&b", "[..])),
        }
    }
}

#[inline]
fn visit(f: &mut Fields, key: &[u8], value: Value) {
    match key {
        b"timestamp" | b"start_ts" => f.timestamp = value,
        b"duration" | b"duration_ns" => f.duration = value,
        b"end_ts" => f.end = value,
        b"id" => f.id = value,
        b"aggregated" => f.aggregated = value,
        b"packet_aggregation_id" => f.transfer = value,
        b"subgroup" | b"queue_name" => f.subgroup = value,
        b"dma_engine" | b"engine_idx" => f.engine = value,
        b"dma_queue" | b"queue_idx" => f.queue = value,
        b"queue_type" => f.kind = value,
        b"variable" => f.variable = value,
        b"source" => f.source = value,
        b"dest" => f.dest = value,
        b"read_size" | b"read_bytes" => f.read = value,
        b"write_size" | b"write_bytes" => f.written = value,
        b"transfer_size" | b"transfer_bytes" => f.moved = value,
        b"transfer_rate" | b"throughput" => f.rate = value,
        b"trigger" => f.trigger = value,
        b"semaphore_id" => f.semaphore = value,
        b"is_cc_dma" => f.collective = value,
        b"duplicate" => f.duplicate = value,
        b"subgraph" => f.subgraph = value,
        b"pcore_idx" => f.core = value,
        _ => {}
    }
}

/// The queue that a lane belongs to. A packet's lane is `qName-Q1-E0`, or
/// `Q0-E0` where the queue has no name; a transfer's is the queue itself.
fn queue_name(lane: &[u8]) -> &[u8] {
    let Some(queue) = without_number(lane, b'E') else { return lane };
    without_number(queue, b'Q').filter(|name| !name.is_empty()).unwrap_or(queue)
}

/// The engine that a packet's lane ends with.
fn engine_of(lane: &[u8]) -> Option<u16> {
    without_number(lane, b'E')?;
    let digits = &lane[memchr::memrchr(b'E', lane)? + 1..];
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Without an ending such as `-E12`.
fn without_number(lane: &[u8], letter: u8) -> Option<&[u8]> {
    let dash = memchr::memrchr(b'-', lane)?;
    match &lane[dash + 1..] {
        [first, digits @ ..] if *first == letter && !digits.is_empty() => {
            digits.iter().all(u8::is_ascii_digit).then_some(&lane[..dash])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_packets_name_their_queue() {
        let name = |lane: &str| String::from_utf8(queue_name(lane.as_bytes()).to_vec()).unwrap();
        assert_eq!(name("qSyncSpillReload0-Q1-E0"), "qSyncSpillReload0");
        assert_eq!(name("Q0-E64"), "Q0");
        assert_eq!(name("odd-lane"), "odd-lane");
        assert_eq!(queue_name(b"qSyncIO0"), b"qSyncIO0");
        let engine = |lane: &str| engine_of(lane.as_bytes());
        assert_eq!((engine("qSyncSpillReload0-Q1-E0"), engine("Q0-E64")), (Some(0), Some(64)));
        assert_eq!((engine("qSyncIO0"), engine("a-E"), engine("Q0-E65536")), (None, None, None));
    }
}
