//! Samples as counters, by core.

use crate::ingest::neuron::place::Resolved;
use crate::ingest::neuron::series::{Samples, Shown};
use crate::neuron::NeuronProfile;
use crate::trace::{Rule, Series, StringId, Trace};
use rustc_hash::FxHashMap;

/// A counter before it has its track.
#[derive(Debug)]
pub struct Found {
    /// `None` where several cores share what it shows.
    pub core: Option<u8>,
    pub shown: Shown,
    pub name: StringId,
    pub series: Vec<Series>,
}

/// All counters of a profile.
#[derive(Debug, Default)]
pub struct Counters {
    pub all: Vec<Found>,
    /// Counter by core, kind and name, and series of it by name.
    index: FxHashMap<(Option<u8>, Shown, StringId), u32>,
    series: FxHashMap<(u32, StringId), u32>,
}

/// Joins samples to counters. A semaphore has a counter of its own; of memory,
/// all partitions are in one.
pub fn collect(
    trace: &mut Trace,
    profile: &NeuronProfile,
    samples: Samples,
    resolved: &[Resolved],
) -> Counters {
    let mut counters = Counters::default();
    for (key, points) in samples.all {
        let core = resolved.get(usize::from(key.place)).map_or(0, |at| at.core);
        let is_zero = points.iter().all(|point| point.1 == 0.0);
        match key.shown {
            Shown::Semaphore if is_zero => trace.health.count(Rule::SemaphoreIdle, 1),
            Shown::HbmRate if is_zero => trace.health.count(Rule::HbmNotCounted, 1),
            Shown::HbmTotal if is_zero => {}
            shown => counters.add(trace, core, shown, key.name, points),
        }
    }
    for core in &profile.cores {
        let limits = limits(profile, core.index);
        if !limits.is_empty() {
            counters.add(trace, core.index, Shown::Throttling, StringId::NONE, limits);
        }
    }
    for found in &mut counters.all {
        for series in &mut found.series {
            sort(series);
        }
    }
    counters
}

impl Counters {
    fn add(&mut self, trace: &mut Trace, core: u8, shown: Shown, name: StringId, points: Vec<(i64, f64)>) {
        let strings = &mut trace.strings;
        let counter = match shown {
            Shown::Semaphore => {
                let semaphore = strings.get(name);
                let name = if semaphore.starts_with("S[") {
                    format!("Semaphore {semaphore}")
                } else {
                    format!("Semaphore S[{semaphore}]")
                };
                strings.intern(&name)
            }
            shown => strings.intern(title(shown)),
        };
        let is_shared = matches!(shown, Shown::HbmTotal | Shown::HbmRate);
        let name = match series_name(shown) {
            Some(name) if is_shared => strings.intern(&format!("nc{core} {name}")),
            Some(name) => strings.intern(name),
            None => name,
        };
        let core = (!is_shared).then_some(core);
        let (time, value) = points.into_iter().unzip();
        let series = Series { name, time, value };
        let at = *self.index.entry((core, shown, counter)).or_insert_with(|| {
            self.all.push(Found { core, shown, name: counter, series: Vec::new() });
            self.all.len() as u32 - 1
        });
        let own = &mut self.all[at as usize].series;
        match self.series.get(&(at, name)) {
            // Two subgraphs of one core.
            Some(&known) => {
                own[known as usize].time.extend(series.time);
                own[known as usize].value.extend(series.value);
            }
            None => {
                self.series.insert((at, name), own.len() as u32);
                own.push(series);
            }
        }
    }
}

/// Name of a track, in Neuron's words.
fn title(shown: Shown) -> &'static str {
    match shown {
        Shown::Sbuf => "State Buffer Usage",
        Shown::Psum => "PSUM Usage",
        Shown::Throttling => "Throttling",
        Shown::Semaphore => "Semaphore",
        Shown::PendingDma => "Pending DMA Count",
        Shown::HbmTotal => "Cumulative HBM Throughput",
        Shown::HbmRate => "HBM Throughput",
        Shown::DmaTotal => "Cumulative DMA Throughput",
        Shown::DmaRate => "DMA Throughput",
    }
}

/// Name of the only series, with its unit; `None` where samples name theirs.
fn series_name(shown: Shown) -> Option<&'static str> {
    Some(match shown {
        Shown::Sbuf | Shown::Psum => return None,
        Shown::Throttling => "limit (%)",
        Shown::Semaphore => "value",
        Shown::PendingDma => "DMAs",
        Shown::HbmTotal | Shown::DmaTotal => "bytes",
        Shown::HbmRate | Shown::DmaRate => "bytes/s",
    })
}

/// Allowed utilisation in percent; a gap where the file has no interval.
fn limits(profile: &NeuronProfile, core: u8) -> Vec<(i64, f64)> {
    let mut all: Vec<_> = profile.throttles.iter().filter(|row| row.core == core).collect();
    all.sort_by_key(|row| row.start);
    let mut points = Vec::with_capacity(all.len() * 2);
    for (at, row) in all.iter().enumerate() {
        points.push((row.start, row.limit().map_or(f64::NAN, |limit| limit * 100.0)));
        // Times are cut to whole ticks: neighbours may be one apart.
        let goes_on = all.get(at + 1).is_some_and(|next| next.start <= row.end.saturating_add(1));
        if !goes_on {
            points.push((row.end, f64::NAN));
        }
    }
    points
}

fn sort(series: &mut Series) {
    series.time.shrink_to_fit();
    series.value.shrink_to_fit();
    if series.time.is_sorted() {
        return;
    }
    let mut points: Vec<(i64, f64)> = series.time.drain(..).zip(series.value.drain(..)).collect();
    points.sort_by_key(|point| point.0);
    (series.time, series.value) = points.into_iter().unzip();
}
