//! Which rows of a profile count, and how much of each.

use crate::engine::protocol::Area;
use crate::neuron::{Dma, Engine, Instruction, NeuronProfile};
use crate::trace::{Interval, SliceId, StringId, Trace};
use std::ops::Range;

/// A part of a profile: a span of time, on some tracks or on all.
#[derive(Debug, Clone)]
pub struct Scope<'a> {
    pub trace: &'a Trace,
    pub profile: &'a NeuronProfile,
    /// Ticks.
    pub span: Interval,
    /// Nothing is left out of what was read; rows without a place in time count
    /// as well.
    pub is_whole: bool,
    /// `None` for all tracks.
    tracks: Option<Tracks>,
    /// Only instructions of this layer; DMA rows name none.
    layer: Option<StringId>,
}

/// Some of the tracks, and what can be told of them alone.
#[derive(Debug, Clone, Default)]
struct Tracks {
    /// Slices of the tracks, in order.
    slices: Vec<Range<u32>>,
    /// Names, in the order of the timeline.
    names: Vec<String>,
    /// Engines of which some core is in them with all its lanes.
    engines: Vec<Engine>,
    /// Some queue is in them.
    has_dma: bool,
    /// Nothing that has a row is left out.
    has_all: bool,
}

impl Tracks {
    fn new(trace: &Trace, profile: &NeuronProfile, area: &Area) -> Self {
        let tracks = crate::analysis::area::tracks_of(trace, area);
        let mut own = Self {
            slices: tracks.iter().map(|track| trace.tracks[track.index()].slices.clone()).collect(),
            names: tracks
                .iter()
                .map(|track| trace.name(trace.tracks[track.index()].name).to_owned())
                .collect(),
            ..Self::default()
        };
        // Engine and core, with whether some and whether all of it is in.
        let mut engines: Vec<((Engine, u8), bool, bool)> = Vec::new();
        for row in profile.instructions.iter().filter(|row| row.slice != SliceId::NONE) {
            let (key, is_in) = ((row.lane.engine(), row.core), own.holds(row.slice));
            match engines.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, some, all)) => (*some, *all) = (*some || is_in, *all && is_in),
                None => engines.push((key, is_in, is_in)),
            }
        }
        let dma = || profile.dma.iter().filter(|row| row.slice != SliceId::NONE);
        own.has_dma = dma().any(|row| own.holds(row.slice));
        own.has_all = engines.iter().all(|(.., all)| *all) && dma().all(|row| own.holds(row.slice));
        let whole = |engine: &Engine| {
            let mut cores = engines.iter().filter(|((of, _), ..)| of == engine);
            let (mut some, mut torn) = (false, false);
            cores.by_ref().for_each(|(_, own, all)| (some, torn) = (some || *own, torn || *own && !*all));
            some && !torn
        };
        own.engines = Engine::ALL.into_iter().chain([Engine::Other]).filter(whole).collect();
        own
    }

    fn holds(&self, slice: SliceId) -> bool {
        let at = self.slices.partition_point(|range| range.end <= slice.0);
        self.slices.get(at).is_some_and(|range| range.contains(&slice.0))
    }
}

/// Where a row lies, and how much of it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Ticks; within the span.
    pub inside: Interval,
    /// Of its duration, 0 to 1. A row without length counts in full.
    pub share: f64,
}

impl Part {
    /// A count of bytes or FLOPs that the whole row stands for.
    pub fn of(&self, value: u64) -> u64 {
        if self.share >= 1.0 { value } else { (value as f64 * self.share).round() as u64 }
    }
}

impl<'a> Scope<'a> {
    /// The whole profile: from the first start to the last end of any row.
    pub fn whole(trace: &'a Trace, profile: &'a NeuronProfile) -> Self {
        let slices = profile.instructions.iter().map(|row| row.slice);
        let slices = slices.chain(profile.dma.iter().map(|row| row.slice));
        let times = slices.filter_map(|slice| times_of(trace, slice));
        let span = times.reduce(Interval::union).unwrap_or(Interval::new(0, 0));
        Self { trace, profile, span, is_whole: true, tracks: None, layer: None }
    }

    /// An area of the timeline; an area that holds everything is the whole.
    pub fn new(trace: &'a Trace, profile: &'a NeuronProfile, area: &Area) -> Self {
        let mut scope = Self::whole(trace, profile);
        if !area.tracks.is_empty() {
            scope.tracks = Some(Tracks::new(trace, profile, area)).filter(|tracks| !tracks.has_all);
        }
        let all = scope.span;
        if area.start > all.start || area.end < all.end {
            scope.span = Interval::new(area.start, area.end.max(area.start));
            scope.is_whole = false;
        }
        scope.is_whole &= scope.tracks.is_none();
        scope
    }

    /// A layer: its instructions, and all DMA from its first start to its last
    /// end. `None` where no instruction with a place in time names it.
    pub fn of_layer(trace: &'a Trace, profile: &'a NeuronProfile, layer: StringId) -> Option<Self> {
        let own = profile.instructions.iter().filter(|row| row.layer == layer);
        let span = own.filter_map(|row| times_of(trace, row.slice)).reduce(Interval::union)?;
        Some(Self { trace, profile, span, is_whole: false, tracks: None, layer: Some(layer) })
    }

    /// Instructions that count. Those without a place in time count in the
    /// whole profile, without a part of it.
    pub fn instructions(&self) -> impl Iterator<Item = (&'a Instruction, Option<Part>)> + '_ {
        let is_in = move |row: &&Instruction| self.layer.is_none_or(|layer| row.layer == layer);
        self.profile.instructions.iter().filter(is_in).filter_map(|row| self.take(row, row.slice))
    }

    /// DMA rows that count, packets and transfers.
    pub fn dma(&self) -> impl Iterator<Item = (&'a Dma, Option<Part>)> + '_ {
        self.profile.dma.iter().filter_map(|row| self.take(row, row.slice))
    }

    /// Waits right before instructions, cut to the span: also those of
    /// instructions that start behind it.
    pub fn waits(&self) -> impl Iterator<Item = (&'a Instruction, Interval)> + '_ {
        let is_in = move |row: &&Instruction| self.layer.is_none_or(|layer| row.layer == layer);
        self.profile.instructions.iter().filter(is_in).filter_map(|row| {
            let start = times_of(self.trace, row.slice).filter(|_| row.wait > 0)?.start;
            let wait = self.clip(Interval::new(start.saturating_sub(row.wait), start));
            (!wait.is_empty() && self.holds(row.slice)).then_some((row, wait))
        })
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.tracks.as_ref().is_none_or(|tracks| tracks.holds(slice))
    }

    /// Names of the tracks, where they are not all.
    pub fn track_names(&self) -> &[String] {
        self.tracks.as_ref().map_or(&[], |tracks| &tracks.names)
    }

    /// Some tracks that have rows are left out.
    pub fn is_on_some_tracks(&self) -> bool {
        self.tracks.is_some()
    }

    /// All that an engine did in the span is in it, on some core at least.
    pub fn has_engine(&self, engine: Engine) -> bool {
        self.tracks.as_ref().is_none_or(|tracks| tracks.engines.contains(&engine))
    }

    /// What DMA did in the span is in it, of some queue at least.
    pub fn has_dma(&self) -> bool {
        self.tracks.as_ref().is_none_or(|tracks| tracks.has_dma)
    }

    /// It is cut in time or to some tracks; what an instruction set off may
    /// have happened outside. A layer is all of its instructions.
    pub fn is_cut(&self) -> bool {
        !self.is_whole && self.layer.is_none()
    }

    fn take<T>(&self, row: T, slice: SliceId) -> Option<(T, Option<Part>)> {
        match self.part(slice) {
            Some(part) => Some((row, Some(part))),
            None => (self.is_whole && slice == SliceId::NONE).then_some((row, None)),
        }
    }

    /// How much of a slice counts; `None` when it is outside.
    pub fn part(&self, slice: SliceId) -> Option<Part> {
        let times = times_of(self.trace, slice)?;
        if !self.holds(slice) {
            return None;
        }
        let inside = self.clip(times);
        let is_in = if times.is_empty() {
            times.start >= self.span.start && (times.start < self.span.end || self.is_whole)
        } else {
            !inside.is_empty()
        };
        let share = if times.is_empty() { 1.0 } else { inside.len() as f64 / times.len() as f64 };
        is_in.then_some(Part { inside, share })
    }

    /// The part of an interval that lies in the span.
    pub fn clip(&self, interval: Interval) -> Interval {
        let start = interval.start.max(self.span.start);
        Interval::new(start, interval.end.min(self.span.end).max(start))
    }

    /// Nothing is left out of the profile, and the file did not break off: what
    /// the file says of itself is of the same rows.
    pub fn is_all(&self) -> bool {
        self.is_whole && !self.is_cut_off()
    }

    /// The file ends before its end, so that rows are missing.
    pub fn is_cut_off(&self) -> bool {
        self.trace.health.cut.is_some()
    }

    /// Ticks of which shares are taken, everywhere: of all there is how long
    /// the run took as the file says, as it may begin before its first row; of
    /// a part the time of that part.
    pub fn total_ticks(&self) -> i64 {
        self.told_seconds().map_or(self.span.len(), |told| (told * self.ticks_per_second()).round() as i64)
    }

    /// The same in seconds, with every digit that the file has.
    pub fn total_seconds(&self) -> f64 {
        self.told_seconds().unwrap_or_else(|| self.seconds(self.span.len()))
    }

    /// The file says how long all of it took.
    pub fn tells_total(&self) -> bool {
        self.told_seconds().is_some()
    }

    fn told_seconds(&self) -> Option<f64> {
        let rows = self.seconds(self.span.len());
        let can_hold = |told: f64| told >= rows * (1.0 - ROUNDED);
        self.told_of_run().filter(|told| self.is_all() && can_hold(*told) && is_like(rows, *told))
    }

    fn told_of_run(&self) -> Option<f64> {
        self.profile.summary.number("total_time").filter(|told| *told > 0.0)
    }

    /// Seconds that all rows last, whatever is looked at, and that the run took
    /// as the file says, where the two are not of the same run.
    pub fn times_disagree(&self) -> Option<(f64, f64)> {
        let told = self.told_of_run()?;
        let rows = self.seconds(Self::whole(self.trace, self.profile).span.len());
        (!is_like(rows, told)).then_some((rows, told))
    }

    /// Seconds of some ticks.
    pub fn seconds(&self, ticks: i64) -> f64 {
        ticks as f64 / self.ticks_per_second()
    }

    fn ticks_per_second(&self) -> f64 {
        self.trace.unit.ticks_per_ns() as f64 * 1e9
    }
}

/// By what a run may be told shorter than its rows are: figures of a file are
/// rounded. A run that is shorter would have shares above all of it.
const ROUNDED: f64 = 0.005;

/// Rows of less than half of the run, or of more than twice as long, are not
/// those of the run that a figure of the file is of.
fn is_like(rows: f64, told: f64) -> bool {
    rows <= 0.0 || told > rows * 0.5 && told < rows * 2.0
}

/// When a slice ran; `None` when there is no such slice.
pub fn times_of(trace: &Trace, slice: SliceId) -> Option<Interval> {
    let start = *trace.slices.start.get(slice.index())?;
    Some(Interval::new(start, trace.slices.end(slice)))
}

#[cfg(test)]
mod tests {
    use super::super::made_up::profile;
    use super::*;
    use crate::trace::TrackId;

    fn area(start: i64, end: i64, tracks: &[u32]) -> Area {
        Area { start, end, tracks: tracks.iter().copied().map(TrackId).collect() }
    }

    #[test]
    fn rows_count_with_the_part_that_is_inside() {
        let (trace, profile) = profile(|made| {
            made.instruction("Tensor", "MATMUL", 0, 10, |_| {});
            made.instruction("Tensor", "MATMUL", 10, 40, |_| {});
            made.instruction("Vector", "COPY", 30, 0, |_| {});
            made.packet("q", 20, 100, 64);
        });
        let whole = Scope::whole(&trace, &profile);
        assert_eq!((whole.span, whole.is_whole), (Interval::new(0, 120), true));
        let scope = Scope::new(&trace, &profile, &area(20, 70, &[]));
        assert!(!scope.is_whole);
        let parts: Vec<_> = scope.instructions().filter_map(|(_, part)| part).collect();
        let part = |start, end, share| Part { inside: Interval::new(start, end), share };
        assert_eq!(parts, [part(20, 50, 0.75), part(30, 30, 1.0)]);
        assert_eq!(parts[0].of(100), 75);
        assert_eq!(scope.dma().count(), 1);
        assert!(Scope::new(&trace, &profile, &area(-5, 1000, &[])).is_whole);
    }

    #[test]
    fn shares_are_of_the_time_that_the_file_tells_where_all_of_it_is_there() {
        let (mut trace, mut profile) = profile(|made| {
            made.instruction("Tensor", "MATMUL", 0, 90, |_| {});
        });
        let told = |profile: &mut NeuronProfile, seconds| {
            profile.summary = crate::neuron::Summary::default();
            profile.summary.push("total_time", crate::neuron::MetricValue::Number(seconds));
        };
        told(&mut profile, 100e-9);
        let whole = Scope::whole(&trace, &profile);
        assert_eq!((whole.total_ticks(), whole.total_seconds(), whole.times_disagree()), (100, 100e-9, None));
        assert_eq!(Scope::new(&trace, &profile, &area(10, 50, &[])).total_ticks(), 40);
        // Shorter than its rows.
        told(&mut profile, 80e-9);
        let whole = Scope::whole(&trace, &profile);
        assert_eq!((whole.total_ticks(), whole.tells_total(), whole.times_disagree()), (90, false, None));
        // Of another run.
        told(&mut profile, 1.0);
        let whole = Scope::whole(&trace, &profile);
        assert_eq!((whole.total_ticks(), whole.times_disagree()), (90, Some((90e-9, 1.0))));
        // Of the run, of which only a part came.
        told(&mut profile, 100e-9);
        trace.health.cut = Some(crate::trace::Cut { byte: 9, event: None });
        let whole = Scope::whole(&trace, &profile);
        assert_eq!((whole.is_whole, whole.is_all(), whole.total_ticks()), (true, false, 90));
    }

    #[test]
    fn tracks_narrow_it_down() {
        let (trace, profile) = profile(|made| {
            made.instruction("Tensor", "MATMUL", 0, 10, |_| {});
            made.instruction("Vector", "COPY", 0, 10, |_| {});
        });
        let scope = Scope::new(&trace, &profile, &area(0, 10, &[1]));
        let lanes: Vec<_> = scope.instructions().map(|(row, _)| row.lane.name()).collect();
        assert_eq!((lanes, scope.is_whole), (vec!["Vector"], false));
        assert_eq!(scope.track_names(), ["Vector"]);
        assert!(scope.has_engine(Engine::Vector) && !scope.has_engine(Engine::Tensor) && !scope.has_dma());
        let all = Scope::new(&trace, &profile, &area(0, 10, &[0, 1]));
        assert!(all.is_whole && all.has_engine(Engine::Tensor) && all.track_names().is_empty());
    }

    #[test]
    fn an_engine_is_in_with_all_its_lanes() {
        let (trace, profile) = profile(|made| {
            made.instruction("Tensor", "LDWEIGHTS", 0, 10, |_| {});
            made.instruction("TensorMatrix", "MATMUL", 0, 10, |_| {});
            made.packet("q", 0, 5, 64).packet("r", 0, 5, 64);
        });
        let of = |tracks: &[u32]| Scope::new(&trace, &profile, &area(0, 10, tracks));
        assert!(!of(&[0]).has_engine(Engine::Tensor) && of(&[0, 1]).has_engine(Engine::Tensor));
        assert!(of(&[2]).has_dma() && of(&[2]).is_on_some_tracks());
    }

    #[test]
    fn a_wait_counts_where_it_lasts() {
        let (trace, profile) = profile(|made| {
            made.instruction("Tensor", "MATMUL", 0, 10, |_| {});
            made.instruction("Tensor", "MATMUL", 90, 10, |row| row.wait = 80);
        });
        let waits = |start, end| -> Vec<Interval> {
            Scope::new(&trace, &profile, &area(start, end, &[])).waits().map(|(_, wait)| wait).collect()
        };
        assert_eq!(waits(20, 50), [Interval::new(20, 50)]);
        assert_eq!(waits(85, 95), [Interval::new(85, 90)]);
        assert_eq!(waits(91, 100), []);
    }

    #[test]
    fn rows_without_a_place_count_in_the_whole_alone() {
        let (trace, mut profile) = profile(|made| {
            made.instruction("Tensor", "MATMUL", 0, 10, |_| {});
        });
        profile.instructions.push(Instruction::default());
        assert_eq!(Scope::whole(&trace, &profile).instructions().count(), 2);
        assert_eq!(Scope::new(&trace, &profile, &area(0, 5, &[])).instructions().count(), 1);
    }
}
