//! A timeline as it is looked at: the names of its tracks, the ruler, and what
//! is in view of its slices and counters. What lies over these is in
//! [`super::track_marks`].

use super::legend::{ColourLegend, Legend};
use super::palette::{Palette, Theme};
use super::svg::{Anchor, Svg, TextStyle};
use super::{Look, Looks};
use crate::engine::protocol::{RowName, TraceInfo};
use crate::text::{Texts, format};
use crate::timeline::frame::{
    Band, BandKey, BusyBand, CNAMES, CounterBand, CounterLine, Frame, FrameRequest, MarkBox, RowsBand,
    box_flag,
};
use crate::timeline::layout::{Placed, SLICE_PX, Strip, StripBody, StripKey};
use crate::timeline::request::arrows;
use crate::timeline::ruler::Ruler;
use crate::timeline::tracks::process_title;
use crate::timeline::view::{View, origin};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Names of tracks, on the left.
const GUTTER: f64 = 232.0;
/// Room for the name of a row.
const ROW_NAME: f64 = 84.0;
const HEAD: f64 = 26.0;
const RULER: f64 = 26.0;
const FOOT: f64 = 22.0;
/// Above what colours stand for.
const LEGEND_PAD: f64 = 6.0;
/// Columns in a pixel: a picture may be printed.
const COLUMNS_PER_PX: f64 = 2.0;
/// Hues whose edges counters take, in this order.
const COUNTER_HUES: [u8; 6] = [1, 7, 12, 5, 4, 6];

/// Asks for what is in view, and no more.
pub fn request(view: &View) -> FrameRequest {
    let shown = view.viewport.interval();
    FrameRequest {
        start: shown.start,
        end: shown.end.max(shown.start.saturating_add(1)),
        columns: (view.viewport.width_px() * COLUMNS_PER_PX).clamp(1.0, 32_768.0) as u32,
        bands: view.layout().bands_in_view(view.scroll, view.height_px, 0.0),
        arrows: arrows(view),
    }
}

/// What a picture is of.
pub struct TrackView<'a> {
    pub texts: &'a Texts,
    pub info: &'a TraceInfo,
    pub view: &'a View,
    /// The answer to `request`.
    pub request: &'a FrameRequest,
    pub frame: &'a Frame,
    pub theme: Theme,
    /// A search runs: what does not match steps back.
    pub searching: bool,
    /// Where the page shows what colours stand for.
    pub legend: Option<ColourLegend<'a>>,
}

/// The picture.
pub fn track_svg(of: &TrackView<'_>) -> String {
    let palette = Palette::new(of.theme);
    let looks = Looks::new(&palette);
    let names = of.frame.names.iter().map(|(id, name)| (*id, name.as_str())).collect();
    let painter = Painter { of, palette, looks, names };
    let (width, height) = (of.view.viewport.width_px(), of.view.height_px);
    let mut svg = Svg::new("timeline", GUTTER + width);
    painter.head(&mut svg);
    painter.ruler(&mut svg);
    let top = HEAD + RULER;
    svg.within(0.0, top, GUTTER, height, |svg| painter.track_names(svg));
    svg.within(GUTTER, top, width, height, |svg| painter.strips(svg));
    svg.line((GUTTER, HEAD), (GUTTER, top + height), &painter.hex("line-2"), false);
    let mut foot = top + height;
    if let Some(legend) = &of.legend {
        svg.rect(0.0, foot, svg.width(), 1.0, &painter.hex("line-2"));
        let legend = Legend::new(of.texts, legend, svg.width());
        legend.draw(&mut svg, &painter.palette, &painter.looks, foot + LEGEND_PAD);
        foot += legend.height + LEGEND_PAD;
    }
    svg.reach(foot + FOOT);
    let weak = painter.hex("fg-3");
    svg.text(8.0, foot + 15.0, TextStyle::new(11.0, &weak), "Lowerscope");
    svg.finish(&painter.title(), &painter.hex("surface"))
}

pub struct Painter<'a> {
    pub of: &'a TrackView<'a>,
    palette: Palette,
    looks: Looks,
    names: FxHashMap<crate::trace::StringId, &'a str>,
}

impl Painter<'_> {
    pub fn hex(&self, token: &str) -> String {
        self.palette.hex(token)
    }

    pub fn x(&self, time: i64) -> f64 {
        self.of.view.viewport.x_from_time(time)
    }

    fn title(&self) -> String {
        let shown = self.of.view.viewport.interval();
        let unit = self.of.info.unit;
        let from = format::ticks(shown.start.saturating_sub(origin(self.of.info)), unit);
        let length = format::ticks(shown.end.saturating_sub(shown.start), unit);
        self.of.texts.with(
            "picture-timeline",
            &[("file", (&self.of.info.file).into()), ("from", from.into()), ("length", length.into())],
        )
    }

    fn head(&self, svg: &mut Svg) {
        let (fg, width) = (self.hex("fg"), svg.width());
        svg.text_in(8.0, 17.0, width - 16.0, TextStyle::new(12.0, &fg).bold(), &self.title());
    }

    fn ruler(&self, svg: &mut Svg) {
        let (view, info) = (self.of.view, self.of.info);
        let ruler = Ruler::new(&view.viewport, origin(info), info.unit, 110.0);
        let weak = self.hex("fg-2");
        svg.rect(0.0, HEAD, svg.width(), RULER, &self.hex("surface-2"));
        let width = svg.width() - GUTTER;
        svg.within(GUTTER, HEAD, width, RULER, |svg| {
            for x in &ruler.minors {
                svg.rect(*x, RULER - 5.0, 1.0, 5.0, &self.hex("line-2"));
            }
            for tick in &ruler.majors {
                svg.rect(tick.x, RULER - 10.0, 1.0, 10.0, &self.hex("edge"));
                svg.text(tick.x + 4.0, 15.0, TextStyle::new(11.0, &weak), &tick.label);
            }
        });
        if let Some(base) = &ruler.base {
            let style = TextStyle::new(11.0, &weak).anchored(Anchor::Right);
            svg.text_in(GUTTER - 8.0, HEAD + 15.0, GUTTER - 16.0, style, base);
        }
        svg.rect(0.0, HEAD + RULER - 1.0, svg.width(), 1.0, &self.hex("line-2"));
    }

    fn placed(&self) -> Vec<Placed<'_>> {
        let view = self.of.view;
        view.layout().in_view(view.scroll, view.height_px, 0.0)
    }

    fn track_names(&self, svg: &mut Svg) {
        let info = self.of.info;
        let (fg, weak) = (self.hex("fg"), self.hex("fg-2"));
        for Placed { strip, y, .. } in self.placed() {
            match strip.key {
                StripKey::Process(process) => {
                    svg.rect(0.0, y, GUTTER, strip.height, &self.hex("sunken"));
                    let Some(process) = info.processes.get(process.index()) else { continue };
                    let name = match process_title(process, info) {
                        "" if process.pid.is_empty() => self.of.texts.get("timeline-unnamed-process"),
                        "" => process.pid.clone(),
                        name => name.to_owned(),
                    };
                    svg.text_in(8.0, y + 16.0, GUTTER - 16.0, TextStyle::new(12.0, &fg).bold(), &name);
                }
                StripKey::Track { track, .. } => {
                    let Some(track) = info.tracks.get(track.index()) else { continue };
                    let unnamed = self.of.texts.get("timeline-unnamed-track");
                    let name = match (track.name.trim(), track.tid.as_str()) {
                        ("", "") => &unnamed,
                        ("", tid) => tid,
                        (name, _) => name,
                    };
                    let named = !track.row_names.is_empty() && matches!(strip.body, StripBody::Rows { .. });
                    let room = GUTTER - 28.0 - if named { ROW_NAME } else { 0.0 };
                    svg.text_in(20.0, y + 16.0, room, TextStyle::new(12.0, &weak), name);
                    if named {
                        self.row_names(svg, strip, y, &track.row_names);
                    }
                }
            }
            svg.rect(0.0, y + strip.height - 1.0, GUTTER, 1.0, &self.hex("line"));
        }
    }

    /// Names of single rows, such as the engine behind a row of a queue.
    fn row_names(&self, svg: &mut Svg, strip: &Strip, y: f64, names: &[RowName]) {
        let StripBody::Rows { rows, .. } = strip.body else { return };
        let weak = self.hex("fg-3");
        for RowName { row, name } in names.iter().filter(|name| name.row < rows) {
            let style = TextStyle::new(10.5, &weak).anchored(Anchor::Right);
            svg.text_in(GUTTER - 8.0, y + strip.row_y(*row) + 13.0, ROW_NAME, style, name);
        }
    }

    fn strips(&self, svg: &mut Svg) {
        let (view, info) = (self.of.view, self.of.info);
        let (width, height) = (view.viewport.width_px(), view.height_px);
        let placed = self.placed();
        for Placed { strip, y, .. } in &placed {
            if matches!(strip.body, StripBody::Process { .. }) {
                svg.rect(0.0, *y, width, strip.height, &self.hex("sunken"));
            }
        }
        for tick in Ruler::new(&view.viewport, origin(info), info.unit, 110.0).majors {
            svg.rect(tick.x, 0.0, 1.0, height, &self.hex("grid"));
        }
        for one in &placed {
            svg.rect(0.0, one.y + one.strip.height - 1.0, width, 1.0, &self.hex("line"));
            self.strip(svg, *one);
        }
        if info.cut.is_some() {
            let x = self.x(info.bounds.end).max(0.0);
            svg.hatch([x, 0.0, width - x, height], &self.hex("wait"));
        }
        for one in &placed {
            let own = |mark: &&MarkBox| Some(mark.track) == one.strip.track();
            let globals: Vec<MarkBox> = self.of.frame.globals.iter().filter(own).cloned().collect();
            self.marks(svg, *one, &globals);
        }
        for mark in &self.of.frame.globals {
            svg.line((self.x(mark.time), 0.0), (self.x(mark.time), height), &self.hex("edge"), true);
        }
        self.arrows(svg);
        if let Some(area) = &view.area {
            self.area(svg, area, height);
        }
        self.own_marks(svg, height);
    }

    fn bands(&self) -> impl Iterator<Item = (&BandKey, &Band)> {
        self.of.request.bands.iter().zip(&self.of.frame.bands)
    }

    fn strip(&self, svg: &mut Svg, placed: Placed<'_>) {
        for (key, band) in self.bands() {
            let mine = match (placed.strip.key, key) {
                (StripKey::Process(own), BandKey::ProcessBusy { process }) => own == *process,
                (
                    StripKey::Track { track: own, .. },
                    BandKey::Rows { track, .. } | BandKey::Busy { track } | BandKey::Counter { track },
                ) => own == *track,
                _ => false,
            };
            match (band, placed.strip.body) {
                _ if !mine => {}
                (Band::Rows(rows), StripBody::Rows { rows: shown, .. }) => {
                    self.rows(svg, placed, rows, shown);
                }
                (Band::Busy(busy), StripBody::Busy | StripBody::Process { .. }) => {
                    self.busy(svg, placed, busy);
                }
                (Band::Counter(counter), StripBody::Counter) => self.counter(svg, placed, counter),
                _ => {}
            }
        }
    }

    /// Colours of a box: by op, or as its writer named it.
    fn look(&self, colour: u8, flags: u8) -> Look {
        match CNAMES.get(usize::from(colour)).filter(|_| flags & box_flag::CNAME != 0) {
            Some(name) => {
                let token = format!("cname-{}", name.replace('_', "-"));
                Look {
                    fill: self.hex(&token),
                    edge: self.palette.faint(&token, 0.8),
                    ink: self.palette.ink_on(&token),
                }
            }
            None => self.looks.of(usize::from(colour)).clone(),
        }
    }

    fn rows(&self, svg: &mut Svg, placed: Placed<'_>, boxes: &RowsBand, shown: u32) {
        let width = self.of.view.viewport.width_px();
        let selected = self.of.view.selected_slice();
        let mut outline = None;
        for at in 0..boxes.len() {
            if boxes.row[at] >= shown {
                continue;
            }
            let y = placed.y + placed.strip.row_y(boxes.row[at]);
            let (left, right) = (self.x(boxes.start[at]).max(-2.0), self.x(boxes.end[at]).min(width + 2.0));
            let wide = (right - left).max(0.5);
            if y + SLICE_PX < 0.0 || y > self.of.view.height_px || right < 0.0 || left > width {
                continue;
            }
            let place = [left, y, wide, SLICE_PX];
            let flags = boxes.flags[at];
            let is_hit = flags & box_flag::HIT != 0;
            if flags & box_flag::WAIT != 0 && wide >= 3.0 {
                svg.hatch(place, &self.hex("wait"));
            } else {
                let look = self.look(boxes.colour[at], flags);
                let name = match self.names.get(&boxes.name[at]) {
                    Some(name) if boxes.count[at] == 1 => *name,
                    _ => "",
                };
                let took = boxes.end[at].saturating_sub(boxes.start[at]);
                let took = format::ticks(took, self.of.info.unit);
                if self.of.searching && !is_hit {
                    svg.faded(0.3, |svg| svg.named_box(place, &look, name, &took));
                } else {
                    svg.named_box(place, &look, name, &took);
                }
            }
            if is_hit {
                svg.outline(place, &self.hex("hit"), 1.5, false);
            }
            if selected == Some(boxes.slice[at]) {
                outline = Some(place);
            }
        }
        if let Some([x, y, width, height]) = outline {
            svg.outline([x - 1.0, y - 1.0, width + 2.0, height + 2.0], &self.hex("accent"), 2.0, false);
        }
        self.marks(svg, placed, &boxes.marks);
    }

    fn busy(&self, svg: &mut Svg, placed: Placed<'_>, busy: &BusyBand) {
        let columns = busy.share.len().max(1) as f64;
        let wide = self.of.view.viewport.width_px() / columns;
        let (bottom, height) = (placed.y + placed.strip.height - 4.0, placed.strip.height - 10.0);
        let fill = match busy.colour {
            Some(colour) => self.looks.of(usize::from(colour)).fill.clone(),
            None => self.palette.faint("fg-3", 0.38),
        };
        let mut at = 0;
        while at < busy.share.len() {
            let (share, run) = (busy.share[at], at);
            while at < busy.share.len() && busy.share[at] == share {
                at += 1;
            }
            if share > 0 {
                let bar = (f64::from(share) / 255.0 * height).max(1.0);
                svg.rect(run as f64 * wide, bottom - bar, (at - run) as f64 * wide, bar, &fill);
            }
        }
    }

    fn counter(&self, svg: &mut Svg, placed: Placed<'_>, band: &CounterBand) {
        let range =
            Some(band.max - band.min).filter(|range| range.is_finite() && *range > 0.0).unwrap_or(1.0);
        let min = if band.min.is_finite() { band.min } else { 0.0 };
        let (top, height) = (placed.y + 7.0, (placed.strip.height - 12.0).max(4.0));
        let y = |value: f64| top + height * (1.0 - ((value - min) / range).clamp(0.0, 1.0));
        let alone = band.series.len() == 1;
        let track = placed.strip.track();
        for (at, series) in band.series.iter().enumerate() {
            let at = if alone { track.map_or(0, |track| track.index()) } else { at };
            let hue = format!("c{}-k", COUNTER_HUES[at % COUNTER_HUES.len()]);
            let (line, floor) = self.steps(series, y);
            if alone && !floor.is_empty() {
                svg.path(
                    &floor.replace("FLOOR", &format!("{:.2}", y(0f64.max(min)))),
                    &self.palette.faint(&hue, 0.2),
                );
            }
            if !line.is_empty() {
                svg.stroked(&line, &self.hex(&hue), 1.25);
            }
        }
        if band.max.is_finite() {
            let unit = track.and_then(|track| self.of.info.tracks.get(track.index()));
            let text = format::quantity(band.max, unit.map_or("", |track| &track.unit));
            let weak = self.hex("fg-3");
            svg.text(5.0, placed.y + 14.0, TextStyle::new(10.5, &weak), &text);
        }
    }

    /// A series as a stepped line, and the area under it; `FLOOR` stands for
    /// where that ends. Gaps end a step.
    fn steps(&self, series: &CounterLine, y: impl Fn(f64) -> f64) -> (String, String) {
        let right = self.of.view.viewport.width_px().min(self.x(self.of.info.bounds.end)) + 1.0;
        let (mut line, mut area) = (String::new(), String::new());
        for at in 0..series.time.len() {
            let x = self.x(series.time[at]).max(-4.0);
            let end = series.time.get(at + 1).map_or(right, |time| self.x(*time)).min(right);
            let (low, high, last) = (series.low[at], series.high[at], series.last[at]);
            if !last.is_finite() || end < -4.0 || x > right {
                continue;
            }
            if low.is_finite() && high > low {
                let _ = write!(line, "M{x:.2} {:.2}V{:.2}", y(low), y(high));
            }
            let _ = write!(line, "M{x:.2} {:.2}H{end:.2}", y(last));
            let _ = write!(area, "M{x:.2} {:.2}H{end:.2}VFLOORH{x:.2}Z", y(last));
        }
        (line, area)
    }
}

#[cfg(test)]
#[path = "track_view_tests.rs"]
mod tests;
