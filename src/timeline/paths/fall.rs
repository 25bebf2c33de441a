//! The waterfall: steps from the baseline's time to a path's, whose printed
//! numbers add up as they are printed.

use super::axis::unit_of;
use crate::lowering::comparison::{Explanation, Term};
use crate::text::numerals;

/// Significant digits of the greatest number.
const DIGITS: u32 = 4;

/// Steps in whole parts of [`Fall::quantum_ns`]. Where a step begins and ends
/// is rounded, not the step itself: so the steps add up exactly.
#[derive(Debug, Clone, PartialEq)]
pub struct Fall {
    quantum_ns: i64,
    scale_ns: i64,
    unit: &'static str,
    pub baseline: i64,
    pub steps: Vec<Step>,
    pub end: i64,
    /// The greatest level that is reached.
    pub most: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub term: Term,
    pub from: i64,
    pub to: i64,
    /// As it was measured.
    pub ns: i64,
}

impl Fall {
    pub fn new(explanation: &Explanation) -> Fall {
        let mut terms = explanation.terms.clone();
        terms.sort_by_key(|(term, _)| order(*term));
        let mut levels = vec![explanation.baseline_ns];
        for (_, ns) in &terms {
            levels.push(levels[levels.len() - 1].saturating_add(*ns));
        }
        let most_ns = levels.iter().map(|level| level.unsigned_abs()).max().unwrap_or(0).max(1);
        let quantum_ns = 10i64.pow((most_ns.ilog10() + 1).saturating_sub(DIGITS).min(17));
        let rounded: Vec<i64> =
            levels.iter().map(|level| level.saturating_add(quantum_ns / 2).div_euclid(quantum_ns)).collect();
        let steps = terms
            .iter()
            .zip(rounded.windows(2))
            .map(|((term, ns), pair)| Step { term: *term, from: pair[0], to: pair[1], ns: *ns })
            .collect();
        let (scale_ns, unit) = unit_of(most_ns as f64);
        Fall {
            quantum_ns,
            scale_ns: scale_ns.max(quantum_ns),
            unit,
            baseline: rounded[0],
            steps,
            end: rounded[rounded.len() - 1],
            most: rounded.iter().copied().max().unwrap_or(1).max(1),
        }
    }

    /// The greatest level in nanoseconds.
    pub fn most_ns(&self) -> i64 {
        self.most.saturating_mul(self.quantum_ns)
    }

    /// A number of quanta with unit; `signed` writes `+` and `−`.
    pub fn text(&self, quanta: i64, signed: bool) -> String {
        let places = (self.scale_ns / self.quantum_ns).ilog10() as usize;
        let value = quanta.unsigned_abs() as f64 / (self.scale_ns / self.quantum_ns) as f64;
        let sign = if quanta < 0 {
            "−"
        } else if quanta > 0 && signed {
            "+"
        } else {
            ""
        };
        numerals::write(&format!("{sign}{value:.places$} {}", self.unit))
    }
}

/// Terms of all paths, each once, in their order.
pub fn terms(explanations: &[Explanation]) -> Vec<Term> {
    let mut all = Vec::new();
    for (term, _) in explanations.iter().flat_map(|explanation| &explanation.terms) {
        if !all.contains(term) {
            all.push(*term);
        }
    }
    all.sort_by_key(|term| order(*term));
    all
}

/// Place of a term in the waterfall, the same on every path.
fn order(term: Term) -> u8 {
    match term {
        Term::Traffic => 0,
        Term::Efficiency => 1,
        Term::Busy => 2,
        Term::Idle => 3,
        Term::Host => 4,
        Term::Engines => 5,
        Term::DmaAlone => 6,
        Term::Waiting => 7,
        Term::NoEngine => 8,
        Term::Untold => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lowering::profile::{Figure, Reason};
    use proptest::prelude::*;

    fn explanation(baseline_ns: i64, terms: Vec<(Term, i64)>) -> Explanation {
        Explanation {
            path: 1,
            baseline_ns,
            delta_ns: terms.iter().map(|t| t.1).sum(),
            terms,
            reference_bytes_per_s: Figure::Unknown(Reason::NoShapes),
            traffic_ns: None,
        }
    }

    #[test]
    fn steps_read_as_they_were_measured() {
        let fall = Fall::new(&explanation(
            160_512,
            vec![(Term::Traffic, -133_810), (Term::Efficiency, -2_060), (Term::Idle, -10_022)],
        ));
        let texts: Vec<String> = fall.steps.iter().map(|s| fall.text(s.to - s.from, true)).collect();
        assert_eq!(texts, ["−133.8 µs", "−2.1 µs", "−10.0 µs"]);
        assert_eq!(
            (fall.text(fall.baseline, false), fall.text(fall.end, false)),
            ("160.5 µs".into(), "14.6 µs".into())
        );
    }

    proptest! {
        #[test]
        fn what_is_printed_adds_up(base in 0i64..10_000_000_000, terms in prop::collection::vec(-1_000_000_000i64..1_000_000_000, 0..5)) {
            let terms = terms.into_iter().map(|ns| (Term::Busy, ns)).collect();
            let fall = Fall::new(&explanation(base, terms));
            let sum: i64 = fall.steps.iter().map(|s| s.to - s.from).sum();
            prop_assert_eq!(fall.baseline + sum, fall.end);
        }
    }
}
