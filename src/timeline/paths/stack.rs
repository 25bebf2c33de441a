//! Where the lanes of the stacked timelines stand, and what is at a point.

use super::lanes::{Lanes, Piece};
use super::zoom::Zoom;

/// CSS pixels.
pub const LANE: f64 = 18.0;
const PITCH: f64 = 19.0;
const TOP: f64 = 6.0;
/// Between host and device, and between two paths.
const HALF: f64 = 4.0;
const GAP: f64 = 14.0;
/// The axis at the foot.
pub const AXIS: f64 = 20.0;
/// Room on the right for what stands behind the end.
pub const MARGIN: f64 = 76.0;

/// Tops of the lanes of one path.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Places {
    pub host: Vec<f64>,
    pub device: Vec<f64>,
    /// Below all of it.
    pub end: f64,
}

/// Places of all paths, and the height of the whole. A path has at least one
/// lane of each kind, so that what is missing can be said there.
pub fn places<'a>(all: impl IntoIterator<Item = &'a Lanes>) -> (Vec<Places>, f64) {
    let mut y = TOP;
    let places = all
        .into_iter()
        .map(|lanes| {
            let rows = |count: usize, y: &mut f64| -> Vec<f64> {
                (0..count.max(1))
                    .map(|_| {
                        *y += PITCH;
                        *y - PITCH
                    })
                    .collect()
            };
            let host = rows(lanes.host.len(), &mut y);
            y += HALF;
            let device = rows(lanes.device.len(), &mut y);
            let end = y + GAP / 2.0;
            y += GAP;
            Places { host, device, end }
        })
        .collect();
    (places, y + AXIS)
}

/// Time to pixels of one path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    pub zoom: Zoom,
    /// What the whole width stands for when nothing is zoomed.
    pub length_ns: f64,
    pub width: f64,
}

impl Scale {
    pub fn x_from_time(self, ns: f64) -> f64 {
        self.zoom.place(ns / self.length_ns) * (self.width - MARGIN).max(1.0)
    }

    pub fn time_from_x(self, x: f64) -> f64 {
        (self.zoom.from + x / (self.width - MARGIN).max(1.0) * self.zoom.span()) * self.length_ns
    }
}

/// Node or item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    Node(u32),
    Item(u32),
}

/// What is at a point of one path; narrow pieces have a little room around.
pub fn at(lanes: &Lanes, places: &Places, scale: Scale, x: f64, y: f64) -> Option<Found> {
    let row = |tops: &[f64]| tops.iter().position(|top| (*top..top + LANE).contains(&y));
    let hit = |pieces: &[Piece]| {
        pieces.iter().rev().find_map(|piece| {
            let left = scale.x_from_time(piece.start_ns as f64);
            let right = scale.x_from_time((piece.start_ns + piece.dur_ns) as f64).max(left + 3.0);
            (left - 1.0..right + 1.0).contains(&x).then_some(piece.of)
        })
    };
    if let Some(row) = row(&places.host) {
        return hit(lanes.host.get(row)?).map(Found::Node);
    }
    hit(lanes.device.get(row(&places.device)?)?).map(Found::Item)
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;

    #[test]
    fn pixels_lead_back_to_what_is_drawn_there() {
        let paths = comparison().paths;
        let lanes = [0, 1].map(|at: usize| Lanes::new(&paths[at].nodes, &paths[at].items));
        let (places, height) = places(&lanes);
        assert!(places[0].end < places[1].host[0] && places[1].end < height);
        let scale = Scale { zoom: Zoom::ALL, length_ns: 160_500.0, width: 1000.0 };
        let y = places[0].device[0] + 5.0;
        assert_eq!(at(&lanes[0], &places[0], scale, 2.0, y), Some(Found::Item(0)));
        assert_eq!(at(&lanes[0], &places[0], scale, scale.x_from_time(159_000.0), y), Some(Found::Item(7)));
        assert_eq!(at(&lanes[0], &places[0], scale, 2.0, -5.0), None);
        assert!((scale.time_from_x(scale.x_from_time(1234.0)) - 1234.0).abs() < 1e-6);
    }
}
