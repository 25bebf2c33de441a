//! Summary and advice of Neuron profiles; nothing for other traces.

use super::reading::Found;
use lowerscope::export::comparison::without_secrets;
use lowerscope::neuron::analysis::advice::advice;
use lowerscope::neuron::analysis::engine_row::EngineRow;
use lowerscope::neuron::analysis::figure::{Figure, Unit};
use lowerscope::neuron::analysis::metric_groups::{FileValue, MetricRow};
use lowerscope::neuron::analysis::scope::Scope;
use lowerscope::neuron::analysis::summary::{ProfileSummary, summary};
use lowerscope::neuron::analysis::table::{CellRow, TableKind, columns, table};
use lowerscope::text::{Texts, format, neuron as words};
use lowerscope::trace::TimeUnit;
use serde_json::{Value, json};

/// Operators that the report lists.
const MOST_OPERATORS: usize = 10;

/// In words, ending with an empty line.
pub fn report(texts: &Texts, found: &Found<'_>) -> String {
    let Some(profile) = &found.trace.neuron else { return String::new() };
    let scope = Scope::whole(found.trace, profile);
    let summary = summary(&scope);
    let unit = found.trace.unit;
    let title = if summary.is_cut_off { "cli-neuron-summary-came" } else { "cli-neuron-summary" };
    let mut lines = vec![format!("  {}", texts.get(title))];
    let mut add = |indent: usize, text: &str| lines.push(format!("{}{text}", "  ".repeat(indent)));
    for row in &summary.engines {
        add(2, &engine(texts, row, &summary, unit));
    }
    if summary.dma.packets + summary.dma.transfers > 0 {
        add(2, &dma(texts, &summary, unit));
    } else {
        let share = words::figure(texts, summary.figures.dma_share, Unit::Share);
        add(2, &format!("{:<26}{share}", texts.get("neuron-dma-active")));
    }
    for (label, figure, unit) in figures(&summary) {
        add(2, &format!("{:<26}{}", texts.get(label), words::figure(texts, figure, unit)));
    }
    for warning in &summary.warnings {
        add(2, &words::warning(texts, warning));
    }
    add(1, &texts.get("cli-neuron-advice"));
    let found = advice(&scope);
    if found.is_empty() {
        add(2, &texts.get("cli-neuron-advice-none"));
    }
    for one in &found {
        let said = words::advice(texts, one, unit);
        add(2, &format!("{}. {} ({})", said.title, said.text, said.figure));
        add(3, &said.hint);
    }
    let operators = table(&scope, TableKind::Operators);
    if !operators.rows.is_empty() {
        add(1, &texts.get("cli-neuron-operators"));
        for row in operators.rows.iter().take(MOST_OPERATORS) {
            add(2, &operator(texts, row, unit));
        }
        let more = (operators.rows.len().saturating_sub(MOST_OPERATORS) as u64) + operators.left_out;
        if more > 0 {
            add(2, &texts.with("cli-neuron-operators-more", &[("n", more.into())]));
        }
    }
    add(1, &texts.get("cli-neuron-metrics"));
    for group in &summary.groups {
        add(2, &words::group(texts, &group.key));
        for row in &group.metrics {
            add(3, &metric(texts, row));
        }
    }
    lines.join("\n") + "\n\n"
}

/// All of it as one line of JSON; the trace's name alone where there is none.
pub fn json(found: &Found<'_>) -> String {
    let Some(profile) = &found.trace.neuron else { return json!({ "file": found.file }).to_string() };
    let scope = Scope::whole(found.trace, profile);
    let value = |value: serde_json::Result<Value>| value.unwrap_or(Value::Null);
    let all = json!({
        "file": found.file,
        "summary": value(serde_json::to_value(summary(&scope))),
        "advice": value(serde_json::to_value(advice(&scope))),
        "operators": value(serde_json::to_value(table(&scope, TableKind::Operators))),
    });
    without_secrets(all).to_string()
}

fn engine(texts: &Texts, row: &EngineRow, summary: &ProfileSummary, unit: TimeUnit) -> String {
    let name = row.engine.name();
    let core = row.core.map(|core| format!("nc{core}"));
    let name = match core {
        Some(core) => texts.with("neuron-engine-core", &[("engine", name.into()), ("core", core.into())]),
        None => name.to_owned(),
    };
    let ticks = |ticks: i64| format::ticks(ticks, unit);
    texts.with(
        "cli-neuron-engine",
        &[
            ("engine", name.into()),
            ("active", ticks(row.active).into()),
            ("share", share(row.active, summary).into()),
            ("semaphore", ticks(row.semaphore).into()),
            ("before", ticks(row.before).into()),
            ("n", row.instructions.into()),
        ],
    )
}

/// Name, level, active time and share of an operator.
fn operator(texts: &Texts, row: &CellRow, unit: TimeUnit) -> String {
    let cell = |column: &str| {
        let at = columns(TableKind::Operators).iter().position(|known| *known == column);
        let cell = at.and_then(|at| row.cells.get(at));
        cell.map(|cell| words::cell(texts, cell, unit)).unwrap_or_default()
    };
    let [name, level, active, share] =
        ["neuron-col-name", "neuron-col-level", "neuron-col-active", "neuron-col-share"].map(cell);
    format!("{name:<44}{level:<14}{active:>12}{share:>9}")
}

fn dma(texts: &Texts, summary: &ProfileSummary, unit: TimeUnit) -> String {
    let dma = &summary.dma;
    texts.with(
        "cli-neuron-dma",
        &[
            ("active", format::ticks(dma.active, unit).into()),
            ("share", share(dma.active, summary).into()),
            (
                "alone",
                dma.alone
                    .map_or_else(|| words::UNKNOWN.to_owned(), |alone| format::ticks(alone, unit))
                    .into(),
            ),
            ("packets", dma.packets.into()),
            ("bytes", format::bytes(dma.bytes).into()),
        ],
    )
}

fn share(ticks: i64, summary: &ProfileSummary) -> String {
    format::percent(summary.share(ticks) * 100.0)
}

fn figures(summary: &ProfileSummary) -> [(&'static str, Figure, Unit); 13] {
    let f = &summary.figures;
    [
        ("neuron-time", f.total_s, Unit::Seconds),
        ("neuron-hbm-read", f.hbm_read, Unit::Bytes),
        ("neuron-hbm-written", f.hbm_written, Unit::Bytes),
        ("neuron-spill-saved", f.spill_saved, Unit::Bytes),
        ("neuron-spill-reloaded", f.spill_reloaded, Unit::Bytes),
        ("neuron-least-traffic", f.least_traffic, Unit::Bytes),
        ("neuron-model-flops", f.model_flops, Unit::Flops),
        ("neuron-useful-flops", f.useful_flops, Unit::Flops),
        ("neuron-transpose-flops", f.transpose_flops, Unit::Flops),
        ("neuron-mfu", f.mfu, Unit::Share),
        ("neuron-hfu", f.hfu, Unit::Share),
        ("neuron-mbu", f.mbu, Unit::Share),
        ("neuron-throttled", f.throttled_share, Unit::Share),
    ]
}

fn metric(texts: &Texts, row: &MetricRow) -> String {
    let file = match &row.file {
        FileValue::Absent => words::UNKNOWN.to_owned(),
        value => words::file_value(texts, value, row.unit),
    };
    let own = match row.own {
        Some(Figure::Known(value)) => words::number_exact(value, row.unit),
        _ => String::new(),
    };
    let mark = if row.differs { " !" } else { "" };
    format!("{:<44}{file:>16}{own:>16}{mark}", row.key)
}
