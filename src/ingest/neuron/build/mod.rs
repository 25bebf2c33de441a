//! Makes a trace of what was collected: resolves cores, packs lanes, joins
//! dependences, in steps of one track each so that the caller can pause.

mod cores;
mod counters;
mod links;
mod pack;
mod plan;
mod rows;
mod time_check;
mod waits;

use super::device::{Collected, OtherRow, Predecessor};
use super::place::Resolved;
use super::raw::RawRow;
use crate::ingest::json::set_bounds;
use crate::neuron::{Evidence, NeuronProfile, ProfileKind};
use crate::trace::{
    ArgsBuilder, InstantKind, Interval, Rule, Scope, SliceId, StringId, TimeUnit, Trace, TrackId,
};
use plan::Plan;
use time_check::Figures;

/// The version of the format that this reader was made for.
const DATA_VERSION: &str = "8";

/// Major versions of the schema of tables that it was made for.
const SCHEMA_VERSIONS: std::ops::RangeInclusive<u32> = 7..=12;

fn knows_schema(version: &str) -> bool {
    let major = version.split('.').next().and_then(|major| major.parse().ok());
    major.is_some_and(|major| SCHEMA_VERSIONS.contains(&major))
}

/// What is left to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Prepare,
    Track(usize),
    Rest,
    Done,
}

/// Builds a trace step by step.
#[derive(Debug)]
pub struct Finisher {
    trace: Trace,
    profile: Box<NeuronProfile>,
    instructions: Vec<RawRow>,
    dma: Vec<RawRow>,
    others: Vec<OtherRow>,
    predecessors: Vec<Predecessor>,
    args: ArgsBuilder,
    /// By place.
    resolved: Vec<Resolved>,
    plan: Plan,
    /// Slices of `others`, and the instants among them by track.
    instants: Vec<(TrackId, u32)>,
    /// First start of any instruction or DMA, in ticks.
    first: i64,
    stage: Stage,
    collected: Option<Box<Collected>>,
}

impl Finisher {
    pub(super) fn new(mut collected: Collected, text_bytes: u64) -> Self {
        collected.end_section();
        collected.trace.text_bytes = text_bytes;
        Self {
            trace: Trace::default(),
            profile: Box::default(),
            instructions: Vec::new(),
            dma: Vec::new(),
            others: Vec::new(),
            predecessors: Vec::new(),
            args: ArgsBuilder::default(),
            resolved: Vec::new(),
            plan: Plan::default(),
            instants: Vec::new(),
            first: i64::MIN,
            stage: Stage::Prepare,
            collected: Some(Box::new(collected)),
        }
    }

    /// Does one step; false when all is done.
    pub fn step(&mut self) -> bool {
        self.stage = match self.stage {
            Stage::Prepare => {
                self.prepare();
                Stage::Track(0)
            }
            Stage::Track(at) if at < self.plan.slices.len() => {
                self.fill_track(at);
                Stage::Track(at + 1)
            }
            Stage::Track(_) => Stage::Rest,
            Stage::Rest => {
                self.rest();
                Stage::Done
            }
            Stage::Done => Stage::Done,
        };
        self.stage != Stage::Done
    }

    /// Share of the work that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        match self.stage {
            Stage::Prepare => 0.0,
            Stage::Track(at) => 0.1 + 0.6 * at as f64 / self.plan.slices.len().max(1) as f64,
            Stage::Rest => 0.7,
            Stage::Done => 1.0,
        }
    }

    /// The trace; complete only once [`Finisher::step`] has said false.
    pub fn into_trace(mut self) -> Trace {
        self.trace.neuron = Some(self.profile);
        self.trace
    }

    fn prepare(&mut self) {
        let Some(mut collected) = self.collected.take() else { return };
        if collected.profile.kind == ProfileKind::Tables {
            collected.share_places();
        }
        collected.give_names();
        *self.profile = std::mem::take(&mut collected.profile);
        self.trace = std::mem::take(&mut collected.trace);
        collected.pool.report(&mut self.trace.health);
        self.trace.health.count(Rule::FieldUnknown, collected.unknown_fields);
        self.check_time(collected.span);
        if let Some(version) = self.profile.metadata_value("data_version")
            && version != DATA_VERSION
        {
            self.trace.health.add(Rule::DataVersion, 0, None, || version.to_owned());
        }
        if let Some(version) = self.profile.metadata_value("profile_schema_version")
            && !knows_schema(version)
        {
            self.trace.health.add(Rule::DataVersion, 0, None, || version.to_owned());
        }
        self.first = collected.span.map_or(i64::MIN, |span| span.start);
        self.resolved = cores::resolve(&mut self.profile, &self.trace, &collected.places);
        cores::name_queues(&mut self.profile, &mut self.trace.strings);
        self.instructions = std::mem::take(&mut collected.raw_instructions);
        self.dma = std::mem::take(&mut collected.raw_dma);
        self.others = std::mem::take(&mut collected.others);
        self.predecessors = std::mem::take(&mut collected.predecessors);
        links::of_flows(&self.profile, std::mem::take(&mut collected.flows), &mut self.predecessors);
        self.args = std::mem::take(&mut collected.args);
        let mut samples = std::mem::take(&mut collected.samples);
        samples.scale_shares();
        let counters = counters::collect(&mut self.trace, &self.profile, samples, &self.resolved);
        self.plan(counters);
        waits::clip_waits(&mut self.profile, &self.instructions, self.first);
        self.make_room();
    }

    /// Columns are as long as they will be, not twice that.
    fn make_room(&mut self) {
        self.profile.shrink();
        let timed = |rows: &[RawRow]| rows.iter().filter(|row| row.is_timed).count();
        let count = timed(&self.instructions) + timed(&self.dma) + self.others.len();
        let slices = &mut self.trace.slices;
        slices.start.reserve_exact(count);
        slices.dur.reserve_exact(count);
        slices.name.reserve_exact(count);
        slices.cat.reserve_exact(count);
        slices.parent.reserve_exact(count);
        slices.args.reserve_exact(count);
        slices.flags.reserve_exact(count);
        slices.event.reserve_exact(count);
    }

    fn check_time(&mut self, span: Option<Interval>) {
        let (unit, check) = time_check::check(Figures {
            span,
            total_s: self.profile.summary.number("total_time"),
            last_hw_ns: self.profile.metadata_value("last_hw_timestamp").and_then(|text| text.parse().ok()),
        });
        self.trace.unit = unit;
        self.profile.time = check;
        let word = match unit {
            TimeUnit::Nanos => "ns",
            TimeUnit::Picos => "ps",
        };
        let (rule, text) = match check.evidence {
            Evidence::TotalTime => (Rule::TimeUnitChecked, format!("{word}: summary.total_time")),
            Evidence::LastTimestamp => (Rule::TimeUnitChecked, format!("{word}: metadata.last_hw_timestamp")),
            Evidence::Mismatch => (Rule::TimeUnitMismatch, word.to_owned()),
            Evidence::Assumed if span.is_some() => (Rule::TimeUnitAssumed, word.to_owned()),
            Evidence::Assumed => return,
        };
        self.trace.health.add(rule, 0, None, || text);
    }

    fn rest(&mut self) {
        self.fill_instants();
        self.shrink_columns();
        let instructions = std::mem::take(&mut self.instructions);
        let dma = std::mem::take(&mut self.dma);
        self.profile.index_slices(self.trace.slices.len());
        self.trace.slices.first_async = self.trace.slices.len() as u32;
        self.profile.work = work(&self.profile, &instructions, &dma);
        let predecessors = std::mem::take(&mut self.predecessors);
        links::finish(&mut self.trace, &self.profile, &predecessors, &instructions, &dma);
        self.trace.args = std::mem::take(&mut self.args).finish();
        set_bounds(&mut self.trace);
    }

    /// Waits may have come on top of the room that was made.
    fn shrink_columns(&mut self) {
        let slices = &mut self.trace.slices;
        slices.start.shrink_to_fit();
        slices.dur.shrink_to_fit();
        slices.name.shrink_to_fit();
        slices.cat.shrink_to_fit();
        slices.parent.shrink_to_fit();
        slices.args.shrink_to_fit();
        slices.flags.shrink_to_fit();
        slices.event.shrink_to_fit();
    }

    fn fill_instants(&mut self) {
        let mut found = std::mem::take(&mut self.instants);
        found.sort_by_key(|&(track, other)| (track, self.others[other as usize].raw.start));
        let instants = &mut self.trace.instants;
        for &(track, other) in &found {
            let row = &self.others[other as usize];
            instants.time.push(row.raw.start);
            instants.track.push(track);
            instants.name.push(row.name);
            instants.cat.push(row.section);
            instants.scope.push(Scope::Thread);
            instants.kind.push(InstantKind::Mark);
            instants.phase.push(b'i');
            instants.args.push(row.raw.args);
            instants.event.push(row.raw.event);
        }
        let mut at = 0;
        for (i, track) in self.trace.tracks.iter_mut().enumerate() {
            let end = at + found[at..].partition_point(|entry| entry.0 <= TrackId(i as u32));
            track.instants = at as u32..end as u32;
            at = end;
        }
    }
}

/// From the first to the last row that is no set-up.
fn work(profile: &NeuronProfile, instructions: &[RawRow], dma: &[RawRow]) -> Option<Interval> {
    let instructions = profile.instructions.iter().zip(instructions).filter(|(row, _)| !row.is_setup());
    let rows = instructions.map(|(_, raw)| raw).chain(dma).filter(|raw| raw.is_timed);
    rows.map(|raw| Interval::new(raw.start, raw.end())).reduce(Interval::union)
}

/// Text of a handle that may be missing, as a handle of the empty text.
fn or_empty(id: StringId, trace: &mut Trace) -> StringId {
    if id == StringId::NONE { trace.strings.intern("") } else { id }
}

/// A slice before it has its place.
#[derive(Debug, Clone, Copy)]
struct Item {
    start: i64,
    end: i64,
    /// Rows of different bands never share a lane: lower ones stand above.
    band: u32,
    what: What,
}

/// What a slice stands for: a row of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Instruction(u32),
    /// The wait before it.
    Wait(u32),
    Dma(u32),
    Other(u32),
}

impl Finisher {
    /// Notes where a row's slice is.
    fn set_slice(&mut self, what: What, slice: SliceId) {
        match what {
            What::Instruction(row) => self.profile.instructions[row as usize].slice = slice,
            What::Wait(row) => self.profile.instructions[row as usize].wait_slice = slice,
            What::Dma(row) => self.profile.dma[row as usize].slice = slice,
            What::Other(_) => {}
        }
    }
}
