//! The timeline of one trace: minimap, ruler, names, slices.
//!
//! Canvases show what is too much for elements; everything else is elements.
//! [`scene::Scene`] ties them together.

mod axis;
mod card;
mod held;
pub mod hook;
mod keyboard;
mod label_drag;
mod label_menu;
mod labels;
mod marks;
mod mini;
mod motion;
pub(in crate::app) mod paint;
mod painter;
mod pointed;
mod pointer;
mod scene;
mod sizes;
mod stage;

use crate::app::neuron::tools::tools;
use crate::app::state::{OpenTrace, app_state};
use leptos::html;
use leptos::prelude::*;
use painter::Layer;
use scene::Scene;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

/// Id of the canvas with the slices.
pub const STAGE_ID: &str = "timeline-stage";

#[component]
pub fn Timeline(open: OpenTrace) -> impl IntoView {
    let scene = Scene::new(app_state(), &open);
    let canvases = [(); 4].map(|()| NodeRef::<html::Canvas>::new());
    let [stage, overlay, ruler, minimap] = canvases;
    Effect::new(move |earlier: Option<bool>| {
        let layers = [Layer::Stage, Layer::Overlay, Layer::Ruler, Layer::Minimap];
        let all: Option<Vec<_>> =
            layers.into_iter().zip(canvases).map(|(layer, node)| Some((layer, node.get()?))).collect();
        match (earlier, all) {
            (Some(true), _) => true,
            (_, Some(all)) => {
                sizes::watch(scene, all);
                true
            }
            _ => false,
        }
    });
    keyboard::listen(scene);
    hook::install(scene);
    let tools = tools(scene.state, &open);
    let has_tools = tools.is_some();
    view! {
        <div class="timeline" class:with-tools=has_tools>
            <mini::Mini scene canvas=minimap/>
            <axis::Axis scene canvas=ruler/>
            {tools}
            <div class="tracks">
                <labels::Labels scene/>
                <stage::Stage scene canvas=stage overlay/>
            </div>
            <marks::MarksList scene/>
        </div>
    }
}

/// Gives the keys back to the slices.
fn focus_stage() {
    let stage = document().get_element_by_id(STAGE_ID).and_then(|stage| stage.dyn_into::<HtmlElement>().ok());
    if let Some(stage) = stage {
        let _ = stage.focus();
    }
}

/// The pointer's shape over the element that listens.
fn set_cursor(event: &PointerEvent, shape: &str) {
    if let Some(element) = event.current_target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
        let _ = element.style().set_property("cursor", shape);
    }
}
