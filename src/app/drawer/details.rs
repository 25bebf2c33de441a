//! Everything about the selected item.

use super::{args, chain, links, same};
use crate::app::icon::measure;
use crate::app::neffs;
use crate::app::paths::slice::compare_button;
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{has, t, tv};
use crate::engine::protocol::{Details, Item, Located, TraceInfo};
use crate::text::format;
use crate::timeline::action::Action;
use crate::timeline::tracks::{process_of, process_title};
use crate::timeline::view::origin;
use crate::trace::{Scope, TimeUnit};
use leptos::prelude::*;
use std::sync::Arc;

/// Facts that stand large, above the histogram.
const MAIN_FACTS: usize = 3;

pub fn details(state: AppState, open: OpenTrace) -> AnyView {
    let found = open.state.details;
    let view = move || match found.get() {
        Some(details) => all(state, &open, &details),
        None => nothing(open.info.is_bare()),
    };
    view.into_any()
}

fn nothing(is_bare: bool) -> AnyView {
    view! {
        <div class="drawer-empty">
            <p>{t("details-nothing")}</p>
            {(!is_bare).then(|| view! { <p class="dim">{t("details-nothing-hint")}</p> })}
        </div>
    }
    .into_any()
}

fn all(state: AppState, open: &OpenTrace, details: &Arc<Details>) -> AnyView {
    view! {
        <div class="details">
            <article class="what" aria-label=t("details-what")>
                {what(state, open, details)}
            </article>
            <article class="args" aria-label=t("details-args")>{args::args(state, details)}</article>
            <article class="chain" aria-label=t("chain-title")>
                {neffs::of_slice(state, open, details)}
                {chain::chain(state, open, details)}
                {links::links(state, open, details)}
            </article>
        </div>
    }
    .into_any()
}

fn what(state: AppState, open: &OpenTrace, details: &Arc<Details>) -> AnyView {
    let kind = match (details.at.item, details.category.as_deref().unwrap_or_default()) {
        (Item::Counter { .. }, _) => t("kind-counter"),
        (Item::Instant(_), "") => t("kind-instant"),
        (Item::Slice(_), "") => t("kind-slice"),
        (_, category) => category.to_owned(),
    };
    let process = process_of(details.at.track, &open.info)
        .map_or(details.process.as_str(), |process| process_title(process, &open.info));
    let row = details.row_name.iter().map(|row| format!(" · {row}")).collect::<String>();
    let place = format!("{process} · {}{row}", details.track_name);
    let mut facts = facts(&open.info, details);
    let more = facts.split_off(facts.len().min(MAIN_FACTS));
    let flags = details.flags.iter().map(|flag| {
        let words = if has(flag) { t(flag) } else { flag.clone() };
        view! { <span class="chip warn">{words}</span> }
    });
    view! {
        <div class="kind">
            <span class="chip solid">{kind}</span>
            <span class="dim clip" title=place>{place.clone()}</span>
        </div>
        <h2 class="mono ltr">{details.at.name.clone()}</h2>
        <div class="flags">{flags.collect_view()}</div>
        <dl class="facts main">{facts.into_iter().map(fact).collect_view()}</dl>
        {compare_button(state, details, open.id())}
        {same::same(state, open, details)}
        <dl class="facts">{more.into_iter().map(fact).collect_view()}</dl>
    }
    .into_any()
}

/// A number with its name; `exact` for pointing at.
struct Fact {
    name: String,
    value: String,
    exact: String,
    /// Takes a row of its own.
    wide: bool,
}

fn fact(fact: Fact) -> AnyView {
    view! {
        <div title=fact.exact class:wide=fact.wide>
            <dt>{fact.name}</dt>
            <dd>{measure(fact.value)}</dd>
        </div>
    }
    .into_any()
}

fn facts(info: &TraceInfo, details: &Details) -> Vec<Fact> {
    let unit = info.unit;
    let mut facts = Vec::new();
    let mut add =
        |id: &str, value: String, exact: String| facts.push(Fact { name: t(id), value, exact, wide: false });
    let is_slice = matches!(details.at.item, Item::Slice(_));
    if is_slice {
        add("fact-duration", format::ticks(details.at.dur, unit), format::ticks_exact(details.at.dur, unit));
    }
    if let Some(own) = details.self_time {
        let share = own as f64 / details.at.dur.max(1) as f64 * 100.0;
        let exact = format!("{} ({})", format::ticks_exact(own, unit), format::percent(share));
        add("fact-self", format::ticks(own, unit), exact);
    }
    let start = details.at.start.saturating_sub(origin(info));
    let absolute = details.absolute_ns.map(absolute_time).unwrap_or_default();
    let id = if is_slice { "fact-start" } else { "fact-time" };
    add(id, format::ticks_exact(start, unit), absolute.clone());
    if let Some(cpu) = details.thread_dur_ns {
        let unit = TimeUnit::Nanos;
        add("fact-thread", format::ticks(cpu, unit), format::ticks_exact(cpu, unit));
    }
    for (series, value) in &details.values {
        let text = value.map_or_else(|| t("fact-gap"), format::number);
        let exact = value.map(format::number_full).unwrap_or_default();
        facts.push(Fact { name: series.clone(), value: text, exact, wide: false });
    }
    let mut add =
        |id: &str, value: String| facts.push(Fact { name: t(id), exact: value.clone(), value, wide: false });
    if details.children > 0 {
        add("fact-children", format::count(details.children));
    }
    if is_slice {
        let lane = (details.lane > 0).then(|| tv("fact-lane", &[("lane", (details.lane + 1).into())]));
        let depth = format::count(details.depth.into());
        add("fact-depth", lane.map_or(depth.clone(), |lane| format!("{depth}, {lane}")));
    }
    if let Some(scope) = details.scope {
        add(
            "fact-scope",
            t(match scope {
                Scope::Thread => "scope-thread",
                Scope::Process => "scope-process",
                Scope::Global => "scope-global",
            }),
        );
    }
    if let Some(event) = details.event {
        add("fact-event", format!("{} ({})", format::count(event), details.phase));
    }
    if !absolute.is_empty() {
        facts.push(Fact { name: t("fact-absolute"), exact: String::new(), value: absolute, wide: true });
    }
    facts
}

/// A moment in UTC with all its digits.
pub fn absolute_time(ns: i64) -> String {
    let ms = ns.div_euclid(1_000_000);
    let rest = ns.rem_euclid(1_000_000);
    let date = js_sys::Date::new(&(ms as f64).into());
    if date.get_time().is_nan() {
        return String::new();
    }
    let iso = String::from(date.to_iso_string());
    let to_ms = iso.trim_end_matches('Z').replace('T', " ");
    format!("{to_ms}{rest:06} UTC")
}

/// A button that leads to a slice.
pub fn goto(state: AppState, open: &OpenTrace, at: &Located, text: String) -> AnyView {
    let (trace, at, title) = (open.id(), at.clone(), at.name.clone());
    view! {
        <button
            class="link clip"
            title=title
            on:click=move |_| state.apply(trace, Action::GoTo(at.clone()))
        >
            {text}
        </button>
    }
    .into_any()
}

/// A head with a count, over a list.
pub fn head(title: String, count: Option<u64>, tools: impl IntoView + 'static) -> AnyView {
    view! {
        <h3>
            {title}
            {count.map(|count| view! { <span class="dimmer">{format::count(count)}</span> })}
            <span class="grow"></span>
            {tools.into_any()}
        </h3>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn moments_keep_their_nanoseconds() {
        assert_eq!(absolute_time(1_700_000_000_123_456_789), "2023-11-14 22:13:20.123456789 UTC");
        assert_eq!(absolute_time(-1), "1969-12-31 23:59:59.999999999 UTC");
        assert_eq!(absolute_time(i64::MAX), "2262-04-11 23:47:16.854775807 UTC");
    }
}
