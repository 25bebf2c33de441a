//! Device profile JSON: what is kept of each section while the text streams
//! by. Nothing is sorted or joined yet: that needs the whole file, see
//! `build`.

mod dma;
mod flow;
mod instruction;
mod names;
mod once;
mod other;
mod samples;

pub use flow::Flow;
pub use instruction::Predecessor;
pub use once::metric;
pub use other::OtherRow;

use super::field;
use super::place::{PlaceId, Places};
use super::pool::Pool;
use super::raw::RawRow;
use super::sections::{Place, Sink};
use super::series::{Samples, Shown};
use crate::ingest::json::density::Density;
use crate::ingest::json::scan::{Scan, Value};
use crate::ingest::json::snippet;
use crate::neuron::{DmaRoute, NeuronProfile, ProfileKind, Source};
use crate::trace::{ArgsBuilder, ArgsRef, Interval, Rule, SliceFlags, StringId, Trace};
use names::Names;
use rustc_hash::FxHashMap;

/// Which section the rows belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Section {
    Instruction,
    Dma,
    Semaphore,
    Pending,
    Throughput,
    Usage,
    UsageTable,
    DmaUsage,
    HbmUsage,
    Throttle,
    Flow,
    Active,
    Layer,
    Queue,
    Memory,
    Node,
    Model,
    Warning,
    Summary,
    Groups,
    GroupOrder,
    Terminology,
    Metadata,
    ProfileInfo,
    NeffHeader,
    Schema,
    /// Figures of the tool's own, which say nothing that other rows do not.
    Kept,
    #[default]
    Other,
}

impl Section {
    fn from_name(name: &str) -> Self {
        match name {
            "instruction" => Self::Instruction,
            "dma" => Self::Dma,
            "semaphore_update" => Self::Semaphore,
            "pending_dma" => Self::Pending,
            "dma_throughput" => Self::Throughput,
            "instruction_usage" => Self::Usage,
            "ham" => Self::Throttle,
            "active_time" => Self::Active,
            "layer_summary" => Self::Layer,
            "dma_queues_info" => Self::Queue,
            "nc_mem_usage" => Self::Memory,
            "neff_node" => Self::Node,
            "model_info" => Self::Model,
            "warnings" => Self::Warning,
            "summary" => Self::Summary,
            "summary_groups" => Self::Groups,
            "summary_group_order" => Self::GroupOrder,
            "terminology" => Self::Terminology,
            "metadata" => Self::Metadata,
            "profile_info" => Self::ProfileInfo,
            "neff_header" => Self::NeffHeader,
            // Tables without a section of the same rows in JSON.
            "SbufUsage" | "PsumUsage" => Self::UsageTable,
            "DmaUsage" => Self::DmaUsage,
            "HbmUsage" => Self::HbmUsage,
            "Flow" => Self::Flow,
            "SchemaFields" => Self::Schema,
            "DmaUsageSummary" => Self::Kept,
            _ => Self::Other,
        }
    }
}

impl Section {
    /// Its rows are nowhere else as they are written: people may look at them.
    fn is_kept_as_table(self) -> bool {
        matches!(self, Self::Active | Self::Layer | Self::Queue | Self::Memory | Self::Node | Self::Throttle)
    }

    /// Its rows have no place in time and stand alone.
    fn is_of_one_row(self) -> bool {
        matches!(
            self,
            Self::Summary
                | Self::Groups
                | Self::GroupOrder
                | Self::Terminology
                | Self::Metadata
                | Self::ProfileInfo
                | Self::NeffHeader
                | Self::Model
        )
    }
}

/// Handles of the row before, which most rows repeat.
#[derive(Debug, Default)]
struct Last {
    opcode: StringId,
    path: StringId,
    hlo_name: StringId,
    activation: StringId,
    nki_source: StringId,
    bir_name: StringId,
    layer: StringId,
    dependence: StringId,
    queue: StringId,
    variable: StringId,
    semaphore: StringId,
    framework: (u32, u32),
}

/// Everything that was read, in the order of the file.
#[derive(Debug, Default)]
pub struct Collected {
    /// Takes the strings, the health and the metadata at once.
    pub trace: Trace,
    pub profile: NeuronProfile,
    pub args: ArgsBuilder,
    pub pool: Pool,
    pub places: Places,
    /// Beside the rows of the profile.
    pub raw_instructions: Vec<RawRow>,
    pub raw_dma: Vec<RawRow>,
    pub predecessors: Vec<Predecessor>,
    pub flows: Vec<Flow>,
    pub samples: Samples,
    pub others: Vec<OtherRow>,
    pub density: Density,
    /// First start and last end of instructions and DMA, in units of the file.
    pub span: Option<Interval>,
    /// Fields of samples that are not kept.
    pub unknown_fields: u64,
    section: Section,
    section_name: String,
    section_rows: u64,
    last: Last,
    known_sources: FxHashMap<Box<[u8]>, u32>,
    known_lines: FxHashMap<Source, u32>,
    known_routes: FxHashMap<DmaRoute, u32>,
    names: Names,
    share_names: Vec<(Box<[u8]>, StringId)>,
    shares: Vec<(Value, Value)>,
    /// Bytes of rows in the metadata.
    kept: usize,
}

impl Sink for Collected {
    fn section(&mut self, name: &str) {
        self.end_section();
        self.section = Section::from_name(name);
        name.clone_into(&mut self.section_name);
        // Tables may come in several files.
        if self.profile.kind == ProfileKind::Device && self.trace.phases.contains_key(name) {
            self.trace.health.add(Rule::DuplicateSection, 0, None, || name.to_owned());
        }
    }

    fn row(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let end = match self.section {
            Section::Instruction => self.instruction(window, at, place),
            Section::Dma => self.dma(window, at, place),
            Section::Semaphore => self.semaphore(window, at, place),
            Section::Pending => self.pending(window, at, place),
            Section::Throughput => self.throughput(window, at, place),
            Section::Usage => self.usage(window, at, place),
            Section::UsageTable => self.usage_of_table(window, at, place),
            Section::DmaUsage => self.rate(window, at, place, [Shown::DmaTotal, Shown::DmaRate]),
            Section::HbmUsage => self.rate(window, at, place, [Shown::HbmTotal, Shown::HbmRate]),
            Section::Throttle => self.throttle(window, at, place),
            Section::Flow => self.flow(window, at),
            Section::Active => self.active(window, at),
            Section::Layer => self.layer(window, at),
            Section::Queue => self.queue(window, at),
            Section::Memory => self.memory(window, at),
            Section::Node => self.node(window, at),
            Section::Model => self.model(window, at),
            Section::Warning => self.warning(window, at),
            Section::Summary => self.summary(window, at),
            Section::Groups => self.groups(window, at),
            Section::GroupOrder => self.group_order(window, at),
            Section::Terminology => self.terminology(window, at),
            Section::Metadata => self.facts(window, at, |this| &mut this.profile.metadata),
            Section::ProfileInfo => self.facts(window, at, |this| &mut this.profile.profile_info),
            Section::NeffHeader => self.facts(window, at, |this| &mut this.profile.neff_header),
            Section::Schema => self.schema(window, at),
            Section::Kept => self.kept(window, at),
            Section::Other => self.other(window, at, place),
        }?;
        if self.section.is_kept_as_table() {
            self.keep_in_table(&window[at..end]);
        }
        self.section_rows += 1;
        Ok(end)
    }

    fn value(&mut self, key: &str, text: &[u8]) {
        // A section of one row without the list around it.
        if text.first() == Some(&b'{') && Section::from_name(key).is_of_one_row() {
            self.section(key);
            let place = Place { byte: 0, number: 0 };
            if self.row(text, 0, place).is_ok() {
                return;
            }
        }
        let text = String::from_utf8_lossy(text).into_owned();
        self.trace.metadata.push((key.to_owned(), text));
    }

    fn trace(&mut self) -> &mut Trace {
        &mut self.trace
    }
}

impl Collected {
    /// Counts the rows of the section that has ended.
    pub fn end_section(&mut self) {
        if self.section_rows > 0 {
            let name = std::mem::take(&mut self.section_name);
            *self.trace.phases.entry(name).or_default() += self.section_rows;
            self.section_rows = 0;
        }
    }

    /// Lanes so far, about.
    pub fn tracks(&self) -> usize {
        self.samples.all.len() + usize::from(!self.raw_instructions.is_empty())
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.args.memory_bytes()
            + self.names.memory_bytes()
            + self.trace.strings.memory_bytes()
            + self.trace.offsets.memory_bytes()
            + self.profile.memory_bytes()
            + (self.raw_instructions.capacity() + self.raw_dma.capacity()) * size_of::<RawRow>()
            + self.predecessors.capacity() * size_of::<Predecessor>()
            + self.flows.capacity() * size_of::<Flow>()
            + self.others.capacity() * size_of::<OtherRow>()
            + self.samples.memory_bytes()
    }

    /// A row with the times that it needs to be drawn.
    fn raw_row(
        &mut self,
        [start, dur, end]: [Value; 3],
        window: &[u8],
        place: Place,
        args: ArgsRef,
        on: PlaceId,
    ) -> RawRow {
        let start = field::int(start, window);
        let length = || Some(field::int(end, window)?.saturating_sub(start?));
        let dur = field::int(dur, window).or_else(length);
        let raw = self.raw_times(start, dur, place, args, on);
        if raw.is_timed {
            let own = Interval::new(raw.start, raw.end());
            self.span = Some(self.span.map_or(own, |span| span.union(own)));
        }
        raw
    }

    fn raw_times(
        &mut self,
        start: Option<i64>,
        dur: Option<i64>,
        place: Place,
        args: ArgsRef,
        on: PlaceId,
    ) -> RawRow {
        let mut flags = SliceFlags::default();
        if start.is_none() {
            self.note(Rule::InvalidTs, place, &[]);
        } else if dur.is_none() {
            self.note(Rule::InvalidDur, place, &[]);
            flags.set(SliceFlags::DUR_INVALID);
        } else if dur.is_some_and(|dur| dur < 0) {
            self.note(Rule::NegativeDur, place, &[]);
            flags.set(SliceFlags::DUR_NEGATIVE);
        }
        if let Some(start) = start
            && Density::wants(u64::from(place.number))
        {
            self.density.add(start);
        }
        RawRow {
            start: start.unwrap_or(0),
            dur: dur.unwrap_or(0).max(0),
            args,
            event: place.number,
            label: StringId::NONE,
            flags,
            place: on,
            is_timed: start.is_some(),
        }
    }

    fn note(&mut self, rule: Rule, place: Place, row: &[u8]) {
        let event = Some(u64::from(place.number) + 1);
        self.trace.health.add(rule, place.byte, event, || snippet(row));
    }

    /// Keeps a row of a small section for people to read.
    fn keep_row(&mut self, row: &[u8]) {
        const MOST_BYTES: usize = 1 << 20;
        self.kept += row.len();
        if self.kept <= MOST_BYTES {
            let text = String::from_utf8_lossy(row).into_owned();
            self.trace.metadata.push((self.section_name.clone(), text));
        } else {
            self.trace.health.count(Rule::RowsLeftOut, 1);
        }
    }
}
