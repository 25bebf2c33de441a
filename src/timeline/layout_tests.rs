use super::*;
use crate::engine::protocol::RowName;
use crate::timeline::sample::{counter, info, thread};

fn rows(track: u32, first_row: u32, rows: u32) -> BandKey {
    BandKey::Rows { track: TrackId(track), first_row, rows }
}

fn busy(process: u32) -> BandKey {
    BandKey::ProcessBusy { process: ProcessId(process) }
}

#[test]
fn strips_follow_the_order_of_the_file() {
    let info = info(&[
        ("python", vec![thread("main", 3), counter("queued")]),
        ("GPU 0", vec![thread("stream 7", 2)]),
    ]);
    let layout = Layout::new(&info, &TrackStates::default());
    assert_eq!(
        layout.bands_in_view(0.0, 1000.0, 0.0),
        [busy(0), rows(0, 0, 3), BandKey::Counter { track: TrackId(1) }, busy(1), rows(2, 0, 2)]
    );
    assert_eq!(layout.total_height(), 24.0 + (3.0 * 19.0 + 7.0) + 44.0 + 24.0 + (2.0 * 19.0 + 7.0));
}

#[test]
fn rows_with_names_stand_under_the_name_of_their_track() {
    let mut queue = thread("qSyncIO0", 6);
    let name = |row| RowName { row, name: format!("DMA-E{row}") };
    queue.row_names = vec![name(1), name(2), name(5)];
    let info = info(&[("nc0", vec![queue])]);
    let mut states = TrackStates::default();
    let names = |states: &TrackStates, from, to| {
        let layout = Layout::new(&info, states);
        let strip = layout.strip(StripKey::Track { track: TrackId(0), pinned: false }).unwrap();
        (strip.height, strip.names_between(from, to))
    };
    let all = [(0, 43.0), (1, 62.0), (2, 119.0)];
    assert_eq!(names(&states, 0.0, 1000.0), (20.0 + 6.0 * 19.0 + 7.0, all.to_vec()));
    assert_eq!(names(&states, 50.0, 119.0).1, all[1..]);
    assert_eq!(names(&states, 63.0, 118.0).1, []);
    states.row_limits.insert(TrackId(0), 3);
    assert_eq!(names(&states, 0.0, 1000.0).1, all[..2]);
    states.collapsed_tracks.insert(TrackId(0));
    assert_eq!(names(&states, 0.0, 1000.0), (24.0, Vec::new()));
}

#[test]
fn only_rows_in_view_are_asked_for() {
    let info = info(&[("python", vec![thread("deep", 700)])]);
    let layout = Layout::new(&info, &TrackStates::default());
    let bands = layout.bands_in_view(24.0 + 4.0 + 100.0 * 19.0, 190.0, 0.0);
    assert_eq!(bands, [rows(0, 99, 12)]);
}

#[test]
fn ten_thousand_tracks_cost_only_those_in_view() {
    let tracks = (0..10_000).map(|i| thread(&format!("thread {i}"), 1)).collect();
    let info = info(&[("python", tracks)]);
    let layout = Layout::new(&info, &TrackStates::default());
    let bands = layout.bands_in_view(layout.max_scroll(600.0), 600.0, 0.0);
    assert!(bands.len() <= 24, "{}", bands.len());
    assert_eq!(bands.last(), Some(&rows(9999, 0, 1)));
}

#[test]
fn pinned_tracks_stand_still_on_top() {
    let info = info(&[("python", vec![thread("main", 30), thread("steps", 1)])]);
    let states = TrackStates { pinned: vec![TrackId(1)], ..Default::default() };
    let layout = Layout::new(&info, &states);
    let top = layout.in_view(200.0, 300.0, 0.0)[0];
    assert!(top.pinned && top.y == 0.0);
    assert_eq!(top.strip.track(), Some(TrackId(1)));
    let under = layout.at(30.0, 200.0, 300.0).unwrap();
    assert_eq!((under.strip.track(), under.pinned), (Some(TrackId(0)), false));
    assert_eq!(layout.bands_in_view(0.0, 2000.0, 0.0).len(), 3, "the pinned band is asked for once");
}

#[test]
fn pinned_tracks_scroll_when_they_would_fill_the_view() {
    let info = info(&[("python", vec![thread("main", 30)])]);
    let states = TrackStates { pinned: vec![TrackId(0)], ..Default::default() };
    let layout = Layout::new(&info, &states);
    assert_eq!(layout.held_height(300.0), 0.0);
    assert_eq!(layout.in_view(100.0, 300.0, 0.0)[0].y, -100.0);
}

#[test]
fn lanes_are_set_apart_and_rows_are_found_again() {
    let mut track = thread("stream 7", 5);
    track.lane_starts = vec![2, 4];
    let info = info(&[("GPU 0", vec![track])]);
    let layout = Layout::new(&info, &TrackStates::default());
    let strip = &layout.scrolling()[1];
    assert_eq!(strip.row_y(2) - strip.row_y(1), ROW_PITCH_PX + LANE_GAP_PX);
    for row in 0..5 {
        assert_eq!(strip.row_at(strip.row_y(row) + 1.0), Some(row));
    }
    assert_eq!(strip.row_at(strip.row_y(2) - 2.0), None, "between two lanes");
    assert_eq!(strip.row_at(strip.height), None);
    assert_eq!(strip.lane_lines().count(), 2);
}

#[test]
fn a_lower_track_says_how_many_rows_are_deeper() {
    let info = info(&[("python", vec![thread("deep", 700)])]);
    let mut states = TrackStates::default();
    states.row_limits.insert(TrackId(0), 10);
    let layout = Layout::new(&info, &states);
    assert_eq!(layout.scrolling()[1].body, StripBody::Rows { rows: 10, marks: false, deeper: 690 });
    states.reveal(TrackId(0), 12, &info);
    assert_eq!(
        Layout::new(&info, &states).scrolling()[1].body,
        StripBody::Rows { rows: 700, marks: false, deeper: 0 }
    );
}

#[test]
fn collapsed_hidden_and_filtered_tracks_make_room() {
    let info = info(&[
        ("python", vec![thread("main", 3), thread("worker", 1)]),
        ("GPU 0", vec![thread("stream 7", 2)]),
    ]);
    let bands = |states: &TrackStates| Layout::new(&info, states).bands_in_view(0.0, 1000.0, 0.0);
    let mut states = TrackStates::default();
    states.collapsed_processes.insert(ProcessId(0));
    assert_eq!(bands(&states), [busy(0), busy(1), rows(2, 0, 2)]);
    states.filter = "WORK".to_owned();
    assert_eq!(bands(&states), [busy(0), rows(1, 0, 1)], "a filter unfolds what it finds");
    states = TrackStates::default();
    states.hidden_tracks.insert(TrackId(0));
    states.collapsed_tracks.insert(TrackId(2));
    assert_eq!(bands(&states), [busy(0), rows(1, 0, 1), busy(1), BandKey::Busy { track: TrackId(2) }]);
}

#[test]
fn tracks_and_processes_can_be_moved() {
    let info = info(&[
        ("python", vec![thread("main", 1), thread("worker", 1)]),
        ("GPU 0", vec![thread("stream 7", 1)]),
    ]);
    let mut states = TrackStates::default();
    states.move_track(TrackId(1), Some(TrackId(0)), &info);
    states.move_process(ProcessId(0), None, &info);
    let layout = Layout::new(&info, &states);
    assert_eq!(
        layout.bands_in_view(0.0, 1000.0, 0.0),
        [busy(1), rows(2, 0, 1), busy(0), rows(1, 0, 1), rows(0, 0, 1)]
    );
}

#[test]
fn scrolling_to_a_row_moves_as_little_as_possible() {
    let info = info(&[("python", vec![thread("deep", 100)])]);
    let layout = Layout::new(&info, &TrackStates::default());
    let to = |row, from| layout.scroll_to_row(TrackId(0), row, from, 300.0);
    assert_eq!(to(3, 0.0), 0.0);
    let down = to(50, 0.0);
    let y = 24.0 + 4.0 + 50.0 * 19.0 - down;
    assert!((0.0..=281.0).contains(&y));
    assert_eq!(to(50, down), down);
    assert!(to(0, 1000.0) <= 28.0);
}
