//! Engines and queues of all profiles on one time scale, waits hatched.

use super::lanes_paint::{Picture, draw};
use crate::app::icon::icon;
use crate::app::paths::board::Board;
use crate::app::paths::section::section;
use crate::app::paths::shown::Shown;
use crate::app::paths::slice::light;
use crate::app::paths::stack_input::{Hit, Pointer, key, wheel};
use crate::app::words::{t, tv};
use crate::lowering::comparison::PathView;
use crate::lowering::neuron::{LanePart, LanePiece, NeuronPart};
use crate::text::format;
use crate::timeline::paths::engine_lanes::{LanePlaces, lane_places, piece_at};
use crate::timeline::paths::stack::Scale;
use crate::timeline::paths::zoom::Zoom;
use leptos::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

pub fn lanes(shown: &Shown) -> AnyView {
    let open = shown.open;
    let tools = view! {
        <span class="legend"><span><i class="sw waits"></i>{t("neuron-paths-lanes-waits")}</span></span>
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
    };
    section("time", "neuron-paths-lanes", "neuron-paths-lanes-what", tools, picture(shown))
}

pub fn part_of(view: &PathView) -> Option<&NeuronPart> {
    view.neuron.as_deref()
}

/// Scale of each path for a zoom and a width.
fn scales(shown: &Shown, zoom: Zoom, own_scale: bool, width: f64) -> Vec<Scale> {
    let length = |view: &PathView| part_of(view).map_or(1, |part| part.total_ns.max(1)) as f64;
    let longest = shown.all.paths.iter().map(length).fold(1.0, f64::max);
    let of =
        |view: &PathView| Scale { zoom, length_ns: if own_scale { length(view) } else { longest }, width };
    shown.all.paths.iter().map(of).collect()
}

fn picture(shown: &Shown) -> AnyView {
    let (state, open) = (shown.state, shown.open);
    let board = Board::new();
    let (canvas, width) = (board.canvas, board.width);
    let (places, height) = lane_places(shown.all.paths.iter().filter_map(part_of));
    let places: Arc<Vec<LanePlaces>> = Arc::new(places);
    let (here, placed) = (shown.clone(), places.clone());
    Effect::new(move |_| {
        let dark = state.dark.get();
        let lit = open.pinned.get().or_else(|| open.hot.get());
        let wide = width.get();
        let own_scale = open.own_scale.get();
        let scales = scales(&here, open.zoom.get(), own_scale, wide);
        board.paint(dark, wide, height, |surface, colours, widths| {
            let (shown, places) = (&here, &placed);
            draw(surface, &Picture { shown, places, scales: &scales, colours, widths, own_scale, lit });
        });
    });
    let (of, placed) = (shown.clone(), places.clone());
    let found = move |x: f64, y: f64| {
        let zoom = untrack(|| open.zoom.get());
        let scales = scales(&of, zoom, untrack(|| open.own_scale.get()), untrack(|| width.get()));
        of.all.paths.iter().enumerate().find_map(|(path, view)| {
            let (part, places, scale) = (part_of(view)?, placed.get(path)?, scales.get(path)?);
            let (lane, piece) = piece_at(part, places, *scale, x, y)?;
            let ops = of.flows[path].ops_of.get(piece.item as usize);
            let op = ops.and_then(|ops| ops.first().copied());
            Some(Hit { path, name: piece_name(view, lane, piece), ns: piece.dur_ns, slice: piece.slice, op })
        })
    };
    let pointer = Pointer::new(shown.clone(), Rc::new(found), width);
    let gutter =
        (0..shown.all.paths.len()).filter_map(|path| gutter(shown, path, places.get(path)?)).collect_view();
    let (down, moved, up) = (pointer.clone(), pointer.clone(), pointer);
    let count = shown.all.paths.len();
    let counts: Vec<usize> = vec![1; count];
    let height = format!("{height}px");
    view! {
        <section class="stack nstack">
            <div class="gut" style:block-size=height.clone()>{gutter}</div>
            <canvas
                node_ref=canvas
                tabindex="0"
                role="img"
                aria-label=tv("neuron-paths-lanes-label", &[("count", count.into())])
                style:block-size=height
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

/// Opcode, or what a queue moved, with how many rows it stands for.
fn piece_name(view: &PathView, lane: &LanePart, piece: &LanePiece) -> String {
    let own = opcode_of(view, piece);
    let count: u32 = piece.count;
    if lane.is_queue {
        let values =
            [("name", own.into()), ("bytes", format::bytes(piece.bytes).into()), ("count", count.into())];
        return tv("neuron-paths-piece-bytes", &values);
    }
    if count == 1 { own.to_owned() } else { format!("{own} × {count}") }
}

/// Name of the item without its engine.
pub fn opcode_of<'a>(view: &'a PathView, piece: &LanePiece) -> &'a str {
    let name = view.items.get(piece.item as usize).map_or("", |item| &*item.name);
    name.split_once(": ").map_or(name, |(_, own)| own)
}

fn gutter(shown: &Shown, path: usize, places: &LanePlaces) -> Option<AnyView> {
    let part = part_of(shown.all.paths.get(path)?)?;
    let badge = view! {
        <div class="of" style:inset-block-start=format!("{}px", places.tops.first().copied().unwrap_or(0.0))>
            <span class="badge" class:base=shown.is_base(path)>{shown.letter(path)}</span>
        </div>
    };
    let names = part
        .lanes
        .iter()
        .zip(&places.tops)
        .map(|(lane, top)| {
            view! {
                <div class="lane" style:inset-block-start=format!("{top}px") title=lane.name.clone()>
                    <span class="clip ltr">{lane.name.clone()}</span>
                </div>
            }
        })
        .collect_view();
    Some(view! { {badge} {names} }.into_any())
}
