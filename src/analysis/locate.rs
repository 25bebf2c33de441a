//! Where things stand: enough to scroll and zoom to them.

use crate::engine::protocol::{Item, Located};
use crate::trace::{InstantId, SliceId, Trace, TrackKind};

/// Place of an item; `None` when the trace has no such thing.
pub fn locate(trace: &Trace, item: Item) -> Option<Located> {
    match item {
        Item::Slice(slice) => (slice.index() < trace.slices.len()).then(|| locate_slice(trace, slice)),
        Item::Instant(instant) => {
            (instant.index() < trace.instants.len()).then(|| locate_instant(trace, instant))
        }
        Item::Counter { track, time } => {
            let found = trace.tracks.get(track.index())?;
            matches!(found.kind, TrackKind::Counter(_)).then(|| Located {
                item,
                name: trace.track_label(track).to_owned(),
                track,
                row: 0,
                start: time,
                dur: 0,
            })
        }
    }
}

/// Place of a slice that exists.
pub fn locate_slice(trace: &Trace, slice: SliceId) -> Located {
    let row = trace.row_index_of(slice);
    let track = trace.rows[row].track;
    Located {
        item: Item::Slice(slice),
        name: trace.slice_name(slice).to_owned(),
        track,
        row: row as u32 - trace.tracks[track.index()].rows.start,
        start: trace.slices.start[slice.index()],
        dur: trace.slices.dur[slice.index()],
    }
}

/// Place of an instant that exists.
pub fn locate_instant(trace: &Trace, instant: InstantId) -> Located {
    let i = instant.index();
    Located {
        item: Item::Instant(instant),
        name: trace.name(trace.instants.name[i]).to_owned(),
        track: trace.instants.track[i],
        row: 0,
        start: trace.instants.time[i],
        dur: 0,
    }
}
