use super::*;
use crate::timeline::action::Action;
use crate::timeline::sample::{info, thread};
use crate::trace::ProcessId;

fn sample() -> TraceInfo {
    let mut info = info(&[
        ("host", vec![thread("main", 3), thread("worker", 2)]),
        ("device", vec![thread("stream 7", 1)]),
    ]);
    // A trace does not begin at 0.
    (info.fit, info.bounds) = (Interval::new(5_000, 105_000), Interval::new(4_000, 905_000));
    info
}

fn link_of(view: &View, info: &TraceInfo) -> TraceLink {
    TraceLink::of(view, info, "", view.selection.map(|_| 6_000))
}

#[test]
fn a_fresh_view_is_an_empty_link() {
    let info = sample();
    assert_eq!(link_of(&View::new(&info), &info), TraceLink::default());
}

#[test]
fn a_view_comes_back_as_it_was_and_at_another_width() {
    let info = sample();
    let mut view = View::new(&info);
    let stream = TrackId(2);
    for action in [
        Action::ShowExactly(Interval::new(10_000, 20_000)),
        Action::Select(Some(Item::Counter { track: stream, time: 6_000 })),
        Action::SetArea(Some(Area { start: 12_000, end: 15_000, tracks: vec![stream] })),
        Action::AddMark { time: 11_000 },
        Action::SetNote { number: 1, note: "slow".to_owned() },
        Action::TogglePin(stream),
        Action::HideTrack(TrackId(1)),
        Action::ToggleProcess(ProcessId(0)),
        Action::Filter("main".to_owned()),
    ] {
        view.apply(action, &info);
    }
    let link = link_of(&view, &info);
    assert_eq!(link.range, Some((5_000, 15_000)));
    assert_eq!(link.selection, Some((Item::Counter { track: stream, time: 1_000 }, 1_000)));
    assert_eq!(link.marks, [MarkLink { time: 6_000, note: "slow".to_owned() }]);

    let mut other = View::new(&info);
    other.apply(Action::Resize { width_px: 333.0, height_px: 500.0 }, &info);
    let wanted = link.apply(&mut other, &info);
    assert_eq!(wanted, Some((Item::Counter { track: stream, time: 6_000 }, 6_000)));
    assert_eq!(other.viewport.interval(), Interval::new(10_000, 20_000));
    assert_eq!((&other.tracks, &other.marks, &other.area), (&view.tracks, &view.marks, &view.area));
    other.selection = wanted.map(|(item, _)| item);
    assert_eq!(link_of(&other, &info), link);
    // An empty link leads back to how the trace opened.
    assert_eq!(TraceLink::default().apply(&mut other, &info), None);
    other.selection = None;
    assert_eq!(link_of(&other, &info), TraceLink::default());
}

#[test]
fn what_the_trace_does_not_have_is_left_out() {
    let info = sample();
    let mut view = View::new(&info);
    let link = TraceLink {
        range: Some((i64::MAX, i64::MIN)),
        area: Some(Area { start: 9, end: 3, tracks: vec![TrackId(0), TrackId(99)] }),
        marks: vec![
            MarkLink { time: i64::MAX, note: String::new() },
            MarkLink { time: i64::MAX, note: String::new() },
        ],
        pinned: vec![TrackId(99), TrackId(1), TrackId(1)],
        hidden_tracks: vec![TrackId(50)],
        collapsed_processes: Some(vec![ProcessId(7), ProcessId(1)]),
        ..TraceLink::default()
    };
    link.apply(&mut view, &info);
    assert_eq!(view.tracks.pinned, [TrackId(1)]);
    assert!(view.tracks.hidden_tracks.is_empty());
    assert_eq!(view.tracks.collapsed_processes, [ProcessId(1)].into());
    let area = view.area.as_ref().unwrap();
    assert_eq!((area.start, area.end, area.tracks.as_slice()), (5_003, 5_009, &[TrackId(0)][..]));
    assert_eq!(view.marks.len(), 1);
    let shown = view.viewport.interval();
    assert!(shown.start >= info.bounds.start - shown.len() && shown.end > shown.start);
}
