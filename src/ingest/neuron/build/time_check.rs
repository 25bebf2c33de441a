//! Nanoseconds or picoseconds? Files do not say; figures in them do.

use crate::neuron::{Evidence, TimeCheck};
use crate::trace::{Interval, TimeUnit};

/// What the times of a file can be compared with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    /// First start and last end of any row, in units of the file.
    pub span: Option<Interval>,
    /// `summary.total_time` in seconds.
    pub total_s: Option<f64>,
    /// `metadata.last_hw_timestamp` in nanoseconds.
    pub last_hw_ns: Option<f64>,
}

/// Decides for the unit whose span is nearest to the figure. Start-up may be
/// left out of the total, so that a factor of three is still agreement; the
/// units are a factor of a thousand apart.
pub fn check(figures: Figures) -> (TimeUnit, TimeCheck) {
    const NEAR: f64 = 0.5;
    let last = figures.span.map_or(0, |span| span.end);
    let mut found = TimeCheck { evidence: Evidence::Assumed, last, total_s: figures.total_s };
    let Some(span) = figures.span else { return (TimeUnit::Nanos, found) };
    // Times need not begin near 0.
    let lengths = [span.len() as f64, span.end as f64];
    let candidates = [
        (figures.total_s.map(|total| total * 1e9), &lengths[..1], Evidence::TotalTime),
        (figures.last_hw_ns, &lengths[..], Evidence::LastTimestamp),
    ];
    for (figure_ns, lengths, evidence) in candidates {
        let Some(figure) = figure_ns.filter(|figure| *figure > 0.0) else { continue };
        found.evidence = Evidence::Mismatch;
        for (unit, ticks) in [(TimeUnit::Nanos, 1.0), (TimeUnit::Picos, 1000.0)] {
            let is_near = |length: &f64| (length / (figure * ticks)).log10().abs() <= NEAR;
            if lengths.iter().any(is_near) {
                found.evidence = evidence;
                return (unit, found);
            }
        }
    }
    (TimeUnit::Nanos, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(start: i64, end: i64, total_s: Option<f64>, last_hw_ns: Option<f64>) -> (TimeUnit, Evidence) {
        let (unit, check) = check(Figures { span: Some(Interval::new(start, end)), total_s, last_hw_ns });
        (unit, check.evidence)
    }

    #[test]
    fn the_total_time_tells_the_unit() {
        assert_eq!(checked(4, 58_708, Some(5.8709908e-5), None), (TimeUnit::Nanos, Evidence::TotalTime));
        assert_eq!(
            checked(4_000, 58_708_000, Some(5.8709908e-5), None),
            (TimeUnit::Picos, Evidence::TotalTime)
        );
        let far = 10_000_000_000;
        assert_eq!(checked(far, far + 58_708, Some(5.87e-5), None), (TimeUnit::Nanos, Evidence::TotalTime));
    }

    #[test]
    fn without_it_the_last_timestamp_does() {
        assert_eq!(checked(0, 1_880_000, None, Some(1.88e6)), (TimeUnit::Nanos, Evidence::LastTimestamp));
        assert_eq!(
            checked(5, 1_880_000_000, Some(0.0), Some(1.88e6)),
            (TimeUnit::Picos, Evidence::LastTimestamp)
        );
    }

    #[test]
    fn what_fits_neither_is_said() {
        assert_eq!(checked(0, 100, Some(1.0), None), (TimeUnit::Nanos, Evidence::Mismatch));
        assert_eq!(checked(0, 100, None, None), (TimeUnit::Nanos, Evidence::Assumed));
        assert_eq!(check(Figures::default()).1.evidence, Evidence::Assumed);
        assert_eq!(checked(0, 0, Some(1.0), None), (TimeUnit::Nanos, Evidence::Mismatch));
    }
}
