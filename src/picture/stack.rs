//! One instance of each path, stacked on one time scale: host rows above the
//! device work that they started.

use super::letters::Letters;
use super::subject::Subject;
use super::svg::{Svg, TextStyle};
use super::{Look, look_of_hue};
use crate::lowering::profile::InstanceRows;
use crate::text::comparison::time;
use crate::timeline::frame::colour;
use crate::timeline::paths::axis::ticks;
use crate::timeline::paths::counterpart::ops_of;
use crate::timeline::paths::flow::op_of_node;
use crate::timeline::paths::lanes::{Lanes, Piece};
use crate::timeline::paths::stack::{AXIS, LANE, Places, Scale, places};
use crate::timeline::paths::zoom::Zoom;
use std::sync::Arc;

/// Boxes of a lane at most.
const MOST: usize = 4000;

/// What is drawn of a path.
struct One {
    rows: Arc<InstanceRows>,
    lanes: Lanes,
    op_of_node: Vec<Option<u32>>,
    ops_of_item: Vec<Vec<u32>>,
}

/// Lanes of all paths, on their places.
pub struct Stack {
    all: Vec<One>,
    places: Vec<Places>,
    pub height: f64,
    longest_ns: i64,
}

impl Stack {
    pub fn new(subject: &Subject<'_>) -> Self {
        let one = |path: usize| {
            let view = &subject.all.paths[path];
            let median = Arc::new(InstanceRows { nodes: view.nodes.clone(), items: view.items.clone() });
            let rows = subject.rows.get(path).cloned().flatten().unwrap_or_else(|| median.clone());
            let (op_of_node, ops_of_item) =
                ops_of(&rows, &median, op_of_node(subject.all, path), &subject.flows[path].ops_of);
            One { lanes: Lanes::new(&rows.nodes, &rows.items), rows, op_of_node, ops_of_item }
        };
        let all: Vec<One> = (0..subject.all.paths.len()).map(one).collect();
        let (places, height) = places(all.iter().map(|one| &one.lanes));
        let longest_ns = all.iter().map(|one| one.lanes.length_ns()).max().unwrap_or(1);
        Self { all, places, height, longest_ns }
    }

    /// Draws from `top` on: names in the gutter, lanes right of it.
    pub fn draw(&self, svg: &mut Svg, subject: &Subject<'_>, top: f64, gutter: f64) {
        self.names(svg, subject, top, gutter);
        let width = svg.width() - gutter;
        svg.within(gutter, top, width, self.height, |svg| {
            self.lanes(svg, subject, width);
        });
    }

    /// The lanes alone, from the left top.
    fn lanes(&self, svg: &mut Svg, subject: &Subject<'_>, width: f64) {
        let scale = Scale { zoom: Zoom::ALL, length_ns: self.longest_ns as f64, width };
        let foot = self.height - AXIS;
        svg.timeline(width, scale.time_from_x(width), |svg| {
            svg.group("axis", |svg| axis(svg, subject, scale, foot));
            svg.group("fixed", |svg| {
                svg.rect(0.0, foot, width, 1.0, &subject.hex("line-2"));
                for places in self.places.iter().rev().skip(1) {
                    svg.rect(0.0, places.end.round(), width, 1.0, &subject.hex("line"));
                }
            });
            svg.group("lanes", |svg| {
                for (one, places) in self.all.iter().zip(&self.places) {
                    lanes(svg, subject, one, places, scale);
                }
            });
        });
    }

    pub fn names(&self, svg: &mut Svg, subject: &Subject<'_>, top: f64, gutter: f64) {
        let (fg, weak) = (subject.hex("fg"), subject.hex("fg-3"));
        for (path, places) in self.places.iter().enumerate() {
            let rows =
                [(places.host.first(), "paths-stack-host"), (places.device.first(), "paths-stack-device")];
            for (at, (y, id)) in rows.into_iter().enumerate() {
                let Some(y) = y else { continue };
                if at == 0 {
                    svg.text(14.0, top + y + 13.0, TextStyle::new(12.0, &fg).bold(), subject.letter(path));
                    let name = &subject.all.paths[path].name;
                    svg.text_in(30.0, top + y + 13.0, gutter - 76.0, TextStyle::new(12.0, &fg), name);
                }
                let word = subject.t(id);
                let x = gutter - 8.0 - Letters.width_of(&word, 11.0);
                svg.text(x, top + y + 13.0, TextStyle::new(11.0, &weak), &word);
            }
        }
    }
}

/// Lines and labels of round times.
pub(super) fn axis(svg: &mut Svg, subject: &Subject<'_>, scale: Scale, foot: f64) {
    let weak = subject.hex("fg-3");
    let width = scale.width;
    for tick in ticks(scale.time_from_x(0.0), scale.time_from_x(width), most_ticks(width)) {
        let x = scale.x_from_time(tick.at_ns);
        svg.rect(x, 0.0, 1.0, foot, &subject.hex("grid"));
        svg.rect(x, foot, 1.0, 5.0, &subject.hex("edge"));
        if x + 6.0 + Letters.width_of(&tick.label, 11.0) < width {
            svg.text(x + 4.0, foot + AXIS / 2.0 + 5.0, TextStyle::new(11.0, &weak), &tick.label);
        }
    }
}

fn most_ticks(width: f64) -> usize {
    (width / 110.0).clamp(2.0, 24.0) as usize
}

fn lanes(svg: &mut Svg, subject: &Subject<'_>, one: &One, places: &Places, scale: Scale) {
    let x = |ns: i64| scale.x_from_time(ns as f64);
    let behind = |svg: &mut Svg, ns: i64, top: f64, token: &str| {
        let ink = subject.hex(token);
        svg.text(x(ns) + 7.0, top + 13.0, TextStyle::new(11.0, &ink), &time(ns as f64));
    };
    if let (Some(top), Some(bottom)) = (places.host.first(), places.host.last()) {
        let (left, right) = (x(0), x(one.lanes.host_ns));
        svg.rect(left, *top, right - left, bottom + LANE - top, &subject.hex("sunken"));
        behind(svg, one.lanes.host_ns, *top, "fg-2");
    }
    for (pieces, top) in one.lanes.host.iter().zip(&places.host) {
        for piece in pieces.iter().take(MOST) {
            let Some(node) = one.rows.nodes.get(piece.of as usize) else { continue };
            let op = one.op_of_node.get(piece.of as usize).copied().flatten();
            let frame = if node.depth <= 1 { colour::FRAME_1 } else { colour::FRAME_2 };
            let look = op.map_or(usize::from(frame), |op| look_of_hue(subject.hue(op)));
            piece_box(svg, scale, piece, *top, subject.looks.of(look), &node.name);
        }
    }
    let Some(top) = places.device.first() else { return };
    for (from, to) in &one.lanes.idle {
        svg.hatch([x(*from), *top, x(*to) - x(*from), LANE], &subject.hex("wait"));
    }
    if one.lanes.device.is_empty() {
        let weak = subject.hex("fg-3");
        svg.text(6.0, top + 13.0, TextStyle::new(11.0, &weak), &subject.t("paths-stack-no-device"));
    } else {
        behind(svg, one.lanes.device_ns, *top, "fg");
    }
    for (pieces, top) in one.lanes.device.iter().zip(&places.device) {
        for piece in pieces.iter().take(MOST) {
            let Some(item) = one.rows.items.get(piece.of as usize) else { continue };
            let ops = one.ops_of_item.get(piece.of as usize).map_or(&[][..], Vec::as_slice);
            let look = match ops {
                [op] => look_of_hue(subject.hue(*op)),
                _ => usize::from(colour::FRAME_2),
            };
            piece_box(svg, scale, piece, *top, subject.looks.of(look), &item.name);
            if ops.len() > 1 {
                stripes(svg, subject, scale, piece, *top, ops);
            }
        }
    }
}

fn extent(scale: Scale, piece: &Piece) -> (f64, f64) {
    let left = scale.x_from_time(piece.start_ns as f64);
    let right = scale.x_from_time(piece.start_ns.saturating_add(piece.dur_ns) as f64);
    (left, (right - left).max(1.0))
}

fn piece_box(svg: &mut Svg, scale: Scale, piece: &Piece, top: f64, look: &Look, name: &str) {
    let (left, width) = extent(scale, piece);
    svg.named_box([left, top, width, LANE], look, name, &time(piece.dur_ns as f64));
}

/// Stripes name the ops of a fused item; their widths say nothing.
fn stripes(svg: &mut Svg, subject: &Subject<'_>, scale: Scale, piece: &Piece, top: f64, ops: &[u32]) {
    let (left, width) = extent(scale, piece);
    let wide = width / ops.len() as f64;
    for (at, op) in ops.iter().enumerate() {
        svg.rect(left + at as f64 * wide, top, wide, LANE, &subject.look(*op).fill);
    }
    svg.outline([left, top, width, LANE], &subject.hex("fg"), 1.5, false);
}
