use super::*;
use crate::timeline::sample::{info, thread};
use crate::trace::{SliceId, TrackId};

fn trace() -> TraceInfo {
    let mut info = info(&[("python", vec![thread("main", 100)]), ("GPU 0", vec![thread("stream 7", 2)])]);
    info.fit = Interval::new(500_000, 1_000_000);
    info
}

fn view(info: &TraceInfo) -> View {
    let mut view = View::new(info);
    view.apply(Action::Resize { width_px: 1000.0, height_px: 300.0 }, info);
    view
}

fn located(track: u32, row: u32, start: i64, dur: i64) -> Located {
    Located { item: Item::Slice(SliceId(7)), name: String::new(), track: TrackId(track), row, start, dur }
}

#[test]
fn the_first_view_ignores_outliers_and_a_second_fit_shows_them() {
    let info = trace();
    let mut view = view(&info);
    let shown = view.viewport.interval();
    assert!(shown.start > 480_000 && shown.end < 1_020_000);
    view.apply(Action::Fit, &info);
    assert!(view.viewport.interval().start < 0, "everything, with a margin");
    view.apply(Action::Fit, &info);
    assert!(view.viewport.is_close_to(&Viewport::around(info.fit, FIT_MARGIN, 1000.0)));
}

#[test]
fn the_edges_of_the_trace_come_first_and_outliers_when_asked_again() {
    let info = trace();
    let mut view = view(&info);
    view.apply(Action::ShowExactly(Interval::new(600_000, 601_000)), &info);
    let x_of = |view: &View, time| view.viewport.x_from_time(time);
    view.apply(Action::ToEnd, &info);
    assert!((x_of(&view, info.fit.end) - 980.0).abs() < 1.0);
    view.apply(Action::ToEnd, &info);
    assert!((x_of(&view, info.bounds.end) - 980.0).abs() < 1.0);
    view.apply(Action::ToStart, &info);
    assert!((x_of(&view, info.fit.start) - 20.0).abs() < 1.0);
    view.apply(Action::ToStart, &info);
    assert!((x_of(&view, info.bounds.start) - 20.0).abs() < 1.0);
    assert_eq!(view.viewport.span_ticks(), 1000.0, "the zoom stays");
}

#[test]
fn processes_with_instants_alone_are_folded_at_first() {
    let mut instants = thread("trace", 0);
    (instants.slices, instants.instants) = (0, 1);
    let info = info(&[("", vec![instants]), ("python", vec![thread("main", 1)])]);
    let view = View::new(&info);
    assert!(view.tracks.collapsed_processes.contains(&crate::trace::ProcessId(0)));
    assert_eq!(view.tracks.collapsed_processes.len(), 1);
}

#[test]
fn going_to_a_slice_unfolds_scrolls_pans_and_selects() {
    let info = trace();
    let mut view = view(&info);
    view.apply(Action::ToggleProcess(crate::trace::ProcessId(1)), &info);
    view.apply(Action::HideTrack(TrackId(1)), &info);
    view.apply(Action::Filter("main".to_owned()), &info);
    view.apply(Action::ShowExactly(Interval::new(600_000, 601_000)), &info);
    view.apply(Action::GoTo(located(1, 1, 900_000, 100)), &info);
    assert_eq!(view.selected_slice(), Some(SliceId(7)));
    let x = view.viewport.x_from_time(900_000);
    assert!((0.0..1000.0).contains(&x), "{x}");
    assert_eq!(view.viewport.span_ticks(), 1000.0, "the zoom stays");
    let key = crate::timeline::layout::StripKey::Track { track: TrackId(1), pinned: false };
    let y = view.layout().y_of(key, view.scroll, 300.0).unwrap();
    assert!((0.0..300.0).contains(&y), "{y}");
}

#[test]
fn a_slice_in_view_moves_nothing() {
    let info = trace();
    let mut view = view(&info);
    let before = view.viewport;
    view.apply(Action::GoTo(located(0, 2, 700_000, 10)), &info);
    assert_eq!((view.viewport, view.scroll), (before, 0.0));
}

#[test]
fn zooming_to_a_slice_can_be_undone() {
    let info = trace();
    let mut view = view(&info);
    let before = view.viewport.interval();
    view.apply(Action::ZoomTo(located(0, 2, 700_000, 1000)), &info);
    assert!(view.viewport.span_ticks() < 2000.0);
    view.apply(Action::Back, &info);
    assert_eq!(view.viewport.interval(), before);
    view.apply(Action::Back, &info);
    assert_eq!(view.viewport.interval(), before);
}

#[test]
fn a_point_in_time_can_be_zoomed_to() {
    let info = trace();
    let mut view = view(&info);
    view.apply(Action::ZoomTo(located(0, 2, 700_000, 0)), &info);
    let x = view.viewport.x_from_time(700_000);
    assert!((0.0..1000.0).contains(&x));
}

#[test]
fn marks_are_numbered_and_stand_in_order_of_time() {
    let info = trace();
    let mut view = view(&info);
    for time in [700_000, 600_000, 600_000] {
        view.apply(Action::AddMark { time }, &info);
    }
    view.apply(Action::SetNote { number: 1, note: "norm".to_owned() }, &info);
    let marks: Vec<_> = view.marks.iter().map(|m| (m.number, m.time, m.note.as_str())).collect();
    assert_eq!(marks, [(2, 600_000, ""), (1, 700_000, "norm")]);
    view.apply(Action::RemoveMark { number: 2 }, &info);
    view.apply(Action::AddMark { time: 1 }, &info);
    assert_eq!(view.marks[0].number, 3, "numbers are not used again");
}

#[test]
fn an_area_drawn_backwards_is_turned_round() {
    let info = trace();
    let mut view = view(&info);
    view.apply(Action::SetArea(Some(Area { start: 20, end: 10, tracks: vec![] })), &info);
    assert_eq!(view.area.as_ref().map(|a| (a.start, a.end)), Some((10, 20)));
}

#[test]
fn the_scroll_position_stays_within_the_strips() {
    let info = trace();
    let mut view = view(&info);
    view.apply(Action::ScrollBy(1e9), &info);
    assert_eq!(view.scroll, view.layout().total_height() - 300.0);
    view.apply(Action::CollapseAll(true), &info);
    assert_eq!(view.scroll, 0.0);
}

#[test]
fn a_view_survives_being_stored() {
    let info = trace();
    let mut view = view(&info);
    view.apply(Action::TogglePin(TrackId(1)), &info);
    view.apply(Action::AddMark { time: 5 }, &info);
    let bytes = crate::engine::protocol::encode(&view);
    let mut read: View = crate::engine::protocol::decode(&bytes).unwrap();
    read.restore(&info);
    assert_eq!(read, view);
}

#[test]
fn tracks_that_say_little_are_folded_at_first() {
    let mut info = trace();
    info.tracks[0].folded = true;
    info.processes[1].folded = true;
    let mut view = view(&info);
    assert!(view.tracks.collapsed_tracks.contains(&TrackId(0)));
    assert!(!view.tracks.collapsed_tracks.contains(&TrackId(1)));
    assert_eq!(view.tracks.collapsed_processes.len(), 1);
    view.apply(Action::ToggleTrack(TrackId(0)), &info);
    assert!(view.tracks.collapsed_tracks.is_empty());
}
