//! Engines and queues of Neuron profiles on one time scale, waits hatched.

use super::stack::axis;
use super::subject::Subject;
use super::svg::{Svg, TextStyle};
use crate::lowering::comparison::PathView;
use crate::lowering::neuron::{LanePiece, NeuronPart};
use crate::text::comparison::time;
use crate::text::format;
use crate::timeline::paths::engine_lanes::{AXIS, LANE, LanePlaces, lane_places};
use crate::timeline::paths::hues::hue_of_piece;
use crate::timeline::paths::stack::Scale;
use crate::timeline::paths::zoom::Zoom;

/// A wait is lower than work by this at both sides.
const WAIT_INSET: f64 = 4.0;

/// Lanes of all profiles, on their places.
pub struct EngineLanes {
    places: Vec<LanePlaces>,
    pub height: f64,
    longest_ns: i64,
}

impl EngineLanes {
    pub fn new(subject: &Subject<'_>) -> Self {
        let parts = || subject.all.paths.iter().filter_map(|path| path.neuron.as_deref());
        let (places, height) = lane_places(parts());
        Self { places, height, longest_ns: parts().map(|part| part.total_ns).max().unwrap_or(1).max(1) }
    }

    /// Draws from `top` on: names in the gutter, lanes right of it.
    pub fn draw(&self, svg: &mut Svg, subject: &Subject<'_>, top: f64, gutter: f64) {
        self.names(svg, subject, top, gutter);
        let width = svg.width() - gutter;
        svg.within(gutter, top, width, self.height, |svg| {
            self.lanes(svg, subject, width);
        });
    }

    pub fn names(&self, svg: &mut Svg, subject: &Subject<'_>, top: f64, gutter: f64) {
        let (fg, weak) = (subject.hex("fg"), subject.hex("fg-2"));
        for (path, places) in self.places.iter().enumerate() {
            let Some(part) = subject.part(path) else { continue };
            let first = places.tops.first().copied().unwrap_or(0.0);
            svg.text(14.0, top + first + 13.0, TextStyle::new(12.0, &fg).bold(), subject.letter(path));
            for (lane, y) in part.lanes.iter().zip(&places.tops) {
                svg.text_in(38.0, top + y + 13.0, gutter - 44.0, TextStyle::new(11.0, &weak), &lane.name);
            }
        }
    }

    /// The lanes alone, from the left top.
    fn lanes(&self, svg: &mut Svg, subject: &Subject<'_>, width: f64) {
        let scale = Scale { zoom: Zoom::ALL, length_ns: self.longest_ns as f64, width };
        let foot = self.height - AXIS;
        svg.timeline(width, scale.time_from_x(width), |svg| {
            svg.group("axis", |svg| axis(svg, subject, scale, foot));
            svg.group("fixed", |svg| svg.rect(0.0, foot, width, 1.0, &subject.hex("line-2")));
            svg.group("lanes", |svg| self.all_lanes(svg, subject, scale));
        });
    }

    fn all_lanes(&self, svg: &mut Svg, subject: &Subject<'_>, scale: Scale) {
        for (path, (view, places)) in subject.all.paths.iter().zip(&self.places).enumerate() {
            let Some(part) = subject.part(path) else { continue };
            for (lane, top) in part.lanes.iter().zip(&places.tops) {
                for (start, dur) in &lane.waits {
                    let left = scale.x_from_time(*start as f64);
                    let right = scale.x_from_time(start.saturating_add(*dur) as f64);
                    let at = [left, top + WAIT_INSET, right - left, LANE - 2.0 * WAIT_INSET];
                    svg.hatch(at, &subject.hex("wait"));
                }
                for piece in &lane.pieces {
                    piece_box(svg, subject, (path, view, part), lane.is_queue, piece, *top, scale);
                }
            }
            self.end(svg, subject, path, part.total_ns, scale);
        }
    }

    /// The end of the run.
    fn end(&self, svg: &mut Svg, subject: &Subject<'_>, path: usize, total_ns: i64, scale: Scale) {
        let Some(places) = self.places.get(path) else { return };
        let Some(top) = places.tops.first() else { return };
        let x = scale.x_from_time(total_ns as f64);
        let fg = subject.hex("fg");
        svg.line((x, top - 3.0), (x, places.end), &fg, true);
        svg.text(x + 6.0, top + 11.0, TextStyle::new(11.0, &fg).bold(), &time(total_ns as f64));
    }
}

fn piece_box(
    svg: &mut Svg,
    subject: &Subject<'_>,
    (path, view, part): (usize, &PathView, &NeuronPart),
    is_queue: bool,
    piece: &LanePiece,
    top: f64,
    scale: Scale,
) {
    let left = scale.x_from_time(piece.start_ns as f64);
    let right = scale.x_from_time(piece.start_ns.saturating_add(piece.dur_ns) as f64);
    let width = (right - left).max(1.0);
    let ops = subject.flows.get(path).and_then(|flow| flow.ops_of.get(piece.item as usize));
    let op = ops.and_then(|ops| ops.first().copied());
    let look = subject.looks.of_hue(hue_of_piece(part, is_queue, &subject.hues, op));
    let name = view.items.get(piece.item as usize).map_or("", |item| &*item.name);
    let own = name.split_once(": ").map_or(name, |(_, own)| own);
    let label = if is_queue { format!("{own}, {}", format::bytes(piece.bytes)) } else { own.to_owned() };
    svg.named_box([left, top, width, LANE], look, &label, &time(piece.dur_ns as f64));
}
