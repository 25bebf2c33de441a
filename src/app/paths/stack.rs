//! One instance of each path, stacked on one time scale: the median one, or
//! another that a person steps to.

use super::section::{section, twin};
use super::shown::Shown;
use super::slice::{light, show};
use super::stack_input::{Pointer, key, wheel, wrapped};
use super::stack_paint::{Picture, draw};
use super::stack_table::stack_table;
use crate::app::icon::{icon, small_icon};
use crate::app::timeline::paint::colours::Colours;
use crate::app::timeline::paint::surface::{Surface, window_ratio};
use crate::app::timeline::paint::widths::Widths;
use crate::app::words::{t, tv};
use crate::lowering::comparison::PathView;
use crate::timeline::paths::lanes::{Lanes, Piece};
use crate::timeline::paths::stack::{Places, Scale, at, places};
use crate::timeline::paths::zoom::Zoom;
use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::ResizeObserver;

/// What is drawn of one path.
pub struct One {
    pub lanes: Lanes,
    pub places: Places,
    pub scale: Scale,
    pub op_of_node: Rc<Vec<Option<u32>>>,
    /// All rows are known; else only how long host and device took.
    pub is_tree: bool,
}

pub fn stack(shown: &Shown) -> AnyView {
    let open = shown.open;
    let table = RwSignal::new(false);
    let tools = view! {
        <button
            class="btn bare small"
            aria-pressed=move || open.own_scale.get().to_string()
            title=t("paths-stack-own-scale-text")
            on:click=move |_| open.own_scale.update(|own| *own = !*own)
        >
            {t("paths-stack-own-scale")}
        </button>
        <button class="btn bare small" title=t("paths-stack-fit") on:click=move |_| open.zoom.set(Zoom::ALL)>
            {icon("fit")}
            {t("paths-stack-fit")}
        </button>
        {twin(table)}
    };
    let shown = shown.clone();
    let body = move || if table.get() { stack_table(&shown) } else { picture(&shown) };
    section("time", "paths-stack-title", "paths-stack-what", tools, body)
}

/// Everything to draw, at the zoom and instances in the state (tracked).
fn all(shown: &Shown, width: f64) -> (Vec<One>, f64) {
    let open = shown.open;
    let steps = open.instances.get();
    let lanes: Vec<(Lanes, bool)> = shown
        .all
        .paths
        .iter()
        .enumerate()
        .map(|(path, view)| {
            let step = steps.get(path).copied().unwrap_or(view.median_instance as usize);
            if step == view.median_instance as usize {
                (Lanes::new(view), true)
            } else {
                (totals(view, step), false)
            }
        })
        .collect();
    let longest = lanes.iter().map(|(lanes, _)| lanes.length_ns()).max().unwrap_or(1);
    let own_scale = open.own_scale.get();
    let zoom = open.zoom.get();
    let only: Vec<Lanes> = lanes.iter().map(|(lanes, _)| lanes.clone()).collect();
    let (places, height) = places(&only);
    let all = lanes
        .into_iter()
        .zip(places)
        .enumerate()
        .map(|(path, ((lanes, is_tree), places))| {
            let length_ns = if own_scale { lanes.length_ns() } else { longest } as f64;
            let op_of_node = Rc::new(op_of_node(shown, path));
            One { scale: Scale { zoom, length_ns, width }, lanes, places, op_of_node, is_tree }
        })
        .collect();
    (all, height)
}

/// Of an instance that is not the median one only the sums are known.
fn totals(view: &PathView, step: usize) -> Lanes {
    let Some(instance) = view.instances.get(step) else { return Lanes::default() };
    let piece = |dur_ns| vec![Piece { of: 0, start_ns: 0, dur_ns }];
    let has_items = !view.items.is_empty();
    Lanes {
        host: vec![piece(instance.host_ns)],
        device: if has_items { vec![piece(instance.busy_ns)] } else { Vec::new() },
        host_ns: instance.host_ns,
        device_ns: instance.span_ns,
        idle: vec![(instance.busy_ns, instance.span_ns)],
    }
}

/// Ops of the baseline that host rows belong to.
pub fn op_of_node(shown: &Shown, path: usize) -> Vec<Option<u32>> {
    let view = &shown.all.paths[path];
    let mut of = vec![None; view.nodes.len()];
    let mut set = |node: u32, op: u32| {
        if let Some(place) = of.get_mut(node as usize) {
            *place = Some(op);
        }
    };
    if shown.is_base(path) {
        view.ops.iter().enumerate().for_each(|(op, node)| set(*node, op as u32));
    } else if let Some(alignment) = shown.all.alignments.iter().find(|a| a.path as usize == path) {
        for fate in &alignment.fates {
            if let Some(node) = fate.matched.and_then(|matched| view.ops.get(matched as usize)) {
                set(*node, fate.op);
            }
        }
    }
    for at in 0..of.len() {
        if of[at].is_none()
            && let Some(parent) = view.nodes[at].parent
            && (parent as usize) < at
        {
            of[at] = of[parent as usize];
        }
    }
    of
}

fn picture(shown: &Shown) -> AnyView {
    let (state, open) = (shown.state, shown.open);
    let canvas = NodeRef::<html::Canvas>::new();
    let width = RwSignal::new(0.0f64);
    let surface = StoredValue::new_local(None::<Surface>);
    Effect::new(move |_| {
        if let Some(canvas) = canvas.get() {
            watch_width(&canvas, width);
            surface.set_value(Surface::new(canvas, true));
        }
    });
    let widths = StoredValue::new_local(None::<Widths>);
    let palette = StoredValue::new_local(None::<(bool, Colours)>);
    let laid = shown.clone();
    let layout = move || all(&laid, width.get());
    let (drawn, places_of) = (layout.clone(), layout.clone());
    let shown_here = shown.clone();
    Effect::new(move |_| {
        let dark = state.dark.get();
        let lit = open.pinned.get().or_else(|| open.hot.get());
        let (all, height) = drawn();
        let wide = width.get();
        if wide < 1.0 {
            return;
        }
        palette.update_value(|palette| {
            if palette.as_ref().is_none_or(|(of, _)| *of != dark) {
                *palette = Some((dark, Colours::read()));
            }
        });
        widths.update_value(|widths| {
            widths.get_or_insert_with(Widths::new);
        });
        surface.update_value(|surface| {
            let Some(surface) = surface else { return };
            let ratio = window_ratio();
            surface.resize(wide, height, wide * ratio, height * ratio);
            palette.with_value(|palette| {
                widths.with_value(|widths| {
                    if let (Some((_, colours)), Some(widths)) = (palette, widths) {
                        let own_scale = open.own_scale.get_untracked();
                        draw(
                            surface,
                            &Picture { shown: &shown_here, all: &all, colours, widths, own_scale, lit },
                        );
                    }
                });
            });
        });
    });
    let height = {
        let layout = layout.clone();
        Memo::new(move |_| layout().1)
    };
    let found = {
        let layout = layout;
        move |x: f64, y: f64| {
            untrack(|| {
                let (all, _) = layout();
                all.iter().enumerate().find_map(|(path, one)| {
                    let found = at(&one.lanes, &one.places, one.scale, x, y)?;
                    one.is_tree.then_some((path, found))
                })
            })
        }
    };
    let pointer = Pointer::new(shown.clone(), Rc::new(found), width);
    let gutter = {
        let shown = shown.clone();
        move || {
            let (all, _) = places_of();
            let rows = all.iter().enumerate().map(|(path, one)| gutter_rows(&shown, path, &one.places));
            rows.collect_view()
        }
    };
    let (down, moved, up) = (pointer.clone(), pointer.clone(), pointer);
    let count = shown.all.paths.len();
    let counts: Vec<usize> = shown.all.paths.iter().map(|path| path.instances.len()).collect();
    view! {
        <section class="stack">
            <div class="gut" style:block-size=move || format!("{}px", height.get())>{gutter}</div>
            <canvas
                node_ref=canvas
                tabindex="0"
                role="img"
                aria-label=tv("paths-stack-label", &[("count", count.into())])
                style:block-size=move || format!("{}px", height.get())
                on:pointerdown=move |event| down.down(&event)
                on:pointermove=move |event| moved.moved(&event)
                on:pointerup=move |event| up.up(&event)
                on:pointerleave=move |_| light(open, None)
                on:wheel=move |event| wheel(open.zoom, width, &event)
                on:keydown=move |event| key(open.zoom, open.instances, &counts, &event)
            ></canvas>
        </section>
    }
    .into_any()
}

/// Names of lanes, and the buttons that step to other instances.
fn gutter_rows(shown: &Shown, path: usize, places: &Places) -> AnyView {
    let (state, open) = (shown.state, shown.open);
    let view = &shown.all.paths[path];
    let count = view.instances.len();
    let median = view.median_instance as usize;
    let now = open.instances.with(|steps| steps.get(path).copied().unwrap_or(median));
    let roots: Vec<_> = view.instances.iter().map(|instance| instance.root).collect();
    let trace = view.traces.first().copied();
    let step = move |by: isize| {
        open.instances.update(|steps| {
            if let Some(step) = steps.get_mut(path) {
                *step = wrapped(*step, by, count);
            }
        });
    };
    let label = if now == median {
        tv("paths-stack-median", &[("number", (now + 1).into()), ("count", count.into())])
    } else {
        tv("paths-stack-instance", &[("number", (now + 1).into()), ("count", count.into())])
    };
    let letter = shown.letter(path);
    let of = |id: &str| tv(id, &[("path", (&letter).into())]);
    let goto = move |_: MouseEvent| {
        if let (Some(trace), Some(root)) = (trace, roots.get(now)) {
            show(state, trace, *root);
        }
    };
    let top = |tops: &[f64]| format!("inset-block-start:{}px", tops.first().copied().unwrap_or(0.0));
    view! {
        <div style=top(&places.host)>
            <span class="badge" class:base=shown.is_base(path)>{letter.clone()}</span>
            <span class="dimmer">{t("paths-stack-host")}</span>
        </div>
        <div style=top(&places.device) class="device">
            <span class="stepper">
                <button class="btn bare small icon turn" aria-label=of("paths-stack-previous") title=of("paths-stack-previous") disabled={count < 2} on:click=move |_| step(-1)>
                    {small_icon("right")}
                </button>
                <button class="link" title=format!("{label}. {}", t("paths-stack-show")) aria-label=format!("{label}. {}", t("paths-stack-show")) on:click=goto>{now + 1}</button>
                <button class="btn bare small icon" aria-label=of("paths-stack-next") title=of("paths-stack-next") disabled={count < 2} on:click=move |_| step(1)>
                    {small_icon("right")}
                </button>
            </span>
            <span class="dimmer">{t("paths-stack-device")}</span>
        </div>
    }
    .into_any()
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
