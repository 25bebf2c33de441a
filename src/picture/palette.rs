//! The colours of the style sheet's tokens, as any program that reads SVG
//! understands them: `style/tokens.css` writes both themes in one line, in a
//! notation that only browsers know.

use csscolorparser::Color;
use rustc_hash::FxHashMap;

/// The page's own tokens.
pub const TOKENS: &str = include_str!("../../style/tokens.css");

/// References that a token may lead through.
const MOST_STEPS: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
    /// Colours are references to the tokens: for a document that has these, and
    /// changes its theme with its reader.
    Tokens,
}

/// Colours of one theme, by token.
#[derive(Debug, Clone)]
pub struct Palette {
    by_reference: bool,
    colours: FxHashMap<&'static str, Color>,
    ground: Color,
}

impl Palette {
    pub fn new(theme: Theme) -> Self {
        let written: FxHashMap<&str, &str> = declarations(TOKENS).collect();
        let colours: FxHashMap<&str, Color> = written
            .iter()
            .filter_map(|(name, value)| Some((*name, resolve(&written, value, theme)?)))
            .collect();
        let ground = colours.get("surface").cloned().unwrap_or_default();
        Self { by_reference: theme == Theme::Tokens, colours, ground }
    }

    /// A token's colour as `#rrggbb`; what is translucent lies on the surface.
    /// `token` is without its dashes; one that does not exist is the text's.
    pub fn hex(&self, token: &str) -> String {
        if self.by_reference {
            return format!("var(--{token})");
        }
        hex(&self.over_ground(token, 1.0))
    }

    /// A token's colour, `share` of it, over the surface.
    pub fn faint(&self, token: &str, share: f32) -> String {
        if self.by_reference {
            return format!("color-mix(in oklab, var(--{token}) {:.0}%, var(--surface))", share * 100.0);
        }
        hex(&self.ground.interpolate_oklab(&self.over_ground(token, 1.0), share))
    }

    /// Ink that is read on a token's colour.
    pub fn ink_on(&self, token: &str) -> String {
        let [lightness, ..] = self.over_ground(token, 1.0).to_oklaba();
        self.hex(if lightness < 0.6 { "ink-light" } else { "ink-dark" })
    }

    fn over_ground(&self, token: &str, alpha: f32) -> Color {
        let colour = self.colours.get(token).or_else(|| self.colours.get("fg")).cloned().unwrap_or_default();
        let alpha = colour.a * alpha;
        let mix = |own: f32, below: f32| own * alpha + below * (1.0 - alpha);
        let ground = &self.ground;
        Color::new(mix(colour.r, ground.r), mix(colour.g, ground.g), mix(colour.b, ground.b), 1.0)
    }
}

fn hex(colour: &Color) -> String {
    let [r, g, b, _] = colour.clamp().to_rgba8();
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Names, without their dashes, and values of custom properties. Of two with
/// one name the first counts: later blocks are for other media.
fn declarations(css: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut seen = rustc_hash::FxHashSet::default();
    let lines = css.lines().filter_map(|line| {
        let (name, value) = line.trim_start().strip_prefix("--")?.split_once(':')?;
        let (value, _) = value.split_once(';')?;
        Some((name.trim(), value.trim()))
    });
    lines.filter(move |(name, _)| seen.insert(*name))
}

fn resolve(written: &FxHashMap<&str, &str>, value: &str, theme: Theme) -> Option<Color> {
    let mut value = value;
    for _ in 0..MOST_STEPS {
        if let Some(both) = inside(value, "light-dark(") {
            let (light, dark) = at_comma(both)?;
            value = if theme == Theme::Dark { dark } else { light };
        } else if let Some(name) = inside(value, "var(--") {
            value = written.get(name.trim())?;
        } else {
            return csscolorparser::parse(value).ok();
        }
    }
    None
}

fn inside<'a>(value: &'a str, function: &str) -> Option<&'a str> {
    value.trim().strip_prefix(function)?.strip_suffix(')')
}

/// Parts before and after the comma that is in no bracket.
fn at_comma(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0i32;
    let at = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })?;
    Some((text[..at].trim(), text[at + 1..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_themes_are_read_from_one_line() {
        let (light, dark) = (Palette::new(Theme::Light), Palette::new(Theme::Dark));
        assert_eq!(light.hex("surface"), "#ffffff");
        assert_eq!(dark.hex("surface"), "#121418");
        assert_eq!(light.hex("ink-dark"), dark.hex("c2-i"));
        assert_ne!(light.hex("c1"), dark.hex("c1"));
    }

    #[test]
    fn every_colour_that_pictures_use_is_a_token() {
        let palette = Palette::new(Theme::Light);
        let ops = (1..=12).flat_map(|hue| [format!("c{hue}"), format!("c{hue}-k"), format!("c{hue}-i")]);
        let others = super::super::USED_TOKENS.iter().map(|token| (*token).to_owned());
        for token in ops.chain(others) {
            assert!(palette.colours.contains_key(token.as_str()), "{token} is no colour in tokens.css");
        }
    }

    #[test]
    fn in_a_document_with_tokens_colours_are_references() {
        let palette = Palette::new(Theme::Tokens);
        assert_eq!(palette.hex("c1-k"), "var(--c1-k)");
        assert_eq!(palette.faint("c1", 0.58), "color-mix(in oklab, var(--c1) 58%, var(--surface))");
    }

    #[test]
    fn translucent_colours_lie_on_the_surface() {
        let palette = Palette::new(Theme::Light);
        let grid = palette.hex("grid");
        assert!(("#e0e0e0".."#ffffff").contains(&grid.as_str()), "{grid}");
        assert_eq!(palette.faint("fg", 0.0), "#ffffff");
        assert_eq!(palette.faint("fg", 1.0), palette.hex("fg"));
        assert_eq!(palette.hex("no-such-token"), palette.hex("fg"));
    }
}
