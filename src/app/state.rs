//! What the page knows: open traces, loads, what is selected, what is shown.
//!
//! Everything here is view state and view models. The traces themselves live
//! in the worker; whoever wants to know something of one asks the [`Client`].
//!
//! [`AppState`] is `Copy` and provided as a context. Signals of one trace are
//! in [`TraceState`], so that switching tabs brings back view, selection and
//! search as they were left.

use super::client::Client;
use super::embed::Senders;
use super::link::LinkState;
use super::neuron::NeuronState;
use super::offline::Newer;
use super::open::{Folders, Sources};
use super::paths::model::{OpenPaths, PathsId};
use super::paths::together::Together;
use super::search::{Searches, Way};
use super::theme::Theme;
use crate::engine::protocol::{
    ArchiveEntry, Details, Hit, LoadFailure, LoadId, NeuronInfo, Progress, SearchSummary, TraceId, TraceInfo,
};
use crate::timeline::action::Action;
use crate::timeline::view::View;
use leptos::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The page's state.
#[derive(Clone, Copy)]
pub struct AppState {
    pub client: Client,
    /// Owns what must outlive the component in whose event it was made.
    root: StoredValue<Owner>,
    pub sources: Sources,
    /// Files of folders with so many that the person chooses first.
    pub folders: Folders,
    pub searches: Searches,
    /// In the order of the tabs.
    pub traces: RwSignal<Vec<OpenTrace>>,
    /// Files that are being read, were not readable, or wait for a choice.
    pub loads: RwSignal<Vec<Load>>,
    /// Comparisons of lowering paths.
    pub paths: RwSignal<Vec<OpenPaths>>,
    /// Files that were opened together, to compare when all have come.
    pub together: Together,
    /// Traces from other pages that wait for the reader's word.
    pub senders: Senders,
    /// What the page's address asks for and holds.
    pub link: LinkState,
    /// The tab in front; `None` when there is none.
    pub active: RwSignal<Option<Tab>>,
    pub drawer: DrawerState,
    pub theme: RwSignal<Theme>,
    /// Tag of the language of [`super::words`]. Changed with
    /// [`super::language::switch`] only.
    pub language: RwSignal<&'static str>,
    /// Whether dark colours are in use, with the system's wish applied. Canvas
    /// painters redraw when this changes.
    pub dark: RwSignal<bool>,
    pub dialog: RwSignal<Option<Dialog>>,
    pub toasts: RwSignal<Vec<Toast>>,
    /// What a screen reader is to say next.
    pub announcement: RwSignal<String>,
    /// Set when the worker died: what it said.
    pub crash: RwSignal<Option<String>>,
    /// A newer version of the page that waits for the reader's word.
    pub newer: Newer,
}

/// The thing a tab shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tab {
    Trace(TraceId),
    Load(LoadId),
    Paths(PathsId),
}

/// An open trace.
#[derive(Clone)]
pub struct OpenTrace {
    pub info: Arc<TraceInfo>,
    /// A, B, C …: what people call it by. Stays while it is open.
    pub letter: String,
    /// The load that it came from.
    pub load: LoadId,
    /// Whether the page opened it by itself, to have something to show.
    pub by_itself: bool,
    pub state: TraceState,
}

impl OpenTrace {
    pub fn id(&self) -> TraceId {
        self.info.trace
    }
}

impl PartialEq for OpenTrace {
    fn eq(&self, other: &Self) -> bool {
        self.info.trace == other.info.trace
    }
}

/// View state of one trace.
#[derive(Clone, Copy)]
pub struct TraceState {
    /// What is shown: time, tracks, selection, marks. Changed with
    /// [`AppState::apply`] only.
    pub view: RwSignal<View>,
    /// Of the view's selection; the previous ones stay until the new arrive.
    pub details: RwSignal<Option<Arc<Details>>>,
    pub search: RwSignal<SearchState>,
    /// The note on a file that ends early was closed.
    pub cut_dismissed: RwSignal<bool>,
    /// How a Neuron profile is looked at.
    pub neuron: NeuronState,
}

impl TraceState {
    pub fn new(info: &TraceInfo) -> Self {
        Self {
            view: RwSignal::new(View::new(info)),
            details: RwSignal::new(None),
            search: RwSignal::new(SearchState::default()),
            cut_dismissed: RwSignal::new(false),
            neuron: NeuronState::default(),
        }
    }
}

/// The search of one trace.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchState {
    pub query: String,
    /// `None` until the engine has answered.
    pub summary: Option<SearchSummary>,
    /// The hit that was stepped to last.
    pub at: Option<Hit>,
    /// A step that was asked for before there was an answer.
    pub wish: Option<Way>,
}

/// A file on its way in.
#[derive(Clone, Copy)]
pub struct Load {
    pub load: LoadId,
    pub status: RwSignal<LoadStatus>,
    /// Whether the page opened it by itself, to have something to show.
    pub by_itself: bool,
    /// Whether it is an archive of which files were chosen: then one that
    /// fails is not the end of the others.
    pub of_choice: RwSignal<bool>,
}

/// How a load stands.
#[derive(Debug, Clone, PartialEq)]
pub enum LoadStatus {
    /// Others are read first.
    Waiting {
        file: String,
    },
    Reading(Progress),
    Choosing {
        file: String,
        entries: Vec<ArchiveEntry>,
    },
    Failed(LoadFailure),
}

impl LoadStatus {
    pub fn file(&self) -> &str {
        match self {
            LoadStatus::Waiting { file } | LoadStatus::Choosing { file, .. } => file,
            LoadStatus::Reading(progress) => &progress.file,
            LoadStatus::Failed(failure) => &failure.file,
        }
    }
}

/// The drawer under the timeline.
#[derive(Clone, Copy)]
pub struct DrawerState {
    pub tab: RwSignal<DrawerTab>,
    pub open: RwSignal<bool>,
    /// CSS pixels, tabs included.
    pub height: RwSignal<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DrawerTab {
    Details,
    /// Of Neuron profiles, as the next three.
    NeuronSummary,
    NeuronAdvice,
    NeuronHierarchy,
    NeuronTables,
    Selection,
    Tables,
    Health,
    Metadata,
}

impl DrawerTab {
    const ALL: [DrawerTab; 9] = [
        DrawerTab::Details,
        DrawerTab::NeuronSummary,
        DrawerTab::NeuronAdvice,
        DrawerTab::NeuronHierarchy,
        DrawerTab::NeuronTables,
        DrawerTab::Selection,
        DrawerTab::Tables,
        DrawerTab::Health,
        DrawerTab::Metadata,
    ];

    /// Tabs for a trace.
    pub fn of(info: &TraceInfo) -> Vec<DrawerTab> {
        Self::ALL.into_iter().filter(|tab| tab.is_for(info)).collect()
    }

    /// What links call it.
    pub fn key(self) -> &'static str {
        match self {
            DrawerTab::Details => "details",
            DrawerTab::NeuronSummary => "summary",
            DrawerTab::NeuronAdvice => "advice",
            DrawerTab::NeuronHierarchy => "hierarchy",
            DrawerTab::NeuronTables => "breakdown",
            DrawerTab::Selection => "selection",
            DrawerTab::Tables => "tables",
            DrawerTab::Health => "health",
            DrawerTab::Metadata => "metadata",
        }
    }

    /// The one that links call so.
    pub fn of_key(key: &str) -> Option<DrawerTab> {
        Self::ALL.into_iter().find(|tab| tab.key() == key)
    }

    /// Whether a trace has anything to show under it.
    pub fn is_for(self, info: &TraceInfo) -> bool {
        let neuron = |has: fn(&NeuronInfo) -> bool| info.neuron.as_ref().is_some_and(has);
        match self {
            DrawerTab::NeuronSummary => neuron(|it| it.instructions || it.dma || it.metrics),
            DrawerTab::NeuronAdvice => neuron(|it| it.instructions || it.dma),
            DrawerTab::NeuronHierarchy => neuron(|it| it.instructions),
            DrawerTab::NeuronTables => neuron(|it| it.instructions || it.dma || it.tensors),
            _ => true,
        }
    }

    /// This tab, or the first where a trace has nothing under it.
    pub fn fitting(self, info: &TraceInfo) -> DrawerTab {
        if self.is_for(info) { self } else { DrawerTab::Details }
    }
}

/// A dialog over the page; one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    Help,
    Url,
    /// A link of the view.
    Share,
    /// A link wants to fetch from other hosts.
    Hosts,
    /// Another page wants to hand over a trace.
    Sender,
    /// Hosts and pages that need not be asked about.
    Known,
}

/// A short note that goes away by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Toast {
    pub id: u32,
    pub text: String,
    pub kind: ToastKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToastKind {
    Done,
    Problem,
}

/// The state from the context; every component of the page is below it.
pub fn app_state() -> AppState {
    expect_context::<AppState>()
}

impl Default for AppState {
    fn default() -> Self {
        Self::new()
    }
}

impl AppState {
    /// Nothing open, the worker not started.
    pub fn new() -> Self {
        Self {
            client: Client::new(),
            root: StoredValue::new(Owner::current().unwrap_or_default()),
            sources: Sources::new_local(FxHashMap::default()),
            folders: Folders::new_local(FxHashMap::default()),
            searches: Searches::new_local(FxHashMap::default()),
            traces: RwSignal::new(Vec::new()),
            loads: RwSignal::new(Vec::new()),
            paths: RwSignal::new(Vec::new()),
            together: Together::new_local(Vec::new()),
            senders: Senders::new(),
            link: LinkState::new(),
            active: RwSignal::new(None),
            drawer: super::drawer::stored_state(),
            theme: RwSignal::new(Theme::stored()),
            language: RwSignal::new(super::words::language()),
            dark: RwSignal::new(false),
            dialog: RwSignal::new(None),
            toasts: RwSignal::new(Vec::new()),
            announcement: RwSignal::new(String::new()),
            crash: RwSignal::new(None),
            newer: RwSignal::new_local(None),
        }
    }

    /// Makes signals that live as long as the page. In an event handler they
    /// would go with the component that the event came from.
    pub fn lasting<T>(self, make: impl FnOnce() -> T) -> T {
        self.root.with_value(|root| root.with(make))
    }

    /// The trace in front, tracked.
    pub fn active_trace(self) -> Option<OpenTrace> {
        match self.active.get()? {
            Tab::Trace(trace) => self.traces.with(|open| open.iter().find(|t| t.id() == trace).cloned()),
            Tab::Load(_) | Tab::Paths(_) => None,
        }
    }

    /// An open trace, untracked.
    pub fn trace(self, trace: TraceId) -> Option<OpenTrace> {
        self.traces.with_untracked(|open| open.iter().find(|t| t.id() == trace).cloned())
    }

    /// The trace in front, untracked: for event handlers.
    pub fn front(self) -> Option<OpenTrace> {
        match self.active.get_untracked()? {
            Tab::Trace(trace) => self.trace(trace),
            Tab::Load(_) | Tab::Paths(_) => None,
        }
    }

    /// Changes the view of a trace.
    pub fn apply(self, trace: TraceId, action: Action) {
        if let Some(open) = self.trace(trace) {
            open.state.view.update(|view| view.apply(action, &open.info));
        }
    }

    /// Opens the drawer at a tab.
    pub fn show_drawer(self, tab: DrawerTab) {
        self.drawer.tab.set(tab);
        self.drawer.open.set(true);
    }

    /// Says something to a screen reader.
    pub fn announce(self, text: impl Into<String>) {
        self.announcement.set(text.into());
    }

    /// Says shortly that something went well.
    pub fn done(self, text: impl Into<String>) {
        self.toast(text.into(), ToastKind::Done);
    }

    /// Says shortly that something did not go.
    pub fn problem(self, text: impl Into<String>) {
        self.toast(text.into(), ToastKind::Problem);
    }

    fn toast(self, text: String, kind: ToastKind) {
        self.toasts.update(|toasts| {
            let id = toasts.last().map_or(0, |toast| toast.id + 1);
            toasts.push(Toast { id, text, kind });
        });
    }
}
