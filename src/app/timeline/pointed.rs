//! The thing under the pointer, in words that outlive the frame it was in.

use super::held::Held;
use super::paint::counter::value_at;
use crate::engine::protocol::{Item, Located, TraceInfo};
use crate::text::format;
use crate::timeline::frame::{Band, BandKey, MarkBox};
use crate::timeline::target::{Target, target_at};
use crate::timeline::view::View;
use crate::trace::{Interval, ProcessId, TrackId};

/// What is pointed at.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointed {
    pub what: What,
    pub track: TrackId,
    pub row: u32,
    pub span: Interval,
    pub name: String,
    /// Slices or instants that are merged here; 1 for a single one.
    pub count: u32,
    /// [`crate::timeline::frame::box_flag`]
    pub flags: u8,
}

#[derive(Debug, Clone, PartialEq)]
pub enum What {
    Slice(Item),
    Instant(Item),
    /// A counter with its series at a time.
    Counter {
        item: Item,
        values: Vec<(String, String)>,
    },
    Process(ProcessId),
    Deeper,
    /// A track, where nothing is.
    Track,
}

impl Pointed {
    /// What lies at a point of the canvas.
    pub fn at(held: &Held, view: &View, info: &TraceInfo, x: f64, y: f64) -> Option<Pointed> {
        let target = target_at(&held.frame, &held.request.bands, view, x, y)?;
        Self::of(target, held, view, info, x)
    }

    /// A thing that was found in a frame, at a pixel.
    pub fn of(target: Target, held: &Held, view: &View, info: &TraceInfo, x: f64) -> Option<Pointed> {
        let time = view.viewport.time_from_x(x);
        let plain = |what, track, name: &str| Pointed {
            what,
            track,
            row: 0,
            span: Interval::new(time, time),
            name: name.to_owned(),
            count: 1,
            flags: 0,
        };
        let track_name = |track: TrackId| info.tracks.get(track.index()).map_or("", |t| t.name.as_str());
        Some(match target {
            Target::Box { band, index } => {
                let (BandKey::Rows { track, .. }, Band::Rows(boxes)) =
                    (&held.request.bands[band], held.frame.bands.get(band)?)
                else {
                    return None;
                };
                Pointed {
                    what: What::Slice(Item::Slice(boxes.slice[index])),
                    track: *track,
                    row: boxes.row[index],
                    span: Interval::new(boxes.start[index], boxes.end[index]),
                    name: held.name(boxes.name[index]).map(|name| name.to_string()).unwrap_or_default(),
                    count: boxes.count[index],
                    flags: boxes.flags[index],
                }
            }
            Target::Mark { band, index } => match held.frame.bands.get(band)? {
                Band::Rows(boxes) => instant(boxes.marks.get(index)?),
                _ => return None,
            },
            Target::Global { index } => instant(held.frame.globals.get(index)?),
            Target::Counter { band, track, time } => {
                let Band::Counter(counter) = held.frame.bands.get(band)? else { return None };
                let unit = info.tracks.get(track.index()).map_or("", |t| t.unit.as_str());
                let values = counter.series.iter().map(|series| {
                    let value =
                        value_at(series, time).map_or("–".to_owned(), |v| format::quantity(v, unit));
                    (series.name.clone(), value)
                });
                let item = Item::Counter { track, time };
                plain(What::Counter { item, values: values.collect() }, track, track_name(track))
            }
            Target::Process(process) => {
                let name = info.processes.get(process.index()).map_or("", |p| p.name.as_str());
                plain(What::Process(process), TrackId::NONE, name)
            }
            Target::Deeper(track) => plain(What::Deeper, track, track_name(track)),
            Target::Track(track) => plain(What::Track, track, track_name(track)),
        })
    }

    /// What a click selects.
    pub fn item(&self) -> Option<Item> {
        match &self.what {
            What::Slice(item) | What::Instant(item) | What::Counter { item, .. } => Some(*item),
            What::Process(_) | What::Deeper | What::Track => None,
        }
    }

    /// Without extent of its own: nothing to outline.
    pub fn is_point(&self) -> bool {
        !matches!(self.what, What::Slice(_))
    }

    /// Worth a card.
    pub fn has_card(&self) -> bool {
        self.item().is_some()
    }

    /// The place of the thing; `None` when it stands for several or has none:
    /// the engine knows better then.
    pub fn located(&self) -> Option<Located> {
        let item = self.item().filter(|_| self.count == 1)?;
        Some(Located {
            item,
            name: self.name.clone(),
            track: self.track,
            row: self.row,
            start: self.span.start,
            dur: self.span.len(),
        })
    }
}

fn instant(mark: &MarkBox) -> Pointed {
    Pointed {
        what: What::Instant(Item::Instant(mark.instant)),
        track: mark.track,
        row: 0,
        span: Interval::new(mark.time, mark.time),
        name: mark.name.clone(),
        count: mark.count,
        flags: 0,
    }
}
