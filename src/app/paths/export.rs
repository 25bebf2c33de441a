//! A comparison for other programs and people: CSV, Markdown, JSON.

use super::metrics::figure;
use super::model::OpenPaths;
use super::picker::{Choice, picker};
use super::save_report::{median_rows, save_report};
use super::say;
use crate::app::clipboard::{copy, save};
use crate::app::icon::icon;
use crate::app::picture::{Format, save_picture};
use crate::app::state::AppState;
use crate::app::words::{t, texts};
use crate::export::comparison;
use crate::export::csv::push_row;
use crate::lowering::comparison::Comparison;
use crate::lowering::profile::Figure;
use crate::picture::paths::{WIDTH, paths_svg};
use crate::picture::{Subject, Theme};
use crate::text::metric as kind;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

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
            Choice::new(t("report-save"), move || save_report(state, open)).hint("HTML"),
            Choice::new(t("picture-save-svg"), move || save_svg(state, open, Format::Svg)),
            Choice::new(t("picture-save-png"), move || save_svg(state, open, Format::Png)),
        ]
    })
}

pub fn copy_markdown(state: AppState, all: &Comparison) {
    copy(state, texts(|texts| comparison::markdown(texts, all)));
}

pub fn save_csv(state: AppState, all: &Comparison) {
    save(state, &file_name(all, "paths", "csv"), "text/csv", &csv(all));
}

pub fn save_json(state: AppState, all: &Comparison) {
    let object = texts(|texts| comparison::json(texts, all));
    save(state, &file_name(all, "paths", "json"), "application/json", &format!("{object:#}"));
}

/// The whole comparison as one picture, as it is compared now.
pub fn save_svg(state: AppState, open: OpenPaths, format: Format) {
    let Some(all) = open.answer.get_untracked() else { return };
    spawn_local(async move {
        let rows = median_rows(state, &all).await;
        let letters = untrack(|| open.letters(state));
        let theme = if state.dark.get_untracked() { Theme::Dark } else { Theme::Light };
        let svg = texts(|texts| {
            let mut subject = Subject::new(texts, &all, theme);
            subject.letters = letters;
            subject.rows = rows;
            paths_svg(&subject, WIDTH)
        });
        save_picture(state, &base_name(&all, "paths"), svg, format);
    });
}

/// Name of a file about the comparison, without its ending.
pub fn base_name(all: &Comparison, what: &str) -> String {
    let region = if all.region.is_empty() { "region" } else { &all.region };
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    format!("{}-{what}", region.chars().map(plain).take(60).collect::<String>())
}

pub fn file_name(all: &Comparison, what: &str, ending: &str) -> String {
    format!("{}.{ending}", base_name(all, what))
}

/// Values in full; what is not known says why. A path without a metric has
/// nothing there.
fn csv(all: &Comparison) -> String {
    let mut out = String::new();
    let mut head = ["group", "metric", "unit"].map(str::to_owned).to_vec();
    head.extend(all.paths.iter().map(|path| path.name.clone()));
    let base = all.baseline as usize;
    let others = || (0..all.paths.len()).filter(|path| *path != base);
    head.extend(others().map(|path| format!("{} minus baseline", all.paths[path].name)));
    push_row(&mut out, head.iter().map(String::as_str));
    let text = |figure: Option<Figure>| match figure {
        Some(Figure::Known(value)) => value.to_string(),
        Some(Figure::Unknown(reason)) => say::reason(reason),
        None => String::new(),
    };
    for metric in kind::shown(&all.paths) {
        let mut cells = vec![t(kind::group(metric)), t(kind::id(metric)), kind::unit_text(metric).to_owned()];
        let figures: Vec<_> = (0..all.paths.len()).map(|path| figure(all, path, metric)).collect();
        cells.extend(figures.iter().map(|figure| text(*figure)));
        let of = |path: usize| figures.get(path).copied().flatten();
        cells.extend(others().map(|path| match (of(path), of(base)) {
            (Some(Figure::Known(value)), Some(Figure::Known(base))) => {
                (((value - base) * 1e6).round() / 1e6).to_string()
            }
            (Some(Figure::Known(_)), base) => text(base),
            (own, _) => text(own),
        }));
        push_row(&mut out, cells.iter().map(String::as_str));
    }
    out
}
