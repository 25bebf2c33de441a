//! The lowering as a table: each op of the baseline, and what it became.

use super::export::base_name;
use super::say::{self, time};
use super::shown::Shown;
use crate::app::csv::csv_button;
use crate::app::icon::measure;
use crate::app::words::t;
use crate::export::csv::table;
use crate::lowering::comparison::Fate;
use leptos::prelude::*;

/// Rows in the page at once; the page has a button for the others.
const STEP: usize = 200;

pub fn level_table(shown: &Shown) -> AnyView {
    let count = shown.hues.len();
    let most = RwSignal::new(STEP);
    let heads = (0..shown.all.paths.len())
        .map(|path| {
            let name = format!("{} {}", shown.letter(path), shown.all.paths[path].name);
            view! { <th scope="col" colspan="2">{name}</th> }
        })
        .collect_view();
    let (shown, saved) = (shown.clone(), shown.clone());
    let rows = move || (0..count.min(most.get()) as u32).map(|op| row(&shown, op)).collect_view();
    let more = move || {
        (count > most.get()).then(|| {
            view! { <button class="btn small" on:click=move |_| most.update(|most| *most += STEP)>{t("table-more")}</button> }
        })
    };
    view! {
        <div class="twin">
            {csv_button(saved.state, base_name(&saved.all, "levels"), {
                let saved = saved.clone();
                move || Some(csv_of(&saved))
            })}
            <table class="tbl" aria-label=t("levels-title")>
                <thead><tr><th scope="col">"#"</th><th scope="col">{t("table-op")}</th>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
            {more}
        </div>
    }
    .into_any()
}

/// All rows, with plain numbers.
fn csv_of(shown: &Shown) -> String {
    let mut head = vec!["#".to_owned(), "op".to_owned()];
    for path in &shown.all.paths {
        head.extend(["fate", "device work", "median (ns)"].map(|what| format!("{}: {what}", path.name)));
    }
    let rows = (0..shown.hues.len() as u32).map(|op| {
        let mut cells = vec![(op + 1).to_string(), shown.op_name(op).to_owned()];
        for (flow, path) in shown.flows.iter().zip(&shown.all.paths) {
            let fate = flow.fates.get(op as usize).copied().unwrap_or(Fate::Unknown);
            let into = flow.into.get(op as usize).map_or(&[][..], Vec::as_slice);
            let items = || into.iter().filter_map(|item| path.items.get(*item as usize));
            let names = items().map(|item| &*item.name).collect::<Vec<_>>().join("; ");
            let took = if into.is_empty() {
                String::new()
            } else {
                items().map(|item| item.median_ns).sum::<i64>().to_string()
            };
            cells.extend([t(say::fate(fate)), names, took]);
        }
        cells
    });
    table(head.iter().map(String::as_str), rows)
}

fn row(shown: &Shown, op: u32) -> AnyView {
    let cells = (0..shown.all.paths.len())
        .map(|path| {
            let flow = &shown.flows[path];
            let fate = flow.fates.get(op as usize).copied().unwrap_or(Fate::Unknown);
            let into = flow.into.get(op as usize).map_or(&[][..], Vec::as_slice);
            let items: Vec<_> =
                into.iter().filter_map(|item| shown.all.paths[path].items.get(*item as usize)).collect();
            let names = items.iter().map(|item| &*item.name).collect::<Vec<_>>().join(", ");
            let took: i64 = items.iter().map(|item| item.median_ns).sum();
            let took = if items.is_empty() { "–".to_owned() } else { time(took as f64) };
            let text = if names.is_empty() {
                t(say::fate(fate))
            } else {
                format!("{}: {names}", t(say::fate(fate)))
            };
            view! {
                <td class="clip ltr" title=text>{text.clone()}</td>
                <td class="end num">{measure(took)}</td>
            }
        })
        .collect_view();
    view! {
        <tr>
            <td class="dim">{op + 1}</td>
            <th scope="row" class="mono ltr">{shown.op_name(op).to_owned()}</th>
            {cells}
        </tr>
    }
    .into_any()
}
