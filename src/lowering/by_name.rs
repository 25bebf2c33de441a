//! Two paths by name: how often each op and each piece of device work ran, how
//! long it took, and what is new, gone or changed.
//!
//! Names are as recorded. Ops hold those that they call, so their totals must
//! not be added up.

use super::attribution::Attribution;
use super::comparison::RegionChoice;
use super::measure::{all_runs, chosen_runs};
use super::profile::Level;
use super::region::key_of;
use super::run::Run;
use super::shapes::ArgsReader;
use super::spread::spread;
use super::work;
use crate::analysis::area::is_finished;
use crate::trace::{SliceId, StringId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Names in a table at most; those that take least are left out.
const MOST_ROWS: usize = 2_000;
/// Bins of a histogram.
const BINS: usize = 40;
/// From this ratio of longest to shortest on bins are equal in the logarithm.
const LOG_FROM: f64 = 20.0;
/// Medians that differ by less than this share count as the same.
const SAME: f64 = 0.02;

/// Which instances of the region count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Over {
    /// Those that the comparison rests on.
    Counted,
    /// All: warm-up and those that ran other ops as well.
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NameKind {
    /// Device work, or on a CPU compiled code that no op stands for.
    Work,
    Op,
}

/// What became of a name from the baseline to the other path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Change {
    Added,
    Gone,
    /// It runs more or less often in an instance, or the median of one path is
    /// outside of the other's p10 to p90.
    Changed,
    Same,
}

/// Durations of one name on one path, in nanoseconds; all 0 where it has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct NameStats {
    pub count: u64,
    pub total_ns: i64,
    pub mean_ns: f64,
    pub p10_ns: i64,
    pub p50_ns: i64,
    pub p90_ns: i64,
}

/// Durations on both paths, counted in the same bins from `low_ns` to `high_ns`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SharedBins {
    /// Bins are equal in the logarithm of the duration, not in the duration.
    pub is_log: bool,
    pub low_ns: i64,
    pub high_ns: i64,
    pub base: Vec<u32>,
    pub other: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NameRow {
    pub kind: NameKind,
    pub name: String,
    pub base: NameStats,
    pub other: NameStats,
    /// Time in an instance, other minus baseline: negative is faster.
    pub delta_ns: f64,
    pub change: Change,
    pub bins: SharedBins,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PathNames {
    /// Those that changed the time of an instance most come first.
    pub rows: Vec<NameRow>,
    pub base_instances: u64,
    pub other_instances: u64,
    /// Names that are not in `rows` because there are too many.
    pub left_out: u64,
}

/// Durations by name, of one path; several recordings add up.
#[derive(Debug, Default)]
pub struct Names {
    instances: u64,
    durations: FxHashMap<(NameKind, String), Vec<i64>>,
}

impl Names {
    /// Adds what a region of a trace ran; `None` where it does not have it.
    pub fn add(
        &mut self,
        trace: &Trace,
        attribution: &Attribution,
        choice: &RegionChoice,
        over: Over,
    ) -> Option<()> {
        let mut args = ArgsReader::new(trace);
        let runs = match over {
            Over::Counted => chosen_runs(trace, attribution, &mut args, choice)?.1.runs,
            Over::All => {
                let key = key_of(trace, attribution, choice)?;
                let mut runs = all_runs(trace, attribution, &mut args, &key);
                if !attribution.has_device && runs.iter().all(|run| run.items.is_empty()) {
                    // These need not be alike, so each decides for itself.
                    for run in &mut runs {
                        let with_op_categories = attribution.levels.with_op_categories;
                        work::set_items(trace, &mut args, &mut [run], with_op_categories);
                    }
                }
                runs
            }
        };
        if runs.is_empty() {
            return None;
        }
        let mut found: FxHashMap<(NameKind, StringId), Vec<i64>> = FxHashMap::default();
        // Of regions within regions, and where streams are shared, once each.
        let mut seen: FxHashSet<(NameKind, SliceId)> = FxHashSet::default();
        for run in &runs {
            each_row(run, |kind, slice| {
                let at = slice.index();
                if is_finished(trace.slices.flags[at]) && seen.insert((kind, slice)) {
                    let ns = trace.unit.ns_from_ticks(trace.slices.dur[at]);
                    found.entry((kind, trace.slices.name[at])).or_default().push(ns);
                }
            });
        }
        self.instances += runs.len() as u64;
        for ((kind, name), durations) in found {
            let name = trace.strings.get(name).to_owned();
            self.durations.entry((kind, name)).or_default().extend(durations);
        }
        Some(())
    }
}

/// Ops of a run, and the work that is not one of them.
fn each_row(run: &Run, mut row: impl FnMut(NameKind, SliceId)) {
    for node in run.tree.nodes.iter().filter(|node| node.level == Level::Op) {
        row(NameKind::Op, node.slice);
    }
    for item in &run.items {
        let is_op = run
            .tree
            .nodes
            .get(item.host as usize)
            .is_some_and(|node| node.slice == item.slice && node.level == Level::Op);
        if !is_op {
            row(NameKind::Work, item.slice);
        }
    }
}

/// Lays a path's names beside the baseline's.
pub fn beside(mut base: Names, mut other: Names) -> PathNames {
    let mut keys: Vec<(NameKind, String)> = base.durations.keys().cloned().collect();
    keys.extend(other.durations.keys().filter(|key| !base.durations.contains_key(*key)).cloned());
    let (base_instances, other_instances) = (base.instances, other.instances);
    let per = |total: i64, instances: u64| total as f64 / instances.max(1) as f64;
    let mut rows: Vec<NameRow> = keys
        .into_iter()
        .map(|key| {
            let of = |names: &mut Names| {
                let mut durations = names.durations.remove(&key).unwrap_or_default();
                durations.sort_unstable();
                durations
            };
            let (a, b) = (of(&mut base), of(&mut other));
            let (base, other) = (stats(&a), stats(&b));
            NameRow {
                kind: key.0,
                name: key.1,
                delta_ns: per(other.total_ns, other_instances) - per(base.total_ns, base_instances),
                change: change((base, base_instances), (other, other_instances)),
                base,
                other,
                bins: shared_bins(&a, &b),
            }
        })
        .collect();
    let left_out = rows.len().saturating_sub(MOST_ROWS) as u64;
    if left_out > 0 {
        rows.sort_by_cached_key(|row| Reverse(row.base.total_ns.max(row.other.total_ns)));
        rows.truncate(MOST_ROWS);
    }
    rows.sort_by(|a, b| {
        b.delta_ns.abs().total_cmp(&a.delta_ns.abs()).then_with(|| (a.kind, &a.name).cmp(&(b.kind, &b.name)))
    });
    PathNames { rows, base_instances, other_instances, left_out }
}

fn stats(sorted: &[i64]) -> NameStats {
    let total_ns = sorted.iter().fold(0i64, |sum, ns| sum.saturating_add(*ns));
    let spread = spread(sorted.iter().copied());
    NameStats {
        count: sorted.len() as u64,
        total_ns,
        mean_ns: total_ns as f64 / sorted.len().max(1) as f64,
        p10_ns: spread.p10 as i64,
        p50_ns: spread.median as i64,
        p90_ns: spread.p90 as i64,
    }
}

fn change((base, base_instances): (NameStats, u64), (other, other_instances): (NameStats, u64)) -> Change {
    match (base.count, other.count) {
        (0, _) => return Change::Added,
        (_, 0) => return Change::Gone,
        _ => {}
    }
    let as_often = u128::from(base.count) * u128::from(other_instances)
        == u128::from(other.count) * u128::from(base_instances);
    let near = base.p50_ns.abs_diff(other.p50_ns) as f64 <= SAME * base.p50_ns.max(other.p50_ns) as f64;
    let within = |ns: i64, of: NameStats| (of.p10_ns..=of.p90_ns).contains(&ns);
    let overlap = within(base.p50_ns, other) && within(other.p50_ns, base);
    if as_often && (near || overlap) { Change::Same } else { Change::Changed }
}

/// Counts two sorted lists in the same bins.
fn shared_bins(base: &[i64], other: &[i64]) -> SharedBins {
    let low_ns = base.first().into_iter().chain(other.first()).min().copied().unwrap_or(0);
    let high_ns = base.last().into_iter().chain(other.last()).max().copied().unwrap_or(0);
    let count = if low_ns == high_ns { 1 } else { BINS };
    // What took no time at all has no logarithm.
    let (low, high) = (low_ns.max(1) as f64, high_ns.max(1) as f64);
    let is_log = count > 1 && high / low >= LOG_FROM;
    let share = |ns: i64| {
        if is_log {
            ((ns.max(1) as f64) / low).ln() / (high / low).ln()
        } else {
            (ns as f64 - low_ns as f64) / (high_ns as f64 - low_ns as f64).max(1.0)
        }
    };
    let bins = |durations: &[i64]| {
        let mut bins = vec![0u32; count];
        for ns in durations {
            let at = (share(*ns).clamp(0.0, 1.0) * count as f64) as usize;
            bins[at.min(count - 1)] += 1;
        }
        bins
    };
    SharedBins { is_log, low_ns, high_ns, base: bins(base), other: bins(other) }
}

#[cfg(test)]
mod tests {
    use super::super::profile::{RegionKey, RegionKind};
    use super::super::sample::trace;
    use super::*;

    fn names(lines: &[&str], over: Over) -> Names {
        let trace = trace(lines);
        let key = RegionKey { kind: RegionKind::Annotation, name: "norm".to_owned() };
        let mut names = Names::default();
        names.add(&trace, &Attribution::new(&trace), &RegionChoice::Key(key), over).unwrap();
        names
    }

    fn row<'a>(found: &'a PathNames, kind: NameKind, name: &str) -> &'a NameRow {
        found.rows.iter().find(|row| row.kind == kind && row.name == name).unwrap()
    }

    const NAIVE: &[&str] = &[
        "cpu norm 0 500 user_annotation",
        "cpu aten::mul 10 100 cpu_op",
        "cpu cudaLaunchKernel 20 10 cuda_runtime 1",
        "gpu mul_kernel 40 30 kernel 1",
        "cpu aten::pow 200 100 cpu_op",
        "cpu cudaLaunchKernel 220 10 cuda_runtime 2",
        "gpu pow_kernel 240 20 kernel 2",
        "cpu norm 1000 500 user_annotation",
        "cpu aten::mul 1010 100 cpu_op",
        "cpu cudaLaunchKernel 1020 10 cuda_runtime 3",
        "gpu mul_kernel 1040 30 kernel 3",
        "cpu aten::pow 1200 100 cpu_op",
        "cpu cudaLaunchKernel 1220 10 cuda_runtime 4",
        "gpu pow_kernel 1240 24 kernel 4",
    ];
    const FUSED: &[&str] = &[
        "cpu norm 0 300 user_annotation",
        "cpu aten::rms_norm 10 200 cpu_op",
        "cpu cudaLaunchKernel 20 10 cuda_runtime 1",
        "gpu norm_kernel 40 12 kernel 1",
        "cpu aten::mul 220 50 cpu_op",
        "cpu cudaLaunchKernel 230 10 cuda_runtime 2",
        "gpu mul_kernel 250 30 kernel 2",
    ];

    #[test]
    fn names_are_added_gone_changed_or_the_same() {
        let found = beside(names(NAIVE, Over::Counted), names(FUSED, Over::Counted));
        assert_eq!((found.base_instances, found.other_instances, found.left_out), (2, 1, 0));
        let change = |kind, name| row(&found, kind, name).change;
        assert_eq!(change(NameKind::Work, "norm_kernel"), Change::Added);
        assert_eq!(change(NameKind::Work, "pow_kernel"), Change::Gone);
        // Once in each instance and as long, though there are more instances.
        assert_eq!(change(NameKind::Work, "mul_kernel"), Change::Same);
        assert_eq!(change(NameKind::Op, "aten::mul"), Change::Changed);
        assert_eq!(found.rows[0].name, "aten::rms_norm");
    }

    #[test]
    fn figures_are_those_of_all_instances_and_deltas_those_of_one() {
        let found = beside(names(NAIVE, Over::Counted), names(FUSED, Over::Counted));
        let pow = row(&found, NameKind::Work, "pow_kernel");
        assert_eq!((pow.base.count, pow.base.total_ns, pow.base.mean_ns), (2, 44, 22.0));
        assert_eq!((pow.base.p50_ns, pow.base.p90_ns), (22, 24));
        assert_eq!((pow.other, pow.delta_ns), (NameStats::default(), -22.0));
        assert_eq!(row(&found, NameKind::Op, "aten::mul").delta_ns, -50.0);
        assert_eq!(pow.bins.base.iter().sum::<u32>(), 2);
        assert_eq!(pow.bins.other.iter().sum::<u32>(), 0);
    }

    #[test]
    fn ops_that_are_the_work_themselves_stand_there_once() {
        let lines = &["cpu norm 0 500 user_annotation", "cpu aten::mul 10 100 cpu_op"];
        for over in [Over::Counted, Over::All] {
            let found = beside(names(lines, over), names(lines, over));
            assert_eq!(found.rows.len(), 1);
            assert_eq!((found.rows[0].kind, found.rows[0].base.count), (NameKind::Op, 1));
        }
    }

    #[test]
    fn instances_that_do_not_count_are_there_when_all_are_asked_for() {
        let mut lines = NAIVE.to_vec();
        lines.extend(["cpu norm 3000 90 user_annotation", "cpu aten::other 3010 20 cpu_op"]);
        let all = beside(names(&lines, Over::All), names(&lines, Over::Counted));
        assert_eq!((all.base_instances, all.other_instances), (3, 2));
        assert_eq!(row(&all, NameKind::Op, "aten::other").change, Change::Gone);
    }

    #[test]
    fn far_spread_durations_get_logarithmic_bins_that_both_share() {
        let bins = shared_bins(&[10, 20, 1000], &[10_000]);
        assert!(bins.is_log);
        assert_eq!((bins.low_ns, bins.high_ns), (10, 10_000));
        assert_eq!((bins.base[0], bins.other[BINS - 1]), (1, 1));
        assert_eq!(bins.base.iter().sum::<u32>(), 3);
        assert!(!shared_bins(&[10, 20], &[15]).is_log);
        assert_eq!(shared_bins(&[7, 7], &[7]).base, [2]);
        assert_eq!(shared_bins(&[0, i64::MAX], &[]).base.iter().sum::<u32>(), 2);
    }
}
