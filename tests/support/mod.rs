//! What several tests share.

use lowerscope::trace::{SliceId, Trace};

/// All that a reader says, as text. The first characters at a finding are left
/// out: how many there are depends on what has come by then.
pub fn summary(trace: &Trace) -> String {
    let slices = (0..trace.slices.len() as u32).map(SliceId).map(|slice| {
        let i = slice.index();
        format!(
            "{} {} {} {:?} {:?} {:?}",
            trace.slice_name(slice),
            trace.slices.start[i],
            trace.slices.dur[i],
            trace.slices.flags[i],
            trace.depth_and_lane_of(slice),
            trace.args.get(trace.slices.args[i]),
        )
    });
    let tracks: Vec<_> =
        trace.tracks.iter().map(|t| (trace.strings.get(t.name).to_owned(), t.rows.clone())).collect();
    let series = trace.counters.iter().flat_map(|counter| &counter.series);
    let points: Vec<_> = series.map(|series| (&series.time, format!("{:?}", series.value))).collect();
    let findings = trace.health.findings().map(|finding| {
        let places = finding.first.iter().map(|place| (place.byte, place.event));
        format!("{:?} {} {:?}", finding.rule, finding.count, places.collect::<Vec<_>>())
    });
    format!(
        "{:?} {tracks:?} {:?} {:?} {points:?} {:?} {:?} {:?} {:?}",
        slices.collect::<Vec<_>>(),
        trace.instants.time,
        trace.links.all(),
        trace.phases,
        findings.collect::<Vec<_>>(),
        trace.health.cut,
        trace.metadata,
    )
}
