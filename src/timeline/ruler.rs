//! Ticks of the time axis: where they stand and what they say.
//!
//! Steps are 1, 2 or 5 times a power of ten up to the second, then those of a
//! clock. Labels count from the origin of the trace. Deep inside a long trace
//! they would all begin with the same digits; then those stand once at the
//! edge (`base`) and the labels say what is to be added.

use super::time_text::{decimals, time_text, time_text_beside};
use super::viewport::Viewport;
use crate::text::numerals;
use crate::trace::TimeUnit;

const SECOND: i128 = 1_000_000_000_000;
const MINUTE: i128 = 60 * SECOND;
const HOUR: i128 = 60 * MINUTE;
const DAY: i128 = 24 * HOUR;

/// Steps from the second on, each with its minor step.
const CLOCK: [(i128, i128); 16] = [
    (SECOND, SECOND / 5),
    (2 * SECOND, SECOND / 2),
    (5 * SECOND, SECOND),
    (10 * SECOND, 2 * SECOND),
    (30 * SECOND, 5 * SECOND),
    (MINUTE, 10 * SECOND),
    (2 * MINUTE, 30 * SECOND),
    (5 * MINUTE, MINUTE),
    (10 * MINUTE, 2 * MINUTE),
    (30 * MINUTE, 5 * MINUTE),
    (HOUR, 10 * MINUTE),
    (2 * HOUR, 30 * MINUTE),
    (6 * HOUR, HOUR),
    (12 * HOUR, 3 * HOUR),
    (DAY, 6 * HOUR),
    (2 * DAY, 12 * HOUR),
];

/// Decimals from which on the common digits move to the edge.
const MANY_DECIMALS: usize = 4;

/// Most ticks of one kind; a screen never needs as many.
const MOST_TICKS: usize = 4096;

/// The axis over a viewport.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruler {
    /// Ticks between two labelled ticks.
    pub step: i64,
    /// What labels that begin with `+` are to be added to.
    pub base: Option<String>,
    pub majors: Vec<Tick>,
    /// Pixels of the ticks in between.
    pub minors: Vec<f64>,
}

/// A labelled tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    pub time: i64,
    /// CSS pixels from the left edge.
    pub x: f64,
    pub label: String,
}

impl Ruler {
    /// Labels stand at least `gap_px` apart. `origin` is the time that reads 0.
    pub fn new(viewport: &Viewport, origin: i64, unit: TimeUnit, gap_px: f64) -> Self {
        let ps_per_tick = i128::from(1000 / unit.ticks_per_ns());
        let (step, minor) = steps(viewport.ticks_per_px() * gap_px.max(1.0), ps_per_tick);
        let visible = viewport.interval();
        let relative = |time: i64| time.saturating_sub(origin);
        let greatest = relative(visible.start).saturating_abs().max(relative(visible.end).saturating_abs());
        let base = base_of(relative(visible.start), relative(visible.end), step, ps_per_tick);
        let label = |time: i64| match base {
            Some((base, scale)) => {
                let offset = (i128::from(relative(time)) - base) * ps_per_tick;
                numerals::write(&format!("+{}\u{a0}{}", offset / scale.1, scale.0))
            }
            None => time_text_beside(relative(time), greatest, step, unit),
        };
        let majors = multiples(visible.start, visible.end, origin, step)
            .map(|time| Tick { time, x: viewport.x_from_time(time), label: label(time) })
            .collect();
        let minors = match minor {
            Some(minor) => multiples(visible.start, visible.end, origin, minor)
                .filter(|time| relative(*time) % step != 0)
                .map(|time| viewport.x_from_time(time))
                .collect(),
            None => Vec::new(),
        };
        let base = base.map(|(base, scale)| {
            let above = scale.1 * 1000 / ps_per_tick;
            time_text(base as i64, above as i64, unit)
        });
        Self { step, base, majors, minors }
    }

    /// A step that tells two neighbouring pixels apart, for the cursor's time.
    pub fn cursor_step(viewport: &Viewport, unit: TimeUnit) -> i64 {
        let ps_per_tick = i128::from(1000 / unit.ticks_per_ns());
        let mut step: i64 = 1;
        while (step as f64) * 10.0 <= viewport.ticks_per_px() && i128::from(step) * ps_per_tick < SECOND {
            step *= 10;
        }
        step
    }
}

/// Which labels fit beside things that own their place: `taken` holds spans of
/// pixels, `width` measures a text. Labels stand `inset` right of their tick.
/// Gives one answer for each major tick.
pub fn labels_that_fit(
    ruler: &Ruler,
    width_px: f64,
    taken: &[(f64, f64)],
    inset: f64,
    width: impl Fn(&str) -> f64,
) -> Vec<bool> {
    let mut free_from = f64::NEG_INFINITY;
    ruler
        .majors
        .iter()
        .map(|tick| {
            let (from, to) = (tick.x + inset, tick.x + inset + width(&tick.label) + 4.0);
            let clear = taken.iter().all(|&(a, b)| to < a || tick.x - 2.0 > b);
            let fits = from > 0.0 && to < width_px && tick.x >= free_from && clear;
            if fits {
                free_from = to;
            }
            fits
        })
        .collect()
}

/// Major and minor step in ticks, the major one at least `least` ticks.
fn steps(least: f64, ps_per_tick: i128) -> (i64, Option<i64>) {
    let mut decade: i128 = ps_per_tick;
    while decade < SECOND {
        for (factor, minor) in [(1, decade / 5), (2, decade / 2), (5, decade)] {
            let step = decade * factor / ps_per_tick;
            if step as f64 >= least {
                let whole = minor % ps_per_tick == 0 && minor > 0;
                return (step as i64, whole.then(|| (minor / ps_per_tick) as i64));
            }
        }
        decade *= 10;
    }
    for (step, minor) in CLOCK {
        if (step / ps_per_tick) as f64 >= least {
            return ((step / ps_per_tick) as i64, Some((minor / ps_per_tick) as i64));
        }
    }
    let mut decade = DAY;
    loop {
        for factor in [5, 10, 20] {
            let step = decade * factor / ps_per_tick;
            let Ok(ticks) = i64::try_from(step) else { return (i64::MAX, None) };
            if step as f64 >= least {
                return (ticks, Some(ticks / 5));
            }
        }
        decade *= 10;
    }
}

/// Base in ticks, and the scale of the labels, when plain labels would be long.
fn base_of(start: i64, end: i64, step: i64, ps_per_tick: i128) -> Option<(i128, (&'static str, i128))> {
    let scales: [(&'static str, i128); 5] =
        [("ps", 1), ("ns", 1_000), ("µs", 1_000_000), ("ms", 1_000_000_000), ("s", SECOND)];
    let step_ps = i128::from(step) * ps_per_tick;
    let far = i128::from(start).abs().max(i128::from(end).abs()) * ps_per_tick;
    let natural = (0..scales.len()).rev().find(|&i| far >= scales[i].1).unwrap_or(0);
    if decimals(step_ps, natural) <= MANY_DECIMALS {
        return None;
    }
    // The largest scale in which the step is a whole number.
    let scale = (0..natural).rev().find(|&i| step_ps % scales[i].1 == 0)?;
    let above = scales[scale].1 * 1000 / ps_per_tick;
    Some((i128::from(start).div_euclid(above) * above, scales[scale]))
}

/// Times at whole multiples of a step from the origin.
fn multiples(start: i64, end: i64, origin: i64, step: i64) -> impl Iterator<Item = i64> {
    let (start, end) = (i128::from(start), i128::from(end));
    let (origin, step) = (i128::from(origin), i128::from(step.max(1)));
    let first = origin + (start - origin).div_euclid(step) * step;
    (0..MOST_TICKS as i128)
        .map(move |i| first + i * step)
        .skip_while(move |time| *time < start)
        .take_while(move |time| *time <= end)
        .filter_map(|time| i64::try_from(time).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Interval;
    use proptest::prelude::*;

    fn labels(start: i64, end: i64, origin: i64, unit: TimeUnit) -> Vec<String> {
        let viewport = Viewport::new(Interval::new(start, end), 1000.0);
        let ruler = Ruler::new(&viewport, origin, unit, 90.0);
        ruler.majors.iter().map(|tick| tick.label.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn labels_count_from_the_origin_in_sensible_steps() {
        let far = 1_700_000_000_000_000_000;
        let seen = labels(far + 5_374_000, far + 5_919_000, far, TimeUnit::Nanos);
        assert_eq!(
            seen,
            [
                "5.40 ms", "5.45 ms", "5.50 ms", "5.55 ms", "5.60 ms", "5.65 ms", "5.70 ms", "5.75 ms",
                "5.80 ms", "5.85 ms", "5.90 ms"
            ]
        );
    }

    #[test]
    fn close_up_the_common_digits_stand_at_the_edge() {
        let viewport = Viewport::new(Interval::new(27_123_456_780, 27_123_456_800), 1000.0);
        let ruler = Ruler::new(&viewport, 0, TimeUnit::Nanos, 90.0);
        assert_eq!(ruler.base.as_deref(), Some("27.123456\u{a0}s"));
        assert_eq!(ruler.majors[0].label, "+780\u{a0}ns");
        assert_eq!(ruler.step, 2);
    }

    #[test]
    fn one_tick_is_the_finest_step() {
        assert_eq!(labels(0, 4, 0, TimeUnit::Nanos), ["0 ns", "1 ns", "2 ns", "3 ns", "4 ns"]);
        assert_eq!(labels(0, 4, 0, TimeUnit::Picos)[1], "1 ps");
    }

    #[test]
    fn long_traces_have_the_steps_of_a_clock() {
        let hours = 3_600_000_000_000;
        assert_eq!(labels(0, 3 * hours, 0, TimeUnit::Nanos)[..2], ["0 s", "30 min"]);
        assert_eq!(labels(0, 300_000_000_000, 0, TimeUnit::Nanos)[1], "30 s");
    }

    #[test]
    fn times_before_the_origin_are_negative() {
        assert_eq!(labels(-2000, 2000, 0, TimeUnit::Nanos)[0], "-2.0 µs");
    }

    #[test]
    fn labels_give_way_to_what_owns_its_place() {
        let viewport = Viewport::new(Interval::new(0, 1000), 1000.0);
        let ruler = Ruler::new(&viewport, 0, TimeUnit::Nanos, 90.0);
        let fits = labels_that_fit(&ruler, 1000.0, &[(205.0, 260.0)], 4.0, |text| 6.0 * text.len() as f64);
        assert_eq!(ruler.majors.len(), 11);
        assert!(fits[1] && !fits[2] && fits[3]);
        assert!(!fits[10], "the last label has no room at the edge");
    }

    proptest! {
        #[test]
        fn every_zoom_has_few_distinct_labels(
            start in -2_000_000_000_000_000_000i64..2_000_000_000_000_000_000,
            digits in 0u32..18, lead in 4i64..99,
        ) {
            let span = lead.saturating_mul(10i64.pow(digits));
            let viewport = Viewport::new(Interval::new(start, start.saturating_add(span)), 1500.0);
            let ruler = Ruler::new(&viewport, 0, TimeUnit::Nanos, 90.0);
            prop_assert!(ruler.majors.len() <= 18);
            prop_assert!(ruler.minors.len() <= 90);
            let mut seen: Vec<&str> = ruler.majors.iter().map(|t| t.label.as_str()).collect();
            let all = seen.len();
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(seen.len(), all);
            prop_assert!(ruler.majors.windows(2).all(|w| w[1].x - w[0].x >= 89.0));
        }
    }
}
