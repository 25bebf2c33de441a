//! Figures, cells and advice of Neuron profiles in words. The page and the
//! command line say the same.

use super::comparison::time;
use super::{Texts, Value, format};
use crate::analysis::colour::{ColourBy, LegendRow};
use crate::neuron::analysis::advice::{Advice, Amount};
use crate::neuron::analysis::figure::{Figure, Unit, Why};
use crate::neuron::analysis::file_warning::{Warning, WarningKind};
use crate::neuron::analysis::hierarchy::Node;
use crate::neuron::analysis::metric_groups::FileValue;
use crate::neuron::analysis::table::Cell;
use crate::trace::TimeUnit;

/// What stands for a figure that is not known, beside its reason.
pub const UNKNOWN: &str = "–";

/// Why a figure is not known.
pub fn why_id(why: Why) -> &'static str {
    match why {
        Why::NotInFile => "neuron-why-not-in-file",
        Why::Missing => "neuron-why-missing",
        Why::WholeOnly => "neuron-why-whole-only",
        Why::NotSelected => "neuron-why-not-selected",
        Why::NoElements => "neuron-why-no-elements",
        Why::NoPeak => "neuron-why-no-peak",
        Why::NoHloStats => "neuron-why-no-hlo-stats",
        Why::NoBytes => "neuron-why-no-bytes",
        Why::NoInstructions => "neuron-why-no-instructions",
        Why::NoDma => "neuron-why-no-dma",
        Why::NoVariable => "neuron-why-no-variable",
        Why::NothingThere => "neuron-why-nothing-there",
    }
}

/// A number with its unit.
pub fn number(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Seconds => time(value * 1e9),
        Unit::Nanos => time(value),
        Unit::Bytes => format::quantity(value, "B"),
        Unit::Flops => scaled(value, "FLOP"),
        Unit::FlopsPerByte => format::quantity(value, "FLOP/B"),
        Unit::Share => format::percent(value * 100.0),
        Unit::Count | Unit::Cycles if (0.0..1e15).contains(&value) => format::count(value as u64),
        Unit::Count | Unit::Cycles => format::number(value),
        Unit::Plain => format::number_full(value),
    }
}

/// The same with every byte, as people compare them.
pub fn number_exact(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Bytes if (0.0..1e15).contains(&value) => format!("{} B", format::count(value as u64)),
        unit => number(value, unit),
    }
}

/// FLOPs in a second: `9.14 TFLOP/s`.
pub fn flops_per_second(value: f64) -> String {
    scaled(value, "FLOP/s")
}

/// A number with a decimal prefix, four significant digits.
fn scaled(value: f64, unit: &str) -> String {
    const PREFIXES: [&str; 6] = ["", "k", "M", "G", "T", "P"];
    let mut scaled = value;
    let mut at = 0;
    while scaled.abs() >= 999.95 && at + 1 < PREFIXES.len() {
        scaled /= 1000.0;
        at += 1;
    }
    format::quantity(scaled, &format!("{}{unit}", PREFIXES[at]))
}

/// A figure; the reason where it is not known.
pub fn figure(texts: &Texts, figure: Figure, unit: Unit) -> String {
    match figure {
        Figure::Known(value) => number(value, unit),
        Figure::Unknown(why) => texts.get(why_id(why)),
    }
}

/// The file's value of a metric.
pub fn file_value(texts: &Texts, value: &FileValue, unit: Unit) -> String {
    match value {
        FileValue::Number(value) => number_exact(*value, unit),
        FileValue::Text(text) => text.clone(),
        FileValue::Missing => texts.get(why_id(Why::Missing)),
        FileValue::Absent => texts.get(why_id(Why::NotInFile)),
    }
}

/// A cell of a table.
pub fn cell(texts: &Texts, cell: &Cell, unit: TimeUnit) -> String {
    match cell {
        Cell::Text(text) if text.is_empty() => texts.get("neuron-unnamed"),
        Cell::Text(text) => text.clone(),
        Cell::Word(word) => texts.get(word.id()),
        Cell::Ticks(ticks) => format::ticks(*ticks, unit),
        Cell::Count(count) => format::count(*count),
        Cell::Bytes(bytes) => format::bytes(*bytes),
        Cell::Share(share) => format::percent(share * 100.0),
        Cell::Rate(rate) => format::bytes_per_second(*rate),
        Cell::Flops(flops) => scaled(*flops, "FLOP"),
        Cell::Unknown(_) => UNKNOWN.to_owned(),
        Cell::Nothing => String::new(),
    }
}

/// A cell as plain text, for other programs: numbers in full without a unit,
/// and in words why there is none.
pub fn plain_cell(texts: &Texts, cell: &Cell) -> String {
    match cell {
        Cell::Text(text) if text.is_empty() => texts.get("neuron-unnamed"),
        Cell::Text(text) => text.clone(),
        Cell::Word(word) => texts.get(word.id()),
        Cell::Ticks(ticks) => ticks.to_string(),
        Cell::Count(value) | Cell::Bytes(value) => value.to_string(),
        Cell::Share(share) => (share * 100.0).to_string(),
        Cell::Rate(value) | Cell::Flops(value) => value.to_string(),
        Cell::Unknown(why) => texts.get(why_id(*why)),
        Cell::Nothing => String::new(),
    }
}

/// Name of a node of the hierarchy; a phrase where the file does not say.
pub fn node_name(texts: &Texts, node: &Node) -> String {
    if node.name.is_empty() {
        return texts.with("neuron-missing-op", &[("level", texts.get(node.level.id()).into())]);
    }
    node.name.clone()
}

fn amount(amount: Amount) -> String {
    match amount {
        Amount::Share(share) => format::percent(share * 100.0),
        Amount::Times(times) => format!("{}×", super::comparison::ratio(times)),
    }
}

/// An advice in words.
pub struct AdviceText {
    pub title: String,
    pub text: String,
    /// Figure and threshold.
    pub figure: String,
    /// What to do about it.
    pub hint: String,
}

pub fn advice(texts: &Texts, advice: &Advice, unit: TimeUnit) -> AdviceText {
    let cells: Vec<(String, Value<'_>)> = advice
        .values
        .iter()
        .map(|(name, value)| {
            let value = match value {
                // Plural forms go by the number.
                Cell::Count(count) => (*count).into(),
                value => cell(texts, value, unit).into(),
            };
            (name.clone(), value)
        })
        .collect();
    let figure = amount(advice.figure);
    let mut values: Vec<(&str, Value<'_>)> =
        cells.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    values.push(("figure", (&figure).into()));
    let say = |part: &str| texts.with(&format!("{}-{part}", advice.rule.id()), &values);
    let below = if advice.below { "yes" } else { "no" };
    let threshold = amount(advice.threshold);
    AdviceText {
        title: say("title"),
        text: say("text"),
        hint: say("try"),
        figure: texts.with(
            "neuron-advice-figure",
            &[("figure", (&figure).into()), ("below", below.into()), ("threshold", threshold.into())],
        ),
    }
}

/// What colours stand for.
pub fn colour_by_id(by: ColourBy) -> &'static str {
    match by {
        ColourBy::Name => "neuron-colour-name",
        ColourBy::Engine => "neuron-colour-engine",
        ColourBy::Hlo => "neuron-colour-hlo",
        ColourBy::Layer => "neuron-colour-layer",
        ColourBy::NkiLine => "neuron-colour-nki-line",
        ColourBy::Work => "neuron-colour-work",
    }
}

/// What has a colour; all work has one where it is told from waiting.
pub fn legend_name(texts: &Texts, row: &LegendRow) -> String {
    if row.name.is_empty() { texts.get("neuron-kind-work") } else { row.name.clone() }
}

/// A warning of the file in plain words.
pub fn warning(texts: &Texts, warning: &Warning) -> String {
    let id = match warning.kind {
        WarningKind::DynamicDma => "neuron-warning-dynamic-dma",
        WarningKind::CompilerMetrics => "neuron-warning-compiler-metrics",
        WarningKind::HloStats => "neuron-warning-hlo-stats",
        WarningKind::Other => "neuron-warning-other",
    };
    texts.with(id, &[("message", (&warning.message).into())])
}

/// Name of a group of metrics; as in the file for one that is not known.
pub fn group(texts: &Texts, key: &str) -> String {
    let id = if key.is_empty() { "neuron-group-none".to_owned() } else { format!("neuron-group-{key}") };
    if texts.has(&id) { texts.get(&id) } else { key.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neuron::analysis::advice::{Evidence, Rule};
    use crate::trace::Interval;

    #[test]
    fn numbers_have_their_units() {
        assert_eq!(number(5.870_990_8e-5, Unit::Seconds), "58.71 µs");
        assert_eq!(number(0.4318, Unit::Share), "43.2 %");
        assert_eq!(number(2_949_120.0, Unit::Bytes), "2.95 MB");
        assert_eq!(number(352_321_536.0, Unit::Flops), "352.3 MFLOP");
        assert_eq!(number(50.56, Unit::FlopsPerByte), "50.56 FLOP/B");
        assert_eq!(flops_per_second(78.6432e12), "78.64 TFLOP/s");
        assert_eq!([number(458.0, Unit::Count), number(9.0, Unit::Plain)], ["458", "9"]);
    }

    #[test]
    fn every_rule_has_its_sentences() {
        let texts = Texts::new("en");
        for rule in Rule::ALL {
            let names =
                ["active", "time", "bytes", "least", "limit", "size", "small", "overlap", "moving", "median"];
            let mut values: Vec<(String, Cell)> =
                names.iter().map(|name| ((*name).to_owned(), Cell::Ticks(1500))).collect();
            for name in ["count", "all", "packets"] {
                values.push((name.to_owned(), Cell::Count(2)));
            }
            for name in ["waiting", "working", "tensor", "operation"] {
                values.push((name.to_owned(), Cell::Text("Scalar".to_owned())));
            }
            let made = Advice {
                rule,
                figure: Amount::Share(0.25),
                threshold: Amount::Times(1.5),
                below: false,
                values,
                evidence: vec![Evidence::time(Interval::new(0, 1))],
                table: None,
                ticks: None,
            };
            let said = advice(&texts, &made, TimeUnit::Nanos);
            for text in [&said.title, &said.text, &said.hint, &said.figure] {
                assert!(!text.contains(rule.id()) && !text.contains('$') && !text.contains("{"), "{text}");
            }
        }
    }

    #[test]
    fn groups_have_names_or_keep_theirs() {
        let texts = Texts::new("en");
        assert_eq!(group(&texts, "data_movement"), "Data movement");
        assert_eq!(group(&texts, "brand_new"), "brand_new");
        assert_eq!(group(&texts, ""), "Other");
    }
}
