//! Traces laid out by hand: tracks, rows, slices, instants, counters, links.

use lowerscope::timeline::{FrameStyle, Hits, SliceColour, SliceColours};
use lowerscope::trace::*;

/// A slice to lay out.
#[derive(Debug, Clone)]
pub struct Piece {
    pub track: u32,
    pub lane: u32,
    pub depth: u32,
    pub start: i64,
    pub dur: i64,
    pub name: &'static str,
    pub flags: u16,
}

/// A trace in the making: one process for each entry of `processes`, which
/// holds the kinds of its tracks.
#[derive(Debug, Default)]
pub struct Sketch {
    pub processes: Vec<Vec<TrackKind>>,
    pub pieces: Vec<Piece>,
    /// Track, time, scope.
    pub instants: Vec<(u32, i64, Scope)>,
    /// Points of one series each: counter track, (time, value).
    pub counters: Vec<(u32, Vec<(i64, f64)>)>,
    pub links: Vec<Link>,
}

impl Sketch {
    /// One process with one thread.
    pub fn thread() -> Self {
        Self { processes: vec![vec![TrackKind::Thread]], ..Self::default() }
    }

    pub fn slice(mut self, depth: u32, start: i64, dur: i64) -> Self {
        self.pieces.push(Piece { track: 0, lane: 0, depth, start, dur, name: "op", flags: 0 });
        self
    }

    /// Lays everything out. Pieces of a row must not overlap, but for clipped
    /// ones.
    pub fn trace(mut self) -> Trace {
        let mut trace = Trace::default();
        for kinds in &self.processes {
            let process = ProcessId(trace.processes.len() as u32);
            let first_track = trace.tracks.len() as u32;
            let name = trace.strings.intern(&format!("process {}", process.0));
            for &kind in kinds {
                let name = trace.strings.intern(&format!("track {}", trace.tracks.len()));
                trace.tracks.push(Track {
                    process,
                    kind,
                    name,
                    named: true,
                    tid: name,
                    sort_index: 0,
                    rows: 0..0,
                    slices: 0..0,
                    instants: 0..0,
                });
            }
            trace.processes.push(Process {
                pid: name,
                name,
                named: true,
                labels: Vec::new(),
                sort_index: 0,
                first_track,
                end_track: trace.tracks.len() as u32,
            });
        }
        self.pieces.sort_by_key(|p| (p.track, p.lane, p.depth, p.start));
        self.instants.sort_by_key(|&(track, time, _)| (track, time));
        for track in 0..trace.tracks.len() as u32 {
            self.lay_out(&mut trace, track);
        }
        for (track, points) in self.counters {
            let TrackKind::Counter(counter) = trace.tracks[track as usize].kind else { continue };
            assert_eq!(counter.index(), trace.counters.len());
            let name = trace.strings.intern("value");
            let (time, value) = points.into_iter().unzip();
            let series = vec![Series { name, time, value }];
            trace.counters.push(Counter { name, track: TrackId(track), series });
        }
        trace.slices.first_async = trace.slices.len() as u32;
        trace.links = Links::new(self.links);
        let ends = (0..trace.slices.len()).map(|i| trace.slices.end(SliceId(i as u32)));
        let times = trace.slices.start.iter().copied().chain(ends).chain(trace.instants.time.iter().copied());
        let bounds = times.fold(None, |bounds: Option<Interval>, time| {
            let here = Interval::new(time, time);
            Some(bounds.map_or(here, |bounds| bounds.union(here)))
        });
        (trace.bounds, trace.fit) = (bounds, bounds);
        trace
    }

    fn lay_out(&self, trace: &mut Trace, track: u32) {
        let id = TrackId(track);
        let (first_row, first_slice) = (trace.rows.len() as u32, trace.slices.len() as u32);
        let from = self.pieces.partition_point(|p| p.track < track);
        let to = self.pieces.partition_point(|p| p.track <= track);
        for row in self.pieces[from..to].chunk_by(|a, b| (a.lane, a.depth) == (b.lane, b.depth)) {
            let above = trace.rows.last().copied().filter(|above| {
                above.track == id && above.lane == row[0].lane && above.depth + 1 == row[0].depth
            });
            let first = trace.slices.len() as u32;
            for piece in row {
                let parent = above.and_then(|above| {
                    let starts = &trace.slices.start[above.first as usize..above.end as usize];
                    let before = starts.partition_point(|&start| start <= piece.start) as u32;
                    Some(SliceId(above.first + before.checked_sub(1)?))
                });
                let slices = &mut trace.slices;
                slices.start.push(piece.start);
                slices.dur.push(piece.dur);
                slices.name.push(trace.strings.intern(piece.name));
                slices.cat.push(StringId::NONE);
                slices.parent.push(parent.unwrap_or(SliceId::NONE));
                slices.args.push(ArgsRef::default());
                slices.flags.push(SliceFlags(piece.flags));
                slices.event.push(0);
            }
            let end = trace.slices.len() as u32;
            trace.rows.push(Row { track: id, depth: row[0].depth, lane: row[0].lane, first, end });
        }
        let first_instant = trace.instants.len() as u32;
        for &(_, time, scope) in self.instants.iter().filter(|instant| instant.0 == track) {
            let name = trace.strings.intern("mark");
            let instants = &mut trace.instants;
            instants.time.push(time);
            instants.track.push(id);
            instants.name.push(name);
            instants.cat.push(StringId::NONE);
            instants.scope.push(scope);
            instants.kind.push(InstantKind::Mark);
            instants.phase.push(b'i');
            instants.args.push(ArgsRef::default());
            instants.event.push(0);
        }
        let out = &mut trace.tracks[track as usize];
        out.rows = first_row..trace.rows.len() as u32;
        out.slices = first_slice..trace.slices.len() as u32;
        out.instants = first_instant..trace.instants.len() as u32;
    }
}

/// All slices alike.
pub struct Plain;

impl SliceColours for Plain {
    fn colour(&self, _: &Trace, slice: SliceId) -> SliceColour {
        SliceColour::Palette((slice.0 % 12) as u8)
    }
}

pub fn style(hits: Option<&Hits>) -> FrameStyle<'_> {
    FrameStyle { colours: &Plain, hits }
}

/// A flow between two ends.
pub fn flow(from: LinkEnd, to: LinkEnd) -> Link {
    Link { from, to, kind: LinkKind::Flow, name: StringId::NONE, id: LinkIdent::Text(StringId::NONE) }
}
