//! The tokens of the style sheet as colours of a canvas, read once for each
//! theme.

use crate::timeline::frame::{CNAMES, box_flag, colour};
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Colours of the palette; those of writers' names (`cname`) follow.
const PALETTE: usize = colour::OPS as usize + 3;

/// Ops whose edge colours counters take, in this order.
const COUNTER_OPS: [usize; 6] = [1, 7, 12, 5, 4, 6];

/// One look of a box.
#[derive(Debug, Clone, Default)]
pub struct BoxColour {
    pub fill: String,
    /// Start edge, and boxes too narrow for more.
    pub edge: String,
    pub ink: Ink,
}

/// Colour of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord)]
pub enum Ink {
    Dark,
    Light,
    #[default]
    Text,
}

/// All colours of a theme, as CSS text.
#[derive(Debug, Clone, Default)]
pub struct Colours {
    boxes: Vec<BoxColour>,
    pub counters: Vec<String>,
    pub surface: String,
    pub surface_2: String,
    pub sunken: String,
    pub bg: String,
    pub grid: String,
    pub line: String,
    pub line_2: String,
    pub edge: String,
    pub fg: String,
    pub fg_2: String,
    pub fg_3: String,
    pub accent: String,
    pub hit: String,
    pub wait: String,
    ink_dark: String,
    ink_light: String,
    /// The person's system chooses the colours: boxes need outlines.
    pub forced: bool,
}

impl Colours {
    /// Reads the tokens as they are now.
    pub fn read() -> Self {
        let mut asked: Vec<String> = Vec::new();
        for op in 1..=colour::OPS {
            asked.extend([format!("var(--c{op})"), format!("var(--c{op}-k)"), format!("var(--c{op}-i)")]);
        }
        for frame in 1..=3 {
            asked.extend([
                format!("var(--frame-{frame})"),
                "var(--frame-k)".to_owned(),
                "var(--fg)".to_owned(),
            ]);
        }
        for name in CNAMES {
            let token = format!("var(--cname-{})", name.replace('_', "-"));
            asked.push(token.clone());
            asked.push(format!("color-mix(in oklab, {token} 60%, var(--fg))"));
            asked.push(token);
        }
        let named = [
            "surface",
            "surface-2",
            "sunken",
            "bg",
            "grid",
            "line",
            "line-2",
            "edge",
            "fg",
            "fg-2",
            "fg-3",
            "accent",
            "hit",
            "wait",
            "ink-dark",
            "ink-light",
        ];
        asked.extend(named.iter().map(|name| format!("var(--{name})")));
        let mut got = computed(&asked).into_iter();
        let mut next = || got.next().unwrap_or_default();

        let triples: Vec<[String; 3]> =
            (0..PALETTE + CNAMES.len()).map(|_| [next(), next(), next()]).collect();
        let mut colours = Colours {
            surface: next(),
            surface_2: next(),
            sunken: next(),
            bg: next(),
            grid: next(),
            line: next(),
            line_2: next(),
            edge: next(),
            fg: next(),
            fg_2: next(),
            fg_3: next(),
            accent: next(),
            hit: next(),
            wait: next(),
            ink_dark: next(),
            ink_light: next(),
            forced: matches("(forced-colors: active)"),
            ..Colours::default()
        };
        colours.boxes = triples
            .into_iter()
            .enumerate()
            .map(|(at, [fill, edge, ink])| {
                let ink = match at {
                    _ if at < colour::OPS as usize && ink == colours.ink_light => Ink::Light,
                    _ if at < colour::OPS as usize => Ink::Dark,
                    _ if at < PALETTE => Ink::Text,
                    // Their lightness decides.
                    _ if lightness(&fill) < 0.6 => Ink::Light,
                    _ => Ink::Dark,
                };
                BoxColour { fill, edge, ink }
            })
            .collect();
        colours.counters = COUNTER_OPS.iter().map(|op| colours.boxes[op - 1].edge.clone()).collect();
        colours
    }

    /// Place of a box's look, from its colour and flags.
    pub fn look(&self, colour: u8, flags: u8) -> usize {
        let at = if flags & box_flag::CNAME != 0 { PALETTE + colour as usize } else { colour as usize };
        at.min(self.boxes.len().saturating_sub(1))
    }

    pub fn looks(&self) -> usize {
        self.boxes.len()
    }

    pub fn of(&self, look: usize) -> &BoxColour {
        &self.boxes[look]
    }

    pub fn ink(&self, ink: Ink) -> &str {
        match ink {
            Ink::Dark => &self.ink_dark,
            Ink::Light => &self.ink_light,
            Ink::Text => &self.fg,
        }
    }
}

/// A colour made see-through.
pub fn with_alpha(colour: &str, alpha: f64) -> String {
    match colour.strip_suffix(')') {
        Some(open) if open.starts_with("rgb(") && open.contains(',') => {
            format!("rgba({}, {alpha})", &open[4..])
        }
        Some(open) if !open.contains('/') && !open.contains(',') => format!("{open} / {alpha})"),
        _ => colour.to_owned(),
    }
}

/// Lightness of `oklch(…)` or `oklab(…)`, 0 to 1.
fn lightness(colour: &str) -> f64 {
    let inside = colour.split_once('(').map_or("", |(_, rest)| rest);
    let first = inside.split([' ', ',', ')']).next().unwrap_or_default();
    match first.strip_suffix('%') {
        Some(percent) => percent.parse().unwrap_or(50.0) / 100.0,
        None => first.parse().unwrap_or(0.5),
    }
}

pub fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|query| query.matches())
}

/// What CSS colours compute to. One element for each, so that the browser
/// works out all styles at once.
fn computed(colours: &[String]) -> Vec<String> {
    let (Some(body), Ok(parent)) = (document().body(), document().create_element("div")) else {
        return vec![String::new(); colours.len()];
    };
    let _ = parent.set_attribute("hidden", "");
    let probes: Vec<HtmlElement> = colours
        .iter()
        .filter_map(|colour| {
            let probe: HtmlElement = document().create_element("i").ok()?.dyn_into().ok()?;
            let style = probe.style();
            let _ = style.set_property("forced-color-adjust", "none");
            let _ = style.set_property("color", colour);
            let _ = parent.append_child(&probe);
            Some(probe)
        })
        .collect();
    let _ = body.append_child(&parent);
    let found = probes
        .iter()
        .map(|probe| {
            let style = window().get_computed_style(probe).ok().flatten();
            style.and_then(|style| style.get_property_value("color").ok()).unwrap_or_default()
        })
        .collect();
    parent.remove();
    found
}
