//! From an op to the device profiles of the NEFFs that it ran, and from a
//! profile back to the ops.

use super::drawer::chain::evidence;
use super::drawer::details::{goto, head};
use super::icon::{icon, measure};
use super::paths::slice::show;
use super::state::{AppState, DrawerTab, OpenTrace, Tab};
use super::tabs::short_name;
use super::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, Details, Item, NeffUse, NeffUses, RanBy, Runner, TraceId};
use crate::lowering::neff::{ProfileRef, Unjoined};
use crate::lowering::profile::Evidence;
use crate::text::comparison::time;
use crate::text::neff as words;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Asks again whenever a trace comes or goes.
fn asked<T: Send + Sync + Clone + 'static>(
    state: AppState,
    ask: Ask,
    pick: fn(Answer) -> Option<T>,
) -> RwSignal<Option<T>> {
    let found = RwSignal::new(None::<T>);
    let open =
        Memo::new(move |_| state.traces.with(|open| open.iter().map(OpenTrace::id).collect::<Vec<_>>()));
    Effect::new(move |_| {
        open.track();
        let ask = ask.clone();
        spawn_local(async move {
            // Something else may be shown by then, and this signal gone.
            if let Some(answer) = state.client.ask(ask).await.and_then(pick) {
                let _ = found.try_set(Some(answer));
            }
        });
    });
    found
}

/// The bars of a piece of evidence, with its name.
fn chip(kind: Evidence) -> AnyView {
    evidence(kind.strength(), words::evidence_id(kind))
}

/// NEFFs that the selected slice ran; nothing in traces without any.
pub fn of_slice(state: AppState, open: &OpenTrace, details: &Details) -> Option<AnyView> {
    let Item::Slice(slice) = details.at.item else { return None };
    if !open.info.runs_neffs {
        return None;
    }
    let ask = Ask::Neffs { trace: open.id(), slice: Some(slice) };
    let found = asked(state, ask, |answer| match answer {
        Answer::Neffs(found) => Some(found),
        _ => None,
    });
    let open = open.clone();
    let view = move || {
        let found = found.get().filter(|found| !found.uses.is_empty())?;
        Some(list(state, &open, &found))
    };
    Some(view.into_any())
}

fn list(state: AppState, open: &OpenTrace, found: &NeffUses) -> AnyView {
    let title = t(if found.total == 1 { "neff-title" } else { "neff-title-many" });
    let count = (found.total > 1).then_some(found.total);
    let rows = found.uses.iter().map(|own| row(state, open, own)).collect_view();
    let beyond = found.total.saturating_sub(found.uses.len() as u64);
    view! {
        {head(title, count, ())}
        <ol class="neff-list">{rows}</ol>
        {(beyond > 0).then(|| view! { <p class="dim">{tv("neff-beyond", &[("count", beyond.into())])}</p> })}
    }
    .into_any()
}

fn row(state: AppState, open: &OpenTrace, own: &NeffUse) -> AnyView {
    let runs = tv("neff-runs", &[("count", own.runs.into()), ("total", time(own.total_ns as f64).into())]);
    let op = own.op.as_ref().map(|(op, kind)| {
        view! { <span class="dim">{t("neff-of-op")}</span> {goto(state, open, op, op.name.clone())} {chip(*kind)} }
    });
    let key = (!own.key.is_empty()).then(|| {
        view! { <span class="dim clip ltr mono" title=own.key.clone()>{words::short_key(&own.key)}</span> }
    });
    view! {
        <li>
            <div class="nline">
                {goto(state, open, &own.first, own.name.clone())}
                <span class="num dim">{measure(runs)}</span>
                {key}
            </div>
            <div class="nline">{op}</div>
            {profile(state, &own.name, &own.profile)}
        </li>
    }
    .into_any()
}

/// The way to a NEFF's instructions, or why there is none.
fn profile(state: AppState, name: &str, found: &Result<ProfileRef, Unjoined>) -> AnyView {
    match found {
        Ok(found) => {
            let timed = tv("neff-one-run", &[("time", time(found.total_ns as f64).into())]);
            view! {
                <div class="nline">
                    {open_button(state, name, found, true)}
                    {chip(found.evidence)}
                    <span class="dim clip ltr" title=found.file.clone()>{short_name(&found.file)}</span>
                    <span class="num dim">{measure(timed)}</span>
                </div>
            }
            .into_any()
        }
        Err(why) => view! { <p class="why">{t(words::unjoined_id(*why))}</p> }.into_any(),
    }
}

/// Opens the instructions of a NEFF. `spelt` says so in words; otherwise the
/// button shows the profile's file.
pub fn open_button(state: AppState, name: &str, found: &ProfileRef, spelt: bool) -> AnyView {
    let (trace, file) = (found.trace, short_name(&found.file));
    let label = tv("neff-open-of", &[("name", name.into()), ("file", (&file).into())]);
    let text = if spelt { t("neff-open") } else { file };
    view! {
        <button
            class="btn small neff-open"
            aria-label=label.clone()
            title=label
            on:click=move |_| open_instructions(state, trace)
        >
            {icon("columns")}
            <span class="clip ltr">{text}</span>
        </button>
    }
    .into_any()
}

fn open_instructions(state: AppState, profile: TraceId) {
    if state.trace(profile).is_none() {
        return state.problem(t("paths-slice-gone"));
    }
    state.active.set(Some(Tab::Trace(profile)));
    state.show_drawer(DrawerTab::NeuronHierarchy);
}

fn ran_by(state: AppState, open: &OpenTrace) -> RwSignal<Option<RanBy>> {
    asked(state, Ask::RanBy { trace: open.id() }, |answer| match answer {
        Answer::RanBy(found) => Some(found),
        _ => None,
    })
}

/// Who ran the NEFF of a profile, as a card of its summary.
pub fn ran_by_card(state: AppState, open: &OpenTrace) -> AnyView {
    let found = ran_by(state, open);
    let body = move || {
        found.get().map(|found| match found.runners.is_empty() {
            true => {
                let why = tv("neff-ran-by-nobody", &[("traces", found.traces.into())]);
                view! { <p class="why">{why}</p> }.into_any()
            }
            false => {
                let rows = found.runners.iter().map(|own| runner(state, own)).collect_view();
                view! { <ol class="neff-list">{rows}</ol> }.into_any()
            }
        })
    };
    view! { <section class="ncard ran-by"><h3>{t("neff-ran-by")}</h3>{body}</section> }.into_any()
}

/// The same in one line: the first op that ran it.
pub fn ran_by_line(state: AppState, open: &OpenTrace) -> AnyView {
    let found = ran_by(state, open);
    let line = move || {
        let found = found.get()?;
        let first = found.runners.first()?;
        Some(
            view! { <span class="ran-by-line"><span class="dim">{t("neff-ran-by")}</span> {link_back(state, first)}</span> },
        )
    };
    line.into_any()
}

fn runner(state: AppState, own: &Runner) -> AnyView {
    let neff = &own.neff;
    let runs = tv("neff-runs", &[("count", neff.runs.into()), ("total", time(neff.total_ns as f64).into())]);
    let ties =
        [neff.op.as_ref().map(|(_, kind)| *kind), neff.profile.as_ref().ok().map(|found| found.evidence)];
    let ties = ties.into_iter().flatten().map(chip).collect_view();
    view! {
        <li>
            <div class="nline">{link_back(state, own)}</div>
            <div class="nline"><span class="num dim">{measure(runs)}</span> {ties}</div>
        </li>
    }
    .into_any()
}

/// To the op that ran a NEFF first, in its trace; to the run where no op is
/// known.
fn link_back(state: AppState, own: &Runner) -> AnyView {
    let at = own.neff.op.as_ref().map_or(&own.neff.first, |(op, _)| op);
    let values = [("op", (&at.name).into()), ("file", short_name(&own.file).into())];
    let (text, label) = (tv("neff-ran-by-row", &values), tv("neff-ran-by-go", &values));
    let (trace, item) = (own.trace, at.item);
    view! {
        <button
            class="link clip"
            title=label.clone()
            aria-label=label
            on:click=move |_| {
                if let Item::Slice(slice) = item {
                    show(state, trace, slice);
                }
            }
        >
            {text}
        </button>
    }
    .into_any()
}

/// The mark of a trace that was made up.
pub fn synthetic_chip() -> AnyView {
    view! { <span class="chip synthetic" title=t("synthetic-text")>{t("synthetic")}</span> }.into_any()
}
