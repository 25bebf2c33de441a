//! The stacked timelines as a table: host rows and device work of one
//! instance of each path, with links.

use super::export::base_name;
use super::instances::Instances;
use super::levels::level_name;
use super::say::{evidence_chip, time};
use super::shown::Shown;
use super::slice::show_link;
use crate::app::csv::csv_button;
use crate::app::icon::measure;
use crate::app::words::t;
use crate::export::csv::table;
use crate::lowering::profile::InstanceRows;
use leptos::prelude::*;
use std::sync::Arc;

/// Rows of each path in the page at once.
const STEP: usize = 100;

pub fn stack_table(shown: &Shown, instances: Instances) -> AnyView {
    let most = RwSignal::new(STEP);
    let (shown, saved) = (shown.clone(), shown.clone());
    let of = shown.clone();
    let longest = move || {
        let count =
            |path| rows_of_path(&of, instances, path).map_or(0, |rows| rows.nodes.len() + rows.items.len());
        (0..of.all.paths.len()).map(count).max().unwrap_or(0)
    };
    let rows = move || {
        (0..shown.all.paths.len()).map(|path| rows_of(&shown, instances, path, most.get())).collect_view()
    };
    let more = move || {
        (longest() > most.get()).then(|| {
            view! { <button class="btn small" on:click=move |_| most.update(|most| *most += STEP)>{t("table-more")}</button> }
        })
    };
    view! {
        <div class="twin">
            {csv_button(saved.state, base_name(&saved.all, "timelines"), {
                let saved = saved.clone();
                move || Some(untrack(|| csv_of(&saved, instances)))
            })}
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

/// All rows of the instances that are shown, with plain numbers.
fn csv_of(shown: &Shown, instances: Instances) -> String {
    let mut all = Vec::new();
    for (path, view) in shown.all.paths.iter().enumerate() {
        let Some(rows) = rows_of_path(shown, instances, path) else { continue };
        let nodes = rows.nodes.iter().map(|node| {
            let depth = node.depth.to_string();
            let times = [node.start_ns.to_string(), node.median_ns.to_string()];
            (t(level_name(node)), depth, node.name.clone(), times)
        });
        let items = rows.items.iter().map(|item| {
            let times = [item.start_ns.to_string(), item.median_ns.to_string()];
            (t("paths-level-device"), String::new(), item.name.clone(), times)
        });
        for (level, depth, name, [start, took]) in nodes.chain(items) {
            all.push(vec![view.name.clone(), level, depth, name.to_string(), start, took]);
        }
    }
    table(["path", "level", "depth", "name", "start (ns)", "time (ns)"], all)
}

fn rows_of(shown: &Shown, instances: Instances, path: usize, most: usize) -> Option<AnyView> {
    let view = &shown.all.paths[path];
    let rows = rows_of_path(shown, instances, path)?;
    let trace = view.traces.first().copied();
    let link =
        |slice, name: &str| trace.map(|trace| show_link(shown.state, (trace, slice), t("paths-show"), name));
    let nodes = rows.nodes.iter().take(most).map(|node| {
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
    let rest = most.saturating_sub(rows.nodes.len());
    let items = rows.items.iter().take(rest).map(|item| {
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
    Some(view! { {nodes.collect_view()} {items.collect_view()} }.into_any())
}

/// Rows of the instance that is stepped to (tracked).
fn rows_of_path(shown: &Shown, instances: Instances, path: usize) -> Option<Arc<InstanceRows>> {
    let median = shown.all.paths.get(path)?.median_instance as usize;
    let step = shown.open.instances.with(|steps| steps.get(path).copied());
    instances.rows(path, step.unwrap_or(median))
}
