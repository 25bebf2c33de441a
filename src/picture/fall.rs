//! The waterfall of each path: from the baseline's time in steps that add up as
//! they are printed.

use super::letters::Letters;
use super::levels::{GUTTER, PAD, column_at};
use super::subject::Subject;
use super::svg::{Svg, TextStyle};
use crate::lowering::comparison::{Explanation, Term};
use crate::lowering::profile::Figure;
use crate::text::comparison::term_id;
use crate::text::format;
use crate::timeline::paths::fall::{Fall, terms};

const ROW: f64 = 26.0;

/// Height of the picture; none without an explanation.
pub fn height(subject: &Subject<'_>) -> f64 {
    match terms(&subject.all.explanations).len() {
        0 => 0.0,
        terms => (terms + 2) as f64 * ROW + 12.0,
    }
}

/// Draws from `top` on.
pub fn draw(svg: &mut Svg, subject: &Subject<'_>, top: f64) {
    let explanations = &subject.all.explanations;
    let terms = terms(explanations);
    if terms.is_empty() {
        return;
    }
    let top = top + 6.0;
    let base = subject.texts.with("fall-base", &[("path", subject.letter(subject.base()).into())]);
    let mut names = vec![base];
    names.extend(terms.iter().map(|term| subject.t(term_id(*term))));
    names.push(subject.t("fall-this"));
    let fg = subject.hex("fg");
    for (row, name) in names.iter().enumerate() {
        let style = TextStyle::new(12.0, &fg);
        let style = if row == 0 || row + 1 == names.len() { style.bold() } else { style };
        svg.text_in(14.0, top + row as f64 * ROW + 17.0, GUTTER - 20.0, style, name);
    }
    words(svg, subject, &terms, top);
    let most = explanations.iter().map(|other| Fall::new(other).most_ns()).max().unwrap_or(1).max(1);
    for explanation in explanations {
        let at = column_at(explanation.path as usize, subject.all.paths.len(), svg.width());
        svg.line((at.0 - PAD, top), (at.0 - PAD, top + height(subject) - 12.0), &subject.hex("line"), false);
        steps(svg, subject, explanation, &terms, most, (at.0, at.1, top));
    }
}

/// What the terms mean, in the baseline's own column.
fn words(svg: &mut Svg, subject: &Subject<'_>, terms: &[Term], top: f64) {
    let rate =
        subject.all.explanations.iter().find_map(|explanation| match explanation.reference_bytes_per_s {
            Figure::Known(rate) => Some(format::bytes_per_second(rate)),
            Figure::Unknown(_) => None,
        });
    let rate = rate.unwrap_or_else(|| "–".to_owned());
    let weak = subject.hex("fg-3");
    let (left, width) = column_at(subject.base(), subject.all.paths.len(), svg.width());
    for (row, term) in terms.iter().enumerate() {
        let text = subject.texts.with(&format!("{}-text", term_id(*term)), &[("rate", (&rate).into())]);
        let y = top + (row + 1) as f64 * ROW + 17.0;
        svg.text_in(left, y, width, TextStyle::new(11.0, &weak), &text);
    }
}

fn steps(
    svg: &mut Svg,
    subject: &Subject<'_>,
    explanation: &Explanation,
    terms: &[Term],
    most: i64,
    (left, width, top): (f64, f64, f64),
) {
    let fall = Fall::new(explanation);
    let share = fall.most_ns() as f64 / most as f64;
    let x = |quanta: i64| left + quanta.max(0) as f64 / fall.most as f64 * share * width;
    let row = |at: usize| top + at as f64 * ROW;
    let (fg, surface) = (subject.hex("fg"), subject.hex("surface"));
    svg.rect(left, row(0) + 5.0, x(fall.baseline) - left, ROW - 10.0, &subject.hex("frame-1"));
    svg.text(left + 8.0, row(0) + 17.0, TextStyle::new(11.5, &fg), &fall.text(fall.baseline, false));
    for (at, term) in terms.iter().enumerate() {
        let y = row(at + 1);
        let Some(step) = fall.steps.iter().find(|step| step.term == *term) else {
            let weak = subject.hex("fg-3");
            svg.text(left, y + 17.0, TextStyle::new(11.5, &weak), "–");
            continue;
        };
        let (from, to) = (x(step.from.min(step.to)), x(step.from.max(step.to)));
        let less = step.to < step.from;
        let text = fall.text(step.to - step.from, true);
        let neutral = subject.all.is_refused();
        let ink = subject.hex(match step.to - step.from {
            0 => "fg-3",
            _ if neutral => "fg-2",
            _ if less => "faster",
            _ => "slower",
        });
        if neutral && step.to != step.from {
            svg.rect(from, y + 5.0, (to - from).max(2.0), ROW - 10.0, &subject.hex("frame-1"));
        } else if less {
            svg.rect(from, y + 5.0, (to - from).max(2.0), ROW - 10.0, &subject.hex("faster-fill"));
        } else if step.to > step.from {
            let at = [from, y + 5.0, (to - from).max(2.0), ROW - 10.0];
            svg.rect(at[0], at[1], at[2], at[3], &subject.palette.faint("slower-fill", 0.3));
            svg.hatch(at, &subject.hex("slower-fill"));
            svg.outline(at, &subject.hex("slower"), 1.0, false);
        }
        let wide = Letters.width_of(&text, 11.5);
        let at = if to + 8.0 + wide < left + width { to + 8.0 } else { (from - 8.0 - wide).max(left) };
        svg.text(at, y + 17.0, TextStyle::new(11.5, &ink), &text);
    }
    let y = row(terms.len() + 1);
    let end = x(fall.end);
    svg.rect(left, y + 5.0, (end - left).max(2.0), ROW - 10.0, &subject.hex("fg-2"));
    let text = fall.text(fall.end, false);
    let beside = end + 8.0 + Letters.width_of(&text, 11.5) < left + width;
    let (at, ink) = if beside { (end + 8.0, &fg) } else { (left + 8.0, &surface) };
    svg.text(at, y + 17.0, TextStyle::new(11.5, ink).bold(), &text);
}
