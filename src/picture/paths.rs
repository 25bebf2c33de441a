//! A comparison as one picture: the verdict, the heads of the paths, their
//! lowering, where the difference comes from, and their timelines.

use super::engine_lanes::EngineLanes;
use super::levels::{GUTTER, PAD, column_at};
use super::stack::Stack;
use super::subject::Subject;
use super::svg::{Anchor, Svg, TextStyle};
use super::{engine_levels, fall, levels};
use crate::text::comparison::{bound_id, caveat, claim, measure_id, plain_sentence, time};
use crate::text::lead::{certainty_id, interval, lead};
use crate::text::path_delta::path_delta;

/// Proofs and caveats that are written out.
const MOST_LINES: usize = 6;
const HEADS: f64 = 128.0;
const MARGIN: f64 = 20.0;

/// Width of the picture that a document usually has room for.
pub const WIDTH: f64 = 1440.0;

/// The whole comparison, `width` CSS pixels wide.
pub fn paths_svg(subject: &Subject<'_>, width: f64) -> String {
    let width = width.clamp(480.0, 8000.0);
    let mut svg = Svg::new("whole", width);
    let mut y = verdict(&mut svg, subject);
    y = rule(&mut svg, subject, y);
    heads(&mut svg, subject, y);
    y = rule(&mut svg, subject, y + HEADS);
    y = lowering(&mut svg, subject, y);
    y = rule(&mut svg, subject, y);
    fall::draw(&mut svg, subject, y);
    y = rule(&mut svg, subject, y + fall::height(subject));
    y = timelines(&mut svg, subject, y + 6.0);
    foot(&mut svg, subject, y + 22.0);
    let title = plain_sentence(subject.texts, subject.all);
    svg.finish(&title, &subject.hex("surface"))
}

/// Heads and lowering.
pub fn columns_svg(subject: &Subject<'_>, width: f64) -> String {
    let mut svg = Svg::new("lowering", width);
    heads(&mut svg, subject, 0.0);
    let y = rule(&mut svg, subject, HEADS);
    let y = lowering(&mut svg, subject, y);
    svg.reach(y);
    svg.finish(&subject.t("levels-title"), &subject.hex("surface"))
}

/// The waterfall alone; `None` without an explanation.
pub fn fall_svg(subject: &Subject<'_>, width: f64) -> Option<String> {
    let height = fall::height(subject);
    if height == 0.0 {
        return None;
    }
    let mut svg = Svg::new("fall", width);
    names(&mut svg, subject, 22.0);
    fall::draw(&mut svg, subject, 30.0);
    svg.reach(30.0 + height);
    Some(svg.finish(&subject.t("fall-title"), &subject.hex("surface")))
}

/// The timelines alone.
pub fn timelines_svg(subject: &Subject<'_>, width: f64) -> String {
    let mut svg = Svg::new("time", width);
    let y = timelines(&mut svg, subject, 6.0);
    svg.reach(y + 4.0);
    svg.finish(&timelines_title(subject), &subject.hex("surface"))
}

pub fn timelines_title(subject: &Subject<'_>) -> String {
    subject.t(if subject.all.is_neuron() { "neuron-paths-lanes" } else { "paths-stack-title" })
}

/// Names of the paths over their columns.
fn names(svg: &mut Svg, subject: &Subject<'_>, y: f64) {
    let fg = subject.hex("fg");
    for (path, view) in subject.all.paths.iter().enumerate() {
        let (left, width) = column_at(path, subject.all.paths.len(), svg.width());
        let used = svg.text(left, y, TextStyle::new(13.0, &fg).bold(), subject.letter(path));
        svg.text_in(left + used + 8.0, y, width - used - 8.0, TextStyle::new(13.0, &fg), &view.name);
    }
}

fn rule(svg: &mut Svg, subject: &Subject<'_>, y: f64) -> f64 {
    let width = svg.width();
    svg.rect(0.0, y, width, 1.0, &subject.hex("line"));
    y + 1.0
}

fn verdict(svg: &mut Svg, subject: &Subject<'_>) -> f64 {
    let (texts, all) = (subject.texts, subject.all);
    let room = svg.width() - 2.0 * MARGIN;
    let (fg, weak, warn) = (subject.hex("fg"), subject.hex("fg-2"), subject.hex("warn"));
    let style = TextStyle::new(22.0, &fg).bold();
    let mut y = svg.lines(MARGIN, 38.0, room, 29.0, style, &plain_sentence(texts, all));
    if all.paths.len() > 1 {
        let sure = texts.get(certainty_id(&all.verdict));
        let line = match interval(texts, all) {
            Some(interval) => format!("{interval} · {sure}"),
            None => sure,
        };
        y = svg.lines(MARGIN, y + 24.0, room, 18.0, TextStyle::new(13.0, &weak), &line);
    }
    let lead = lead(texts, all);
    if !lead.is_empty() {
        y = svg.lines(MARGIN, y + 22.0, room, 19.0, TextStyle::new(14.0, &fg), &lead);
    }
    for (at, proof) in all.verdict.proofs.iter().take(MOST_LINES).enumerate() {
        let number = crate::text::format::count(at as u64 + 1);
        svg.text(MARGIN, y + 20.0, TextStyle::new(12.0, &weak), &number);
        let style = TextStyle::new(12.0, &fg);
        y = svg.lines(MARGIN + 18.0, y + 20.0, room - 18.0, 16.0, style, &claim(texts, &proof.claim));
    }
    let caveats = &all.verdict.caveats;
    if !caveats.is_empty() {
        y += 22.0;
        svg.text(MARGIN, y, TextStyle::new(12.0, &warn).bold(), &texts.get("caveats-title"));
    }
    for one in caveats.iter().take(MOST_LINES) {
        let text = caveat(texts, one, &subject.letters);
        y = svg.lines(MARGIN + 18.0, y + 17.0, room - 18.0, 16.0, TextStyle::new(12.0, &weak), &text);
    }
    y + 16.0
}

fn heads(svg: &mut Svg, subject: &Subject<'_>, top: f64) {
    let (texts, all) = (subject.texts, subject.all);
    let (fg, weak) = (subject.hex("fg"), subject.hex("fg-3"));
    for (path, view) in all.paths.iter().enumerate() {
        let (left, width) = column_at(path, all.paths.len(), svg.width());
        svg.line((left - PAD, top), (left - PAD, top + HEADS), &subject.hex("line"), false);
        let (box_fill, box_ink) = if path == subject.base() {
            (subject.hex("fg"), subject.hex("surface"))
        } else {
            (subject.hex("sunken"), subject.hex("fg"))
        };
        svg.rect(left, top + 12.0, 20.0, 20.0, &box_fill);
        svg.text(left + 6.0, top + 26.5, TextStyle::new(12.0, &box_ink).bold(), subject.letter(path));
        svg.text_in(left + 28.0, top + 28.0, width - 28.0, TextStyle::new(17.0, &fg).bold(), &view.name);
        let what = format!("{} · {}", view.region.name, view.files.join(", "));
        svg.text_in(left, top + 49.0, width, TextStyle::new(11.0, &weak), &what);
        let took = time(view.total.median);
        let used = svg.text(left, top + 80.0, TextStyle::new(24.0, &fg).bold(), &took);
        match path_delta(texts, all, path) {
            Some(delta) => {
                let ink = subject.hex(match delta.class {
                    "faster" | "slower" => delta.class,
                    _ => "fg-2",
                });
                let style = TextStyle::new(13.0, &ink).bold().anchored(Anchor::Right);
                svg.text_in(left + width, top + 79.0, width - used - 16.0, style, &delta.text);
            }
            None if path == subject.base() && all.paths.len() > 1 => {
                let style = TextStyle::new(12.0, &weak).anchored(Anchor::Right);
                svg.text_in(
                    left + width,
                    top + 79.0,
                    width - used - 16.0,
                    style,
                    &texts.get("paths-baseline"),
                );
            }
            None => {}
        }
        let measure = texts.get(measure_id(all.is_neuron(), all.judged_by));
        let spread = if all.is_neuron() && view.instance_count < 2 {
            texts.with("heads-one-run", &[("measure", measure.into())])
        } else {
            let measured = texts.with("heads-median", &[("measure", measure.into())]);
            let values = [
                ("measure", measured.into()),
                ("low", time(view.total.p10).into()),
                ("high", time(view.total.p90).into()),
                ("count", view.instance_count.into()),
            ];
            texts.with("picture-spread", &values)
        };
        svg.text_in(left, top + 98.0, width, TextStyle::new(11.0, &weak), &spread);
        let bound = bound_id(view.bound).unwrap_or("bound-unknown");
        let mut chips = vec![texts.get(bound)];
        if view.recording.synthetic {
            chips.insert(0, texts.get("synthetic"));
        }
        svg.text_in(left, top + 116.0, width, TextStyle::new(12.0, &fg), &chips.join(" · "));
    }
}

fn lowering(svg: &mut Svg, subject: &Subject<'_>, y: f64) -> f64 {
    if subject.all.is_neuron() {
        engine_levels::draw(svg, subject, y);
        y + engine_levels::HEIGHT
    } else {
        levels::draw(svg, subject, y);
        y + levels::HEIGHT
    }
}

fn timelines(svg: &mut Svg, subject: &Subject<'_>, y: f64) -> f64 {
    if subject.all.is_neuron() {
        let lanes = EngineLanes::new(subject);
        lanes.draw(svg, subject, y, GUTTER);
        y + lanes.height
    } else {
        let stack = Stack::new(subject);
        stack.draw(svg, subject, y, GUTTER);
        y + stack.height
    }
}

fn foot(svg: &mut Svg, subject: &Subject<'_>, y: f64) {
    let weak = subject.hex("fg-3");
    svg.text(MARGIN, y, TextStyle::new(11.0, &weak), "Lowerscope");
    svg.reach(y + 14.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lowering::comparison::Certainty;
    use crate::picture::Theme;
    use crate::text::Texts;
    use crate::timeline::paths::{neuron_sample, sample};

    #[test]
    fn every_path_op_and_kernel_is_in_the_picture() {
        let (texts, all) = (Texts::new("en"), sample::comparison());
        let subject = Subject::new(&texts, &all, Theme::Light);
        let svg = paths_svg(&subject, WIDTH);
        for path in &all.paths {
            assert!(svg.contains(&path.name), "{}", path.name);
            for item in &path.items {
                assert!(svg.contains(&crate::picture::svg::escaped(&item.name)), "{}", item.name);
            }
        }
        // Each op of the baseline in each column, and the ribbons of all of them.
        assert_eq!(svg.matches("<title>aten::rsqrt: ").count(), 3);
        assert!(svg.matches(" fill=\"#").count() > 60);
        assert!(svg.contains(&plain_sentence(&texts, &all)));
    }

    #[test]
    fn profiles_have_their_engines_and_opcodes() {
        let (texts, all) = (Texts::new("en"), neuron_sample::comparison());
        let subject = Subject::new(&texts, &all, Theme::Dark);
        let svg = paths_svg(&subject, WIDTH);
        for text in ["TensorMatrix", "DMA_DIRECT2D", "Tensor, "] {
            assert!(svg.contains(text), "{text}");
        }
    }

    #[test]
    fn a_comparison_of_nothing_is_a_picture_all_the_same() {
        let (texts, mut all) = (Texts::new("fa"), sample::comparison());
        for path in &mut all.paths {
            path.nodes.clear();
            path.items.clear();
            path.ops.clear();
        }
        all.alignments.clear();
        all.explanations.clear();
        let subject = Subject::new(&texts, &all, Theme::Light);
        assert!(paths_svg(&subject, WIDTH).ends_with("</svg>\n"));
        assert_eq!(fall_svg(&subject, WIDTH), None);
        all.paths.clear();
        let subject = Subject::new(&texts, &all, Theme::Light);
        assert!(paths_svg(&subject, f64::NAN.max(10.0)).ends_with("</svg>\n"));
    }

    #[test]
    fn a_refused_comparison_calls_nothing_better() {
        let (texts, mut all) = (Texts::new("en"), sample::comparison());
        let subject = Subject::new(&texts, &all, Theme::Light);
        let colours = ["faster", "faster-fill", "slower", "slower-fill"].map(|token| subject.hex(token));
        assert!(colours.iter().any(|colour| paths_svg(&subject, WIDTH).contains(colour)));
        all.verdict.certainty = Certainty::Refused;
        let svg = paths_svg(&Subject::new(&texts, &all, Theme::Light), WIDTH);
        assert!(colours.iter().all(|colour| !svg.contains(colour)));
    }

    #[test]
    fn a_picture_is_well_formed_whatever_the_names_are() {
        let (texts, mut all) = (Texts::new("en"), sample::comparison());
        all.paths[0].name = "</svg><script>alert(1)</script>&\u{1}".to_owned();
        all.paths[1].files = vec!["\"onload='x'".to_owned()];
        let subject = Subject::new(&texts, &all, Theme::Light);
        let svg = paths_svg(&subject, WIDTH);
        assert!(!svg.contains("<script") && !svg.contains('\u{1}'));
        assert_eq!(svg.matches("</svg>").count(), 1);
    }
}
