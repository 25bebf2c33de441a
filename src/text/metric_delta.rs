//! How a value of a metric compares to the baseline's, in a word.

use super::comparison::ratio;
use super::metric::{Better, better};
use super::{Texts, numerals};
use crate::lowering::comparison::Metric;

/// Values that differ by less than this share count as the same.
pub const SAME: f64 = 0.015;

/// How a value compares to the baseline's.
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    pub text: String,
    /// `faster` is better, `slower` worse; a style class.
    pub class: &'static str,
    /// Where the value went.
    pub icon: &'static str,
}

/// `None` where either is no number.
pub fn delta(texts: &Texts, metric: Metric, base: f64, value: f64) -> Option<Delta> {
    if !(base.is_finite() && value.is_finite()) {
        return None;
    }
    let more = value > base;
    let same = (value - base).abs() <= SAME * base.abs().max(value.abs());
    let class = match better(metric) {
        _ if same => "even",
        Better::Neither => "even",
        Better::Less if more => "slower",
        Better::More if !more => "slower",
        _ => "faster",
    };
    let times = value / base;
    let text = if same {
        texts.get("delta-equal")
    } else if value == 0.0 {
        texts.get("delta-gone")
    } else if base == 0.0 {
        texts.get("delta-new")
    } else if times >= 1.95 || times <= 1.0 / 1.95 {
        let times = if times > 1.0 { times } else { 1.0 / times };
        if times > 100.0 { numerals::write(">100×") } else { format!("{}×", ratio(times)) }
    } else {
        numerals::write(&format!("{}{:.0} %", if more { "+" } else { "−" }, (times - 1.0).abs() * 100.0))
    };
    let icon = if same {
        "same"
    } else if more {
        "slower"
    } else {
        "faster"
    };
    Some(Delta { text, class, icon })
}
