//! What the page knows of a comparison: what was asked, what came back, what
//! of it is shown how.

use crate::app::state::{AppState, OpenTrace, Tab};
use crate::app::timeline::hook;
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, TraceId};
use crate::lowering::comparison::{
    Comparison, PathRequest, Problem, RegionChoice, RegionIn, RegionRow, Request,
};
use crate::lowering::region::{is_marked, shared_by_some, suggested};
use crate::neuron::ProfileKind;
use crate::timeline::paths::size::Size;
use crate::timeline::paths::zoom::Zoom;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Paths that can stand side by side.
pub const MOST_PATHS: usize = 4;

/// A comparison, in order of opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PathsId(pub u32);

/// A comparison and how it is looked at. Copies are the same.
#[derive(Clone, Copy)]
pub struct OpenPaths {
    pub id: PathsId,
    /// Changed with [`OpenPaths::change`] only.
    pub request: RwSignal<Request>,
    pub status: RwSignal<Status>,
    /// The last answer; it stays while another one is on its way.
    pub answer: RwSignal<Option<Arc<Comparison>>>,
    /// What there is to choose from.
    pub regions: RwSignal<Arc<Regions>>,
    /// Op of the baseline under the pointer or with the focus.
    pub hot: RwSignal<Option<u32>>,
    /// Op that was clicked: stays lit.
    pub pinned: RwSignal<Option<u32>>,
    /// Op that a link lit, until the answer is there.
    wanted_op: RwSignal<Option<u32>>,
    pub only_what_differs: RwSignal<bool>,
    /// Where there are too many ops, the largest come first.
    pub largest_first: RwSignal<bool>,
    /// What widths of device work stand for, and which ops are the largest.
    pub size: RwSignal<Size>,
    /// First of the ops that are shown, where there are too many.
    pub first_op: RwSignal<usize>,
    pub zoom: RwSignal<Zoom>,
    /// Each path at its own scale, not all at one.
    pub own_scale: RwSignal<bool>,
    /// By path: the instance that the timelines show; the median one first.
    pub instances: RwSignal<Vec<usize>>,
}

impl PartialEq for OpenPaths {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    Waiting,
    Ready,
    Failed(Problem),
    /// The engine has no answer: traces were closed meanwhile.
    Gone,
}

/// Regions of some traces.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Regions {
    pub traces: Vec<TraceId>,
    pub rows: Vec<RegionRow>,
}

impl OpenPaths {
    fn new(id: PathsId, request: Request) -> Self {
        Self {
            id,
            request: RwSignal::new(request),
            status: RwSignal::new(Status::Waiting),
            answer: RwSignal::new(None),
            regions: RwSignal::new(Arc::default()),
            hot: RwSignal::new(None),
            pinned: RwSignal::new(None),
            wanted_op: RwSignal::new(None),
            only_what_differs: RwSignal::new(false),
            largest_first: RwSignal::new(true),
            size: RwSignal::new(Size::Time),
            first_op: RwSignal::new(0),
            zoom: RwSignal::new(Zoom::ALL),
            own_scale: RwSignal::new(false),
            instances: RwSignal::new(Vec::new()),
        }
    }

    /// Asks for something else.
    pub fn change(self, state: AppState, change: impl FnOnce(&mut Request)) {
        self.request.update(change);
        self.ask(state);
    }

    /// Asks the engine, and for the regions to choose from.
    fn ask(self, state: AppState) {
        let request = self.request.get_untracked();
        self.status.set(Status::Waiting);
        spawn_local(async move {
            let answer = state.client.ask(Ask::Compare { request: request.clone() }).await;
            // Meanwhile the tab may be closed, or something else be asked.
            if self.request.try_with_untracked(|now| *now == request) == Some(true) {
                self.answered(state, answer);
            }
            // Behind the comparison, which a person waits for.
            if self.regions.try_get_untracked().is_some() {
                self.ask_regions(state);
            }
        });
    }

    fn answered(self, state: AppState, answer: Option<Answer>) {
        match answer {
            Some(Answer::Compared(Ok(comparison))) => {
                self.hot.set(None);
                let ops = comparison.paths.get(comparison.baseline as usize).map_or(0, |path| path.ops.len());
                let wanted = self.wanted_op.get_untracked().filter(|op| (*op as usize) < ops);
                self.wanted_op.set(None);
                self.pinned.set(wanted);
                self.first_op.set(0);
                self.zoom.set(Zoom::ALL);
                self.instances
                    .set(comparison.paths.iter().map(|path| path.median_instance as usize).collect());
                state.announce(super::verdict::spoken(&comparison));
                self.answer.set(Some(Arc::from(comparison)));
                self.status.set(Status::Ready);
                // Effects have drawn it when the next frame is painted.
                request_animation_frame(hook::first_comparison);
            }
            Some(Answer::Compared(Err(problem))) => self.status.set(Status::Failed(problem)),
            _ => self.status.set(Status::Gone),
        }
    }

    /// Regions of all open traces: any of them can become a path.
    pub fn ask_regions(self, state: AppState) {
        let traces: Vec<TraceId> =
            state.traces.with_untracked(|open| open.iter().map(OpenTrace::id).collect());
        if self.regions.with_untracked(|known| known.traces == traces) {
            return;
        }
        spawn_local(async move {
            if let Some(Answer::Regions(rows)) =
                state.client.ask(Ask::Regions { traces: traces.clone() }).await
            {
                let _ = self.regions.try_set(Arc::new(Regions { traces, rows }));
            }
        });
    }

    /// The region that is compared, by its name; tracked.
    pub fn region_name(self) -> String {
        let answered = self.answer.with(|answer| answer.as_ref().map(|answer| answer.region.clone()));
        answered.unwrap_or_else(|| {
            self.request.with(|request| {
                let choices = request.paths.iter().flat_map(|path| &path.recordings);
                choices
                    .filter_map(|recording| match &recording.region {
                        RegionChoice::Key(key) => Some(key.name.clone()),
                        RegionChoice::Like(_) => None,
                    })
                    .next()
                    .unwrap_or_else(|| t("paths-this-slice"))
            })
        })
    }

    /// Letters of the paths, tracked: those of their traces where each has its
    /// own, or A, B, C.
    pub fn letters(self, state: AppState) -> Vec<String> {
        let first: Vec<Option<TraceId>> = self
            .request
            .with(|request| request.paths.iter().map(|p| p.recordings.first().map(|r| r.trace)).collect());
        let of_traces: Vec<Option<String>> = state.traces.with(|open| {
            first
                .iter()
                .map(|trace| open.iter().find(|t| Some(t.id()) == *trace).map(|t| t.letter.clone()))
                .collect()
        });
        let distinct = of_traces.iter().enumerate().all(|(i, l)| l.is_some() && !of_traces[..i].contains(l));
        if distinct {
            return of_traces.into_iter().flatten().collect();
        }
        (0..first.len()).map(|at| char::from(b'A' + (at % 26) as u8).to_string()).collect()
    }
}

/// A path of one recording.
pub fn path_of(trace: TraceId, region: RegionChoice) -> PathRequest {
    PathRequest { name: String::new(), recordings: vec![RegionIn { trace, region }] }
}

/// Who wants a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// A person asked for it: it opens also where the traces share nothing, to
    /// be chosen there.
    OfAPerson,
    /// As of a person, by a link that has something else in front.
    Behind,
    /// Files that came together share a region that somebody marked.
    OfTheFiles,
}

/// Of these traces those that can be paths beside each other: device profiles
/// show what traces of a framework ran, and stay out where such are open, but
/// for one in front.
pub fn without_profiles(state: AppState, traces: Vec<TraceId>, front: Option<TraceId>) -> Vec<TraceId> {
    let is_profile = |trace: TraceId| {
        let neuron = state.trace(trace).and_then(|open| open.info.neuron.as_ref().map(|it| it.kind));
        matches!(neuron, Some(ProfileKind::Device | ProfileKind::Tables))
    };
    let runs_neffs = |trace: &TraceId| state.trace(*trace).is_some_and(|open| open.info.runs_neffs);
    if !traces.iter().any(runs_neffs) || front.is_some_and(is_profile) {
        return traces;
    }
    traces.into_iter().filter(|trace| !is_profile(*trace)).collect()
}

/// Device profiles came or went: what comparisons of NEFFs say may change.
pub fn profiles_changed(state: AppState) {
    let runs_neffs = |paths: &OpenPaths| {
        let traces = paths.request.with_untracked(Request::traces);
        traces.into_iter().any(|trace| state.trace(trace).is_some_and(|open| open.info.runs_neffs))
    };
    let again: Vec<OpenPaths> =
        state.paths.with_untracked(|all| all.iter().filter(|paths| runs_neffs(paths)).copied().collect());
    for paths in again {
        paths.ask(state);
    }
}

/// Opens a comparison as a tab in front.
pub fn open(state: AppState, paths: Vec<PathRequest>) -> OpenPaths {
    let open = open_behind(state, paths);
    state.active.set(Some(Tab::Paths(open.id)));
    open
}

/// Opens what a link asks for, behind the others; what is open already is
/// taken as it is. `op` is to be lit.
pub fn open_request(state: AppState, request: Request, op: Option<u32>) -> OpenPaths {
    let same = |open: &&OpenPaths| open.request.with_untracked(|own| *own == request);
    if let Some(open) = state.paths.with_untracked(|open| open.iter().find(same).copied()) {
        open.pinned.set(op);
        return open;
    }
    let open = list(state, request);
    open.wanted_op.set(op);
    open.ask(state);
    open
}

/// A comparison of just these paths, to the first one.
fn already_open(state: AppState, paths: &[PathRequest]) -> Option<PathsId> {
    let is_same =
        |request: &Request| request.paths == paths && request.baseline == 0 && request.judge_by.is_none();
    state.paths.with_untracked(|open| {
        open.iter().find(|open| open.request.with_untracked(is_same)).map(|open| open.id)
    })
}

fn open_behind(state: AppState, paths: Vec<PathRequest>) -> OpenPaths {
    let open = list(state, Request { paths, baseline: 0, judge_by: None });
    open.ask(state);
    open
}

/// Puts a comparison on the list that the tabs show.
fn list(state: AppState, request: Request) -> OpenPaths {
    let id = state.paths.with_untracked(|open| PathsId(open.last().map_or(0, |last| last.id.0 + 1)));
    let open = state.lasting(|| OpenPaths::new(id, request));
    state.paths.update(|paths| paths.push(open));
    open
}

/// Compares these traces by the first region that all have; of many the first
/// ones, and says so.
pub fn compare_traces(state: AppState, mut traces: Vec<TraceId>, wish: Wish) {
    let asked = wish != Wish::OfTheFiles;
    let offered = traces.len();
    traces.truncate(MOST_PATHS);
    spawn_local(async move {
        let answer = state.client.ask(Ask::Regions { traces: traces.clone() }).await;
        let rows = match answer {
            Some(Answer::Regions(rows)) => rows,
            _ => Vec::new(),
        };
        // Closed meanwhile: the person has gone on to something else.
        if !traces.iter().all(|trace| state.trace(*trace).is_some()) {
            return;
        }
        let row = suggested(&rows).filter(|row| asked || is_marked(row));
        let row = match row.or_else(|| shared_by_some(&rows)) {
            Some(row) => row,
            None if !asked => return,
            None => match rows.first() {
                Some(row) => row,
                None => return state.problem(t("paths-no-regions")),
            },
        };
        let has_it = |at: &usize| asked || row.count.get(*at).is_some_and(|count| *count > 0);
        let with_it = (0..traces.len()).filter(has_it).map(|at| traces[at]);
        let paths: Vec<PathRequest> =
            with_it.map(|trace| path_of(trace, RegionChoice::Key(row.key.clone()))).collect();
        if let Some(same) = already_open(state, &paths) {
            if wish != Wish::Behind {
                state.active.set(Some(Tab::Paths(same)));
            }
            return;
        }
        if !asked && paths.len() < traces.len() {
            let values =
                [("count", paths.len().into()), ("all", offered.into()), ("region", (&row.key.name).into())];
            state.problem(tv("paths-some-share", &values));
        }
        let paths = open_behind(state, paths);
        // Who has turned to another trace meanwhile stays there.
        let front = state.active.get_untracked();
        let turned_away = match front {
            Some(Tab::Trace(trace)) => traces.first() != Some(&trace),
            Some(Tab::Paths(_)) => true,
            Some(Tab::Load(_)) | None => false,
        };
        let is_in_front = match wish {
            Wish::OfAPerson => true,
            Wish::Behind => false,
            Wish::OfTheFiles => !turned_away,
        };
        if is_in_front {
            state.active.set(Some(Tab::Paths(paths.id)));
        }
        if offered > MOST_PATHS {
            state.problem(tv("paths-first-of", &[("count", MOST_PATHS.into()), ("all", offered.into())]));
        }
    });
}
