//! Call stacks that events carry: by reference (`sf`) or inline (`stack`).

use super::{InstantId, SliceId, StringId};

/// One entry of the file's `stackFrames`.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    pub name: StringId,
    /// Index of the caller's frame; `u32::MAX` at the root or when unknown.
    pub parent: u32,
}

/// Where the stack of an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StackRef {
    /// Index of the leaf frame.
    Leaf(u32),
    /// Range of [`Stacks::inline`], in file order.
    Inline { first: u32, len: u32 },
}

/// A stack as shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedStack {
    /// Leaf first for `sf`; file order for inline stacks.
    pub frames: Vec<StringId>,
    /// The parents form a cycle: cut at the first repeated frame.
    pub cut: bool,
}

/// All stacks. Begin stacks and end stacks (`esf`, `estack`) are kept apart.
#[derive(Debug, Default)]
pub struct Stacks {
    pub frames: Vec<Frame>,
    pub inline: Vec<StringId>,
    /// Sorted by slice.
    pub slices: Vec<(SliceId, StackRef)>,
    /// Stacks at the end of slices, sorted by slice.
    pub slice_ends: Vec<(SliceId, StackRef)>,
    /// Sorted by instant.
    pub instants: Vec<(InstantId, StackRef)>,
}

impl Stacks {
    pub fn of_slice(&self, slice: SliceId) -> Option<ResolvedStack> {
        find(&self.slices, slice).map(|at| self.resolve(at))
    }

    pub fn of_slice_end(&self, slice: SliceId) -> Option<ResolvedStack> {
        find(&self.slice_ends, slice).map(|at| self.resolve(at))
    }

    pub fn of_instant(&self, instant: InstantId) -> Option<ResolvedStack> {
        find(&self.instants, instant).map(|at| self.resolve(at))
    }

    /// Follows parents; a cycle is cut at the first repeated frame.
    pub fn resolve(&self, at: StackRef) -> ResolvedStack {
        match at {
            StackRef::Inline { first, len } => {
                let (first, end) = (first as usize, first as usize + len as usize);
                ResolvedStack { frames: self.inline[first..end].to_vec(), cut: false }
            }
            StackRef::Leaf(leaf) => {
                let mut frames = Vec::new();
                let mut seen = rustc_hash::FxHashSet::default();
                let mut at = leaf;
                while let Some(frame) = self.frames.get(at as usize) {
                    if !seen.insert(at) {
                        return ResolvedStack { frames, cut: true };
                    }
                    frames.push(frame.name);
                    at = frame.parent;
                }
                ResolvedStack { frames, cut: false }
            }
        }
    }
}

fn find<K: Ord + Copy>(sorted: &[(K, StackRef)], key: K) -> Option<StackRef> {
    sorted.binary_search_by_key(&key, |entry| entry.0).ok().map(|at| sorted[at].1)
}
