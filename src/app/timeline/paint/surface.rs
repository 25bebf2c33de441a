//! One canvas, sharp at any pixel ratio, with the text font of the timeline.

use super::widths::Widths;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A canvas that is drawn on in CSS pixels.
pub struct Surface {
    canvas: HtmlCanvasElement,
    pub g: CanvasRenderingContext2d,
    /// CSS pixels.
    pub width: f64,
    pub height: f64,
    /// Device pixels in a CSS pixel, as the canvas has them.
    pub ratio: f64,
}

impl Surface {
    /// `opaque` canvases need not be blended with what is below.
    pub fn new(canvas: HtmlCanvasElement, opaque: bool) -> Option<Self> {
        let options = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&options, &"alpha".into(), &JsValue::from(!opaque));
        let g = canvas
            .get_context_with_context_options("2d", &options)
            .ok()
            .flatten()?
            .dyn_into::<CanvasRenderingContext2d>()
            .ok()?;
        Some(Self { canvas, g, width: 0.0, height: 0.0, ratio: 1.0 })
    }

    /// Takes another size, in CSS and in device pixels. Clears the canvas.
    pub fn resize(&mut self, width: f64, height: f64, device_width: f64, device_height: f64) {
        let (columns, rows) = (device_width.round().max(1.0), device_height.round().max(1.0));
        self.canvas.set_width(columns as u32);
        self.canvas.set_height(rows as u32);
        self.width = width.max(1.0);
        self.height = height.max(1.0);
        self.ratio = columns / self.width;
    }

    pub fn is_laid_out(&self) -> bool {
        self.width > 1.0 && self.height > 1.0
    }

    /// Prepares for a new picture.
    pub fn begin(&self, widths: &Widths) {
        let ratio_y = f64::from(self.canvas.height()) / self.height;
        let _ = self.g.set_transform(self.ratio, 0.0, 0.0, ratio_y, 0.0, 0.0);
        self.g.set_font(widths.font());
        self.g.set_text_baseline("middle");
        self.g.set_text_align("left");
        self.g.set_global_alpha(1.0);
        self.g.set_line_width(1.0);
    }

    pub fn clear(&self) {
        self.g.clear_rect(0.0, 0.0, self.width, self.height);
    }

    pub fn fill(&self, colour: &str, x: f64, y: f64, width: f64, height: f64) {
        self.g.set_fill_style_str(colour);
        self.g.fill_rect(x, y, width, height);
    }

    /// The nearest edge of a device pixel.
    pub fn snap(&self, at: f64) -> f64 {
        (at * self.ratio).round() / self.ratio
    }

    /// The middle of the device pixel, for lines of one.
    pub fn snap_line(&self, at: f64) -> f64 {
        ((at * self.ratio).floor() + 0.5) / self.ratio
    }

    /// One device pixel.
    pub fn pixel(&self) -> f64 {
        1.0 / self.ratio
    }

    pub fn text(&self, text: &str, x: f64, y: f64) {
        let _ = match text.chars().any(is_right_to_left) {
            // The canvas runs from left to right; words in it may not.
            true => self.g.fill_text(&format!("\u{2067}{text}\u{2069}"), x, y),
            false => self.g.fill_text(text, x, y),
        };
    }

    pub fn line(&self, x1: f64, y1: f64, x2: f64, y2: f64) {
        self.g.begin_path();
        self.g.move_to(x1, y1);
        self.g.line_to(x2, y2);
        self.g.stroke();
    }

    pub fn dash(&self, lengths: &[f64]) {
        let list: js_sys::Array = lengths.iter().map(|length| JsValue::from(*length)).collect();
        let _ = self.g.set_line_dash(&list);
    }

    /// Draws within a rectangle only.
    pub fn clipped(&self, x: f64, y: f64, width: f64, height: f64, draw: impl FnOnce()) {
        self.g.save();
        self.g.begin_path();
        self.g.rect(x, y, width, height);
        self.g.clip();
        draw();
        self.g.restore();
    }

    /// Slanted lines within many boxes of one height at once.
    pub fn hatch_all<I: Iterator<Item = (f64, f64, f64)>>(
        &self,
        colour: &str,
        gap: f64,
        boxes: impl Fn() -> I,
        height: f64,
    ) {
        let g = &self.g;
        g.save();
        g.begin_path();
        boxes().for_each(|(x, y, width)| g.rect(x, y, width, height));
        g.clip();
        g.set_stroke_style_str(colour);
        g.set_line_width(1.0);
        g.begin_path();
        let mut at = -self.height;
        while at < self.width {
            g.move_to(at, self.height);
            g.line_to(at + self.height, 0.0);
            at += gap;
        }
        g.stroke();
        g.restore();
    }

    /// Slanted lines, for what waits, is missing or was repaired.
    pub fn hatch(&self, colour: &str, gap: f64, x: f64, y: f64, width: f64, height: f64) {
        if width <= 0.0 || height <= 0.0 {
            return;
        }
        self.clipped(x, y, width, height, || {
            self.g.set_stroke_style_str(colour);
            self.g.set_line_width(1.0);
            self.g.begin_path();
            let mut at = ((x - height) / gap).floor() * gap;
            while at < x + width {
                self.g.move_to(at, y + height);
                self.g.line_to(at + height, y);
                at += gap;
            }
            self.g.stroke();
        });
    }
}

/// Letters of the Hebrew and Arabic blocks; digits there have no direction of
/// their own.
fn is_right_to_left(c: char) -> bool {
    ('\u{590}'..='\u{6ef}').contains(&c) && c.is_alphabetic()
}

/// Device pixels in a CSS pixel, as the window has them.
pub fn window_ratio() -> f64 {
    let ratio = window().device_pixel_ratio();
    if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 }
}
