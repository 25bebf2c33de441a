//! Counters: steps, merged by column.

use super::names::shortened;
use crate::timeline::frame::{CounterBand, CounterLine};
use crate::timeline::gallop::gallop;
use crate::timeline::grid::Grid;
use crate::timeline::index::TraceIndex;
use crate::timeline::pyramid::SpanPyramid;
use crate::trace::{Series, StringId, Trace, TrackId, TrackKind};

/// A counter in view; empty for a track that is none.
pub fn band(trace: &Trace, index: &TraceIndex, grid: &Grid, track: TrackId) -> CounterBand {
    let counter = trace.tracks.get(track.index()).and_then(|track| match track.kind {
        TrackKind::Counter(counter) => {
            Some((trace.counters.get(counter.index())?, index.counters.get(counter.index())?))
        }
        _ => None,
    });
    let Some((counter, pyramids)) = counter else { return CounterBand::default() };
    let (min, max) = pyramids.axis;
    let series = counter.series.iter().zip(&pyramids.series).map(|(series, pyramid)| {
        let key = trace.strings.get(series.name);
        let name =
            if series.name == StringId::NONE || key.is_empty() { trace.name(counter.name) } else { key };
        line(series, pyramid, grid, shortened(name))
    });
    CounterBand { min, max, series: series.collect() }
}

/// Steps of a series: the point that holds at the start of the span, then one
/// for each column with points.
fn line(series: &Series, pyramid: &SpanPyramid, grid: &Grid, name: String) -> CounterLine {
    let mut line = CounterLine { name, ..CounterLine::default() };
    if grid.columns() == 0 {
        return line;
    }
    let len = series.time.len().min(series.value.len());
    let times = &series.time[..len];
    let end = times.partition_point(|&time| time <= grid.end());
    let times = &times[..end];
    let from = times.partition_point(|&time| time < grid.start());
    let mut push = |at: usize, next: usize| {
        let span = pyramid.span(&series.value, at..next);
        let gap = span.is_empty();
        line.time.push(times[at]);
        line.low.push(if gap { f64::NAN } else { span.low });
        line.high.push(if gap { f64::NAN } else { span.high });
        line.last.push(series.value[next - 1]);
    };
    if from > 0 {
        push(from - 1, from);
    }
    let mut at = from;
    while at < end {
        let last = grid.last_tick(grid.column_from_time(times[at]));
        let next = gallop(times, at + 1, |time| time <= last);
        push(at, next);
        at = next;
    }
    line
}
