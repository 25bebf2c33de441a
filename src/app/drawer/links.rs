//! Where an item leads: links in and out, and what it encloses.

use super::chain::{delay_text, link_evidence};
use super::details::{goto, head};
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, tv};
use crate::engine::protocol::{Details, LinkRow};
use crate::text::format;
use leptos::prelude::*;

/// Rows of a list before "more" is asked for.
const FIRST: usize = 12;

pub fn links(state: AppState, open: &OpenTrace, details: &Details) -> AnyView {
    // A single incoming link is the chain's; repeating it would be noise.
    let incoming = (details.links_in_total > 1)
        .then(|| list(t("links-in"), details.links_in_total, link_rows(state, open, &details.links_in)));
    let outgoing = (details.links_out_total > 0)
        .then(|| list(t("links-out"), details.links_out_total, link_rows(state, open, &details.links_out)));
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
        list(t("links-children"), details.children, rows)
    });
    view! {
        {lost.then(|| view! { <p class="dim">{t("links-in-lost")}</p> })}
        {incoming}
        {outgoing}
        {children}
    }
    .into_any()
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
fn list(title: String, total: u64, mut rows: Vec<AnyView>) -> AnyView {
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
        {head(title, Some(total), ())}
        <ol class="link-list">{rows}</ol>
        {more}
        {(beyond > 0).then(|| view! { <p class="dim">{tv("links-beyond", &[("count", beyond.into())])}</p> })}
    }
    .into_any()
}
