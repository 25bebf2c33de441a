//! Rectangles and labels, collected and then drawn by colour: changing the
//! colour of a canvas costs far more than a rectangle.

use super::colours::{Colours, Ink};
use super::surface::Surface;
use crate::timeline::label::{CharWidths, fit};
use std::rc::Rc;

/// How much is left of what does not match the search.
const DIM: f64 = 0.3;
/// How much weaker a duration is than the name beside it.
const SECOND_TEXT: f64 = 0.72;

/// Under this width a box is filled with its edge colour.
pub const NARROW_PX: f64 = 3.0;
/// Pixels between the lines of what waits.
const WAIT_GAP: f64 = 5.0;
/// Boxes narrower than this carry no label.
const LABEL_PX: f64 = 20.0;

#[derive(Clone, Copy)]
struct Rect {
    x: f32,
    y: f32,
    width: f32,
}

#[derive(Default)]
struct Bucket {
    fills: Vec<Rect>,
    edges: Vec<Rect>,
}

struct Label {
    ink: Ink,
    dim: bool,
    second: bool,
    x: f64,
    y: f64,
    text: Rc<str>,
}

/// Boxes of one height, by colour.
#[derive(Default)]
pub struct Batch {
    /// Normal and dimmed ones.
    buckets: [Vec<Bucket>; 2],
    /// Narrow boxes that match the search.
    hits: Vec<Rect>,
    hit_outlines: Vec<Rect>,
    /// Waits, normal and dimmed.
    waits: [Vec<Rect>; 2],
    labels: Vec<Label>,
    /// A run of narrow boxes that touch: look, dim, left, right, top.
    run: Option<(usize, bool, f64, f64, f64)>,
}

/// A box to draw.
#[derive(Clone, Copy)]
pub struct BoxAt {
    pub look: usize,
    pub hit: bool,
    pub dim: bool,
    /// CSS pixels, on edges of device pixels.
    pub left: f64,
    pub right: f64,
    pub top: f64,
}

impl Batch {
    pub fn clear(&mut self, looks: usize) {
        for side in &mut self.buckets {
            side.resize_with(looks, Bucket::default);
            for bucket in side {
                bucket.fills.clear();
                bucket.edges.clear();
            }
        }
        self.hits.clear();
        self.hit_outlines.clear();
        self.waits.iter_mut().for_each(Vec::clear);
        self.labels.clear();
        self.run = None;
    }

    /// Takes a box; boxes of one row come from left to right.
    pub fn push(&mut self, at: BoxAt, pixel: f64) {
        let BoxAt { look, hit, dim, left, right, top } = at;
        if right - left < NARROW_PX {
            if hit {
                self.hits.push(rect(left, top, right - left));
                return;
            }
            if let Some((run_look, run_dim, _, run_right, run_top)) = &mut self.run
                && (*run_look, *run_dim, *run_top) == (look, dim, top)
                && left <= *run_right + pixel * 0.01
            {
                *run_right = run_right.max(right);
                return;
            }
            self.end_run();
            self.run = Some((look, dim, left, right, top));
            return;
        }
        self.end_run();
        let Some(bucket) = self.buckets[usize::from(dim)].get_mut(look) else { return };
        bucket.fills.push(rect(left, top, right - left - pixel));
        bucket.edges.push(rect(left, top, 1.0));
        if hit {
            self.hit_outlines.push(rect(left, top, right - left - pixel));
        }
    }

    /// Takes a wait: hatched, not filled.
    pub fn push_wait(&mut self, at: BoxAt, pixel: f64) {
        self.end_run();
        let rect = rect(at.left, at.top, at.right - at.left - pixel);
        self.waits[usize::from(at.dim)].push(rect);
        if at.hit {
            self.hit_outlines.push(rect);
        }
    }

    /// Ends a row.
    pub fn end_run(&mut self) {
        if let Some((look, dim, left, right, top)) = self.run.take()
            && let Some(bucket) = self.buckets[usize::from(dim)].get_mut(look)
        {
            bucket.edges.push(rect(left, top, right - left));
        }
    }

    /// Labels a box in the part of it from `left` to `right` that is in view,
    /// with a second text at its end where both fit.
    #[allow(clippy::too_many_arguments)]
    pub fn label(
        &mut self,
        name: &Rc<str>,
        second: impl FnOnce() -> String,
        (left, right): (f64, f64),
        middle: f64,
        ink: Ink,
        dim: bool,
        widths: &impl CharWidths,
    ) {
        if right - left < LABEL_PX {
            return;
        }
        let room = right - left - 9.0;
        let Some((text, width)) = fit(name, room, widths) else { return };
        let whole = *text == **name;
        let text: Rc<str> = if whole { name.clone() } else { text.as_ref().into() };
        self.labels.push(Label { ink, dim, second: false, x: left + 5.0, y: middle, text });
        // No duration is narrower than this.
        if whole && room - width > 36.0 {
            let second = second();
            let second_width = widths.text_width(&second);
            if room - width - 12.0 > second_width {
                let x = right - 5.0 - second_width;
                self.labels.push(Label { ink, dim, second: true, x, y: middle, text: second.into() });
            }
        }
    }

    /// Draws everything collected.
    pub fn draw(&mut self, surface: &Surface, colours: &Colours, height: f64) {
        self.end_run();
        let g = &surface.g;
        for dim in [true, false] {
            g.set_global_alpha(if dim { DIM } else { 1.0 });
            for (look, bucket) in self.buckets[usize::from(dim)].iter().enumerate() {
                let colour = colours.of(look);
                fill_all(surface, &colour.fill, &bucket.fills, height);
            }
            for (look, bucket) in self.buckets[usize::from(dim)].iter().enumerate() {
                fill_all(surface, &colours.of(look).edge, &bucket.edges, height);
            }
        }
        for (dim, waits) in self.waits.iter().enumerate().filter(|(_, waits)| !waits.is_empty()) {
            g.set_global_alpha(if dim == 1 { DIM } else { 1.0 });
            let rects = || waits.iter().map(|at| (f64::from(at.x), f64::from(at.y), f64::from(at.width)));
            surface.hatch_all(&colours.wait, WAIT_GAP, rects, height);
        }
        g.set_global_alpha(1.0);
        fill_all(surface, &colours.hit, &self.hits, height);
        self.draw_outlines(surface, colours, height);
        self.draw_labels(surface, colours);
    }

    fn draw_outlines(&self, surface: &Surface, colours: &Colours, height: f64) {
        let g = &surface.g;
        if colours.forced {
            g.set_stroke_style_str(&colours.fg);
            g.set_line_width(surface.pixel());
            for rect in self.buckets.iter().flatten().flat_map(|bucket| &bucket.fills) {
                g.stroke_rect(
                    f64::from(rect.x) + 0.5,
                    f64::from(rect.y) + 0.5,
                    f64::from(rect.width) - 1.0,
                    height - 1.0,
                );
            }
        }
        g.set_stroke_style_str(&colours.hit);
        g.set_line_width(1.5);
        for rect in &self.hit_outlines {
            let width = f64::from(rect.width) - 1.5;
            g.stroke_rect(f64::from(rect.x) + 0.75, f64::from(rect.y) + 0.75, width.max(0.5), height - 1.5);
        }
    }

    fn draw_labels(&mut self, surface: &Surface, colours: &Colours) {
        self.labels.sort_by_key(|label| (label.ink, label.dim, label.second));
        let mut style = None;
        for label in &self.labels {
            let wanted = (label.ink, label.dim, label.second);
            if style != Some(wanted) {
                surface.g.set_fill_style_str(colours.ink(label.ink));
                let dim = if label.dim { DIM + 0.2 } else { 1.0 };
                surface.g.set_global_alpha(dim * if label.second { SECOND_TEXT } else { 1.0 });
                style = Some(wanted);
            }
            surface.text(&label.text, label.x, label.y);
        }
        surface.g.set_global_alpha(1.0);
    }
}

fn rect(x: f64, y: f64, width: f64) -> Rect {
    Rect { x: x as f32, y: y as f32, width: width as f32 }
}

fn fill_all(surface: &Surface, colour: &str, rects: &[Rect], height: f64) {
    if rects.is_empty() {
        return;
    }
    surface.g.set_fill_style_str(colour);
    for rect in rects {
        surface.g.fill_rect(f64::from(rect.x), f64::from(rect.y), f64::from(rect.width), height);
    }
}
