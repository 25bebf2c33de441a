//! The hierarchy as boxes: one row a level, width is time.

use super::hierarchy::{node_name, node_text};
use crate::analysis::colour::ColourBy;
use crate::app::icon::measure;
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, tv};
use crate::neuron::analysis::hierarchy::{Hierarchy, Node};
use crate::neuron::analysis::levels::Level;
use crate::text::format;
use crate::trace::TimeUnit;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Boxes narrower than this part of the width are not drawn one by one.
const LEAST: f64 = 0.002;
/// Boxes wider than this part may have room for a name, and for their time:
/// the style sheet decides by their pixels.
const NAMED: f64 = 0.008;
const TIMED: f64 = 0.05;
/// Of what is not drawn one by one, this part of the width has room for words.
const TOLD: f64 = 0.08;

/// A box: node, and where it lies, as parts of the width.
#[derive(Clone, Copy)]
struct Placed {
    node: usize,
    left: f64,
    width: f64,
}

/// Siblings that are too small to be drawn one by one.
#[derive(Clone, Copy)]
struct Rest {
    depth: u8,
    left: f64,
    width: f64,
    count: u64,
    ticks: i64,
}

/// Boxes in order, and what stands for those that are too small.
#[derive(Default)]
struct Layout {
    placed: Vec<Placed>,
    rests: Vec<Rest>,
}

/// Lays out what is below a root, or everything. Boxes of siblings lie side by
/// side within that of their parent; where their times overlap they share its
/// width.
fn lay_out(tree: &Hierarchy, root: Option<u64>) -> Layout {
    let root = root.and_then(|key| tree.nodes.iter().position(|node| node.key == key));
    let mut placed = Layout::default();
    match root {
        Some(root) => place(tree, root, 0.0, 1.0, &mut placed),
        None => {
            let tops: Vec<usize> = (0..tree.nodes.len()).filter(|&at| tree.nodes[at].depth == 0).collect();
            children(tree, &tops, 0.0, 1.0, 0, &mut placed);
        }
    }
    placed
}

fn place(tree: &Hierarchy, at: usize, left: f64, width: f64, placed: &mut Layout) {
    placed.placed.push(Placed { node: at, left, width });
    let end = at + 1 + tree.nodes[at].below as usize;
    let mut below = Vec::new();
    let mut next = at + 1;
    while next < end {
        below.push(next);
        next += 1 + tree.nodes[next].below as usize;
    }
    children(tree, &below, left, width, tree.nodes[at].ticks, placed);
}

fn children(tree: &Hierarchy, all: &[usize], left: f64, width: f64, ticks: i64, placed: &mut Layout) {
    let sum: i64 = all.iter().map(|&at| tree.nodes[at].ticks).sum();
    let scale = width / sum.max(ticks).max(1) as f64;
    let mut left = left;
    let width_of = |at: usize| tree.nodes[at].ticks as f64 * scale;
    for &at in all.iter().filter(|at| width_of(**at) >= LEAST) {
        place(tree, at, left, width_of(at), placed);
        left += width_of(at);
    }
    let small = || all.iter().copied().filter(|at| width_of(*at) < LEAST);
    if let Some(first) = small().next() {
        placed.rests.push(Rest {
            depth: tree.nodes[first].depth,
            left,
            width: small().map(width_of).sum(),
            count: small().count() as u64,
            ticks: small().map(|at| tree.nodes[at].ticks).fold(0, i64::saturating_add),
        });
    }
}

pub fn icicle(state: AppState, open: &OpenTrace, found: RwSignal<Option<Arc<Hierarchy>>>) -> AnyView {
    let own = open.state.neuron;
    let list = NodeRef::<html::Div>::new();
    let laid = Memo::new(move |_| {
        let tree = found.get()?;
        let Layout { placed, rests } = lay_out(&tree, own.root.get());
        Some(Laid { tree, placed: Arc::new(placed), rests: Arc::new(rests) })
    });
    let open = open.clone();
    let boxes = {
        move || {
            own.legend.track();
            laid.get().map(|laid| {
                let top = laid.placed.first().map_or(0, |first| laid.tree.nodes[first.node].depth);
                let first = laid.placed.first().map(|first| laid.tree.nodes[first.node].key);
                let boxes: Vec<AnyView> =
                    laid.placed.iter().map(|at| one(state, &open, &laid.tree, *at, top, first)).collect();
                let unit = open.info.unit;
                let rests = laid.rests.iter().map(|rest| remainder(rest, top, unit)).collect_view();
                let depths = laid.placed.iter().map(|at| laid.tree.nodes[at.node].depth);
                let depths = depths.chain(laid.rests.iter().map(|rest| rest.depth));
                let rows = depths.map(|depth| depth.saturating_sub(top) + 1).max();
                let height = format!("block-size:{}px", u32::from(rows.unwrap_or(1)) * 25 - 1);
                view! { <div class="icicle-rows" style=height>{boxes} {rests}</div> }
            })
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let Some(laid) = laid.get_untracked() else { return };
        let now = own.node.get_untracked();
        let at = laid.placed.iter().position(|at| Some(laid.tree.nodes[at.node].key) == now);
        let next = match event.key().as_str() {
            "ArrowDown" => step(&laid, at, 1),
            "ArrowUp" => step(&laid, at, -1),
            "ArrowRight" => beside(&laid, at, 1),
            "ArrowLeft" => beside(&laid, at, -1),
            "Escape" => {
                own.root.set(None);
                None
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(place) = next.and_then(|next| laid.placed.get(next)) {
            let key = laid.tree.nodes[place.node].key;
            own.node.set(Some(key));
            focus(list, key);
        }
    };
    view! {
        <div class="icicle" role="group" aria-label=t("neuron-hierarchy-label") node_ref=list on:keydown=on_key>
            {boxes}
            <p class="dimmer">{t("neuron-hierarchy-hint")}</p>
        </div>
    }
    .into_any()
}

#[derive(Clone)]
struct Laid {
    tree: Arc<Hierarchy>,
    placed: Arc<Vec<Placed>>,
    rests: Arc<Vec<Rest>>,
}

impl PartialEq for Laid {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.placed, &other.placed)
    }
}

/// What stands for boxes that are too small: how many, and their time.
fn remainder(rest: &Rest, top: u8, unit: TimeUnit) -> AnyView {
    let values = [("n", rest.count.into()), ("time", format::ticks(rest.ticks, unit).into())];
    let text = tv("neuron-hierarchy-rest", &values);
    let style = format!(
        "inset-inline-start:{:.3}%;inline-size:{:.3}%;inset-block-start:{}px",
        rest.left * 100.0,
        rest.width * 100.0,
        u32::from(rest.depth.saturating_sub(top)) * 25,
    );
    let words = (rest.width > TOLD).then(|| view! { <span class="clip">{text.clone()}</span> });
    let title = text.clone();
    view! { <div class="irest" role="img" aria-label=text title=title style=style>{words}</div> }.into_any()
}

/// The first box below, or the one above.
fn step(laid: &Laid, at: Option<usize>, by: i32) -> Option<usize> {
    let Some(at) = at else { return Some(0) };
    let depth = |at: usize| laid.tree.nodes[laid.placed[at].node].depth;
    if by > 0 {
        return (at + 1 < laid.placed.len() && depth(at + 1) > depth(at)).then_some(at + 1);
    }
    (0..at).rev().find(|&above| depth(above) < depth(at))
}

/// The next box of the same level.
fn beside(laid: &Laid, at: Option<usize>, by: i32) -> Option<usize> {
    let Some(at) = at else { return Some(0) };
    let depth = |at: usize| laid.tree.nodes[laid.placed[at].node].depth;
    if by > 0 {
        return (at + 1..laid.placed.len()).find(|&next| depth(next) == depth(at));
    }
    (0..at).rev().find(|&next| depth(next) == depth(at))
}

fn focus(list: NodeRef<html::Div>, key: u64) {
    let Some(list) = list.get_untracked() else { return };
    if let Ok(Some(found)) = list.query_selector(&format!("[data-key=\"{key}\"]"))
        && let Some(found) = found.dyn_ref::<HtmlElement>()
    {
        let _ = found.focus();
    }
}

fn one(
    state: AppState,
    open: &OpenTrace,
    tree: &Hierarchy,
    at: Placed,
    top: u8,
    first: Option<u64>,
) -> AnyView {
    let (trace, unit, own) = (open.id(), open.info.unit, open.state.neuron);
    let node = &tree.nodes[at.node];
    let key = node.key;
    let style = format!(
        "inset-inline-start:{:.3}%;inline-size:{:.3}%;inset-block-start:{}px",
        at.left * 100.0,
        at.width * 100.0,
        u32::from(node.depth - top) * 25,
    );
    let name = node_name(node);
    let what = if node.level == Level::Instruction { String::new() } else { node.opcodes.clone() };
    let fill = colour_of(open, node);
    let style = match fill {
        Some(colour) => {
            format!(
                "{style};background:var(--c{colour});color:var(--c{colour}-i);--fill-k:var(--c{colour}-k)"
            )
        }
        None => style,
    };
    let label = (at.width > NAMED).then(|| {
        view! { <span class="clip ltr"><b><bdi>{name}</bdi></b> " " <span class="what"><bdi>{what}</bdi></span></span> }
    });
    let time = (at.width > TIMED).then(|| {
        view! { <span class="time">{measure(format::ticks(node.ticks, unit))}</span> }
    });
    let longest = node.longest.clone();
    let is_chosen = move || own.node.get() == Some(key);
    // One stop for the Tab key: what is chosen, or else the first.
    let stop = move || {
        let is_first = own.node.get().is_none() && Some(key) == first;
        if is_chosen() || is_first { "0" } else { "-1" }
    };
    let can_zoom = node.below > 0;
    view! {
        <button
            class=format!("ibox {}", class_of(node))
            class:on=is_chosen
            class:missing=node.name.is_empty()
            class:narrow=at.width <= NAMED
            class:coloured=fill.is_some()
            style=style
            title=node_text(tree, node, unit)
            data-key=key.to_string()
            tabindex=stop
            aria-pressed=move || is_chosen().to_string()
            on:click=move |_| own.choose(state, trace, key, longest.clone())
            on:dblclick=move |_| if can_zoom { own.root.set(Some(key)) }
        >
            {label}
            {time}
        </button>
    }
    .into_any()
}

/// Number of the colour that an op has on the timeline, if colours stand for
/// ops of its level.
fn colour_of(open: &OpenTrace, node: &Node) -> Option<u32> {
    let own = open.state.neuron;
    let level = match own.colour_by.get_untracked() {
        ColourBy::Name => Level::Instruction,
        ColourBy::Hlo => Level::Hlo,
        ColourBy::Layer => Level::Framework,
        ColourBy::Engine | ColourBy::NkiLine | ColourBy::Work => return None,
    };
    if node.level != level || node.name.is_empty() {
        return None;
    }
    own.legend.with_untracked(|legend| {
        // Texts of HLO go on after the name.
        let is_it = |name: &str| name.split(" = ").next() == Some(node.name.as_str());
        legend.iter().find(|row| is_it(&row.name)).map(|row| u32::from(row.colour) + 1)
    })
}

fn class_of(node: &Node) -> &'static str {
    match node.level {
        Level::Framework => "l-framework",
        Level::Hlo => "l-hlo",
        Level::Penguin => "l-penguin",
        Level::Bir => "l-bir",
        Level::Instruction => "l-instruction",
    }
}
