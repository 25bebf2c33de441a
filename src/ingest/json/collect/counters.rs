//! Counters (C): each key of `args` is a series.

use super::super::event::RawEvent;
use super::super::number::{FileTime, lenient_f64};
use super::super::scan::{self, Kind, Notes, Value};
use super::{Collector, Place, ZERO};
use crate::trace::{Rule, StringId};
use rustc_hash::FxHashMap;

/// Points of one counter, in file order. Times in ticks.
#[derive(Debug)]
pub struct RawCounter {
    pub pid: StringId,
    pub name: StringId,
    pub series: Vec<(StringId, Vec<(i64, f64)>)>,
}

#[derive(Debug, Default)]
pub struct RawCounters {
    pub all: Vec<RawCounter>,
    index: FxHashMap<(StringId, StringId), u32>,
}

impl RawCounters {
    pub fn for_each_time(&mut self, mut visit: impl FnMut(&mut i64)) {
        for (_, points) in self.all.iter_mut().flat_map(|counter| &mut counter.series) {
            points.iter_mut().for_each(|point| visit(&mut point.0));
        }
    }

    /// Adds a point to a series.
    pub fn push(&mut self, pid: StringId, name: StringId, series: StringId, point: (i64, f64)) {
        let counter = self.of_key(pid, name);
        match counter.series.iter_mut().find(|(name, _)| *name == series) {
            Some((_, points)) => points.push(point),
            None => counter.series.push((series, vec![point])),
        }
    }

    fn of_key(&mut self, pid: StringId, name: StringId) -> &mut RawCounter {
        let all = &mut self.all;
        let at = *self.index.entry((pid, name)).or_insert_with(|| {
            all.push(RawCounter { pid, name, series: Vec::new() });
            (all.len() - 1) as u32
        });
        &mut self.all[at as usize]
    }
}

impl Collector {
    pub(super) fn counter(&mut self, event: &RawEvent, place: &Place, ts: FileTime) {
        let window = place.window;
        let mut found: Vec<(Value, Value)> = Vec::new();
        if event.args.kind == Kind::Object {
            // The object was scanned once already, so it cannot be broken.
            let _ = scan::members(window, event.args.start, &mut Notes::default(), |key, value, _| {
                found.push((key, value));
            });
        }
        if found.is_empty() {
            self.note(place, Rule::CounterNoValue);
            return;
        }
        let (time, _) = self.ticks(ts, ZERO);
        let pid = self.text(event.pid, place);
        let name = self.counter_name(event, place);
        for (key, value) in found {
            let number = match value.kind {
                Kind::Null | Kind::Missing => f64::NAN,
                Kind::Number | Kind::Text => lenient_f64(value.of(window)).unwrap_or_else(|| {
                    self.note(place, Rule::CounterValueInvalid);
                    f64::NAN
                }),
                _ => {
                    self.note(place, Rule::CounterValueInvalid);
                    f64::NAN
                }
            };
            let series = self.text(key, place);
            self.counters.push(pid, name, series, (time, number));
        }
    }

    /// `name`, or `name[id]`.
    fn counter_name(&mut self, event: &RawEvent, place: &Place) -> StringId {
        let name = self.text(event.name, place);
        if !event.id.is_some() {
            return if name == StringId::NONE { self.trace.strings.intern("[No name]") } else { name };
        }
        let id = self.text(event.id, place);
        let full = format!("{}[{}]", self.trace.name(name), self.trace.strings.get(id));
        self.trace.strings.intern(&full)
    }
}
