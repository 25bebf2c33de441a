//! Where an item leads: links in and out, and what it encloses.

use super::chain::{delay_text, link_evidence};
use super::details::{goto, head};
use crate::app::csv::{csv_button, ticks};
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, tv};
use crate::engine::protocol::{Details, LinkRow, Located};
use crate::export::csv::table;
use crate::text::format;
use crate::timeline::view::origin;
use leptos::prelude::*;

/// Rows of a list before "more" is asked for.
const FIRST: usize = 12;

pub fn links(state: AppState, open: &OpenTrace, details: &Details) -> AnyView {
    // A single incoming link is the chain's; repeating it would be noise.
    let incoming = (details.links_in_total > 1).then(|| {
        let save = save_links(state, open, details, &details.links_in);
        list(t("links-in"), details.links_in_total, link_rows(state, open, &details.links_in), save)
    });
    let outgoing = (details.links_out_total > 0).then(|| {
        let save = save_links(state, open, details, &details.links_out);
        list(t("links-out"), details.links_out_total, link_rows(state, open, &details.links_out), save)
    });
    let lost = details.links_in.iter().any(|link| link.other.is_none()) && details.links_in_total == 1;
    let children = (!details.first_children.is_empty()).then(|| {
        let unit = open.info.unit;
        let rows = details
            .first_children
            .iter()
            .map(|child| {
                view! {
                    <li>
                        {goto(state, open, child, child.name.clone())}
                        <span class="num dim">{format::ticks(child.dur, unit)}</span>
                    </li>
                }
                .into_any()
            })
            .collect();
        list(t("links-children"), details.children, rows, ().into_any())
    });
    view! {
        {lost.then(|| view! { <p class="dim">{t("links-in-lost")}</p> })}
        {incoming}
        {outgoing}
        {children}
    }
    .into_any()
}

/// The links that were sent, as a table.
fn save_links(state: AppState, open: &OpenTrace, details: &Details, links: &[LinkRow]) -> AnyView {
    let (unit, from) = (open.info.unit, origin(&open.info));
    let [start, took, delay] = ["start", "duration", "delay"].map(|head| format!("{head} ({})", ticks(unit)));
    let rows = links.iter().map(|link| {
        let other =
            |value: fn(&Located) -> String| link.other.as_ref().map_or_else(|| t("links-nowhere"), value);
        let start = link.other.as_ref().map(|at| at.start.saturating_sub(from).to_string());
        vec![
            link.name.clone(),
            link.id.clone(),
            other(|at| at.name.clone()),
            start.unwrap_or_else(|| t("links-nowhere")),
            other(|at| at.dur.to_string()),
            link.delay.map_or_else(|| other(|_| String::new()), |delay| delay.to_string()),
        ]
    });
    let text = table(["link", "id", "leads to", &start, &took, &delay], rows);
    csv_button(state, format!("{}-links", details.at.name), move || Some(text.clone()))
}

fn link_rows(state: AppState, open: &OpenTrace, links: &[LinkRow]) -> Vec<AnyView> {
    let unit = open.info.unit;
    links
        .iter()
        .map(|link| {
            let other = match &link.other {
                Some(at) => goto(state, open, at, at.name.clone()),
                None => view! { <span class="dimmer">{t("links-nowhere")}</span> }.into_any(),
            };
            let delay = link.delay.map(|delay| delay_text(delay, unit));
            let title = tv("links-title", &[("name", (&link.name).into()), ("id", (&link.id).into())]);
            view! {
                <li title=title>
                    {other}
                    <span class="num dim">{delay}</span>
                    {link_evidence(link.kind)}
                </li>
            }
            .into_any()
        })
        .collect()
}

/// A list that begins folded when it is long. `total` may be more than there
/// are rows: the engine sends the first ones only.
fn list(title: String, total: u64, mut rows: Vec<AnyView>, tools: AnyView) -> AnyView {
    let sent = rows.len();
    let rest = if sent > FIRST { rows.split_off(FIRST) } else { Vec::new() };
    let hidden = rest.len();
    let more = (hidden > 0).then(|| {
        view! {
            <details class="more">
                <summary>{tv("links-more", &[("count", hidden.into())])}</summary>
                <ol class="link-list">{rest}</ol>
            </details>
        }
    });
    let beyond = total.saturating_sub(sent as u64);
    view! {
        {head(title, Some(total), tools)}
        <ol class="link-list">{rows}</ol>
        {more}
        {(beyond > 0).then(|| view! { <p class="dim">{tv("links-beyond", &[("count", beyond.into())])}</p> })}
    }
    .into_any()
}
