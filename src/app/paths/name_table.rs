//! Columns, cells and order of the table by name, and the same as CSV.

use super::say::time;
use crate::app::drawer::table::{Column, Kind, Sort};
use crate::app::words::t;
use crate::export::csv::push_row;
use crate::lowering::by_name::{Change, NameKind, NameRow, NameStats};
use crate::text::{format, numerals};
use std::cmp::Ordering;

const fn number(head: &'static str) -> Column {
    Column { head, kind: Kind::Number, sorts: true }
}

pub const COLUMNS: &[Column] = &[
    Column { head: "column-name", kind: Kind::Name, sorts: true },
    Column { head: "names-kind", kind: Kind::Text, sorts: true },
    Column { head: "names-change", kind: Kind::Text, sorts: true },
    number("names-delta"),
    number("names-count-base"),
    number("names-count-other"),
    number("names-total-base"),
    number("names-total-other"),
    number("names-mean-base"),
    number("names-mean-other"),
    number("names-p50-base"),
    number("names-p50-other"),
    number("names-p90-base"),
    number("names-p90-other"),
];
/// The column of the difference; it sorts by its size, whichever way it goes.
pub const DELTA: usize = 3;

pub fn cells(row: &NameRow) -> Vec<String> {
    let mut cells =
        vec![row.name.clone(), t(kind_id(row.kind)), t(change_id(row.change)), signed(row.delta_ns)];
    let each = |value: fn(&NameStats) -> String| {
        [&row.base, &row.other].map(|stats| if stats.count == 0 { "–".to_owned() } else { value(stats) })
    };
    cells.extend(each(|stats| format::count(stats.count)));
    cells.extend(each(|stats| time(stats.total_ns as f64)));
    cells.extend(each(|stats| time(stats.mean_ns)));
    cells.extend(each(|stats| time(stats.p50_ns as f64)));
    cells.extend(each(|stats| time(stats.p90_ns as f64)));
    cells
}

/// A difference with its sign.
fn signed(ns: f64) -> String {
    match ns.partial_cmp(&0.0) {
        Some(Ordering::Greater) => numerals::signed('+', &time(ns)),
        Some(Ordering::Less) => numerals::signed('−', &time(-ns)),
        _ => time(0.0),
    }
}

fn kind_id(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Work => "paths-level-device",
        NameKind::Op => "paths-level-op",
    }
}

fn change_id(change: Change) -> &'static str {
    match change {
        Change::Added => "names-added",
        Change::Gone => "names-gone",
        Change::Changed => "names-changed",
        Change::Same => "names-same",
    }
}

/// Rows in the order that is asked for, as indices.
pub fn order(rows: &[NameRow], sort: Sort) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| {
        let by = compare(&rows[a], &rows[b], sort.column);
        let by = if sort.falling { by.reverse() } else { by };
        by.then_with(|| rows[a].name.cmp(&rows[b].name))
    });
    order
}

fn compare(a: &NameRow, b: &NameRow, column: usize) -> Ordering {
    // Of each figure the baseline's comes first.
    let side = |row: &NameRow| if column.is_multiple_of(2) { row.base } else { row.other };
    let (left, right) = (side(a), side(b));
    match column {
        0 => a.name.cmp(&b.name),
        1 => a.kind.cmp(&b.kind),
        2 => a.change.cmp(&b.change),
        4 | 5 => left.count.cmp(&right.count),
        6 | 7 => left.total_ns.cmp(&right.total_ns),
        8 | 9 => left.mean_ns.total_cmp(&right.mean_ns),
        10 | 11 => left.p50_ns.cmp(&right.p50_ns),
        12 | 13 => left.p90_ns.cmp(&right.p90_ns),
        _ => a.delta_ns.abs().total_cmp(&b.delta_ns.abs()),
    }
}

/// The table for other programs: plain numbers, with the unit in the head.
pub fn csv(rows: &[NameRow], sorted: &[usize], base: &str, other: &str) -> String {
    let mut out = String::new();
    let mut head: Vec<String> =
        ["name", "kind", "change", "delta per instance (ns)"].map(str::to_owned).to_vec();
    for figure in ["count", "total (ns)", "mean (ns)", "p50 (ns)", "p90 (ns)"] {
        head.extend([base, other].map(|path| format!("{path}: {figure}")));
    }
    push_row(&mut out, head.iter().map(String::as_str));
    for row in sorted.iter().filter_map(|at| rows.get(*at)) {
        let mut cells = vec![
            row.name.clone(),
            t(kind_id(row.kind)),
            t(change_id(row.change)),
            ((row.delta_ns * 1e3).round() / 1e3).to_string(),
        ];
        let each = |value: fn(&NameStats) -> String| {
            [&row.base, &row.other].map(|stats| if stats.count == 0 { String::new() } else { value(stats) })
        };
        cells.extend([row.base.count, row.other.count].map(|count| count.to_string()));
        cells.extend([row.base.total_ns, row.other.total_ns].map(|ns| ns.to_string()));
        cells.extend(each(|stats| stats.mean_ns.to_string()));
        cells.extend(each(|stats| stats.p50_ns.to_string()));
        cells.extend(each(|stats| stats.p90_ns.to_string()));
        push_row(&mut out, cells.iter().map(String::as_str));
    }
    out
}
