//! The model of a trace: columns and handles, no behaviour of any format.
//!
//! Readers (`ingest`) fill it once; everything else only reads it. Slices are
//! stored in the order in which they are drawn: by track, then row, then start
//! time, so that a row of a track is one contiguous range of [`SliceId`]s and
//! level of detail needs no index of its own.
//!
//! Times are `i64` *ticks* since the zero of the file's own clock; a tick is a
//! nanosecond unless the file is finer ([`TimeUnit`]). They never pass through
//! a float.
//!
//! Absent on purpose: JSON (see [`ArgsStore`], which keeps args as bytes),
//! drawing, statistics.

mod args;
mod counter;
mod health;
mod id;
mod instant;
mod link;
mod offsets;
mod process;
mod slice;
mod stack;
mod strings;
mod time;
mod track;

pub use args::{ArgsBuilder, ArgsRef, ArgsStore, EventArgs};
pub use counter::{Counter, Series};
pub use health::{Cut, Finding, FirstSeen, Health, Level, Rule};
pub use id::{CounterId, InstantId, LinkId, ProcessId, SliceId, StringId, TrackId};
pub use instant::{InstantKind, Instants, Scope};
pub use link::{DependenceKind, Link, LinkEnd, LinkIdent, LinkKind, Links};
pub use offsets::EventOffsets;
pub use process::Process;
pub use slice::{AsyncInfo, SliceFlags, Slices, Sparse};
pub use stack::{Frame as StackFrame, ResolvedStack, StackRef, Stacks};
pub use strings::StringTable;
pub use time::{Interval, TimeUnit};
pub use track::{Row, RowName, Track, TrackKind};

use crate::neuron::NeuronProfile;
use std::collections::BTreeMap;

/// A file's worth of events, ready for queries.
#[derive(Debug, Default)]
pub struct Trace {
    /// What a tick is.
    pub unit: TimeUnit,
    /// Kineto's `baseTimeNanoseconds`: absolute time = this + event time.
    pub base_time_ns: Option<i64>,
    /// Rank of the process in a distributed run, and whether it was only
    /// guessed from the file name.
    pub rank: Option<Rank>,
    /// Every name, category and label, once.
    pub strings: StringTable,
    /// Processes in display order.
    pub processes: Vec<Process>,
    /// Tracks in display order; those of one process are contiguous.
    pub tracks: Vec<Track>,
    /// Rows of all tracks; see [`Track::rows`].
    pub rows: Vec<Row>,
    /// Names of rows within their tracks, by row.
    pub row_names: Vec<RowName>,
    /// Synchronous, asynchronous, state and object slices.
    pub slices: Slices,
    /// Points in time.
    pub instants: Instants,
    /// Counters, one per counter track.
    pub counters: Vec<Counter>,
    /// Flows and other edges between slices.
    pub links: Links,
    /// Call stacks of slices and instants.
    pub stacks: Stacks,
    /// Raw args of slices, instants and objects.
    pub args: ArgsStore,
    /// Lives of objects (phases N, O, D).
    pub objects: Vec<ObjectLife>,
    /// Top-level keys other than the event list, in file order: key and JSON
    /// text. May hold secrets; never shown or exported without asking.
    pub metadata: Vec<(String, String)>,
    /// First and last tick of anything drawn; `None` when nothing is.
    pub bounds: Option<Interval>,
    /// What the first view shows: `bounds` without outliers.
    pub fit: Option<Interval>,
    /// Events in the file by phase character, as written.
    pub phases: BTreeMap<String, u64>,
    /// Where each event stands in the text.
    pub offsets: EventOffsets,
    /// Size of the JSON text in bytes.
    pub text_bytes: u64,
    /// Tracks that are folded until a person opens them: many rows that say
    /// little one by one. In display order.
    pub folded: Vec<TrackId>,
    /// The same of whole processes.
    pub folded_processes: Vec<ProcessId>,
    /// What an AWS Neuron profile knows beyond slices.
    pub neuron: Option<Box<NeuronProfile>>,
    /// What was repaired, dropped or not understood.
    pub health: Health,
}

/// Rank of a process in a distributed run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Rank {
    pub rank: i64,
    /// Taken from the file's name, since the file itself does not say.
    pub guessed: bool,
}

/// The life of one object, from phase N to D, with its snapshots (O).
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectLife {
    pub name: StringId,
    pub id: StringId,
    pub track: TrackId,
    pub slice: SliceId,
    /// Times of the snapshots, in ticks, ascending.
    pub snapshots: Vec<i64>,
}

impl Trace {
    /// Events of all phases.
    pub fn event_count(&self) -> u64 {
        self.phases.values().sum()
    }

    /// The track that a slice is drawn on.
    pub fn track_of(&self, slice: SliceId) -> TrackId {
        self.rows[self.row_index_of(slice)].track
    }

    /// Index into [`Trace::rows`] of the row that holds a slice.
    pub fn row_index_of(&self, slice: SliceId) -> usize {
        self.rows.partition_point(|row| row.end <= slice.0)
    }

    /// Depth of a slice within its lane (0 = outermost) and its lane (0 =
    /// main, 1 and up = extra lanes of overlapping slices).
    pub fn depth_and_lane_of(&self, slice: SliceId) -> (u32, u32) {
        match self.async_info(slice) {
            Some(info) => (info.depth, info.lane),
            None => {
                let row = &self.rows[self.row_index_of(slice)];
                (row.depth, row.lane)
            }
        }
    }

    /// Key of an asynchronous slice; `None` for all others.
    pub fn async_info(&self, slice: SliceId) -> Option<&AsyncInfo> {
        let index = slice.0.checked_sub(self.slices.first_async)?;
        self.slices.asyncs.get(index as usize)
    }

    /// Name of a slice as a person reads it.
    pub fn slice_name(&self, slice: SliceId) -> &str {
        self.name(self.slices.name[slice.index()])
    }

    /// Text of a name; a missing one reads "[No name]".
    pub fn name(&self, id: StringId) -> &str {
        if id == StringId::NONE { "[No name]" } else { self.strings.get(id) }
    }

    /// Canonical text of a link's id.
    pub fn link_id_text(&self, id: LinkIdent) -> String {
        match id {
            LinkIdent::Number(number) => number.to_string(),
            LinkIdent::Text(text) => self.strings.get(text).to_owned(),
        }
    }

    /// Label of a track: its thread's, counter's or group's name.
    pub fn track_label(&self, track: TrackId) -> &str {
        self.strings.get(self.tracks[track.index()].name)
    }

    /// Name of the row that holds a slice, where its track names its rows.
    pub fn row_label(&self, slice: SliceId) -> Option<&str> {
        let row = self.row_index_of(slice);
        let above = self.row_names.partition_point(|named| named.row as usize <= row);
        let named = self.row_names.get(above.checked_sub(1)?)?;
        let rows = &self.tracks[self.rows[row].track.index()].rows;
        rows.contains(&named.row).then(|| self.strings.get(named.name))
    }

    /// Label of the track of a slice, with the name of its row.
    pub fn place_label(&self, slice: SliceId) -> String {
        let track = self.track_label(self.track_of(slice));
        match self.row_label(slice) {
            Some(row) => format!("{track} · {row}"),
            None => track.to_owned(),
        }
    }
}
