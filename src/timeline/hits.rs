//! What a search found, as sets that answer "any in this run?" at once.

use std::ops::Range;

/// A set of ids with counts, so that a run of millions costs two look-ups.
#[derive(Debug, Default, Clone)]
pub struct HitSet {
    words: Vec<u64>,
    /// Members before each word.
    before: Vec<u32>,
    len: u32,
}

impl HitSet {
    /// A set of ids (in any order) below `limit`; others are left out.
    pub fn new(limit: usize, ids: impl IntoIterator<Item = u32>) -> Self {
        let mut words = vec![0u64; limit.div_ceil(64)];
        for id in ids {
            if (id as usize) < limit {
                words[id as usize / 64] |= 1 << (id % 64);
            }
        }
        Self::from_words(words)
    }

    /// A set of the bits that are set, lowest bit first.
    pub fn from_words(words: Vec<u64>) -> Self {
        let mut len = 0u32;
        let before = words
            .iter()
            .map(|word| {
                let here = len;
                len += word.count_ones();
                here
            })
            .collect();
        Self { words, before, len }
    }

    /// Members.
    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn contains(&self, id: u32) -> bool {
        self.words.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// Members below an id.
    pub fn rank(&self, id: u32) -> u32 {
        match self.words.get(id as usize / 64) {
            Some(word) => self.before[id as usize / 64] + (word & ((1u64 << (id % 64)) - 1)).count_ones(),
            None => self.len,
        }
    }

    /// Members in a run of ids.
    pub fn count(&self, ids: Range<u32>) -> u32 {
        self.rank(ids.end.max(ids.start)) - self.rank(ids.start)
    }

    /// Members in a run of ids, ascending.
    pub fn members(&self, ids: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let words = ids.start / 64..ids.end.div_ceil(64).min(self.words.len() as u32);
        words
            .flat_map(move |at| {
                let mut word = self.words[at as usize];
                std::iter::from_fn(move || {
                    let bit = (word != 0).then(|| word.trailing_zeros())?;
                    word &= word - 1;
                    Some(at * 64 + bit)
                })
            })
            .filter(move |id| ids.contains(id))
    }
}

/// All hits of a search.
#[derive(Debug, Default, Clone)]
pub struct Hits {
    /// By [`crate::trace::SliceId`].
    pub slices: HitSet,
    /// By [`crate::trace::InstantId`].
    pub instants: HitSet,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_of_runs_are_those_of_a_scan(
            mut ids in prop::collection::vec(0u32..300, 0..100), a in 0u32..400, b in 0u32..400,
        ) {
            let set = HitSet::new(300, ids.iter().copied());
            ids.sort_unstable();
            ids.dedup();
            let run = a.min(b)..a.max(b);
            let naive: Vec<u32> = ids.iter().copied().filter(|id| run.contains(id)).collect();
            prop_assert_eq!(set.count(run.clone()) as usize, naive.len());
            prop_assert_eq!(set.members(run).collect::<Vec<_>>(), naive);
            prop_assert_eq!(set.len() as usize, ids.len());
        }
    }

    #[test]
    fn ids_beyond_the_limit_are_no_members() {
        let set = HitSet::new(10, [3, 10, 4_000_000_000]);
        assert_eq!((set.len(), set.contains(3), set.contains(10)), (1, true, false));
        assert_eq!(set.count(0..u32::MAX), 1);
    }
}
