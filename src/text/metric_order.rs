//! Metrics in an order that a person asks for. Their values have different
//! units, so that columns compare what can be compared: the baseline's values
//! unit by unit, and on another path how far each is from the baseline's.

use super::metric::unit;
use crate::lowering::comparison::Metric;
use std::cmp::Ordering;

/// What metrics are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Name,
    /// The values of this path, unit by unit.
    Value(usize),
    /// The factor between this path and the baseline, whichever way.
    Change {
        path: usize,
        baseline: usize,
    },
}

/// Sorts metrics; what is not known stands last, whichever way. `names` are
/// those of the metrics in the same order, `value` gives the figure of a path.
pub fn order(
    metrics: &[Metric],
    names: &[String],
    by: By,
    falling: bool,
    value: impl Fn(usize, Metric) -> Option<f64>,
) -> Vec<Metric> {
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let key = |metric: Metric| match by {
        By::Name => Some(0.0),
        By::Value(path) => value(path, metric),
        By::Change { path, baseline } => change(value(baseline, metric)?, value(path, metric)?),
    };
    let keys: Vec<Option<f64>> = metrics.iter().map(|metric| key(*metric)).collect();
    let turned = |order: Ordering| if falling { order.reverse() } else { order };
    let mut found: Vec<usize> = (0..metrics.len()).collect();
    found.sort_by(|&a, &b| {
        let by_key = match (keys[a], keys[b]) {
            (Some(_), Some(_)) if by == By::Name => turned(name(a).cmp(name(b))),
            (Some(left), Some(right)) => {
                let of_unit = match by {
                    By::Value(_) => (unit(metrics[a]) as u8).cmp(&(unit(metrics[b]) as u8)),
                    _ => Ordering::Equal,
                };
                of_unit.then(turned(left.total_cmp(&right)))
            }
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        by_key.then(a.cmp(&b))
    });
    found.into_iter().map(|at| metrics[at]).collect()
}

/// How far apart two values are: 0 for equal ones, the same for half and twice.
fn change(base: f64, value: f64) -> Option<f64> {
    match (base, value) {
        (base, value) if base == value => Some(0.0),
        (base, value) if base > 0.0 && value > 0.0 => Some((value / base).ln().abs()),
        // From or to nothing there is no factor: the most there is.
        (base, value) if base >= 0.0 && value >= 0.0 => Some(f64::INFINITY),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[Metric] =
        &[Metric::Launches, Metric::BytesMoved, Metric::DeviceBusyNs, Metric::Syncs, Metric::Flops];

    fn sorted(by: By, falling: bool) -> Vec<Metric> {
        let names = ["launches", "bytes", "busy", "syncs", "flops"].map(str::to_owned);
        order(ALL, &names, by, falling, |path, metric| match (metric, path) {
            (Metric::Launches, 0) => Some(8.0),
            (Metric::Launches, _) => Some(4.0),
            (Metric::BytesMoved, 0) => Some(10.0),
            (Metric::BytesMoved, _) => Some(90.0),
            (Metric::DeviceBusyNs, _) => Some(150.0),
            (Metric::Syncs, 0) => Some(0.0),
            (Metric::Syncs, _) => Some(1.0),
            _ => None,
        })
    }

    #[test]
    fn names_go_both_ways() {
        use Metric::{BytesMoved, DeviceBusyNs, Flops, Launches, Syncs};
        assert_eq!(sorted(By::Name, false), [DeviceBusyNs, BytesMoved, Flops, Launches, Syncs]);
        assert_eq!(sorted(By::Name, true), [Syncs, Launches, Flops, BytesMoved, DeviceBusyNs]);
    }

    #[test]
    fn the_greatest_change_comes_first_and_what_is_not_known_last() {
        use Metric::{BytesMoved, DeviceBusyNs, Flops, Launches, Syncs};
        let by = By::Change { path: 1, baseline: 0 };
        assert_eq!(sorted(by, true), [Syncs, BytesMoved, Launches, DeviceBusyNs, Flops]);
        assert_eq!(sorted(by, false), [DeviceBusyNs, Launches, BytesMoved, Syncs, Flops]);
    }

    #[test]
    fn values_are_compared_within_their_unit() {
        use Metric::{BytesMoved, DeviceBusyNs, Flops, Launches, Syncs};
        assert_eq!(sorted(By::Value(0), true), [DeviceBusyNs, Launches, Syncs, BytesMoved, Flops]);
        assert_eq!(sorted(By::Value(0), false), [DeviceBusyNs, Syncs, Launches, BytesMoved, Flops]);
    }
}
