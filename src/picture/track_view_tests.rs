use super::*;
use crate::analysis::colour::{ColourBy, LegendRow};
use crate::timeline::action::Action;
use crate::timeline::sample::{info, thread};
use crate::trace::{SliceId, StringId};

fn picture_with(name: &str, legend: Option<ColourLegend<'_>>) -> String {
    let info = info(&[("python", vec![thread("main", 3)])]);
    let mut view = View::new(&info);
    view.apply(Action::Resize { width_px: 900.0, height_px: 300.0 }, &info);
    let request = request(&view);
    let shown = view.viewport.interval();
    let boxes = RowsBand {
        row: vec![0, 1],
        start: vec![shown.start, shown.start],
        end: vec![shown.end, shown.start + (shown.end - shown.start) / 2],
        slice: vec![SliceId(0), SliceId(1)],
        name: vec![StringId(1), StringId(1)],
        count: vec![1, 7],
        colour: vec![0, 3],
        flags: vec![0, box_flag::HIT],
        marks: Vec::new(),
    };
    let band = |key: &BandKey| match key {
        BandKey::Rows { .. } => Band::Rows(boxes.clone()),
        BandKey::Counter { .. } => Band::Counter(CounterBand::default()),
        _ => Band::Busy(BusyBand { colour: None, share: vec![0, 128, 255, 255] }),
    };
    let frame = Frame {
        start: shown.start,
        end: shown.end,
        columns: request.columns,
        bands: request.bands.iter().map(band).collect(),
        names: vec![(StringId(1), name.to_owned())],
        ..Frame::default()
    };
    let texts = Texts::new("en");
    let of = TrackView {
        texts: &texts,
        info: &info,
        view: &view,
        request: &request,
        frame: &frame,
        theme: Theme::Light,
        searching: false,
        legend,
    };
    track_svg(&of)
}

fn picture(name: &str) -> String {
    picture_with(name, None)
}

#[test]
fn what_is_in_view_is_in_the_picture_with_its_names() {
    let svg = picture("aten::mul");
    for text in ["python", "main", ">aten::mul<", "<title>aten::mul, "] {
        assert!(svg.contains(text), "{text}");
    }
    // A box that stands for several has no name of one of them.
    assert_eq!(svg.matches("<title>aten::mul, ").count(), 1);
}

#[test]
fn names_stay_text() {
    let svg = picture("</svg><script>alert(1)</script>");
    assert!(!svg.contains("<script"));
    assert_eq!(svg.matches("</svg>").count(), 1);
}

#[test]
fn colours_are_explained_where_the_page_explains_them() {
    let row = |name: &str, colour| LegendRow { name: name.to_owned(), colour, ticks: 9 };
    let rows = [row("DMA", 0), row("MATMUL", 3)];
    let svg = picture_with("MATMUL", Some(ColourLegend { by: ColourBy::Name, rows: &rows }));
    for text in [">Colour by: opcode<", ">DMA<", ">wait<"] {
        assert!(svg.contains(text), "{text}");
    }
    // The key has the fill of the boxes.
    let fill = Palette::new(Theme::Light).hex("c4");
    let plain = picture("MATMUL");
    assert_eq!(svg.matches(&fill).count(), plain.matches(&fill).count() + 1);
    assert!(!plain.contains("Colour by"));
}
