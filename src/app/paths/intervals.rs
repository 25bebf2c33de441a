//! The interval plot: median and p10–p90 of each path on one scale.

use super::say::{self, ratio, time};
use super::shown::Shown;
use crate::app::icon::measure;
use crate::app::words::{t, tv};
use crate::lowering::comparison::Certainty;
use crate::timeline::paths::axis::unit_of;
use crate::timeline::paths::intervals::Scale;
use leptos::prelude::*;

/// Ratios nearer to 1 than this are not drawn as a gain or a loss.
const SAME: f64 = 0.015;

/// Percent of the plot that a label takes: the first has its unit.
const LABEL_WIDE: f64 = 19.0;

pub fn intervals(shown: &Shown) -> AnyView {
    let paths = &shown.all.paths;
    let medians = paths.iter().flat_map(|path| path.recording_medians.iter().copied());
    let spreads = paths.iter().flat_map(|path| [path.total.p10, path.total.median, path.total.p90]);
    let scale = Scale::around(spreads.chain(medians));
    let base = shown.base();
    let base_median = paths.get(base).map_or(0.0, |path| path.total.median);
    let greatest = scale.ticks.last().copied().unwrap_or(1.0);
    let (unit_ns, unit) = unit_of(scale.ticks.first().copied().filter(|t| *t > 0.0).unwrap_or(greatest));
    let ticks = labelled(&scale)
        .into_iter()
        .enumerate()
        .map(|(i, tick)| {
            let number = crate::text::format::number(tick / unit_ns as f64);
            let label = if i == 0 { format!("{number} {unit}") } else { number };
            view! { <span style:left=format!("{:.2}%", scale.percent(tick))>{label}</span> }
        })
        .collect_view();
    let rows = (0..paths.len()).map(|path| row(shown, path, &scale, base_median)).collect_view();
    let kind = if scale.logarithmic { t("intervals-log") } else { t("intervals-linear") };
    view! {
        <figure class="intervals">
            <figcaption class="label">
                {tv("intervals-title", &[("measure", say::measure(shown.all.judged_by).into())])}
                <span class="dimmer">{kind}</span>
            </figcaption>
            <div class="plot">{rows}<div class="axis" aria-hidden="true">{ticks}</div></div>
        </figure>
    }
    .into_any()
}

/// Ticks whose labels do not touch.
fn labelled(scale: &Scale) -> Vec<f64> {
    let mut last = f64::NEG_INFINITY;
    let is_apart = |tick: &f64| {
        let at = scale.percent(*tick);
        let apart = at - last >= LABEL_WIDE;
        last = if apart { at } else { last };
        apart
    };
    scale.ticks.iter().copied().filter(is_apart).collect()
}

fn row(shown: &Shown, path: usize, scale: &Scale, base_median: f64) -> AnyView {
    let view = &shown.all.paths[path];
    let total = view.total;
    let at = |value: f64| scale.percent(value);
    let is_base = shown.is_base(path);
    let times = base_median / total.median;
    let compared = shown.all.verdict.certainty != Certainty::Refused;
    let arrow = (compared && !is_base && times.is_finite() && (times - 1.0).abs() > SAME).then(|| {
        let faster = times > 1.0;
        let (from, to) = if faster { (at(total.p90), at(base_median)) } else { (at(base_median), at(total.p10)) };
        let base = shown.base_path().map_or(total, |base| base.total);
        let apart = total.p90 < base.p10 || total.p10 > base.p90;
        let word = match (apart && shown.all.verdict.certainty != Certainty::Refused, faster) {
            (false, _) => "even",
            (true, true) => "faster",
            (true, false) => "slower",
        };
        let number = format!("{}×", ratio(if faster { times } else { 1.0 / times }));
        let wide = (to - from).max(0.0);
        let label = (wide > 14.0).then(|| {
            view! { <span class=format!("rt {word}") style:left=format!("{:.2}%", (from + to) / 2.0)>{number}</span> }
        });
        view! {
            <span class="ref" style:left=format!("{:.2}%", at(base_median))></span>
            {(wide > 3.0).then(|| view! {
                <span class=format!("ln {word}") style:left=format!("calc({from:.2}% + 5px)") style:width=format!("calc({wide:.2}% - 8px)")></span>
            })}
            {label}
        }
    });
    let recordings = (view.recording_medians.len() > 1).then(|| {
        let dots = view.recording_medians.iter().map(|median| {
            view! { <span class="rec" style:left=format!("{:.2}%", at(*median))></span> }
        });
        dots.collect_view()
    });
    let spoken = tv(
        "intervals-row",
        &[
            ("name", (&view.name).into()),
            ("median", time(total.median).into()),
            ("low", time(total.p10).into()),
            ("high", time(total.p90).into()),
            ("count", view.instance_count.into()),
        ],
    );
    let range = format!("{}–{}", shorter(total.p10, total.p90), time(total.p90));
    view! {
        <span class="badge" class:base=is_base aria-hidden="true">{shown.letter(path)}</span>
        <div class="row" role="img" aria-label=spoken.clone() title=spoken>
            {arrow}
            <span class="iv" style:left=format!("{:.2}%", at(total.p10)) style:width=format!("{:.2}%", at(total.p90) - at(total.p10))></span>
            {recordings}
            <span class="md" style:left=format!("{:.2}%", at(total.median))></span>
            <span class="tx"><b>{measure(time(total.median))}</b><span class="dim">{measure(range)}</span></span>
        </div>
    }
    .into_any()
}

/// Without its unit, where the other end of the range has the same.
fn shorter(ns: f64, other: f64) -> String {
    let (text, beside) = (time(ns), time(other));
    match (text.rsplit_once(' '), beside.rsplit_once(' ')) {
        (Some((number, unit)), Some((_, same))) if unit == same => number.to_owned(),
        _ => text,
    }
}
