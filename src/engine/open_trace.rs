//! An open trace with all that is kept to answer questions about it.

use super::info;
use super::protocol::{TraceId, TraceInfo};
use super::search::Search;
use crate::analysis::colour::{ColourBy, TraceColours};
use crate::lowering::attribution::Attribution;
use crate::lowering::comparison::RegionChoice;
use crate::lowering::neff::{Identity, Runs, has_runs};
use crate::lowering::neuron;
use crate::lowering::profile;
use crate::lowering::profile::{PathProfile, RegionKey, RegionKind};
use crate::lowering::region::{Region, regions};
use crate::timeline::{FrameStyle, TraceIndex};
use crate::trace::Trace;
use std::cell::{OnceCell, RefCell};

pub struct OpenTrace {
    /// Name of its file.
    pub file: String,
    pub trace: Trace,
    pub index: TraceIndex,
    pub colours: TraceColours,
    /// Colours of names, while `colours` stand for something else: comparisons
    /// keep these, and the timeline comes back to them.
    colours_of_names: Option<Box<TraceColours>>,
    /// The running or last search, until it is ended.
    pub search: Option<Search>,
    /// Made when paths are compared for the first time.
    attribution: OnceCell<Attribution>,
    regions: OnceCell<Vec<Region>>,
    /// Runs of NEFFs; made when somebody asks for what they ran.
    runs: OnceCell<Option<Runs>>,
    /// Of a device profile: what it tells of its NEFF, and what it shows.
    identity: OnceCell<Option<Identity>>,
    device_path: OnceCell<Option<PathProfile>>,
    /// What was measured last, for other baselines and measures.
    measured: RefCell<Vec<(RegionChoice, PathProfile)>>,
}

/// Regions of a trace whose measures are kept.
const MOST_MEASURED: usize = 4;
/// Larger measures are not kept.
const MOST_KEPT_NODES: usize = 50_000;

/// What the trace itself does not know of its file.
pub struct FileFacts {
    pub file: String,
    pub packed_bytes: u64,
    pub read_ms: f64,
}

impl OpenTrace {
    pub fn new(file: String, trace: Trace, index: TraceIndex) -> Self {
        let colours = TraceColours::new(&trace);
        Self {
            file,
            trace,
            index,
            colours,
            colours_of_names: None,
            search: None,
            attribution: OnceCell::new(),
            regions: OnceCell::new(),
            runs: OnceCell::new(),
            identity: OnceCell::new(),
            device_path: OnceCell::new(),
            measured: RefCell::default(),
        }
    }

    /// What colours stand for from now on.
    pub fn colour_by(&mut self, by: ColourBy) {
        if self.colours.stands_for() == by {
            return;
        }
        let next = match (by, self.colours_of_names.take()) {
            (ColourBy::Name, Some(names)) => *names,
            (_, names) => {
                self.colours_of_names = names;
                TraceColours::by(&self.trace, by)
            }
        };
        let last = std::mem::replace(&mut self.colours, next);
        if last.stands_for() == ColourBy::Name {
            self.colours_of_names = Some(Box::new(last));
        }
    }

    /// All that wants colours.
    pub fn colours_mut(&mut self) -> impl Iterator<Item = &mut TraceColours> {
        std::iter::once(&mut self.colours).chain(self.colours_of_names.as_deref_mut())
    }

    /// Hue of a name where colours stand for names: 1 to 12, 0 for none.
    pub fn hue_of(&self, name: &str) -> u8 {
        self.colours_of_names.as_deref().unwrap_or(&self.colours).hue_of(name)
    }

    /// Which device work which launch led to.
    pub fn attribution(&self) -> &Attribution {
        self.attribution.get_or_init(|| Attribution::new(&self.trace))
    }

    /// The regions that the trace has.
    pub fn regions(&self) -> &[Region] {
        self.regions.get_or_init(|| {
            neuron::regions(&self.trace).unwrap_or_else(|| regions(&self.trace, self.attribution()))
        })
    }

    /// Runs of NEFFs; `None` in traces without any.
    pub fn runs(&self) -> Option<&Runs> {
        let make = || has_runs(&self.trace).then(|| Runs::new(&self.trace, self.attribution()));
        self.runs.get_or_init(make).as_ref()
    }

    /// What a device profile tells of its NEFF; `None` for other traces.
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.get_or_init(|| Identity::of(&self.trace, &self.file)).as_ref()
    }

    /// All that a device profile shows, as a path; `None` for other traces.
    pub fn device_path(&self) -> Option<&PathProfile> {
        let whole = || RegionChoice::Key(RegionKey { kind: RegionKind::Neff, name: String::new() });
        self.device_path.get_or_init(|| neuron::profile(&self.trace, &whole())).as_ref()
    }

    /// A region, measured; `None` where the trace does not have it.
    pub fn profile(&self, choice: &RegionChoice) -> Option<PathProfile> {
        let mut measured = self.measured.borrow_mut();
        if let Some((_, known)) = measured.iter().find(|(own, _)| own == choice) {
            return Some(known.clone());
        }
        let found = match neuron::device_profile(&self.trace) {
            Some(_) => neuron::profile(&self.trace, choice),
            None => profile(&self.trace, self.attribution(), choice),
        }?;
        if found.nodes.len() <= MOST_KEPT_NODES {
            if measured.len() >= MOST_MEASURED {
                measured.remove(0);
            }
            measured.push((choice.clone(), found.clone()));
        }
        Some(found)
    }

    pub fn info(&self, id: TraceId, facts: FileFacts) -> TraceInfo {
        let memory =
            info::memory_bytes(&self.trace) + self.index.memory_bytes() + self.colours.memory_bytes();
        info::trace_info(&self.trace, id, facts, memory as u64)
    }

    pub fn style(&self) -> FrameStyle<'_> {
        FrameStyle { colours: &self.colours, hits: self.search.as_ref().map(Search::hits) }
    }
}
