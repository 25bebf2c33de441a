//! Slices, as columns.

use super::{ArgsRef, SliceId, StringId};

/// State of a slice beyond its times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SliceFlags(pub u16);

impl SliceFlags {
    /// No end is known; the end is that of the parent or the thread's last time.
    pub const UNCLOSED: u16 = 1;
    /// `dur` was there but unusable.
    pub const DUR_INVALID: u16 = 2;
    /// `dur` was negative and is shown as 0.
    pub const DUR_NEGATIVE: u16 = 4;
    /// Layout shortens it by at most the tolerance; the data is unchanged.
    pub const CLIPPED: u16 = 8;
    /// An asynchronous instant (phase n), drawn as a point.
    pub const INSTANT: u16 = 16;
    /// No begin is known (asynchronous end alone).
    pub const NO_BEGIN: u16 = 32;
    /// Closed by an end of another name.
    pub const NAME_MISMATCH: u16 = 64;
    /// Comes from a begin/end pair, not from one complete event.
    pub const FROM_PAIR: u16 = 128;
    /// Waiting, not work: drawn apart, and no busy time.
    pub const WAIT: u16 = 256;

    pub fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    pub fn set(&mut self, flag: u16) {
        self.0 |= flag;
    }
}

/// All slices of a trace, by track, row and start. Every column has the same
/// length.
#[derive(Debug, Default)]
pub struct Slices {
    /// Ticks.
    pub start: Vec<i64>,
    /// Ticks, never negative. As recorded: layout may draw it shorter.
    pub dur: Vec<i64>,
    pub name: Vec<StringId>,
    /// [`StringId::NONE`] when the event had none.
    pub cat: Vec<StringId>,
    /// The slice that encloses this one in its lane.
    pub parent: Vec<SliceId>,
    pub args: Vec<ArgsRef>,
    /// Args of the end event of a begin/end pair. Where both have a key, the
    /// end's value counts and the begin's is shown as `key (begin)`.
    pub end_args: Sparse<ArgsRef>,
    pub flags: Vec<SliceFlags>,
    /// 0-based number of the event in the file (of the begin, for pairs).
    pub event: Vec<u32>,
    /// Kineto's `correlation`, where present.
    pub correlation: Sparse<u64>,
    /// Kineto's `External id`, where present.
    pub external_id: Sparse<u64>,
    /// Colour name that the writer asks for (`cname`), as written.
    pub cname: Sparse<StringId>,
    /// Asynchronous slices stand last: the first one's id, and their keys.
    pub first_async: u32,
    pub asyncs: Vec<AsyncInfo>,
}

impl Slices {
    pub fn len(&self) -> usize {
        self.start.len()
    }

    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// End in ticks, as recorded; saturates.
    pub fn end(&self, slice: SliceId) -> i64 {
        let i = slice.index();
        self.start[i].saturating_add(self.dur[i])
    }
}

/// Key and place of an asynchronous slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AsyncInfo {
    /// Text of the id; [`StringId::NONE`] when the event had none.
    pub id: StringId,
    /// The `scope` key; [`StringId::NONE`] when absent.
    pub scope: StringId,
    /// The id counts within one process only (`id2.local`).
    pub local: bool,
    /// Row of the thread that began it, as text of pid and tid.
    pub pid: StringId,
    pub tid: StringId,
    /// Lane and depth within its own tree.
    pub lane: u32,
    pub depth: u32,
}

/// A column that few slices have: sorted by slice.
#[derive(Debug, Clone)]
pub struct Sparse<T>(pub Vec<(SliceId, T)>);

impl<T> Default for Sparse<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> Sparse<T> {
    pub fn get(&self, slice: SliceId) -> Option<T> {
        let at = self.0.binary_search_by_key(&slice, |entry| entry.0).ok()?;
        Some(self.0[at].1)
    }
}
