use super::*;
use crate::engine::protocol::Item;
use crate::link::{MarkLink, PathLink};
use crate::lowering::comparison::{Measure, RegionChoice};
use crate::lowering::profile::{RegionKey, RegionKind};
use crate::trace::{SliceId, TrackId};
use proptest::prelude::*;

fn url(text: &str) -> Source {
    Source::Url { url: text.to_owned(), entry: None }
}

fn urls(fragment: &str) -> Vec<String> {
    let of = |(source, _): (Source, TraceLink)| match source {
        Source::Url { url, .. } => url,
        Source::File { name, .. } => format!("file {name}"),
        Source::Packed(packed) => format!("pack {}", packed.name),
    };
    read(fragment).traces.into_iter().map(of).collect()
}

fn annotation(name: &str) -> RegionChoice {
    RegionChoice::Key(RegionKey { kind: RegionKind::Annotation, name: name.to_owned() })
}

fn whole() -> Link {
    let first = TraceLink {
        range: Some((-10, 58_710)),
        selection: Some((Item::Slice(SliceId(12)), 400)),
        marks: vec![
            MarkLink { time: 400, note: "here & there ~ 100 %".to_owned() },
            MarkLink { time: 7, note: String::new() },
        ],
        pinned: vec![TrackId(9), TrackId(3)],
        collapsed_tracks: Some(vec![]),
        search: "cat:kernel soft max".to_owned(),
        ..TraceLink::default()
    };
    let file = Source::File {
        name: "run~2.json.gz".to_owned(),
        bytes: 1_234_567,
        hash: Some(0xbeef),
        entry: Some("a/b c.json".to_owned()),
    };
    Link {
        traces: vec![(url("https://host.org/a b.json.gz?x=1&sig=%2F"), first), (file, TraceLink::default())],
        comparisons: vec![PathsLink {
            paths: vec![
                PathLink { traces: vec![0], name: "naive, old".to_owned() },
                PathLink { traces: vec![1, 0], name: String::new() },
            ],
            baseline: 1,
            judge_by: Some(Measure::DeviceBusy),
            op: Some(3),
            regions: vec![
                annotation("## forward ##"),
                annotation("## forward ##"),
                annotation("## forward ##"),
            ],
        }],
        front: Some(Front::Comparison(0)),
        pane: Some("health".to_owned()),
        theme: Some("dark".to_owned()),
        language: Some("fa".to_owned()),
        is_newer: false,
        left_out: 0,
        surplus: 0,
    }
}

#[test]
fn a_whole_view_is_written_and_read() {
    let link = whole();
    let text = write(&link);
    assert_eq!(
        text,
        "v=1&url=https://host.org/a%20b.json.gz%3Fx%3D1%26sig%3D%252F&range=-10..58710&sel=s12@400\
         &mark=400~here%20%26%20there%20%7E%20100%20%25&mark=7&pin=9,3&fold=&q=cat:kernel%20soft%20max\
         &file=run%7E2.json.gz~1234567~0000beef&entry=a/b%20c.json\
         &compare=0,1+0&region=annotation:%23%23%20forward%20%23%23&base=1&judge=busy&names=naive%2C%20old,&op=3\
         &front=c0&pane=health&theme=dark&lang=fa"
    );
    let mut back = read(&text);
    // One for all, which means the same.
    assert_eq!(back.comparisons[0].regions.len(), 1);
    assert_eq!(back.comparisons[0].region(2), Some(&annotation("## forward ##")));
    back.comparisons[0].regions.clone_from(&link.comparisons[0].regions);
    assert_eq!(back, link);
}

#[test]
fn nothing_is_written_as_nothing() {
    assert_eq!(write(&Link::default()), "");
    assert!(read("").is_empty() && read("#").is_empty() && read("#about").is_empty());
}

#[test]
fn a_link_by_hand_may_have_addresses_as_they_are() {
    assert_eq!(urls("#url=a.json&url=b.json.gz"), ["a.json", "b.json.gz"]);
    // A signed address keeps its query.
    let signed = "https://s3.org/a.json?X-Sig=1&X-Date=2";
    assert_eq!(
        urls(&format!("url={signed}&url=https%3A%2F%2Fx.org%2Fb.json")),
        [signed, "https://x.org/b.json"]
    );
    // In a link of ours `?` is encoded, so that parts may follow.
    let ours = read("v=1&url=https://s3.org/a.json%3FX&range=1..2");
    assert_eq!(ours.traces[0].0, url("https://s3.org/a.json?X"));
    assert_eq!(ours.traces[0].1.range, Some((1, 2)));
    let by_hand = read("url=https://x.org/a.json&range=5..9&compare=0");
    assert_eq!((by_hand.traces[0].1.range, by_hand.comparisons.len()), (Some((5, 9)), 1));
}

#[test]
fn what_is_not_understood_is_left_out_and_counted() {
    let link =
        read("v=1&url=a&range=x..9&sel=q1@2&mark=&pin=9-1&arrows=sideways&later=5&front=t7&compare=0,8");
    assert_eq!(link.traces, [(url("a"), TraceLink::default())]);
    assert_eq!((link.front, link.comparisons.len(), link.left_out), (None, 0, 7));
    assert!(read("v=2&url=a").is_newer && !read("v=1&url=a").is_newer);
}

#[test]
fn traces_beyond_the_most_are_counted_and_left_out_with_what_is_about_them() {
    let many = "&url=a&range=1..2".repeat(MOST_SOURCES);
    let link = read(&format!("v=1{many}&url=b&range=5..9&file=c~1&mark=7&pane=health"));
    assert_eq!((link.traces.len(), link.surplus, link.left_out), (MOST_SOURCES, 2, 0));
    assert!(link.traces.iter().all(|(_, view)| view.range == Some((1, 2)) && view.marks.is_empty()));
    assert_eq!(link.pane.as_deref(), Some("health"));
}

#[test]
fn what_follows_something_that_is_none_is_about_nothing() {
    let link = read("v=1&url=a&range=1..2&url=&range=5..9&compare=0&base=0&compare=x&base=1");
    assert_eq!(link.traces, [(url("a"), TraceLink { range: Some((1, 2)), ..TraceLink::default() })]);
    assert_eq!((link.comparisons.len(), link.comparisons[0].baseline, link.left_out), (1, 0, 4));
}

#[test]
fn a_comparison_that_names_a_trace_that_is_not_there_is_left_out() {
    let link = read("v=1&url=a&url=b&compare=0,5&compare=1,0&base=1&front=c1");
    assert_eq!(link.comparisons.len(), 1);
    assert_eq!((link.comparisons[0].baseline, link.front), (1, Some(Front::Comparison(0))));
}

#[test]
fn a_trace_in_the_link_comes_back_byte_by_byte() {
    let packed =
        Packed { name: "layer naive~1".to_owned(), gzip: vec![0x1f, 0x8b, 0xff, 0xfe, 7], lack: None };
    let mut link = whole();
    link.traces[0].0 = Source::Packed(packed);
    let text = write(&link);
    assert!(text.starts_with("v=1&pack=layer%20naive%7E1~H4v__gc&range=-10..58710&sel=s12@400&"), "{text}");
    let back = read(&text);
    assert_eq!((&back.traces, back.left_out), (&link.traces, 0));
    // It takes no part in an archive.
    let with_entry = read("v=1&pack=a~H4v_&entry=b");
    assert_eq!((with_entry.traces.len(), with_entry.left_out), (1, 1));
}

#[test]
fn what_is_damaged_keeps_its_place_and_has_no_bytes() {
    let link = read("v=1&pack=a~H4*v&pack=b&pack=~H4v_&pack=c~H4v_&compare=0,2");
    let packs: Vec<(&str, usize)> = link
        .traces
        .iter()
        .map(|(source, _)| match source {
            Source::Packed(packed) => (packed.name.as_str(), packed.gzip.len()),
            _ => ("", 0),
        })
        .collect();
    assert_eq!(packs, [("a", 0), ("b", 0), ("c", 3)]);
    assert_eq!((link.comparisons.len(), link.left_out), (1, 1));
}

#[test]
fn of_all_traces_in_a_link_so_many_characters_are_read() {
    let large = "A".repeat(MOST_PACKED / 2 + 4);
    let link = read(&format!("v=1&pack=a~{large}&pack=b~{large}&pack=c~AAAA"));
    let sizes: Vec<usize> = link
        .traces
        .iter()
        .map(|(source, _)| if let Source::Packed(packed) = source { packed.gzip.len() } else { 0 })
        .collect();
    assert_eq!(sizes, [(MOST_PACKED / 2 + 4) / 4 * 3, 0, 3]);
}

proptest! {
    #[test]
    fn any_fragment_can_be_read_and_what_is_read_is_written(text in "([a-z]{1,5}=?[-~@.,+%a-z0-9é]{0,12}&){0,12}") {
        let link = read(&text);
        let again = read(&write(&link));
        prop_assert_eq!((again.traces, again.comparisons, again.front), (link.traces, link.comparisons, link.front));
    }

    #[test]
    fn known_keys_with_odd_values_can_be_read(
        parts in prop::collection::vec(
            (prop::sample::select(vec![
                "v", "url", "file", "pack", "entry", "range", "sel", "area", "mark", "pin", "hide", "hidep", "fold", "foldp",
                "tracks", "q", "arrows", "compare", "region", "base", "judge", "names", "op", "front", "pane", "theme",
                "lang",
            ]), "[-~@.,+:%a-c0-9]{0,8}|-?[0-9]{1,20}\\.\\.-?[0-9]{1,20}|[sic][0-9]{1,3}@[0-9]{1,4}|[01],[01]"),
            0..20,
        )
    ) {
        let text: Vec<String> = parts.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let link = read(&text.join("&"));
        let again = read(&write(&link));
        prop_assert_eq!(again.traces, link.traces);
    }
}
