//! What frames need beside the trace itself: less than two bytes for each
//! slice, built once when the trace opens. Unions over several rows (busy bands) and
//! the order of links are worked out when first asked for.

use super::build::arrows::LinkOrder;
use super::coverage::{Coverage, Cursor, Spans};
use super::pyramid::{FAN, MaxPyramid, Span, SpanPyramid};
use crate::trace::{
    Counter, InstantId, ProcessId, Row, Scope, SliceFlags, SliceId, Trace, TrackId, TrackKind,
};
use std::ops::Range;
use std::sync::OnceLock;

/// Slices whose drawn ticks are summed up as one.
pub(super) const RUN: usize = 32;

/// Indexes over one [`Trace`]. Used with another trace it answers nonsense.
#[derive(Debug, Default)]
pub struct TraceIndex {
    /// Over the recorded durations of all slices.
    pub(super) longest: MaxPyramid,
    pub(super) blocks: Blocks,
    /// Drawn ticks of all slices before each run of [`RUN`], wrapping: only
    /// differences within a row mean something, and those fit.
    ticks: Vec<u64>,
    tracks: Vec<OnceLock<Busy>>,
    processes: Vec<OnceLock<Busy>>,
    pub(super) counters: Vec<CounterIndex>,
    /// Instants of global scope, by time.
    pub(super) globals: Vec<InstantId>,
    /// The same by id, as runs: first, end, and how many are in runs before.
    global_runs: Vec<(u32, u32, u32)>,
    pub(super) links: OnceLock<LinkOrder>,
}

/// Times at every [`FAN`]th slice, close together in memory: a row of millions
/// is leapt over without a look at its own columns.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// Start of each block's first slice.
    pub starts: Vec<i64>,
    /// Drawn end of each block's last slice.
    pub ends: Vec<i64>,
}

/// When a track or process is busy.
#[derive(Debug)]
enum Busy {
    Never,
    /// Whenever this row is (an index into [`Trace::rows`]).
    Row(u32),
    /// Whenever this track is; processes only.
    Track(TrackId),
    Union(Coverage),
}

/// Axis and pyramids of one counter.
#[derive(Debug, Default)]
pub(super) struct CounterIndex {
    /// Least and greatest value of the axis.
    pub axis: (f64, f64),
    pub series: Vec<SpanPyramid>,
}

impl TraceIndex {
    pub fn new(trace: &Trace) -> Self {
        let mut index = Self {
            longest: MaxPyramid::new(&trace.slices.dur),
            tracks: (0..trace.tracks.len()).map(|_| OnceLock::new()).collect(),
            processes: (0..trace.processes.len()).map(|_| OnceLock::new()).collect(),
            counters: trace.counters.iter().map(CounterIndex::new).collect(),
            ..Self::default()
        };
        index.sum_up(trace);
        index.find_globals(trace);
        index
    }

    /// End of a slice as drawn, in ticks: a clipped one stops where its parent
    /// or follower says. Never before its start.
    pub fn end_of(&self, trace: &Trace, slice: SliceId) -> i64 {
        let recorded = trace.slices.end(slice);
        if !trace.slices.flags[slice.index()].has(SliceFlags::CLIPPED) {
            return recorded;
        }
        match trace.rows.get(trace.row_index_of(slice)) {
            Some(row) => drawn_end(trace, row, slice),
            None => recorded,
        }
    }

    /// [`Self::end_of`] when the row is known.
    pub(super) fn drawn_end(&self, trace: &Trace, row: &Row, slice: SliceId) -> i64 {
        drawn_end(trace, row, slice)
    }

    /// Drawn ticks of all slices before a run.
    pub(super) fn ticks_before_run(&self, run: usize) -> u64 {
        self.ticks.get(run).or(self.ticks.last()).copied().unwrap_or(0)
    }

    /// When a track is covered by any of its slices; `None` for a track without.
    pub fn track_spans<'a>(&'a self, trace: &'a Trace, track: TrackId) -> Option<Spans<'a>> {
        let busy = self.tracks.get(track.index())?;
        self.spans(trace, busy.get_or_init(|| Busy::of_rows(trace, &outer_rows(trace, track))))
    }

    /// When a process is covered by any slice of its threads; of any track
    /// where no thread has one. `None` for a process without slices.
    pub fn process_spans<'a>(&'a self, trace: &'a Trace, process: ProcessId) -> Option<Spans<'a>> {
        let busy = self.processes.get(process.index())?;
        match busy.get_or_init(|| Busy::of_process(trace, process)) {
            Busy::Track(track) => self.track_spans(trace, *track),
            busy => self.spans(trace, busy),
        }
    }

    /// Ticks of a track covered by any slice.
    pub fn track_busy(&self, trace: &Trace, track: TrackId) -> i64 {
        self.track_spans(trace, track).map_or(0, covered)
    }

    /// Ticks of a process covered by any slice of its threads.
    pub fn process_busy(&self, trace: &Trace, process: ProcessId) -> i64 {
        self.process_spans(trace, process).map_or(0, covered)
    }

    fn spans<'a>(&'a self, trace: &'a Trace, busy: &'a Busy) -> Option<Spans<'a>> {
        match busy {
            Busy::Never | Busy::Track(_) => None,
            Busy::Row(row) => Some(Spans::Row { trace, index: self, row: *trace.rows.get(*row as usize)? }),
            Busy::Union(union) => Some(Spans::Packed(union)),
        }
    }

    /// How many instants of a run are of global scope.
    pub(super) fn globals_in(&self, ids: Range<u32>) -> u32 {
        let before = |id: u32| {
            let at = self.global_runs.partition_point(|run| run.0 < id);
            at.checked_sub(1).map_or(0, |at| {
                let (first, end, before) = self.global_runs[at];
                before + id.min(end) - first
            })
        };
        before(ids.end.max(ids.start)) - before(ids.start)
    }

    /// The first instant at or after `id` that is not of global scope.
    pub(super) fn skip_globals(&self, id: u32) -> u32 {
        let at = self.global_runs.partition_point(|run| run.1 <= id);
        match self.global_runs.get(at) {
            Some(&(first, end, _)) if first <= id => end,
            _ => id,
        }
    }

    /// Fills `ticks` and `blocks`.
    fn sum_up(&mut self, trace: &Trace) {
        let starts = &trace.slices.start;
        self.ticks = vec![0u64; starts.len().div_ceil(RUN) + 1];
        self.blocks.starts = starts.iter().step_by(FAN).copied().collect();
        self.blocks.ends = vec![0; starts.len() / FAN];
        for row in &trace.rows {
            for slice in row.slices() {
                let i = slice.index();
                let end = drawn_end(trace, row, slice);
                let sum = &mut self.ticks[i / RUN + 1];
                *sum = sum.wrapping_add(end.abs_diff(starts[i]));
                if i % FAN == FAN - 1 {
                    self.blocks.ends[i / FAN] = end;
                }
            }
        }
        let mut before = 0u64;
        for sum in &mut self.ticks {
            before = before.wrapping_add(*sum);
            *sum = before;
        }
    }

    fn find_globals(&mut self, trace: &Trace) {
        let globals = trace.instants.scope.iter().enumerate().filter(|(_, scope)| **scope == Scope::Global);
        for (before, (id, _)) in globals.enumerate() {
            let id = id as u32;
            self.globals.push(InstantId(id));
            match self.global_runs.last_mut() {
                Some(run) if run.1 == id => run.1 += 1,
                _ => self.global_runs.push((id, id + 1, before as u32)),
            }
        }
        self.globals.sort_by_key(|id| trace.instants.time[id.index()]);
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        let unions = self.tracks.iter().chain(&self.processes).filter_map(OnceLock::get);
        let unions = unions.map(|busy| match busy {
            Busy::Union(union) => union.memory_bytes(),
            _ => 0,
        });
        let series = self.counters.iter().flat_map(|counter| &counter.series);
        self.longest.memory_bytes()
            + (self.ticks.capacity() + self.blocks.starts.capacity() + self.blocks.ends.capacity()) * 8
            + (self.tracks.len() + self.processes.len()) * size_of::<OnceLock<Busy>>()
            + unions.sum::<usize>()
            + series.map(SpanPyramid::memory_bytes).sum::<usize>()
            + self.globals.capacity() * 4
            + self.global_runs.capacity() * 12
            + self.links.get().map_or(0, LinkOrder::memory_bytes)
    }
}

impl Busy {
    fn of_process(trace: &Trace, process: ProcessId) -> Self {
        let rows = process_rows(trace, process);
        let mut tracks = rows.iter().map(|&row| trace.rows[row as usize].track);
        match tracks.next() {
            Some(first) if rows.len() > 1 && tracks.all(|track| track == first) => Busy::Track(first),
            _ => Busy::of_rows(trace, &rows),
        }
    }

    fn of_rows(trace: &Trace, rows: &[u32]) -> Self {
        match rows {
            [] => Busy::Never,
            // A row may hold waits, which are not busy.
            [row] if trace.neuron.is_none() => Busy::Row(*row),
            _ => {
                let rows: Vec<Row> = rows.iter().map(|&row| trace.rows[row as usize]).collect();
                Busy::Union(Coverage::of_rows(trace, &rows))
            }
        }
    }
}

impl CounterIndex {
    fn new(counter: &Counter) -> Self {
        let series: Vec<SpanPyramid> = counter.series.iter().map(|s| SpanPyramid::new(&s.value)).collect();
        let finite = counter.series.iter().flat_map(|s| &s.value).filter(|value| value.is_finite());
        let span = finite.fold(Span::EMPTY, |span, &value| span.join(Span::of(value)));
        Self { axis: axis(span), series }
    }
}

/// How many times the spread of the values the nearest of them must be away
/// from 0 for the axis to leave 0 out.
const FAR_FROM_ZERO: f64 = 10.0;

/// The axis of values within a span.
fn axis(span: Span) -> (f64, f64) {
    if span.is_empty() {
        return (0.0, 1.0);
    }
    let spread = span.high - span.low;
    let nearest = if span.low > 0.0 { span.low } else { -span.high };
    if spread > 0.0 && nearest > FAR_FROM_ZERO * spread {
        return (span.low, span.high);
    }
    match (span.low.min(0.0), span.high.max(0.0)) {
        (0.0, 0.0) => (0.0, 1.0),
        axis => axis,
    }
}

fn covered(spans: Spans<'_>) -> i64 {
    let ticks = match spans {
        Spans::Packed(union) => union.total(),
        Spans::Row { .. } => {
            let mut cursor = Cursor::new(spans);
            cursor.covered_before(i64::MAX).wrapping_sub(Cursor::new(spans).covered_before(i64::MIN))
        }
    };
    i64::try_from(ticks).unwrap_or(i64::MAX)
}

/// Rows of a track that together cover what all of its rows cover.
fn outer_rows(trace: &Trace, track: TrackId) -> Vec<u32> {
    let Some(track) = trace.tracks.get(track.index()) else { return Vec::new() };
    // On threads, children lie within their parents. Trees of asynchronous
    // slices share rows, so that an outermost one may lie on any row.
    let outer_only = track.kind == TrackKind::Thread;
    let rows = track.rows.clone().filter(|&row| {
        let row = &trace.rows[row as usize];
        row.first < row.end && (row.depth == 0 || !outer_only)
    });
    rows.collect()
}

fn process_rows(trace: &Trace, process: ProcessId) -> Vec<u32> {
    let Some(process) = trace.processes.get(process.index()) else { return Vec::new() };
    let tracks = || (process.first_track..process.end_track).map(TrackId);
    let is_thread =
        |track: &TrackId| trace.tracks.get(track.index()).is_some_and(|t| t.kind == TrackKind::Thread);
    let rows: Vec<u32> = tracks().filter(is_thread).flat_map(|track| outer_rows(trace, track)).collect();
    if rows.is_empty() { tracks().flat_map(|track| outer_rows(trace, track)).collect() } else { rows }
}

fn drawn_end(trace: &Trace, row: &Row, slice: SliceId) -> i64 {
    let slices = &trace.slices;
    let i = slice.index();
    let mut end = slices.end(slice);
    if !slices.flags[i].has(SliceFlags::CLIPPED) {
        return end;
    }
    if slice.0 + 1 < row.end {
        end = end.min(slices.start[i + 1]);
    }
    // A parent may be clipped by its own parent, and so on. Parents stand
    // before their children, so that this ends.
    let mut child = slice;
    while let Some(parent) = slices.parent[child.index()].some().filter(|parent| *parent < child) {
        end = end.min(slices.end(parent));
        if !slices.flags[parent.index()].has(SliceFlags::CLIPPED) {
            break;
        }
        child = parent;
    }
    end.max(slices.start[i])
}
