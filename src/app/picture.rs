//! Pictures as files: SVG as it is made, PNG as the browser draws that.

use super::client::describe;
use super::clipboard::{save, save_blob};
use super::state::AppState;
use super::words::{t, tv};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};

const SVG: &str = "image/svg+xml";
/// Device pixels in a pixel of the picture: sharp in documents and on screens.
const SCALE: f64 = 2.0;
/// Longest edge that browsers draw.
const LONGEST_EDGE: f64 = 16_000.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
}

/// Saves a picture; `name` is without ending.
pub fn save_picture(state: AppState, name: &str, svg: String, format: Format) {
    if format == Format::Svg {
        return save(state, &format!("{name}.svg"), SVG, &svg);
    }
    let name = format!("{name}.png");
    spawn_local(async move {
        match png(&svg).await {
            Ok(blob) => save_blob(state, &name, &blob),
            Err(error) => state.problem(tv("save-failed", &[("reason", describe(&error).into())])),
        }
    });
}

async fn png(svg: &str) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(SVG);
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&svg.into()), &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let drawn = draw(&url).await;
    Url::revoke_object_url(&url)?;
    drawn
}

async fn draw(url: &str) -> Result<Blob, JsValue> {
    let image = HtmlImageElement::new()?;
    image.set_src(url);
    JsFuture::from(image.decode()).await?;
    let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
    let scale = SCALE.min(LONGEST_EDGE / width.max(height).max(1.0));
    let canvas: HtmlCanvasElement = document().create_element("canvas")?.dyn_into()?;
    canvas.set_width((width * scale).round() as u32);
    canvas.set_height((height * scale).round() as u32);
    let context = canvas.get_context("2d")?.ok_or_else(|| JsValue::from(t("picture-no-canvas")))?;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    context.scale(scale, scale)?;
    context.draw_image_with_html_image_element(&image, 0.0, 0.0)?;
    let made = js_sys::Promise::new(&mut |resolve, reject| {
        let hand_on = Closure::once_into_js(move |blob: JsValue| {
            // A page that is closed hears nothing.
            let _ = resolve.call1(&JsValue::NULL, &blob);
        });
        if let Err(error) = canvas.to_blob(hand_on.unchecked_ref()) {
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    JsFuture::from(made).await?.dyn_into::<Blob>().map_err(|_| JsValue::from(t("picture-no-canvas")))
}
