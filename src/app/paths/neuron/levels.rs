//! The lowering of device profiles: NEFF, framework and HLO, opcodes, engine
//! time, in columns with ribbons from opcodes to engines.

use crate::app::icon::{measure, small_icon};
use crate::app::paths::level_table;
use crate::app::paths::levels::{lit, only_button};
use crate::app::paths::say::{self, bare, time};
use crate::app::paths::section::{section, twin};
use crate::app::paths::shown::{Shown, hue_fill, ops_attribute};
use crate::app::paths::slice::show;
use crate::app::words::{t, tv};
use crate::lowering::comparison::PathView;
use crate::lowering::neuron::{EnginePart, NeuronPart, Worker};
use crate::lowering::profile::Evidence;
use crate::text::numerals;
use crate::timeline::paths::WIDE;
use crate::timeline::paths::axis::{ticks, unit_of};
use crate::timeline::paths::engines::{EngineBox, EngineColumn, HEIGHT, OpcodeBox, engine_column, length_ns};
use leptos::prelude::*;

/// Names of more letters need a wider box; widths are in the style sheet.
const SHORT: usize = 4;
/// Room from which on it is said how much is saved.
const ROOM: f64 = 90.0;

pub fn levels(shown: &Shown) -> AnyView {
    let open = shown.open;
    let table = RwSignal::new(false);
    let tools = view! {
        <span class="legend">
            <span><i class="sw kept"></i>{t("neuron-paths-legend-runs")}</span>
            <span><i class="sw gone"></i>{t("neuron-paths-legend-gone")}</span>
        </span>
        {only_button(open)}
        {twin(table)}
    };
    let shown = shown.clone();
    let body = move || if table.get() { level_table::level_table(&shown) } else { columns(&shown) };
    section("levels", "levels-title", "neuron-paths-levels-what", tools, body)
}

fn columns(shown: &Shown) -> AnyView {
    let open = shown.open;
    let here = shown.clone();
    let columns = move || {
        let only = open.only_what_differs.get();
        let longest = here.all.paths.iter().filter_map(|path| path.neuron.as_deref()).map(length_ns).max();
        (0..here.all.paths.len()).map(|path| column(&here, path, longest.unwrap_or(1), only)).collect_view()
    };
    let gutter = view! {
        <div class="gut" aria-hidden="true">
            <div>{t("paths-level-neff")}</div>
            <div>{t("neuron-paths-level-names")}</div>
            <div>{t("neuron-paths-level-opcodes")}<small>{t("neuron-paths-level-opcodes-text")}</small></div>
            <div></div>
            <div>{t("neuron-paths-level-engines")}<small>{t("neuron-paths-level-engines-text")}</small></div>
            <div></div>
            <div></div>
        </div>
    };
    lit(open, "cols levels nlevels", move || open.only_what_differs.track(), view! { {gutter} {columns} })
}

fn column(shown: &Shown, path: usize, longest: i64, only: bool) -> Option<AnyView> {
    let (base, view) = (shown.base_path()?, shown.all.paths.get(path)?);
    let part = view.neuron.as_deref()?;
    let laid = engine_column(base, view, &shown.flows[path].into, longest);
    let same: Vec<u32> = if only { unchanged(shown) } else { Vec::new() };
    let label = tv("levels-column", &[("name", (&view.name).into())]);
    let names = if part.has_names { t("neuron-paths-names-here") } else { t("neuron-paths-not-here") };
    let how = (!part.has_names).then(|| {
        let how = t("neuron-paths-how-names-text");
        view! { <span class="how" tabindex="0" title=how.clone() aria-label=how>{t("neuron-paths-how-names")}</span> }
    });
    Some(
        view! {
            <div class="col" role="group" aria-label=label>
                {ribbons(shown, &laid, &same)}
                <div class="lv">{neff(shown, view)}</div>
                <div class="lv"><div class="missing"><span>{names}</span>{how}</div></div>
                <div class="lv time">{opcodes(shown, path, &laid, &same)}</div>
                <div class="lv">{mapping(shown, path, &laid)}</div>
                <div class="lv">{engines(shown, path, part, &laid, longest)}</div>
                {axis(longest)}
                {times(part)}
            </div>
        }
        .into_any(),
    )
}

/// Opcodes that are executed as often on every path.
fn unchanged(shown: &Shown) -> Vec<u32> {
    let Some(own) = shown.base_path().and_then(|base| base.neuron.as_deref()) else { return Vec::new() };
    (0..shown.hues.len() as u32)
        .filter(|op| {
            let name = shown.op_name(*op);
            let counts = shown.all.paths.iter().filter_map(|path| path.neuron.as_deref());
            counts
                .filter(|part| part.tells_instructions)
                .map(|part| part.count(name))
                .all(|count| count == own.count(name))
        })
        .collect()
}

fn ribbons(shown: &Shown, laid: &EngineColumn, same: &[u32]) -> AnyView {
    let paths = laid
        .ribbons
        .iter()
        .map(|ribbon| {
            let hue = shown.hues.get(ribbon.op as usize).copied().unwrap_or(0);
            let fill = format!("fill:color-mix(in oklab, {} 58%, var(--surface))", hue_fill(hue));
            let class = if same.contains(&ribbon.op) { "folded" } else { "" };
            view! { <path class=class data-ops=ops_attribute(&[ribbon.op]) d=ribbon.d.clone() style=fill/> }
        })
        .collect_view();
    let view_box = format!("0 0 {WIDE} {HEIGHT}");
    view! { <svg class="rib" aria-hidden="true" viewBox=view_box preserveAspectRatio="none">{paths}</svg> }
        .into_any()
}

fn neff(shown: &Shown, view: &PathView) -> Option<AnyView> {
    let root = view.nodes.first()?;
    let (state, at) = (shown.state, view.traces.first().map(|trace| (*trace, root.slice)));
    let name = root.name.clone();
    let title = format!("{}: {}", t("paths-level-neff"), name);
    Some(
        view! {
            <button class="frame" title=title on:click=move |_| if let Some((trace, slice)) = at { show(state, trace, slice) }>
                <span class="clip ltr">{name}</span>
                <span class="num">{measure(time(view.span.median))}</span>
            </button>
        }
        .into_any(),
    )
}

fn opcodes(shown: &Shown, path: usize, laid: &EngineColumn, same: &[u32]) -> AnyView {
    if laid.opcodes.is_empty() {
        return view! { <div class="absent"><span>{t("levels-no-ops")}</span></div> }.into_any();
    }
    let is_base = shown.is_base(path);
    laid.opcodes
        .iter()
        .enumerate()
        .map(|(i, opcode)| opcode_box(shown, opcode, i == 0, is_base, same.contains(&opcode.op)))
        .collect_view()
        .into_any()
}

fn opcode_box(shown: &Shown, opcode: &OpcodeBox, first: bool, is_base: bool, folded: bool) -> AnyView {
    let OpcodeBox { op, count, base, time_ns, .. } = *opcode;
    let name = shown.op_name(op);
    let gone = base.saturating_sub(count);
    let number = |value: u64| crate::text::format::count(value);
    let small = match (count, gone) {
        _ if is_base => number(count),
        (0, gone) => tv("neuron-paths-op-all-gone", &[("gone", number(gone).into())]),
        (count, 0) if count > base => {
            let values = [("count", number(count).into()), ("more", number(count - base).into())];
            tv("neuron-paths-op-more", &values)
        }
        (count, 0) => number(count),
        (count, gone) => {
            tv("neuron-paths-op-gone", &[("count", number(count).into()), ("gone", number(gone).into())])
        }
    };
    let id = if count == base { "neuron-paths-op" } else { "neuron-paths-op-beside" };
    let spoken = tv(
        id,
        &[
            ("name", name.into()),
            ("count", number(count).into()),
            ("base", number(base).into()),
            ("time", time(time_ns as f64).into()),
        ],
    );
    let place = format!("left:{:.3}%;width:{:.3}%", opcode.left / 10.0, opcode.width / 10.0);
    let style = format!("{};--p:{:.1}%;{place}", shown.colours(op), opcode.share() * 100.0);
    view! {
        <div
            class="op oc"
            class:part={gone > 0}
            class:lost={count == 0}
            class:folded=folded
            tabindex=if first { "0" } else { "-1" }
            role="button"
            data-ops=ops_attribute(&[op])
            style=style
            title=spoken.clone()
            aria-label=spoken
        >
            <span class="clip ltr">{bare(name).to_owned()}</span>
            <small class="clip">{small}</small>
        </div>
    }
    .into_any()
}

/// How many instructions are the same, and how many are gone.
fn mapping(shown: &Shown, path: usize, laid: &EngineColumn) -> Option<AnyView> {
    let sum = |of: fn(&OpcodeBox) -> u64| laid.opcodes.iter().map(of).sum::<u64>();
    if laid.opcodes.is_empty() {
        return None;
    }
    let text = if shown.is_base(path) {
        tv("neuron-paths-work", &[("count", sum(|opcode| opcode.count).into())])
    } else {
        tv(
            "neuron-paths-same",
            &[
                ("same", sum(|opcode| opcode.count.min(opcode.base)).into()),
                ("gone", sum(|opcode| opcode.base.saturating_sub(opcode.count)).into()),
                ("more", sum(|opcode| opcode.count.saturating_sub(opcode.base)).into()),
            ],
        )
    };
    Some(
        view! { <div class="map"><span><span>{text}</span>{say::evidence_chip(Evidence::Opcode)}</span></div> }
            .into_any(),
    )
}

/// Engines end to end, to the scale of time, with what is saved drawn empty.
fn engines(shown: &Shown, path: usize, part: &NeuronPart, laid: &EngineColumn, longest: i64) -> AnyView {
    let boxes = laid.engines.iter().filter_map(|engine| engine_box(part, engine, longest)).collect_view();
    let end = laid.engines.iter().map(|engine| engine.left + engine.width).fold(0.0, f64::max);
    let saved =
        shown.base_path().and_then(|base| base.neuron.as_deref()).map_or(0, length_ns) - length_ns(part);
    let room = WIDE - end;
    let gap =
        (!shown.is_base(path) && !shown.is_refused() && saved > 0 && longest > 0 && room > 4.0).then(|| {
            let label = (room > ROOM).then(|| {
                let text = tv("neuron-paths-less", &[("time", time(saved as f64).into())]);
                view! {
                    <div class="klabel" style=format!("left:{:.2}%;right:0", end / 10.0)>
                        <b><span class="less">{small_icon("faster")}{text}</span></b>
                        <span class="dim clip">{t("neuron-paths-less-text")}</span>
                    </div>
                }
            });
            view! { <div class="saved" style=format!("left:{:.2}%", end / 10.0)></div> {label} }
        });
    view! { <div class="kern">{gap}{boxes}</div> }.into_any()
}

fn engine_box(part: &NeuronPart, engine: &EngineBox, longest: i64) -> Option<AnyView> {
    let worker = part.workers.get(engine.worker)?;
    let name = worker.worker.name();
    let took = time(worker.active_ns as f64);
    let id =
        if worker.worker == Worker::Dma { "neuron-paths-queue-title" } else { "neuron-paths-engine-title" };
    let title = tv(
        id,
        &[
            ("engine", name.into()),
            ("time", (&took).into()),
            ("wait", time(worker.waiting_ns as f64).into()),
            ("count", worker.count.into()),
        ],
    );
    // All in the unit of the axis.
    let (unit_ns, _) = unit_of(longest.max(1) as f64);
    let number = numerals::write(&format!("{:.2}", worker.active_ns as f64 / unit_ns.max(1) as f64));
    let style = format!("left:{:.3}%;width:calc({:.3}% - 2px)", engine.left / 10.0, engine.width / 10.0);
    let long = name.len() > SHORT;
    Some(view! { <div class="eng" title=title style=style><b class:long=long>{name}</b><small>{measure(number)}</small></div> }.into_any())
}

/// The times of all engines as a list: boxes may be too narrow for theirs.
fn times(part: &NeuronPart) -> AnyView {
    let row = |worker: &EnginePart| {
        let took = measure(time(worker.active_ns as f64));
        view! { <div><dt>{worker.worker.name()}</dt><dd class="num">{took}</dd></div> }
    };
    view! { <dl class="engs">{part.workers.iter().map(row).collect_view()}</dl> }.into_any()
}

fn axis(longest: i64) -> AnyView {
    let span = longest.max(1) as f64;
    let marks = ticks(0.0, span, 4)
        .into_iter()
        .filter(|tick| tick.at_ns <= span * 0.97)
        .map(|tick| {
            view! { <span style:left=format!("{:.2}%", tick.at_ns / span * 100.0)>{tick.label}</span> }
        })
        .collect_view();
    view! { <div class="axis-t" aria-hidden="true">{marks}</div> }.into_any()
}
