//! Small canvases: sharp at any pixel ratio, in the colours of the tokens.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

/// A canvas ready to be drawn on, in CSS pixels.
pub struct Surface {
    pub context: CanvasRenderingContext2d,
    pub width: f64,
    pub height: f64,
}

/// Fits a canvas to its place; `None` while it has none.
pub fn surface(canvas: &HtmlCanvasElement) -> Option<Surface> {
    let ratio = window().device_pixel_ratio();
    let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    if width < 1.0 || height < 1.0 {
        return None;
    }
    canvas.set_width((width * ratio).round() as u32);
    canvas.set_height((height * ratio).round() as u32);
    let context = canvas.get_context("2d").ok().flatten()?.dyn_into::<CanvasRenderingContext2d>().ok()?;
    // Fails only when a factor is not finite.
    let _ = context.scale(ratio, ratio);
    Some(Surface { context, width, height })
}

/// The colour that a token, such as `--fg-3`, stands for in the theme in use.
/// Custom properties compute to their text; a real property resolves them.
pub fn colour(token: &str) -> String {
    let resolved = || {
        let probe: HtmlElement = document().create_element("i").ok()?.dyn_into().ok()?;
        probe.set_hidden(true);
        let body = document().body()?;
        body.append_child(&probe).ok()?;
        let value = probe.style().set_property("color", &format!("var({token})")).ok().and_then(|()| {
            window().get_computed_style(&probe).ok().flatten()?.get_property_value("color").ok()
        });
        probe.remove();
        value
    };
    resolved().unwrap_or_else(|| "gray".to_owned())
}
