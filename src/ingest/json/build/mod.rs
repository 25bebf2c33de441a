//! Makes a trace of what was collected: sorts, pairs, nests, links.
//!
//! Works in steps of one thread each, so that a caller which must stay
//! responsive can pause in between. Records are freed as their columns are
//! filled, which keeps the peak near the size of the result.

mod asyncs;
mod correlate;
mod fit;
mod links;
mod nest;
mod objects;
mod order;
mod pairs;
mod profile;
mod stacks;
mod threads;

use super::collect::{Bind, Collector, RawInstant};
use crate::trace::{
    ArgsRef, Counter, CounterId, Rule, Series, SliceId, StringId, TimeUnit, Trace, TrackId, TrackKind,
};
use links::FlowBinding;

pub use fit::finish as set_bounds;
pub use objects::RawLife;
pub use order::natural;

/// What is left to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Prepare,
    Thread(usize),
    Async(usize),
    Rest,
    Done,
}

/// Builds a trace step by step.
#[derive(Debug)]
pub struct Finisher {
    collector: Collector,
    stage: Stage,
    plan: order::Plan,
    async_tracks: Vec<asyncs::AsyncTrack>,
    flows: FlowBinding,
    /// Largest part of a tick that counts as equal.
    tolerance: i64,
    /// Slice of each event, where stacks or bound flows ask for it.
    slice_of_event: Option<Vec<SliceId>>,
    end_args: Vec<(SliceId, ArgsRef)>,
}

impl Finisher {
    pub(super) fn new(collector: Collector, text_bytes: u64) -> Self {
        let mut finisher = Self {
            collector,
            stage: Stage::Prepare,
            plan: order::Plan::default(),
            async_tracks: Vec::new(),
            flows: FlowBinding::default(),
            tolerance: 1,
            slice_of_event: None,
            end_args: Vec::new(),
        };
        finisher.collector.trace.text_bytes = text_bytes;
        finisher
    }

    /// Does one step; false when all is done.
    pub fn step(&mut self) -> bool {
        self.stage = match self.stage {
            Stage::Prepare => {
                self.prepare();
                Stage::Thread(0)
            }
            Stage::Thread(i) if i < self.plan.threads.len() => {
                self.thread(i);
                Stage::Thread(i + 1)
            }
            Stage::Thread(_) => {
                let slices = &mut self.collector.trace.slices;
                slices.first_async = slices.start.len() as u32;
                Stage::Async(0)
            }
            Stage::Async(i) if i < self.async_tracks.len() => {
                self.async_track(i);
                Stage::Async(i + 1)
            }
            Stage::Async(_) => Stage::Rest,
            Stage::Rest => {
                self.rest();
                Stage::Done
            }
            Stage::Done => Stage::Done,
        };
        self.stage != Stage::Done
    }

    /// Share of the work that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        let threads = self.plan.threads.len().max(1) as f64;
        match self.stage {
            Stage::Prepare => 0.0,
            Stage::Thread(i) => 0.05 + 0.75 * i as f64 / threads,
            Stage::Async(_) => 0.8,
            Stage::Rest => 0.85,
            Stage::Done => 1.0,
        }
    }

    /// Does all that is left and hands over the trace.
    pub fn finish(mut self) -> Trace {
        while self.step() {}
        self.into_trace()
    }

    /// The trace; complete only once [`Finisher::step`] has said false.
    pub fn into_trace(self) -> Trace {
        self.collector.trace
    }

    fn prepare(&mut self) {
        let collector = &mut self.collector;
        collector.trace.unit = collector.unit.unwrap_or(TimeUnit::Nanos);
        collector.flows.close();
        self.tolerance = collector.resolution.0.clamp(1, 1000);
        asyncs::file_thread_states(collector);
        objects::file_lives(collector);
        profile::file_frames(collector);
        let by_event = collector.flows.points.iter().any(|point| point.bind == Bind::Event);
        let wanted = !collector.stacks.is_empty()
            || !collector.lives.is_empty()
            || !collector.cnames.is_empty()
            || by_event;
        if wanted {
            let events = collector.trace.offsets.len();
            self.slice_of_event = Some(vec![SliceId::NONE; events]);
        }
        self.async_tracks = asyncs::lay_out(&mut self.collector, self.tolerance);
        self.plan = order::plan(&mut self.collector, &self.async_tracks);
        self.flows = FlowBinding::new(&self.collector);
    }

    fn rest(&mut self) {
        self.counters();
        self.instants();
        objects::finish(&mut self.collector, self.slice_of_event.as_deref());
        self.end_args.sort_unstable_by_key(|entry| entry.0);
        let trace = &mut self.collector.trace;
        trace.slices.end_args.0 = std::mem::take(&mut self.end_args);
        trace.args = std::mem::take(&mut self.collector.args).finish();
        for (phase, count) in self.collector.phases.0.iter().enumerate().filter(|(_, count)| **count > 0) {
            let key = String::from_utf8_lossy(&[phase as u8]).into_owned();
            *self.collector.trace.phases.entry(key).or_default() += count;
        }
        links::finish(&mut self.collector, &self.flows, self.slice_of_event.as_deref(), &self.plan);
        stacks::finish(&mut self.collector, self.slice_of_event.as_deref());
        self.cnames();
        fit::finish(&mut self.collector.trace);
        self.suspect_unit();
    }

    fn cnames(&mut self) {
        let Some(slice_of_event) = &self.slice_of_event else { return };
        let named = std::mem::take(&mut self.collector.cnames).into_iter();
        let slices = named.filter_map(|(event, name)| Some((*slice_of_event.get(event as usize)?, name)));
        let mut column: Vec<_> = slices.filter(|(slice, _)| *slice != SliceId::NONE).collect();
        column.sort_by_key(|entry| entry.0);
        column.dedup_by_key(|entry| entry.0);
        self.collector.trace.slices.cname.0 = column;
    }

    fn suspect_unit(&mut self) {
        if self.collector.tiny_durs && self.collector.longest_dur_ns < 1 {
            self.collector.trace.health.count(Rule::UnitSuspect, 1);
        }
    }

    fn counters(&mut self) {
        let all = std::mem::take(&mut self.collector.counters.all);
        let trace = &mut self.collector.trace;
        for (raw, track) in all.into_iter().zip(&self.plan.counter_tracks) {
            let series = raw.series.into_iter().map(|(name, mut points)| {
                points.sort_by_key(|point| point.0);
                let empty = trace.strings.get(name).is_empty();
                let (time, value) = points.into_iter().unzip();
                Series { name: if empty { raw.name } else { name }, time, value }
            });
            let counter = Counter { name: raw.name, track: *track, series: series.collect() };
            let id = CounterId(trace.counters.len() as u32);
            trace.tracks[track.index()].kind = TrackKind::Counter(id);
            trace.counters.push(counter);
        }
    }

    fn instants(&mut self) {
        let raw = std::mem::take(&mut self.collector.instants);
        let track_of = |instant: &RawInstant| self.plan.track_of_thread[instant.thread as usize];
        let mut order: Vec<u32> = (0..raw.len() as u32).collect();
        order.sort_by_key(|&i| (track_of(&raw[i as usize]), raw[i as usize].time));
        let trace = &mut self.collector.trace;
        let mut place = vec![0u32; raw.len()];
        for (new, &old) in order.iter().enumerate() {
            let instant = &raw[old as usize];
            place[old as usize] = new as u32;
            let instants = &mut trace.instants;
            instants.time.push(instant.time);
            instants.track.push(track_of(instant));
            instants.name.push(instant.name);
            instants.cat.push(instant.cat);
            instants.scope.push(instant.scope);
            instants.kind.push(instant.kind);
            instants.phase.push(instant.phase);
            instants.args.push(instant.args);
            instants.event.push(instant.event);
        }
        let mut at = 0;
        for (i, track) in trace.tracks.iter_mut().enumerate() {
            let end = at + trace.instants.track[at..].partition_point(|t| *t <= TrackId(i as u32));
            track.instants = at as u32..end as u32;
            at = end;
        }
        self.collector.instant_places = place;
    }
}

/// Health place of an event known only by number.
fn note(trace: &mut Trace, rule: Rule, event: u32, name: StringId) {
    let byte = trace.offsets.byte_of(event).unwrap_or_default();
    let text = if name == StringId::NONE { String::new() } else { trace.strings.get(name).to_owned() };
    trace.health.add(rule, byte, Some(u64::from(event) + 1), || text);
}
