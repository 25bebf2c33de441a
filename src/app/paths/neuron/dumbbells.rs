//! Active time by engine: a dot for each path on one line.

use crate::app::icon::{measure, small_icon};
use crate::app::paths::say::time;
use crate::app::paths::shown::Shown;
use crate::app::words::{t, texts, tv};
use crate::lowering::comparison::{Certainty, Metric};
use crate::lowering::neuron::{NeuronPart, Worker};
use crate::neuron::Engine;
use crate::text::metric_delta::{Delta, delta};
use crate::text::neuron::UNKNOWN;
use crate::text::numerals;
use crate::timeline::paths::axis::unit_of;
use leptos::prelude::*;

/// Room behind the longest time.
const HEADROOM: f64 = 1.1;

pub fn dumbbells(shown: &Shown) -> AnyView {
    let all_workers = [Worker::Dma].into_iter().chain(Engine::ALL.map(Worker::Engine));
    let mut rows: Vec<(Worker, Vec<Option<i64>>)> = all_workers
        .map(|worker| (worker, times(shown, worker)))
        .filter(|(_, times)| times.iter().flatten().any(|ns| *ns > 0))
        .collect();
    rows.sort_by_key(|(_, times)| std::cmp::Reverse(times.iter().copied().max()));
    let most = rows.iter().flat_map(|(_, times)| times).flatten().copied().max().unwrap_or(1).max(1);
    let scale = most as f64 * HEADROOM;
    let (unit_ns, unit) = unit_of(most as f64);
    let rows = rows.iter().map(|(worker, times)| row(shown, *worker, times, scale, unit_ns)).collect_view();
    let base = shown.letter(shown.base());
    let count = shown.all.paths.len();
    let several = is_several(shown);
    let heads = several.then(|| {
        let letters = (0..count).map(|path| {
            view! { <span class="val dimmer" class:own={path == shown.base()}>{shown.letter(path)}</span> }
        });
        view! { <span></span><span></span>{letters.collect_view()} }
    });
    view! {
        <figure class="intervals">
            <figcaption class="label">
                {t("neuron-paths-engines")}
                <span class="dimmer">{tv("neuron-paths-engines-unit", &[("unit", unit.into()), ("base", base.into())])}</span>
            </figcaption>
            <div class="dumb" class:several=several style=format!("--n:{count}")>{heads}{rows}</div>
        </figure>
    }
    .into_any()
}

/// By path; `None` where its file has no such rows at all.
fn times(shown: &Shown, worker: Worker) -> Vec<Option<i64>> {
    let active = |part: &NeuronPart| {
        let tells = if worker == Worker::Dma { part.tells_dma } else { part.tells_instructions };
        tells.then(|| part.worker(worker).map_or(0, |own| own.active_ns))
    };
    shown.all.paths.iter().map(|path| path.neuron.as_deref().and_then(active)).collect()
}

/// More than one path beside the baseline: then each has a column of numbers.
fn is_several(shown: &Shown) -> bool {
    shown.all.paths.len() > 2
}

fn row(shown: &Shown, worker: Worker, times: &[Option<i64>], scale: f64, unit_ns: i64) -> AnyView {
    let percent = |ns: i64| ns.max(0) as f64 / scale * 100.0;
    let base = shown.base();
    let own = times.get(base).copied().flatten();
    let known = || times.iter().flatten().copied();
    let (least, greatest) = (known().min().unwrap_or(0), known().max().unwrap_or(0));
    // The path that the line and the number beside it are of: the winner, or
    // the only other one.
    let winner = shown.all.verdict.winner.map(|path| path as usize).filter(|path| *path != base);
    let other = (0..times.len()).find(|path| *path != base).filter(|_| !is_several(shown));
    let value = winner.or(other).and_then(|beside| times.get(beside).copied().flatten());
    let change = own
        .zip(value)
        .filter(|_| shown.all.verdict.certainty != Certainty::Refused)
        .and_then(|(own, value)| texts(|texts| delta(texts, Metric::ActiveTimeNs, own as f64, value as f64)));
    let class = change.as_ref().map_or("even", |change| change.class);
    let share =
        own.zip(value).filter(|(own, _)| *own > 0).map(|(own, value)| value as f64 / own as f64 - 1.0);
    let said = |change: &Delta| match share {
        Some(share) if change.icon != "same" => {
            numerals::write(&format!("{}{:.0} %", if share < 0.0 { "−" } else { "+" }, share.abs() * 100.0))
        }
        _ => change.text.clone(),
    };
    let dots = times
        .iter()
        .enumerate()
        .filter_map(|(path, ns)| {
            let style = format!("left:{:.2}%", percent((*ns)?));
            Some(view! { <i class:b=path != base style=style title=shown.letter(path)></i> })
        })
        .collect_view();
    let each = times
        .iter()
        .enumerate()
        .map(|(path, ns)| {
            tv("neuron-paths-engine-of", &[("path", shown.letter(path).into()), ("time", told(*ns).into())])
        })
        .collect::<Vec<_>>()
        .join(", ");
    let spoken = tv("neuron-paths-engine-row", &[("engine", worker.name().into()), ("times", each.into())]);
    let number = |value: Option<i64>, places: usize| match value {
        Some(value) => {
            let scaled = value as f64 / unit_ns.max(1) as f64;
            measure(numerals::write(&format!("{scaled:.places$}"))).into_any()
        }
        None if is_several(shown) => view! { <span title=told(None)>{UNKNOWN}</span> }.into_any(),
        None => told(None).into_any(),
    };
    let numbers = if is_several(shown) {
        let each = times.iter().enumerate().map(|(path, ns)| {
            let stands_out = winner == Some(path);
            view! { <span class="val num" class:own={path == base} class:won=stands_out>{number(*ns, 1)}</span> }
        });
        each.collect_view().into_any()
    } else {
        let change = change.as_ref().map(|change| {
            view! { <span class=format!("delta {}", change.class)>{small_icon(change.icon)}<bdi>{said(change)}</bdi></span> }
        });
        view! { <span class="val"><span class="num">{number(value, 2)}</span> {change}</span> }.into_any()
    };
    let line = format!("left:{:.2}%;width:{:.2}%", percent(least), percent(greatest - least));
    view! {
        <span class="nm">{worker.name()}</span>
        <span class="ln" role="img" aria-label=spoken.clone() title=spoken>
            <b class=class style=line></b>
            {dots}
        </span>
        {numbers}
    }
    .into_any()
}

fn told(ns: Option<i64>) -> String {
    ns.map_or_else(|| t("neuron-paths-not-here"), |ns| time(ns as f64))
}
