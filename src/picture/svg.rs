//! Writing SVG: shapes and texts in CSS pixels, with everything that comes from
//! a trace as text.
//!
//! Only what every program that reads SVG understands is written: plain
//! colours, no style sheet, no script, no reference to anything outside.
//! Characters that XML does not allow are replaced.

use super::Look;
use super::letters::{Letters, cut};
use crate::analysis::secret::masked;
use std::fmt::Write;

/// How much wider bold letters are.
pub const BOLD: f64 = 1.09;
/// Boxes narrower than this have their edge's colour and no more.
const NARROW: f64 = 3.0;
/// Narrowest box with its name.
const LABELLED: f64 = 22.0;
const INSET: f64 = 5.0;
/// Texts of names are cut to this many characters, whatever their room.
const LONGEST_TEXT: usize = 2000;

pub struct Svg {
    out: String,
    /// Begins its ids: a document may hold several pictures.
    name: &'static str,
    width: f64,
    height: f64,
    hatches: Vec<String>,
    clips: usize,
    letters: Letters,
}

/// How a text stands.
#[derive(Debug, Clone, Copy)]
pub struct TextStyle<'a> {
    /// CSS pixels.
    pub size: f64,
    pub colour: &'a str,
    pub bold: bool,
    pub anchor: Anchor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Left,
    Middle,
    Right,
}

impl<'a> TextStyle<'a> {
    pub fn new(size: f64, colour: &'a str) -> Self {
        Self { size, colour, bold: false, anchor: Anchor::Left }
    }

    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }
}

impl Svg {
    pub fn new(name: &'static str, width: f64) -> Self {
        Self { out: String::new(), name, width, height: 0.0, hatches: Vec::new(), clips: 0, letters: Letters }
    }

    pub fn width(&self) -> f64 {
        self.width
    }

    /// A filled rectangle; what has no extent or no number is left out.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        if usable(&[x, y, width, height]) && width > 0.0 && height > 0.0 {
            let _ = write!(self.out, "<rect x=\"{}\" y=\"{}\" ", n(x), n(y));
            let _ = writeln!(self.out, "width=\"{}\" height=\"{}\" fill=\"{fill}\"/>", n(width), n(height));
        }
    }

    /// A rectangle that says what it is when it is pointed at.
    pub fn titled_rect(&mut self, at: [f64; 4], fill: &str, title: &str) {
        let [x, y, width, height] = at;
        if usable(&at) && width > 0.0 && height > 0.0 {
            let _ = write!(self.out, "<rect x=\"{}\" y=\"{}\" width=\"{}\" ", n(x), n(y), n(width));
            let title = escaped(title);
            let _ =
                writeln!(self.out, "height=\"{}\" fill=\"{fill}\"><title>{title}</title></rect>", n(height));
        }
    }

    pub fn outline(&mut self, at: [f64; 4], stroke: &str, width: f64, dashed: bool) {
        if usable(&at) && at[2] > 0.0 && at[3] > 0.0 {
            let [x, y, w, h] = at.map(n);
            let dashes = if dashed { " stroke-dasharray=\"4 3\"" } else { "" };
            let _ = write!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"none\" ");
            let _ = writeln!(self.out, "stroke=\"{stroke}\" stroke-width=\"{}\"{dashes}/>", n(width));
        }
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, dashed: bool) {
        if usable(&[from.0, from.1, to.0, to.1]) {
            let (x1, y1, x2, y2) = (n(from.0), n(from.1), n(to.0), n(to.1));
            let dashes = if dashed { " stroke-dasharray=\"4 3\"" } else { "" };
            let _ = writeln!(
                self.out,
                "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{stroke}\" fill=\"none\"{dashes}/>"
            );
        }
    }

    /// A path of our own making, drawn as it is.
    pub fn path(&mut self, d: &str, fill: &str) {
        let _ = writeln!(self.out, "<path d=\"{d}\" fill=\"{fill}\"/>");
    }

    pub fn stroked(&mut self, d: &str, stroke: &str, width: f64) {
        let _ = writeln!(
            self.out,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{}\"/>",
            n(width)
        );
    }

    /// Thin diagonal lines, for what waits.
    pub fn hatch(&mut self, at: [f64; 4], stroke: &str) {
        let [x, y, width, height] = at;
        if !usable(&at) || width <= 0.0 || height <= 0.0 {
            return;
        }
        let pattern = match self.hatches.iter().position(|known| known == stroke) {
            Some(known) => known,
            None => {
                self.hatches.push(stroke.to_owned());
                self.hatches.len() - 1
            }
        };
        let _ = write!(self.out, "<rect x=\"{}\" y=\"{}\" width=\"{}\" ", n(x), n(y), n(width));
        let _ = writeln!(self.out, "height=\"{}\" fill=\"url(#{}-hatch{pattern})\"/>", n(height), self.name);
    }

    /// A text on its baseline. Gives its width.
    pub fn text(&mut self, x: f64, y: f64, style: TextStyle<'_>, text: &str) -> f64 {
        self.masked_text(x, y, style, &masked(text))
    }

    fn masked_text(&mut self, x: f64, y: f64, style: TextStyle<'_>, text: &str) -> f64 {
        if text.is_empty() || !usable(&[x, y]) {
            return 0.0;
        }
        let text: String = text.chars().take(LONGEST_TEXT).collect();
        // Words that run from right to left begin at the right: there their
        // start and end are the other way round.
        let is_rtl = text.chars().any(runs_from_right);
        let direction = if is_rtl { " direction=\"rtl\"" } else { "" };
        let anchor = match (style.anchor, is_rtl) {
            (Anchor::Left, false) | (Anchor::Right, true) => "",
            (Anchor::Middle, _) => " text-anchor=\"middle\"",
            (Anchor::Right, false) | (Anchor::Left, true) => " text-anchor=\"end\"",
        };
        let weight = if style.bold { " font-weight=\"600\"" } else { "" };
        let (x, y, size, colour) = (n(x), n(y), n(style.size), style.colour);
        let _ = write!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{direction}{weight}>"
        );
        let _ = writeln!(self.out, "{}</text>", xml(&text));
        let wide = self.letters.width_of(&text, style.size);
        if style.bold { wide * BOLD } else { wide }
    }

    /// A text cut to its room; nothing where nothing fits. Gives its width.
    pub fn text_in(&mut self, x: f64, y: f64, room: f64, style: TextStyle<'_>, text: &str) -> f64 {
        let room = if style.bold { room / BOLD } else { room };
        // Masked before it is cut: half a secret has no shape.
        match cut(&masked(text), room, style.size) {
            Some(text) => self.masked_text(x, y, style, &text),
            None => 0.0,
        }
    }

    /// Words in lines of at most `room`; gives the baseline of the last one.
    pub fn lines(
        &mut self,
        x: f64,
        y: f64,
        room: f64,
        leading: f64,
        style: TextStyle<'_>,
        text: &str,
    ) -> f64 {
        let mut y = y;
        for (at, line) in self.letters.lines(text, room, style.size).iter().enumerate() {
            y += if at == 0 { 0.0 } else { leading };
            self.text(x, y, style, line);
        }
        y
    }

    /// Draws into a place of its own, from its left top, cut at its edges.
    pub fn within(&mut self, x: f64, y: f64, width: f64, height: f64, draw: impl FnOnce(&mut Self)) {
        let clip = self.clips;
        self.clips += 1;
        let (w, h) = (n(width.max(0.0)), n(height.max(0.0)));
        let name = self.name;
        let _ = write!(
            self.out,
            "<clipPath id=\"{name}-clip{clip}\"><rect width=\"{w}\" height=\"{h}\"/></clipPath>"
        );
        let _ = writeln!(
            self.out,
            "<g transform=\"translate({} {})\" clip-path=\"url(#{name}-clip{clip})\">",
            n(x),
            n(y)
        );
        draw(self);
        self.out.push_str("</g>\n");
    }

    /// Draws moved and stretched across; lines keep their width.
    pub fn stretched(&mut self, x: f64, y: f64, across: f64, draw: impl FnOnce(&mut Self)) {
        let across = if across.is_finite() { across } else { 1.0 };
        let _ = writeln!(self.out, "<g transform=\"translate({} {}) scale({across:.5} 1)\">", n(x), n(y));
        draw(self);
        self.out.push_str("</g>\n");
    }

    /// A box with its name, cut to its width, and a second text at its end where
    /// both fit. Programs find it as `g.box`, with its whole name as its title.
    pub fn named_box(&mut self, at: [f64; 4], look: &Look, name: &str, second: &str) {
        let [x, y, width, height] = at;
        if !usable(&at) || width <= 0.0 || height <= 0.0 {
            return;
        }
        self.out.push_str("<g class=\"box\">");
        let title = match (name, second) {
            ("", second) => second.to_owned(),
            (name, "") => name.to_owned(),
            (name, second) => format!("{name}, {second}"),
        };
        if width < NARROW {
            // Programs that zoom need what it looks like when it is wider.
            let _ = write!(self.out, "<rect x=\"{}\" y=\"{}\" width=\"{}\" ", n(x), n(y), n(width));
            let (height, title) = (n(height), escaped(&title));
            let (edge, fill) = (&look.edge, &look.fill);
            let _ = write!(self.out, "height=\"{height}\" fill=\"{edge}\" data-wide=\"{fill}\" ");
            let _ = writeln!(self.out, "data-ink=\"{}\"><title>{title}</title></rect>", look.ink);
        } else {
            self.titled_rect([x, y, width - 0.5, height], &look.fill, &title);
            self.rect(x, y, 1.0, height, &look.edge);
        }
        if width >= LABELLED {
            let (room, baseline) = (width - 2.0 * INSET, y + height / 2.0 + 4.0);
            let style = TextStyle::new(11.0, &look.ink);
            let used = self.text_in(x + INSET, baseline, room, style, name);
            let wide = self.letters.width_of(second, style.size);
            if used > 0.0 && used + wide + 12.0 < room {
                self.text(x + width - INSET - wide, baseline, style, second);
            }
        }
        self.out.push_str("</g>\n");
    }

    /// Draws into a group that programs find by its class.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.out, "<g class=\"{class}\">");
        draw(self);
        self.out.push_str("</g>\n");
    }

    /// Draws so that what is below shines through: `opacity` of it is left.
    pub fn faded(&mut self, opacity: f64, draw: impl FnOnce(&mut Self)) {
        if opacity >= 1.0 {
            return draw(self);
        }
        let _ = writeln!(self.out, "<g opacity=\"{}\">", n(opacity));
        draw(self);
        self.out.push_str("</g>\n");
    }

    /// A timeline that programs may zoom: `g.timeline`, with the time from its
    /// left edge to `width` pixels right of it. In it stand the groups `axis`,
    /// `fixed` and `lanes`.
    pub fn timeline(&mut self, width: f64, width_ns: f64, draw: impl FnOnce(&mut Self)) {
        let (width, width_ns) = (n(width), n(width_ns));
        let _ = writeln!(self.out, "<g class=\"timeline\" data-px=\"{width}\" data-ns=\"{width_ns}\">");
        draw(self);
        self.out.push_str("</g>\n");
    }

    /// How far down the picture goes.
    pub fn reach(&mut self, y: f64) {
        self.height = self.height.max(y);
    }

    /// The whole file. `title` is what it is read out as.
    pub fn finish(self, title: &str, ground: &str) -> String {
        let (w, h) = (n(self.width), n(self.height.max(1.0)));
        let mut out = String::with_capacity(self.out.len() + 1024);
        let _ =
            write!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" ");
        let _ = write!(out, "height=\"{h}\" role=\"img\" font-family=\"{FONT}\">");
        let _ = writeln!(out, "<title>{}</title>", escaped(title));
        for (at, stroke) in self.hatches.iter().enumerate() {
            let _ = write!(out, "<pattern id=\"{}-hatch{at}\" width=\"5\" height=\"5\" ", self.name);
            let _ = write!(out, "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-45)\">");
            let _ = writeln!(out, "<path d=\"M0 0.5H5\" stroke=\"{stroke}\"/></pattern>");
        }
        let _ = writeln!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>");
        out.push_str(&self.out);
        out.push_str("</svg>\n");
        out
    }
}

const FONT: &str = "'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', 'Helvetica Neue', Arial, sans-serif";

fn runs_from_right(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn usable(numbers: &[f64]) -> bool {
    // Beyond this, programs draw nothing or the wrong thing.
    numbers.iter().all(|number| number.is_finite() && number.abs() < 1e7)
}

/// A number with at most two digits after the point.
fn n(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text in XML and HTML. Pictures and reports are made to be handed on: what
/// looks like a secret is masked.
pub fn escaped(text: &str) -> String {
    xml(&masked(text))
}

fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' | '\r' => out.push(' '),
            c if (c as u32) < 0x20 || matches!(c, '\u{7f}' | '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            // They would turn around what stands beside them.
            '\u{202a}'..='\u{202e}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_whatever_is_in_them() {
        let mut svg = Svg::new("test", 100.0);
        let hostile = "</text><script>alert(1)</script>\u{0}\u{202e}&\"'";
        svg.text(0.0, 10.0, TextStyle::new(11.0, "#000"), hostile);
        svg.titled_rect([0.0, 0.0, 5.0, 5.0], "#fff", hostile);
        let out = svg.finish(hostile, "#fff");
        assert!(!out.contains("<script") && !out.contains('\u{0}') && !out.contains('\u{202e}'));
        assert!(out.contains("&lt;script&gt;alert(1)&lt;/script&gt;\u{fffd}\u{fffd}&amp;&quot;&#39;"));
    }

    #[test]
    fn secrets_are_masked_whole_and_cut() {
        let token = format!("load ghp_{}", "a1".repeat(18));
        let mut svg = Svg::new("test", 400.0);
        svg.text(0.0, 10.0, TextStyle::new(11.0, "#000"), &token);
        svg.text_in(0.0, 10.0, 90.0, TextStyle::new(11.0, "#000"), &token);
        svg.titled_rect([0.0, 0.0, 5.0, 5.0], "#fff", &token);
        assert!(!svg.out.contains("ghp_"), "{}", svg.out);
        assert_eq!(svg.out.matches("[hidden]").count(), 3);
    }

    #[test]
    fn what_has_no_place_is_not_drawn() {
        let mut svg = Svg::new("test", 100.0);
        svg.rect(f64::NAN, 0.0, 5.0, 5.0, "#fff");
        svg.rect(0.0, 0.0, -5.0, 5.0, "#fff");
        svg.hatch([0.0, f64::INFINITY, 1.0, 1.0], "#fff");
        svg.text(f64::NAN, 0.0, TextStyle::new(11.0, "#000"), "x");
        svg.line((0.0, 0.0), (1e300, 0.0), "#000", false);
        assert_eq!(svg.out, "");
    }

    #[test]
    fn words_from_the_right_stand_where_they_were_put() {
        let mut svg = Svg::new("test", 100.0);
        svg.text(10.0, 10.0, TextStyle::new(11.0, "#000"), "میانه 245 µs");
        assert!(svg.out.contains("text-anchor=\"end\" direction=\"rtl\""), "{}", svg.out);
        svg.out.clear();
        svg.text(10.0, 10.0, TextStyle::new(11.0, "#000").anchored(Anchor::Right), "میانه");
        assert!(!svg.out.contains("text-anchor") && svg.out.contains("direction=\"rtl\""));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([n(1.0), n(0.126), n(-0.001), n(12.5)], ["1", "0.13", "0", "12.5"]);
    }
}
