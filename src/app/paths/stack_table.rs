//! The stacked timelines as a table: host rows and device work of the median
//! instance of each path, with links.

use super::levels::level_name;
use super::say::{evidence_chip, time};
use super::shown::Shown;
use super::slice::show_link;
use crate::app::icon::measure;
use crate::app::words::t;
use leptos::prelude::*;

/// Rows of each path in the page at once.
const STEP: usize = 100;

pub fn stack_table(shown: &Shown) -> AnyView {
    let most = RwSignal::new(STEP);
    let longest = shown.all.paths.iter().map(|path| path.nodes.len() + path.items.len()).max().unwrap_or(0);
    let shown = shown.clone();
    let rows =
        move || (0..shown.all.paths.len()).map(|path| rows_of(&shown, path, most.get())).collect_view();
    let more = move || {
        (longest > most.get()).then(|| {
            view! { <button class="btn small" on:click=move |_| most.update(|most| *most += STEP)>{t("table-more")}</button> }
        })
    };
    view! {
        <div class="twin">
            <table class="tbl" aria-label=t("paths-stack-title")>
                <thead>
                    <tr>
                        <th scope="col">{t("table-path")}</th>
                        <th scope="col">{t("table-level")}</th>
                        <th scope="col">{t("table-name")}</th>
                        <th scope="col" class="end">{t("table-start")}</th>
                        <th scope="col" class="end">{t("table-time")}</th>
                        <th scope="col">{t("table-evidence")}</th>
                        <th scope="col"></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            {more}
        </div>
    }
    .into_any()
}

fn rows_of(shown: &Shown, path: usize, most: usize) -> AnyView {
    let view = &shown.all.paths[path];
    let trace = view.traces.first().copied();
    let link =
        |slice, name: &str| trace.map(|trace| show_link(shown.state, (trace, slice), t("paths-show"), name));
    let nodes = view.nodes.iter().take(most).map(|node| {
        let indent = format!("padding-inline-start:{}px", 8 + 10 * node.depth.min(20));
        view! {
            <tr>
                <td>{shown.letter(path)}</td>
                <td class="dim">{t(level_name(node))}</td>
                <td class="clip ltr mono" style=indent title=node.name.clone()>{node.name.clone()}</td>
                <td class="end num">{measure(time(node.start_ns as f64))}</td>
                <td class="end num">{measure(time(node.median_ns as f64))}</td>
                <td></td>
                <td>{link(node.slice, &node.name)}</td>
            </tr>
        }
    });
    let rest = most.saturating_sub(view.nodes.len());
    let items = view.items.iter().take(rest).map(|item| {
        view! {
            <tr>
                <td>{shown.letter(path)}</td>
                <td class="dim">{t("paths-level-device")}</td>
                <td class="clip ltr mono" title=item.name.clone()>{item.name.clone()}</td>
                <td class="end num">{measure(time(item.start_ns as f64))}</td>
                <td class="end num">{measure(time(item.median_ns as f64))}</td>
                <td>{evidence_chip(item.evidence)}</td>
                <td>{link(item.slice, &item.name)}</td>
            </tr>
        }
    });
    view! { {nodes.collect_view()} {items.collect_view()} }.into_any()
}
