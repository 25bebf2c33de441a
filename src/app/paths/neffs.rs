//! NEFFs of the paths, with the device profiles that show what happens within.

use super::export::base_name;
use super::say::{self, time};
use super::section::section;
use super::shown::Shown;
use crate::app::csv::csv_button;
use crate::app::icon::measure;
use crate::app::neffs::open_button;
use crate::app::words::{t, tv};
use crate::export::csv::table;
use crate::lowering::comparison::Comparison;
use crate::lowering::neff::{NeffPart, NeffShare, NeffTotals};
use crate::lowering::profile::Figure;
use crate::text::format;
use crate::text::neff as words;
use leptos::prelude::*;

const HEADS: [&str; 10] = [
    "paths-neffs-path",
    "paths-neffs-name",
    "paths-neffs-executions",
    "paths-neffs-ran",
    "paths-neffs-profiled",
    "paths-neffs-engines",
    "paths-neffs-alone",
    "paths-neffs-waiting",
    "paths-neffs-hbm",
    "paths-neffs-profile",
];
/// The first columns hold words, and so does the last.
const WORDS: [usize; 3] = [0, 1, 9];

/// Nothing where no path runs NEFFs.
pub fn neffs(shown: &Shown) -> Option<AnyView> {
    let parts: Vec<(usize, &NeffPart)> = shown
        .all
        .paths
        .iter()
        .enumerate()
        .filter_map(|(at, path)| Some((at, path.neffs.as_deref()?)))
        .collect();
    if parts.is_empty() {
        return None;
    }
    let heads = HEADS.iter().enumerate().map(|(at, id)| {
        view! { <th scope="col" class:end=!WORDS.contains(&at)>{t(id)}</th> }
    });
    let heads = heads.collect_view();
    let rows = parts.iter().map(|(path, part)| rows(shown, *path, part)).collect_view();
    let body = view! {
        <div class="twin">
            <table class="tbl neffs" aria-label=t("paths-neffs")>
                <thead><tr>{heads}</tr></thead>
                {rows}
            </table>
        </div>
    };
    let all = shown.all.clone();
    let tools = csv_button(shown.state, base_name(&all, "neffs"), move || Some(csv_of(&all)));
    Some(section("neffs", "paths-neffs", "paths-neffs-text", tools, body))
}

fn csv_of(all: &Comparison) -> String {
    const HEAD: [&str; 11] = [
        "path",
        "neff",
        "cache key",
        "executions",
        "ran (ns)",
        "profiled (ns)",
        "engines busy (ns)",
        "DMA exposed (ns)",
        "waiting (ns)",
        "HBM moved (B)",
        "profile",
    ];
    let rows = all.paths.iter().filter_map(|path| Some((path, path.neffs.as_deref()?)));
    let rows = rows.flat_map(|(path, part)| {
        part.neffs.iter().map(|neff| {
            // Without a profile the reason for that is one for all of them.
            let profile = match &neff.profile {
                Ok(found) => found.file.clone(),
                Err(why) => t(words::unjoined_id(*why)),
            };
            let ns = |of: fn(&NeffTotals) -> i64| {
                neff.totals.as_ref().map_or_else(|| profile.clone(), |totals| of(totals).to_string())
            };
            let hbm = match neff.totals.as_ref().map(NeffTotals::hbm) {
                Some(Figure::Known(bytes)) => bytes.to_string(),
                Some(Figure::Unknown(reason)) => say::reason(reason),
                None => profile.clone(),
            };
            vec![
                path.name.clone(),
                neff.name.clone(),
                neff.key.clone(),
                neff.executions.to_string(),
                neff.run_ns.to_string(),
                ns(|totals| totals.total_ns),
                ns(|totals| totals.engines_ns),
                ns(|totals| totals.dma_alone_ns),
                ns(NeffTotals::waiting_ns),
                hbm,
                profile,
            ]
        })
    });
    table(HEAD, rows)
}

fn rows(shown: &Shown, path: usize, part: &NeffPart) -> AnyView {
    let own = part.neffs.iter().map(|neff| row(shown, path, neff)).collect_view();
    let all = (part.neffs.len() > 1).then(|| {
        let executions: u32 = part.neffs.iter().map(|neff| neff.executions).sum();
        let ran: i64 = part.neffs.iter().map(|neff| neff.run_ns).sum();
        view! {
            <tr class="all">
                <td></td>
                <th scope="row">{t("paths-neffs-all")}</th>
                {numbers(executions, ran, part.totals.as_ref())}
                <td></td>
            </tr>
        }
    });
    view! { <tbody>{own}{all}</tbody> }.into_any()
}

fn row(shown: &Shown, path: usize, neff: &NeffShare) -> AnyView {
    let profile = match &neff.profile {
        Ok(found) => view! {
            <span class="nline">{open_button(shown.state, &neff.name, found, false)} {say::evidence_chip(found.evidence)}</span>
        }
        .into_any(),
        Err(why) => view! { <span class="why">{t(words::unjoined_id(*why))}</span> }.into_any(),
    };
    let key = if neff.key.is_empty() { neff.name.clone() } else { neff.key.clone() };
    view! {
        <tr>
            <td><span class="badge" class:base=shown.is_base(path)>{shown.letter(path)}</span></td>
            <th scope="row" class="ltr" title=key>{neff.name.clone()}</th>
            {numbers(neff.executions, neff.run_ns, neff.totals.as_ref())}
            <td>{profile}</td>
        </tr>
    }
    .into_any()
}

fn numbers(executions: u32, ran_ns: i64, totals: Option<&NeffTotals>) -> AnyView {
    let ns =
        |of: fn(&NeffTotals) -> i64| totals.map_or_else(|| "–".to_owned(), |totals| time(of(totals) as f64));
    let hbm = match totals.map(NeffTotals::hbm) {
        Some(Figure::Known(bytes)) => format::bytes(bytes.max(0.0) as u64),
        _ => "–".to_owned(),
    };
    let cells = [
        format::count(executions.into()),
        time(ran_ns as f64),
        ns(|totals| totals.total_ns),
        ns(|totals| totals.engines_ns),
        ns(|totals| totals.dma_alone_ns),
        ns(NeffTotals::waiting_ns),
        hbm,
    ];
    cells.into_iter().map(|cell| view! { <td class="end num">{measure(cell)}</td> }).collect_view().into_any()
}

/// How many NEFFs of a path have a profile.
pub fn chip(part: &NeffPart) -> AnyView {
    let (joined, all) = (part.joined(), part.neffs.len());
    let text = tv("chip-neffs", &[("joined", joined.into()), ("all", all.into())]);
    let dashed = joined < all;
    view! { <a class="chip" class:dashed=dashed href="#neffs" on:click=scroll>{text}</a> }.into_any()
}

fn scroll(event: leptos::ev::MouseEvent) {
    // The address belongs to what is open.
    event.prevent_default();
    if let Some(section) = document().get_element_by_id("neffs") {
        section.scroll_into_view();
    }
}
