//! Where the lanes of engines and queues stand, for several profiles on one
//! scale, and what is at a point.

use super::stack::Scale;
use crate::lowering::neuron::{LanePart, LanePiece, NeuronPart};

/// CSS pixels.
pub const LANE: f64 = 17.0;
const PITCH: f64 = 20.0;
const TOP: f64 = 6.0;
const GAP: f64 = 15.0;
/// The axis at the foot.
pub const AXIS: f64 = 20.0;

/// Tops of the lanes of one path.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LanePlaces {
    pub tops: Vec<f64>,
    /// Below all of it.
    pub end: f64,
}

/// Places of all paths, and the height of the whole. A path without lanes takes
/// one, so that this can be said there.
pub fn lane_places<'a>(all: impl IntoIterator<Item = &'a NeuronPart>) -> (Vec<LanePlaces>, f64) {
    let mut y = TOP;
    let places = all
        .into_iter()
        .map(|part| {
            let tops: Vec<f64> = (0..part.lanes.len().max(1)).map(|lane| y + lane as f64 * PITCH).collect();
            y += tops.len() as f64 * PITCH;
            let end = y;
            y += GAP;
            LanePlaces { tops, end }
        })
        .collect();
    (places, y - GAP + 6.0 + AXIS)
}

/// The lane and the piece at a point; narrow pieces have a little room around.
pub fn piece_at<'a>(
    part: &'a NeuronPart,
    places: &LanePlaces,
    scale: Scale,
    x: f64,
    y: f64,
) -> Option<(&'a LanePart, &'a LanePiece)> {
    let row = places.tops.iter().position(|top| (*top..top + LANE).contains(&y))?;
    let lane = part.lanes.get(row)?;
    let piece = lane.pieces.iter().rev().find(|piece| {
        let left = scale.x_from_time(piece.start_ns as f64);
        let right = scale.x_from_time((piece.start_ns + piece.dur_ns) as f64).max(left + 3.0);
        (left - 1.0..right + 1.0).contains(&x)
    })?;
    Some((lane, piece))
}

#[cfg(test)]
mod tests {
    use super::super::neuron_sample::comparison;
    use super::super::zoom::Zoom;
    use super::*;

    #[test]
    fn a_point_leads_to_its_piece() {
        let comparison = comparison();
        let parts: Vec<&NeuronPart> =
            comparison.paths.iter().filter_map(|path| path.neuron.as_deref()).collect();
        let (places, height) = lane_places(parts.iter().copied());
        assert!(places[0].end < places[1].tops[0] && places[1].end < height);
        let scale = Scale { zoom: Zoom::ALL, length_ns: 600.0, width: 1000.0 };
        let tensor = parts[0].lanes.iter().position(|lane| lane.name == "TensorMatrix").unwrap();
        let y = places[0].tops[tensor] + 3.0;
        let (lane, piece) = piece_at(parts[0], &places[0], scale, scale.x_from_time(510.0), y).unwrap();
        assert_eq!((lane.name.as_str(), piece.start_ns, piece.dur_ns), ("TensorMatrix", 500, 100));
        assert!(piece_at(parts[0], &places[0], scale, scale.x_from_time(300.0), y).is_none());
        assert!(piece_at(parts[0], &places[0], scale, 0.0, -9.0).is_none());
    }
}
