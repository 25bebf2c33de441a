//! Widths of characters, measured once each: asking the canvas for every label
//! of every frame would cost more than drawing it.

use crate::timeline::label::CharWidths;
use leptos::prelude::{document, window};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Size of all text on the canvases, in CSS pixels.
const TEXT_PX: u32 = 11;

/// Most characters beyond ASCII that are remembered.
const MOST_OTHERS: usize = 4096;

/// The font of the canvases, and how wide its characters are.
pub struct Widths {
    font: String,
    g: Option<CanvasRenderingContext2d>,
    ascii: Vec<f64>,
    others: RefCell<FxHashMap<char, f64>>,
}

impl Widths {
    /// Takes the font from the style sheet.
    pub fn new() -> Self {
        let root = document().document_element();
        let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
        let face = style.and_then(|style| style.get_property_value("--font").ok()).unwrap_or_default();
        let face = if face.trim().is_empty() { "sans-serif".to_owned() } else { face };
        let font = format!("{TEXT_PX}px {face}");
        let g = document()
            .create_element("canvas")
            .ok()
            .and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok())
            .and_then(|canvas| canvas.get_context("2d").ok().flatten())
            .and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok());
        if let Some(g) = &g {
            g.set_font(&font);
        }
        let mut widths = Self { font, g, ascii: Vec::new(), others: RefCell::default() };
        widths.ascii = (0..128u8).map(|c| widths.measure(char::from(c))).collect();
        widths
    }

    pub fn font(&self) -> &str {
        &self.font
    }

    fn measure(&self, c: char) -> f64 {
        let mut bytes = [0; 4];
        let text: &str = c.encode_utf8(&mut bytes);
        let measured = self.g.as_ref().and_then(|g| g.measure_text(text).ok());
        measured.map_or(f64::from(TEXT_PX) * 0.6, |metrics| metrics.width())
    }
}

impl CharWidths for Widths {
    fn width(&self, c: char) -> f64 {
        if let Some(width) = self.ascii.get(c as usize) {
            return *width;
        }
        if let Some(width) = self.others.borrow().get(&c) {
            return *width;
        }
        let width = self.measure(c);
        let mut others = self.others.borrow_mut();
        if others.len() < MOST_OTHERS {
            others.insert(c, width);
        }
        width
    }
}
