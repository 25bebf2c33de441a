//! Statistics by name over an area. Of a slice that reaches over an edge only
//! the part inside counts, in totals and averages alike, so that they fit.

use super::area::{is_finished, runs_of, ticks_inside, tracks_of};
use super::busy::busy_ticks;
use super::locate::locate_slice;
use super::same_name::at_percent;
use crate::engine::protocol::{Area, NameRow, NameTable};
use crate::trace::{Interval, SliceId, StringId, Trace};
use rustc_hash::FxHashMap;

/// Most rows of a table. Traces that put a number into every name would
/// otherwise make a row for each slice.
const MAX_ROWS: usize = 10_000;

/// Statistics of the slices that overlap an area, by name and category, the
/// greatest total first.
pub fn name_table(trace: &Trace, area: &Area) -> NameTable {
    let tracks = tracks_of(trace, area);
    let span = Interval::new(area.start, area.end);
    let busy = busy_ticks(trace, &tracks, span);
    let mut table = NameTable { span: span.len().max(0), busy, ..NameTable::default() };

    let mut groups = Groups::default();
    for slice in runs_of(trace, area).flatten().map(SliceId) {
        groups.count(trace, slice, area);
    }
    let durations = groups.durations(trace, area);
    for (group, durations) in groups.all.iter().zip(durations) {
        table.slices += group.count;
        table.unfinished += group.unfinished;
        table.cut += group.cut;
        table.rows.push(group.row(trace, &durations, busy));
    }
    table.rows.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.name.cmp(&b.name)));
    table.left_out = table.rows.len().saturating_sub(MAX_ROWS) as u64;
    table.rows.truncate(MAX_ROWS);
    table
}

/// Slices of one name and category.
struct Group {
    name: StringId,
    cat: StringId,
    count: u64,
    unfinished: u64,
    cut: u64,
    total: i64,
    self_total: i64,
    /// With its ticks inside.
    longest: (SliceId, i64),
}

impl Group {
    fn row(&self, trace: &Trace, sorted: &[i64], busy: i64) -> NameRow {
        let sum: i128 = sorted.iter().map(|dur| i128::from(*dur)).sum();
        NameRow {
            name: trace.name(self.name).to_owned(),
            category: trace.strings.get(self.cat).to_owned(),
            count: self.count,
            unfinished: self.unfinished,
            cut: self.cut,
            total: self.total,
            self_total: self.self_total,
            average: if sorted.is_empty() { 0.0 } else { sum as f64 / sorted.len() as f64 },
            min: sorted.first().copied().unwrap_or_default(),
            max: sorted.last().copied().unwrap_or_default(),
            p50: at_percent(sorted, 50),
            p90: at_percent(sorted, 90),
            share: if busy > 0 { self.total as f64 / busy as f64 * 100.0 } else { 0.0 },
            longest: locate_slice(trace, self.longest.0),
        }
    }
}

/// Groups, found by name; few names have more than one category.
#[derive(Default)]
struct Groups {
    all: Vec<Group>,
    by_name: FxHashMap<StringId, u32>,
    by_both: FxHashMap<(StringId, StringId), u32>,
}

impl Groups {
    fn find(&self, trace: &Trace, slice: SliceId) -> Option<usize> {
        let (name, cat) = (trace.slices.name[slice.index()], trace.slices.cat[slice.index()]);
        let first = *self.by_name.get(&name)? as usize;
        if self.all[first].cat == cat {
            return Some(first);
        }
        self.by_both.get(&(name, cat)).map(|at| *at as usize)
    }

    fn find_or_add(&mut self, trace: &Trace, slice: SliceId) -> usize {
        if let Some(found) = self.find(trace, slice) {
            return found;
        }
        let (name, cat) = (trace.slices.name[slice.index()], trace.slices.cat[slice.index()]);
        let at = self.all.len() as u32;
        // The first category of a name goes by the name alone.
        if *self.by_name.entry(name).or_insert(at) != at {
            self.by_both.insert((name, cat), at);
        }
        let (count, unfinished, cut, total, self_total) = (0, 0, 0, 0, 0);
        let longest = (slice, 0);
        self.all.push(Group { name, cat, count, unfinished, cut, total, self_total, longest });
        at as usize
    }

    fn count(&mut self, trace: &Trace, slice: SliceId, area: &Area) {
        let inside = ticks_inside(trace, slice, area.start, area.end);
        let at = self.find_or_add(trace, slice);
        let group = &mut self.all[at];
        group.count += 1;
        group.unfinished += u64::from(!is_finished(trace.slices.flags[slice.index()]));
        group.total = group.total.saturating_add(inside);
        group.self_total = group.self_total.saturating_add(inside);
        group.cut += u64::from(inside < trace.slices.dur[slice.index()]);
        if group.count == 1 || inside > group.longest.1 {
            group.longest = (slice, inside);
        }
        // What a child covers is no self time of its parent.
        if let Some(parent) = trace.slices.parent[slice.index()].some() {
            let start = area.start.max(trace.slices.start[parent.index()]);
            let end = area.end.min(trace.slices.end(parent));
            let covered = ticks_inside(trace, slice, start, end);
            // Then the parent is in the area too.
            if covered > 0 {
                let at = self.find_or_add(trace, parent);
                self.all[at].self_total = self.all[at].self_total.saturating_sub(covered);
            }
        }
    }

    /// What of the finished slices of each group is inside, sorted.
    fn durations(&self, trace: &Trace, area: &Area) -> Vec<Vec<i64>> {
        let room = |group: &Group| (group.count - group.unfinished) as usize;
        let mut durations: Vec<Vec<i64>> =
            self.all.iter().map(|group| Vec::with_capacity(room(group))).collect();
        for slice in runs_of(trace, area).flatten().map(SliceId) {
            if is_finished(trace.slices.flags[slice.index()])
                && let Some(at) = self.find(trace, slice)
            {
                durations[at].push(ticks_inside(trace, slice, area.start, area.end));
            }
        }
        for durations in &mut durations {
            durations.sort_unstable();
        }
        durations
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::trace;
    use super::*;
    use crate::trace::{SliceFlags, TrackId};

    fn area(start: i64, end: i64) -> Area {
        Area { start, end, tracks: Vec::new() }
    }

    fn row<'a>(table: &'a NameTable, name: &str) -> &'a NameRow {
        table.rows.iter().find(|row| row.name == name).unwrap()
    }

    #[test]
    fn all_times_count_with_their_part_inside_the_area() {
        let trace = trace(&["t a 0 10 op", "t b 2 4", "t a 20 30 op", "u a 0 100 other"]);
        let table = name_table(&trace, &area(0, 30));
        assert_eq!((table.slices, table.span, table.busy), (4, 30, 30));
        let first = row(&table, "a");
        assert_eq!((first.category.as_str(), first.count, first.total, first.max), ("other", 1, 30, 30));
        assert_eq!((first.cut, table.cut), (1, 2));
        let op = table.rows.iter().find(|row| row.category == "op").unwrap();
        assert_eq!((op.count, op.total, op.self_total, op.average), (2, 20, 16, 10.0));
        assert_eq!((op.min, op.p50, op.p90, op.max, op.longest.start), (10, 10, 10, 10, 0));
        assert_eq!(op.share, 20.0 / 30.0 * 100.0);
    }

    #[test]
    fn count_times_average_is_the_total() {
        let trace = trace(&["t a 0 10", "t a 20 10", "t a 40 10", "t a 60 0"]);
        let table = name_table(&trace, &area(5, 45));
        let a = row(&table, "a");
        assert_eq!((a.count, a.cut, a.total, a.min, a.max), (3, 2, 20, 5, 10));
        assert_eq!((a.average * a.count as f64, a.longest.start), (a.total as f64, 20));
    }

    #[test]
    fn self_times_of_a_track_add_up_to_its_busy_time() {
        let trace = trace(&["t a 0 10", "t b 1 4", "t c 2 2", "t a 12 8", "t b 13 7"]);
        for (start, end) in [(0, 20), (3, 15), (2, 3), (11, 12)] {
            let table = name_table(&trace, &area(start, end));
            assert_eq!(
                table.rows.iter().map(|row| row.self_total).sum::<i64>(),
                table.busy,
                "{start}..{end}"
            );
        }
    }

    #[test]
    fn unfinished_slices_stay_out_of_averages() {
        let mut trace = trace(&["t a 0 10", "t a 20 80"]);
        trace.slices.flags[1].set(SliceFlags::UNCLOSED);
        let table = name_table(&trace, &area(0, 100));
        let a = row(&table, "a");
        assert_eq!(
            (table.unfinished, a.count, a.unfinished, a.max, a.average, a.total),
            (1, 2, 1, 10, 10.0, 90)
        );
    }

    #[test]
    fn an_empty_area_or_an_unknown_track_gives_an_empty_table() {
        let trace = trace(&["t a 0 10"]);
        assert!(name_table(&trace, &area(5, 5)).rows.is_empty());
        assert!(name_table(&trace, &area(10, 0)).rows.is_empty());
        let unknown = Area { start: 0, end: 10, tracks: vec![TrackId(9)] };
        assert!(name_table(&trace, &unknown).rows.is_empty());
    }
}
