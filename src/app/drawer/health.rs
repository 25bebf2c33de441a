//! What was found while reading the file, and what was done about it.

use super::details::head;
use crate::app::clipboard::copy;
use crate::app::csv::csv_button;
use crate::app::icon::{icon, small_icon};
use crate::app::report::{health_report, rule_text, rule_title};
use crate::app::state::{AppState, OpenTrace};
use crate::app::tabs::short_name;
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, TraceInfo};
use crate::export::csv::table;
use crate::text::format;
use crate::trace::{Finding, FirstSeen, Health, Level};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

pub fn health(state: AppState, open: OpenTrace) -> AnyView {
    let found = RwSignal::new(None::<Arc<Health>>);
    let trace = open.id();
    spawn_local(async move {
        if let Some(Answer::Health(health)) = state.client.ask(Ask::Health { trace }).await {
            // The drawer may show something else by then.
            let _ = found.try_set(Some(Arc::new(health)));
        }
    });
    let info = open.info;
    let view = move || found.get().map(|health| panel(state, &info, &health));
    view.into_any()
}

fn panel(state: AppState, info: &Arc<TraceInfo>, health: &Arc<Health>) -> AnyView {
    let mut findings: Vec<&Finding> = health.findings().collect();
    findings
        .sort_by_key(|finding| (std::cmp::Reverse(finding.rule.level()), std::cmp::Reverse(finding.count)));
    let summary = tv(
        if findings.is_empty() { "health-good" } else { "health-summary" },
        &[
            ("events", info.events.into()),
            ("slices", info.slices.into()),
            ("instants", info.instants.into()),
            ("links", info.links.into()),
        ],
    );
    let (report_info, report_health, saved) = (info.clone(), health.clone(), health.clone());
    let tools = view! {
        <button
            class="btn bare small"
            on:click=move |_| copy(state, health_report(&report_info, &report_health))
        >
            {small_icon("copy")}
            {t("copy-report")}
        </button>
        {csv_button(state, format!("{}-health", short_name(&info.file)), move || Some(csv_of(&saved)))}
    };
    let found = (!findings.is_empty()).then(|| {
        view! {
            <table class="tbl health">
                <thead>
                    <tr>
                        <th scope="col">{t("health-found")}</th>
                        <th scope="col" class="end">{t("column-count")}</th>
                        <th scope="col" class="end">{t("health-first")}</th>
                        <th scope="col">{t("health-done")}</th>
                        <th scope="col">{t("health-text")}</th>
                    </tr>
                </thead>
                <tbody>{findings.into_iter().map(row).collect_view()}</tbody>
            </table>
        }
    });
    view! {
        <div class="health-panel">
            {head(summary, None, tools)}
            {found}
        </div>
    }
    .into_any()
}

/// Every place that is known, a row each.
fn csv_of(health: &Health) -> String {
    let rows = health.findings().flat_map(|finding| {
        let about = [rule_title(finding), finding.count.to_string(), rule_text(finding).unwrap_or_default()];
        let place = |place: &FirstSeen| {
            let event = place.event.map_or_else(String::new, |event| event.to_string());
            [place.byte.to_string(), event, place.text.clone()]
        };
        let mut places: Vec<[String; 3]> = finding.first.iter().map(place).collect();
        if places.is_empty() {
            places.push(Default::default());
        }
        places.into_iter().map(move |place| [&about[..], &place[..]].concat())
    });
    table(["found", "count", "what was done", "byte", "event", "text"], rows)
}

fn row(finding: &Finding) -> AnyView {
    let (mark, level) = match finding.rule.level() {
        Level::Error => ("bad", "level-error"),
        Level::Warn => ("warn", "level-warn"),
        Level::Info => ("info", "level-info"),
    };
    let first = finding.first.first();
    let more: Vec<FirstSeen> = finding.first.iter().skip(1).cloned().collect();
    let open = RwSignal::new(false);
    let count = more.len();
    let toggle = (count > 0).then(|| {
        view! {
            <button
                class="link"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {tv("health-more", &[("count", count.into())])}
            </button>
        }
    });
    let rest = move || {
        open.get().then(|| {
            more.iter()
                .map(|place| {
                    view! {
                        <tr class="more">
                            <td colspan="2"></td>
                            <td class="end num">{place_of(place)}</td>
                            <td></td>
                            <td class="mono clip ltr" title=place.text.clone()>{place.text.clone()}</td>
                        </tr>
                    }
                })
                .collect_view()
        })
    };
    view! {
        <tr>
            <td class=format!("found {mark}")>
                {icon(mark)}
                <span class="sr">{t(level)}</span>
                <span>{rule_title(finding)}</span>
            </td>
            <td class="end num">{format::count(finding.count)}</td>
            <td class="end num">{first.map(place_of)} " " {toggle}</td>
            <td class="done">{rule_text(finding)}</td>
            <td class="mono clip ltr" title=first.map(|place| place.text.clone())>
                {first.map(|place| place.text.clone())}
            </td>
        </tr>
        {rest}
    }
    .into_any()
}

fn place_of(place: &FirstSeen) -> String {
    match place.event {
        Some(event) => tv("health-place-event", &[("byte", place.byte.into()), ("event", event.into())]),
        None => tv("health-place", &[("byte", place.byte.into())]),
    }
}
