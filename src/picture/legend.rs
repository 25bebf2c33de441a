//! What colours stand for, in lines below a timeline, as the page has it above.

use super::letters::Letters;
use super::palette::Palette;
use super::svg::{Svg, TextStyle};
use super::{Look, Looks};
use crate::analysis::colour::{ColourBy, LegendRow};
use crate::text::Texts;
use crate::text::neuron::{colour_by_id, legend_name};
use crate::timeline::frame::colour;

/// Size of texts, height of a line, and extent of a key.
const SIZE: f64 = 11.0;
const LINE: f64 = 18.0;
const KEY: (f64, f64) = (14.0, 11.0);
/// Right of a key, and of an entry.
const GAP: f64 = 5.0;
const BETWEEN: f64 = 16.0;
const MARGIN: f64 = 8.0;
/// Longest name.
const LONGEST: f64 = 260.0;
/// Entries at most; there are no more colours.
const MOST: usize = colour::OPS as usize;

/// What a timeline's colours stand for.
pub struct ColourLegend<'a> {
    pub by: ColourBy,
    pub rows: &'a [LegendRow],
}

/// What an entry shows.
enum Key {
    /// The first word of the line says what all entries are.
    None,
    Colour(u8),
    Wait,
}

struct Entry {
    key: Key,
    text: String,
    /// From the left top of the legend.
    x: f64,
    y: f64,
}

/// Entries on their places.
pub struct Legend {
    entries: Vec<Entry>,
    pub height: f64,
}

impl Legend {
    /// Lays entries out in lines of a width.
    pub fn new(texts: &Texts, of: &ColourLegend<'_>, width: f64) -> Self {
        let title = format!("{}: {}", texts.get("neuron-colour-by"), texts.get(colour_by_id(of.by)));
        let rows = of.rows.iter().take(MOST).map(|row| (Key::Colour(row.colour), legend_name(texts, row)));
        let all = [(Key::None, title)].into_iter().chain(rows);
        let all = all.chain([(Key::Wait, texts.get("neuron-legend-wait"))]);
        let (mut x, mut y) = (MARGIN, 0.0);
        let mut entries = Vec::new();
        for (key, text) in all {
            let lead = if matches!(key, Key::None) { 0.0 } else { KEY.0 + GAP };
            let wide = lead + Letters.width_of(&text, SIZE).min(LONGEST);
            if x > MARGIN && x + wide > width - MARGIN {
                (x, y) = (MARGIN, y + LINE);
            }
            entries.push(Entry { key, text, x, y });
            x += wide + BETWEEN;
        }
        Self { entries, height: y + LINE }
    }

    /// Draws from `top` on.
    pub fn draw(&self, svg: &mut Svg, palette: &Palette, looks: &Looks, top: f64) {
        let (fg, weak) = (palette.hex("fg"), palette.hex("fg-2"));
        for Entry { key, text, x, y } in &self.entries {
            let (at, y) = ([*x, top + y + 3.0, KEY.0, KEY.1], top + y);
            let (lead, ink) = match key {
                Key::None => (0.0, &weak),
                Key::Colour(colour) => {
                    let Look { fill, edge, .. } = looks.of(usize::from(*colour));
                    svg.rect(at[0], at[1], at[2], at[3], fill);
                    svg.rect(at[0], at[1], 2.0, at[3], edge);
                    (KEY.0 + GAP, &fg)
                }
                Key::Wait => {
                    svg.hatch(at, &palette.hex("wait"));
                    (KEY.0 + GAP, &fg)
                }
            };
            svg.text_in(x + lead, y + 12.0, LONGEST, TextStyle::new(SIZE, ink), text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_that_have_no_room_begin_a_line() {
        let row = |name: &str, colour| LegendRow { name: name.to_owned(), colour, ticks: 1 };
        let rows = [row("MATMUL", 1), row("", 0), row(&"LONG".repeat(40), 2)];
        let of = ColourLegend { by: ColourBy::Work, rows: &rows };
        let texts = Texts::new("en");
        let wide = Legend::new(&texts, &of, 1400.0);
        assert_eq!(wide.height, LINE);
        let names: Vec<&str> = wide.entries.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!(names[..3], ["Colour by: work or wait", "MATMUL", "work"]);
        assert_eq!(names[4..], ["wait"]);
        let narrow = Legend::new(&texts, &of, 300.0);
        assert!(narrow.height > 2.0 * LINE);
        assert!(narrow.entries.iter().all(|entry| entry.x <= 300.0 - 2.0 * MARGIN || entry.x == MARGIN));
    }
}
