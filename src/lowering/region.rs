//! Which regions a trace has, and where their instances are.

use super::attribution::Attribution;
use super::comparison::{RegionChoice, RegionRow};
use super::level::{is_guard, is_whole};
use super::op_name::never_computes;
use super::profile::{Level, RegionKey, RegionKind};
use crate::analysis::family::family;
use crate::trace::{SliceId, StringId, Trace};
use rustc_hash::FxHashMap;

/// Most regions that are proposed.
const MAX_REGIONS: usize = 300;
/// Most names that are proposed for one that is missing.
const MAX_NEAR: usize = 5;

/// A region of one trace.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    pub key: RegionKey,
    pub count: u64,
    /// Time of the device work that it launched, where the trace has a device;
    /// else its own duration. Sums, so work on two streams counts twice.
    pub total_ns: i64,
    /// Steps of the profiler hold everything; they stand last.
    pub is_step: bool,
}

/// All regions of a trace, largest first, steps last.
pub fn regions(trace: &Trace, attribution: &Attribution) -> Vec<Region> {
    let keys = Keys::new(trace, attribution);
    let mut count = vec![0u64; keys.all.len()];
    let mut host = vec![0i64; keys.all.len()];
    let mut device = vec![0i64; keys.all.len()];
    for slice in (0..trace.slices.len() as u32).map(SliceId) {
        let Some(key) = keys.of_slice(slice) else { continue };
        if !is_whole(trace, slice) || keys.is_inside_same(trace, slice, key) {
            continue;
        }
        count[key] += 1;
        host[key] = host[key].saturating_add(trace.slices.dur[slice.index()]);
        if keys.by_time[key] {
            for work in attribution.under(trace, slice).flatten() {
                device[key] = device[key].saturating_add(trace.slices.dur[work.device.index()]);
            }
        }
    }
    // All else nests by parents: each piece of work counts once for every key
    // above it.
    let mut above: Vec<usize> = Vec::new();
    for work in attribution.works() {
        above.clear();
        let mut at = work.host;
        while at != SliceId::NONE {
            above.extend(keys.of_slice(at).filter(|key| !keys.by_time[*key] && !above.contains(key)));
            at = trace.slices.parent[at.index()];
        }
        for key in &above {
            device[*key] = device[*key].saturating_add(trace.slices.dur[work.device.index()]);
        }
    }
    let totals = if attribution.has_device { device } else { host };
    let mut found: Vec<Region> = keys
        .all
        .into_iter()
        .zip(count)
        .zip(totals)
        .filter(|((_, count), _)| *count > 0)
        .map(|(((key, is_step), count), ticks)| Region {
            key,
            count,
            total_ns: trace.unit.ns_from_ticks(ticks),
            is_step,
        })
        .collect();
    found.sort_by(|a, b| {
        (a.is_step, -a.total_ns, std::cmp::Reverse(a.count), &a.key).cmp(&(
            b.is_step,
            -b.total_ns,
            std::cmp::Reverse(b.count),
            &b.key,
        ))
    });
    found
}

/// Joins the regions of several traces: those that all have come first, then
/// the larger ones.
pub fn join(traces: &[Vec<Region>]) -> Vec<RegionRow> {
    let mut index: FxHashMap<&RegionKey, usize> = FxHashMap::default();
    let mut rows: Vec<(RegionRow, bool)> = Vec::new();
    let mut neff: Option<&RegionKey> = None;
    for (at, regions) in traces.iter().enumerate() {
        let is_neff = |region: &&Region| region.key.kind == RegionKind::Neff;
        let is_one = regions.iter().filter(is_neff).count() == 1;
        for region in regions {
            // Names of subgraphs are numbers: any whole profile is another's
            // counterpart.
            let key = match is_neff(&region) && is_one {
                true => *neff.get_or_insert(&region.key),
                false => &region.key,
            };
            let row = *index.entry(key).or_insert_with(|| {
                let zero = vec![0; traces.len()];
                let count = vec![0; traces.len()];
                rows.push((RegionRow { key: key.clone(), count, total_ns: zero }, region.is_step));
                rows.len() - 1
            });
            rows[row].0.count[at] = region.count;
            rows[row].0.total_ns[at] = region.total_ns;
        }
    }
    let rank = |(row, is_step): &(RegionRow, bool)| {
        let missing = row.count.iter().filter(|count| **count == 0).count();
        let total = row.total_ns.iter().fold(0i64, |sum, ns| sum.saturating_add(*ns));
        (missing, *is_step, -total)
    };
    rows.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.0.key.cmp(&b.0.key)));
    rows.truncate(MAX_REGIONS);
    rows.into_iter().map(|(row, _)| row).collect()
}

/// The region to begin with: one that was marked on purpose and runs often
/// enough for medians on every trace, else the largest that all have.
pub fn suggested(rows: &[RegionRow]) -> Option<&RegionRow> {
    /// So many instances make a median.
    const ENOUGH: u64 = 3;
    let shared = || rows.iter().filter(|row| fewest(row) > 0);
    shared().find(|row| is_marked(row) && fewest(row) >= ENOUGH).or_else(|| shared().next())
}

/// Of the regions that somebody marked the largest that at least two traces
/// have, where no region is in all of them.
pub fn shared_by_some(rows: &[RegionRow]) -> Option<&RegionRow> {
    let in_traces = |row: &RegionRow| row.count.iter().filter(|count| **count > 0).count();
    rows.iter().find(|row| is_marked(row) && in_traces(row) >= 2)
}

/// Whether somebody marked the region on purpose, or a compiler did: ops that
/// two traces share say little about whether they belong together.
pub fn is_marked(row: &RegionRow) -> bool {
    matches!(
        row.key.kind,
        RegionKind::Annotation | RegionKind::Module | RegionKind::Compiled | RegionKind::Neff
    )
}

fn fewest(row: &RegionRow) -> u64 {
    row.count.iter().copied().min().unwrap_or(0)
}

/// The key of a choice; `None` where it names no slice of the trace.
pub fn key_of(trace: &Trace, attribution: &Attribution, choice: &RegionChoice) -> Option<RegionKey> {
    match choice {
        RegionChoice::Key(key) => Some(key.clone()),
        RegionChoice::Like(slice) => {
            let slice = Some(*slice).filter(|slice| slice.index() < trace.slices.len())?;
            let host = match attribution.levels.of(slice) {
                // Device work is reached through what launched it.
                Level::Device => {
                    let work = attribution.works().iter().find(|work| work.device == slice)?;
                    Some(trace.slices.parent[work.host.index()]).filter(|slice| *slice != SliceId::NONE)?
                }
                _ => slice,
            };
            Some(attribution.levels.key_of(trace, host))
        }
    }
}

/// Instances of a region in time order; of those that lie within each other
/// the outermost.
pub fn roots(trace: &Trace, attribution: &Attribution, key: &RegionKey) -> Vec<SliceId> {
    let levels = &attribution.levels;
    // A name is compared once, however many slices have it.
    let mut known: FxHashMap<(StringId, Level), bool> = FxHashMap::default();
    let mut last: Option<((StringId, Level), bool)> = None;
    let mut matches = |slice: SliceId| {
        let of = (trace.slices.name[slice.index()], levels.of(slice));
        if let Some((known, answer)) = last
            && known == of
        {
            return answer;
        }
        let answer = *known
            .entry(of)
            .or_insert_with(|| of.1 != Level::Device && super::level::key(of.1, trace.name(of.0)) == *key);
        last = Some((of, answer));
        answer
    };
    let mut found: Vec<SliceId> = (0..trace.slices.len() as u32)
        .map(SliceId)
        .filter(|slice| matches(*slice) && !levels.is_mirror(trace, *slice))
        .collect();
    let place = |slice: &SliceId| {
        let track = trace.track_of(*slice);
        let start = trace.slices.start[slice.index()];
        (track, start, std::cmp::Reverse(trace.slices.end(*slice)), *slice)
    };
    found.sort_by_cached_key(place);
    let mut open: Option<(crate::trace::TrackId, i64)> = None;
    found.retain(|slice| {
        let (track, end) = (trace.track_of(*slice), trace.slices.end(*slice));
        let inside = open.is_some_and(|(open_track, open_end)| {
            open_track == track
                && (end < open_end || end == open_end && trace.slices.start[slice.index()] < end)
        });
        if !inside {
            open = Some((track, end));
        }
        !inside
    });
    found.sort_by_key(|slice| (trace.slices.start[slice.index()], *slice));
    found
}

/// Regions whose names are nearest to one that is missing.
pub fn nearest(regions: &[Region], missing: &RegionKey) -> Vec<RegionKey> {
    let wanted = missing.name.to_ascii_lowercase();
    let mut ranked: Vec<(u32, usize)> = regions
        .iter()
        .enumerate()
        .map(|(i, region)| {
            let name = region.key.name.to_ascii_lowercase();
            let related = name.contains(&wanted)
                || wanted.contains(&name)
                || family(&region.key.name).eq_ignore_ascii_case(family(&missing.name));
            let far =
                distance(&letters(&name), &letters(&wanted)) * 100 / wanted.len().max(name.len()).max(1);
            let other_kind = u32::from(region.key.kind != missing.kind);
            (if related { 0 } else { 100 } + far as u32 + other_kind, i)
        })
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().take(MAX_NEAR).map(|(_, i)| regions[i].key.clone()).collect()
}

/// The letters and digits of a name, a bounded number.
fn letters(name: &str) -> Vec<u8> {
    name.bytes().filter(u8::is_ascii_alphanumeric).take(64).collect()
}

/// Edits that turn one text into the other.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The region that each slice is an instance of.
struct Keys<'a> {
    all: Vec<(RegionKey, bool)>,
    /// By key: its slices can stand on lanes of their own, where no parent
    /// shows what is in them.
    by_time: Vec<bool>,
    of: FxHashMap<(StringId, Level), Option<u32>>,
    trace: &'a Trace,
    attribution: &'a Attribution,
}

impl<'a> Keys<'a> {
    fn new(trace: &'a Trace, attribution: &'a Attribution) -> Self {
        let mut keys =
            Keys { all: Vec::new(), by_time: Vec::new(), of: FxHashMap::default(), trace, attribution };
        let mut by_key: FxHashMap<RegionKey, u32> = FxHashMap::default();
        let crossing: bool = trace.rows.iter().any(|row| row.lane > 0);
        for slice in (0..trace.slices.len() as u32).map(SliceId) {
            let level = attribution.levels.of(slice);
            let name = trace.slices.name[slice.index()];
            if keys.of.contains_key(&(name, level)) {
                continue;
            }
            let text = trace.name(name);
            let offered = match level {
                Level::Step | Level::Annotation | Level::Module => true,
                Level::Compiled => !is_guard(text),
                Level::Op => !never_computes(text),
                _ => false,
            };
            let key = offered.then(|| {
                let key = super::level::key(level, text);
                let by_time = crossing && key.kind == RegionKind::Annotation;
                *by_key.entry(key.clone()).or_insert_with(|| {
                    keys.all.push((key, level == Level::Step));
                    keys.by_time.push(by_time);
                    keys.all.len() as u32 - 1
                })
            });
            keys.of.insert((name, level), key);
        }
        keys
    }

    fn of_slice(&self, slice: SliceId) -> Option<usize> {
        let level = self.attribution.levels.of(slice);
        if matches!(level, Level::Device | Level::Launch | Level::Runtime | Level::Frame)
            || self.attribution.levels.is_mirror(self.trace, slice)
        {
            return None;
        }
        let key = self.of.get(&(self.trace.slices.name[slice.index()], level))?;
        key.map(|key| key as usize)
    }

    /// Whether a slice lies within another of its region.
    fn is_inside_same(&self, trace: &Trace, slice: SliceId, key: usize) -> bool {
        let mut at = trace.slices.parent[slice.index()];
        while at != SliceId::NONE {
            if self.of_slice(at) == Some(key) {
                return true;
            }
            at = trace.slices.parent[at.index()];
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{slice, trace};
    use super::*;

    fn op(name: &str) -> RegionKey {
        RegionKey { kind: RegionKind::Op, name: name.to_owned() }
    }

    #[test]
    fn regions_come_by_the_time_of_their_device_work_and_steps_last() {
        let trace = trace(&[
            "cpu ProfilerStep#1 0 1000 user_annotation",
            "cpu aten::mul 100 500 cpu_op",
            "cpu cudaLaunchKernel 150 50 cuda_runtime 7",
            "cpu aten::add 700 50 cpu_op",
            "cpu cudaLaunchKernel 720 10 cuda_runtime 8",
            "gpu k1 500 10 kernel 7",
            "gpu k2 800 90 kernel 8",
        ]);
        let found = regions(&trace, &Attribution::new(&trace));
        let rows: Vec<_> = found.iter().map(|r| (r.key.name.as_str(), r.count, r.total_ns)).collect();
        assert_eq!(rows, [("aten::add", 1, 90), ("aten::mul", 1, 10), ("ProfilerStep", 1, 100)]);
    }

    #[test]
    fn of_nested_instances_the_outermost_counts() {
        let trace = trace(&[
            "cpu aten::div 0 100 cpu_op",
            "cpu aten::div 10 50 cpu_op",
            "cpu aten::div 200 10 cpu_op",
            "other aten::div 20 10 cpu_op",
        ]);
        let attribution = Attribution::new(&trace);
        let starts: Vec<i64> = roots(&trace, &attribution, &op("aten::div"))
            .iter()
            .map(|slice| trace.slices.start[slice.index()])
            .collect();
        assert_eq!(starts, [0, 20, 200]);
        assert_eq!(regions(&trace, &attribution)[0].count, 3);
    }

    #[test]
    fn classes_join_their_modules_and_missing_names_find_near_ones() {
        let trace = trace(&[
            "cpu nn.Module:~RMSNorm_0 0 100 python_function",
            "cpu nn.Module:~RMSNorm_1 200 100 python_function",
            "cpu aten::rms_norm 300 50 cpu_op",
            "cpu aten::zeros 400 50 cpu_op",
        ]);
        let attribution = Attribution::new(&trace);
        let found = regions(&trace, &attribution);
        let module = RegionKey { kind: RegionKind::Module, name: "RMSNorm".into() };
        assert_eq!((found[0].key.clone(), found[0].count), (module.clone(), 2));
        assert_eq!(roots(&trace, &attribution, &module).len(), 2);
        assert_eq!(nearest(&found, &op("rmsnorm"))[..2], [module, op("aten::rms_norm")]);
    }

    #[test]
    fn what_is_like_a_kernel_is_what_is_like_its_op() {
        let trace = trace(&[
            "cpu aten::mul 100 200 cpu_op",
            "cpu cudaLaunchKernel 150 50 cuda_runtime 7",
            "gpu k1 500 100 kernel 7",
        ]);
        let attribution = Attribution::new(&trace);
        let like = RegionChoice::Like(slice(&trace, "k1"));
        assert_eq!(key_of(&trace, &attribution, &like), Some(op("aten::mul")));
        assert_eq!(key_of(&trace, &attribution, &RegionChoice::Like(SliceId(99))), None);
    }

    #[test]
    fn joined_rows_put_what_all_traces_share_first() {
        let region = |name: &str, total_ns| Region { key: op(name), count: 1, total_ns, is_step: false };
        let rows = join(&[vec![region("big", 900), region("both", 10)], vec![region("both", 20)]]);
        assert_eq!((rows[0].key.clone(), rows[0].total_ns.clone()), (op("both"), vec![10, 20]));
        assert_eq!((rows[1].count.clone(), rows.len()), (vec![1, 0], 2));
    }
}
