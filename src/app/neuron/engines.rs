//! How engines and DMA spent their time, as bars.

use super::link;
use crate::app::icon::measure;
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, tv};
use crate::neuron::analysis::engine_row::EngineRow;
use crate::neuron::analysis::summary::{Part, ProfileSummary};
use crate::text::format;
use leptos::prelude::*;

/// A part of a bar: style class, message, ticks.
type Piece = (&'static str, &'static str, i64);

pub fn engines(state: AppState, open: &OpenTrace, summary: &ProfileSummary) -> AnyView {
    let (all, cores): (Vec<_>, Vec<_>) = summary.engines.iter().partition(|row| row.core.is_none());
    let rows = |rows: Vec<&EngineRow>| {
        rows.into_iter().map(|row| engine(state, open, row, summary)).collect_view().into_any()
    };
    let names: Vec<&str> = summary.left_out.iter().map(|engine| engine.name()).collect();
    let missing = (!names.is_empty()).then(|| {
        let text = tv("neuron-not-selected", &[("engines", names.join(", ").into())]);
        view! { <p class="dim">{text}</p> }
    });
    let by_core = (!cores.is_empty()).then(|| {
        view! {
            <details class="more">
                <summary>{t("neuron-cores")}</summary>
                <div class="nbars">{rows(cores)}</div>
            </details>
        }
    });
    view! {
        <section class="ncard wide">
            <h3>{t("neuron-engines")} <span class="hint">{t("neuron-engines-hint")}</span></h3>
            <div class="nbars">{rows(all)} {dma(open, summary)}</div>
            {legend()}
            {missing}
            {by_core}
        </section>
    }
    .into_any()
}

fn engine(state: AppState, open: &OpenTrace, row: &EngineRow, summary: &ProfileSummary) -> AnyView {
    let unit = open.info.unit;
    let name = match row.core {
        Some(core) => tv(
            "neuron-engine-core",
            &[("engine", row.engine.name().into()), ("core", format!("nc{core}").into())],
        ),
        None => row.engine.name().to_owned(),
    };
    let pieces: [Piece; 4] = [
        ("work", "neuron-part-active", row.active),
        ("sem", "neuron-part-semaphore", row.semaphore),
        ("before", "neuron-part-before", row.before),
        ("idle", "neuron-part-idle", row.idle),
    ];
    let sum = tv("neuron-engine-sum", &[("sum", format::ticks(row.sum, unit).into())]);
    let count = tv("neuron-engine-count", &[("n", row.instructions.into())]);
    bar_row(
        link(state, open, name, row.longest.clone()),
        &pieces,
        summary,
        open,
        row.active,
        &format!("{sum} · {count}"),
    )
}

/// DMA has no waits of its own: what runs alone stands out.
fn dma(open: &OpenTrace, summary: &ProfileSummary) -> AnyView {
    let (dma, unit) = (&summary.dma, open.info.unit);
    if dma.packets == 0 && dma.transfers == 0 {
        return ().into_any();
    }
    let idle = (summary.total - dma.active).max(0);
    let pieces: [Piece; 2] = [("work", "neuron-part-active", dma.active), ("idle", "neuron-part-idle", idle)];
    let count = if dma.packets > 0 {
        tv("neuron-dma-count", &[("n", dma.packets.into())])
    } else {
        tv("neuron-dma-transfers", &[("n", dma.transfers.into())])
    };
    let alone = dma.alone.map(|alone| tv("neuron-dma-alone", &[("time", format::ticks(alone, unit).into())]));
    let note = alone.map_or_else(|| count.clone(), |alone| format!("{alone} · {count}"));
    bar_row(
        view! { <span class="clip">{t("neuron-dma")}</span> }.into_any(),
        &pieces,
        summary,
        open,
        dma.active,
        &note,
    )
}

fn bar_row(
    name: AnyView,
    pieces: &[Piece],
    summary: &ProfileSummary,
    open: &OpenTrace,
    active: i64,
    note: &str,
) -> AnyView {
    let unit = open.info.unit;
    let share = |ticks: i64| summary.share(ticks) * 100.0;
    let texts: Vec<String> = pieces
        .iter()
        .map(|(_, label, ticks)| {
            format!("{} {} ({})", t(label), format::ticks(*ticks, unit), format::percent(share(*ticks)))
        })
        .collect();
    let text = texts.join("\n");
    let parts = pieces
        .iter()
        .filter(|(_, _, ticks)| *ticks > 0)
        .map(|(class, _, ticks)| {
            let width = format!("inline-size:{:.3}%", share(*ticks));
            view! { <i class=format!("p-{class}") style=width></i> }
        })
        .collect_view();
    let spoken = texts.join(", ");
    view! {
        <div class="nbar" title=text>
            {name}
            <span class="nb" role="img" aria-label=spoken>{parts}</span>
            <span class="end num">{measure(format::percent(share(active)))}</span>
            <span class="end num">{measure(format::ticks(active, unit))}</span>
            <span class="dimmer clip note">{note.to_owned()}</span>
        </div>
    }
    .into_any()
}

fn legend() -> AnyView {
    let entry = |class: &'static str, label: &'static str, text: String| {
        view! {
            <li title=text><i class=format!("key p-{class}")></i>{t(label)}</li>
        }
    };
    view! {
        <ul class="nlegend">
            {entry("work", "neuron-part-active", String::new())}
            {entry("sem", "neuron-part-semaphore", t("neuron-part-semaphore-text"))}
            {entry("before", "neuron-part-before", t("neuron-part-before-text"))}
            {entry("idle", "neuron-part-idle", t("neuron-part-idle-text"))}
        </ul>
    }
    .into_any()
}

/// Queues or tensors by bytes.
pub fn parts(
    state: AppState,
    open: &OpenTrace,
    title: &'static str,
    parts: &[Part],
    more: impl Fn() + 'static,
) -> Option<AnyView> {
    let most = parts.iter().map(|part| part.bytes).max()?.max(1);
    let unit = open.info.unit;
    let rows = parts
        .iter()
        .map(|part| {
            let name = if part.name.is_empty() { t("neuron-unnamed") } else { part.name.clone() };
            let width = format!("inline-size:{:.3}%", part.bytes as f64 / most as f64 * 100.0);
            let note = tv("neuron-dma-count", &[("n", part.packets.into())]);
            view! {
                <div class="nbar">
                    {link(state, open, name, part.longest.clone())}
                    <span class="nb"><i class="p-work" style=width></i></span>
                    <span class="end num" title=format!("{} B", format::count(part.bytes))>
                        {measure(format::bytes(part.bytes))}
                    </span>
                    <span class="end num">{measure(format::ticks(part.active, unit))}</span>
                    <span class="dimmer clip note">{note}</span>
                </div>
            }
        })
        .collect_view();
    Some(
        view! {
            <section class="ncard">
                <h3>
                    {t(title)} <span class="grow"></span>
                    <button class="link" on:click=move |_| more()>{t("neuron-more-tables")}</button>
                </h3>
                <div class="nbars">{rows}</div>
            </section>
        }
        .into_any(),
    )
}
