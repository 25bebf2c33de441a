//! Small traces for tests.

use crate::trace::{
    Interval, Process, ProcessId, Row, SliceFlags, SliceId, StringId, Trace, Track, TrackId, TrackKind,
};

/// A trace of lines `track name start dur [category]`, in ticks. Slices of a
/// track must nest.
pub fn trace(lines: &[&str]) -> Trace {
    let mut trace = Trace::default();
    let mut tracks: Vec<(&str, Vec<[&str; 5]>)> = Vec::new();
    for line in lines {
        let mut words = line.split(' ');
        let words: [&str; 5] = std::array::from_fn(|_| words.next().unwrap_or_default());
        match tracks.iter_mut().find(|(name, _)| *name == words[0]) {
            Some((_, found)) => found.push(words),
            None => tracks.push((words[0], vec![words])),
        }
    }
    for (name, mut found) in tracks {
        let number = |text: &str| text.parse::<i64>().unwrap();
        found.sort_by_key(|w| (number(w[2]), std::cmp::Reverse(number(w[3]))));
        let mut rows: Vec<Vec<(usize, Option<usize>)>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (i, words) in found.iter().enumerate() {
            let end = |i: usize| number(found[i][2]) + number(found[i][3]);
            while open.last().is_some_and(|&top| end(top) <= number(words[2])) {
                open.pop();
            }
            if rows.len() <= open.len() {
                rows.push(Vec::new());
            }
            rows[open.len()].push((i, open.last().copied()));
            open.push(i);
        }
        let first_row = trace.rows.len() as u32;
        let first = trace.slices.len() as u32;
        let track = TrackId(trace.tracks.len() as u32);
        let order: Vec<usize> = rows.iter().flatten().map(|(i, _)| *i).collect();
        let id = |i: usize| SliceId(first + order.iter().position(|at| *at == i).unwrap() as u32);
        for (depth, row) in rows.iter().enumerate() {
            let at = trace.slices.len() as u32;
            for (i, parent) in row {
                let words = found[*i];
                let slices = &mut trace.slices;
                slices.start.push(number(words[2]));
                slices.dur.push(number(words[3]));
                slices.name.push(trace.strings.intern(words[1]));
                let cat = words[4];
                slices.cat.push(if cat.is_empty() { StringId::NONE } else { trace.strings.intern(cat) });
                slices.parent.push(parent.map_or(SliceId::NONE, id));
                slices.args.push(Default::default());
                slices.flags.push(SliceFlags::default());
                slices.event.push(*i as u32);
            }
            let end = trace.slices.len() as u32;
            trace.rows.push(Row { track, depth: depth as u32, lane: 0, first: at, end });
        }
        let name = trace.strings.intern(name);
        trace.tracks.push(Track {
            process: ProcessId(0),
            kind: TrackKind::Thread,
            name,
            named: true,
            tid: name,
            sort_index: 0,
            rows: first_row..trace.rows.len() as u32,
            slices: first..trace.slices.len() as u32,
            instants: 0..0,
        });
    }
    trace.slices.first_async = trace.slices.len() as u32;
    let name = trace.strings.intern("process");
    trace.processes.push(Process {
        pid: name,
        name,
        named: true,
        labels: Vec::new(),
        sort_index: 0,
        first_track: 0,
        end_track: trace.tracks.len() as u32,
    });
    let ids = (0..trace.slices.len() as u32).map(SliceId);
    trace.bounds = ids
        .map(|id| Interval::new(trace.slices.start[id.index()], trace.slices.end(id)))
        .reduce(Interval::union);
    trace
}

/// The first slice of a name.
pub fn slice(trace: &Trace, name: &str) -> SliceId {
    let wanted = trace.strings.find(name).unwrap();
    SliceId(trace.slices.name.iter().position(|at| *at == wanted).unwrap() as u32)
}
