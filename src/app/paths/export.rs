//! A comparison for other programs and people: CSV, Markdown, JSON.

use super::metric_kind::{self as kind, GROUPS};
use super::metrics::{delta, figure};
use super::model::OpenPaths;
use super::picker::{Choice, picker};
use super::say::{self, time};
use super::verdict::spoken;
use crate::app::clipboard::{copy, save};
use crate::app::icon::icon;
use crate::app::state::AppState;
use crate::app::words::{t, tv};
use crate::export::csv::push_row;
use crate::lowering::comparison::{Comparison, Metric};
use crate::lowering::profile::Figure;
use crate::timeline::paths::fall::Fall;
use leptos::prelude::*;
use std::fmt::Write;

pub fn menu(state: AppState, open: OpenPaths) -> AnyView {
    let face = view! { {icon("download")}<span>{t("export-button")}</span> };
    picker(t("export-button"), "export", face, move || {
        let with = move |act: fn(AppState, &Comparison)| {
            move || {
                if let Some(all) = open.answer.get_untracked() {
                    act(state, &all);
                }
            }
        };
        vec![
            Choice::new(t("export-markdown"), with(copy_markdown)),
            Choice::new(t("export-csv"), with(save_csv)),
            Choice::new(t("export-json"), with(save_json)),
        ]
    })
}

pub fn copy_markdown(state: AppState, all: &Comparison) {
    copy(state, markdown(all));
}

pub fn save_csv(state: AppState, all: &Comparison) {
    save(state, &file_name(all, "csv"), "text/csv", &csv(all));
}

pub fn save_json(state: AppState, all: &Comparison) {
    match serde_json::to_string_pretty(all) {
        Ok(text) => save(state, &file_name(all, "json"), "application/json", &text),
        Err(error) => state.problem(tv("save-failed", &[("reason", error.to_string().into())])),
    }
}

fn file_name(all: &Comparison, ending: &str) -> String {
    let name: String = all
        .region
        .chars()
        .map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' })
        .take(60)
        .collect();
    format!("{name}-paths.{ending}")
}

/// Metrics that at least one path has, in the order of the page.
fn rows(all: &Comparison) -> Vec<Metric> {
    GROUPS
        .iter()
        .flat_map(|(_, metrics)| metrics.iter().copied())
        .filter(|metric| (0..all.paths.len()).any(|path| figure(all, path, *metric).is_some()))
        .collect()
}

/// Values in full; what is not known is empty, with its reason in the last
/// columns.
fn csv(all: &Comparison) -> String {
    let mut out = String::new();
    let mut head = vec!["metric".to_owned(), "unit".to_owned()];
    head.extend(all.paths.iter().map(|path| path.name.clone()));
    head.extend(all.paths.iter().map(|path| format!("{} unknown because", path.name)));
    push_row(&mut out, head.iter().map(String::as_str));
    for metric in rows(all) {
        let unit = match kind::unit(metric) {
            kind::Unit::Ns => "ns",
            kind::Unit::Count | kind::Unit::Times | kind::Unit::Share => "",
            kind::Unit::Bytes => "B",
            kind::Unit::BytesPerS => "B/s",
        };
        let mut cells = vec![t(kind::id(metric)), unit.to_owned()];
        let figures: Vec<_> = (0..all.paths.len()).map(|path| figure(all, path, metric)).collect();
        cells.extend(figures.iter().map(|figure| match figure {
            Some(Figure::Known(value)) => value.to_string(),
            _ => String::new(),
        }));
        cells.extend(figures.iter().map(|figure| match figure {
            Some(Figure::Unknown(reason)) => say::reason(*reason),
            _ => String::new(),
        }));
        push_row(&mut out, cells.iter().map(String::as_str));
    }
    out
}

/// For a pull request: the verdict, the metrics, the explanation, what to read
/// with care.
fn markdown(all: &Comparison) -> String {
    let base = all.baseline as usize;
    let letters: Vec<String> = all.paths.iter().map(|path| path.name.clone()).collect();
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "**{}**: {}\n", cell(&all.region), spoken(all));
    let _ = writeln!(out, "| | {} |", letters.iter().map(|name| cell(name)).collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(all.paths.len()));
    let totals = all.paths.iter().map(|path| {
        let total = path.total;
        format!("{} ({}–{})", time(total.median), time(total.p10), time(total.p90))
    });
    let label = tv("export-total", &[("measure", say::measure(all.judged_by).into())]);
    let _ = writeln!(out, "| {label} | {} |", totals.collect::<Vec<_>>().join(" | "));
    for metric in rows(all) {
        let known = |path: usize| match figure(all, path, metric) {
            Some(Figure::Known(value)) => Some(value),
            _ => None,
        };
        let cells = (0..all.paths.len()).map(|path| match known(path) {
            None => "–".to_owned(),
            Some(value) => {
                let text = kind::text(metric, value);
                let delta = (path != base).then(|| delta(metric, known(base)?, value)).flatten();
                delta.map_or(text.clone(), |delta| format!("{text} ({})", delta.text))
            }
        });
        let _ = writeln!(out, "| {} | {} |", t(kind::id(metric)), cells.collect::<Vec<_>>().join(" | "));
    }
    for explanation in &all.explanations {
        let fall = Fall::new(explanation);
        let name = say::path_name(all, explanation.path);
        let steps = fall.steps.iter().map(|step| {
            format!("{} {}", t(super::fall::term_id(step.term)), fall.text(step.to - step.from, true))
        });
        let _ = writeln!(
            out,
            "\n{}: {} → {} ({})",
            cell(&name),
            fall.text(fall.baseline, false),
            fall.text(fall.end, false),
            steps.collect::<Vec<_>>().join(", ")
        );
    }
    if !all.verdict.caveats.is_empty() {
        out.push('\n');
        for caveat in &all.verdict.caveats {
            let _ = writeln!(out, "- {}", super::caveats::text(caveat, &letters));
        }
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
