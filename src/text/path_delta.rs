//! How a path compares to the baseline, in a word.

use super::Texts;
use super::comparison::ratio;
use crate::lowering::comparison::{Certainty, Comparison};
use crate::lowering::verdict::is_hint;

/// Ratios nearer to 1 than this read "same".
const SAME: f64 = 0.015;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathDelta {
    pub text: String,
    /// `faster`, `slower`, or `even`: neither.
    pub class: &'static str,
    /// Name of an icon.
    pub icon: &'static str,
}

/// Where the intervals overlap, or nothing may be compared, a path is neither
/// better nor worse. `None` for the baseline, and where a time is none.
pub fn path_delta(texts: &Texts, all: &Comparison, path: usize) -> Option<PathDelta> {
    let base = all.paths.get(all.baseline as usize)?;
    let view = all.paths.get(path)?;
    if path == all.baseline as usize {
        return None;
    }
    let times = base.total.median / view.total.median;
    if !times.is_finite() || times <= 0.0 {
        return None;
    }
    let faster = times > 1.0;
    let number = ratio(if faster { times } else { 1.0 / times });
    let apart = view.total.p90 < base.total.p10 || view.total.p10 > base.total.p90;
    let weak = is_hint(all.judged_by, base, view);
    let (id, class, icon) = if all.verdict.certainty == Certainty::Refused {
        ("delta-refused", "even", "same")
    } else if (times - 1.0).abs() <= SAME {
        ("delta-same", "even", "same")
    } else {
        match (faster, apart) {
            (true, true) if weak => ("delta-faster-hint", "even", "faster"),
            (false, true) if weak => ("delta-slower-hint", "even", "slower"),
            (true, true) => ("delta-faster", "faster", "faster"),
            (false, true) => ("delta-slower", "slower", "slower"),
            (true, false) => ("delta-faster-overlap", "even", "faster"),
            (false, false) => ("delta-slower-overlap", "even", "slower"),
        }
    };
    Some(PathDelta { text: texts.with(id, &[("ratio", number.into())]), class, icon })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::paths::sample::comparison;

    #[test]
    fn a_path_is_faster_only_where_it_may_be_compared() {
        let texts = Texts::new("en");
        let mut all = comparison();
        assert_eq!(path_delta(&texts, &all, 0), None);
        assert_eq!(path_delta(&texts, &all, 2).unwrap().class, "faster");
        all.verdict.certainty = Certainty::Refused;
        assert_eq!(path_delta(&texts, &all, 2).unwrap().class, "even");
        all.verdict.certainty = Certainty::Clear;
        all.paths[2].total.p90 = all.paths[0].total.p10 + 1.0;
        assert_eq!(path_delta(&texts, &all, 2).unwrap().class, "even");
    }
}
