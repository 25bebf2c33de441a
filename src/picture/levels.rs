//! The lowering of each path in a column, level by level, with ribbons from
//! the ops of the baseline to the device work that does them.

use super::subject::Subject;
use super::svg::{Anchor, Svg, TextStyle};
use crate::lowering::comparison::Fate;
use crate::lowering::profile::{Figure, Node};
use crate::text::comparison::{fate_id, level_id, time};
use crate::text::format;
use crate::timeline::label::without_namespace;
use crate::timeline::paths::WIDE;
use crate::timeline::paths::axis::ticks;
use crate::timeline::paths::column::{Block, Column, column, length};
use crate::timeline::paths::flow::{compiled_node, largest_first};
use crate::timeline::paths::rows;
use crate::timeline::paths::size::Size;

/// Ops side by side; of more the largest are shown, and the rest counted.
const MOST_OPS: usize = 16;
/// Names of rows, on the left.
pub const GUTTER: f64 = 148.0;
/// Room at both sides of a column.
pub const PAD: f64 = 14.0;
/// Height of the picture.
pub const HEIGHT: f64 = 404.0;
/// Ops over all columns from which on only their first letters have room.
const NARROW: f64 = 26.0;

/// Left and width of what is drawn of a path, within `width`.
pub fn column_at(path: usize, count: usize, width: f64) -> (f64, f64) {
    let wide = (width - GUTTER) / count.max(1) as f64;
    (GUTTER + path as f64 * wide + PAD, (wide - 2.0 * PAD).max(1.0))
}

/// Draws from `top` on.
pub fn draw(svg: &mut Svg, subject: &Subject<'_>, top: f64) {
    let count = subject.all.paths.len();
    let total = subject.base_path().map_or(0, |base| base.ops.len());
    let mut ops: Vec<u32> = (0..total as u32).collect();
    if ops.len() > MOST_OPS {
        largest_first(subject.all, &subject.flows, Size::Time, &mut ops);
        ops.truncate(MOST_OPS);
        ops.sort_unstable();
    }
    let is_all = ops.len() == total;
    let each = || subject.all.paths.iter().zip(&subject.flows);
    let longest = each().map(|(path, flow)| length(path, flow, &ops, is_all, Size::Time)).max().unwrap_or(0);
    gutter(svg, subject, top, total - ops.len());
    for (at, (path, flow)) in each().enumerate() {
        let laid = column(path, flow, &ops, is_all, Size::Time, longest);
        let (left, width) = column_at(at, count, svg.width());
        let x = left - PAD;
        svg.line((x, top), (x, top + HEIGHT), &subject.hex("line"), false);
        let drawn = Drawn { subject, path: at, left, width, top };
        drawn.ribbons(svg, &laid);
        drawn.frames(svg);
        drawn.ops(svg, &laid);
        drawn.mapping(svg);
        drawn.leaves(svg, &laid);
        drawn.launches(svg, &laid);
        drawn.items(svg, &laid, longest);
        drawn.axis(svg, longest);
    }
}

fn gutter(svg: &mut Svg, subject: &Subject<'_>, top: f64, left_out: usize) {
    let root = subject.base_path().and_then(|path| path.nodes.first());
    let root = root.map_or("paths-level-frame", |node| level_id(node.level));
    let ops = subject.texts.with("paths-level-ops-of", &[("path", subject.letter(subject.base()).into())]);
    let has_device = subject.all.paths.iter().any(|path| path.recording.has_device);
    let items = if has_device { "paths-level-kernels" } else { "paths-level-work" };
    let scale = if left_out == 0 { "paths-level-kernels-text" } else { "paths-level-window-text" };
    let rows = [
        (28.0, subject.t(root), String::new()),
        (65.0, subject.t("paths-level-compiled"), String::new()),
        (105.0, ops, subject.t("paths-level-ops-text")),
        (188.0, subject.t("paths-level-dispatched"), subject.t("paths-level-dispatched-text")),
        (249.0, subject.t("paths-level-launches"), String::new()),
        (324.0, subject.t(items), subject.t(scale)),
    ];
    let (fg, weak) = (subject.hex("fg"), subject.hex("fg-3"));
    let room = GUTTER - 20.0;
    for (middle, name, note) in rows {
        let y = top + middle + if note.is_empty() { 4.0 } else { -2.0 };
        svg.text_in(14.0, y, room, TextStyle::new(12.0, &fg), &name);
        svg.text_in(14.0, y + 14.0, room, TextStyle::new(10.5, &weak), &note);
    }
    if left_out > 0 {
        let text = subject.texts.with("picture-ops-left-out", &[("count", left_out.into())]);
        svg.lines(14.0, top + 135.0, room, 13.0, TextStyle::new(10.5, &weak), &text);
    }
}

/// A column on its place.
struct Drawn<'a> {
    subject: &'a Subject<'a>,
    path: usize,
    left: f64,
    width: f64,
    top: f64,
}

impl Drawn<'_> {
    fn extent(&self, block: &Block) -> (f64, f64) {
        let per = self.width / WIDE;
        (self.left + block.left * per, (block.width * per).max(1.0))
    }

    fn ribbons(&self, svg: &mut Svg, laid: &Column) {
        svg.stretched(self.left, self.top, self.width / WIDE, |svg| {
            for ribbon in &laid.ribbons {
                let hue = self.subject.hue(ribbon.op);
                let token = if hue == 0 { "frame-1".to_owned() } else { format!("c{hue}") };
                svg.path(&ribbon.d, &self.subject.palette.faint(&token, 0.58));
            }
        });
    }

    fn frames(&self, svg: &mut Svg) {
        let nodes = &self.subject.all.paths[self.path].nodes;
        if let Some(root) = nodes.first() {
            self.frame(svg, root, 15.0);
        }
        match compiled_node(nodes).and_then(|at| nodes.get(at)) {
            Some(node) => self.frame(svg, node, 52.0),
            None => self.absent(svg, "paths-level-not-compiled", 65.0),
        }
    }

    fn frame(&self, svg: &mut Svg, node: &Node, y: f64) {
        let subject = self.subject;
        let (x, y, width) = (self.left, self.top + y, self.width);
        let name = format!("{}: {}", subject.t(level_id(node.level)), node.name);
        svg.titled_rect([x, y, width, 26.0], &subject.hex("frame-3"), &name);
        svg.rect(x, y, 2.0, 26.0, &subject.hex("frame-k"));
        let took = time(node.median_ns as f64);
        let took = subject.texts.with("paths-level-host-time", &[("time", took.into())]);
        let (fg, weak) = (subject.hex("fg"), subject.hex("fg-2"));
        let style = TextStyle::new(11.0, &weak).anchored(Anchor::Right);
        let used = svg.text_in(x + width - 8.0, y + 17.0, width * 0.5, style, &took);
        svg.text_in(x + 9.0, y + 17.0, width - used - 28.0, TextStyle::new(12.0, &fg), &node.name);
    }

    fn absent(&self, svg: &mut Svg, id: &str, middle: f64) {
        let y = self.top + middle;
        let (line, weak, ground) =
            (self.subject.hex("line-2"), self.subject.hex("fg-3"), self.subject.hex("surface"));
        svg.line((self.left, y), (self.left + self.width, y), &line, true);
        let text = self.subject.t(id);
        let style = TextStyle::new(12.0, &weak);
        let wide = super::letters::Letters.width_of(&text, 12.0).min(self.width);
        let from = self.left + (self.width - wide) / 2.0;
        svg.rect(from - 6.0, y - 9.0, wide + 12.0, 18.0, &ground);
        svg.text_in(from, y + 4.0, self.width, style, &text);
    }

    fn ops(&self, svg: &mut Svg, laid: &Column) {
        let subject = self.subject;
        if laid.ops.is_empty() {
            return self.absent(svg, "levels-no-ops", 105.0);
        }
        let flow = &subject.flows[self.path];
        let items = &subject.all.paths[self.path].items;
        let is_base = self.path == subject.base();
        for block in &laid.ops {
            let (x, width) = self.extent(block);
            let (y, height) = (self.top + rows::OPS.0, rows::OPS.1 - rows::OPS.0);
            let fate = flow.fates.get(block.of as usize).copied().unwrap_or(Fate::Unknown);
            let own = flow.into.get(block.of as usize).map_or(&[][..], Vec::as_slice);
            let own = || own.iter().filter_map(|item| items.get(*item as usize));
            let has_work = own().next().is_some();
            let name = subject.op_name(block.of);
            let word = subject.t(fate_id(fate));
            let title = if has_work {
                let took = time(own().map(|item| item.median_ns as f64).sum());
                format!("{name}: {word}, {took}")
            } else {
                format!("{name}: {word}")
            };
            let look = subject.look(block.of);
            let ink = if fate == Fate::Kept || is_base && has_work {
                svg.titled_rect([x, y, width, height], &look.fill, &title);
                svg.rect(x, y, 1.0, height, &look.edge);
                look.ink.clone()
            } else {
                let hue = subject.hue(block.of);
                let token = if hue == 0 { "frame-1".to_owned() } else { format!("c{hue}") };
                let lost = matches!(fate, Fate::Eliminated | Fate::HostOnly);
                let fill = if lost { subject.hex("surface") } else { subject.palette.faint(&token, 0.16) };
                svg.titled_rect([x, y, width, height], &fill, &title);
                let edge = if lost { subject.hex("edge") } else { look.edge.clone() };
                svg.outline([x + 0.5, y + 0.5, width - 1.0, height - 1.0], &edge, 1.0, true);
                subject.hex("fg")
            };
            let bytes: f64 = own()
                .filter_map(|item| match item.bytes {
                    Figure::Known(bytes) => Some(bytes),
                    Figure::Unknown(_) => None,
                })
                .sum();
            let small = if is_base && bytes > 0.0 { format::bytes(bytes as u64) } else { word };
            let middle = x + width / 2.0;
            let size = if width < NARROW { 9.0 } else { 11.5 };
            let style = TextStyle::new(size, &ink).anchored(Anchor::Middle);
            svg.text_in(middle, y + 18.0, width - 4.0, style, without_namespace(name));
            let style = TextStyle::new(10.0, &ink).anchored(Anchor::Middle);
            if super::letters::Letters.width_of(&small, 10.0) <= width - 2.0 {
                svg.text(middle, y + 32.0, style, &small);
            }
        }
    }

    fn mapping(&self, svg: &mut Svg) {
        let subject = self.subject;
        let flow = &subject.flows[self.path];
        let Some((fate, _)) = flow.main_fate() else { return };
        let (ops, items) = flow.mapped();
        let lost = flow.fates.iter().filter(|fate| **fate == Fate::Eliminated).count();
        let values = [
            ("ops", ops.into()),
            ("items", items.into()),
            ("fate", subject.t(fate_id(fate)).into()),
            ("lost", lost.into()),
        ];
        let text = subject.texts.with("levels-mapping", &values);
        let (fg, ground, line) = (subject.hex("fg"), subject.hex("surface"), subject.hex("line-2"));
        let wide = (super::letters::Letters.width_of(&text, 11.0) + 18.0).min(self.width);
        let (x, y) = (self.left + (self.width - wide) / 2.0, self.top + 139.0);
        svg.rect(x, y, wide, 22.0, &ground);
        svg.outline([x + 0.5, y + 0.5, wide - 1.0, 21.0], &line, 1.0, false);
        let style = TextStyle::new(11.0, &fg).bold().anchored(Anchor::Middle);
        svg.text_in(x + wide / 2.0, y + 15.0, wide - 8.0, style, &text);
    }

    fn leaves(&self, svg: &mut Svg, laid: &Column) {
        let subject = self.subject;
        let nodes = &subject.all.paths[self.path].nodes;
        let few = laid.leaves.len() <= 3;
        for block in &laid.leaves {
            let Some(node) = nodes.get(block.of as usize) else { continue };
            let (x, width) = self.extent(block);
            let (y, height) = (self.top + rows::LEAVES.0, rows::LEAVES.1 - rows::LEAVES.0);
            let edge = match block.ops.as_slice() {
                [op] => subject.look(*op).edge.clone(),
                _ => subject.hex("frame-k"),
            };
            let took = time(node.median_ns as f64);
            svg.titled_rect(
                [x, y, width, height],
                &subject.hex("surface"),
                &format!("{}, {took}", node.name),
            );
            svg.outline([x + 0.5, y + 0.5, width - 1.0, height - 1.0], &edge, 1.0, false);
            let fg = subject.hex("fg");
            let name = if few { &*node.name } else { without_namespace(&node.name) };
            let style = TextStyle::new(10.5, &fg).anchored(Anchor::Middle);
            svg.text_in(x + width / 2.0, y + 16.0, width - 6.0, style, name);
        }
    }

    fn launches(&self, svg: &mut Svg, laid: &Column) {
        let subject = self.subject;
        let view = &subject.all.paths[self.path];
        if laid.launches.is_empty() {
            let id = if view.recording.has_device {
                "paths-level-launches-unknown"
            } else {
                "paths-level-no-launches"
            };
            return self.absent(svg, id, 249.0);
        }
        let few = laid.launches.len() <= 2;
        for block in &laid.launches {
            let Some(node) = view.nodes.get(block.of as usize) else { continue };
            let (x, width) = self.extent(block);
            let (y, height) = (self.top + rows::LAUNCHES.0, rows::LAUNCHES.1 - rows::LAUNCHES.0);
            let took = time(node.median_ns as f64);
            svg.titled_rect(
                [x, y, width, height],
                &subject.hex("surface"),
                &format!("{}, {took}", node.name),
            );
            svg.outline([x + 0.5, y + 0.5, width - 1.0, height - 1.0], &subject.hex("edge"), 1.0, false);
            let ink = subject.hex("fg-2");
            let text = if few { node.name.to_string() } else { took };
            let style = TextStyle::new(10.0, &ink).anchored(Anchor::Middle);
            svg.text_in(x + width / 2.0, y + 13.0, width - 4.0, style, &text);
        }
    }

    fn items(&self, svg: &mut Svg, laid: &Column, longest: i64) {
        let subject = self.subject;
        let view = &subject.all.paths[self.path];
        let (y, height) = (self.top + rows::ITEMS.0, rows::ITEMS.1 - rows::ITEMS.0);
        if laid.items.is_empty() {
            return self.absent(svg, "levels-no-items", 324.0);
        }
        let end = laid.items.iter().map(|block| block.left + block.width).fold(0.0, f64::max);
        let end = self.left + end * self.width / WIDE;
        let right = self.left + self.width;
        if self.path != subject.base()
            && !subject.all.is_refused()
            && longest > laid.span
            && right - end > 4.0
        {
            svg.outline(
                [end + 0.5, y + 0.5, right - end - 1.0, height - 1.0],
                &subject.hex("line-2"),
                1.0,
                true,
            );
        }
        for block in &laid.items {
            let Some(item) = view.items.get(block.of as usize) else { continue };
            let (x, width) = self.extent(block);
            let took = time(item.median_ns as f64);
            let title = format!("{}, {took}", item.name);
            match block.ops.as_slice() {
                [] => {
                    svg.titled_rect([x, y, width, height], &subject.hex("surface"), &title);
                    let edge = subject.hex("frame-k");
                    svg.outline([x + 0.5, y + 0.5, width - 1.0, height - 1.0], &edge, 1.0, true);
                }
                [op] => {
                    let look = subject.look(*op);
                    svg.titled_rect([x, y, width, height], &look.fill, &title);
                    svg.rect(x, y, 1.0, height, &look.edge);
                    let number = took.rsplit_once(' ').map_or(took.as_str(), |(number, _)| number);
                    if super::letters::Letters.width_of(number, 10.5) < width - 4.0 {
                        let style = TextStyle::new(10.5, &look.ink).anchored(Anchor::Middle);
                        svg.text(x + width / 2.0, y + 22.0, style, number);
                    }
                }
                several => {
                    let wide = width / several.len() as f64;
                    svg.titled_rect([x, y, width, height], &subject.hex("frame-1"), &title);
                    for (at, op) in several.iter().enumerate() {
                        svg.rect(x + at as f64 * wide, y, wide, height, &subject.look(*op).fill);
                    }
                    let fg = subject.hex("fg");
                    svg.outline([x - 0.5, y - 0.5, width + 1.0, height + 1.0], &fg, 1.5, false);
                }
            }
        }
        self.label(svg, laid, longest, end);
    }

    /// What it all takes, behind its end.
    fn label(&self, svg: &mut Svg, laid: &Column, longest: i64, end: f64) {
        let subject = self.subject;
        let room = self.left + self.width - end - 16.0;
        let y = self.top + rows::ITEMS.0;
        if laid.items_left_out > 0 {
            let text = subject.texts.with("levels-more-items", &[("count", laid.items_left_out.into())]);
            let weak = subject.hex("fg-2");
            let style = TextStyle::new(10.5, &weak).anchored(Anchor::Right);
            svg.text(self.left + self.width, y - 4.0, style, &text);
        }
        if self.path == subject.base() || room < 70.0 {
            return;
        }
        let (fg, weak, less) = (subject.hex("fg"), subject.hex("fg-2"), subject.hex("faster"));
        let used = svg.text_in(
            end + 10.0,
            y + 15.0,
            room,
            TextStyle::new(12.0, &fg).bold(),
            &time(laid.span as f64),
        );
        let saved = longest - laid.span;
        if saved > 0 && !subject.all.is_refused() {
            let text = subject.texts.with("levels-less", &[("time", time(saved as f64).into())]);
            let x = self.left + self.width - 8.0;
            let style = TextStyle::new(11.0, &less).bold().anchored(Anchor::Right);
            svg.text_in(x, y + 15.0, room - used - 16.0, style, &text);
        }
        let items = &subject.all.paths[self.path].items;
        let name = match laid.items.as_slice() {
            [only] => items.get(only.of as usize).map(|item| item.name.to_string()).unwrap_or_default(),
            all => {
                let count = all.len() + laid.items_left_out;
                subject.texts.with("levels-items", &[("count", count.into())])
            }
        };
        svg.text_in(end + 10.0, y + 29.0, room, TextStyle::new(10.5, &weak), &name);
    }

    fn axis(&self, svg: &mut Svg, longest: i64) {
        let subject = self.subject;
        let y = self.top + rows::ITEMS.1 + 5.0;
        let (line, weak) = (subject.hex("line-2"), subject.hex("fg-3"));
        svg.line((self.left, y), (self.left + self.width, y), &line, false);
        let span = longest.max(1) as f64;
        for tick in ticks(0.0, span, 4).iter().filter(|tick| tick.at_ns <= span * 0.97) {
            let x = self.left + tick.at_ns / span * self.width;
            svg.rect(x, y, 1.0, 4.0, &subject.hex("edge"));
            let anchor = if tick.at_ns == 0.0 { Anchor::Left } else { Anchor::Middle };
            svg.text(x, y + 16.0, TextStyle::new(10.5, &weak).anchored(anchor), &tick.label);
        }
    }
}
