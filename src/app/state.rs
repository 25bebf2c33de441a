//! What the page knows: open traces, loads, what is selected, what is shown.
//!
//! Everything here is view state and view models. The traces themselves live
//! in the worker; whoever wants to know something of one asks the [`Client`].
//!
//! [`AppState`] is `Copy` and provided as a context. Signals of one trace are
//! in [`TraceState`], so that switching tabs brings back view, selection and
//! search as they were left.

use super::client::Client;
use super::theme::Theme;
use crate::engine::protocol::{
    ArchiveEntry, Area, Details, Hit, Item, LoadFailure, LoadId, Located, Progress, SearchSummary, TraceId,
    TraceInfo,
};
use leptos::prelude::*;
use std::sync::Arc;

/// The page's state.
#[derive(Clone, Copy)]
pub struct AppState {
    pub client: Client,
    /// In the order of the tabs.
    pub traces: RwSignal<Vec<OpenTrace>>,
    /// Files that are being read, were not readable, or wait for a choice.
    pub loads: RwSignal<Vec<Load>>,
    /// The tab in front; `None` when there is none.
    pub active: RwSignal<Option<Tab>>,
    pub drawer: DrawerState,
    pub theme: RwSignal<Theme>,
    /// Whether dark colours are in use, with the system's wish applied. Canvas
    /// painters redraw when this changes.
    pub dark: RwSignal<bool>,
    pub dialog: RwSignal<Option<Dialog>>,
    pub toasts: RwSignal<Vec<Toast>>,
    /// What a screen reader is to say next.
    pub announcement: RwSignal<String>,
    /// Set when the worker died: what it said.
    pub crash: RwSignal<Option<String>>,
}

/// The thing a tab shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tab {
    Trace(TraceId),
    Load(LoadId),
}

/// An open trace.
#[derive(Clone)]
pub struct OpenTrace {
    pub info: Arc<TraceInfo>,
    /// A, B, C …: what people call it by. Stays while it is open.
    pub letter: String,
    /// The load that it came from.
    pub load: LoadId,
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
    /// Set it with [`AppState::select`].
    pub selected: RwSignal<Option<Item>>,
    /// Of `selected`; the previous ones stay until the new ones arrive.
    pub details: RwSignal<Option<Arc<Details>>>,
    /// The selected area of the timeline.
    pub area: RwSignal<Option<Area>>,
    pub search: RwSignal<SearchState>,
    /// Asks the timeline to bring something into view; the timeline takes it.
    pub reveal: RwSignal<Option<Reveal>>,
    /// The note on a file that ends early was closed.
    pub cut_dismissed: RwSignal<bool>,
}

impl TraceState {
    pub fn new() -> Self {
        Self {
            selected: RwSignal::new(None),
            details: RwSignal::new(None),
            area: RwSignal::new(None),
            search: RwSignal::new(SearchState::default()),
            reveal: RwSignal::new(None),
            cut_dismissed: RwSignal::new(false),
        }
    }
}

impl Default for TraceState {
    fn default() -> Self {
        Self::new()
    }
}

/// A wish to see something.
#[derive(Debug, Clone, PartialEq)]
pub struct Reveal {
    pub at: Located,
    pub zoom: RevealZoom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevealZoom {
    /// Scroll as little as needed; zoom only if it would be too small to see
    /// or larger than the window.
    Gentle,
    /// Fill the window with it.
    Fit,
}

/// The search of one trace.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchState {
    pub query: String,
    /// `None` until the engine has answered.
    pub summary: Option<SearchSummary>,
    /// The hit that was stepped to last.
    pub at: Option<Hit>,
}

/// A file on its way in.
#[derive(Clone, Copy)]
pub struct Load {
    pub load: LoadId,
    pub status: RwSignal<LoadStatus>,
}

/// How a load stands.
#[derive(Debug, Clone, PartialEq)]
pub enum LoadStatus {
    Reading(Progress),
    Choosing {
        file: String,
        entries: Vec<ArchiveEntry>,
    },
    Failed(LoadFailure),
    /// The address could not be fetched.
    Blocked(Blocked),
}

impl LoadStatus {
    pub fn file(&self) -> &str {
        match self {
            LoadStatus::Reading(progress) => &progress.file,
            LoadStatus::Choosing { file, .. } => file,
            LoadStatus::Failed(failure) => &failure.file,
            LoadStatus::Blocked(blocked) => &blocked.file,
        }
    }
}

/// An address that gave nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Blocked {
    pub file: String,
    pub url: String,
    pub host: String,
    pub cause: BlockedCause,
}

#[derive(Debug, Clone, PartialEq)]
pub enum BlockedCause {
    /// The host answers, and does not allow this page to read the answer.
    Cors,
    /// A page over https may not read plain http.
    MixedContent,
    Unreachable,
    /// HTTP status.
    Status(u16),
    /// Not an address.
    Malformed,
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
    Selection,
    Tables,
    Health,
    Metadata,
}

impl DrawerTab {
    pub const ALL: [DrawerTab; 5] =
        [DrawerTab::Details, DrawerTab::Selection, DrawerTab::Tables, DrawerTab::Health, DrawerTab::Metadata];
}

/// A dialog over the page; one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    Help,
    Url,
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

impl AppState {
    /// The trace in front, tracked.
    pub fn active_trace(self) -> Option<OpenTrace> {
        match self.active.get()? {
            Tab::Trace(trace) => self.traces.with(|open| open.iter().find(|t| t.id() == trace).cloned()),
            Tab::Load(_) => None,
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
            Tab::Load(_) => None,
        }
    }

    /// Selects an item, or nothing. Its details follow by themselves.
    pub fn select(self, trace: TraceId, item: Option<Item>) {
        let Some(open) = self.trace(trace) else { return };
        if open.state.selected.get_untracked() != item {
            open.state.selected.set(item);
        }
    }

    /// Selects an item and brings it into view.
    pub fn go_to(self, trace: TraceId, at: Located, zoom: RevealZoom) {
        self.select(trace, Some(at.item));
        if let Some(open) = self.trace(trace) {
            open.state.reveal.set(Some(Reveal { at, zoom }));
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
}
