//! The table of metrics: medians, what they are to the baseline, the best one.

use super::export;
use super::say;
use super::section::section;
use super::shown::Shown;
use crate::app::drawer::table::Sort;
use crate::app::icon::{icon, measure, small_icon};
use crate::app::words::{t, texts, tv};
use crate::lowering::comparison::{Comparison, Metric};
use crate::lowering::profile::Figure;
use crate::text::metric::{self as kind, Better, GROUPS};
use crate::text::metric_delta::{SAME, delta};
use crate::text::metric_order::{By, order};
use leptos::prelude::*;

pub fn figure(all: &Comparison, path: usize, metric: Metric) -> Option<Figure> {
    all.paths.get(path)?.metrics.iter().find(|(m, _)| *m == metric).map(|(_, figure)| *figure)
}

pub fn metrics(shown: &Shown) -> AnyView {
    let (state, all) = (shown.state, shown.all.clone());
    let csv_of = all.clone();
    let tools = view! {
        <button class="btn bare small" title=t("export-markdown") on:click=move |_| export::copy_markdown(state, &all)>
            {icon("copy")}
            {t("copy")}
        </button>
        <button class="btn bare small" title=t("export-csv") on:click=move |_| export::save_csv(state, &csv_of)>
            {icon("download")}
            "CSV"
        </button>
    };
    section("metrics", "metrics-title", "metrics-what", tools, table(shown))
}

/// Which column the rows are sorted by; `None` leaves them in their groups.
type Sorting = RwSignal<Option<Sort>>;

fn table(shown: &Shown) -> AnyView {
    let sort: Sorting = RwSignal::new(None);
    let count = shown.all.paths.len();
    let name_head = head(t("metrics-name"), t("metrics-sort-name"), sort, 0);
    let heads = (0..count)
        .map(|path| {
            let name = format!("{} {}", shown.letter(path), shown.all.paths[path].name);
            let what = if shown.is_base(path) { "metrics-sort-base" } else { "metrics-sort-path" };
            head(name, t(what), sort, path + 1)
        })
        .collect_view();
    let all = shown.clone();
    let rows = move || match sort.get() {
        None => grouped(&all),
        Some(sort) => sorted(&all, sort),
    };
    view! {
        <table class="metrics" aria-label=t("metrics-title")>
            <colgroup><col class="g"/>{(0..count).map(|_| view! { <col/> }).collect_view()}</colgroup>
            <thead><tr>{name_head}{heads}</tr></thead>
            {rows}
        </table>
    }
    .into_any()
}

/// The head of a column. Pressed again it turns the order around, and a third
/// time it puts the rows back into their groups.
fn head(name: String, what: String, sort: Sorting, column: usize) -> AnyView {
    let first_falls = column > 0;
    let here = move || sort.get().filter(|sort| sort.column == column);
    let order = move || match here() {
        None => "none",
        Some(Sort { falling: true, .. }) => "descending",
        Some(Sort { falling: false, .. }) => "ascending",
    };
    let press = move |_| {
        let next = match untrack(here) {
            None => Some(Sort { column, falling: first_falls }),
            Some(Sort { falling, .. }) if falling == first_falls => Some(Sort { column, falling: !falling }),
            Some(_) => None,
        };
        sort.set(next);
    };
    let arrow = move || here().map(|sort| small_icon(if sort.falling { "down" } else { "up" }));
    view! {
        <th scope="col" aria-sort=order>
            <button title=what on:click=press><span class="clip">{name}</span>{arrow}</button>
        </th>
    }
    .into_any()
}

/// Rows by group, in the order in which they are written.
fn grouped(shown: &Shown) -> AnyView {
    let count = shown.all.paths.len();
    GROUPS
        .iter()
        .filter_map(|(group, metrics)| {
            let mut rows: Vec<AnyView> =
                metrics.iter().filter_map(|metric| row(shown, *metric, t(kind::id(*metric)))).collect();
            if *group == kind::INSTRUCTIONS {
                rows.extend(super::neuron::metrics::opcodes(shown));
            }
            (!rows.is_empty()).then(|| {
                let rest = (0..count).map(|_| view! { <td></td> }).collect_view();
                view! {
                    <tbody>
                        <tr class="grp"><th scope="rowgroup">{t(group)}</th>{rest}</tr>
                        {rows}
                    </tbody>
                }
            })
        })
        .collect_view()
        .into_any()
}

/// Rows without groups. Names are told apart by the group that they come from.
/// Counts of single opcodes are left out: they have no order among metrics.
fn sorted(shown: &Shown, sort: Sort) -> AnyView {
    let metrics = kind::shown(&shown.all.paths);
    let full = |metric: Metric| format!("{} · {}", t(kind::id(metric)), t(kind::group(metric)));
    let names: Vec<String> = metrics.iter().map(|metric| full(*metric)).collect();
    let by = match sort.column.checked_sub(1) {
        None => By::Name,
        Some(path) if shown.is_base(path) => By::Value(path),
        Some(path) => By::Change { path, baseline: shown.base() },
    };
    let value = |path: usize, metric: Metric| match figure(&shown.all, path, metric) {
        Some(Figure::Known(value)) if value.is_finite() => Some(value),
        _ => None,
    };
    let rows = order(&metrics, &names, by, sort.falling, value)
        .into_iter()
        .filter_map(|metric| row(shown, metric, full(metric)))
        .collect_view();
    view! { <tbody>{rows}</tbody> }.into_any()
}

/// A metric under a name; `None` where no path has it.
fn row(shown: &Shown, metric: Metric, name: String) -> Option<AnyView> {
    let count = shown.all.paths.len();
    let figures: Vec<Option<Figure>> = (0..count).map(|path| figure(&shown.all, path, metric)).collect();
    if figures.iter().all(Option::is_none) {
        return None;
    }
    let value = |path: usize| match figures[path] {
        Some(Figure::Known(value)) if value.is_finite() => Some(value),
        _ => None,
    };
    let known: Vec<f64> = (0..count).filter_map(value).collect();
    let most = known.iter().copied().fold(0.0, f64::max);
    let least = known.iter().copied().fold(f64::INFINITY, f64::min);
    let best = match kind::better(metric) {
        _ if known.len() < 2 || most - least <= SAME * most || shown.is_refused() => None,
        Better::Less => Some(least),
        Better::More => Some(most),
        Better::Neither => None,
    };
    let base = value(shown.base());
    let cells = (0..count)
        .map(|path| {
            let Some(value) = value(path) else {
                let why = match figures[path] {
                    Some(Figure::Unknown(reason)) => say::reason(reason),
                    _ => t("metric-not-measured"),
                };
                return view! {
                    <td>
                        <div class="m">
                            <span class="v" tabindex="0" title=why.clone() aria-label=why.clone()>"–"</span>
                            <span class="note" title=why>{why.clone()}</span>
                        </div>
                    </td>
                }
                .into_any();
            };
            let delta = (path != shown.base()).then(|| texts(|texts| delta(texts, metric, base?, value))).flatten();
            let delta = match delta {
                Some(delta) => view! {
                    <span class=format!("delta {}", if shown.is_refused() { "even" } else { delta.class })>{small_icon(delta.icon)}<bdi>{delta.text}</bdi></span>
                }
                .into_any(),
                None => view! { <span></span> }.into_any(),
            };
            let inferred = kind::is_inferred(&shown.all.paths[path], metric).then(|| t("metric-inferred-text"));
            let mark = inferred.is_some().then(|| {
                view! { <span aria-hidden="true">"≈ "</span><span class="sr">{t("metric-inferred-mark")}" "</span> }
            });
            let share = if most > 0.0 && value > 0.0 { (value / most * 100.0).max(0.8) } else { 0.0 };
            view! {
                <td>
                    <div class="m">
                        <span class="v" class:best=best == Some(value) title=inferred>
                            {mark}
                            {measure(kind::text(metric, value))}
                        </span>
                        {delta}
                        <span class="bar" style=format!("--p:{share:.1}%")></span>
                    </div>
                </td>
            }
            .into_any()
        })
        .collect_view();
    let id = kind::id(metric);
    let definition = t(&format!("{id}-text"));
    let spoken = tv("metric-with-text", &[("name", (&name).into()), ("text", (&definition).into())]);
    Some(
        view! {
            <tr>
                <th scope="row" title=definition tabindex="0" aria-label=spoken>{name}</th>
                {cells}
            </tr>
        }
        .into_any(),
    )
}
