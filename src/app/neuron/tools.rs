//! A strip above the lanes: what colours stand for, and a way past the start.

use crate::analysis::colour::ColourBy;
use crate::app::icon::{icon, small_icon};
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, texts, tv};
use crate::engine::protocol::{Answer, Ask, TraceInfo};
use crate::text::format;
use crate::text::neuron::{colour_by_id, legend_name};
use crate::timeline::action::Action;
use crate::timeline::frame::colour;
use crate::trace::Interval;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Entries of the legend at most; there are no more colours.
const MOST: usize = colour::OPS as usize;

/// Asks for colours, and for what has which.
fn colour_by(state: AppState, open: &OpenTrace, by: ColourBy) {
    let (trace, own) = (open.id(), open.state.neuron);
    own.colour_by.set(by);
    spawn_local(async move {
        if let Some(Answer::Legend(legend)) = state.client.ask(Ask::ColourBy { trace, by }).await
            && own.colour_by.try_get_untracked() == Some(by)
        {
            own.legend.set(Arc::new(legend));
        }
    });
}

/// The strip; nothing for a trace without instructions.
pub fn tools(state: AppState, open: &OpenTrace) -> Option<AnyView> {
    let neuron = open.info.neuron.as_ref().filter(|neuron| !neuron.colours.is_empty())?;
    let own = open.state.neuron;
    colour_by(state, open, own.colour_by.get_untracked());
    let choices = neuron.colours.clone();
    let options = choices
        .iter()
        .enumerate()
        .map(|(at, by)| {
            let by = *by;
            view! {
                <option value=at.to_string() selected=move || own.colour_by.get() == by>{t(colour_by_id(by))}</option>
            }
        })
        .collect_view();
    let chosen = open.clone();
    let change = move |event| {
        let at: usize = event_target_value(&event).parse().unwrap_or_default();
        if let Some(by) = choices.get(at) {
            colour_by(state, &chosen, *by);
        }
    };
    let legend = move || {
        let rows = own.legend.get();
        let entry = |row: &crate::analysis::colour::LegendRow| {
            let name = texts(|texts| legend_name(texts, row));
            let fill = format!("background:var(--c{})", u32::from(row.colour) + 1);
            let title = name.clone();
            view! { <li title=title><i class="key" style=fill></i><span class="clip ltr"><bdi>{name}</bdi></span></li> }
        };
        rows.iter().take(MOST).map(entry).collect_view()
    };
    let skip = neuron.empty_start.map(|start| skip(state, open, start));
    Some(
        view! {
            <div class="ntools">
                <label class="corner">
                    <span class="clip dim">{t("neuron-colour-by")}</span>
                    <span class="select">
                        <select on:change=change>{options}</select>
                        {icon("down")}
                    </span>
                </label>
                <ul class="nlegend" aria-label=t("neuron-legend")>
                    {legend}
                    <li><i class="key p-before"></i>{t("neuron-legend-wait")}</li>
                </ul>
                {skip}
            </div>
        }
        .into_any(),
    )
}

fn skip(state: AppState, open: &OpenTrace, start: Interval) -> AnyView {
    let trace = open.id();
    let TraceInfo { unit, fit, .. } = *open.info;
    let rest = Interval::new(start.end, fit.end.max(start.end));
    let help = tv("neuron-skip-start-help", &[("time", format::ticks(start.len(), unit).into())]);
    view! {
        <button class="btn bare small" title=help aria-label=t("neuron-skip-start") on:click=move |_| state.apply(trace, Action::Show(rest))>
            {small_icon("right")}
            <span class="word">{t("neuron-skip-start")}</span>
        </button>
    }
    .into_any()
}
