//! The lowering of each Neuron profile in a column: from opcodes to the time
//! of engines and queues.

use super::letters::Letters;
use super::levels::{GUTTER, PAD, column_at};
use super::subject::Subject;
use super::svg::{Anchor, BOLD, Svg, TextStyle};
use crate::lowering::neuron::NeuronPart;
use crate::text::comparison::time;
use crate::text::format;
use crate::timeline::label::without_namespace;
use crate::timeline::paths::WIDE;
use crate::timeline::paths::axis::ticks;
use crate::timeline::paths::engines::{EngineColumn, engine_column, length_ns};

/// Height of the picture.
pub const HEIGHT: f64 = 330.0;
/// Top of the list of times, its size, the height of its lines and the gap
/// within them.
const TIMES: f64 = 290.0;
const TIMES_SIZE: f64 = 10.5;
const TIMES_LINE: f64 = 14.0;
const TIMES_GAP: f64 = 14.0;
const OPCODES: (f64, f64) = (85.0, 127.0);
const ENGINES: (f64, f64) = (212.0, 248.0);

/// Draws from `top` on.
pub fn draw(svg: &mut Svg, subject: &Subject<'_>, top: f64) {
    let Some(base) = subject.base_path() else { return };
    gutter(svg, subject, top);
    let parts = subject.all.paths.iter().filter_map(|path| path.neuron.as_deref());
    let longest = parts.map(length_ns).max().unwrap_or(1).max(1);
    let count = subject.all.paths.len();
    for (path, (view, flow)) in subject.all.paths.iter().zip(&subject.flows).enumerate() {
        let Some(part) = view.neuron.as_deref() else { continue };
        let laid = engine_column(base, view, &flow.into, longest);
        let (left, width) = column_at(path, count, svg.width());
        svg.line((left - PAD, top), (left - PAD, top + HEIGHT), &subject.hex("line"), false);
        svg.stretched(left, top, width / WIDE, |svg| {
            for ribbon in &laid.ribbons {
                let hue = subject.hue(ribbon.op);
                let token = if hue == 0 { "frame-1".to_owned() } else { format!("c{hue}") };
                svg.path(&ribbon.d, &subject.palette.faint(&token, 0.58));
            }
        });
        let y = top + 15.0;
        svg.rect(left, y, width, 26.0, &subject.hex("frame-3"));
        svg.rect(left, y, 2.0, 26.0, &subject.hex("frame-k"));
        let (fg, weak) = (subject.hex("fg"), subject.hex("fg-2"));
        let style = TextStyle::new(11.0, &weak).anchored(Anchor::Right);
        let used = svg.text(left + width - 8.0, y + 17.0, style, &time(view.span.median));
        let name = view.nodes.first().map_or("", |node| &*node.name);
        svg.text_in(left + 9.0, y + 17.0, width - used - 28.0, TextStyle::new(12.0, &fg), name);
        let names = if part.has_names { "neuron-paths-names-here" } else { "neuron-paths-not-here" };
        svg.text_in(left + 9.0, top + 69.0, width - 18.0, TextStyle::new(12.0, &weak), &subject.t(names));
        opcodes(svg, subject, path, &laid, (left, width, top));
        engines(svg, subject, part, &laid, (left, width, top));
        axis(svg, subject, longest, (left, width, top));
        times(svg, subject, part, (left, width, top));
    }
}

fn gutter(svg: &mut Svg, subject: &Subject<'_>, top: f64) {
    let (fg, weak) = (subject.hex("fg"), subject.hex("fg-3"));
    let rows = [
        (28.0, "paths-level-neff", ""),
        (65.0, "neuron-paths-level-names", ""),
        (106.0, "neuron-paths-level-opcodes", "neuron-paths-level-opcodes-text"),
        (230.0, "neuron-paths-level-engines", "neuron-paths-level-engines-text"),
    ];
    for (middle, name, note) in rows {
        let y = top + middle + if note.is_empty() { 4.0 } else { -2.0 };
        svg.text_in(14.0, y, GUTTER - 20.0, TextStyle::new(12.0, &fg), &subject.t(name));
        if !note.is_empty() {
            svg.text_in(14.0, y + 14.0, GUTTER - 20.0, TextStyle::new(10.5, &weak), &subject.t(note));
        }
    }
}

fn opcodes(
    svg: &mut Svg,
    subject: &Subject<'_>,
    path: usize,
    laid: &EngineColumn,
    (left, width, top): (f64, f64, f64),
) {
    if laid.opcodes.is_empty() {
        let weak = subject.hex("fg-3");
        svg.text(left + 9.0, top + 110.0, TextStyle::new(12.0, &weak), &subject.t("levels-no-ops"));
    }
    let (y, height) = (top + OPCODES.0, OPCODES.1 - OPCODES.0);
    for opcode in &laid.opcodes {
        let (x, wide) = (left + opcode.left * width / WIDE, (opcode.width * width / WIDE).max(1.0));
        let look = subject.look(opcode.op);
        let name = subject.op_name(opcode.op);
        let gone = opcode.base.saturating_sub(opcode.count);
        let number = format::count(opcode.count);
        let values = [
            ("name", name.into()),
            ("count", (&number).into()),
            ("base", format::count(opcode.base).into()),
            ("time", time(opcode.time_ns as f64).into()),
        ];
        let id = if gone == 0 && opcode.count == opcode.base {
            "neuron-paths-op"
        } else {
            "neuron-paths-op-beside"
        };
        let title = subject.texts.with(id, &values);
        let ink = if gone == 0 {
            svg.titled_rect([x, y, wide, height], &look.fill, &title);
            look.ink.clone()
        } else {
            svg.titled_rect([x, y, wide, height], &subject.hex("surface"), &title);
            let hue = subject.hue(opcode.op);
            let token = if hue == 0 { "frame-1".to_owned() } else { format!("c{hue}") };
            svg.rect(x, y, wide * opcode.share(), height, &subject.palette.faint(&token, 0.55));
            svg.outline([x + 0.5, y + 0.5, wide - 1.0, height - 1.0], &look.edge, 1.0, true);
            subject.hex("fg")
        };
        let middle = x + wide / 2.0;
        let size = if wide < 60.0 { 9.0 } else { 10.5 };
        let style = TextStyle::new(size, &ink).anchored(Anchor::Middle);
        svg.text_in(middle, y + 19.0, wide - 2.0, style, without_namespace(name));
        let small = match (opcode.count, gone) {
            _ if path == subject.base() => number,
            (count, 0) if count > opcode.base => {
                let more = format::count(count - opcode.base);
                subject.texts.with("neuron-paths-op-more", &[("count", number.into()), ("more", more.into())])
            }
            (0, gone) => {
                subject.texts.with("neuron-paths-op-all-gone", &[("gone", format::count(gone).into())])
            }
            (_, 0) => number,
            (_, gone) => {
                let gone = format::count(gone);
                subject.texts.with("neuron-paths-op-gone", &[("count", number.into()), ("gone", gone.into())])
            }
        };
        if Letters.width_of(&small, 9.5) < wide {
            svg.text(middle, y + 33.0, TextStyle::new(9.5, &ink).anchored(Anchor::Middle), &small);
        }
    }
}

fn engines(
    svg: &mut Svg,
    subject: &Subject<'_>,
    part: &NeuronPart,
    laid: &EngineColumn,
    (left, width, top): (f64, f64, f64),
) {
    let (y, height) = (top + ENGINES.0, ENGINES.1 - ENGINES.0);
    for engine in &laid.engines {
        let Some(worker) = part.workers.get(engine.worker) else { continue };
        let (x, wide) = (left + engine.left * width / WIDE, (engine.width * width / WIDE).max(1.0));
        let took = time(worker.active_ns as f64);
        let name = worker.worker.name();
        svg.titled_rect([x, y, wide, height], &subject.hex("frame-2"), &format!("{name}, {took}"));
        svg.rect(x, y, 1.0, height, &subject.hex("frame-k"));
        let (fg, weak) = (subject.hex("fg"), subject.hex("fg-2"));
        let middle = x + wide / 2.0;
        let style = TextStyle::new(11.0, &fg).bold().anchored(Anchor::Middle);
        // Whole or not at all: the list below has all of them.
        if Letters.width_of(name, 11.0) * BOLD < wide - 2.0 {
            svg.text(middle, y + 15.0, style, name);
        }
        if Letters.width_of(&took, 10.5) < wide - 2.0 {
            svg.text(middle, y + 29.0, TextStyle::new(10.5, &weak).anchored(Anchor::Middle), &took);
        }
    }
}

/// The times of all engines: boxes may be too narrow for theirs.
fn times(svg: &mut Svg, subject: &Subject<'_>, part: &NeuronPart, (left, width, top): (f64, f64, f64)) {
    let weak = subject.hex("fg-2");
    let (mut x, mut y) = (0.0, TIMES);
    for worker in &part.workers {
        let text = format!("{} {}", worker.worker.name(), time(worker.active_ns as f64));
        let wide = Letters.width_of(&text, TIMES_SIZE);
        if x > 0.0 && x + wide > width {
            (x, y) = (0.0, y + TIMES_LINE);
        }
        svg.text(left + x, top + y, TextStyle::new(TIMES_SIZE, &weak), &text);
        x += wide + TIMES_GAP;
    }
}

fn axis(svg: &mut Svg, subject: &Subject<'_>, longest: i64, (left, width, top): (f64, f64, f64)) {
    let y = top + ENGINES.1 + 5.0;
    let weak = subject.hex("fg-3");
    svg.line((left, y), (left + width, y), &subject.hex("line-2"), false);
    let span = longest.max(1) as f64;
    for tick in ticks(0.0, span, 4).iter().filter(|tick| tick.at_ns <= span * 0.97) {
        let x = left + tick.at_ns / span * width;
        svg.rect(x, y, 1.0, 4.0, &subject.hex("edge"));
        let anchor = if tick.at_ns == 0.0 { Anchor::Left } else { Anchor::Middle };
        svg.text(x, y + 16.0, TextStyle::new(10.5, &weak).anchored(anchor), &tick.label);
    }
}
