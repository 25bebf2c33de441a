//! One instance of each path, stacked on one time scale: the median one, or
//! another that a person steps to.

use super::board::Board;
use super::instances::Instances;
use super::model::OpenPaths;
use super::section::{section, twin};
use super::shown::Shown;
use super::slice::{light, show};
use super::stack_input::{Hit, Pointer, key, wheel, wrapped};
use super::stack_paint::{Picture, draw};
use super::stack_table::stack_table;
use crate::app::icon::{icon, small_icon};
use crate::app::words::{t, tv};
use crate::lowering::comparison::PathView;
use crate::lowering::profile::InstanceRows;
use crate::text::format;
use crate::timeline::paths::counterpart::ops_of;
use crate::timeline::paths::flow::op_of_node;
use crate::timeline::paths::lanes::{Lanes, Piece};
use crate::timeline::paths::stack::{Found, Places, Scale, at, places};
use crate::timeline::paths::zoom::Zoom;
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// What is drawn of one path.
#[derive(Clone)]
pub struct One {
    pub lanes: Arc<Lanes>,
    pub places: Arc<Places>,
    pub scale: Scale,
    /// `None` while only the times of host and device are known.
    pub rows: Option<Arc<InstanceRows>>,
    /// Ops of the baseline, by node and by item.
    pub op_of_node: Arc<Vec<Option<u32>>>,
    pub ops_of_item: Arc<Vec<Vec<u32>>>,
}

/// All paths as they are laid out, whatever part is shown.
#[derive(Clone)]
struct Laid {
    /// Scales are set for each picture.
    all: Arc<Vec<One>>,
    height: f64,
    longest_ns: i64,
}

impl PartialEq for Laid {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.all, &other.all)
    }
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
    let instances = Instances::new(shown);
    let shown = shown.clone();
    let body = move || if table.get() { stack_table(&shown, instances) } else { picture(&shown, instances) };
    section("time", "paths-stack-title", "paths-stack-what", tools, body)
}

/// Lays out these instances (tracked).
fn lay_out(shown: &Shown, instances: Instances, steps: &[usize]) -> Laid {
    let each: Vec<_> = (shown.all.paths.iter().enumerate())
        .map(|(path, view)| {
            let step = steps.get(path).copied().unwrap_or(view.median_instance as usize);
            let rows = instances.rows(path, step);
            let lanes =
                rows.as_ref().map_or_else(|| totals(view, step), |rows| Lanes::new(&rows.nodes, &rows.items));
            (lanes, rows)
        })
        .collect();
    let longest_ns = each.iter().map(|(lanes, _)| lanes.length_ns()).max().unwrap_or(1);
    let (places, height) = places(each.iter().map(|(lanes, _)| lanes));
    let all = each
        .into_iter()
        .zip(places)
        .enumerate()
        .map(|(path, ((lanes, rows), places))| {
            let (op_of_node, ops_of_item) = ops_of_rows(shown, instances, path, rows.as_ref());
            One {
                lanes: Arc::new(lanes),
                places: Arc::new(places),
                scale: Scale { zoom: Zoom::ALL, length_ns: 1.0, width: 1.0 },
                rows,
                op_of_node: Arc::new(op_of_node),
                ops_of_item: Arc::new(ops_of_item),
            }
        })
        .collect();
    Laid { all: Arc::new(all), height, longest_ns }
}

/// Ops of the baseline by node and by item.
fn ops_of_rows(
    shown: &Shown,
    instances: Instances,
    path: usize,
    rows: Option<&Arc<InstanceRows>>,
) -> (Vec<Option<u32>>, Vec<Vec<u32>>) {
    let (Some(rows), Some((_, median))) = (rows, instances.median(path)) else { return Default::default() };
    let of_node = op_of_node(&shown.all, path);
    ops_of(rows, &median, of_node, &shown.flows[path].ops_of)
}

/// The part that is zoomed to (tracked).
fn scaled(open: OpenPaths, laid: &Laid, width: f64) -> Vec<One> {
    let (zoom, own_scale) = (open.zoom.get(), open.own_scale.get());
    laid.all
        .iter()
        .map(|one| {
            let length_ns = if own_scale { one.lanes.length_ns() } else { laid.longest_ns } as f64;
            One { scale: Scale { zoom, length_ns, width }, ..one.clone() }
        })
        .collect()
}

/// As long as the rows of an instance are on their way, its sums.
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

fn picture(shown: &Shown, instances: Instances) -> AnyView {
    let (state, open) = (shown.state, shown.open);
    let board = Board::new();
    let (canvas, width) = (board.canvas, board.width);
    let of = shown.clone();
    let laid = Memo::new(move |_| lay_out(&of, instances, &open.instances.get()));
    let shown_here = shown.clone();
    Effect::new(move |_| {
        let dark = state.dark.get();
        let lit = open.pinned.get().or_else(|| open.hot.get());
        let wide = width.get();
        let (all, height) = laid.with(|laid| (scaled(open, laid, wide), laid.height));
        board.paint(dark, wide, height, |surface, colours, widths| {
            let own_scale = open.own_scale.get_untracked();
            draw(surface, &Picture { shown: &shown_here, all: &all, colours, widths, own_scale, lit });
        });
    });
    let height = move || format!("{}px", laid.with(|laid| laid.height));
    let found = move |x: f64, y: f64| {
        let all = untrack(|| laid.with(|laid| scaled(open, laid, width.get())));
        all.iter().enumerate().find_map(|(path, one)| {
            let rows = one.rows.as_ref()?;
            Some(match at(&one.lanes, &one.places, one.scale, x, y)? {
                Found::Node(node) => {
                    let op = one.op_of_node.get(node as usize).copied().flatten();
                    let node = rows.nodes.get(node as usize)?;
                    Hit { path, name: node.name.to_string(), ns: node.median_ns, slice: node.slice, op }
                }
                Found::Item(item) => {
                    let op = one.ops_of_item.get(item as usize).and_then(|ops| ops.first().copied());
                    let item = rows.items.get(item as usize)?;
                    Hit { path, name: item.name.to_string(), ns: item.median_ns, slice: item.slice, op }
                }
            })
        })
    };
    let pointer = Pointer::new(shown.clone(), Rc::new(found), width);
    let gutter = (0..shown.all.paths.len()).map(|path| gutter_rows(shown, path, laid)).collect_view();
    let (down, moved, up) = (pointer.clone(), pointer.clone(), pointer);
    let count = shown.all.paths.len();
    let counts: Vec<usize> = shown.all.paths.iter().map(|path| path.instances.len()).collect();
    view! {
        <section class="stack">
            <div class="gut" style:block-size=height>{gutter}</div>
            <canvas
                node_ref=canvas
                tabindex="0"
                role="img"
                aria-label=tv("paths-stack-label", &[("count", count.into())])
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

/// Names of lanes, and the buttons that step to other instances.
fn gutter_rows(shown: &Shown, path: usize, laid: Memo<Laid>) -> AnyView {
    let (state, open) = (shown.state, shown.open);
    let view = &shown.all.paths[path];
    let count = view.instances.len();
    let median = view.median_instance as usize;
    let now = move || open.instances.with(|steps| steps.get(path).copied().unwrap_or(median));
    let roots: Vec<_> = view.instances.iter().map(|instance| instance.root).collect();
    let trace = view.traces.first().copied();
    let step = move |by: isize| {
        open.instances.update(|steps| {
            if let Some(step) = steps.get_mut(path) {
                *step = wrapped(*step, by, count);
            }
        });
    };
    let label = move || {
        let now = now();
        let is_known = laid.with(|laid| laid.all.get(path).is_some_and(|one| one.rows.is_some()));
        let id = match (now == median, is_known) {
            (true, _) => "paths-stack-median",
            (false, true) => "paths-stack-instance",
            (false, false) => "paths-stack-instance-sums",
        };
        let text = tv(id, &[("number", (now + 1).into()), ("count", count.into())]);
        format!("{text}. {}", t("paths-stack-show"))
    };
    let letter = shown.letter(path);
    let of = |id: &str| tv(id, &[("path", (&letter).into())]);
    let (previous, next) = (of("paths-stack-previous"), of("paths-stack-next"));
    let goto = move |_: MouseEvent| {
        if let (Some(trace), Some(root)) = (trace, roots.get(untrack(now))) {
            show(state, trace, *root);
        }
    };
    let top = move |of: fn(&Places) -> &[f64]| {
        laid.with(|laid| {
            let top = laid.all.get(path).and_then(|one| of(&one.places).first().copied());
            format!("{}px", top.unwrap_or(0.0))
        })
    };
    view! {
        <div style:inset-block-start=move || top(|places| &places.host)>
            <span class="badge" class:base=shown.is_base(path)>{letter.clone()}</span>
            <span class="dimmer">{t("paths-stack-host")}</span>
        </div>
        <div style:inset-block-start=move || top(|places| &places.device)>
            <span class="stepper">
                <button
                    class="btn bare small icon turn"
                    aria-label=previous.clone()
                    title=previous
                    disabled={count < 2}
                    on:click=move |_| step(-1)
                >
                    {small_icon("right")}
                </button>
                <button class="link" title=label aria-label=label on:click=goto>{move || format::count(now() as u64 + 1)}</button>
                <button
                    class="btn bare small icon"
                    aria-label=next.clone()
                    title=next
                    disabled={count < 2}
                    on:click=move |_| step(1)
                >
                    {small_icon("right")}
                </button>
            </span>
            <span class="dimmer">{t("paths-stack-device")}</span>
        </div>
    }
    .into_any()
}
