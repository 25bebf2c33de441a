//! One path's column of the lowering.

use super::levels::{Window, level_name};
use super::say::{self, bare, time};
use super::shown::{Shown, hue_fill, hue_style, ops_attribute};
use super::slice::show;
use crate::app::icon::{measure, small_icon};
use crate::app::words::{t, tv};
use crate::lowering::comparison::{Fate, PathView};
use crate::lowering::profile::{Figure, ItemKind, Node};
use crate::text::format;
use crate::timeline::paths::axis::{round_step, ticks};
use crate::timeline::paths::column::{Block, Column, column};
use crate::timeline::paths::flow::compiled_node;
use crate::timeline::paths::rows;
use crate::timeline::paths::size::Size;
use leptos::prelude::*;

/// Boxes in a row from which on their texts are left out.
const NARROW: usize = 12;

/// Ops over all columns from which on their names stand upright.
const NARROW_OPS: usize = 24;

/// Narrowest stripe, in thousandths of the column; of thinner ones one box is left.
const THINNEST_STRIPE: f64 = 1.2;

/// `longest` is what the width of each column stands for, in the unit of `size`.
pub fn level_column(shown: &Shown, path: usize, window: &Window, size: Size, longest: i64) -> AnyView {
    let view = &shown.all.paths[path];
    let flow = &shown.flows[path];
    let laid = column(view, flow, &window.ops, window.is_all(), size, longest);
    let label = tv("levels-column", &[("name", (&view.name).into())]);
    view! {
        <div class="col" role="group" aria-label=label>
            {ribbons(shown, &laid)}
            <div class="lv">{view.nodes.first().map(|root| frame(shown, path, root))}</div>
            <div class="lv">{compiled(shown, path, view)}</div>
            <div class="lv time">{ops(shown, path, &laid)}</div>
            <div class="lv">{mapping(shown, path)}</div>
            <div class="lv time">{nodes(shown, path, &laid.leaves, "leaf")}</div>
            <div class="lv"></div>
            <div class="lv time">{launches(shown, path, &laid)}</div>
            <div class="lv"></div>
            <div class="lv">{kernels(shown, path, &laid, size, longest)}</div>
            {axis(size, longest)}
        </div>
    }
    .into_any()
}

fn ribbons(shown: &Shown, laid: &Column) -> AnyView {
    let paths = laid
        .ribbons
        .iter()
        .map(|ribbon| {
            let hue = shown.hues.get(ribbon.op as usize).copied().unwrap_or(0);
            let fill = format!("fill:color-mix(in oklab, {} 58%, var(--surface))", hue_fill(hue));
            view! { <path data-ops=ops_attribute(&[ribbon.op]) d=ribbon.d.clone() style=fill/> }
        })
        .collect_view();
    let view_box = format!("0 0 {} {}", crate::timeline::paths::WIDE, rows::HEIGHT);
    view! {
        <svg class="rib" aria-hidden="true" viewBox=view_box preserveAspectRatio="none">{paths}</svg>
    }
    .into_any()
}

fn frame(shown: &Shown, path: usize, node: &Node) -> AnyView {
    let (state, at) = (shown.state, shown.all.paths[path].traces.first().map(|trace| (*trace, node.slice)));
    let title = format!("{}: {}", t(level_name(node)), node.name);
    view! {
        <button class="frame" title=title on:click=move |_| if let Some((trace, slice)) = at { show(state, trace, slice) }>
            <span class="clip ltr">{node.name.clone()}</span>
            <span class="num">{tv("paths-level-host-time", &[("time", time(node.median_ns as f64).into())])}</span>
        </button>
    }
    .into_any()
}

fn compiled(shown: &Shown, path: usize, view: &PathView) -> AnyView {
    match compiled_node(&view.nodes) {
        Some(at) => frame(shown, path, &view.nodes[at]),
        None => view! { <div class="absent"><span>{t("paths-level-not-compiled")}</span></div> }.into_any(),
    }
}

/// The baseline's ops: as they are on it, and as what they became elsewhere.
fn ops(shown: &Shown, path: usize, laid: &Column) -> AnyView {
    if laid.ops.is_empty() {
        let id = if shown.hues.is_empty() { "levels-no-ops" } else { "levels-nothing-differs" };
        return view! { <div class="absent"><span>{t(id)}</span></div> }.into_any();
    }
    let flow = &shown.flows[path];
    let is_base = shown.is_base(path);
    let narrow = laid.ops.len() * shown.all.paths.len() > NARROW_OPS;
    laid.ops
        .iter()
        .enumerate()
        .map(|(i, block)| {
            let op = block.of;
            let fate = flow.fates.get(op as usize).copied().unwrap_or(Fate::Unknown);
            let items = flow.into.get(op as usize).map_or(&[][..], Vec::as_slice);
            let items = || items.iter().filter_map(|i| shown.all.paths[path].items.get(*i as usize));
            let took: i64 = items().map(|item| item.median_ns).sum();
            let own = items().next().is_some();
            let bytes: f64 = items().filter_map(|item| known(item.bytes)).sum();
            let name = shown.op_name(op);
            let word = t(say::fate(fate));
            let small = if is_base && bytes > 0.0 { format::bytes(bytes as u64) } else { word.clone() };
            let id = match (own, fate) {
                (false, _) => "levels-op",
                (true, Fate::Fused) => "levels-op-into",
                (true, _) => "levels-op-time",
            };
            let spoken = tv(
                id,
                &[
                    ("name", name.into()),
                    ("fate", word.into()),
                    ("time", time(took as f64).into()),
                    ("items", items().map(|item| &*item.name).take(3).collect::<Vec<_>>().join(", ").into()),
                ],
            );
            let ghost = !(fate == Fate::Kept || is_base && own);
            view! {
                <div
                    class="op"
                    class:ghost=ghost
                    class:narrow=narrow
                    class:lost=matches!(fate, Fate::Eliminated | Fate::HostOnly)
                    // One stop of the tab key for each column; arrows go on.
                    tabindex=if i == 0 { "0" } else { "-1" }
                    role="button"
                    data-ops=ops_attribute(&[op])
                    style=format!("{};{}", shown.colours(op), place(block))
                    title=spoken.clone()
                    aria-label=spoken
                >
                    <span class="clip ltr">{bare(name).to_owned()}</span>
                    <small class="clip">{small}</small>
                </div>
            }
        })
        .collect_view()
        .into_any()
}

fn known(figure: Figure) -> Option<f64> {
    match figure {
        Figure::Known(value) => Some(value),
        Figure::Unknown(_) => None,
    }
}

/// `8 → 1 fused`, with what that rests on.
fn mapping(shown: &Shown, path: usize) -> Option<AnyView> {
    let flow = &shown.flows[path];
    let (fate, evidence) = flow.main_fate()?;
    let (ops, items) = flow.mapped();
    let lost = flow.fates.iter().filter(|fate| **fate == Fate::Eliminated).count();
    let text = tv(
        "levels-mapping",
        &[
            ("ops", ops.into()),
            ("items", items.into()),
            ("fate", t(say::fate(fate)).into()),
            ("lost", lost.into()),
        ],
    );
    Some(
        view! { <div class="map"><span><span>{text}</span>{say::evidence_chip(evidence)}</span></div> }
            .into_any(),
    )
}

/// Boxes of host rows that items came from.
fn nodes(shown: &Shown, path: usize, blocks: &[Block], class: &'static str) -> AnyView {
    let view = &shown.all.paths[path];
    let few = blocks.len() <= 3;
    let narrow = blocks.len() > NARROW;
    blocks
        .iter()
        .filter_map(|block| {
            let node = view.nodes.get(block.of as usize)?;
            let hue = match block.ops.as_slice() {
                [op] => shown.colours(*op),
                _ => hue_style(0),
            };
            let took = time(node.median_ns as f64);
            let title = tv("paths-level-node", &[("name", (&*node.name).into()), ("time", (&took).into())]);
            let name = if few { node.name.to_string() } else { bare(&node.name).to_owned() };
            let wide = few && block.width > 260.0;
            Some(view! {
                <div
                    class=class
                    class:wide=wide
                    data-ops=ops_attribute(&block.ops)
                    style=format!("{hue};{}", place(block))
                    title=title
                >
                    {(!narrow).then(|| view! { <span class="clip ltr">{name}</span> })}
                    {wide.then(|| view! { <span class="num">{measure(took)}</span> })}
                </div>
            })
        })
        .collect_view()
        .into_any()
}

fn launches(shown: &Shown, path: usize, laid: &Column) -> AnyView {
    let view = &shown.all.paths[path];
    if laid.launches.is_empty() {
        let id = if view.recording.has_device {
            "paths-level-launches-unknown"
        } else {
            "paths-level-no-launches"
        };
        return view! { <div class="absent"><span>{t(id)}</span></div> }.into_any();
    }
    let few = laid.launches.len() <= 2;
    let boxes = laid
        .launches
        .iter()
        .filter_map(|block| {
            let node = view.nodes.get(block.of as usize)?;
            let took = time(node.median_ns as f64);
            let title = tv("paths-level-node", &[("name", (&*node.name).into()), ("time", (&took).into())]);
            let text = if few { node.name.to_string() } else { took };
            let text = (laid.launches.len() <= NARROW).then(|| view! { <span class="clip ltr">{text}</span> });
            Some(view! {
                <div class="launch" class:one=few data-ops=ops_attribute(&block.ops) style=place(block) title=title>{text}</div>
            })
        })
        .collect_view();
    let aside = laid.launches.first().filter(|_| laid.launches.len() == 1).and_then(|block| {
        let node = view.nodes.get(block.of as usize)?;
        let text = tv("paths-level-launch-time", &[("time", time(node.median_ns as f64).into())]);
        let left = format!("left:{:.2}%", (block.left + block.width) / 10.0);
        Some(view! { <span class="aside" style=left>{text}</span> })
    });
    view! { {boxes} {aside} }.into_any()
}

/// Device work to the scale of time, with what it saves drawn empty.
fn kernels(shown: &Shown, path: usize, laid: &Column, size: Size, longest: i64) -> AnyView {
    let view = &shown.all.paths[path];
    let is_base = shown.is_base(path);
    let boxes = laid.items.iter().filter_map(|block| kernel(shown, path, block, size)).collect_view();
    let end = laid.items.iter().map(|b| b.left + b.width).fold(0.0, f64::max) / 10.0;
    let saved = longest - laid.span;
    let room = 100.0 - end;
    let label = (!is_base && !laid.items.is_empty() && room > 28.0).then(|| {
        let name = match laid.items.as_slice() {
            [only] => view.items.get(only.of as usize).map(|item| item.name.to_string()).unwrap_or_default(),
            items => tv("levels-items", &[("count", (items.len() + laid.items_left_out).into())]),
        };
        let less = (saved > 0 && !shown.is_refused()).then(|| {
            let text = tv("levels-less", &[("time", sized(size, saved as f64).into())]);
            view! { <span class="less">{small_icon("faster")}{text}</span> }
        });
        let took = sized(size, laid.span as f64);
        view! {
            <div class="klabel" style=format!("left:{end:.2}%;right:0")>
                <b><span class="plain">{measure(took)}</span>{less}</b>
                <span class="mono ltr clip" title=name>{name.clone()}</span>
            </div>
        }
    });
    let gap = (!is_base && saved > 0 && room > 1.0)
        .then(|| view! { <div class="saved" style=format!("left:{end:.2}%")></div> });
    let more = (laid.items_left_out > 0).then(|| {
        view! { <span class="more-items">{tv("levels-more-items", &[("count", laid.items_left_out.into())])}</span> }
    });
    let nothing = laid
        .items
        .is_empty()
        .then(|| view! { <div class="absent"><span>{t("levels-no-items")}</span></div> });
    view! { <div class="kern">{gap}{boxes}{label}{more}{nothing}</div> }.into_any()
}

fn kernel(shown: &Shown, path: usize, block: &Block, size: Size) -> Option<AnyView> {
    let view = &shown.all.paths[path];
    let item = view.items.get(block.of as usize)?;
    let took = match (size, item.bytes) {
        (Size::Bytes, Figure::Known(bytes)) => {
            format!("{}, {}", time(item.median_ns as f64), sized(size, bytes))
        }
        (Size::Bytes, Figure::Unknown(why)) => {
            format!("{}, {}", time(item.median_ns as f64), say::reason(why))
        }
        _ => time(item.median_ns as f64),
    };
    let kind = match item.kind {
        ItemKind::Kernel => "item-kernel",
        ItemKind::Copy => "item-copy",
        ItemKind::Fill => "item-fill",
        ItemKind::Op => "item-op",
        ItemKind::Neff => "item-neff",
        ItemKind::Instructions => "item-instructions",
        ItemKind::Queue => "item-queue",
    };
    let all_ops = shown.flows[path].ops_of.get(block.of as usize).map_or(&[][..], Vec::as_slice);
    let names: Vec<&str> = all_ops.iter().take(12).map(|op| bare(shown.op_name(*op))).collect();
    let title = tv(
        "paths-level-item",
        &[
            ("kind", t(kind).into()),
            ("name", (&*item.name).into()),
            ("time", took.into()),
            ("count", all_ops.len().into()),
            ("ops", names.join(", ").into()),
        ],
    );
    let style = place(block);
    let ops = ops_attribute(&block.ops);
    Some(match block.ops.as_slice() {
        [] => view! { <div class="k new" title=title style=format!("{};{style}", hue_style(0))></div> }
            .into_any(),
        [op] => {
            let text = size.of(item).map_or_else(|| "?".to_owned(), |value| sized(size, value as f64));
            let number = text.rsplit_once(' ').map_or(text.clone(), |(number, _)| number.to_owned());
            let text = (block.width > 70.0).then_some(number);
            view! { <div class="k" data-ops=ops title=title style=format!("{};{style}", shown.colours(*op))>{text}</div> }
                .into_any()
        }
        several if block.width < THINNEST_STRIPE * several.len() as f64 => {
            view! { <div class="k" data-ops=ops title=title style=format!("{};{style}", hue_style(0))></div> }
                .into_any()
        }
        several => {
            let stripes = several
                .iter()
                .map(|op| view! { <i data-ops=ops_attribute(&[*op]) style=shown.colours(*op)></i> })
                .collect_view();
            view! { <div class="k fused" title=title style=style>{stripes}</div> }.into_any()
        }
    })
}

fn axis(size: Size, longest: i64) -> AnyView {
    let span = longest.max(1) as f64;
    let marks: Vec<(f64, String)> = match size {
        Size::Time => ticks(0.0, span, 4).into_iter().map(|tick| (tick.at_ns, tick.label)).collect(),
        _ => {
            let step = round_step(span, 4).max(1.0);
            let at = (0..=(span / step) as u32).map(|at| f64::from(at) * step);
            at.map(|at| (at, sized(size, at))).collect()
        }
    };
    let marks = marks
        .into_iter()
        .filter(|(at, _)| *at <= span * 0.97)
        .map(|(at, label)| view! { <span style:left=format!("{:.2}%", at / span * 100.0)>{label}</span> })
        .collect_view();
    view! { <div class="axis-t" aria-hidden="true">{marks}</div> }.into_any()
}

/// A value of what widths stand for.
fn sized(size: Size, value: f64) -> String {
    match size {
        Size::Time => time(value),
        Size::Count => format::number(value),
        Size::Bytes => format::quantity(value, "B"),
    }
}

fn place(block: &Block) -> String {
    format!("left:{:.3}%;width:{:.3}%", block.left / 10.0, block.width / 10.0)
}
