//! How wide texts are, without a browser to ask: widths of the letters of the
//! common sans-serif fonts, which differ by a few percent. Rather a little too
//! wide than too narrow, so that labels stay in their boxes.

use crate::timeline::label::{CharWidths, fit};
use std::borrow::Cow;

/// Thousandths of the font size, from space to tilde.
#[rustfmt::skip]
const ASCII: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Fonts that are wider than this one.
const RESERVE: f64 = 1.04;
/// Lines of one text at most.
const MOST_LINES: usize = 40;

#[derive(Debug, Clone, Copy)]
pub struct Letters;

impl Letters {
    /// Width in CSS pixels at a font size.
    pub fn width_of(self, text: &str, size: f64) -> f64 {
        text.chars().map(em).sum::<f64>() * size
    }

    /// Words in lines of at most `room` pixels. A word that is longer stands in
    /// a line of its own, cut.
    pub fn lines(self, text: &str, room: f64, size: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut width = 0.0;
        for word in text.split_whitespace() {
            let wide = self.width_of(word, size);
            let is_full = lines.len() == MOST_LINES;
            match lines.last_mut() {
                Some(line) if width + em(' ') * size + wide <= room => {
                    line.push(' ');
                    line.push_str(word);
                    width += em(' ') * size + wide;
                }
                _ if is_full => break,
                _ => {
                    lines.push(cut(word, room, size).map_or_else(String::new, Cow::into_owned));
                    width = wide;
                }
            }
        }
        lines
    }
}

/// What of a text fits.
pub fn cut(text: &str, room: f64, size: f64) -> Option<Cow<'_, str>> {
    fit(text, room, &|c: char| em(c) * size).map(|(text, _)| text)
}

/// Widths at one font size.
pub fn widths(size: f64) -> impl CharWidths {
    move |c: char| em(c) * size
}

fn em(c: char) -> f64 {
    let thousandths = match c {
        ' '..='~' => ASCII[c as usize - 32],
        '…' | '—' => 1000,
        // Joins and marks that stand on the letter before.
        '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{200b}'..='\u{200f}' | '\u{2066}'..='\u{2069}' => {
            0
        }
        '\u{600}'..='\u{6ff}' => 520,
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}' => 1000,
        c if (c as u32) >= 0x1f300 => 1100,
        _ => 620,
    };
    f64::from(thousandths) / 1000.0 * RESERVE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_into_lines_that_fit() {
        let lines = Letters.lines("compiled is four times faster than naive", 90.0, 12.0);
        assert!(
            lines.len() >= 3 && lines.iter().all(|line| Letters.width_of(line, 12.0) <= 90.0),
            "{lines:?}"
        );
        assert_eq!(lines.join(" "), "compiled is four times faster than naive");
    }

    #[test]
    fn a_word_without_room_is_cut() {
        let lines = Letters.lines("triton_per_fused__to_copy_add_mean_mul_pow_rsqrt_0", 90.0, 12.0);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].ends_with('…') && Letters.width_of(&lines[0], 12.0) <= 90.0);
    }

    #[test]
    fn marks_and_wide_letters_count_as_they_look() {
        assert!(Letters.width_of("日本", 10.0) > Letters.width_of("ab", 10.0) * 1.5);
        assert_eq!(Letters.width_of("e\u{301}", 10.0), Letters.width_of("e", 10.0));
    }
}
