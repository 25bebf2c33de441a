//! The bar above a comparison: region, interface, baseline, measure, paths.

use super::export;
use super::model::{MOST_PATHS, OpenPaths, path_of};
use super::picker::{Choice, picker};
use super::say;
use crate::app::icon::{icon, small_icon};
use crate::app::state::{AppState, OpenTrace};
use crate::app::tabs::short_name;
use crate::app::words::{t, tv};
use crate::engine::protocol::TraceId;
use crate::lowering::comparison::{Comparison, Measure, RegionChoice, RegionRow, Request};
use crate::lowering::profile::RegionKey;
use crate::text::format;
use crate::trace::TimeUnit;
use leptos::prelude::*;
use std::sync::Arc;

pub fn region_bar(state: AppState, open: OpenPaths) -> AnyView {
    let facts = move || open.answer.get().map(|all| facts(&all));
    let spinner = move || {
        (open.status.get() == super::model::Status::Waiting)
            .then(|| view! { <span class="spinner" role="status" aria-label=t("paths-waiting")></span> })
    };
    let add = move || open.request.with(|request| request.paths.len() < MOST_PATHS);
    let export = move || open.answer.with(Option::is_some).then(|| export::menu(state, open));
    view! {
        <section class="region" aria-label=t("region-label")>
            <span class="pair">
                <span class="dimmer">{t("region-label")}</span>
                {picker(
                    t("region-choose"),
                    "",
                    view! { <span class="mono ltr clip">{move || open.region_name()}</span> },
                    move || region_choices(state, open),
                )}
            </span>
            {facts}
            {spinner}
            <span class="grow"></span>
            <span class="pair">
                <span class="dimmer">{t("paths-baseline-label")}</span>
                {picker(
                    t("baseline-choose"),
                    "",
                    view! {
                        <span class="badge base">{move || baseline_letter(state, open)}</span>
                        <span class="clip">{move || baseline_name(state, open)}</span>
                    },
                    move || baseline_choices(state, open),
                )}
            </span>
            <span class="pair">
                <span class="dimmer">{t("judge-label")}</span>
                {picker(
                    t("judge-choose"),
                    "",
                    view! { <span>{move || judged_by(open)}</span> },
                    move || judge_choices(state, open),
                )}
            </span>
            <Show when=add>
                {picker(
                    t("paths-add"),
                    "add-path",
                    view! { {small_icon("plus")}<span>{t("paths-add")}</span> },
                    move || add_choices(state, open),
                )}
            </Show>
            {export}
        </section>
    }
    .into_any()
}

/// Interface and instances.
fn facts(all: &Comparison) -> AnyView {
    let interfaces: Vec<Option<String>> = all
        .paths
        .iter()
        .map(|path| match (&path.inputs, &path.outputs) {
            (Some(inputs), outputs) => {
                let inputs = say::tensors(inputs);
                Some(match outputs {
                    Some(outputs) => format!("{inputs} → {}", say::tensors(outputs)),
                    None => inputs,
                })
            }
            (None, _) => None,
        })
        .collect();
    let known: Vec<&String> = interfaces.iter().flatten().collect();
    let interface = match known.first() {
        None => {
            let why = t("interface-unknown-text");
            view! { <span class="chip dashed" tabindex="0" title=why.clone() aria-label=why>{t("interface-unknown")}</span> }
                .into_any()
        }
        Some(first) if known.len() == interfaces.len() && known.iter().all(|other| other == first) => {
            let same = (known.len() > 1).then(|| {
                view! {
                    {icon("check")}
                    <span class="dim opt">{tv("interface-same", &[("count", known.len().into())])}</span>
                }
            });
            view! { <span class="mono ltr clip" title=(*first).clone()>{(*first).clone()}</span> {same} }
                .into_any()
        }
        Some(first) if known.iter().all(|other| other == first) => {
            let why = t("interface-partly-text");
            view! {
                <span class="mono ltr clip" title=(*first).clone()>{(*first).clone()}</span>
                <span class="chip dashed" tabindex="0" title=why.clone() aria-label=why>
                    {tv("interface-partly", &[("count", (interfaces.len() - known.len()).into())])}
                </span>
            }
            .into_any()
        }
        Some(_) => {
            let each = all.paths.iter().zip(&interfaces).map(|(path, interface)| {
                format!("{}: {}", path.name, interface.clone().unwrap_or_else(|| t("interface-unknown")))
            });
            let each = each.collect::<Vec<_>>().join("\n");
            view! { <span class="chip warn" tabindex="0" title=each.clone() aria-label=each>{small_icon("warn")}{t("interface-differs")}</span> }
                .into_any()
        }
    };
    let counts: Vec<String> =
        all.paths.iter().map(|path| format::count(path.instance_count.into())).collect();
    view! {
        <span class="pair interface"><span class="dimmer">{t("interface-label")}</span>{interface}</span>
        <span class="pair opt"><span class="dimmer">{t("instances-label")}</span>{counts.join(", ")}</span>
    }
    .into_any()
}

fn region_choices(state: AppState, open: OpenPaths) -> Vec<Choice> {
    open.ask_regions(state);
    let regions = open.regions.get_untracked();
    let wanted: Vec<usize> = open.request.with_untracked(|request| {
        let traces = request.paths.iter().flat_map(|path| path.recordings.iter().map(|r| r.trace));
        traces.filter_map(|trace| regions.traces.iter().position(|other| *other == trace)).collect()
    });
    let current = untrack(|| open.region_name());
    let everywhere =
        |row: &RegionRow| wanted.iter().all(|at| row.count.get(*at).is_some_and(|count| *count > 0));
    let (in_all, in_some): (Vec<&RegionRow>, Vec<&RegionRow>) =
        regions.rows.iter().partition(|row| everywhere(row));
    let mut choices = Vec::new();
    for (id, rows) in [("region-in-all", in_all), ("region-in-some", in_some)] {
        for (i, row) in rows.into_iter().enumerate() {
            let key = row.key.clone();
            let choice = Choice::new(say::region(&row.key), move || set_region(state, open, &key))
                .hint(region_hint(row, &wanted))
                .chosen(row.key.name == current);
            choices.push(if i == 0 { choice.head(t(id)) } else { choice });
        }
    }
    choices
}

fn region_hint(row: &RegionRow, wanted: &[usize]) -> String {
    let count: u64 = wanted.iter().filter_map(|at| row.count.get(*at)).sum();
    let total: i64 =
        wanted.iter().filter_map(|at| row.total_ns.get(*at)).fold(0, |sum, ns| sum.saturating_add(*ns));
    tv(
        "region-row",
        &[
            ("kind", say::region_kind(row.key.kind).into()),
            ("count", count.into()),
            ("total", format::ticks(total, TimeUnit::Nanos).into()),
        ],
    )
}

fn set_region(state: AppState, open: OpenPaths, key: &RegionKey) {
    open.change(state, |request| {
        for recording in request.paths.iter_mut().flat_map(|path| &mut path.recordings) {
            recording.region = RegionChoice::Key(key.clone());
        }
    });
}

/// Name of a path in the request: that of the answer, or of its file.
pub fn path_title(state: AppState, open: OpenPaths, path: usize) -> String {
    let answered =
        open.answer.with(|answer| answer.as_ref().and_then(|all| Some(all.paths.get(path)?.name.clone())));
    answered.filter(|name| !name.is_empty()).unwrap_or_else(|| {
        let trace = open.request.with(|request| Some(request.paths.get(path)?.recordings.first()?.trace));
        trace.and_then(|trace| state.trace(trace)).map_or_else(String::new, |t| short_name(&t.info.file))
    })
}

fn baseline_letter(state: AppState, open: OpenPaths) -> String {
    let at = open.request.with(|request| request.baseline as usize);
    open.letters(state).get(at).cloned().unwrap_or_default()
}

fn baseline_name(state: AppState, open: OpenPaths) -> String {
    path_title(state, open, open.request.with(|request| request.baseline as usize))
}

fn baseline_choices(state: AppState, open: OpenPaths) -> Vec<Choice> {
    untrack(|| {
        let letters = open.letters(state);
        let chosen = open.request.with(|request| request.baseline as usize);
        letters
            .iter()
            .enumerate()
            .map(|(at, letter)| {
                let label = format!("{letter}  {}", path_title(state, open, at));
                Choice::new(label, move || open.change(state, |request| request.baseline = at as u32))
                    .chosen(at == chosen)
            })
            .collect()
    })
}

fn judged_by(open: OpenPaths) -> String {
    let asked = open.request.with(|request| request.judge_by);
    let answered = open.answer.with(|answer| answer.as_ref().map(|all| all.judged_by));
    let is_neuron = is_neuron(open);
    let name = move |measure| if is_neuron { say::neuron_measure(measure) } else { say::measure(measure) };
    asked.or(answered).map_or_else(|| t("judge-auto"), name)
}

/// Whether device profiles are compared; tracked.
fn is_neuron(open: OpenPaths) -> bool {
    open.answer.with(|answer| answer.as_ref().is_some_and(|all| all.is_neuron()))
}

fn judge_choices(state: AppState, open: OpenPaths) -> Vec<Choice> {
    let asked = open.request.with_untracked(|request| request.judge_by);
    let is_neuron = untrack(|| is_neuron(open));
    let name = |measure| if is_neuron { say::neuron_measure(measure) } else { say::measure(measure) };
    // Device profiles have no host.
    let all = [None, Some(Measure::DeviceBusy), Some(Measure::DeviceSpan), Some(Measure::HostSpan)];
    all.into_iter()
        .filter(|measure| !is_neuron || *measure != Some(Measure::HostSpan))
        .map(|measure| {
            let label = measure.map_or_else(|| t("judge-auto"), name);
            Choice::new(label, move || open.change(state, |request| request.judge_by = measure))
                .hint(measure.map_or_else(|| t("judge-auto-hint"), |_| String::new()))
                .chosen(asked == measure)
        })
        .collect()
}

/// Open traces, those that are no path yet first.
fn add_choices(state: AppState, open: OpenPaths) -> Vec<Choice> {
    let region = default_region(open);
    let used = traces_of(&open.request.get_untracked());
    let mut traces = state.traces.get_untracked();
    traces.sort_by_key(|trace| used.contains(&trace.id()));
    traces.into_iter().map(|trace| add_choice(state, open, &trace, region.clone(), &used)).collect()
}

fn add_choice(
    state: AppState,
    open: OpenPaths,
    trace: &OpenTrace,
    region: Option<RegionChoice>,
    used: &[TraceId],
) -> Choice {
    let id = trace.id();
    let hint = if used.contains(&id) { t("paths-add-again") } else { String::new() };
    let label = format!("{}  {}", trace.letter, short_name(&trace.info.file));
    Choice::new(label, move || {
        if let Some(region) = region.clone() {
            open.change(state, |request| request.paths.push(path_of(id, region)));
        }
    })
    .hint(hint)
}

/// The region that further paths are looked up by.
pub fn default_region(open: OpenPaths) -> Option<RegionChoice> {
    let answered = open
        .answer
        .with_untracked(|answer| answer.as_ref().and_then(|all| Some(all.paths.first()?.region.clone())));
    if let Some(key) = answered {
        return Some(RegionChoice::Key(key));
    }
    open.request.with_untracked(|request| {
        let mut all = request.paths.iter().flat_map(|path| &path.recordings);
        all.find(|r| matches!(r.region, RegionChoice::Key(_))).map(|r| r.region.clone())
    })
}

pub fn traces_of(request: &Request) -> Vec<TraceId> {
    request.paths.iter().flat_map(|path| path.recordings.iter().map(|r| r.trace)).collect()
}

/// Regions of one trace, for choosing one by hand.
pub fn regions_in(open: OpenPaths, trace: TraceId) -> Vec<(RegionKey, u64, i64)> {
    let regions: Arc<super::model::Regions> = open.regions.get_untracked();
    let Some(at) = regions.traces.iter().position(|other| *other == trace) else { return Vec::new() };
    regions
        .rows
        .iter()
        .filter_map(|row| {
            let count = row.count.get(at).copied().filter(|count| *count > 0)?;
            Some((row.key.clone(), count, row.total_ns.get(at).copied().unwrap_or(0)))
        })
        .collect()
}
