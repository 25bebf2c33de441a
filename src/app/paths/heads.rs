//! What stands over each column: name, time, spread, bound.

use super::neuron::heads as neuron;
use super::path_menu::path_menu;
use super::say::{self, ratio, time};
use super::shown::Shown;
use super::spark::spark;
use crate::app::icon::{measure, small_icon};
use crate::app::neffs::synthetic_chip;
use crate::app::words::{t, tv};
use crate::lowering::comparison::{Caveat, Certainty, Metric, PathView};
use crate::lowering::profile::Figure;
use crate::lowering::verdict::is_hint;
use crate::text::format;
use leptos::prelude::*;

/// Ratios nearer to 1 than this read "same".
const SAME: f64 = 0.015;

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
    let region = format!("{} · {}", say::region_kind(view.region.kind), say::region(&view.region));
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

/// Whether the verdict would call the difference to the baseline a hint.
fn is_weak(shown: &Shown, path: usize) -> bool {
    shown.base_path().is_none_or(|base| is_hint(shown.all.judged_by, base, &shown.all.paths[path]))
}

/// How a path compares to the baseline, in a word. Where the intervals overlap,
/// or nothing may be compared, it is neither better nor worse.
fn delta(shown: &Shown, path: usize) -> Option<AnyView> {
    if shown.is_base(path) {
        return None;
    }
    let own = shown.all.paths[path].total;
    let base = shown.base_path()?.total;
    let times = base.median / own.median;
    if !times.is_finite() || times <= 0.0 {
        return None;
    }
    let faster = times > 1.0;
    let number = ratio(if faster { times } else { 1.0 / times });
    let apart = own.p90 < base.p10 || own.p10 > base.p90;
    let weak = is_weak(shown, path);
    let (id, class, icon) = if shown.all.verdict.certainty == Certainty::Refused {
        ("delta-refused", "even", "same")
    } else if (times - 1.0).abs() <= SAME {
        ("delta-same", "even", "same")
    } else {
        match (faster, apart) {
            (true, true) if weak => ("delta-faster-hint", "even", "faster"),
            (false, true) if weak => ("delta-slower-hint", "even", "slower"),
            (true, true) => ("delta-faster", "faster", "faster"),
            (false, true) => ("delta-slower", "slower", "slower"),
            (true, false) => ("delta-faster-overlap", "even", "faster"),
            (false, false) => ("delta-slower-overlap", "even", "slower"),
        }
    };
    let text = tv(id, &[("ratio", number.into())]);
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
