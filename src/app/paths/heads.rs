//! What stands over each column: name, time, spread, bound.

use super::neuron::heads as neuron;
use super::path_menu::path_menu;
use super::say::{self, ratio, time};
use super::shown::Shown;
use super::spark::spark;
use crate::app::icon::{measure, small_icon};
use crate::app::neffs::synthetic_chip;
use crate::app::words::{t, texts, tv};
use crate::lowering::comparison::{Caveat, Metric, PathView};
use crate::lowering::profile::Figure;
use crate::text::format;
use crate::text::path_delta::{PathDelta, path_delta};
use leptos::prelude::*;

pub fn heads(shown: &Shown) -> AnyView {
    let heads = (0..shown.all.paths.len()).map(|path| head(shown, path)).collect_view();
    view! {
        {short_heads(shown)}
        <section class="cols heads" aria-label=t("heads-title")>
            <div class="gut">{t("heads-title")}</div>
            {heads}
        </section>
    }
    .into_any()
}

/// What stays on top when the page scrolls; until then the heads cover it.
fn short_heads(shown: &Shown) -> AnyView {
    let heads = (0..shown.all.paths.len())
        .map(|path| {
            let view = &shown.all.paths[path];
            view! {
                <div class="col">
                    <span class="badge" class:base=shown.is_base(path)>{shown.letter(path)}</span>
                    <b class="clip">{view.name.clone()}</b>
                    <span class="num">{measure(time(view.total.median))}</span>
                    {delta(shown, path)}
                </div>
            }
        })
        .collect_view();
    view! { <div class="cols short-heads" aria-hidden="true"><div class="gut"></div>{heads}</div> }.into_any()
}

fn head(shown: &Shown, path: usize) -> AnyView {
    let view = &shown.all.paths[path];
    let is_base = shown.is_base(path);
    let files = view.files.join(", ");
    let region = format!("{} · {}", say::region_kind_of(view), say::region(&view.region));
    view! {
        <article class="col head" aria-label=view.name.clone()>
            <div class="top">
                <span class="badge" class:base=is_base>{shown.letter(path)}</span>
                <h2 class="clip" title=view.name.clone()>{view.name.clone()}</h2>
                {is_base.then(|| view! { <span class="chip solid">{t("paths-baseline")}</span> })}
                <span class="file clip ltr" title=files>{files.clone()}</span>
                {path_menu(shown, path)}
            </div>
            <p class="src ltr" title=region>{region.clone()}</p>
            <div class="big">
                <div>
                    <b>{measure(time(view.total.median))}</b>
                    {delta(shown, path)}
                    <small>{time_text(shown, view)}</small>
                </div>
                {if view.neuron.is_some() && view.instance_count < 2 { neuron::one_run() } else { spark(shown, path) }}
            </div>
            <div class="chips">{chips(shown, path, view)}</div>
        </article>
    }
    .into_any()
}

/// What the time of a path is.
fn time_text(shown: &Shown, view: &PathView) -> String {
    if shown.all.is_neuron() {
        return neuron::time_text(&shown.all, view);
    }
    tv("heads-median", &[("measure", say::measure(shown.all.judged_by).into())])
}

/// How a path compares to the baseline, in a word.
fn delta(shown: &Shown, path: usize) -> Option<AnyView> {
    let PathDelta { text, class, icon } = texts(|texts| path_delta(texts, &shown.all, path))?;
    Some(
        view! {
            <span class=format!("delta {class}") title=text>{small_icon(icon)}<span class="clip">{text.clone()}</span></span>
        }
        .into_any(),
    )
}

fn chips(shown: &Shown, path: usize, view: &PathView) -> AnyView {
    if let Some(part) = view.neuron.as_deref() {
        return neuron::chips(view, part);
    }
    let (bound, why) = say::bound_of(view);
    let figure = |metric: Metric| view.metrics.iter().find(|(m, _)| *m == metric).map(|(_, figure)| *figure);
    let launches = match figure(Metric::Launches) {
        Some(Figure::Known(count)) => Some(
            view! { <span class="chip">{tv("chip-launches", &[("count", count.into())])}</span> }.into_any(),
        ),
        _ if !view.recording.has_device => Some(
            view! { <span class="chip">{tv("chip-ops", &[("count", view.items.len().into())])}</span> }
                .into_any(),
        ),
        Some(Figure::Unknown(reason)) => Some(unknown(t("chip-launches-unknown"), say::reason(reason))),
        None => None,
    };
    let bytes = match (figure(Metric::BytesMoved), figure(Metric::Amplification)) {
        (Some(Figure::Known(moved)), Some(Figure::Known(times))) => {
            let moved = format::bytes(moved.max(0.0) as u64);
            let text = tv("chip-bytes-times", &[("bytes", moved.into()), ("ratio", ratio(times).into())]);
            Some(view! { <span class="chip">{text}</span> }.into_any())
        }
        (Some(Figure::Known(moved)), _) => {
            let moved = format::bytes(moved.max(0.0) as u64);
            Some(
                view! { <span class="chip">{tv("chip-bytes", &[("bytes", moved.into())])}</span> }.into_any(),
            )
        }
        (Some(Figure::Unknown(reason)), _) => Some(unknown(t("chip-bytes-unknown"), say::reason(reason))),
        (None, _) => None,
    };
    let host_bound = shown
        .all
        .verdict
        .caveats
        .iter()
        .any(|caveat| matches!(caveat, Caveat::HostBoundAlone { path: of, .. } if *of as usize == path));
    let recordings = (view.traces.len() > 1)
        .then(|| view! { <span class="chip">{tv("chip-recordings", &[("count", view.traces.len().into())])}</span> });
    let joined = view.neffs.as_deref().map(super::neffs::chip);
    let synthetic = view.recording.synthetic.then(synthetic_chip);
    view! {
        {synthetic}
        <span class="chip solid bound" title=why>{bound}</span>
        {launches}
        {bytes}
        {joined}
        {recordings}
        {host_bound.then(|| view! { <span class="chip warn">{small_icon("warn")}{t("chip-host-bound")}</span> })}
    }
    .into_any()
}

fn unknown(text: String, why: String) -> AnyView {
    let spoken = format!("{text}: {why}");
    view! { <span class="chip dashed" tabindex="0" title=why aria-label=spoken>{text}</span> }.into_any()
}
