//! Links as arrows: of one slice, or all in view, thinned out evenly.
//!
//! Which links of a crowd are drawn is decided once, by their number: each has
//! a fixed level, and a frame shows the highest levels that fit. So arrows do
//! not flicker while one pans, and zooming in adds some without taking any.

use crate::timeline::frame::{Arrow, ArrowEnd, Arrows, BandKey, Frame, FrameRequest};
use crate::timeline::index::TraceIndex;
use crate::trace::{Link, LinkEnd, LinkId, SliceId, Trace, TrackId};
use rustc_hash::FxHashSet;

/// Most arrows in a frame.
const MAX_ARROWS: usize = 2_000;
/// Levels of links; half of the links of a level and above are on it.
const LEVELS: u32 = 14;
/// Up to so many ends in view, links are counted one by one; beyond, the
/// number is reckoned from those of the higher levels.
const MAX_COUNTED: usize = 100_000;

/// Ends of all links, by track, level and time.
#[derive(Debug, Default)]
pub struct LinkOrder {
    ends: Vec<End>,
    /// Where each track begins, and the end.
    tracks: Vec<u32>,
}

/// One end of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    level: u8,
    incoming: bool,
    time: i64,
    link: LinkId,
}

impl LinkOrder {
    fn new(trace: &Trace, index: &TraceIndex) -> Self {
        let mut counts = vec![0u32; trace.tracks.len() + 1];
        let mut keyed: Vec<(TrackId, End)> = Vec::new();
        for (i, link) in trace.links.all().iter().enumerate() {
            for incoming in [false, true] {
                let end = touch(trace, index, link, incoming);
                if let Some(count) = counts.get_mut(end.track.index()).filter(|_| end.track != TrackId::NONE)
                {
                    *count += 1;
                    let id = LinkId(i as u32);
                    keyed.push((end.track, End { level: level(id), incoming, time: end.time, link: id }));
                }
            }
        }
        keyed.sort_unstable();
        let mut before = 0;
        for count in &mut counts {
            before += std::mem::replace(count, before);
        }
        Self { ends: keyed.into_iter().map(|(_, end)| end).collect(), tracks: counts }
    }

    /// Ends of one track, level and direction within a span of time.
    fn ends(&self, track: TrackId, level: u8, incoming: bool, start: i64, end: i64) -> &[End] {
        let (first, last) = (self.tracks[track.index()] as usize, self.tracks[track.index() + 1] as usize);
        let ends = &self.ends[first..last];
        let from = ends.partition_point(|e| (e.level, e.incoming, e.time) < (level, incoming, start));
        let to = ends.partition_point(|e| (e.level, e.incoming, e.time) <= (level, incoming, end));
        &ends[from..to.max(from)]
    }

    pub fn memory_bytes(&self) -> usize {
        self.ends.capacity() * size_of::<End>() + self.tracks.capacity() * 4
    }
}

/// Level of a link: halves with each step, and is spread evenly over time.
fn level(link: LinkId) -> u8 {
    let mixed = u64::from(link.0).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed >> 32) as u32).trailing_zeros().min(LEVELS - 1) as u8
}

/// Adds the arrows that a request wants.
pub fn add(trace: &Trace, index: &TraceIndex, request: &FrameRequest, frame: &mut Frame) {
    let chosen = match request.arrows {
        Arrows::None => return,
        Arrows::Of(slice) => {
            let mut links: Vec<LinkId> = [trace.links.to(slice), trace.links.from(slice)].concat();
            let mut seen = FxHashSet::default();
            links.retain(|link| slice != SliceId::NONE && seen.insert(*link));
            frame.arrows_left_out = links.len().saturating_sub(MAX_ARROWS) as u64;
            links.truncate(MAX_ARROWS);
            links
        }
        Arrows::All => {
            let order = index.links.get_or_init(|| LinkOrder::new(trace, index));
            let (links, all) = in_view(trace, order, request);
            frame.arrows_left_out = all.saturating_sub(links.len() as u64);
            links
        }
    };
    frame.arrows = chosen.into_iter().map(|link| arrow(trace, index, trace.links.get(link))).collect();
}

/// Links with an end in view, as many as fit, and how many there are.
fn in_view(trace: &Trace, order: &LinkOrder, request: &FrameRequest) -> (Vec<LinkId>, u64) {
    let mut tracks = tracks_in_view(trace, request);
    tracks.retain(|track| order.tracks[track.index()] < order.tracks[track.index() + 1]);
    let of_level = |level: u8| {
        let runs = tracks.iter().flat_map(|&track| [(track, false), (track, true)]);
        runs.map(move |(track, incoming)| order.ends(track, level, incoming, request.start, request.end))
    };
    let mut chosen: Vec<LinkId> = Vec::new();
    let mut room = true;
    let mut ends = 0;
    // Of the levels that were looked at one by one.
    let (mut counted, mut counted_ends) = (0, 0);
    for level in (0..LEVELS as u8).rev() {
        let here: usize = of_level(level).map(<[End]>::len).sum();
        let first = ends == 0;
        ends += here;
        if ends > MAX_COUNTED && !first {
            continue;
        }
        let mut links: Vec<LinkId> = of_level(level).flatten().map(|end| end.link).collect();
        links.sort_unstable();
        links.dedup();
        (counted, counted_ends) = (counted + links.len(), counted_ends + here);
        if first && links.len() > MAX_ARROWS {
            // Even the highest level is a crowd.
            chosen = links.iter().copied().step_by(links.len().div_ceil(MAX_ARROWS)).collect();
            room = false;
        }
        room &= chosen.len() + links.len() <= MAX_ARROWS;
        if room {
            chosen.append(&mut links);
        }
    }
    let all = match counted_ends == ends {
        true => counted as u64,
        false => (ends as f64 * counted as f64 / counted_ends as f64) as u64,
    };
    chosen.sort_unstable();
    (chosen, all)
}

/// Tracks that the bands of a request show, each once.
fn tracks_in_view(trace: &Trace, request: &FrameRequest) -> Vec<TrackId> {
    let mut tracks: Vec<TrackId> = Vec::new();
    for band in &request.bands {
        match *band {
            BandKey::Rows { track, .. } | BandKey::Busy { track } | BandKey::Counter { track } => {
                tracks.push(track);
            }
            BandKey::ProcessBusy { process } => {
                if let Some(process) = trace.processes.get(process.index()) {
                    tracks.extend((process.first_track..process.end_track).map(TrackId));
                }
            }
        }
    }
    tracks.retain(|track| track.index() < trace.tracks.len());
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}

fn arrow(trace: &Trace, index: &TraceIndex, link: &Link) -> Arrow {
    Arrow { kind: link.kind, from: touch(trace, index, link, false), to: touch(trace, index, link, true) }
}

/// Where an arrow touches at one end. A stub without partner stays at the time
/// of the end that is there.
fn touch(trace: &Trace, index: &TraceIndex, link: &Link, incoming: bool) -> ArrowEnd {
    let (this, other) = if incoming { (&link.to, &link.from) } else { (&link.from, &link.to) };
    if this.slice == SliceId::NONE && this.track == TrackId::NONE {
        return ArrowEnd {
            time: place(trace, index, other, !incoming).time,
            ..place(trace, index, this, incoming)
        };
    }
    place(trace, index, this, incoming)
}

/// Place of one end by itself.
fn place(trace: &Trace, index: &TraceIndex, end: &LinkEnd, incoming: bool) -> ArrowEnd {
    let bare = ArrowEnd { track: end.track, row: 0, time: end.time, slice: SliceId::NONE };
    if end.slice.index() >= trace.slices.len() {
        return bare;
    }
    let row = trace.row_index_of(end.slice);
    let Some(track) = trace.rows.get(row).map(|row| row.track).filter(|t| t.index() < trace.tracks.len())
    else {
        return bare;
    };
    let time = if incoming { trace.slices.start[end.slice.index()] } else { index.end_of(trace, end.slice) };
    let row = (row as u32).saturating_sub(trace.tracks[track.index()].rows.start);
    ArrowEnd { track, row, time, slice: end.slice }
}
