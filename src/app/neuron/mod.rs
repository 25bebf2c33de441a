//! What the page shows of Neuron profiles: summary, advice, hierarchy and
//! tables in the drawer, and the colours of the timeline.

pub mod advice;
mod engines;
mod fact;
pub mod hierarchy;
mod icicle;
mod metrics;
mod roofline;
mod sections;
pub mod summary;
pub mod tables;
pub mod tools;

use super::drawer::which::{Which, area_of, choice, still};
use super::icon::small_icon;
use super::state::{AppState, OpenTrace};
use super::tabs::short_name;
use super::words::{t, tv};
use crate::analysis::colour::{ColourBy, LegendRow};
use crate::engine::protocol::{Answer, Area, Ask, Item, Located, NeuronAnswer, NeuronAsk, TraceId};
use crate::neuron::analysis::summary::ProfileSummary;
use crate::neuron::analysis::table::TableKind;
use crate::text::format;
use crate::timeline::action::Action;
use crate::timeline::view::origin;
use crate::trace::TrackId;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// How the profile of one trace is looked at.
#[derive(Clone, Copy)]
pub struct NeuronState {
    /// The part that is summed up.
    pub which: RwSignal<Which>,
    pub colour_by: RwSignal<ColourBy>,
    /// What has which colour.
    pub legend: RwSignal<Arc<Vec<LegendRow>>>,
    pub table: RwSignal<TableKind>,
    /// The section that is shown instead of a table: empty for the list of all.
    pub section: RwSignal<Option<String>>,
    /// The hierarchy is shown as a table.
    pub as_table: RwSignal<bool>,
    /// Chosen node of the hierarchy, and the one that is all of the picture.
    pub node: RwSignal<Option<u64>>,
    pub root: RwSignal<Option<u64>>,
    /// What a chosen node led to: selecting that chooses nothing else.
    pub led_to: RwSignal<Option<Item>>,
}

impl NeuronState {
    /// Chooses a node of the hierarchy, and goes to its longest instruction.
    pub fn choose(self, state: AppState, trace: TraceId, key: u64, longest: Option<Located>) {
        self.node.set(Some(key));
        self.led_to.set(longest.as_ref().map(|at| at.item));
        if let Some(at) = longest {
            state.apply(trace, Action::GoTo(at));
        }
    }
}

impl Default for NeuronState {
    fn default() -> Self {
        Self {
            which: RwSignal::new(Which::All),
            colour_by: RwSignal::new(ColourBy::Name),
            legend: RwSignal::new(Arc::default()),
            table: RwSignal::new(TableKind::Operators),
            section: RwSignal::new(None),
            as_table: RwSignal::new(false),
            node: RwSignal::new(None),
            root: RwSignal::new(None),
            led_to: RwSignal::new(None),
        }
    }
}

/// What is told of the chosen part, asked again when the part changes.
/// `make` may follow further signals.
fn asked<T: Send + Sync + 'static>(
    state: AppState,
    open: &OpenTrace,
    make: impl Fn(Area) -> NeuronAsk + Send + Sync + 'static,
    pick: fn(NeuronAnswer) -> Option<T>,
) -> RwSignal<Option<Arc<T>>> {
    let (trace, bounds, view) = (open.id(), open.info.bounds, open.state.view);
    let which = open.state.neuron.which;
    let found = RwSignal::new(None::<Arc<T>>);
    let wanted = still(Memo::new(move |_| view.with(|view| area_of(view, which.get(), bounds))));
    let turn = StoredValue::new(0u32);
    Effect::new(move |_| {
        let Some(area) = wanted.get() else { return };
        let ask = Ask::Neuron { trace, ask: make(area) };
        let own = turn.get_value() + 1;
        turn.set_value(own);
        spawn_local(async move {
            let answer = state.client.ask(ask).await;
            // Another part may be wanted by then, or the drawer show something
            // else.
            if let Some(Answer::Neuron(answer)) = answer
                && turn.try_get_value() == Some(own)
                && let Some(answer) = pick(answer)
            {
                let _ = found.try_set(Some(Arc::new(answer)));
            }
        });
    });
    found
}

/// The choice of the part, with what stands beside it.
fn bar(open: &OpenTrace, more: impl IntoView + 'static) -> AnyView {
    view! {
        <div class="table-bar wraps">
            {choice(open.state.neuron.which, open.state.view, "neuron-which")}
            {tracks(open)}
            {came(open)}
            {more.into_any()}
        </div>
    }
    .into_any()
}

/// What stands above what is of the whole file.
fn bar_of(open: &OpenTrace, tools: impl IntoView + 'static) -> AnyView {
    view! { <div class="table-bar wraps">{came(open)} {tools.into_any()}</div> }.into_any()
}

/// Names that are spelt out.
const MOST_NAMES: usize = 4;

/// Which tracks the selected area is of, where they are not all.
fn tracks(open: &OpenTrace) -> AnyView {
    let (which, view, info) = (open.state.neuron.which, open.state.view, open.info.clone());
    let text = move || {
        let area = view.with(|view| view.area.clone()).filter(|_| which.get() == Which::Area)?;
        let name = |track: &TrackId| info.tracks.get(track.index()).map_or("", |track| &*track.name);
        let mut names: Vec<&str> = area.tracks.iter().take(MOST_NAMES).map(name).collect();
        if area.tracks.len() > MOST_NAMES {
            names.push("…");
        }
        let values = [("count", area.tracks.len().into()), ("names", names.join(", ").into())];
        (!names.is_empty()).then(|| tv("neuron-span-tracks", &values))
    };
    let chip = move || {
        text().map(|text| {
            let title = text.clone();
            view! { <span class="chip warn clip" title=title>{text}</span> }
        })
    };
    chip.into_any()
}

/// What is summed up, in words.
fn span_text(open: &OpenTrace, summary: &ProfileSummary) -> String {
    let (unit, from) = (open.info.unit, origin(&open.info));
    let length = format::ticks(summary.total, unit);
    if summary.is_whole {
        let id = if summary.is_cut_off { "neuron-span-came" } else { "neuron-span-all" };
        return tv(id, &[("span", length.into())]);
    }
    let place = |time: i64| format::ticks_exact(time.saturating_sub(from), unit);
    let (start, end) = (place(summary.span.start), place(summary.span.end));
    tv("neuron-span", &[("span", length.into()), ("start", start.into()), ("end", end.into())])
}

/// Says that less came than the profile is.
fn came(open: &OpenTrace) -> Option<AnyView> {
    open.info.cut.map(|_| {
        let help = t("neuron-came-help");
        view! { <span class="chip warn" title=help>{small_icon("warn")} {t("neuron-came")}</span> }.into_any()
    })
}

/// What names of saved tables begin with.
fn file_stem(open: &OpenTrace) -> String {
    let name = short_name(&open.info.file);
    if open.info.cut.is_some() { format!("{name}-incomplete") } else { name }
}

/// A button with a name that leads to a slice; plain text without one.
fn link(state: AppState, open: &OpenTrace, text: String, to: Option<Located>) -> AnyView {
    let trace = open.id();
    match to {
        Some(to) => view! {
            <button
                class="link clip ltr"
                title=tv("neuron-go-to", &[("name", (&to.name).into())])
                on:click=move |_| state.apply(trace, Action::GoTo(to.clone()))
            >
                <bdi>{text}</bdi>
            </button>
        }
        .into_any(),
        None => view! { <span class="clip ltr"><bdi>{text}</bdi></span> }.into_any(),
    }
}

/// What stands where there is nothing to show.
fn nothing(message: &'static str) -> AnyView {
    view! { <div class="drawer-empty"><p>{t(message)}</p></div> }.into_any()
}
