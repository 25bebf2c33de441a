//! Fills the columns with the slices of one thread.

use super::super::collect::{RawInstant, Thread};
use super::nest::{self, Nested};
use super::pairs::{self, Pairing};
use super::{Finisher, note};
use crate::trace::{InstantKind, Row, Rule, Scope, SliceFlags, SliceId, TrackId};

impl Finisher {
    pub(super) fn thread(&mut self, position: usize) {
        let (index, track) = self.plan.threads[position];
        let mut thread = std::mem::take(&mut self.collector.identities.threads[index as usize]);
        let pairing = if thread.has_pairs { self.pair(&mut thread, index) } else { Pairing::default() };
        for record in thread.slices.iter_mut().filter(|r| r.flags.has(SliceFlags::UNCLOSED)) {
            record.dur = thread.last.saturating_sub(record.start).max(0);
        }
        let order = nest::drawing_order(&thread.slices);
        let (queries, next) = self.flows.queries(index, &self.collector.flows.points);
        for (point, time) in next {
            let after = order.partition_point(|&i| thread.slices[i as usize].start < time);
            self.flows.bind_record(point, order.get(after).copied().unwrap_or(nest::NONE));
        }
        let mut nested = nest::nest(&mut thread.slices, order, self.tolerance, &queries);
        for (point, record) in std::mem::take(&mut nested.enclosing) {
            self.flows.bind_record(point, record);
        }
        let ids = self.fill_rows(&thread, &nested, track);
        self.flows.resolve_thread(index, &ids);
        self.side_columns(&thread, &pairing, &ids);
    }

    fn pair(&mut self, thread: &mut Thread, index: u32) -> Pairing {
        let empty = self.collector.trace.strings.intern("");
        let pairing = pairs::pair(&mut thread.slices, thread.last, empty);
        for &(rule, record) in &pairing.findings {
            let record = &thread.slices[record as usize];
            note(&mut self.collector.trace, rule, record.event, record.name);
        }
        if !pairing.without_begin.is_empty() {
            let name = self.collector.trace.strings.intern("end without begin");
            for &end in &pairing.without_begin {
                let record = &thread.slices[end as usize];
                self.collector.instants.push(RawInstant {
                    time: record.start,
                    thread: index,
                    name,
                    cat: record.cat,
                    args: record.args,
                    event: record.event,
                    scope: Scope::Thread,
                    kind: InstantKind::EndWithoutBegin,
                    phase: b'E',
                });
            }
        }
        pairing
    }

    /// Appends the slices row by row; returns the slice of each record.
    fn fill_rows(&mut self, thread: &Thread, nested: &Nested, track: TrackId) -> Vec<SliceId> {
        let first_slice = self.collector.trace.slices.len() as u32;
        let first_row = self.collector.trace.rows.len() as u32;
        let lanes = self.lanes_from_the_top(thread, nested);
        let mut lane_rows = vec![0; nested.heights.len()];
        let mut rows = 0;
        for &lane in &lanes {
            lane_rows[lane] = rows;
            rows += nested.heights[lane];
        }
        let row_of = |record: u32| {
            let placed = nested.placed[record as usize];
            (lane_rows[placed.lane as usize] + placed.depth) as usize
        };
        let mut counts = vec![0u32; rows as usize];
        nested.order.iter().for_each(|&record| counts[row_of(record)] += 1);
        let mut next = Vec::with_capacity(counts.len());
        let mut at = first_slice;
        let heights = lanes.iter().map(|&lane| (lane as u32, nested.heights[lane]));
        let places = heights.flat_map(|(lane, height)| (0..height).map(move |depth| (lane, depth)));
        for (count, (lane, depth)) in counts.iter().zip(places) {
            next.push(at);
            self.collector.trace.rows.push(Row { track, depth, lane, first: at, end: at + count });
            at += count;
        }
        let mut ids = vec![SliceId::NONE; thread.slices.len()];
        let mut by_place = vec![0u32; nested.order.len()];
        let mut spilled = Vec::new();
        for &record in &nested.order {
            let slot = &mut next[row_of(record)];
            ids[record as usize] = SliceId(*slot);
            by_place[(*slot - first_slice) as usize] = record;
            *slot += 1;
            if nested.placed[record as usize].lane > 0 {
                spilled.push(record);
            }
        }
        self.fill_columns(thread, nested, &by_place, &ids);
        for record in spilled {
            let record = &thread.slices[record as usize];
            note(&mut self.collector.trace, Rule::OverlapSpill, record.event, record.name);
        }
        let track = &mut self.collector.trace.tracks[track.index()];
        track.slices = first_slice..at;
        track.rows = first_row..first_row + rows;
        ids
    }

    /// Lanes as they are drawn: the main one, then those with overlapping
    /// slices below it. Lanes of annotations (steps and named ranges, which
    /// cross Python frames whenever stacks are recorded) go to the top, where
    /// people look for them.
    fn lanes_from_the_top(&self, thread: &Thread, nested: &Nested) -> Vec<usize> {
        let strings = &self.collector.trace.strings;
        let categories = ["user_annotation", "gpu_user_annotation"].map(|name| strings.find(name));
        let mut annotations = vec![0i64; nested.heights.len()];
        if nested.heights.len() > 1 && categories.iter().any(Option::is_some) {
            for &record in &nested.order {
                let placed = nested.placed[record as usize];
                if placed.depth == 0 {
                    let is_one = categories.contains(&Some(thread.slices[record as usize].cat));
                    annotations[placed.lane as usize] += if is_one { 1 } else { -1 };
                }
            }
        }
        let mut lanes: Vec<usize> = (0..nested.heights.len()).collect();
        lanes.sort_by_key(|&lane| lane == 0 || annotations[lane] <= 0);
        lanes
    }

    fn fill_columns(&mut self, thread: &Thread, nested: &Nested, by_place: &[u32], ids: &[SliceId]) {
        let slices = &mut self.collector.trace.slices;
        let records = || by_place.iter().map(|&record| &thread.slices[record as usize]);
        slices.start.extend(records().map(|record| record.start));
        slices.dur.extend(records().map(|record| record.dur));
        slices.name.extend(records().map(|record| record.name));
        slices.cat.extend(records().map(|record| record.cat));
        slices.args.extend(records().map(|record| record.args));
        slices.flags.extend(records().map(|record| record.flags));
        slices.event.extend(records().map(|record| record.event));
        slices.parent.extend(by_place.iter().map(|&record| {
            let parent = nested.placed[record as usize].parent;
            if parent == nest::NONE { SliceId::NONE } else { ids[parent as usize] }
        }));
        if let Some(map) = &mut self.slice_of_event {
            for (record, id) in thread.slices.iter().zip(ids) {
                if let Some(entry) = map.get_mut(record.event as usize)
                    && *id != SliceId::NONE
                {
                    *entry = *id;
                }
            }
        }
    }

    fn side_columns(&mut self, thread: &Thread, pairing: &Pairing, ids: &[SliceId]) {
        let slices = &mut self.collector.trace.slices;
        for (column, records) in
            [(&mut slices.correlation, &thread.correlation), (&mut slices.external_id, &thread.external_id)]
        {
            let from = column.0.len();
            column.0.extend(records.iter().map(|&(record, value)| (ids[record as usize], value)));
            column.0[from..].sort_unstable_by_key(|entry| entry.0);
        }
        for &(begin, end) in &pairing.closed {
            let (begin, end) = (ids[begin as usize], &thread.slices[end as usize]);
            if end.args != crate::trace::ArgsRef::NONE {
                self.end_args.push((begin, end.args));
            }
            if let Some(entry) = self.slice_of_event.as_mut().and_then(|map| map.get_mut(end.event as usize))
            {
                *entry = begin;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::json::Reader;

    #[test]
    fn steps_that_cross_frames_are_drawn_above_them() {
        let mut reader = Reader::new("x");
        reader.push(
            br#"[{"ph":"X","cat":"python_function","name":"main","pid":1,"tid":1,"ts":0,"dur":50},
            {"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":20,"dur":60},
            {"ph":"X","cat":"cpu_op","name":"late","pid":1,"tid":1,"ts":40,"dur":30}]"#,
        );
        let trace = reader.finish();
        let rows: Vec<_> = trace
            .rows
            .iter()
            .map(|row| (row.lane, row.depth, trace.slice_name(crate::trace::SliceId(row.first))))
            .collect();
        assert_eq!(rows, [(1, 0, "ProfilerStep#1"), (1, 1, "late"), (0, 0, "main")]);
    }
}
