//! Flows: which slice each point belongs to, and which points belong together.

use super::super::collect::{Bind, Collector, FlowKind, FlowPoint};
use super::nest::Query;
use super::order::Plan;
use super::{correlate, note};
use crate::trace::{Link, LinkEnd, LinkKind, Links, Rule, SliceId};
use std::ops::Range;

/// Slices of flow points, found thread by thread.
#[derive(Debug, Default)]
pub struct FlowBinding {
    /// Points by thread, then time.
    order: Vec<u32>,
    /// Range of `order` for each thread that has points.
    of_thread: rustc_hash::FxHashMap<u32, Range<usize>>,
    /// By point: the record while its thread is worked on, then the slice.
    bound: Vec<u32>,
}

impl FlowBinding {
    pub fn new(collector: &Collector) -> Self {
        let points = &collector.flows.points;
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        let key = |i: u32| (points[i as usize].thread, points[i as usize].time);
        order.sort_by_key(|&i| key(i));
        let mut of_thread = rustc_hash::FxHashMap::default();
        let mut at = 0;
        for run in order.chunk_by(|&a, &b| points[a as usize].thread == points[b as usize].thread) {
            of_thread.insert(points[run[0] as usize].thread, at..at + run.len());
            at += run.len();
        }
        Self { bound: vec![u32::MAX; points.len()], order, of_thread }
    }

    fn points_of(&self, thread: u32) -> &[u32] {
        self.of_thread.get(&thread).map_or(&[], |range| &self.order[range.clone()])
    }

    /// Points of a thread that ask for the slice around them, and those that
    /// wait for the next slice (point and time).
    pub fn queries(&self, thread: u32, points: &[FlowPoint]) -> (Vec<Query>, Vec<(u32, i64)>) {
        let (mut around, mut next) = (Vec::new(), Vec::new());
        for &point in self.points_of(thread) {
            let FlowPoint { time, bind, .. } = points[point as usize];
            match bind {
                Bind::Enclosing => around.push(Query { time, point }),
                Bind::Next => next.push((point, time)),
                Bind::Event => {}
            }
        }
        (around, next)
    }

    /// Binds a point to a record of the thread that is worked on.
    pub fn bind_record(&mut self, point: u32, record: u32) {
        self.bound[point as usize] = record;
    }

    /// Turns the records of a thread's points into slices.
    pub fn resolve_thread(&mut self, thread: u32, ids: &[SliceId]) {
        let Some(range) = self.of_thread.get(&thread) else { return };
        for &point in &self.order[range.clone()] {
            let bound = &mut self.bound[point as usize];
            *bound = ids.get(*bound as usize).map_or(u32::MAX, |id| id.0);
        }
    }
}

/// Joins points to links, adds the links of ids where there are no flows.
pub fn finish(
    collector: &mut Collector,
    flows: &FlowBinding,
    slice_of_event: Option<&[SliceId]>,
    plan: &Plan,
) {
    let points = std::mem::take(&mut collector.flows.points);
    let ends: Vec<LinkEnd> = points
        .iter()
        .enumerate()
        .map(|(i, point)| LinkEnd {
            slice: match point.bind {
                Bind::Event => slice_of_event
                    .and_then(|map| map.get(point.event as usize).copied())
                    .unwrap_or(SliceId::NONE),
                _ => SliceId(flows.bound[i]),
            },
            track: plan.track_of_thread[point.thread as usize],
            time: point.time,
        })
        .collect();
    for (end, point) in ends.iter().zip(&points) {
        if end.slice == SliceId::NONE {
            let name = collector.flows.keys[point.key as usize].name;
            note(&mut collector.trace, Rule::FlowEndNoSlice, point.event, name);
        }
    }
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_unstable_by_key(|&i| {
        let point = &points[i as usize];
        (point.key, point.time, point.kind, point.event)
    });
    let mut links = Vec::with_capacity(points.len() / 2);
    for run in order.chunk_by(|&a, &b| points[a as usize].key == points[b as usize].key) {
        join(collector, &points, &ends, run, &mut links);
    }
    correlate::add(&collector.trace, &mut links);
    collector.trace.links = Links::new(links);
}

/// Joins the points of one flow, sorted by time: each step and end with the
/// latest start or step before it. An end without any start before it takes
/// the only start there is, since clocks of host and device may disagree.
fn join(
    collector: &mut Collector,
    points: &[FlowPoint],
    ends: &[LinkEnd],
    run: &[u32],
    links: &mut Vec<Link>,
) {
    let key = collector.flows.keys[points[run[0] as usize].key as usize];
    let link = |from, to| Link { from, to, kind: LinkKind::Flow, name: key.name, id: key.id };
    if let [a, b] = run
        && points[*a as usize].kind == FlowKind::End
        && points[*b as usize].kind == FlowKind::Start
    {
        links.push(link(ends[*b as usize], ends[*a as usize]));
        return;
    }
    let mut producer: Option<u32> = None;
    let mut used = true;
    for &i in run {
        let point = &points[i as usize];
        if point.kind == FlowKind::Start {
            alone(collector, points, ends, producer.filter(|_| !used), links, key);
            (producer, used) = (Some(i), false);
            continue;
        }
        match producer {
            Some(from) => {
                links.push(link(ends[from as usize], ends[i as usize]));
                used = true;
            }
            None => {
                note(&mut collector.trace, Rule::FlowNoPartner, point.event, key.name);
                links.push(link(LinkEnd::MISSING, ends[i as usize]));
            }
        }
        if point.kind == FlowKind::Step {
            producer = Some(i);
            used = true;
        }
    }
    alone(collector, points, ends, producer.filter(|_| !used), links, key);
}

/// A start that nothing followed.
fn alone(
    collector: &mut Collector,
    points: &[FlowPoint],
    ends: &[LinkEnd],
    start: Option<u32>,
    links: &mut Vec<Link>,
    key: super::super::collect::FlowKey,
) {
    let Some(start) = start else { return };
    note(&mut collector.trace, Rule::FlowNoPartner, points[start as usize].event, key.name);
    let (from, to) = (ends[start as usize], LinkEnd::MISSING);
    links.push(Link { from, to, kind: LinkKind::Flow, name: key.name, id: key.id });
}
