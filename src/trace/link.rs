//! Edges between slices, with what they rest on.

use super::{LinkId, SliceId, StringId, TrackId};

/// What says that two slices belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LinkKind {
    /// Flow events (s, t, f) or `bind_id`.
    Flow,
    /// Equal `args.correlation`, where the file has no flow for it.
    Correlation,
    /// Equal `args."External id"`, where the file has no flow for it.
    ExternalId,
    /// The file names the earlier instruction as a predecessor of the later.
    Dependence(DependenceKind),
    /// An instruction and a DMA name the same time as that of the trigger.
    DmaTrigger,
}

/// Why an instruction must come after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum DependenceKind {
    /// It reads what the other wrote.
    Flow,
    /// It writes what the other read.
    Anti,
    /// Both write the same.
    Output,
    /// The compiler put them in this order.
    Ordered,
    /// The file says something else; the link's name has its words.
    Other,
}

impl DependenceKind {
    /// Message that names it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Flow => "dependence-flow",
            Self::Anti => "dependence-anti",
            Self::Output => "dependence-output",
            Self::Ordered => "dependence-ordered",
            Self::Other => "dependence-other",
        }
    }
}

/// One end of a link. An end that found no slice still has its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkEnd {
    /// [`SliceId::NONE`] when no slice was found there.
    pub slice: SliceId,
    /// [`TrackId::NONE`] when the partner event is missing altogether.
    pub track: TrackId,
    /// Ticks.
    pub time: i64,
}

impl LinkEnd {
    /// No partner event.
    pub const MISSING: LinkEnd = LinkEnd { slice: SliceId::NONE, track: TrackId::NONE, time: 0 };
}

/// A directed edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    pub from: LinkEnd,
    pub to: LinkEnd,
    pub kind: LinkKind,
    /// Name of the flow, such as `ac2g` or `fwdbwd`.
    pub name: StringId,
    pub id: LinkIdent,
}

/// The id that a link's ends share. Numbers and their texts are one id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkIdent {
    Number(u64),
    Text(StringId),
}

/// All links, with an index by either end.
#[derive(Debug, Default)]
pub struct Links {
    all: Vec<Link>,
    by_from: Vec<LinkId>,
    by_to: Vec<LinkId>,
}

impl Links {
    pub fn new(all: Vec<Link>) -> Self {
        let index = |end: fn(&Link) -> SliceId| {
            let mut ids: Vec<LinkId> = (0..all.len() as u32)
                .map(LinkId)
                .filter(|id| end(&all[id.index()]) != SliceId::NONE)
                .collect();
            ids.sort_by_key(|id| (end(&all[id.index()]), *id));
            ids
        };
        let (by_from, by_to) = (index(|l| l.from.slice), index(|l| l.to.slice));
        Self { all, by_from, by_to }
    }

    pub fn all(&self) -> &[Link] {
        &self.all
    }

    pub fn get(&self, id: LinkId) -> &Link {
        &self.all[id.index()]
    }

    /// Links that leave a slice.
    pub fn from(&self, slice: SliceId) -> &[LinkId] {
        self.range(&self.by_from, |l| l.from.slice, slice)
    }

    /// Links that arrive at a slice.
    pub fn to(&self, slice: SliceId) -> &[LinkId] {
        self.range(&self.by_to, |l| l.to.slice, slice)
    }

    fn range<'a>(&self, ids: &'a [LinkId], end: fn(&Link) -> SliceId, slice: SliceId) -> &'a [LinkId] {
        let lo = ids.partition_point(|id| end(self.get(*id)) < slice);
        let hi = ids.partition_point(|id| end(self.get(*id)) <= slice);
        &ids[lo..hi]
    }
}
