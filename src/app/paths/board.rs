//! A canvas of the paths view with what it takes to paint on it: its width,
//! the theme's colours, and how wide texts are.

use crate::app::timeline::paint::colours::Colours;
use crate::app::timeline::paint::surface::{Surface, window_ratio};
use crate::app::timeline::paint::widths::Widths;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::ResizeObserver;

#[derive(Clone, Copy)]
pub struct Board {
    pub canvas: NodeRef<html::Canvas>,
    /// CSS pixels; 0 until it is laid out.
    pub width: RwSignal<f64>,
    surface: StoredValue<Option<Surface>, LocalStorage>,
    widths: StoredValue<Option<Widths>, LocalStorage>,
    /// With the theme that they are of: dark or not.
    palette: StoredValue<Option<(bool, Colours)>, LocalStorage>,
}

impl Board {
    pub fn new() -> Self {
        let board = Self {
            canvas: NodeRef::new(),
            width: RwSignal::new(0.0),
            surface: StoredValue::new_local(None),
            widths: StoredValue::new_local(None),
            palette: StoredValue::new_local(None),
        };
        Effect::new(move |_| {
            if let Some(canvas) = board.canvas.get() {
                watch_width(&canvas, board.width);
                board.surface.set_value(Surface::new(canvas, true));
            }
        });
        board
    }

    /// Paints a picture of this size, in CSS pixels, once there is a canvas.
    pub fn paint(self, dark: bool, width: f64, height: f64, draw: impl FnOnce(&Surface, &Colours, &Widths)) {
        if width < 1.0 {
            return;
        }
        self.palette.update_value(|palette| {
            if palette.as_ref().is_none_or(|(of, _)| *of != dark) {
                *palette = Some((dark, Colours::read()));
            }
        });
        self.widths.update_value(|widths| {
            widths.get_or_insert_with(Widths::new);
        });
        self.surface.update_value(|surface| {
            let Some(surface) = surface else { return };
            let ratio = window_ratio();
            surface.resize(width, height, width * ratio, height * ratio);
            self.palette.with_value(|palette| {
                self.widths.with_value(|widths| {
                    if let (Some((_, colours)), Some(widths)) = (palette, widths) {
                        draw(surface, colours, widths);
                    }
                });
            });
        });
    }
}

/// Keeps a signal at the width of a canvas until the component is gone.
fn watch_width(canvas: &web_sys::HtmlCanvasElement, width: RwSignal<f64>) {
    let watched = canvas.clone();
    let resized = Closure::<dyn Fn()>::new(move || {
        let now = f64::from(watched.client_width());
        if width.try_get_untracked().is_some_and(|before| before != now) {
            width.set(now);
        }
    });
    let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) else { return };
    observer.observe(canvas);
    let held = StoredValue::new_local(Some((observer, resized)));
    on_cleanup(move || {
        if let Some((observer, _closure)) = held.try_update_value(Option::take).flatten() {
            observer.disconnect();
        }
    });
}
