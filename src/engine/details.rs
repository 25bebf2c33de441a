//! Everything about one item.

use super::event_text;
use super::protocol::{Details, Item, LinkRow, Located};
use crate::analysis::arg_rows::ArgRows;
use crate::analysis::children::{children_of, self_ticks};
use crate::analysis::json_text::{members, readable};
use crate::analysis::locate::{locate, locate_slice};
use crate::trace::{
    InstantId, LinkEnd, LinkId, ResolvedStack, SliceFlags, SliceId, StringId, Trace, TrackId, TrackKind,
};

const MAX_CHILDREN: usize = 50;
const MAX_LINKS: usize = 200;
const MAX_STACK: usize = 500;

/// Details of an item; `None` when the trace has no such thing.
pub fn details(trace: &Trace, item: Item) -> Option<Details> {
    let at = locate(trace, item)?;
    Some(match item {
        Item::Slice(slice) => of_slice(trace, slice, at),
        Item::Instant(instant) => of_instant(trace, instant, at),
        Item::Counter { track, time } => of_counter(trace, track, time, at),
    })
}

/// What all items have.
fn common(trace: &Trace, at: Located) -> Details {
    let track = &trace.tracks[at.track.index()];
    let process = trace.processes.get(track.process.index());
    let base = trace.base_time_ns.map(|base| base.saturating_add(trace.unit.ns_from_ticks(at.start)));
    Details {
        category: None,
        process: process.map(|process| trace.strings.get(process.name).to_owned()).unwrap_or_default(),
        track_name: trace.track_label(at.track).to_owned(),
        row_name: None,
        event: None,
        phase: String::new(),
        flags: Vec::new(),
        scope: None,
        absolute_ns: base,
        self_time: None,
        thread_dur_ns: None,
        depth: 0,
        lane: 0,
        children: 0,
        args: Vec::new(),
        args_left_out: 0,
        raw: String::new(),
        parents: Vec::new(),
        first_children: Vec::new(),
        links_in: Vec::new(),
        links_out: Vec::new(),
        links_in_total: 0,
        links_out_total: 0,
        stack: Vec::new(),
        stack_cut: false,
        values: Vec::new(),
        at,
    }
}

fn of_slice(trace: &Trace, slice: SliceId, at: Located) -> Details {
    let i = slice.index();
    let (depth, lane) = trace.depth_and_lane_of(slice);
    let children = children_of(trace, slice);
    let texts = trace.args.get(trace.slices.args[i]);
    let end_texts = trace.slices.end_args.get(slice).map(|at| trace.args.get(at));
    let mut rows = ArgRows::default();
    push_args(&mut rows, &texts.args, end_texts.as_ref().map(|texts| &texts.args[..]));
    rows.push_members(&texts.extra);
    let phase = event_text::phase_of_slice(trace, slice);
    let links = |ids: &[LinkId], back: bool| -> Vec<LinkRow> {
        ids.iter().take(MAX_LINKS).map(|id| link_row(trace, *id, back)).collect()
    };
    let (links_in, links_out) = (trace.links.to(slice), trace.links.from(slice));
    let mut details = Details {
        category: trace.slices.cat[i].some().map(|cat| trace.strings.get(cat).to_owned()),
        row_name: trace.row_label(slice).map(str::to_owned),
        event: Some(u64::from(trace.slices.event[i]) + 1),
        flags: flag_ids(trace.slices.flags[i]),
        self_time: Some(self_ticks(trace, slice)),
        thread_dur_ns: thread_dur_ns(&texts.extra),
        depth,
        lane,
        children: children.len() as u64,
        raw: event_text::slice_text(trace, slice, phase, &texts, end_texts.as_ref()),
        phase: phase.to_owned(),
        args: rows.rows,
        args_left_out: rows.more,
        parents: parents(trace, slice),
        first_children: children.iter().take(MAX_CHILDREN).map(|child| locate_slice(trace, *child)).collect(),
        links_in: links(links_in, true),
        links_out: links(links_out, false),
        links_in_total: links_in.len() as u64,
        links_out_total: links_out.len() as u64,
        ..common(trace, at)
    };
    set_stack(trace, &mut details, trace.stacks.of_slice(slice).or_else(|| trace.stacks.of_slice_end(slice)));
    details
}

fn of_instant(trace: &Trace, instant: InstantId, at: Located) -> Details {
    let i = instant.index();
    let texts = trace.args.get(trace.instants.args[i]);
    let mut rows = ArgRows::default();
    rows.push_object("args", &texts.args);
    rows.push_members(&texts.extra);
    let phase = char::from(trace.instants.phase[i]).to_string();
    let mut details = Details {
        category: trace.instants.cat[i].some().map(|cat| trace.strings.get(cat).to_owned()),
        event: Some(u64::from(trace.instants.event[i]) + 1),
        scope: Some(trace.instants.scope[i]),
        raw: event_text::instant_text(trace, instant, &phase, &texts),
        phase,
        args: rows.rows,
        args_left_out: rows.more,
        ..common(trace, at)
    };
    set_stack(trace, &mut details, trace.stacks.of_instant(instant));
    details
}

fn of_counter(trace: &Trace, track: TrackId, time: i64, at: Located) -> Details {
    let counter = match trace.tracks[track.index()].kind {
        TrackKind::Counter(counter) => trace.counters.get(counter.index()),
        _ => None,
    };
    let name = |name: StringId| match trace.strings.get(name) {
        // A series without a name is the counter itself.
        "" => counter.map(|counter| trace.strings.get(counter.name)).unwrap_or_default().to_owned(),
        name => name.to_owned(),
    };
    let series = counter.map(|counter| &counter.series[..]).unwrap_or_default();
    let values = series.iter().map(|series| (name(series.name), series.at(time))).collect();
    Details { values, phase: "C".to_owned(), ..common(trace, at) }
}

/// Args of the begin, with those of the end over them; where both have a key,
/// that of the begin is kept aside.
fn push_args(rows: &mut ArgRows, begin: &[u8], end: Option<&[u8]>) {
    let Some(end) = end.filter(|end| !end.is_empty()) else { return rows.push_object("args", begin) };
    if begin.trim_ascii().first() != Some(&b'{') || end.trim_ascii().first() != Some(&b'{') {
        rows.push_object("args (begin)", begin);
        rows.push_object("args", end);
        return;
    }
    let of_end = members(end);
    for (key, value) in members(begin) {
        let name = readable(key);
        match of_end.iter().any(|(other, _)| *other == key) {
            true => rows.push(&format!("{name} (begin)"), value, 1),
            false => rows.push(&name, value, 1),
        }
    }
    for (key, value) in of_end {
        rows.push(&readable(key), value, 1);
    }
}

fn flag_ids(flags: SliceFlags) -> Vec<String> {
    const IDS: &[(u16, &str)] = &[
        (SliceFlags::UNCLOSED, "flag-unclosed"),
        (SliceFlags::DUR_INVALID, "flag-dur_invalid"),
        (SliceFlags::DUR_NEGATIVE, "flag-dur_negative"),
        (SliceFlags::CLIPPED, "flag-clipped"),
        (SliceFlags::INSTANT, "flag-instant"),
        (SliceFlags::NO_BEGIN, "flag-no_begin"),
        (SliceFlags::NAME_MISMATCH, "flag-name_mismatch"),
        (SliceFlags::WAIT, "flag-wait"),
    ];
    IDS.iter().filter(|(flag, _)| flags.has(*flag)).map(|(_, id)| (*id).to_owned()).collect()
}

/// `tdur` in ns: the thread clock counts in microseconds like the other one.
fn thread_dur_ns(extra: &[u8]) -> Option<i64> {
    let found = members(extra).into_iter().find(|(key, _)| readable(key) == "tdur")?;
    let micros: f64 = readable(found.1).parse().ok()?;
    micros.is_finite().then(|| (micros * 1000.0).round() as i64)
}

/// The slices around one, outermost first, ending with itself.
fn parents(trace: &Trace, slice: SliceId) -> Vec<Located> {
    let mut chain = Vec::new();
    let mut at = Some(slice);
    while let Some(slice) = at {
        chain.push(locate_slice(trace, slice));
        at = trace.slices.parent[slice.index()].some();
    }
    chain.reverse();
    chain
}

fn link_row(trace: &Trace, id: LinkId, back: bool) -> LinkRow {
    let link = trace.links.get(id);
    let other = if back { link.from } else { link.to };
    let both = link.from.slice != SliceId::NONE && link.to.slice != SliceId::NONE;
    let start_of = |end: LinkEnd| trace.slices.start[end.slice.index()];
    LinkRow {
        kind: link.kind,
        name: trace.strings.get(link.name).to_owned(),
        id: trace.link_id_text(link.id),
        other: other.slice.some().map(|slice| locate_slice(trace, slice)),
        delay: both.then(|| start_of(link.to).saturating_sub(trace.slices.end(link.from.slice))),
    }
}

fn set_stack(trace: &Trace, details: &mut Details, stack: Option<ResolvedStack>) {
    if let Some(stack) = stack {
        details.stack_cut = stack.cut || stack.frames.len() > MAX_STACK;
        details.stack =
            stack.frames.iter().take(MAX_STACK).map(|name| trace.strings.get(*name).to_owned()).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::Reader;

    fn trace(text: &str) -> Trace {
        let mut reader = Reader::new("a.json");
        reader.push(text.as_bytes());
        reader.finish()
    }

    fn slice(trace: &Trace, name: &str) -> Item {
        let wanted = trace.strings.find(name).unwrap();
        Item::Slice(SliceId(trace.slices.name.iter().position(|at| *at == wanted).unwrap() as u32))
    }

    fn args(details: &Details) -> Vec<(&str, &str)> {
        details.args.iter().map(|row| (row.key.as_str(), row.readable.as_str())).collect()
    }

    #[test]
    fn a_slice_tells_its_args_parents_children_and_links() {
        let trace = trace(
            r#"{"baseTimeNanoseconds": 1000, "traceEvents": [
            {"ph":"X","pid":1,"tid":1,"name":"op","cat":"cpu_op","ts":1,"dur":9,"args":{"External id":5}},
            {"ph":"X","pid":1,"tid":1,"name":"launch","ts":2,"dur":3,"tdur":2.5,
             "args":{"dims":[[8,128],[]],"n":NaN}},
            {"ph":"X","pid":2,"tid":7,"name":"kernel","ts":6.5,"dur":4},
            {"ph":"s","pid":1,"tid":1,"name":"ac2g","cat":"ac2g","id":3,"ts":2},
            {"ph":"f","bp":"e","pid":2,"tid":7,"name":"ac2g","cat":"ac2g","id":3,"ts":6.5}]}"#,
        );
        let launch = details(&trace, slice(&trace, "launch")).unwrap();
        assert_eq!(args(&launch), [("dims", "[[8, 128], []]"), ("n", "NaN"), ("tdur", "2.5")]);
        assert_eq!((launch.event, launch.phase.as_str(), launch.absolute_ns), (Some(2), "X", Some(3000)));
        assert_eq!((launch.self_time, launch.thread_dur_ns, launch.depth), (Some(3000), Some(2500), 1));
        let names: Vec<&str> = launch.parents.iter().map(|at| at.name.as_str()).collect();
        assert_eq!(names, ["op", "launch"]);
        assert_eq!((launch.links_out_total, launch.links_out[0].delay), (1, Some(1500)));
        assert_eq!(launch.links_out[0].other.as_ref().unwrap().name, "kernel");
        let op = details(&trace, slice(&trace, "op")).unwrap();
        assert_eq!(
            (op.children, op.self_time, op.first_children[0].name.as_str()),
            (1, Some(6000), "launch")
        );
        assert_eq!(op.category.as_deref(), Some("cpu_op"));
        let kernel = details(&trace, slice(&trace, "kernel")).unwrap();
        assert_eq!((kernel.links_in_total, kernel.links_in[0].id.as_str()), (1, "3"));
    }

    #[test]
    fn args_of_an_end_win_and_those_of_the_begin_are_kept() {
        let trace = trace(
            r#"[{"ph":"B","pid":1,"tid":1,"name":"a","ts":1,"args":{"x":1,"y":2}},
                {"ph":"E","pid":1,"tid":1,"ts":2,"args":{"x":3,"z":4}}]"#,
        );
        let found = details(&trace, slice(&trace, "a")).unwrap();
        assert_eq!(args(&found), [("x (begin)", "1"), ("y", "2"), ("x", "3"), ("z", "4")]);
    }

    #[test]
    fn an_unfinished_slice_and_a_mark_say_what_they_are() {
        let trace = trace(
            r#"[{"ph":"B","pid":1,"tid":1,"name":"a","ts":1},
                {"ph":"i","pid":1,"tid":1,"name":"m","ts":5,"s":"p","args":"stripped"}]"#,
        );
        assert_eq!(details(&trace, slice(&trace, "a")).unwrap().flags, ["flag-unclosed"]);
        let mark = details(&trace, Item::Instant(InstantId(0))).unwrap();
        assert_eq!((mark.scope, args(&mark)[0]), (Some(crate::trace::Scope::Process), ("args", "stripped")));
    }

    #[test]
    fn every_flag_has_its_words() {
        let texts = crate::text::Texts::new("en");
        let all = flag_ids(SliceFlags(u16::MAX));
        assert!(all.len() >= 7 && all.iter().all(|id| texts.has(id)), "{all:?}");
    }

    #[test]
    fn a_counter_tells_the_values_that_hold_at_a_time() {
        let trace = trace(
            r#"[{"ph":"C","pid":1,"name":"mem","ts":1,"args":{"":5,"b":1}},
                {"ph":"C","pid":1,"name":"mem","ts":3,"args":{"b":null}}]"#,
        );
        let track =
            trace.tracks.iter().position(|track| matches!(track.kind, TrackKind::Counter(_))).unwrap();
        let item = |time| Item::Counter { track: TrackId(track as u32), time };
        let values = |time| details(&trace, item(time)).unwrap().values;
        assert_eq!(values(2000), [("mem".to_owned(), Some(5.0)), ("b".to_owned(), Some(1.0))]);
        assert_eq!(values(3000), [("mem".to_owned(), Some(5.0)), ("b".to_owned(), None)]);
        assert_eq!(values(0)[0].1, None);
    }

    #[test]
    fn what_does_not_exist_has_no_details() {
        let trace = trace("[]");
        assert!(details(&trace, Item::Slice(SliceId(0))).is_none());
        assert!(details(&trace, Item::Counter { track: TrackId(3), time: 0 }).is_none());
    }
}
