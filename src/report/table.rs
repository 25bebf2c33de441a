//! Tables of a report: what became of each op, and the metrics.

use super::Report;
use crate::lowering::comparison::{Comparison, Fate, Metric};
use crate::lowering::metrics::metric as figure_of;
use crate::lowering::profile::Figure;
use crate::picture::Subject;
use crate::picture::svg::escaped;
use crate::text::comparison::{fate_id, time};
use crate::text::metric::{self, GROUPS};
use crate::text::metric_delta::delta;
use crate::text::neuron_paths::opcode_rows;
use std::fmt::Write;

/// Ops that are written out; of more the first ones, and the rest is counted.
const MOST_OPS: usize = 500;

fn head(out: &mut String, report: &Report<'_>, subject: &Subject<'_>, first: &str) {
    let _ = write!(out, "<div class=\"wide\"><table><thead><tr><th scope=\"col\">{}</th>", escaped(first));
    for (at, path) in report.all.paths.iter().enumerate() {
        let name = format!("{} {}", subject.letter(at), path.name);
        let _ = write!(out, "<th scope=\"col\"><bdi>{}</bdi></th>", escaped(&name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
}

/// What became of the baseline's ops on each path; empty without ops.
pub fn fates(report: &Report<'_>, subject: &Subject<'_>) -> String {
    let ops = subject.base_path().map_or(0, |base| base.ops.len());
    if ops == 0 || report.all.is_neuron() {
        return String::new();
    }
    let texts = report.texts;
    let mut out = String::new();
    let first = texts.with("paths-level-ops-of", &[("path", subject.letter(subject.base()).into())]);
    head(&mut out, report, subject, &first);
    for op in 0..ops.min(MOST_OPS) as u32 {
        let _ = write!(out, "<tr><th scope=\"row\"><bdi>{}</bdi></th>", escaped(subject.op_name(op)));
        for (path, flow) in report.all.paths.iter().zip(&subject.flows) {
            let fate = flow.fates.get(op as usize).copied().unwrap_or(Fate::Unknown);
            let items = flow.into.get(op as usize).map_or(&[][..], Vec::as_slice);
            let items: Vec<_> = items.iter().filter_map(|item| path.items.get(*item as usize)).collect();
            let mut text = texts.get(fate_id(fate));
            if !items.is_empty() {
                let took = time(items.iter().map(|item| item.median_ns as f64).sum());
                let names: Vec<&str> = items.iter().take(3).map(|item| &*item.name).collect();
                text = format!("{text}, {took} → {}", names.join(", "));
            }
            let _ = write!(out, "<td><bdi>{}</bdi></td>", escaped(&text));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    if ops > MOST_OPS {
        let text = texts.with("picture-ops-left-out", &[("count", (ops - MOST_OPS).into())]);
        let _ = writeln!(out, "<p class=\"notes\">{}</p>", escaped(&text));
    }
    out
}

/// All metrics by group, with their differences to the baseline.
pub fn metrics(report: &Report<'_>, subject: &Subject<'_>) -> String {
    let (texts, all) = (report.texts, report.all);
    let shown = metric::shown(&all.paths);
    let mut out = String::new();
    head(&mut out, report, subject, &texts.get("metrics-name"));
    let columns = all.paths.len() + 1;
    for (group, metrics) in GROUPS {
        let own: Vec<Metric> = metrics.iter().copied().filter(|metric| shown.contains(metric)).collect();
        let opcodes = if group == metric::INSTRUCTIONS { opcode_rows(&all.paths) } else { Vec::new() };
        if own.is_empty() && opcodes.is_empty() {
            continue;
        }
        let name = escaped(&texts.get(group));
        let _ = writeln!(
            out,
            "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"{columns}\">{name}</th></tr>"
        );
        for metric in own {
            row(&mut out, report, metric);
        }
        for opcode in opcodes {
            let _ = write!(out, "<tr><th scope=\"row\"><bdi>{}</bdi></th>", escaped(&opcode.name));
            for path in 0..all.paths.len() {
                let _ = write!(out, "<td><bdi>{}</bdi></td>", escaped(&opcode.cell(path)));
            }
            out.push_str("</tr>\n");
        }
    }
    out.push_str("</tbody></table></div>\n");
    let unknown = metric::unknown(texts, &all.paths);
    if !unknown.is_empty() {
        out.push_str("<ul class=\"notes\">\n");
        for sentence in unknown {
            let _ = writeln!(out, "<li>{}</li>", escaped(&sentence));
        }
        out.push_str("</ul>\n");
    }
    out
}

fn value(all: &Comparison, path: usize, metric: Metric) -> Option<f64> {
    match figure_of(&all.paths.get(path)?.metrics, metric) {
        Figure::Known(value) if value.is_finite() => Some(value),
        _ => None,
    }
}

fn row(out: &mut String, report: &Report<'_>, metric: Metric) {
    let (texts, all) = (report.texts, report.all);
    let id = metric::id(metric);
    let definition = escaped(&texts.get(&format!("{id}-text")));
    let _ = write!(out, "<tr><th scope=\"row\" title=\"{definition}\">{}</th>", escaped(&texts.get(id)));
    let base = all.baseline as usize;
    for (path, view) in all.paths.iter().enumerate() {
        let cell = escaped(&metric::cell(texts, view, metric));
        let _ = write!(out, "<td><bdi>{cell}</bdi>");
        let both = value(all, base, metric).zip(value(all, path, metric));
        let delta = both.filter(|_| path != base).and_then(|(base, own)| delta(texts, metric, base, own));
        if let Some(delta) = delta {
            // Neither better nor worse where the paths do not do the same work.
            let class = if all.is_refused() { "even" } else { delta.class };
            let _ = write!(out, "<span class=\"delta {class}\"><bdi>{}</bdi></span>", escaped(&delta.text));
        }
        out.push_str("</td>");
    }
    out.push_str("</tr>\n");
}
