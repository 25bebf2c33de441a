//! What lies over the slices of a timeline: instants, marks, arrows and the
//! selected area.

use super::letters::Letters;
use super::svg::{Anchor, Svg, TextStyle};
use super::track_view::Painter;
use crate::engine::protocol::Area;
use crate::text::format;
use crate::timeline::frame::{ArrowEnd, MarkBox};
use crate::timeline::layout::{MARKS_PX, PAD_PX, Placed, SLICE_PX, StripBody, StripKey};

/// Longest note of a mark.
const NOTE: f64 = 160.0;
/// Ends of arrows farther outside than this stay there.
const FAR: f64 = 4000.0;

impl Painter<'_> {
    pub fn marks(&self, svg: &mut Svg, placed: Placed<'_>, marks: &[MarkBox]) {
        let middle = placed.y + PAD_PX + MARKS_PX / 2.0;
        for (at, mark) in marks.iter().enumerate() {
            let x = self.x(mark.time);
            let d = format!("M{x:.2} {:.2}l4 4.5l-4 4.5l-4 -4.5z", middle - 4.5);
            svg.path(&d, &self.hex(if mark.hit { "hit" } else { "fg-2" }));
            let next = marks.get(at + 1).map_or(self.of.view.viewport.width_px(), |next| self.x(next.time));
            if mark.count == 1 && next - x > 40.0 {
                let weak = self.hex("fg-2");
                svg.text_in(x + 8.0, middle + 4.0, next - x - 16.0, TextStyle::new(10.5, &weak), &mark.name);
            }
        }
    }

    /// Marks that a person has set, with their notes.
    pub fn own_marks(&self, svg: &mut Svg, height: f64) {
        let view = self.of.view;
        let width = view.viewport.width_px();
        let (accent, surface) = (self.hex("accent"), self.hex("surface"));
        for mark in &view.marks {
            let x = self.x(mark.time);
            if !(0.0..=width).contains(&x) {
                continue;
            }
            svg.rect(x, 0.0, 1.5, height, &accent);
            let text = format!("{} {}", format::count(mark.number.into()), mark.note);
            let wide = Letters.width_of(text.trim(), 11.0).min(NOTE) + 8.0;
            svg.rect(x, 2.0, wide, 16.0, &accent);
            svg.text_in(x + 4.0, 14.0, NOTE, TextStyle::new(11.0, &surface), text.trim());
        }
    }

    pub fn arrows(&self, svg: &mut Svg) {
        let selected = self.of.view.selected_slice();
        for arrow in &self.of.frame.arrows {
            let (Some(from), Some(to)) = (self.place(arrow.from), self.place(arrow.to)) else { continue };
            let mine = selected.is_some_and(|own| arrow.from.slice == own || arrow.to.slice == own);
            let (token, width) = if mine { ("accent", 1.75) } else { ("fg-3", 1.0) };
            let bend = ((to.0 - from.0).abs() / 2.0).clamp(16.0, 160.0);
            let d = format!(
                "M{:.2} {:.2}C{:.2} {:.2} {:.2} {:.2} {:.2} {:.2}",
                from.0,
                from.1,
                from.0 + bend,
                from.1,
                to.0 - bend,
                to.1,
                to.0,
                to.1
            );
            svg.faded(if mine { 1.0 } else { 0.45 }, |svg| {
                svg.stroked(&d, &self.hex(token), width);
                svg.path(&format!("M{:.2} {:.2}l-6 -3.5v7z", to.0, to.1), &self.hex(token));
            });
        }
    }

    /// Where an end of an arrow is; a folded track or process stands for what
    /// is in it.
    fn place(&self, end: ArrowEnd) -> Option<(f64, f64)> {
        let (view, info) = (self.of.view, self.of.info);
        let track = end.track.some()?;
        let process = info.tracks.get(track.index())?.process;
        let keys = [
            StripKey::Track { track, pinned: false },
            StripKey::Track { track, pinned: true },
            StripKey::Process(process),
        ];
        let layout = view.layout();
        let (strip, y) = keys
            .into_iter()
            .find_map(|key| Some((layout.strip(key)?, layout.y_of(key, view.scroll, view.height_px)?)))?;
        let middle = match strip.body {
            StripBody::Rows { rows, .. } if end.row < rows => strip.row_y(end.row) + SLICE_PX / 2.0,
            _ => strip.height / 2.0,
        };
        Some((self.x(end.time).clamp(-FAR, FAR + view.viewport.width_px()), (y + middle).clamp(-FAR, FAR)))
    }

    pub fn area(&self, svg: &mut Svg, area: &Area, height: f64) {
        let width = self.of.view.viewport.width_px();
        let (left, right) = (self.x(area.start).max(0.0), self.x(area.end).min(width));
        if right > left {
            svg.faded(0.1, |svg| svg.rect(left, 0.0, right - left, height, &self.hex("accent")));
            svg.outline([left, 0.5, right - left, height - 1.0], &self.hex("accent"), 1.5, true);
            let took = format::ticks(area.end.saturating_sub(area.start), self.of.info.unit);
            let (accent, surface) = (self.hex("accent"), self.hex("surface"));
            let wide = Letters.width_of(&took, 11.0) + 8.0;
            svg.rect((left + right - wide) / 2.0, height - 20.0, wide, 16.0, &surface);
            let style = TextStyle::new(11.0, &accent).anchored(Anchor::Middle);
            svg.text((left + right) / 2.0, height - 8.0, style, &took);
        }
    }
}
