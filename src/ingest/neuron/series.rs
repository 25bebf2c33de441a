//! Samples over time that become counters.

use super::place::PlaceId;
use crate::trace::StringId;
use rustc_hash::FxHashMap;

/// What a series of samples shows. Declared in the order of their tracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shown {
    /// Fullness of SBUF and PSUM, in percent.
    Sbuf,
    Psum,
    /// Allowed utilisation, in percent.
    Throttling,
    /// One semaphore; its text is the series.
    Semaphore,
    PendingDma,
    /// Bytes, and bytes a second.
    HbmTotal,
    HbmRate,
    DmaTotal,
    DmaRate,
}

/// Key of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeriesKey {
    pub shown: Shown,
    pub place: PlaceId,
    pub name: StringId,
}

/// Samples of all series, in the order of the file.
#[derive(Debug, Default)]
pub struct Samples {
    index: FxHashMap<SeriesKey, u32>,
    /// In order of first appearance.
    pub all: Vec<(SeriesKey, Vec<(i64, f64)>)>,
    last: u32,
    /// Shares of memory are as the file has them: fractions or percents.
    pub unscaled: bool,
}

impl Samples {
    /// Makes percents of shares that are fractions: of a series of fullness
    /// that is never above 1, where others would be near 0 all the time.
    pub fn scale_shares(&mut self) {
        if !std::mem::take(&mut self.unscaled) {
            return;
        }
        for shown in [Shown::Sbuf, Shown::Psum] {
            let mut series: Vec<_> = self.all.iter_mut().filter(|(key, _)| key.shown == shown).collect();
            let values = series.iter().flat_map(|(_, points)| points.iter().map(|point| point.1));
            if values.fold(0.0, f64::max) <= 1.0 {
                let points = series.iter_mut().flat_map(|(_, points)| points.iter_mut());
                points.for_each(|point| point.1 *= 100.0);
            }
        }
    }

    pub fn push(&mut self, key: SeriesKey, time: i64, value: f64) {
        let at = match self.all.get(self.last as usize) {
            Some((last, _)) if *last == key => self.last,
            _ => *self.index.entry(key).or_insert_with(|| {
                self.all.push((key, Vec::new()));
                self.all.len() as u32 - 1
            }),
        };
        self.last = at;
        self.all[at as usize].1.push((time, value));
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.all.iter().map(|(_, points)| points.capacity() * 16 + 64).sum()
    }
}
